public import Catalog
public import ProjectFiles
import Wording

/// The project that a file belongs to, as far as it’s known.
///
/// Two projects are equal if their ``generation`` says that their files are the same versions.
public struct Project: Hashable, Sendable {
  /// The product of the file’s target.
  public enum Product: Hashable, Sendable {
    case unknown
    case app
    /// A program that another one loads or starts, such as a widget.
    case appExtension
    /// A package, pod or framework that apps may use.
    case library
  }

  public var product: Product
  /// The targets that the file belongs to, usually one.
  public var targets: [Target]
  /// The purpose strings of the whole folder; nil if nothing else in it is known.
  public var texts: ProjectTexts?
  /// The file itself, as read with the others; nil if it wasn’t.
  public var own: ProjectFile?
  /// The path of the file among the files of its targets; nil if it’s the document’s path.
  public var path: String?
  /// Whether a lock file locks nothing that ships for any Apple device except a Mac, another lock file is used in its
  /// place, or no project uses it any more.
  public var isForNoDevice = false
  /// The lock file of the Flutter app whose plug-ins bring the pods of this `Podfile.lock`; nil for other files.
  public var plugInLock: LockFile?
  /// The names of the files that change npm’s packages, around a `Podfile.lock`.
  public var npmPatches: [String] = []
  /// The packages that the Xcode project around a `Package.resolved` names, as ``LockFile/Dependency/packageURL``.
  public var packageURLs: [String] = []
  /// Those of these of which it links nothing, as far as that is known.
  public var unlinkedPackageURLs: [String] = []
  /// The products of these that it links; nil if it may link others as well.
  public var packageProducts: [String]?
  /// Whether no app ships the file: it belongs to a sample, or is the lock file of a package inside an Xcode project.
  public var isOfNoApp = false
  /// Whether nothing uses the file: an Info.plist left over from a duplicated target, or a table that a string catalog
  /// replaces or that no target copies.
  public var isLeftOver = false
  /// The tables around the file that no target copies, itself included; nil if it’s none.
  public var lostTables: LostTables?
  /// Identifies the versions of the targets’ other files; 0 if there are none.
  public var generation = 0

  public init(product: Product = .unknown, targets: [Target] = [], path: String? = nil) {
    self.product = product
    self.targets = targets
    self.path = path
  }

  public static func == (a: Project, b: Project) -> Bool {
    (a.product, a.path, a.isForNoDevice, a.isOfNoApp, a.isLeftOver, a.generation)
      == (b.product, b.path, b.isForNoDevice, b.isOfNoApp, b.isLeftOver, b.generation)
      && a.lostTables == b.lostTables && a.plugInLock?.dependencies == b.plugInLock?.dependencies
      && a.packageURLs == b.packageURLs
      && a.packageProducts == b.packageProducts
      && a.unlinkedPackageURLs == b.unlinkedPackageURLs && a.npmPatches == b.npmPatches
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(product)
    hasher.combine(path)
    hasher.combine(generation)
  }

  /// The app’s development language, from its targets or the file; nil if unknown.
  func developmentLanguage(beside file: @autoclosure () -> ProjectFile) -> String? {
    targets.lazy.compactMap(\.developmentLanguage).first ?? file().infoPlist?.developmentRegion
  }

  /// Whether the app may be developed in English, as far as known.
  package func isDevelopedInEnglish(beside file: @autoclosure () -> ProjectFile) -> Bool {
    Wording.Language(developmentLanguage(beside: file())).isMaybeEnglish
  }

  /// A document with everything read from it, in the project’s version or a newer one.
  public func known(_ document: Document) -> ProjectFile? { own ?? file(at: path ?? document.path) }

  /// The file at a path, if a target has it.
  public func file(at path: String) -> ProjectFile? {
    for target in targets {
      if let file = target.file(at: path) { return file }
    }
    return nil
  }

  /// The targets in the project’s folder that a file belongs to, except for test targets.
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
/// Targets are compared by identity, so an unchanged target can be recognized.
public final class Target: Sendable {
  /// The name in the Xcode project; nil for a target that was derived from folders.
  public let name: String?
  /// The identifier in the Xcode project file.
  let identifier: String?
  public let product: Project.Product
  /// The platforms it’s built for, with their minimum versions if known; empty if unknown.
  public let platforms: [Platform: SystemVersion?]
  /// The device families it’s built for, as numbers in build settings; empty if unknown.
  let deviceFamilies: Set<String>
  /// The development language, such as "en".
  public let developmentLanguage: String?
  /// The other languages of the project, as its folders and catalogs name them, sorted.
  public let languages: [String]
  /// The app’s names in all spellings in the files, except for unresolved variables.
  public let appNames: [String]
  /// Whether Xcode generates Info.plist entries from build settings.
  public let generatesInfoPlist: Bool
  /// Whether Xcode surely ignores build settings that would become entries of Info.plist.
  let ignoresInfoPlistKeys: Bool
  /// The paths of the Info.plist files that users get, rather than testers or developers; empty if unknown.
  let releasedInfoPlists: Set<String>
  /// The paths of the Info.plist files that only builds for debugging have.
  let debuggingInfoPlists: Set<String>
  /// Whether build settings enable the hardened runtime of macOS.
  public let hasHardenedRuntime: Bool
  /// Whether build settings run the C preprocessor on Info.plist.
  let preprocessesInfoPlist: Bool
  /// Whether a configuration names an Info.plist that isn’t in the folder, such as one that the build makes, so that it
  /// isn’t known which keys are missing.
  let lacksInfoPlist: Bool
  /// The keys that a description gives the targets around it, such as XcodeGen’s.
  let describedKeys: Set<String>
  /// Whether a script or another name of a table makes translations that nothing here shows: in all languages, or in some.
  let unreadTranslations: UnreadTranslations
  /// Whether the target only tests another one.
  public let isTest: Bool
  /// The files, sorted by path.
  public let files: [ProjectFile]
  /// The build settings that count as unknown, since their expanded values are too long.
  let cutSettings: Set<String>
  /// The names of texts in dictionaries under purpose keys, with the key. Translations use these names.
  let namedTexts: [String: PurposeKey]
  /// The translations of the target.
  var translations: Translations { madeTranslations.value }
  private let madeTranslations: OnDemand<Translations>
  private let catalog: Catalog

  init(
    name: String?, identifier: String?, product: Project.Product, platforms: [Platform: SystemVersion?],
    deviceFamilies: Set<String>, developmentLanguage: String?, languages: [String], appNames: [String],
    generatesInfoPlist: Bool, ignoresInfoPlistKeys: Bool, releasedInfoPlists: Set<String>,
    debuggingInfoPlists: Set<String>, hasHardenedRuntime: Bool,
    preprocessesInfoPlist: Bool, lacksInfoPlist: Bool, describedKeys: Set<String>,
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
    self.ignoresInfoPlistKeys = ignoresInfoPlistKeys
    self.releasedInfoPlists = releasedInfoPlists
    self.debuggingInfoPlists = debuggingInfoPlists
    self.hasHardenedRuntime = hasHardenedRuntime
    self.preprocessesInfoPlist = preprocessesInfoPlist
    self.lacksInfoPlist = lacksInfoPlist
    self.describedKeys = describedKeys
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
      appNames: appNames, generatesInfoPlist: generatesInfoPlist, ignoresInfoPlistKeys: ignoresInfoPlistKeys,
      releasedInfoPlists: releasedInfoPlists, debuggingInfoPlists: debuggingInfoPlists,
      hasHardenedRuntime: hasHardenedRuntime,
      preprocessesInfoPlist: preprocessesInfoPlist, lacksInfoPlist: lacksInfoPlist,
      describedKeys: describedKeys,
      unreadTranslations: unreadTranslations, isTest: isTest, files: files, cutSettings: cutSettings, catalog: catalog)
  }

  /// Whether an Info.plist isn’t the one that users get, if that is known.
  ///
  /// - Parameter path: The path of an Info.plist.
  func isSpare(_ path: String) -> Bool { !releasedInfoPlists.isEmpty && !releasedInfoPlists.contains(path) }

  /// Whether a language is the app’s development language.
  func isDeveloped(in language: String) -> Bool {
    developmentLanguage.map { catalog.canonicalLanguage($0) == catalog.canonicalLanguage(language) } ?? false
  }

  /// The files of some kinds, sorted by path.
  public func files(_ kinds: FileKind...) -> [ProjectFile] { files.filter { kinds.contains($0.kind) } }

  /// The mentions in a file that concern this target; in a project file, only those in its own settings. Settings that
  /// Xcode ignores don’t count.
  public func mentions(in file: ProjectFile) -> [PurposeMention] {
    if ignoresInfoPlistKeys, file.kind == .xcodeProject || file.kind == .buildSettings { return [] }
    return file.mentions(ofTarget: identifier)
  }

  /// The texts in a file that concern this target.
  public func purposeStrings(in file: ProjectFile) -> [PurposeString] {
    file.purposeStrings(ofTarget: identifier)
  }

  /// Whether a mention isn’t in the settings of another target.
  func concerns(_ mention: PurposeMention) -> Bool {
    guard case .buildSetting(let target?, _) = mention.place else { return true }
    return target == identifier
  }

  /// The sources of the app’s built Info.plist: files and settings, but no translations.
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
