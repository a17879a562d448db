public import SourceText

/// Gives an XML property list the layout that Xcode writes: tabs, one element per line, the root value without indentation,
/// empty arrays and dictionaries as a single tag, a line end after the last tag.
///
/// Only whitespace between elements and the spelling of empty tags change. Text, comments, order and the header stay byte
/// for byte. Existing line ends are kept; new ones are the file’s most frequent kind. Xcode writes no blank lines, but
/// people use them to group, so one of several stays. A file whose structure is in doubt is left alone.
public struct PropertyListFormatter: Sendable {
  /// Options for editors that differ from Xcode.
  public struct Options: Hashable, Sendable {
    /// The indentation of one level.
    public var indentation = "\t"
    /// Whether to add a missing line end after the last tag.
    public var insertsFinalLineEnd = true
    /// Whether to remove all but one line end at the end of the file.
    public var trimsFinalLineEnds = true
    /// Whether to remove trailing whitespace in comments too.
    public var trimsComments = false

    public init() {}
  }

  /// Why a file is left alone.
  public enum Refusal: Error, Hashable, Sendable {
    case syntax(SyntaxProblem)
    /// The indentation would make the file too large; the offset is where it exceeds the limit.
    case tooLarge(at: Int)
  }

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// The edits that format a property list: sorted, not overlapping and minimal.
  ///
  /// - Parameter ranges: Only lines that these ranges touch are changed. Nil for the whole file.
  public func edits(for tree: PropertyListTree, in ranges: [ByteRange]? = nil) throws(Refusal) -> [TextEdit] {
    if let problem = Self.obstacle(in: tree) { throw .syntax(problem) }
    var pass = LayoutPass(tree, options, lines: ranges.map { Self.lines(of: $0, in: tree.text) })
    try pass.run()
    return pass.edits
  }

  /// The first problem that makes the structure ambiguous, preferring those that Apple’s parser rejects; nil if there is
  /// none.
  public static func obstacle(in tree: PropertyListTree) -> SyntaxProblem? {
    let obstacles = tree.problems.lazy.filter { !$0.leavesStructure }
    return obstacles.first { $0.severity == .refused } ?? obstacles.first
  }

  /// The lines that ranges touch, without their last line end, sorted and not overlapping. A range that ends at the start
  /// of a line doesn’t touch that line.
  private static func lines(of ranges: [ByteRange], in text: SourceText) -> [ByteRange] {
    var result: [ByteRange] = []
    for range in ranges.sorted(by: { $0.lower < $1.lower }) {
      let first = text.line(at: range.lower)
      var last = max(text.line(at: range.upper), first)
      if last > first, Int(text.lineStarts[last]) == range.upper { last -= 1 }
      let lines = ByteRange(text.contents(ofLine: first).lower, text.contents(ofLine: last).upper)
      if let previous = result.last, previous.upper >= lines.lower {
        result[result.count - 1].upper = max(previous.upper, lines.upper)
      } else {
        result.append(lines)
      }
    }
    return result
  }
}

extension SyntaxProblem {
  /// Whether the structure is clear in spite of the problem.
  fileprivate var leavesStructure: Bool {
    guard severity != .refused else { return false }
    switch kind {
    case .doubleHyphenInComment, .contentBeforeDeclaration, .missingPlist, .sectionEndInText, .declaredEncoding,
      .invalidCharacterReference, .invalidCharacter, .invalidUTF8, .missingByteOrderMark:
      return true
    default: return false
    }
  }
}

/// One walk over a tree, from tag to tag, that checks the whitespace between them.
private struct LayoutPass {
  /// What is on one side of whitespace.
  private enum Piece {
    case nothing, header, startTag, key, value, endTag, note
  }

  private let nodes: [Node]
  private let bytes: [UInt8]
  private let options: PropertyListFormatter.Options
  /// The lines in which edits are allowed, in order; nil for all.
  private let lines: [ByteRange]?
  /// The index of the first of ``lines`` that doesn’t end before the current offset.
  private var currentLines = 0
  /// The most frequent line end.
  private let lineEnd: String
  /// The indentation of each level, made on demand.
  private var indentations: [String] = [""]

  private(set) var edits: [TextEdit] = []
  private var added = 0
  /// The end of the last piece, and its kind.
  private var end: Int
  private var previous = Piece.nothing
  /// Whether a key is pending.
  private var awaitsValue = false
  /// The end of the last group of comments, and whether the line ends after it.
  private var notes = (end: -1, endLine: false)

  init(_ tree: PropertyListTree, _ options: PropertyListFormatter.Options, lines: [ByteRange]?) {
    nodes = tree.nodes
    bytes = tree.text.bytes
    self.options = options
    self.lines = lines
    lineEnd = tree.text.mostFrequentLineEnd
    end = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func run() throws(PropertyListFormatter.Refusal) {
    var open: [Int] = []
    var level = 0
    func close(_ container: Int, _ pass: inout LayoutPass) throws(PropertyListFormatter.Refusal) {
      guard let tag = pass.nodes[container].endTag else { return }
      if pass.nodes[container].element != .plist { level -= 1 }
      try pass.place(.endTag, at: tag.lower, level: level)
      pass.tighten(tag)
      pass.end = tag.upper
    }
    for index in nodes.indices.dropFirst() {
      let node = nodes[index]
      // The contents of a leaf are text.
      if node.range.lower < end { continue }
      while let container = open.last, nodes[container].range.upper <= node.range.lower {
        open.removeLast()
        try close(container, &self)
      }
      switch node.kind {
      case .comment, .instruction:
        try note(index, level: level, isInside: !open.isEmpty)
        end = node.range.upper
      case .element where node.element.isContainer && node.firstChild >= 0 && !node.isSelfClosing:
        try place(.startTag, at: node.range.lower, level: level, isInside: !open.isEmpty)
        tighten(node.startTag)
        end = node.startTag.upper
        open.append(index)
        if node.element != .plist { level += 1 }
      case .element:
        try place(
          node.element == .key ? .key : .value, at: node.range.lower, level: level, isInside: !open.isEmpty)
        spell(node, level: level)
        end = node.range.upper
      default:
        try place(.header, at: node.range.lower, level: level)
        end = node.range.upper
      }
    }
    while let container = open.popLast() { try close(container, &self) }
    try finish()
  }

  // MARK: - Pieces

  private mutating func note(_ index: Int, level: Int, isInside: Bool) throws(PropertyListFormatter.Refusal) {
    let node = nodes[index]
    if node.range.lower >= notes.end { measureNotes(from: index) }
    // A comment at the end of a line belongs to what precedes it, any other to what follows.
    let isTrailing = notes.endLine && previous != .nothing && !hasLineEnd(ByteRange(end, node.range.lower))
    if isTrailing {
      try checkBlank(ByteRange(end, node.range.lower))
      replace(ByteRange(end, node.range.lower), with: " ")
      previous = .note
    } else {
      try place(.note, at: node.range.lower, level: level, isInside: isInside)
    }
    if options.trimsComments, node.kind == .comment { trimLines(of: node.inner) }
  }

  /// Finds the end of a group of comments on one line.
  private mutating func measureNotes(from first: Int) {
    var index = first
    var at = nodes[first].range.upper
    while true {
      notes.end = at
      while at < bytes.count, isSpace(bytes[at]) { at += 1 }
      notes.endLine = at == bytes.count || isLineEnd(bytes[at])
      index += 1
      guard index < nodes.count, nodes[index].range.lower == at,
        nodes[index].kind == .comment || nodes[index].kind == .instruction
      else { return }
      at = nodes[index].range.upper
    }
  }

  /// Corrects the tags of an element whose contents stay as they are.
  private mutating func spell(_ node: Node, level: Int) {
    let isBare = node.element.isContainer || node.element.isBoolean
    if isBare, !node.isSelfClosing {
      var tagEnd = node.startTag.upper - 1
      while tagEnd > node.startTag.lower, isBlank(bytes[tagEnd - 1]) { tagEnd -= 1 }
      replace(ByteRange(tagEnd, node.range.upper), with: "/>")
      return
    }
    tighten(node.startTag)
    if node.element == .data { layOutData(node.inner, level: level) }
    if let endTag = node.endTag { tighten(endTag) }
  }

  /// Removes the spaces before the end of a tag.
  private mutating func tighten(_ tag: ByteRange) {
    var upper = tag.upper - 1
    if upper > tag.lower, bytes[upper - 1] == UInt8(ascii: "/") { upper -= 1 }
    var lower = upper
    while lower > tag.lower, isBlank(bytes[lower - 1]) { lower -= 1 }
    if lower < upper { replace(ByteRange(lower, upper), with: "") }
  }

  /// Indents multi-line data, in which whitespace doesn’t matter.
  private mutating func layOutData(_ inner: ByteRange, level: Int) {
    var at = inner.lower
    while at < inner.upper, isSpace(bytes[at]) { at += 1 }
    guard at < inner.upper, isLineEnd(bytes[at]) else { return }
    while at < inner.upper {
      guard isLineEnd(bytes[at]) else {
        at += 1
        continue
      }
      at += 1
      if at < inner.upper, bytes[at] == 0x0A, bytes[at - 1] == 0x0D { at += 1 }
      let start = at
      while at < inner.upper, isSpace(bytes[at]) { at += 1 }
      if at < inner.upper, isLineEnd(bytes[at]) { continue }
      // Apple’s writer indents data by at most eight levels, but its end tag fully.
      replace(ByteRange(start, at), with: indentation(at < inner.upper ? min(level, 8) : level))
    }
  }

  private mutating func trimLines(of inner: ByteRange) {
    var blanks = inner.lower
    for at in inner.indices {
      if isLineEnd(bytes[at]) {
        if blanks < at { replace(ByteRange(blanks, at), with: "") }
        blanks = at + 1
      } else if !isSpace(bytes[at]) {
        blanks = at + 1
      }
    }
  }

  // MARK: - Whitespace

  /// Formats the whitespace before a piece that begins a line.
  ///
  /// - Parameter isInside: Whether the piece is in `<plist>` or deeper.
  private mutating func place(_ piece: Piece, at lower: Int, level: Int, isInside: Bool = false)
    throws(PropertyListFormatter.Refusal)
  {
    let gap = ByteRange(end, lower)
    try checkBlank(gap)
    let isGroup =
      !awaitsValue && previous != .startTag && piece != .endTag && (isInside || piece == .note || previous == .note)
    let isFirst = previous == .nothing
    if piece == .key { awaitsValue = true } else if piece == .value || piece == .startTag { awaitsValue = false }
    previous = piece
    if isFirst {
      replace(gap, with: "")
      return
    }
    let indentation = indentation(level)
    guard let last = gap.indices.last(where: { isLineEnd(bytes[$0]) }) else {
      replace(gap, with: lineEnd + indentation)
      return try checkSize(at: lower)
    }
    // Most whitespace is already correct, which is a quick comparison.
    let head = ByteRange(gap.lower, last + 1)
    let tail = ByteRange(last + 1, gap.upper)
    let headEdit = trimmed(head, lineEnds(in: head, atMost: isGroup ? 2 : 1))
    let tailEdit = trimmed(tail, indentation)
    if let headEdit, let tailEdit, headEdit.range.upper == tailEdit.range.lower {
      let both = TextEdit(
        ByteRange(headEdit.range.lower, tailEdit.range.upper), headEdit.replacement + tailEdit.replacement)
      if isAllowed(both.range) {
        append(both)
        return try checkSize(at: lower)
      }
    }
    if let headEdit, isAllowed(headEdit.range, withLineEnd: true) { append(headEdit) }
    if let tailEdit, isAllowed(tailEdit.range) { append(tailEdit) }
    try checkSize(at: lower)
  }

  /// Formats what comes after the last tag.
  private mutating func finish() throws(PropertyListFormatter.Refusal) {
    let gap = ByteRange(end, bytes.count)
    try checkBlank(gap)
    guard previous != .nothing else { return }
    if hasLineEnd(gap) {
      if options.trimsFinalLineEnds { replace(gap, with: lineEnds(in: gap, atMost: 1)) }
    } else {
      replace(gap, with: options.insertsFinalLineEnd ? lineEnd : "")
    }
  }

  /// The first line ends in a range, as written.
  private func lineEnds(in range: ByteRange, atMost count: Int) -> String {
    if range.count == 1 { return bytes[range.lower] == 0x0A ? "\n" : "\r" }
    var result = ""
    var left = count
    var at = range.lower
    while at < range.upper, left > 0 {
      if bytes[at] == 0x0D, at + 1 < range.upper, bytes[at + 1] == 0x0A {
        result += "\r\n"
        at += 1
        left -= 1
      } else if isLineEnd(bytes[at]) {
        result += bytes[at] == 0x0A ? "\n" : "\r"
        left -= 1
      }
      at += 1
    }
    return result
  }

  private mutating func indentation(_ level: Int) -> String {
    while indentations.count <= level { indentations.append((indentations.last ?? "") + options.indentation) }
    return indentations[max(level, 0)]
  }

  private func hasLineEnd(_ range: ByteRange) -> Bool {
    range.indices.contains { isLineEnd(bytes[$0]) }
  }

  /// Whether a range contains only whitespace, so that no text is lost.
  private func checkBlank(_ range: ByteRange) throws(PropertyListFormatter.Refusal) {
    if let at = range.indices.first(where: { !isBlank(bytes[$0]) }) {
      throw .syntax(SyntaxProblem(.strayText, ByteRange(at, range.upper)))
    }
  }

  private func checkSize(at offset: Int) throws(PropertyListFormatter.Refusal) {
    if added > PropertyListWriter.largest { throw .tooLarge(at: offset) }
  }

  // MARK: - Edits

  private mutating func replace(_ range: ByteRange, with text: String) {
    if let edit = trimmed(range, text), isAllowed(edit.range) { append(edit) }
  }

  private mutating func append(_ edit: TextEdit) {
    added += edit.replacement.utf8.count
    if edits.count == edits.capacity, edits.count >= 1 << 16 { reserveForRest(from: edit.range.upper) }
    edits.append(edit)
  }

  /// Reserves capacity for the expected number of edits, by extrapolation. Otherwise doubling the array would temporarily
  /// need three times the memory, which matters for a million edits.
  private mutating func reserveForRest(from offset: Int) {
    let expected = Double(edits.count) * Double(bytes.count) / Double(max(offset, 1))
    edits.reserveCapacity(max(Int(expected * 1.05), edits.count + edits.count / 2))
  }

  /// Whether an edit is in the lines that may change.
  ///
  /// - Parameter withLineEnd: Whether it may include the last line end.
  private mutating func isAllowed(_ range: ByteRange, withLineEnd: Bool = false) -> Bool {
    guard let lines else { return true }
    while currentLines < lines.count, lines[currentLines].upper < range.lower { currentLines += 1 }
    guard currentLines < lines.count else { return false }
    var allowed = lines[currentLines]
    if withLineEnd, range.lower < allowed.upper || allowed.isEmpty {
      if allowed.upper < bytes.count, bytes[allowed.upper] == 0x0D { allowed.upper += 1 }
      if allowed.upper < bytes.count, bytes[allowed.upper] == 0x0A { allowed.upper += 1 }
    }
    return allowed.contains(range)
  }

  /// The edit that replaces a range by a text, without common prefix and suffix; nil if they are equal.
  private func trimmed(_ range: ByteRange, _ text: String) -> TextEdit? {
    let new = text.utf8
    var lower = range.lower
    var start = new.startIndex
    while lower < range.upper, start < new.endIndex, bytes[lower] == new[start] {
      lower += 1
      start = new.index(after: start)
    }
    if lower == range.upper, start == new.endIndex { return nil }
    // LSP has no position between CR and LF.
    if lower > range.lower, bytes[lower - 1] == 0x0D,
      (lower < bytes.count && bytes[lower] == 0x0A) || (start < new.endIndex && new[start] == 0x0A)
    {
      lower -= 1
      start = new.index(before: start)
    }
    var upper = range.upper
    var end = new.endIndex
    while upper > lower, end > start, bytes[upper - 1] == new[new.index(before: end)] {
      upper -= 1
      end = new.index(before: end)
    }
    if upper < range.upper, bytes[upper] == 0x0A,
      (upper > 0 && bytes[upper - 1] == 0x0D) || (end > new.startIndex && new[new.index(before: end)] == 0x0D)
    {
      upper += 1
      end = new.index(after: end)
    }
    return TextEdit(ByteRange(lower, upper), String(decoding: new[start..<end], as: UTF8.self))
  }
}

private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

extension SourceText {
  /// The most frequent line end; `\n` in a text of one line.
  fileprivate var mostFrequentLineEnd: String {
    var (feeds, pairs, returns) = (0, 0, 0)
    for start in lineStarts.dropFirst() {
      let at = Int(start) - 1
      if bytes[at] == 0x0D {
        returns += 1
      } else if at > 0, bytes[at - 1] == 0x0D {
        pairs += 1
      } else {
        feeds += 1
      }
    }
    if pairs > feeds, pairs >= returns { return "\r\n" }
    return returns > feeds ? "\r" : "\n"
  }
}
