import Catalog
import ProjectFiles
import PropertyList
import SourceText
import Synchronization

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
    folderTargets(in: folder).targets
  }

  /// The same, to be kept: after a change of files only what it touches is put together anew.
  public func folderTargets(in folder: ProjectFolder) -> FolderTargets {
    FolderTargets(folder, catalog)
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
  static let deviceFamilies = "TARGETED_DEVICE_FAMILY"
  static let hardenedRuntime = "ENABLE_HARDENED_RUNTIME"
  static let sandbox = "ENABLE_APP_SANDBOX"
  static let preprocessesInfoPlist = "INFOPLIST_PREPROCESS"
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
  private let memory = Memory()

  /// What was worked out so far. Settings can name each other so that each is twice as long as the next, or in circles:
  /// each is worked out once, and neither long nor many.
  private final class Memory: Sendable {
    struct State {
      /// The values in each configuration; nil for a setting that is being worked out, and for one that is cut.
      var values: [Int: [String: String?]] = [:]
      /// The settings that have no value since it would be longer than is worked out, and those that rest on them.
      var cut: Set<String> = []
      var unknown: Set<String> = []
    }
    let state = Mutex(State())
  }

  /// Why a text with variables has no value.
  private enum Refusal: Error {
    case isTooLong, restsOnUnknown
  }

  /// The most that a value has once its variables are resolved, in bytes. Names and paths are a tenth of it.
  private static let longestValue = 4_096
  /// So many settings are worked out in a configuration.
  private static let mostValues = 500
  /// So many settings name one another in a row.
  private static let deepest = 32
  /// So many files are included by one; the last ones count.
  private static let mostIncludes = 200

  /// The settings that were left unresolved because their values would be too long.
  var cutSettings: Set<String> { memory.state.withLock { $0.cut } }

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
      open += file.includes.suffix(Self.mostIncludes).map { joined(own, $0.path.value) }
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
    return configurations.indices.map { (try? expand(text, in: $0, depth: 0)) ?? text }.filter {
      seen.insert($0).inserted
    }
  }

  private func value(_ name: String, in configuration: Int, depth: Int = 0) -> String? {
    if let known = memory.state.withLock({ $0.values[configuration]?[name] }) { return known }
    guard let text = written(name, in: configuration) else { return nil }
    let isTooMuch = memory.state.withLock { state in
      let isTooMuch = depth >= Self.deepest || state.values[configuration, default: [:]].count >= Self.mostValues
      if !isTooMuch { state.values[configuration, default: [:]][name] = .some(nil) }
      return isTooMuch
    }
    var result: String?
    do throws(Refusal) {
      if isTooMuch { throw .isTooLong }
      result = try expand(text, in: configuration, depth: depth + 1)
    } catch {
      memory.state.withLock { state in
        if error == .isTooLong { state.cut.insert(name) }
        state.unknown.insert(name)
      }
    }
    let value = result
    memory.state.withLock { state in
      if !isTooMuch { state.values[configuration, default: [:]][name] = .some(value) }
    }
    return value
  }

  /// What a setting is written as, with what it inherits.
  private func written(_ name: String, in configuration: Int) -> String? {
    var result: String?
    for layer in configurations[configuration] {
      let own = layer.last { $0.name == name && $0.conditions.isEmpty } ?? layer.last { $0.name == name }
      guard let own else { continue }
      result = result.map { (try? replacingInherited($0, with: own.value)) ?? $0 } ?? own.value
      if let text = result, !hasInherited(text) { break }
    }
    return result.map { (try? replacingInherited($0, with: "")) ?? $0 }
  }

  private func hasInherited(_ text: String) -> Bool {
    variables(in: text).contains { $0.name == "inherited" }
  }

  private func replacingInherited(_ text: String, with outer: String) throws(Refusal) -> String {
    try replacing(text) { $0 == "inherited" ? outer : nil }
  }

  /// A text with the variables replaced that something is known of.
  private func expand(_ text: String, in configuration: Int, depth: Int) throws(Refusal) -> String {
    try replacing(text) { name in
      switch name {
      case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": return folder
      case "TARGET_NAME", "TARGETNAME": return targetName
      case "PROJECT_NAME", "PROJECT": return projectName
      default:
        if let value = value(name, in: configuration, depth: depth) { return value }
        return name == BuildSettingName.productName ? targetName : nil
      }
    }
  }

  /// A text with the variables replaced that have a value.
  private func replacing(_ text: String, _ value: (String) -> String?) throws(Refusal) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for variable in variables(in: text) {
      guard let value = value(variable.name) else {
        if memory.state.withLock({ $0.unknown.contains(variable.name) }) { throw .restsOnUnknown }
        continue
      }
      result += bytes[copied..<variable.range.lower]
      result += value.utf8
      copied = variable.range.upper
      guard result.count <= Self.longestValue else { throw .isTooLong }
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
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
func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
  return String(path[..<slash])
}

func lastComponent(of path: String) -> String {
  String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
}

/// The absolute path, without `.` and `..`, of one that begins in a folder.
func joined(_ folder: String, _ path: String) -> String {
  var parts: [Substring] = []
  let whole = path.hasPrefix("/") ? path : folder + "/" + path
  for part in whole.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}
