import SourceText

/// Identifiers as numbers: those that the schema knows keep theirs in every file, others get one where they are met.
struct NameTable: Sendable {
  private(set) var texts: [[UInt8]] = []
  private(set) var hashes: [UInt32] = []
  /// Open addressing; the number of a name and one, 0 where the slot is free.
  private(set) var slots: [Int32] = [Int32](repeating: 0, count: 4096)

  var count: Int { texts.count }

  /// The number of a name, which is added where it is new.
  mutating func add(_ text: String) -> Int32 {
    let bytes = Array(text.utf8)[...]
    let hash = Self.hash(bytes.span, 0, bytes.count)
    if let known = find(bytes.span, 0, bytes.count, hash) { return known }
    if (texts.count + 1) * 2 > slots.count {
      slots = [Int32](repeating: 0, count: slots.count * 2)
      for (place, hash) in hashes.enumerated() { put(Int32(place), hash) }
    }
    texts.append(Array(bytes))
    hashes.append(hash)
    put(Int32(texts.count - 1), hash)
    return Int32(texts.count - 1)
  }

  private mutating func put(_ number: Int32, _ hash: UInt32) {
    let mask = slots.count - 1
    var at = Int(hash) & mask
    while slots[at] != 0 { at = (at + 1) & mask }
    slots[at] = number + 1
  }

  func number(of text: String) -> Int32? {
    let bytes = Array(text.utf8)[...]
    return find(bytes.span, 0, bytes.count, Self.hash(bytes.span, 0, bytes.count))
  }

  @inline(__always)
  func find(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ hash: UInt32) -> Int32? {
    let mask = slots.count - 1
    var at = Int(hash) & mask
    while slots[at] != 0 {
      let number = Int(slots[at] - 1)
      if hashes[number] == hash, texts[number].count == end - start {
        var index = 0
        while index < end - start, texts[number][index] == bytes[start + index] { index += 1 }
        if index == end - start { return Int32(number) }
      }
      at = (at + 1) & mask
    }
    return nil
  }

  @inline(__always)
  static func hash(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    var at = start
    while at < end {
      hash = (hash ^ UInt32(bytes[at])) &* 0x0100_0193
      at += 1
    }
    return hash ^ (hash >> 15)
  }
}

/// The names of one file, on top of those of the schema.
struct FileNames {
  let base: NameTable
  private var starts: [Int32] = []
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  private var slots: [Int32] = [Int32](repeating: 0, count: 256)

  init(_ base: NameTable) {
    self.base = base
  }

  /// The number of the name that these bytes spell.
  mutating func number(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int32 {
    let hash = NameTable.hash(bytes, start, end)
    if let known = base.find(bytes, start, end, hash) { return known }
    let mask = slots.count - 1
    var at = Int(hash) & mask
    while slots[at] != 0 {
      let place = Int(slots[at] - 1)
      if hashes[place] == hash, Int(ends[place] - starts[place]) == end - start {
        let other = Int(starts[place])
        var index = 0
        while index < end - start, bytes[other + index] == bytes[start + index] { index += 1 }
        if index == end - start { return Int32(base.count + place) }
      }
      at = (at + 1) & mask
    }
    starts.append(Int32(truncatingIfNeeded: start))
    ends.append(Int32(truncatingIfNeeded: end))
    hashes.append(hash)
    slots[at] = Int32(starts.count)
    if starts.count * 2 > slots.count { grow() }
    return Int32(base.count + starts.count - 1)
  }

  /// The name with a number.
  func text(_ number: Int32, _ bytes: [UInt8]) -> String? {
    let number = Int(number)
    if number >= 0, number < base.count { return String(decoding: base.texts[number], as: UTF8.self) }
    let place = number - base.count
    guard place >= 0, place < starts.count else { return nil }
    return String(decoding: bytes[Int(starts[place])..<Int(ends[place])], as: UTF8.self)
  }

  private mutating func grow() {
    let mask = slots.count * 2 - 1
    slots = [Int32](repeating: 0, count: mask + 1)
    for (place, hash) in hashes.enumerated() {
      var at = Int(hash) & mask
      while slots[at] != 0 { at = (at + 1) & mask }
      slots[at] = Int32(place + 1)
    }
  }
}
