#if canImport(Darwin)
  import CLibrary

  /// Detects that the input was closed while it still has unread bytes. On macOS, `poll` can’t: it only reports the end
  /// if it also waits for bytes, and then it returns as long as there are any.
  struct EndOfInput {
    /// A descriptor that becomes readable when there is an event.
    let queue: Int32

    /// - Returns: Nil if the input can’t be watched.
    init?(of input: Int32) {
      let made = kqueue()
      guard made >= 0 else { return nil }
      // Report unread bytes only once.
      var wanted = kevent(
        ident: UInt(input), filter: Int16(EVFILT_READ), flags: UInt16(EV_ADD | EV_CLEAR), fflags: 0, data: 0,
        udata: nil)
      guard kevent(made, &wanted, 1, nil, 0, nil) == 0 else {
        close(made)
        return nil
      }
      queue = made
    }

    /// Whether the event is the end of the input. Doesn’t wait.
    func hasCome() -> Bool {
      var event = kevent()
      var noTime = timespec()
      return kevent(queue, nil, 0, &event, 1, &noTime) > 0 && Int32(event.flags) & EV_EOF != 0
    }
  }
#endif
