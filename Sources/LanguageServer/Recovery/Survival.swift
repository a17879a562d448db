import CLibrary
import FileSystem
import ServerLoop

extension Server {
  /// Lets the session survive crashes, from the response to `initialize` on.
  func outliveCrashes(output: Int32) {
    note(in: Journal(marks: CrashHandler.marks) { CrashHandler.arm(output: output, journal: $0) })
  }

  /// Starts recording in a journal.
  func note(in journal: Journal) {
    self.journal = journal
    texts = NotedFiles(files: environment.files, journal: journal)
  }

  /// A server that continues the session of a journal.
  ///
  /// - Parameter bytes: The contents of the journal.
  static func resumed(
    _ environment: Environment, from file: Int32, _ bytes: [UInt8], _ marks: UnsafeMutablePointer<CrashMarks>
  ) -> Server {
    let server = Server(environment)
    let journal = Journal(file, marks: marks)
    server.texts = NotedFiles(files: environment.files, journal: journal)
    let interruption = server.takeUp(JournalEntry.entries(in: bytes), journal)
    server.finish(interruption)
    journal.received = server.received
    server.journal = journal
    server.save(to: journal)
    journal.ends(server.inbox.handled)
    server.goOn(interruption)
    return server
  }
}

/// Continues the session that a crash of this process interrupted.
///
/// - Parameter descriptors: Those of the output and the journal, as passed by `CrashHandler`.
/// - Returns: The exit status; nil if there is no such session.
public func resumeServing(_ environment: Environment, _ descriptors: String) -> Int32? {
  let numbers = descriptors.split(separator: ",").compactMap { Int32($0) }
  guard numbers.count == 2, let output = numbers.first, let file = numbers.last, output > 2, file > 2,
    CrashHandler.takeMarks(from: file), let bytes = Journal.bytes(of: file)
  else { return nil }
  resetSignals()
  for descriptor in numbers { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  // From here on, another crash counts. Signals from other processes wait until a snapshot is saved: the message being
  // replayed didn’t cause them.
  guard CrashHandler.arm(output: output, journal: file, isNoting: true) else { return nil }

  let server = Server.resumed(environment, from: file, bytes, CrashHandler.marks)
  CrashHandler.leave()
  var loop = EventLoop(server, input: 0, output: output, journal: server.journal)
  return loop.run()
}

/// A file system that notes in the journal which file is being read, and hides files that crashed the server until they
/// change.
///
/// Used only by the serving thread.
struct NotedFiles: FileSystem, @unchecked Sendable {
  let files: any FileSystem
  let journal: Journal

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    if let status = journal.suspended[path] {
      guard status != (try? files.status(of: path)) else { throw FileError(path, .notFound) }
      journal.suspended[path] = nil
    }
    journal.name = path
    return try files.read(path, limit: limit)
  }

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    try files.status(of: path, followingLinks: followingLinks)
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] { try files.list(path) }

  func resolve(_ path: String) throws(FileError) -> String { try files.resolve(path) }
}
