import PropertyList
import SourceText

// Most tracking domains are plain host names, each there once. These find that out from the bytes, eight at a time, so
// that a list of a hundred thousand costs no hundred thousand strings at every keystroke.

/// Whether all are host names of ASCII letters, digits and hyphens with a dot in each, and no IP addresses: there is
/// nothing to say about them. False says only that one must look closer.
func arePlainHosts(_ domains: PropertyListElements) -> Bool {
  let text = domains.tree.text
  let bytes = text.bytes.span
  let nodes = domains.tree.nodes
  for index in domains.nodes {
    guard let range = nodes[Int(index)].plainTextRange, PlainHost(bytes, range) != nil else { return false }
  }
  return true
}

extension PropertyListValue {
  /// Whether the text is a plain host name. False says only that one must look closer.
  var isPlainHost: Bool {
    let text = tree.text
    return plainTextRange.flatMap { PlainHost(text.bytes.span, $0) } != nil
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

/// The texts of which another one may be the same host: those that share a number, and those that must be looked at
/// closer. The rest are certain to stand alone.
func possibleCopies(_ domains: PropertyListElements) -> [PropertyListValue] {
  guard domains.count > 1 else { return [] }
  var size = 16
  while size < domains.count * 2 { size *= 2 }
  // Open addressing; 0 is a free slot.
  var slots = [UInt32](repeating: 0, count: size)
  var repeated: Set<UInt32> = []
  var mustLookCloser = false
  let hashes = hashes(of: domains)
  for hash in hashes {
    guard hash != 0 else {
      mustLookCloser = true
      continue
    }
    var slot = Int(truncatingIfNeeded: hash &* 0x9E37_79B1) & (size - 1)
    while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & (size - 1) }
    if slots[slot] == hash { repeated.insert(hash) }
    slots[slot] = hash
  }
  if repeated.isEmpty, !mustLookCloser { return [] }
  return zip(domains, hashes).compactMap { domain, hash in hash == 0 || repeated.contains(hash) ? domain : nil }
}

/// A number for each text, 0 for one that must be looked at closer. Texts that may be the same host share theirs.
private func hashes(of domains: PropertyListElements) -> [UInt32] {
  let text = domains.tree.text
  let bytes = text.bytes.span
  let nodes = domains.tree.nodes
  var result: [UInt32] = []
  result.reserveCapacity(domains.count)
  for index in domains.nodes {
    let hash =
      nodes[Int(index)].plainTextRange.flatMap { PlainHost(bytes, $0)?.hash }
      ?? PropertyListValue(tree: domains.tree, index: Int(index)).foldedHash
    result.append(hash.map { UInt32(truncatingIfNeeded: $0 >> 32) } ?? 0)
  }
  return result
}

/// A host name of ASCII letters, digits and hyphens with a dot in it, and no IP address.
private struct PlainHost {
  /// A number that it shares with the same name in other letter case.
  let hash: UInt64

  /// Nil for any other text.
  init?(_ bytes: Span<UInt8>, _ range: ByteRange) {
    let high: UInt64 = 0x8080_8080_8080_8080
    var hash = HostHash()
    var letters: UInt64 = 0
    var hasDot = false
    // Whether the byte before the word is a dot, in the lowest byte; no name begins with one.
    var dotBefore: UInt64 = 0x80
    var at = range.lower
    while at < range.upper {
      guard bytes.hasWord(at: at) else { return nil }
      let count = min(range.upper - at, 8)
      // The bytes behind the name's end read as zeros.
      let isName = UInt64.max >> UInt64(8 * (8 - count))
      let word = bytes.word(at: at) & isName
      let someLetters = highBits(in: word | repeated(0x20), from: UInt8(ascii: "a"), through: UInt8(ascii: "z"))
      let digits = highBits(in: word, from: UInt8(ascii: "0"), through: UInt8(ascii: "9"))
      let dots = highBits(ofAllZerosIn: word ^ repeated(UInt8(ascii: ".")))
      let hyphens = highBits(ofAllZerosIn: word ^ repeated(UInt8(ascii: "-")))
      guard (someLetters | digits | dots | hyphens) == high & isName, dots & (dots << 8 | dotBefore) == 0 else {
        return nil
      }
      if dots != 0 { hasDot = true }
      letters |= someLetters
      dotBefore = dots >> UInt64(8 * (count - 1))
      // The bit that tells the case of a letter.
      hash.add(word | someLetters >> 2)
      at += count
    }
    // Nor does one end with a dot.
    guard hasDot, letters != 0, dotBefore & 0x80 == 0 else { return nil }
    self.hash = hash.value
  }
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
