// How work is scheduled
// =====================
//
// One thread does everything, and it waits in one place only: in `poll`, for input, for room in the output, or for the
// time at which the client's process is looked at again.
//
// 1. All input that is there is read before anything is done, up to a bound; what is beyond it waits in the pipe. So a
//    cancellation that is already here stops a request that has not begun, and of several edits the last counts.
// 2. Messages are then handled one at a time, in order, and after each the input is looked at again. A message needs
//    microseconds for a real manifest; nothing is gained by threads, and nothing can be seen half done.
// 3. Diagnostics have no delay: a document's are published as soon as no message waits. Messages that never end put
//    them off by half a second, and then what waits is handled between one document and the next. What is published is
//    always made from the last text.
// 4. Work over all files of the workspace comes last, one file at a time; messages that never end put a file off by half
//    a second at most. It rests while much output waits, since an answer to a request would have to stand behind it.
// 5. Output waits in a queue and is written when the client takes it, in pieces that cannot block. A client that does
//    not read is not worked for: with too much waiting, no more requests are begun and no more input is read, but the
//    end of the input is still noticed.
// 6. The server ends with `exit`, with the end of its input, when nobody reads its output any more, or when the process
//    that `initialize` named is gone. What came before the end is handled and what can be written is written; that takes
//    seconds at most. A piece of work that takes longer is ended from outside (`InputWatch.swift`).

import CLibrary

/// Speaks with the client behind standard input and output until either side ends it.
///
/// - Parameter outlivesCrashes: Whether the session goes on after a crash, in the same process.
/// - Returns: The status the process is to end with.
public func serve(_ environment: Environment, outlivesCrashes: Bool = true) -> Int32 {
  resetSignals()
  let output = claimStandardOutput()
  let server = Server(environment)
  if outlivesCrashes { server.outliveCrashes(output: output) }
  var loop = EventLoop(server, input: 0, output: output, journal: server.journal)
  return loop.run()
}

/// Lets anything that takes bytes and makes frames speak with the client behind standard input and output, until either
/// side ends it.
///
/// - Returns: The status the process is to end with.
package func serve(_ server: some FrameServer) -> Int32 {
  resetSignals()
  var loop = EventLoop(server, input: 0, output: claimStandardOutput())
  return loop.run()
}

/// Milliseconds on a clock that never goes back.
public func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
}

/// A client that is gone shows when writing fails, not by a signal; and the signal to end works even where the client
/// blocks or ignores it for itself and its children.
func resetSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGTERM, SIG_DFL)
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTERM)
  sigprocmask(SIG_UNBLOCK, &signals, nil)
}

/// Takes standard output for messages alone: what anyone else prints goes to standard error from here on.
private func claimStandardOutput() -> Int32 {
  let output = dup(1)
  guard output >= 0 else { return 1 }
  _ = fcntl(output, F_SETFD, FD_CLOEXEC)
  if dup2(2, 1) < 0 { close(1) }
  return output
}

/// The only place that waits.
struct EventLoop<Served: FrameServer> {
  private var server: Served
  private let input: Int32
  private let output: Int32
  private let outputIsSocket: Bool
  private let journal: Journal?
  /// What one write may hold so that it cannot block once `poll` found room.
  private let largestWrite: Int

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// Input and output, as `poll` takes them.
  private var descriptors = [pollfd](repeating: pollfd(), count: 2)
  private var inputHasEnded = false
  /// Whether the last read took all that was there.
  private var inputIsDrained = false
  /// Whether there was room in the output when it was last looked at, and nothing was written since.
  private var outputHasRoom = false
  /// Whether nobody writes to the input any more; what was written may still have to be read.
  private var inputIsClosed = false
  private var isWatched = false
  #if canImport(Darwin)
    private var endOfInput: EndOfInput?
  #endif
  /// When the loop ends even if there is work or output left.
  private var deadline: Int?
  private var clientProcess: ClientProcess?
  private var nextLookAtClient = 0

  /// How long the rest may take once the input has ended, and once `exit` has come.
  private static var timeAfterInput: Int { 3000 }
  private static var timeAfterExit: Int { 1000 }
  private static var timeBetweenLooks: Int { 2500 }

  init(_ server: Served, input: Int32, output: Int32, journal: Journal? = nil) {
    self.server = server
    self.journal = journal
    self.input = input
    self.output = output
    var info = stat()
    let type = fstat(output, &info) == 0 ? info.st_mode & S_IFMT : S_IFIFO
    outputIsSocket = type == S_IFSOCK
    #if os(Linux)
      let (pipeChunk, socketChunk) = (4096, 1 << 16)
    #else
      // `poll` finds room in a socket where this much goes. More could block: here `send` does so whatever it is told.
      let (pipeChunk, socketChunk) = (512, 2048)
    #endif
    largestWrite = type == S_IFREG ? 1 << 16 : type == S_IFSOCK ? socketChunk : pipeChunk
  }

  mutating func run() -> Int32 {
    while true {
      if deadline == nil, inputIsClosed || server.exitStatus != nil {
        deadline = monotonicMilliseconds() + (inputIsClosed ? Self.timeAfterInput : Self.timeAfterExit)
      }
      if let status = server.exitStatus, server.outbox.isEmpty { return status }
      if let deadline, monotonicMilliseconds() >= deadline { return server.exitStatus ?? server.statusOfEnd }
      if clientIsGone() { return server.statusOfEnd }

      let works = server.hasWork && !server.outbox.isFull
      let reads = !inputHasEnded && server.exitStatus == nil && server.hasRoom && !server.outbox.isFull
      let writes = !server.outbox.isEmpty
      // What is known already is not asked again: each question is a call of the system, four of them a keystroke.
      if writes, outputHasRoom {
        if !write() { return server.exitStatus ?? server.statusOfEnd }
        continue
      }
      if works, inputIsDrained {
        inputIsDrained = false
        watchInput()
        server.step()
        continue
      }
      inputIsDrained = false
      let ready = wait(reads: reads, writes: writes || works, timeout: works ? 0 : timeout())

      if ready.isUnread { return server.exitStatus ?? server.statusOfEnd }
      outputHasRoom = ready.output
      if writes, outputHasRoom, !write() { return server.exitStatus ?? server.statusOfEnd }
      if ready.input, reads {
        watchInput()
        read()
      } else if works {
        watchInput()
        server.step()
      }
    }
  }

  private func timeout() -> Int32 {
    let end = min(deadline ?? .max, clientProcess == nil ? .max : nextLookAtClient)
    if end == .max { return -1 }
    return Int32(clamping: max(end - monotonicMilliseconds(), 0) + 1)
  }

  // MARK: - Input and output

  private mutating func wait(
    reads: Bool, writes: Bool, timeout: Int32
  ) -> (input: Bool, output: Bool, isUnread: Bool) {
    descriptors[0] = watchedInput(reads: reads)
    descriptors[1] = pollfd(fd: output, events: Int16(writes ? POLLOUT : 0), revents: 0)
    guard poll(&descriptors, 2, timeout) > 0 else { return (false, false, false) }
    var arrived = Int32(descriptors[0].revents)
    #if canImport(Darwin)
      if !reads, arrived != 0 { arrived = endOfInput?.hasCome() == true ? POLLHUP : 0 }
    #endif
    if arrived & (POLLHUP | POLLERR | POLLNVAL | Int32(InputWatch.endOfSocket)) != 0 { inputIsClosed = true }
    let left = Int32(descriptors[1].revents)
    return (arrived != 0, writes && left != 0, left & (POLLHUP | POLLERR) != 0)
  }

  /// What `poll` is asked for: the input, or its end alone.
  private mutating func watchedInput(reads: Bool) -> pollfd {
    if inputHasEnded || (inputIsClosed && !reads) { return pollfd(fd: -1, events: 0, revents: 0) }
    #if canImport(Darwin)
      if !reads {
        if endOfInput == nil { endOfInput = EndOfInput(of: input) }
        return pollfd(fd: endOfInput?.queue ?? -1, events: Int16(POLLIN), revents: 0)
      }
    #endif
    // Without any event asked for, a pipe whose other end is closed is reported all the same.
    return pollfd(fd: input, events: Int16(reads ? POLLIN : 0) | InputWatch.endOfSocket, revents: 0)
  }

  /// Has the end of the input noticed during work as well, from the first work on that may be long.
  private mutating func watchInput() {
    guard !isWatched, server.mayWorkLong else { return }
    isWatched = true
    InputWatch.begin(input)
  }

  private mutating func end() {
    inputIsClosed = true
    inputHasEnded = true
    server.endInput()
  }

  private mutating func read() {
    // What is read and not yet noted would be lost in a crash, and what is written and not noted be written twice.
    if journal != nil { CrashHandler.enter() }
    defer { if journal != nil { CrashHandler.leave() } }
    let input = input
    let count = buffer.withUnsafeMutableBytes { buffer in
      CLibrary.read(input, buffer.baseAddress, buffer.count)
    }
    if count > 0 {
      inputIsDrained = count < buffer.count
      journal?.received(buffer[..<count])
      server.receive(buffer[..<count])
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      end()
    }
  }

  /// Writes what goes without waiting.
  ///
  /// - Returns: Whether there is still someone to write to.
  private mutating func write() -> Bool {
    outputHasRoom = false
    let output = output
    let isSocket = outputIsSocket
    let written = server.outbox.write(atMost: largestWrite, noting: journal) { bytes in
      if isSocket { return send(output, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) }
      return CLibrary.write(output, bytes.baseAddress, bytes.count)
    }
    return written >= 0 || errno == EINTR || errno == EAGAIN
  }

  // MARK: - The client's process

  private mutating func clientIsGone() -> Bool {
    guard let id = server.clientProcess else { return false }
    if clientProcess?.id != id {
      clientProcess = ClientProcess(id)
    } else if monotonicMilliseconds() < nextLookAtClient {
      return false
    }
    nextLookAtClient = monotonicMilliseconds() + Self.timeBetweenLooks
    return !(clientProcess?.isAlive ?? true)
  }
}
