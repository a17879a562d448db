import CLibrary

/// Makes a folder of our own for files that others are to read, and returns its path.
func temporaryFolder() -> String {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  guard let path = strdup("\(parent)/benchmarks.XXXXXX") else { return parent }
  defer { free(path) }
  return mkdtemp(path) == nil ? parent : String(cString: path)
}

/// Removes a folder and the documents in it.
func removeFolder(_ path: String) {
  for kind in DocumentKind.allCases { unlink("\(path)/\(kind.fileName)") }
  rmdir(path)
}

/// Writes a file anew.
///
/// - Returns: Whether all of it was written.
func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard file >= 0 else { return false }
  defer { close(file) }
  return writeAll(bytes, to: file)
}

/// Writes bytes to a file that is open, and returns whether all of them were.
@discardableResult
func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Makes a tree of privacy manifests as the libraries of an app have them: each in folders of its own, between two and
/// six kilobytes, one in ten with a mistake.
///
/// - Returns: Whether all of it was written.
func writeTree(_ folder: String, count: Int) -> Bool {
  for number in 0..<count {
    let library = "\(folder)/Modules/Library\(number)"
    for path in [folder, "\(folder)/Modules", library, "\(library)/Resources"] { mkdir(path, 0o755) }
    let text = DocumentKind.manifest.document(size: 2000 + number % 41 * 100, hasMistake: number.isMultiple(of: 10))
    guard writeFile("\(library)/Resources/PrivacyInfo.xcprivacy", text) else { return false }
  }
  return true
}
