// Searching bytes eight at a time. A word is loaded only if all of its bytes exist, which each function checks itself.
extension Span where Element == UInt8 {
  /// Whether a byte is at an offset, which may be past the end.
  @inlinable @inline(__always)
  package func has(_ byte: UInt8, at offset: Int) -> Bool {
    offset < count && self[offset] == byte
  }

  /// Whether a word is at an offset, which may be out of bounds.
  @inlinable @inline(__always)
  package func has(_ word: StaticString, at offset: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard offset >= 0, offset + length <= count else { return false }
    return word.withUTF8Buffer { buffer in
      for index in 0..<length where self[offset + index] != buffer[index] { return false }
      return true
    }
  }

  /// Whether there are eight bytes at an offset.
  @inlinable @inline(__always)
  package func hasWord(at offset: Int) -> Bool {
    offset >= 0 && offset <= count - 8
  }

  /// The eight bytes at an offset, the first in the lowest bits. They must exist.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first `<`, `&` or `]`; the end if there is none.
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

  /// The offset of the first occurrence of a byte; nil if there is none.
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

  /// Marks the line feeds and carriage returns in the word at an offset by the highest bits of their bytes.
  @inlinable @inline(__always)
  package func lineEnds(inWordAt offset: Int) -> UInt64 {
    let word = word(at: offset)
    return highBits(ofAllZerosIn: word ^ repeated(0x0A)) | highBits(ofAllZerosIn: word ^ repeated(0x0D))
  }

  /// The offset of the first `--` from an offset on; nil if there is none.
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

/// A word with the same byte eight times.
@inlinable @inline(__always)
package func repeated(_ byte: UInt8) -> UInt64 {
  UInt64(byte) &* 0x0101_0101_0101_0101
}

/// A word with the highest bit set of the lowest byte that is zero, and of none below it; 0 if no byte is zero.
@inlinable @inline(__always)
package func highBits(ofZerosIn word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}

/// A word with the highest bit set of each byte that is zero, and no other bit.
@inlinable @inline(__always)
package func highBits(ofAllZerosIn word: UInt64) -> UInt64 {
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  return ~(((word & low) &+ low) | word | low)
}

// MARK: - ASCII

/// Compares a byte with an ASCII character, so that code can say `byte == "<"`.
@inlinable @inline(__always)
package func == (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) == character.value }

@inlinable @inline(__always)
package func != (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) != character.value }

@inlinable @inline(__always)
package func == (byte: UInt8?, character: Unicode.Scalar) -> Bool { byte.map { $0 == character } ?? false }

@inlinable @inline(__always)
package func != (byte: UInt8?, character: Unicode.Scalar) -> Bool { !(byte == character) }

/// Lets `case "<":` match a byte.
@inlinable @inline(__always)
package func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { UInt32(byte) == character.value }
