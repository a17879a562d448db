import FileSystem
import GitObjects
import SourceText
import Workspace

/// Tells which files differ from a revision of their git repository.
struct ChangedFiles {
  private let repository: GitRepository
  /// The work tree, absolute and without links.
  let folder: String
  private let old: ObjectID

  /// - Parameter place: A folder in the work tree, absolute and without links.
  init(since revision: String, around place: String) throws(GitRepository.Failure) {
    guard let folder = Workspace.repository(around: place, LocalFileSystem()) else {
      throw GitRepository.Failure(message: "\(place) is not in a git repository")
    }
    self.folder = folder
    repository = try GitRepository(workTree: folder)
    old = try repository.folder(ofRevision: revision)
  }

  /// Whether a file is new or has other bytes than in the revision. One outside of the work tree counts as changed, and
  /// one in a submodule as unchanged: that is a repository of its own.
  ///
  /// - Parameter path: Absolute and without links.
  func contains(_ path: String) throws(GitRepository.Failure) -> Bool {
    guard let path = relative(path) else { return true }
    guard let entry = try repository.entry(at: path, in: old) else { return true }
    guard entry.isFile else { return !entry.isSubmodule }
    guard let bytes = try? LocalFileSystem().read(joinedPath(folder, path), limit: FileLinter.largestFile) else {
      return true
    }
    if entry.id == ObjectID(ofFile: bytes) { return false }
    // Git may have been asked to write each LF as CR LF, or UTF-8 as UTF-16.
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
  func isInSubmodule(_ path: String) -> Bool {
    relative(path).flatMap { try? repository.entry(at: $0, in: old) }?.isSubmodule ?? false
  }

  /// Folders below each other, and in all; trees of git may be made that have more than a disk could.
  private static let deepest = 256
  private static let mostFolders = 1_000_000

  /// The files with an ending that the revision has at a path, as paths from there on, with their bytes.
  ///
  /// - Parameters:
  ///   - path: Of a file or folder, absolute and without links.
  ///   - entersFolder: By its name.
  func oldFiles(
    below path: String, ending: String, entersFolder: (String) -> Bool
  ) throws(GitRepository.Failure) -> [(path: String, bytes: [UInt8])] {
    guard let path = path == folder ? "" : relative(path), let top = try repository.entry(at: path, in: old) else {
      return []
    }
    if top.isFile { return [("", try repository.content(of: top.id))] }
    guard top.isFolder else { return [] }
    var found: [(path: String, bytes: [UInt8])] = []
    var waiting = [(path: "", id: top.id, depth: 0)]
    var count = 0
    while let next = waiting.popLast() {
      count += 1
      guard count <= Self.mostFolders, next.depth <= Self.deepest else {
        throw GitRepository.Failure(message: "the revision has too many folders")
      }
      for (name, entry) in try repository.entries(of: next.id) {
        let path = next.path.isEmpty ? name : joinedPath(next.path, name)
        if entry.isFolder, entersFolder(name) { waiting.append((path, entry.id, next.depth + 1)) }
        if entry.isFile, name.lowercased().hasSuffix(ending) {
          found.append((path, try repository.content(of: entry.id)))
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The path from the work tree on; nil for one outside.
  func relative(_ path: String) -> String? {
    guard isInside(path, folder), path != folder else { return nil }
    return String(path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") })
  }
}
