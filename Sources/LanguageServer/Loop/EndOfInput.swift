#if canImport(Darwin)
  import CLibrary

  /// Tells that nobody writes to the input any more while what was written is still unread. Here `poll` cannot: it sees
  /// the end only where it is asked for bytes as well, and then it does not wait as long as there are any.
  struct EndOfInput {
    /// A descriptor that `poll` finds readable when there is something new.
    let queue: Int32

    /// - Returns: Nil where the input is nothing that can be watched.
    init?(of input: Int32) {
      let made = kqueue()
      guard made >= 0 else { return nil }
      // Bytes that stay unread are told of once.
      var wanted = kevent(
        ident: UInt(input), filter: Int16(EVFILT_READ), flags: UInt16(EV_ADD | EV_CLEAR), fflags: 0, data: 0,
        udata: nil)
      guard kevent(made, &wanted, 1, nil, 0, nil) == 0 else {
        close(made)
        return nil
      }
      queue = made
    }

    /// Whether what is new is the end. Does not wait.
    func hasCome() -> Bool {
      var event = kevent()
      var noTime = timespec()
      return kevent(queue, nil, 0, &event, 1, &noTime) > 0 && Int32(event.flags) & EV_EOF != 0
    }
  }
#endif
