import SourceText

/// A fast search for any of several words in bytes; most files contain none.
///
/// For each word, the search looks for four of its bytes that are rare in source code. Two bytes at a time decide how
/// far this window can move on; whole words are compared only where these two may end a window.
struct WordFinder: Sendable {
  private struct Word {
    var bytes: [UInt8]
    /// The offset of its window of four bytes.
    var offset: Int
    /// The index of the next word whose window ends with the same bytes; -1 for the last.
    var next: Int32
  }

  private static let window = 4
  /// How far the window can move on, by its last two bytes.
  private var shifts: [UInt8]
  /// The index in `words` of the first word whose window ends with two bytes, by these bytes.
  private var first: [Int32]
  private var words: [Word] = []
  /// One bit for each window by its hash, so that few other windows are compared with words.
  private var windows: [UInt64]

  /// - Parameter words: The words, each of at least four bytes; shorter ones are ignored.
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

  /// The window whose last two bytes are least common, such as capitals and underscores inside a word.
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

  /// The offset of the first whole word; nil if there is none.
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
            // All four bytes are before the end, and each table has an entry for any two bytes.
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

  /// A word right after a byte order mark is a whole word, too.
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
