import JSON
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// The parts of a file that is no property list that can be hidden: what stands between brackets, texts and comments of
/// several lines, comments that follow each other, the sections of an Xcode project.
func projectFileFolds(of document: Document, options: FoldingOptions) -> [FoldingRange] {
  var folds = LineFolds(text: document.text, wholeLines: options.wholeLines)
  switch document.content {
  case .propertyList: break
  case .strings(let table): folds.add(table.tree)
  case .xcodeProject(let project):
    folds.add(project.tree)
    folds.addSections(of: project.tree)
  case .stringCatalog(let catalog):
    for value in catalog.json.containers where value.isClosed {
      let whole = ByteRange(value.range)
      folds.add(.content, ByteRange(whole.lower + 1, whole.upper - 1), whole: whole, keepsEnd: true)
    }
  case .buildConfiguration(let file): folds.addRuns(of: file.comments.map(\.range))
  }
  return folds.ranges(min(max(options.limit, 0), LineFolds.most))
}

private struct LineFolds {
  /// The most folds of a document.
  static let most = 20_000

  let text: SourceText
  let wholeLines: Bool
  private var found: [FoldingRange] = []

  init(text: SourceText, wholeLines: Bool) {
    self.text = text
    self.wholeLines = wholeLines
  }

  /// - Parameters:
  ///   - whole: What is hidden with the marks around it.
  ///   - keepsEnd: Whether the mark behind it stays in sight.
  mutating func add(_ kind: FoldingRange.Kind, _ hidden: ByteRange, whole: ByteRange, keepsEnd: Bool) {
    let first = text.line(at: hidden.lower)
    var last = text.line(at: hidden.upper)
    guard last > first else { return }
    if wholeLines {
      if keepsEnd {
        last -= 1
      } else {
        last = text.line(at: whole.upper)
        // A line on which something else stands is not hidden.
        let rest = ByteRange(whole.upper, text.contents(ofLine: last).upper)
        let isLast = rest.count <= 200 && text.slice(rest).allSatisfy { $0 == 0x20 || $0 == 0x09 }
        if !isLast { last -= 1 }
      }
      guard last > first else { return }
    }
    found.append(FoldingRange(kind: kind, range: hidden, lines: first...last))
  }

  mutating func add(_ tree: OpenStepTree) {
    for value in tree.containers where value.isClosed && value.range != value.content {
      add(.content, value.content, whole: value.range, keepsEnd: true)
    }
    for text in tree.longStrings {
      add(.content, text.content, whole: text.entry?.range ?? text.range, keepsEnd: false)
    }
    for comment in tree.comments where !comment.isLine {
      add(.comment, comment.content, whole: comment.range, keepsEnd: false)
    }
    addRuns(of: tree.comments.filter(\.isLine).map(\.range))
  }

  /// From `/* Begin … section */` to its end.
  mutating func addSections(of tree: OpenStepTree) {
    var open: ByteRange?
    for comment in tree.comments where !comment.isLine && comment.content.count < 200 {
      let words = text[comment.content]
      guard words.hasSuffix(" section ") else { continue }
      if words.hasPrefix(" Begin ") { open = comment.range }
      if words.hasPrefix(" End "), let start = open {
        let hidden = ByteRange(start.upper, comment.range.lower)
        add(.content, hidden, whole: hidden, keepsEnd: true)
        open = nil
      }
    }
  }

  /// Comments of one line that follow each other, with nothing else on their lines.
  mutating func addRuns(of comments: [ByteRange]) {
    var run: ByteRange?
    var lastLine = -1
    func finish(_ folds: inout LineFolds) {
      if let run { folds.add(.comment, run, whole: run, keepsEnd: false) }
    }
    for comment in comments {
      let line = text.line(at: comment.lower)
      let start = text.contents(ofLine: line).lower
      let isAlone =
        comment.lower - start <= 200
        && text.slice(ByteRange(start, comment.lower)).allSatisfy { $0 == 0x20 || $0 == 0x09 }
      guard isAlone else { continue }
      if let current = run, line == lastLine + 1 {
        run = ByteRange(current.lower, comment.upper)
      } else {
        finish(&self)
        // What stays in sight is the first line whole.
        run = ByteRange(comment.upper, comment.upper)
      }
      lastLine = line
    }
    finish(&self)
  }

  /// The folds in order; of too many those that lie in the fewest others, and of those the first.
  func ranges(_ limit: Int) -> [FoldingRange] {
    let sorted = found.sorted { ($0.range.lower, $1.range.upper) < ($1.range.lower, $0.range.upper) }
    // In what is broken, comments and brackets may cross; and two that begin on one line could not be told apart where
    // whole lines are hidden. The outer one counts.
    var ordered: [FoldingRange] = []
    var open: [FoldingRange] = []
    for fold in sorted {
      while let last = open.last,
        wholeLines ? last.lines.upperBound < fold.lines.lowerBound : last.range.upper <= fold.range.lower
      {
        open.removeLast()
      }
      if let last = open.last {
        let isIn =
          wholeLines
          ? fold.lines.upperBound <= last.lines.upperBound && fold.lines.lowerBound > last.lines.lowerBound
          : fold.range.upper <= last.range.upper && fold.range != last.range
        if !isIn { continue }
      }
      if wholeLines, ordered.last?.lines.lowerBound == fold.lines.lowerBound { continue }
      ordered.append(fold)
      open.append(fold)
    }
    guard ordered.count > limit else { return ordered }
    return FoldingRange.outermost(ordered, limit).map { ordered[$0] }
  }
}
