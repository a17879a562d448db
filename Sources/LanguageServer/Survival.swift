import CSurvival

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Server {
  /// Has the session go on after a crash, from the moment on that there is an answer to `initialize`.
  mutating func outliveCrashes(output: Int32) {
    journal = Journal(marks: survival_marks()) { survival_arm(output, $0) }
  }

  /// A server that goes on with the session of a journal.
  ///
  /// - Parameter bytes: What stands in the journal.
  static func resumed(
    _ environment: Environment, from file: Int32, _ bytes: [UInt8], _ marks: UnsafeMutablePointer<survival_marks>
  ) -> Server {
    var server = Server(environment)
    let interruption = server.takeUp(JournalEntry.entries(in: bytes), marks)
    server.settle(interruption)
    let journal = Journal(file, marks: marks, received: server.received)
    server.journal = journal
    server.save(to: journal)
    journal.ends(server.inbox.handled)
    server.goOn(interruption)
    return server
  }
}

/// Goes on with the session that a crash of this process has interrupted.
///
/// - Parameter descriptors: Those of the output and of the journal, as CSurvival gives them.
/// - Returns: The status the process is to end with; nil if there is no such session.
public func resumeServing(_ environment: Environment, _ descriptors: String) -> Int32? {
  let numbers = descriptors.split(separator: ",").compactMap { Int32($0) }
  guard numbers.count == 2, let output = numbers.first, let file = numbers.last, output > 2, file > 2,
    survival_take_marks(file), let bytes = Journal.bytes(of: file)
  else { return nil }
  resetSignals()
  for descriptor in numbers { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  // From here on a crash counts as one more.
  guard survival_arm(output, file) else { return nil }

  let server = Server.resumed(environment, from: file, bytes, survival_marks())
  var loop = EventLoop(server, input: 0, output: output, journal: server.journal)
  return loop.run()
}
