import Catalog
import FileSystem
import GitObjects
import PrivacyRules
import SourceText
import Workspace

/// The files that differ from a revision of their git repository.
struct ChangedFiles {
  private let repository: GitRepository
  /// The work tree, absolute and without links.
  let folder: String
  private let old: ObjectID
  /// As the user wrote it.
  private let revision: String
  private let tracked: OnDemand<TrackedFiles>

  /// - Parameter place: A folder in the work tree, absolute and without links.
  init(since revision: String, around place: String) throws(GitRepository.Failure) {
    guard let folder = Workspace.repository(around: place, LocalFileSystem()) else {
      let isBare = ["HEAD", "objects", "refs"].allSatisfy {
        (try? LocalFileSystem().status(of: joinedPath(place, $0))) != nil
      }
      throw GitRepository.Failure(
        message: isBare
          ? "\(place) is a bare git repository, without files to compare" : "\(place) is not in a git repository")
    }
    self.folder = folder
    self.revision = revision
    tracked = OnDemand { TrackedFiles(of: folder, LocalFileSystem()) }
    repository = try GitRepository(workTree: folder)
    old = try repository.folder(ofRevision: revision)
  }

  /// Whether a file is new or differs from the revision. A file outside of the work tree counts as changed, and one in a
  /// submodule, which is a repository of its own, as unchanged.
  ///
  /// - Parameter path: Absolute and without links.
  func contains(_ path: String) throws(GitRepository.Failure) -> Bool {
    guard let path = relative(path) else { return true }
    guard let entry = try repository.entry(at: path, in: old) else {
      return (try? LocalFileSystem().status(of: joinedPath(folder, path))) != nil
    }
    guard entry.isFile else { return !entry.isSubmodule }
    guard let bytes = try? LocalFileSystem().read(joinedPath(folder, path), limit: FileLinter.largestFile) else {
      return true
    }
    if entry.id == ObjectID(ofFile: bytes) { return false }
    // Git may be configured to check out LF as CR LF, or UTF-8 as UTF-16.
    var plain = bytes
    if bytes.contains(0) {
      plain = DecodedFile(bytes).text.bytes
      if plain.starts(with: [0xEF, 0xBB, 0xBF]) { plain.removeFirst(3) }
    } else if !bytes.contains(0x0D) {
      return true
    }
    return entry.id != ObjectID(ofFile: plain) && entry.id != ObjectID(ofFile: Self.withoutCarriageReturns(plain))
  }

  private static func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    for (place, byte) in bytes.enumerated() {
      if byte == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { continue }
      plain.append(byte)
    }
    return plain
  }

  /// Whether a file is in a submodule.
  ///
  /// - Parameter path: Absolute and without links.
  func isInSubmodule(_ path: String) -> Bool { submodule(of: path) != nil }

  /// The submodule that a file is in, relative to the work tree, and its commit in the revision.
  private func submodule(of path: String) -> (path: String, id: ObjectID)? {
    var folder = ""
    for name in (relative(path) ?? "").split(separator: "/") {
      folder = joinedPath(folder, String(name))
      guard let entry = try? repository.entry(at: folder, in: old) else { return nil }
      if entry.isSubmodule { return (folder, entry.id) }
    }
    return nil
  }

  /// Notes about the submodules of files whose commit differs from that in the revision: their files are not compared.
  ///
  /// - Parameter paths: Absolute and without links.
  func notes(onSubmodulesWith paths: [String]) -> [String] {
    let submodules = Dictionary(firstOf: paths.compactMap(submodule))
    return submodules.sorted { $0.key < $1.key }.compactMap { path, id in
      if (try? GitRepository(workTree: joinedPath(folder, path)))?.head == id { return nil }
      return printable("skipped: submodule \(path), whose commit differs from that of \(revision)")
    }
  }

  /// Whether git tracks a privacy file.
  ///
  /// - Parameter path: Relative to the work tree.
  func tracks(_ path: String) -> Bool { tracked.value.files.contains(path) }

  /// The absolute paths of manifests, Info.plist files and entitlements in a folder that were deleted since the revision.
  func deletedFiles(below path: String) throws(GitRepository.Failure) -> [String] {
    let kinds: [FileKind] = [.privacyManifest, .infoPlist, .entitlements]
    let files = try oldFiles(below: path, entersFolder: { !FileSearch.isBuildFolder($0) }) { name in
      FileKind.of(path: name).map(kinds.contains) ?? false
    }
    let left = tracked.value.notCheckedOut.map { joinedPath(folder, $0.path) }
    return files.map { joinedPath(path, $0.path) }.filter { file in
      (try? LocalFileSystem().status(of: file, followingLinks: false)) == nil
        && !left.contains { file.utf8.starts(with: $0.utf8) }
    }
  }

  /// The deepest nesting and the most folders to read, since a crafted git tree can have more than any disk.
  private static let deepest = 256
  private static let mostFolders = 1_000_000

  /// The files that the revision has at a path, with paths relative to it; if the path is a file, that file alone, with
  /// an empty path.
  ///
  /// - Parameters:
  ///   - path: The path of a file or folder, absolute and without links.
  ///   - entersFolder: Whether to enter a folder with a name.
  ///   - isWanted: Whether to return a file with a name.
  func oldFiles(
    below path: String, entersFolder: (String) -> Bool, isWanted: (String) -> Bool
  ) throws(GitRepository.Failure) -> [(path: String, id: ObjectID)] {
    guard let path = path == folder ? "" : relative(path), let top = try repository.entry(at: path, in: old) else {
      return []
    }
    if top.isFile { return [("", top.id)] }
    return top.isFolder ? try files(in: top.id, entersFolder, isWanted) : []
  }

  /// The files at a path that a sparse checkout leaves out, from the index; otherwise like
  /// ``oldFiles(below:entersFolder:isWanted:)``.
  func filesNotCheckedOut(
    below path: String, entersFolder: (String) -> Bool, isWanted: (String) -> Bool
  ) throws(GitRepository.Failure) -> [(path: String, id: ObjectID)] {
    var found: [(path: String, id: ObjectID)] = []
    for (name, id) in tracked.value.notCheckedOut {
      guard let id = ObjectID(hex: id) else { continue }
      // If a whole folder is left out, the index has only its tree.
      let files = name.hasSuffix("/") ? try files(in: id, entersFolder, isWanted) : [("", id)]
      for file in files {
        let whole = joinedPath(folder, name) + file.path
        guard isInside(whole, path) else { continue }
        let inner = innerPath(of: whole, in: path)
        let folders = inner.split(separator: "/").dropLast()
        if isWanted(fileName(of: whole)), folders.allSatisfy({ entersFolder(String($0)) }) {
          found.append((inner, file.id))
        }
      }
    }
    return found
  }

  /// The content of a file in the revision; nil if the file is not in the revision.
  ///
  /// - Parameter path: Absolute and without links.
  func oldContent(of path: String) throws(GitRepository.Failure) -> [UInt8]? {
    guard let path = relative(path), let entry = try repository.entry(at: path, in: old), entry.isFile else {
      return nil
    }
    return try repository.content(of: entry.id)
  }

  func content(of id: ObjectID) throws(GitRepository.Failure) -> [UInt8] { try repository.content(of: id) }

  private func files(
    in folder: ObjectID, _ entersFolder: (String) -> Bool, _ isWanted: (String) -> Bool
  ) throws(GitRepository.Failure) -> [(path: String, id: ObjectID)] {
    var found: [(path: String, id: ObjectID)] = []
    var waiting = [(path: "", id: folder, depth: 0)]
    var count = 0
    while let next = waiting.popLast() {
      count += 1
      guard count <= Self.mostFolders, next.depth <= Self.deepest else {
        throw GitRepository.Failure(message: "the revision has too many folders")
      }
      for (name, entry) in try repository.entries(of: next.id) {
        let path = next.path.isEmpty ? name : joinedPath(next.path, name)
        if entry.isFolder, entersFolder(name) { waiting.append((path, entry.id, next.depth + 1)) }
        if entry.isFile, isWanted(name) { found.append((path, entry.id)) }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The path relative to the work tree; nil for a path outside of it.
  func relative(_ path: String) -> String? {
    isInside(path, folder) && path != folder ? innerPath(of: path, in: folder) : nil
  }
}
