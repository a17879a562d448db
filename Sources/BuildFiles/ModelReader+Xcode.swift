import BuildTargets
import ProjectFiles
import PropertyList
import SourceText

// Targets of Xcode projects.

extension ModelReader {
  /// The commands of scripts that build code in other languages into the app.
  private static let builders: Set<Substring> = ["gradlew", "gradle", "cargo", "xcode_backend"]

  /// Whether a script builds code in other languages into the app.
  static func buildsMore(_ script: String) -> Bool {
    script.split { !$0.isLetter && $0 != "_" }.contains { builders.contains($0) }
  }

  /// Whether a script names privacy manifests, which it may copy.
  static func namesManifests(_ script: String) -> Bool {
    script.split { !$0.isLetter }.contains { $0 == "xcprivacy" }
  }

  mutating func readXcodeProject(_ path: String) {
    let project: XcodeProject
    do throws(ReadFailure) {
      project = try tree.xcodeProject(path)
    } catch {
      unread.append(UnreadPart(path, nil, nil, error.words))
      return
    }
    noteFaults(of: project, at: path)
    var configurationFiles: [String: BuildConfigurationFile] = [:]
    for target in project.targets {
      let settings = TargetSettings(target, of: project, at: path) { path in
        if let known = configurationFiles[path] { return known }
        let file = (try? tree.read(path)).map(BuildConfigurationFile.parse)
        if let file { configurationFiles[path] = file }
        return file
      }
      let files = XcodeTargetFiles(of: target, settings, in: tree)
      var kind = settings.values(BuildSettingName.productFormat).reduce(BuildTarget.Kind(target)) { $0.made(as: $1) }
      if settings.isForDrivers, kind != .aggregate { kind = .systemExtension }
      var result = BuildTarget(
        name: target.name, kind: kind, declaredIn: path, declaration: target.range, platforms: settings.platforms)
      result.isShell = files.sources.isEmpty && target.productType?.hasSuffix("-container") ?? false
      result.sources = files.sources.sorted()
      result.headers = files.headers.sorted()
      result.resources = files.resources.sorted()
      result.infoPlists = files.infoPlists
      result.generatesInfoPlist = settings.isOn(BuildSettingName.generatesInfoPlist)
      let entries = infoPlistEntries(of: target, settings, project, at: path, configurationFiles)
      if settings.ignoresInfoPlistKeys {
        result.ignoredKeys = Set(entries.map(\.key))
      } else {
        result.infoPlistEntries = entries
      }
      result.entitlements = files.entitlements
      for script in target.phases.compactMap(\.script) { result.noteManifests(ofScript: script) }
      result.linksUnknownCode = target.phases.contains { phase in
        guard phase.kind != .sources, phase.kind != .headers else { return false }
        return phase.products.contains { $0.target == nil && !$0.isOfSystem }
          || phase.files.contains(where: isBuiltCode)
          || phase.script.map(Self.buildsMore) ?? false
      }
      if settings.values(BuildSettingName.linkerFlags).contains(where: TargetSettings.linksMore) {
        result.linksUnknownCode = true
      }
      result.manifestFolders = files.synchronizedFolders
      result.lacksFiles = files.lacksFiles
      result.copiesManifestFolder = true
      result.lacksSettings = settings.lacksConfigurationFile || settings.lacksValue(BuildSettingName.infoPlistFile)
      result.shippedConfigurations = settings.shippedConfigurations
      var names = Wanted(identifiers: target.dependencies, packageProducts: target.packageProducts)
      for phase in target.phases {
        let own = phase.products.compactMap(\.target)
        let others = phase.products.filter { $0.target == nil }.map(\.name)
        if case .copyFiles = phase.kind {
          names.embeddedIdentifiers += own
          names.embedded += others
        } else {
          names.identifiers += own
          names.linked += others
        }
      }
      names.identifier = target.identifier
      names.productFile = target.productFile.map(lastComponent)
      add(result, names)
    }
  }

  private func isBuiltCode(_ path: String) -> Bool {
    [".a", ".framework", ".xcframework", ".dylib", ".bundle", ".o"].contains { path.hasSuffix($0) }
  }

  /// Reports problems in a project. With merge conflicts, both sides are read, and other problems aren't reported.
  private mutating func noteFaults(of project: XcodeProject, at path: String) {
    let text = project.tree.text
    if let conflict = MergeConflict.all(in: text).first {
      unread.append(UnreadPart(path, text, conflict.range, "has merge conflicts; both sides count"))
    } else if let problem = project.tree.problems.first(where: { $0.severity == .refused }) {
      unread.append(UnreadPart(path, text, problem.range, "isn’t well-formed; what follows may be missing"))
    }
    if project.isXML { unread.append(UnreadPart(path, text, ByteRange(at: 0), "is XML and isn’t read")) }
    if let cut = project.cut {
      unread.append(UnreadPart(path, text, ByteRange(at: cut), "is too large; what follows is left out"))
    }
  }

  /// The entries that build settings add to Info.plist.
  private func infoPlistEntries(
    of target: XcodeProject.Target, _ settings: TargetSettings, _ project: XcodeProject, at path: String,
    _ configurationFiles: [String: BuildConfigurationFile]
  ) -> [BuildTarget.Entry] {
    var result = (target.configurations + project.configurations).flatMap {
      BuildTarget.Entry.entries(in: $0.settings, of: path)
    }
    for file in Set(settings.configurationFilePaths).sorted() {
      if let read = configurationFiles[file] { result += BuildTarget.Entry.entries(in: read.settings, of: file) }
    }
    return result
  }
}

extension BuildTarget.Entry {
  /// The entries that the build settings in a file add to Info.plist.
  static func entries(in settings: [BuildSetting], of file: String) -> [BuildTarget.Entry] {
    let prefix = infoPlistSettingPrefix.utf8.count
    return settings.filter { $0.name.hasPrefix(infoPlistSettingPrefix) }.map { setting in
      BuildTarget.Entry(
        key: String(setting.name.dropFirst(infoPlistSettingPrefix.count)), values: setting.values.map(\.value),
        path: file,
        range: ByteRange(min(setting.nameRange.lower + prefix, setting.nameRange.upper), setting.nameRange.upper))
    }
  }
}

/// The files of a target in an Xcode project, as absolute paths.
private struct XcodeTargetFiles {
  var sources: Set<String> = []
  var headers: Set<String> = []
  var resources: Set<String> = []
  let infoPlists: [String]
  let entitlements: [String]
  /// The synchronized folders that may have a manifest.
  private(set) var synchronizedFolders: [String] = []
  private(set) var lacksFiles = false
  private let tree: ProjectTree
  private let folder: String
  /// Patterns of names to exclude from the build, and exceptions from these.
  private let excluded: [PathPattern]
  private let included: [PathPattern]

  init(of target: XcodeProject.Target, _ settings: TargetSettings, in tree: ProjectTree) {
    self.tree = tree
    folder = settings.folder
    infoPlists = settings.paths(BuildSettingName.infoPlistFile).map(tree.spelled)
    entitlements = settings.paths(BuildSettingName.entitlements).map(tree.spelled)
    excluded = settings.shippedWords(BuildSettingName.excludedFiles).map { PathPattern($0) }
    included = settings.shippedWords(BuildSettingName.includedFiles).map { PathPattern($0) }
    for phase in target.phases { add(phase) }
    for folder in target.folders { add(folder) }
  }

  private mutating func add(_ phase: XcodeProject.Phase) {
    for file in phase.files {
      if let platforms = phase.platforms[file], !platforms.contains(where: Self.isOfDevices) { continue }
      let path = tree.spelled(absolute(file))
      guard !isLeftOut(path) else { continue }
      switch phase.kind {
      case .sources: addSource(path)
      case .headers: headers.insert(path)
      case .resources: addResource(path)
      case .copyFiles: if SourceKind(path) == .header { headers.insert(path) } else { addResource(path) }
      case .byName: add(byName: path)
      case .frameworks, .script, .other: break
      }
    }
  }

  /// Whether a platform, as Xcode spells it, isn't the Mac.
  private static func isOfDevices(_ platform: String) -> Bool {
    platform != "macos" && platform != "maccatalyst" && platform != "driverkit"
  }

  private mutating func add(_ synchronized: XcodeProject.SynchronizedFolder) {
    let root = absolute(synchronized.path)
    let notForDevices = synchronized.platforms.filter { !$0.value.contains(where: Self.isOfDevices) }.keys
    let except = Set((synchronized.except + notForDevices).map { joined(root, $0) })
    if !except.contains(where: { ProjectTree.isManifest($0) && parent(of: $0) == root }) {
      synchronizedFolders.append(root)
    }
    let copied = synchronized.copiedFolders.map { prefix(of: joined(root, $0)) }
    if !tree.readSkipped(below: root, except: Array(except)) { lacksFiles = true }
    for path in tree.files(below: root)
    where !except.contains(path) && !isLeftOut(path) && !isInBundle(path, below: root) {
      // An exception may be a folder too.
      if !except.isEmpty, isInOne(of: except, path, root) { continue }
      if copied.contains(where: path.hasPrefix) { resources.insert(path) } else { add(byName: path) }
    }
  }

  private func isInOne(of folders: Set<String>, _ path: String, _ root: String) -> Bool {
    var folder = parent(of: path)
    while folder.utf8.count > root.utf8.count {
      if folders.contains(folder) { return true }
      folder = parent(of: folder)
    }
    return false
  }

  private mutating func addSource(_ path: String) {
    switch SourceKind(path) {
    case .source: sources.insert(path)
    case .header: headers.insert(path)
    case nil: break
    }
  }

  /// Adds a copied file, or all files in a copied folder. A framework's contents belong to the framework.
  private mutating func addResource(_ path: String) {
    if ProjectTree.isManifest(path) {
      resources.insert(path)
    } else {
      for file in tree.files(at: path) where !isInBundle(file, below: parent(of: path)) { resources.insert(file) }
    }
  }

  private mutating func add(byName path: String) {
    if SourceKind(path) != nil {
      addSource(path)
    } else if !infoPlists.contains(path), !entitlements.contains(path) {
      addResource(path)
    }
  }

  private func isLeftOut(_ path: String) -> Bool {
    guard !excluded.isEmpty else { return false }
    return excluded.contains { $0.matchesEnd(of: path) } && !included.contains { $0.matchesEnd(of: path) }
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") || path.hasPrefix("..") ? joined(folder, path) : prefix(of: folder) + path
  }
}

extension BuildTarget.Kind {
  fileprivate init(_ target: XcodeProject.Target) {
    guard let type = target.productType else {
      self = .aggregate
      return
    }
    let prefix = "com.apple.product-type."
    self.init(productType: type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type)
  }

  /// The kind of a product in a Mach-O format: a framework can be a static library, which becomes part of its app.
  func made(as format: String) -> Self {
    format == "staticlib" && (self == .framework || self == .dynamicLibrary) ? .staticLibrary : self
  }

  /// - Parameter productType: Xcode's name without `com.apple.product-type.`.
  init(productType: String) {
    switch productType {
    case "application.on-demand-install-capable": self = .appClip
    case "application.watchapp", "application.watchapp2": self = .watchApplication
    case "bundle.unit-test", "bundle.ocunit-test": self = .unitTest
    case "bundle.ui-testing": self = .uiTest
    case "library.static": self = .staticLibrary
    case "library.dynamic": self = .dynamicLibrary
    case "framework.static": self = .staticLibrary
    case "tool": self = .commandLineTool
    case "system-extension", "driver-extension", "kernel-extension": self = .systemExtension
    case let type where type.hasPrefix("application"): self = .application
    case let type where type.hasSuffix("extension") || type.hasPrefix("app-extension"): self = .appExtension
    case let type where type.hasPrefix("framework"): self = .framework
    case let type where type.hasPrefix("bundle"): self = .bundle
    default: self = .unknown
    }
  }
}

extension BuildTarget {
  /// Notes the manifests that one of the target’s scripts names, and so may copy.
  mutating func noteManifests(ofScript script: String) {
    guard ModelReader.namesManifests(script) else { return }
    copiesManifestsByScript = true
    manifestsOfScripts.formUnion(
      script.split { "\"'/ \n\t".contains($0) }.filter { $0.hasSuffix(".xcprivacy") }.map(String.init))
  }
}
