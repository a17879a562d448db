import SourceText

/// Splits C, Objective-C and C++ source into tokens and evaluates its preprocessor conditions.
///
/// Any bytes can be split. The bodies of macros come after all other tokens, separated by semicolons, since the code
/// around a definition has nothing to do with its body. A backslash at the end of a line continues it. Strings end with
/// their line; anything else without an end ends with the file.
struct CLexer {
  /// A macro that the file defines.
  struct Macro {
    var name: Int32
    /// The tokens of its body.
    var body: Range<Int>
  }

  private(set) var list: TokenList
  private(set) var macros: [Macro] = []
  private let table: ScanTable
  private let source: [UInt8]
  /// The file’s identifiers as numbers.
  private(set) var names: FileNames
  private var at = 0
  private var isFirstOnLine = true
  private var conditions = ConditionStack()
  private var directive: (kind: Directive, place: Int, top: Int32)?
  private var defines: [Int32: Int?] = [:]
  /// The bodies of the macros so far.
  private var bodies: [(name: Int32, tokens: [Token])] = []

  private enum Directive {
    case open, turn, ifDefined(Bool), turnDefined(Bool), define, undefine
    /// Anything whose text doesn’t matter.
    case other
  }

  /// Splits a text into tokens.
  init(_ source: [UInt8], _ language: SourceLanguage, _ table: ScanTable) {
    self.source = source
    self.table = table
    list = TokenList(forTextOf: source.count)
    names = FileNames(table.names)
    // The language’s predefined macros. A header may be compiled in any language.
    for (name, languages) in table.languageMacros where languages.contains(language) { defines[name] = 1 }
    let bytes = source[...]
    run(bytes.span)
  }

  private mutating func run(_ bytes: Span<UInt8>) {
    if bytes.has("\u{FEFF}", at: 0) { at = 3 }
    while at < bytes.count { next(bytes) }
    endDirective()
    for (name, tokens) in bodies {
      list.top = -1
      list.append(Token(kind: .punctuation, builds: [], start: 0, end: 0, code: (";" as Mark).code))
      let start = list.count
      for token in tokens {
        var token = token
        token.match = -1
        list.append(token)
      }
      macros.append(Macro(name: name, body: start..<list.count))
    }
  }

  /// The length of a backslash with the line end after it; 0 if there is none at the offset.
  @inline(__always)
  private func continuation(_ bytes: Span<UInt8>, _ offset: Int) -> Int {
    guard bytes.byte(at: offset) == "\\" else { return 0 }
    if bytes.byte(at: offset + 1) == 0x0D, bytes.byte(at: offset + 2) == 0x0A { return 3 }
    return bytes.byte(at: offset + 1) == 0x0A || bytes.byte(at: offset + 1) == 0x0D ? 2 : 0
  }

  private mutating func next(_ bytes: Span<UInt8>) {
    let byte = bytes[at]
    switch byte {
    case 0x0A, 0x0D:
      at += 1
      isFirstOnLine = true
      endDirective()
    case 0x20, 0x09, 0x0B, 0x0C, 0x00: at += 1
    case "\\": at += max(continuation(bytes, at), 1)
    case "/":
      switch bytes.byte(at: at + 1) {
      case "/": skipLine(bytes)
      case "*": skipComment(bytes)
      default: punctuation(bytes)
      }
    case "\"": string(bytes, UInt8(ascii: "\""))
    case "'": string(bytes, UInt8(ascii: "'"))
    case "#" where isFirstOnLine && directive == nil: beginDirective(bytes)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = at
      // Digit separators and points belong to the number.
      while at < bytes.count,
        isIdentifierByte(bytes[at]) || bytes[at] == "." || bytes[at] == "'" && isHexDigit(bytes.byte(at: at + 1))
      { at += 1 }
      add(.number, start, at, code: -1)
    default:
      if isIdentifierByte(byte) {
        var end = at + 1
        while end < bytes.count, isIdentifierByte(bytes[end]) { end += 1 }
        if bytes.byte(at: end) == "\"", end - at <= 3, bytes[end - 1] == "R", rawString(bytes, from: end) {
          return
        }
        let mark = at > 0 && bytes[at - 1] == "@" ? UInt8(ascii: "@") : 0
        add(.identifier, at, end, code: names.number(bytes, at, end), mark: mark)
        at = end
      } else if isFirstOnLine, bytes.isConflictMarker(at: at) {
        skipLine(bytes)
      } else {
        punctuation(bytes)
      }
    }
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
  }

  // MARK: - Tokens

  private mutating func add(_ kind: Token.Kind, _ start: Int, _ end: Int, code: Int32, mark: UInt8 = 0) {
    if !conditions.builds.isEmpty || directive != nil {
      list.append(
        Token(
          kind: kind, isFirstOnLine: isFirstOnLine, mark: mark, builds: conditions.builds,
          start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), code: code))
    }
    isFirstOnLine = false
  }

  private mutating func punctuation(_ bytes: Span<UInt8>) {
    let (sign, length) = mark(bytes, at)
    // The `@` of a string, a number or a keyword can be skipped.
    if sign == "@", bytes.byte(at: at + 1) != "[", bytes.byte(at: at + 1) != "{" {
      isFirstOnLine = false
    } else {
      add(.punctuation, at, at + length, code: sign.code)
    }
    at += length
  }

  private mutating func string(_ bytes: Span<UInt8>, _ quote: UInt8) {
    at += 1
    let start = at
    while at < bytes.count, bytes[at] != quote, bytes[at] != 0x0A, bytes[at] != 0x0D {
      let skipped = continuation(bytes, at)
      if skipped > 0 {
        at += skipped
      } else if bytes[at] == "\\", bytes.byte(at: at + 1) != 0x0A, bytes.byte(at: at + 1) != 0x0D {
        at += 2
      } else {
        at += 1
      }
    }
    at = min(at, bytes.count)
    add(.string, start, at, code: -1)
    if bytes.byte(at: at) == quote { at += 1 }
  }

  /// Reads `R"delimiter(…)delimiter"` from its quotation mark on. Returns whether there is one.
  private mutating func rawString(_ bytes: Span<UInt8>, from quote: Int) -> Bool {
    var open = quote + 1
    while open < bytes.count, open - quote <= 17, bytes[open] != "(" {
      let byte = bytes[open]
      if byte == ")" || byte == "\\" || byte == 0x20 || byte == "\"" || byte == 0x0A || byte == 0x0D {
        return false
      }
      open += 1
    }
    guard bytes.byte(at: open) == "(" else { return false }
    let length = open - quote - 1
    var end = open + 1
    while end < bytes.count {
      if bytes[end] == ")", bytes.byte(at: end + length + 1) == "\"" {
        var index = 0
        while index < length, bytes[end + 1 + index] == bytes[quote + 1 + index] { index += 1 }
        if index == length { break }
      }
      end += 1
    }
    add(.string, open + 1, end, code: -1)
    at = min(end + length + 2, bytes.count)
    return true
  }

  // MARK: - Comments

  private mutating func skipLine(_ bytes: Span<UInt8>) {
    while true {
      let end = bytes.endOfLine(from: at)
      let skipped = end > at ? continuation(bytes, end - 1) : 0
      at = end
      if skipped == 0 { return }
      at += skipped - 1
    }
  }

  private mutating func skipComment(_ bytes: Span<UInt8>) {
    at += 2
    while at < bytes.count {
      if bytes[at] == "*", bytes.byte(at: at + 1) == "/" {
        at += 2
        return
      }
      at += 1
    }
  }

  // MARK: - Preprocessor

  private mutating func beginDirective(_ bytes: Span<UInt8>) {
    at += 1
    while bytes.byte(at: at) == 0x20 || bytes.byte(at: at) == 0x09 { at += 1 }
    let start = at
    while at < bytes.count, isIdentifierByte(bytes[at]) { at += 1 }
    let word = String(decoding: source[start..<at], as: UTF8.self)
    isFirstOnLine = false
    let kind: Directive
    switch word {
    case "if": kind = .open
    case "elif": kind = .turn
    case "ifdef": kind = .ifDefined(true)
    case "ifndef": kind = .ifDefined(false)
    case "elifdef": kind = .turnDefined(true)
    case "elifndef": kind = .turnDefined(false)
    case "define": kind = .define
    case "undef": kind = .undefine
    case "else":
      if let top = conditions.turn(ConditionValue(1)) { list.top = top }
      return skipLine(bytes)
    case "endif":
      conditions.close()
      return skipLine(bytes)
    case "import", "include": kind = .other
    default: return skipLine(bytes)
    }
    directive = (kind, list.count, list.top)
    if case .other = kind { addImport(bytes) }
  }

  /// Adds an import: “XCTest” for <XCTest/XCTest.h>, as an identifier after `import`.
  private mutating func addImport(_ bytes: Span<UInt8>) {
    directive = nil
    while bytes.byte(at: at) == 0x20 || bytes.byte(at: at) == 0x09 { at += 1 }
    let quote = bytes.byte(at: at)
    if quote == "<" || quote == "\"" {
      let start = at + 1
      var end = start
      while end < bytes.count, isIdentifierByte(bytes[end]) { end += 1 }
      if end > start, !conditions.builds.isEmpty {
        let name = names.number(bytes, start, end)
        imports.insert(name)
        // In quotation marks it may be the project’s own header.
        if quote == "<", conditions.builds == .all { importsOfAllBuilds.insert(name) }
      }
    }
    skipLine(bytes)
  }

  /// The first names of imported modules and headers.
  private(set) var imports: Set<Int32> = []
  /// The imports that every build has.
  private(set) var importsOfAllBuilds: Set<Int32> = []

  private mutating func endDirective() {
    guard let (kind, place, top) = directive else { return }
    directive = nil
    let tokens = list.cut(from: place, top: top)
    func value() -> ConditionValue {
      var reader = ConditionReader(table, source, defines: defines)
      return reader.value(of: tokens)
    }
    func defined(_ isWanted: Bool) -> ConditionValue {
      guard let token = tokens.first, token.kind == .identifier else { return .unknown }
      let value = ConditionReader(table, source, defines: defines).defined(token)
      return isWanted ? value : !value
    }
    switch kind {
    case .open: conditions.open(value(), top: list.top, guarded: Self.guarded(tokens))
    case .turn: if let top = conditions.turn(value()) { list.top = top }
    case .ifDefined(let isWanted):
      conditions.open(defined(isWanted), top: list.top, guarded: isWanted ? -1 : tokens.first?.code ?? -1)
    case .turnDefined(let isWanted): if let top = conditions.turn(defined(isWanted)) { list.top = top }
    case .undefine: if let name = tokens.first, !conditions.builds.isEmpty { defines[name.code] = nil }
    case .define: define(tokens)
    case .other: break
    }
  }

  /// The macro of `#if !defined(X)`; -1 for any other condition.
  private static func guarded(_ tokens: [Token]) -> Int32 {
    guard tokens.first?.isMark("!") ?? false else { return -1 }
    // `! defined X` or `! defined ( X )`, but not `! A && B`.
    let isBracketed = tokens.count == 5 && tokens[2].isMark("(")
    guard tokens.count == 3 || isBracketed, let name = tokens.dropFirst(isBracketed ? 3 : 2).first else { return -1 }
    return name.kind == .identifier ? name.code : -1
  }

  private mutating func define(_ tokens: [Token]) {
    guard let name = tokens.first, name.kind == .identifier, !conditions.builds.isEmpty else { return }
    var body = tokens.dropFirst()
    if let open = body.first, open.isMark("("), open.start == name.end {
      let end = body.firstIndex { $0.isMark(")") } ?? body.endIndex - 1
      body = body[(end + 1)...]
    } else if !conditions.isGuarded(by: name.code) {
      // A value that a build setting may override stays unknown.
      let first = body.first.map { String(decoding: source[$0.range.indices], as: UTF8.self) }
      defines[name.code] = .some(body.count == 1 ? first.flatMap { Int($0) } : nil)
    }
    bodies.append((name.code, Array(body)))
  }
}
