// Paths are bytes to the system. A slash is one whatever stands behind it, so that nothing here is asked of characters.

/// The folder that a path lies in, by its text alone.
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

/// The path of something in a folder; what lies in the current folder is called by its name alone.
public func joinedPath(_ folder: String, _ name: String) -> String {
  if folder.isEmpty || folder.utf8.count == 1 && folder == "." { return name }
  // In one piece: a search joins a path for each thing it meets.
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

/// Where the last component of a path begins, behind its slash; nil for a path of one.
private func nameStart(_ path: UnsafeBufferPointer<UInt8>) -> Int? {
  path[..<nameEnd(path)].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 }
}

/// Where the last component of a path ends, in front of the slashes behind it.
private func nameEnd(_ path: UnsafeBufferPointer<UInt8>) -> Int {
  var end = path.count
  while end > 1, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
  return end
}

/// The folders that git keeps its own files in: what belongs to a work tree, and what all work trees of a repository
/// share; nil where there are none.
///
/// - Parameter folder: In which `.git` is: that folder, or a file that says where it is.
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

/// A path without the `./` that it begins with.
public func withoutDotSlash(_ path: String) -> String {
  guard path.hasPrefix("./") else { return path }
  let rest = path.dropFirst(2).drop { $0 == "/" }
  return rest.isEmpty ? "." : String(rest)
}

/// What follows a folder in the path of something in it.
public func innerPath(of path: String, in folder: String) -> String {
  String(Substring(path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
}

/// A path as a user writes it, absolute.
public func absolutePath(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") ? path : joinedPath(folder, withoutDotSlash(path))
}

/// Whether a path is a folder's or leads into it, by their texts alone.
public func isInside(_ path: String, _ folder: String) -> Bool {
  guard path.utf8.starts(with: folder.utf8) else { return false }
  if path.utf8.count == folder.utf8.count || folder.utf8.last == UInt8(ascii: "/") { return true }
  return path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
}
