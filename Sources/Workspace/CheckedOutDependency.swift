import BuildFiles
import BuildTargets
public import FileSystem
public import ProjectFiles
import SourceText

/// The privacy manifests of a dependency’s checked-out copy, as paths relative to the folder of the lock file’s project.
///
/// - Parameter path: The absolute path of the lock file.
/// - Returns: Nil if no copy is found.
public func manifests(
  ofCheckedOut dependency: LockFile.Dependency, lockedBy path: String, files: any FileSystem
) -> [String]? {
  var folder = parentFolder(of: path)
  let name = dependency.packageURL.split(separator: "/").last.map(String.init) ?? dependency.name
  let copies: [String]
  switch LockFile.Format(path: path) {
  case .cocoaPods: copies = [dependency.folder ?? "Pods/\(dependency.name)"]
  case .carthage: copies = ["Carthage/Checkouts/\(dependency.name)"]
  case .npm, .yarn: copies = [dependency.folder].compactMap(\.self)
  case .pub:
    copies = ["ios", "macos/Flutter/ephemeral"].map { "\($0)/.symlinks/plugins/\(dependency.name)" }
  case .swiftPackage:
    copies = [".build/checkouts/\(name)", "SourcePackages/checkouts/\(name)"]
    // Xcode keeps the lock file inside of the project or workspace.
    var rest = folder
    while rest.count > 1 {
      if rest.hasSuffix(".xcodeproj") || rest.hasSuffix(".xcworkspace") { folder = parentFolder(of: rest) }
      rest = parentFolder(of: rest)
    }
  case nil: return nil
  }
  for copy in copies {
    guard let root = spelled(copy, in: folder, files) else { continue }
    return manifests(below: root, files).map { innerPath(of: $0, in: folder) }
  }
  return nil
}

/// Whether the project of a lock file builds nothing for Apple devices other than Macs: a Flutter app for other systems, or
/// a package or Podfile that lists only macOS.
///
/// - Parameter path: The absolute path of the lock file.
func locksNothingForDevices(_ path: String, _ files: any FileSystem) -> Bool {
  let folder = parentFolder(of: path)
  func isForMac(_ name: String) -> Bool {
    let path = joinedPath(folder, name)
    guard let bytes = try? files.read(path, limit: 1 << 20) else { return false }
    return BuildModel.isForMacAlone(path, SourceText(bytes))
  }
  switch LockFile.Format(path: path) {
  case .pub:
    let names = Set(((try? files.list(folder)) ?? []).map(\.name))
    return names.isDisjoint(with: ["ios"]) && !names.isDisjoint(with: ["android", "linux", "macos", "web", "windows"])
  case .swiftPackage:
    // Tuist reads this one only beside its own description.
    let isOfTuist = fileName(of: folder) == "Tuist"
    if isOfTuist, (try? files.status(of: joinedPath(folder, "Package.swift"))) == nil { return true }
    return isForMac("Package.swift")
  case .cocoaPods: return isForMac("Podfile")
  case .carthage, .npm, .yarn, nil: return false
  }
}

/// The addresses of the packages that the project of Tuist’s lock file names itself.
func packagesOfTuist(besides path: String, _ files: any FileSystem) -> [String] {
  let manifest = joinedPath(parentFolder(of: path), "Package.swift")
  guard let bytes = try? files.read(manifest, limit: 1 << 20) else { return [] }
  return bytes.split(separator: UInt8(ascii: "\"")).filter {
    $0.starts(with: "https:".utf8) || $0.starts(with: "git@".utf8)
  }
  .map { repositoryURL(String(decoding: $0, as: UTF8.self)) }
}

/// Whether a lock file is beside a pod’s own description: it locks what the pod’s samples and tests use, and apps that
/// use the pod have their own. An app may have the description of another’s pod: its lock file then names that
/// description, or takes the pod from elsewhere.
func isBesidePodspec(_ path: String, _ files: any FileSystem) -> Bool {
  guard let format = LockFile.Format(path: path), format == .cocoaPods || format == .carthage else { return false }
  let pods = ((try? files.list(parentFolder(of: path))) ?? []).map(\.name).filter { $0.hasSuffix(".podspec") }
  guard !pods.isEmpty, let bytes = try? files.read(path, limit: 1 << 22) else { return false }
  // `- BlocksKit/UIKit (from `https://…`)`
  let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0.split { "/\"'`:( ".utf8.contains($0) } }
  return !pods.contains { pod in
    let name = pod.dropLast(".podspec".count)
    return lines.contains { parts in
      parts.contains { $0.elementsEqual(pod.utf8) }
        || parts.dropFirst().first?.elementsEqual(name.utf8) ?? false
          && parts.contains { part in
            ["https", "http", "git", "ssh", "git@github.com"].contains { part.elementsEqual($0.utf8) }
          }
    }
  }
}

/// Whether no project uses a `Podfile.lock` any more: there are some beside it, and CocoaPods has changed none of their
/// targets, as it does whenever it installs.
///
/// - Parameter read: Reads a project by its path.
func isLeftByPods(_ path: String, _ files: any FileSystem, read: (String) -> XcodeProject?) -> Bool {
  let folder = parentFolder(of: path)
  let names = ((try? files.list(folder)) ?? []).map(\.name)
  let projects = names.filter { $0.hasSuffix(".xcodeproj") }
  // Flutter, XcodeGen and Tuist make or change the project anew before the pods are installed.
  guard LockFile.Format(path: path) == .cocoaPods, !projects.isEmpty,
    Set(names).isDisjoint(with: ["Flutter", "project.yml", "project.yaml", "Project.swift", "Tuist"])
  else { return false }
  // A Podfile may name a project elsewhere, or ask for none to be changed.
  let podfile = (try? files.read(joinedPath(folder, "Podfile"), limit: 1 << 20)).map {
    String(decoding: $0, as: UTF8.self)
  }
  for line in (podfile ?? "").split(whereSeparator: \.isNewline) {
    let words = line.split { !$0.isLetter && $0 != "_" }
    if ["project", "xcodeproj"].contains(words.first) || words.contains(where: { $0 == "integrate_targets" }) {
      return false
    }
  }
  return projects.allSatisfy { name in
    guard let project = read(joinedPath(folder, name + "/project.pbxproj")), project.cut == nil,
      !project.targets.isEmpty
    else { return false }
    return !project.targets.contains(where: \.usesPods)
  }
}

extension XcodeProject.Target {
  fileprivate var usesPods: Bool {
    configurations.contains { fileName(of: $0.baseConfigurationPath ?? "").hasPrefix("Pods") }
      || phases.contains { phase in
        (phase.script ?? "").split { !$0.isLetter }.contains { $0.hasPrefix("Pod") || $0 == "PODS" }
          || phase.kind == .frameworks
            && (phase.files + phase.products.map(\.name)).contains { file in
              ["Pods", "libPods"].contains { fileName(of: file).hasPrefix($0) }
            }
      }
  }
}

/// Whether another lock file counts in place of one: that of a workspace beside a project of Xcode’s, of a package
/// the one beside its description, and of Flutter’s packages that of the app around them.
func isPassedOver(_ path: String, root: String, _ files: any FileSystem) -> Bool {
  func names(_ folder: String) -> [String] { ((try? files.list(folder)) ?? []).map(\.name) }
  func isThere(_ path: String) -> Bool { (try? files.status(of: path, followingLinks: true))?.type == .file }
  switch LockFile.Format(path: path) {
  case .swiftPackage:
    if path.split(separator: "/").contains(where: { $0 == ".swiftpm" }) { return true }
    // `App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved`
    let inner = "/project.xcworkspace/xcshareddata/swiftpm/" + fileName(of: path)
    guard path.hasSuffix(".xcodeproj" + inner) else { return false }
    let folder = parentFolder(of: String(path.dropLast(inner.utf8.count)))
    return names(folder).contains { name in
      name.hasSuffix(".xcworkspace")
        && isThere(joinedPath(folder, name + "/xcshareddata/swiftpm/" + fileName(of: path)))
    }
  case .pub:
    var folder = parentFolder(of: path)
    guard !names(folder).contains(where: { $0 == "ios" || $0 == "macos" }) else { return false }
    while folder != root, isInside(folder, root) {
      folder = parentFolder(of: folder)
      if isThere(joinedPath(folder, fileName(of: path))), names(folder).contains(where: { $0 == "ios" }) {
        return true
      }
    }
    return false
  case .cocoaPods, .carthage, .npm, .yarn, nil: return false
  }
}

/// A folder by its path, ignoring the case of its last component.
private func spelled(_ path: String, in folder: String, _ files: any FileSystem) -> String? {
  let whole = joinedPath(folder, path)
  if (try? files.status(of: whole))?.type == .folder { return whole }
  let parent = parentFolder(of: whole)
  let name = fileName(of: whole).lowercased()
  let entry = try? files.list(parent).first { $0.type == .folder && $0.name.lowercased() == name }
  return entry.flatMap(\.self).map { joinedPath(parent, $0.name) }
}

/// The manifests in a folder, breadth first. Lists at most a thousand folders.
private func manifests(below root: String, _ files: any FileSystem) -> [String] {
  var found: [String] = []
  var waiting = [root]
  var next = 0
  while next < waiting.count, next < 1_000 {
    let folder = waiting[next]
    next += 1
    for entry in ((try? files.list(folder)) ?? []).sorted(by: { $0.name < $1.name }) where entry.isText {
      let path = joinedPath(folder, entry.name)
      if entry.type == .folder, entry.name != "node_modules", !entry.name.hasPrefix(".") { waiting.append(path) }
      if entry.type == .file, entry.name.lowercased().hasSuffix(".xcprivacy") { found.append(path) }
    }
  }
  return found
}

/// The names of the files that change npm’s packages after they are installed, in the folders around a `Podfile.lock`.
func npmPatches(around path: String, root: String, _ files: any FileSystem) -> [String] {
  guard LockFile.Format(path: path) == .cocoaPods, isInside(path, root) else { return [] }
  var names: [String] = []
  var folder = path
  repeat {
    folder = parentFolder(of: folder)
    for patches in ["patches", ".yarn/patches"] {
      names += ((try? files.list(joinedPath(folder, patches))) ?? []).map(\.name).filter { $0.hasSuffix(".patch") }
    }
  } while folder != root && folder.count > 1
  return names
}

/// The lock file of the Flutter app around the `ios` or `macos` folder of a `Podfile.lock`; nil for other files.
func plugInLock(of path: String, _ files: any FileSystem) -> LockFile? {
  let folder = parentFolder(of: path)
  guard LockFile.Format(path: path) == .cocoaPods, ["ios", "macos"].contains(fileName(of: folder)) else { return nil }
  let lock = joinedPath(parentFolder(of: folder), LockFile.Format.pub.rawValue)
  return (try? files.read(lock, limit: 1 << 22)).map { LockFile.parse(SourceText($0), path: lock) }
}
