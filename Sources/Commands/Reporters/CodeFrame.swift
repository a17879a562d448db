import PrivacyRules
import SourceText

/// A line of a file with its number, and marks beneath a part of it:
///
///        |
///     12 |   <string>C617.2</string>
///        |           ^~~~~~
struct CodeFrame {
  let text: SourceText
  let style: Style

  /// Longer lines are cut at both ends around the marked part.
  private static let widest = 100
  private static let tabWidth = 4

  /// The frame for a range. If the range has several lines, only the first is shown.
  ///
  /// - Parameter gutter: The columns for line numbers.
  func lines(for range: ByteRange, mark: Style.Mark, gutter: Int) -> String {
    let line = text.line(at: range.lower)
    let (source, marks, _) = rendered(line, range, mark)
    return """
      \(bar(gutter))
      \(numbered(line, gutter)) \(source)
      \(bar(gutter)) \(marks)

      """
  }

  /// The gutter of a line of the file, with its number.
  func numbered(_ line: Int, _ gutter: Int) -> String {
    let number = String(line + 1)
    return style(String(repeating: " ", count: max(gutter - number.count, 0)) + number + " |", .dim)
  }

  /// The gutter of a line that is not from the file.
  func bar(_ gutter: Int) -> String {
    style(String(repeating: " ", count: gutter + 1) + "|", .dim)
  }

  /// The columns that the line numbers of these ranges need.
  func gutter(for ranges: some Sequence<ByteRange>) -> Int {
    String((ranges.map { text.line(at: $0.lower) }.max() ?? 0) + 1).count
  }

  /// The column at which a range begins.
  func indentation(of range: ByteRange) -> Int {
    var column = 0
    _ = expanded(
      text[ByteRange(text.contents(ofLine: text.line(at: range.lower)).lower, range.lower)], &column, behind: "")
    return column
  }

  /// A line as a terminal shows it, and the marks under it with the columns that they take.
  func rendered(
    _ line: Int, _ range: ByteRange, _ mark: Style.Mark
  ) -> (source: String, marks: String, width: Int) {
    let contents = text.contents(ofLine: line)
    let lower = min(max(range.lower, contents.lower), contents.upper)
    let upper = min(max(range.upper, lower), contents.upper)
    var column = 0
    // Each part is decoded by itself, so that invalid bytes don’t shift the marks.
    let start = max(contents.lower, lower - Self.widest * 4)
    let end = min(contents.upper, upper + Self.widest * 4)
    var before = expanded(text[ByteRange(start, lower)], &column, behind: "")
    let left = column
    var marked = expanded(text[ByteRange(lower, min(upper, lower + Self.widest * 8))], &column, behind: before)
    var width = max(column - left, 1)
    var behind = expanded(text[ByteRange(upper, end)], &column, behind: before + marked)

    var indentation = left
    if left + width > Self.widest {
      // The marked part has priority. If both are long, what comes before it gets a third at most.
      let room = max(Self.widest - width, Self.widest / 3)
      if left > room {
        before = "…" + suffix(of: before, width: room - 1)
        indentation = displayWidth(before)
      }
      if indentation + width > Self.widest {
        marked = prefix(of: marked, width: Self.widest - indentation - 1) + "…"
        width = displayWidth(marked)
        behind = ""
      }
    }
    let room = Self.widest - indentation - width + 20
    if displayWidth(behind) > room { behind = prefix(of: behind, width: room - 1) + "…" }
    let underline = "^" + String(repeating: "~", count: width - 1)
    return (
      before + marked + behind,
      String(repeating: " ", count: indentation) + style(underline, mark),
      indentation + width
    )
  }

  /// A text with tabs as spaces and control characters as symbols.
  ///
  /// - Parameter before: The text before it on the line.
  private func expanded(_ text: String, _ column: inout Int, behind before: String) -> String {
    var result = ""
    for (number, piece) in text.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
      if number > 0 {
        let count = Self.tabWidth - column % Self.tabWidth
        result += String(repeating: " ", count: count)
        column += count
      }
      // After the bar, and with as much of the line as a build service’s log command may have.
      let shown = printable(piece, behind: "|" + (before.suffix(32) + result.suffix(32)).suffix(32))
      result += shown
      column += displayWidth(shown)
    }
    return result
  }

  private func prefix(of text: String, width: Int) -> String {
    var rest = width
    return String(
      text.prefix { character in
        rest -= displayWidth(character)
        return rest >= 0
      })
  }

  private func suffix(of text: String, width: Int) -> String {
    var rest = width
    let kept = text.reversed().prefix { character in
      rest -= displayWidth(character)
      return rest >= 0
    }
    return String(kept.reversed())
  }
}

extension Style.Mark {
  /// The color of findings of a severity.
  init(_ severity: Severity) { self = Self(rawValue: severity.rawValue) ?? .hint }
}
