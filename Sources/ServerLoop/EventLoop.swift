// How work is scheduled
// =====================
//
// One thread does everything, and it waits in only one place: in `poll`, for input, for room in the output, or for the
// next check of the client’s process.
//
// 1. All available input is read first, up to a limit; the rest waits in the pipe. So a cancellation that has arrived
// stops a request that hasn’t begun, and only the last of several edits matters.
// 2. Messages are then handled one at a time, in order, and after each one, input is checked again. For a real
// manifest, a message takes microseconds; threads would gain nothing, and nothing is ever half done.
// 3. Diagnostics aren’t delayed: they are published as soon as no message is waiting. A stream of messages delays them
// by half a second at most; after that, one document is published between waiting messages. They are always computed
// from the latest text.
// 4. Work on all files of the workspace comes last, one file at a time; a stream of messages delays a file by half a
// second at most. It pauses while much output is pending, because responses would have to wait for that output.
// 5. Output is queued and written when the client reads it, in chunks that can’t block. If the client doesn’t read, no
// more requests are handled and no more input is read once too much is pending, but the end of the input is still
// noticed.
// 6. The server exits on `exit`, at the end of its input, when nobody reads its output, or when the process named in
// `initialize` is gone. Earlier messages are still handled, and output is written if possible; that takes a few seconds
// at most. A longer task is ended by another thread (`InputWatch.swift`).

import CLibrary

/// The time of a monotonic clock, in milliseconds.
public func monotonicMilliseconds() -> Int { monotonicMicroseconds() / 1000 }

/// Ignores SIGPIPE, since a failing write shows that the client is gone, and makes SIGTERM work even if the client
/// blocks or ignores it for its children.
package func resetSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGTERM, SIG_DFL)
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTERM)
  sigprocmask(SIG_UNBLOCK, &signals, nil)
}

/// Reserves standard output for messages: anything else that is printed goes to standard error.
package func claimStandardOutput() -> Int32 {
  let output = dup(1)
  guard output >= 0 else { return 1 }
  _ = fcntl(output, F_SETFD, FD_CLOEXEC)
  if dup2(2, 1) < 0 { close(1) }
  return output
}

/// The only place that waits.
package struct EventLoop<Served: FrameServer> {
  private var server: Served
  private let input: Int32
  private let output: Int32
  private let outputIsSocket: Bool
  private let journal: Journal?
  /// How much one write may contain so that it can’t block once `poll` reports room.
  private let largestWrite: Int

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// Input and output, for `poll`.
  private var descriptors = [pollfd](repeating: pollfd(), count: 2)
  private var inputHasEnded = false
  /// Whether the last read took all available input.
  private var inputIsDrained = false
  /// Whether the output had room at the last check, and nothing was written since.
  private var outputHasRoom = false
  /// Whether the input was closed; it may still have unread bytes.
  private var inputIsClosed = false
  private var isWatched = false
  #if canImport(Darwin)
    private var endOfInput: EndOfInput?
  #endif
  /// When the loop ends even if work or output is left.
  private var deadline: Int?
  private var clientProcess: ClientProcess?
  private var nextLookAtClient = 0

  /// How long remaining work may take after the end of the input, and after `exit`.
  private static var timeAfterInput: Int { 3000 }
  private static var timeAfterExit: Int { 1000 }
  private static var timeBetweenLooks: Int { 2500 }

  package init(_ server: Served, input: Int32, output: Int32, journal: Journal? = nil) {
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
      // `poll` reports room in a socket if this much fits. A larger write could block: on macOS, `send` ignores its
      // flag.
      let (pipeChunk, socketChunk) = (512, 2048)
    #endif
    largestWrite = type == S_IFREG ? 1 << 16 : type == S_IFSOCK ? socketChunk : pipeChunk
  }

  package mutating func run() -> Int32 {
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
      // Known results aren’t queried again: that would be four system calls per keystroke.
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

  /// What to poll for: the input, or only its end.
  private mutating func watchedInput(reads: Bool) -> pollfd {
    if inputHasEnded || (inputIsClosed && !reads) { return pollfd(fd: -1, events: 0, revents: 0) }
    #if canImport(Darwin)
      if !reads {
        if endOfInput == nil { endOfInput = EndOfInput(of: input) }
        return pollfd(fd: endOfInput?.queue ?? -1, events: Int16(POLLIN), revents: 0)
      }
    #endif
    // A closed pipe is reported even if no event is requested.
    return pollfd(fd: input, events: Int16(reads ? POLLIN : 0) | InputWatch.endOfSocket, revents: 0)
  }

  /// Watches for the end of the input during work as well, once work may take long.
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
    // Input that is read but not noted would be lost in a crash, and output that is written but not noted would be
    // repeated.
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

  /// Writes as much as possible without waiting.
  ///
  /// - Returns: Whether the client can still be reached.
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
