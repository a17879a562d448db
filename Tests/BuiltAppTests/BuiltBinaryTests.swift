import BuiltApp
import Foundation
import TestSupport
import Testing

@Suite struct BuiltBinaryTests {
  /// What is read as imported is what LLVM’s tools list, in every kind of file that the toolchain makes.
  @Test func importsAreThoseOfOtherTools() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try AppleBinaries(in: folder, with: tools)
    var symbols = 0
    for name in made.images + made.collections {
      let binary = try #require(BuiltBinary(BytesInMemory(try made.bytes(name))), "\(name) is not read")
      expectEqual(binary.notes + binary.faults, [], "the notes on \(name)")
      let ours = Set(binary.slices.flatMap(\.imports))
      let theirs = Self.symbols(tools.run("llvm-nm", ["-u", "--arch=all", name], in: folder))
      symbols += theirs.count
      expectEqual(ours.sorted(), theirs.sorted(), "the imports of \(name)")
      for slice in binary.slices {
        expectEqual(slice.imports, slice.imports.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, name)
      }
      guard name.hasSuffix("-bound.dylib") || name.hasSuffix("-chained.dylib") else { continue }
      // What the loader binds is imported, or defined by the image itself and replaceable.
      let defined = Self.symbols(tools.run("llvm-nm", ["-U", name], in: folder))
      let tables = name.contains("bound") ? ["--bind", "--lazy-bind", "--weak-bind"] : ["--dyld-info"]
      let bound = tools.run("llvm-objdump", ["--macho"] + tables + [name], in: folder).split(separator: "\n")
        .filter { $0.contains("0x") && !$0.contains(" rebase ") }
        .compactMap { $0.split(separator: " ").last { !$0.hasSuffix(")") && $0 != "(weak" }.map(String.init) }
      expectTrue(bound.count > 3, "\(name) binds \(bound)")
      expectEqual(bound.filter { !ours.contains($0) && !defined.contains($0) }, [], "bound by \(name), and not read")
    }
    expectTrue(symbols > 200, "only \(symbols) symbols were compared")
  }

  /// The names in a list of `llvm-nm`.
  private static func symbols(_ output: String) -> Set<String> {
    Set(
      output.split(separator: "\n").filter { !$0.hasSuffix(":") }
        .map { line in
          // A defined symbol has its place and a letter for its kind before its name; names may have blanks.
          let parts = line.split(separator: " ", maxSplits: 2)
          return String(parts.count == 3 && parts[0].count == 16 ? parts[2] : line)
        })
  }

  @Test func headersAreRead() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try AppleBinaries(in: folder, with: tools)
    func check(_ name: String, _ expected: String, line: Int = #line) throws {
      let binary = try #require(BuiltBinary(BytesInMemory(try made.bytes(name))))
      let slices = binary.slices.map { slice in
        let parts = [slice.architecture, slice.platform ?? "-", slice.minimumVersion ?? "-"]
        return parts.joined(separator: " ")
      }
      expectEqual("\(binary.kind) \(slices.joined(separator: ", "))", expected, "\(name), line \(line)")
    }
    try check("calls-arm64-apple-ios15.o", "object arm64 ios 15.0")
    try check("calls-arm64e-apple-ios15.o", "object arm64e ios 15.0")
    try check("calls-x86_64-apple-macos11.o", "object x86_64 macos 11.0")
    try check("calls-arm64-chained.dylib", "dynamicLibrary arm64 ios 15.0")
    try check("calls-arm64-run", "executable arm64 ios 15.0")
    try check("calls-arm64-plug.so", "bundle arm64 ios 15.0")
    try check("universal.dylib", "dynamicLibrary arm64 ios 15.0, x86_64 macos 11.0")
    try check("universal-64.dylib", "dynamicLibrary x86_64 macos 11.0, arm64 ios 15.0")
    try check("libdarwin.a", "staticLibrary arm64 ios 15.0")
    try check("libuniversal.a", "staticLibrary arm64 ios 15.0, x86_64 macos 11.0")
    let thin = try #require(BuiltBinary(BytesInMemory(try made.bytes("libthin.a"))))
    expectEqual(thin.unread, ["is a thin static library: its members are in other files, which aren’t read"], "thin")

    for name in ["classes-arm64-chained.dylib", "classes-arm64-bound.dylib", "classes-x86_64-run", "libgnu.a"] {
      let slice = try #require(BuiltBinary(BytesInMemory(try made.bytes(name)))?.slices.first)
      let wanted: Set = ["objectForKey:", "processInfo", "standardUserDefaults", "systemUptime", "make"]
      expectTrue(wanted.isSubset(of: slice.selectors), "the selectors of \(name) are \(slice.selectors)")
    }
    for name in made.images where name.hasPrefix("classes-") && !name.hasSuffix(".o") {
      let slice = try #require(BuiltBinary(BytesInMemory(try made.bytes(name)))?.slices.first)
      expectEqual(slice.classes, ["Photo"], "the classes of \(name)")
    }
    let linked = try #require(BuiltBinary(BytesInMemory(try made.bytes("calls-arm64-chained.dylib")))?.slices.first)
    expectEqual(linked.libraries, ["/usr/lib/libSystem.B.dylib"], "the libraries")
    let uuid = tools.run("llvm-objdump", ["--macho", "--private-headers", "calls-arm64-chained.dylib"], in: folder)
    expectTrue(uuid.contains("uuid \(linked.uuid ?? "-")"), "the UUID is \(linked.uuid ?? "-")")
    // What one member defines and another uses comes from no one else.
    let library = try #require(BuiltBinary(BytesInMemory(try made.bytes("libdarwin.a")))?.slices.first)
    expectTrue(library.resolved.isSubset(of: library.imports), "\(library.resolved)")
  }

  /// Files that are something else.
  @Test func othersAreNotBinaries() {
    let rows: [[UInt8]] = [
      [], [0xCF], Array("!<arch>".utf8), Array("#!/bin/sh\n".utf8), Array(repeating: 0, count: 100),
      // A class of Java.
      [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0x34] + Array(repeating: 7, count: 200),
    ]
    for row in rows { expectTrue(BuiltBinary(BytesInMemory(row))?.slices.isEmpty ?? true, "\(row.prefix(8))") }
  }

  @Test func entitlementsAreRead() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try AppleBinaries(in: folder, with: tools)
    let xml = Array("<plist><dict><key>a</key><true/></dict></plist>".utf8)
    // The binary form is beside it.
    let signed = SignedBinary.signed(try made.bytes("calls-arm64-run"), xml: xml, der: [0x70, 0])
    let signature = try #require(BuiltBinary(BytesInMemory(signed))?.slices.first?.signature)
    expectEqual(signature.entitlements, xml)
  }

  /// Any bytes survive, and what they cost is bounded by their number.
  @Test func brokenBinariesAreSurvived() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try AppleBinaries(in: folder, with: tools)
    let names = [
      "classes-arm64-apple-ios15.o", "calls-x86_64-bound.dylib", "classes-x86_64-chained.dylib", "calls-x86_64-run",
      "universal.dylib", "libdarwin.a", "libgnu.a",
    ]
    var read = 0
    for (seed, name) in names.enumerated() {
      let bytes = try made.bytes(name)
      // Every prefix of what is small; of larger files those that end in the headers or at the tables behind the code.
      for end in 0..<bytes.count where bytes.count < 20_000 || end < 4_096 || end % 61 == 0 {
        if let binary = BuiltBinary(BytesInMemory(Array(bytes[..<end]))) { read += binary.slices.count }
      }
      var mutator = BinaryMutator(seed: UInt64(seed))
      for _ in 0..<10_000 {
        guard let binary = BuiltBinary(BytesInMemory(mutator.mutate(bytes))) else { continue }
        read += binary.slices.count
        // No more than a few times the bytes there are.
        let size = binary.slices.flatMap { $0.imports + $0.selectors }.reduce(0) { $0 + $1.utf8.count }
        expectTrue(size <= 64 * bytes.count, "\(name) gives \(size) bytes of names")
      }
    }
    expectTrue(read > 50_000, "only \(read) slices were read")
  }

  /// Small files whose numbers are large.
  @Test func hostileImagesAreReadFast() {
    func little(_ values: [Int], _ size: Int = 4) -> [UInt8] {
      values.flatMap { value in (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }
    func name(_ text: String) -> [UInt8] { Array((Array(text.utf8) + Array(repeating: 0, count: 16)).prefix(16)) }
    func segment(at offset: Int, size: Int, classes: Int = 0) -> [UInt8] {
      let list =
        classes == 0
        ? []
        : name("__objc_classlist") + name("__DATA") + little([0x1000, classes], 8)
          + little([offset] + Array(repeating: 0, count: 7))
      return little([0x19, 72 + list.count]) + name("__DATA") + little([0x1000, size, offset, size], 8)
        + little([7, 7, list.count / 80, 0]) + list
    }
    func image(_ commands: [UInt8], _ count: Int, _ body: [UInt8]) -> [UInt8] {
      little([0xFEED_FACF, 0x0100_000C, 0, 2, count, commands.count, 0, 0]) + commands + body
    }
    let pointers = little(Array(repeating: 0x77_7777_7777, count: 5_000), 8)
    func many(_ count: Int, size: Int) -> [UInt8] {
      let start = 32 + 72 * count + 152
      let empty = Array(repeatElement(segment(at: start, size: size), count: count).joined())
      return image(empty + segment(at: start, size: pointers.count, classes: pointers.count), count + 1, pointers)
    }
    let bindings = little([0x22, 48, 0, 0] + Array(repeating: [32, 1_000_000], count: 3).joined() + [0, 0])
    let rows: [(String, [UInt8])] = [
      ("a list of 4 GB", image(segment(at: 0, size: 256, classes: 0xFFFF_FFF8), 1, Array(repeating: 0, count: 256))),
      ("empty segments", many(10_000, size: 0)),
      ("segments of a word", many(10_000, size: 8)),
      (
        "the same bindings",
        image(
          Array(repeatElement(bindings, count: 4_000).joined()), 4_000, Array(repeating: 0, count: 1_000_000))
      ),
    ]
    for (what, bytes) in rows {
      let time = ProcessorClock().measure { expectTrue(BuiltBinary(BytesInMemory(bytes)) != nil, what) }
      expectTrue(time < .seconds(5), "\(what) took \(time)")
    }
  }
}

/// A binary with another code signature.
enum SignedBinary {
  /// The image with a signature that holds these entitlements, behind its end.
  static func signed(_ image: [UInt8], xml: [UInt8], der: [UInt8]) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    func little(_ value: Int) -> [UInt8] { big(value).reversed() }
    let blobs = [
      (slot: 5, bytes: big(0xFADE_7171) + big(xml.count + 8) + xml),
      (slot: 7, bytes: big(0xFADE_7172) + big(der.count + 8) + der),
    ]
    var index: [UInt8] = []
    var content: [UInt8] = []
    for blob in blobs {
      index += big(blob.slot) + big(12 + 8 * blobs.count + content.count)
      content += blob.bytes
    }
    let signature = big(0xFADE_0CC0) + big(12 + index.count + content.count) + big(blobs.count) + index + content
    // Its load command has the offset and the size.
    var result = image
    var place = 32
    while place + 16 <= image.count {
      let command = Int(image[place]) | Int(image[place + 1]) << 8
      let size = Int(image[place + 4]) | Int(image[place + 5]) << 8
      if command == 0x1D {
        result.replaceSubrange(place + 8..<place + 16, with: little(image.count) + little(signature.count))
        return result + signature
      }
      guard size >= 8 else { break }
      place += size
    }
    return result
  }
}
