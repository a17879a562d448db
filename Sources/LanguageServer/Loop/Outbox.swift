/// The frames that wait to be written, oldest first. Responses are never dropped; of the diagnostics of a document, only
/// the latest are kept, in the place of the earlier ones.
package struct Outbox {
  private struct Frame {
    var bytes: [UInt8]
    var topic: String?
    var delivery: Delivery?
  }

  private var frames: [Frame] = []
  private var head = 0
  /// How many frames were removed since the start; the `n`th frame overall is at `n - removed + head`.
  private var removed = 0
  /// How much of the first frame is written.
  private var written = 0
  /// The number of the latest frame on each topic.
  private var topics: [String: Int] = [:]
  /// Whether an earlier instance of the process wrote a part of the first frame.
  private var isContinued = false

  /// How many bytes are pending.
  private(set) var size = 0

  package var isEmpty: Bool { size == 0 }
  /// Whether so much is pending that no more should be produced. Together with one more response, it stays below 64 MiB.
  var isFull: Bool { size >= 16 << 20 }
  /// The largest response that is sent, in bytes.
  static let largestAnswer = 48 << 20

  package init() {}

  package mutating func append(_ frame: [UInt8]) { append(frame, topic: nil) }

  /// Adds a frame at the end, or in the place of an unwritten one on the same topic.
  // Not inlined in its fifty callers.
  @inline(never)
  mutating func append(_ frame: [UInt8], topic: String? = nil, delivering delivery: Delivery? = nil) {
    size += frame.count
    let frame = Frame(bytes: frame, topic: topic, delivery: delivery)
    if let topic {
      let index = topics[topic].map { $0 - removed + head }
      // A partly written frame must be written to its end.
      if let index, index > head || written == 0 {
        size -= frames[index].bytes.count
        frames[index] = frame
        return
      }
      topics[topic] = removed + frames.count - head
    }
    frames.append(frame)
  }

  /// Calls `write` with the next bytes, at most `limit`, and removes as many as it wrote.
  ///
  /// - Returns: What `write` returned; 0 if nothing is pending.
  mutating func write(atMost limit: Int, _ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    guard head < frames.count else { return 0 }
    let result = frames[head].bytes.withUnsafeBytes { bytes in
      write(UnsafeRawBufferPointer(rebasing: bytes[written..<written + min(bytes.count - written, max(limit, 1))]))
    }
    guard result > 0 else { return result }
    written += result
    size -= result
    if written >= frames[head].bytes.count { removeFirst() }
    return result
  }

  /// Adds the rest of a frame whose start an earlier instance of the process wrote, before all others.
  mutating func continueFrame(_ rest: [UInt8]) {
    append(rest)
    isContinued = true
  }

  /// The next frame, what it delivers, and how many of its bytes are written.
  var first: (frame: [UInt8], delivery: Delivery?, written: Int)? {
    head < frames.count ? (frames[head].bytes, frames[head].delivery, written) : nil
  }

  /// The rest of a partly written frame.
  var halfWritten: ArraySlice<UInt8>? {
    guard written > 0 || isContinued, head < frames.count else { return nil }
    return frames[head].bytes[written...]
  }

  /// What the frames deliver that aren’t written at all, in order.
  var unwritten: [Delivery] {
    frames[head...].dropFirst(halfWritten == nil ? 0 : 1).compactMap(\.delivery)
  }

  private mutating func removeFirst() {
    if let topic = frames[head].topic, topics[topic] == removed { topics[topic] = nil }
    frames[head].bytes = []
    head += 1
    removed += 1
    written = 0
    isContinued = false
    if head == frames.count {
      frames.removeAll(keepingCapacity: frames.capacity < 1024)
      head = 0
    } else if head > 1024, head > frames.count / 2 {
      frames.removeSubrange(0..<head)
      head = 0
    }
  }
}
