import FileSystem
import PrivacyRules

/// A file to lint, or what stands in its place.
struct FoundFile: Sendable {
  /// The path as it is shown: what the user wrote, and what was found beneath it.
  let shownPath: String
  /// The folder of the file, absolute, and without links where it exists.
  var folder: String
  /// The absolute path without links: two names of one file have the same.
  var resolvedPath: String
  /// The folder that settings and packages are looked for up to.
  var root: String
  /// What it is by its name; nil for a file that the user named and whose content has to tell.
  var kind: FileKind?
  /// Why it will not be linted.
  var error: String?
}

/// Finds the files that paths on a command line mean.
struct FileSearch {
  private let files: any FileSystem
  /// The folder that relative paths begin in, absolute and without links.
  private let currentFolder: String
  private(set) var found: [FoundFile] = []
  /// What else there is to tell the user.
  private(set) var notes: [String] = []
  private var seen: Set<String> = []

  /// Folders that hold what tools made or fetched for themselves.
  private static let skippedFolders: Set<String> = [".git", ".build", "build", "DerivedData"]

  init(files: any FileSystem, currentFolder: String) {
    self.files = files
    self.currentFolder = (try? files.resolve(currentFolder)) ?? currentFolder
  }

  /// Adds the file that a path names, or the privacy files in the folder that it names. Links are followed: the user
  /// named them.
  mutating func add(_ path: String) {
    let shown = withoutDotSlash(path)
    do throws(FileError) {
      let resolved = try files.resolve(absolute(path))
      let status = try files.status(of: resolved)
      guard status.type == .folder else {
        let folder = try files.resolve(parentFolder(of: absolute(path)))
        let root = isInside(folder, currentFolder) ? currentFolder : folder
        guard seen.insert(resolved).inserted else { return }
        var file = FoundFile(
          shownPath: shown, folder: folder, resolvedPath: resolved, root: root, kind: FileKind.of(path: path))
        if status.type != .file { file.error = FileError(path, .isNotAFile(status.type)).words }
        found.append(file)
        return
      }
      walk(resolved, shownAs: shown)
    } catch {
      let folder = parentFolder(of: absolute(path))
      fail(shown, error, folder: folder, root: folder)
    }
  }

  /// Adds the privacy files beneath a folder.
  private mutating func walk(_ root: String, shownAs shown: String) {
    var folders = [(path: root, shown: shown)]
    while let folder = folders.popLast() {
      let entries: [FolderEntry]
      do throws(FileError) {
        entries = try files.list(folder.path)
      } catch {
        fail(folder.shown, error, folder: folder.path, root: root)
        continue
      }
      for entry in entries {
        let path = joinedPath(folder.path, entry.name)
        let shown = joinedPath(folder.shown, entry.name)
        let kind = FileKind.of(path: entry.name)
        switch entry.type {
        case .folder:
          if !Self.skippedFolders.contains(entry.name) { folders.append((path, shown)) }
        case .link:
          meet(link: path, shownAs: shown, kind: kind, in: folder.path, root: root)
        case .file:
          guard let kind, seen.insert(path).inserted else { continue }
          found.append(
            FoundFile(shownPath: shown, folder: folder.path, resolvedPath: path, root: root, kind: kind))
        case .pipe, .socket, .device:
          if kind != nil { fail(shown, FileError(path, .isNotAFile(entry.type)), folder: folder.path, root: root) }
        }
      }
    }
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
        let isMetThere = targetKind != nil && !isSkipped(target, below: root)
        guard !isMetThere, let kind = kind ?? targetKind, seen.insert(target).inserted else { return }
        found.append(FoundFile(shownPath: shown, folder: folder, resolvedPath: target, root: root, kind: kind))
      } else if type == .folder {
        if isSkipped(joinedPath(target, "."), below: root) {
          notes.append("\(shown) is skipped: the link leads to a folder that is left out, \(target)")
        }
      } else if kind != nil {
        fail(shown, FileError(path, .isNotAFile(type)), folder: folder, root: root)
      }
    } catch {
      if kind != nil { fail(shown, error, folder: folder, root: root) }
    }
  }

  /// Whether the walk from a root leaves out a folder that a path leads through.
  private func isSkipped(_ path: String, below root: String) -> Bool {
    path.dropFirst(root.count).split(separator: "/").dropLast().contains { Self.skippedFolders.contains(String($0)) }
  }

  private mutating func fail(_ shown: String, _ error: FileError, folder: String, root: String) {
    found.append(
      FoundFile(
        shownPath: shown, folder: folder, resolvedPath: shown, root: root, kind: nil, error: error.words))
  }

  /// The place in the file system that a path names, whether or not a file is there.
  func place(of path: String) -> FoundFile {
    let absolute = absolute(path)
    let folder = (try? files.resolve(parentFolder(of: absolute))) ?? parentFolder(of: absolute)
    return FoundFile(
      shownPath: path, folder: folder, resolvedPath: absolute,
      root: isInside(folder, currentFolder) ? currentFolder : folder, kind: FileKind.of(path: path))
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : joinedPath(currentFolder, path)
  }

  private func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
