import SourceText

/// Splits any bytes into ``Token``s.
///
/// Like in Apple’s parser, tags end at the first `>`, even in quotes. The lexer recovers from tokens without an end. It
/// never searches the same bytes for a delimiter twice: once one isn’t found, it counts as missing for the rest.
package struct Lexer {
  /// The offset of the next token.
  package private(set) var position: Int
  /// Whether no element has begun yet.
  private(set) var isInProlog = true
  private(set) var lacksCommentEnd = false
  private var lacksCDATAEnd = false
  private var lacksInstructionEnd = false
  private var lacksSubsetEnd = false
  private var lacksDoctypeEnd = false

  package init(at position: Int = 0) {
    self.position = position
    isInProlog = position == 0
  }

  /// Skips whitespace.
  mutating func skipBlanks(in bytes: Span<UInt8>) {
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
  }

  /// Continues at another offset, after tags that were parsed without the lexer.
  mutating func move(to position: Int) {
    self.position = position
  }

  /// A copy of the lexer at another offset, for looking ahead or going back.
  func moved(to position: Int) -> Lexer {
    var copy = self
    copy.position = position
    return copy
  }

  /// The next token; nil at the end.
  package mutating func next(in bytes: Span<UInt8>) -> Token? {
    let start = position
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "<") { return markup(in: bytes, from: start) }
    if start == 0, Self.hasByteOrderMark(bytes) { return token(.byteOrderMark, start, 3) }
    let special = bytes.firstMarkup(from: start)
    let isSpecial = special < bytes.count && bytes[special] != UInt8(ascii: "<")
    let end = isSpecial ? bytes.firstIndex(of: UInt8(ascii: "<"), from: special) ?? bytes.count : special
    var token = token(.text, start, end)
    token.isSpecial = isSpecial
    return token
  }

  static func hasByteOrderMark(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  private mutating func token(
    _ kind: Token.Kind, _ lower: Int, _ upper: Int, name: ByteRange? = nil, element: Element = .other,
    isTerminated: Bool = true, isMalformed: Bool = false
  ) -> Token {
    position = upper
    return Token(
      kind: kind, range: ByteRange(lower, upper), name: name ?? ByteRange(at: lower), element: element,
      isTerminated: isTerminated, isMalformed: isMalformed)
  }

  private mutating func markup(in bytes: Span<UInt8>, from start: Int) -> Token {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0x20
    switch next {
    case UInt8(ascii: "/"): return endTag(in: bytes, from: start)
    case UInt8(ascii: "?"): return instruction(in: bytes, from: start)
    case UInt8(ascii: "!"): return declaration(in: bytes, from: start)
    case UInt8(ascii: ">"): return token(.incompleteStartTag, start, start + 2, name: ByteRange(at: start + 1))
    case UInt8(ascii: "<"):
      // Several in a row are one mistake; the last one may begin a tag.
      var end = start + 1
      while end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "<") { end += 1 }
      return token(.incompleteStartTag, start, end, name: ByteRange(at: start + 1))
    case 0x20, 0x09, 0x0A, 0x0D: return blankTag(in: bytes, from: start)
    default: return startTag(in: bytes, from: start, nameStart: start + 1)
    }
  }

  // MARK: - Tags

  /// `< dict>` or `< /dict>`, if a known name follows the spaces on the line; otherwise a lone `<`.
  private mutating func blankTag(in bytes: Span<UInt8>, from start: Int) -> Token {
    var at = start + 1
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    let isEnd = at < bytes.count && bytes[at] == UInt8(ascii: "/")
    if isEnd { at += 1 }
    if at < bytes.count, isNameByte(bytes[at]), Self.element(at: at, in: bytes) != .other {
      var token =
        isEnd ? endTag(in: bytes, from: start, nameStart: at) : startTag(in: bytes, from: start, nameStart: at)
      if token.kind != .incompleteStartTag, token.kind != .incompleteEndTag {
        token.isMalformed = true
        return token
      }
    }
    return token(.incompleteStartTag, start, start + 1, name: ByteRange(at: start + 1))
  }

  private mutating func startTag(in bytes: Span<UInt8>, from start: Int, nameStart: Int) -> Token {
    isInProlog = false
    var end = nameStart
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    let name = ByteRange(nameStart, end)
    let element = Element(named: bytes, in: name.indices)
    guard end < bytes.count else { return token(.incompleteStartTag, start, end, name: name, element: element) }
    switch bytes[end] {
    case UInt8(ascii: ">"): return token(.startTag, start, end + 1, name: name, element: element)
    case UInt8(ascii: "/"):
      if end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ">") {
        return token(.emptyTag, start, end + 2, name: name, element: element)
      }
      // Apple’s parser reads `<dict/ >` as a tag named `dict/`.
      guard let close = Self.closeOfTag(in: bytes, from: end), bytes[close] == UInt8(ascii: ">") else {
        return token(.incompleteStartTag, start, end, name: name, element: element)
      }
      return token(.emptyTag, start, close + 1, name: name, element: element, isMalformed: true)
    case UInt8(ascii: "<"):
      // `<stringtext</string>`: the name ends where the end tag's does.
      if end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "/") {
        let ended = Self.element(at: end + 2, in: bytes)
        let name = ByteRange(nameStart, nameStart + ended.name.utf8.count)
        if ended.isLeaf, name.upper <= end, Element(named: bytes, in: name.indices) == ended {
          return token(.startTag, start, name.upper, name: name, element: ended, isTerminated: false)
        }
      }
      return token(.incompleteStartTag, start, end, name: name, element: element)
    default: break
    }
    guard var close = Self.closeOfTag(in: bytes, from: end) else {
      return token(.incompleteStartTag, start, end, name: name, element: element)
    }
    if bytes[close] == UInt8(ascii: "<") {
      // Apple’s parser always continues to the next `>`. If a property list tag begins here, this one is probably
      // half-typed.
      var isSameLine = true
      for index in end..<close where bytes[index] == 0x0A || bytes[index] == 0x0D { isSameLine = false }
      if isSameLine, isEndTag(of: name.indices, at: close, in: bytes) {
        // `<string text</string>`: only the `>` of the tag is missing.
        return token(.startTag, start, end, name: name, element: element, isTerminated: false)
      }
      guard !beginsMarkup(at: close, in: bytes, isSameLine: isSameLine),
        let later = closeOfJunk(in: bytes, from: close + 1)
      else { return token(.incompleteStartTag, start, end, name: name, element: element) }
      close = later
    }
    let isEmpty = bytes[close - 1] == UInt8(ascii: "/")
    return token(isEmpty ? .emptyTag : .startTag, start, close + 1, name: name, element: element)
  }

  /// The next `>` or `<`; nil if there is neither.
  static func closeOfTag(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while at < bytes.count, bytes[at] != UInt8(ascii: ">"), bytes[at] != UInt8(ascii: "<") { at += 1 }
    return at < bytes.count ? at : nil
  }

  /// The next `>` within a short distance, even after a `<` that begins nothing known.
  private func closeOfJunk(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while at < bytes.count, at - start < 96 {
      if bytes[at] == UInt8(ascii: ">") { return at }
      if bytes[at] == UInt8(ascii: "<"), beginsMarkup(at: at, in: bytes, isSameLine: true) { return nil }
      at += 1
    }
    return nil
  }

  /// Whether the `<` at an offset begins a property list tag or, on another line, a comment or similar.
  private func beginsMarkup(at start: Int, in bytes: Span<UInt8>, isSameLine: Bool) -> Bool {
    guard start + 1 < bytes.count else { return false }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return !isSameLine
    case UInt8(ascii: "/"): return Self.element(at: start + 2, in: bytes) != .other
    default: return Self.element(at: start + 1, in: bytes) != .other
    }
  }

  private func isEndTag(of name: Range<Int>, at start: Int, in bytes: Span<UInt8>) -> Bool {
    guard start + 2 + name.count <= bytes.count, bytes[start + 1] == UInt8(ascii: "/") else { return false }
    for offset in 0..<name.count where bytes[start + 2 + offset] != bytes[name.lowerBound + offset] { return false }
    let end = start + 2 + name.count
    return end == bytes.count || !isNameByte(bytes[end])
  }

  /// The element whose whole name is at an offset.
  static func element(at start: Int, in bytes: Span<UInt8>) -> Element {
    var end = start
    while end < bytes.count, end - start < 8, isNameByte(bytes[end]) { end += 1 }
    return Element(named: bytes, in: start..<max(start, end))
  }

  private mutating func endTag(in bytes: Span<UInt8>, from start: Int, nameStart given: Int? = nil) -> Token {
    var nameStart = given ?? start + 2
    var isMalformed = false
    if nameStart < bytes.count, isBlank(bytes[nameStart]) {
      var at = nameStart
      while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
      guard Self.element(at: at, in: bytes) != .other else {
        return token(.incompleteEndTag, start, nameStart, name: ByteRange(at: nameStart))
      }
      nameStart = at
      isMalformed = true
    }
    var end = nameStart
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    let name = ByteRange(nameStart, end)
    let element = Element(named: bytes, in: name.indices)
    var close = end
    while close < bytes.count, isBlank(bytes[close]) { close += 1 }
    if close < bytes.count, bytes[close] != UInt8(ascii: ">"), bytes[close] != UInt8(ascii: "<") {
      isMalformed = true
      close = Self.closeOfTag(in: bytes, from: close) ?? bytes.count
    }
    guard close < bytes.count, bytes[close] == UInt8(ascii: ">") else {
      return token(.incompleteEndTag, start, end, name: name, element: element)
    }
    if name.isEmpty { return token(.incompleteEndTag, start, close + 1, name: name) }
    return token(.endTag, start, close + 1, name: name, element: element, isMalformed: isMalformed)
  }

  // MARK: - Other markup

  private mutating func instruction(in bytes: Span<UInt8>, from start: Int) -> Token {
    // Only `<?xml` begins a declaration; `<?xml-stylesheet` is an instruction.
    let isDeclaration =
      bytes.has("<?xml", at: start) && start + 5 < bytes.count && isBlank(bytes[start + 5])
    let kind: Token.Kind = isDeclaration ? .declaration : .processingInstruction
    // Between elements, Apple’s parser reads `<?>` as a complete instruction.
    if !lacksInstructionEnd {
      if let end = Self.end("?>", in: bytes, from: isInProlog ? start + 2 : start + 1) {
        return token(kind, start, end)
      }
      lacksInstructionEnd = true
    }
    return token(kind, start, endOfHalf(in: bytes, from: start), isTerminated: false)
  }

  /// The end of unterminated markup: after the next `>`, or before the next `<` or the end of the line.
  private func endOfHalf(in bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start + 2
    while end < bytes.count, bytes[end] != UInt8(ascii: "<"), bytes[end] != 0x0A, bytes[end] != 0x0D {
      end += 1
      if bytes[end - 1] == UInt8(ascii: ">") { break }
    }
    return end
  }

  private mutating func declaration(in bytes: Span<UInt8>, from start: Int) -> Token {
    if bytes.has("<!--", at: start) {
      if !lacksCommentEnd {
        if let end = Self.end("-->", in: bytes, from: start + 4) { return token(.comment, start, end) }
        lacksCommentEnd = true
        return token(.comment, start, endOfOpenComment(in: bytes, from: start + 4), isTerminated: false)
      }
      return token(.comment, start, bytes.endOfLine(from: start + 4), isTerminated: false)
    }
    if bytes.has("<![CDATA[", at: start) {
      if !lacksCDATAEnd {
        if let end = Self.end("]]>", in: bytes, from: start + 9) { return token(.cdata, start, end) }
        lacksCDATAEnd = true
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: start + 9) ?? bytes.count
      return token(.cdata, start, end, isTerminated: false)
    }
    if bytes.has("<!DOCTYPE", at: start) { return doctype(in: bytes, from: start) }
    // An incomplete one of these, or something that property lists don’t have.
    let end = endOfHalf(in: bytes, from: start)
    return token(.incompleteStartTag, start, end, name: ByteRange(start + 1, end))
  }

  /// The likely end of an unterminated comment: before the tags at the end of its line, or at the end of the line.
  private func endOfOpenComment(in bytes: Span<UInt8>, from start: Int) -> Int {
    let lineEnd = bytes.endOfLine(from: start)
    var last = lineEnd
    while last > start, isBlank(bytes[last - 1]) { last -= 1 }
    guard last > start, bytes[last - 1] == UInt8(ascii: ">") else { return lineEnd }
    for index in start..<last where bytes[index] == UInt8(ascii: "<") {
      if beginsMarkup(at: index, in: bytes, isSameLine: true) { return index }
    }
    return lineEnd
  }

  /// `<!DOCTYPE … >`, with an internal subset in brackets if there is one. It ends at the first `>`, in quotes or not.
  private mutating func doctype(in bytes: Span<UInt8>, from start: Int) -> Token {
    var at = start + 9
    while at < bytes.count, !lacksDoctypeEnd {
      switch bytes[at] {
      case UInt8(ascii: ">"): return token(.doctype, start, at + 1)
      case UInt8(ascii: "["):
        if !lacksSubsetEnd, let end = Self.endOfSubset(in: bytes, from: at) { return token(.doctype, start, end) }
        lacksSubsetEnd = true
        return token(.doctype, start, at + 1, isTerminated: false)
      case UInt8(ascii: "<")
      where Self.beginsLine(at, in: bytes) && beginsMarkup(at: at, in: bytes, isSameLine: false)
        && bytes[at + 1] != UInt8(ascii: "/"):
        while at > start + 9, isBlank(bytes[at - 1]) { at -= 1 }
        return token(.doctype, start, at, isTerminated: false)
      default: at += 1
      }
    }
    lacksDoctypeEnd = true
    return token(.doctype, start, bytes.endOfLine(from: start + 9), isTerminated: false)
  }

  private static func endOfSubset(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var quote: UInt8 = 0
    var depth = 0
    var at = start
    while at < bytes.count {
      let byte = bytes[at]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ">") where depth <= 0: return at + 1
        default: break
        }
      }
      at += 1
    }
    return nil
  }

  // MARK: - Search

  /// Whether only a few spaces are before an offset on its line.
  private static func beginsLine(_ offset: Int, in bytes: Span<UInt8>) -> Bool {
    var at = offset
    while at > 0, offset - at < 256, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
    return at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D
  }

  /// The offset after the first occurrence of a delimiter at or after `start`.
  static func end(_ delimiter: StaticString, in bytes: Span<UInt8>, from start: Int) -> Int? {
    let length = delimiter.utf8CodeUnitCount
    let last = delimiter.withUTF8Buffer { $0[length - 1] }
    var from = start + length - 1
    while let candidate = bytes.firstIndex(of: last, from: from) {
      if bytes.has(delimiter, at: candidate + 1 - length) { return candidate + 1 }
      from = candidate + 1
    }
    return nil
  }
}

/// Whether a byte can be in the name of a tag: anything except whitespace and the characters that end a name.
func isNameByte(_ byte: UInt8) -> Bool {
  if byte > UInt8(ascii: ">") { return true }
  return !isBlank(byte) && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
}
