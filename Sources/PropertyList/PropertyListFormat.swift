public import SourceText

/// The formats of property list files.
public enum PropertyListFormat: String, Hashable, Sendable, CaseIterable {
  case xml
  case binary
  /// The old style: `{ key = value; }`, with or without braces, or a lone string.
  case openStep
  case json
  /// No bytes, or only a byte order mark.
  case empty
  /// Only whitespace. Apple’s parser reads it as an empty old-style dictionary.
  case blank
  /// Text in an unknown format.
  case unknown

  /// The format of a file, by how it begins; the file may still be broken.
  ///
  /// Ambiguous texts get the format that Apple’s parser reads: `{}` and `"text"` are old-style.
  public static func detect(_ bytes: [UInt8]) -> PropertyListFormat {
    bytes.starts(with: Array("bplist".utf8)) ? .binary : detect(DecodedFile(bytes).text)
  }

  /// The format of a text, by how it begins; the text may still be broken.
  public static func detect(_ text: SourceText) -> PropertyListFormat {
    let bytes = text.bytes[...]
    let scanner = Scanner(bytes: bytes)
    var start = 0
    if Lexer.hasByteOrderMark(bytes.span) { start = 3 }
    if start == bytes.count { return .empty }
    let first = scanner.skipBlanks(from: start)
    guard first < bytes.count else { return .blank }
    switch bytes[first] {
    case UInt8(ascii: "<"): return scanner.isOldStyleData(at: first) ? .openStep : .xml
    case UInt8(ascii: "("): return .openStep
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return scanner.formatOfBraces(from: first + 1)
    case UInt8(ascii: "/"):
      let next = scanner.skipBlanksAndComments(from: first)
      if next > first { return next < bytes.count && bytes[next] == UInt8(ascii: "<") ? .xml : .openStep }
    default: break
    }
    if let end = scanner.endOfWord(at: first) {
      let next = scanner.skipBlanksAndComments(from: end)
      if next == bytes.count { return .openStep }
      switch bytes[next] {
      case UInt8(ascii: "="), UInt8(ascii: ";"): return .openStep
      case UInt8(ascii: ":"): return .json
      default: break
      }
    }
    return scanner.holdsTags(from: first) ? .xml : .unknown
  }

  private struct Scanner {
    let bytes: ArraySlice<UInt8>

    func skipBlanks(from start: Int) -> Int {
      var at = start
      while at < bytes.count, bytes[at] == 0x20 || (0x09...0x0D).contains(bytes[at]) { at += 1 }
      return at
    }

    func skipBlanksAndComments(from start: Int) -> Int {
      var at = skipBlanks(from: start)
      while at + 1 < bytes.count, bytes[at] == UInt8(ascii: "/") {
        if bytes[at + 1] == UInt8(ascii: "/") {
          at = bytes.span.endOfLine(from: at)
        } else if bytes[at + 1] == UInt8(ascii: "*") {
          at = Lexer.end("*/", in: bytes.span, from: at + 2) ?? bytes.count
        } else {
          break
        }
        at = skipBlanks(from: at)
      }
      return at
    }

    /// `<0fbd77 1c2735ae>` and nothing else.
    func isOldStyleData(at start: Int) -> Bool {
      var at = start + 1
      while at < bytes.count, hexadecimalDigit(bytes[at]) != nil || isBlank(bytes[at]) { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else { return false }
      return skipBlanksAndComments(from: at + 1) == bytes.count
    }

    /// The format after an opening brace: after the first word, JSON has a colon, and the old style `=` or `;`.
    func formatOfBraces(from start: Int) -> PropertyListFormat {
      let first = skipBlanksAndComments(from: start)
      guard first < bytes.count, let end = endOfWord(at: first) else {
        return first < bytes.count && bytes[first] == UInt8(ascii: "}") ? .openStep : .json
      }
      let next = skipBlanksAndComments(from: end)
      guard next < bytes.count else { return bytes[first] == UInt8(ascii: "\"") ? .json : .openStep }
      return bytes[next] == UInt8(ascii: "=") || bytes[next] == UInt8(ascii: ";") ? .openStep : .json
    }

    /// The end of a quoted string or a word; nil if there is neither.
    func endOfWord(at start: Int) -> Int? {
      var at = start
      if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
        let quote = bytes[at]
        at += 1
        while at < bytes.count, bytes[at] != quote { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at < bytes.count ? at + 1 : nil
      }
      while at < bytes.count, isLetter(bytes[at]) || isDigit(bytes[at]) || "_$.-/".utf8.contains(bytes[at]) { at += 1 }
      return at > start ? at : nil
    }

    /// Whether property list tags follow soon, so that this is an XML property list with something before it.
    func holdsTags(from start: Int) -> Bool {
      var at = start
      let limit = min(bytes.count, start + 4096)
      while at < limit {
        if bytes[at] == UInt8(ascii: "<") {
          if bytes.span.has("<?xml", at: at) || bytes.span.has("<!DOCTYPE", at: at) {
            return true
          }
          let isEnd = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
          if Lexer.element(at: at + (isEnd ? 2 : 1), in: bytes.span) != .other { return true }
        }
        at += 1
      }
      return false
    }
  }
}
