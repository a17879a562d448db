public import Catalog
public import PrivacyRules

/// All that a request may see: one version of a document, the rules and the settings. Cheap to copy.
public struct Snapshot: Sendable {
  public let document: Document
  public let linter: Linter
  public let project: Project
  public let configuration: Configuration
  /// What source code says of the document; nil where nothing is known of it.
  public let evidence: FileEvidence?
  /// Whether the document is judged; of one that is not ours nothing is found.
  public let isLinted: Bool

  public init(
    document: Document, linter: Linter, project: Project = Project(), configuration: Configuration = Configuration(),
    evidence: FileEvidence? = nil, isLinted: Bool = true
  ) {
    self.isLinted = isLinted
    self.document = document
    self.linter = linter
    self.project = project
    self.configuration = configuration
    self.evidence = evidence
  }

  public var catalog: Catalog { linter.catalog }

  /// Whether nothing says that the app is developed in another language. May read the document: ask once.
  var isDevelopedInEnglish: Bool { project.isDevelopedInEnglish(beside: linter.read(document)) }

  /// The findings in the document, and how many there are besides.
  ///
  /// - Parameter fixes: The findings whose fixes are worked out too.
  public func lint(fixes: FixRequest) -> LintResult {
    guard isLinted else { return .none }
    return linter.lint(
      document, known: project.known(document), evidence: evidence, project: project, configuration: configuration,
      fixes: fixes)
  }
}
