/// The frames that wait to be written, oldest first. Responses are never dropped; of the diagnostics of a document,
/// only the latest are kept.
package struct Outbox {
  private(set) var frames: [(bytes: [UInt8], topic: String?, delivery: Delivery?)] = []
  private var head = 0
  /// How many frames were taken since the start; frame `n` of all time is at `n - taken + head`.
  private var taken = 0
  /// How much of the first frame is written.
  private var written = 0
  /// The frames that a newer one on the same topic replaces, counted from the start of all time.
  private var topics: [String: Int] = [:]
  /// How many of the frames that wait are not replaced.
  private var count = 0

  /// Whether an earlier instance of the process wrote a part of the first frame.
  private var isContinued = false

  /// How many bytes are pending.
  package private(set) var size = 0

  package var isEmpty: Bool { size == 0 }
  /// Whether so much is pending that no more should be produced. Together with one more response, it stays below 64
  /// MiB.
  var isFull: Bool { size >= 16 << 20 }
  /// The largest response that is sent, in bytes.
  package static let largestAnswer = 48 << 20

  package init() {}

  /// Adds a frame at the end.
  ///
  /// - Parameter topic: A newer frame on the same topic replaces this one until it is written.
  package mutating func append(_ frame: [UInt8], topic: String? = nil) { append(frame, topic: topic, nil) }

  /// - Parameter delivery: What the frame delivers exactly once.
  // Not inlined in its fifty callers.
  @inline(never)
  package mutating func append(_ frame: [UInt8], topic: String? = nil, _ delivery: Delivery?) {
    if let topic {
      if let number = topics[topic] {
        let index = number - taken + head
        // A frame that is half written must be written to its end.
        if frames.indices.contains(index), index > head || written == 0 {
          size -= frames[index].bytes.count
          frames[index] = ([], nil, nil)
          count -= 1
          if frames.count - head > 2 * count + 64 { dropReplacedFrames() }
        }
      }
      topics[topic] = taken + frames.count - head
    }
    size += frame.count
    count += 1
    frames.append((frame, topic, delivery))
  }

  /// Lets go of the places of frames that were replaced, so that they do not add up while nothing is read.
  private mutating func dropReplacedFrames() {
    frames = frames[head...].filter { !$0.bytes.isEmpty }
    head = 0
    for (index, frame) in frames.enumerated() {
      if let topic = frame.topic { topics[topic] = taken + index }
    }
  }

  /// Calls `write` with the next bytes, at most `limit`, and removes as many as it wrote.
  ///
  /// - Returns: What `write` returned; 0 if nothing is pending.
  package mutating func write(atMost limit: Int, _ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    dropEmptyFrames()
    guard head < frames.count else { return 0 }
    let result = frames[head].bytes.withUnsafeBytes { bytes in
      write(UnsafeRawBufferPointer(rebasing: bytes[written..<written + min(bytes.count - written, max(limit, 1))]))
    }
    guard result > 0 else { return result }
    written += result
    size -= result
    if written >= frames[head].bytes.count { dropFirst() }
    return result
  }

  /// Adds the rest of a frame whose start an earlier instance of the process wrote, before all others.
  package mutating func goOn(_ rest: [UInt8]) {
    append(rest)
    isContinued = true
  }

  /// The next frame, what it delivers, and how many of its bytes are written.
  var first: (frame: [UInt8], delivery: Delivery?, written: Int)? {
    mutating get {
      dropEmptyFrames()
      return head < frames.count ? (frames[head].bytes, frames[head].delivery, written) : nil
    }
  }

  /// The rest of a partly written frame.
  package var halfWritten: ArraySlice<UInt8>? {
    guard written > 0 || isContinued, head < frames.count else { return nil }
    return frames[head].bytes[written...]
  }

  /// What the frames deliver that aren’t written at all, in order.
  package var undelivered: [Delivery] { frames[head...].dropFirst(halfWritten == nil ? 0 : 1).compactMap(\.delivery) }

  private mutating func dropEmptyFrames() {
    while head < frames.count, frames[head].bytes.isEmpty { dropFirst() }
  }

  private mutating func dropFirst() {
    if let topic = frames[head].topic, topics[topic] == taken { topics[topic] = nil }
    if !frames[head].bytes.isEmpty { count -= 1 }
    frames[head] = ([], nil, nil)
    head += 1
    taken += 1
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
