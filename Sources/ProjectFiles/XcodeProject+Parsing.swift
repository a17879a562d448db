import PropertyList
public import SourceText

extension XcodeProject {
  /// Parses any text.
  public static func parse(_ text: SourceText) -> XcodeProject {
    guard !isXML(text) else {
      return XcodeProject(
        tree: OpenStepTree(withoutValues: text), targets: [], configurations: [], knownRegions: [],
        developmentRegion: nil, files: [], packageURLs: [], unlinkedPackageURLs: [], packageProducts: nil, cut: nil,
        isXML: true)
    }
    var reader = ProjectReader(OpenStepTree.parse(text))
    return reader.read()
  }

  private static func isXML(_ text: SourceText) -> Bool {
    let start = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let content = text.bytes[start...].drop(while: isBlank)
    return ["<?xml", "<!DOCTYPE", "<plist"].contains { content.starts(with: $0.utf8) }
  }
}

/// Resolves the references between the objects of a project.
private struct ProjectReader {
  let tree: OpenStepTree
  /// The dictionaries of the objects. If a merge left two with one identifier, the last one counts.
  private var objects: [String: OpenStepValue] = [:]
  private var order: [String] = []
  /// The paths of groups, files and folders, relative to the project’s folder.
  private var paths: [String: String] = [:]
  private var files: [String] = []
  /// The targets by the references to their products.
  private var makers: [String: String] = [:]
  /// The files of each variant group, which is one file in several languages.
  private var variants: [String: [String]] = [:]
  /// The configurations that a list has named. Xcode puts each into one list. If a merge left it in two, the first one
  /// counts, so that no setting is read twice.
  private var takenConfigurations: Set<String> = []

  // Since objects refer to each other, a small file can expand to a lot. A project with a thousand targets stays far
  // below these limits.
  private var objectsLeft: Int
  private var settingsLeft: Int
  /// The bytes of all paths, and the number of all memberships of files in targets.
  private var pathBytesLeft: Int
  private var membershipsLeft = 200_000
  /// The first place that wasn’t read.
  private var cut: Int?

  init(_ tree: OpenStepTree) {
    self.tree = tree
    cut = tree.cut
    objectsLeft = 20_000 + tree.text.count / 80
    settingsLeft = 15_000 + tree.text.count / 60
    pathBytesLeft = 1 << 20 + tree.text.count
    guard let all = tree.root["objects"] else { return }
    for entry in all.entries {
      guard let value = entry.value, value.kind == .dictionary, let identifier = entry.key.string else { continue }
      guard objectsLeft > 0 else {
        leaveOut(from: entry.range.lower)
        break
      }
      objectsLeft -= 1
      if objects.updateValue(value, forKey: identifier) == nil { order.append(identifier) }
    }
  }

  /// Records the place of something that isn’t read.
  private mutating func leaveOut(from offset: Int) {
    if cut == nil { cut = offset }
  }

  mutating func read() -> XcodeProject {
    let project =
      tree.root["rootObject"]?.string.flatMap { objects[$0] }
      ?? objects(named: "PBXProject").first
    readGroups(project)
    let listed = strings(project?["targets"])
    let identifiers = listed.isEmpty ? order.filter { objects[$0].map(isTarget) ?? false } : listed
    for identifier in identifiers {
      if let product = objects[identifier]?["productReference"]?.string { makers[product] = identifier }
    }
    var targets: [XcodeProject.Target] = []
    // A target with its configurations takes kilobytes.
    let mostTargets = 1_000 + tree.text.count / 1_000
    for identifier in identifiers.unique() {
      guard targets.count < mostTargets else {
        leaveOut(from: objects[identifier]?.range.lower ?? tree.text.count)
        break
      }
      target(identifier).map { targets.append($0) }
    }
    addExceptions(to: &targets)
    let configurations = configurations(of: project)
    return XcodeProject(
      tree: tree, targets: targets, configurations: configurations,
      knownRegions: strings(project?["knownRegions"]),
      developmentRegion: project?["developmentRegion"]?.string, files: files.unique(),
      packageURLs: objects(named: "XCRemoteSwiftPackageReference").compactMap { $0["repositoryURL"]?.string }
        .map(repositoryURL),
      unlinkedPackageURLs: unlinkedPackageURLs(by: targets), packageProducts: remoteProducts(), cut: cut, isXML: false)
  }

  private func unlinkedPackageURLs(by targets: [XcodeProject.Target]) -> [String] {
    guard let products = remoteProducts(), Set(targets.flatMap(\.packageProducts)).isSuperset(of: products) else {
      return []
    }
    func url(_ reference: OpenStepValue?) -> String? { reference?["repositoryURL"]?.string.map(repositoryURL) }
    let packages = objects(named: "XCSwiftPackageProductDependency").compactMap { $0["package"]?.string }
    let linked = Set(packages.compactMap { url(objects[$0]) })
    return objects(named: "XCRemoteSwiftPackageReference").compactMap(url).filter { !linked.contains($0) }
  }

  private func remoteProducts() -> [String]? {
    var names: [String] = []
    for product in objects(named: "XCSwiftPackageProductDependency") {
      let package = product["package"]?.string.flatMap { objects[$0] }
      guard package?["isa"]?.isString("XCRemoteSwiftPackageReference") ?? false else { return nil }
      product["productName"]?.string.map { names.append($0) }
    }
    return names
  }

  /// The objects of a kind, in the order of the file.
  private func objects(named kind: StaticString) -> [OpenStepValue] {
    order.compactMap { objects[$0] }.filter { $0["isa"]?.isString(kind) ?? false }
  }

  private func strings(_ array: OpenStepValue?) -> [String] { array?.elements.compactMap(\.string) ?? [] }

  private func isTarget(_ object: OpenStepValue) -> Bool {
    guard let isa = object["isa"] else { return false }
    return isa.isString("PBXNativeTarget") || isa.isString("PBXAggregateTarget") || isa.isString("PBXLegacyTarget")
  }

  // MARK: - Files

  private mutating func readGroups(_ project: OpenStepValue?) {
    let top = project?["projectDirPath"]?.string ?? ""
    /// The groups to visit, next one last, with the path of the group that contains them; nil if unknown.
    var waiting: [(identifier: String, base: String?)] = []
    var seen: Set<String> = []
    if let main = project?["mainGroup"]?.string { waiting.append((main, top)) }
    // Files outside of groups are relative to the project’s folder.
    var rest = order.makeIterator()
    while true {
      guard let next = waiting.popLast() else {
        guard let identifier = rest.next() else { break }
        if !seen.contains(identifier), let isa = objects[identifier]?["isa"], isFile(isa) {
          waiting.append((identifier, top))
        }
        continue
      }
      guard seen.insert(next.identifier).inserted, let object = objects[next.identifier], let isa = object["isa"]
      else { continue }
      let path = path(of: object, in: next.base, top)
      if let path { paths[next.identifier] = path }
      if isFile(isa) {
        if let path { files.append(path) }
      } else if isa.isString("PBXVariantGroup") {
        readVariants(of: object, next.identifier, in: path, top)
        for child in strings(object["children"]) { seen.insert(child) }
      } else if let children = object["children"] {
        waiting.append(contentsOf: strings(children).reversed().map { ($0, path) })
      }
    }
  }

  private func isFile(_ isa: OpenStepValue) -> Bool { isa.isString("PBXFileReference") }

  private mutating func readVariants(of group: OpenStepValue, _ identifier: String, in base: String?, _ top: String) {
    variants[identifier] = []
    for child in strings(group["children"]) {
      guard let file = objects[child], let path = path(of: file, in: base, top) else { continue }
      paths[child] = path
      files.append(path)
      variants[identifier, default: []].append(path)
    }
  }

  private mutating func path(of object: OpenStepValue, in base: String?, _ top: String) -> String? {
    guard let path = fullPath(of: object, in: base, top) else { return nil }
    // No file system allows longer paths.
    guard path.utf8.count <= 4_096, path.utf8.count <= pathBytesLeft else {
      leaveOut(from: object.range.lower)
      return nil
    }
    pathBytesLeft -= path.utf8.count
    return path
  }

  private func fullPath(of object: OpenStepValue, in base: String?, _ top: String) -> String? {
    let own = object["path"]?.string
    guard let tree = object["sourceTree"], !tree.isString("<group>") else {
      guard let base else { return nil }
      return own.map { joined(base, $0) } ?? base
    }
    if tree.isString("SOURCE_ROOT") { return joined(top, own ?? "") }
    if tree.isString("<absolute>") { return own }
    return nil
  }

  /// Joins two paths and resolves `.` and, where possible, `..`.
  private func joined(_ base: String, _ path: String) -> String {
    if path.hasPrefix("/") || path.hasPrefix("$") { return path }
    if isTidyPath(base), isTidyPath(path) { return base + "/" + path }
    var parts = base.split(separator: "/")
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (base.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  // MARK: - Targets

  private mutating func target(_ identifier: String) -> XcodeProject.Target? {
    guard let object = objects[identifier], isTarget(object) else { return nil }
    var phases: [XcodeProject.Phase] = []
    for phase in strings(object["buildPhases"]).unique() {
      guard membershipsLeft > 0 else {
        leaveOut(from: object.range.lower)
        break
      }
      if let object = objects[phase] { phases.append(self.phase(object)) }
    }
    let folders = strings(object["fileSystemSynchronizedGroups"]).compactMap { folder($0, target: identifier) }
    return XcodeProject.Target(
      identifier: identifier, name: object["name"]?.string ?? object["productName"]?.string ?? "",
      productType: object["productType"]?.string, configurations: configurations(of: object), phases: phases,
      folders: folders,
      dependencies: strings(object["dependencies"]).compactMap { objects[$0]?["target"]?.string },
      packageProducts: strings(object["packageProductDependencies"]).compactMap { objects[$0]?["productName"]?.string },
      productFile: object["productReference"]?.string.flatMap { objects[$0]?["path"]?.string }, range: object.range)
  }

  private mutating func phase(_ object: OpenStepValue) -> XcodeProject.Phase {
    var files: [String] = []
    var platforms: [String: [String]] = [:]
    var products: [XcodeProject.Product] = []
    for identifier in strings(object["files"]).unique() {
      membershipsLeft -= 1
      guard let file = objects[identifier], let reference = file["fileRef"]?.string else { continue }
      let found = variants[reference] ?? paths[reference].map { [$0] } ?? []
      files += found
      if found.isEmpty, let product = objects[reference]?["path"]?.string {
        let base = objects[reference]?["sourceTree"]?.string
        products.append(
          XcodeProject.Product(
            name: lastComponent(product), target: makers[reference],
            isOfSystem: base == "SDKROOT" || base == "DEVELOPER_DIR" || base == "<absolute>"))
      }
      let filters = file["platformFilters"].map(strings) ?? file["platformFilter"]?.string.map { [$0] } ?? []
      if !filters.isEmpty { for path in found { platforms[path] = filters } }
    }
    let kind = kind(ofPhase: object)
    return XcodeProject.Phase(
      kind: kind, files: files, platforms: platforms, products: products,
      script: kind == .script ? scriptLines(of: object).joined(separator: "\n") : nil)
  }

  /// The text of a script and the files that it says it reads and writes.
  private func scriptLines(of object: OpenStepValue) -> [String] {
    [object["shellScript"]?.string].compactMap(\.self)
      + ["inputPaths", "outputPaths"].flatMap { object[$0].map(strings) ?? [] }
  }

  private func kind(ofPhase object: OpenStepValue) -> XcodeProject.Phase.Kind {
    switch object["isa"]?.string {
    case "PBXSourcesBuildPhase": .sources
    case "PBXHeadersBuildPhase": .headers
    case "PBXResourcesBuildPhase": .resources
    case "PBXFrameworksBuildPhase": .frameworks
    case "PBXShellScriptBuildPhase": .script
    case "PBXCopyFilesBuildPhase": .copyFiles(destination: object["dstSubfolderSpec"]?.string.flatMap { Int($0) })
    default: .other
    }
  }

  private func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func folder(_ identifier: String, target: String) -> XcodeProject.SynchronizedFolder? {
    guard let group = objects[identifier], let path = paths[identifier] else { return nil }
    let sets = exceptions(of: group).filter { $0.target == target }
    return XcodeProject.SynchronizedFolder(
      path: path, except: sets.flatMap(\.paths),
      platforms: sets.reduce(into: [:]) { all, set in all.merge(set.platforms) { $1 } },
      copiedFolders: strings(group["explicitFolders"]))
  }

  private func exceptions(
    of group: OpenStepValue
  ) -> [(target: String, paths: [String], platforms: [String: [String]])] {
    strings(group["exceptions"]).compactMap { identifier in
      guard let set = objects[identifier], let target = set["target"]?.string else { return nil }
      var platforms: [String: [String]] = [:]
      for entry in (set["platformFiltersByRelativePath"]?.entries).map(Array.init) ?? [] {
        let names = strings(entry.value)
        if let file = entry.key.string, !names.isEmpty { platforms[file] = names }
      }
      return (target, strings(set["membershipExceptions"]), platforms)
    }
  }

  /// In a folder that belongs to another target, the exceptions are the files that belong to this one.
  private func addExceptions(to targets: inout [XcodeProject.Target]) {
    var extra: [String: [String]] = [:]
    var platforms: [String: [String: [String]]] = [:]
    for identifier in order {
      guard let group = objects[identifier], group["isa"]?.isString("PBXFileSystemSynchronizedRootGroup") ?? false,
        let path = paths[identifier]
      else { continue }
      for set in exceptions(of: group) {
        let owns = strings(objects[set.target]?["fileSystemSynchronizedGroups"]).contains(identifier)
        if owns { continue }
        extra[set.target, default: []] += set.paths.map { joined(path, $0) }
        for (file, names) in set.platforms { platforms[set.target, default: [:]][joined(path, file)] = names }
      }
    }
    for place in targets.indices {
      guard let files = extra[targets[place].identifier] else { continue }
      targets[place].phases.append(
        XcodeProject.Phase(
          kind: .byName, files: files.unique(), platforms: platforms[targets[place].identifier] ?? [:], products: [],
          script: nil))
    }
  }

  // MARK: - Configurations

  private mutating func configurations(of object: OpenStepValue?) -> [XcodeProject.Configuration] {
    guard let list = object?["buildConfigurationList"]?.string, let identifiers = objects[list]?["buildConfigurations"]
    else { return [] }
    var result: [XcodeProject.Configuration] = []
    for identifier in strings(identifiers) {
      guard let object = objects[identifier], takenConfigurations.insert(identifier).inserted else { continue }
      guard settingsLeft > 0 else {
        leaveOut(from: object.range.lower)
        break
      }
      // A configuration without settings counts as one.
      settingsLeft -= 1
      let settings = object["buildSettings"]
      let read = settings.map { buildSettings($0) } ?? []
      result.append(
        XcodeProject.Configuration(
          name: object["name"]?.string ?? "", settings: read, baseConfigurationPath: basePath(of: object),
          settingsRange: settings?.range))
    }
    return result
  }

  private func basePath(of configuration: OpenStepValue) -> String? {
    if let file = configuration["baseConfigurationReference"]?.string { return paths[file] }
    // A file in a synchronized folder has the folder and a path within it.
    guard let anchor = configuration["baseConfigurationReferenceAnchor"]?.string, let base = paths[anchor],
      let path = configuration["baseConfigurationReferenceRelativePath"]?.string
    else { return nil }
    return joined(base, path)
  }

  private mutating func buildSettings(_ dictionary: OpenStepValue) -> [BuildSetting] {
    var result: [BuildSetting] = []
    for entry in dictionary.entries {
      guard settingsLeft > 0 else {
        leaveOut(from: entry.range.lower)
        break
      }
      guard let setting = buildSetting(entry) else { continue }
      settingsLeft -= max(setting.values.count, 1)
      result.append(setting)
    }
    return result
  }

  private func buildSetting(_ entry: OpenStepEntry) -> BuildSetting? {
    guard let key = entry.key.written else { return nil }
    let parts = key.value.split(separator: "[", omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let conditions = parts.dropFirst().flatMap { part in
      part.prefix { $0 != "]" }.split(separator: ",").map(String.init)
    }
    var values: [WrittenText] = []
    if let value = entry.value {
      values =
        value.kind == .array
        ? value.elements.prefix(settingsLeft).compactMap(\.written) : value.written.map { [$0] } ?? []
    }
    return BuildSetting(
      name: name, nameRange: key.sourceRange(of: ByteRange(0, name.utf8.count)), conditions: conditions,
      values: values, range: entry.range)
  }
}
