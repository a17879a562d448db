// What happens in a crash
// =======================
//
// The process replaces itself with a new instance of the program, with the same process id, input and output. The new
// instance reads the session from an unnamed file, the journal. The handler writes the marks to the start of the
// journal.
//
// A handler may run between any two instructions. So it uses memory that was allocated before it was installed, takes
// no locks, creates no objects and calls only what POSIX allows in handlers. It is Swift code that reads and writes
// through pointers; after optimization only plain system calls remain.

import CLibrary
import Synchronization

/// Restarts the program after a crash.
package enum CrashHandler {
  /// The marks of this process.
  package static var marks: UnsafeMutablePointer<CrashMarks> { prepared.marks }

  /// From now on, a crash restarts the program, as `serve --resume OUTPUT,JOURNAL`.
  ///
  /// - Parameters:
  ///   - output: The descriptor for writing to the client; stays open.
  ///   - journal: The descriptor of the journal. Another file may replace it with `dup2`.
  ///   - isNoting: Whether signals from other processes are deferred from the start, as after ``enter()``.
  /// - Returns: False if that fails; then a crash ends the process.
  package static func arm(output: Int32, journal: Int32, isNoting: Bool = false) -> Bool {
    let state = prepared.state
    guard let program = pathOfProgram() else { return false }
    let words = ["privacy-lsp", "serve", "--resume", "\(output),\(journal)"]
    let arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() { arguments[index] = strdup(word) }
    arguments[words.count] = nil
    state.pointee = State(
      output: output, journal: journal, program: program, arguments: arguments, environment: environmentOfProcess,
      isNoting: isNoting)

    // The ordinary stack may have overflowed. This one uses no memory until it is needed.
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    stack.ss_size = numericCast(stackSize)
    guard sigaltstack(&stack, nil) == 0 else { return false }
    var action = sigaction()
    action.setHandler(handle)
    sigemptyset(&action.sa_mask)
    state.pointee.isArmed = true
    for number in caught where sigaction(number, &action, nil) != 0 {
      disarm()
      return false
    }
    unblock()
    return true
  }

  /// From now on, a crash ends the process.
  static func disarm() {
    guard prepared.state.pointee.isArmed else { return }
    prepared.state.pointee.isArmed = false
    for number in caught { signal(number, SIG_DFL) }
    unblock()
  }

  /// Defers signals from other processes until ``leave()``: what is read or written now isn’t noted yet.
  static func enter() {
    prepared.state.pointee.isNoting = true
    atomicMemoryFence(ordering: .acquiringAndReleasing)
  }

  /// Ends what ``enter()`` began, and handles a deferred signal.
  package static func leave() {
    let state = prepared.state
    atomicMemoryFence(ordering: .releasing)
    state.pointee.isNoting = false
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard state.pointee.waiting != 0 else { return }
    let number = state.pointee.waiting
    state.pointee.waiting = 0
    resume(number)
  }

  /// Loads the marks at the start of a journal.
  ///
  /// - Returns: False if there are none.
  package static func takeMarks(from journal: Int32) -> Bool {
    let found = CrashMarks.allocate()
    defer { found.deallocate() }
    guard pread(journal, found, CrashMarks.room, 0) == CrashMarks.room, found.pointee.isValid else { return false }
    prepared.marks.update(from: found, count: 1)
    prepared.marks.setName(found.name)
    nameProcess()
    return true
  }

  /// Creates an unnamed file, in memory if the system can, with room for the marks at its start.
  ///
  /// - Returns: Its descriptor; nil if that fails.
  static func makeJournal() -> Int32? {
    guard let journal = fileWithoutName() else { return nil }
    _ = fcntl(journal, F_SETFD, FD_CLOEXEC)
    guard lseek(journal, off_t(CrashMarks.room), SEEK_SET) == off_t(CrashMarks.room) else {
      close(journal)
      return nil
    }
    return journal
  }

  private static let stackSize = 1 << 16

  private static func fileWithoutName() -> Int32? {
    #if os(Linux)
      // Linux’s `O_TMPFILE`: an in-memory file that never has a name.
      let memory = open("/dev/shm", O_RDWR | O_DIRECTORY | O_CLOEXEC | 0o20000000, 0o600)
      if memory >= 0 { return memory }
    #endif
    let folder = environmentVariable("TMPDIR") ?? "/tmp"
    var path = Array("\(folder)/privacy-lsp.XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return nil }
    unlink(path)
    return file
  }

  /// The path of the running program, as a C string that is never freed; nil if unknown.
  private static func pathOfProgram() -> UnsafeMutablePointer<CChar>? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(path.count)
      return _NSGetExecutablePath(&path, &size) == 0 ? strdup(path) : nil
    #else
      // Works even if the program was replaced or moved since it started.
      return strdup("/proc/self/exe")
    #endif
  }

  /// Restores the process name, which would be that of the link it was started through.
  private static func nameProcess() {
    #if os(Linux)
      let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = write(file, "privacy-lsp", 11)
      close(file)
    #endif
  }

  private static func unblock() {
    var signals = caughtSignals()
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// The signals of a crash.
private let caught = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

private func caughtSignals() -> sigset_t {
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in caught { sigaddset(&signals, number) }
  return signals
}

/// The handler’s state.
private struct State {
  var output: Int32 = -1
  var journal: Int32 = -1
  var program: UnsafeMutablePointer<CChar>?
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  var signals = caughtSignals()
  var isArmed = false
  var isNoting = false
  var isResuming = false
  /// A deferred signal from another process; zero if none.
  var waiting: Int32 = 0
}

/// Addresses that are valid as long as the process lives. They are used only by the serving thread and the handler that
/// interrupts it.
private struct Prepared: @unchecked Sendable {
  let state: UnsafeMutablePointer<State>
  let marks = CrashMarks.allocate()

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }
}

private let prepared = Prepared()

// MARK: - In the handler

private func handle(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
  let state = prepared.state
  // A signal from another process can wait until the current operation is noted, and is moot if the program is
  // restarting.
  if state.pointee.isNoting || state.pointee.isResuming, isSent(number, info, state) {
    state.pointee.waiting = number
    return
  }
  resume(number)
}

/// Whether a signal was sent by another process.
private func isSent(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ state: UnsafeMutablePointer<State>
) -> Bool {
  guard let info else { return false }
  #if canImport(Glibc)
    return info.pointee.si_code <= 0 && info.pointee._sifields._kill.si_pid != getpid()
  #elseif canImport(Musl)
    return info.pointee.si_code <= 0 && info.pointee.__si_fields.__si_common.__first.__piduid.si_pid != getpid()
  #else
    // A process that aborts itself doesn’t return here; for other senders, the system gives the process id.
    if number == SIGABRT { return info.pointee.si_pid != 0 && info.pointee.si_pid != getpid() }
    // For other signals it doesn’t. A fault of this process would be raised again immediately.
    return state.pointee.waiting == 0
  #endif
}

/// Restarts the program in this process; if that fails, ends the process as the signal would.
private func resume(_ number: Int32) {
  let (state, marks) = (prepared.state, prepared.marks)
  if state.pointee.isArmed, !state.pointee.isResuming {
    state.pointee.isResuming = true
    if mayResume(marks) {
      marks.pointee.generation &+= 1
      // Signals are blocked until the new instance can handle them.
      sigprocmask(SIG_BLOCK, &state.pointee.signals, nil)
      if pwrite(state.pointee.journal, marks, CrashMarks.room, 0) == CrashMarks.room,
        let program = state.pointee.program, let arguments = state.pointee.arguments,
        let environment = state.pointee.environment
      {
        _ = fcntl(state.pointee.output, F_SETFD, 0)
        _ = fcntl(state.pointee.journal, F_SETFD, 0)
        execve(program, arguments, environment)
      }
    }
  }
  signal(number, SIG_DFL)
  sigprocmask(SIG_UNBLOCK, &state.pointee.signals, nil)
  raise(number)
}

/// Whether there were fewer than three crashes in the last minute; if so, records this one.
private func mayResume(_ marks: UnsafeMutablePointer<CrashMarks>) -> Bool {
  var time = timespec()
  guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return false }
  // Plus one, because zero means never.
  let now = Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000 &+ 1
  let crashes = marks.pointee.crashes
  if crashes.0 != 0, now &- crashes.0 < 60_000 { return false }
  marks.pointee.crashes = (crashes.1, crashes.2, now)
  return true
}

extension sigaction {
  /// Installs a handler that gets the signal’s details and runs on its own stack.
  fileprivate mutating func setHandler(
    _ handler: @escaping @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
  ) {
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #elseif canImport(Glibc)
      __sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      __sa_handler.sa_sigaction = handler
    #endif
    sa_flags = SA_SIGINFO | Int32(SA_ONSTACK) | Int32(SA_NODEFER)
  }
}
