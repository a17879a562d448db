public import Catalog

/// The findings in a document, in the order of their ranges.
///
/// - Parameter withFixes: Whether the fixes are worked out too; publishing does not need them.
public func lint(
  _ document: Document, catalog: Catalog, configuration: Configuration = Configuration(), withFixes: Bool = true
) -> [Diagnostic] {
  []
}
