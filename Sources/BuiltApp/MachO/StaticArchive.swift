/// A static library in the BSD or GNU format.
struct StaticArchive {
  struct Member {
    let content: Range<Int>
    /// Whether it is the archive’s own table.
    let isIndex: Bool
  }

  private let source: any ByteSource
  private var place = 8
  /// The table of long names in the GNU format.
  private var longNames: Range<Int>?
  /// What is wrong with the archive, in words that come after the path.
  private(set) var fault: String?

  init(_ source: any ByteSource) { self.source = source }

  /// The next member; nil at the end or if nothing more can be read.
  mutating func next() -> Member? {
    guard fault == nil, place < source.count else { return nil }
    let header = source.bytes(at: place, count: 60)
    if header.count < 60, header.allSatisfy({ $0 == 0x0A || $0 == 0 }) { return nil }
    guard header.count == 60, header[58] == 0x60, header[59] == 0x0A,
      let size = Self.number(header[48..<58]), size <= source.count - place - 60
    else {
      fault = "has a damaged member, and is not read beyond it"
      return nil
    }
    var content = place + 60..<place + 60 + size
    place = content.upperBound + content.upperBound % 2
    var name = Self.name(header[0..<16])
    if name.hasPrefix("#1/") {
      // BSD: the name is at the start of the content.
      guard let length = Self.number(header[3..<16]), length <= size, length <= 4096 else {
        fault = "has a member whose name is damaged, and is not read beyond it"
        return nil
      }
      name = source.bytes(at: content.lowerBound, count: length).text(at: 0) ?? ""
      content = content.lowerBound + length..<content.upperBound
    } else if name == "//" {
      longNames = content
      return Member(content: content, isIndex: true)
    } else if name.hasPrefix("/"), let offset = Self.number(header[1..<16]), let longNames, offset < longNames.count {
      let bytes = source.bytes(at: longNames.lowerBound + offset, count: min(longNames.count - offset, 4096))
      name = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
    }
    if name.count > 1, name.hasSuffix("/"), name != "//" { name.removeLast() }
    let isIndex = name == "/" || name == "//" || name == "/SYM64" || name.hasPrefix("__.SYMDEF")
    return Member(content: content, isIndex: isIndex)
  }

  private static func name(_ field: ArraySlice<UInt8>) -> String {
    var field = field
    while field.last == 0x20 { field = field.dropLast() }
    return String(decoding: field, as: UTF8.self)
  }

  /// A decimal number with trailing spaces.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    var value = 0
    var digits = 0
    var rest = field
    while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 15 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      rest = rest.dropFirst()
    }
    return digits > 0 && rest.allSatisfy { $0 == 0x20 } ? value : nil
  }
}
