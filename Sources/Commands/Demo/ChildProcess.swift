import CLibrary
import FileSystem

/// Why the demo can’t go on.
struct DemoFailure: Error {
  var message: String
}

/// A child process that runs this program, with pipes to its standard input and output.
struct ChildProcess {
  private let process: pid_t
  private let input: Int32
  private let output: Int32

  init(arguments: [String]) throws(DemoFailure) {
    guard let path = executablePath() else { throw DemoFailure(message: "can’t find the path of this program") }
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw DemoFailure(message: "can’t create a pipe") }
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)

    var words = (["privacy-lsp"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let status = posix_spawn(&child, path, &actions, nil, &words, environmentOfProcess)
    close(toChild[0])
    close(fromChild[1])
    guard status == 0 else {
      close(toChild[1])
      close(fromChild[0])
      throw DemoFailure(message: "can’t start the server: \(systemMessage(status))")
    }
    process = child
    input = toChild[1]
    output = fromChild[0]
  }

  func send(_ bytes: [UInt8]) throws(DemoFailure) {
    guard bytes.withUnsafeBytes({ writeAll($0, to: input) }) else {
      throw DemoFailure(message: "the server ended unexpectedly: \(ending())")
    }
  }

  /// The next bytes that the process writes. Waits for at most 20 seconds.
  func receive() throws(DemoFailure) -> [UInt8] {
    var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&waiting, 1, 20_000)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else {
        kill(process, SIGKILL)
        throw DemoFailure(message: "the server didn’t answer for 20 seconds")
      }
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(read(output, buffer.baseAddress, buffer.count), 0)
      }
      if bytes.isEmpty { throw DemoFailure(message: "the server ended unexpectedly: \(ending())") }
      return bytes
    }
  }

  /// Closes the pipes and waits until the process exits.
  ///
  /// - Returns: How it exited, in words; nil for status 0.
  func finish() -> String? {
    close(input)
    let words = ending()
    close(output)
    return words == "exit status 0" ? nil : words
  }

  private func ending() -> String {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? "exit status \(status >> 8 & 0xFF)" : "signal \(signal)"
  }
}

/// The path of the running program.
private func executablePath() -> String? {
  #if canImport(Darwin)
    var size: UInt32 = 0
    _NSGetExecutablePath(nil, &size)
    var path = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  #else
    // The link leads to the running program even if its file was replaced or moved.
    if access("/proc/self/exe", X_OK) == 0 { return "/proc/self/exe" }
    guard let name = CommandLine.arguments.first, name.contains("/") else { return nil }
    return name
  #endif
}
