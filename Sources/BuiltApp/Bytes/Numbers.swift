// Reads numbers from untrusted bytes; the result is nil outside of the bounds.

extension Array where Element == UInt8 {
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    number(type, at: offset)?.littleEndian
  }

  func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    number(type, at: offset)?.bigEndian
  }

  private func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, count >= size, offset <= count - size else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// A little-endian 32-bit size or offset.
  func offset32(at place: Int) -> Int? { littleEndian(UInt32.self, at: place).map(Int.init) }

  /// A little-endian 64-bit size or offset; nil if no file is so large.
  func offset64(at place: Int) -> Int? { littleEndian(UInt64.self, at: place).flatMap(Int.init(exactly:)) }

  /// The text that ends at a zero byte or at `end`, without the zero.
  func text(at start: Int, upTo end: Int? = nil) -> String? {
    let limit = Swift.min(end ?? count, count)
    guard start >= 0, start < limit else { return nil }
    let bytes = self[start..<limit]
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
