import Catalog
import ProjectFiles
import PropertyList
import SourceText

/// What lies in a folder that holds a project, and what is to be known of it to put targets together.
public struct ProjectFolder: Sendable {
  /// The absolute path.
  public var path: String
  /// The files that were found, and those that they name, with absolute paths.
  public var files: [ProjectFile]
  /// The absolute paths of the folders with translations, such as `/App/de.lproj`.
  public var languageFolders: [String]

  public init(path: String, files: [ProjectFile], languageFolders: [String] = []) {
    self.path = path
    self.files = files
    self.languageFolders = languageFolders
  }
}

extension Linter {
  /// The targets that the files of a folder make up.
  ///
  /// An Xcode project says what belongs to its targets. What it does not speak of belongs to the nearest Info.plist.
  public func targets(in folder: ProjectFolder) -> [Target] {
    var builder = TargetBuilder(folder, catalog)
    return builder.targets()
  }

  /// The files that an Xcode project names as its targets' own, with what they are, and the configuration files it
  /// reads: absolute paths.
  ///
  /// - Parameter others: What is known besides: configuration files have a say in the names.
  public func filesNamed(by file: ProjectFile, others: [ProjectFile]) -> [(path: String, kind: FileKind)] {
    guard let project = file.xcodeProject else { return [] }
    let known = Dictionary(others.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [(path: String, kind: FileKind)] = []
    for target in project.targets {
      let settings = TargetSettings(target, of: project, at: file.path, files: known)
      result += settings.configurationFilePaths.map { ($0, .buildSettings) }
      result += settings.paths(BuildSettingName.infoPlistFile).map { ($0, .infoPlist) }
      result += settings.paths(BuildSettingName.entitlements).map { ($0, .entitlements) }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert($0.path).inserted }
  }
}

/// The build settings that say what a target is.
enum BuildSettingName {
  static let infoPlistFile = "INFOPLIST_FILE"
  static let entitlements = "CODE_SIGN_ENTITLEMENTS"
  static let generatesInfoPlist = "GENERATE_INFOPLIST_FILE"
  static let sdk = "SDKROOT"
  static let platforms = "SUPPORTED_PLATFORMS"
  static let catalyst = "SUPPORTS_MACCATALYST"
  static let productName = "PRODUCT_NAME"
  static let hardenedRuntime = "ENABLE_HARDENED_RUNTIME"
  static let sandbox = "ENABLE_APP_SANDBOX"
}

/// The build settings of one target, in all its configurations.
struct TargetSettings {
  /// One configuration: what is asked first stands first.
  private var configurations: [[[BuildSetting]]] = []
  private let targetName: String
  private let projectName: String
  /// The folder that holds the project.
  let folder: String
  /// The absolute paths of the configuration files that were named.
  private(set) var configurationFilePaths: [String] = []

  init(_ target: XcodeProject.Target, of project: XcodeProject, at path: String, files: [String: ProjectFile]) {
    targetName = target.name
    // `/App/App.xcodeproj/project.pbxproj`
    let bundle = parent(of: path)
    folder = parent(of: bundle)
    let name = lastComponent(of: bundle)
    projectName = name.hasSuffix(".xcodeproj") ? String(name.dropLast(".xcodeproj".count)) : name
    for configuration in target.configurations {
      var layers = [configuration.settings]
      add(configuration.baseConfigurationPath, to: &layers, files)
      if let outer = project.configurations.first(where: { $0.name == configuration.name }) {
        layers.append(outer.settings)
        add(outer.baseConfigurationPath, to: &layers, files)
      }
      configurations.append(layers)
    }
  }

  private mutating func add(_ base: String?, to layers: inout [[BuildSetting]], _ files: [String: ProjectFile]) {
    guard let base else { return }
    // Includes are read where they stand; what comes later counts.
    var settings: [BuildSetting] = []
    var open = [joined(folder, base)]
    var seen: Set<String> = []
    while let path = open.popLast(), seen.count < 50 {
      guard seen.insert(path).inserted else { continue }
      configurationFilePaths.append(path)
      guard let file = files[path]?.buildConfiguration else { continue }
      settings = file.settings + settings
      let own = parent(of: path)
      open += file.includes.map { joined(own, $0.path.value) }
    }
    layers.append(settings)
  }

  /// What a setting is in each configuration, variables resolved as far as they can be; each text once.
  func values(_ name: String) -> [String] {
    var seen: Set<String> = []
    return configurations.indices.compactMap { value(name, in: $0) }.filter { seen.insert($0).inserted }
  }

  func isOn(_ name: String) -> Bool { values(name).contains { $0.uppercased() == "YES" } }

  /// The absolute paths that a setting gives.
  func paths(_ name: String) -> [String] {
    values(name).filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "$")) }.map { joined(folder, $0) }
  }

  /// A text with the variables resolved that a target knows; in each configuration, each text once.
  func resolved(_ text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return [text] }
    var seen: Set<String> = []
    return configurations.indices.map { expand(text, in: $0, depth: 0) }.filter { seen.insert($0).inserted }
  }

  private func value(_ name: String, in configuration: Int, depth: Int = 0) -> String? {
    var result: String?
    for layer in configurations[configuration] {
      let own = layer.last { $0.name == name && $0.conditions.isEmpty } ?? layer.last { $0.name == name }
      guard let own else { continue }
      result = result.map { replacingInherited($0, with: own.value) } ?? own.value
      if let text = result, !hasInherited(text) { break }
    }
    return result.map { expand(replacingInherited($0, with: ""), in: configuration, depth: depth) }
  }

  private func hasInherited(_ text: String) -> Bool {
    variables(in: text).contains { $0.name == "inherited" }
  }

  private func replacingInherited(_ text: String, with outer: String) -> String {
    replacing(text) { $0 == "inherited" ? outer : nil }
  }

  private func expand(_ text: String, in configuration: Int, depth: Int) -> String {
    // Settings that name each other in a circle, or that grow with every step, end somewhere.
    guard depth < 8, text.utf8.count < 4_096 else { return text }
    return replacing(text) { name in
      switch name {
      case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": return folder
      case "TARGET_NAME", "TARGETNAME": return targetName
      case "PROJECT_NAME", "PROJECT": return projectName
      default:
        if let value = value(name, in: configuration, depth: depth + 1) { return value }
        return name == BuildSettingName.productName ? targetName : nil
      }
    }
  }

  /// A text with the variables replaced that something is known of.
  private func replacing(_ text: String, _ value: (String) -> String?) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for variable in variables(in: text) {
      guard let value = value(variable.name) else { continue }
      result += bytes[copied..<variable.range.lower]
      result += value.utf8
      copied = variable.range.upper
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// `$(NAME)`, `${NAME}` and `$(NAME:modifier)`; modifiers are taken for nothing.
  private func variables(in text: String) -> [(name: String, range: ByteRange)] {
    let bytes = Array(text.utf8)
    var result: [(name: String, range: ByteRange)] = []
    var at = 0
    while at + 2 < bytes.count {
      guard bytes[at] == UInt8(ascii: "$"), bytes[at + 1] == UInt8(ascii: "(") || bytes[at + 1] == UInt8(ascii: "{")
      else {
        at += 1
        continue
      }
      let close = bytes[at + 1] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      guard let end = bytes[(at + 2)...].firstIndex(of: close) else { break }
      let name = bytes[(at + 2)..<end].prefix { $0 != UInt8(ascii: ":") }
      result.append((String(decoding: name, as: UTF8.self), ByteRange(at, end + 1)))
      at = end + 1
    }
    return result
  }

  // MARK: - What they mean

  /// The platforms, with the lowest version of each.
  var platforms: [Platform: SystemVersion?] {
    var found: Set<Platform> = []
    for value in values(BuildSettingName.platforms) {
      found.formUnion(value.split(separator: " ").compactMap(platform))
    }
    if found.isEmpty {
      for value in values(BuildSettingName.sdk) {
        if let platform = platform(ofSDK: Substring(value)) { found.insert(platform) }
      }
    }
    if found.contains(.iOS), isOn(BuildSettingName.catalyst) { found.insert(.macCatalyst) }
    var result: [Platform: SystemVersion?] = [:]
    for platform in found {
      let versions = deploymentSetting(of: platform).map { values($0).compactMap { SystemVersion($0) } } ?? []
      result[platform] = .some(versions.min())
    }
    return result
  }

  private func platform(ofSDK name: Substring) -> Platform? {
    // With a version behind it, as old projects have: “iphoneos6.1”.
    let word = name.lowercased().prefix { $0.isLetter }
    switch word {
    case "iphoneos", "iphonesimulator": return .iOS
    case "macosx": return .macOS
    case "appletvos", "appletvsimulator": return .tvOS
    case "watchos", "watchsimulator": return .watchOS
    case "xros", "xrsimulator": return .visionOS
    default: return nil
    }
  }

  private func deploymentSetting(of platform: Platform) -> String? {
    switch platform {
    case .iOS, .iPadOS: "IPHONEOS_DEPLOYMENT_TARGET"
    case .macOS: "MACOSX_DEPLOYMENT_TARGET"
    case .tvOS: "TVOS_DEPLOYMENT_TARGET"
    case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
    case .visionOS: "XROS_DEPLOYMENT_TARGET"
    case .macCatalyst: nil
    }
  }
}

extension XcodeProject.Target {
  /// What the target makes.
  fileprivate var product: Project.Product {
    guard let type = productType?.split(separator: ".", maxSplits: 3).last.map(String.init) else { return .unknown }
    if type.hasPrefix("application") { return .app }
    if type.hasSuffix("extension"), !type.hasPrefix("system"), !type.hasPrefix("driver") { return .appExtension }
    if type.hasPrefix("framework") || type.hasPrefix("library") { return .library }
    return .unknown
  }

  /// Whether the target only tests another one.
  fileprivate var isTest: Bool { productType.map { $0.hasSuffix("testing") || $0.hasSuffix("test") } ?? false }
}

// MARK: - Putting together

/// Puts the files of a folder together to targets.
private struct TargetBuilder {
  /// What becomes a target.
  private struct Draft {
    var xcode: (target: XcodeProject.Target, settings: TargetSettings, project: XcodeProject)?
    /// The folders whose files are near: those of its Info.plist files.
    var anchors: Set<String> = []
    var files: Set<String> = []
    var languageFolders: Set<String> = []
  }

  private let folder: ProjectFolder
  private let catalog: Catalog
  private let files: [String: ProjectFile]
  private var drafts: [Draft] = []
  private var claimed: Set<String> = []

  init(_ folder: ProjectFolder, _ catalog: Catalog) {
    self.folder = folder
    self.catalog = catalog
    files = Dictionary(folder.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func targets() -> [Target] {
    for file in folder.files.sorted(by: { $0.path < $1.path }) {
      if let project = file.xcodeProject { draft(project, at: file.path) }
    }
    draftByFolders()
    return drafts.compactMap(target)
  }

  private mutating func draft(_ project: XcodeProject, at path: String) {
    claimed.insert(path)
    for target in project.targets {
      let settings = TargetSettings(target, of: project, at: path, files: files)
      var draft = Draft(xcode: (target, settings, project))
      func add(_ path: String) { if files[path] != nil { draft.files.insert(path) } }
      for plist in settings.paths(BuildSettingName.infoPlistFile) where files[plist] != nil {
        add(plist)
        draft.anchors.insert(parent(of: plist))
      }
      settings.paths(BuildSettingName.entitlements).forEach(add)
      settings.configurationFilePaths.forEach(add)
      for member in target.files { add(joined(settings.folder, member)) }
      for synchronized in target.folders {
        let root = joined(settings.folder, synchronized.path)
        let except = Set(synchronized.except.map { joined(root, $0) })
        for (path, file) in files where path.hasPrefix(root + "/") && !except.contains(path) {
          // What a target's Info.plist is, is said by its settings alone.
          if file.kind != .infoPlist, file.kind != .entitlements { add(path) }
        }
        draft.anchors.insert(root)
      }
      if draft.anchors.isEmpty { draft.anchors.insert(joined(settings.folder, target.name)) }
      let concerns = files[path]?.mentions.contains { mention in
        if case .buildSetting(let owner, _) = mention.place {
          owner == nil || owner == target.identifier
        } else {
          false
        }
      }
      guard !draft.files.isEmpty || concerns == true else { continue }
      claimed.formUnion(draft.files)
      draft.files.insert(path)
      drafts.append(draft)
    }
  }

  /// Gives what no project speaks of to the nearest Info.plist.
  private mutating func draftByFolders() {
    var ownDraft: [String: Int] = [:]
    for path in files.keys.sorted() where !claimed.contains(path) && files[path]?.kind == .infoPlist {
      let own = parent(of: path)
      if let index = ownDraft[own] {
        drafts[index].files.insert(path)
      } else {
        ownDraft[own] = drafts.count
        drafts.append(Draft(anchors: [own], files: [path]))
      }
    }
    for path in files.keys.sorted() where !claimed.contains(path) && files[path]?.kind != .infoPlist {
      guard files[path]?.kind != .xcodeProject else { continue }
      for index in nearest(to: path) where isCompanion(path, of: drafts[index]) { drafts[index].files.insert(path) }
    }
    for path in folder.languageFolders {
      for index in nearest(to: joined(path, "x")) { drafts[index].languageFolders.insert(path) }
    }
  }

  /// Whether a file that lies near may belong to a draft: of the manifests in a project most are those of libraries, and
  /// translations and entitlements in another branch of folders may be those of an app whose Info.plist is not there.
  private func isCompanion(_ path: String, of draft: Draft) -> Bool {
    guard let file = files[path] else { return true }
    let isInside = draft.anchors.contains { path.hasPrefix($0 + "/") }
    switch file.kind {
    case .privacyManifest: return lastComponent(of: path) == catalog.manifest.fileName && isInside
    case .entitlements: return isInside || draft.anchors.contains { $0.hasPrefix(parent(of: path) + "/") }
    case .stringsTable, .stringCatalog:
      let names = Set(file.mentions.map(\.name))
      return isInside || names.isEmpty
        || draft.files.contains { other in
          files[other]?.mentions.contains { !$0.isTranslation && names.contains($0.name) } ?? false
        }
    default: return true
    }
  }

  /// How far a file may lie from the folder that holds it and the Info.plist together, in levels.
  private static let deepest = 5
  private static let highest = 2

  /// The drafts whose Info.plist files share the deepest folder with a file.
  private func nearest(to path: String) -> [Int] {
    var own = parent(of: path).split(separator: "/")
    while own.last?.lowercased().hasSuffix(".lproj") ?? false { own.removeLast() }
    let top = folder.path.split(separator: "/").count
    var best = -1
    var result: [Int] = []
    for (index, draft) in drafts.enumerated() {
      for anchor in draft.anchors {
        let parts = anchor.split(separator: "/")
        let shared = zip(own, parts).prefix { $0 == $1 }.count
        guard shared >= top, parts.count - shared <= Self.highest, own.count - shared <= Self.deepest, shared >= best
        else { continue }
        if shared > best { result = [] }
        best = shared
        if result.last != index { result.append(index) }
      }
    }
    // What lies among an app and its tests or extensions is the app's.
    for isLikely in [{ !isTest($0) }, { product(of: $0) != .appExtension }, { product(of: $0) == .app }]
      as [(Draft) -> Bool]
    {
      let likely = result.filter { isLikely(drafts[$0]) }
      if !likely.isEmpty { result = likely }
    }
    let holds = result.allSatisfy {
      drafts[$0].anchors.contains { $0 == "/" + own.joined(separator: "/") || isAbove($0, own) }
    }
    // Between strangers nothing is guessed.
    return result.count == 1 || holds || result.allSatisfy { drafts[$0].xcode != nil } ? result : []
  }

  /// Whether a folder holds another one, given by its parts.
  private func isAbove(_ folder: String, _ parts: [Substring]) -> Bool {
    parts.starts(with: folder.split(separator: "/"))
  }

  private func isTest(_ draft: Draft) -> Bool {
    draft.xcode.map(\.target.isTest) ?? draft.anchors.allSatisfy { $0.hasSuffix("Tests") || $0.hasSuffix("Test") }
  }

  /// What a draft makes, as its project or its Info.plist says.
  private func product(of draft: Draft) -> Project.Product {
    if let product = draft.xcode?.target.product, product != .unknown { return product }
    let said = Set(draft.files.compactMap { files[$0]?.infoPlist?.product }.filter { $0 != .unknown })
    return said.count == 1 ? said.first ?? .unknown : .unknown
  }

  // MARK: - Reading

  private func target(_ draft: Draft) -> Target? {
    let members = draft.files.sorted().compactMap { files[$0] }
    let plists = members.compactMap(\.infoPlist)
    let settings = draft.xcode?.settings
    var platforms = settings?.platforms ?? [:]
    if platforms.isEmpty {
      for plist in plists { platforms.merge(plist.platforms) { first, second in first ?? second } }
    }
    let development = developmentLanguage(draft, members)
    return Target(
      name: draft.xcode?.target.name, identifier: draft.xcode?.target.identifier, product: product(of: draft),
      platforms: platforms, developmentLanguage: development,
      languages: languages(draft, members, development), appNames: appNames(draft, members),
      generatesInfoPlist: settings?.isOn(BuildSettingName.generatesInfoPlist) ?? false,
      hasHardenedRuntime: settings?.isOn(BuildSettingName.hardenedRuntime) ?? false,
      isTest: isTest(draft), files: members)
  }

  private func developmentLanguage(_ draft: Draft, _ members: [ProjectFile]) -> String? {
    var candidates: [String] = []
    if let region = draft.xcode?.project.developmentRegion { candidates.append(region) }
    candidates += members.compactMap { $0.stringCatalog?.sourceLanguage?.value }
    candidates += members.compactMap { $0.infoPlist?.developmentRegion }
    if let first = candidates.first { return catalog.canonicalLanguage(first) }
    // Xcode's own choice, unless someone makes another.
    let english = catalog.canonicalLanguage("en")
    let found =
      members.compactMap(\.language) + draft.languageFolders.compactMap { ProjectFile.language(ofFileAt: $0 + "/x") }
    return found.contains { catalog.canonicalLanguage($0) == english } ? english : nil
  }

  private func languages(_ draft: Draft, _ members: [ProjectFile], _ development: String?) -> [String] {
    var found: [String: String] = [:]
    func add(_ language: String) {
      let code = catalog.canonicalLanguage(language)
      if code != development, found[code] == nil { found[code] = language }
    }
    members.filter { $0.kind == .stringsTable }.compactMap(\.language).forEach(add)
    for path in draft.languageFolders.sorted() {
      if let language = ProjectFile.language(ofFileAt: path + "/x") { add(language) }
    }
    for catalog in members.compactMap(\.stringCatalog) {
      for entry in catalog.entries {
        for localization in entry.localizations { add(localization.language.value) }
      }
    }
    if let project = draft.xcode?.project {
      // Projects list languages that nothing was ever written in; with catalogs there are no folders to tell.
      let hasCatalog =
        project.files.contains { $0.hasSuffix(".xcstrings") } || !members.allSatisfy { $0.stringCatalog == nil }
      let onDisk = Set(
        folder.languageFolders.compactMap { ProjectFile.language(ofFileAt: $0 + "/x") }.map(catalog.canonicalLanguage))
      for region in project.knownRegions where region.lowercased() != "base" {
        // “English”, “German”: what every new project listed for years.
        let isName = region.count > 3 && region.allSatisfy(\.isLetter)
        if !isName, hasCatalog || onDisk.contains(catalog.canonicalLanguage(region)) { add(region) }
      }
    }
    return found.values.sorted()
  }

  private func appNames(_ draft: Draft, _ members: [ProjectFile]) -> [String] {
    var names: [String] = []
    let settings = draft.xcode?.settings
    func add(_ text: String) {
      let texts = settings?.resolved(text) ?? [text]
      names += texts.filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "$")) }
    }
    let keys = [BundleKey.Role.displayName, .name].map { catalog.name($0) }
    for key in keys { settings?.values(infoPlistSettingPrefix + key).forEach(add) }
    for plist in members.compactMap(\.infoPlist) { plist.bundleNames.forEach(add) }
    for file in members where file.kind == .stringsTable || file.kind == .stringCatalog {
      for string in file.purposeStrings where keys.contains(string.name) { add(string.text) }
    }
    settings?.values(BuildSettingName.productName).forEach(add)
    if names.isEmpty, let name = draft.xcode?.target.name { names.append(name) }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension Catalog {
  /// One way of writing a language's code, however a folder or a file writes it.
  func canonicalLanguage(_ name: String) -> String {
    let folded = String(name.lowercased().map { $0 == "_" ? "-" : $0 })
    guard let known = language(name) else { return folded }
    let names = [known.code] + known.aliases
    // A regional variant is a language of its own here: it has files of its own.
    return names.contains { String($0.lowercased().map { $0 == "_" ? "-" : $0 }) == folded } ? known.code : folded
  }
}

// MARK: - Paths

/// The folder that an absolute path lies in.
private func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
  return String(path[..<slash])
}

private func lastComponent(of path: String) -> String {
  String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
}

/// The absolute path, without `.` and `..`, of one that begins in a folder.
private func joined(_ folder: String, _ path: String) -> String {
  var parts: [Substring] = []
  let whole = path.hasPrefix("/") ? path : folder + "/" + path
  for part in whole.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}
