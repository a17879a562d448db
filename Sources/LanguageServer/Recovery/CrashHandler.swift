// What happens in a crash
// =======================
//
// The process becomes a new one of the same program, with the same process id, input and output. What the new one needs
// to know stands in a file without a name, the journal, and in the marks, which the handler writes to the start of it.
//
// A handler may run between any two instructions. So it works on memory that was made before it was installed, takes no
// lock, makes no object and calls nothing but what POSIX allows there: it is Swift that reads and writes through
// pointers, of which the optimizer leaves plain calls of the system.

import CLibrary
import Synchronization

/// Has the program go on after a crash.
enum CrashHandler {
  /// The marks of this process.
  static var marks: UnsafeMutablePointer<CrashMarks> { prepared.marks }

  /// From here on a crash starts the program anew, as `serve --resume OUTPUT,JOURNAL`.
  ///
  /// - Parameters:
  ///   - output: Where the client is written to; stays open.
  ///   - journal: The descriptor of the journal. Another file may be put in its place with `dup2`.
  ///   - isNoting: Whether signals of other processes wait from the start, as after ``enter()``.
  /// - Returns: False if that cannot be done; then a crash is what it always was.
  static func arm(output: Int32, journal: Int32, isNoting: Bool = false) -> Bool {
    let state = prepared.state
    guard let program = pathOfProgram() else { return false }
    let words = ["privacy-lsp", "serve", "--resume", "\(output),\(journal)"]
    let arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() { arguments[index] = strdup(word) }
    arguments[words.count] = nil
    state.pointee = State(
      output: output, journal: journal, program: program, arguments: arguments, environment: environmentOfProcess,
      isNoting: isNoting)

    // There may be no room left on the ordinary stack. This one costs nothing until it is used.
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

  /// From here on a crash ends the process.
  static func disarm() {
    guard prepared.state.pointee.isArmed else { return }
    prepared.state.pointee.isArmed = false
    for number in caught { signal(number, SIG_DFL) }
    unblock()
  }

  /// Until ``leave()`` signals of other processes wait: what is read or written now is about to be noted.
  static func enter() {
    prepared.state.pointee.isNoting = true
    atomicMemoryFence(ordering: .acquiringAndReleasing)
  }

  /// Ends what ``enter()`` began.
  static func leave() {
    let state = prepared.state
    atomicMemoryFence(ordering: .releasing)
    state.pointee.isNoting = false
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard state.pointee.waiting != 0 else { return }
    let number = state.pointee.waiting
    state.pointee.waiting = 0
    resume(number)
  }

  /// Takes over the marks that stand at the start of a journal.
  ///
  /// - Returns: False if there are none.
  static func takeMarks(from journal: Int32) -> Bool {
    let found = CrashMarks.allocate()
    defer { found.deallocate() }
    guard pread(journal, found, CrashMarks.room, 0) == CrashMarks.room, found.pointee.isValid else { return false }
    prepared.marks.update(from: found, count: 1)
    prepared.marks.setName(found.name)
    nameProcess()
    return true
  }

  /// Makes a file without a name, in memory where the system can, with the marks' room at its start.
  ///
  /// - Returns: Its descriptor, nil if it cannot be made.
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
      // The system's `O_TMPFILE`: a file of the memory's own file system that never has a name.
      let memory = open("/dev/shm", O_RDWR | O_DIRECTORY | O_CLOEXEC | 0o20000000, 0o600)
      if memory >= 0 { return memory }
    #endif
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/privacy-lsp.XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return nil }
    unlink(path)
    return file
  }

  /// The program that runs, as a C string that is never freed; nil if it cannot be told.
  private static func pathOfProgram() -> UnsafeMutablePointer<CChar>? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(path.count)
      return _NSGetExecutablePath(&path, &size) == 0 ? strdup(path) : nil
    #else
      // Leads to the program even if it was replaced or moved since it started.
      return strdup("/proc/self/exe")
    #endif
  }

  /// Gives the process the program's name again; it would be called after the link it was started by.
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

/// The signals that a crash sends.
private let caught = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

private func caughtSignals() -> sigset_t {
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in caught { sigaddset(&signals, number) }
  return signals
}

/// What the handler works with.
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
  /// A signal of another process that came while something was noted; zero if none did.
  var waiting: Int32 = 0
}

/// Addresses that stay what they are as long as the process lives. Only the one thread that serves, and the handler that
/// interrupts it, look there.
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
  // What another process sends can wait for what is noted now, and is as good as done if the program starts anew already.
  if state.pointee.isNoting || state.pointee.isResuming, isSent(number, info, state) {
    state.pointee.waiting = number
    return
  }
  resume(number)
}

/// Whether a signal comes from another process and not from what this one does.
private func isSent(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ state: UnsafeMutablePointer<State>
) -> Bool {
  guard let info else { return false }
  #if canImport(Glibc)
    return info.pointee.si_code <= 0 && info.pointee._sifields._kill.si_pid != getpid()
  #elseif canImport(Musl)
    return info.pointee.si_code <= 0 && info.pointee.__si_fields.__si_common.__first.__piduid.si_pid != getpid()
  #else
    // A process that aborts does not come back here; the system says who else sent that signal.
    if number == SIGABRT { return info.pointee.si_pid != 0 && info.pointee.si_pid != getpid() }
    // Of the others it does not. What this process does would send it again at once.
    return state.pointee.waiting == 0
  #endif
}

/// Starts the program anew in this process; ends it as the signal would have if that cannot be.
private func resume(_ number: Int32) {
  let (state, marks) = (prepared.state, prepared.marks)
  if state.pointee.isArmed, !state.pointee.isResuming {
    state.pointee.isResuming = true
    if mayResume(marks) {
      marks.pointee.signal = Int64(number)
      marks.pointee.generation &+= 1
      // Signals that come before the new process can take them wait.
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

/// Whether there were fewer than three crashes in the last minute; notes this one if so.
private func mayResume(_ marks: UnsafeMutablePointer<CrashMarks>) -> Bool {
  var time = timespec()
  guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return false }
  // Counted from one, so that zero is never.
  let now = Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000 &+ 1
  let crashes = marks.pointee.crashes
  if crashes.0 != 0, now &- crashes.0 < 60_000 { return false }
  marks.pointee.crashes = (crashes.1, crashes.2, now)
  return true
}

extension sigaction {
  /// Has a handler called with what is known of the signal, on a stack of its own.
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
