/// The folder that an absolute path lies in.
package func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
  return String(path[..<slash])
}

package func lastComponent(of path: String) -> String {
  String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
}

/// The absolute path, without `.` and `..`, of one that begins in a folder.
package func joined(_ folder: String, _ path: String) -> String {
  var parts: [Substring] = []
  let whole = path.hasPrefix("/") ? path : folder + "/" + path
  for part in whole.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

/// What the paths of all that lies in a folder begin with.
func prefix(of folder: String) -> String { folder == "/" ? folder : folder + "/" }
