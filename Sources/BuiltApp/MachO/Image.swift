/// A 64-bit little-endian Mach-O image.
struct Image {
  var slice: BuiltBinary.Slice { commands.slice }
  let kind: BuiltBinary.Kind
  private(set) var imports: Set<String> = []
  private(set) var selectors: Set<String> = []
  /// The external symbols that it defines; only for objects and members of archives.
  private(set) var defined: Set<String> = []

  private let source: any ByteSource
  private var commands: LoadCommands
  /// What is damaged, in words that follow the path.
  private var faults: [String] = []

  /// The limit for names, in bytes; mangled Swift names are long.
  private static let longestName = 256 << 10
  /// How much of a table is read at once, in bytes.
  private static let piece = 1 << 20

  /// - Parameter inArchive: Whether it is a member of a static library.
  init?(_ source: any ByteSource, inArchive: Bool, fault: (String) -> Void) {
    self.source = source
    let header = source.bytes(at: 0, count: 32)
    guard let processor = header.littleEndian(UInt32.self, at: 4), let type = header.littleEndian(UInt32.self, at: 12),
      let size = header.offset32(at: 20), let subtype = header.littleEndian(UInt32.self, at: 8)
    else {
      fault("ends within its header")
      return nil
    }
    kind =
      switch type {
      case 1: .object
      case 2: .executable
      case 6: .dynamicLibrary
      case 8: .bundle
      default: .other
      }
    commands = LoadCommands(of: BuiltBinary.Slice(architecture: Self.architecture(processor, subtype)))
    commands.read(source.bytes(at: 32, count: size, limit: 4 << 20), announced: size)
    // In the order of linkers, so that compressed data is unpacked only once.
    readSelectors()
    readClasses()
    readBoundSymbols()
    readSymbols(definedToo: inArchive || kind == .object)
    if let range = commands.signature {
      if range.upperBound > source.count { self.fault("has a signature that reaches past the end of the file") }
      commands.slice.signature = CodeSignature(PartOfSource(source, range))
    }
    for words in [commands.fault].compactMap({ $0 }) + faults { fault(words) }
  }

  private static func architecture(_ processor: UInt32, _ subtype: UInt32) -> String {
    switch (processor, subtype & 0x00FF_FFFF) {
    case (0x0100_000C, 2): "arm64e"
    case (0x0100_000C, _): "arm64"
    case (0x0100_0007, 8): "x86_64h"
    case (0x0100_0007, _): "x86_64"
    default: "cpu-\(processor)-\(subtype & 0x00FF_FFFF)"
    }
  }

  private mutating func fault(_ text: String) {
    if !faults.contains(text) { faults.append(text) }
  }

  // MARK: - Symbols

  /// The undefined external symbols in the symbol table, and those that are bound without being in it.
  private mutating func readSymbols(definedToo: Bool) {
    let bound = imports
    imports = []
    guard let table = commands.symbols else {
      imports = bound
      return
    }
    // Each entry has the offset of the name in four bytes, the type in one, and at the end a value in eight.
    var undefined: [Int] = []
    var others: [Int] = []
    let first = min(table.symbols, source.count)
    let symbols = first..<first + min(table.count, (source.count - first) / 16) * 16
    if table.count * 16 > symbols.count { fault("has a symbol table that reaches past the end of the file") }
    for start in stride(from: symbols.lowerBound, to: symbols.upperBound, by: Self.piece) {
      let bytes = source.bytes(in: start..<min(start + Self.piece, symbols.upperBound))
      for place in stride(from: 0, to: bytes.count - 15, by: 16) {
        let type = bytes[place + 4]
        // Skip debug symbols and local ones.
        guard type & 0xE0 == 0, type & 0x01 != 0 else { continue }
        guard let name = bytes.offset32(at: place), let value = bytes.littleEndian(UInt64.self, at: place + 8) else {
          continue
        }
        if type & 0x0E == 0 {
          // With a value, it is memory that the linker allocates.
          if value == 0 { undefined.append(name) } else { others.append(name) }
        } else {
          others.append(name)
        }
      }
    }
    let strings = PartOfSource(source, table.strings)
    if strings.count < table.strings.count { fault("has a string table that reaches past the end of the file") }
    var areWhole = Self.forEachName(at: undefined, in: strings) { imports.insert($0) }
    var extra = bound.subtracting(imports)
    // A bound symbol may be the image's own: a weak definition that another image may override.
    if definedToo {
      var names: Set<String> = []
      if !Self.forEachName(at: others, in: strings, { names.insert($0) }) { areWhole = false }
      defined = names
      extra.subtract(names)
    } else if !extra.isEmpty {
      if !Self.forEachName(at: others, in: strings, { extra.remove($0) }) { areWhole = false }
    }
    imports.formUnion(extra)
    if !areWhole { fault("has symbols whose names lie outside the string table") }
  }

  /// Calls `body` with the names at some offsets in a string table, in the order of the table.
  ///
  /// - Returns: Whether all offsets are in the table.
  private static func forEachName(at places: [Int], in strings: PartOfSource, _ body: (String) -> Void) -> Bool {
    var window: [UInt8] = []
    var windowStart = 0
    var last = -1
    var areWhole = true
    // Names may share their ends, but with too many of those, the time would be quadratic.
    var budget = 8 * strings.count
    for place in places.sorted() where place != last {
      last = place
      // Offset 0 means that a symbol has no name.
      guard place > 0, place < strings.count, budget > 0 else {
        if place != 0 { areWhole = false }
        continue
      }
      var start = place - windowStart
      var end = start < window.count ? window[start...].firstIndex(of: 0) : nil
      if end == nil, start >= window.count || windowStart + window.count < strings.count {
        window = strings.bytes(at: place, count: longestName)
        (windowStart, start) = (place, 0)
        end = window.firstIndex(of: 0)
      }
      // The last name may be unterminated.
      if end == nil, windowStart + window.count == strings.count { end = window.count }
      guard let end, end > start else { continue }
      budget -= end - start
      body(String(decoding: window[start..<end], as: UTF8.self))
    }
    return areWhole
  }

  // MARK: - What the loader binds

  private mutating func readBoundSymbols() {
    for range in commands.bindings {
      // Names may be repeated, but no image has more binding information than this.
      let bytes = source.bytes(at: range.lowerBound, count: range.count)
      if bytes.count < range.count { fault("has binding information that reaches past the end of the file") }
      if !forEachBinding(in: bytes, { imports.insert($0) }) { fault("has damaged binding information") }
    }
    if let range = commands.chainedFixups {
      let bytes = source.bytes(at: range.lowerBound, count: range.count)
      if !readChainedImports(bytes) { fault("has damaged chained fixups") }
    }
  }

  /// - Returns: Whether everything could be read.
  private mutating func readChainedImports(_ bytes: [UInt8]) -> Bool {
    guard let imports = bytes.offset32(at: 8), let symbols = bytes.offset32(at: 12), let count = bytes.offset32(at: 16),
      let format = bytes.littleEndian(UInt32.self, at: 20), let compression = bytes.littleEndian(UInt32.self, at: 24)
    else { return false }
    // Compressed names were planned but never used.
    guard compression == 0 else { return false }
    guard let size = [1: 4, 2: 8, 3: 16][format] else { return false }
    guard symbols <= bytes.count, imports <= bytes.count, count <= (bytes.count - imports) / size else { return false }
    var isWhole = true
    // Many imports with one long name would take quadratic time.
    var budget = 8 * bytes.count
    for index in 0..<count where budget > 0 {
      let place = imports + index * size
      let name =
        format == 3
        ? bytes.littleEndian(UInt64.self, at: place).map { Int($0 >> 32) }
        : bytes.littleEndian(UInt32.self, at: place).map { Int($0 >> 9) }
      guard let name, let end = bytes.count > symbols + name ? bytes[(symbols + name)...].firstIndex(of: 0) : nil,
        end - symbols - name <= Self.longestName
      else {
        isWhole = false
        continue
      }
      budget -= end - symbols - name
      if end > symbols + name { self.imports.insert(String(decoding: bytes[(symbols + name)..<end], as: UTF8.self)) }
    }
    return isWhole && budget > 0
  }

  // MARK: - Selectors

  /// The selectors that the image references, through pointers to their names.
  private mutating func readSelectors() {
    guard !slice.isEncrypted, let names = commands.methodNames,
      names.file.lowerBound < source.count, !names.file.isEmpty
    else { return }
    let bytes = source.bytes(at: names.file.lowerBound, count: names.file.count, limit: 32 << 20)
    var referenced: Set<Int> = []
    if let references = commands.selectorReferences, kind != .object {
      let pointers = source.bytes(at: references.lowerBound, count: references.count, limit: 16 << 20)
      for place in stride(from: 0, to: pointers.count - 7, by: 8) {
        guard let pointer = pointers.littleEndian(UInt64.self, at: place) else { continue }
        if let offset = offset(of: pointer, in: names.address, names: bytes) {
          referenced.insert(offset)
        }
      }
    }
    // In objects, references need relocations, which aren't read; so all names count.
    if referenced.isEmpty {
      for name in bytes.split(separator: 0) where name.count <= Self.longestName {
        selectors.insert(String(decoding: name, as: UTF8.self))
      }
      return
    }
    for start in referenced {
      if let name = bytes.text(at: start, upTo: start + 4096), !name.isEmpty { selectors.insert(name) }
    }
  }

  // MARK: - Classes

  /// A part of the image in memory.
  private struct Piece {
    let part: LoadCommands.Part
    let bytes: [UInt8]
  }

  /// How much of an image is read for its classes at most, in bytes.
  private static let mostForClasses = 32 << 20
  /// Linkers create fewer than ten of these segments and sections.
  private static let mostParts = 32
  /// In bytes, for 131,072 classes: several times as many as the largest apps have.
  private static let longestClassList = 1 << 20

  /// Reads the names of the classes that the image defines, from a list of pointers to classes. The fifth word of a
  /// class points to its constant data, whose fourth word points to the name.
  private mutating func readClasses() {
    guard kind != .object, !slice.isEncrypted, let list = commands.classList else { return }
    let parts = commands.texts + commands.data
    guard parts.count <= Self.mostParts, parts.reduce(0, { $0 + $1.file.count }) <= Self.mostForClasses else { return }
    func read(_ parts: [LoadCommands.Part]) -> [Piece] {
      parts.sorted { $0.file.lowerBound < $1.file.lowerBound }.map { part in
        Piece(part: part, bytes: source.bytes(at: part.file.lowerBound, count: part.file.count))
      }
    }
    let (texts, data) = (read(commands.texts), read(commands.data))
    guard let home = data.first(where: { $0.part.file.contains(list.lowerBound) }) else { return }
    let start = list.lowerBound - home.part.file.lowerBound
    let end = min(start + min(list.count, Self.longestClassList), home.bytes.count)
    for place in stride(from: start, to: end - 7, by: 8) {
      guard let object = home.bytes.littleEndian(UInt64.self, at: place).flatMap({ target(of: $0, in: data) }),
        // The lowest bits are flags.
        let info = object.bytes.littleEndian(UInt64.self, at: object.offset + 32),
        let constant = target(of: info & ~7, in: data),
        let pointer = constant.bytes.littleEndian(UInt64.self, at: constant.offset + 24),
        let name = target(of: pointer, in: texts), name.offset == 0 || name.bytes[name.offset - 1] == 0,
        let text = name.bytes.text(at: name.offset, upTo: name.offset + 4_096), !text.isEmpty
      else { continue }
      commands.slice.classes.insert(text)
    }
  }

  /// Where a pointer leads, in any of its forms.
  private func target(of pointer: UInt64, in pieces: [Piece]) -> (bytes: [UInt8], offset: Int)? {
    first(of: pointer) { address in
      for piece in pieces where address >= piece.part.address {
        let distance = address - piece.part.address
        if distance < UInt64(piece.bytes.count) { return (piece.bytes, Int(distance)) }
      }
      return nil
    }
  }

  /// The first result for an address that a pointer may mean. It may be the address itself or a chained fixup: an
  /// address or an offset from the image's base in the low 32, 36 or 43 bits. The sum may wrap: the pointer is the
  /// file’s, and an address that no section has gives no result.
  private func first<Result>(of pointer: UInt64, _ result: (UInt64) -> Result?) -> Result? {
    for mask: UInt64 in [.max, 0x7FF_FFFF_FFFF, 0xF_FFFF_FFFF, 0xFFFF_FFFF] {
      if let found = result(pointer & mask) ?? result((pointer & mask) &+ commands.base) { return found }
    }
    return nil
  }

  /// The offset of a name in a section; nil if the pointer doesn't lead to the start of one.
  private func offset(of pointer: UInt64, in section: Range<UInt64>, names: [UInt8]) -> Int? {
    first(of: pointer) { address in
      guard section.contains(address) else { return nil }
      let offset = Int(address - section.lowerBound)
      // A name follows the end of another one.
      return offset < names.count && (offset == 0 || names[offset - 1] == 0) ? offset : nil
    }
  }
}

/// Interprets the opcodes of binding information, and calls `body` with the name of each bound symbol.
///
/// - Returns: Whether everything could be read.
private func forEachBinding(in bytes: [UInt8], _ body: (String) -> Void) -> Bool {
  var place = 0
  var name: Range<Int>?
  func bind() {
    if let range = name, !range.isEmpty { body(String(decoding: bytes[range], as: UTF8.self)) }
    name = nil
  }
  while place < bytes.count {
    let byte = bytes[place]
    place += 1
    switch byte & 0xF0 {
    // Ends the list, or a single entry of lazy bindings.
    case 0x00, 0x10, 0x30, 0x50: break
    case 0x40:
      guard let end = bytes[place...].firstIndex(of: 0) else { return false }
      name = place..<end
      place = end + 1
    case 0x20, 0x60, 0x70, 0x80:
      guard bytes.skipLEB128(&place) else { return false }
    case 0x90, 0xB0: bind()
    case 0xA0:
      bind()
      guard bytes.skipLEB128(&place) else { return false }
    case 0xC0:
      bind()
      guard bytes.skipLEB128(&place), bytes.skipLEB128(&place) else { return false }
    case 0xD0:
      if byte & 0x0F == 0 { guard bytes.skipLEB128(&place) else { return false } }
    default: return false
    }
  }
  return true
}

extension Array where Element == UInt8 {
  fileprivate func skipLEB128(_ place: inout Int) -> Bool {
    while place < count {
      place += 1
      if self[place - 1] < 0x80 { return true }
    }
    return false
  }
}
