/// Builds a ``JSONDocument`` in one pass over the bytes, with an explicit stack. It recovers from each mistake or ends
/// with the first, depending on the mode.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var nodes: [JSONNode] = []
  /// The open containers: index of the node, and of the last child linked into it.
  private var open: [(container: Int32, last: Int32)] = []
  /// How many of the open containers are objects.
  private var openObjects = 0
  /// Whether the parser recovers from mistakes; otherwise the first one ends it.
  private let isTolerant: Bool
  private var problems: [JSONError] = []
  /// More problems than anyone reads.
  private static let mostProblems = 1_000
  /// The most values that are read. `[[[…` has one per byte, a list of digits one per two, and real files one per ten.
  private let mostNodes: Int
  /// Where reading stopped before the end of the text.
  private var cut: Int?

  init(bytes: [UInt8], isTolerant: Bool) {
    self.bytes = bytes
    self.isTolerant = isTolerant
    mostNodes = 100_000 + bytes.count / (isTolerant ? 4 : 2)
  }

  private enum Expectation {
    case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd
  }

  mutating func parse() -> JSONDocument {
    guard bytes.count < Int(Int32.max) else {
      return JSONDocument(
        bytes: [], nodes: [JSONNode(kind: .null, isMissing: true, lower: 0, upper: 0)],
        problems: [JSONError("The text is larger than 2 GB", at: 0)])
    }
    nodes.reserveCapacity(bytes.count / 16 + 1)
    if isTolerant, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var expected = Expectation.value
    var isDone = false
    while !isDone, isTolerant || problems.isEmpty {
      skipTrivia()
      guard position < bytes.count else { break }
      if nodes.count >= mostNodes {
        cut = position
        break
      }
      expected = step(expected)
      isDone = open.isEmpty && !nodes.isEmpty
      if open.isEmpty, nodes.isEmpty { expected = .value }
    }
    if isTolerant {
      finish(expected, isDone: isDone)
    } else if !isDone {
      note(JSONError(cut == nil ? "Unexpected end of the text" : "The text has too many values", at: position))
    }
    if cut == nil { skipTrivia() }
    if isDone, position < bytes.count { note(JSONError("Nothing may follow the value", at: position, to: endOfLine())) }
    if isTolerant { problems.sort { $0.offset < $1.offset } }
    return JSONDocument(bytes: bytes, nodes: nodes, problems: problems, cut: cut)
  }

  /// Adds a node that begins at `lower` and links it to its previous sibling.
  private mutating func add(_ kind: JSONValue.Kind, from lower: Int, isPlain: Bool = true) {
    let index = Int32(nodes.count)
    nodes.append(JSONNode(kind: kind, isPlain: isPlain, lower: Int32(lower), upper: Int32(position)))
    if let top = open.indices.last {
      if open[top].last != 0 { nodes[Int(open[top].last)].next = index }
      open[top].last = index
    }
  }

  private mutating func readValue(startingWith byte: UInt8) throws(JSONError) -> Expectation {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      add(isObject ? .object : .array, from: position)
      open.append((Int32(nodes.count - 1), 0))
      if isObject { openObjects += 1 }
      position += 1
      return isObject ? .nameOrEnd : .valueOrEnd
    case UInt8(ascii: "\""): readString()
    case UInt8(ascii: "t"): try readWord("true", .boolean)
    case UInt8(ascii: "f"): try readWord("false", .boolean)
    case UInt8(ascii: "n"): try readWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    default: throw JSONError("Expected a value", at: position)
    }
    return .commaOrEnd
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count, isWhiteSpace(bytes[position]) { position += 1 }
  }

  private mutating func readWord(_ word: StaticString, _ kind: JSONValue.Kind) throws(JSONError) {
    let lower = position
    let length = word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { buffer in
      position + length <= bytes.count && bytes[position..<position + length].elementsEqual(buffer)
    }
    guard matches else { throw JSONError("Expected a value", at: position) }
    position += length
    add(kind, from: lower)
  }

  private mutating func readNumber() throws(JSONError) {
    let lower = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let integerStart = position
    try skipDigits()
    if bytes[integerStart] == UInt8(ascii: "0"), position > integerStart + 1 {
      throw JSONError("A number can’t begin with 0", at: integerStart)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try skipDigits()
    }
    add(.number, from: lower)
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    if position == start { throw JSONError("Expected a digit", at: position) }
  }

  private mutating func readString() {
    let lower = position
    var isPlain = true
    position += 1
    while true {
      // Nearly all bytes are literal.
      var at = position
      while at < bytes.count, bytes[at] >= 0x20, bytes[at] < 0x80, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
      position = at
      guard position < bytes.count else {
        endUnclosedString(from: lower, isPlain: isPlain)
        return
      }
      let byte = bytes[position]
      switch byte {
      case 0x0A where isTolerant, 0x0D where isTolerant:
        endUnclosedString(from: lower, isPlain: isPlain)
        return
      case UInt8(ascii: "\""):
        position += 1
        add(.string, from: lower, isPlain: isPlain)
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        skipEscape()
      case 0..<0x20:
        note(JSONError("A control character in a string must be escaped", at: position, to: position + 1))
        position += 1
      default:
        let slice = bytes[...]
        let length = lengthOfUTF8Sequence(in: slice.span, at: position)
        if length == 0 { note(JSONError("These bytes are not UTF-8", at: position, to: position + 1)) }
        position += max(length, 1)
      }
    }
  }

  /// Ends an unterminated string with its line, before a trailing comma.
  private mutating func endUnclosedString(from lower: Int, isPlain: Bool) {
    note(JSONError("Unterminated string", at: lower, to: position))
    var end = position
    while end > lower + 1, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    if end > lower + 1, bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    position = end
    add(.string, from: lower, isPlain: isPlain)
    nodes[nodes.count - 1].isClosed = false
  }

  /// Not inlined: inlining would copy every message to its call site.
  @inline(never)
  private mutating func note(_ error: JSONError) {
    if problems.count < Self.mostProblems { problems.append(error) }
  }

  private mutating func skipEscape() {
    guard position + 1 < bytes.count else {
      // The unterminated string is reported next.
      position += 1
      return
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      if fourHexDigits(in: bytes, at: position + 2) == nil {
        note(JSONError("Expected four hexadecimal digits after \\u", at: position, to: position + 2))
        position += 2
      } else {
        position += 6
      }
    default:
      note(JSONError("Unknown escape", at: position, to: position + 1))
      position += 1
    }
  }
}

// MARK: - Recovery

extension JSONParser {
  private mutating func finish(_ expected: Expectation, isDone: Bool) {
    guard !isDone else { return }
    if expected == .value { addMissing(.null, cut == nil ? "Expected a value" : nil, at: lastFilled()) }
    if expected == .colon {
      if cut == nil { note(JSONError("Expected a colon after the member name", at: lastFilled())) }
      addMissing(.null, nil, at: lastFilled())
    }
    let end = lastFilled()
    while !open.isEmpty { close(at: end, hasBracket: false) }
  }

  /// The end of what precedes the parser’s position, without trailing whitespace.
  private func lastFilled() -> Int {
    // Whitespace at the end of an unterminated string belongs to the string.
    let lowest = nodes.last.map { $0.kind == .string ? Int($0.upper) : Int($0.lower) } ?? 0
    var end = position
    while end > lowest, isWhiteSpace(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func endOfLine() -> Int {
    var end = position
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  private mutating func addMissing(_ kind: JSONValue.Kind, _ message: String?, at offset: Int) {
    if let message { note(JSONError(message, at: offset)) }
    add(kind, from: offset)
    nodes[nodes.count - 1].upper = Int32(offset)
    nodes[nodes.count - 1].isMissing = true
  }

  private mutating func skipTrivia() {
    while true {
      skipWhiteSpace()
      guard position < bytes.count else { return }
      let start = position
      switch bytes[position] {
      case UInt8(ascii: "/") where isFollowed(by: UInt8(ascii: "/")):
        position = endOfLine()
        note(JSONError("JSON doesn’t allow comments", at: start, to: position))
      case UInt8(ascii: "/") where isFollowed(by: UInt8(ascii: "*")):
        position += 2
        while position < bytes.count, bytes[position] != UInt8(ascii: "*") || !isFollowed(by: UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, bytes.count)
        note(JSONError("JSON doesn’t allow comments", at: start, to: position))
      case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|"):
        guard isConflictMarker() else { return }
        position = endOfLine()
        note(JSONError("This line is left over from a merge", at: start, to: position))
      default: return
      }
    }
  }

  private func isFollowed(by byte: UInt8) -> Bool { position + 1 < bytes.count && bytes[position + 1] == byte }

  private func isConflictMarker() -> Bool {
    guard position + 7 <= bytes.count, position == 0 || bytes[position - 1] == 0x0A || bytes[position - 1] == 0x0D
    else { return false }
    return bytes[position..<position + 7].allSatisfy { $0 == bytes[position] }
      && (position + 7 == bytes.count || bytes[position + 7] <= 0x20)
  }

  private var isInObject: Bool { open.last.map { nodes[Int($0.container)].kind == .object } ?? false }

  /// Reads one token and returns what is expected next.
  private mutating func step(_ expected: Expectation) -> Expectation {
    let byte = bytes[position]
    switch expected {
    case .value, .valueOrEnd: return valueStep(expected, byte)
    case .name, .nameOrEnd: return nameStep(expected, byte)
    case .colon: return colonStep(byte)
    case .commaOrEnd: return commaStep(byte)
    }
  }

  private mutating func valueStep(_ expected: Expectation, _ byte: UInt8) -> Expectation {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if expected == .value, !open.isEmpty {
        if isInObject {
          addMissing(.null, "Expected a value", at: lastFilled())
        } else {
          note(JSONError("Trailing comma in the array", at: position, to: position + 1))
        }
      }
      return closing(byte)
    case UInt8(ascii: ","):
      addMissing(.null, "Expected a value", at: position)
      position += 1
      return isInObject ? .name : .value
    case UInt8(ascii: ":"):
      note(JSONError("Expected a value", at: position, to: position + 1))
      position += 1
      return expected
    default: break
    }
    let start = position
    do throws(JSONError) {
      return try readValue(startingWith: byte)
    } catch {
      // Not a JSON token: skip to where something else begins.
      position = start
      skipWord()
      note(isTolerant ? JSONError("Expected a value", at: start, to: position) : error)
      add(.null, from: start)
      return .commaOrEnd
    }
  }

  private mutating func nameStep(_ expected: Expectation, _ byte: UInt8) -> Expectation {
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if expected == .name { note(JSONError("Trailing comma in the object", at: position, to: position + 1)) }
      return closing(byte)
    case UInt8(ascii: "\""):
      readString()
      skipWhiteSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return .colon }
      position += 1
      return .value
    case UInt8(ascii: ","):
      note(JSONError("Expected a member name in quotation marks", at: position, to: position + 1))
      position += 1
      return .name
    case UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["):
      addMissing(.string, "Expected a member name in quotation marks", at: position)
      if byte == UInt8(ascii: ":") { position += 1 }
      return .value
    default:
      // A name without quotes doesn’t count as one, but what follows it is its value.
      let start = position
      skipWord()
      note(JSONError("Expected a member name in quotation marks", at: start, to: position))
      addMissing(.string, nil, at: start)
      return .colon
    }
  }

  private mutating func colonStep(_ byte: UInt8) -> Expectation {
    switch byte {
    case UInt8(ascii: ":"): position += 1
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      note(JSONError("Expected a colon after the member name", at: lastFilled()))
      addMissing(.null, nil, at: lastFilled())
      return .commaOrEnd
    case UInt8(ascii: "="):
      note(JSONError("Expected a colon after the member name", at: position, to: position + 1))
      position += 1
    default: note(JSONError("Expected a colon after the member name", at: lastFilled()))
    }
    return .value
  }

  private mutating func commaStep(_ byte: UInt8) -> Expectation {
    var missingComma: String { "Expected a comma or the end of the \(isInObject ? "object" : "array")" }
    switch byte {
    case UInt8(ascii: ","):
      position += 1
      return isInObject ? .name : .value
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return closing(byte)
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
      note(JSONError(missingComma, at: lastFilled()))
      return isInObject ? .name : .value
    default:
      let start = position
      skipWord()
      note(JSONError(missingComma, at: start, to: position))
      return .commaOrEnd
    }
  }

  /// Closes the nearest container of the bracket’s kind and all open ones inside it, or skips the bracket.
  private mutating func closing(_ byte: UInt8) -> Expectation {
    let kind: JSONValue.Kind = byte == UInt8(ascii: "}") ? .object : .array
    let isTop = open.last.map { nodes[Int($0.container)].kind == kind } ?? false
    guard isTop || (kind == .object ? openObjects : open.count - openObjects) > 0 else {
      note(JSONError("“\(Unicode.Scalar(byte))” has no opening bracket", at: position, to: position + 1))
      position += 1
      return .commaOrEnd
    }
    if !isTop {
      let end = lastFilled()
      while let top = open.last, nodes[Int(top.container)].kind != kind { close(at: end, hasBracket: false) }
    }
    position += 1
    close(at: position, hasBracket: true)
    return .commaOrEnd
  }

  /// Ends the innermost container.
  private mutating func close(at end: Int, hasBracket: Bool) {
    guard let top = open.popLast() else { return }
    let lower = Int(nodes[Int(top.container)].lower)
    let isObject = nodes[Int(top.container)].kind == .object
    if !hasBracket, problems.count < Self.mostProblems, cut == nil {
      note(JSONError("The \(isObject ? "object" : "array") is not closed", at: lower, to: lower + 1))
    }
    nodes[Int(top.container)].upper = Int32(max(end, lower + 1))
    nodes[Int(top.container)].isClosed = hasBracket
    if isObject { openObjects -= 1 }
  }

  /// Skips what isn’t JSON, up to punctuation, whitespace or the end; at least one byte.
  private mutating func skipWord() {
    if bytes[position] == UInt8(ascii: "'") {
      // A text in single quotes. Whichever comes first, so that a line of many apostrophes is scanned once.
      let end = bytes[(position + 1)...].firstIndex { $0 == UInt8(ascii: "'") || $0 == 0x0A || $0 == 0x0D }
      if let end, bytes[end] == UInt8(ascii: "'") {
        position = end + 1
        return
      }
    }
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "="):
        return
      default: position += 1
      }
    }
  }
}

func isWhiteSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

/// The value of the four hexadecimal digits at `offset`, nil if they are not there.
func fourHexDigits(in bytes: [UInt8], at offset: Int) -> UInt32? {
  guard offset + 4 <= bytes.count else { return nil }
  var value: UInt32 = 0
  for byte in bytes[offset..<offset + 4] {
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
    value = value << 4 | UInt32(digit)
  }
  return value
}

/// The length of the well-formed UTF-8 sequence at `offset`, 0 if there is none.
public func lengthOfUTF8Sequence(in bytes: Span<UInt8>, at offset: Int) -> Int {
  func isTrail(_ index: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
    offset + index < bytes.count && range.contains(bytes[offset + index])
  }
  switch bytes[offset] {
  case 0..<0x80: return 1
  case 0xC2...0xDF: return isTrail(1) ? 2 : 0
  case 0xE0: return isTrail(1, 0xA0...0xBF) && isTrail(2) ? 3 : 0
  case 0xED: return isTrail(1, 0x80...0x9F) && isTrail(2) ? 3 : 0
  case 0xE1...0xEF: return isTrail(1) && isTrail(2) ? 3 : 0
  case 0xF0: return isTrail(1, 0x90...0xBF) && isTrail(2) && isTrail(3) ? 4 : 0
  case 0xF4: return isTrail(1, 0x80...0x8F) && isTrail(2) && isTrail(3) ? 4 : 0
  case 0xF1...0xF3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : 0
  default: return 0
  }
}
