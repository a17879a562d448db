/// The unit in which a client counts columns.
public enum PositionEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}

/// A position in a text, as clients give it.
public struct Position: Hashable, Sendable, Comparable {
  /// Counted from zero. A line ends with LF, CR LF or a lone CR.
  public var line: Int
  /// Counted from zero, in units of the encoding.
  public var character: Int

  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  public static func < (a: Position, b: Position) -> Bool {
    (a.line, a.character) < (b.line, b.character)
  }

  /// As shown to people: "3:5", both counted from one.
  package var shown: String { "\(line + 1):\(character + 1)" }
}

/// One version of a file as bytes, with the starts of its lines.
///
/// The bytes are UTF-8, as far as they are text; other encodings are converted before. The program uses byte offsets
/// everywhere; ``Position`` is for clients and reports.
public struct SourceText: Sendable {
  public private(set) var bytes: [UInt8]
  /// The offset of the first byte of each line; never empty.
  public private(set) var lineStarts: [Int32]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = [0]
    appendLineStarts(in: 0..<bytes.count, to: &lineStarts)
  }

  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  public var count: Int { bytes.count }
  public var lineCount: Int { lineStarts.count }

  /// The text of a range, clamped to the text. Invalid UTF-8 reads as U+FFFD.
  public subscript(_ range: ByteRange) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }

  /// The bytes of a range, clamped to the text.
  public func slice(_ range: ByteRange) -> ArraySlice<UInt8> {
    let lower = min(max(range.lower, 0), bytes.count)
    return bytes[lower..<min(max(range.upper, lower), bytes.count)]
  }

  // MARK: - Positions

  /// The line of an offset, 0-based. Offsets are clamped.
  public func line(at offset: Int) -> Int {
    let target = Int32(clamping: min(max(offset, 0), bytes.count))
    return max(lineStarts.partitioningIndex { $0 > target } - 1, 0)
  }

  /// The offset of a line's first byte; for a line past the last one, the end of the text.
  public func start(ofLine line: Int) -> Int {
    line < lineStarts.count ? Int(lineStarts[max(line, 0)]) : bytes.count
  }

  /// The range of a line without its line end; for a line that doesn't exist, empty and at the end of the text.
  public func contents(ofLine line: Int) -> ByteRange {
    guard line >= 0, line < lineStarts.count else { return ByteRange(at: bytes.count) }
    let lower = Int(lineStarts[line])
    guard line + 1 < lineStarts.count else { return ByteRange(lower, bytes.count) }
    var upper = Int(lineStarts[line + 1])
    if upper > lower, bytes[upper - 1] == 0x0A { upper -= 1 }
    if upper > lower, bytes[upper - 1] == 0x0D { upper -= 1 }
    return ByteRange(lower, upper)
  }

  /// The position of a byte offset, which is clamped; inside a character, the start of the character.
  public func position(at offset: Int, in encoding: PositionEncoding) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    let start = start(ofLine: line)
    if encoding == .utf8 {
      let isInside = offset < bytes.count && bytes[offset] & 0xC0 == 0x80
      let offset = isInside ? startOfSequence(containing: offset, notBefore: start) : offset
      return Position(line: line, character: offset - start)
    }
    var character = 0
    var at = start
    count(upTo: offset, from: &at, character: &character, in: encoding)
    return Position(line: line, character: character)
  }

  /// Counts the characters up to an offset, starting at the start of one; not for UTF-8, where columns are bytes.
  func count(upTo offset: Int, from at: inout Int, character: inout Int, in encoding: PositionEncoding) {
    while at < offset {
      let length = sequenceLength(at: at)
      if at + length > offset { break }
      character += encoding == .utf16 && length == 4 ? 2 : 1
      at += length
    }
  }

  /// The byte offset of a position. A column past the end of its line means the line's end, a line past the last one
  /// the end of the text, and a place inside a character the character's start.
  public func offset(of position: Position, in encoding: PositionEncoding) -> Int {
    guard position.line < lineStarts.count else { return bytes.count }
    guard position.line >= 0 else { return 0 }
    let line = contents(ofLine: position.line)
    guard position.character > 0 else { return line.lower }
    if encoding == .utf8 {
      guard position.character < line.count else { return line.upper }
      return startOfSequence(containing: line.lower + position.character, notBefore: line.lower)
    }
    var character = 0
    var at = line.lower
    while at < line.upper, character < position.character {
      let length = sequenceLength(at: at)
      let units = encoding == .utf16 && length == 4 ? 2 : 1
      if character + units > position.character { break }
      character += units
      at += length
    }
    return min(at, line.upper)
  }

  /// The number of bytes that count as one character in a ``Position``: a UTF-8 sequence, or a single invalid byte.
  func sequenceLength(at offset: Int) -> Int {
    let expected: Int
    switch bytes[offset] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: expected = 2
    case 0xE0...0xEF: expected = 3
    case 0xF0...0xF4: expected = 4
    default: return 1
    }
    guard offset + expected <= bytes.count else { return 1 }
    for index in offset + 1..<offset + expected where bytes[index] & 0xC0 != 0x80 { return 1 }
    return expected
  }

  private func startOfSequence(containing offset: Int, notBefore lower: Int) -> Int {
    var start = offset
    while start > lower, offset - start < 3, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start + sequenceLength(at: start) > offset ? start : offset
  }

  // MARK: - Edits

  /// Replaces a range, clamped to the text, and updates the line starts.
  public mutating func replace(_ range: ByteRange, with replacement: [UInt8]) {
    let lower = min(max(range.lower, 0), bytes.count)
    let upper = min(max(range.upper, lower), bytes.count)
    bytes.replaceSubrange(lower..<upper, with: replacement)

    // Only the lines from the one before the edit (its CR may have met or lost an LF) to the one after it can change.
    let firstLine = max(line(atOldOffset: lower) - 1, 0)
    let lastLine = line(atOldOffset: upper)
    let shift = replacement.count - (upper - lower)
    let tail = lastLine + 1 < lineStarts.count ? lineStarts[(lastLine + 1)...].firstIndex { Int($0) > upper + 1 } : nil
    var renewed: [Int32] = []
    let start = Int(lineStarts[firstLine])
    let end = tail.map { Int(lineStarts[$0]) + shift } ?? bytes.count
    appendLineStarts(in: start..<end, to: &renewed)
    if let tail {
      if renewed.last == Int32(clamping: end) { renewed.removeLast() }
      if shift != 0 {
        for index in tail..<lineStarts.count { lineStarts[index] += Int32(clamping: shift) }
      }
      lineStarts.replaceSubrange(firstLine + 1..<tail, with: renewed)
    } else {
      lineStarts.replaceSubrange((firstLine + 1)..., with: renewed)
    }
  }

  private func line(atOldOffset offset: Int) -> Int {
    max(lineStarts.partitioningIndex { Int($0) > offset } - 1, 0)
  }

  private func appendLineStarts(in range: Range<Int>, to starts: inout [Int32]) {
    let slice = bytes[...]
    let bytes = slice.span
    func append(lineEnd index: Int) {
      // In CR LF, the line feed ends the line.
      if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { return }
      starts.append(Int32(clamping: index + 1))
    }
    var at = range.lowerBound
    while at <= range.upperBound - 8, bytes.hasWord(at: at) {
      var ends = bytes.lineEnds(inWordAt: at)
      while ends != 0 {
        append(lineEnd: at + ends.trailingZeroBitCount >> 3)
        ends &= ends &- 1
      }
      at += 8
    }
    while at < range.upperBound {
      if bytes[at] == 0x0A || bytes[at] == 0x0D { append(lineEnd: at) }
      at += 1
    }
  }

  /// The text after these edits, which refer to this text. Of overlapping edits, the first in the text wins; insertions
  /// at the same offset keep their order.
  public func applying(_ edits: [TextEdit]) -> SourceText {
    // The edits of a layout are in order, and there may be a million; sorting would copy them.
    let isOrdered = zip(edits, edits.dropFirst()).allSatisfy { $0.range <= $1.range }
    let ordered = isOrdered ? edits : edits.sorted { $0.range < $1.range }
    return SourceText(bytes(in: ByteRange(0, bytes.count), after: ordered))
  }

  /// One edit with the same effect as these, which refer to this text, are in order and don't overlap.
  public func merging(_ edits: [TextEdit]) -> TextEdit {
    guard let first = edits.first, let last = edits.last else { return TextEdit(ByteRange(at: 0), "") }
    let lower = min(max(first.range.lower, 0), bytes.count)
    let range = ByteRange(lower, min(max(last.range.upper, lower), bytes.count))
    return TextEdit(range, String(decoding: bytes(in: range, after: edits), as: UTF8.self))
  }

  private func bytes(in range: ByteRange, after edits: [TextEdit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var copied = range.lower
    for edit in edits {
      let lower = min(max(edit.range.lower, 0), bytes.count)
      guard lower >= copied else { continue }
      result.append(contentsOf: bytes[copied..<lower])
      result.append(contentsOf: edit.replacement.utf8)
      copied = min(max(edit.range.upper, lower), bytes.count)
    }
    result.append(contentsOf: bytes[copied..<max(copied, range.upper)])
    return result
  }
}
