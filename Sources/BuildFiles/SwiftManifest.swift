import SourceText

/// A Swift file, read as what `Package.swift` is: nested calls. Nothing is executed; anything but literals, calls and
/// lists of them counts as computed.
///
/// It is a list of tokens in which each bracket knows its partner. An ``Expression`` is a range of tokens; stepping
/// over brackets finds its parts, so deep nesting needs no stack.
struct SwiftManifest {
  enum Token: Hashable {
    case word, string, computedString, number
    /// A bracket or an operator, by its first byte.
    case mark(UInt8)
  }

  let text: SourceText
  private var tokens: [(token: Token, range: ByteRange)] = []
  /// The index of each bracket's partner, or the end if it has none; other tokens have their own index.
  private var partners: [Int] = []
  /// The values of constants and variables, by name.
  private var values: [String: Expression] = [:]
  /// What is added later to a variable or property, such as `package.targets`.
  private var additions: [String: [Addition]] = [:]
  /// Properties of targets that are changed later.
  private(set) var laterChanges: [ByteRange] = []

  private struct Addition {
    var value: Expression
    /// Whether the value is one element, not a list of elements.
    var isElement: Bool
  }

  /// More tokens than a literal value has; brackets with their contents count as one.
  private static let longestExpression = 256

  /// The tokens of a value.
  struct Expression: Hashable {
    fileprivate var lower: Int
    fileprivate var upper: Int
  }

  init(_ text: SourceText) {
    self.text = text
    var lexer = SwiftManifestLexer(text.bytes)
    tokens = lexer.tokens()
    partners = Array(tokens.indices)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      guard case .mark(let mark) = token.token else { continue }
      if Self.closing(of: mark) != nil {
        open.append(index)
        partners[index] = tokens.count
      } else if let place = open.suffix(8).lastIndex(where: { closes(mark, $0) }) {
        // Brackets opened in between have no partner.
        partners[open[place]] = index
        partners[index] = open[place]
        open.removeLast(open.count - place)
      }
    }
    findStatements()
  }

  private func closes(_ mark: UInt8, _ opening: Int) -> Bool {
    guard case .mark(let first) = tokens[opening].token else { return false }
    return Self.closing(of: first) == mark
  }

  private static func closing(of mark: UInt8) -> UInt8? {
    switch mark {
    case "(": mark + 1
    case "[", "{": mark + 2
    default: nil
    }
  }

  private func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].token == .mark(UInt8(ascii: mark))
  }

  private func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].token == .word else { return nil }
    return text[tokens[index].range]
  }

  /// The next token, after the partner of an opening bracket.
  private func next(_ index: Int) -> Int { max(partners[index], index) + 1 }

  // MARK: - Statements

  private mutating func findStatements() {
    var index = 0
    while index < tokens.count {
      if let word = word(index), word == "let" || word == "var", let name = self.word(index + 1) {
        // Skip the type up to the equals sign.
        var at = index + 2
        while at < tokens.count, !isMark(at, "="), startsNoStatement(at) { at = next(at) }
        if isMark(at, "=") {
          let value = expression(from: at + 1)
          if values[name] == nil { values[name] = value }
          // Go on inside the value, which may contain closures and calls.
          index = at + 1
          continue
        }
      } else if word(index) != nil, !isMark(index - 1, ".") {
        index = readChange(index)
        continue
      }
      index += 1
    }
  }

  private func startsNoStatement(_ index: Int) -> Bool {
    guard let word = word(index) else { return true }
    return !["let", "var", "func", "if", "for", "struct", "enum", "extension", "import"].contains(word)
  }

  /// Reads `package.targets += […]`, `package.targets.append(…)` and the like.
  ///
  /// - Returns: Where to continue.
  private mutating func readChange(_ start: Int) -> Int {
    var names: [String] = []
    var at = start
    while let name = word(at) {
      names.append(name)
      at += 1
      guard isMark(at, "."), word(at + 1) != nil else { break }
      at += 1
    }
    if isMark(at, "+"), isMark(at + 1, "=") {
      let addition = Addition(value: expression(from: at + 2), isElement: false)
      additions[names.joined(separator: "."), default: []].append(addition)
      noteChange(of: names[...], at: start, to: at)
      return at + 2
    }
    if names.count > 1, names.last == "append" || names.last == "insert", isMark(at, "(") {
      let path = names.dropLast().joined(separator: ".")
      if let first = arguments(at).first {
        additions[path, default: []].append(Addition(value: first.value, isElement: first.label != "contentsOf"))
        noteChange(of: names.dropLast(), at: start, to: at)
      }
      return at + 1
    }
    if isMark(at, "="), !isMark(at + 1, "=") { noteChange(of: names[...], at: start, to: at) }
    return max(at, start + 1)
  }

  private mutating func noteChange(of names: ArraySlice<String>, at start: Int, to end: Int) {
    guard names.count > 1, let last = names.last, ["path", "sources", "exclude", "resources"].contains(last) else {
      return
    }
    laterChanges.append(ByteRange(tokens[start].range.lower, tokens[end - 1].range.upper))
  }

  /// The value that begins at a token and ends with its line, unless a bracket or an operator continues it.
  private func expression(from start: Int) -> Expression {
    var at = start
    for _ in 0..<Self.longestExpression where at < tokens.count {
      if at > start, text.line(at: tokens[at].range.lower) != text.line(at: tokens[at - 1].range.lower), !continues(at)
      {
        break
      }
      if case .mark(let mark) = tokens[at].token, ")]}".utf8.contains(mark) {
        break
      }
      at = next(at)
    }
    return Expression(lower: start, upper: min(at, tokens.count))
  }

  /// Whether a line that begins with a token continues the line before it.
  private func continues(_ index: Int) -> Bool {
    func isOperator(_ index: Int) -> Bool {
      guard case .mark(let mark) = tokens[index].token else { return false }
      return mark == "." || mark == "+" || mark == "?" || mark == ":" || mark == "=" || mark == ","
    }
    return isOperator(index) || isOperator(index - 1)
  }

  // MARK: - Values

  /// An argument of a call, or an element of a list, which has no label.
  struct Argument {
    var label: String?
    var value: Expression
  }

  /// The arguments of the first call of a function, anywhere in the text.
  func firstCall(of name: String) -> [Argument]? {
    tokens.indices.first { word($0) == name && isMark($0 + 1, "(") }.map { arguments($0 + 1) }
  }

  /// The arguments or elements in the brackets that open at a token.
  private func arguments(_ open: Int) -> [Argument] {
    let end = min(max(partners[open], open + 1), tokens.count)
    var result: [Argument] = []
    var at = open + 1
    while at < end {
      var label: String?
      if let name = word(at), isMark(at + 1, ":") {
        label = name
        at += 2
      }
      let start = at
      while at < end, !isMark(at, ",") { at = next(at) }
      at = min(at, end)
      if at > start { result.append(Argument(label: label, value: Expression(lower: start, upper: at))) }
      at += 1
    }
    return result
  }

  /// The range of a value in the text.
  func range(_ expression: Expression) -> ByteRange {
    guard expression.lower < expression.upper, expression.upper <= tokens.count else {
      return ByteRange(at: text.count)
    }
    return ByteRange(tokens[expression.lower].range.lower, tokens[expression.upper - 1].range.upper)
  }

  /// The contents of a string literal without interpolation; escapes aren't resolved.
  func string(_ expression: Expression) -> String? {
    guard expression.upper == expression.lower + 1, tokens.indices.contains(expression.lower),
      tokens[expression.lower].token == .string
    else { return nil }
    var bytes = text.slice(tokens[expression.lower].range)
    while bytes.count >= 2, bytes.first == "#", bytes.last == "#" {
      bytes = bytes.dropFirst().dropLast()
    }
    while bytes.count >= 2, bytes.first == "\"", bytes.last == "\"" {
      bytes = bytes.dropFirst().dropLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name and the arguments of a call; the name is the part after the last dot.
  func call(_ expression: Expression) -> (name: String, arguments: [Argument])? {
    guard let open = callee(expression)?.open, let name = word(open - 1) else { return nil }
    return (name, arguments(open))
  }

  /// Whether a member of a type is called: `.target`, `Target.target`.
  func isMember(_ expression: Expression) -> Bool { callee(expression)?.isMember ?? false }

  private func callee(_ expression: Expression) -> (open: Int, isMember: Bool)? {
    var at = expression.lower
    var isMember = false
    while at < expression.upper {
      if isMark(at, ".") {
        isMember = true
        at += 1
      }
      guard word(at) != nil else { return nil }
      at += 1
      if isMark(at, "(") { return partners[at] == expression.upper - 1 ? (at, isMember) : nil }
      guard isMark(at, ".") else { return nil }
    }
    return nil
  }

  /// A single name, with or without a leading dot: `.v13`, `settings`.
  func name(_ expression: Expression) -> String? {
    let start = isMark(expression.lower, ".") ? expression.lower + 1 : expression.lower
    return expression.upper == start + 1 ? word(start) : nil
  }

  /// The value of a constant, if an expression is its name, with or without a leading dot.
  func constant(_ expression: Expression) -> Expression? { name(expression).flatMap { values[$0] } }

  /// The elements of a list literal, a variable with a list, or a sum of these.
  ///
  /// - Parameter property: The property whose later additions count too: `package.targets`.
  /// - Returns: The elements, and the parts that aren't literals.
  func elements(_ expression: Expression?, addedTo property: String? = nil) -> (
    elements: [Expression], computed: [Expression]
  ) {
    var elements: [Expression] = []
    var computed: [Expression] = []
    // The lists still to read, the next one last; later additions come at the end.
    var open = property.map { (additions[$0] ?? []).reversed() } ?? []
    if let expression { open.append(Addition(value: expression, isElement: false)) }
    var seen: Set<String> = []
    while let next = open.popLast() {
      let value = next.value
      let parts = next.isElement ? [] : summands(value)
      if next.isElement {
        elements.append(value)
      } else if parts.count > 1 {
        open += parts.reversed().map { Addition(value: $0, isElement: false) }
      } else if isMark(value.lower, "["), partners[value.lower] == value.upper - 1 {
        elements += arguments(value.lower).map(\.value)
      } else if let name = name(value), !isMark(value.lower, "."), let first = values[name], seen.insert(name).inserted
      {
        open += (additions[name] ?? []).reversed() + [Addition(value: first, isElement: false)]
      } else {
        computed.append(value)
      }
    }
    return (elements, computed)
  }

  /// The operands of a sum.
  private func summands(_ expression: Expression) -> [Expression] {
    var result: [Expression] = []
    var start = expression.lower
    var at = start
    while at < expression.upper {
      if isMark(at, "+") {
        result.append(Expression(lower: start, upper: at))
        start = at + 1
      }
      at = next(at)
    }
    result.append(Expression(lower: start, upper: expression.upper))
    return result.filter { $0.lower < $0.upper }
  }
}

/// Splits a Swift file into tokens for ``SwiftManifest``.
private struct SwiftManifestLexer {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func tokens() -> [(token: SwiftManifest.Token, range: ByteRange)] {
    var result: [(token: SwiftManifest.Token, range: ByteRange)] = []
    while at < bytes.count {
      let start = at
      switch bytes[at] {
      case 0x09, 0x0A, 0x0D, 0x20: at += 1
      case "/" where byte(at + 1) == "/": skipLine()
      case "/" where byte(at + 1) == "*": skipComment()
      case "#" where byte(at + 1) != "\"" && byte(at + 1) != "#":
        // `#if os(Linux)`: both branches count.
        skipLine()
      case "\"", "#":
        let isComputed = skipString()
        result.append((isComputed ? .computedString : .string, ByteRange(start, at)))
      case 0x30...0x39:
        at += 1
        while Self.isWord(byte(at)) || byte(at) == "." { at += 1 }
        result.append((.number, ByteRange(start, at)))
      case let first where Self.isWord(first) || first == "$" || first == "@":
        at += 1
        while Self.isWord(byte(at)) { at += 1 }
        result.append((.word, ByteRange(start, at)))
      default:
        at += 1
        result.append((.mark(bytes[start]), ByteRange(start, at)))
      }
    }
    return result
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == "_" || byte == "`" || byte >= 0x80 || isLetter(byte) || isDigit(byte)
  }

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    while at < bytes.count {
      if bytes[at] == "/", byte(at + 1) == "*" {
        depth += 1
        at += 2
      } else if bytes[at] == "*", byte(at + 1) == "/" {
        depth -= 1
        at += 2
        if depth == 0 { return }
      } else {
        at += 1
      }
    }
  }

  /// Skips a string literal, including interpolations.
  ///
  /// - Returns: Whether it has interpolations.
  private mutating func skipString() -> Bool {
    /// A string literal with its numbers of `#` and quotation marks, or the brackets of an interpolation.
    enum Open {
      case string(hashes: Int, quotes: Int)
      case brackets(Int)
    }
    var isComputed = false
    var open: [Open] = []
    repeat {
      switch open.last {
      case nil, .brackets?:
        if byte(at) == "\"" || byte(at) == "#" {
          let start = at
          while byte(at) == "#" { at += 1 }
          guard byte(at) == "\"" else { continue }
          let hashes = at - start
          let isLong = byte(at + 1) == "\"" && byte(at + 2) == "\""
          at += isLong ? 3 : 1
          open.append(.string(hashes: hashes, quotes: isLong ? 3 : 1))
        } else if case .brackets(let depth)? = open.last {
          let delta = byte(at) == "(" ? 1 : byte(at) == ")" ? -1 : 0
          open.removeLast()
          if depth + delta > 0 { open.append(.brackets(depth + delta)) }
          at += 1
        }
      case .string(let hashes, let quotes)?:
        if bytes[at] == "\\", has(UInt8(ascii: "#"), hashes, at + 1) {
          at += 1 + hashes
          if byte(at) == "(" {
            isComputed = true
            open.append(.brackets(1))
          }
          at += 1
        } else if has(UInt8(ascii: "\""), quotes, at), has(UInt8(ascii: "#"), hashes, at + quotes) {
          at += quotes + hashes
          open.removeLast()
        } else if quotes == 1, bytes[at] == 0x0A || bytes[at] == 0x0D {
          // An unclosed literal ends with its line.
          return isComputed
        } else {
          at += 1
        }
      }
    } while at < bytes.count && !open.isEmpty
    at = min(at, bytes.count)
    return isComputed
  }

  private func has(_ mark: UInt8, _ count: Int, _ offset: Int) -> Bool {
    guard offset + count <= bytes.count else { return false }
    for place in 0..<count where bytes[offset + place] != mark { return false }
    return true
  }
}
