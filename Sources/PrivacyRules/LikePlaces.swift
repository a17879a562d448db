public import Catalog
import ProjectFiles
import SourceText

/// The files in the folder of a project that hold purpose strings, in the order in which a finding about several of them
/// is told: in the first.
///
/// Original texts come before translations, those of apps before those of other products.
public final class ProjectTexts: Sendable {
  /// The targets of the folder.
  let targets: [Target]
  private let index: OnDemand<Index>

  private struct Index: Sendable {
    /// The place of each file in that order, by its path.
    var places: [String: Int] = [:]
    /// The files that may have an original text, and those with translations into each language, in that order.
    var originals: [ProjectFile] = []
    var translations: [String: [ProjectFile]] = [:]
  }

  private let version: OnDemand<Int>

  /// - Parameter files: Those of the folder in which findings are told.
  public init(targets: [Target], files: some Sequence<ProjectFile>, catalog: Catalog) {
    self.targets = targets
    let files = files.filter { !$0.mentions.isEmpty }
    version = OnDemand { files.reduce(0) { $0 ^ $1.textsVersion.value } }
    index = OnDemand {
      var ofApps: Set<String> = []
      for target in targets where target.product == .app && !target.isTest {
        for file in target.files where !file.isTranslation { ofApps.insert(file.path) }
      }
      let own = Set(targets.compactMap(\.developmentLanguage).map(catalog.canonicalLanguage))
      func rank(_ file: ProjectFile) -> Int { file.isTranslation ? 2 : ofApps.contains(file.path) ? 0 : 1 }
      var index = Index()
      let ordered = files.map { (rank($0), $0) }.sorted { ($0.0, $0.1.path) < ($1.0, $1.1.path) }.map(\.1)
      for (place, file) in ordered.enumerated() {
        index.places[file.path] = place
        let language = file.kind == .stringsTable ? file.language.map(catalog.canonicalLanguage) : nil
        if let language { index.translations[language, default: []].append(file) }
        if language.map(own.contains) ?? true { index.originals.append(file) }
      }
      return index
    }
  }

  /// The files that may have a text in a language, in the order in which a finding about several is told.
  ///
  /// - Parameter language: In one way of writing; nil for original texts.
  func files(in language: String?) -> [ProjectFile] {
    guard let language else { return index.value.originals }
    return (index.value.translations[language] ?? []) + index.value.originals.filter { $0.kind == .stringCatalog }
  }

  /// Whether findings in a file are told at all, so that one about several may be told there.
  func tells(_ path: String) -> Bool { index.value.places[path] != nil }

  func place(of path: String) -> Int { index.value.places[path] ?? .max }

  /// Tells what the files say of purpose strings from what they said before, but for one of them; 0 without others.
  public func version(besides file: ProjectFile?) -> Int {
    guard let file, !file.mentions.isEmpty else { return version.value }
    return version.value ^ file.textsVersion.value
  }
}

/// What two texts have in common that are copies of each other.
struct TextIdentity: Hashable {
  let name: String
  /// Without the blanks around it; nil for a place without a text.
  let text: String?
  /// As the file or its folder calls it; nil for the language the app is developed in.
  let language: String?
}

extension ProjectFile {
  /// Whether the file holds translations.
  var isTranslation: Bool { kind == .stringsTable || kind == .stringCatalog }
}

/// The places in one document that name purpose keys, by what they say.
struct LikeIndex: Sendable {
  private(set) var strings: [TextIdentity: [Int]] = [:]
  private(set) var mentions: [String: [Int]] = [:]

  init(mentions: [PurposeMention], strings: [PurposeString]) {
    for (index, string) in strings.enumerated() {
      let identity = TextIdentity(name: string.name, text: trimmingBlanks(string.text), language: string.language)
      self.strings[identity, default: []].append(index)
    }
    for (index, mention) in mentions.enumerated() { self.mentions[mention.name, default: []].append(index) }
  }
}

extension LintContext {
  /// So many other places of a finding are told.
  private static let mostRelated = 20

  /// The other places that have a text, for the finding about the first of them; nil where an earlier one tells it.
  ///
  /// - Parameter isSame: Whether the text in a file has the finding too.
  func copies(
    of string: PurposeString, where isSame: (ProjectFile) -> Bool = { _ in true }
  ) -> [Diagnostic.Related]? {
    let text = trimmingBlanks(string.text)
    func identity(_ language: String?) -> TextIdentity {
      TextIdentity(name: string.name, text: text, language: language)
    }
    var related: [Diagnostic.Related] = []
    func add(_ file: ProjectFile, _ string: PurposeString) {
      if related.count < Self.mostRelated { related.append(self.related(file, string.highlight, "The same text")) }
    }
    for index in likeIndex.value.strings[identity(string.language)] ?? [] {
      let other = purposeStrings[index]
      if other.highlight.lower < string.highlight.lower { return nil }
      if other.highlight != string.highlight { add(file, other) }
    }
    guard let texts = project.texts else { return related }
    let isOriginal = isDevelopment(string.language)
    let place = texts.place(of: ownPath)
    let language = isOriginal ? nil : string.language.map(catalog.canonicalLanguage)
    for other in texts.files(in: language) where other !== file && other.path != ownPath {
      // Catalogs and tables may call the language by other names.
      let spoken = other.kind == .stringsTable ? other.language : isOriginal ? nil : string.language
      guard let found = other.likeIndex.value.strings[identity(spoken)], isSame(other) else { continue }
      if texts.place(of: other.path) < place { return nil }
      for index in found { add(other, other.purposeStrings[index]) }
    }
    return related
  }

  /// The other places with the name of a mention that one mistake is in, for the finding about the first of them; nil
  /// where an earlier one tells it.
  ///
  /// Like are the places of one target, and copies of the text in others.
  ///
  /// - Parameters:
  ///   - dependsOnBuild: Whether what is wrong goes by the platforms and the product, so that a copy counts only in a
  ///     target like the document's own.
  func placesLike(_ mention: PurposeMention, dependsOnBuild: Bool = false) -> [Diagnostic.Related]? {
    let text = string(of: mention).map { trimmingBlanks($0.text) }
    var related: [Diagnostic.Related] = []
    func add(_ file: ProjectFile, _ mention: PurposeMention) {
      if related.count < Self.mostRelated { related.append(self.related(file, mention.nameRange, "The same key")) }
    }
    func owner(_ mention: PurposeMention) -> String? {
      if case .buildSetting(let target, _) = mention.place { target } else { nil }
    }
    // Of thousands with one name nearly all are copies of the first.
    for index in likeIndex.value.mentions[mention.name] ?? [] where related.count < Self.mostRelated {
      let other = mentions[index]
      if other.nameRange == mention.nameRange { continue }
      guard
        owner(other) == owner(mention) || !dependsOnBuild && string(of: other).map({ trimmingBlanks($0.text) }) == text
      else { continue }
      if other.nameRange.lower < mention.nameRange.lower { return nil }
      add(file, other)
    }
    let own = project.targets.filter { target in owner(mention).map { $0 == target.identifier } ?? true }
    let isFirst = isBefore(in: own)
    for target in own {
      for other in target.files
      where other !== file && other.path != ownPath && related.count < Self.mostRelated {
        guard let found = target.mentions(in: other, named: mention.name).first else { continue }
        if !isFirst(file, other), project.texts?.tells(other.path) ?? true { return nil }
        add(other, found)
      }
    }
    // A clear misspelling is put right in each target at once, so that each tells it.
    guard !mention.isTranslation, !(mention.spelling?.isClear ?? false), let text, let texts = project.texts else {
      return distinct(related)
    }
    let place = texts.place(of: ownPath)
    let identity = TextIdentity(name: mention.name, text: text, language: nil)
    for other in texts.files(in: nil) where other !== file && other.path != ownPath {
      guard !other.isTranslation, let index = other.likeIndex.value.strings[identity]?.first else { continue }
      if dependsOnBuild, !isBuilt(other, like: own, texts) { continue }
      if texts.place(of: other.path) < place { return nil }
      add(other, other.purposeStrings[index].mention)
    }
    return distinct(related)
  }

  private func distinct(_ related: [Diagnostic.Related]) -> [Diagnostic.Related] {
    var seen: Set<Diagnostic.Related> = []
    return related.filter { seen.insert($0).inserted }
  }

  /// Whether a file belongs to a target that is built for the same as one of some others.
  private func isBuilt(_ file: ProjectFile, like own: [Target], _ texts: ProjectTexts) -> Bool {
    texts.targets.contains { target in
      own.contains { $0.product == target.product && $0.platforms == target.platforms }
        && target.file(at: file.path) != nil
    }
  }

  /// Which of two files of some targets a finding about both is told in: where the text is an original, else in the
  /// translation into the language the app is developed in, else in the first by its path.
  func isBefore(in targets: [Target]) -> (ProjectFile, ProjectFile) -> Bool {
    func rank(_ file: ProjectFile) -> Int {
      guard file.isTranslation else { return 0 }
      return file.kind == .stringCatalog || isDevelopment(file.language) && file.language != nil ? 1 : 2
    }
    func path(_ file: ProjectFile) -> String { file === self.file ? ownPath : file.path }
    return { (rank($0), path($0)) < (rank($1), path($1)) }
  }

  /// The path of the document among the files of its targets.
  var ownPath: String { project.path ?? document.path }

  /// Whether a language is the one that the app's own texts are in.
  func isDevelopment(_ language: String?) -> Bool {
    guard let language else { return true }
    return project.targets.contains { $0.developmentLanguage.map { isSameLanguage($0, language) } ?? false }
  }

  private func isSameLanguage(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == b }
    return a == b || catalog.canonicalLanguage(a) == catalog.canonicalLanguage(b)
  }
}

extension Target {
  /// The mentions with a name in a file that concern this target.
  func mentions(in file: ProjectFile, named name: String) -> [PurposeMention] {
    guard let found = file.likeIndex.value.mentions[name] else { return [] }
    return found.map { file.mentions[$0] }.filter { file.kind != .xcodeProject || concerns($0) }
  }
}
