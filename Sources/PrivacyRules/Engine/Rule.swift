import BuildTargets
import Catalog
import ProjectFiles
import PropertyList
import SourceText
import Wording

/// A check and its documentation.
///
/// A class, so that iterating over the rules copies no strings.
public final class Rule: Sendable {
  /// Kebab-case, stable, never reused: "unknown-reason".
  public let id: String
  /// The default severity of its findings.
  public let severity: Severity
  /// The code in Apple's email about it, such as "ITMS-91055"; nil if there is none.
  public let itms: String?
  /// One sentence, shown in lists.
  public let summary: String
  /// What is wrong, why it matters and what to do, as Markdown.
  public let explanation: String
  /// What its safe fixes do, as the rest of a sentence: “removes an exact copy”; nil if none of its fixes is safe.
  public let safeFix: String?
  /// The ids of the catalog's sources for the rule, the most relevant first.
  public let sources: [String]
  /// The kinds of files it checks.
  public let kinds: Set<FileKind>
  /// Created on demand.
  public var examples: [Example] { makeExamples() }
  private let makeExamples: @Sendable () -> [Example]
  /// False for rules about what can't be suppressed: broken syntax, and suppression itself.
  public let isSuppressible: Bool
  /// Whether it runs without a severity in the settings.
  public let isOnByDefault: Bool
  /// Whether it depends on source code, so that it reports nothing without ``SourceEvidence``.
  let needsEvidence: Bool
  /// For a wording rule, a few words for a finding joined with others: “missing full stop”.
  let style: String?
  let check: @Sendable (inout Findings, LintContext) -> Void

  /// Whether it reports broken syntax.
  var isOfSyntax: Bool { Self.ofSyntax.contains(id) }
  private static let ofSyntax = Set([Rule.malformedPropertyList, .malformedFile, .unportableXML].map(\.id))

  /// Whether it depends on everything in Info.plist, so that it needs all of it to be readable.
  var restsOnWholeTarget: Bool { Self.restingOnWholeTarget.contains(id) }
  private static let restingOnWholeTarget = Set(
    [
      Rule.backgroundModeWithoutPurposeString, .bonjourWithoutPurposeString, .entitlementWithoutPurposeString,
      .locationAlwaysAlone, .missingTranslation, .noSourceText, .purposeStringWithoutEntitlement,
      .trackingWithoutPurposeString, .translationVariables, .translationWithoutOriginal, .untranslatedText,
    ].map(\.id))

  init(
    id: String, severity: Severity, itms: String? = nil, summary: String,
    explanation: String, safeFix: String? = nil, sources: [String], kinds: Set<FileKind> = [.privacyManifest],
    isSuppressible: Bool = true, isOnByDefault: Bool = true, needsEvidence: Bool = false, style: String? = nil,
    examples: @autoclosure @escaping @Sendable () -> [Example],
    check: @escaping @Sendable (inout Findings, LintContext) -> Void
  ) {
    self.id = id
    self.severity = severity
    self.itms = itms
    self.summary = summary
    self.explanation = explanation
    self.safeFix = safeFix
    self.sources = sources
    self.kinds = kinds
    self.isSuppressible = isSuppressible
    self.isOnByDefault = isOnByDefault
    self.needsEvidence = needsEvidence
    self.style = style
    makeExamples = examples
    self.check = check
  }
}

/// Everything that a check may look at.
struct LintContext {
  let document: Document
  let linter: Linter
  /// Finds the project on demand.
  private let lazyProject: OnDemand<Project>
  private let lazyAppNames: OnDemand<AppNames>
  /// Everything that is read from the document.
  let file: ProjectFile
  /// The places that name a purpose key or misspell one, and the named texts in dictionaries under such keys.
  let mentions: [PurposeMention]
  /// The texts of ``mentions``.
  let purposeStrings: [PurposeString]
  /// The same texts with the findings about their wording.
  var reviewedTexts: [ReviewedText]
  /// ``mentions`` and ``purposeStrings``, indexed by their content.
  let likeIndex: OnDemand<LikeIndex>
  /// The translations of each of the document's targets, except test targets.
  var translations: [Translations] { project.targets.filter { !$0.isTest }.map(\.translations) }
  /// The index of each mention's text, by the start of the mention's name.
  private let stringsByName: [Int: Int]
  /// The purpose keys in the built Info.plist of any of the document's targets.
  var declaredNames: Set<String> { declared.value }
  private let declared: OnDemand<Set<String>>
  /// The same without suffixes for devices and platforms.
  var declaredRoots: Set<String> { roots.value }
  private let roots: OnDemand<Set<String>>
  /// How the file is laid out; read only if fixes are requested.
  let layout: Layout

  /// What source code says about the document; nil if none was scanned or none is related.
  let evidence: FileEvidence?

  /// Whether no text of the document shows in an alert: nobody sees those of tests, and a framework has none.
  var showsNoAlert: Bool {
    !project.targets.isEmpty && project.targets.allSatisfy { $0.isTest || $0.product == .library }
  }

  /// Whether no app ships the document, as folders or targets say, or the system shows none of its texts.
  var isOfNoApp: Bool {
    project.isOfNoApp || evidence?.isOfNoApp ?? false || isForDebugging || isForTests || isForResources
  }

  /// Whether the document is an Info.plist of tests alone.
  var isForTests: Bool {
    document.kind == .infoPlist && !project.targets.isEmpty && project.targets.allSatisfy(\.isTest)
  }

  /// Whether the document is the Info.plist of a bundle with resources, whose texts the system shows nowhere.
  private var isForResources: Bool {
    guard document.kind == .infoPlist, infoPlist?.product == .unknown,
      !project.targets.contains(where: { $0.name != nil })
    else { return false }
    let folder = parent(of: project.path ?? document.path)
    return folder.hasSuffix(".bundle") || folder.hasSuffix(".bundle/Contents")
  }

  /// Whether the document is an Info.plist of builds for debugging alone.
  private var isForDebugging: Bool {
    document.kind == .infoPlist && !knownTargets.isEmpty
      && knownTargets.allSatisfy { $0.debuggingInfoPlists.contains(ownPath) }
  }

  /// The merge conflicts in the document, and whether Apple's parser refuses the file because of them.
  let conflicts: (hunks: [MergeConflict], isRefused: Bool)

  init(
    linted: LintedDocument, linter: Linter, project: OnDemand<Project>, file: ProjectFile, layout: Layout,
    evidence: FileEvidence?
  ) {
    document = linted.document
    self.evidence = evidence
    conflicts = (linted.conflicts, linted.isRefused)
    self.linter = linter
    let current = OnDemand { project.value.with(file) }
    lazyProject = current
    self.file = file
    self.layout = layout
    let isTranslation = document.kind == .stringsTable || document.kind == .stringCatalog
    switch document.kind {
    // Files without purpose keys: their project doesn't matter.
    case .privacyManifest, .lockFile, .source: (mentions, purposeStrings) = ([], [])
    case .stringsTable, .stringCatalog:
      // Other texts of Info.plist are translated here too.
      let named = current.value.targets.reduce(into: [String: PurposeKey]()) { result, target in
        result.merge(target.namedTexts) { first, _ in first }
      }
      mentions = file.mentions.compactMap { $0.resolved(named) }
      purposeStrings = file.purposeStrings.compactMap { $0.resolved(named) }
    case .infoPlist, .entitlements, .xcodeProject, .buildSettings:
      (mentions, purposeStrings) = (file.mentions, file.purposeStrings)
    }
    stringsByName = Dictionary(firstOf: purposeStrings.enumerated().map { ($1.mention.nameRange.lower, $0) })
    let (ownMentions, ownStrings) = (mentions, purposeStrings)
    likeIndex =
      isTranslation ? OnDemand { LikeIndex(mentions: ownMentions, strings: ownStrings) } : file.likeIndex
    declared = OnDemand { Self.declaredNames(ownMentions, current.value, file, linter.catalog) }
    roots = OnDemand { [declared] in Set(declared.value.map(linter.catalog.root)) }
    let names = OnDemand { AppNames(Self.appNames(current.value, file), linter.vocabularies.wording) }
    lazyAppNames = names
    reviewedTexts =
      purposeStrings.isEmpty
      ? [] : Self.read(purposeStrings, names.value, catalog: linter.catalog, linter.vocabularies)
    if !reviewedTexts.isEmpty { keepReportedHere() }
  }

  /// The purpose keys in the built Info.plist: the document's own, and those from the other files of its targets.
  private static func declaredNames(
    _ mentions: [PurposeMention], _ project: Project, _ file: ProjectFile, _ catalog: Catalog
  ) -> Set<String> {
    var declared: Set<String> = []
    for mention in mentions where !mention.isTranslation && !mention.isNamedText { declared.insert(mention.meantName) }
    for target in project.targets {
      // Several Info.plist files in a target are for several configurations; only the document itself counts.
      for other in target.files where file.kind != .infoPlist || other.kind != .infoPlist || other === file {
        // No intermediate array: there may be thousands of mentions.
        for mention in target.mentions(in: other) where !mention.isTranslation && !mention.isNamedText {
          declared.insert(mention.meantName)
        }
      }
    }
    let suffixed = declared.compactMap { catalog.suffixed($0) }
    if !suffixed.isEmpty { declared.formUnion(servedNames(by: suffixed, project, file, catalog)) }
    return declared
  }

  /// Keys that need no entry of their own because their variants for devices and platforms cover everything the app
  /// runs on.
  private static func servedNames(
    by keys: [SuffixedKey], _ project: Project, _ file: ProjectFile, _ catalog: Catalog
  ) -> [String] {
    var platforms = Set(project.targets.flatMap(\.platforms.keys))
    if project.targets.contains(where: \.platforms.isEmpty) { platforms = [] }
    if platforms.isEmpty { platforms = Set(file.infoPlist?.platforms.keys.map(\.self) ?? []) }
    var families = project.targets.reduce(into: Set<String>()) { $0.formUnion($1.deviceFamilies) }
    if families.isEmpty { families = file.infoPlist?.deviceFamilies ?? [] }
    // Apple documents suffixes only for iPhone and iPad, the default device families.
    let documented = Set(catalog.keySuffixes.filter { $0.provenance.status == .verified }.compactMap(\.family))
    if families.isEmpty || !families.isDisjoint(with: documented) {
      families = families.isEmpty ? documented : families.intersection(documented)
    }
    return Dictionary(grouping: keys, by: \.root).compactMap { root, keys in
      let fitting = keys.filter { key in
        key.suffixes.allSatisfy { !$0.isPlatform || platforms.isSubset(of: $0.platforms) }
      }
      let served = Set(fitting.flatMap(\.suffixes).compactMap(\.family))
      return fitting.contains { $0.suffixes.allSatisfy(\.isPlatform) } || families.isSubset(of: served) ? root : nil
    }
  }

  var catalog: Catalog { linter.catalog }
  var vocabularies: Vocabularies { linter.vocabularies }

  /// The project, with this version of the document among its files.
  var project: Project { lazyProject.value }

  /// The text of a mention; nil if there is none.
  func string(of mention: PurposeMention) -> PurposeString? {
    stringsByName[mention.nameRange.lower].map { purposeStrings[$0] }
  }

  var tree: PropertyListTree { document.tree }
  /// The document's manifest; nil for other kinds of files, and if the root isn't a dictionary.
  var manifest: PrivacyManifest? { file.manifest }
  /// The document's Info.plist; nil for other kinds of files, and if the root isn't a dictionary.
  var infoPlist: InfoPlist? { file.infoPlist }

  /// The app's names in all spellings that the project or, without one, the document gives.
  var appNames: AppNames { lazyAppNames.value }

  private static func appNames(_ project: Project, _ file: ProjectFile) -> [String] {
    var names = project.targets.flatMap(\.appNames)
    if names.isEmpty { names = (file.infoPlist?.bundleNames ?? []).filter { !$0.utf8.contains(UInt8(ascii: "$")) } }
    return names.unique()
  }

  /// The language of a text, as far as the project says: its own, or the development language; nil if unknown.
  func language(of string: PurposeString) -> String? {
    if let language = string.language { return language }
    if let catalog = file.stringCatalog { return catalog.sourceLanguage?.value }
    return project.developmentLanguage(beside: file)
  }
}
