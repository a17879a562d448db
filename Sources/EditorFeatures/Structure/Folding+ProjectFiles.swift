import JSON
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

extension LineFolds {
  /// Adds the folds of a file that isn’t a property list: brackets, texts and comments of several lines, runs of
  /// comments, and sections of an Xcode project.
  mutating func add(_ content: Document.Content) {
    switch content {
    case .propertyList, .lockFile, .source: break
    case .strings(let table): add(table.tree)
    case .xcodeProject(let project):
      add(project.tree)
      addSections(of: project.tree)
    case .stringCatalog(let catalog):
      for value in catalog.json.containers where value.isClosed {
        let whole = ByteRange(value.range)
        add(.content, ByteRange(whole.lower + 1, whole.upper - 1), whole: whole, keepsEnd: true)
      }
    case .buildConfiguration(let file): addRuns(of: file.comments.map(\.range))
    }
  }

  private mutating func add(_ tree: OpenStepTree) {
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
  private mutating func addSections(of tree: OpenStepTree) {
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

  /// Consecutive line comments, with nothing else on their lines.
  private mutating func addRuns(of comments: [ByteRange]) {
    var run: ByteRange?
    var lastLine = -1
    func finish(_ folds: inout LineFolds) {
      if let run { folds.add(.comment, run, whole: run, keepsEnd: false) }
    }
    for comment in comments {
      let line = text.line(at: comment.lower)
      guard isFirstOnLine(comment.lower) else { continue }
      if let current = run, line == lastLine + 1 {
        run = ByteRange(current.lower, comment.upper)
      } else {
        finish(&self)
        // The whole first line stays visible.
        run = ByteRange(comment.upper, comment.upper)
      }
      lastLine = line
    }
    finish(&self)
  }
}
