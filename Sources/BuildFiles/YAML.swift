import SourceText

/// The subset of YAML that project descriptions use: mappings, sequences, scalars in all styles, anchors, aliases and
/// merges. Tags are ignored. Any bytes can be parsed; what isn't understood is in ``unread``, and every value has its
/// range.
///
/// Nodes are in one array, and an alias is the index of its target, so nesting needs no stack. Because aliases can form
/// cycles, walking the tree needs a bound.
struct YAML {
  enum Kind { case null, scalar, sequence, mapping }

  fileprivate struct Node {
    var kind = Kind.null
    var text = ""
    /// Whether a scalar is quoted or a block.
    var isQuoted = false
    var range: ByteRange
    /// The elements; for a mapping, keys and values alternate.
    var children: [Int] = []
  }

  fileprivate var nodes: [Node] = []
  /// What wasn't understood, and why; the first of each kind.
  fileprivate(set) var unread: [(range: ByteRange, why: String)] = []

  /// One value.
  struct Value {
    fileprivate let document: YAML
    fileprivate let index: Int
    private var node: Node { document.nodes[index] }

    var kind: Kind { node.kind }
    var range: ByteRange { node.range }
    /// The text of a scalar.
    var string: String? { node.kind == .scalar ? node.text : nil }
    /// Whether it is an unquoted scalar that means true.
    var isTrue: Bool {
      node.kind == .scalar && !node.isQuoted && ["true", "yes", "on", "True", "TRUE", "YES", "Yes"].contains(node.text)
    }
    /// The elements of a sequence; any other value counts as a single element.
    var elements: [Value] {
      switch node.kind {
      case .sequence: node.children.map { Value(document: document, index: $0) }
      case .null: []
      case .scalar, .mapping: [self]
      }
    }
    /// The texts of a sequence of scalars, or of a single one.
    var strings: [String] { elements.compactMap(\.string) }

    /// The entries of a mapping, followed by those it merges; of duplicates between mappings, the first.
    var entries: [(key: Value, value: Value)] {
      var result: [(key: Value, value: Value)] = []
      var keys: Set<String> = []
      var open = [index]
      var seen: Set<Int> = []
      while let next = open.popLast() {
        guard seen.insert(next).inserted, document.nodes[next].kind == .mapping else { continue }
        let children = document.nodes[next].children
        // Of duplicates in one mapping, the last counts.
        var own: [String: Int] = [:]
        for place in stride(from: 0, to: children.count - 1, by: 2) {
          own[document.nodes[children[place]].text] = place
        }
        for place in stride(from: 0, to: children.count - 1, by: 2) {
          let key = document.nodes[children[place]].text
          guard own[key] == place else { continue }
          if key == "<<" {
            let merged = document.nodes[children[place + 1]]
            open += merged.kind == .sequence ? merged.children.reversed() : [children[place + 1]]
          } else if keys.insert(key).inserted {
            result.append(
              (Value(document: document, index: children[place]), Value(document: document, index: children[place + 1]))
            )
          }
        }
      }
      return result
    }

    subscript(key: String) -> Value? {
      var merges = false
      let children = node.kind == .mapping ? node.children : []
      for place in stride(from: children.count - 2, through: 0, by: -2) {
        let name = document.nodes[children[place]].text
        if name == key { return Value(document: document, index: children[place + 1]) }
        if name == "<<" { merges = true }
      }
      return merges ? entries.first { $0.key.string == key }?.value : nil
    }
  }

  /// The root value of the first document.
  var root: Value { Value(document: self, index: 0) }

  init(_ text: SourceText) {
    var parser = YAMLParser(text)
    parser.parse()
    nodes = parser.nodes
    unread = parser.unread
  }
}

/// Parses line by line, with a list of what is open.
private struct YAMLParser {
  var nodes: [YAML.Node]
  var unread: [(range: ByteRange, why: String)] = []
  private let text: SourceText
  private let bytes: [UInt8]
  private var at = 0
  private var anchors: [String: Int] = [:]
  /// The open mappings and sequences, with the column of their entries.
  private var open: [(node: Int, column: Int)] = []
  /// The node that the next value goes into: that of a key, an element, or the root.
  private var slot: Int? = 0
  /// The column of the entry with the slot.
  private var slotColumn = -1

  init(_ text: SourceText) {
    self.text = text
    bytes = text.bytes
    nodes = [YAML.Node(range: ByteRange(at: 0))]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0x0A }
  private func isBlank(_ offset: Int) -> Bool { byte(offset) == 0x20 || byte(offset) == 0x09 }
  private func isLineEnd(_ offset: Int) -> Bool { byte(offset) == 0x0A || byte(offset) == 0x0D }
  private func isBlankOrEnd(_ offset: Int) -> Bool { isBlank(offset) || isLineEnd(offset) }

  private mutating func note(_ lower: Int, _ why: String) {
    guard !unread.contains(where: { $0.why == why }) else { return }
    var upper = lower
    while upper < bytes.count, !isLineEnd(upper) { upper += 1 }
    unread.append((ByteRange(min(lower, bytes.count), min(upper, bytes.count)), why))
  }

  private mutating func skipLine() {
    while at < bytes.count, !isLineEnd(at) { at += 1 }
    skipLineEnd()
  }

  private mutating func skipLineEnd() {
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    if at < bytes.count, bytes[at] == 0x0A { at += 1 }
  }

  private mutating func skipBlanks() { while at < bytes.count, isBlank(at) { at += 1 } }

  // MARK: - Blocks

  mutating func parse() {
    var isBehindStart = false
    while at < bytes.count {
      let line = at
      while byte(at) == 0x20, at < bytes.count { at += 1 }
      if byte(at) == 0x09, at < bytes.count {
        let tab = at
        skipBlanks()
        if !isLineEnd(at), byte(at) != "#" { note(tab, "is indented with a tab, which YAML doesn’t allow") }
      }
      if isLineEnd(at) || byte(at) == "#" || byte(at) == "%" && at == line {
        skipLine()
      } else if at == line, bytes[at...].starts(with: "---".utf8), isBlankOrEnd(at + 3) {
        // Only the first document counts.
        if isBehindStart { return }
        isBehindStart = true
        at += 3
        skipBlanks()
      } else if at == line, bytes[at...].starts(with: "...".utf8), isBlankOrEnd(at + 3) {
        return
      } else if at == line, bytes.span.isConflictMarker(at: at) {
        note(at, "is left over from a merge; both sides count")
        skipLine()
      } else {
        isBehindStart = true
        parseLine(from: line)
      }
    }
  }

  /// Parses a line that isn't empty: dashes, a key, a value.
  private mutating func parseLine(from line: Int) {
    while at < bytes.count {
      let column = at - line
      let start = at
      let isDash = byte(at) == "-" && isBlankOrEnd(at + 1)
      // A sequence may begin in the column of its key.
      while let last = open.last,
        last.column > column || last.column == column && nodes[last.node].kind == .sequence && !isDash
      {
        open.removeLast()
        slot = nil
      }
      if let last = open.last, column <= slotColumn, !(isDash && nodes[last.node].kind == .mapping) { slot = nil }
      if isDash {
        guard let sequence = container(.sequence, at: column, start) else {
          note(start, "is a list item where none is allowed")
          return skipLine()
        }
        at += 1
        skipBlanks()
        slot = add(ByteRange(at: at), to: sequence)
        slotColumn = column
        if isLineEnd(at) || byte(at) == "#" { return skipLine() }
        continue
      }
      if let key = readKey() {
        guard let mapping = container(.mapping, at: column, start) else {
          note(start, "is a key where none is allowed")
          return skipLine()
        }
        nodes.append(key)
        nodes[mapping].children.append(nodes.count - 1)
        skipBlanks()
        slot = add(ByteRange(at: at), to: mapping)
        slotColumn = column
        if isLineEnd(at) || byte(at) == "#" { return skipLine() }
      }
      return parseValue(from: line)
    }
  }

  private mutating func add(_ range: ByteRange, to parent: Int) -> Int {
    nodes.append(YAML.Node(range: range))
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  /// The mapping or sequence whose entries begin in a column: an open one, or a new one in the slot.
  private mutating func container(_ kind: YAML.Kind, at column: Int, _ start: Int) -> Int? {
    if let last = open.last, last.column == column, nodes[last.node].kind == kind, slot == nil || kind == .sequence {
      return last.node
    }
    guard let slot, nodes[slot].kind == .null else {
      if let last = open.last, last.column == column, nodes[last.node].kind == kind { return last.node }
      return nil
    }
    nodes[slot].kind = kind
    nodes[slot].range = ByteRange(at: start)
    open.append((slot, column))
    self.slot = nil
    return slot
  }

  /// Parses a key and its colon.
  private mutating func readKey() -> YAML.Node? {
    let start = at
    var node = YAML.Node(kind: .scalar, range: ByteRange(at: at))
    if byte(at) == "\"" || byte(at) == "'" {
      let quote = byte(at)
      guard readQuoted(quote, into: &node, onOneLine: true) else {
        at = start
        return nil
      }
      let end = at
      skipBlanks()
      guard byte(at) == ":", isBlankOrEnd(at + 1) else {
        at = start
        return nil
      }
      node.range = ByteRange(start + 1, max(start + 1, end - 1))
      at += 1
      return node
    }
    guard !"[{|>&!".utf8.contains(byte(at)) else { return nil }
    var end = at
    // YAML's limit for the length of such keys.
    while end < bytes.count, end - start <= 1_024, !isLineEnd(end) {
      if bytes[end] == ":", isBlankOrEnd(end + 1) {
        var last = end
        while last > start, isBlank(last - 1) { last -= 1 }
        node.text = text[ByteRange(start, last)]
        node.range = ByteRange(start, last)
        at = end + 1
        return node
      }
      if bytes[end] == "#", end > start, isBlank(end - 1) { return nil }
      end += 1
    }
    return nil
  }

  // MARK: - Values

  /// Parses the value after a key or dashes, including continuation lines.
  private mutating func parseValue(from line: Int) {
    var anchor: String?
    while byte(at) == "&" || byte(at) == "!" {
      let start = at
      while at < bytes.count, !isBlankOrEnd(at) { at += 1 }
      if bytes[start] == "&" { anchor = text[ByteRange(start + 1, at)] }
      skipBlanks()
    }
    guard let slot else {
      note(at, "is a value where none is allowed")
      return skipLine()
    }
    if let anchor { anchors[anchor] = slot }
    // An anchored value may be on the following lines.
    if isLineEnd(at) || byte(at) == "#" { return skipLine() }
    let start = at
    switch byte(at) {
    case "*":
      while at < bytes.count, !isBlankOrEnd(at) { at += 1 }
      alias(text[ByteRange(start + 1, at)], in: slot, start)
    case "|", ">": return readBlock(into: slot)
    case "[", "{": readFlow(into: slot)
    case "\"", "'":
      nodes[slot].kind = .scalar
      var quoted = nodes[slot]
      let isClosed = readQuoted(byte(at), into: &quoted, onOneLine: false)
      nodes[slot] = quoted
      if !isClosed { note(start, "has no closing quotation mark") }
      nodes[slot].range = ByteRange(start, at)
    default: return readPlain(into: slot)
    }
    self.slot = nil
    skipBlanks()
    if !isLineEnd(at), byte(at) != "#" { note(at, "comes after the end of a value") }
    skipLine()
  }

  /// Replaces a node with the target of an alias.
  private mutating func alias(_ name: String, in slot: Int, _ start: Int) {
    guard let target = anchors[name], target != slot else {
      note(start, "is an alias without an anchor above it")
      return
    }
    // The slot is the last child of the innermost open node.
    for (container, _) in open.reversed().prefix(1) {
      if let place = nodes[container].children.lastIndex(of: slot) { nodes[container].children[place] = target }
    }
  }

  /// Parses a plain scalar: to the end of the line, and on further lines that are indented more.
  private mutating func readPlain(into slot: Int) {
    let start = at
    var parts: [String] = []
    var last = at
    while true {
      let lower = at
      var upper = at
      while at < bytes.count, !isLineEnd(at) {
        if bytes[at] == "#", at > lower, isBlank(at - 1) { break }
        at += 1
        if !isBlank(at - 1) { upper = at }
      }
      if upper > lower {
        parts.append(text[ByteRange(lower, upper)])
        last = upper
      }
      let hasComment = !isLineEnd(at)
      skipLine()
      // Does the next line continue it?
      var next = at
      while next < bytes.count, byte(next) == 0x20 { next += 1 }
      guard !hasComment, at < bytes.count, next - at > slotColumn, !isLineEnd(next), slotColumn >= 0, byte(next) != "#",
        !lineIsEntry(from: next)
      else { break }
      at = next
    }
    nodes[slot].kind = .scalar
    nodes[slot].text = parts.joined(separator: " ")
    nodes[slot].range = ByteRange(start, last)
    if nodes[slot].text == "~" || nodes[slot].text == "null" { nodes[slot].kind = .null }
    self.slot = nil
  }

  /// Whether a line is an entry rather than more text.
  private func lineIsEntry(from start: Int) -> Bool {
    if byte(start) == "-", isBlankOrEnd(start + 1) { return true }
    var end = start
    while end < bytes.count, !isLineEnd(end) {
      if bytes[end] == ":", isBlankOrEnd(end + 1) { return true }
      end += 1
    }
    return false
  }

  /// Whether the next line is an entry outside the value that is being read, so that a bracket or quotation mark is
  /// still missing. Called at the end of a line.
  private var outerEntryFollows: Bool {
    var line = at
    if byte(line) == 0x0D { line += 1 }
    if byte(line) == 0x0A { line += 1 }
    var start = line
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    return start - line <= slotColumn && lineIsEntry(from: start)
  }

  /// Parses `|` and `>`: the following lines that are indented more.
  private mutating func readBlock(into slot: Int) {
    let start = at
    let isFolded = byte(at) == ">"
    skipLine()
    var lines: [String] = []
    var indent: Int?
    while at < bytes.count {
      var content = at
      while content < bytes.count, byte(content) == 0x20, content - at < indent ?? .max { content += 1 }
      if isLineEnd(content) {
        lines.append("")
        skipLine()
        continue
      }
      guard content - at > slotColumn else { break }
      if indent == nil { indent = content - at }
      guard content - at >= indent ?? 0 else { break }
      var end = content
      while end < bytes.count, !isLineEnd(end) { end += 1 }
      lines.append(text[ByteRange(content, end)])
      at = end
      skipLineEnd()
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    nodes[slot].kind = .scalar
    nodes[slot].isQuoted = true
    nodes[slot].text = lines.joined(separator: isFolded ? " " : "\n")
    nodes[slot].range = ByteRange(start, max(start, at))
    self.slot = nil
  }

  /// - Returns: Whether the closing quotation mark is there.
  private mutating func readQuoted(_ quote: UInt8, into node: inout YAML.Node, onOneLine: Bool) -> Bool {
    node.isQuoted = true
    var result: [UInt8] = []
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote {
        at += 1
        if quote == "'", self.byte(at) == quote {
          result.append(quote)
          at += 1
          continue
        }
        node.text = String(decoding: result, as: UTF8.self)
        return true
      }
      if isLineEnd(at) {
        if onOneLine { return false }
        if outerEntryFollows { break }
        // A line break with the whitespace around it is one space.
        while let last = result.last, last == 0x20 || last == 0x09 { result.removeLast() }
        skipLineEnd()
        skipBlanks()
        result.append(0x20)
        continue
      }
      at += 1
      guard quote == "\"", byte == "\\", at < bytes.count else {
        result.append(byte)
        continue
      }
      switch bytes[at] {
      case "n": result.append(0x0A)
      case "t": result.append(0x09)
      case "r": result.append(0x0D)
      case "0": result.append(0)
      case "x": appendScalar(2, to: &result)
      case "u": appendScalar(4, to: &result)
      case "U": appendScalar(8, to: &result)
      case 0x0A, 0x0D:
        skipLineEnd()
        skipBlanks()
        continue
      default: result.append(bytes[at])
      }
      at += 1
    }
    node.text = String(decoding: result, as: UTF8.self)
    return false
  }

  /// Appends the character with a number in hexadecimal digits.
  private mutating func appendScalar(_ digits: Int, to result: inout [UInt8]) {
    let end = min(at + 1 + digits, bytes.count)
    let text = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
    guard let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else { return }
    result += String(scalar).utf8
    at = end - 1
  }

  // MARK: - Flow

  /// Parses `[a, b]` and `{a: b}`, which may span lines.
  private mutating func readFlow(into slot: Int) {
    let start = at
    nodes[slot].kind = byte(at) == "[" ? .sequence : .mapping
    var flows = [slot]
    at += 1
    while at < bytes.count, let flow = flows.last {
      if isLineEnd(at), outerEntryFollows { break }
      if isBlankOrEnd(at) || bytes[at] == "," {
        at += 1
        continue
      }
      let here = at
      switch bytes[at] {
      case "#" where at > 0 && isBlankOrEnd(at - 1):
        while at < bytes.count, !isLineEnd(at) { at += 1 }
      case "]", "}":
        at += 1
        closeFlow(flow)
        nodes[flow].range = ByteRange(nodes[flow].range.lower, at)
        flows.removeLast()
      case "[", "{":
        let inner = add(ByteRange(at: at), to: flow)
        nodes[inner].kind = bytes[at] == "[" ? .sequence : .mapping
        at += 1
        flows.append(inner)
      case "*":
        while at < bytes.count, !isBlankOrEnd(at), !Self.endsFlow(bytes[at]) { at += 1 }
        if let target = anchors[text[ByteRange(here + 1, at)]] { nodes[flow].children.append(target) }
      case ":" where nodes[flow].kind == .mapping: at += 1
      case "\"", "'":
        let inner = add(ByteRange(at: at), to: flow)
        nodes[inner].kind = .scalar
        var quoted = nodes[inner]
        let isClosed = readQuoted(bytes[at], into: &quoted, onOneLine: false)
        nodes[inner] = quoted
        if !isClosed { note(here, "has no closing quotation mark") }
        nodes[inner].range = ByteRange(here, at)
      default:
        let inner = add(ByteRange(at: at), to: flow)
        var upper = at
        while at < bytes.count, !isLineEnd(at), !Self.endsFlow(bytes[at]) {
          if bytes[at] == ":", isBlankOrEnd(at + 1) || Self.endsFlow(byte(at + 1)) { break }
          if bytes[at] == "#", at > here, isBlank(at - 1) { break }
          at += 1
          if !isBlank(at - 1) { upper = at }
        }
        if at == here { at += 1 }
        nodes[inner].kind = .scalar
        nodes[inner].text = text[ByteRange(here, max(here, upper))]
        nodes[inner].range = ByteRange(here, max(here, upper))
        // `{a, b: c}`: a key without a value.
        if nodes[flow].kind == .mapping, byte(at) != ":", !nodes[flow].children.count.isMultiple(of: 2) {
          closeFlow(flow)
        }
      }
    }
    if !flows.isEmpty { note(start, "has no closing bracket") }
    for flow in flows { closeFlow(flow) }
    nodes[slot].range = ByteRange(start, at)
  }

  private static func endsFlow(_ byte: UInt8) -> Bool {
    ",[]{}".utf8.contains(byte)
  }

  /// Adds a value to the last key of a mapping if it has none.
  private mutating func closeFlow(_ flow: Int) {
    guard nodes[flow].kind == .mapping, !nodes[flow].children.count.isMultiple(of: 2) else { return }
    _ = add(ByteRange(at: at), to: flow)
  }
}
