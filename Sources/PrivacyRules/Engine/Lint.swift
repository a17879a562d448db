public import Catalog
import PropertyList
public import SourceText

/// Runs the rules on documents. Make one for a catalog and keep it.
///
/// A class, so that a document's snapshot holds one reference instead of everything in a catalog.
public final class Linter: Sendable {
  public let catalog: Catalog
  public let vocabularies: Vocabularies

  public init(catalog: Catalog) {
    self.catalog = catalog
    vocabularies = Vocabularies(catalog)
  }

  /// The manifest in a document; nil for other kinds of files, and if the root isn't a dictionary.
  public func manifest(of document: Document) -> PrivacyManifest? {
    guard document.kind == .privacyManifest, document.hasTree else { return nil }
    return PrivacyManifest(document.tree, catalog: catalog, vocabularies: vocabularies)
  }

  /// How many findings of a document are reported; one more says how many were omitted. Nobody reads more, and clients
  /// choke on the hundred thousand that a broken file of ten megabytes can have.
  public static let mostFindings = 2_000

  /// The findings in a document.
  ///
  /// - Parameters:
  ///   - known: What was already read from this document, if anything.
  ///   - evidence: What source code says about the document.
  ///   - project: Evaluated only if a rule asks: finding a project may mean reading many files, and few manifests need
  ///     one.
  ///   - fixes: Which findings get fixes. With `.touching`, only those findings are reported.
  ///   - most: How many findings are reported; later ones are only counted.
  public func lint(
    _ document: Document, known: ProjectFile? = nil, evidence: FileEvidence? = nil,
    project: @autoclosure @escaping @Sendable () -> Project = Project(), configuration: Configuration = Configuration(),
    fixes: FixRequest = .all, most: Int = Linter.mostFindings
  ) -> LintResult {
    var findings = collect(document, known, OnDemand(project), evidence, configuration, fixes, most: most)
    var result = findings.finish()
    if !document.hasPositions {
      let paths = document.tree.keyPaths(at: result.diagnostics.map(\.range.lower))
      for (index, path) in paths.enumerated() {
        result.diagnostics[index].keyPath = path
        // These ranges aren't places in the file.
        result.diagnostics[index].fixes = []
      }
    }
    return result
  }

  private static let kindsLeftOver: Set<FileKind> = [.infoPlist, .stringsTable, .stringCatalog]

  private func collect(
    _ document: Document, _ known: ProjectFile?, _ project: OnDemand<Project>, _ evidence: FileEvidence?,
    _ configuration: Configuration, _ fixes: FixRequest, most: Int
  ) -> Findings {
    if let content = document.foreignContent {
      return collect(content, in: document, configuration, fixes, most: most)
    }
    if Self.kindsLeftOver.contains(document.kind), project.value.isLeftOver {
      let linted = LintedDocument(asItIs: document)
      var findings = Findings(
        in: linted, isUncertain: true, catalog: catalog, fixes: fixes, most: most,
        minimumSeverity: configuration.minimumSeverity)
      if project.value.lostTables != nil, begin(.translationNotInBundle, configuration, &findings) {
        Rule.translationNotInBundle.check(
          &findings,
          LintContext(
            linted: linted, linter: self, project: project, file: known ?? read(document), layout: Layout(),
            evidence: nil))
      }
      return findings
    }
    var document = document
    let isPreprocessed =
      document.kind == .infoPlist && document.isBroken && document.hasPositions
      && project.value.targets.contains(where: \.preprocessesInfoPlist)
    if isPreprocessed { document = Document(preprocessing: document) }
    var isUncertain = document.isBroken
    var linted = LintedDocument(document)
    let isMended = isPreprocessed || linted.document.tree !== document.tree || !linted.conflicts.isEmpty
    let known = isMended ? nil : known.flatMap { $0.document.isSameVersion(as: document) ? $0 : nil }
    document = linted.document
    var file = known ?? read(document)
    let parted = file.manifest?.parted(in: document, silenced: linted.silenced)
    if let tree = parted {
      document = document.read(as: tree)
      file = read(document)
      linted.document = document
      isUncertain = true
    }
    let context = LintContext(
      linted: linted, linter: self, project: project, file: file, layout: fixes == .none ? Layout() : document.layout,
      evidence: evidence)
    var findings = Findings(
      in: linted, isUncertain: isUncertain, catalog: catalog, fixes: fixes, most: most,
      minimumSeverity: configuration.minimumSeverity)
    findings.hasEvidence = evidence != nil
    let isUnsure = isUncertain && (document.kind.saysWhatInfoPlistHas || document.kind == .stringCatalog)
    findings.isTargetBroken = { isUnsure || context.isTargetBroken }
    findings.isOfNoApp = { context.isOfNoApp }
    findings.reachesNoBundle = document.kind == .privacyManifest && evidence?.reachesNoBundle ?? false
    // That nothing uses it is all that is to be said of such a manifest.
    let unused = Rule.manifestNotInBundle
    let isSpare =
      findings.reachesNoBundle && evidence?.isSpare ?? false && begin(unused, configuration, &findings)
      && !file.rulesLeftOut(at: context.manifest?.root.value.highlight ?? ByteRange(at: 0)).contains(unused.id)
    // A rule may ask about one that comes later.
    for (id, severity) in configuration.severity where severity == nil {
      if let rule = Rule.withID(id) { findings.leaveOut(rule) }
    }
    for rule in Rule.byKind[document.kind] ?? [] {
      if rule.needsEvidence, evidence == nil { continue }
      if isSpare, rule !== unused, !rule.isOfSyntax { continue }
      // Entries that were merged by a lost tag are one mistake, even if they are duplicates.
      if parted != nil, rule === Rule.duplicateDataType || rule === Rule.duplicateCategory { continue }
      guard begin(rule, configuration, &findings) else { continue }
      rule.check(&findings, context)
    }
    if begin(.suppression, configuration, &findings) { findings.reportSuppressions(context) }
    if begin(.tooLarge, configuration, &findings) {
      if let cut = file.cut { findings.reportCut(at: cut) }
      findings.reportCutSettings(context)
    }
    return findings
  }

  /// Reports only that a file contains something other than its text.
  private func collect(
    _ content: ForeignContent, in document: Document, _ configuration: Configuration, _ fixes: FixRequest, most: Int
  ) -> Findings {
    var findings = Findings(
      in: LintedDocument(asItIs: document), isUncertain: true, catalog: catalog, fixes: fixes, most: most,
      minimumSeverity: configuration.minimumSeverity)
    let rule = document.isPropertyList ? Rule.malformedPropertyList : .malformedFile
    if begin(rule, configuration, &findings) { findings.report(content, in: document) }
    return findings
  }

  /// Reads everything from a document that the rules need.
  public func read(_ document: Document) -> ProjectFile {
    ProjectFile(document, catalog: catalog, vocabularies: vocabularies)
  }

  /// Makes a rule the current one; false if it is off.
  private func begin(_ rule: Rule, _ configuration: Configuration, _ findings: inout Findings) -> Bool {
    let severity = configuration.severity.isEmpty ? nil : configuration.severity[rule.id]
    if case .some(.none) = severity {
      findings.leaveOut(rule)
      return false
    }
    if severity == nil, !rule.isOnByDefault { return false }
    findings.begin(rule, configured: severity ?? nil)
    return true
  }

  /// The document after applying safe fixes until none is left, and how many findings of each rule they fixed; nil if
  /// there are none.
  ///
  /// Text that people read doesn't change, and only exact copies are removed.
  public func fixed(
    _ document: Document, known: ProjectFile? = nil,
    project: @autoclosure @escaping @Sendable () -> Project = Project(), configuration: Configuration = Configuration()
  ) -> (document: Document, rules: [String: Int])? {
    guard document.hasPositions else { return nil }
    let project = OnDemand(project)
    var current = document
    var rules: [String: Int] = [:]
    // Each round fixes at least every second one of adjacent findings. The limit only matters if two fixes undo each
    // other, which would be a bug.
    for _ in 0..<64 {
      let edits = safeEdits(in: current, known, project, configuration, &rules)
      if edits.isEmpty { break }
      current = Document(path: current.path, kind: current.kind, text: current.text.applying(edits))
    }
    return rules.isEmpty ? nil : (current, rules)
  }

  /// The edits of all safe fixes that don't touch each other; of two that do, the first in the text.
  private func safeEdits(
    in document: Document, _ known: ProjectFile?, _ project: OnDemand<Project>, _ configuration: Configuration,
    _ rules: inout [String: Int]
  ) -> [TextEdit] {
    var findings = collect(document, known, project, nil, configuration, .all, most: .max)
    var edits: [TextEdit] = []
    var end = -1
    for fix in findings.safeFixes() {
      let ordered = fix.edits.sorted { $0.range.lower < $1.range.lower }
      guard let first = ordered.first, let last = ordered.last, first.range.lower > end else { continue }
      edits += ordered
      rules[fix.rule, default: 0] += 1
      end = ordered.map(\.range.upper).max() ?? last.range.upper
    }
    return edits
  }
}

extension Linter {
  /// The project of a rule's example.
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
    let all = folderTargets(in: ProjectFolder(path: folder, files: read))
    let own = "\(folder)/\(example.path)"
    var project = Project(targets: all.targets.filter { $0.file(at: own) != nil }, path: own)
    project.isLeftOver = all.leftOver.contains(own)
    project.lostTables = all.lostTables[own]
    if all.unused.contains(own) { project.isOfNoApp = true }
    return project
  }
}
