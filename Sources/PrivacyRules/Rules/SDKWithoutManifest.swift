import Catalog
import ProjectFiles

extension Rule {
  static let sdkWithoutManifest = Rule(
    id: "sdk-without-manifest",
    severity: .warning,
    itms: "ITMS-91061",
    summary: "An SDK on Apple’s list is locked to a version without a privacy manifest.",
    explanation: """
      The upload of a new app with such a version is rejected, and so is an update that adds it. An app that had the \
      SDK before isn’t rejected for it. Versions are compared by their numbers; a branch, a commit, a local path or a \
      patched copy may have a manifest, so nothing is said of it. `privacy-lsp explain Alamofire` says what is known of \
      an SDK. A version that isn’t certain is information; in a folder named Example, Demo or Sample all are hints, and \
      so they are in a package inside an Xcode project, which resolves it anew. Lock files of projects for the Mac or \
      Android alone are left out.
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
        {
          "pins" : [
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
        github "Alamofire/Alamofire" "5.9.1"
        github "jdg/MBProgressHUD" "8b1f1e0c25d3f2a7c9"
        """, in: .file, path: "Cartfile.resolved"),
    ]
  ) { findings, context in
    guard case .lockFile(let file) = context.document.content, !context.project.isForNoDevice else { return }
    for dependency in file.dependencies {
      guard let version = dependency.version,
        let (sdk, package) = context.linter.catalog.listedPackage(dependency.packageURL)
      else { continue }
      let severity: Severity =
        context.project.isOfNoApp ? .hint : sdk.versionStatus == .verified ? .warning : .information
      let name = quoted(dependency.name)
      switch package.manifest(in: version) {
      case .expected: continue
      case .missing(let first):
        let advice = dependency.broughtBy.map { "update \(quoted($0)) to get" } ?? "update to"
        findings.report(
          "\(name) \(version) has no privacy manifest; \(advice) \(first) or later", at: dependency.range,
          severity: severity)
      case .neverThere:
        let advice =
          dependency.broughtBy.map { "update or replace \(quoted($0)), which brings it" }
          ?? "replace it, or fork it and add one"
        findings.report(
          "\(name) has no release with a privacy manifest; \(advice)", at: dependency.range, severity: severity)
      }
    }
  }
}
