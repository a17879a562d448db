public import Catalog
public import ProjectFiles
import PropertyList
import SourceText

/// One file of a project with all that the rules want to know of it, read once for each version of the file.
public final class ProjectFile: Sendable {
  public let document: Document
  /// The language that the file's folder is named for, as in `de.lproj`; nil without one, and for `Base.lproj`.
  public let language: String?
  /// The places that name purpose keys. In a table of translations: all its keys, since a key may be a name of the
  /// app's own choice.
  public let mentions: [PurposeMention]
  /// The texts under those names.
  public let purposeStrings: [PurposeString]
  /// What an Info.plist says; nil for other kinds of files and where the root is no dictionary.
  public let infoPlist: InfoPlist?
  /// What an entitlements file says; nil for other kinds of files and where the root is no dictionary.
  public let entitlements: Entitlements?
  /// What a privacy manifest says; nil for other kinds of files and where the root is no dictionary.
  public let manifest: PrivacyManifest?
  /// The names of what stands in Info.plist as built: those of mentions that are no translations.
  var declaredNames: Set<String> { declared.value }
  private let declared: OnDemand<Set<String>>
  /// Of a project's file, which mentions and texts are each target's, by its identifier; nil for other kinds of files.
  private let parts: OnDemand<[String?: Part]>?

  /// Numbers of mentions and of texts, in the order of the file.
  private struct Part: Sendable {
    var mentions: [Int] = []
    var strings: [Int] = []
  }

  /// The places by what they say, made when they are first asked for.
  let likeIndex: OnDemand<LikeIndex>
  /// The comments that leave findings out.
  let suppressions: OnDemand<Suppressions>
  /// Where the syntax is broken, so that nothing else is said.
  let unclear: OnDemand<[ByteRange]>
  /// Tells what the file says of purpose strings from what it said before.
  let textsVersion: OnDemand<Int>
  /// The offset of the first thing that is not read since there are too many like it; nil where all is read.
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

  /// The mentions that concern a target: of a project's file its own settings and those of all targets.
  ///
  /// - Parameter target: The identifier in the project's file.
  func mentions(ofTarget target: String?) -> [PurposeMention] {
    part(of: mentions, of: target, \.mentions)
  }

  /// The texts that concern a target.
  func purposeStrings(ofTarget target: String?) -> [PurposeString] {
    part(of: purposeStrings, of: target, \.strings)
  }

  /// Whether two files speak of one purpose key.
  public func sharesNames(with other: ProjectFile) -> Bool {
    likeIndex.value.mentions.keys.contains { other.likeIndex.value.mentions[$0] != nil }
  }

  /// The rules whose findings at a place comments leave out.
  func rulesLeftOut(at range: ByteRange) -> Set<String> { suppressions.value.rulesLeftOut(at: range) }

  /// Whether there are mentions that concern a target.
  func hasMentions(ofTarget target: String) -> Bool {
    guard let parts = parts?.value else { return !mentions.isEmpty }
    return parts[nil].map { !$0.mentions.isEmpty } ?? false || parts[target].map { !$0.mentions.isEmpty } ?? false
  }

  /// What of all that the file has is a target’s and all targets’, by its numbers.
  private func part<Item>(of all: [Item], of target: String?, _ numbers: (Part) -> [Int]) -> [Item] {
    guard let parts = parts?.value else { return all }
    let shared = parts[nil].map(numbers) ?? []
    let own = target.flatMap { parts[$0] }.map(numbers) ?? []
    guard shared.count + own.count < all.count else { return all }
    return (shared.isEmpty || own.isEmpty ? shared + own : (shared + own).sorted()).map { all[$0] }
  }

  public var path: String { document.path }
  public var kind: FileKind { document.kind }

  /// The project that the file is, nil for other kinds of files.
  public var xcodeProject: XcodeProject? {
    if case .xcodeProject(let project) = document.content { project } else { nil }
  }

  /// The catalog of translations that the file is, nil for other kinds of files.
  public var stringCatalog: StringCatalog? {
    if case .stringCatalog(let catalog) = document.content { catalog } else { nil }
  }

  /// The build configuration that the file is, nil for other kinds of files.
  public var buildConfiguration: BuildConfigurationFile? {
    if case .buildConfiguration(let file) = document.content { file } else { nil }
  }

  /// The language that a path's folder is named for.
  static func language(ofFileAt path: String) -> String? {
    var rest = path.utf8[...]
    while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      // The ending decides, and in most paths no folder has it.
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
