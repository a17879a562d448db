import CLibrary

/// The process with which the server exits.
struct ClientProcess {
  let id: Int32
  /// Whether there was such a process at all. The id of a client outside of the server’s container means nothing here;
  /// only the end of the input shows that it is gone.
  private let wasSeen: Bool

  init(_ id: Int32) {
    self.id = id
    wasSeen = Self.isRunning(id)
  }

  var isAlive: Bool { !wasSeen || Self.isRunning(id) }

  /// Whether there is a process with an id that isn’t a zombie.
  private static func isRunning(_ id: Int32) -> Bool {
    if kill(id, 0) != 0, errno == ESRCH { return false }
    #if canImport(Darwin)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return true }
      return size > 0 && Int32(info.kp_proc.p_stat) != SZOMB
    #else
      // "id (name) state parent …": the name may contain spaces and brackets, so start after the last bracket.
      let file = open("/proc/\(id)/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return true }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(file, &buffer, buffer.count)
      guard count > 0, let bracket = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return true }
      let state = buffer[(bracket + 1)..<count].first { $0 != 0x20 }
      return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
    #endif
  }
}
