import SourceText

/// Splits Swift source into tokens and evaluates its `#if`s.
///
/// Any bytes can be split. Code in string interpolations is included; text, comments and code that neither release nor
/// debug builds compile are not. A string on one line ends with its line, and anything else without an end ends with
/// the file.
struct SwiftLexer {
  private struct OpenString {
    var pounds: Int
    var isMultiline: Bool
    /// The open parentheses of the current interpolation.
    var depth = 0
  }

  private(set) var list: TokenList
  private let table: ScanTable
  private let source: [UInt8]
  /// The file’s identifiers as numbers.
  private(set) var names: FileNames
  private var at = 0
  private var isFirstOnLine = true
  private var strings: [OpenString] = []
  private var conditions = ConditionStack()
  /// The start of the current condition: the directive and the place of its first token.
  private var directive: (kind: Directive, place: Int, top: Int32)?

  /// The offset up to which no regular expression ends, by the number of hash signs.
  private var endsOfSearch: [Int: Int] = [:]

  private enum Directive {
    case open, turn
  }

  /// Splits a text into tokens, in order.
  init(_ source: [UInt8], _ table: ScanTable) {
    self.source = source
    self.table = table
    list = TokenList(forTextOf: source.count)
    names = FileNames(table.names)
    let bytes = source[...]
    run(bytes.span)
  }

  private mutating func run(_ bytes: Span<UInt8>) {
    if bytes.has("\u{FEFF}", at: 0) { at = 3 }
    if bytes.has("#!", at: at) { skipLine(bytes) }
    while at < bytes.count { next(bytes) }
    endDirective(bytes)
  }

  private mutating func next(_ bytes: Span<UInt8>) {
    let byte = bytes[at]
    switch byte {
    case 0x0A, 0x0D:
      at += 1
      isFirstOnLine = true
      if let open = strings.last, !open.isMultiline { closeString() }
      endDirectiveAtLineEnd(bytes)
    case 0x20, 0x09, 0x0B, 0x0C, 0x00: at += 1
    case "/":
      switch bytes.byte(at: at + 1) {
      case "/": skipLine(bytes)
      case "*": skipComment(bytes)
      default: slash(bytes)
      }
    case "\"": string(bytes, pounds: 0)
    case "#": hash(bytes)
    case "`":
      var end = at + 1
      while end < bytes.count, bytes[end] != "`", bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if bytes.byte(at: end) == "`", end > at + 1 {
        identifier(bytes, from: at + 1, to: end, mark: UInt8(ascii: "`"))
        at = end + 1
      } else {
        at += 1
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number(bytes)
    default:
      if isIdentifierByte(byte) {
        var end = at + 1
        while end < bytes.count, isIdentifierByte(bytes[end]) { end += 1 }
        let mark = at > 0 && bytes[at - 1] == "@" ? UInt8(ascii: "@") : 0
        identifier(bytes, from: at, to: end, mark: mark)
        at = end
      } else {
        if isFirstOnLine, bytes.isConflictMarker(at: at) {
          skipLine(bytes)
        } else {
          punctuation(bytes)
        }
      }
    }
  }

  // MARK: - Tokens

  private mutating func add(_ kind: Token.Kind, _ start: Int, _ end: Int, code: Int32, mark: UInt8 = 0) {
    // Code that no build compiles is skipped.
    if !conditions.builds.isEmpty || directive != nil {
      list.append(
        Token(
          kind: kind, isFirstOnLine: isFirstOnLine, mark: mark, builds: conditions.builds,
          start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), code: code))
    }
    isFirstOnLine = false
  }

  private mutating func identifier(_ bytes: Span<UInt8>, from start: Int, to end: Int, mark: UInt8) {
    add(.identifier, start, end, code: names.number(bytes, start, end), mark: mark)
  }

  private mutating func number(_ bytes: Span<UInt8>) {
    let start = at
    while at < bytes.count, isIdentifierByte(bytes[at]) { at += 1 }
    if bytes.byte(at: at) == ".", isDigit(bytes.byte(at: at + 1)) {
      at += 1
      while at < bytes.count, isIdentifierByte(bytes[at]) { at += 1 }
    }
    add(.number, start, at, code: -1)
  }

  private mutating func punctuation(_ bytes: Span<UInt8>) {
    let start = at
    let (sign, length) = mark(bytes, at)
    at += length
    if let open = strings.last {
      if sign == "(" { strings[strings.count - 1].depth += 1 }
      if sign == ")" {
        if open.depth == 0 {
          add(.punctuation, start, at, code: sign.code)
          stringBody(bytes)
          return
        }
        strings[strings.count - 1].depth -= 1
      }
    }
    add(.punctuation, start, at, code: sign.code)
  }

  private mutating func slash(_ bytes: Span<UInt8>) {
    // A regular expression begins where an operand may begin, and ends on the same line.
    let last = list[list.count - 1]
    let mayBegin: Bool
    switch last.kind {
    case .none: mayBegin = true
    case .number, .string, .regex: mayBegin = false
    case .identifier:
      mayBegin = Keyword.isBeforeOperand(last.code) && !list[list.count - 2].isMark(".")
    case .punctuation:
      mayBegin = !last.isMark(")", "]", "}") && !last.isMark("!", "?")
    }
    let first = bytes.byte(at: at + 1)
    if mayBegin || isFirstOnLine && last.sign != ",", first != 0x20, first != 0x09, first != "=",
      at >= endsOfSearch[0] ?? 0
    {
      var end = at + 1
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
        if bytes[end] == "\\" {
          end += 2
          continue
        }
        if bytes[end] == "/" {
          add(.regex, at + 1, end, code: -1)
          at = end + 1
          return
        }
        end += 1
      }
      endsOfSearch[0] = end
    }
    punctuation(bytes)
  }

  // MARK: - Strings

  /// Reads a string from its quotation mark on; `pounds` hash signs come before it.
  private mutating func string(_ bytes: Span<UInt8>, pounds: Int) {
    let isMultiline = bytes.has("\"\"\"", at: at)
    // `#"""#` is a string of one quotation mark, not a multi-line string.
    if isMultiline, pounds > 0, hasPounds(bytes, at + 3, pounds), !bytes.has("\n", at: at + 3) {
      add(.string, at + 1, at + 2, code: -1)
      at += 3 + pounds
      return
    }
    at += isMultiline ? 3 : 1
    strings.append(OpenString(pounds: pounds, isMultiline: isMultiline))
    stringBody(bytes)
  }

  private func hasPounds(_ bytes: Span<UInt8>, _ offset: Int, _ count: Int) -> Bool {
    var index = 0
    while index < count {
      if bytes.byte(at: offset + index) != "#" { return false }
      index += 1
    }
    return true
  }

  /// Reads the text of the innermost string up to its end or the next interpolation.
  private mutating func stringBody(_ bytes: Span<UInt8>) {
    guard let open = strings.last else { return }
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case "\\" where hasPounds(bytes, at + 1, open.pounds):
        let escaped = at + 1 + open.pounds
        if bytes.byte(at: escaped) == "(" {
          add(.string, start, at, code: -1)
          at = escaped + 1
          strings[strings.count - 1].depth = 0
          add(.punctuation, escaped, at, code: ("(" as Mark).code, mark: UInt8(ascii: "\\"))
          return
        }
        let isLineEnd = bytes.byte(at: escaped) == 0x0A || bytes.byte(at: escaped) == 0x0D
        at = isLineEnd && !open.isMultiline ? escaped : min(escaped + 1, bytes.count)
      case "\"":
        if open.isMultiline {
          if bytes.has("\"\"\"", at: at), hasPounds(bytes, at + 3, open.pounds) {
            add(.string, start, at, code: -1)
            at += 3 + open.pounds
            closeString()
            return
          }
        } else if hasPounds(bytes, at + 1, open.pounds) {
          add(.string, start, at, code: -1)
          at += 1 + open.pounds
          closeString()
          return
        }
        at += 1
      case 0x0A, 0x0D:
        if !open.isMultiline {
          add(.string, start, at, code: -1)
          closeString()
          return
        }
        at += 1
      default: at += 1
      }
    }
    add(.string, start, at, code: -1)
    strings = []
  }

  private mutating func closeString() {
    strings.removeLast()
  }

  // MARK: - Comments and directives

  private mutating func skipLine(_ bytes: Span<UInt8>) {
    at = bytes.endOfLine(from: at)
  }

  private mutating func skipComment(_ bytes: Span<UInt8>) {
    var depth = 0
    while at < bytes.count {
      if bytes[at] == "/", bytes.byte(at: at + 1) == "*" {
        depth += 1
        at += 2
      } else if bytes[at] == "*", bytes.byte(at: at + 1) == "/" {
        depth -= 1
        at += 2
        if depth == 0 { return }
      } else {
        if bytes[at] == 0x0A || bytes[at] == 0x0D { isFirstOnLine = true }
        at += 1
      }
    }
  }

  private mutating func hash(_ bytes: Span<UInt8>) {
    var end = at
    while bytes.byte(at: end) == "#" { end += 1 }
    let pounds = end - at
    if bytes.byte(at: end) == "\"" {
      at = end
      return string(bytes, pounds: pounds)
    }
    if bytes.byte(at: end) == "/", regexWithPounds(bytes, from: end, pounds) { return }
    let start = end
    while end < bytes.count, isIdentifierByte(bytes[end]) { end += 1 }
    if pounds == 1 {
      if bytes.has("if", at: start), end == start + 2 { return beginDirective(.open, end, bytes) }
      if bytes.has("elseif", at: start), end == start + 6 { return beginDirective(.turn, end, bytes) }
      if bytes.has("else", at: start), end == start + 4 {
        endDirective(bytes)
        at = end
        if let top = conditions.turn(ConditionValue(1)) { list.top = top }
        return
      }
      if bytes.has("endif", at: start), end == start + 5 {
        endDirective(bytes)
        at = end
        return conditions.close()
      }
    }
    if end > start {
      identifier(bytes, from: start, to: end, mark: UInt8(ascii: "#"))
      at = end
    } else {
      at = max(end, at + 1)
    }
  }

  /// Reads `#/…/#`, which may span lines. Returns whether there is one.
  private mutating func regexWithPounds(_ bytes: Span<UInt8>, from slash: Int, _ pounds: Int) -> Bool {
    // It spans lines only if the rest of the first line is blank.
    var end = slash + 1
    while bytes.byte(at: end) == 0x20 || bytes.byte(at: end) == 0x09 { end += 1 }
    let spansLines = bytes.byte(at: end) == 0x0A || bytes.byte(at: end) == 0x0D
    let search = spansLines ? -pounds : pounds
    if slash < endsOfSearch[search] ?? 0 { return false }
    while end < bytes.count {
      if bytes[end] == "\\" {
        end += 2
        continue
      }
      if !spansLines, bytes[end] == 0x0A || bytes[end] == 0x0D { break }
      if bytes[end] == "/", hasPounds(bytes, end + 1, pounds) {
        add(.regex, slash + 1, end, code: -1)
        at = end + 1 + pounds
        return true
      }
      end += 1
    }
    endsOfSearch[search] = end
    return false
  }

  private mutating func beginDirective(_ kind: Directive, _ end: Int, _ bytes: Span<UInt8>) {
    endDirective(bytes)
    at = end
    directive = (kind, list.count, list.top)
    isFirstOnLine = false
  }

  /// A condition continues after an operator, and before one.
  private mutating func endDirectiveAtLineEnd(_ bytes: Span<UInt8>) {
    guard directive != nil else { return }
    let last = list[list.count - 1]
    if last.isMark(.and, .or) { return }
    var next = at
    while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 || bytes.byte(at: next) == 0x0A { next += 1 }
    if bytes.has("&&", at: next) || bytes.has("||", at: next) { return }
    endDirective(bytes)
  }

  private mutating func endDirective(_ bytes: Span<UInt8>) {
    guard let (kind, place, top) = directive else { return }
    directive = nil
    let tokens = list.cut(from: place, top: top)
    var reader = ConditionReader(table, source, defines: [:])
    let value = reader.value(of: tokens)
    switch kind {
    case .open: conditions.open(value, top: list.top)
    case .turn: if let top = conditions.turn(value) { list.top = top }
    }
  }
}

extension Span<UInt8> {
  /// The byte at an offset; zero after the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < count ? self[offset] : 0 }
}

/// Whether a byte may be part of an identifier in Swift or C: a letter, a digit, “_”, “$”, or part of a non-ASCII
/// character.
@inline(__always)
func isIdentifierByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x24, 0x80...0xFF: true
  default: false
  }
}

/// The punctuation mark at an offset, and its length in bytes.
@inline(__always)
func mark(_ bytes: Span<UInt8>, _ at: Int) -> (sign: Mark, length: Int) {
  let length = markLength(bytes, at)
  var code: Int32 = 0
  for offset in 0..<length { code |= Int32(bytes[at + offset]) << Int32(8 * offset) }
  return (Mark(code: code), length)
}

@inline(__always)
private func markLength(_ bytes: Span<UInt8>, _ at: Int) -> Int {
  let first = bytes[at]
  let second = at + 1 < bytes.count ? bytes[at + 1] : 0
  switch (first, second) {
  case (".", UInt8(ascii: ".")):
    return at + 2 < bytes.count && (bytes[at + 2] == "." || bytes[at + 2] == "<") ? 3 : 2
  case ("-", UInt8(ascii: ">")), (":", UInt8(ascii: ":")), (UInt8(ascii: "&"), UInt8(ascii: "&")),
    (UInt8(ascii: "|"), UInt8(ascii: "|")), (UInt8(ascii: "?"), UInt8(ascii: "?")):
    return 2
  case (_, UInt8(ascii: "=")):
    switch first {
    case "=", "!", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^":
      return at + 2 < bytes.count && bytes[at + 2] == "=" && (first == 0x3D || first == 0x21) ? 3 : 2
    default: return 1
    }
  default: return 1
  }
}
