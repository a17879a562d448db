import PropertyList

extension Linter {
  /// The label of the manifests in some documents.
  ///
  /// - Parameter documents: Each with the path that it is shown with. Those without a manifest to read are left out.
  public func label(of documents: [(path: String, document: Document)]) -> PrivacyLabel {
    PrivacyLabel(
      documents.compactMap { labelSource($0.document, shownAs: $0.path) }, catalog: catalog, vocabularies: vocabularies)
  }

  /// The manifest in a document, as it goes into a label.
  ///
  /// - Returns: Nil if the document is something else, or its root is no dictionary.
  public func labelSource(_ document: Document, shownAs path: String) -> PrivacyLabel.Source? {
    guard document.kind == .privacyManifest, document.hasTree,
      let manifest = PrivacyManifest(document.tree, catalog: catalog, vocabularies: vocabularies)
    else { return nil }
    return PrivacyLabel.Source(
      path: path, manifest: manifest, isBroken: document.tree.problems.contains { $0.severity == .refused })
  }

  /// The label of some manifests.
  public func label(of sources: [PrivacyLabel.Source]) -> PrivacyLabel {
    PrivacyLabel(sources, catalog: catalog, vocabularies: vocabularies)
  }
}
