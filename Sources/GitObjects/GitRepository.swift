import FileSystem

/// The commits and files of a git repository, read without git: loose objects, packs with deltas, and refs.
///
/// Repositories with SHA-256 or reftable, and objects missing from a partial clone, aren't supported.
public final class GitRepository {
  /// Why something can't be read, as a sentence without a full stop.
  public struct Failure: Error, Hashable {
    public let message: String

    public init(message: String) { self.message = message }
  }

  /// An entry of a folder in a commit.
  public struct Entry: Sendable {
    public let name: String
    public let id: ObjectID
    public let isFolder: Bool
    /// Whether it is a regular file; links and submodules aren't.
    public let isFile: Bool
    /// Whether it is a submodule; its id is a commit.
    public let isSubmodule: Bool
  }

  /// The limit for an object, in bytes.
  private static let largest = 64 << 20

  /// The git folders of this work tree, and of all work trees together.
  private let own: String
  private let common: String
  private let files = LocalFileSystem()
  private let objectFolders: [String]
  private var packs: [Packfile]?
  /// The paths of the indices that can't be read.
  private var unreadPacks: [String] = []
  private var refs: [String: ObjectID]?
  private var folders: [ObjectID: [String: Entry]] = [:]

  /// - Parameter folder: The absolute path of the work tree, which contains `.git`.
  public init(workTree folder: String) throws(Failure) {
    let files = files
    func text(_ path: String) -> String? {
      (try? files.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let (own, common) = gitFolders(of: folder, files) else {
      throw Failure(message: "\(joinedPath(folder, ".git")) can’t be read")
    }
    (self.own, self.common) = (own, common)
    let settings = (text(joinedPath(common, "config")) ?? "").lowercased().split(whereSeparator: \.isNewline)
      .map { $0.filter { !$0.isWhitespace } }
    if settings.contains(where: { $0 == "objectformat=sha256" }) {
      throw Failure(message: "the repository uses SHA-256, which isn’t supported")
    }
    if settings.contains(where: { $0 == "refstorage=reftable" }) {
      throw Failure(message: "the repository stores its refs in a reftable, which isn’t supported")
    }
    var folders = [joinedPath(common, "objects")]
    var next = 0
    while next < folders.count, folders.count < 16 {
      for line in (text(joinedPath(folders[next], "info/alternates")) ?? "").split(whereSeparator: \.isNewline) {
        folders.append(absolutePath(String(line), in: folders[next]))
      }
      next += 1
    }
    objectFolders = folders
  }

  // MARK: - Revisions

  /// The commit that is checked out; nil if there is none.
  public var head: ObjectID? { (try? object(named: "HEAD")) ?? nil }

  /// The root folder in the commit of a revision: a branch, a tag, a commit's name or its first digits, or `HEAD`, each
  /// optionally followed by `~3` or `^2`.
  public func folder(ofRevision revision: String) throws(Failure) -> ObjectID {
    var name = revision[...]
    var steps: [(parent: Int, times: Int)] = []
    while let mark = name.lastIndex(where: { $0 == "~" || $0 == "^" }),
      name[name.index(after: mark)...].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      let digits = name[name.index(after: mark)...]
      guard let number = digits.isEmpty ? 1 : Int(digits) else {
        throw Failure(message: "unknown revision “\(revision)”")
      }
      steps.insert(name[mark] == "~" ? (1, number) : (number, 1), at: 0)
      name = name[..<mark]
    }
    guard var id = try object(named: name == "@" || name.isEmpty ? "HEAD" : String(name)) else {
      let isOddForm = revision.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ":") }
      throw Failure(
        message: isOddForm
          ? "“\(revision)” has an unsupported form; use a branch, a tag or a commit"
          : "unknown revision “\(revision)”")
    }
    for (parent, times) in steps where parent > 0 {
      for _ in 0..<min(times, 1_000_000) {
        let parents = header(of: try commit(id)).filter { $0.name == "parent" }
        guard parent <= parents.count, let next = ObjectID(hex: parents[parent - 1].value) else {
          throw Failure(message: "unknown revision “\(revision)”: the history ends before it, or the clone is shallow")
        }
        id = next
      }
    }
    guard
      let tree = header(of: try commit(id)).first(where: { $0.name == "tree" }).flatMap({ ObjectID(hex: $0.value) })
    else { throw Failure(message: "“\(revision)” is not a commit") }
    return tree
  }

  /// The contents of a commit, given its id or that of a tag.
  private func commit(_ id: ObjectID) throws(Failure) -> [UInt8] {
    var id = id
    for _ in 0..<16 {
      let (type, bytes) = try object(id)
      if type == .commit { return bytes }
      guard type == .tag, let target = header(of: bytes).first(where: { $0.name == "object" }),
        let next = ObjectID(hex: target.value)
      else { break }
      id = next
    }
    throw Failure(message: "\(id.hex) is not a commit")
  }

  /// The header lines, up to the first empty one.
  private func header(of bytes: [UInt8]) -> [(name: Substring, value: Substring)] {
    var result: [(Substring, Substring)] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(10_000) {
      if line.isEmpty { break }
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      if parts.count == 2 { result.append((parts[0], parts[1])) }
    }
    return result
  }

  private func object(named name: String) throws(Failure) -> ObjectID? {
    for place in ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"] {
      if let id = ref(place + name) { return id }
    }
    if let id = ref("refs/remotes/\(name)/HEAD") { return id }
    if let id = ObjectID(hex: name) { return id }
    guard (4..<40).contains(name.utf8.count), name.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let found = objects(from: name.lowercased())
    if found.count > 1 { throw Failure(message: "“\(name)” is ambiguous: several objects begin with it") }
    return found.first
  }

  /// The object that a ref leads to, directly or through others.
  private func ref(_ name: String) -> ObjectID? {
    var name = name
    let packed = packedRefs
    for _ in 0..<10 {
      // A name must not lead out of the folder.
      guard !name.hasPrefix("/"), !name.split(separator: "/").contains(where: { $0 == ".." }), !name.isEmpty else {
        return nil
      }
      let line = [own, common].lazy.compactMap { folder in
        try? self.files.read(joinedPath(folder, name), limit: 4_096)
      }.first.map { String(decoding: $0.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self) }
      guard let line else { return packed[name] }
      // In FETCH_HEAD, more text follows the id.
      guard line.hasPrefix("ref:") else { return ObjectID(hex: String(line.prefix { !$0.isWhitespace })) }
      name = String(line.dropFirst(4).drop { $0 == " " })
    }
    return nil
  }

  private var packedRefs: [String: ObjectID] {
    if let refs { return refs }
    var read: [String: ObjectID] = [:]
    for line in ((try? files.read(joinedPath(common, "packed-refs"), limit: 64 << 20)) ?? []).split(separator: 0x0A) {
      let parts = line.split(separator: 0x20, maxSplits: 1)
      guard parts.count == 2, let id = ObjectID(hex: String(decoding: parts[0], as: UTF8.self)) else { continue }
      read[String(decoding: parts[1], as: UTF8.self)] = id
    }
    refs = read
    return read
  }

  private func objects(from prefix: String) -> [ObjectID] {
    let whole = ObjectID(hex: prefix + String(repeating: "0", count: 40 - prefix.utf8.count))?.bytes ?? []
    let start = Array(whole.prefix(prefix.utf8.count / 2))
    func isMatch(_ name: ArraySlice<UInt8>) -> Bool {
      let isOdd = prefix.utf8.count % 2 == 1
      return name.starts(with: start)
        && (!isOdd
          || name.dropFirst(start.count).first.map { $0 >> 4 } == whole.dropFirst(start.count).first.map { $0 >> 4 })
    }
    var found = Set(allPacks.flatMap { $0.objects(from: start, isMatch: isMatch) })
    for folder in objectFolders {
      let first = String(prefix.prefix(2))
      for entry in (try? files.list(joinedPath(folder, first))) ?? [] {
        guard let id = ObjectID(hex: first + entry.name), isMatch(id.bytes[...]) else { continue }
        found.insert(id)
      }
    }
    return Array(found)
  }

  // MARK: - Files

  /// The entries of a folder, by name.
  ///
  /// - Parameter id: From ``folder(ofRevision:)`` or an entry.
  public func entries(of id: ObjectID) throws(Failure) -> [String: Entry] {
    if let known = folders[id] { return known }
    let (type, bytes) = try object(id)
    guard type == .tree else { throw Failure(message: "\(id.hex) is not a folder") }
    var result: [String: Entry] = [:]
    var place = 0
    while place < bytes.count {
      guard let blank = bytes[place...].firstIndex(of: 0x20), let end = bytes[blank...].firstIndex(of: 0),
        let object = ObjectID(bytes[(end + 1)...].prefix(20))
      else { throw Failure(message: "the folder \(id.hex) is damaged") }
      let mode = String(decoding: bytes[place..<blank], as: UTF8.self)
      let name = String(decoding: bytes[(blank + 1)..<end], as: UTF8.self)
      result[name] = Entry(
        name: name, id: object, isFolder: mode == "40000" || mode == "040000", isFile: mode.hasPrefix("100"),
        isSubmodule: mode == "160000")
      place = end + 21
    }
    folders[id] = result
    return result
  }

  /// The entry at a path relative to a folder, or the submodule that contains it; nil if there is none.
  public func entry(at path: String, in folder: ObjectID) throws(Failure) -> Entry? {
    var current = Entry(name: "", id: folder, isFolder: true, isFile: false, isSubmodule: false)
    for name in path.split(separator: "/") {
      if current.isSubmodule { return current }
      guard current.isFolder, let next = try entries(of: current.id)[String(name)] else { return nil }
      current = next
    }
    return current
  }

  /// The contents of a file.
  public func content(of id: ObjectID) throws(Failure) -> [UInt8] {
    let (type, bytes) = try object(id)
    guard type == .blob else { throw Failure(message: "\(id.hex) is not a file") }
    return bytes
  }

  // MARK: - Objects

  private enum Kind: String {
    case commit, tree, blob, tag

    /// The kinds by their numbers in packs.
    static let numbered: [UInt8: Kind] = [1: .commit, 2: .tree, 3: .blob, 4: .tag]
  }

  private var allPacks: [Packfile] {
    if let packs { return packs }
    let found = objectFolders.flatMap { folder -> [Packfile] in
      let folder = joinedPath(folder, "pack")
      let names = files.names(in: folder).filter { $0.hasSuffix(".idx") }.sorted()
      return names.compactMap { name in
        let pack = Packfile(indexAt: joinedPath(folder, name))
        if pack == nil { unreadPacks.append(joinedPath(folder, name)) }
        return pack
      }
    }
    packs = found
    return found
  }

  private func object(_ id: ObjectID) throws(Failure) -> (Kind, [UInt8]) {
    if let loose = try looseObject(id) { return loose }
    for pack in allPacks {
      if let offset = pack.offset(of: id) { return try object(in: pack, at: offset) }
    }
    if let index = unreadPacks.first {
      throw Failure(
        message: "\(index) is damaged or of version 1, which isn’t supported; “git repack -a -d” writes a new one")
    }
    throw Failure(message: "object \(id.hex) is missing; in a shallow or partial clone, fetch it with git first")
  }

  private func looseObject(_ id: ObjectID) throws(Failure) -> (Kind, [UInt8])? {
    let hex = id.hex
    for folder in objectFolders {
      guard let file = try? OpenFile(joinedPath(folder, "\(hex.prefix(2))/\(hex.dropFirst(2))")) else { continue }
      let damaged = Failure(message: "object \(hex) is damaged or larger than \(Self.largest >> 20) MiB")
      guard let bytes = unpacked(file, from: 0, count: nil, limit: Self.largest + 64),
        let end = bytes.prefix(64).firstIndex(of: 0)
      else { throw damaged }
      let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 2, let kind = Kind(rawValue: String(words[0])), Int(words[1]) == bytes.count - end - 1 else {
        throw damaged
      }
      return (kind, Array(bytes[(end + 1)...]))
    }
    return nil
  }

  /// The limit for the total size of all results in a chain of deltas, in bytes.
  private static let mostMade = 16 * largest
  /// Git's limit for the length of a chain of deltas.
  private static let mostDeltas = 4_096

  private func object(in pack: Packfile, at offset: Int) throws(Failure) -> (Kind, [UInt8]) {
    let damaged = Failure(message: "a pack is damaged or has an object larger than \(Self.largest >> 20) MiB")
    var deltas: [[UInt8]] = []
    var held = 0
    var offset = offset
    while deltas.count <= Self.mostDeltas {
      guard let entry = pack.entry(at: offset), var bytes = pack.content(of: entry, limit: Self.largest) else {
        throw damaged
      }
      if let base = entry.base {
        held += bytes.count
        guard held <= Self.largest * 4 else { throw damaged }
        deltas.append(bytes)
        // A cycle ends at the limit.
        offset = base
        continue
      }
      guard let kind = Kind.numbered[entry.type] else { throw damaged }
      var made = 0
      while let delta = deltas.popLast() {
        guard let next = applying(delta, to: bytes, limit: Self.largest) else { throw damaged }
        made += next.count
        guard made <= Self.mostMade else { throw damaged }
        bytes = next
      }
      return (kind, bytes)
    }
    throw damaged
  }
}
