import BuildTargets
package import FileSystem
import PrivacyRules
import SourceText

/// The privacy files that a git repository tracks and the files that describe its targets, from its index. Git doesn’t
/// ignore tracked files.
package struct TrackedFiles: Sendable {
  /// Relative to the repository.
  package private(set) var files: Set<String> = []
  /// The files that a sparse checkout leaves out, with hexadecimal object names. A path that ends with a slash is a whole
  /// folder.
  package private(set) var notCheckedOut: [(path: String, id: String)] = []
  /// The folders that contain the files.
  private(set) var folders: Set<String> = []

  /// The largest size of an index, in bytes.
  private static let largestIndex = 256 << 20

  /// - Parameter folder: The root of the repository.
  package init(of folder: String, _ files: any FileSystem) {
    guard let own = gitFolders(of: folder, files)?.own,
      let index = try? files.read(joinedPath(own, "index"), limit: Self.largestIndex)
    else { return }
    read(index)
    // A split index has most entries in another file. Entries that were removed since then still count as tracked.
    guard let name = Self.sharedIndex(of: index),
      let shared = try? files.read(joinedPath(own, "sharedindex.\(name)"), limit: Self.largestIndex)
    else { return }
    read(shared)
  }

  /// The name of the shared index of a split index; nil if the index is not split.
  private static func sharedIndex(of index: [UInt8]) -> String? {
    // The extension is near the end, so it can be found without parsing the entries.
    let word = Array("link".utf8)
    var at = index.count - 20 - 28
    while at >= max(12, index.count - (1 << 20)) {
      if index[at] == word[0], index[at..<at + 4].elementsEqual(word), index[at + 4] == 0 {
        return hex(index[(at + 8)..<(at + 28)])
      }
      at -= 1
    }
    return nil
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Reads the entries of index versions 2 to 4 (gitformat-index(5)), up to the first incomplete one.
  private mutating func read(_ index: [UInt8]) {
    func number(at offset: Int) -> Int {
      index[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard index.count >= 12, index.starts(with: "DIRC".utf8) else { return }
    let version = number(at: 4)
    let count = number(at: 8)
    guard (2...4).contains(version) else { return }
    // The fixed part of an entry: times, ids, the object name and the flags.
    let head = 62
    var at = 12
    var name: [UInt8] = []
    for _ in 0..<count {
      guard at + head <= index.count else { return }
      let start = at
      // There may be extended flags.
      at += head + (index[at + head - 2] & 0x40 != 0 && version > 2 ? 2 : 0)
      if version == 4 {
        guard let shared = Self.variableNumber(index, &at), shared <= name.count else { return }
        name.removeLast(shared)
      } else {
        name.removeAll(keepingCapacity: true)
      }
      guard at <= index.count, let end = index[at...].firstIndex(of: 0) else { return }
      name += index[at..<end]
      // Entries are padded with zeros to a multiple of eight bytes; in version 4, they end with a single zero.
      at = version == 4 ? end + 1 : start + (end - start + 8) / 8 * 8
      let isExtended = index[start + head - 2] & 0x40 != 0 && version > 2
      let isLeftOut = isExtended && index[start + head] & 0x40 != 0
      take(name, leftOut: isLeftOut ? index[start + 40..<start + 60] : nil)
    }
  }

  private static func variableNumber(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    var value = 0
    for place in 0..<5 {
      guard at < bytes.count else { return nil }
      let byte = Int(bytes[at])
      at += 1
      value = (place == 0 ? 0 : (value + 1) << 7) + byte & 0x7F
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  /// - Parameter leftOut: The object name, if it is not checked out.
  private mutating func take(_ name: [UInt8], leftOut: ArraySlice<UInt8>?) {
    if let leftOut, name.last == "/" {
      notCheckedOut.append((String(decoding: name, as: UTF8.self), Self.hex(leftOut)))
    }
    // The names end with one of a few letters, which rules out most files.
    switch (name.last ?? 0) | 0x20 {
    case "y", "t", "s", "j", "g", "d", "k", "n", "e", "l", "c": break
    default: return
    }
    let path = String(decoding: name, as: UTF8.self)
    guard FileKind.of(path: path) != nil || ProjectDescription(fileName(of: path)) != nil else { return }
    files.insert(path)
    if let leftOut { notCheckedOut.append((path, Self.hex(leftOut))) }
    var folder = parentFolder(of: path)
    while folder != ".", folder != "/", folders.insert(folder).inserted { folder = parentFolder(of: folder) }
  }
}
