import SourceText

/// The difference that edits make to a text, in the format of `patch`.
///
/// It is made from the edits, so no texts are compared. It is printed in pieces, since it may be many times as large as the
/// text.
struct UnifiedDifference {
  /// The number of unchanged lines around changes.
  private static let context = 3

  private let bytes: [UInt8]
  private let edits: [TextEdit]

  /// - Parameter edits: Sorted and not overlapping.
  init(_ text: SourceText, _ edits: [TextEdit]) {
    bytes = text.bytes
    self.edits = edits
  }

  /// Calls `output` with the difference in UTF-8, piece by piece; never if there are no edits.
  ///
  /// - Returns: Whether all lines are exact. Control characters that could affect a terminal are printed as symbols, and
  ///   `patch` doesn’t find these lines.
  func print(path: String, to output: @escaping ([UInt8]) -> Void) -> Bool {
    // A name that contains spaces ends with a tab, as in other tools.
    let name = printable(path) + (path.contains(" ") ? "\t" : "")
    var lines = MarkedLines(output)
    var rest = lineChanges(bytes, edits)[...]
    if !rest.isEmpty { lines.append("--- \(name)\n+++ \(name)\n") }
    var shift = 0
    while let first = rest.first {
      var last = first
      let hunk = rest.prefix { change in
        defer { last = change }
        return change.lines.lowerBound - last.lines.upperBound <= 2 * Self.context
      }
      rest = rest[hunk.endIndex...]
      last = hunk.last ?? first
      let start = startOfContext(before: first)
      let end = endOfContext(behind: last)
      let oldCount = end.line - start.line
      let growth = hunk.reduce(0) { $0 + self.growth(of: $1) }
      lines.append(
        "@@ -\(Self.place(start.line, oldCount)) +\(Self.place(start.line + shift, oldCount + growth)) @@\n")
      shift += growth
      var at = start.offset
      for change in hunk {
        lines.append(bytes[at..<change.bytes.lowerBound], mark: " ")
        lines.append(bytes[change.bytes], mark: "-")
        forEachPiece(of: change) { lines.append($0, mark: "+", isWhole: false) }
        lines.endLine()
        at = change.bytes.upperBound
      }
      lines.append(bytes[at..<end.offset], mark: " ")
    }
    lines.flush()
    return lines.areExact
  }

  // MARK: - Lines

  /// How many lines more there are after a change.
  private func growth(of change: LineChange) -> Int {
    var count = 0
    var last: UInt8?
    forEachPiece(of: change) { piece in
      for byte in piece where byte == 0x0A { count += 1 }
      last = piece.last ?? last
    }
    return count + (last ?? 0x0A == 0x0A ? 0 : 1) - change.lines.count
  }

  /// Calls `body` with what the lines of a change become, which is in pieces that end anywhere.
  private func forEachPiece(of change: LineChange, _ body: (ArraySlice<UInt8>) -> Void) {
    var copied = change.bytes.lowerBound
    for edit in edits[change.edits] {
      body(bytes[copied..<max(edit.range.lower, copied)])
      body(Array(edit.replacement.utf8)[...])
      copied = max(edit.range.upper, copied)
    }
    body(bytes[copied..<max(change.bytes.upperBound, copied)])
  }

  private func startOfContext(before change: LineChange) -> (line: Int, offset: Int) {
    var start = (line: change.lines.lowerBound, offset: change.bytes.lowerBound)
    while start.offset > 0, change.lines.lowerBound - start.line < Self.context {
      start.line -= 1
      start.offset = bytes[..<(start.offset - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }
    return start
  }

  private func endOfContext(behind change: LineChange) -> (line: Int, offset: Int) {
    var end = (line: change.lines.upperBound, offset: change.bytes.upperBound)
    while end.offset < bytes.count, end.line - change.lines.upperBound < Self.context {
      end.line += 1
      end.offset = bytes[end.offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }
    return end
  }

  private static func place(_ start: Int, _ count: Int) -> String {
    // An empty part is said to stand behind the line before it.
    let first = count == 0 ? start : start + 1
    return count == 1 ? "\(first)" : "\(first),\(count)"
  }
}

/// Lines with a mark before each, handed on a piece at a time.
private struct MarkedLines {
  /// So many bytes are handed on at once.
  private static let piece = 1 << 16

  private let output: ([UInt8]) -> Void
  private var waiting: [UInt8] = []
  private var isInLine = false
  /// Whether all lines are printed as they are.
  private(set) var areExact = true

  init(_ output: @escaping ([UInt8]) -> Void) { self.output = output }

  mutating func append(_ text: String) { waiting += text.utf8 }

  /// - Parameter isWhole: Whether the last line ends here, be it without a line feed.
  mutating func append(_ text: ArraySlice<UInt8>, mark: Unicode.Scalar, isWhole: Bool = true) {
    var rest = text
    while !rest.isEmpty {
      if !isInLine { waiting.append(UInt8(ascii: mark)) }
      let end = rest.firstIndex(of: 0x0A)
      isInLine = end == nil
      append(line: rest[..<(end ?? rest.endIndex)], mark: mark)
      if end != nil { waiting.append(0x0A) }
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
      if waiting.count >= Self.piece { flush() }
    }
    if isWhole { endLine() }
  }

  private mutating func append(line: ArraySlice<UInt8>, mark: Unicode.Scalar) {
    let hasReturn = line.last == 0x0D
    let text = String(decoding: hasReturn ? line.dropLast() : line, as: UTF8.self)
    let shown = printable(text, behind: mark == " " ? "" : "+", keepsTabs: true)
    if shown == text {
      waiting += line
      return
    }
    areExact = false
    waiting += Array(shown.utf8) + (hasReturn ? [0x0D] : [])
  }

  /// Says of a line without a line feed that it has none.
  mutating func endLine() {
    if isInLine { append("\n\\ No newline at end of file\n") }
    isInLine = false
  }

  mutating func flush() {
    if !waiting.isEmpty { output(waiting) }
    waiting.removeAll(keepingCapacity: true)
  }
}
