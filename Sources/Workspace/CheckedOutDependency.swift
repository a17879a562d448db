public import FileSystem
public import ProjectFiles

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
