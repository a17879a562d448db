import CLibrary
import SourceText

/// Where a command writes what it has to say.
package struct Console: Sendable {
  /// Takes what the command was asked for.
  let writeOutput: @Sendable ([UInt8]) -> Void
  /// Takes what else there is to tell.
  let writeError: @Sendable ([UInt8]) -> Void
  /// Whether standard output is a terminal that shows colours.
  var showsColors = false
  /// The columns of the terminal.
  var width = 100

  func print(_ text: String) { writeOutput(Array(text.utf8)) }

  /// Tells something that is not what was asked for: a line on standard error.
  func note(_ text: String) { writeError(Array("privacy-lsp: \(printable(text))\n".utf8)) }

  /// The folder the program was started in; where there is none, that is told and the command must end.
  func workingFolder() -> String? {
    if let folder = currentFolder() { return folder }
    note("the current folder was deleted or cannot be read; change to another one")
    return nil
  }

  /// The style of the output for a value of the option `--color`.
  func style(_ choice: String?) -> Style {
    switch choice {
    case "always": .colored
    case "never": .plain
    default: Style(isColored: showsColors)
    }
  }
}

extension Console {
  /// Standard output and standard error. Once nobody reads the output any more, the program ends at once and content:
  /// whoever closed it has seen enough.
  package static func standard() -> Console {
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond what the user may write is an error of that file.
    signal(SIGXFSZ, SIG_IGN)
    return Console(
      writeOutput: { bytes in
        if write(bytes, to: 1) { return }
        let number = errno
        if number == EPIPE { exit(0) }
        let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        _ = write(Array("privacy-lsp: standard output cannot be written: \(words)\n".utf8), to: 2)
        exit(2)
      },
      writeError: { _ = write($0, to: 2) },
      showsColors: isatty(1) == 1 && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb",
      width: terminalWidth())
  }
}

/// Has something stand where standard input, output or error is closed: a file that the program opens would else be that,
/// and be written what is meant for people. What stands there can be neither read nor written.
package func occupyStandardDescriptors() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// Writes all bytes to a file descriptor; false where that fails.
func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { buffer in
      CLibrary.write(descriptor, buffer.baseAddress, buffer.count)
    }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count < 0, errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    } else if count < 0, errno != EINTR {
      return false
    }
  }
  return true
}

/// All of standard input; nil where it cannot be read, or is larger than the limit.
func readStandardInput(limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  while bytes.count <= limit {
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let received = read(0, buffer.baseAddress, buffer.count)
      failure = received < 0 ? errno : 0
      count = max(received, 0)
    }
    if failure == EINTR { continue }
    if failure != 0 { return nil }
    if chunk.isEmpty { return bytes }
    bytes += chunk
  }
  return nil
}

/// The value of an environment variable, nil if it is not set.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The folder the program was started in, absolute; nil where it was deleted or may not be reached. Nothing stands in for
/// it: a relative path would mean files that nobody named.
func currentFolder() -> String? {
  guard let path = getcwd(nil, 0) else { return nil }
  defer { free(path) }
  let text = String(cString: path)
  return text.hasPrefix("/") ? text : nil
}

private func terminalWidth() -> Int {
  var size = winsize()
  if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 { return min(Int(size.ws_col), 120) }
  return 100
}
