import PropertyList
import SourceText

// Most tracking domains are plain host names, each there once. These find that out from the bytes, eight at a time, so
// that a list of a hundred thousand costs no hundred thousand strings at every keystroke.

/// What the bytes of a list of tracking domains tell, found in one pass.
struct HostSurvey: Sendable {
  /// Whether all are host names of ASCII letters, digits and hyphens with a dot in each, and no IP addresses: there is
  /// nothing to say about them. False says only that one must look closer.
  private(set) var arePlainHosts = true
  /// A number for each, 0 for one that must be looked at closer. Texts that may be the same host share theirs.
  private(set) var hashes: [UInt64] = []

  init(_ domains: PropertyListElements) {
    let text = domains.tree.text
    let slice = text.bytes[...]
    let bytes = slice.span
    let nodes = domains.tree.nodes
    hashes.reserveCapacity(domains.nodes.count)
    for index in domains.nodes {
      if let range = nodes[Int(index)].plainTextRange {
        let hash = hashOfPlainHost(bytes, range)
        if hash != 0 {
          hashes.append(hash)
          continue
        }
      }
      arePlainHosts = false
      hashes.append(PropertyListValue(tree: domains.tree, index: Int(index)).foldedHash ?? 0)
    }
  }

  /// The texts of which another one may be the same host: those that share a number, and those that must be looked at
  /// closer. The rest are certain to stand alone.
  func possibleCopies(in domains: PropertyListElements) -> [PropertyListValue] {
    guard hashes.count > 1 else { return [] }
    var size = 16
    while size < hashes.count * 2 { size *= 2 }
    // Open addressing; the places of numbers, counted from one.
    var slots = [Int32](repeating: 0, count: size)
    var repeated: Set<UInt64> = []
    var mustLookCloser = false
    for (index, hash) in hashes.enumerated() {
      guard hash != 0 else {
        mustLookCloser = true
        continue
      }
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] != 0, hashes[Int(slots[slot]) - 1] != hash { slot = (slot + 1) & (size - 1) }
      if slots[slot] != 0 { repeated.insert(hash) } else { slots[slot] = Int32(truncatingIfNeeded: index + 1) }
    }
    if repeated.isEmpty, !mustLookCloser { return [] }
    return zip(domains, hashes).compactMap { domain, hash in hash == 0 || repeated.contains(hash) ? domain : nil }
  }
}

extension PropertyListValue {
  /// Whether the text is a plain host name. False says only that one must look closer.
  var isPlainHost: Bool {
    let bytes = tree.text.bytes[...]
    return plainTextRange.map { hashOfPlainHost(bytes.span, $0) != 0 } ?? false
  }

  /// A number that two texts share if they are the same but for the case of ASCII letters and for blanks around them;
  /// nil for a text that must be looked at closer.
  fileprivate var foldedHash: UInt64? {
    guard let range = plainTextRange else { return nil }
    var folded: [UInt8] = []
    for byte in tree.text.slice(range) {
      // Letters beyond ASCII have cases too, and more blanks.
      if byte >= 0x80 { return nil }
      if byte <= 0x20 { continue }
      folded.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
    }
    // As a plain host's letters are taken, eight at a time and the last ones with zeros behind them.
    var hash = HostHash()
    var start = 0
    while start < folded.count {
      var word: UInt64 = 0
      for (place, byte) in folded[start..<min(start + 8, folded.count)].enumerated() {
        word |= UInt64(byte) << (8 * place)
      }
      hash.add(word)
      start += 8
    }
    return hash.value
  }
}

/// A number that a host name of ASCII letters, digits and hyphens with a dot in it, and no IP address, shares with the
/// same name in other letter case; 0 for any other text.
@inline(__always)
private func hashOfPlainHost(_ bytes: Span<UInt8>, _ range: ByteRange) -> UInt64 {
  var survey = HostWords()
  var at = range.lower
  while at <= range.upper - 8 {
    guard bytes.hasWord(at: at), survey.add(bytes.word(at: at), ends: 8) else { return 0 }
    at += 8
  }
  let rest = range.upper - at
  if rest > 0 {
    // The bytes behind the name's end read as zeros.
    guard bytes.hasWord(at: at),
      survey.add(bytes.word(at: at) & (UInt64.max &>> UInt64(64 &- 8 &* rest)), ends: rest)
    else { return 0 }
  }
  return survey.hash
}

/// Judges the letters of a host name, eight at a time.
private struct HostWords {
  private var mixed = HostHash()
  private var letters: UInt64 = 0
  private var allDots: UInt64 = 0
  /// Whether the byte before the next word is a dot: the highest bit of the lowest byte. No name begins with one.
  private var dotBefore: UInt64 = 0x80

  /// Takes the next letters; false if no host name has them.
  ///
  /// - Parameter count: How many there are, from the lowest byte on; the rest are zeros.
  @inline(__always)
  mutating func add(_ word: UInt64, ends count: Int) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let someLetters = highBits(in: word | repeated(0x20), from: UInt8(ascii: "a"), through: UInt8(ascii: "z"))
    let digits = highBits(in: word, from: UInt8(ascii: "0"), through: UInt8(ascii: "9"))
    let marks = highBits(in: word, from: UInt8(ascii: "-"), through: UInt8(ascii: "."))
    let dots = marks & highBits(ofAllZerosIn: word ^ repeated(UInt8(ascii: ".")))
    let expected = high &>> UInt64(64 &- 8 &* count)
    guard (someLetters | digits | marks) == expected & high, dots & (dots << 8 | dotBefore) == 0 else { return false }
    letters |= someLetters
    allDots |= dots
    dotBefore = dots &>> UInt64(8 &* (count &- 1))
    // The bit that tells the case of a letter.
    mixed.add(word | someLetters >> 2)
    return true
  }

  /// The number of the name; 0 if there is no dot or no letter in it, or a dot at its end.
  var hash: UInt64 { allDots != 0 && letters != 0 && dotBefore & 0x80 == 0 ? mixed.value : 0 }
}

/// Mixes words into a number.
private struct HostHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }
}
