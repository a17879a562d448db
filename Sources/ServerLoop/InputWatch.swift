import CLibrary

/// Ends the process if the client is gone while the event loop is busy with a long task. It is a thread that waits for
/// the end of the input; it shares nothing with the loop.
enum InputWatch {
  /// How long the loop has to end by itself, in milliseconds: more than its own limit, and enough less than five
  /// seconds for the system to free a few gigabytes.
  private static let patience: Int32 = 3300
  private static let stackSize = 1 << 16

  /// - Parameter input: The descriptor of a pipe or socket; anything else isn’t watched.
  static func begin(_ input: Int32) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return }
    defer { pthread_attr_destroy(&attributes) }
    // If the system requires a larger stack, the thread gets the default size.
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A descriptor instead of a pointer, plus one because a pointer isn’t zero.
    let argument = UnsafeMutableRawPointer(bitPattern: Int(input) + 1)
    // In glibc, a thread is a number, elsewhere a pointer that may be null.
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // Signals are for the loop’s thread: only that one may handle a crash.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    pthread_create(
      &thread, &attributes,
      { argument in
        InputWatch.wait(for: Int32(truncatingIfNeeded: Int(bitPattern: argument) - 1))
        return nil
      }, argument)
  }

  private static func wait(for input: Int32) {
    guard waitForEnd(of: input) else { return }
    poll(nil, 0, patience)
    _exit(1)
  }

  /// Waits until the input is closed.
  ///
  /// - Returns: False immediately if the input can’t be watched.
  private static func waitForEnd(of input: Int32) -> Bool {
    #if canImport(Darwin)
      guard let end = EndOfInput(of: input) else { return false }
      var descriptor = pollfd(fd: end.queue, events: Int16(POLLIN), revents: 0)
      repeat {
        guard poll(&descriptor, 1, -1) > 0 || errno == EINTR else { return false }
      } while !end.hasCome()
      return true
    #else
      var descriptor = pollfd(fd: input, events: endOfSocket, revents: 0)
      while poll(&descriptor, 1, -1) < 0 {
        guard errno == EINTR else { return false }
      }
      return Int32(descriptor.revents) & (POLLHUP | POLLERR | Int32(endOfSocket)) != 0
    #endif
  }

  /// The event for a closed write end of a socket, on systems that have one.
  static var endOfSocket: Int16 {
    #if os(Linux)
      0x2000
    #else
      0
    #endif
  }
}
