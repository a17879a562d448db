public import SourceText

/// The edits from one text to another: minimal edits for each run of lines that differ.
public func edits(from old: SourceText, to new: SourceText) -> [TextEdit] {
  var edits: [TextEdit] = []
  var oldLine = 0
  var newLine = 0
  while oldLine < old.lineCount || newLine < new.lineCount {
    if oldLine < old.lineCount, newLine < new.lineCount, isEqual(old, oldLine, new, newLine) {
      oldLine += 1
      newLine += 1
      continue
    }
    let (removed, inserted) = runs(old, oldLine, new, newLine)
    if removed == inserted {
      for step in 0..<removed {
        edits += edit(old, lines(of: old, oldLine + step, 1), new, lines(of: new, newLine + step, 1))
      }
    } else {
      edits += edit(old, lines(of: old, oldLine, removed), new, lines(of: new, newLine, inserted))
    }
    oldLine += removed
    newLine += inserted
  }
  return edits
}

/// How many lines differ from here on: the smallest runs after which two lines are equal in both texts.
private func runs(_ old: SourceText, _ oldLine: Int, _ new: SourceText, _ newLine: Int) -> (removed: Int, inserted: Int)
{
  let oldRest = old.lineCount - oldLine
  let newRest = new.lineCount - newLine
  // Fixes are small; a large difference becomes a single edit.
  for total in 1..<max(min(oldRest + newRest, 400), 1) {
    // Try runs of equal length first: most fixes change a line in place.
    let splits = (0...total).sorted { abs(2 * $0 - total) < abs(2 * $1 - total) }
    for removed in splits where removed <= oldRest && total - removed <= newRest {
      let inserted = total - removed
      if goesOn(old, oldLine + removed, new, newLine + inserted) { return (removed, inserted) }
    }
  }
  return (oldRest, newRest)
}

/// Whether two lines are equal in both texts, or both end there.
private func goesOn(_ old: SourceText, _ oldLine: Int, _ new: SourceText, _ newLine: Int) -> Bool {
  for step in 0..<2 {
    let (a, b) = (oldLine + step, newLine + step)
    if a >= old.lineCount || b >= new.lineCount { return a >= old.lineCount && b >= new.lineCount }
    if !isEqual(old, a, new, b) { return false }
  }
  return true
}

private func isEqual(_ old: SourceText, _ oldLine: Int, _ new: SourceText, _ newLine: Int) -> Bool {
  old.slice(lines(of: old, oldLine, 1)) == new.slice(lines(of: new, newLine, 1))
}

/// The range of some lines including their line ends.
private func lines(of text: SourceText, _ line: Int, _ count: Int) -> ByteRange {
  func start(_ line: Int) -> Int { line < text.lineCount ? Int(text.lineStarts[line]) : text.count }
  return ByteRange(start(line), start(line + count))
}

/// The edit from one range to another, without their common prefix and suffix; none if they are equal.
private func edit(_ old: SourceText, _ oldRange: ByteRange, _ new: SourceText, _ newRange: ByteRange) -> [TextEdit] {
  let a = old.slice(oldRange)
  let b = new.slice(newRange)
  guard a != b else { return [] }
  let common = min(a.count, b.count)
  var prefix = 0
  while prefix < common, a[a.startIndex + prefix] == b[b.startIndex + prefix] { prefix += 1 }
  // Not inside a character or between CR and LF, where the protocol has no position.
  while prefix > 0, !isBoundary(prefix, in: a) || !isBoundary(prefix, in: b) { prefix -= 1 }
  var suffix = 0
  while suffix < common - prefix, a[a.endIndex - 1 - suffix] == b[b.endIndex - 1 - suffix] { suffix += 1 }
  while suffix > 0, !isBoundary(a.count - suffix, in: a) || !isBoundary(b.count - suffix, in: b) { suffix -= 1 }
  let replaced = ByteRange(oldRange.lower + prefix, oldRange.upper - suffix)
  return [TextEdit(replaced, new[ByteRange(newRange.lower + prefix, newRange.upper - suffix)])]
}

/// Whether an edit may begin or end at an index.
private func isBoundary(_ index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
  guard index > 0, index < bytes.count else { return true }
  let byte = bytes[bytes.startIndex + index]
  if byte == 0x0A, bytes[bytes.startIndex + index - 1] == 0x0D { return false }
  return byte & 0xC0 != 0x80
}
