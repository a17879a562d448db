import BuildTargets
public import FileSystem
public import PrivacyRules

/// A file that a search found, or why it can’t be used.
public struct FoundFile: Sendable {
  /// The path to show: as the user wrote it, or relative to what the user wrote.
  public var shownPath: String
  /// The folder of the file, absolute, and without links if it exists.
  public var folder: String
  /// The absolute path without links, which is the same for all names of a file.
  public var resolvedPath: String
  /// The topmost folder in which to look for packages.
  public var root: String
  /// The kind by its name; nil for a folder, and for a file that the user named and whose kind depends on its content.
  public var kind: FileKind?
  /// Why it can’t be read.
  public var error: String?
  /// Whether the user named the file itself, not a folder above it.
  public var isNamed = false
  /// Whether findings may be in it; otherwise it only counts as part of what a target compiles.
  public var isOurs = true

  /// - Parameters:
  ///   - folder: The folder of the file, absolute and without links.
  ///   - resolvedPath: The absolute path without links.
  ///   - root: The topmost folder in which to look for packages.
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

/// Finds privacy files. Both the command line and the server use it, so they find the same files.
public final class FileSearch {
  private let files: any FileSystem
  private let reach: IgnoreScope.Reach
  private let defaults: IgnoreScope.Defaults
  /// Returns whether to find other files with a name.
  private let alsoFinds: @Sendable (String) -> Bool
  /// The folder that relative paths are relative to, absolute and without links.
  private let currentFolder: String
  public private(set) var found: [FoundFile] = []
  /// The other files, except those that can’t be read, which are in ``found``.
  public private(set) var others: [OtherFile] = []
  /// The number of files that were found.
  var count: Int { found.count + others.count }
  /// Notes for the user, such as skipped links.
  public private(set) var notes: [String] = []
  private var seen: Set<String> = []
  /// The folders that the user named, without links.
  public private(set) var walkedFolders: Set<String> = []
  /// The folder of the last file that the user named.
  private var lastFolder: (named: String, resolved: String)?
  /// The folders that are left to list.
  private var folders: [Folder] = []
  /// Answers for each root whether a path is ours.
  private var own: [String: OwnFiles] = [:]
  /// Xcode projects that are not ours, such as generated ones that git ignores. They still say which files belong to which
  /// target.
  public private(set) var foreignProjects: [FoundFile] = []
  /// The folders that were left out, except those that no target compiles files of.
  private var skipped: [SkippedFolder] = []

  /// A folder to list. A class, because there are tens of thousands and each is passed around several times.
  public final class Folder: Sendable {
    let path: String
    let root: Root
    /// The scope of its parent folder.
    let outer: IgnoreScope
    let standing: IgnoreScope.Standing

    init(path: String, root: Root, outer: IgnoreScope, standing: IgnoreScope.Standing) {
      self.path = path
      self.root = root
      self.outer = outer
      self.standing = standing
    }

    /// The path to show.
    var shown: String {
      if path == root.path { return root.shown }
      return joinedPath(root.shown, innerPath(of: path, in: root.path))
    }
  }

  /// The folder in which a walk begins, absolute and without links, and as it is shown.
  struct Root: Sendable {
    let path: String
    let shown: String
  }

  /// A file that is not a privacy file. A tree may have a hundred thousand, so paths are built on demand.
  public struct OtherFile: Sendable {
    let folder: Folder
    public let name: String

    public var file: FoundFile {
      FoundFile(
        shownPath: joinedPath(folder.shown, name), folder: folder.path, resolvedPath: joinedPath(folder.path, name),
        root: folder.root.path, kind: nil)
    }
  }

  /// A folder that was left out.
  struct SkippedFolder: Sendable {
    fileprivate let folder: Folder
    /// Whether a target’s sources in it are to be read.
    let mayHoldSources: Bool

    var path: String { folder.path }

    /// The sources and headers in it; nil if there are too many.
    func sources(_ files: any FileSystem) -> [FoundFile]? {
      var result: [FoundFile] = []
      var open = [folder]
      var count = 0
      while let folder = open.popLast() {
        let look = FileSearch.look(into: folder, files) { SourceKind($0) != nil }
        count += look.entries.count + look.folders.count + 1
        guard count <= Self.mostEntries else { return nil }
        open += look.folders + look.skipped.filter(\.mayHoldSources).map(\.folder)
        for (entry, kind) in look.entries where kind == nil && entry.type == .file && entry.isText {
          var file = OtherFile(folder: folder, name: entry.name).file
          file.isOurs = false
          result.append(file)
        }
      }
      return result.sorted { $0.resolvedPath < $1.resolvedPath }
    }

    /// More files and folders than the sources of a target have.
    private static let mostEntries = 20_000
  }

  /// The contents of a folder.
  public struct Look: Sendable {
    let folder: Folder
    /// The folders in it, and the other entries that may be ours, with their kinds by name.
    var folders: [Folder] = []
    var entries: [(entry: FolderEntry, kind: FileKind?)] = []
    /// The names of excluded Xcode projects in it.
    var foreignProjects: [String] = []
    fileprivate var skipped: [SkippedFolder] = []
    var error: FileError?
  }

  /// - Parameters:
  ///   - defaults: The settings where no settings file applies.
  ///   - alsoFinds: Returns whether to find other files with a name.
  public init(
    files: any FileSystem, currentFolder: String, reach: IgnoreScope.Reach = .ours,
    defaults: IgnoreScope.Defaults = IgnoreScope.Defaults(),
    alsoFinds: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.alsoFinds = alsoFinds
    self.files = files
    self.reach = reach
    self.defaults = defaults
    self.currentFolder = files.resolvedIfPossible(currentFolder)
  }

  /// A search with the same settings that has found nothing yet.
  public convenience init(like other: FileSearch) {
    self.init(
      files: other.files, currentFolder: other.currentFolder, reach: other.reach, defaults: other.defaults,
      alsoFinds: other.alsoFinds)
  }

  /// Adds the files at some paths, and the privacy files in the folders at others, whatever their order. Links that the
  /// user named are followed.
  ///
  /// - Parameter looking: Lists folders, perhaps several at once, and returns the results in order.
  public func add(
    _ paths: [String], looking: ([Folder], @escaping @Sendable (Folder) -> Look) -> [Look] = { $0.map($1) }
  ) {
    for path in paths { begin(path) }
    // A folder inside of another one is part of that, unless the walk of the other leaves it out.
    folders = folders.sorted { $0.path < $1.path }.reduce(into: []) { outer, folder in
      let isReached = outer.contains {
        isInside(folder.path, $0.path) && !leavesOut(folder.path, isFolder: true, below: $0.path)
      }
      if isReached { walkedFolders.remove(folder.path) } else { outer.append(folder) }
    }
    let (files, alsoFinds) = (files, alsoFinds)
    while !folders.isEmpty {
      let level = folders
      folders = []
      // Not all at once, since the contents of a folder take memory until they are processed.
      var rest = level[...]
      while !rest.isEmpty {
        for look in looking(Array(rest.prefix(8192)), { Self.look(into: $0, files, alsoFinds) }) { take(look) }
        rest = rest.dropFirst(8192)
      }
    }
  }

  /// Adds the file at a path, or queues the folder at it for ``step()``.
  package func begin(_ path: String) {
    let shown = withoutDotSlash(path)
    do throws(FileError) {
      let resolved = try files.resolve(absolute(path))
      let status = try files.status(of: resolved)
      guard status.type == .folder else {
        let folder = try resolvedFolder(around: absolute(path))
        let root = isInside(folder, currentFolder) ? currentFolder : folder
        guard seen.insert(resolved).inserted else { return }
        var file = FoundFile(
          shownPath: shown, folder: folder, resolvedPath: resolved, root: root, kind: FileKind.of(path: path),
          isNamed: true)
        if status.type != .file { file.error = FileError(path, .isNotAFile(status.type)).words }
        found.append(file)
        return
      }
      guard walkedFolders.insert(resolved).inserted else { return }
      let above = ownFiles(below: resolved).above
      let root = Root(path: resolved, shown: shown)
      folders.append(Folder(path: resolved, root: root, outer: above, standing: .ours))
    } catch {
      let folder = files.resolvedIfPossible(parentFolder(of: absolute(path)))
      // A replacement character stands for invalid UTF-8, so no file has this name.
      let isText = error.reason != .notFound || !path.unicodeScalars.contains("\u{FFFD}")
      fail(shown, isText ? error : FileError(path, .nameIsNotText), folder: folder, root: folder)
    }
  }

  /// The parent folder of a path, without links. The last one is cached, since lists of files go folder by folder.
  private func resolvedFolder(around path: String) throws(FileError) -> String {
    let folder = parentFolder(of: path)
    if let lastFolder, lastFolder.named == folder { return lastFolder.resolved }
    let resolved = try files.resolve(folder)
    lastFolder = (folder, resolved)
    return resolved
  }

  /// Lists one folder.
  ///
  /// - Returns: Whether there was one left.
  package func step() -> Bool {
    guard let folder = folders.popLast() else { return false }
    take(Self.look(into: folder, files, alsoFinds))
    return true
  }

  /// Lists a folder. It only reads from disk, so threads may call it at the same time.
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
        } else if entry.name.utf8.first != UInt8(ascii: "."), !entry.name.contains(".") {
          let path = joinedPath(folder.path, entry.name)
          look.skipped.append(
            SkippedFolder(
              folder: Folder(path: path, root: folder.root, outer: scope, standing: .ours),
              mayHoldSources: scope.mayHoldSources(entry.name, in: folder.path)))
        }
      } else if standing == .ours || standing == .included {
        look.entries.append((entry, kind))
      }
    }
    return look
  }

  /// Adds the contents of a folder.
  private func take(_ look: Look) {
    let folder = look.folder
    let root = folder.root.path
    if let error = look.error { fail(folder.shown, error, folder: folder.path, root: root) }
    // A folder that the user named too is walked separately.
    for inner in look.folders where walkedFolders.count == 1 || !walkedFolders.contains(inner.path) {
      folders.append(inner)
    }
    skipped += look.skipped
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
        // Paths are only needed to recognize files that the user named too.
        if lastFolder == nil || !seen.contains(joinedPath(folder.path, entry.name)) {
          others.append(OtherFile(folder: folder, name: entry.name))
        }
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

  /// The folders below a root that were left out, in which targets may have files.
  func skippedFolders(below root: String) -> [SkippedFolder] {
    skipped.filter { $0.folder.root.path == root }.sorted { $0.path < $1.path }
  }

  /// Adds a failure for an entry whose name is not valid UTF-8, if it is a folder or its name makes it a privacy file.
  private func failName(of entry: FolderEntry, in folder: String, shown: String, root: String) {
    let kind = FileKind.of(path: entry.name)
    guard entry.type == .folder || kind != nil else { return }
    let error = FileError(joinedPath(folder, entry.name), .nameIsNotText)
    fail(joinedPath(shown, entry.name), error, kind: kind, folder: folder, root: root)
  }

  /// Handles a link. If its target is inside of the root, the walk finds the target anyway, unless only the link’s name
  /// makes it a privacy file, or the walk skips the target.
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

  /// Whether a walk from a root skips a path.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: Absolute and without links; ``FoundFile/root`` of the file.
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

  /// A path as a file, whether or not it exists.
  public func place(of path: String) -> FoundFile {
    let absolute = absolute(path)
    let folder = files.resolvedIfPossible(parentFolder(of: absolute))
    return FoundFile(
      shownPath: path, folder: folder, resolvedPath: absolute,
      root: isInside(folder, currentFolder) ? currentFolder : folder, kind: FileKind.of(path: path))
  }

  private func absolute(_ path: String) -> String { absolutePath(path, in: currentFolder) }
}
