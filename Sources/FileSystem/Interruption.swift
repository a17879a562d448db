import CLibrary
import Synchronization

/// The temporary files that currently exist.
enum TemporaryFiles {
  private static let paths = Mutex<Set<String>>([])

  /// Registers a file atomically with its creation by `make`.
  ///
  /// - Returns: The result of `make`, negative if it failed, and its error number.
  static func add(_ path: String, _ make: () -> Int32) -> (file: Int32, error: Int32) {
    paths.withLock { paths in
      let file = make()
      let error = errno
      if file >= 0 { paths.insert(path) }
      return (file, error)
    }
  }

  static func forget(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all of them and calls `body` before another one can be created.
  static func remove(_ body: () -> Void) {
    paths.withLock { paths in
      for path in paths { unlink(path) }
      body()
    }
  }
}

/// Makes Ctrl-C and other signals that end the program remove its temporary files first. Call it before starting other
/// threads; signals that are ignored stay ignored.
///
/// A separate thread waits for the signals, because a signal handler must not take the lock on the file names.
public func removeTemporaryFilesWhenInterrupted() { _ = isWatchingForInterruption }

private let isWatchingForInterruption: Bool = {
  var signals = sigset_t()
  sigemptyset(&signals)
  for signal in [SIGINT, SIGTERM, SIGHUP] {
    var action = sigaction()
    sigaction(signal, nil, &action)
    if !isIgnored(action) { sigaddset(&signals, signal) }
  }
  guard pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { return false }
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return unblock(&signals) }
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  // In glibc a thread is a number, elsewhere a pointer that may be null.
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let result = pthread_create(
    &thread, &attributes,
    { _ in
      waitForInterruption()
      return nil
    }, nil)
  return result == 0 || unblock(&signals)
}()

/// Functions have no `==`; SIG_IGN is an address that is none, so only the addresses are compared.
private func isIgnored(_ action: sigaction) -> Bool {
  #if canImport(Darwin)
    unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  #else
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  #endif
}

private func unblock(_ signals: inout sigset_t) -> Bool {
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  return false
}

/// Waits for one of the blocked signals and ends the process with it, so that a shell sees the cause.
private func waitForInterruption() {
  var signals = sigset_t()
  pthread_sigmask(SIG_BLOCK, nil, &signals)
  var number: Int32 = 0
  repeat {
    guard sigwait(&signals, &number) == 0 else { return }
  } while ![SIGINT, SIGTERM, SIGHUP].contains(number)
  TemporaryFiles.remove {
    signal(number, SIG_DFL)
    _ = unblock(&signals)
    kill(getpid(), number)
    // If the signal doesn't end the process, use the conventional status.
    _exit(128 + number)
  }
}
