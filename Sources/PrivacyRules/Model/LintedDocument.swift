import ProjectFiles
import PropertyList
import SourceText

/// A document as it is linted: with a single mistake repaired and merge conflicts removed, so that one mistake is one
/// finding.
struct LintedDocument {
  var document: Document
  /// The conflicts left over from a merge. Nothing else is reported in them.
  let conflicts: [MergeConflict]
  /// The ranges in which nothing else is reported because of that: the conflicts, everything after one without an end
  /// marker, and in files where a backslash continues a line, the line after each.
  var silenced: [ByteRange] {
    conflicts.map { conflict in
      if conflict.ours != nil, conflict.theirs == nil {
        return ByteRange(conflict.range.lower, document.text.count)
      }
      guard document.kind == .buildSettings else { return conflict.range }
      let next = document.text.contents(ofLine: document.text.line(at: conflict.range.upper) + 1)
      let hasBackslash = document.text.slice(ByteRange(conflict.range.lower - 4, conflict.range.upper)).contains(0x5C)
      return hasBackslash ? ByteRange(conflict.range.lower, next.upper) : conflict.range
    }
  }
  /// Whether Apple's parser rejects the file.
  let isRefused: Bool

  /// A document that is linted with its own tree.
  init(asItIs document: Document) {
    self.document = document
    conflicts = []
    isRefused = false
  }

  init(_ document: Document) {
    isRefused = document.refusedCount > 0
    guard document.problemCount > 0 else {
      self.document = document
      conflicts = []
      return
    }
    conflicts = MergeConflict.all(in: document.text)
    let apart = conflicts.isEmpty ? document : Self.reading(document, apartFrom: conflicts)
    let tree = apart.hasTree ? apart.tree.mended() ?? apart.tree.reducedToCauses() : nil
    self.document = tree.map { apart.read(as: $0) } ?? apart
  }

  /// The document with both sides of each conflict, or with one side if both together make no sense.
  private static func reading(_ document: Document, apartFrom conflicts: [MergeConflict]) -> Document {
    let common = conflicts.flatMap(\.common)
    var best = document
    var least = Int.max
    for dropped in [[], conflicts.compactMap(\.theirs), conflicts.compactMap(\.ours)] {
      let text = document.text.blanking(common + dropped)
      let read = Document(path: document.path, kind: document.kind, text: text)
      let count = read.problemCount
      if count < least {
        best = read
        least = count
      }
      if count == 0 { break }
    }
    return best
  }
}

extension Document {
  /// What the file contains instead of its text; nil if it is text.
  var foreignContent: ForeignContent? {
    // The readers of most lock files pass over lines that they don’t know.
    guard format != .binary, problemCount > 0 || isPropertyList && !hasTree || kind == .lockFile else { return nil }
    return ForeignContent(text)
  }

  /// Whether rules can read the file; they can't if it is JSON, an old-style property list or not text.
  public var isReadable: Bool { (!isPropertyList || hasTree) && foreignContent == nil }

  /// The number of problems in the text.
  var problemCount: Int {
    switch content {
    case .propertyList: hasTree ? refusedCount : 0
    case .strings(let table): table.problems.count
    case .stringCatalog(let catalog): catalog.problems.count
    case .xcodeProject(let project): project.tree.problems.count
    case .buildConfiguration(let file): file.problems.count
    case .lockFile(let file): file.problems.count
    case .source: 0
    }
  }

  /// The number of problems that make Apple's parser reject the file.
  var refusedCount: Int {
    switch content {
    case .propertyList: tree.problems.count { $0.severity == .refused }
    case .strings(let table): table.problems.count { $0.severity == .refused }
    case .stringCatalog(let catalog): catalog.problems.count
    case .xcodeProject(let project): project.tree.problems.count { $0.severity == .refused }
    case .buildConfiguration, .lockFile, .source: 0
    }
  }
}

/// The fixes for a merge conflict: keep one side, the other or both.
func fixes(for conflict: MergeConflict, in text: SourceText) -> [Fix] {
  guard let ours = conflict.ours, let theirs = conflict.theirs else { return [] }
  let range = ByteRange(conflict.range.lower, text.start(ofLine: text.line(at: conflict.range.upper) + 1))
  return [
    ("Keep the first side", text[ours]), ("Keep the second side", text[theirs]),
    ("Keep both sides", text[ours] + text[theirs]),
  ]
  .map { Fix(title: $0, edits: [TextEdit(range, $1)]) }
}
