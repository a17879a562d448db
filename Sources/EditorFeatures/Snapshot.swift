public import Catalog
public import PrivacyRules

/// Everything that a feature needs: one version of a document, the rules and the settings. Cheap to copy.
public struct Snapshot: Sendable {
  public let document: Document
  public let linter: Linter
  public let project: Project
  public let configuration: Configuration
  /// What source code says about the document; nil if nothing is known.
  public let evidence: FileEvidence?
  /// Whether the document is linted; one that isn’t ours has no findings.
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

  /// Whether the app is developed in English, as far as is known. May read the document: ask once.
  var isDevelopedInEnglish: Bool { project.isDevelopedInEnglish(beside: linter.read(document)) }

  /// The findings in the document, and how many more there are.
  ///
  /// - Parameter fixes: Which findings get fixes.
  public func lint(fixes: FixRequest) -> LintResult {
    guard isLinted else { return .none }
    return linter.lint(
      document, known: project.known(document), evidence: evidence, project: project, configuration: configuration,
      fixes: fixes)
  }
}
