// To the system, paths are bytes, and a slash always separates, even before a combining character. So nothing here uses
// characters.

/// The folder of a path, lexically.
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

/// The path of something in a folder; in the current folder, just the name.
public func joinedPath(_ folder: String, _ name: String) -> String {
  if folder.isEmpty || folder.utf8.count == 1 && folder == "." { return name }
  // Allocated once, because a search joins a path for every file.
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

/// The start of the last component, after its slash; nil for a path with a single component.
private func nameStart(_ path: UnsafeBufferPointer<UInt8>) -> Int? {
  path[..<nameEnd(path)].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 }
}

/// The end of the last component, before trailing slashes.
private func nameEnd(_ path: UnsafeBufferPointer<UInt8>) -> Int {
  var end = path.count
  while end > 1, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
  return end
}

/// The folders with git's own files: that of the work tree, and that shared by all work trees of the repository; nil if
/// there are none.
///
/// - Parameter folder: The folder that contains `.git`, which is that folder or a file with its path.
public func gitFolders(of folder: String, _ files: any FileSystem) -> (own: String, common: String)? {
  func firstLine(_ path: String) -> String? {
    (try? files.read(path, limit: 1 << 14)).map {
      String(decoding: $0.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
  }
  var own = joinedPath(folder, ".git")
  guard let type = try? files.status(of: own).type else { return nil }
  if type != .folder {
    guard let line = firstLine(own), line.hasPrefix("gitdir:") else { return nil }
    let named = String(line.dropFirst("gitdir:".utf8.count).drop { $0 == " " })
    if named.isEmpty { return nil }
    own = absolutePath(named, in: folder)
  }
  return (own, firstLine(joinedPath(own, "commondir")).map { absolutePath($0, in: own) } ?? own)
}

/// A path without leading `./`, even repeated ones.
public func withoutDotSlash(_ path: String) -> String {
  var rest = path[...]
  while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
  return rest.isEmpty && !path.isEmpty ? "." : String(rest)
}

/// The folders from one up to the root around it; only that one if it isn’t in the root.
public func foldersUp(from folder: String, to root: String) -> some Sequence<String> {
  sequence(first: folder) { $0 != root && isInside($0, root) ? parentFolder(of: $0) : nil }
}

/// The path of something relative to the folder that contains it.
public func innerPath(of path: String, in folder: String) -> String {
  String(Substring(path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
}

/// A user's path as an absolute one.
public func absolutePath(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") ? path : joinedPath(folder, withoutDotSlash(path))
}

/// Whether a path is a folder or inside it, lexically.
public func isInside(_ path: String, _ folder: String) -> Bool {
  guard path.utf8.starts(with: folder.utf8) else { return false }
  if path.utf8.count == folder.utf8.count || folder.utf8.last == UInt8(ascii: "/") { return true }
  return path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
}
