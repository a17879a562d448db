import Catalog
import PropertyList
public import SourceText

extension Linter {
  /// The edits that give an earlier entry for the same data type all that a later one says, and take the later one out;
  /// nil where they cannot be merged. Linked or used for tracking is what either of them says is.
  public func merge(
    _ later: CollectedDataType, into earlier: CollectedDataType, in document: Document
  ) -> [TextEdit]? {
    Rule.merge(later, into: earlier, context(of: document)).first?.edits
  }

  /// The edits that give an earlier entry for the same category the reasons of a later one, and take the later one out;
  /// nil where they cannot be merged.
  public func merge(_ later: AccessedAPI, into earlier: AccessedAPI, in document: Document) -> [TextEdit]? {
    Rule.merge(later, into: earlier, context(of: document)).first?.edits
  }

  private func context(of document: Document) -> LintContext {
    // Merging looks at no model.
    let nothing = read(Document(path: document.path, kind: document.kind, text: SourceText("")))
    return LintContext(
      linted: LintedDocument(asItIs: document), linter: self, project: OnDemand { Project() }, file: nothing,
      layout: Layout(of: document.tree), evidence: nil)
  }
}
