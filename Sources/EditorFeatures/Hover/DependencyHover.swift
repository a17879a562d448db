import Catalog
import PrivacyRules
public import ProjectFiles

/// Finds the checked-out copy of a dependency beside its lock file.
///
/// Returns the display paths of its privacy manifests; nil if there is no copy.
public typealias CheckedOutManifests = (LockFile.Dependency) -> [String]?

/// The hover over a dependency in a lock file; nil if it isn’t on Apple’s list.
func dependencyHover(in snapshot: Snapshot, at offset: Int, checkedOut: CheckedOutManifests) -> Hover? {
  guard case .lockFile(let file) = snapshot.document.content, let dependency = file.dependency(at: offset),
    let (sdk, package) = snapshot.catalog.listedPackage(dependency.packageURL)
  else { return nil }
  var page = Page([dependency.name, dependency.version].compactMap(\.self).joined(separator: " "), snapshot.catalog)
  page.add(
    "`\(sdk.name)` is on Apple’s list of SDKs that need a privacy manifest, and a signature if they are binaries."
  )
  switch dependency.version.map(package.manifest) {
  case nil: page.add("Only releases are compared; this is a branch, a commit, a path or a patched copy.")
  case _ where sdk.versionStatus != .verified: page.add("Which versions have a privacy manifest isn’t certain.")
  case .missing(let first): page.add("This version has no privacy manifest; \(first) is the first that does.")
  case .neverThere: page.add("No release has a privacy manifest.")
  case .expected:
    page.add("Versions with a privacy manifest: \(package.firstVersions.joined(separator: ", ")) and later.")
  }
  if let note = sdk.note { page.add(note) }
  if let manifests = checkedOut(dependency) {
    page.add(manifests.first.map { "The checked-out copy has one: `\($0)`" } ?? "The checked-out copy has none.")
  }
  page.add(sdk.provenance)
  return Hover(markdown: page.markdown, range: dependency.entry)
}
