/// A merge conflict in a text: a hunk with its sides, or a lone conflict marker.
public struct MergeConflict: Hashable, Sendable {
  /// From the first marker to the end of the line of the last one.
  public var range: ByteRange
  /// The marker lines, without their line ends.
  public var marks: [ByteRange]
  /// The lines between `<<<<<<<` and the next marker; nil if one of them is missing.
  public var ours: ByteRange?
  /// The common ancestor’s lines, between `|||||||` and `=======`.
  public var base: ByteRange?
  /// The lines between `=======` and `>>>>>>>`.
  public var theirs: ByteRange?

  /// The ranges that belong to neither side: the markers and the ancestor.
  public var common: [ByteRange] { marks + (base.map { [$0] } ?? []) }
}

extension MergeConflict {
  /// The first bytes of the markers, in the order of a hunk.
  private static let kinds: [UInt8] = [
    UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"),
  ]

  /// The most hunks to find; nobody resolves more by hand.
  private static let most = 200

  /// The index in ``kinds`` of a marker line; nil for any other line.
  private static func kind(of line: ArraySlice<UInt8>) -> Int? {
    guard let first = line.first, let kind = kinds.firstIndex(of: first), line.count >= 7,
      line.prefix(7).allSatisfy({ $0 == first })
    else { return nil }
    let rest = line.dropFirst(7)
    guard let next = rest.first else { return kind }
    // The name of a side follows a space; the marker between the sides has no name.
    return (next == 0x20 || next == 0x09) && (first != UInt8(ascii: "=") || rest.allSatisfy { $0 <= 0x20 }) ? kind : nil
  }

  /// The hunks of a text in order.
  public static func all(in text: SourceText) -> [MergeConflict] {
    var conflicts: [MergeConflict] = []
    var last = kinds.count
    for line in 0..<text.lineCount {
      let start = Int(text.lineStarts[line])
      guard start < text.count, kinds.contains(text.bytes[start]) else { continue }
      let range = text.contents(ofLine: line)
      guard let kind = kind(of: text.slice(range)) else { continue }
      if kind <= last || conflicts.isEmpty {
        if conflicts.count == most { break }
        conflicts.append(MergeConflict(range: range, marks: [range]))
      } else {
        let index = conflicts.count - 1
        let side = ByteRange(text.start(ofLine: text.line(at: conflicts[index].range.upper) + 1), start)
        switch last {
        case 0: conflicts[index].ours = side
        case 1: conflicts[index].base = side
        default: conflicts[index].theirs = side
        }
        conflicts[index].marks.append(range)
        conflicts[index].range.upper = range.upper
      }
      last = kind == 3 ? kinds.count : kind
    }
    return conflicts
  }
}

extension Span<UInt8> {
  /// Whether a line starts with a conflict marker: `<<<<<<< name`, `=======` or the like.
  @inlinable
  package func isConflictMarker(at start: Int) -> Bool {
    let byte = self[start]
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|"): break
    default: return false
    }
    guard start + 7 <= count else { return false }
    for index in start..<start + 7 where self[index] != byte { return false }
    return start + 7 == count || isBlank(self[start + 7])
  }
}

extension SourceText {
  /// The text with some ranges overwritten with spaces, except line ends, so that all offsets stay the same.
  public func blanking(_ ranges: [ByteRange]) -> SourceText {
    var bytes = bytes
    for range in ranges {
      for index in max(range.lower, 0)..<max(min(range.upper, bytes.count), max(range.lower, 0))
      where bytes[index] != 0x0A && bytes[index] != 0x0D {
        bytes[index] = 0x20
      }
    }
    return SourceText(bytes)
  }
}
