import BuildFiles
import BuildTargets
import Catalog
import FileSystem
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

extension Project {
  /// Adds what the project around a lock file says about it.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the lock file.
  ///   - read: Reads an Xcode project by its path.
  mutating func describeLockFile(
    at path: String, root: String, _ files: any FileSystem,
    read: (String) -> (targets: [Target], project: XcodeProject?)
  ) {
    isForNoDevice =
      isOfNoApp || locksNothingForDevices(path, files) || isPassedOver(path, root: root, files) { read($0).project }
      || isLeftByCarthage(path, files) { read($0).project }
    plugInLock = plugInLockFile(of: path, files)
    npmPatches = patchesOfNPM(around: path, root: root, files)
    guard isInside(path, root) else { return }
    if !isOfNoApp { isOfNoApp = isOfPackageInProject(path, root: root, files) || isBesidePodspec(path, files) }
    guard !isForNoDevice else { return }
    let parts = path.split(separator: "/")
    if let bundle = parts.firstIndex(where: { $0.hasSuffix(".xcodeproj") }) {
      let (targets, project) = read("/" + parts[...bundle].joined(separator: "/") + "/project.pbxproj")
      isForNoDevice = areForMac(targets)
      if project?.hasNoPackages ?? false { isForNoDevice = true }
      packageURLs = project?.packageURLs ?? []
      unlinkedPackageURLs = project?.unlinkedPackageURLs ?? []
      packageProducts = project?.packageProducts
    } else {
      isForNoDevice =
        isLeftByPods(path, files) { read($0).project } || isLeftByWorkspace(path, files) { read($0).project }
        || isOfWorkspaceForMac(path, files, read: read)
      if fileName(of: parentFolder(of: path)) == "Tuist" { packageURLs = packagesOfTuist(besides: path, files) }
    }
  }
}

/// Whether the project of a lock file builds nothing for Apple devices other than Macs: a Flutter app for other systems, or
/// a package or Podfile that lists only macOS.
///
/// - Parameter path: The absolute path of the lock file.
private func locksNothingForDevices(_ path: String, _ files: any FileSystem) -> Bool {
  let folder = parentFolder(of: path)
  func isForMac(_ name: String) -> Bool {
    let path = joinedPath(folder, name)
    guard let bytes = try? files.read(path, limit: 1 << 20) else { return false }
    return BuildModel.isForMacAlone(path, SourceText(bytes))
  }
  switch LockFile.Format(path: path) {
  case .pub:
    let names = Set(files.names(in: folder))
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
private func packagesOfTuist(besides path: String, _ files: any FileSystem) -> [String] {
  let manifest = joinedPath(parentFolder(of: path), "Package.swift")
  guard let bytes = try? files.read(manifest, limit: 1 << 20) else { return [] }
  return BuildModel.packageURLs(in: SourceText(bytes)).map(repositoryURL)
}

/// Whether a lock file is beside a pod’s own description: it locks what the pod’s samples and tests use, and apps that
/// use the pod have their own. An app may have the description of another’s pod: its lock file then names that
/// description, or takes the pod from elsewhere.
private func isBesidePodspec(_ path: String, _ files: any FileSystem) -> Bool {
  guard let format = LockFile.Format(path: path), format == .cocoaPods || format == .carthage else { return false }
  let pods = files.names(in: parentFolder(of: path)).filter { $0.hasSuffix(".podspec") }
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
private func isLeftByPods(_ path: String, _ files: any FileSystem, read: (String) -> XcodeProject?) -> Bool {
  let folder = parentFolder(of: path)
  let names = files.names(in: folder)
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

/// Whether none of the projects of a workspace with a `Package.resolved` names any packages.
///
/// - Parameter read: Reads a project by its path.
private func isLeftByWorkspace(_ path: String, _ files: any FileSystem, read: (String) -> XcodeProject?) -> Bool {
  guard let projects = projects(ofWorkspaceWith: path, files) else { return false }
  // A project that is a part of another may name some.
  return projects.allSatisfy { path in
    read(path).map { $0.hasNoPackages && !$0.hasParts } ?? false
  }
}

/// Whether all apps of a workspace with a `Package.resolved` are only for the Mac.
///
/// - Parameter read: Reads a project by its path.
private func isOfWorkspaceForMac(
  _ path: String, _ files: any FileSystem, read: (String) -> (targets: [Target], project: XcodeProject?)
) -> Bool {
  guard let projects = projects(ofWorkspaceWith: path, files) else { return false }
  return projects.allSatisfy { path in
    let (targets, project) = read(path)
    return areForMac(targets) && project.map { !$0.hasParts } ?? false
  }
}

/// Whether there are targets besides tests, all of them only for the Mac.
private func areForMac(_ targets: [Target]) -> Bool {
  let built = targets.filter { !$0.isTest }
  return !built.isEmpty && built.allSatisfy { Set($0.platforms.keys) == [.macOS] }
}

/// The projects of a workspace with a `Package.resolved`, without that of the pods; nil for another lock file, and if
/// the workspace has none or other parts: a folder may be a package.
private func projects(ofWorkspaceWith path: String, _ files: any FileSystem) -> [String]? {
  // `App.xcworkspace/xcshareddata/swiftpm/Package.resolved`
  let workspace = parentFolder(of: parentFolder(of: parentFolder(of: path)))
  guard workspace.hasSuffix(".xcworkspace"), !workspace.hasSuffix("/project.xcworkspace") else { return nil }
  var result: [String] = []
  for part in parts(ofWorkspace: workspace, files) where part != "Pods/Pods.xcodeproj" {
    guard let part, part.hasSuffix(".xcodeproj") else { return nil }
    result.append(joinedPath(parentFolder(of: workspace), part + "/project.pbxproj"))
  }
  return result.isEmpty ? nil : result
}

/// The paths of the parts of a workspace, relative to its folder; nil for those that are given otherwise.
private func parts(ofWorkspace workspace: String, _ files: any FileSystem) -> [String?] {
  let bytes = (try? files.read(joinedPath(workspace, "contents.xcworkspacedata"), limit: 1 << 20)) ?? []
  var result: [String?] = []
  for element in bytes.split(separator: UInt8(ascii: "<")) {
    let isGroup = element.starts(with: "Group".utf8)
    guard isGroup || element.starts(with: "FileRef".utf8) else { continue }
    // `<FileRef location = "group:App/App.xcodeproj">`
    let location = element.split(separator: UInt8(ascii: "\"")).dropFirst().first ?? []
    let kind = ["group:", "container:"].first { location.starts(with: $0.utf8) }
    let path = kind.map { String(decoding: location.dropFirst($0.utf8.count), as: UTF8.self) }
    // What is in a group with a folder of its own is relative to that.
    if !isGroup { result.append(path) } else if path != "" { result.append(nil) }
  }
  return result
}

extension XcodeProject {
  /// Whether other projects are parts of it.
  fileprivate var hasParts: Bool { files.contains { $0.hasSuffix(".xcodeproj") } }

  /// Whether its targets link products of no packages, and it names none.
  fileprivate var hasNoPackages: Bool {
    cut == nil && tree.problems.isEmpty && !targets.isEmpty && packageURLs.isEmpty && packageProducts == []
  }
}

extension XcodeProject {
  /// Whether it names frameworks of Carthage that none of its targets links or copies any more, since pods replaced them.
  fileprivate var hasLeftCarthage: Bool {
    func isOfCarthage(_ path: String) -> Bool { path.split(separator: "/").contains { $0 == "Carthage" } }
    let phases = targets.flatMap(\.phases)
    let settings = targets.flatMap(\.configurations).flatMap(\.settings) + configurations.flatMap(\.settings)
    return cut == nil && tree.problems.isEmpty && targets.contains(where: \.usesPods) && !hasParts
      && files.contains(where: isOfCarthage)
      && !settings.contains { setting in
        setting.name == BuildSettingName.linkerFlags
          && setting.value.split { " \",()".contains($0) }.contains { $0 == "-framework" }
      }
      && !phases.contains { phase in
        phase.files.contains(where: isOfCarthage)
          || (phase.script ?? "").lowercased().split { !$0.isLetter }.contains { $0 == "carthage" }
      }
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

/// Whether the Cartfile beside a `Cartfile.resolved` names nothing any more of what that locks, or a project beside it
/// that has pods links none of the frameworks that Carthage built.
///
/// - Parameter read: Reads a project by its path.
private func isLeftByCarthage(_ path: String, _ files: any FileSystem, read: (String) -> XcodeProject?) -> Bool {
  guard LockFile.Format(path: path) == .carthage else { return false }
  let folder = parentFolder(of: path)
  let beside = files.names(in: folder)
  let projects = beside.filter { $0.hasSuffix(".xcodeproj") }
    .map { read(joinedPath(folder, $0 + "/project.pbxproj")) }
  // Another project may be in a folder below.
  let hasOthers = beside.contains { name in
    !["Pods", "Carthage"].contains(name)
      && files.names(in: joinedPath(folder, name)).contains { $0.hasSuffix(".xcodeproj") }
  }
  if !hasOthers, !projects.isEmpty, projects.allSatisfy({ $0?.hasLeftCarthage ?? false }) { return true }
  func names(in file: String) -> Set<[UInt8]>? {
    guard let bytes = try? files.read(joinedPath(parentFolder(of: path), file), limit: 1 << 20) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
    // `github "Owner/Name" ~> 1.0`
    return Set(
      lines.filter { $0.first != UInt8(ascii: "#") }
        .compactMap { $0.split(separator: UInt8(ascii: "\"")).dropFirst().first.map { Array($0) } })
  }
  guard let named = names(in: "Cartfile"), let locked = names(in: fileName(of: path)), !locked.isEmpty else {
    return false
  }
  return named.union(names(in: "Cartfile.private") ?? []).isDisjoint(with: locked)
}

/// Whether another lock file counts in place of one: that of a workspace beside a project of Xcode’s, or of a project
/// that the first is a part of, of a package the one beside its description, and of Flutter’s packages that of the app
/// around them, or of one beside them that names them.
///
/// - Parameter read: Reads a project by its path.
private func isPassedOver(
  _ path: String, root: String, _ files: any FileSystem, read: (String) -> XcodeProject?
) -> Bool {
  func isThere(_ path: String) -> Bool { (try? files.status(of: path, followingLinks: true))?.type == .file }
  switch LockFile.Format(path: path) {
  case .swiftPackage:
    if path.split(separator: "/").contains(where: { $0 == ".swiftpm" }) { return true }
    // `App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved`
    let inner = "/project.xcworkspace/xcshareddata/swiftpm/" + fileName(of: path)
    guard path.hasSuffix(".xcodeproj" + inner) else { return isOfNoProject(path, root: root, files) }
    let project = String(path.dropLast(inner.utf8.count))
    func hasWorkspace(in folder: String, _ isOfProject: (String) -> Bool) -> Bool {
      files.names(in: folder).contains { name in
        name.hasSuffix(".xcworkspace")
          && isThere(joinedPath(folder, name + "/xcshareddata/swiftpm/" + fileName(of: path)))
          && isOfProject(joinedPath(folder, name))
      }
    }
    let folder = parentFolder(of: project)
    if hasWorkspace(in: folder, { _ in true }) { return true }
    return foldersUp(from: folder, to: root).dropFirst().contains { folder in
      let location = innerPath(of: project, in: folder)
      let isPart = files.names(in: folder).contains { name in
        name.hasSuffix(".xcodeproj")
          && (hasWorkspace(in: folder) { _ in true } || isThere(joinedPath(folder, name + inner)))
          && read(joinedPath(folder, name + "/project.pbxproj"))?.files.contains(location) ?? false
      }
      return isPart || hasWorkspace(in: folder) { parts(ofWorkspace: $0, files).contains(location) }
    }
  case .pub:
    let folder = parentFolder(of: path)
    guard !files.names(in: folder).contains(where: { $0 == "ios" || $0 == "macos" }) else { return false }
    func isApp(_ folder: String) -> Bool {
      isThere(joinedPath(folder, fileName(of: path))) && files.names(in: folder).contains { $0 == "ios" }
    }
    // A library that the app beside it names. Of hundreds of folders, none is looked into.
    let parent = parentFolder(of: folder)
    let beside = isInside(parent, root) ? files.names(in: parent) : []
    return foldersUp(from: folder, to: root).dropFirst().contains(where: isApp)
      || beside.count < 200
        && beside.contains { name in
          let app = joinedPath(parent, name)
          return isApp(app) && namesPackage(fileName(of: folder), in: joinedPath(app, "pubspec.yaml"), files)
        }
  case .cocoaPods, .carthage, .npm, .yarn, nil: return false
  }
}

/// Whether a `pubspec.yaml` takes a package from a folder beside its own.
private func namesPackage(_ folder: String, in path: String, _ files: any FileSystem) -> Bool {
  let lines = (try? files.read(path, limit: 1 << 20))?.split(separator: UInt8(ascii: "\n")) ?? []
  // `path: ../kit`
  return lines.contains { line in
    let words = line.split { "'\" \r\t".utf8.contains($0) }
    return words.count == 2 && words[0].elementsEqual("path:".utf8)
      && ["../" + folder, "../" + folder + "/"].contains { words[1].elementsEqual($0.utf8) }
  }
}

/// Whether a lock file of Swift packages outside a project or workspace has one in the same folder or, if it belongs to a
/// package, in one above that: the project resolves versions itself.
private func isOfNoProject(_ path: String, root: String, _ files: any FileSystem) -> Bool {
  let folder = parentFolder(of: path)
  func isThere(_ path: String) -> Bool { (try? files.status(of: path)) != nil }
  guard fileName(of: path) == LockFile.Format.swiftPackage.rawValue, fileName(of: folder) != "Tuist",
    !folder.hasSuffix("/swiftpm")
  else { return false }
  func hasLock(_ folder: String) -> Bool {
    files.names(in: folder).contains { name in
      let workspace = name.hasSuffix(".xcodeproj") ? "/project.xcworkspace" : ""
      return (name.hasSuffix(".xcworkspace") || !workspace.isEmpty)
        && isThere(joinedPath(folder, name + workspace + "/xcshareddata/swiftpm/" + fileName(of: path)))
    }
  }
  let package = joinedPath(folder, "Package.swift")
  if !isThere(package) { return hasLock(folder) }
  return isPackage(package, files) && foldersUp(from: folder, to: root).contains(where: hasLock)
}

/// The names of the files that change npm’s packages after they are installed, in the folders around a `Podfile.lock`.
private func patchesOfNPM(around path: String, root: String, _ files: any FileSystem) -> [String] {
  guard LockFile.Format(path: path) == .cocoaPods, isInside(path, root) else { return [] }
  return foldersUp(from: parentFolder(of: path), to: root).flatMap { folder in
    ["patches", ".yarn/patches"].flatMap { files.names(in: joinedPath(folder, $0)) }.filter { $0.hasSuffix(".patch") }
  }
}

/// The lock file of the Flutter app around the `ios` or `macos` folder of a `Podfile.lock`; nil for other files.
private func plugInLockFile(of path: String, _ files: any FileSystem) -> LockFile? {
  let folder = parentFolder(of: path)
  guard LockFile.Format(path: path) == .cocoaPods, ["ios", "macos"].contains(fileName(of: folder)) else { return nil }
  let lock = joinedPath(parentFolder(of: folder), LockFile.Format.pub.rawValue)
  return (try? files.read(lock, limit: 1 << 22)).map { LockFile.parse(SourceText($0), path: lock) }
}

/// Whether a lock file belongs to a package inside of an Xcode project, which resolves versions for its apps itself.
private func isOfPackageInProject(_ path: String, root: String, _ files: any FileSystem) -> Bool {
  let folder = parentFolder(of: path)
  // Tuist’s Package.swift has only dependencies; its lock file is the app’s.
  guard LockFile.Format(path: path) == .swiftPackage,
    files.names(in: folder).contains(where: { $0 == "Package.swift" }),
    isPackage(joinedPath(folder, "Package.swift"), files)
  else { return false }
  return foldersUp(from: folder, to: root).dropFirst().contains { folder in
    files.names(in: folder).contains { name in
      name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace")
        || ["project.yml", "project.yaml"].contains(name) && describesTargets(joinedPath(folder, name), files)
    }
  }
}

/// Whether XcodeGen makes a project from a description.
private func describesTargets(_ path: String, _ files: any FileSystem) -> Bool {
  let lines = (try? files.read(path, limit: 1 << 20))?.split(separator: UInt8(ascii: "\n")) ?? []
  return lines.contains { $0.starts(with: "targets:".utf8) }
}

/// Whether a package description has targets; one without any only makes Xcode hide its folder.
func isPackage(_ path: String, _ files: any FileSystem) -> Bool {
  guard let bytes = try? files.read(path, limit: 1 << 20) else { return true }
  return String(decoding: bytes, as: UTF8.self).split { !$0.isLetter }.contains { word in
    word.hasSuffix("arget") || word == "systemLibrary" || word == "plugin" || word == "macro"
  }
}

/// Whether a folder with a `Package.swift` is a package and nothing else: generators of projects read one as well.
func isOnlyPackage(_ folder: String, _ files: any FileSystem) -> Bool {
  let projects = ["Project.swift", "Workspace.swift", "Tuist", "project.yml"]
  return isPackage(joinedPath(folder, "Package.swift"), files)
    && !files.names(in: folder).contains { projects.contains($0) || $0.hasSuffix(".xcodeproj") }
}
