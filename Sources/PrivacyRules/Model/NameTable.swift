import PropertyList
import SourceText

/// Looks up names by their bytes, without creating strings.
///
/// A large manifest has ten thousand values, nearly all of them right, so checking one should cost only a hash of a few
/// dozen bytes.
struct NameTable: Sendable {
  private let names: [[UInt8]]
  /// Open addressing; -1 for a free slot. The size is a power of two, and at most half of the slots are used.
  private let slots: [Int16]

  /// - Parameter names: In the order of the indices that lookups return; a few thousand at most.
  init(_ names: [String]) {
    self.names = names.map { Array($0.utf8) }
    var size = 8
    while size < names.count * 2 { size *= 2 }
    var slots = [Int16](repeating: -1, count: size)
    for (index, name) in self.names.enumerated() {
      let name = name[...]
      var slot = Int(truncatingIfNeeded: Self.hash(name.span, 0..<name.count)) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int16(clamping: index)
    }
    self.slots = slots
  }

  /// The index of the name that exactly matches a leaf's text; nil if there is none.
  func index(of leaf: PropertyListValue) -> Int? {
    if let range = leaf.plainTextRange { return index(of: leaf.tree.text, range) }
    let text = SourceText(leaf.string)
    return index(of: text, ByteRange(0, text.count))
  }

  private func index(of text: SourceText, _ range: ByteRange) -> Int? {
    let slice = text.bytes[...]
    let bytes = slice.span
    // Longer than any name; don't hash megabytes.
    guard range.count <= 128, range.upper <= bytes.count else { return nil }
    var slot = Int(truncatingIfNeeded: Self.hash(bytes, range.indices)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if Self.matches(names[index], bytes, range) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func matches(_ name: [UInt8], _ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    guard name.count == range.count else { return false }
    for offset in 0..<name.count where name[offset] != bytes[range.lower + offset] { return false }
    return true
  }

  /// FNV-1a.
  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return hash ^ (hash >> 32)
  }
}
