public import FileSystem

/// Files that exist for one test.
public struct InMemoryFileSystem: FileSystem {
  public enum Node: Hashable, Sendable {
    case file([UInt8])
    /// Leads to this absolute path.
    case link(String)
    /// A pipe, a socket, a device.
    case special(FileType)
    /// A file that may not be read.
    case locked
  }

  /// What stands at which absolute path. The folders above them exist by that.
  public var nodes: [String: Node]

  public init(_ nodes: [String: Node] = [:]) {
    self.nodes = nodes
  }

  /// Files with these texts.
  public init(texts: [String: String]) {
    nodes = texts.mapValues { .file(Array($0.utf8)) }
  }

  public func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    let path =
      followingLinks || path == "/"
      ? try resolve(path) : try joinedPath(resolve(parentFolder(of: path)), fileName(of: path))
    switch nodes[path] {
    case .file(let bytes): return FileStatus(type: .file, size: bytes.count)
    case .link: return FileStatus(type: .link)
    case .special(let type): return FileStatus(type: type)
    case .locked: return FileStatus(type: .file, permissions: 0)
    case nil:
      guard isFolder(path) else { throw FileError(path, .notFound) }
      return FileStatus(type: .folder, permissions: 0o755)
    }
  }

  public func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    switch nodes[try resolve(path)] {
    case .file(let bytes):
      guard bytes.count <= limit else { throw FileError(path, .isLargerThan(limit)) }
      return bytes
    case .special(let type): throw FileError(path, .isNotAFile(type))
    case .locked: throw FileError(path, .notPermitted)
    case .link, nil: throw FileError(path, .isNotAFile(.folder))
    }
  }

  public func list(_ path: String) throws(FileError) -> [FolderEntry] {
    let path = try resolve(path)
    guard isFolder(path) else { throw FileError(path, .isNotAFolder) }
    let prefix = path == "/" ? "/" : path + "/"
    let names = Set(
      nodes.keys.filter { $0.hasPrefix(prefix) }.compactMap { $0.dropFirst(prefix.count).split(separator: "/").first })
    return try names.map(String.init).sorted().map { (name) throws(FileError) in
      FolderEntry(name: name, type: try status(of: prefix + name, followingLinks: false).type)
    }
  }

  public func resolve(_ path: String) throws(FileError) -> String {
    var rest = path.split(separator: "/").map(String.init)
    var resolved = ""
    var links = 0
    while let name = rest.first {
      rest.removeFirst()
      if name == "." { continue }
      if name == ".." {
        resolved = resolved.lastIndex(of: "/").map { String(resolved[..<$0]) } ?? ""
        continue
      }
      resolved += "/" + name
      if case .link(let target) = nodes[resolved] {
        links += 1
        guard links < 40 else { throw FileError(path, .linksLoop) }
        rest = target.split(separator: "/").map(String.init) + rest
        resolved = ""
      }
    }
    if resolved.isEmpty { resolved = "/" }
    guard nodes[resolved] != nil || isFolder(resolved) else { throw FileError(path, .notFound) }
    return resolved
  }

  private func isFolder(_ path: String) -> Bool {
    let prefix = path == "/" ? "/" : path + "/"
    return path == "/" || nodes.keys.contains { $0.hasPrefix(prefix) }
  }
}
