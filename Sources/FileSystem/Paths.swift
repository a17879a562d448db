/// The folder that a path lies in, by its text alone.
public func parentFolder(of path: String) -> String {
  let path = withoutTrailingSlashes(path)
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last component of a path.
public func fileName(of path: String) -> String {
  let path = withoutTrailingSlashes(path)
  return String(
    path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)...])
}

/// The path of something in a folder; what lies in the current folder is called by its name alone.
public func joinedPath(_ folder: String, _ name: String) -> String {
  if folder == "." || folder.isEmpty { return name }
  return folder.hasSuffix("/") ? folder + name : folder + "/" + name
}

private func withoutTrailingSlashes(_ path: String) -> Substring {
  var path = path[...]
  while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
    path = path[..<path.utf8.index(before: path.endIndex)]
  }
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
  if path == folder { return true }
  // Nearly always the bytes are the same; names that Unicode takes for the same may have others.
  if path.utf8.starts(with: folder.utf8) {
    let rest = path.utf8.dropFirst(folder.utf8.count)
    if rest.first == UInt8(ascii: "/") || folder.utf8.last == UInt8(ascii: "/") { return true }
  }
  return path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
}
