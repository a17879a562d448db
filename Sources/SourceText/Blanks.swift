/// Whether a byte is a space, a tab, a line feed or a carriage return.
@inlinable
package func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}

/// Whether a byte is a space or a tab.
@inlinable
package func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// Whether a byte is an ASCII letter.
@inlinable
package func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

/// Whether a byte is a decimal digit.
@inlinable
package func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

extension Sequence where Element: Hashable {
  /// The elements without duplicates, in order of first occurrence.
  package func unique() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Dictionary {
  /// The values by their keys; of several with the same key, the first.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Span<UInt8> {
  /// Whether U+2028 or U+2029 is at an offset.
  @inlinable
  package func isLineSeparator(at offset: Int) -> Bool {
    self[offset] == 0xE2 && offset + 2 < count && self[offset + 1] == 0x80
      && (self[offset + 2] == 0xA8 || self[offset + 2] == 0xA9)
  }

  /// Whether a line ends at an offset in an old-style property list: with a line feed, carriage return, U+2028 or
  /// U+2029.
  @inlinable
  package func isLineEnd(at offset: Int) -> Bool {
    self[offset] == 0x0A || self[offset] == 0x0D || isLineSeparator(at: offset)
  }

  /// The end of such a line.
  @inlinable
  package func endOfLine(from start: Int) -> Int {
    var at = start
    while at < count, !isLineEnd(at: at) { at += 1 }
    return at
  }
}

extension SourceText {
  /// The whitespace between the start of the line and an offset; nil if there is anything else.
  package func leadingBlanks(before offset: Int) -> String? {
    let blanks = slice(ByteRange(start(ofLine: line(at: offset)), offset))
    return blanks.allSatisfy(isSpace) ? String(decoding: blanks, as: UTF8.self) : nil
  }

  /// The indentation of the line at an offset.
  package func indentation(ofLineAt offset: Int) -> String {
    String(decoding: slice(contents(ofLine: line(at: offset))).prefix(while: isSpace), as: UTF8.self)
  }

  /// A range around an offset without incomplete characters at its ends, where it may have been cut.
  package func withoutPartsOfCharacters(_ range: ByteRange, around offset: Int) -> ByteRange {
    var (lower, upper) = (range.lower, range.upper)
    while lower < min(offset, upper), bytes[lower] & 0xC0 == 0x80 { lower += 1 }
    while upper > max(offset, lower), upper < bytes.count, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    return ByteRange(lower, upper)
  }

  /// A range without leading and trailing whitespace.
  ///
  /// - Parameter limit: How many bytes to remove at most from each end.
  package func trimmed(_ range: ByteRange, within limit: Int = .max) -> ByteRange {
    let blanks = slice(range).prefix(limit).prefix(while: isBlank).count
    let rest = ByteRange(range.lower + blanks, range.upper)
    return ByteRange(rest.lower, rest.upper - slice(rest).suffix(limit).reversed().prefix(while: isBlank).count)
  }
}
