import BuiltApp
import FileSystem
import SourceText

/// A file of a built app, on disk or in an archive.
struct BuiltFile: Sendable {
  /// As the report shows it, with slashes as separators.
  let path: String
  /// The length of the part of the path that the user named, a folder or an archive, in bytes.
  let operand: Int
  /// In bytes.
  let size: Int
  /// Opens it for use by one thread; nil if that fails.
  let open: @Sendable () -> (any ByteSource)?

  var name: String { fileName(of: path) }

  /// The path relative to what the user named; empty for a file that the user named.
  var rest: Substring { Substring(path.utf8.dropFirst(operand)) }

  /// All of its bytes; nil if they can’t be read, are damaged or exceed the limit.
  func bytes(limit: Int = 16 << 20) -> [UInt8]? {
    guard size <= limit, let source = open(), source.count <= limit else { return nil }
    let bytes = source.bytes(in: 0..<source.count)
    return bytes.count == source.count && !source.isDamaged ? bytes : nil
  }
}

/// A part of a built app that couldn’t be read.
struct BuiltFileFailure: Sendable {
  let path: String
  /// Why, in words that come after the path.
  let words: String

  init(_ path: String, _ words: String) {
    self.path = path
    self.words = words
  }

  var message: String { printable("\(path) \(words)") }
}

/// The files at the paths that the user named.
struct BuiltFiles {
  private(set) var files: [BuiltFile] = []
  private(set) var failures: [BuiltFileFailure] = []
  private let disk = LocalFileSystem()
  /// The path that is being added, as the report shows it, and whether it is a file.
  private var operand = ""
  private var isNamed = false

  /// The most files to read; no app has more.
  private static let mostFiles = 500_000

  /// Adds the file at a path, or all files in the folder at it.
  mutating func add(_ path: String) {
    do throws(FileError) {
      let status = try disk.status(of: path)
      // “.” and links don’t tell which bundle they are or are in.
      let resolved = try disk.resolve(path)
      var path = AppCheck.bundles(around: resolved).count > AppCheck.bundles(around: path).count ? resolved : path
      while path.utf8.count > 1, path.utf8.last == "/" { path.removeLast() }
      operand = path == "." ? "" : path
      isNamed = status.type == .file
      switch status.type {
      case .folder: try addFolder(path)
      case .file:
        guard let file = try? OpenFile(path) else { throw FileError(path, .notPermitted) }
        let start = file.bytes(in: 0..<8)
        addFile(path, size: status.size)
        guard !ZipArchive.mayBegin(with: start) else { break }
        if !BuiltBinary.mayBegin(with: start) { failures.append(BuiltFileFailure(path, "is not a Mach-O file")) }
        // A binary’s declarations are in the property lists of its bundle.
        if let bundle = AppCheck.bundles(around: path).last { try addFolder(bundle, onlyPropertyLists: true) }
      default: throw FileError(path, .isNotAFile(status.type))
      }
    } catch {
      failures.append(BuiltFileFailure(path, error.words))
    }
  }

  /// - Parameter onlyPropertyLists: Whether to add only manifests and Info.plist files, and none of nested bundles.
  private mutating func addFolder(_ path: String, onlyPropertyLists: Bool = false) throws(FileError) {
    var folders = [path]
    while let folder = folders.popLast() {
      let entries: [FolderEntry]
      do throws(FileError) {
        entries = try disk.list(folder)
      } catch {
        if folder == path { throw error }
        failures.append(BuiltFileFailure(folder, error.words))
        continue
      }
      for entry in entries.reversed() where entry.isText {
        let place = joinedPath(folder, entry.name)
        switch entry.type {
        // Links lead to files of the same bundle, which the walk finds anyway.
        case .folder:
          if !onlyPropertyLists || !Self.isBuilt(entry.name) { folders.append(place) }
        case .file:
          if onlyPropertyLists, !AppCheck.isRead(entry.name) { continue }
          guard files.count < Self.mostFiles else {
            return failures.append(BuiltFileFailure(path, "has too many files"))
          }
          if let status = try? disk.status(of: place, followingLinks: false) { addFile(place, size: status.size) }
        default: break
        }
      }
    }
  }

  private mutating func addFile(_ path: String, size: Int) {
    let open: @Sendable () -> OpenFile? = { try? OpenFile(path) }
    if isNamed || Self.archiveEndings.contains(where: path.hasSuffix), let source = open(),
      ZipArchive.mayBegin(with: source.bytes(in: 0..<4))
    {
      guard let archive = ZipArchive(source) else {
        failures.append(BuiltFileFailure(path, "is a damaged ZIP archive: its directory can’t be read"))
        return
      }
      failures += archive.faults.map { BuiltFileFailure(path, $0) }
      files += archive.entries.map { entry in
        BuiltFile(path: joinedPath(path, entry.path), operand: operand.utf8.count, size: entry.size) {
          open().flatMap { ZipArchive.content(of: entry, in: $0) }
        }
      }
      return
    }
    files.append(BuiltFile(path: path, operand: operand.utf8.count, size: size, open: open))
  }

  /// Whether a path is a file that `check` reads: a binary or an archive.
  static func isBuiltFile(_ path: String) -> Bool {
    guard let file = try? OpenFile(path) else { return false }
    let start = file.bytes(in: 0..<8)
    return BuiltBinary.mayBegin(with: start) || ZipArchive.mayBegin(with: start)
  }

  /// Whether a path is or leads to a folder that a build makes, by its name and its contents.
  static func isBuiltFolder(_ path: String) -> Bool {
    guard let resolved = try? LocalFileSystem().resolve(path) else { return false }
    return isBuilt(fileName(of: resolved)) && mayBeBundle(resolved)
      && (try? LocalFileSystem().status(of: resolved))?.type == .folder
  }

  /// Whether a folder on disk may be the kind of bundle that its name says. A source checkout may be called `Name.app` or
  /// `Name.framework` too, but it has neither an Info.plist nor an executable where a bundle has them.
  static func mayBeBundle(_ folder: String) -> Bool {
    let name = fileName(of: folder)
    guard let ending = [".app", ".appex", ".framework"].first(where: name.lowercased().hasSuffix) else { return true }
    func type(_ path: String) -> FileType? { try? LocalFileSystem().status(of: joinedPath(folder, path)).type }
    return ["Info.plist", "Contents/Info.plist", String(name.dropLast(ending.count))].contains { type($0) == .file }
      || type("Wrapper") == .folder
  }

  private static func isBuilt(_ name: String) -> Bool { builtEndings.contains(where: name.hasSuffix) }

  private static let builtEndings = [".app", ".appex", ".framework", ".xcframework", ".xcarchive"]

  /// The extensions of archives that are opened inside of a folder. An archive that the user names is always opened.
  private static let archiveEndings = [".ipa", ".zip", ".aar"]
}
