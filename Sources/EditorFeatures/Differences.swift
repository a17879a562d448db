public import SourceText

/// The edits that turn one text into another: for each run of lines that differ, no more than what differs in it.
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

/// How many lines differ from a place on: the smallest runs behind which both texts go on with the same two lines.
private func runs(_ old: SourceText, _ oldLine: Int, _ new: SourceText, _ newLine: Int) -> (removed: Int, inserted: Int)
{
  let oldRest = old.lineCount - oldLine
  let newRest = new.lineCount - newLine
  // Fixes are small; a difference that is not is taken as one.
  for total in 1..<max(min(oldRest + newRest, 400), 1) {
    // Runs of the same length first: most fixes change a line in place.
    let splits = (0...total).sorted { abs(2 * $0 - total) < abs(2 * $1 - total) }
    for removed in splits where removed <= oldRest && total - removed <= newRest {
      let inserted = total - removed
      if goesOn(old, oldLine + removed, new, newLine + inserted) { return (removed, inserted) }
    }
  }
  return (oldRest, newRest)
}

/// Whether two texts have the same two lines at these places, or end there.
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

/// The bytes of some lines with their line ends.
private func lines(of text: SourceText, _ line: Int, _ count: Int) -> ByteRange {
  func start(_ line: Int) -> Int { line < text.lineCount ? Int(text.lineStarts[line]) : text.count }
  return ByteRange(start(line), start(line + count))
}

/// The edit that turns one range into another without what both begin and end with; none if they are equal.
private func edit(_ old: SourceText, _ oldRange: ByteRange, _ new: SourceText, _ newRange: ByteRange) -> [TextEdit] {
  let a = old.slice(oldRange)
  let b = new.slice(newRange)
  guard a != b else { return [] }
  let common = min(a.count, b.count)
  var prefix = 0
  while prefix < common, a[a.startIndex + prefix] == b[b.startIndex + prefix] { prefix += 1 }
  // Neither in a character nor between CR and LF, where no position of the protocol lies.
  while prefix > 0, !isBoundary(prefix, in: a) || !isBoundary(prefix, in: b) { prefix -= 1 }
  var suffix = 0
  while suffix < common - prefix, a[a.endIndex - 1 - suffix] == b[b.endIndex - 1 - suffix] { suffix += 1 }
  while suffix > 0, !isBoundary(a.count - suffix, in: a) || !isBoundary(b.count - suffix, in: b) { suffix -= 1 }
  let replaced = ByteRange(oldRange.lower + prefix, oldRange.upper - suffix)
  return [TextEdit(replaced, new[ByteRange(newRange.lower + prefix, newRange.upper - suffix)])]
}

/// Whether an edit may begin or end before a byte.
private func isBoundary(_ index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
  guard index > 0, index < bytes.count else { return true }
  let byte = bytes[bytes.startIndex + index]
  if byte == 0x0A, bytes[bytes.startIndex + index - 1] == 0x0D { return false }
  return byte & 0xC0 != 0x80
}
