public import Catalog
public import PrivacyRules
public import SourceText

/// A code action.
public struct CodeAction: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case quickFix = "quickfix"
    case fixAll = "source.fixAll.privacy-lsp"
    case rewrite = "refactor.rewrite"
    case sortKeys = "source.sortKeys"
  }

  public var kind: Kind
  public var title: String
  /// The edits, as plain text.
  public var edits: [TextEdit]
  /// The findings that it fixes.
  public var diagnostics: [Diagnostic] = []
  public var isPreferred = false
  /// Distinguishes it from the other actions for the same range; nil if its edits are never resolved later.
  public var id: String?
  /// The edits of other files, as plain text.
  public var otherFiles: [FileEdits] = []
  /// The edits with tab stops, in separate edits; empty if there are no tab stops.
  public var snippets: [SnippetEdit] = []
  /// The clients it is for: where some get one action with a choice, others get several actions.
  public var audience = Audience.all

  public enum Audience: Hashable, Sendable {
    case all, withStops, withoutStops
  }
}

/// The actions for the findings on the lines of a range, for the range itself, and for the whole file.
///
/// Clients send a cursor, a selection or a finding’s range. Fixes are offered for whole lines; refactorings only for
/// the exact place.
///
/// - Parameter kinds: The requested kinds.
public func codeActions(
  in snapshot: Snapshot, range: ByteRange, kinds: Set<CodeAction.Kind> = Set(CodeAction.Kind.allCases)
) -> [CodeAction] {
  // Editors run these on every save: what isn’t ours is changed only by what a person chooses at its place.
  let kinds = snapshot.isLinted ? kinds : kinds.subtracting([.fixAll, .sortKeys])
  let text = snapshot.document.text
  let lines = text.line(at: range.lower)...max(text.line(at: range.upper), text.line(at: range.lower))
  func isTouched(_ diagnostic: Diagnostic) -> Bool {
    lines.overlaps(text.line(at: diagnostic.range.lower)...text.line(at: diagnostic.range.upper))
  }
  var result: [CodeAction] = []
  var ignoring: [CodeAction] = []
  if kinds.contains(.quickFix) {
    let bytes = ByteRange(text.contents(ofLine: lines.lowerBound).lower, text.contents(ofLine: lines.upperBound).upper)
    let found = snapshot.lint(fixes: .touching(bytes)).filter(isTouched).prefix(mostFindings)
    result = quickFixes(for: found) + newFile(in: snapshot, for: found.first)
    ignoring = ignoreFindings(found.map(\.withoutFixes), in: snapshot.document)
  }
  if kinds.contains(.rewrite) { result += refactorings(in: snapshot, range: range) }
  // To fix everything takes long in a large file, so a menu at the cursor doesn’t offer it.
  if kinds.contains(.fixAll), !kinds.contains(.quickFix) || text.count < 1 << 18, let action = fixAll(in: snapshot) {
    result.append(action)
  }
  if kinds.contains(.sortKeys), let action = sortKeys(in: snapshot) { result.append(action) }
  // Suppressing comes last.
  return result + ignoring
}

/// The most findings with fixes; nobody reads a longer menu.
private let mostFindings = 100

/// The fixes of some findings, the most severe first, then preferred ones. A fix for several findings is listed once,
/// and only one fix per place stays preferred.
private func quickFixes(for diagnostics: some Sequence<Diagnostic>) -> [CodeAction] {
  var result: [CodeAction] = []
  for found in diagnostics {
    let diagnostic = found.withoutFixes
    for fix in found.fixes {
      if let index = result.firstIndex(where: {
        $0.title == fix.title && $0.edits == fix.edits && $0.otherFiles == fix.otherFiles
      }) {
        result[index].diagnostics.append(diagnostic)
        result[index].isPreferred = result[index].isPreferred || fix.isPreferred
      } else {
        result.append(
          CodeAction(
            kind: .quickFix, title: fix.title, edits: fix.edits, diagnostics: [diagnostic],
            isPreferred: fix.isPreferred, otherFiles: fix.otherFiles, snippets: fix.snippets))
      }
    }
  }
  func rank(_ action: CodeAction) -> (Severity, Int) {
    (action.diagnostics.map(\.severity).max() ?? .hint, action.isPreferred ? 1 : 0)
  }
  var ordered = result.enumerated().sorted { a, b in
    let (first, second) = (rank(a.element), rank(b.element))
    return first == second ? a.offset < b.offset : first > second
  }.map(\.element)
  var preferred: [ByteRange] = []
  for index in ordered.indices where ordered[index].isPreferred {
    let places = ordered[index].diagnostics.map(\.range)
    ordered[index].isPreferred = !places.contains { place in preferred.contains { $0.touches(place) } }
    if ordered[index].isPreferred { preferred += places }
  }
  return ordered
}

/// The fix that fills an empty file, as completion does.
private func newFile(in snapshot: Snapshot, for diagnostic: Diagnostic?) -> [CodeAction] {
  let text = snapshot.document.text
  guard text.count < 4_096, text.bytes.allSatisfy({ $0 <= 0x20 }),
    let diagnostic,
    let item = completions(in: snapshot, at: 0).first(where: { $0.kind == .file })
  else { return [] }
  var result = CodeAction(
    .quickFix, id: "new-file", title: "Write \(item.detail)",
    [SnippetEdit(item.range, item.insertion)]
      + item.additionalEdits.map { SnippetEdit($0.range, Template($0.replacement)) },
    diagnostics: [diagnostic.withoutFixes])
  result.isPreferred = true
  return [result]
}

extension Diagnostic {
  fileprivate var withoutFixes: Diagnostic {
    var result = self
    result.fixes = []
    return result
  }
}

/// All safe fixes in one action; nil if there are none.
private func fixAll(in snapshot: Snapshot) -> CodeAction? {
  let document = snapshot.document
  guard
    let fixed = snapshot.linter.fixed(
      document, project: snapshot.project, configuration: snapshot.configuration)
  else { return nil }
  let edits = edits(from: document.text, to: fixed.document.text)
  return edits.isEmpty ? nil : CodeAction(kind: .fixAll, title: "Apply all safe fixes", edits: edits)
}

/// A description of a kind of actions, and a link to Apple’s page; nil if it isn’t about Apple’s rules.
public func documentation(of kind: CodeAction.Kind, catalog: Catalog) -> (words: String, link: String?) {
  let words =
    switch kind {
    case .quickFix:
      "To ignore the findings of a rule in an element, put a comment right before it: "
        + "<!-- privacy-lsp:ignore RULE: why -->. To change or turn off a rule for the project, use “severity” in "
        + ".privacy-lsp.json. “privacy-lsp explain RULE” explains a rule."
    case .fixAll:
      "A fix is safe if only one outcome makes sense and no decision about privacy depends on it; all others are left "
        + "to you."
    case .rewrite: "Apple explains what a privacy manifest declares:"
    case .sortKeys: "Sorts the keys in Apple’s order. Unknown keys come last, and comments move with their keys."
    }
  return (words, kind == .rewrite ? catalog.manifest.provenance.link : nil)
}
