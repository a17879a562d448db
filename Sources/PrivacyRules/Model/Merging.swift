import Catalog
import PropertyList
public import SourceText

extension Linter {
  /// The edits that merge an entry into an earlier one for the same data type; nil if they can't be merged. The result
  /// is linked or used for tracking if either entry is.
  public func merge(
    _ later: CollectedDataType, into earlier: CollectedDataType, in document: Document
  ) -> [TextEdit]? {
    Rule.merge(later, into: earlier, context(of: document)).first?.edits
  }

  /// The edits that merge an entry into an earlier one for the same category; nil if they can't be merged.
  public func merge(_ later: AccessedAPI, into earlier: AccessedAPI, in document: Document) -> [TextEdit]? {
    Rule.merge(later, into: earlier, context(of: document)).first?.edits
  }

  private func context(of document: Document) -> LintContext {
    // Merging doesn't need the parsed file.
    let nothing = read(Document(path: document.path, kind: document.kind, text: SourceText("")))
    return LintContext(
      linted: LintedDocument(asItIs: document), linter: self, project: OnDemand { Project() }, file: nothing,
      layout: Layout(of: document.tree), evidence: nil)
  }
}
