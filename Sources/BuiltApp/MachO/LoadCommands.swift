/// The load commands of an image: the layout and the platform.
struct LoadCommands {
  /// A section or segment, in the file and in memory.
  struct Part {
    let file: Range<Int>
    let address: UInt64
  }

  struct Symbols {
    let symbols: Int
    let count: Int
    let strings: Range<Int>
  }

  private(set) var symbols: Symbols?
  /// The ranges of binding information.
  private(set) var bindings: [Range<Int>] = []
  private(set) var chainedFixups: Range<Int>?
  private(set) var signature: Range<Int>?
  private(set) var methodNames: (file: Range<Int>, address: Range<UInt64>)?
  private(set) var selectorReferences: Range<Int>?
  /// The list of pointers to the defined classes.
  private(set) var classList: Range<Int>?
  /// The sections that may contain names of classes, since linkers merge them with other strings.
  private(set) var texts: [Part] = []
  /// The segments that pointers may point to.
  private(set) var data: [Part] = []
  /// The preferred load address.
  private(set) var base: UInt64 = 0
  /// The identity of the image.
  var slice: BuiltBinary.Slice
  /// What is damaged, in words that come after the path.
  private(set) var fault: String?

  init(of slice: BuiltBinary.Slice) { self.slice = slice }

  /// - Parameter announced: The size in the header, in bytes.
  mutating func read(_ bytes: [UInt8], announced: Int) {
    if bytes.count < announced { fault = "has load commands that reach past the end of the file" }
    var place = 0
    while place < bytes.count {
      guard let command = bytes.littleEndian(UInt32.self, at: place), let size = bytes.offset32(at: place + 4),
        size >= 8, size <= bytes.count - place
      else {
        fault = "has damaged load commands"
        return
      }
      read(command, Array(bytes[place..<place + size]))
      place += size
    }
  }

  private mutating func read(_ command: UInt32, _ bytes: [UInt8]) {
    switch command & 0x7FFF_FFFF {
    case 0x02:
      if let symbols = bytes.offset32(at: 8), let count = bytes.offset32(at: 12), let strings = range(bytes, at: 16) {
        self.symbols = Symbols(symbols: symbols, count: count, strings: strings)
      }
    case 0x0C, 0x18, 0x1F, 0x20, 0x23:
      if let name = bytes.offset32(at: 8).flatMap({ bytes.text(at: $0) }) { slice.libraries.append(name) }
    case 0x19: readSegment(bytes)
    case 0x1B:
      if bytes.count >= 24 { slice.uuid = Self.uuid(bytes[8..<24]) }
    case 0x1D: signature = range(bytes, at: 8)
    case 0x22:
      // Regular, weak and lazy bindings; the rest isn’t needed.
      bindings = [16, 24, 32].compactMap { range(bytes, at: $0) }.filter { !$0.isEmpty }
    case 0x24: readVersion("macos", bytes.littleEndian(UInt32.self, at: 8))
    case 0x25: readVersion("ios", bytes.littleEndian(UInt32.self, at: 8))
    case 0x2F: readVersion("tvos", bytes.littleEndian(UInt32.self, at: 8))
    case 0x30: readVersion("watchos", bytes.littleEndian(UInt32.self, at: 8))
    case 0x2C: slice.isEncrypted = bytes.littleEndian(UInt32.self, at: 16) ?? 0 != 0
    case 0x32:
      // A library for Mac Catalyst and macOS has two; the first one counts.
      guard slice.platform == nil, let number = bytes.littleEndian(UInt32.self, at: 8) else { return }
      readVersion(Self.platform(number), bytes.littleEndian(UInt32.self, at: 12))
    case 0x34: chainedFixups = range(bytes, at: 8)
    default: break
    }
  }

  /// A 32-bit offset and a 32-bit size.
  private func range(_ bytes: [UInt8], at place: Int) -> Range<Int>? {
    guard let start = bytes.offset32(at: place), let count = bytes.offset32(at: place + 4) else { return nil }
    return start..<start + count
  }

  private mutating func readSegment(_ bytes: [UInt8]) {
    if bytes.text(at: 8, upTo: 24) == "__TEXT", let address = bytes.littleEndian(UInt64.self, at: 24) { base = address }
    if let segment = bytes.text(at: 8, upTo: 24), segment.hasPrefix("__DATA") || segment.hasPrefix("__AUTH"),
      let address = bytes.littleEndian(UInt64.self, at: 24), let offset = bytes.offset64(at: 40),
      let size = bytes.offset64(at: 48), size > 0, let part = Self.part(offset, size, address)
    {
      data.append(part)
    }
    guard let count = bytes.offset32(at: 64) else { return }
    for index in 0..<min(count, (bytes.count - 72) / 80) {
      let place = 72 + index * 80
      let name = bytes.text(at: place, upTo: place + 16)
      guard let name, Self.wanted.contains(name), let address = bytes.littleEndian(UInt64.self, at: place + 32),
        let size = bytes.offset64(at: place + 40), let offset = bytes.offset32(at: place + 48),
        let part = Self.part(offset, size, address)
      else { continue }
      switch name {
      case "__objc_methname": methodNames = (part.file, address..<address + UInt64(size))
      case "__objc_selrefs": selectorReferences = part.file
      case "__objc_classlist": classList = part.file
      default: texts.append(part)
      }
    }
  }

  private static let wanted: Set = [
    "__objc_methname", "__objc_selrefs", "__objc_classlist", "__objc_classname", "__cstring",
  ]

  /// - Returns: Nil if the range is impossible.
  private static func part(_ offset: Int, _ size: Int, _ address: UInt64) -> Part? {
    guard size <= 1 << 32, offset <= 1 << 48, address <= .max - UInt64(size) else { return nil }
    return Part(file: offset..<offset + size, address: address)
  }

  private mutating func readVersion(_ name: String, _ version: UInt32?) {
    slice.platform = name
    guard let version else { return }
    let patch = version & 0xFF
    slice.minimumVersion = "\(version >> 16).\(version >> 8 & 0xFF)" + (patch > 0 ? ".\(patch)" : "")
  }

  private static func platform(_ number: UInt32) -> String {
    switch number {
    case 1: "macos"
    case 2: "ios"
    case 3: "tvos"
    case 4: "watchos"
    case 5: "bridgeos"
    case 6: "maccatalyst"
    case 7: "iossimulator"
    case 8: "tvossimulator"
    case 9: "watchossimulator"
    case 10: "driverkit"
    case 11: "visionos"
    case 12: "visionossimulator"
    default: "platform-\(number)"
    }
  }

  private static func uuid(_ bytes: ArraySlice<UInt8>) -> String {
    var result = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { result += "-" }
      let digits = String(byte, radix: 16, uppercase: true)
      result += digits.count < 2 ? "0" + digits : digits
    }
    return result
  }
}
