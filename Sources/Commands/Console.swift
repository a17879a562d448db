import CLibrary
import FileSystem
import SourceText

/// Where a command writes its output.
package struct Console: Sendable {
  /// Writes to standard output.
  let writeOutput: @Sendable ([UInt8]) -> Void
  /// Writes to standard error.
  let writeError: @Sendable ([UInt8]) -> Void
  /// Whether standard output is a terminal that shows colors.
  var showsColors = false
  /// The columns of the terminal.
  var width = 100

  func print(_ text: String) { writeOutput(Array(text.utf8)) }

  /// Writes a line to standard error.
  func note(_ text: String) { writeError(Array("privacy-lsp: \(printable(text))\n".utf8)) }

  /// The current folder; prints an error and returns nil if there is none, and the command must end.
  func workingFolder() -> String? {
    if let folder = currentFolder() { return folder }
    note("the current folder was deleted or can’t be read; change to another one")
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
  /// Standard output and standard error. If the reader closes the pipe, the program ends with status 0.
  package static func standard() -> Console {
    signal(SIGPIPE, SIG_IGN)
    // Exceeding the limit of file sizes is an error of that file; it shouldn’t end the program.
    signal(SIGXFSZ, SIG_IGN)
    return Console(
      writeOutput: { bytes in
        if bytes.withUnsafeBytes({ writeAll($0, to: 1) }) { return }
        let number = errno
        if number == EPIPE { exit(0) }
        let message = "privacy-lsp: can’t write to standard output: \(systemMessage(number))\n"
        _ = Array(message.utf8).withUnsafeBytes { writeAll($0, to: 2) }
        exit(2)
      },
      writeError: { bytes in _ = bytes.withUnsafeBytes { writeAll($0, to: 2) } },
      showsColors: isatty(1) == 1 && (environmentVariable("NO_COLOR") ?? "").isEmpty
        && environmentVariable("TERM") != "dumb",
      width: terminalWidth())
  }
}

/// Opens `/dev/null` where standard input, output or error is closed. Otherwise the next file that the program opens would
/// get that descriptor, and messages would be written into it. What is opened can be neither read nor written.
package func occupyStandardDescriptors() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// All of standard input; nil if it can’t be read or is larger than the limit.
func readStandardInput(limit: Int) -> [UInt8]? { try? readToEnd(0, at: "", limit: limit) }

/// The absolute path of the current folder; nil if it was deleted or can’t be accessed. There is no fallback, because
/// relative paths would then name other files.
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
