import PropertyList

extension Linter {
  /// The label of some manifests.
  public func label(of sources: [PrivacyLabel.Source]) -> PrivacyLabel {
    PrivacyLabel(sources, catalog: catalog, vocabularies: vocabularies)
  }

  /// A document as it goes into a label.
  ///
  /// - Parameter path: As the label shows it.
  public func labelSource(_ document: Document, shownAs path: String) -> PrivacyLabel.Source {
    let isBroken = document.tree.problems.contains { $0.severity == .refused }
    return PrivacyLabel.Source(path: path, manifest: manifest(of: document), isBroken: isBroken)
  }
}
