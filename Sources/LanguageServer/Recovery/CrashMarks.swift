import Synchronization

/// What is true right now, kept up to date by plain stores. It lies at an address that never changes, where a crash can
/// find it, and is written to the start of the journal by the process that crashes, for the one that goes on.
///
/// Places are counted in bytes from the start of the session's input and output.
struct CrashMarks {
  /// Where the journal's entries begin, in bytes; before that there is room for the marks.
  static let room = 2048
  /// So much of a document's name is kept, in bytes.
  static let longestName = 1024
  private static let expectedMagic: UInt64 = 0x7072_6976_6C73_7031

  private var magic = expectedMagic
  /// How many times the session has gone on after a crash.
  var generation: Int64 = 0
  /// When the last three crashes were, in milliseconds; the latest is the last, zero where there was none.
  var crashes: (Int64, Int64, Int64) = (0, 0, 0)
  /// Up to where the input is handled.
  var handled: Int64 = 0
  /// Where the message ends that is handled now; zero if none is.
  var current: Int64 = 0
  /// Where the message ends whose JSON is read now; zero if none is.
  var reading: Int64 = 0
  /// Where the message ends that is handled again now; zero if none is.
  var repeating: Int64 = 0
  /// Where messages end that ended the process when they were read or repeated.
  var skipped: (Int64, Int64, Int64) = (0, 0, 0)
  /// How much of the output is written.
  var written: Int64 = 0
  /// The signal of the last crash.
  var signal: Int64 = 0
  /// How long the name is of the document or file that is worked on now, in bytes. It stands behind these marks.
  var nameSize: Int64 = 0

  /// Makes marks with the room for the name behind them.
  static func allocate() -> UnsafeMutablePointer<CrashMarks> {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: MemoryLayout<CrashMarks>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: room)
    return memory.initializeMemory(as: CrashMarks.self, repeating: CrashMarks(), count: 1)
  }

  /// Whether these are marks, and not any other bytes.
  var isValid: Bool { magic == Self.expectedMagic && (0...Int64(Self.longestName)).contains(nameSize) }
}

extension UnsafeMutablePointer<CrashMarks> {
  private var nameMemory: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(self + 1), count: CrashMarks.longestName)
  }

  /// The document or file that is worked on; empty if none is.
  var name: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: nameMemory.prefix(Int(clamping: max(pointee.nameSize, 0))))
  }

  /// Sets the document or file that is worked on; none if there are no bytes. Names that are too long are cut.
  func setName(_ name: UnsafeRawBufferPointer) {
    let kept = name.prefix(CrashMarks.longestName)
    // No crash may find a name half written.
    pointee.nameSize = 0
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    nameMemory.copyBytes(from: kept)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    pointee.nameSize = Int64(kept.count)
  }
}
