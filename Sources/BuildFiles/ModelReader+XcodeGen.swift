import BuildTargets
package import Catalog
import ProjectFiles
package import SourceText

// Targets in XcodeGen's `project.yml`.

extension ModelReader {
  /// Reads an XcodeGen description. If the project that it generates exists, that one determines the files, and the
  /// description only adds what it writes into property lists.
  mutating func readXcodeGen(_ path: String) {
    guard let text = description(at: path) else { return }
    var reader = XcodeGenReader(in: tree)
    reader.read(text, at: path)
    unread += reader.unread
    let project = joined(parent(of: path), (reader.name ?? "Project") + ".xcodeproj/project.pbxproj")
    for (target, names) in reader.targets {
      if let number = targets.firstIndex(where: { $0.declaredIn == project && $0.name == target.name }) {
        targets[number].infoPlistEntries += target.infoPlistEntries
        targets[number].writtenInfoPlist = target.writtenInfoPlist
        targets[number].entitlementEntries += target.entitlementEntries
        if target.lacksSettings { targets[number].lacksSettings = true }
      } else if !tree.contains(project) {
        add(target, names)
      }
    }
  }
}

/// What a description of XcodeGen’s says of its targets without a look at their files.
package struct XcodeGenDescription {
  /// Absolute.
  package let path: String
  /// The language that the targets are developed in; nil where it names none.
  package let language: String?
  /// The platforms of its targets with the lowest version of each where it gives one, by the absolute paths of their
  /// Info.plist files.
  package let platforms: [String: [Platform: SystemVersion?]]
  /// The keys of Info.plist that it gives its targets.
  package let keys: Set<String>

  /// - Parameters:
  ///   - path: Absolute.
  ///   - read: Reads a description that it includes, or a configuration file.
  package init(_ text: SourceText, at path: String, read: @escaping (String) -> SourceText?) {
    self.path = path
    language = YAML(text).root["options"]?["developmentLanguage"]?.string
    let tree = ProjectTree(root: parent(of: path), paths: [path]) { other throws(ReadFailure) in
      guard let text = read(other) else { throw ReadFailure("can’t be read") }
      return text
    }
    var reader = XcodeGenReader(in: tree)
    reader.read(text, at: path)
    var platforms: [String: [Platform: SystemVersion?]] = [:]
    for (target, _) in reader.targets where !target.kind.isTest {
      for plist in target.infoPlists {
        platforms[plist, default: [:]].merge(target.platforms) { first, second in
          first.flatMap { a in second.map { min(a, $0) } }
        }
      }
    }
    self.platforms = platforms
    keys = Set(reader.targets.flatMap { $0.0.infoPlistEntries.map(\.key) })
  }
}

private struct XcodeGenReader {
  private(set) var targets: [(BuildTarget, ModelReader.Wanted)] = []
  private(set) var unread: [UnreadPart] = []
  private(set) var name: String?
  private let tree: ProjectTree
  private var specs: [Spec] = []
  /// What the descriptions say about file extensions.
  private var fileTypes: [YAML.Value] = []
  /// The description's own path.
  private var path = ""
  /// The configuration files by path; nil for one that couldn't be read.
  private var configurationFiles: [String: BuildConfigurationFile?] = [:]

  /// One file: the description, or one that it includes.
  private struct Spec {
    let root: YAML.Value
    let path: String
    /// The folder that its paths are relative to.
    let folder: String
    let text: SourceText
  }

  /// A target or one of its templates, with its file.
  private struct Layer {
    let value: YAML.Value
    let spec: Spec
  }

  /// Limits for the files of a description, its targets, and the templates of a target.
  private static let mostSpecs = 50
  private static let mostTargets = 2_000
  private static let mostLayers = 50

  init(in tree: ProjectTree) { self.tree = tree }

  mutating func read(_ text: SourceText, at path: String) {
    self.path = path
    addSpec(text, at: path, folder: parent(of: path))
    var next = 0
    while next < specs.count {
      let spec = specs[next]
      next += 1
      for include in spec.root["include"]?.elements ?? [] {
        guard let name = include.string ?? include["path"]?.string, isPlain(name, include["path"] ?? include, in: spec)
        else { continue }
        let file = joined(parent(of: spec.path), name)
        let isRelative = include["relativePaths"]?.string != "false"
        guard specs.count < Self.mostSpecs, !specs.contains(where: { $0.path == file }) else { continue }
        guard let text = try? tree.read(file), text.count <= ModelReader.largestDescription else {
          note(include["path"] ?? include, in: spec, "can’t be read, so its targets are unknown")
          continue
        }
        addSpec(text, at: file, folder: isRelative ? parent(of: file) : spec.folder)
      }
    }
    name = specs.lazy.compactMap { $0.root["name"]?.string }.first
    fileTypes = specs.compactMap { $0.root["options"]?["fileTypes"] }
    var seen: Set<String> = []
    for spec in specs {
      for (key, _) in spec.root["targets"]?.entries ?? [] {
        guard let name = key.string, seen.insert(name).inserted else { continue }
        guard targets.count < Self.mostTargets else {
          return note(key, in: spec, "and later targets are skipped: there are too many")
        }
        readTarget(name, key, spec)
      }
    }
  }

  private mutating func addSpec(_ text: SourceText, at path: String, folder: String) {
    let yaml = YAML(text)
    for part in yaml.unread { unread.note(path, text, quoting: part.range, part.why) }
    specs.append(Spec(root: yaml.root, path: path, folder: folder, text: text))
  }

  private mutating func note(_ value: YAML.Value, in spec: Spec, _ why: String) {
    unread.note(spec.path, spec.text, quoting: value.range, why)
  }

  /// Whether a path has no environment variables.
  private mutating func isPlain(_ text: String, _ value: YAML.Value, in spec: Spec) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return true }
    note(value, in: spec, "depends on the environment")
    return false
  }

  // MARK: - Targets

  /// The values that all files have for something.
  private func inAllFiles(_ value: (YAML.Value) -> YAML.Value?) -> [Layer] {
    specs.compactMap { spec in value(spec.root).map { Layer(value: $0, spec: spec) } }
  }

  /// The target in all files and its templates, in order of increasing priority.
  private mutating func layers(of name: String) -> [Layer] {
    var result: [Layer] = []
    var open = Array(inAllFiles { $0["targets"]?[name] }.reversed())
    var seen: Set<String> = []
    while let layer = open.popLast(), result.count < Self.mostLayers {
      result.append(layer)
      for template in (layer.value["templates"]?.elements ?? []).reversed() {
        guard let name = template.string, seen.insert(name).inserted else { continue }
        let found = inAllFiles { $0["targetTemplates"]?[name] }
        if found.isEmpty { note(template, in: layer.spec, "is a template that isn’t defined here") }
        open += found
      }
    }
    return result.reversed()
  }

  private mutating func readTarget(_ name: String, _ key: YAML.Value, _ spec: Spec) {
    let layers = layers(of: name)
    func last(_ key: String) -> YAML.Value? { layers.reversed().lazy.compactMap { $0.value[key] }.first }
    var attributes = ["target_name": name]
    guard tree.budget.take(layers.count) > 0 else { return }
    for layer in layers {
      for (key, value) in layer.value["templateAttributes"]?.entries ?? [] {
        if let key = key.string, let text = value.string { attributes[key] = substituted(text, attributes) }
      }
    }
    let type = last("type")?.string.map { substituted($0, attributes) } ?? ""
    let given = last("platform")
    let platforms = given.map { $0.kind == .sequence ? $0.strings : [] } ?? []
    // A description for several platforms makes one target per platform.
    for platform in platforms.isEmpty ? [given?.string.map { substituted($0, attributes) } ?? ""] : platforms {
      var attributes = attributes
      attributes["platform"] = platform
      let prefix = platforms.isEmpty ? "" : last("platformPrefix")?.string ?? ""
      let suffix = platforms.isEmpty ? "" : last("platformSuffix")?.string ?? "_\(platform)"
      let destinations = last("supportedDestinations")?.strings ?? []
      var target = BuildTarget(
        name: prefix + name + suffix, kind: BuildTarget.Kind(productType: type), declaredIn: spec.path,
        declaration: key.range,
        platforms: systems((destinations.isEmpty ? [platform] : destinations), last("deploymentTarget")))
      var names = ModelReader.Wanted()
      names.identifier = prefix + name + suffix
      names.productFile = name
      for layer in layers {
        addProperties(of: layer, to: &target, attributes)
        addDependencies(of: layer, to: &names, suffix, attributes)
        // A built framework.
        if layer.value["dependencies"]?.elements.contains(where: { $0["framework"] != nil }) ?? false {
          target.linksUnknownCode = true
        }
        addScripts(of: layer, to: &target)
      }
      addConfigurationFiles(layers, to: &target, attributes)
      addSettings(layers, to: &target, attributes)
      for layer in layers { addSources(of: layer, to: &target, attributes) }
      target.sources = sortedOnce(target.sources)
      target.headers = sortedOnce(target.headers)
      target.resources = sortedOnce(target.resources)
      targets.append((target, names))
    }
  }

  /// Replaces the attributes of a template in a text.
  private func substituted(_ text: String, _ attributes: [String: String]) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      guard rest.dropFirst().first == "{", let close = rest.firstIndex(of: "}") else {
        result += rest.prefix(1)
        rest = rest.dropFirst()
        continue
      }
      let name = String(rest[rest.index(dollar, offsetBy: 2)..<close])
      result += attributes[name] ?? String(rest[...close])
      rest = rest[rest.index(after: close)...]
      // Nobody writes short names that expand to text this long.
      if result.utf8.count > 4_096 { break }
    }
    return result + rest
  }

  private func systems(_ names: [String], _ deployment: YAML.Value?) -> [Platform: SystemVersion?] {
    var result: [Platform: SystemVersion?] = [:]
    for name in names {
      guard let platform = Platform(inDescription: name) else { continue }
      let global = specs.lazy.compactMap { $0.root["options"]?["deploymentTarget"]?[name]?.string }.first
      let version = deployment?.string ?? deployment?[name]?.string ?? global
      result[platform] = .some(version.flatMap { SystemVersion($0) })
    }
    return result
  }

  private mutating func addDependencies(
    of layer: Layer, to names: inout ModelReader.Wanted, _ suffix: String, _ attributes: [String: String]
  ) {
    for dependency in layer.value["dependencies"]?.elements ?? [] {
      if let target = dependency["target"]?.string.map({ substituted($0, attributes) }) {
        // `Project/Target` is in another project.
        let name = lastComponent(of: target)
        names.identifiers += [name] + (suffix.isEmpty ? [] : [name + suffix])
        if dependency["embed"]?.string != "false" { names.embeddedIfBundled += [name, name + suffix] }
      } else if let package = dependency["package"]?.string {
        names.packageProducts +=
          dependency["product"]?.string.map { [$0] }
          ?? dependency["products"]?.strings ?? [package]
      } else if let framework = dependency["framework"]?.string {
        names.linked.append(lastComponent(of: framework))
      } else if let carthage = dependency["carthage"]?.string {
        names.packageProducts.append(carthage)
      }
    }
  }

  /// The names under which descriptions have scripts, in all versions of XcodeGen.
  private static let scriptPhases = [
    "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts", "postbuildScripts",
  ]

  private func addScripts(of layer: Layer, to target: inout BuildTarget) {
    for phase in Self.scriptPhases {
      for script in layer.value[phase]?.elements ?? [] where tree.budget.take(1) > 0 {
        let file = script["path"]?.string.flatMap { try? tree.read(joined(layer.spec.folder, $0)) }
        guard let text = script["script"]?.string ?? file.map({ $0[ByteRange(0, $0.count)] }) else { continue }
        if ModelReader.buildsMore(text) { target.linksUnknownCode = true }
        target.noteManifests(ofScript: text)
      }
    }
  }

  // MARK: - Property lists and settings

  private mutating func addProperties(
    of layer: Layer, to target: inout BuildTarget, _ attributes: [String: String]
  ) {
    for (name, isInfoPlist) in [("info", true), ("entitlements", false)] {
      guard let part = layer.value[name] else { continue }
      if let file = part["path"]?.string.map({ substituted($0, attributes) }),
        isPlain(file, part["path"] ?? part, in: layer.spec)
      {
        let path = joined(layer.spec.folder, file)
        if isInfoPlist {
          target.infoPlists.append(path)
          target.writtenInfoPlist = path
        } else {
          target.entitlements.append(path)
        }
      }
      for (key, value) in part["properties"]?.entries ?? [] where tree.budget.take(1) > 0 {
        let entry = entry(key.string ?? "", value, key.range, in: layer.spec)
        if isInfoPlist { target.infoPlistEntries.append(entry) } else { target.entitlementEntries.append(entry) }
      }
    }
  }

  private func entry(_ key: String, _ value: YAML.Value, _ range: ByteRange, in spec: Spec) -> BuildTarget.Entry {
    BuildTarget.Entry(key: key, values: value.kind == .mapping ? [] : value.strings, path: spec.path, range: range)
  }

  private mutating func addSettings(
    _ layers: [Layer], to target: inout BuildTarget, _ attributes: [String: String]
  ) {
    var open = inAllFiles { $0["settings"] }
    open += layers.compactMap { layer in layer.value["settings"].map { Layer(value: $0, spec: layer.spec) } }
    open.reverse()
    var seen: Set<String> = []
    var read = 0
    while let layer = open.popLast(), read < Self.mostLayers {
      read += 1
      var lists = [layer.value]
      if layer.value["base"] != nil || layer.value["configs"] != nil || layer.value["groups"] != nil {
        lists = [layer.value["base"]].compactMap(\.self) + (layer.value["configs"]?.entries.map(\.value) ?? [])
        for group in layer.value["groups"]?.strings ?? [] where seen.insert(group).inserted {
          open += inAllFiles { $0["settingGroups"]?[group] }
        }
      }
      for list in lists {
        for (key, value) in list.entries {
          guard tree.budget.take(1) > 0 else { return }
          if let name = key.string { addSetting(name, key, value, in: layer.spec, to: &target, attributes) }
        }
      }
    }
  }

  /// Adds the settings of configuration files, the project's first. The description's own settings have priority.
  private mutating func addConfigurationFiles(
    _ layers: [Layer], to target: inout BuildTarget, _ attributes: [String: String]
  ) {
    let all = specs.map { Layer(value: $0.root, spec: $0) } + layers
    var seen: Set<String> = []
    for layer in all {
      for (_, value) in layer.value["configFiles"]?.entries ?? [] {
        guard tree.budget.take(1) > 0 else { return }
        guard let name = value.string.map({ substituted($0, attributes) }), isPlain(name, value, in: layer.spec) else {
          target.lacksSettings = true
          continue
        }
        let file = joined(layer.spec.folder, name)
        guard seen.insert(file).inserted else { continue }
        let read = TargetSettings.configurationFiles(from: file) { configurationFile($0) }
        if read.lacksFile {
          note(value, in: layer.spec, "or a file that it includes can’t be read, so its settings are unknown")
          target.lacksSettings = true
        }
        for setting in read.settings {
          addSetting(setting.name, setting.value, isOn: setting.value.uppercased() == "YES", to: &target, attributes)
        }
        for path in read.paths where tree.budget.take(1) > 0 {
          target.infoPlistEntries +=
            configurationFile(path).map { BuildTarget.Entry.entries(in: $0.settings, of: path) } ?? []
        }
      }
    }
  }

  private mutating func configurationFile(_ path: String) -> BuildConfigurationFile? {
    if let known = configurationFiles[path] { return known }
    let file = (try? tree.read(path)).map(BuildConfigurationFile.parse)
    configurationFiles[path] = .some(file)
    return file
  }

  private func addSetting(
    _ name: String, _ value: String, isOn: Bool, to target: inout BuildTarget, _ attributes: [String: String]
  ) {
    func file() -> String? {
      let text = substituted(value, attributes)
      let root = "$(SRCROOT)/"
      let own = text.hasPrefix(root) ? String(text.dropFirst(root.count)) : text
      return own.isEmpty || own.utf8.contains(UInt8(ascii: "$")) ? nil : joined(parent(of: path), own)
    }
    switch name {
    case BuildSettingName.infoPlistFile:
      if let path = file() {
        if !target.infoPlists.contains(path) { target.infoPlists.append(path) }
      } else if !value.isEmpty {
        target.lacksSettings = true
      }
    case BuildSettingName.entitlements:
      if let path = file(), !target.entitlements.contains(path) { target.entitlements.append(path) }
    case BuildSettingName.generatesInfoPlist: target.generatesInfoPlist = isOn
    case BuildSettingName.catalyst:
      if isOn { target.platforms[.macCatalyst] = .some(target.platforms[.iOS] ?? nil) }
    case BuildSettingName.deviceFamilies where value == TargetSettings.familyOfMac:
      target.platforms[.macCatalyst] = .some(target.platforms.removeValue(forKey: .iOS) ?? nil)
    case BuildSettingName.sdk: if value.lowercased().hasPrefix("driverkit") { target.kind = .systemExtension }
    case BuildSettingName.productFormat: target.kind = target.kind.made(as: value)
    case BuildSettingName.linkerFlags: if TargetSettings.linksMore(value) { target.linksUnknownCode = true }
    default:
      guard let version = SystemVersion(value) else { break }
      for platform in target.platforms.keys where name == TargetSettings.deploymentSetting(of: platform) {
        target.platforms[platform] = .some(version)
      }
    }
  }

  private mutating func addSetting(
    _ name: String, _ key: YAML.Value, _ value: YAML.Value, in spec: Spec, to target: inout BuildTarget,
    _ attributes: [String: String]
  ) {
    let text = value.kind == .sequence ? value.strings.joined(separator: " ") : value.string ?? ""
    addSetting(name, text, isOn: value.string == "YES" || value.isTrue, to: &target, attributes)
    if name.hasPrefix(infoPlistSettingPrefix) {
      let isQuoted = spec.text.bytes.indices.contains(key.range.lower) && key.range.count > name.utf8.count
      let lower = min(key.range.lower + infoPlistSettingPrefix.utf8.count + (isQuoted ? 1 : 0), key.range.upper)
      let range = ByteRange(lower, key.range.upper)
      target.infoPlistEntries.append(
        entry(String(name.dropFirst(infoPlistSettingPrefix.count)), value, range, in: spec))
    }
  }

  // MARK: - Files

  private mutating func addSources(of layer: Layer, to target: inout BuildTarget, _ attributes: [String: String]) {
    for source in layer.value["sources"]?.elements ?? [] {
      guard let given = (source.string ?? source["path"]?.string).map({ substituted($0, attributes) }) else {
        note(source, in: layer.spec, "has no path")
        continue
      }
      guard isPlain(given, source["path"] ?? source, in: layer.spec) else { continue }
      let root = joined(layer.spec.folder, given)
      let excludes = (source["excludes"]?.strings ?? []).map { PathPattern(substituted($0, attributes)) }
      let includes = (source["includes"]?.strings ?? []).map { PathPattern(substituted($0, attributes)) }
      if (excludes + includes).contains(where: \.isCut) {
        note(source, in: layer.spec, "has too many braces in a pattern")
      }
      let phase = source["buildPhase"]
      let isFolder = source["type"]?.string == "folder"
      if !isFolder, !tree.readSkipped(below: root) { target.lacksFiles = true }
      let files = tree.files(at: root, patterns: excludes.count + includes.count + 1)
      if phase == nil, !isFolder, !files.isEmpty, !tree.contains(root) { target.manifestFolders.append(root) }
      for path in files {
        if path != root {
          let inner = relative(path, to: root)
          if excludes.contains(where: { $0.covers(inner) }) { continue }
          if !includes.isEmpty, !includes.contains(where: { $0.covers(inner) }) { continue }
          if isInBundle(path, below: root) { continue }
        }
        add(path, to: &target, phase: phase?.string ?? (phase?["copyFiles"] == nil ? nil : "copyFiles"), isFolder)
      }
    }
  }

  /// The paths, sorted and without duplicates; those of a single folder mostly are already.
  private func sortedOnce(_ paths: [String]) -> [String] {
    zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 } ? paths : Set(paths).sorted()
  }

  private func phaseByEnding(of path: String) -> String? {
    guard !fileTypes.isEmpty, let dot = path.lastIndex(of: ".") else { return nil }
    let ending = String(path[path.index(after: dot)...])
    return fileTypes.lazy.compactMap { $0[ending]?["buildPhase"]?.string }.first
  }

  private func add(_ path: String, to target: inout BuildTarget, phase: String?, _ isFolder: Bool) {
    if isFolder || phase == "resources" || phase == "copyFiles" {
      target.resources.append(path)
      return
    }
    if (phase ?? phaseByEnding(of: path)) == "none" { return }
    switch SourceKind(path) {
    case .source: target.sources.append(path)
    case .header: target.headers.append(path)
    case nil:
      guard !target.infoPlists.contains(path), !target.entitlements.contains(path) else { return }
      if ProjectTree.isManifest(path) || !path.hasSuffix(".xcconfig") { target.resources.append(path) }
    }
  }
}

extension Platform {
  /// - Parameter name: The platform as spelled by SwiftPM and XcodeGen.
  init?(inDescription name: String) {
    self.init(rawValue: name == "macCatalyst" ? Platform.macCatalyst.rawValue : name)
  }
}
