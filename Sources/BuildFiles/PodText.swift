import SourceText

/// A podspec or Podfile, read as what most of them are: assignments and calls with string literals, in blocks. Nothing
/// is executed; a value that isn't a literal counts as computed.
struct PodText {
  /// `s.ios.source_files = 'a', 'b'`, or `pod 'A', '~> 1.0'`.
  struct Statement {
    /// The words before the values: `["ios", "source_files"]`, `["pod"]`.
    var names: [String]
    /// The strings, and the symbols without their colon, in order; for a hash, its keys and values.
    var values: [String]
    /// The indices of values that are followed by `=>` or a colon.
    var keys: Set<Int> = []
    /// Whether some values aren't literals.
    var isComputed = false
    /// The numbers of the enclosing blocks, innermost last; the statement that opens a block has its number in
    /// `opened`.
    var blocks: [Int]
    /// The number of the block that it opens.
    var opened: Int?
    /// The range of the statement.
    var range: ByteRange
  }

  private(set) var statements: [Statement] = []

  init(_ text: SourceText) {
    var parser = PodTextParser(text)
    parser.parse()
    statements = parser.statements
  }
}

private struct PodTextParser {
  var statements: [PodText.Statement] = []
  private let text: SourceText
  private let bytes: [UInt8]
  private var at = 0
  /// The open blocks: numbers for those of calls, nil for `if` and the like.
  private var open: [Int?] = []
  private var blockCount = 0
  /// How many enclosing blocks are tracked.
  private static let deepest = 16
  /// The values of variables: `version = '1.0'`.
  private var variables: [String: [String]] = [:]
  /// How many values of variables are still read; more count as computed. `a = a + a` doubles them with each line.
  private var budget = 100_000

  private enum Token {
    case word(String)
    case string(String), computed, symbol(String)
    case mark(UInt8)
    case lineEnd, end
  }

  init(_ text: SourceText) {
    self.text = text
    bytes = text.bytes
  }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func parse() {
    while at < bytes.count { parseStatement() }
  }

  private mutating func parseStatement() {
    var names: [String] = []
    var statement = PodText.Statement(
      names: [], values: [], blocks: open.suffix(Self.deepest).compactMap(\.self), range: ByteRange(at: at))
    var start: Int?
    var depth = 0
    /// Whether the names before the values have ended.
    var isBehindNames = false
    var assigns = false
    var wasOpenMark = false
    /// Whether a plus sign comes before the next token: `base + '/*.swift'`.
    var isAdded = false
    while true {
      skipBlanks()
      let here = at
      let token = next()
      if case .lineEnd = token {
        if names.isEmpty { return }
        // An open bracket or a trailing operator continues the statement.
        if depth > 0 || wasOpenMark { continue }
        break
      }
      if case .end = token { break }
      if start == nil { start = here }
      wasOpenMark = false
      defer { if case .mark(UInt8(ascii: "+")) = token { isAdded = true } else { isAdded = false } }
      switch token {
      case .word(let word):
        if !isBehindNames, names.isEmpty, isKeyword(word) {
          // `def shared_pods`: a block with a name.
          if word == "def" { skipBlanks() }
          if word == "def", case .word(let name) = next() {
            blockCount += 1
            open.append(blockCount)
            statement.opened = blockCount
            statement.values = [name]
            skipStatement()
            return finish(&statement, [word], false, here)
          }
          if word == "end" {
            if !open.isEmpty { open.removeLast() }
          } else if word != "else", word != "elsif", word != "when" {
            open.append(nil)
          }
          return skipStatement()
        }
        if word == "do" {
          blockCount += 1
          open.append(blockCount)
          statement.opened = blockCount
          skipStatement()
          return finish(&statement, names, assigns, start ?? here)
        }
        if word == "if" || word == "unless" {
          // A trailing condition is ignored: it may be true.
          skipStatement()
          return finish(&statement, names, assigns, start ?? here)
        }
        if isBehindNames {
          if byte(at) == ":", byte(at + 1) != ":" {
            at += 1
            statement.keys.insert(statement.values.count)
            statement.values.append(word)
          } else if let known = variables[word], known.count <= budget {
            budget -= known.count
            statement.values += known
          } else if word != "freeze", word != "true", word != "false", word != "nil" {
            statement.isComputed = true
          }
        } else {
          names.append(word)
          if byte(at) == "." {
            at += 1
          } else {
            isBehindNames = true
          }
        }
      case .string(let value), .symbol(let value):
        isBehindNames = true
        let start = isAdded ? statement.values.popLast() ?? "" : ""
        statement.values.append(start + value)
      case .computed:
        isBehindNames = true
        statement.isComputed = true
      case .mark(let mark):
        switch mark {
        case "=":
          if byte(at) == ">" {
            at += 1
            if !statement.values.isEmpty { statement.keys.insert(statement.values.count - 1) }
            wasOpenMark = true
          } else {
            isBehindNames = true
            assigns = true
            wasOpenMark = true
          }
        case "[", "{", "(":
          isBehindNames = true
          depth += 1
        case "]", "}", ")": depth = max(depth - 1, 0)
        case ",", "+", "\\": wasOpenMark = true
        case ";" where depth == 0: return finish(&statement, names, assigns, start ?? here)
        case ".", ":", "!": break
        default: if isBehindNames { statement.isComputed = true }
        }
      case .lineEnd, .end: break
      }
    }
    finish(&statement, names, assigns, start ?? at)
  }

  private mutating func finish(
    _ statement: inout PodText.Statement, _ names: [String], _ assigns: Bool, _ start: Int
  ) {
    guard !names.isEmpty else { return }
    var end = min(at, bytes.count)
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    statement.range = ByteRange(start, max(start, end))
    if assigns, names.count == 1, !statement.isComputed {
      variables[names[0]] = statement.values
      return
    }
    // `s.source_files`: the block says what `s` is.
    statement.names = names.count > 1 ? Array(names.dropFirst()) : names
    statements.append(statement)
  }

  private func isKeyword(_ word: String) -> Bool {
    [
      "if", "unless", "case", "while", "until", "def", "begin", "class", "module", "end", "else", "elsif", "when",
      "for",
    ]
    .contains(word)
  }

  // MARK: - Tokens

  private mutating func skipBlanks() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
  }

  /// Skips to the end of the line.
  private mutating func skipStatement() {
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
  }

  private mutating func next() -> Token {
    guard at < bytes.count else { return .end }
    let start = at
    let first = bytes[at]
    at += 1
    switch first {
    case 0x0A, 0x0D: return .lineEnd
    case "#":
      skipStatement()
      return next()
    case "'": return string(until: first, isPlain: true)
    case "\"": return string(until: first, isPlain: false)
    case "%" where "wWiIqQ".utf8.contains(byte(at)) && !Self.isWord(byte(at + 1)) && byte(at + 1) > 0x20:
      return percent()
    case "<" where byte(at) == "<" && ("-~".utf8.contains(byte(at + 1)) || Self.isWord(byte(at + 1))): return heredoc()
    case ":" where Self.isWord(byte(at)):
      while Self.isWord(byte(at)) { at += 1 }
      return .symbol(text[ByteRange(start + 1, at)])
    case let first where Self.isWord(first):
      while Self.isWord(byte(at)) { at += 1 }
      // `use_frameworks!`
      if byte(at) == "!" || byte(at) == "?" { at += 1 }
      return .word(text[ByteRange(start, at)])
    default: return .mark(first)
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == "_" || byte >= 0x80 || isLetter(byte) || isDigit(byte)
  }

  private mutating func string(until mark: UInt8, isPlain: Bool) -> Token {
    var result: [UInt8] = []
    var isComputed = false
    while at < bytes.count, bytes[at] != mark {
      if bytes[at] == "\\", at + 1 < bytes.count {
        at += 1
      } else if !isPlain, bytes[at] == "#", byte(at + 1) == "{" {
        isComputed = true
      }
      result.append(bytes[at])
      at += 1
    }
    at = min(at + 1, bytes.count)
    return isComputed ? .computed : .string(String(decoding: result, as: UTF8.self))
  }

  /// `%w[a b]`, as a variable with a list of words.
  private mutating func percent() -> Token {
    let isList = byte(at) | 0x20 != "q"
    let opening = byte(at + 1)
    at += 2
    let closing: UInt8 =
      switch opening {
      case "(": opening + 1
      case "[", "{", "<": opening + 2
      default: opening
      }
    let start = at
    // Brackets can be nested: `%w[a/*.{h,m}]` in braces.
    var depth = 0
    while at < bytes.count, depth > 0 || bytes[at] != closing {
      if bytes[at] == opening, opening != closing { depth += 1 } else if bytes[at] == closing { depth -= 1 }
      at += 1
    }
    let content = text[ByteRange(start, at)]
    at = min(at + 1, bytes.count)
    guard isList else { return .string(content) }
    let words = content.split(whereSeparator: \.isWhitespace).map(String.init)
    let name = "%\(start)"
    variables[name] = words
    return .word(name)
  }

  /// `<<-TEXT` up to a line with only that word; the rest of the first line is ignored.
  private mutating func heredoc() -> Token {
    at += 1
    while byte(at) == "-" || byte(at) == "~" || byte(at) == "'" || byte(at) == "\"" { at += 1 }
    let start = at
    while Self.isWord(byte(at)) { at += 1 }
    let word = bytes[start..<at]
    guard !word.isEmpty else { return .mark(UInt8(ascii: "<")) }
    skipStatement()
    while at < bytes.count {
      at += 1
      let line = at
      skipStatement()
      let content = bytes[line..<at].drop { $0 == 0x20 || $0 == 0x09 }
      if content.elementsEqual(word) { break }
    }
    return .computed
  }
}
