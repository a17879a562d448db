/// The positions of many offsets in one text, found in one pass, however long the lines.
public struct PositionMap: Sendable {
  private let offsets: [Int]
  private let positions: [Position]

  /// Finds the position of each offset, as ``SourceText/position(at:in:)`` does.
  ///
  /// - Parameter offsets: In any order; duplicates are allowed.
  public init(_ offsets: [Int], in text: SourceText, encoding: PositionEncoding) {
    let sorted = offsets.map { min(max($0, 0), text.count) }.sorted()
    var unique: [Int] = []
    var positions: [Position] = []
    unique.reserveCapacity(sorted.count)
    positions.reserveCapacity(sorted.count)
    // Characters are counted up to here, always the start of one.
    var line = 0
    var at = 0
    var character = 0
    for offset in sorted where offset != unique.last {
      unique.append(offset)
      let offsetLine = text.line(at: offset)
      if offsetLine != line {
        line = offsetLine
        at = Int(text.lineStarts[line])
        character = 0
      }
      if encoding == .utf8 {
        positions.append(text.position(at: offset, in: .utf8))
      } else {
        text.count(upTo: offset, from: &at, character: &character, in: encoding)
        positions.append(Position(line: line, character: character))
      }
    }
    self.offsets = unique
    self.positions = positions
  }

  /// The position of one of the offsets passed to the initializer.
  public subscript(offset: Int) -> Position {
    let index = max(offsets.partitioningIndex { $0 > offset } - 1, 0)
    return positions.indices.contains(index) ? positions[index] : Position(line: 0, character: 0)
  }
}
