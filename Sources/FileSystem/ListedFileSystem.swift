import Synchronization

/// The files of another file system, of which folders are listed once and remembered: for work during which nothing is
/// expected to change, such as one run of a command.
///
/// Many questions are asked of the same folders: which privacy files they hold, whether they hold a project, a package or
/// settings. A name that a folder does not list is not looked for a second time.
public final class ListedFileSystem: FileSystem {
  private let files: any FileSystem
  private let known = Mutex(Known())

  private struct Known {
    var folders: [String: Listing] = [:]
    var entries = 0
  }

  private struct Listing {
    let result: Result<[FolderEntry], FileError>
    /// The names with letters in one case. Few names are as quickly gone through.
    let folded: Set<String>?

    init(_ result: Result<[FolderEntry], FileError>) {
      self.result = result
      if case .success(let entries) = result, entries.count > 16 {
        folded = Set(entries.map { ListedFileSystem.folded($0.name) })
      } else {
        folded = nil
      }
    }

    /// Whether the folder is known not to hold a name of ASCII.
    func lacks(_ name: String) -> Bool {
      guard case .success(let entries) = result else { return false }
      if let folded { return !folded.contains(ListedFileSystem.folded(name)) }
      let bytes = name.utf8
      return !entries.contains { entry in
        entry.name.utf8.count == bytes.count && zip(entry.name.utf8, bytes).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      }
    }
  }

  /// With so many names remembered, folders are listed anew instead: some ten megabytes.
  private static let mostEntries = 500_000

  public init(_ files: any FileSystem) {
    self.files = files
  }

  public func list(_ path: String) throws(FileError) -> [FolderEntry] {
    if let known = known.withLock({ $0.folders[path] }) { return try known.result.get() }
    let result: Result<[FolderEntry], FileError>
    do throws(FileError) { result = .success(try files.list(path)) } catch { result = .failure(error) }
    let listing = Listing(result)
    known.withLock { known in
      guard known.entries < Self.mostEntries else { return }
      known.folders[path] = listing
      known.entries += 1
      if case .success(let entries) = result { known.entries += entries.count }
    }
    return try result.get()
  }

  /// Whether as many names are remembered as will be.
  public var isFull: Bool { known.withLock { $0.entries >= Self.mostEntries } }

  public func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    if isMissing(path) { throw FileError(path, .notFound) }
    return try files.status(of: path, followingLinks: followingLinks)
  }

  public func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    if isMissing(path) { throw FileError(path, .notFound) }
    return try files.read(path, limit: limit)
  }

  public func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    try files.read(fileAt: path, limit: limit)
  }

  public func resolve(_ path: String) throws(FileError) -> String {
    if isMissing(path) { throw FileError(path, .notFound) }
    return try files.resolve(path)
  }

  /// Whether the folder of a path is known, and known not to hold it. Other letters may mean the same name to the
  /// system, so that only a name of ASCII is told, and a folder in which no name differs from it by its case alone.
  private func isMissing(_ path: String) -> Bool {
    let name = fileName(of: path)
    // No folder lists itself, nor the one it lies in.
    guard !name.isEmpty, name != ".", name != "..", name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    return known.withLock { $0.folders[parentFolder(of: path)] }?.lacks(name) ?? false
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 | 0x20 }, as: UTF8.self)
  }
}
