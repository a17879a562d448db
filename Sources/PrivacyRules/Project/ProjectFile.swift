import BuildTargets
public import Catalog
public import ProjectFiles
import PropertyList
import SourceText

/// A file of a project with all the data that rules need, read once for each version of the file.
public final class ProjectFile: Sendable {
  public let document: Document
  /// The language of the file’s folder, as in `de.lproj`; nil without one, and for `Base.lproj`.
  public let language: String?
  /// The places that name purpose keys. In a table of translations, all keys, since an app may choose its own names.
  public let mentions: [PurposeMention]
  /// The texts of these names.
  public let purposeStrings: [PurposeString]
  /// The contents of an Info.plist; nil for other kinds of files, or if the root isn’t a dictionary.
  public let infoPlist: InfoPlist?
  /// The contents of an entitlements file; nil for other kinds of files, or if the root isn’t a dictionary.
  public let entitlements: Entitlements?
  /// The contents of a privacy manifest; nil for other kinds of files, or if the root isn’t a dictionary.
  public let manifest: PrivacyManifest?
  /// The names in the built Info.plist: those of mentions that aren’t translations.
  var declaredNames: Set<String> { declared.value }
  private let declared: OnDemand<Set<String>>
  /// The mentions and texts of each target in a project file, by the target’s identifier; nil for other kinds of files.
  private let parts: OnDemand<[String?: Part]>?

  /// Indices of mentions and of texts, in the order of the file.
  private struct Part: Sendable {
    var mentions: [Int] = []
    var strings: [Int] = []
  }

  /// The places by their contents, created on demand.
  let likeIndex: OnDemand<LikeIndex>
  /// The suppression comments.
  let suppressions: OnDemand<Suppressions>
  /// The ranges with broken syntax, where nothing else is reported.
  let unclear: OnDemand<[ByteRange]>
  /// A number that changes with the file’s purpose strings.
  let textsVersion: OnDemand<Int>
  /// The offset of the first item that isn’t read because there are too many; nil if everything is read.
  let cut: Int?

  public init(_ document: Document, catalog: Catalog, vocabularies: Vocabularies) {
    self.document = document
    language = Self.language(ofFileAt: document.path)
    let tree = document.hasTree ? document.tree : nil
    func read<Model>(_ kind: FileKind, _ make: (PropertyListTree) -> Model?) -> Model? {
      document.kind == kind ? tree.flatMap(make) : nil
    }
    let infoPlist = read(.infoPlist) { InfoPlist($0, catalog: catalog, vocabularies: vocabularies) }
    self.infoPlist = infoPlist
    entitlements = read(.entitlements) { Entitlements($0, catalog: catalog) }
    manifest = read(.privacyManifest) { PrivacyManifest($0, catalog: catalog, vocabularies: vocabularies) }
    var reader = PurposeReader(
      catalog: catalog, vocabularies: vocabularies, mostMentions: 10_000 + document.text.count / 256)
    switch document.content {
    case .propertyList:
      if let infoPlist { reader.read(infoPlist) }
      if document.kind == .stringsTable, let root = tree?.root { reader.read(translations: root, language: language) }
    case .strings(let table): reader.read(table, language: language)
    case .stringCatalog(let catalog): reader.read(catalog)
    case .xcodeProject(let project): reader.read(project)
    case .buildConfiguration(let file): reader.read(file)
    case .lockFile: break
    case .source: break
    }
    let mentions = reader.mentions
    let strings = reader.strings
    self.mentions = mentions
    purposeStrings = strings
    declared = OnDemand {
      mentions.reduce(into: []) { if !$1.isTranslation { $0.insert($1.name) } }
    }
    parts =
      document.kind != .xcodeProject
      ? nil
      : OnDemand {
        var parts: [String?: Part] = [:]
        for (number, mention) in mentions.enumerated() { parts[mention.owner, default: Part()].mentions.append(number) }
        for (number, string) in strings.enumerated() {
          parts[string.mention.owner, default: Part()].strings.append(number)
        }
        return parts
      }
    let path = document.path
    likeIndex = OnDemand { LikeIndex(mentions: mentions, strings: strings) }
    suppressions = OnDemand { Suppressions(document) }
    unclear = OnDemand {
      guard document.isBroken else { return [] }
      let linted = LintedDocument(document)
      return linted.silenced + linted.document.unclear
    }
    textsVersion = OnDemand {
      var hasher = Hasher()
      hasher.combine(path)
      for mention in mentions { hasher.combine(mention.name) }
      for string in strings { hasher.combine(string.text) }
      return hasher.finalize()
    }
    cut = [document.cut, infoPlist?.cut, manifest?.cut, reader.cut].compactMap(\.self).min()
  }

  /// The mentions that concern a target; in a project file, those in its own settings and in those of all targets.
  ///
  /// - Parameter target: The identifier in the project file.
  func mentions(ofTarget target: String?) -> [PurposeMention] {
    part(of: mentions, of: target, \.mentions)
  }

  /// The texts that concern a target.
  func purposeStrings(ofTarget target: String?) -> [PurposeString] {
    part(of: purposeStrings, of: target, \.strings)
  }

  /// Whether two files mention the same purpose key.
  public func sharesNames(with other: ProjectFile) -> Bool {
    likeIndex.value.mentions.keys.contains { other.likeIndex.value.mentions[$0] != nil }
  }

  /// The rules that suppression comments turn off at a place.
  func rulesLeftOut(at range: ByteRange) -> Set<String> { suppressions.value.rulesLeftOut(at: range) }

  /// Whether any mention concerns a target.
  func hasMentions(ofTarget target: String) -> Bool {
    guard let parts = parts?.value else { return !mentions.isEmpty }
    return parts[nil].map { !$0.mentions.isEmpty } ?? false || parts[target].map { !$0.mentions.isEmpty } ?? false
  }

  /// The items that belong to a target or to all targets.
  private func part<Item>(of all: [Item], of target: String?, _ numbers: (Part) -> [Int]) -> [Item] {
    guard let parts = parts?.value else { return all }
    let shared = parts[nil].map(numbers) ?? []
    let own = target.flatMap { parts[$0] }.map(numbers) ?? []
    guard shared.count + own.count < all.count else { return all }
    return (shared.isEmpty || own.isEmpty ? shared + own : (shared + own).sorted()).map { all[$0] }
  }

  public var path: String { document.path }
  public var kind: FileKind { document.kind }

  /// The Xcode project; nil for other kinds of files.
  public var xcodeProject: XcodeProject? {
    if case .xcodeProject(let project) = document.content { project } else { nil }
  }

  /// The string catalog; nil for other kinds of files.
  public var stringCatalog: StringCatalog? {
    if case .stringCatalog(let catalog) = document.content { catalog } else { nil }
  }

  /// The build configuration; nil for other kinds of files.
  public var buildConfiguration: BuildConfigurationFile? {
    if case .buildConfiguration(let file) = document.content { file } else { nil }
  }

  /// Whether a path is that of a table with texts of an app in one language. That of its intents isn’t, under Xcode’s
  /// name for it: apps with all other texts in a single language have it in many.
  public static func isTableOfTexts(_ path: String) -> Bool {
    (path.hasSuffix(".strings") || path.hasSuffix(".stringsdict")) && lastComponent(of: path) != "Intents.strings"
  }

  /// The language of a path’s folder.
  static func language(ofFileAt path: String) -> String? {
    var rest = path.utf8[...]
    while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      // Check the extension first, since in most paths no folder has it.
      guard (rest.last ?? 0) | 0x20 == UInt8(ascii: "j") else { continue }
      let start = rest.lastIndex(of: UInt8(ascii: "/")).map { rest.index(after: $0) } ?? rest.startIndex
      let folder = Substring(rest[start...])
      guard folder.lowercased().hasSuffix(".lproj") else { continue }
      let name = folder.dropLast(".lproj".count)
      return name.isEmpty || name.lowercased() == "base" ? nil : String(name)
    }
    return nil
  }
}
