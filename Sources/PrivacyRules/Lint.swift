public import Catalog
import PropertyList
public import SourceText

/// Applies the rules to documents. Make one for a catalog and keep it.
///
/// A class, so that a snapshot of a document holds one reference and not all that a catalog is made of.
public final class Linter: Sendable {
  public let catalog: Catalog
  public let vocabularies: Vocabularies

  public init(catalog: Catalog) {
    self.catalog = catalog
    vocabularies = Vocabularies(catalog)
  }

  /// The manifest that a document is; nil for other kinds of files and where the root is no dictionary.
  public func manifest(of document: Document) -> PrivacyManifest? {
    guard document.kind == .privacyManifest, document.hasTree else { return nil }
    return PrivacyManifest(document.tree, catalog: catalog, vocabularies: vocabularies)
  }

  /// The findings in a document, in the order of their ranges.
  ///
  /// - Parameter fixes: The findings whose fixes are worked out too; publishing needs none.
  public func lint(
    _ document: Document, project: Project = Project(), configuration: Configuration = Configuration(),
    fixes: FixRequest = .all
  ) -> [Diagnostic] {
    let known = project.file(at: project.path ?? document.path)
    return lint(document, known: known, project: OnDemand { project }, configuration: configuration, fixes: fixes)
  }

  /// The findings in a document whose project is only looked for if a rule asks: finding it may mean reading many files,
  /// and few manifests need it.
  ///
  /// - Parameter known: The document with all that is read from it, if that was done already.
  public func lint(
    _ document: Document, known: ProjectFile?, project: OnDemand<Project>,
    configuration: Configuration = Configuration(), fixes: FixRequest = .all
  ) -> [Diagnostic] {
    let file = known.flatMap { $0.document.isSameVersion(as: document) ? $0 : nil } ?? read(document)
    let context = LintContext(
      document: document, linter: self, project: project, file: file,
      layout: fixes == .none ? Layout() : document.layout)
    var result: [Diagnostic] = []
    for rule in Rule.byKind[document.kind] ?? [] {
      guard var findings = findings(of: rule, configuration, fixes) else { continue }
      rule.check(&findings, context)
      result += findings.diagnostics
    }
    var suppressions = Suppressions(document)
    result = suppressions.filter(inOrder(result))
    if var findings = findings(of: .suppression, configuration, fixes) {
      findings.reportSuppressions(suppressions, context)
      if !findings.diagnostics.isEmpty { result = inOrder(result + findings.diagnostics) }
    }
    if !document.hasPositions {
      for (index, path) in document.tree.keyPaths(at: result.map(\.range.lower)).enumerated() {
        result[index].keyPath = path
        // Nothing can be edited in what no one can see.
        result[index].fixes = []
      }
    }
    return result
  }

  /// A document with all that the rules want to know of it.
  public func read(_ document: Document) -> ProjectFile {
    ProjectFile(document, catalog: catalog, vocabularies: vocabularies)
  }

  /// What will hold a rule's findings; nil for a rule that is off.
  private func findings(of rule: Rule, _ configuration: Configuration, _ fixes: FixRequest) -> Findings? {
    let severity = configuration.severity.isEmpty ? nil : configuration.severity[rule.id]
    if case .some(.none) = severity { return nil }
    return Findings(
      rule: rule, fixes: fixes, configured: severity ?? nil, catalog: catalog)
  }

  /// Findings in the order of their ranges; at one place in the order of the rules.
  private func inOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated()
      .sorted {
        ($0.element.range.lower, $0.element.range.upper, $0.offset)
          < ($1.element.range.lower, $1.element.range.upper, $1.offset)
      }
      .map(\.element)
  }

  /// The document after all safe fixes, applied until none is left; nil if there is none.
  public func fixed(
    _ document: Document, project: Project = Project(), configuration: Configuration = Configuration()
  ) -> Document? {
    var current = document
    var changed = false
    // Each round removes findings for good, of neighbours that touch every second one at least; the bound is for the
    // case that a defect makes two fixes undo each other.
    for _ in 0..<64 {
      let edits = safeEdits(lint(current, project: project, configuration: configuration))
      if edits.isEmpty { break }
      current = Document(path: current.path, kind: current.kind, text: current.text.applying(edits))
      changed = true
    }
    return changed ? current : nil
  }

  /// The edits of all safe fixes that do not touch each other, the first in the text first.
  private func safeEdits(_ diagnostics: [Diagnostic]) -> [TextEdit] {
    var edits: [TextEdit] = []
    var end = -1
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fixes.first(where: { $0.isSafe && $0.otherFiles.isEmpty }) else { continue }
      let ordered = fix.edits.sorted { $0.range.lower < $1.range.lower }
      guard let first = ordered.first, let last = ordered.last, first.range.lower > end else { continue }
      edits += ordered
      end = ordered.map(\.range.upper).max() ?? last.range.upper
    }
    return edits
  }
}

/// The findings in a document; for one-off use. Where many documents are linted, keep a ``Linter``.
public func lint(
  _ document: Document, catalog: Catalog, configuration: Configuration = Configuration(), fixes: FixRequest = .all
) -> [Diagnostic] {
  Linter(catalog: catalog).lint(document, configuration: configuration, fixes: fixes)
}

extension Linter {
  /// The project that an example of a rule stands in.
  ///
  /// - Parameter text: The text of the example's own file.
  public func project(of example: Example, text: SourceText) -> Project {
    let folder = "/Sample"
    var files = example.otherFiles.map { ($0.path, SourceText($0.text)) }
    guard !files.isEmpty else { return Project() }
    files.append((example.path, text))
    let read = files.compactMap { path, text in
      FileKind.of(path: path).map { self.read(Document(path: "\(folder)/\(path)", kind: $0, text: text)) }
    }
    let targets = targets(in: ProjectFolder(path: folder, files: read))
    let own = "\(folder)/\(example.path)"
    return Project(targets: targets.filter { $0.file(at: own) != nil }, path: own)
  }
}
