public import BuildTargets
import Catalog
public import SourceText

extension BuildModel {
  /// The targets that the files of a folder describe.
  ///
  /// - Parameter old: The model of the same files before a description changed.
  public init(_ tree: ProjectTree, after old: BuildModel? = nil) {
    var reader = ModelReader(tree)
    reader.read()
    let unread = reader.unread.sorted { ($0.path, $0.range?.lower ?? -1) < ($1.path, $1.range?.lower ?? -1) }
    self.init(targets: reader.targets, unread: unread, after: old)
  }

  /// Whether a Package.swift or Podfile is only for the Mac.
  ///
  /// - Parameter path: The absolute path of the file.
  public static func isForMacAlone(_ path: String, _ text: SourceText) -> Bool {
    if path.hasSuffix("/Podfile") {
      let platforms = PodText(text).statements.filter { $0.names.last == "platform" }
      return !platforms.isEmpty && platforms.allSatisfy { $0.values.first == "osx" || $0.values.first == "macos" }
    }
    let model = BuildModel(ProjectTree(root: parent(of: path), paths: [path]) { _ in text })
    let targets = model.targets.filter { !$0.kind.isTest && $0.kind != .buildTool }
    return model.unread.isEmpty && !targets.isEmpty && targets.allSatisfy { Set($0.platforms.keys) == [.macOS] }
  }

  /// The addresses of the packages that a Package.swift names as its dependencies, as written; empty if it computes
  /// some.
  public static func packageURLs(in text: SourceText) -> [String] {
    let manifest = SwiftManifest(text)
    let dependencies = manifest.firstCall(of: "Package")?.first { $0.label == "dependencies" }?.value
    let (elements, computed) = manifest.elements(dependencies, addedTo: "package.dependencies")
    guard computed.isEmpty else { return [] }
    var result: [String] = []
    for element in elements {
      guard let call = manifest.call(element) else { return [] }
      guard let address = call.arguments.first(where: { $0.label == "url" }) else { continue }
      guard let url = manifest.string(address.value) else { return [] }
      result.append(url)
    }
    return result
  }
}

/// Reads the targets in a tree.
struct ModelReader {
  let tree: ProjectTree
  var targets: [BuildTarget] = []
  var unread: [UnreadPart] = []
  /// The names of each target's dependencies, which are looked up once all targets are known.
  var wanted: [Wanted] = []
  /// The paths of podspecs whose sources aren’t in the tree.
  var foreignPods: Set<String> = []
  /// The targets in each product of a package.
  private var packageProducts: [String: [Int]] = [:]
  /// The products of packages that are linked dynamically.
  private var dynamicProducts: [String: BuildTarget] = [:]
  /// The products that contain code whose sources aren't in the tree.
  private var productsWithUnknownCode: Set<String> = []

  /// What one target refers to, by name.
  struct Wanted {
    /// The identifiers of targets in the same file that it depends on, and of those that it embeds.
    var identifiers: [String] = []
    var embeddedIdentifiers: [String] = []
    /// The product file names of other targets that it links or embeds.
    var linked: [String] = []
    var embedded: [String] = []
    var packageProducts: [String] = []
    /// The identifiers of targets to embed if they are bundles of code.
    var embeddedIfBundled: [String] = []
    /// How others refer to the target: its identifier in its file, and its product file.
    var identifier: String?
    var productFile: String?
    /// Whether a product of its package has it, so that others can use it.
    var isPublished = false
  }

  init(_ tree: ProjectTree) { self.tree = tree }

  /// Adds a target and what it refers to.
  mutating func add(_ target: BuildTarget, _ names: Wanted) {
    targets.append(target)
    wanted.append(names)
  }

  /// Adds a product of a package.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the product has no other targets.
  ///   - framework: What Xcode makes of it if it is linked dynamically.
  mutating func add(
    packageProduct name: String, _ numbers: [Int], isWhole: Bool, asFramework framework: BuildTarget? = nil
  ) {
    packageProducts[name, default: []] += numbers
    if !isWhole { productsWithUnknownCode.insert(name) }
    if let framework { dynamicProducts[name] = framework }
  }

  /// Adds a framework for each dynamic product that a program links, between the program and the product’s targets.
  private mutating func addFrameworksOfPackages() {
    let linked = Set(
      targets.indices.filter { targets[$0].kind.isProgram }.flatMap { wanted[$0].packageProducts })
    for (name, framework) in dynamicProducts.sorted(by: { $0.key < $1.key }) where linked.contains(name) {
      let parts = (packageProducts[name] ?? []).compactMap { wanted[$0].identifier }
      packageProducts[name] = [targets.count]
      add(framework, Wanted(identifiers: parts))
    }
  }

  /// Marks targets of a package, and those they depend on, as part of a product.
  ///
  /// - Parameter package: The numbers of the package's targets.
  mutating func publish(_ numbers: [Int], in package: Set<Int>) {
    var ofName: [String: Int] = [:]
    for number in package { ofName[targets[number].name] = number }
    var open = numbers
    while let number = open.popLast() {
      guard !wanted[number].isPublished else { continue }
      wanted[number].isPublished = true
      open += wanted[number].identifiers.compactMap { ofName[$0] }
    }
  }

  mutating func read() {
    let described = tree.described
    readPackages(described[.package] ?? [])
    for path in described[.xcodeProject] ?? [] { readXcodeProject(path) }
    for path in described[.xcodeGen] ?? [] { readXcodeGen(path) }
    for path in described[.podspec] ?? [] { readPodspec(path) }
    for path in described[.podfile] ?? [] { readPodfile(path, locks: described[.podLock] ?? []) }
    noteFetchedCode(described)
    for path in described[.appJSON] ?? [] { readExpo(path) }
    for path in described[.appScript] ?? [] { noteExpoScript(path) }
    for target in targets { tree.readSkipped(around: target.sources) }
    findDependencies()
    markWhatStaysAtHome(described)
    addHeaders()
    addManifests()
    if tree.budget.isSpent {
      unread.append(UnreadPart(tree.root, nil, nil, "has too many files in too many targets; the rest is left out"))
    }
  }

  // MARK: - Between targets

  /// How many targets may make the same product: a framework is made for each platform.
  private static let mostMakers = 20

  private mutating func findDependencies() {
    addFrameworksOfPackages()
    var byIdentifier: [String: Int] = [:]
    var byProduct: [String: [Int]] = [:]
    for (number, names) in wanted.enumerated() {
      if let identifier = names.identifier { byIdentifier[targets[number].declaredIn + "\n" + identifier] = number }
      if let product = names.productFile { byProduct[product, default: []].append(number) }
    }
    for (number, names) in wanted.enumerated() {
      let file = targets[number].declaredIn
      func own(_ identifiers: [String]) -> [Int] { identifiers.compactMap { byIdentifier[file + "\n" + $0] } }
      /// The targets that make a product, if possible for the same platforms.
      func makers(of product: String) -> [Int] {
        let all = (byProduct[product] ?? []).prefix(Self.mostMakers)
        let platforms = targets[number].platforms.keys
        let fitting = all.filter { targets[$0].platforms.keys.contains(where: platforms.contains) }
        return fitting.isEmpty ? Array(all) : fitting
      }
      let bundled = own(names.embeddedIfBundled).filter { other in
        targets[other].kind == .framework || targets[other].kind != .application && targets[other].kind.isProgram
      }
      let embedded = own(names.embeddedIdentifiers) + names.embedded.flatMap(makers) + bundled
      targets[number].embedded = embedded.filter { $0 != number }.unique()
      var found = own(names.identifiers) + names.linked.flatMap(makers) + embedded
      for product in names.packageProducts {
        found += packageProducts[product] ?? []
        if packageProducts[product] == nil || productsWithUnknownCode.contains(product) {
          targets[number].externalDependencies.append(product)
        }
      }
      targets[number].dependencies = found.filter { $0 != number }.unique()
    }
  }

  // MARK: - Headers

  /// Projects don't say which target a header belongs to unless it is copied. It belongs to the targets of the source
  /// with the same name beside it, otherwise to those of the sources in its folder, or in the nearest folder up to two
  /// levels above.
  private mutating func addHeaders() {
    guard !tree.headers.isEmpty else { return }
    var taken: Set<String> = []
    var ofStem: [Substring: Set<Int>] = [:]
    var ofFolder: [String: Set<Int>] = [:]
    for (number, target) in targets.enumerated() {
      taken.formUnion(target.headers)
      var last = ""
      for source in target.sources {
        let folder = parent(of: source)
        if !source.hasSuffix(".swift") { ofStem[stem(of: source), default: []].insert(number) }
        if folder == last { continue }
        last = folder
        var above = folder
        for _ in 0...Self.highestHeader {
          ofFolder[above, default: []].insert(number)
          guard isBelowRoot(above) else { break }
          above = parent(of: above)
        }
      }
    }
    for header in tree.headers where !taken.contains(header) {
      var owners = ofStem[stem(of: header)] ?? []
      var folder = parent(of: header)
      for _ in 0...Self.highestHeader where owners.isEmpty && isBelowRoot(folder) {
        owners = ofFolder[folder] ?? []
        folder = parent(of: folder)
      }
      for owner in owners.sorted().prefix(tree.budget.take(owners.count)) { targets[owner].headers.append(header) }
    }
    for number in targets.indices { targets[number].headers.sort() }
  }

  /// In levels.
  private static let highestHeader = 2

  /// Whether a folder is inside the tree, but not its root.
  private func isBelowRoot(_ folder: String) -> Bool {
    folder.utf8.count > tree.root.utf8.count && folder.hasPrefix(tree.root)
  }

  /// A path without its extension.
  private func stem(of path: String) -> Substring {
    path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
  }

  // MARK: - Manifests

  private mutating func addManifests() {
    var bundled: Set<String> = []
    for number in targets.indices {
      for path in targets[number].resources where ProjectTree.isManifest(path) {
        bundled.insert(path)
        targets[number].manifests.append(BuildTarget.Manifest(path: path, isInBundle: true))
      }
    }
    // The resource bundle of a library is embedded in whatever links the library.
    for number in targets.indices where targets[number].kind != .bundle {
      for other in targets[number].dependencies where targets[other].kind == .bundle {
        for manifest in targets[other].manifests where !targets[number].manifests.contains(manifest) {
          targets[number].manifests.append(manifest)
        }
      }
    }
    addLooseManifests(besides: bundled)
    addManifestsOfPackages()
    addManifestsOfTwins()
  }

  private mutating func addLooseManifests(besides bundled: Set<String>) {
    let loose = tree.manifests.lazy.filter { !bundled.contains($0) }.prefix(Self.mostLoose)
    guard !loose.isEmpty else { return }
    let folders = foldersOfTheirOwn()
    for path in loose {
      for number in nearest(to: parent(of: path), folders) {
        // Outside the folder of a project, something else may build what ships, such as .NET.
        let isOutside = !path.hasPrefix(prefix(of: projectFolder(of: targets[number])))
        // Under another name, it’s that of something else: `Kit-PrivacyInfo.xcprivacy`.
        if isOutside, lastComponent(of: path) != "PrivacyInfo.xcprivacy" { continue }
        if isOutside { targets[number].linksUnknownCode = true }
        let isInBundle: Bool? = isOutside || targets[number].copiesManifestsByScript ? nil : false
        targets[number].manifests.append(BuildTarget.Manifest(path: path, isInBundle: isInBundle))
      }
    }
    addStrayManifests(loose.filter { path in !targets.contains { $0.manifests.contains { $0.path == path } } })
  }

  /// Of manifests that nobody copies, each belongs to the program that copies another one and has its Info.plist, its
  /// sources or its project in the same folder; beside a project, to its first app.
  private mutating func addStrayManifests(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    let folders = foldersOfTheirOwn(ofTargetsWithManifests: true)
    for path in paths {
      let own = parent(of: path)
      var found = targets.indices.filter { folders[$0].contains(own) && !targets[$0].copiesManifestsByScript }
      if found.isEmpty {
        found = targets.indices.filter { number in
          targets[number].kind == .application && projectFolder(of: targets[number]) == own
            && !targets[number].copiesManifestsByScript
            && targets[number].manifests.contains { $0.isInBundle ?? false }
        }
      }
      let apps = found.filter { targets[$0].kind == .application }
      let owner =
        found.count == 1 ? found.first : apps.count == 1 ? apps.first : appWithOtherManifest(near: own)
      if let owner, !isInBundle(path, below: tree.root) { targets[owner].strayManifests.append(path) }
    }
  }

  /// The first app of the project in a folder, or in the nearest one around it, if it copies a manifest and no script
  /// may copy more.
  private func appWithOtherManifest(near folder: String) -> Int? {
    let around = targets.indices.filter { number in
      targets[number].kind.isProgram && targets[number].ships
        && (folder + "/").hasPrefix(prefix(of: projectFolder(of: targets[number])))
    }
    let project = around.map { projectFolder(of: targets[$0]) }.max { $0.utf8.count < $1.utf8.count }
    let programs = around.filter { projectFolder(of: targets[$0]) == project }
    // What has sources that aren’t the project’s may be built by something else.
    let own = Set(programs.flatMap { targets[$0].sources })
    let isOfProject = project == folder
    guard
      isOfProject || !tree.files(below: folder).contains(where: { SourceKind($0) != nil && !own.contains($0) }),
      let app = programs.first(where: { targets[$0].kind == .application }),
      targets[app].manifests.contains(where: { $0.isInBundle ?? false }),
      !programs.contains(where: { targets[$0].copiesManifestsByScript })
    else { return nil }
    return app
  }

  /// Whoever uses a library as a package gets what the package copies, even if a pod or an Xcode project beside it
  /// copies more.
  private mutating func addManifestsOfPackages() {
    let roots = targets.filter { $0.kind == .library }.flatMap(\.manifestFolders)
    let shared: Set<BuildTarget.Kind> = [.pod, .framework, .staticLibrary, .dynamicLibrary, .bundle]
    let taken = Set(targets.filter { !shared.contains($0.kind) }.flatMap { $0.manifests.map(\.path) })
    for number in targets.indices {
      let target = targets[number]
      guard target.kind == .library, wanted[number].isPublished, target.ships, target.manifests.isEmpty,
        !target.copiesManifestsByScript, let root = target.manifestFolders.first
      else { continue }
      let inner = roots.filter { $0.hasPrefix(prefix(of: root)) }.map { prefix(of: $0) }
      let found = tree.manifests.filter { path in
        path.hasPrefix(prefix(of: root)) && !taken.contains(path) && !isInBundle(path, below: root)
          && !inner.contains(where: path.hasPrefix)
      }
      // With several manifests, we don't know which is the library's.
      guard found.count == 1, let path = found.first else { continue }
      targets[number].manifests.append(BuildTarget.Manifest(path: path, isInBundle: false))
    }
  }

  /// A pod or package that consists of another target’s sources, or of most of them, needs the manifest that this one copies, unless what it
  /// depends on has one.
  private mutating func addManifestsOfTwins() {
    let twins = targets.filter { target in
      [.pod, .library, .framework].contains(target.kind) && target.manifests.count == 1
        && target.manifests.first?.isInBundle == true
    }
    let sources = twins.map { Set($0.sources) }
    for number in targets.indices {
      let target = targets[number]
      guard target.kind == .pod || target.kind == .library, wanted[number].isPublished, target.ships,
        target.manifests.isEmpty, !target.copiesManifestsByScript, !target.sources.isEmpty
      else { continue }
      let own = Set(target.sources)
      // It may leave some of them out.
      let whole = twins.indices.first { sources[$0] == own }
      guard
        let twin = whole
          ?? twins.indices.first(where: { own.count * 2 > sources[$0].count && own.isSubset(of: sources[$0]) }),
        let path = twins[twin].manifests.first?.path, !target.dependencies.contains(where: { hasManifest(below: $0) })
      else { continue }
      targets[number].manifests.append(BuildTarget.Manifest(path: path, isInBundle: false))
    }
  }

  /// Whether a target, or one that it depends on, has a manifest.
  private func hasManifest(below number: Int) -> Bool {
    var seen: Set<Int> = []
    var open = [number]
    while let number = open.popLast() {
      guard targets.indices.contains(number), seen.insert(number).inserted else { continue }
      if !targets[number].manifests.isEmpty { return true }
      open += targets[number].dependencies
    }
    return false
  }

  /// The folders in which a target without a manifest has its Info.plist or sources that no other shipping target has;
  /// one set per target.
  ///
  /// - Parameter hasManifest: Whether to look at programs that copy a manifest instead.
  private func foldersOfTheirOwn(ofTargetsWithManifests hasManifest: Bool = false) -> [Set<String>] {
    var owners: [String: Int] = [:]
    for target in targets where target.ships {
      for source in target.sources { owners[source, default: 0] += 1 }
    }
    return targets.map { target in
      let copiesOne = target.manifests.contains { $0.isInBundle == true }
      let isAsked = hasManifest ? copiesOne && !target.copiesManifestsByScript : target.manifests.isEmpty
      guard target.needsDeclarations, target.kind != .bundle, isAsked, !hasManifest || target.kind.isProgram
      else { return [] }
      var folders = Set(target.infoPlists.map(parent))
      for source in target.sources where owners[source] == 1 { folders.insert(parent(of: source)) }
      return folders
    }
  }

  /// The target that a manifest in a folder is meant for although none copies it: the one with files of its own in the
  /// folder, or in the nearest folder above. If there are several, the app.
  private func nearest(to start: String, _ folders: [Set<String>]) -> [Int] {
    var folder = start
    for _ in 0...Self.highestManifest {
      let below = prefix(of: folder)
      let found = targets.indices.filter { number in
        folders[number].contains(folder)
          // Beside the folders of all targets, there may be files of none: an example, a template, leftovers. What is
          // beside the folder of an extension isn’t meant for it.
          || targets[number].kind != .appExtension
            && (targets[number].kind == .application || folder == start
              || folder.hasPrefix(prefix(of: projectFolder(of: targets[number]))))
            && folders[number].contains { $0.hasPrefix(below) }
      }
      if !found.isEmpty {
        let apps = found.filter { targets[$0].kind == .application }
        return found.count == 1 ? found : apps.count == 1 ? apps : []
      }
      guard isBelowRoot(folder) else { break }
      folder = parent(of: folder)
    }
    return []
  }

  /// In levels.
  private static let highestManifest = 2
  /// More stray manifests than any real project has.
  private static let mostLoose = 500
}
