public import FileSystem
public import PrivacyRules

/// A privacy file that was found, or what stands in its place.
public struct FoundFile: Sendable {
  /// The path as it is shown: what the user wrote, and what was found beneath it.
  public let shownPath: String
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
}

/// Finds the privacy files that paths mean. The command line and the server search with it, so that both see the same.
public struct FileSearch: Sendable {
  private let files: any FileSystem
  /// The folder that relative paths begin in, absolute and without links.
  private let currentFolder: String
  public private(set) var found: [FoundFile] = []
  /// What else there is to tell the user.
  public private(set) var notes: [String] = []
  private var seen: Set<String> = []
  /// The folders that were given, without links.
  private var roots: Set<String> = []
  /// The folder of the file that was named last.
  private var lastFolder: (named: String, resolved: String)?
  /// The folders that are still to be looked into.
  private var folders: [(path: String, shown: String, root: String)] = []

  /// Folders that hold what tools made or fetched for themselves.
  private static let skippedFolders: Set<String> = [".git", ".build", "build", "DerivedData"]

  public init(files: any FileSystem, currentFolder: String) {
    self.files = files
    self.currentFolder = (try? files.resolve(currentFolder)) ?? currentFolder
  }

  /// Adds the file that a path names, or the privacy files in the folder that it names. Links are followed: the user
  /// named them.
  ///
  /// - Parameter ahead: Is given the folders that will be looked into with all below them, so that it can list them.
  public mutating func add(_ path: String, ahead: ([String]) -> Void = { _ in }) {
    begin(path)
    ahead(folders.map(\.path))
    while step() {}
  }

  /// Whether a walk leaves out folders of this name.
  public static func skips(folderNamed name: String) -> Bool { skippedFolders.contains(name) }

  /// Adds the file that a path names, or has the folder that it names looked into by ``step()``.
  mutating func begin(_ path: String) {
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
      if roots.insert(resolved).inserted { folders.append((resolved, shown, resolved)) }
    } catch {
      let named = parentFolder(of: absolute(path))
      let folder = (try? files.resolve(named)) ?? named
      // What stands for bytes that are no UTF-8 names nothing.
      let isText = error.reason != .notFound || !path.unicodeScalars.contains("\u{FFFD}")
      fail(shown, isText ? error : FileError(path, .nameIsNotText), folder: folder, root: folder)
    }
  }

  /// The folder around a path, without links. Who names many files names those of a folder one after the other.
  private mutating func resolvedFolder(around path: String) throws(FileError) -> String {
    let folder = parentFolder(of: path)
    if let lastFolder, lastFolder.named == folder { return lastFolder.resolved }
    let resolved = try files.resolve(folder)
    lastFolder = (folder, resolved)
    return resolved
  }

  /// Looks into one folder.
  ///
  /// - Returns: Whether there was one to look into.
  mutating func step() -> Bool {
    guard let folder = folders.popLast() else { return false }
    let entries: [FolderEntry]
    do throws(FileError) {
      entries = try files.list(folder.path)
    } catch {
      fail(folder.shown, error, folder: folder.path, root: folder.root)
      return true
    }
    for entry in entries {
      guard entry.isText else {
        failName(of: entry, in: folder.path, shown: folder.shown, root: folder.root)
        continue
      }
      switch entry.type {
      case .folder:
        let path = joinedPath(folder.path, entry.name)
        // A folder that was given too is walked from there, or has been.
        if Self.skippedFolders.contains(entry.name) || roots.contains(path) { continue }
        folders.append((path, joinedPath(folder.shown, entry.name), folder.root))
      case .link:
        meet(
          link: joinedPath(folder.path, entry.name), shownAs: joinedPath(folder.shown, entry.name),
          kind: FileKind.of(path: entry.name), in: folder.path, root: folder.root)
      case .file:
        guard let kind = FileKind.of(path: entry.name) else { continue }
        let path = joinedPath(folder.path, entry.name)
        guard seen.insert(path).inserted else { continue }
        found.append(
          FoundFile(
            shownPath: joinedPath(folder.shown, entry.name), folder: folder.path, resolvedPath: path,
            root: folder.root, kind: kind))
      case .pipe, .socket, .device:
        guard let kind = FileKind.of(path: entry.name) else { continue }
        fail(
          joinedPath(folder.shown, entry.name),
          FileError(joinedPath(folder.path, entry.name), .isNotAFile(entry.type)), kind: kind, folder: folder.path,
          root: folder.root)
      }
    }
    return true
  }

  /// Notes that there is no way to something by its name, which is no text; of files, where the name tells that it would
  /// have been looked at.
  private mutating func failName(of entry: FolderEntry, in folder: String, shown: String, root: String) {
    let kind = FileKind.of(path: entry.name)
    guard entry.type == .folder || kind != nil else { return }
    let error = FileError(joinedPath(folder, entry.name), .nameIsNotText)
    fail(joinedPath(shown, entry.name), error, kind: kind, folder: folder, root: root)
  }

  /// Decides about a link met on the walk. What it leads to inside the root is met there, unless only the link's name
  /// tells that it is a privacy file, or the walk leaves out a folder on the way.
  private mutating func meet(link path: String, shownAs shown: String, kind: FileKind?, in folder: String, root: String)
  {
    do throws(FileError) {
      let target = try files.resolve(path)
      let type = try files.status(of: target).type
      if !isInside(target, root) {
        if kind != nil || type == .folder || FileKind.of(path: target) != nil {
          notes.append("\(shown) is skipped: the link leads outside, to \(target)")
        }
      } else if type == .file {
        let targetKind = FileKind.of(path: target)
        let isMetThere = targetKind != nil && !Self.isSkipped(target, below: root)
        guard !isMetThere, let kind = kind ?? targetKind, seen.insert(target).inserted else { return }
        found.append(FoundFile(shownPath: shown, folder: folder, resolvedPath: target, root: root, kind: kind))
      } else if type == .folder {
        if Self.isSkipped(joinedPath(target, "."), below: root) {
          notes.append("\(shown) is skipped: the link leads to a folder that is left out, \(target)")
        }
      } else if kind != nil {
        fail(shown, FileError(path, .isNotAFile(type)), kind: kind, folder: folder, root: root)
      }
    } catch {
      if kind != nil { fail(shown, error, kind: kind, folder: folder, root: root) }
    }
  }

  /// Whether the walk from a root leaves out a folder that a path leads through.
  static func isSkipped(_ path: String, below root: String) -> Bool {
    path.dropFirst(root.count).split(separator: "/").dropLast().contains { skippedFolders.contains(String($0)) }
  }

  private mutating func fail(
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
