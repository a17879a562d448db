import SourceText

/// The name at the start of a line, complete or not: a key in a table of strings, or a build setting.
struct LineWord {
  /// The name with its quotes; the cursor is in it.
  let range: ByteRange
  /// The part of the name before the cursor.
  let typed: String
  /// Whether a value or a condition follows the name.
  let hasValue: Bool
  /// Whether the line ends with a semicolon.
  let hasSemicolon: Bool

  /// - Returns: Nil if there is anything else on the line before the cursor.
  init?(in text: SourceText, at offset: Int) {
    let line = text.contents(ofLine: text.line(at: offset))
    let bytes = text.bytes
    // Names are short; a line of megabytes is something else.
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
    // A condition is inside the quotes of its name.
    if isQuoted, rest.first == UInt8(ascii: "[") { return nil }
    // With other text, the line isn’t an entry that begins with the name.
    guard hasValue || rest.isEmpty || rest.count == 1 && hasSemicolon else { return nil }
  }
}

/// Whether a byte may be in a name without quotes.
func isNameByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || "_-.".utf8.contains(byte)
}
