import SourceText

/// Adjacent lines that edits change. Lines end with a line feed, as in `patch`.
struct LineChange {
  /// The indices of the edits.
  var edits: Range<Int>
  /// The lines, from zero.
  var lines: Range<Int>
  /// The bytes of these lines.
  var bytes: Range<Int>
}

/// The changes that edits make to the lines of a text, in order. Edits that touch the same or adjacent lines make one
/// change.
///
/// - Parameter edits: Sorted and not overlapping.
func lineChanges(_ bytes: [UInt8], _ edits: [TextEdit]) -> [LineChange] {
  func endOfLine(from start: Int) -> Int {
    let all = bytes[...]
    return all.span.firstIndex(of: 0x0A, from: start).map { $0 + 1 } ?? bytes.count
  }
  var line = (number: 0, start: 0, end: endOfLine(from: 0))
  /// Moves on to the line that contains an offset; for the end of the text, the last one.
  func moveOn(to offset: Int) {
    while offset >= line.end, line.end < bytes.count {
      line = (line.number + 1, line.end, endOfLine(from: line.end))
    }
  }
  var changes: [LineChange] = []
  for (index, edit) in edits.enumerated() {
    moveOn(to: edit.range.lower)
    let first = line
    moveOn(to: edit.range.upper)
    // The line after whole deleted lines doesn’t change.
    let takesWholeLines =
      edit.replacement.isEmpty && !edit.range.isEmpty && first.start == edit.range.lower
      && line.start == edit.range.upper
    // An empty text has no line.
    let end = takesWholeLines || bytes.isEmpty ? line.number : line.number + 1
    let endOffset = takesWholeLines ? line.start : line.end
    if let last = changes.last, first.number <= last.lines.upperBound {
      changes[changes.count - 1] = LineChange(
        edits: last.edits.lowerBound..<index + 1, lines: last.lines.lowerBound..<max(last.lines.upperBound, end),
        bytes: last.bytes.lowerBound..<max(last.bytes.upperBound, endOffset))
    } else {
      changes.append(LineChange(edits: index..<index + 1, lines: first.number..<end, bytes: first.start..<endOffset))
    }
  }
  return changes
}
