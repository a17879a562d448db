import SourceText

/// Identifiers as numbers.
struct NameTable: Sendable {
  /// The names one after the other, and where each begins in them; the end of the last behind that.
  private var bytes: [UInt8] = []
  private var starts: [Int32] = [0]
  private var hashes: [UInt32] = []
  /// Open addressing; the number of a name and one, 0 where the slot is free.
  private var slots: [Int32]

  /// - Parameter slots: A power of two.
  init(slots: Int = 4096) { self.slots = [Int32](repeating: 0, count: slots) }

  var count: Int { hashes.count }

  /// The number of a name, which is added where it is new.
  mutating func add(_ text: String) -> Int32 {
    let name = Array(text.utf8)[...]
    return add(name.span, 0, name.count, Self.hash(name.span, 0, name.count))
  }

  /// The number of the name that these bytes spell, which is added where it is new.
  mutating func add(_ source: Span<UInt8>, _ start: Int, _ end: Int, _ hash: UInt32) -> Int32 {
    if let known = find(source, start, end, hash) { return known }
    if (count + 1) * 2 > slots.count {
      slots = [Int32](repeating: 0, count: slots.count * 2)
      for (place, hash) in hashes.enumerated() { put(Int32(place), hash) }
    }
    for at in start..<end { bytes.append(source[at]) }
    starts.append(Int32(bytes.count))
    hashes.append(hash)
    put(Int32(count - 1), hash)
    return Int32(count - 1)
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

  /// The name with a number, which is below ``count``.
  func text(_ number: Int) -> String {
    String(decoding: bytes[Int(starts[number])..<Int(starts[number + 1])], as: UTF8.self)
  }

  @inline(__always)
  func find(_ source: Span<UInt8>, _ start: Int, _ end: Int, _ hash: UInt32) -> Int32? {
    let mask = slots.count - 1
    var at = Int(hash) & mask
    while slots[at] != 0 {
      let number = Int(slots[at] - 1)
      if hashes[number] == hash, Int(starts[number + 1] - starts[number]) == end - start {
        let other = Int(starts[number])
        var index = 0
        while index < end - start, bytes[other + index] == source[start + index] { index += 1 }
        if index == end - start { return Int32(number) }
      }
      at = (at + 1) & mask
    }
    return nil
  }

  /// Eight bytes at a time: identifiers are most of a file.
  @inline(__always)
  static func hash(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
    var hash: UInt64 = 0
    var at = start
    while at < end {
      var word: UInt64 = 0
      let count = min(end - at, 8)
      if bytes.hasWord(at: at) {
        word = bytes.word(at: at)
        if count < 8 { word &= (1 << UInt64(8 * count)) - 1 }
      } else {
        for offset in 0..<count { word |= UInt64(bytes[at + offset]) << UInt64(8 * offset) }
      }
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      at += 8
    }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 15))
  }
}

/// The names of one file: those that the schema knows keep their numbers in every file, others get one where they are met.
struct FileNames {
  let base: NameTable
  private var own = NameTable(slots: 1024)

  init(_ base: NameTable) {
    self.base = base
  }

  /// How many names there are, those of the schema included.
  var count: Int { base.count + own.count }

  /// The number of the name that these bytes spell.
  mutating func number(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int32 {
    let hash = NameTable.hash(bytes, start, end)
    return base.find(bytes, start, end, hash) ?? Int32(base.count) + own.add(bytes, start, end, hash)
  }

  /// The name with a number.
  func text(_ number: Int32) -> String? {
    let number = Int(number)
    guard number >= 0, number < count else { return nil }
    return number < base.count ? base.text(number) : own.text(number - base.count)
  }
}
