import Foundation
import Testing

/// The tools of the toolchain that make and read files for Apple’s systems, on Linux too.
public struct AppleToolchain: Sendable {
  private let paths: [String: String]

  /// Nil where a tool is missing, which is printed; in CI it is an issue of the test that asks.
  public static func found(for purpose: String = #function) -> AppleToolchain? {
    let names = ["clang", "ld64.lld", "llvm-nm", "llvm-objdump", "llvm-ar"]
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    func firstPath(_ name: String, _ folders: [String]) -> String? {
      folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    // Those beside the compiler read what it makes; the system’s may be older.
    let own = firstPath("swift", folders).map { swift in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: swift)).map { target in
        target.hasPrefix("/") ? target : "\((swift as NSString).deletingLastPathComponent)/\(target)"
      } ?? swift
    }.map { ($0 as NSString).deletingLastPathComponent }
    var paths: [String: String] = [:]
    for name in names { paths[name] = firstPath(name, [own].compactMap(\.self) + folders) }
    let missing = names.filter { paths[$0] == nil }
    guard missing.isEmpty else {
      let words = "\(purpose): left out, since there is no \(missing.joined(separator: ", "))"
      if environment["CI"] != nil { Issue.record("\(words)") } else { print(words) }
      return nil
    }
    return AppleToolchain(paths: paths)
  }

  /// Runs a tool and returns what it prints; an issue where it fails.
  @discardableResult
  public func run(_ name: String, _ arguments: [String], in folder: String) -> String {
    runProgram(paths[name] ?? "/usr/bin/env", (paths[name] == nil ? [name] : []) + arguments, in: folder)
  }
}

/// Runs a program and returns what it prints; an issue where it fails.
@discardableResult
public func runProgram(_ path: String, _ arguments: [String], in folder: String) -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  let (output, errors) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  do {
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      Issue.record("\(path) \(arguments.joined(separator: " ")): \(words)")
    }
    return text
  } catch {
    Issue.record("\(path): \(error)")
    return ""
  }
}

/// Files for Apple’s systems, made from declarations of our own.
public struct AppleBinaries: Sendable {
  public let folder: String
  public let tools: AppleToolchain
  /// Objects, libraries, executables and bundles for one processor each.
  public let images: [String]
  /// Static libraries and universal files of them.
  public let collections: [String]

  private static let calls = """
    struct stat; int stat(const char *, struct stat *); int lstat(const char *, struct stat *);
    unsigned long long mach_absolute_time(void); int puts(const char *);
    int getattrlist(const char *, void *, void *, unsigned long, unsigned);
    extern const void *NSFileModificationDate; __attribute__((weak_import)) extern int perhaps(void);
    int tentative; extern int elsewhere __attribute__((visibility("hidden")));
    __attribute__((weak)) int replaceable(void) { return 3; }
    int used(const char *path) {
      char room[256];
      puts(path);
      return stat(path, (struct stat *)room) + lstat(path, (struct stat *)room) + (int)mach_absolute_time()
        + getattrlist(path, 0, 0, 0, 0) + (NSFileModificationDate != 0) + replaceable() + tentative
        + (perhaps ? perhaps() : 0);
    }
    int main(void) { return used("x"); }

    """
  private static let classes = """
    __attribute__((objc_root_class)) @interface NSObject { Class isa; } @end
    @interface NSProcessInfo : NSObject + (NSProcessInfo *)processInfo; @property (readonly) double systemUptime; @end
    @interface NSUserDefaults : NSObject + (id)standardUserDefaults; - (id)objectForKey:(id)key; @end
    @interface CNContactStore : NSObject + (id)make; @end
    @interface Photo : NSObject - (double)creationDate; @end
    @implementation Photo - (double)creationDate { return [[NSProcessInfo processInfo] systemUptime]; } @end
    id stored(id key) { [CNContactStore make]; return [[NSUserDefaults standardUserDefaults] objectForKey:key]; }
    int main(void) { return stored(0) != 0; }

    """
  private static let library = """
    --- !tapi-tbd
    tbd-version: 4
    targets: [ arm64-ios, x86_64-macos ]
    install-name: '/usr/lib/libSystem.B.dylib'
    exports:
      - targets: [ arm64-ios, x86_64-macos ]
        symbols: [ _stat, _lstat, _mach_absolute_time, _getattrlist, _NSFileModificationDate, _puts, _perhaps,
                   dyld_stub_binder, _objc_msgSend, __objc_empty_cache, '_OBJC_CLASS_$_NSProcessInfo',
                   '_OBJC_CLASS_$_NSObject', '_OBJC_METACLASS_$_NSObject', '_OBJC_CLASS_$_NSUserDefaults',
                   '_OBJC_CLASS_$_CNContactStore' ]
    ...

    """

  /// Makes them in a folder that exists.
  public init(in folder: String, with tools: AppleToolchain) throws {
    self.folder = folder
    self.tools = tools
    for (name, text) in [("calls.c", Self.calls), ("classes.m", Self.classes), ("System.tbd", Self.library)] {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    var images: [String] = []
    let flags = ["-fno-stack-protector", "-Wno-everything", "-c"]
    for source in ["calls.c", "classes.m"] {
      let stem = String(source.prefix { $0 != "." })
      for target in ["arm64-apple-ios15", "arm64e-apple-ios15", "x86_64-apple-macos11"] {
        let name = "\(stem)-\(target).o"
        tools.run("clang", ["-target", target] + flags + [source, "-o", name], in: folder)
        images.append(name)
      }
      // The linker of this toolchain refuses objects that say that they are for Apple’s systems, and takes those that
      // don’t say what they are for.
      for processor in ["arm64", "x86_64"] {
        let object = "\(stem)-\(processor).o"
        let runtime = source.hasSuffix(".m") ? ["-fobjc-runtime=ios-15"] : []
        tools.run(
          "clang", ["-target", "\(processor)-apple-none-macho"] + runtime + flags + [source, "-o", object], in: folder)
        let platform = processor == "arm64" ? ["ios", "15.0", "17.0"] : ["macos", "11.0", "12.0"]
        for (name, options) in [
          ("chained.dylib", ["-dylib", "-fixup_chains"]), ("bound.dylib", ["-dylib", "-no_fixup_chains"]),
          ("stripped.dylib", ["-dylib", "-x", "-S"]), ("run", ["-execute", "-adhoc_codesign"]),
          ("plug.so", ["-bundle"]),
        ] {
          let output = "\(stem)-\(processor)-\(name)"
          tools.run(
            "ld64.lld",
            ["-arch", processor, "-platform_version"] + platform + options + ["-o", output, object, "System.tbd"],
            in: folder)
          images.append(output)
        }
      }
    }
    self.images = images

    let objects = ["calls-arm64-apple-ios15.o", "classes-arm64-apple-ios15.o"]
    tools.run("llvm-ar", ["--format=darwin", "rc", "libdarwin.a"] + objects, in: folder)
    tools.run("llvm-ar", ["--format=gnu", "rc", "libgnu.a"] + objects, in: folder)
    tools.run("llvm-ar", ["--format=darwin", "rc", "libintel.a", "calls-x86_64-apple-macos11.o"], in: folder)
    tools.run("llvm-ar", ["--thin", "rc", "libthin.a"] + objects, in: folder)
    func content(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }
    for (name, parts, is64Bit) in [
      ("universal.dylib", ["calls-arm64-chained.dylib", "calls-x86_64-bound.dylib"], false),
      ("universal-64.dylib", ["calls-x86_64-bound.dylib", "classes-arm64-chained.dylib"], true),
      ("libuniversal.a", ["libdarwin.a", "libintel.a"], false),
    ] {
      let bytes = Self.universal(
        try parts.map(content), is64Bit: is64Bit, arm64First: parts[0].contains("arm64") || parts[0] == "libdarwin.a")
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    collections = ["libdarwin.a", "libgnu.a", "libintel.a", "universal.dylib", "universal-64.dylib", "libuniversal.a"]
  }

  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  /// A universal file with slices for arm64 and x86_64.
  private static func universal(_ slices: [[UInt8]], is64Bit: Bool, arm64First: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var header = number(is64Bit ? 0xCAFE_BABF : 0xCAFE_BABE, 4) + number(slices.count, 4)
    var content: [UInt8] = []
    let start = 4_096
    for (index, slice) in slices.enumerated() {
      content += [UInt8](repeating: 0, count: (4_096 - content.count % 4_096) % 4_096)
      let isARM = (index == 0) == arm64First
      header += number(isARM ? 0x0100_000C : 0x0100_0007, 4) + number(isARM ? 0 : 3, 4)
      let size = is64Bit ? 8 : 4
      header += number(start + content.count, size) + number(slice.count, size) + number(12, 4)
      if is64Bit { header += number(0, 4) }
      content += slice
    }
    return header + [UInt8](repeating: 0, count: start - header.count) + content
  }
}
