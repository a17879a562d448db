package import Catalog
package import ProjectFiles
import SourceText
import Synchronization

/// The names of build settings that describe a target.
package enum BuildSettingName {
  package static let infoPlistFile = "INFOPLIST_FILE"
  package static let entitlements = "CODE_SIGN_ENTITLEMENTS"
  package static let generatesInfoPlist = "GENERATE_INFOPLIST_FILE"
  package static let sdk = "SDKROOT"
  package static let platforms = "SUPPORTED_PLATFORMS"
  package static let catalyst = "SUPPORTS_MACCATALYST"
  package static let productName = "PRODUCT_NAME"
  package static let deviceFamilies = "TARGETED_DEVICE_FAMILY"
  package static let hardenedRuntime = "ENABLE_HARDENED_RUNTIME"
  package static let excludedFiles = "EXCLUDED_SOURCE_FILE_NAMES"
  package static let includedFiles = "INCLUDED_SOURCE_FILE_NAMES"
  package static let preprocessesInfoPlist = "INFOPLIST_PREPROCESS"
  package static let linkerFlags = "OTHER_LDFLAGS"
  package static let productFormat = "MACH_O_TYPE"
}

/// The build settings of one target in all its configurations.
package struct TargetSettings {
  /// For each configuration, its layers of settings in order of decreasing priority.
  private var configurations: [[[BuildSetting]]] = []
  private var configurationNames: [String] = []
  /// How many layers of each configuration are the target's own; the others are the project's.
  private var ownLayers: [Int] = []
  private let targetName: String
  private let projectName: String
  /// The folder that contains the project.
  package let folder: String
  /// The absolute paths of the configuration files.
  package private(set) var configurationFilePaths: [String] = []
  /// Whether a required configuration file couldn't be read. Those of CocoaPods don't count, because they say nothing
  /// about Info.plist.
  package private(set) var lacksConfigurationFile = false
  private let memory = Memory()

  /// Caches expanded values. Settings can refer to each other in cycles or double in length with each step, so each is
  /// expanded once, and length and number are limited.
  private final class Memory: Sendable {
    struct State {
      /// The values in each configuration; nil for a setting that is being expanded or is too long.
      var values: [Int: [String: String?]] = [:]
      /// Settings without a value because it would be too long, and all settings that depend on such a one.
      var cut: Set<String> = []
      var unknown: Set<String> = []
    }
    let state = Mutex(State())
  }

  /// Why a text can't be expanded.
  private enum Refusal: Error {
    case isTooLong, restsOnUnknown
  }

  /// The limit for an expanded value, in bytes: ten times what names and paths need.
  private static let longestValue = 4_096
  /// How many settings are expanded per configuration.
  private static let mostValues = 500
  /// How deeply settings may refer to each other.
  private static let deepest = 32
  /// How many includes of one file are followed; the last ones count.
  private static let mostIncludes = 200

  /// The settings that weren't expanded because their values would be too long.
  package var cutSettings: Set<String> { memory.state.withLock { $0.cut } }

  package init(
    _ target: XcodeProject.Target, of project: XcodeProject, at path: String,
    configurationFile: (String) -> BuildConfigurationFile?
  ) {
    targetName = target.name
    // `/App/App.xcodeproj/project.pbxproj`
    let bundle = parent(of: path)
    folder = parent(of: bundle)
    let name = lastComponent(of: bundle)
    projectName = name.hasSuffix(".xcodeproj") ? String(name.dropLast(".xcodeproj".count)) : name
    for configuration in target.configurations {
      var layers = [configuration.settings]
      add(configuration.baseConfigurationPath, to: &layers, configurationFile)
      ownLayers.append(layers.count)
      if let outer = project.configurations.first(where: { $0.name == configuration.name }) {
        layers.append(outer.settings)
        add(outer.baseConfigurationPath, to: &layers, configurationFile)
      }
      configurations.append(layers)
      configurationNames.append(configuration.name)
    }
  }

  /// The settings of configuration files without a known project, one configuration per file.
  package init(files: [BuildConfigurationFile]) {
    targetName = ""
    projectName = ""
    folder = ""
    configurations = files.map { [$0.settings] }
    configurationNames = files.map { _ in "" }
  }

  private mutating func add(
    _ base: String?, to layers: inout [[BuildSetting]], _ file: (String) -> BuildConfigurationFile?
  ) {
    guard let base else { return }
    let read = Self.configurationFiles(from: joined(folder, base), file)
    configurationFilePaths += read.paths
    if read.lacksFile { lacksConfigurationFile = true }
    layers.append(read.settings)
  }

  /// The settings of a configuration file and the files it includes, and the paths of all of them. An include takes
  /// effect at its place, and later settings win.
  package static func configurationFiles(
    from path: String, _ file: (String) -> BuildConfigurationFile?
  ) -> (settings: [BuildSetting], paths: [String], lacksFile: Bool) {
    var settings: [BuildSetting] = []
    var paths: [String] = []
    var lacksFile = false
    var open = [(path: path, isOptional: false)]
    var seen: Set<String> = []
    while let (path, isOptional) = open.popLast(), seen.count < 50 {
      guard seen.insert(path).inserted else { continue }
      paths.append(path)
      guard let file = file(path) else {
        if !isOptional, !path.split(separator: "/").contains(where: { $0 == "Pods" }) { lacksFile = true }
        continue
      }
      settings = file.settings + settings
      let own = parent(of: path)
      open += file.includes.suffix(mostIncludes).map { (joined(own, $0.path.value), $0.isOptional) }
    }
    return (settings, paths, lacksFile)
  }

  /// Whether linker flags name code that isn't in the tree: a framework, a library, an archive. Apple's own count as
  /// well.
  package static func linksMore(_ flags: String) -> Bool {
    flags.split { $0 == " " || $0 == "," || $0 == "\"" || $0 == "'" }.contains { word in
      word.hasSuffix("framework") || word.hasPrefix("-l") || word.hasPrefix("-weak-l") || word.hasPrefix("-hidden-l")
        || word.hasSuffix("_load") && word != "-all_load" || word.hasSuffix("_library")
        || [".a", ".o", ".dylib", ".tbd"].contains { word.hasSuffix($0) }
    }
  }

  /// The distinct values of a setting in all configurations, with variables expanded as far as possible.
  package func values(_ name: String) -> [String] {
    configurations.indices.compactMap { value(name, in: $0) }.unique()
  }

  /// The words of a setting that all shipped configurations have in common, that is, all not named for debugging. A
  /// conditional setting counts as empty.
  package func shippedWords(_ name: String) -> [String] {
    let numbers = configurations.indices.filter { !isForDebugging($0) }
    let words = (numbers.isEmpty ? Array(configurations.indices) : numbers).map { number in
      isConditional(name, in: number) ? [] : (value(name, in: number) ?? "").split(separator: " ").map(String.init)
    }
    return words.dropFirst().reduce(words.first ?? []) { common, other in common.filter(other.contains) }
  }

  private func isForDebugging(_ number: Int) -> Bool { namesDebugging(configurationNames[number]) }

  /// The configurations that users may get, if there are others.
  package var shippedConfigurations: [BuildTarget.Configuration] {
    guard configurations.indices.contains(where: isForDebugging) else { return [] }
    return configurations.indices.filter { !isForDebugging($0) }.map { number in
      let file = value(BuildSettingName.infoPlistFile, in: number) ?? ""
      let isIgnored = ignoresInfoPlistKeys
      let names = configurations[number].flatMap { $0.map(\.name) }.filter {
        !isIgnored && $0.hasPrefix(infoPlistSettingPrefix)
      }
      return BuildTarget.Configuration(
        name: configurationNames[number], infoPlist: file.isEmpty ? nil : joined(folder, file),
        keys: Set(names.map { String($0.dropFirst(infoPlistSettingPrefix.count)) }))
    }
  }

  /// The absolute paths of the Info.plist files that users get: of the configuration called Release, or else of those
  /// that aren’t named for debugging.
  package var releasedInfoPlists: Set<String> {
    let all = configurations.indices
    let releases = all.filter { configurationNames[$0].lowercased().hasPrefix("release") }
    let numbers = releases.isEmpty ? all.filter { !isForDebugging($0) } : releases
    let files = numbers.compactMap { value(BuildSettingName.infoPlistFile, in: $0) }
    return Set(files.filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "$")) }.map { joined(folder, $0) })
  }

  /// The absolute paths of the Info.plist files that only configurations for debugging have: by their name, or Flutter’s
  /// for profiling. Empty if another one may have any.
  package var debuggingInfoPlists: Set<String> {
    var (debugging, others): (Set<String>, Set<String>) = ([], [])
    for number in configurations.indices {
      let file = value(BuildSettingName.infoPlistFile, in: number) ?? ""
      let isForDebugging = isForDebugging(number) || configurationNames[number] == "Profile"
      if file.isEmpty || file.utf8.contains(UInt8(ascii: "$")) {
        if !isForDebugging { return [] }
      } else if isForDebugging {
        debugging.insert(joined(folder, file))
      } else {
        others.insert(joined(folder, file))
      }
    }
    return others.isEmpty ? [] : debugging.subtracting(others)
  }

  /// Whether Xcode surely ignores the settings that would become entries of Info.plist: it takes a file as it is, in
  /// every configuration.
  package var ignoresInfoPlistKeys: Bool {
    let name = BuildSettingName.generatesInfoPlist
    return !configurations.indices.contains { isConditional(name, in: $0) } && !lacksConfigurationFile
      && values(name).allSatisfy { $0.isEmpty || $0.uppercased() == "NO" }
      && values(BuildSettingName.infoPlistFile).contains { !$0.isEmpty }
  }

  /// Whether it is known of every configuration which Info.plist it has, if any. What a variable stands for may be
  /// given for a build.
  package var knowsInfoPlists: Bool {
    let name = BuildSettingName.infoPlistFile
    return configurations.indices.allSatisfy { number in
      let text = written(name, in: number) ?? ""
      return !isConditional(name, in: number)
        && (text.isEmpty
          ? !lacksConfigurationFile : variables(in: text).allSatisfy { Self.namesOfFolders.contains($0.name) })
    }
  }

  private static let namesOfFolders: Set<String> = ["SRCROOT", "SOURCE_ROOT", "PROJECT_DIR", "TARGET_NAME"]

  private func isConditional(_ name: String, in configuration: Int) -> Bool {
    configurations[configuration].contains { $0.contains { $0.name == name && !$0.conditions.isEmpty } }
  }

  package func isOn(_ name: String) -> Bool { values(name).contains { $0.uppercased() == "YES" } }

  /// The absolute paths in a setting.
  package func paths(_ name: String) -> [String] {
    values(name).filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "$")) }.map { joined(folder, $0) }
  }

  /// The names besides its usual one that a table for Info.plist may have: Xcode copies `App.plist`’s `AppPlist.strings`
  /// as `InfoPlist.strings`.
  package var infoPlistTables: Set<String> {
    var stems: Set<String> = []
    for path in paths(BuildSettingName.infoPlistFile) {
      let name = lastComponent(of: path)
      let stem = name.hasSuffix(".plist") ? String(name.dropLast(".plist".count)) : name
      stems.formUnion([stem + "Plist", stem + "-InfoPlist"])
    }
    if isOn(BuildSettingName.generatesInfoPlist) { stems.insert(targetName + "-InfoPlist") }
    stems.remove("InfoPlist")
    return Set(stems.map { $0 + ".strings" })
  }

  /// Whether a setting has variables in some configuration that nothing here gives a value.
  package func lacksValue(_ name: String) -> Bool { values(name).contains { $0.utf8.contains(UInt8(ascii: "$")) } }

  /// A text with the known variables expanded, in each configuration, without duplicates.
  package func resolved(_ text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return [text] }
    return configurations.indices.map { (try? expand(text, in: $0, depth: 0)) ?? text }.unique()
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

  /// A setting as written, with what it inherits.
  private func written(_ name: String, in configuration: Int) -> String? {
    var result: String?
    for layer in configurations[configuration] {
      let own = layer.last { $0.name == name && $0.conditions.isEmpty } ?? layer.last { $0.name == name }
      guard let own else { continue }
      // A setting’s own name stands for its value further out, as `$(inherited)` does.
      let names = ["inherited", name]
      result = result.map { (try? replacing($0, names, with: own.value)) ?? $0 } ?? own.value
      if let text = result, !variables(in: text).contains(where: { names.contains($0.name) }) { break }
    }
    return result.map { (try? replacing($0, ["inherited"], with: "")) ?? $0 }
  }

  private func replacing(_ text: String, _ names: [String], with outer: String) throws(Refusal) -> String {
    try replacing(text) { names.contains($0) ? outer : nil }
  }

  /// Expands the known variables in a text.
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

  /// Finds `$(NAME)`, `${NAME}` and `$(NAME:modifier)`; modifiers are ignored.
  private func variables(in text: String) -> [(name: String, range: ByteRange)] {
    let bytes = Array(text.utf8)
    var result: [(name: String, range: ByteRange)] = []
    var at = 0
    while at + 2 < bytes.count {
      guard bytes[at] == "$", bytes[at + 1] == "(" || bytes[at + 1] == "{" else {
        at += 1
        continue
      }
      let close = bytes[at + 1] == "(" ? UInt8(ascii: ")") : UInt8(ascii: "}")
      guard let end = bytes[(at + 2)...].firstIndex(of: close) else { break }
      let name = bytes[(at + 2)..<end].prefix { $0 != ":" }
      result.append((String(decoding: name, as: UTF8.self), ByteRange(at, end + 1)))
      at = end + 1
    }
    return result
  }

  // MARK: - What they mean

  /// The platforms, with the minimum version of each.
  package var platforms: [Platform: SystemVersion?] {
    var found: Set<Platform> = []
    for value in values(BuildSettingName.platforms) {
      found.formUnion(value.split(separator: " ").compactMap(Platform.init(sdk:)))
    }
    if found.count > 1, isForMacAlone { found = [.macOS] }
    if found.isEmpty {
      for value in values(BuildSettingName.sdk) {
        if let platform = Platform(sdk: Substring(value)) { found.insert(platform) }
      }
    }
    if found.isEmpty {
      // Without its configuration files, a project still has deployment targets.
      let systems: [Platform] = [.iOS, .macOS, .tvOS, .watchOS, .visionOS]
      found.formUnion(systems.filter { !values(Self.deploymentSetting(of: $0)).isEmpty })
    }
    if found.contains(.iOS), isOn(BuildSettingName.catalyst) {
      found.insert(.macCatalyst)
      // With the Mac as the only device, the app isn’t built for iOS.
      if Set(values(BuildSettingName.deviceFamilies)) == [Self.familyOfMac] { found.remove(.iOS) }
    }
    var result: [Platform: SystemVersion?] = [:]
    for platform in found {
      let versions = values(Self.deploymentSetting(of: platform)).compactMap { SystemVersion($0) }
      result[platform] = .some(versions.min())
    }
    return result
  }

  /// The device family of an app for Mac Catalyst that doesn’t look like an iPad’s.
  package static let familyOfMac = "6"

  /// Whether it is built with the SDK for drivers, which has none of what Apple asks apps to declare.
  package var isForDrivers: Bool {
    let sdks = values(BuildSettingName.sdk)
    return !sdks.isEmpty && sdks.allSatisfy { $0.lowercased().hasPrefix("driverkit") }
  }

  /// Whether the target itself uses the Mac's SDK, and only inherits other supported platforms from the project.
  private var isForMacAlone: Bool {
    !ownLayers.isEmpty
      && zip(configurations, ownLayers).allSatisfy { layers, own in
        let settings = layers.prefix(own)
        let sdk = settings.lazy.compactMap { $0.last { $0.name == BuildSettingName.sdk } }.first
        return sdk.map { Platform(sdk: Substring($0.value)) == .macOS } ?? false
          && !settings.contains { $0.contains { $0.name == BuildSettingName.platforms } }
      }
  }

  package static func deploymentSetting(of platform: Platform) -> String {
    switch platform {
    case .iOS, .iPadOS: "IPHONEOS_DEPLOYMENT_TARGET"
    case .macOS: "MACOSX_DEPLOYMENT_TARGET"
    case .tvOS: "TVOS_DEPLOYMENT_TARGET"
    case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
    case .visionOS: "XROS_DEPLOYMENT_TARGET"
    // Its versions are counted as those of iOS.
    case .macCatalyst: "IPHONEOS_DEPLOYMENT_TARGET"
    }
  }
}

/// Whether a configuration, or the file of one, is called as those are that no user gets.
package func namesDebugging(_ name: String) -> Bool {
  // “Debug-Staging” and “AppDebug”, but not “Debugger”.
  if name.lowercased().hasSuffix("debug") { return true }
  return name.lowercased().hasPrefix("debug") && !(name.dropFirst(5).first?.isLowercase ?? false)
}

extension Platform {
  /// The platform of an SDK or of a value under `CFBundleSupportedPlatforms`, which are the same words; nil for others.
  package init?(sdk name: Substring) {
    // Old projects have versions in it: “iphoneos6.1”.
    switch name.lowercased().prefix(while: \.isLetter) {
    case "iphoneos", "iphonesimulator": self = .iOS
    case "macosx": self = .macOS
    case "appletvos", "appletvsimulator": self = .tvOS
    case "watchos", "watchsimulator": self = .watchOS
    case "xros", "xrsimulator": self = .visionOS
    default: return nil
    }
  }
}
