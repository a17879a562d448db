public import FileSystem
public import PrivacyRules

/// A privacy file that was found, or what stands in its place.
public struct FoundFile: Sendable {
  /// The path as it is shown: what the user wrote, and what was found beneath it.
  public var shownPath: String
  /// The folder of the file, absolute, and without links where it exists.
  public var folder: String
  /// The absolute path without links: two names of one file have the same.
  public var resolvedPath: String
  /// The folder that settings and packages are looked for up to.
  public var root: String
  /// What it is by its name; nil for a folder, and for a file that the user named and whose content has to tell.
  public var kind: FileKind?
  /// Why it will not be read.
  public var error: String?
  /// Whether the user named it, and not a folder above it.
  public var isNamed = false

  /// - Parameters:
  ///   - folder: The folder of the file, absolute and without links.
  ///   - resolvedPath: The absolute path without links.
  ///   - root: The folder that settings and packages are looked for up to.
  public init(
    shownPath: String, folder: String, resolvedPath: String, root: String, kind: FileKind?, error: String? = nil,
    isNamed: Bool = false
  ) {
    self.shownPath = shownPath
    self.folder = folder
    self.resolvedPath = resolvedPath
    self.root = root
    self.kind = kind
    self.error = error
    self.isNamed = isNamed
  }
}

/// Finds the privacy files that paths mean. The command line and the server search with it, so that both see the same.
public final class FileSearch {
  private let files: any FileSystem
  private let reach: IgnoreScope.Reach
  private let defaults: IgnoreScope.Defaults
  /// Which names are looked for besides those of privacy files.
  private let alsoFinds: @Sendable (String) -> Bool
  /// The folder that relative paths begin in, absolute and without links.
  private let currentFolder: String
  public private(set) var found: [FoundFile] = []
  /// The files that are looked for besides, but for those that can’t be read: ``found`` has these.
  public private(set) var others: [OtherFile] = []
  /// How many files were found.
  var count: Int { found.count + others.count }
  /// What else there is to tell the user.
  public private(set) var notes: [String] = []
  private var seen: Set<String> = []
  /// The folders that were given, without links.
  public private(set) var walkedFolders: Set<String> = []
  /// The folder of the file that was named last.
  private var lastFolder: (named: String, resolved: String)?
  /// The folders that are still to be looked into.
  private var folders: [Folder] = []
  /// What is ours below each root, for what is asked for by its path.
  private var own: [String: OwnFiles] = [:]
  /// Xcode projects that are not ours, such as those that a tool makes anew and git ignores. What they say of files that
  /// are ours counts all the same.
  public private(set) var foreignProjects: [FoundFile] = []

  /// A folder to look into. A class, as there are tens of thousands, and each is handed on several times.
  public final class Folder: Sendable {
    let path: String
    let root: Root
    /// What holds in the folder around it, and says of it.
    let outer: IgnoreScope
    let standing: IgnoreScope.Standing

    init(path: String, root: Root, outer: IgnoreScope, standing: IgnoreScope.Standing) {
      self.path = path
      self.root = root
      self.outer = outer
      self.standing = standing
    }

    /// The path as it is shown.
    var shown: String {
      if path == root.path { return root.shown }
      return joinedPath(root.shown, innerPath(of: path, in: root.path))
    }
  }

  /// The folder that a walk begins in: absolute and without links, and as it is shown.
  struct Root: Sendable {
    let path: String
    let shown: String
  }

  /// A file that is no privacy file. A tree may have a hundred thousand, whose paths are made when they are asked for.
  public struct OtherFile: Sendable {
    let folder: Folder
    public let name: String

    /// Whether it has a path, absolute and without links.
    func isAt(_ path: String) -> Bool {
      path.utf8.count == folder.path.utf8.count + 1 + name.utf8.count && path == joinedPath(folder.path, name)
    }

    public var file: FoundFile {
      FoundFile(
        shownPath: joinedPath(folder.shown, name), folder: folder.path, resolvedPath: joinedPath(folder.path, name),
        root: folder.root.path, kind: nil)
    }
  }

  /// What there is in a folder.
  public struct Look: Sendable {
    let folder: Folder
    /// The folders in it, and the other entries that may be ours, with what they are by their names.
    var folders: [Folder] = []
    var entries: [(entry: FolderEntry, kind: FileKind?)] = []
    /// The names of Xcode projects in it that are left out.
    var foreignProjects: [String] = []
    var error: FileError?
  }

  /// - Parameters:
  ///   - defaults: What settings say of what is ours where no settings file does.
  ///   - alsoFinds: Which names are looked for besides those of privacy files.
  public init(
    files: any FileSystem, currentFolder: String, reach: IgnoreScope.Reach = .ours,
    defaults: IgnoreScope.Defaults = IgnoreScope.Defaults(),
    alsoFinds: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.alsoFinds = alsoFinds
    self.files = files
    self.reach = reach
    self.defaults = defaults
    self.currentFolder = (try? files.resolve(currentFolder)) ?? currentFolder
  }

  /// Adds the file that a path names, or the privacy files in the folder that it names. Links are followed: the user
  /// named them.
  ///
  /// - Parameter looking: Looks into folders, perhaps into several at once, and returns what is in them in their order.
  public func add(
    _ path: String, looking: ([Folder], @escaping @Sendable (Folder) -> Look) -> [Look] = { $0.map($1) }
  ) {
    begin(path)
    let (files, alsoFinds) = (files, alsoFinds)
    while !folders.isEmpty {
      let level = folders
      folders = []
      // Not all at once: what there is in a folder takes memory until it is taken note of.
      var rest = level[...]
      while !rest.isEmpty {
        for look in looking(Array(rest.prefix(8192)), { Self.look(into: $0, files, alsoFinds) }) { take(look) }
        rest = rest.dropFirst(8192)
      }
    }
  }

  /// Adds the file that a path names, or has the folder that it names looked into by ``step()``.
  package func begin(_ path: String) {
    let shown = withoutDotSlash(path)
    do throws(FileError) {
      let resolved = try files.resolve(absolute(path))
      let status = try files.status(of: resolved)
      guard status.type == .folder else {
        let folder = try resolvedFolder(around: absolute(path))
        let root = isInside(folder, currentFolder) ? currentFolder : folder
        guard seen.insert(resolved).inserted, !others.contains(where: { $0.isAt(resolved) }) else { return }
        var file = FoundFile(
          shownPath: shown, folder: folder, resolvedPath: resolved, root: root, kind: FileKind.of(path: path),
          isNamed: true)
        if status.type != .file { file.error = FileError(path, .isNotAFile(status.type)).words }
        found.append(file)
        return
      }
      guard walkedFolders.insert(resolved).inserted else { return }
      let above = ownFiles(below: resolved).aboveRoot
      let root = Root(path: resolved, shown: shown)
      folders.append(Folder(path: resolved, root: root, outer: above, standing: .ours))
    } catch {
      let named = parentFolder(of: absolute(path))
      let folder = (try? files.resolve(named)) ?? named
      // What stands for bytes that are no UTF-8 names nothing.
      let isText = error.reason != .notFound || !path.unicodeScalars.contains("\u{FFFD}")
      fail(shown, isText ? error : FileError(path, .nameIsNotText), folder: folder, root: folder)
    }
  }

  /// The folder around a path, without links. Who names many files names those of a folder one after the other.
  private func resolvedFolder(around path: String) throws(FileError) -> String {
    let folder = parentFolder(of: path)
    if let lastFolder, lastFolder.named == folder { return lastFolder.resolved }
    let resolved = try files.resolve(folder)
    lastFolder = (folder, resolved)
    return resolved
  }

  /// Looks into one folder.
  ///
  /// - Returns: Whether there was one to look into.
  package func step() -> Bool {
    guard let folder = folders.popLast() else { return false }
    take(Self.look(into: folder, files, alsoFinds))
    return true
  }

  /// What there is in a folder. Nothing but the disk is asked, so that threads may ask at once.
  private static func look(
    into folder: Folder, _ files: any FileSystem, _ alsoFinds: (String) -> Bool
  ) -> Look {
    let entries: [FolderEntry]
    do throws(FileError) { entries = try files.list(folder.path) } catch { return Look(folder: folder, error: error) }
    var look = Look(folder: folder)
    let scope = folder.outer.entering(folder.path, folder.standing, IgnoreScope.Marks(entries), files)
    var bytes: [UInt8] = []
    for entry in entries {
      let isFolder = entry.type == .folder
      let kind = isFolder ? nil : FileKind.of(entry.name, in: folder.path)
      guard isFolder || entry.type == .link || kind != nil || entry.isText && alsoFinds(entry.name) else { continue }
      let standing = scope.standing(of: entry.name, in: folder.path, &bytes, isFolder: isFolder)
      if isFolder, entry.isText {
        if standing != .leftOut {
          let path = joinedPath(folder.path, entry.name)
          look.folders.append(Folder(path: path, root: folder.root, outer: scope, standing: standing))
        } else if entry.name.hasSuffix(".xcodeproj") {
          look.foreignProjects.append(entry.name)
        }
      } else if standing == .ours || standing == .included {
        look.entries.append((entry, kind))
      }
    }
    return look
  }

  /// Takes note of what there is in a folder.
  private func take(_ look: Look) {
    let folder = look.folder
    let root = folder.root.path
    if let error = look.error { fail(folder.shown, error, folder: folder.path, root: root) }
    // A folder that was given too is walked from there, or has been.
    for inner in look.folders where walkedFolders.count == 1 || !walkedFolders.contains(inner.path) {
      folders.append(inner)
    }
    for name in look.foreignProjects {
      let path = joinedPath(joinedPath(folder.path, name), "project.pbxproj")
      guard (try? files.status(of: path, followingLinks: false))?.type == .file else { continue }
      foreignProjects.append(
        FoundFile(
          shownPath: joinedPath(joinedPath(folder.shown, name), "project.pbxproj"), folder: parentFolder(of: path),
          resolvedPath: path, root: root, kind: .xcodeProject))
    }
    for (entry, kind) in look.entries {
      if kind == nil, entry.type == .file, entry.isText {
        others.append(OtherFile(folder: folder, name: entry.name))
        continue
      }
      let shown = joinedPath(folder.shown, entry.name)
      let path = joinedPath(folder.path, entry.name)
      guard entry.isText else {
        failName(of: entry, in: folder.path, shown: folder.shown, root: root)
        continue
      }
      switch entry.type {
      case .folder: continue
      case .link: meet(link: path, shownAs: shown, kind: kind, in: folder.path, root: root)
      case .file:
        guard seen.insert(path).inserted else { continue }
        found.append(
          FoundFile(shownPath: shown, folder: folder.path, resolvedPath: path, root: root, kind: kind))
      case .pipe, .socket, .device:
        fail(shown, FileError(path, .isNotAFile(entry.type)), kind: kind, folder: folder.path, root: root)
      }
    }
  }

  /// Notes that there is no way to something by its name, which is no text; of files, where the name tells that it would
  /// have been looked at.
  private func failName(of entry: FolderEntry, in folder: String, shown: String, root: String) {
    let kind = FileKind.of(path: entry.name)
    guard entry.type == .folder || kind != nil else { return }
    let error = FileError(joinedPath(folder, entry.name), .nameIsNotText)
    fail(joinedPath(shown, entry.name), error, kind: kind, folder: folder, root: root)
  }

  /// Decides about a link met on the walk. What it leads to inside the root is met there, unless only the link's name
  /// tells that it is a privacy file, or the walk leaves out a folder on the way.
  private func meet(link path: String, shownAs shown: String, kind: FileKind?, in folder: String, root: String) {
    do throws(FileError) {
      let target = try files.resolve(path)
      let type = try files.status(of: target).type
      if !isInside(target, root) {
        if kind != nil || type == .folder || FileKind.of(path: target) != nil {
          notes.append("\(shown) is skipped: the link leads outside, to \(target)")
        }
      } else if type == .file {
        let targetKind = FileKind.of(path: target)
        guard let kind = kind ?? targetKind else { return }
        if leavesOut(target, isFolder: false, below: root) {
          notes.append("\(shown) is skipped: the link leads to a skipped file, \(target)")
          return
        }
        guard targetKind == nil, seen.insert(target).inserted else { return }
        found.append(FoundFile(shownPath: shown, folder: folder, resolvedPath: target, root: root, kind: kind))
      } else if type == .folder {
        if leavesOut(target, isFolder: true, below: root) {
          notes.append("\(shown) is skipped: the link leads to a skipped folder, \(target)")
        }
      } else if kind != nil {
        fail(shown, FileError(path, .isNotAFile(type)), kind: kind, folder: folder, root: root)
      }
    } catch {
      if kind != nil { fail(shown, error, kind: kind, folder: folder, root: root) }
    }
  }

  /// Whether a walk from a root leaves out what stands at a path.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: The same; ``FoundFile/root`` of what was found.
  public func leavesOut(_ path: String, isFolder: Bool, below root: String) -> Bool {
    ownFiles(below: root).leavesOut(path, isFolder: isFolder)
  }

  private func ownFiles(below root: String) -> OwnFiles {
    if let known = own[root] { return known }
    let made = OwnFiles(root: root, reach: reach, defaults: defaults, files: files)
    own[root] = made
    return made
  }

  private func fail(
    _ shown: String, _ error: FileError, kind: FileKind? = nil, folder: String, root: String
  ) {
    found.append(
      FoundFile(
        shownPath: shown, folder: folder, resolvedPath: error.path.hasPrefix("/") ? error.path : shown, root: root,
        kind: kind, error: error.words))
  }

  /// The place in the file system that a path names, whether or not a file is there.
  public func place(of path: String) -> FoundFile {
    let absolute = absolute(path)
    let folder = (try? files.resolve(parentFolder(of: absolute))) ?? parentFolder(of: absolute)
    return FoundFile(
      shownPath: path, folder: folder, resolvedPath: absolute,
      root: isInside(folder, currentFolder) ? currentFolder : folder, kind: FileKind.of(path: path))
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : joinedPath(currentFolder, path)
  }
}
