/// Whether a byte is a space, a tab, a line feed or a carriage return.
@inlinable
package func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}

extension SourceText {
  /// A range without the white space at its ends.
  ///
  /// - Parameter limit: How many bytes are looked at from either end; of more white space than that some is left.
  package func trimmed(_ range: ByteRange, within limit: Int = .max) -> ByteRange {
    let blanks = slice(range).prefix(limit).prefix(while: isBlank).count
    let rest = ByteRange(range.lower + blanks, range.upper)
    return ByteRange(rest.lower, rest.upper - slice(rest).suffix(limit).reversed().prefix(while: isBlank).count)
  }
}
