import SourceText

/// The folder of an absolute path.
package func parent(of path: String) -> String {
  var path = path
  return path.withUTF8 { bytes in
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return "/" }
    return String(decoding: bytes[..<slash], as: UTF8.self)
  }
}

package func lastComponent(of path: String) -> String {
  var path = path
  return path.withUTF8 { bytes in
    String(decoding: bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...], as: UTF8.self)
  }
}

/// The absolute path, without `.` and `..`, of a path relative to a folder.
package func joined(_ folder: String, _ path: String) -> String {
  let whole = path.hasPrefix("/") ? path : folder + "/" + path
  if whole.hasPrefix("/"), isTidyPath(whole) { return whole }
  var parts: [Substring] = []
  for part in whole.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

/// The path of a file relative to a folder that contains it.
package func relative(_ path: String, to folder: String) -> Substring {
  Substring(path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1))
}

/// The prefix of the paths of everything in a folder.
package func prefix(of folder: String) -> String { folder == "/" ? folder : folder + "/" }
