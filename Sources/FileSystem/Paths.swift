// For the system, paths are bytes. A slash followed by a combining mark is still a slash, so this works on bytes, not
// characters.

/// The parent folder of a path, by its text alone.
public func parentFolder(of path: String) -> String {
  var path = path
  return path.withUTF8 { bytes in
    guard let name = nameStart(bytes) else { return "." }
    return name == 1 ? "/" : String(decoding: bytes[..<(name - 1)], as: UTF8.self)
  }
}

/// The last component of a path.
public func fileName(of path: String) -> String {
  var path = path
  return path.withUTF8 { bytes in
    String(decoding: bytes[(nameStart(bytes) ?? 0)..<nameEnd(bytes)], as: UTF8.self)
  }
}

/// The path of an entry of a folder; in the current folder, only its name.
public func joinedPath(_ folder: String, _ name: String) -> String {
  if folder.isEmpty || folder.utf8.count == 1 && folder == "." { return name }
  // In one allocation, since a search joins a path for each entry.
  var (folder, name) = (folder, name)
  return folder.withUTF8 { folder in
    name.withUTF8 { name in
      String(unsafeUninitializedCapacity: folder.count + 1 + name.count) { path in
        var end = path[..<folder.count].update(fromContentsOf: folder)
        if folder.last != UInt8(ascii: "/") {
          path[end] = UInt8(ascii: "/")
          end += 1
        }
        return path[end..<(end + name.count)].update(fromContentsOf: name)
      }
    }
  }
}

/// The start of the last component, after its slash; nil if there is only one component.
private func nameStart(_ path: UnsafeBufferPointer<UInt8>) -> Int? {
  path[..<nameEnd(path)].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 }
}

/// The end of the last component, before trailing slashes.
private func nameEnd(_ path: UnsafeBufferPointer<UInt8>) -> Int {
  var end = path.count
  while end > 1, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
  return end
}

/// Git’s own folders: that of a work tree, and the one that all work trees of a repository share; nil if there are none.
///
/// - Parameter folder: The folder that contains `.git`, which is a folder or a file that refers to one.
public func gitFolders(of folder: String, _ files: any FileSystem) -> (own: String, common: String)? {
  func firstLine(_ path: String) -> String? {
    (try? files.read(path, limit: 1 << 14)).map {
      String(decoding: $0.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
  }
  func whole(_ path: String, in folder: String) -> String { path.hasPrefix("/") ? path : joinedPath(folder, path) }
  var own = joinedPath(folder, ".git")
  guard let type = try? files.status(of: own).type else { return nil }
  if type != .folder {
    guard let line = firstLine(own), line.hasPrefix("gitdir:") else { return nil }
    let named = String(line.dropFirst("gitdir:".utf8.count).drop { $0 == " " })
    if named.isEmpty { return nil }
    own = whole(named, in: folder)
  }
  return (own, firstLine(joinedPath(own, "commondir")).map { whole($0, in: own) } ?? own)
}

/// A path without a leading `./`.
public func withoutDotSlash(_ path: String) -> String {
  guard path.hasPrefix("./") else { return path }
  let rest = path.dropFirst(2).drop { $0 == "/" }
  return rest.isEmpty ? "." : String(rest)
}

/// The path relative to a folder that contains it.
public func innerPath(of path: String, in folder: String) -> String {
  String(Substring(path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
}

/// The absolute path of what a user wrote.
public func absolutePath(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") ? path : joinedPath(folder, withoutDotSlash(path))
}

/// Whether a path is a folder or is in it, by their texts alone.
public func isInside(_ path: String, _ folder: String) -> Bool {
  guard path.utf8.starts(with: folder.utf8) else { return false }
  if path.utf8.count == folder.utf8.count || folder.utf8.last == UInt8(ascii: "/") { return true }
  return path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
}
