import SourceText

/// Finds any of some words in bytes, and fast: most files have none.
///
/// Of each word four bytes are looked for, those that seldom stand in source code. Two bytes at a time tell how far the
/// window of four may move on; only where they may end one of the windows are whole words compared.
struct WordFinder: Sendable {
  private struct Word {
    var bytes: [UInt8]
    /// The place of its window of four bytes.
    var offset: Int
    /// The place of the next word whose window ends alike; -1 behind the last.
    var next: Int32
  }

  private static let window = 4
  /// How far the window may move, by its last two bytes.
  private var shifts: [UInt8]
  /// The first word whose window ends with two bytes, as a place in `words`, by these.
  private var first: [Int32]
  private var words: [Word] = []
  /// One bit for each window by its hash, so that few others are compared with words.
  private var windows: [UInt64]

  /// - Parameter words: Of four bytes or more each; shorter ones are not looked for.
  init(_ list: [String]) {
    shifts = [UInt8](repeating: UInt8(Self.window - 1), count: 65_536)
    first = [Int32](repeating: -1, count: 65_536)
    windows = [UInt64](repeating: 0, count: 1_024)
    for text in list {
      let bytes = Array(text.utf8)
      guard bytes.count >= Self.window else { continue }
      let offset = Self.rarestWindow(bytes)
      for place in 0..<(Self.window - 1) {
        let pair = Int(bytes[offset + place]) | Int(bytes[offset + place + 1]) << 8
        shifts[pair] = min(shifts[pair], UInt8(Self.window - 2 - place))
      }
      let pair = Int(bytes[offset + Self.window - 2]) | Int(bytes[offset + Self.window - 1]) << 8
      let hash = Self.hash(
        UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
          | UInt32(bytes[offset + 3]) << 24)
      windows[hash >> 6] |= 1 << UInt64(hash & 63)
      words.append(Word(bytes: bytes, offset: offset, next: first[pair]))
      first[pair] = Int32(words.count - 1)
    }
  }

  /// The number of a window’s bit, below 65,536.
  @inline(__always)
  private static func hash(_ window: UInt32) -> Int { Int((window &* 0x9E37_79B1) >> 16) }

  /// The window whose last two bytes are least common: capitals and underscores inside a word are.
  private static func rarestWindow(_ bytes: [UInt8]) -> Int {
    func cost(_ byte: UInt8) -> Int {
      switch byte {
      case 0x41...0x5A, 0x30...0x39: 1
      case "_", "x", "z", "q", "j", "k", "v", "w", "b", "y": 2
      case "e", "t", "i", "n", "s", "r", "a", "o": 5
      default: 3
      }
    }
    var best = 0
    var bestCost = Int.max
    for offset in 0...(bytes.count - window) {
      let cost = cost(bytes[offset + window - 2]) * cost(bytes[offset + window - 1])
      if cost < bestCost { (best, bestCost) = (offset, cost) }
    }
    return best
  }

  /// The offset of the first word that stands alone; nil where none does.
  func first(in source: [UInt8]) -> Int? {
    source.withUnsafeBufferPointer { bytes in
      shifts.withUnsafeBufferPointer { shifts in
        windows.withUnsafeBufferPointer { windows in
          guard let base = bytes.baseAddress, let shift = shifts.baseAddress, let bits = windows.baseAddress else {
            return nil
          }
          let count = bytes.count
          var at = Self.window - 1
          while at < count {
            // All four bytes lie before the end; each table has an entry for what is looked up.
            let pair = Int(base[at - 1]) | Int(base[at]) << 8
            let step = Int(shift[pair])
            if step != 0 {
              at += step
              continue
            }
            let window = UInt32(base[at - 3]) | UInt32(base[at - 2]) << 8 | UInt32(truncatingIfNeeded: pair) << 16
            let hash = Self.hash(window)
            if bits[hash >> 6] & (1 << UInt64(hash & 63)) != 0, let found = word(endingAt: at, pair, bytes) {
              return found
            }
            at += 1
          }
          return nil
        }
      }
    }
  }

  /// A word right behind a byte order mark stands alone, too.
  private func word(endingAt at: Int, _ pair: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = Int(first[pair])
    while place >= 0 {
      let word = words[place]
      let start = at - (Self.window - 1) - word.offset
      let end = start + word.bytes.count
      if start >= 0, end <= bytes.count,
        start == 0 || !isIdentifierByte(bytes[start - 1]) || start == 3 && bytes[0] == 0xEF && bytes[1] == 0xBB,
        end == bytes.count || !isIdentifierByte(bytes[end])
      {
        var index = 0
        while index < word.bytes.count, bytes[start + index] == word.bytes[index] { index += 1 }
        if index == word.bytes.count { return start }
      }
      place = Int(word.next)
    }
    return nil
  }
}
