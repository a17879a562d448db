public import SourceText

/// Gives an XML property list the layout that Xcode writes: tabs, one element a line, the outermost value at the margin,
/// empty arrays and dictionaries as a single tag, a line end after the last tag.
///
/// Only white space between elements changes, and the spelling of tags with nothing in them. Text, comments, the order
/// of everything and the header stay byte for byte. A line that ends keeps its line end; a new one gets the kind that
/// the file has most of. Xcode writes no blank lines, but people group with them, so one of several stays between
/// neighbours; a file that has none gets none. A file whose structure is in doubt is left alone as a whole.
public struct PropertyListFormatter: Sendable {
  /// What an editor may want otherwise than Xcode.
  public struct Options: Hashable, Sendable {
    /// What one level is indented by.
    public var indentation = "\t"
    /// Whether a line end is put behind the last tag where none is.
    public var insertsFinalLineEnd = true
    /// Whether of several line ends at the end of the file one is left.
    public var trimsFinalLineEnds = true
    /// Whether blanks at the ends of lines go inside of comments too.
    public var trimsComments = false

    public init() {}
  }

  /// Why a file is left alone.
  public enum Refusal: Error, Hashable, Sendable {
    case syntax(SyntaxProblem)
    /// The indentation would blow the file up; the offset is where it got too much.
    case tooLarge(at: Int)
  }

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// The edits that give a property list its layout, in order, apart from each other, each as small as can be.
  ///
  /// - Parameter ranges: Where to change something: the lines these ranges touch. Nil for the whole file.
  public func edits(for tree: PropertyListTree, in ranges: [ByteRange]? = nil) throws(Refusal) -> [TextEdit] {
    if let problem = Self.obstacle(in: tree) { throw .syntax(problem) }
    var pass = LayoutPass(tree, options, lines: ranges.map { Self.lines(of: $0, in: tree.text) })
    try pass.run()
    return pass.edits
  }

  /// The first problem that leaves the structure of a property list in doubt, one that Apple's parser refuses before
  /// others; nil if there is none.
  public static func obstacle(in tree: PropertyListTree) -> SyntaxProblem? {
    let obstacles = tree.problems.lazy.filter { !$0.leavesStructure }
    return obstacles.first { $0.severity == .refused } ?? obstacles.first
  }

  /// The lines that ranges touch, without their last line end, in order and apart. A range that ends at the start of a
  /// line does not touch that line.
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
  /// Whether it is plain in spite of the problem where each element begins and ends and what it belongs to.
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

/// One walk over a tree, from tag to tag, that looks at the white space between each two.
private struct LayoutPass {
  /// What stands on one side of white space.
  private enum Piece {
    case nothing, header, startTag, key, value, endTag, note
  }

  private let nodes: [Node]
  private let bytes: [UInt8]
  private let options: PropertyListFormatter.Options
  /// Where edits may be, in order; nil for anywhere.
  private let lines: [ByteRange]?
  /// The first of ``lines`` that does not end before the current place.
  private var currentLines = 0
  /// The line end the file has most of.
  private let lineEnd: String
  /// The indentation of each level, made when a level is first met.
  private var indentations: [String] = [""]

  private(set) var edits: [TextEdit] = []
  private var added = 0
  /// Where the last piece ended, and what it was.
  private var end: Int
  private var previous = Piece.nothing
  /// Whether a key still waits for its value.
  private var awaitsValue = false
  /// Where the last row of comments ends, and whether nothing follows it on its line.
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
      // What lies in a leaf is text.
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
    // A comment that ends a line speaks of what stands before it. One that something follows speaks of that.
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

  /// Finds the end of a row of comments that stand on one line.
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

  /// Gives an element that is to stand as it is, its tags apart, the right spelling.
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

  /// Takes out the blanks before the end of a tag.
  private mutating func tighten(_ tag: ByteRange) {
    var upper = tag.upper - 1
    if upper > tag.lower, bytes[upper - 1] == UInt8(ascii: "/") { upper -= 1 }
    var lower = upper
    while lower > tag.lower, isBlank(bytes[lower - 1]) { lower -= 1 }
    if lower < upper { replace(ByteRange(lower, upper), with: "") }
  }

  /// Indents the lines of data that has lines of its own. The white space in it means nothing.
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
      // Apple's writer indents no data by more than eight levels, but its end tag like any other.
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

  // MARK: - White space

  /// Lays out the white space before a piece that begins a line.
  ///
  /// - Parameter isInside: Whether the piece lies in `<plist>` or deeper.
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
    // Most gaps are as they should be; they cost a comparison.
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

  /// Lays out what stands behind the last tag.
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

  /// The first line ends in a range as they stand there.
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

  /// Makes sure that nothing but white space stands in a range: else it would be lost.
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

  /// Makes room for all edits there will be if the rest of the text has as many as the part up to a place. An array that
  /// doubles needs three times as much for a moment, which of a million edits is a lot.
  private mutating func reserveForRest(from offset: Int) {
    let expected = Double(edits.count) * Double(bytes.count) / Double(max(offset, 1))
    edits.reserveCapacity(max(Int(expected * 1.05), edits.count + edits.count / 2))
  }

  /// Whether an edit lies in the lines that may change.
  ///
  /// - Parameter withLineEnd: Whether it may take the line end of the last of them along.
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

  /// The edit that turns a range into a text, without what both begin and end with; nil if they are equal.
  private func trimmed(_ range: ByteRange, _ text: String) -> TextEdit? {
    let new = text.utf8
    var lower = range.lower
    var start = new.startIndex
    while lower < range.upper, start < new.endIndex, bytes[lower] == new[start] {
      lower += 1
      start = new.index(after: start)
    }
    if lower == range.upper, start == new.endIndex { return nil }
    // No place of the protocol lies between CR and LF.
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
  /// The line end that most lines have; `\n` in a text of one line.
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
