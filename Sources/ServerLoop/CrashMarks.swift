import Synchronization

/// The current state, updated with plain stores. It has a fixed address, so that the crash handler finds it. The
/// handler writes it to the start of the journal for the new instance.
///
/// Offsets count bytes from the start of the session’s input and output.
package struct CrashMarks {
  /// Where the journal’s entries begin, in bytes; the marks are before that.
  static let room = 2048
  /// How much of a document’s name is kept, in bytes.
  static let longestName = 1024
  private static let expectedMagic: UInt64 = 0x7072_6976_6C73_7031

  private var magic = expectedMagic
  /// How many times the session was resumed after a crash.
  package internal(set) var generation: Int64 = 0
  /// The times of the last three crashes in milliseconds, the latest last; zero for none.
  var crashes: (Int64, Int64, Int64) = (0, 0, 0)
  /// How much of the input is handled.
  package internal(set) var handled: Int64 = 0
  /// The end of the message being handled; zero if none is.
  package internal(set) var current: Int64 = 0
  /// The end of the message whose JSON is being parsed; zero if none is.
  package var reading: Int64 = 0
  /// The end of the message being replayed; zero if none is.
  package var repeating: Int64 = 0
  /// The ends of messages that crashed the process when they were parsed or replayed.
  package var skipped: (Int64, Int64, Int64) = (0, 0, 0)
  /// How much of the output is written.
  package internal(set) var written: Int64 = 0
  /// The length of the name of the document or file being processed, in bytes. The name follows the marks.
  package internal(set) var nameSize: Int64 = 0

  /// Allocates marks, followed by room for the name.
  static func allocate() -> UnsafeMutablePointer<CrashMarks> {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: MemoryLayout<CrashMarks>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: room)
    return memory.initializeMemory(as: CrashMarks.self, repeating: CrashMarks(), count: 1)
  }

  /// Whether these bytes are marks.
  var isValid: Bool { magic == Self.expectedMagic && (0...Int64(Self.longestName)).contains(nameSize) }
}

extension UnsafeMutablePointer<CrashMarks> {
  private var nameMemory: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(self + 1), count: CrashMarks.longestName)
  }

  /// The document or file being processed; empty if none is.
  package var name: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: nameMemory.prefix(Int(clamping: max(pointee.nameSize, 0))))
  }

  /// Sets the document or file being processed; empty for none. Long names are truncated.
  func setName(_ name: UnsafeRawBufferPointer) {
    let kept = name.prefix(CrashMarks.longestName)
    // A crash must not find a partly written name.
    pointee.nameSize = 0
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    nameMemory.copyBytes(from: kept)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    pointee.nameSize = Int64(kept.count)
  }
}
