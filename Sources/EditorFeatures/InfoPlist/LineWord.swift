import SourceText

/// A name at the beginning of a line, as far as it is typed: the key of a table of texts, or a build setting.
struct LineWord {
  /// The name with its quotation marks; it holds the cursor.
  let range: ByteRange
  /// What stands in the range before the cursor.
  let typed: String
  /// Whether something stands behind the name: its value, or a condition.
  let hasValue: Bool
  /// Whether the line ends with a semicolon.
  let hasSemicolon: Bool

  /// - Returns: Nil where anything else stands on the line before the cursor.
  init?(in text: SourceText, at offset: Int) {
    let line = text.contents(ofLine: text.line(at: offset))
    let bytes = text.bytes
    // A name is short; a line of megabytes is something else.
    guard offset - line.lower < 1_024 else { return nil }
    var lower = line.lower
    while lower < offset, isBlank(bytes[lower]) { lower += 1 }
    let isQuoted = lower < line.upper && bytes[lower] == UInt8(ascii: "\"")
    var at = isQuoted ? lower + 1 : lower
    guard at <= offset else { return nil }
    while at < line.upper, at - lower < 512, isNameByte(bytes[at]) { at += 1 }
    if isQuoted, at < line.upper, bytes[at] == UInt8(ascii: "\"") { at += 1 }
    guard at >= offset else { return nil }
    range = ByteRange(lower, at)
    typed = text[ByteRange(lower, offset)]
    var rest = text.slice(ByteRange(at, line.upper)).drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    hasSemicolon = rest.last == UInt8(ascii: ";")
    hasValue = rest.first == UInt8(ascii: "=") || rest.first == UInt8(ascii: "[")
    // A condition stands between the quotation marks of its name.
    if isQuoted, rest.first == UInt8(ascii: "[") { return nil }
    // Other text means that the line is no entry, or none yet of which a name could be the beginning.
    guard hasValue || rest.isEmpty || rest.count == 1 && hasSemicolon else { return nil }
  }
}

/// Whether a byte may be in a name without quotation marks.
func isNameByte(_ byte: UInt8) -> Bool {
  isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

/// Whether a byte is a letter or digit of ASCII.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
  byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
