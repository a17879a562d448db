package import SourceText

/// A token of an old-style property list. The tokens of a text cover it without gaps.
package struct OpenStepToken: Sendable {
  package enum Kind: Sendable {
    case byteOrderMark
    case blanks
    /// `// …` up to the end of its line.
    case lineComment
    /// `/* … */`
    case blockComment
    /// A line with a merge conflict marker.
    case conflictMarker
    /// A string between quotation marks.
    case quoted
    /// A string without quotation marks, whatever is in it.
    case word
    /// `<0f 1a>`
    case data
    /// One of `{ } ( ) = ; ,`
    case punctuation
    /// Anything else.
    case stray
  }

  package var kind: Kind
  package var range: ByteRange
  /// False for an unterminated comment, string or data.
  package var isTerminated = true
  /// The punctuation mark; nil for other tokens.
  var mark: Unicode.Scalar?
  /// Whether a string contains a backslash.
  var hasEscape = false
  /// The offset of the first invalid byte in a word; nil if the word is valid.
  var odd: Int?

  /// Whether it is a string, between quotation marks or not.
  var isString: Bool { kind == .quoted || kind == .word }
  /// Whether it begins a dictionary or an array.
  var isOpening: Bool { mark == "{" || mark == "(" }
}

/// Splits an old-style property list into tokens.
package struct OpenStepLexer {
  var at = 0
  /// Whether there are no more quotation marks of a kind, to avoid repeated searches.
  private var lacksQuote = false
  private var lacksApostrophe = false

  package init() {}

  /// The next token; nil at the end.
  package mutating func next(in bytes: Span<UInt8>) -> OpenStepToken? {
    guard at < bytes.count else { return nil }
    let start = at
    if start == 0, Lexer.hasByteOrderMark(bytes) { return token(.byteOrderMark, to: 3) }
    let byte = bytes[start]
    if Self.blankLength(in: bytes, at: start) > 0 {
      var end = start
      while end < bytes.count {
        let length = Self.blankLength(in: bytes, at: end)
        if length == 0 { break }
        end += length
      }
      return token(.blanks, to: end)
    }
    if bytes.isConflictMarker(at: start), start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D {
      return token(.conflictMarker, to: bytes.endOfLine(from: start))
    }
    switch byte {
    case UInt8(ascii: "/") where start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/"):
      return token(.lineComment, to: bytes.endOfLine(from: start))
    case UInt8(ascii: "/") where start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "*"):
      let end = Lexer.end("*/", in: bytes, from: start + 2)
      var result = token(.blockComment, to: end ?? bytes.count)
      result.isTerminated = end != nil
      return result
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(in: bytes, quote: byte)
    case UInt8(ascii: "<"): return data(in: bytes)
    case _ where Self.isPunctuation(byte):
      var result = token(.punctuation, to: start + 1)
      result.mark = Unicode.Scalar(byte)
      return result
    case UInt8(ascii: ">"): return token(.stray, to: start + 1)
    default: break
    }
    let blank = Self.lengthOfOddBlank(in: bytes, at: start)
    return blank > 0 ? token(.stray, to: start + blank) : word(in: bytes)
  }

  private mutating func token(_ kind: OpenStepToken.Kind, to end: Int) -> OpenStepToken {
    defer { at = end }
    return OpenStepToken(kind: kind, range: ByteRange(at, end))
  }

  private mutating func quoted(in bytes: Span<UInt8>, quote: UInt8) -> OpenStepToken {
    let start = at
    let isApostrophe = quote == UInt8(ascii: "'")
    if !(isApostrophe ? lacksApostrophe : lacksQuote) {
      var end = start + 1
      var hasEscape = false
      while end < bytes.count {
        let byte = bytes[end]
        if byte == quote {
          var result = token(.quoted, to: end + 1)
          result.hasEscape = hasEscape
          return result
        }
        if byte == UInt8(ascii: "\\") {
          hasEscape = true
          end += 1
        }
        end += 1
      }
      if isApostrophe { lacksApostrophe = true } else { lacksQuote = true }
    }
    return unterminated(in: bytes, from: start)
  }

  /// An unterminated string, which ends with its line, before the semicolon or comma there.
  mutating func unterminated(in bytes: Span<UInt8>, from start: Int) -> OpenStepToken {
    at = start
    var end = bytes.endOfLine(from: start + 1)
    while end > start + 1, isBlank(bytes[end - 1]) { end -= 1 }
    if end > start + 1, bytes[end - 1] == UInt8(ascii: ";") || bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    var result = token(.quoted, to: end)
    result.isTerminated = false
    for index in start..<end where bytes[index] == UInt8(ascii: "\\") { result.hasEscape = true }
    return result
  }

  private mutating func data(in bytes: Span<UInt8>) -> OpenStepToken {
    var end = at + 1
    while end < bytes.count, hexadecimalDigit(bytes[end]) != nil || isBlank(bytes[end]) { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: ">") { return token(.data, to: end + 1) }
    // Trailing spaces don’t belong to an incomplete value.
    while end > at + 1, isBlank(bytes[end - 1]) { end -= 1 }
    guard end > at + 1 else { return token(.stray, to: end) }
    var result = token(.data, to: end)
    result.isTerminated = false
    return result
  }

  private mutating func word(in bytes: Span<UInt8>) -> OpenStepToken {
    var end = at
    var odd: Int?
    while end < bytes.count {
      let byte = bytes[end]
      if WrittenText.Notation.isWordByte(byte) {
        // `/*` in the middle of a word begins a comment.
        if byte == UInt8(ascii: "/"), end > at, end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "*") { break }
      } else if Self.isPunctuation(byte) || Self.isMark(byte) || Self.blankLength(in: bytes, at: end) > 0
        || Self.lengthOfOddBlank(in: bytes, at: end) > 0
      {
        break
      } else if odd == nil {
        odd = end
      }
      end += 1
    }
    var result = token(.word, to: max(end, at + 1))
    result.odd = odd
    return result
  }

  // MARK: - Characters

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "="),
      UInt8(ascii: ";"), UInt8(ascii: ","):
      true
    default: false
    }
  }

  /// Whether a byte begins or ends data or a quoted string.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// The length of whitespace between tokens, 0 if there is none: ASCII whitespace, U+2028 and U+2029.
  static func blankLength(in bytes: Span<UInt8>, at offset: Int) -> Int {
    let byte = bytes[offset]
    if byte == 0x20 || (0x09...0x0D).contains(byte) { return 1 }
    return bytes.isLineSeparator(at: offset) ? 3 : 0
  }

  /// The length of characters that look like whitespace but aren’t for Apple’s parser; 0 if there are none.
  static func lengthOfOddBlank(in bytes: Span<UInt8>, at offset: Int) -> Int {
    switch bytes[offset] {
    case 0xC2: return bytes.has(0xA0, at: offset + 1) ? 2 : 0
    case 0xE2:
      guard bytes.has(0x80, at: offset + 1), offset + 2 < bytes.count else { return 0 }
      return (0x80...0x8B).contains(bytes[offset + 2]) || bytes[offset + 2] == 0xAF ? 3 : 0
    case 0xE3: return bytes.has(0x80, at: offset + 1) && bytes.has(0x80, at: offset + 2) ? 3 : 0
    case 0xEF: return bytes.has(0xBB, at: offset + 1) && bytes.has(0xBF, at: offset + 2) ? 3 : 0
    default: return 0
    }
  }
}
