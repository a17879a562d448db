// Search in bytes, eight at a time.
//
// A word of eight bytes is loaded only if all of them exist: each function checks that, and the load itself checks
// again.
extension Span where Element == UInt8 {
  /// Whether there is a certain byte at an offset, which may be after the end.
  @inlinable @inline(__always)
  package func has(_ byte: UInt8, at offset: Int) -> Bool {
    offset < count && self[offset] == byte
  }

  /// Whether there is a certain text at an offset, which may be out of bounds.
  @inlinable @inline(__always)
  package func has(_ word: StaticString, at offset: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard offset >= 0, offset + length <= count else { return false }
    return word.withUTF8Buffer { buffer in
      for index in 0..<length where self[offset + index] != buffer[index] { return false }
      return true
    }
  }

  /// Whether eight bytes can be loaded from an offset.
  @inlinable @inline(__always)
  package func hasWord(at offset: Int) -> Bool {
    offset >= 0 && offset <= count - 8
  }

  /// The eight bytes at an offset, the first of them lowest. They must exist.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first `<`, `&` or `]` at or after an offset; the end if there is none.
  @inlinable @inline(__always)
  package func firstMarkup(from start: Int) -> Int {
    var at = start
    while hasWord(at: at) {
      let word = word(at: at)
      let found =
        highBits(ofZerosIn: word ^ repeated(UInt8(ascii: "<")))
        | highBits(ofZerosIn: word ^ repeated(UInt8(ascii: "&")))
        | highBits(ofZerosIn: word ^ repeated(UInt8(ascii: "]")))
      if found != 0 { return at + found.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < count, self[at] != UInt8(ascii: "<"), self[at] != UInt8(ascii: "&"), self[at] != UInt8(ascii: "]") {
      at += 1
    }
    return at
  }

  /// The offset of the first occurrence of a byte at or after an offset; nil if there is none.
  @inlinable @inline(__always)
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    var at = start
    while hasWord(at: at) {
      let found = highBits(ofZerosIn: word(at: at) ^ repeated(byte))
      if found != 0 { return at + found.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < count {
      if self[at] == byte { return at }
      at += 1
    }
    return nil
  }

  /// A word with the highest bit set of each line feed or carriage return in the word at an offset, and no other bits.
  @inlinable @inline(__always)
  package func lineEnds(inWordAt offset: Int) -> UInt64 {
    let word = word(at: offset)
    return highBits(ofAllZerosIn: word ^ repeated(0x0A)) | highBits(ofAllZerosIn: word ^ repeated(0x0D))
  }

  /// The offset of the first `--` at or after an offset; nil if there is none.
  @inlinable @inline(__always)
  package func firstDoubleHyphen(from start: Int) -> Int? {
    var at = start
    while let hyphen = firstIndex(of: UInt8(ascii: "-"), from: at) {
      if hyphen + 1 < count, self[hyphen + 1] == UInt8(ascii: "-") { return hyphen }
      at = hyphen + 1
    }
    return nil
  }
}

/// A word that repeats a byte eight times.
@inlinable @inline(__always)
package func repeated(_ byte: UInt8) -> UInt64 {
  UInt64(byte) &* 0x0101_0101_0101_0101
}

/// A word with the highest bit set of each byte in an ASCII range, and no other bits.
@inlinable @inline(__always)
package func highBits(in word: UInt64, from low: UInt8, through upper: UInt8) -> UInt64 {
  // With the highest bit of each byte set, the subtraction doesn’t borrow from the next byte.
  let high: UInt64 = 0x8080_8080_8080_8080
  let isFrom = (word | high) &- repeated(low)
  let isBehind = (word | high) &- repeated(upper &+ 1)
  return isFrom & ~isBehind & ~word & high
}

/// A word whose lowest set bit is the highest bit of the first zero byte; 0 if there is none. Higher bits are
/// undefined.
@inlinable @inline(__always)
package func highBits(ofZerosIn word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}

/// A word with the highest bit set of each zero byte, and no other bits.
@inlinable @inline(__always)
package func highBits(ofAllZerosIn word: UInt64) -> UInt64 {
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  return ~(((word & low) &+ low) | word | low)
}

// MARK: - ASCII

/// Compares a byte with an ASCII character: `byte == "<"`.
@inlinable @inline(__always)
package func == (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) == character.value }

/// Whether a byte differs from an ASCII character.
@inlinable @inline(__always)
package func != (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) != character.value }

/// Whether a byte exists and equals an ASCII character.
@inlinable @inline(__always)
package func == (byte: UInt8?, character: Unicode.Scalar) -> Bool { byte.map { $0 == character } ?? false }

/// Whether a byte is missing or differs from an ASCII character.
@inlinable @inline(__always)
package func != (byte: UInt8?, character: Unicode.Scalar) -> Bool { !(byte == character) }

/// Matches a byte in `case "<":`.
@inlinable @inline(__always)
package func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { UInt32(byte) == character.value }
