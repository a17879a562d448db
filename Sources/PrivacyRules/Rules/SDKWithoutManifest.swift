import Catalog
import ProjectFiles
import SourceText

extension Rule {
  static let sdkWithoutManifest = Rule(
    id: "sdk-without-manifest",
    severity: .warning,
    itms: "ITMS-91061",
    summary: "An SDK on Apple’s list is locked to a version without a privacy manifest.",
    explanation: """
      App Store Connect rejects a new app with such a version, and an update that adds it; an app that already had the \
      SDK isn’t rejected for it. Versions are compared by number. A branch, a commit, a local path or a patched copy \
      may have a manifest, so it isn’t reported. `privacy-lsp explain Alamofire` says what is known about an SDK. SDKs \
      that one pod or package brings in are reported together, since updating that one fixes them all. If the version \
      isn’t certain, the finding is information and names none. In a package inside an Xcode project, which resolves its \
      own versions, and beside a podspec, findings are hints. Lock files of samples, test beds, folders such as \
      `ios.old`, Dart libraries of the app beside them, projects only for the Mac or Android and projects that have left \
      CocoaPods, Carthage or Swift packages are skipped. So is what only debugging tools bring in, what \
      only products need that nobody links, and pods of Flutter plug-ins that `pubspec.lock` no longer has.
      """,
    sources: ["sdk-list", "release-tags"],
    kinds: [.lockFile],
    examples: [
      .shows(
        """
        PODS:
          - Alamofire («5.8.1»)
          - SnapKit (5.7.1)

        COCOAPODS: 1.15.2
        """, in: .file, path: "Podfile.lock"),
      .shows(
        """
        PODS:
          - FirebaseCrashlytics («8.15.0»):
            - GoogleUtilities (~> 7.7)
            - nanopb (~> 2.30908.0)
          - GoogleUtilities (7.7.0)
          - nanopb (2.30908.0)

        DEPENDENCIES:
          - FirebaseCrashlytics
        """, in: .file, path: "Podfile.lock"),
      .shows(
        """
        {
          "pins" : [
            {
              "identity" : "firebase-ios-sdk",
              "kind" : "remoteSourceControl",
              "location" : "https://github.com/firebase/firebase-ios-sdk",
              "state" : { "revision" : "9f24b2a1", "version" : "«8.15.0»" }
            },
            {
              "identity" : "promises",
              "kind" : "remoteSourceControl",
              "location" : "https://github.com/google/promises.git",
              "state" : { "revision" : "3e4e743a", "version" : "2.1.1" }
            },
            {
              "identity" : "lottie-ios",
              "kind" : "remoteSourceControl",
              "location" : "https://github.com/airbnb/lottie-ios.git",
              "state" : { "revision" : "8a5d3f2c", "version" : "«4.3.4»" }
            }
          ],
          "version" : 2
        }
        """, in: .file, path: "Package.resolved"),
      .shows(
        """
        packages:
          shared_preferences_ios:
            dependency: transitive
            source: hosted
            version: "«2.1.1»"
        """, in: .file, path: "pubspec.lock"),
      .shows(
        """
        github "Alamofire/Alamofire" "5.9.1"
        github "jdg/MBProgressHUD" "8b1f1e0c25d3f2a7c9"
        """, in: .file, path: "Cartfile.resolved"),
    ]
  ) { findings, context in
    guard case .lockFile(let file) = context.document.content, !context.project.isForNoDevice else { return }
    // All SDKs that one package brings are one finding, since updating the package fixes them all.
    var groups: [String: [LackingSDK]] = [:]
    var order: [String] = []
    let all = Dictionary(firstOf: file.dependencies.map { ($0.packageURL, $0) })
    let locked = all.mapValues(\.name)
    let named = Dictionary(firstOf: file.dependencies.map { ($0.name, $0) })
    // Those that require one version of the same package are updated together as well.
    let pinned = Dictionary(
      firstOf: file.dependencies.compactMap { pod in
        pod.broughtBy.flatMap { bringer in pod.pinnedWith.map { (bringer, $0) } }
      })
    let left = context.podsOfRemovedPlugIns(in: file)
    let local = Set(file.dependencies.filter(\.isLocal).map(\.name))
    let npmPackages = Dictionary(firstOf: file.dependencies.compactMap { pod in pod.npmPackage.map { (pod.name, $0) } })
    for var dependency in file.dependencies where !left.contains(dependency.name) {
      guard let version = dependency.version,
        let (sdk, package) = context.linter.catalog.listedPackage(dependency.packageURL),
        package.debugOnlyWith.map({ locked[$0] == nil }) ?? true, !context.isReplacedByFork(dependency),
        !context.isForNPM(dependency), context.mayLink(package, of: locked)
      else { continue }
      let first: String?
      // A local copy has no released version, but has the version in its entry.
      let framework = package.versionOf.flatMap { all[$0] }
      switch package.manifest(in: framework.map { context.document.text[$0.range] } ?? version) {
      case .expected: continue
      case .missing(let version): first = version
      case .neverThere: first = nil
      }
      // Nothing that holds a pod of the Podfile back matters where no version would do.
      // Pods of its own version are updated with it, whatever version they require.
      if dependency.isDirect, first.map({ !dependency.isHeld(below: $0, by: named) }) ?? true {
        dependency.broughtBy = nil
      }
      if dependency.broughtBy == nil, let bringer = package.broughtBy.lazy.compactMap({ locked[$0] }).first {
        (dependency.broughtBy, dependency.isDirect) = (bringer, false)
      }
      if dependency.broughtBy == nil, let framework {
        (dependency.broughtBy, dependency.isDirect) = (framework.name, false)
      }
      // A pod that another one holds back can’t be updated without that one, or what brings it.
      if dependency.broughtBy == nil, let first, dependency.isHeld(below: first, by: named),
        let holder = dependency.holder(below: first),
        let pod = file.dependencies.first(where: { $0.name == holder })
      {
        dependency.broughtBy = pod.isDirect ? holder : pod.broughtBy
      }
      let updated = dependency.broughtBy ?? dependency.name
      // Those that `pubspec.yaml` doesn’t name are updated with those that it does.
      let group = dependency.isBroughtByPackages ? "transitive" : pinned[updated] ?? updated
      if groups[group] == nil { order.append(group) }
      let lacking = LackingSDK(
        dependency: dependency, title: quoted(dependency.name) + " " + version,
        isVerified: sdk.versionStatus == .verified,
        firstVersion: first, replacement: package.replacement,
        isLinked: context.links(dependency, package, of: locked))
      let isDoubtful = groups[group]?.first.map { !$0.isVerified } ?? false
      if dependency.broughtBy == nil, !dependency.isBroughtByPackages || lacking.isVerified && isDoubtful {
        groups[group, default: []].insert(lacking, at: 0)
      } else {
        groups[group, default: []].append(lacking)
      }
    }
    // What an SDK brings in or holds back is updated with that SDK, which another one may hold back.
    for group in order {
      guard let all = groups[group],
        let whole = order.first(where: { other in
          other != group && groups[other]?.contains { $0.dependency.name == group } ?? false
        })
      else { continue }
      groups[whole]? += all.map { sdk in
        var sdk = sdk
        sdk.dependency.broughtBy = whole
        return sdk
      }
      groups[group] = nil
    }
    var trains: [String: String] = [:]
    for group in order {
      // Pods of one version that need one version are released together, and updated together unless others hold them.
      guard let all = groups[group], let train = all.first?.train,
        !all.contains(where: { $0.isHeld(in: file, besides: all.first?.dependency.version) })
      else {
        continue
      }
      if let first = trains[train] {
        groups[first]?.append(contentsOf: all)
        groups[group] = nil
      } else {
        trains[train] = group
      }
    }
    for group in order {
      guard var all = groups[group], let shown = all.first, !context.isUpdated(with: shown) else { continue }
      if all.mayBeUpdatedAlone {
        for place in all.indices { all[place].dependency.broughtBy = nil }
      }
      let holders = all.holders(named)
      let severity: Severity =
        context.project.isOfNoApp
        ? .hint : all.contains { $0.isVerified && $0.isLinked } ? .warning : .information
      findings.report(
        message(about: all, heldBy: holders, npmPackages, local), at: shown.dependency.range, severity: severity,
        // The first is named with its version where it is what to update.
        related: all.dropFirst(
          all.count > 1 && (all[0].dependency.broughtBy != nil || shown.dependency.isBroughtByPackages) ? 0 : 1
        )
        .map { .init(range: $0.dependency.range, message: $0.need) })
    }
  }
}

extension LintContext {
  /// Whether a Flutter plug-in brings in an SDK, or holds it back, and the plug-in’s own lock file says to update it.
  fileprivate func isUpdated(with sdk: LackingSDK) -> Bool {
    let bringer = sdk.dependency.broughtBy ?? sdk.firstVersion.flatMap { sdk.dependency.holder(below: $0) }
    guard let bringer, let plugIns = project.plugInLock?.dependencies else { return false }
    return plugIns.contains { plugIn in
      // A plug-in may have its pod in a package for one system: `flutter_inappwebview_ios`.
      guard bringer == plugIn.name || bringer.hasPrefix(plugIn.name + "_"), let version = plugIn.version else {
        return false
      }
      return linter.catalog.listedPackage(plugIn.packageURL).map { $0.package.manifest(in: version) != .expected }
        ?? false
    }
  }
}

extension LintContext {
  /// Whether the app may link a Swift package. One that only some products of another package need is locked with any
  /// product of that.
  fileprivate func mayLink(_ package: ListedPackage, of locked: [String: String]) -> Bool {
    guard !package.onlyFor.isEmpty, package.broughtBy.contains(where: { locked[$0] != nil }) else { return true }
    // Only if a target names a product of the other package itself. One that isn’t in the tree may link more of it.
    let bringers = package.broughtBy.filter { locked[$0] != nil }.compactMap { url in
      url.split(separator: "/").last?.split(separator: "-").first
    }
    let linked = (evidence?.evidence.linkedProducts).flatMap { products in
      products.contains { name in bringers.contains { name.lowercased().hasPrefix($0) } || isOneOf(name, package) }
        ? Array(products) : nil
    }
    guard let products = linked ?? project.packageProducts, !products.isEmpty else {
      // Without the products, its own name or that of another package shows that it is linked.
      return !package.isNamed || project.packageURLs.isEmpty || project.packageURLs.contains(package.url)
        || locked.contains { url, name in
          url != package.url && package.onlyFor.contains { name.lowercased().hasPrefix($0.lowercased()) }
        }
    }
    return products.contains { isOneOf($0, package) }
  }

  /// Whether the project may link a package, or one that brings it.
  fileprivate func links(
    _ dependency: LockFile.Dependency, _ package: ListedPackage, of locked: [String: String]
  ) -> Bool {
    let unlinked = project.unlinkedPackageURLs
    if unlinked.isEmpty { return true }
    let bringers = package.broughtBy.filter { locked[$0] != nil }
    let sources =
      project.packageURLs.contains(dependency.packageURL) || bringers.isEmpty
      ? [dependency.packageURL] : bringers
    return !sources.allSatisfy(unlinked.contains)
  }

  /// Whether a product is one of those that a package is only for.
  private func isOneOf(_ product: String, _ package: ListedPackage) -> Bool {
    package.onlyFor.contains { product.hasPrefix($0) }
  }

  /// The pods that only Flutter plug-ins bring that `pubspec.lock` doesn’t have any more. The next build removes them.
  fileprivate func podsOfRemovedPlugIns(in file: LockFile) -> Set<String> {
    guard let plugIns = project.plugInLock, plugIns.problems.isEmpty, plugIns.cut == nil else { return [] }
    let names = Set(plugIns.dependencies.map(\.name))
    guard !names.isEmpty, file.dependencies.contains(where: { $0.plugIn.map { !names.contains($0) } ?? false }) else {
      return []
    }
    var required: [String: [String]] = [:]
    for pod in file.dependencies {
      for requirement in pod.requirements { required[requirement.name, default: []].append(pod.name) }
    }
    var left = Set(file.dependencies.map(\.name))
    var open = file.dependencies.filter { $0.isDirect && $0.plugIn.map(names.contains) ?? true }.map(\.name)
    while let pod = open.popLast() {
      if left.remove(pod) != nil { open += required[pod] ?? [] }
    }
    return left
  }

  /// Whether a pod is an npm package that is judged in npm’s own lock file, or that a patch changes.
  fileprivate func isForNPM(_ dependency: LockFile.Dependency) -> Bool {
    guard dependency.packageURL.hasPrefix("pkg:cocoapods/"), let package = dependency.npmPackage else { return false }
    if linter.catalog.listedPackage(npmURL(package)) != nil { return true }
    // `@scope+kit+1.0.0.patch`, `kit@1.0.0.patch`, `kit-npm-1.0.0-8b1f1e0c.patch`
    let name = String(package.map { $0 == "/" ? "+" : $0 })
    return project.npmPatches.contains { patch in
      ["+", "@", "-npm-"].contains { patch.hasPrefix(name + $0) }
    }
  }

  /// Whether the project names another owner’s repository of the same name, which takes the place of the locked one.
  fileprivate func isReplacedByFork(_ dependency: LockFile.Dependency) -> Bool {
    // "pkg:swift", the host, the owner and the name. By another address of a host it may be the same one.
    func parts(_ url: String) -> [Substring] { url.split(separator: "/") }
    let own = parts(dependency.packageURL)
    let others = project.packageURLs.map(parts).filter { $0.last == own.last }
    return own.count == 4 && !others.isEmpty
      && others.allSatisfy { $0.count == 4 && $0[1] == own[1] && $0[2] != own[2] }
  }
}

extension LockFile.Dependency {
  /// Whether it is one of Flutter’s packages that only others require.
  fileprivate var isBroughtByPackages: Bool { !isDirect && packageURL.hasPrefix("pkg:pub/") }

  /// The package whose requirement excludes a version; nil if none does.
  fileprivate func holder(below version: String) -> String? {
    requirements.first { excludes(version, $0.versions) }?.name
  }

  /// Whether a package of another version than its own requires an earlier one, of it or of those that take it along.
  fileprivate func isHeld(below first: String, by pods: [String: LockFile.Dependency]) -> Bool {
    var open = [self]
    var seen: Set<String> = [name]
    while let pod = open.popLast() {
      for asker in pod.requirements where excludes(first, asker.versions) {
        guard let other = pods[asker.name], other.version == version else { return true }
        if seen.insert(asker.name).inserted { open.append(other) }
      }
    }
    return false
  }

  /// Whether the Podfile’s own requirement excludes a version.
  fileprivate func isHeldByPodfile(below version: String) -> Bool { excludes(version, ownRequirement) }

  fileprivate func excludes(_ version: String, _ conditions: String) -> Bool {
    guard let version = numbers(version) else { return false }
    return conditions.split(separator: ",").contains { condition in
      let parts = condition.split(separator: " ")
      guard parts.count == 2, let limit = numbers(String(parts[1])) else { return false }
      return switch parts[0] {
      case "=": version != limit
      case "<": !version.lexicographicallyPrecedes(limit)
      case "<=": limit.lexicographicallyPrecedes(version)
      // “~> 5.0” stays below 6, and “~> 5.0.1” below 5.1.
      case "~>": !version.starts(with: limit.prefix(max(1, parts[1].split(separator: ".").count - 1)))
      default: false
      }
    }
  }

  /// The numbers of a version, of the same count for all.
  private func numbers(_ version: String) -> [Int]? {
    let parts = version.split(separator: ".").map { Int($0) }
    guard parts.count <= 4, !parts.contains(nil) else { return nil }
    return parts.compactMap(\.self) + Array(repeating: 0, count: 4 - parts.count)
  }
}

/// An SDK on Apple’s list, in a version without a manifest.
private struct LackingSDK {
  var dependency: LockFile.Dependency
  /// The SDK’s name and version.
  let title: String
  let isVerified: Bool
  /// The first version with a manifest; nil if there is none.
  let firstVersion: String?
  /// The name of the package that took its place.
  let replacement: String?
  /// False if the project names the package, or the one that brings it, but links none of its products. Another package
  /// may need it, which lock files don’t tell.
  let isLinked: Bool

  /// The same for pods that are released together; nil for others.
  var train: String? {
    guard let firstVersion, isVerified, let version = dependency.version,
      dependency.packageURL.hasPrefix("pkg:cocoapods/")
    else { return nil }
    return version + " " + firstVersion
  }

  /// That the Podfile’s own requirement has to change, after “update to 5.9.0 or later”.
  var besidePodfile: String {
    firstVersion.map(dependency.isHeldByPodfile) ?? false ? ", which the Podfile excludes" : ""
  }

  /// Whether a pod in the Podfile, of another version than some, keeps the SDK from its first version with a manifest.
  func isHeld(in file: LockFile, besides version: String?) -> Bool {
    guard let holder = firstVersion.flatMap({ dependency.holder(below: $0) }) else { return false }
    return file.dependencies.contains {
      $0.name == holder && $0.broughtBy == nil && $0.version != version
    }
  }

  var need: String {
    guard let firstVersion else { return "\(title) has no release with a privacy manifest" }
    return isVerified ? "\(title) needs \(firstVersion) or later" : "\(title) may have no privacy manifest"
  }
}

extension [LackingSDK] {
  /// The pods of the Podfile that keep them from the versions that they need, or that bring those that do.
  fileprivate func holders(_ pods: [String: LockFile.Dependency]) -> [String] {
    let names = Set(map(\.dependency.name))
    return flatMap { sdk in
      let first = sdk.dependency.packageURL.hasPrefix("pkg:cocoapods/") ? sdk.firstVersion : nil
      return sdk.dependency.requirements.filter { asker in
        !names.contains(asker.name) && first.map { sdk.dependency.excludes($0, asker.versions) } ?? false
      }.compactMap { asker in pods[asker.name].map { $0.isDirect ? $0.name : $0.broughtBy ?? $0.name } }
    }.unique()
  }

  /// Whether they are pods that others bring in, but none of these, nor the Podfile, keeps them from the versions that
  /// they need.
  fileprivate var mayBeUpdatedAlone: Bool {
    let names = Set(map(\.dependency.name))
    return allSatisfy { sdk in
      let pod = sdk.dependency
      guard let first = sdk.firstVersion, sdk.isVerified, pod.packageURL.hasPrefix("pkg:cocoapods/"),
        let bringer = pod.broughtBy, !names.contains(bringer), !pod.requirements.isEmpty
      else { return false }
      return !pod.isHeldByPodfile(below: first)
        && pod.requirements.allSatisfy { names.contains($0.name) || !pod.excludes(first, $0.versions) }
    }
  }
}

/// - Parameters:
///   - holders: The pods that keep them from the versions that they need.
///   - npmPackages: The npm packages that pods come from, by the names of the pods: what people update.
///   - local: The pods of the developers’ own, which nobody can update or replace.
private func message(
  about all: [LackingSDK], heldBy holders: [String], _ npmPackages: [String: String], _ local: Set<String>
) -> String {
  guard let shown = all.first else { return "" }
  func updated(_ pod: String) -> String { npmPackages[pod] ?? pod }
  func change(_ pods: [String]) -> String {
    let names = pods.map(updated).unique()
    let shown = names.count > 3 ? shortList(names) : list(names)
    guard pods.allSatisfy(local.contains) else { return "update or replace \(shown)" }
    return "change the podspec\(names.count > 1 ? "s" : "") of \(shown)"
  }
  let bringer = shown.dependency.broughtBy
  guard all.count > 1 else {
    if let first = shown.firstVersion {
      // Nobody should be sent to a version that may not help.
      guard shown.isVerified else {
        let pod = bringer.map { quoted(updated($0)) } ?? "it"
        let own = bringer.flatMap { local.contains($0) ? change([$0]) : nil }
        return "\(shown.title) may have no privacy manifest; \(own ?? "update \(pod) to a newer version")"
      }
      if let holder = shown.dependency.holder(below: first) {
        // A pod on the way from the Podfile to the one that requires the version may take any version of that, and one
        // that brings it too may take any version.
        let pods = holders.isEmpty ? [shown.dependency.broughtBy ?? holder] : holders
        let why =
          pods.map(updated).unique().count > 1
          ? "hold it below \(first)" : pods == [holder] ? "holds it below \(first)" : "brings it"
        let also = shown.dependency.isHeldByPodfile(below: first) ? ", as the Podfile does" : ""
        return "\(shown.title) has no privacy manifest; \(change(pods)), which \(why)\(also)"
      }
      return "\(shown.title) has no privacy manifest; update to \(first) or later\(shown.besidePodfile)"
    }
    if let new = shown.replacement {
      return "\(quoted(shown.dependency.name)) has no privacy manifest; \(quoted(new)) replaces it"
    }
    return quoted(shown.dependency.name) + " has no release with a privacy manifest; "
      + (bringer.map { "\(change([$0])), which brings it" } ?? "replace it, or fork it and add one")
  }
  var advice = shown.firstVersion.map { "update to \($0) or later" } ?? "update them"
  if bringer == nil, all.dropFirst().allSatisfy({ $0.dependency.broughtBy == shown.dependency.name }) {
    if shown.firstVersion == nil { advice = "replace it, or fork it and add one" }
    if shown.firstVersion != nil, !shown.isVerified { advice = "update to a newer version" }
    let sdks = all.count == 2 ? "1 SDK" : "\(all.count - 1) SDKs"
    if shown.firstVersion != nil, shown.isVerified { advice += shown.besidePodfile }
    return "\(shown.title) and \(sdks) it brings in have no privacy manifest; \(advice)"
  }
  if all.allSatisfy({ $0.dependency.broughtBy != nil }) {
    let isHeld = all.contains(where: \.dependency.isDirect)
    let bringers = (all.compactMap(\.dependency.broughtBy) + (isHeld ? holders : [])).unique()
    let names = bringers.map(updated).unique()
    let verb = (isHeld ? "hold" : "bring") + (names.count > 1 ? "" : "s")
    advice = "\(change(bringers)), which \(verb) them\(isHeld ? " back" : "")"
    let isHeldByPodfile = all.contains { sdk in sdk.firstVersion.map(sdk.dependency.isHeldByPodfile) ?? false }
    if isHeldByPodfile { advice += ", as the Podfile does" }
  }
  if all.allSatisfy(\.dependency.isBroughtByPackages) { advice = "update the packages that bring them" }
  let others = all.count == 2 ? all[1].title : "\(all.count - 1) more SDKs"
  return "\(shown.title) and \(others) have no privacy manifest; \(advice)"
}
