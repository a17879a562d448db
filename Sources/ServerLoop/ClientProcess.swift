import CLibrary

/// The process with which the server exits. It counts as gone if it is a zombie, or if its id now belongs to another
/// process.
struct ClientProcess {
  let id: Int32
  /// Whether there was such a process at all. The id of a client outside of the server’s container means nothing here;
  /// only the end of the input shows that it is gone.
  private let wasSeen: Bool
  /// When it started, in the system’s unit; nil if unknown.
  private let start: UInt64?

  init(_ id: Int32) {
    self.id = id
    let state = Self.state(of: id)
    if case .gone = state { wasSeen = false } else { wasSeen = true }
    if case .running(let start) = state { self.start = start } else { start = nil }
  }

  var isAlive: Bool {
    guard wasSeen else { return true }
    return switch Self.state(of: id) {
    case .gone, .zombie: false
    case .unknown: true
    case .running(let start): self.start == nil || self.start == start
    }
  }

  private enum State {
    case gone, zombie, unknown
    case running(start: UInt64)
  }

  #if canImport(Darwin)
    private static func state(of id: Int32) -> State {
      if kill(id, 0) != 0, errno == ESRCH { return .gone }
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return .unknown }
      if size == 0 { return .gone }
      if Int32(info.kp_proc.p_stat) == SZOMB { return .zombie }
      let time = info.kp_proc.p_un.__p_starttime
      let seconds = UInt64(truncatingIfNeeded: time.tv_sec)
      return .running(start: seconds &* 1_000_000 &+ UInt64(truncatingIfNeeded: time.tv_usec))
    }
  #else
    private static func state(of id: Int32) -> State {
      if kill(id, 0) != 0, errno == ESRCH { return .gone }
      // "id (name) state parent …": the name may contain spaces and brackets, so start after the last bracket. The
      // start time is the twentieth word from there.
      let file = open("/proc/\(id)/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return .unknown }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(file, &buffer, buffer.count)
      guard count > 0, let bracket = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return .unknown }
      let words = buffer[(bracket + 1)..<count].split(separator: 0x20)
      guard let state = words.first?.first else { return .unknown }
      if state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") { return .zombie }
      guard words.count > 19, let start = UInt64(String(decoding: words[19], as: UTF8.self)) else { return .unknown }
      return .running(start: start)
    }
  #endif
}
