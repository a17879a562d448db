public import Catalog
import Wording

/// What is known about the project a file belongs to.
///
/// Two are equal if their files are the same versions, by what ``generation`` says.
public struct Project: Hashable, Sendable {
  /// What the file's target makes, as far as files tell.
  public enum Product: Hashable, Sendable {
    case unknown
    case app
    /// A program that another one's process loads or starts, such as a widget.
    case appExtension
    /// A package, pod or framework: something that other apps may use.
    case library
  }

  public var product: Product
  /// The targets that the file belongs to; most files belong to one.
  public var targets: [Target]
  /// The purpose strings of the whole folder; nil where nothing else is known of it.
  public var texts: ProjectTexts?
  /// The file itself, as it was read with the others; nil where none was.
  public var own: ProjectFile?
  /// The path of the file itself among the files of its targets; nil where the document has the same.
  public var path: String?
  /// Whether nothing that a lock file is for runs on a device of Apple’s but a Mac.
  public var isForNoDevice = false
  /// Whether no app ships the file: it belongs to a sample, or is the lock file of a package inside an Xcode project.
  public var isOfNoApp = false
  /// Whether it is an Info.plist that a duplicated target left behind, or a table that a string catalog took the place
  /// of, so that nothing in it reaches anyone.
  public var isLeftOver = false
  /// Names the versions of the other files that the targets have; 0 where there are none.
  public var generation = 0

  public init(product: Product = .unknown, targets: [Target] = [], path: String? = nil) {
    self.product = product
    self.targets = targets
    self.path = path
  }

  public static func == (a: Project, b: Project) -> Bool {
    (a.product, a.path, a.isForNoDevice, a.isOfNoApp, a.isLeftOver, a.generation)
      == (b.product, b.path, b.isForNoDevice, b.isOfNoApp, b.isLeftOver, b.generation)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(product)
    hasher.combine(path)
    hasher.combine(generation)
  }

  /// The language that the app is developed in, as its targets or the file itself tell; nil where nothing does.
  func developmentLanguage(beside file: @autoclosure () -> ProjectFile) -> String? {
    targets.lazy.compactMap(\.developmentLanguage).first ?? file().infoPlist?.developmentRegion
  }

  /// Whether nothing says that the app is developed in a language other than English.
  package func isDevelopedInEnglish(beside file: @autoclosure () -> ProjectFile) -> Bool {
    Wording.Language(developmentLanguage(beside: file())).isMaybeEnglish
  }

  /// A document with all that is read from it, as the project has it: this version or another one.
  public func known(_ document: Document) -> ProjectFile? { own ?? file(at: path ?? document.path) }

  /// The file at a path, as a target has it.
  public func file(at path: String) -> ProjectFile? {
    for target in targets {
      if let file = target.file(at: path) { return file }
    }
    return nil
  }

  /// The targets in the folder of the project that a file belongs to, but for those that only test.
  func targets(with file: ProjectFile) -> [Target] {
    (texts?.targets(of: file.path) ?? targets.filter { $0.file(at: file.path) != nil }).filter { !$0.isTest }
  }

  /// The same project with another version of the file.
  func with(_ file: ProjectFile) -> Project {
    guard !targets.isEmpty else { return self }
    let own = path ?? file.path
    var result = self
    result.targets = targets.map { $0.with(file, at: own) }
    return result
  }
}

/// Translations of Info.plist that a target has and no file of a known name.
struct UnreadTranslations: Sendable {
  /// Whether a script of the build copies tables, so that any text may be in any language.
  var isByScript = false
  /// The languages whose folders have a table by another name, such as `InfoPlist-Beta.strings`, that the build may
  /// rename.
  var languages: Set<String> = []
}

/// What the files of one target say together.
///
/// Two are equal only if they are the same: whoever keeps one may take it that nothing has changed.
public final class Target: Sendable {
  /// The name in the Xcode project; nil for files that were put together by their folders.
  public let name: String?
  /// The identifier in the Xcode project's file.
  let identifier: String?
  public let product: Project.Product
  /// The platforms it is built for, with the lowest version of each where that is known; empty where nothing is known.
  public let platforms: [Platform: SystemVersion?]
  /// The numbers of the device families it is built for, as build settings have them; empty where nothing is known.
  let deviceFamilies: Set<String>
  /// The language the app's own texts are in: "en".
  public let developmentLanguage: String?
  /// The languages that the project has besides that, as its folders and catalogs call them, sorted.
  public let languages: [String]
  /// What the app is called, in all spellings that the files give, without those that are still variables.
  public let appNames: [String]
  /// Whether Xcode makes entries of Info.plist from build settings.
  public let generatesInfoPlist: Bool
  /// Whether the build settings turn the hardened runtime of macOS on.
  public let hasHardenedRuntime: Bool
  /// Whether the build settings have the C preprocessor read Info.plist first.
  let preprocessesInfoPlist: Bool
  /// Whether a configuration names an Info.plist that isn’t in the folder, such as one that the build makes, so that it
  /// isn’t known which keys are missing.
  let lacksInfoPlist: Bool
  /// Whether a script or another name of a table makes translations that nothing here shows: in all languages, or in some.
  let unreadTranslations: UnreadTranslations
  /// Whether the target only tests another one.
  public let isTest: Bool
  /// The files, by path.
  public let files: [ProjectFile]
  /// The build settings that count as unknown, since their values with all variables resolved are too long.
  let cutSettings: Set<String>
  /// The names of texts in dictionaries under purpose keys, with the key: translations go by these names.
  let namedTexts: [String: PurposeKey]
  /// What its translations say.
  var translations: Translations { madeTranslations.value }
  private let madeTranslations: OnDemand<Translations>
  private let catalog: Catalog

  init(
    name: String?, identifier: String?, product: Project.Product, platforms: [Platform: SystemVersion?],
    deviceFamilies: Set<String>, developmentLanguage: String?, languages: [String], appNames: [String],
    generatesInfoPlist: Bool, hasHardenedRuntime: Bool, preprocessesInfoPlist: Bool, lacksInfoPlist: Bool,
    unreadTranslations: UnreadTranslations, isTest: Bool, files: [ProjectFile], cutSettings: Set<String>,
    catalog: Catalog
  ) {
    self.name = name
    self.identifier = identifier
    self.product = product
    self.platforms = platforms
    self.deviceFamilies = deviceFamilies
    self.developmentLanguage = developmentLanguage
    self.languages = languages
    self.appNames = appNames
    self.generatesInfoPlist = generatesInfoPlist
    self.hasHardenedRuntime = hasHardenedRuntime
    self.preprocessesInfoPlist = preprocessesInfoPlist
    self.lacksInfoPlist = lacksInfoPlist
    self.unreadTranslations = unreadTranslations
    self.isTest = isTest
    self.files = files
    self.cutSettings = cutSettings
    var namedTexts: [String: PurposeKey] = [:]
    for file in files where file.kind == .infoPlist {
      for mention in file.mentions where mention.isNamedText { namedTexts[mention.name] = mention.key }
    }
    self.namedTexts = namedTexts
    self.catalog = catalog
    madeTranslations = OnDemand {
      Translations(
        files, originals: { $0.purposeStrings(ofTarget: identifier) },
        developmentLanguage: developmentLanguage, languages: languages, unread: unreadTranslations, catalog)
    }
  }

  /// The file at a path.
  public func file(at path: String) -> ProjectFile? {
    files.first { $0.path == path }
  }

  /// The same target with another version of a file.
  func with(_ file: ProjectFile, at path: String) -> Target {
    guard let index = files.firstIndex(where: { $0.path == path }), files[index] !== file else { return self }
    var files = files
    files[index] = file
    return Target(
      name: name, identifier: identifier, product: product, platforms: platforms,
      deviceFamilies: deviceFamilies, developmentLanguage: developmentLanguage, languages: languages,
      appNames: appNames, generatesInfoPlist: generatesInfoPlist, hasHardenedRuntime: hasHardenedRuntime,
      preprocessesInfoPlist: preprocessesInfoPlist, lacksInfoPlist: lacksInfoPlist,
      unreadTranslations: unreadTranslations, isTest: isTest, files: files, cutSettings: cutSettings, catalog: catalog)
  }

  /// Whether a language is the one that the app's own texts are in.
  func isDeveloped(in language: String) -> Bool {
    developmentLanguage.map { catalog.canonicalLanguage($0) == catalog.canonicalLanguage(language) } ?? false
  }

  /// The files of some kinds, by path.
  public func files(_ kinds: FileKind...) -> [ProjectFile] { files.filter { kinds.contains($0.kind) } }

  /// The mentions in a file that concern this target: of a project's file only the settings of the target.
  public func mentions(in file: ProjectFile) -> [PurposeMention] {
    file.mentions(ofTarget: identifier)
  }

  /// The texts in a file that concern this target.
  public func purposeStrings(in file: ProjectFile) -> [PurposeString] {
    file.purposeStrings(ofTarget: identifier)
  }

  /// Whether a mention is not that of another target of a project's file.
  func concerns(_ mention: PurposeMention) -> Bool {
    guard case .buildSetting(let target?, _) = mention.place else { return true }
    return target == identifier
  }

  /// Where the app's own Info.plist, as built, gets its entries from: files and settings, no translations.
  public var declarations: [(file: ProjectFile, mention: PurposeMention)] {
    files.flatMap { file in
      mentions(in: file).filter { !$0.isTranslation && !$0.isNamedText }.map { (file, $0) }
    }
  }
}

extension Target: Hashable {
  public static func == (a: Target, b: Target) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
