public import Catalog
import SourceText

/// The purpose strings in the folder of a project, with an order of the files: a finding about several files is
/// reported in the first one that reports it.
///
/// Original texts come before translations, those of apps before those of other products, and those in the files that
/// users get before others.
public struct ProjectTexts: Sendable {
  /// What happens to the findings in a file.
  public enum Reporting: Hashable, Sendable {
    /// The file isn’t the user’s, so it has no findings.
    case leftOut
    /// The findings aren’t shown.
    case silent
    /// The findings are reported with these settings.
    case reported(Configuration)
  }

  /// The targets of the folder.
  private(set) var targets: [Target]
  private let reporting: @Sendable (String) -> Reporting
  private var index: OnDemand<TextIndex>

  /// - Parameters:
  ///   - files: The files of the folder.
  ///   - reporting: What happens to the findings in the file at a path.
  public init(
    targets: [Target], files: some Sequence<ProjectFile>, catalog: Catalog,
    reporting: @escaping @Sendable (String) -> Reporting = { _ in .reported(Configuration()) }
  ) {
    self.targets = targets
    self.reporting = reporting
    let files = files.filter { Set.withPurposeStrings.contains($0.kind) && reporting($0.path) != .leftOut }
    index = OnDemand { TextIndex(files, targets, catalog, reporting) }
  }

  /// Replaces some files and targets by newer versions.
  ///
  /// - Returns: False if that changes the order, and nothing was changed.
  public mutating func update(_ changed: [ProjectFile], targets: [Target]) -> Bool {
    let isSameOrder =
      targets.count == self.targets.count
      && zip(targets, self.targets).allSatisfy { $0 === $1 || $0.isPlaced(like: $1) }
    guard isSameOrder else { return false }
    self.targets = targets
    var value = index.value
    // Release the old value so that it’s changed in place.
    index = OnDemand { TextIndex() }
    for file in changed { value.replace(file) }
    index = OnDemand { [value] in value }
    return true
  }

  /// The files that contain a text.
  func holders(of text: TextIdentity) -> TextHolders { index.value.holders(of: text) }

  /// What happens to the findings in a file.
  func reporting(_ path: String) -> Reporting { reporting(path) }

  /// The place of a file in the order; after all others if it has none.
  func place(of path: String) -> Int { index.value.place(of: path) ?? .max }

  /// The targets that a file belongs to.
  func targets(of path: String) -> [Target] { index.value.targets(of: path).map { targets[$0] } }

  /// The file at a path.
  func file(at path: String) -> ProjectFile? { index.value.file(at: path) }

  /// A number that changes when what other files say about the texts of a file changes, or which of them reports the
  /// findings; 0 if no other file has any of these texts.
  public func version(besides file: ProjectFile?) -> Int { file.map(index.value.version) ?? 0 }
}

/// The files that contain a text, in the order in which a finding about several is reported.
struct TextHolders: Sendable {
  fileprivate let holders: TextIndex.Holders
  fileprivate let ordered: [ProjectFile]

  /// All of them.
  var files: some Sequence<ProjectFile> { holders.places.lazy.map { ordered[$0] } }

  /// Those before a place whose findings are reported.
  func reportingFiles(before place: Int) -> some Sequence<ProjectFile> {
    holders.reported.lazy.prefix { $0 < place }.map { ordered[$0] }
  }
}

/// The texts of the files in a folder.
private struct TextIndex: Sendable {
  /// The files that contain a text.
  struct Holders: Sendable {
    /// Their places, sorted, and those of the files whose findings are reported.
    var places: [Int] = []
    var reported: [Int] = []
    /// The combined values of ``TextIndex/texts(of:)``, from which a single one can be removed.
    var version = 0
  }

  /// In the order in which a finding about several is reported.
  private var files: [ProjectFile] = []
  private var places: [String: Int] = [:]
  private var holders: [TextIdentity: Holders] = [:]
  /// A number that changes with any translation.
  private var translations = 0
  /// The numbers of each file’s targets, by its path.
  private var targetsOfFile: [String: [Int]] = [:]
  /// The development languages of apps in the folder, as canonical codes.
  private var developmentLanguages: Set<String> = []
  private var canonicalLanguage: @Sendable (String) -> String = { $0 }
  private var reporting: @Sendable (String) -> ProjectTexts.Reporting = { _ in .leftOut }

  init() {}

  init(
    _ files: [ProjectFile], _ targets: [Target], _ catalog: Catalog,
    _ reporting: @escaping @Sendable (String) -> ProjectTexts.Reporting
  ) {
    self.reporting = reporting
    canonicalLanguage = catalog.canonicalLanguage
    developmentLanguages = Set(targets.compactMap(\.developmentLanguage).map(catalog.canonicalLanguage))
    var ofApps: Set<String> = []
    for (number, target) in targets.enumerated() {
      for file in target.files {
        targetsOfFile[file.path, default: []].append(number)
        if target.product == .app, !target.isTest, !file.isTranslation { ofApps.insert(file.path) }
      }
    }
    func rank(_ file: ProjectFile) -> Int { file.isTranslation ? 2 : ofApps.contains(file.path) ? 0 : 1 }
    let released = targets.reduce(into: Set<String>()) { $0.formUnion($1.releasedInfoPlists) }
    func isSpare(_ file: ProjectFile) -> Int {
      file.kind == .infoPlist && !released.isEmpty && !released.contains(file.path) ? 1 : 0
    }
    self.files = files.map { (rank($0), isSpare($0), $0) }
      .sorted { ($0.0, $0.1, $0.2.path) < ($1.0, $1.1, $1.2.path) }.map(\.2)
    for (place, file) in self.files.enumerated() {
      places[file.path] = place
      add(file, at: place)
    }
  }

  func place(of path: String) -> Int? { places[path] }

  func targets(of path: String) -> [Int] { targetsOfFile[path] ?? [] }

  func file(at path: String) -> ProjectFile? { places[path].map { files[$0] } }

  func holders(of text: TextIdentity) -> TextHolders {
    TextHolders(holders: holders[text] ?? Holders(), ordered: files)
  }

  /// Replaces a file by a newer version.
  mutating func replace(_ file: ProjectFile) {
    guard let place = places[file.path] else { return }
    for (text, version) in texts(of: files[place]) {
      guard var found = holders.removeValue(forKey: text) else { continue }
      Self.remove(place, from: &found.places)
      Self.remove(place, from: &found.reported)
      found.version ^= version
      if !found.places.isEmpty { holders[text] = found }
    }
    if files[place].isTranslation { translations ^= files[place].textsVersion.value }
    files[place] = file
    add(file, at: place)
  }

  private static func remove(_ place: Int, from places: inout [Int]) {
    let index = places.partitioningIndex { $0 >= place }
    if index < places.count, places[index] == place { places.remove(at: index) }
  }

  private mutating func add(_ file: ProjectFile, at place: Int) {
    let isReported = if case .reported = reporting(file.path) { true } else { false }
    for (text, version) in texts(of: file) {
      var found = holders.removeValue(forKey: text) ?? Holders()
      found.places.insert(place, at: found.places.partitioningIndex { $0 >= place })
      if isReported { found.reported.insert(place, at: found.reported.partitioningIndex { $0 >= place }) }
      found.version ^= version
      holders[text] = found
    }
    if file.isTranslation { translations ^= file.textsVersion.value }
  }

  /// The texts of a file, each with a value for the file’s place and the findings that it reports.
  private func texts(of file: ProjectFile) -> [TextIdentity: Int] {
    var result: [TextIdentity: Int] = [:]
    var hasher = Hasher()
    hasher.combine(file.path)
    hasher.combine(reporting(file.path))
    hasher.combine(file.unclear.value)
    let ofFile = hasher.finalize()
    let hasComments = !file.suppressions.value.directives.isEmpty
    for (identity, indices) in file.likeIndex.value.strings {
      var hasher = Hasher()
      hasher.combine(ofFile)
      if hasComments {
        for index in indices { hasher.combine(file.rulesLeftOut(at: file.purposeStrings[index].highlight)) }
      }
      let version = hasher.finalize()
      let language = identity.language.map(canonicalLanguage)
      let spoken = TextIdentity(name: identity.name, text: identity.text, language: language.map(Catalog.withoutRegion))
      result[spoken] = (result[spoken] ?? 0) &+ version
      // A table in an app’s development language is an original for that app.
      if file.kind == .stringsTable, let language, developmentLanguages.contains(language) {
        result[TextIdentity(name: identity.name, text: identity.text, language: nil)] = version
      }
    }
    for mention in file.mentions where !file.isTranslation && mention.isSuspect {
      var hasher = Hasher()
      hasher.combine(ofFile)
      hasher.combine(result[.misspelled(mention.name)])
      if hasComments { hasher.combine(file.rulesLeftOut(at: mention.nameRange)) }
      result[.misspelled(mention.name)] = hasher.finalize()
    }
    return result
  }

  func version(besides file: ProjectFile) -> Int {
    let own = texts(of: file)
    if own.isEmpty { return 0 }
    let isKnown = places[file.path] != nil
    // Whether a copy has the same translations depends on these.
    var result = isKnown && file.isTranslation ? translations ^ file.textsVersion.value : translations
    for (text, version) in own {
      let others = (holders[text]?.version ?? 0) ^ (isKnown ? version : 0)
      if others == 0 { continue }
      var hasher = Hasher()
      hasher.combine(text)
      hasher.combine(others)
      result ^= hasher.finalize()
    }
    return result
  }
}

extension Target {
  /// Whether the files of two versions of a target have the same places in the order.
  fileprivate func isPlaced(like other: Target) -> Bool {
    (product, isTest, developmentLanguage, releasedInfoPlists)
      == (other.product, other.isTest, other.developmentLanguage, other.releasedInfoPlists)
      && files.count == other.files.count && zip(files, other.files).allSatisfy { $0.path == $1.path }
  }
}

/// What copies of a text have in common.
struct TextIdentity: Hashable {
  /// ``PurposeMention/baseName``: a text is the same with and without a device suffix on its key.
  let name: String
  /// The text without surrounding whitespace; nil for a place without a text.
  let text: String?
  /// As written in the file or the folder’s name, and between files without its region, as one edit mends a text that is
  /// the same in English and British English; nil for the development language.
  let language: String?

  /// A misspelled key, which is the same mistake with any text.
  static func misspelled(_ name: String) -> TextIdentity { TextIdentity(name: name, text: nil, language: nil) }
}

extension ProjectFile {
  /// Whether the file holds translations.
  public var isTranslation: Bool { kind == .stringsTable || kind == .stringCatalog }

  /// Whether the file may have texts in the development language of some targets, which replace those of Info.plist.
  public func isOriginal(in targets: [Target]) -> Bool {
    kind == .stringCatalog
      || kind == .stringsTable && targets.contains { target in language.map(target.isDeveloped) ?? false }
  }
}

/// A place that names a purpose key, and the other places of the same mistake.
typealias NamedPlace = (mention: PurposeMention, others: [Diagnostic.Related])

/// The places in one document that name purpose keys, by their contents.
struct LikeIndex: Sendable {
  private(set) var strings: [TextIdentity: [Int]] = [:]
  private(set) var mentions: [String: [Int]] = [:]

  init(mentions: [PurposeMention], strings: [PurposeString]) {
    for (index, string) in strings.enumerated() {
      let identity = TextIdentity(
        name: string.mention.baseName, text: trimmingBlanks(string.text), language: string.language)
      self.strings[identity, default: []].append(index)
    }
    for (index, mention) in mentions.enumerated() { self.mentions[mention.name, default: []].append(index) }
  }
}

/// A place where a finding about several places may be reported.
struct ReportingPlace: Sendable {
  /// The rules that suppression comments turn off there.
  let leftOut: Set<String>
  /// The settings there; nil if they are those of the document itself.
  let configuration: Configuration?

  /// Whether every finding that is reported in the document is reported there, too.
  var reportsAll: Bool { leftOut.isEmpty && configuration == nil }

  /// Whether findings of a rule are reported there.
  func reports(_ rule: Rule) -> Bool {
    if leftOut.contains(rule.id) { return false }
    guard let configuration else { return true }
    let severity = configuration.severity[rule.id] ?? (rule.isOnByDefault ? rule.severity : nil)
    return severity.map { $0 >= configuration.minimumSeverity } ?? false
  }
}

/// The other places with the same text or key.
struct LikePlaces {
  var related: [Diagnostic.Related] = []
  /// Those of them that come first, up to one that reports all findings.
  var earlier: [ReportingPlace] = []

  /// Whether an earlier place reports findings of a rule.
  func areReported(_ rule: Rule) -> Bool { earlier.contains { $0.reports(rule) } }
}

extension LintContext {
  /// The maximum number of other places in a finding.
  private static let mostRelated = 20
  /// The maximum number of earlier places that are checked for reporting a finding.
  private static let mostEarlier = 50

  /// The place where a finding in a project file is reported; nil if it isn’t shown.
  func reportingPlace(_ other: ProjectFile, at range: ByteRange) -> ReportingPlace? {
    let leftOut = other.rulesLeftOut(at: range)
    guard other !== file, other.path != ownPath, let texts = project.texts else {
      return ReportingPlace(leftOut: leftOut, configuration: nil)
    }
    if other.unclear.value.contains(where: { $0.contains(range) }) { return nil }
    // What doesn’t ship says nothing about what does.
    if let evidence, evidence.evidence.isOfNoApp(other.path), !evidence.isOfNoApp { return nil }
    guard case .reported(let configuration) = texts.reporting(other.path) else { return nil }
    let isOwn = texts.reporting(ownPath) == .reported(configuration)
    return ReportingPlace(leftOut: leftOut, configuration: isOwn ? nil : configuration)
  }

  /// The other places that contain a text.
  ///
  /// - Parameter isSame: Whether the text at a place in a file has the same finding.
  func placesLike(
    _ string: PurposeString, where isSame: (ProjectFile, PurposeMention) -> Bool = { _, _ in true }
  ) -> LikePlaces {
    let text = trimmingBlanks(string.text)
    func identity(_ language: String?) -> TextIdentity {
      TextIdentity(name: string.mention.baseName, text: text, language: language)
    }
    var result = LikePlaces()
    func add(_ file: ProjectFile, _ string: PurposeString) {
      if result.related.count < Self.mostRelated {
        result.related.append(self.related(file, string.highlight, "The same text"))
      }
    }
    for index in likeIndex.value.strings[identity(string.language)] ?? [] {
      let other = purposeStrings[index]
      if other.highlight == string.highlight || !isSame(file, other.mention) { continue }
      if other.highlight.lower < string.highlight.lower, let reported = reportingPlace(file, at: other.highlight) {
        result.earlier.append(reported)
        if reported.reportsAll || result.earlier.count >= Self.mostEarlier { return result }
      }
      add(file, other)
    }
    guard let texts = project.texts else { return result }
    let isOriginal = isDevelopment(string.language)
    let place = texts.place(of: ownPath)
    let language = isOriginal ? nil : string.language.map { Catalog.withoutRegion(catalog.canonicalLanguage($0)) }
    let holders = texts.holders(of: identity(language))
    func strings(_ other: ProjectFile) -> [PurposeString] {
      if other === file || other.path == ownPath { return [] }
      // Catalogs and tables may use different names for the language.
      let spoken = other.kind == .stringsTable ? other.language : isOriginal ? nil : string.language
      let found = other.likeIndex.value.strings[identity(spoken)] ?? []
      return found.map { other.purposeStrings[$0] }.filter { isSame(other, $0.mention) }
    }
    for other in holders.reportingFiles(before: place) {
      for like in strings(other) {
        guard !hasNoEffect(like.mention, in: other, texts), let reported = reportingPlace(other, at: like.highlight)
        else {
          continue
        }
        result.earlier.append(reported)
        if reported.reportsAll || result.earlier.count >= Self.mostEarlier { return result }
      }
    }
    for other in holders.files {
      if result.related.count >= Self.mostRelated { break }
      for like in strings(other) { add(other, like) }
    }
    return result
  }

  /// Places of the document whose findings are one mistake, in groups.
  ///
  /// A comment at the first place of a group speaks for all of it, unless their values differ; one at another place
  /// speaks for that alone.
  ///
  /// - Parameters:
  ///   - key: What the places of a group have in common.
  ///   - range: Where a place’s finding is reported.
  ///   - rule: The rule of the findings.
  ///   - firstSpeaksForAll: False if a comment at the first place is about that alone as well.
  func joined<Place>(
    _ places: [Place], by key: (Place) -> some Hashable, at range: (Place) -> ByteRange, _ rule: Rule,
    firstSpeaksForAll: Bool = true
  ) -> [(first: Place, all: [Place])] {
    var result: [(first: Place, all: [Place])] = []
    var groups: [AnyHashable: Int] = [:]
    for place in places {
      let key = AnyHashable(key(place))
      let isLeftOut = file.rulesLeftOut(at: range(place)).contains(rule.id)
      if let group = groups[key], !isLeftOut {
        result[group].all.append(place)
      } else {
        if groups[key] == nil, firstSpeaksForAll || !isLeftOut { groups[key] = result.count }
        result.append((place, [place]))
      }
    }
    return result
  }

  /// Whether the current rule’s finding at a place in another file is reported there.
  func isReported(_ findings: Findings, in other: ProjectFile, at range: ByteRange) -> Bool {
    reportingPlace(other, at: range)?.reports(findings.rule) ?? false
  }

  /// Whether no findings of another file are shown: it isn’t open, or nobody asked to lint it.
  func isHidden(_ other: ProjectFile) -> Bool {
    guard other !== file, other.path != ownPath, let texts = project.texts else { return false }
    if case .reported = texts.reporting(other.path) { return false }
    return true
  }

  /// Whether findings of any rule are reported at a place in another file.
  func isReported(_ rule: Rule, in other: ProjectFile, at range: ByteRange) -> Bool {
    guard let place = reportingPlace(other, at: range), !place.leftOut.contains(rule.id) else { return false }
    // The document’s own settings may turn it off as well.
    guard case .reported(let configuration)? = project.texts?.reporting(other.path) else { return true }
    return ReportingPlace(leftOut: [], configuration: configuration).reports(rule)
  }

  /// The other places with a text, for the finding at the first of them; nil if an earlier one has the finding.
  ///
  /// - Parameters:
  ///   - findings: The findings of the current rule.
  ///   - isSame: Whether the text at a place in a file has the same finding.
  func copies(
    of string: PurposeString, _ findings: Findings,
    where isSame: (ProjectFile, PurposeMention) -> Bool = { _, _ in true }
  ) -> [Diagnostic.Related]? {
    let like = placesLike(string, where: isSame)
    return like.areReported(findings.rule) ? nil : like.related
  }

  /// The other places of the same mistake in a mention’s name, for the finding at the first of them; nil if an earlier
  /// one has the finding.
  ///
  /// Places of one target count, and in other targets copies of the text, or of a misspelled key.
  ///
  /// - Parameters:
  ///   - findings: The findings of the current rule.
  ///   - dependsOnBuild: Whether the mistake depends on platforms and product, so that a copy counts only in a
  ///     target like the document’s own.
  ///   - isLike: Whether a target is like the document’s own; nil if that is one with the same platforms and product.
  func placesLike(
    _ mention: PurposeMention, _ findings: Findings, dependsOnBuild: Bool = false,
    isLike: ((Target) -> Bool)? = nil
  ) -> [Diagnostic.Related]? {
    func identity(_ mention: PurposeMention, _ string: PurposeString?) -> TextIdentity? {
      if mention.isSuspect { return .misspelled(mention.name) }
      return string.map { TextIdentity(name: mention.baseName, text: trimmingBlanks($0.text), language: nil) }
    }
    let ownIdentity = identity(mention, string(of: mention))
    var related: [Diagnostic.Related] = []
    func add(_ file: ProjectFile, _ mention: PurposeMention) {
      if related.count < Self.mostRelated { related.append(self.related(file, mention.nameRange, "The same key")) }
    }
    func isReported(_ file: ProjectFile, _ mention: PurposeMention) -> Bool {
      self.isReported(findings, in: file, at: mention.nameRange)
    }
    // Most of thousands of places with one name are copies of the first.
    for index in likeIndex.value.mentions[mention.name] ?? [] where related.count < Self.mostRelated {
      let other = mentions[index]
      if other.nameRange == mention.nameRange { continue }
      guard other.owner == mention.owner || !dependsOnBuild && identity(other, string(of: other)) == ownIdentity
      else { continue }
      if other.nameRange.lower < mention.nameRange.lower, isReported(file, other) { return nil }
      add(file, other)
    }
    let own = project.targets.filter { $0.concerns(mention) }
    let isFirst = isBefore(in: own)
    for target in own {
      for other in target.files
      where other !== file && other.path != ownPath && related.count < Self.mostRelated {
        guard let found = target.mentions(in: other, named: mention.name).first else { continue }
        if !isFirst(file, other), isReported(other, found) { return nil }
        add(other, found)
      }
    }
    // A clear misspelling is fixed in each target, so each target reports it.
    guard !mention.isTranslation, !(mention.spelling?.isClear ?? false), let ownIdentity, let texts = project.texts
    else {
      return related.unique()
    }
    let place = texts.place(of: ownPath)
    let holders = texts.holders(of: ownIdentity)
    let isLike =
      isLike ?? { target in own.contains { $0.product == target.product && $0.platforms == target.platforms } }
    func found(_ other: ProjectFile) -> PurposeMention? {
      guard other !== file, other.path != ownPath, !other.isTranslation,
        !dependsOnBuild
          || texts.targets(of: other.path).contains(where: isLike)
      else { return nil }
      if mention.isSuspect { return other.likeIndex.value.mentions[mention.name]?.first.map { other.mentions[$0] } }
      let strings = other.likeIndex.value.strings[ownIdentity]?.lazy.map { other.purposeStrings[$0] }
      return strings?.first { $0.name == mention.name }?.mention
    }
    for other in holders.reportingFiles(before: place) {
      if let like = found(other), isReported(other, like) { return nil }
    }
    for other in holders.files {
      if related.count >= Self.mostRelated { break }
      if let like = found(other) { add(other, like) }
    }
    return related.unique()
  }

  /// Which of two files of some targets reports a finding about both: an original before a translation, what users get
  /// before an Info.plist of another configuration, then the development language before others, then by path.
  func isBefore(in targets: [Target]) -> (ProjectFile, ProjectFile) -> Bool {
    func rank(_ file: ProjectFile) -> Int {
      guard file.isTranslation else {
        return file.kind == .infoPlist && targets.contains { $0.isSpare(path(file)) } ? 1 : 0
      }
      return file.kind == .stringCatalog || isDevelopment(file.language) && file.language != nil ? 2 : 3
    }
    func path(_ file: ProjectFile) -> String { file === self.file ? ownPath : file.path }
    return { (rank($0), path($0)) < (rank($1), path($1)) }
  }

  /// Whether a key in another file has no effect on the platforms of that file’s targets, or is in settings that Xcode
  /// ignores, so that its text isn’t judged there.
  private func hasNoEffect(_ mention: PurposeMention, in other: ProjectFile, _ texts: ProjectTexts) -> Bool {
    guard let key = mention.key else { return false }
    let targets = texts.targets(of: other.path)
    guard !targets.isEmpty else { return false }
    if case .buildSetting = mention.place, targets.allSatisfy({ $0.ignoresInfoPlistKeys || !$0.concerns(mention) }) {
      return true
    }
    return targets.allSatisfy { !$0.platforms.isEmpty && !$0.platforms.keys.contains(where: key.works) }
  }

  /// The document’s path among the files of its targets.
  var ownPath: String { project.path ?? document.path }

  /// Whether a language is the app’s development language.
  func isDevelopment(_ language: String?) -> Bool {
    guard let language else { return true }
    let code = catalog.canonicalLanguage(language)
    return project.targets.contains { $0.developmentLanguage.map(catalog.canonicalLanguage) == code }
  }
}

extension Target {
  /// The mentions of a name in a file that concern this target.
  func mentions(in file: ProjectFile, named name: String) -> [PurposeMention] {
    guard let found = file.likeIndex.value.mentions[name] else { return [] }
    return found.map { file.mentions[$0] }.filter { file.kind != .xcodeProject || concerns($0) }
  }
}
