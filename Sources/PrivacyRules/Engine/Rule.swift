import Catalog
import ProjectFiles
import PropertyList
import SourceText

/// A check, with everything that is said about it.
///
/// A class, so that going through all of them copies none of their texts.
public final class Rule: Sendable {
  /// Kebab-case, stable, never reused: "unknown-reason".
  public let id: String
  /// How bad a finding is unless the finding says otherwise.
  public let severity: Severity
  /// The code of Apple's mail about it, such as "ITMS-91055"; nil if no mail is known.
  public let itms: String?
  /// One sentence, shown in lists.
  public let summary: String
  /// What is wrong, why it matters and what to do, as Markdown.
  public let explanation: String
  /// The identifiers of the catalog's sources that ground the rule, the most telling first.
  public let sources: [String]
  /// The documents it looks at.
  public let kinds: Set<FileKind>
  /// Made only when someone reads them.
  public var examples: [Example] { makeExamples() }
  private let makeExamples: @Sendable () -> [Example]
  /// False for the rules that speak of what cannot be suppressed: broken syntax, and suppression itself.
  public let isSuppressible: Bool
  /// Whether it reports without anyone setting its severity.
  public let isOnByDefault: Bool
  /// Whether it rests on what source code uses, so that it is silent where no ``SourceEvidence`` tells.
  let needsEvidence: Bool
  /// What a rule about wording says, in a few words for a finding that it shares with others: “missing full stop”.
  let style: String?
  let check: @Sendable (inout Findings, LintContext) -> Void

  /// Whether it speaks of broken syntax.
  var isOfSyntax: Bool { Self.ofSyntax.contains(id) }
  private static let ofSyntax = Set([Rule.malformedPropertyList, .malformedStrings, .unportableXML].map(\.id))

  /// Whether it rests on what Info.plist has or lacks, and so on its being read whole.
  var restsOnWholeTarget: Bool { Self.restingOnWholeTarget.contains(id) }
  private static let restingOnWholeTarget = Set(
    [
      Rule.backgroundModeWithoutPurpose, .bonjourWithoutPurpose, .entitlementWithoutPurpose,
      .locationAlwaysAlone, .missingTranslation, .noSourceText, .purposeWithoutEntitlement, .trackingWithoutPurpose,
      .translationVariables, .unknownTranslation, .untranslatedText,
    ].map(\.id))

  init(
    id: String, severity: Severity, itms: String? = nil, summary: String,
    explanation: String, sources: [String], kinds: Set<FileKind> = [.privacyManifest], isSuppressible: Bool = true,
    isOnByDefault: Bool = true, needsEvidence: Bool = false, style: String? = nil,
    examples: @autoclosure @escaping @Sendable () -> [Example],
    check: @escaping @Sendable (inout Findings, LintContext) -> Void
  ) {
    self.id = id
    self.severity = severity
    self.itms = itms
    self.summary = summary
    self.explanation = explanation
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

/// What a check may look at.
struct LintContext {
  let document: Document
  let linter: Linter
  /// What looks for the project.
  private let lazyProject: OnDemand<Project>
  /// The document with all that is read from it.
  let file: ProjectFile
  /// The places in the document that name purpose keys or were meant to, and those of texts in their dictionaries.
  let mentions: [PurposeMention]
  /// The texts under those names.
  let purposeStrings: [PurposeString]
  /// The same texts with what is to be said of their wording here.
  var reviewedTexts: [ReviewedText]
  /// The places of ``mentions`` and ``purposeStrings`` by what they say.
  let likeIndex: OnDemand<LikeIndex>
  /// What the translations of each of the document's targets say, but for those that only test.
  var translations: [Translations] { project.targets.filter { !$0.isTest }.map(\.translations) }
  /// The place among the texts of the one of each mention that has one, by where the mention's name begins.
  private let stringsByName: [Int: Int]
  /// The names of the purpose keys that the document's Info.plist has, as built, in any of its targets.
  var declaredNames: Set<String> { declared.value }
  private let declared: OnDemand<Set<String>>
  /// The same without the suffixes that some have for devices and platforms.
  var declaredRoots: Set<String> { roots.value }
  private let roots: OnDemand<Set<String>>
  /// How the file is laid out; read only where fixes are wanted.
  let layout: Layout

  /// What source code says of the document; nil where none was looked at, or none has to do with it.
  let evidence: FileEvidence?

  /// What a merge left in the document, and whether Apple’s parser refuses the file for it.
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
    // These name no purpose keys, so that nothing has to be known of their project for them.
    case .privacyManifest, .lockFile, .source: (mentions, purposeStrings) = ([], [])
    case .stringsTable, .stringCatalog:
      // Other texts of Info.plist are translated there too.
      let named = current.value.targets.reduce(into: [String: PurposeKey]()) { result, target in
        result.merge(target.namedTexts) { first, _ in first }
      }
      mentions = file.mentions.compactMap { $0.resolved(named) }
      purposeStrings = file.purposeStrings.compactMap { $0.resolved(named) }
    case .infoPlist, .entitlements, .xcodeProject, .buildSettings:
      (mentions, purposeStrings) = (file.mentions, file.purposeStrings)
    }
    stringsByName = Dictionary(
      purposeStrings.enumerated().map { ($1.mention.nameRange.lower, $0) }, uniquingKeysWith: { first, _ in first })
    let (ownMentions, ownStrings) = (mentions, purposeStrings)
    likeIndex =
      isTranslation ? OnDemand { LikeIndex(mentions: ownMentions, strings: ownStrings) } : file.likeIndex
    declared = OnDemand { Self.declaredNames(ownMentions, current.value, file, linter.catalog) }
    roots = OnDemand { [declared] in Set(declared.value.map(linter.catalog.root)) }
    reviewedTexts =
      purposeStrings.isEmpty
      ? []
      : Self.read(
        purposeStrings, Self.appNames(current.value, file), catalog: linter.catalog, linter.vocabularies)
    if !reviewedTexts.isEmpty { keepReportedHere() }
  }

  /// The names of the purpose keys that an Info.plist has as built: those of its own mentions, and what its targets add.
  private static func declaredNames(
    _ mentions: [PurposeMention], _ project: Project, _ file: ProjectFile, _ catalog: Catalog
  ) -> Set<String> {
    var declared: Set<String> = []
    for mention in mentions where !mention.isTranslation && !mention.isNamedText { declared.insert(mention.meantName) }
    for target in project.targets {
      // Several Info.plist files of a target are for several configurations: of them the document itself counts.
      for other in target.files where file.kind != .infoPlist || other.kind != .infoPlist || other === file {
        // Of thousands of mentions no list is made.
        for mention in target.mentions(in: other) where !mention.isTranslation && !mention.isNamedText {
          declared.insert(mention.meantName)
        }
      }
    }
    let suffixed = declared.compactMap { catalog.suffixed($0) }
    if !suffixed.isEmpty { declared.formUnion(servedNames(by: suffixed, project, file, catalog)) }
    return declared
  }

  /// The names that need no entry of their own, since entries for some devices and platforms serve all that the app is
  /// for.
  private static func servedNames(
    by keys: [SuffixedKey], _ project: Project, _ file: ProjectFile, _ catalog: Catalog
  ) -> [String] {
    var platforms = Set(project.targets.flatMap(\.platforms.keys))
    if project.targets.contains(where: \.platforms.isEmpty) { platforms = [] }
    if platforms.isEmpty { platforms = Set(file.infoPlist?.platforms.keys.map(\.self) ?? []) }
    var families = project.targets.reduce(into: Set<String>()) { $0.formUnion($1.deviceFamilies) }
    if families.isEmpty { families = file.infoPlist?.deviceFamilies ?? [] }
    // What is not said to be for one of them is for iPhone and iPad, of which alone Apple says how suffixes work.
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

  /// The project, with the very version of the document that is looked at among its files.
  var project: Project { lazyProject.value }

  /// The text under the name of a mention, nil where there is none.
  func string(of mention: PurposeMention) -> PurposeString? {
    stringsByName[mention.nameRange.lower].map { purposeStrings[$0] }
  }

  var tree: PropertyListTree { document.tree }
  /// The document's manifest; nil for other kinds of files and where the root is no dictionary.
  var manifest: PrivacyManifest? { file.manifest }
  /// What the document says as an Info.plist; nil for other kinds of files and where the root is no dictionary.
  var infoPlist: InfoPlist? { file.infoPlist }

  /// What the app is called, in all spellings that the project's files or, without a project, the document gives.
  var appNames: [String] { Self.appNames(project, file) }

  private static func appNames(_ project: Project, _ file: ProjectFile) -> [String] {
    var names = project.targets.flatMap(\.appNames)
    if names.isEmpty { names = (file.infoPlist?.bundleNames ?? []).filter { !$0.utf8.contains(UInt8(ascii: "$")) } }
    return names.unique()
  }

  /// The language that a text is in, as the project's files tell: its own, or the one the app is developed in; nil where
  /// nothing tells.
  func language(of string: PurposeString) -> String? {
    if let language = string.language { return language }
    if let catalog = file.stringCatalog { return catalog.sourceLanguage?.value }
    return project.developmentLanguage(beside: file)
  }
}
