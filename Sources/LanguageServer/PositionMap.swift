import SourceText

/// The positions of many offsets of one text, found in one pass, however long its lines are.
struct PositionMap {
  private let offsets: [Int]
  private let positions: [Position]

  init(_ offsets: [Int], in text: SourceText, encoding: PositionEncoding) {
    let sorted = offsets.map { min(max($0, 0), text.count) }.sorted()
    var unique: [Int] = []
    var positions: [Position] = []
    unique.reserveCapacity(sorted.count)
    positions.reserveCapacity(sorted.count)
    text.bytes.withUnsafeBufferPointer { bytes in
      // The place that was counted up to: always the start of a character.
      var line = 0
      var start = 0
      var character = 0
      for offset in sorted where offset != unique.last {
        unique.append(offset)
        let offsetLine = text.line(at: offset)
        if offsetLine != line || positions.isEmpty {
          line = offsetLine
          start = Int(text.lineStarts[line])
          character = 0
        }
        var end = offset
        if encoding != .utf8 {
          while end > start, offset - end < 3, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        character += units(bytes[start..<end], encoding)
        start = end
        positions.append(Position(line: line, character: character))
      }
    }
    self.offsets = unique
    self.positions = positions
  }

  /// The position of one of the offsets the map was made for.
  subscript(offset: Int) -> Position {
    var low = 0
    var high = offsets.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    return positions.indices.contains(low) ? positions[low] : Position(line: 0, character: 0)
  }
}

/// How many units these bytes count. The text is UTF-8: clients send nothing else.
private func units(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ encoding: PositionEncoding) -> Int {
  switch encoding {
  case .utf8: return bytes.count
  case .utf16:
    var count = 0
    for byte in bytes {
      count += byte & 0xC0 == 0x80 ? 0 : 1
      count += byte >= 0xF0 ? 1 : 0
    }
    return count
  case .utf32:
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
