/// The frames that wait to be written, oldest first. Answers are never dropped; of the diagnostics of one document only
/// the newest wait.
package struct Outbox {
  private var frames: [(bytes: [UInt8], topic: String?)] = []
  private var head = 0
  /// How many frames were taken since the start; frame `n` of all time is at `n - taken + head`.
  private var taken = 0
  /// How much of the first frame is written.
  private var written = 0
  /// The frames that a newer one on the same topic replaces, counted from the start of all time.
  private var topics: [String: Int] = [:]

  /// How many bytes wait.
  private(set) var size = 0

  package var isEmpty: Bool { size == 0 }
  /// Whether so much waits that nothing more should be made: with what one request can add, 64 MiB are not passed.
  var isFull: Bool { size >= 48 << 20 }

  package init() {}

  /// Adds a frame behind all others.
  ///
  /// - Parameter topic: What the frame is about, where only the last word on it counts.
  package mutating func append(_ frame: [UInt8], topic: String? = nil) {
    if let topic {
      if let number = topics[topic] {
        let index = number - taken + head
        // A frame that is half written must be written to its end.
        if frames.indices.contains(index), index > head || written == 0 {
          size -= frames[index].bytes.count
          frames[index] = ([], nil)
        }
      }
      topics[topic] = taken + frames.count - head
    }
    size += frame.count
    frames.append((frame, topic))
  }

  /// Calls `write` with the bytes that are next, at most `limit`, and takes as many as it says it wrote.
  ///
  /// - Returns: What `write` returned; 0 if nothing waits.
  mutating func write(atMost limit: Int, _ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    dropEmptyFrames()
    guard head < frames.count else { return 0 }
    let result = frames[head].bytes.withUnsafeBytes { bytes in
      write(UnsafeRawBufferPointer(rebasing: bytes[written..<min(bytes.count, written + max(limit, 1))]))
    }
    guard result > 0 else { return result }
    written += result
    size -= result
    if written >= frames[head].bytes.count { dropFirst() }
    return result
  }

  private mutating func dropEmptyFrames() {
    while head < frames.count, frames[head].bytes.isEmpty { dropFirst() }
  }

  private mutating func dropFirst() {
    if let topic = frames[head].topic, topics[topic] == taken { topics[topic] = nil }
    frames[head] = ([], nil)
    head += 1
    taken += 1
    written = 0
    if head == frames.count {
      frames.removeAll(keepingCapacity: frames.capacity < 1024)
      head = 0
    } else if head > 1024, head > frames.count / 2 {
      frames.removeSubrange(0..<head)
      head = 0
    }
  }
}
