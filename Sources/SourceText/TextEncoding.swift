/// How the text of a file is written as bytes.
public enum TextEncoding: Hashable, Sendable, CaseIterable {
  case utf8
  /// UTF-8 with a byte order mark.
  case utf8WithMark
  /// UTF-16 with a byte order mark.
  case utf16LittleEndian, utf16BigEndian
  /// UTF-16 recognized by the zeros in its first characters.
  case utf16LittleEndianWithoutMark, utf16BigEndianWithoutMark
  /// UTF-32 with a byte order mark.
  case utf32LittleEndian, utf32BigEndian
  /// Latin-1, if an XML declaration says so.
  case latin1

  /// The byte order mark to remove; empty for UTF-8, whose mark stays in the text.
  var mark: [UInt8] {
    switch self {
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
    case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
    default: []
    }
  }

  var isLittleEndian: Bool {
    switch self {
    case .utf16LittleEndian, .utf16LittleEndianWithoutMark, .utf32LittleEndian: true
    default: false
    }
  }

  /// The size of a code unit in bytes.
  var unitSize: Int {
    switch self {
    case .utf8, .utf8WithMark, .latin1: 1
    case .utf32LittleEndian, .utf32BigEndian: 4
    default: 2
    }
  }

  /// Whether what an XML declaration says about the encoding counts: where bytes give it away, it does not.
  public var leavesDeclarationToFile: Bool { self == .utf8 || self == .latin1 }

  /// Whether a byte is an ASCII character that a text may begin with.
  private static func isASCII(_ byte: UInt8) -> Bool { (0x09...0x7E).contains(byte) }

  /// The encoding of a file, as Apple's property list parser and XML find it out: by its mark, by the zeros in its
  /// first characters, by its XML declaration.
  public init(of bytes: [UInt8]) {
    let slice = bytes[...]
    let marked: [TextEncoding] = [.utf32BigEndian, .utf32LittleEndian, .utf16LittleEndian, .utf16BigEndian]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8WithMark
    } else if let first = bytes.first, first == 0 || first >= 0xFE,
      let encoding = marked.first(where: { bytes.starts(with: $0.mark) && (bytes.count > 4 || $0.unitSize == 2) })
    {
      self = encoding
    } else if bytes.count >= 4, Self.isASCII(bytes[0]), bytes[1] == 0, Self.isASCII(bytes[2]), bytes[3] == 0 {
      self = .utf16LittleEndianWithoutMark
    } else if bytes.count >= 4, bytes[0] == 0, Self.isASCII(bytes[1]), bytes[2] == 0, Self.isASCII(bytes[3]) {
      self = .utf16BigEndianWithoutMark
    } else if DeclaredEncoding(in: slice.span)?.meaning == .latin1 {
      self = .latin1
    } else {
      self = .utf8
    }
  }
}

/// What the XML declaration at the start of a text says about its encoding, as Apple's property list parser reads it.
public struct DeclaredEncoding: Hashable, Sendable {
  public enum Meaning: Hashable, Sendable {
    case utf8
    case latin1
    /// Another extension of ASCII with single bytes.
    case singleByte
    /// An extension of ASCII with several bytes per character.
    case multiByte
    /// An unknown name, or an encoding in which the declaration itself would be unreadable.
    case unusable
  }

  public let meaning: Meaning
  /// The name, between its quotes.
  public let range: ByteRange

  /// Nil for a text that doesn’t begin with `<?xml`, or whose declaration has no encoding.
  public init?(in bytes: Span<UInt8>) {
    guard bytes.has("<?xml", at: 0) else { return nil }
    var at = 5
    while true {
      guard at < bytes.count, bytes[at] != UInt8(ascii: "?"), bytes[at] != UInt8(ascii: ">") else { return nil }
      if bytes.has("encoding=", at: at) { break }
      at += 1
    }
    at += 9
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else { return nil }
    let start = at + 1
    var end = start
    while end < bytes.count, bytes[end] != bytes[at] { end += 1 }
    guard end < bytes.count else { return nil }
    range = ByteRange(start, end)
    // The usual declaration.
    if end - start == 5, bytes.has("UTF-8", at: start) || bytes.has("utf-8", at: start) {
      meaning = .utf8
      return
    }
    var name = ""
    for index in start..<min(end, start + 64) {
      let byte = bytes[index]
      // Apple’s parser ends the name here.
      if byte == 0 { break }
      guard byte < 0x80 else {
        meaning = .unusable
        return
      }
      name.unicodeScalars.append(Unicode.Scalar(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte))
    }
    meaning = Self.meaning(of: name)
  }

  /// Whether an XML declaration claims UTF-16 or UTF-32. In an editor’s text, that can’t be checked against the file.
  public static func claimsWideUnits(_ text: SourceText) -> Bool {
    let bytes = text.bytes[...]
    guard let declared = DeclaredEncoding(in: bytes.span), declared.meaning == .unusable else { return false }
    let name = text[declared.range].lowercased().filter { $0.isLetter || $0.isNumber }
    return name.hasPrefix("utf16") || name.hasPrefix("utf32") || name.hasPrefix("iso10646")
  }

  private static func meaning(of name: String) -> Meaning {
    // Apple's parser skips everything else in a name, and over zeros that lead a number.
    var letters = ""
    for character in name where character.isASCII && (character.isLetter || character.isNumber) {
      if character == "0", letters.last?.isNumber != true { continue }
      letters.append(character)
    }
    switch letters {
    case "utf8", "cp65001", "unicode11utf8": return .utf8
    case "latin1", "l1", "iso88591", "88591", "cslisolatin1", "csisolatin1", "isoir100", "cp819", "ibm819", "ascii",
      "usascii", "us", "iso646us", "ansix341968":
      return .latin1
    case "latin2", "latin9", "greek", "cyrillic", "koi8r", "koi8u", "tis620", "xmaccyrillic", "xmacgreek", "xnextstep":
      return .singleByte
    case "shiftjis", "sjis", "xsjis", "ms932", "windows31j", "eucjp", "euckr", "euctw", "iso2022jp", "iso2022kr",
      "gb2312", "gbk", "gb18030", "hzgb2312", "big5", "big5hkscs", "ksc56011987", "cp932", "cp936", "cp949", "cp950",
      "utf7", "utf7imap", "unicode11utf7", "viscii", "romanlatin1":
      return .multiByte
    default: break
    }
    if letters.hasPrefix("iso8859"), let part = Int(letters.dropFirst(7)), (1...16).contains(part) {
      return part == 12 ? .multiByte : .singleByte
    }
    if letters.hasPrefix("windows") || letters.hasPrefix("cp"),
      let page = Int(letters.drop { !$0.isNumber }), (1250...1258).contains(page) || (437...874).contains(page)
    {
      return .singleByte
    }
    return .unusable
  }
}
