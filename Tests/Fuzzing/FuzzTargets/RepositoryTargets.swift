import CLibrary
import GitObjects
import ProjectFiles
import SourceText

extension FuzzTarget {
  /// The lock files of package managers.
  static let lockFile = FuzzTarget(name: "lock-file", longestInput: 4_096) { bytes throws(Violation) in
    var input = Input(bytes)
    let formats = LockFile.Format.allCases
    let format = formats[input.byte() % formats.count]
    let text = SourceText(input.text)
    let file = LockFile.parse(text, path: format.rawValue)
    for dependency in file.dependencies {
      try requirePlace(dependency.range, in: text, "the version of \(dependency.name)")
      try requirePlace(dependency.entry, in: text, "the entry of \(dependency.name)")
      try require(dependency.packageURL.hasPrefix("pkg:"), "the package URL is \(dependency.packageURL)")
    }
    for problem in file.problems { try requirePlace(problem.range, in: text, problem.message) }
  } seeds: { files in
    let formats = LockFile.Format.allCases
    return files.compactMap { file in
      guard let format = LockFile.Format(path: file.path), let number = formats.firstIndex(of: format) else {
        return nil
      }
      return [UInt8(number)] + file.bytes
    }
  }

  /// What a delta of git makes of its base.
  static let gitDelta = FuzzTarget(name: "git-delta", longestInput: 1_024) { bytes throws(Violation) in
    var input = Input(bytes)
    let base = input.part()
    let limit = 1 << 16
    guard let made = applying(input.bytes, to: base, limit: limit) else { return }
    try require(made.count <= limit, "\(made.count) bytes were made")
  } seeds: { _ in
    [Array("abc".utf8) + [0xFF, 3, 5, 0x90, 3, 2, 0x78, 0x79]]
  }

  /// A repository with one object and one pack.
  static let gitRepository = FuzzTarget(name: "git-repository", longestInput: 4_096) { bytes throws(Violation) in
    var input = Input(bytes)
    let folder = "/tmp/privacy-lsp-fuzz-\(getpid())"
    let names = ["", "/.git", "/.git/objects", "/.git/objects/pack", "/.git/objects/00"]
    for name in names { mkdir(folder + name, 0o755) }
    let id = String(repeating: "0", count: 40)
    let isLoose = input.byte() & 1 == 0
    let first = input.part()
    let rest = input.bytes
    let files: [(path: String, bytes: [UInt8])] = [
      ("/.git/HEAD", Array("\(id)\n".utf8)),
      ("/.git/packed-refs", isLoose ? rest : []),
      ("/.git/objects/00/\(id.dropFirst(2))", isLoose ? first : []),
      ("/.git/objects/pack/pack-a.idx", isLoose ? [] : index(first)),
      ("/.git/objects/pack/pack-a.pack", isLoose ? [] : Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 1] + rest),
    ]
    for (path, bytes) in files {
      guard let file = fopen(folder + path, "w") else { continue }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    // An empty file is no loose object, and hides the pack’s.
    if !isLoose { unlink(folder + "/.git/objects/00/\(id.dropFirst(2))") }
    guard let repository = try? GitRepository(workTree: folder) else { return }
    for revision in ["HEAD", "main", "HEAD~2", "0000"] {
      guard let tree = try? repository.folder(ofRevision: revision) else { continue }
      _ = try? repository.entry(at: "App/PrivacyInfo.xcprivacy", in: tree)
    }
    if let object = ObjectID(hex: id) {
      _ = try? repository.content(of: object)
      _ = try? repository.entries(of: object)
    }
  } seeds: { _ in
    // A commit as zlib stores it, and the same in a pack.
    let tree = Array("tree \(String(repeating: "1", count: 40))\n\n".utf8)
    let commit = Array("commit \(tree.count)\0".utf8) + tree
    return [
      [0] + stored(commit) + [0xFF] + Array("\(String(repeating: "0", count: 40)) refs/heads/main\n".utf8),
      [1, 12, 0xFF, 0x90 | UInt8(tree.count & 15), UInt8(tree.count >> 4)] + stored(tree),
      [1, 12, 0xFF, 0x65, 2] + stored([3, 5, 0x90, 3, 2, 0x78, 0x79]),
    ]
  }
}

/// An index of version 2 with the object of zeros, whose place in the pack comes first in some bytes; the others are laid
/// over it.
private func index(_ bytes: [UInt8]) -> [UInt8] {
  var index: [UInt8] = [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]
  for _ in 0..<256 { index += [0, 0, 0, 1] }
  index += [UInt8](repeating: 0, count: 24) + [0, 0, 0, bytes.first ?? 12] + [UInt8](repeating: 0, count: 40)
  var place = 8
  for byte in bytes.dropFirst() where place < index.count {
    index[place] = byte
    place += 1
  }
  return index
}

/// Bytes as a zlib stream that packs nothing.
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  let count = UInt8(bytes.count)
  return [0x78, 0x01, 1, count, 0, ~count, 0xFF] + bytes + [0, 0, 0, 0]
}
