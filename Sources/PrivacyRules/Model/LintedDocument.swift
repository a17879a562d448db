import ProjectFiles
import PropertyList
import SourceText

/// A document as findings speak of it: read as it was before its one slip, and apart from what a merge left in it, so
/// that one mistake is one finding.
struct LintedDocument {
  var document: Document
  /// What a merge left. Nothing else is said of it.
  let conflicts: [MergeConflict]
  /// Where for that reason nothing else is said: the hunks, what is behind one whose end mark is gone, and where lines
  /// go on over several, the line behind each.
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
  /// How Apple’s parser takes that.
  let isRefused: Bool

  /// A document whose values are at hand, and must stay those of its own tree.
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

  /// The document with both sides of each hunk, or with one where both together make no sense.
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
  /// What stands in the file in the place of its text; nil for a text.
  var foreignContent: ForeignContent? {
    guard format != .binary, problemCount > 0 || isPropertyList && !hasTree else { return nil }
    return ForeignContent(text)
  }

  /// Whether the rules see what the file says; they do not where it is JSON, an old-style property list or no text.
  public var isReadable: Bool { (!isPropertyList || hasTree) && foreignContent == nil }

  /// How much is wrong with the text as one of its format.
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

  /// How many mistakes there are for which Apple’s parser refuses the text.
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

/// The fixes for a hunk of a merge: to keep the one side, the other, or both.
func fixes(for conflict: MergeConflict, in text: SourceText) -> [Fix] {
  guard let ours = conflict.ours, let theirs = conflict.theirs else { return [] }
  let range = ByteRange(conflict.range.lower, text.start(ofLine: text.line(at: conflict.range.upper) + 1))
  return [
    ("Keep the first side", text[ours]), ("Keep the second side", text[theirs]),
    ("Keep both sides", text[ours] + text[theirs]),
  ]
  .map { Fix(title: $0, edits: [TextEdit(range, $1)]) }
}
