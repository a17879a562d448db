import Synchronization

/// A file system that caches folder listings, for work during which files shouldn't change, such as one run of a
/// command.
///
/// The same folders are queried repeatedly: for privacy files, for a project, for a package, for settings. A name that
/// isn't in a folder's listing is known to be missing.
public final class ListedFileSystem: FileSystem {
  private let files: any FileSystem
  private let known = Mutex(Known())

  private struct Known {
    var folders: [String: Listing] = [:]
    var entries = 0
  }

  private struct Listing {
    let result: Result<[FolderEntry], FileError>
    /// The names with case folded; nil for a few names, which are searched directly.
    let folded: Set<String>?

    init(_ result: Result<[FolderEntry], FileError>) {
      self.result = result
      if case .success(let entries) = result, entries.count > 16 {
        folded = Set(entries.map { ListedFileSystem.folded($0.name) })
      } else {
        folded = nil
      }
    }

    /// Whether the folder is known not to contain an ASCII name.
    func lacks(_ name: String) -> Bool {
      guard case .success(let entries) = result else { return false }
      if let folded { return !folded.contains(ListedFileSystem.folded(name)) }
      let bytes = name.utf8
      return !entries.contains { entry in
        entry.name.utf8.count == bytes.count && zip(entry.name.utf8, bytes).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      }
    }
  }

  /// How many names are cached, about ten megabytes; beyond that, folders are listed again.
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

  /// Whether the folder of a path is cached and doesn't contain it. Only ASCII names can be judged, ignoring case,
  /// since the system may treat different spellings of others as the same name.
  private func isMissing(_ path: String) -> Bool {
    let name = fileName(of: path)
    // Listings have neither the folder itself nor its parent.
    guard !name.isEmpty, name != ".", name != "..", name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    return known.withLock { $0.folders[parentFolder(of: path)] }?.lacks(name) ?? false
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 | 0x20 }, as: UTF8.self)
  }
}
