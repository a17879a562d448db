import SourceText

/// The difference that edits make to a text, in the form that `patch` applies.
///
/// Made from the edits, not by comparing texts: it costs no more than reading the text, however much differs.
struct UnifiedDifference {
  /// Lines beside each other that edits change, and what they become. Lines end with a line feed, as `patch` has it.
  private struct Change {
    var old: Range<Int>
    var new: [ArraySlice<UInt8>]
  }

  /// How many lines that are the same are shown around those that differ.
  private static let context = 3

  private let bytes: [UInt8]
  /// The offsets at which lines begin, and the end of the text.
  private let borders: [Int]
  private var changes: [Change] = []

  /// - Parameter edits: In order, and apart.
  init(_ text: SourceText, _ edits: [TextEdit]) {
    bytes = text.bytes
    var borders = [0]
    for (at, byte) in bytes.enumerated() where byte == 0x0A && at + 1 < bytes.count { borders.append(at + 1) }
    if !bytes.isEmpty { borders.append(bytes.count) }
    self.borders = borders
    var group: [TextEdit] = []
    var lines = 0..<0
    for edit in edits {
      let touched = self.lines(of: edit)
      if !group.isEmpty, touched.lowerBound <= lines.upperBound {
        lines = lines.lowerBound..<max(lines.upperBound, touched.upperBound)
      } else {
        if !group.isEmpty { changes.append(change(lines, group)) }
        group = []
        lines = touched
      }
      group.append(edit)
    }
    if !group.isEmpty { changes.append(change(lines, group)) }
  }

  /// The whole difference, UTF-8; empty where there is none.
  func printed(path: String) -> [UInt8] {
    guard !changes.isEmpty else { return [] }
    // A name with blanks in it ends with a tab, as others write it.
    let name = printable(path) + (path.contains(" ") ? "\t" : "")
    var result = Array("--- \(name)\n+++ \(name)\n".utf8)
    var shift = 0
    var index = 0
    while index < changes.count {
      var end = index + 1
      while end < changes.count, changes[end].old.lowerBound - changes[end - 1].old.upperBound <= 2 * Self.context {
        end += 1
      }
      append(changes[index..<end], shift: &shift, to: &result)
      index = end
    }
    return result
  }

  // MARK: - Lines

  private var lineCount: Int { borders.count - 1 }

  /// The lines that an edit changes. A line that begins where the edit ends is not one of them if the edit takes whole
  /// lines.
  private func lines(of edit: TextEdit) -> Range<Int> {
    let range = edit.range
    let first = line(at: range.lower)
    let last = line(at: range.upper)
    let takesWholeLines =
      edit.replacement.isEmpty && !range.isEmpty && borders[first] == range.lower && borders[last] == range.upper
    return first..<min(max(takesWholeLines ? last : last + 1, first + 1), max(lineCount, first))
  }

  /// The line that an offset lies in; at the end of the text the last one.
  private func line(at offset: Int) -> Int {
    max(borders.dropLast().partitioningIndex { $0 > offset } - 1, 0)
  }

  private func change(_ lines: Range<Int>, _ edits: [TextEdit]) -> Change {
    let end = lines.isEmpty ? bytes.count : borders[lines.upperBound]
    var text: [UInt8] = []
    var copied = lines.isEmpty ? bytes.count : borders[lines.lowerBound]
    for edit in edits {
      text += bytes[copied..<max(edit.range.lower, copied)]
      text += Array(edit.replacement.utf8)
      copied = max(edit.range.upper, copied)
    }
    if copied < end { text += bytes[copied..<end] }
    var new: [ArraySlice<UInt8>] = []
    var start = 0
    for (at, byte) in text.enumerated() where byte == 0x0A {
      new.append(text[start...at])
      start = at + 1
    }
    if start < text.count { new.append(text[start...]) }
    return Change(old: lines, new: new)
  }

  // MARK: - Printing

  /// Appends one hunk: changes that lie so near to each other that the lines around them meet.
  private func append(_ changes: ArraySlice<Change>, shift: inout Int, to result: inout [UInt8]) {
    guard let first = changes.first, let last = changes.last else { return }
    let start = max(first.old.lowerBound - Self.context, 0)
    let end = min(last.old.upperBound + Self.context, lineCount)
    let oldCount = end - start
    let growth = changes.reduce(0) { $0 + $1.new.count - $1.old.count }
    let newStart = start + shift
    shift += growth
    func place(_ start: Int, _ count: Int) -> String {
      // An empty part is said to stand behind the line before it.
      let first = count == 0 ? start : start + 1
      return count == 1 ? "\(first)" : "\(first),\(count)"
    }
    result += Array("@@ -\(place(start, oldCount)) +\(place(newStart, oldCount + growth)) @@\n".utf8)
    var line = start
    for change in changes {
      for line in line..<change.old.lowerBound { append(" ", old(line), to: &result) }
      for line in change.old { append("-", old(line), to: &result) }
      for new in change.new { append("+", new, to: &result) }
      line = change.old.upperBound
    }
    for line in line..<max(end, line) { append(" ", old(line), to: &result) }
  }

  private func old(_ line: Int) -> ArraySlice<UInt8> { bytes[borders[line]..<borders[line + 1]] }

  private func append(_ mark: Unicode.Scalar, _ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
    result.append(UInt8(ascii: mark))
    result += line
    if line.last != 0x0A { result += Array("\n\\ No newline at end of file\n".utf8) }
  }
}
