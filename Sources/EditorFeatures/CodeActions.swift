public import PrivacyRules
public import SourceText

/// Something that can be done to a document at the user's wish.
public struct CodeAction: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case quickFix = "quickfix"
    case fixAll = "source.fixAll.privacy-lsp"
  }

  public var kind: Kind
  public var title: String
  public var edits: [TextEdit]
  /// The findings it mends.
  public var diagnostics: [Diagnostic]
  public var isPreferred: Bool

  public init(kind: Kind, title: String, edits: [TextEdit], diagnostics: [Diagnostic] = [], isPreferred: Bool = false) {
    self.kind = kind
    self.title = title
    self.edits = edits
    self.diagnostics = diagnostics
    self.isPreferred = isPreferred
  }
}

/// What can be done for the findings that touch the lines of a range, and for the whole file.
///
/// Clients ask with a cursor, a selection or a finding's range; what counts is the lines.
///
/// - Parameter kinds: The kinds that are asked for.
public func codeActions(
  in snapshot: Snapshot, range: ByteRange, kinds: Set<CodeAction.Kind> = Set(CodeAction.Kind.allCases)
) -> [CodeAction] {
  let text = snapshot.document.text
  let lines = text.line(at: range.lower)...max(text.line(at: range.upper), text.line(at: range.lower))
  func isTouched(_ diagnostic: Diagnostic) -> Bool {
    lines.overlaps(text.line(at: diagnostic.range.lower)...text.line(at: diagnostic.range.upper))
  }
  var result: [CodeAction] = []
  if kinds.contains(.quickFix) {
    let bytes = ByteRange(text.contents(ofLine: lines.lowerBound).lower, text.contents(ofLine: lines.upperBound).upper)
    result = quickFixes(for: snapshot.diagnostics(fixes: .touching(bytes)).filter(isTouched))
  }
  // To fix everything is much work in a large file, and not what a menu at the cursor is opened for.
  if kinds.contains(.fixAll), !kinds.contains(.quickFix) || text.count < 1 << 18, let action = fixAll(in: snapshot) {
    result.append(action)
  }
  return result
}

/// For so many findings fixes are given: nobody reads a longer menu.
private let mostFindings = 100

/// The fixes of some findings, the preferred ones first; one that mends several is given once.
private func quickFixes(for diagnostics: [Diagnostic]) -> [CodeAction] {
  var result: [CodeAction] = []
  for var diagnostic in diagnostics.prefix(mostFindings) {
    let fixes = diagnostic.fixes
    diagnostic.fixes = []
    for fix in fixes {
      if let index = result.firstIndex(where: { $0.title == fix.title && $0.edits == fix.edits }) {
        result[index].diagnostics.append(diagnostic)
        result[index].isPreferred = result[index].isPreferred || fix.isPreferred
      } else {
        result.append(
          CodeAction(
            kind: .quickFix, title: fix.title, edits: fix.edits, diagnostics: [diagnostic],
            isPreferred: fix.isPreferred))
      }
    }
  }
  return result.filter(\.isPreferred) + result.filter { !$0.isPreferred }
}

/// All safe fixes in one; nil if there is none.
private func fixAll(in snapshot: Snapshot) -> CodeAction? {
  let document = snapshot.document
  guard
    let fixed = snapshot.linter.fixed(
      document, project: snapshot.project, configuration: snapshot.configuration)
  else { return nil }
  let edits = edits(from: document.text, to: fixed.text)
  return edits.isEmpty ? nil : CodeAction(kind: .fixAll, title: "Fix everything that is safe to fix", edits: edits)
}
