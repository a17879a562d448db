/// Changes that break property lists the way people, merges and disks do.
public struct PropertyListMutator: Sendable {
  private var random: SeededGenerator

  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private static let insertions: [String] = [
    "<", ">", "&", "/", "\"", "'", " ", "\n", "\t", "\r", "=", "!", "?", "-", "--", "]]>", "<>",
    "< ", "</", "</>",
    "<?", "?>",
    "&amp;", "&lt", "&#65;", "&#x;", "&#xD800;", "&nbsp;", "<dict>", "</dict>", "<array>", "</array>", "<key>",
    "</key>",
    "<string>", "</string>", "<true/>", "<false></false>", "<dict/>", "<key/>", "<string/>", "<plist>", "</plist>",
    "<!-- x -->", "<!--", "-->", "<![CDATA[x]]>", "<![CDATA[", "<?pi x?>", "<!DOCTYPE plist>", "<integer>1</integer>",
    "<integer> 1</integer>", "<real>1.5</real>", "<real>x</real>", "<date>2024-01-01T00:00:00Z</date>",
    "<data>AAAA</data>", "<key>A</key>", "<string>B</string>", "<String>", "</ dict>", "<dict / >", "<x/>", "<d", "x",
    "\u{0}", "\u{1}", "é", "\u{FEFF}",
  ]

  /// The bytes with one to three changes.
  public mutating func mutate(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<(random.once(in: 4) ? 3 : 1) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes = Array(random.pick(Self.insertions).utf8)
      return
    }
    let at = random.below(bytes.count)
    switch random.below(12) {
    case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[at] ^= 1 << UInt8(random.below(8))
    case 2: bytes.removeSubrange(at..<min(at + 1 + random.below(8), bytes.count))
    case 3: bytes.insert(contentsOf: Array(bytes[at..<min(at + 1 + random.below(40), bytes.count)]), at: at)
    case 4: bytes.removeSubrange(at...)
    case 5: bytes.removeSubrange(..<at)
    case 6, 7: bytes.insert(contentsOf: random.pick(Self.insertions).utf8, at: at)
    case 8, 9, 10:
      // Whole tags: remove one, double one, swap two, or put something before or behind one.
      let tags = Self.tags(of: bytes)
      guard !tags.isEmpty else { return }
      let first = random.pick(tags)
      switch random.below(5) {
      case 0: bytes.removeSubrange(first)
      case 1: bytes.insert(contentsOf: Array(bytes[first]), at: first.upperBound)
      case 2: bytes.insert(contentsOf: random.pick(Self.insertions).utf8, at: first.lowerBound)
      case 3: bytes.insert(contentsOf: random.pick(Self.insertions).utf8, at: first.upperBound)
      default:
        let second = random.pick(tags)
        let (low, high) = first.lowerBound < second.lowerBound ? (first, second) : (second, first)
        guard low.upperBound <= high.lowerBound else { return }
        let (lowBytes, highBytes) = (Array(bytes[low]), Array(bytes[high]))
        bytes.replaceSubrange(high, with: lowBytes)
        bytes.replaceSubrange(low, with: highBytes)
      }
    default:
      // A letter in the other case, or a blank for a byte.
      bytes[at] = bytes[at] >= 0x41 ? bytes[at] ^ 0x20 : 0x20
    }
  }

  private static func tags(of bytes: [UInt8]) -> [Range<Int>] {
    var tags: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "<") {
        start = index
      } else if byte == UInt8(ascii: ">"), let lower = start {
        tags.append(lower..<index + 1)
        start = nil
      }
    }
    return tags
  }
}
