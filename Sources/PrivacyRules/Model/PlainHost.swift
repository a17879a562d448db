import PropertyList
import SourceText

/// What one pass over the bytes of the tracking domains shows. Nearly all of them are plain host names that occur once.
///
/// A list may have a hundred thousand, and each keystroke reads them anew, so this works without strings and takes eight
/// bytes at a time: a fifth of the time for a manifest of a megabyte, measured by `server.keystroke`.
struct HostSurvey: Sendable {
  /// Whether all are plain host names, so that there is nothing to report about any of them.
  private(set) var arePlainHosts = true
  /// A hash for each text, the same for two that may name the same host; 0 for a text that needs a closer look.
  private var hashes: [UInt64] = []

  init(_ domains: PropertyListElements) {
    let nodes = domains.tree.nodes
    let slice = domains.tree.text.bytes[...]
    let bytes = slice.span
    hashes.reserveCapacity(domains.nodes.count)
    for index in domains.nodes {
      let hash = nodes[Int(index)].plainTextRange.map { hashOfPlainHost(bytes, $0) } ?? 0
      if hash != 0 {
        hashes.append(hash)
      } else {
        arePlainHosts = false
        hashes.append(PropertyListValue(tree: domains.tree, index: Int(index)).hashOfFoldedHost)
      }
    }
  }

  /// The texts that may be the same host as another one, or that need a closer look.
  func possibleCopies(in domains: PropertyListElements) -> [PropertyListValue] {
    // A hash table in which a number that is taken goes to the next free place; a `Set` takes ten times as long.
    var size = 16
    while size < hashes.count * 2 { size *= 2 }
    var slots = [UInt64](repeating: 0, count: size)
    var repeated: Set<UInt64> = []
    for hash in hashes where hash != 0 {
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & (size - 1) }
      if slots[slot] == hash { repeated.insert(hash) } else { slots[slot] = hash }
    }
    if repeated.isEmpty, arePlainHosts { return [] }
    return zip(domains, hashes).compactMap { domain, hash in hash == 0 || repeated.contains(hash) ? domain : nil }
  }
}

extension PropertyListValue {
  /// Whether the text is a plain host name. False only means that it needs a closer look.
  var isPlainHost: Bool {
    let bytes = tree.text.bytes[...]
    return plainTextRange.map { hashOfPlainHost(bytes.span, $0) != 0 } ?? false
  }

  /// The hash of the text without whitespace; 0 if that isn’t a plain host name, either.
  fileprivate var hashOfFoldedHost: UInt64 {
    guard let range = plainTextRange else { return 0 }
    let bytes = tree.text.slice(range).filter { $0 > 0x20 }
    let padded = (bytes + [UInt8](repeating: 0, count: 8))[...]
    return hashOfPlainHost(padded.span, ByteRange(0, bytes.count))
  }
}

/// A hash of a host name of ASCII letters, digits, hyphens and single dots that is no IP address. It ignores letter case.
///
/// - Returns: 0 for any other text, and for one so near the end of the bytes that it can’t be the text of an element.
private func hashOfPlainHost(_ bytes: Span<UInt8>, _ range: ByteRange) -> UInt64 {
  let high: UInt64 = 0x8080_8080_8080_8080
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  var (hasLetter, hasDot) = (false, false)
  // Whether the byte before the next word is a dot, as the highest bit of the lowest byte. No name begins with a dot.
  var dotBefore: UInt64 = 0x80
  var at = range.lower
  while at < range.upper {
    guard bytes.hasWord(at: at) else { return 0 }
    let count = min(range.upper - at, 8)
    // Bytes after the end of the name count as zeros.
    let word = bytes.word(at: at) & (UInt64.max &>> UInt64(64 &- 8 &* count))
    let letters = highBits(in: word | repeated(0x20), from: UInt8(ascii: "a"), through: UInt8(ascii: "z"))
    let digits = highBits(in: word, from: UInt8(ascii: "0"), through: UInt8(ascii: "9"))
    let marks = highBits(in: word, from: UInt8(ascii: "-"), through: UInt8(ascii: "."))
    let dots = marks & highBits(ofAllZerosIn: word ^ repeated(UInt8(ascii: ".")))
    guard letters | digits | marks == high & (UInt64.max &>> UInt64(64 &- 8 &* count)),
      dots & (dots << 8 | dotBefore) == 0
    else { return 0 }
    if letters != 0 { hasLetter = true }
    if dots != 0 { hasDot = true }
    dotBefore = dots &>> UInt64(8 &* (count &- 1))
    // The bit that upper and lower case differ in, set for letters.
    hash = (hash ^ (word | letters >> 2)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    at += 8
  }
  return hasLetter && hasDot && dotBefore & 0x80 == 0 ? hash : 0
}

/// A word with the highest bit set of each byte in a range of ASCII, and no other bit.
@inline(__always)
private func highBits(in word: UInt64, from low: UInt8, through upper: UInt8) -> UInt64 {
  // With the highest bit set in each byte, no difference borrows from the next one.
  let high: UInt64 = 0x8080_8080_8080_8080
  let isFrom = (word | high) &- repeated(low)
  let isBehind = (word | high) &- repeated(upper &+ 1)
  return isFrom & ~isBehind & ~word & high
}
