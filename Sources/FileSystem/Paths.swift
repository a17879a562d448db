// Paths are bytes to the system. A slash is one whatever stands behind it, so that nothing here is asked of characters.

/// The folder that a path lies in, by its text alone.
public func parentFolder(of path: String) -> String {
  let path = withoutTrailingSlashes(path)
  guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(Substring(path[..<slash]))
}

/// The last component of a path.
public func fileName(of path: String) -> String {
  let path = withoutTrailingSlashes(path)
  guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return String(Substring(path)) }
  return String(Substring(path[path.index(after: slash)...]))
}

/// The path of something in a folder; what lies in the current folder is called by its name alone.
public func joinedPath(_ folder: String, _ name: String) -> String {
  if folder == "." || folder.isEmpty { return name }
  return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
}

private func withoutTrailingSlashes(_ path: String) -> Substring.UTF8View {
  var path = path[...].utf8
  while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
  return path
}

/// A path without the `./` that it begins with.
public func withoutDotSlash(_ path: String) -> String {
  guard path.hasPrefix("./") else { return path }
  let rest = path.dropFirst(2).drop { $0 == "/" }
  return rest.isEmpty ? "." : String(rest)
}

/// Whether a path is a folder's or leads into it, by their texts alone.
public func isInside(_ path: String, _ folder: String) -> Bool {
  guard path.utf8.starts(with: folder.utf8) else { return false }
  if path.utf8.count == folder.utf8.count || folder.utf8.last == UInt8(ascii: "/") { return true }
  return path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
}
