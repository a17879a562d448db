import SourceText

/// Lines beside each other that edits change. Lines end with a line feed, as `patch` has it.
struct LineChange {
  /// Which of the edits it is made of.
  var edits: Range<Int>
  /// The lines, from zero.
  var lines: Range<Int>
  /// The bytes of these lines.
  var bytes: Range<Int>
}

/// What edits change in the lines of a text, from the first line to the last: one pass over the text that holds nothing.
/// A copy goes on from the same place.
struct LineChanges {
  private let bytes: [UInt8]
  private let edits: [TextEdit]
  /// The first edit that is in no change yet.
  private var index = 0
  /// The line that the pass has come to.
  private var line = (number: 0, start: 0, end: 0)

  /// - Parameter edits: In order, and apart.
  init(_ bytes: [UInt8], _ edits: [TextEdit]) {
    self.bytes = bytes
    self.edits = edits
    line.end = endOfLine(from: 0)
  }

  /// The next change, with all edits that touch the same lines or those beside them; nil behind the last.
  mutating func next() -> LineChange? {
    guard index < edits.count else { return nil }
    var change = lines(of: index)
    index += 1
    while index < edits.count {
      let before = line
      let other = lines(of: index)
      guard other.lines.lowerBound <= change.lines.upperBound else {
        line = before
        break
      }
      index += 1
      change.edits = change.edits.lowerBound..<index
      if other.lines.upperBound > change.lines.upperBound {
        change.lines = change.lines.lowerBound..<other.lines.upperBound
        change.bytes = change.bytes.lowerBound..<other.bytes.upperBound
      }
    }
    return change
  }

  /// The lines that an edit changes. A line that begins where the edit ends is not one of them if the edit takes whole
  /// lines.
  private mutating func lines(of index: Int) -> LineChange {
    let range = edits[index].range
    moveOn(to: range.lower)
    let first = line
    moveOn(to: range.upper)
    let takesWholeLines =
      edits[index].replacement.isEmpty && !range.isEmpty && first.start == range.lower && line.start == range.upper
    // A text without a byte has no line.
    let last = takesWholeLines || bytes.isEmpty ? line.number : line.number + 1
    return LineChange(
      edits: index..<index + 1, lines: first.number..<last,
      bytes: first.start..<(takesWholeLines ? line.start : line.end))
  }

  /// Moves on to the line that an offset lies in; at the end of the text that is the last one.
  private mutating func moveOn(to offset: Int) {
    while offset >= line.end, line.end < bytes.count {
      line = (line.number + 1, line.end, endOfLine(from: line.end))
    }
  }

  private func endOfLine(from start: Int) -> Int {
    let all = bytes[...]
    return all.span.firstIndex(of: 0x0A, from: start).map { $0 + 1 } ?? bytes.count
  }
}
