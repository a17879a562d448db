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
      folds.add(.content, ByteRange(value.range.lowerBound + 1, value.range.upperBound - 1), keepsEnd: true)
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

  /// - Parameter keepsEnd: Whether what ends the fold stays in sight, if it begins its line.
  mutating func add(_ kind: FoldingRange.Kind, _ hidden: ByteRange, keepsEnd: Bool) {
    let first = text.line(at: hidden.lower)
    var last = text.line(at: hidden.upper)
    guard last > first else { return }
    if wholeLines, keepsEnd {
      last -= 1
      guard last > first else { return }
    }
    found.append(FoldingRange(kind: kind, range: hidden, lines: first...last))
  }

  mutating func add(_ tree: OpenStepTree) {
    for value in tree.containers where value.isClosed && value.range != value.content {
      add(.content, value.content, keepsEnd: true)
    }
    for text in tree.longStrings { add(.content, text.content, keepsEnd: false) }
    for comment in tree.comments where !comment.isLine { add(.comment, comment.content, keepsEnd: false) }
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
        add(.content, ByteRange(start.upper, comment.range.lower), keepsEnd: true)
        open = nil
      }
    }
  }

  /// Comments of one line that follow each other, with nothing else on their lines.
  mutating func addRuns(of comments: [ByteRange]) {
    var run: ByteRange?
    var lastLine = -1
    func finish(_ folds: inout LineFolds) {
      if let run { folds.add(.comment, run, keepsEnd: false) }
    }
    for comment in comments {
      let line = text.line(at: comment.lower)
      let start = text.contents(ofLine: line).lower
      let isAlone = comment.lower - start <= 200
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
    var ordered = found.sorted { ($0.range.lower, $1.range.upper) < ($1.range.lower, $0.range.upper) }
    if wholeLines {
      // Two that begin on one line could not be told apart: the outer one counts.
      var lastLine = -1
      ordered = ordered.filter { fold in
        defer { lastLine = fold.lines.lowerBound }
        return fold.lines.lowerBound != lastLine
      }
    }
    guard ordered.count > limit else { return ordered }
    return FoldingRange.outermost(ordered, limit).map { ordered[$0] }
  }
}
