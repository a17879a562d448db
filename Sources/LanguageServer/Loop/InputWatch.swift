import CLibrary

/// Ends the process when the client is gone and the event loop, at work on one large piece, is not there to see it. A
/// thread that waits for the end of the input and does nothing else; it shares nothing with the loop.
enum InputWatch {
  /// How long the loop has to end by itself, in milliseconds: more than it gives itself, and less than five seconds by
  /// what it takes the system to free some gigabytes.
  private static let patience: Int32 = 3300
  private static let stackSize = 1 << 16

  /// - Parameter input: The descriptor of a pipe or socket; of anything else nothing is watched.
  static func begin(_ input: Int32) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return }
    defer { pthread_attr_destroy(&attributes) }
    // Where the system wants more, the thread has what is usual.
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A number in a pointer's place; one more, since a pointer is not zero.
    let argument = UnsafeMutableRawPointer(bitPattern: Int(input) + 1)
    // In the C library of GNU a thread is a number, elsewhere a pointer that may be null.
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // Signals are for the loop's thread: a crash is handled where nothing else runs.
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

  /// Waits until nobody writes to the input any more.
  ///
  /// - Returns: False at once where that cannot be told.
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

  /// The event that tells that a socket's other side will send no more, where the system has one.
  static var endOfSocket: Int16 {
    #if os(Linux)
      0x2000
    #else
      0
    #endif
  }
}
