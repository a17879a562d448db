import BuildTargets
import Catalog
import SourceText

// Targets of Swift packages, according to `Package.swift` and where SwiftPM looks for files.

extension ModelReader {
  /// The size limit for descriptions that people write, in bytes: ten times what they need. Generated projects may be
  /// larger.
  static let largestDescription = 1 << 20

  /// Reads a description that people write.
  mutating func description(at path: String) -> SourceText? {
    do throws(ReadFailure) {
      let text = try tree.read(path)
      if text.count <= Self.largestDescription { return text }
      unread.append(UnreadPart(path, nil, nil, "is larger than 1 MiB"))
    } catch {
      unread.append(UnreadPart(path, nil, nil, error.words))
    }
    return nil
  }

  /// Reads the packages in all folders; if a folder has several descriptions, the one for the newest compiler.
  mutating func readPackages(_ paths: [String]) {
    var ofFolder: [String: String] = [:]
    for path in paths {
      let folder = parent(of: path)
      guard let known = ofFolder[folder] else {
        ofFolder[folder] = path
        continue
      }
      if version(ofPackage: known) < version(ofPackage: path) { ofFolder[folder] = path }
    }
    for path in ofFolder.values.sorted() { readPackage(path) }
  }

  private func version(ofPackage path: String) -> SystemVersion {
    let digits = lastComponent(of: path).drop { !$0.isNumber }
    let version = digits.hasSuffix(".swift") ? String(digits.dropLast(".swift".count)) : String(digits)
    return SystemVersion(version) ?? SystemVersion(0)
  }

  private mutating func readPackage(_ path: String) {
    guard let text = description(at: path) else { return }
    let reader = PackageReader(text, at: path, in: tree)
    unread += reader.unread
    var numbers: [String: Int] = [:]
    for target in reader.targets {
      numbers[target.target.name] = targets.count
      var names = Wanted(packageProducts: target.dependencies)
      names.identifier = target.target.name
      names.identifiers = target.dependencies
      add(target.target, names)
    }
    for number in numbers.values {
      // A dependency within the package isn't a product of another one.
      wanted[number].packageProducts.removeAll { numbers[$0] != nil }
    }
    for product in reader.products {
      let made = product.targets.compactMap { numbers[$0] }
      if product.isForOthers {
        let platforms = made.first.map { targets[$0].platforms } ?? [:]
        let framework = product.declaration.map {
          BuildTarget(name: product.name, kind: .framework, declaredIn: path, declaration: $0, platforms: platforms)
        }
        add(
          packageProduct: product.name, made, isWhole: made.count == product.targets.count, asFramework: framework)
      }
      publish(made, in: Set(numbers.values))
      // The product makes its executable an app.
      for number in made where product.isApp && targets[number].kind == .commandLineTool {
        targets[number].kind = .application
        targets[number].platforms = [.iOS: nil]
      }
    }
    if reader.areProductsComputed { publish(Array(numbers.values), in: []) }
  }
}

/// The contents of one `Package.swift`.
private struct PackageReader {
  struct ReadTarget {
    var target: BuildTarget
    /// The names of targets and products.
    var dependencies: [String]
  }

  struct Product {
    var name: String
    var targets: [String]
    var isForOthers = false
    var isApp = false
    /// Where a dynamic library is declared; nil for others.
    var declaration: ByteRange?
  }

  private(set) var targets: [ReadTarget] = []
  private(set) var products: [Product] = []
  /// Whether there may be products that weren't read.
  private(set) var areProductsComputed = false
  private(set) var unread: [UnreadPart] = []
  private let manifest: SwiftManifest
  private let path: String
  private let folder: String
  private let tree: ProjectTree
  private var platforms: [Platform: SystemVersion?] = [:]
  /// Whether SwiftPM may copy a privacy manifest that isn't declared: from version 6 on, that depends on the build.
  private let mayCopyManifests: Bool

  init(_ text: SourceText, at path: String, in tree: ProjectTree) {
    manifest = SwiftManifest(text)
    self.path = path
    folder = parent(of: path)
    self.tree = tree
    let first = text[text.contents(ofLine: 0)]
    let version = first.split { $0 == ":" || $0 == " " || $0 == ";" }.compactMap { SystemVersion($0) }.first
    mayCopyManifests = version.map { $0 >= SystemVersion(6) } ?? false
    guard let package = manifest.firstCall(of: "Package") else {
      unread.append(UnreadPart(path, nil, nil, "has no readable call of “Package”"))
      return
    }
    let arguments = Self.labeled(package)
    readPlatforms(arguments["platforms"])
    readProducts(arguments["products"])
    let (elements, computed) = manifest.elements(arguments["targets"], addedTo: "package.targets")
    for part in computed { note(part, "is computed, so its targets are unknown") }
    // Targets made by one function are reported once.
    var helpers: Set<String> = []
    let calls = elements.compactMap { element in
      let call = manifest.call(element).flatMap { manifest.isMember(element) ? $0 : nil }
      let helper = manifest.call(element)?.name ?? text.excerpt(manifest.range(element))
      if call == nil, helpers.insert(helper).inserted { note(element, "is computed, so its targets are unknown") }
      return call.map { (element, $0.name, $0.arguments) }
    }
    let sourceTargets = calls.filter { $0.1 == "target" || $0.1 == "executableTarget" }.count
    for (element, name, arguments) in calls {
      readTarget(element, name, arguments, isOnly: sourceTargets == 1)
    }
    for range in manifest.laterChanges { unread.note(path, text, quoting: range, "is changed later, which isn’t read") }
  }

  /// The arguments by label; the last one counts if a label occurs twice.
  private static func labeled(_ arguments: [SwiftManifest.Argument]) -> [String: SwiftManifest.Expression] {
    Dictionary(arguments.compactMap { argument in argument.label.map { ($0, argument.value) } }) { $1 }
  }

  private func name(in arguments: [SwiftManifest.Argument]) -> String? {
    arguments.first { $0.label == "name" }.flatMap { manifest.string($0.value) }
  }

  private mutating func note(_ expression: SwiftManifest.Expression, _ why: String) {
    unread.note(path, manifest.text, quoting: manifest.range(expression), why)
  }

  private mutating func readPlatforms(_ expression: SwiftManifest.Expression?) {
    let (elements, computed) = manifest.elements(expression)
    for part in computed { note(part, "is computed, so its platforms are unknown") }
    for element in elements {
      // `let mac: SupportedPlatform = .macOS(.v14)`
      guard let call = manifest.call(manifest.constant(element) ?? element),
        let platform = Platform(inDescription: call.name)
      else { continue }
      let version = call.arguments.first.flatMap { argument in
        manifest.string(argument.value).flatMap { SystemVersion($0) }
          // `.v10_15`
          ?? manifest.name(argument.value).flatMap { name in
            SystemVersion(String(name.dropFirst().map { $0 == "_" ? "." : $0 }))
          }
      }
      platforms[platform] = .some(version)
    }
  }

  private mutating func readProducts(_ expression: SwiftManifest.Expression?) {
    let (elements, computed) = manifest.elements(expression, addedTo: "package.products")
    areProductsComputed = !computed.isEmpty
    for element in elements {
      guard let call = manifest.call(element), let name = name(in: call.arguments) else {
        areProductsComputed = true
        continue
      }
      let (names, computed) = manifest.elements(call.arguments.first { $0.label == "targets" }?.value)
      let made = names.compactMap(manifest.string)
      if !computed.isEmpty || made.count < names.count { areProductsComputed = true }
      let type = call.arguments.first { $0.label == "type" }.flatMap { manifest.name($0.value) }
      products.append(
        Product(
          name: name, targets: made, isForOthers: call.name == "library", isApp: call.name == "iOSApplication",
          declaration: type == "dynamic" ? manifest.range(element) : nil))
    }
  }

  // MARK: - Targets

  private mutating func readTarget(
    _ expression: SwiftManifest.Expression, _ function: String, _ arguments: [SwiftManifest.Argument], isOnly: Bool
  ) {
    let kind: BuildTarget.Kind
    switch function {
    case "target": kind = .library
    case "executableTarget": kind = .commandLineTool
    case "testTarget": kind = .unitTest
    case "plugin", "macro": kind = .buildTool
    case "binaryTarget", "systemLibrary": return
    default:
      note(expression, "is computed, so its targets are unknown")
      return
    }
    let values = Self.labeled(arguments)
    guard let named = values["name"], let name = manifest.string(named) else {
      note(values["name"] ?? expression, "is computed, so the target isn’t read")
      return
    }
    var target = BuildTarget(
      name: name, kind: kind, declaredIn: path, declaration: manifest.range(expression),
      // Programs in a package run on the machine that builds it.
      platforms: kind == .commandLineTool || kind == .buildTool ? [.macOS: nil] : platforms)
    let dependencies = manifest.elements(values["dependencies"]).elements.compactMap { element in
      // `.camera`, with `static let camera: Target.Dependency = "Camera"`
      let element = manifest.constant(element) ?? element
      return manifest.string(element) ?? manifest.call(element).flatMap { self.name(in: $0.arguments) }
    }
    if let given = values["path"], manifest.string(given) == nil {
      note(given, "is computed, so the files of “\(name)” are unknown")
    } else if let root = targetFolder(name, kind, values["path"].flatMap(manifest.string), isOnly: isOnly) {
      addFiles(to: &target, in: root, values)
    }
    targets.append(ReadTarget(target: target, dependencies: dependencies))
  }

  /// The folder of a target: the given one, or the first existing one where SwiftPM looks.
  private func targetFolder(_ name: String, _ kind: BuildTarget.Kind, _ given: String?, isOnly: Bool) -> String? {
    if let given { return joined(folder, given) }
    let sources = ["Sources", "Source", "src", "srcs"]
    let places: [String]
    switch kind {
    case .unitTest: places = ["Tests"] + sources
    case .buildTool: places = ["Plugins"] + sources
    default: places = sources
    }
    func has(_ folder: String) -> Bool { !tree.files(below: folder).isEmpty }
    for place in places where has(joined(folder, place + "/" + name)) { return joined(folder, place + "/" + name) }
    guard isOnly, kind != .unitTest, kind != .buildTool else { return nil }
    return places.map { joined(folder, $0) }.first(where: has)
  }

  private mutating func paths(
    _ expression: SwiftManifest.Expression?, of name: String, in root: String
  ) -> [String] {
    let (elements, computed) = manifest.elements(expression)
    for part in computed { note(part, "is computed, so the files of “\(name)” may differ") }
    return elements.compactMap { element in
      guard let path = manifest.string(element) else {
        note(element, "is computed, so the files of “\(name)” may differ")
        return nil
      }
      return joined(root, path)
    }
  }

  private mutating func addFiles(
    to target: inout BuildTarget, in root: String, _ values: [String: SwiftManifest.Expression]
  ) {
    target.manifestFolders = [root]
    let except = paths(values["exclude"], of: target.name, in: root)
    let given = values["sources"] == nil ? nil : paths(values["sources"], of: target.name, in: root)
    var resources: [String] = []
    let (elements, computed) = manifest.elements(values["resources"])
    for part in computed { note(part, "is computed, so the resources of “\(target.name)” may differ") }
    for element in elements {
      guard let call = manifest.call(element), let argument = call.arguments.first,
        let path = manifest.string(argument.value)
      else {
        note(element, "is computed, so the resources of “\(target.name)” may differ")
        continue
      }
      let resource = joined(root, path)
      resources.append(resource)
      // A file copied as part of a folder stays in that folder, where nobody looks for a manifest.
      if call.name == "process", !target.copiesManifestFolder, !tree.contains(resource),
        fileEnding(of: lastComponent(of: resource)).isEmpty
      {
        target.manifestFolders = [resource]
        target.copiesManifestFolder = true
      }
    }
    func lies(_ path: String, in folders: [String]) -> Bool {
      folders.contains { path == $0 || path.hasPrefix(prefix(of: $0)) }
    }
    if !tree.readSkipped(below: root, except: except) { target.lacksFiles = true }
    for path in tree.files(below: root) where !lies(path, in: except) {
      if lies(path, in: resources) {
        target.resources.append(path)
      } else if ProjectTree.isManifest(path) {
        if mayCopyManifests { target.copiesManifestsByScript = true }
      } else if let kind = SourceKind(path), !isInBundle(path, below: root) {
        switch kind {
        case .source: if given.map({ lies(path, in: $0) }) ?? true { target.sources.append(path) }
        case .header: target.headers.append(path)
        }
      }
    }
    target.resources += resources.filter { ProjectTree.isManifest($0) && !tree.contains($0) }
    // A declared manifest counts even if it is missing or elsewhere: SwiftPM only warns.
    if !resources.isEmpty, resources.contains(where: { !$0.hasPrefix(prefix(of: root)) && $0 != root }) {
      for path in tree.paths where lies(path, in: resources) && !target.resources.contains(path) {
        target.resources.append(path)
      }
      target.resources.sort()
    }
  }
}

/// Whether a file is inside a folder that is built as a unit: a documentation catalog, a playground.
func isInBundle(_ path: String, below root: String) -> Bool {
  var path = path
  return path.withUTF8 { bytes in
    // The start of the folder name's extension.
    var ending: Int?
    for place in min(root.utf8.count, bytes.count)..<bytes.count {
      if bytes[place] == "." {
        ending = place + 1
      } else if bytes[place] == "/" {
        if let start = ending, bundleEndings.contains(String(decoding: bytes[start..<place], as: UTF8.self)) {
          return true
        }
        ending = nil
      }
    }
    return false
  }
}

private let bundleEndings: Set<String> = [
  "docc", "playground", "xcassets", "bundle", "framework", "xcframework", "xcdatamodeld", "app", "xcodeproj",
  "artifactbundle",
]
