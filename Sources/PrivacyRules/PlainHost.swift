import PropertyList
import SourceText

// Most tracking domains are plain host names, each there once. These two find that out from the bytes, so that a list
// of a hundred thousand costs no hundred thousand strings at every keystroke.

extension PropertyListValue {
  /// Whether the text is a host name of ASCII letters, digits and hyphens with a dot in it, and no IP address: there is
  /// nothing to say about it. False says only that one must look closer.
  var isPlainHost: Bool {
    guard let range = plainTextRange, !range.isEmpty else { return false }
    let text = tree.text
    let bytes = text.bytes.span
    var dots = 0
    var hasLetter = false
    var last: UInt8 = UInt8(ascii: ".")
    for index in range.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): hasLetter = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
      case UInt8(ascii: "."):
        if last == UInt8(ascii: ".") { return false }
        dots += 1
      default: return false
      }
      last = byte
    }
    return dots > 0 && hasLetter && last != UInt8(ascii: ".")
  }

  /// A number that two texts share if they are the same but for the case of ASCII letters and for blanks around them;
  /// nil for a text that must be looked at closer.
  fileprivate var foldedHash: UInt64? {
    guard let range = plainTextRange else { return nil }
    let text = tree.text
    let bytes = text.bytes.span
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in range.indices {
      var byte = bytes[index]
      // Letters beyond ASCII have cases too, and more blanks.
      if byte >= 0x80 { return nil }
      if byte <= 0x20 { continue }
      if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { byte |= 0x20 }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash ^ (hash >> 29)
  }
}

/// The texts of which another one may be the same host: those that share a number, and those that must be looked at
/// closer. The rest are certain to stand alone.
func possibleCopies(_ domains: [PropertyListValue]) -> [PropertyListValue] {
  guard domains.count > 1 else { return [] }
  var size = 16
  while size < domains.count * 2 { size *= 2 }
  // Open addressing; 0 is a free slot.
  var slots = [UInt64](repeating: 0, count: size)
  var repeated: Set<UInt64> = []
  let hashes = domains.map(\.foldedHash)
  for case let hash? in hashes where hash != 0 {
    var slot = Int(truncatingIfNeeded: hash) & (size - 1)
    while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & (size - 1) }
    if slots[slot] == hash { repeated.insert(hash) }
    slots[slot] = hash
  }
  if repeated.isEmpty, hashes.allSatisfy({ $0 != nil && $0 != 0 }) { return [] }
  return zip(domains, hashes).compactMap { domain, hash in
    guard let hash, hash != 0 else { return domain }
    return repeated.contains(hash) ? domain : nil
  }
}
