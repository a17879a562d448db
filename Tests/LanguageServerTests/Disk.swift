import FileSystem
import Synchronization
import TestSupport

/// Files that a test changes while a server looks at them.
final class Disk: FileSystem {
  private let state: Mutex<(files: InMemoryFileSystem, times: [String: Int64])>

  init(_ texts: [String: String]) {
    state = Mutex((InMemoryFileSystem(texts: texts), [:]))
  }

  func write(_ text: String?, to path: String) {
    state.withLock {
      $0.files.nodes[path] = text.map { .file(Array($0.utf8)) }
      $0.times[path, default: 0] += 1
    }
  }

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    let (files, time) = state.withLock { ($0.files, $0.times[path] ?? 0) }
    var status = try files.status(of: path, followingLinks: followingLinks)
    status.modified = time
    return status
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try state.withLock(\.files).read(path, limit: limit)
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] { try state.withLock(\.files).list(path) }
  func resolve(_ path: String) throws(FileError) -> String { try state.withLock(\.files).resolve(path) }
}
