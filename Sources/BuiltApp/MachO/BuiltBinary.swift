/// A Mach-O file or a static library: what it imports, for each architecture.
public struct BuiltBinary: Sendable {
  public enum Kind: String, Sendable {
    case executable, dynamicLibrary, bundle, object, staticLibrary
    /// A core dump, debug symbols and the like, whose code doesn’t run in an app.
    case other
  }

  public internal(set) var kind: Kind
  /// One per architecture, in the order of the file.
  public internal(set) var slices: [Slice] = []
  /// What was skipped and why, in words that come after the path.
  public internal(set) var notes: [String] = []
  /// What couldn’t be read, in words that come after the path.
  public internal(set) var faults: [String] = []
  /// Why none of its code was read, if all of it is in unsupported formats; in words that come after the path.
  public internal(set) var unread: [String] = []

  /// The part of a binary for one architecture.
  public struct Slice: Sendable {
    /// As tools spell it: `arm64`, `arm64e`, `x86_64`.
    public internal(set) var architecture: String
    /// As tools spell it: `ios`, `macos`, `iossimulator`; nil if the file doesn’t say.
    public internal(set) var platform: String?
    /// The minimum version of the platform: `15.0`.
    public internal(set) var minimumVersion: String?
    /// As tools spell it, with hyphens.
    public internal(set) var uuid: String?
    /// The undefined external symbols, sorted, without duplicates.
    public internal(set) var imports: [String] = []
    /// Those of ``imports`` that another member of the same static library defines.
    public internal(set) var resolved: Set<String> = []
    /// The selectors that its code sends, or all that it contains if that can’t be distinguished. Sorted.
    public internal(set) var selectors: [String] = []
    /// The runtime names of the classes that it defines; those of Swift are mangled. Not read from objects and static
    /// libraries.
    public internal(set) var classes: Set<String> = []
    /// The install names of the libraries that it links, in the order of the file.
    public internal(set) var libraries: [String] = []
    /// The Swift modules whose symbols it defines, with their counts; only read from objects and static libraries.
    public internal(set) var modules: [String: Int] = [:]
    public internal(set) var signature = CodeSignature()
    /// Whether the App Store encrypted the code, so that parts of it can’t be read.
    public internal(set) var isEncrypted = false

    init(architecture: String) { self.architecture = architecture }
  }
}

extension BuiltBinary {
  /// Whether a file with these first bytes, at least four, may be a binary.
  public static func mayBegin(with bytes: [UInt8]) -> Bool {
    BinaryFormat(bytes) != nil
  }

  /// Reads a binary; nil if it isn’t one.
  ///
  /// Time and memory are bounded by the size of the file, and damage is reported in ``faults``.
  public init?(_ source: some ByteSource) {
    let head = source.bytes(at: 0, count: 8)
    guard let format = BinaryFormat(head) else { return nil }
    var reader = BinaryReader()
    reader.read(source, format, depth: 0)
    // Java class files begin with the same bytes as universal binaries.
    if reader.kind == nil, (reader.notes + reader.faults + reader.unread).isEmpty { return nil }
    self.init(
      kind: reader.kind ?? .other, slices: reader.finishedSlices, notes: reader.notes, faults: reader.faults)
    // Code for other architectures is skipped; if there is nothing else, the file counts as unread.
    if slices.isEmpty { unread = reader.unread } else { notes += reader.unread }
  }
}

/// The magic numbers of binaries.
enum BinaryFormat {
  case image
  /// Another byte order, or 32-bit addresses.
  case unreadImage(String)
  case universal(is64Bit: Bool)
  case archive
  case thinArchive
  case bitcode

  init?(_ bytes: [UInt8]) {
    switch bytes.bigEndian(UInt32.self, at: 0) {
    case 0xCFFA_EDFE: self = .image
    case 0xCEFA_EDFE, 0xFEED_FACE: self = .unreadImage("32-bit")
    case 0xFEED_FACF: self = .unreadImage("big-endian")
    case 0xCAFE_BABE: self = .universal(is64Bit: false)
    case 0xCAFE_BABF: self = .universal(is64Bit: true)
    case 0x4243_C0DE, 0xDEC0_170B: self = .bitcode
    // “!<arch>” and “!<thin>” with the end of their line.
    case 0x213C_6172 where bytes.bigEndian(UInt32.self, at: 4) ?? 0x6368_3E0A == 0x6368_3E0A: self = .archive
    case 0x213C_7468 where bytes.bigEndian(UInt32.self, at: 4) ?? 0x696E_3E0A == 0x696E_3E0A: self = .thinArchive
    default: return nil
    }
  }
}

/// Collects the contents of a file’s parts.
struct BinaryReader {
  private(set) var kind: BuiltBinary.Kind?
  private var images: [Image] = []
  private(set) var notes: [String] = []
  private(set) var faults: [String] = []
  /// The unsupported formats that were found.
  private(set) var unread: [String] = []
  private var isArchive = false

  /// The most slices. There are fewer architectures, and a Java class file has its version in this place.
  private static let mostSlices = 20

  private static func add(_ text: String, to list: inout [String]) {
    if list.count < 10, !list.contains(text) { list.append(text) }
  }
  private mutating func fault(_ text: String) { Self.add(text, to: &faults) }
  private mutating func unread(_ text: String) { Self.add(text, to: &unread) }

  /// - Parameter depth: The nesting level; the deepest valid one is an archive in a universal binary.
  mutating func read(_ source: some ByteSource, _ format: BinaryFormat, depth: Int) {
    switch format {
    case .image:
      if let image = Image(source, inArchive: isArchive, fault: { fault($0) }) {
        if image.slice.isEncrypted { Self.add("is encrypted, so its selectors are not read", to: &notes) }
        if !isArchive { kind = kind ?? image.kind }
        images.append(image)
      }
    case .unreadImage(let why): unread("has \(why) code, which is not read")
    case .bitcode: unread("has LLVM bitcode, which is not read")
    case .thinArchive:
      kind = kind ?? .staticLibrary
      unread("is a thin static library: its members are in other files, which are not read")
    case .archive:
      guard depth < 2 else { return }
      kind = kind ?? .staticLibrary
      isArchive = true
      var archive = StaticArchive(source)
      while let member = archive.next() {
        let part = PartOfSource(source, member.content)
        guard let format = BinaryFormat(part.bytes(at: 0, count: 8)) else {
          if !member.isIndex { Self.add("has members that are not Mach-O, which are not read", to: &notes) }
          continue
        }
        if case .archive = format { continue }
        read(part, format, depth: 2)
      }
      if let words = archive.fault { fault(words) }
      isArchive = false
    case .universal(let is64Bit):
      guard depth == 0 else { return unread("has universal files inside, which are not read") }
      readSlices(source, is64Bit: is64Bit)
    }
  }

  private mutating func readSlices(_ source: some ByteSource, is64Bit: Bool) {
    let size = is64Bit ? 32 : 20
    let head = source.bytes(at: 0, count: 8 + size * Self.mostSlices)
    guard let count = head.bigEndian(UInt32.self, at: 4), count > 0, count <= Self.mostSlices else { return }
    var slices: [Range<Int>] = []
    for index in 0..<Int(count) {
      let place = 8 + index * size
      let range: (offset: UInt64?, size: UInt64?) =
        is64Bit
        ? (head.bigEndian(UInt64.self, at: place + 8), head.bigEndian(UInt64.self, at: place + 16))
        : (
          head.bigEndian(UInt32.self, at: place + 8).map(UInt64.init),
          head.bigEndian(UInt32.self, at: place + 12).map(UInt64.init)
        )
      guard let offset = range.offset.flatMap(Int.init(exactly:)), let size = range.size.flatMap(Int.init(exactly:)),
        offset < source.count, size <= source.count - offset
      else {
        fault("has a slice that reaches past the end of the file")
        continue
      }
      // Overlapping parts would be read repeatedly.
      if slices.contains(where: { $0.overlaps(offset..<offset + size) }) {
        fault("has slices that overlap")
        continue
      }
      slices.append(offset..<offset + size)
    }
    for slice in slices {
      let part = PartOfSource(source, slice)
      guard let format = BinaryFormat(part.bytes(at: 0, count: 8)) else {
        fault("has a slice that is not Mach-O")
        continue
      }
      read(part, format, depth: 1)
    }
  }

  /// The slices; those of an archive’s members are merged.
  var finishedSlices: [BuiltBinary.Slice] {
    var joined: [(slice: BuiltBinary.Slice, imports: Set<String>, selectors: Set<String>, defined: Set<String>)] = []
    for image in images {
      var place = joined.firstIndex { kind == .staticLibrary && $0.slice.architecture == image.slice.architecture }
      if place == nil {
        joined.append((image.slice, [], [], []))
        place = joined.count - 1
      }
      guard let place else { continue }
      joined[place].imports.formUnion(image.imports)
      joined[place].selectors.formUnion(image.selectors)
      joined[place].defined.formUnion(image.defined)
      if joined[place].slice.platform == nil {
        joined[place].slice.platform = image.slice.platform
        joined[place].slice.minimumVersion = image.slice.minimumVersion
      }
    }
    return joined.map { part in
      var slice = part.slice
      slice.imports = sorted(part.imports)
      slice.selectors = sorted(part.selectors)
      if kind == .staticLibrary || kind == .object {
        slice.resolved = part.imports.intersection(part.defined)
        for name in part.defined {
          if let module = swiftModule(of: name) { slice.modules[module, default: 0] += 1 }
        }
      }
      return slice
    }
  }
}

/// Sorted by bytes, as tools do.
private func sorted(_ names: Set<String>) -> [String] {
  names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// The module of a mangled Swift name: “Main” for “_$s4Main3fooyyF”.
private func swiftModule(of symbol: String) -> String? {
  guard symbol.utf8.starts(with: "_$s".utf8) || symbol.utf8.starts(with: "_$S".utf8) else { return nil }
  let rest = symbol.utf8.dropFirst(3)
  let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  guard let count = Int(String(Substring(digits))), count > 0, count <= 200 else { return nil }
  let name = rest.dropFirst(digits.count).prefix(count)
  return name.count == count ? String(Substring(name)) : nil
}
