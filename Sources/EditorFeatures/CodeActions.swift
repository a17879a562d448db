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
/// - Parameter kinds: The kinds that are asked for.
public func codeActions(
  in snapshot: Snapshot, range: ByteRange, kinds: Set<CodeAction.Kind> = Set(CodeAction.Kind.allCases)
) -> [CodeAction] {
  []
}
