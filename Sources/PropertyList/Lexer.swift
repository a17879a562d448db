public import SourceText

/// Splits bytes into ``Token``s. Any bytes at all have tokens, and every call gets further.
public struct Lexer {
  /// Where the next token begins.
  public private(set) var position: Int

  public init(at position: Int = 0) {
    self.position = position
  }

  /// The tokens of a text, in order; their ranges cover it without a gap.
  public static func tokens(of text: SourceText) -> [Token] {
    var lexer = Lexer()
    var tokens: [Token] = []
    while let token = lexer.next(in: text.bytes.span) { tokens.append(token) }
    return tokens
  }

  /// The next token, nil at the end.
  public mutating func next(in bytes: Span<UInt8>) -> Token? {
    let start = position
    guard start < bytes.count else { return nil }
    let byte = bytes[start]
    if byte == UInt8(ascii: "<") { return markup(in: bytes, from: start) }
    if start == 0, byte == 0xEF, bytes.count >= 3, bytes[1] == 0xBB, bytes[2] == 0xBF {
      return token(.byteOrderMark, start, 3)
    }
    return token(.text, start, Self.index(of: UInt8(ascii: "<"), in: bytes, from: start) ?? bytes.count)
  }

  private mutating func token(
    _ kind: Token.Kind, _ lower: Int, _ upper: Int, name: ByteRange? = nil, element: Element = .other,
    isTerminated: Bool = true
  ) -> Token {
    position = upper
    return Token(
      kind: kind, range: ByteRange(lower, upper), name: name ?? ByteRange(at: lower), element: element,
      isTerminated: isTerminated)
  }

  private mutating func markup(in bytes: Span<UInt8>, from start: Int) -> Token {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch next {
    case UInt8(ascii: "/"): return endTag(in: bytes, from: start)
    case UInt8(ascii: "?"):
      // `<?xml` and nothing else begins the declaration; `<?xml-stylesheet` is an instruction.
      let isDeclaration =
        Self.matches("<?xml", in: bytes, at: start) && start + 5 < bytes.count && isBlank(bytes[start + 5])
      return delimited(isDeclaration ? .declaration : .processingInstruction, in: bytes, start, opening: 2, end: "?>")
    case UInt8(ascii: "!"):
      if Self.matches("<!--", in: bytes, at: start) {
        return delimited(.comment, in: bytes, start, opening: 4, end: "-->")
      }
      if Self.matches("<![CDATA[", in: bytes, at: start) {
        return delimited(.cdata, in: bytes, start, opening: 9, end: "]]>")
      }
      if Self.matches("<!DOCTYPE", in: bytes, at: start) { return doctype(in: bytes, from: start) }
      return token(.incompleteStartTag, start, start + 2, name: ByteRange(at: start + 1))
    default:
      guard isNameByte(next) else { return token(.incompleteStartTag, start, start + 1, name: ByteRange(at: start + 1)) }
      return startTag(in: bytes, from: start)
    }
  }

  private mutating func startTag(in bytes: Span<UInt8>, from start: Int) -> Token {
    var end = start + 1
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    let name = ByteRange(start + 1, end)
    let element = Element(named: bytes, in: name.indices)
    var close = end
    while close < bytes.count, bytes[close] != UInt8(ascii: ">"), bytes[close] != UInt8(ascii: "<") { close += 1 }
    guard close < bytes.count, bytes[close] == UInt8(ascii: ">") else {
      return token(.incompleteStartTag, start, end, name: name, element: element)
    }
    let isEmpty = close > end && bytes[close - 1] == UInt8(ascii: "/")
    return token(isEmpty ? .emptyTag : .startTag, start, close + 1, name: name, element: element)
  }

  private mutating func endTag(in bytes: Span<UInt8>, from start: Int) -> Token {
    var end = start + 2
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    let name = ByteRange(start + 2, end)
    let element = Element(named: bytes, in: name.indices)
    var close = end
    while close < bytes.count, bytes[close] != UInt8(ascii: ">"), bytes[close] != UInt8(ascii: "<") { close += 1 }
    guard close < bytes.count, bytes[close] == UInt8(ascii: ">") else {
      return token(.incompleteEndTag, start, end, name: name, element: element)
    }
    return token(.endTag, start, close + 1, name: name, element: element)
  }

  private mutating func delimited(
    _ kind: Token.Kind, in bytes: Span<UInt8>, _ start: Int, opening: Int, end: StaticString
  ) -> Token {
    let length = end.utf8CodeUnitCount
    let last = end.withUTF8Buffer { $0[length - 1] }
    var from = start + opening
    while let candidate = Self.index(of: last, in: bytes, from: from) {
      let lower = candidate + 1 - length
      if lower >= start + opening, Self.matches(end, in: bytes, at: lower) { return token(kind, start, candidate + 1) }
      from = candidate + 1
    }
    return token(kind, start, bytes.count, isTerminated: false)
  }

  /// `<!DOCTYPE … >`, with an internal subset in brackets if there is one.
  private mutating func doctype(in bytes: Span<UInt8>, from start: Int) -> Token {
    var at = start + 9
    var quote: UInt8 = 0
    var depth = 0
    while at < bytes.count {
      let byte = bytes[at]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ">") where depth <= 0: return token(.doctype, start, at + 1)
        default: break
        }
      }
      at += 1
    }
    // A quote or bracket that never ends would swallow the file: cut at the first `>` after all.
    let end = Self.index(of: UInt8(ascii: ">"), in: bytes, from: start).map { $0 + 1 } ?? bytes.count
    return token(.doctype, start, end, isTerminated: false)
  }

  static func index(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == byte { return at }
      at += 1
    }
    return nil
  }

  static func matches(_ word: StaticString, in bytes: Span<UInt8>, at start: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard start >= 0, start + length <= bytes.count else { return false }
    return word.withUTF8Buffer { buffer in
      for index in 0..<length where bytes[start + index] != buffer[index] { return false }
      return true
    }
  }
}

/// Space, tab, line feed or carriage return.
func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}

/// What may stand in the name of a tag: anything but white space and the marks that end a name.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"): false
  default: true
  }
}
