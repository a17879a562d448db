import BuiltApp
import FileSystem
import SourceText

/// A file of a built app, on disk or in an archive.
struct BuiltFile: Sendable {
  /// As it is shown; the names are separated by slashes.
  let path: String
  /// In bytes.
  let size: Int
  /// Opens it, for one thread; nil where that fails.
  let open: @Sendable () -> (any ByteSource)?

  var name: Substring { lastComponent(of: path) }

  /// All of its bytes; nil where they can’t be read, are damaged or are more than a number.
  func bytes(limit: Int = 16 << 20) -> [UInt8]? {
    guard size <= limit, let source = open(), source.count <= limit else { return nil }
    let bytes = source.bytes(in: 0..<source.count)
    return bytes.count == source.count && !source.isDamaged ? bytes : nil
  }
}

/// A file on disk as a source of bytes.
private final class FileBytes: ByteSource {
  private let file: OpenFile
  init(_ file: OpenFile) { self.file = file }
  var count: Int { file.size }
  func bytes(in range: Range<Int>) -> [UInt8] { file.bytes(in: range) }
}

/// What of a built app could not be read.
struct BuiltFileFailure: Sendable {
  let path: String
  /// Why, in words that follow the path.
  let words: String

  init(_ path: String, _ words: String) {
    self.path = path
    self.words = words
  }

  var message: String { printable("\(path) \(words)") }
}

/// The files that paths lead to.
struct BuiltFiles {
  private(set) var files: [BuiltFile] = []
  private(set) var failures: [BuiltFileFailure] = []
  private let disk = LocalFileSystem()
  /// Whether the file that is added was named by the user.
  private var isNamed = false

  /// No app has more files.
  private static let mostFiles = 500_000

  /// Adds what lies at a path: a file, or all that a folder holds.
  mutating func add(_ path: String) {
    do throws(FileError) {
      let status = try disk.status(of: path)
      switch status.type {
      case .folder: try addFolder(path)
      case .file:
        isNamed = true
        defer { isNamed = false }
        if (try? OpenFile(path)) == nil { throw FileError(path, .notPermitted) }
        addFile(path, size: status.size)
      default: throw FileError(path, .isNotAFile(status.type))
      }
    } catch {
      failures.append(BuiltFileFailure(path, error.words))
    }
  }

  private mutating func addFolder(_ path: String) throws(FileError) {
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
        // Links lead to files of the same bundle, which are found anyway.
        case .folder: folders.append(place)
        case .file:
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
    let open: @Sendable () -> FileBytes? = { (try? OpenFile(path)).map(FileBytes.init) }
    if isNamed || Self.archiveEndings.contains(where: path.hasSuffix), let source = open(),
      ZipArchive.mayBegin(with: source.bytes(in: 0..<4))
    {
      guard let archive = ZipArchive(source) else {
        failures.append(BuiltFileFailure(path, "is a damaged ZIP archive: its directory can’t be read"))
        return
      }
      failures += archive.faults.map { BuiltFileFailure(path, $0) }
      files += archive.entries.map { entry in
        BuiltFile(path: joinedPath(path, entry.path), size: entry.size) {
          open().flatMap { ZipArchive.content(of: entry, in: $0) }
        }
      }
      return
    }
    files.append(BuiltFile(path: path, size: size, open: open))
  }

  /// Whether a path is a file that `check` reads: a binary or an archive.
  static func isBuiltFile(_ path: String) -> Bool {
    guard let file = try? OpenFile(path) else { return false }
    let start = file.bytes(in: 0..<8)
    return BuiltBinary.mayBegin(with: start) || ZipArchive.mayBegin(with: start)
  }

  /// Whether a path is a folder that a build makes, by its name.
  static func isBuiltFolder(_ path: String) -> Bool {
    let name = fileName(of: path)
    return builtEndings.contains(where: name.hasSuffix) && (try? LocalFileSystem().status(of: path))?.type == .folder
  }

  private static let builtEndings = [".app", ".appex", ".framework", ".xcframework", ".xcarchive"]

  /// How archives end that are opened where they lie in a folder; one that is named is opened whatever it is called.
  private static let archiveEndings = [".ipa", ".zip", ".aar"]
}

/// What stands behind the last slash of a path.
func lastComponent(of path: String) -> Substring {
  path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)...]
}
