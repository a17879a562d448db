import CLibrary

/// Looks at every byte of a text for one that is not there, as fast as the machine's library can.
func searchInVain(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress else { return }
    keep(memchr(start, 0xFF, bytes.count))
  }
}

/// A program of the machine that reads a file and says whether it is well-formed.
struct Checker: Sendable {
  let name: String
  let path: String
  let arguments: [String]

  /// Debian's `libxml2-utils` has it.
  static let xmllint = found("xmllint", arguments: ["--noout"], in: searchPath)
  /// The toolchain has it, and macOS.
  static let plutil = found("plutil", arguments: ["-lint"], in: toolchain + searchPath + ["/usr/bin"])

  /// The processor's time that the program takes for a file in its own code, in nanoseconds: the mean of as many runs as
  /// the system's way of counting it in ticks needs.
  ///
  /// - Parameter budget: How long to run it, in nanoseconds; it is run three times at least.
  /// - Returns: Nil where it does not run, or refuses the file.
  func userTime(_ file: String, budget: Double) -> Double? {
    var sum = 0.0
    var runs = 0.0
    let end = nanoseconds() + budget
    while runs < 3 || nanoseconds() < end {
      guard let time = userTimeOfOneRun(file) else { return nil }
      sum += time
      runs += 1
    }
    return sum / runs
  }

  private func userTimeOfOneRun(_ file: String) -> Double? {
    let words = [path] + arguments + [file]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process = pid_t()
    var status: Int32 = 0
    var usage = rusage()
    guard posix_spawn(&process, path, &actions, nil, &arguments, environmentOfProcess) == 0,
      wait4(process, &status, 0, &usage) == process, status == 0
    else { return nil }
    return usage.userNanoseconds
  }

  private static func found(_ name: String, arguments: [String], in folders: [String]) -> Checker? {
    for path in folders.map({ "\($0)/\(name)" }) where access(path, X_OK) == 0 {
      return Checker(name: name, path: path, arguments: arguments)
    }
    return nil
  }

  private static var searchPath: [String] {
    guard let path = getenv("PATH") else { return [] }
    return String(cString: path).split(separator: ":").map(String.init)
  }

  /// The folder of the toolchain's programs, if its compiler is on the search path.
  private static var toolchain: [String] {
    for folder in searchPath {
      guard let resolved = realpath("\(folder)/swift", nil) else { continue }
      defer { free(resolved) }
      let path = String(cString: resolved)
      return [String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])]
    }
    return []
  }
}

extension rusage {
  /// The processor's time in the program's own code.
  fileprivate var userNanoseconds: Double { Double(ru_utime.tv_sec) * 1e9 + Double(ru_utime.tv_usec) * 1e3 }
  fileprivate var systemNanoseconds: Double { Double(ru_stime.tv_sec) * 1e9 + Double(ru_stime.tv_usec) * 1e3 }
}

/// The processor's time that this process has taken so far in its own code and in the system's, in nanoseconds.
func ownTimes() -> (user: Double, system: Double) {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return (usage.userNanoseconds, usage.systemNanoseconds)
}
