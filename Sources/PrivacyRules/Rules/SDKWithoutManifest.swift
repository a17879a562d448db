import Catalog
import ProjectFiles

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
      that one pod or package brings in are reported together, since updating that one fixes them all. An uncertain \
      version is reported as information. In a package inside an Xcode project, which resolves its own versions, \
      findings are hints. Lock files of samples, test beds and projects only for the Mac or Android are skipped, and \
      so is what only debugging tools bring in.
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
    let locked = Dictionary(file.dependencies.map { ($0.packageURL, $0.name) }, uniquingKeysWith: { first, _ in first })
    for var dependency in file.dependencies {
      guard let version = dependency.version,
        let (sdk, package) = context.linter.catalog.listedPackage(dependency.packageURL),
        package.debugOnlyWith.map({ locked[$0] == nil }) ?? true
      else { continue }
      let first: String?
      switch package.manifest(in: version) {
      case .expected: continue
      case .missing(let version): first = version
      case .neverThere: first = nil
      }
      // The lock file of Flutter’s packages has the finding.
      if let bringer = dependency.broughtBy, let first, dependency.isHeld(below: first),
        context.linter.catalog.isListedPlugin(bringer)
      {
        continue
      }
      if dependency.broughtBy == nil { dependency.broughtBy = package.broughtBy.lazy.compactMap { locked[$0] }.first }
      let group = dependency.broughtBy ?? dependency.name
      if groups[group] == nil { order.append(group) }
      let lacking = LackingSDK(
        dependency: dependency, title: quoted(dependency.name) + " " + version,
        isVerified: sdk.versionStatus == .verified,
        firstVersion: first, replacement: package.replacement)
      if dependency.broughtBy == nil {
        groups[group, default: []].insert(lacking, at: 0)
      } else {
        groups[group, default: []].append(lacking)
      }
    }
    for group in order {
      guard let all = groups[group], let shown = all.first else { continue }
      let severity: Severity =
        context.project.isOfNoApp ? .hint : all.contains(where: \.isVerified) ? .warning : .information
      findings.report(
        message(about: shown, others: all.count - 1), at: shown.dependency.range, severity: severity,
        // The first is named with its version where it is what to update.
        related: all.dropFirst(shown.dependency.broughtBy != nil && all.count > 1 ? 0 : 1)
          .map { .init(range: $0.dependency.range, message: $0.need) })
    }
  }
}

extension LockFile.Dependency {
  /// Whether the pods that depend on it exclude a version.
  fileprivate func isHeld(below version: String) -> Bool {
    guard let parts = hold?.split(separator: " "), parts.count == 2 else { return false }
    let wanted = parts[1].split(separator: ".")
    // “~> 5.0” stays below 6, and “~> 5.0.1” below 5.1.
    let fixed = parts[0] == "~>" ? wanted.prefix(max(1, wanted.count - 1)) : wanted[...]
    return !version.split(separator: ".").starts(with: fixed)
  }
}

extension Catalog {
  /// Whether a pod is the part for Apple’s systems of a Flutter plugin on Apple’s list: `webview_ios` of `webview`.
  fileprivate func isListedPlugin(_ pod: String) -> Bool {
    let suffixes = ["", "_ios", "_darwin", "_apple"]
    return suffixes.contains { pod.hasSuffix($0) && listedPackage("pkg:pub/" + pod.dropLast($0.count)) != nil }
  }
}

/// An SDK on Apple’s list, in a version without a manifest.
private struct LackingSDK {
  let dependency: LockFile.Dependency
  /// The SDK’s name and version.
  let title: String
  let isVerified: Bool
  /// The first version with a manifest; nil if there is none.
  let firstVersion: String?
  /// The name of the package that took its place.
  let replacement: String?

  var need: String {
    firstVersion.map { "\(title) needs \($0) or later" } ?? "\(title) has no release with a privacy manifest"
  }
}

private func message(about shown: LackingSDK, others: Int) -> String {
  let bringer = shown.dependency.broughtBy.map(quoted)
  guard others > 0 else {
    if let first = shown.firstVersion {
      if let bringer, shown.dependency.isHeld(below: first) {
        return "\(shown.title) has no privacy manifest; update \(bringer), which holds it below \(first)"
      }
      return "\(shown.title) has no privacy manifest; update to \(first) or later"
    }
    if let new = shown.replacement {
      return "\(quoted(shown.dependency.name)) has no privacy manifest; \(quoted(new)) replaces it"
    }
    return quoted(shown.dependency.name) + " has no release with a privacy manifest; "
      + (bringer.map { "update or replace \($0), which brings it" } ?? "replace it, or fork it and add one")
  }
  let sdks = others == 1 ? "SDK" : "SDKs"
  if let bringer {
    return "\(shown.title) and \(others) more \(sdks) have no privacy manifest; update them or \(bringer)"
  }
  return "\(shown.title) and \(others) \(sdks) it brings in have no privacy manifest; "
    + (shown.firstVersion.map { "update to \($0) or later" } ?? "replace it, or fork it and add one")
}
