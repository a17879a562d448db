public import Catalog
public import PrivacyRules

/// All that a request may see: one version of a document, the rules and the settings. Cheap to copy.
public struct Snapshot: Sendable {
  public let document: Document
  public let catalog: Catalog
  public let configuration: Configuration

  public init(document: Document, catalog: Catalog, configuration: Configuration = Configuration()) {
    self.document = document
    self.catalog = catalog
    self.configuration = configuration
  }
}
