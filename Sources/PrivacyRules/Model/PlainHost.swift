import PropertyList
import SourceText

/// What one pass over the bytes of the tracking domains shows. Nearly all of them are plain host names that occur once;
/// finding that out without strings keeps typing fast in a list of a hundred thousand.
struct HostSurvey: Sendable {
  /// Whether all are plain host names, so that there is nothing to report about any of them.
  private(set) var arePlainHosts = true
  /// A hash for each text, the same for two that may name the same host; nil for a text that needs a closer look.
  private var hashes: [UInt64?] = []

  init(_ domains: PropertyListElements) {
    hashes.reserveCapacity(domains.nodes.count)
    for domain in domains {
      let (isPlain, hash) = domain.hostScan
      arePlainHosts = arePlainHosts && isPlain
      hashes.append(hash)
    }
  }

  /// The texts that may be the same host as another one, or that need a closer look.
  func possibleCopies(in domains: PropertyListElements) -> [PropertyListValue] {
    var seen: Set<UInt64> = []
    let repeated = Set(hashes.compactMap(\.self).filter { !seen.insert($0).inserted })
    return zip(domains, hashes).compactMap { domain, hash in hash.map(repeated.contains) ?? true ? domain : nil }
  }
}

extension PropertyListValue {
  /// Whether the text is a plain host name. False only means that it needs a closer look.
  var isPlainHost: Bool { hostScan.isPlain }

  /// Whether the text is a plain host name, of ASCII letters, digits, hyphens and single dots, and no IP address; and a
  /// hash that ignores ASCII case and whitespace, nil for a text with escapes or non-ASCII characters.
  fileprivate var hostScan: (isPlain: Bool, hash: UInt64?) {
    guard let range = plainTextRange else { return (false, nil) }
    var (isValid, hasLetter, hasDot) = (true, false, false)
    var last = UInt8(ascii: ".")
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in tree.text.slice(range) {
      if byte >= 0x80 { return (false, nil) }
      let isAlpha = isLetter(byte)
      let isDot = byte == "."
      isValid = isValid && (isAlpha || isDigit(byte) || byte == "-" || isDot && last != ".")
      hasLetter = hasLetter || isAlpha
      hasDot = hasDot || isDot
      last = byte
      if byte > 0x20 { hash = (hash ^ UInt64(isAlpha ? byte | 0x20 : byte)) &* 0x100_0000_01b3 }
    }
    return (isValid && hasLetter && hasDot && last != ".", hash)
  }
}
