/// Where the bytes of a text stand in a file that spells some of them with escapes.
///
/// A text is made of pieces in order: runs that stand in the file as they are, and escapes, each of which stands for a
/// few bytes. What the file has between pieces, such as the markup around a CDATA section, belongs to none.
public struct TextMap: Hashable, Sendable {
  private struct Piece: Hashable, Sendable {
    var text: ByteRange
    var source: ByteRange
    /// Whether the file has the bytes as they are.
    var isVerbatim: Bool
  }

  private var pieces: [Piece] = []
  /// Where an empty text stands.
  private var start: Int

  /// The map of an empty text.
  ///
  /// - Parameter start: Where its first byte would stand, in bytes of the file.
  public init(at start: Int) {
    self.start = start
  }

  /// The map of a text that the file has as it is.
  public init(verbatim source: ByteRange) {
    self.init(at: source.lower)
    append(verbatim: source)
  }

  /// The length of the text in bytes.
  public var count: Int { pieces.last?.text.upper ?? 0 }

  /// Adds bytes that stand in the file as they are.
  public mutating func append(verbatim source: ByteRange) {
    guard !source.isEmpty else { return }
    if let last = pieces.last, last.isVerbatim, last.source.upper == source.lower {
      pieces[pieces.count - 1].source.upper = source.upper
      pieces[pieces.count - 1].text.upper += source.count
    } else {
      pieces.append(Piece(text: ByteRange(count, count + source.count), source: source, isVerbatim: true))
    }
  }

  /// Adds bytes that an escape stands for.
  ///
  /// - Parameter textCount: How many there are.
  public mutating func append(escape source: ByteRange, textCount: Int) {
    pieces.append(Piece(text: ByteRange(count, count + max(textCount, 0)), source: source, isVerbatim: false))
  }

  /// Where bytes of the text stand in the file. A range that ends inside an escape takes it whole; offsets outside the
  /// text are clamped.
  public func source(of range: ByteRange) -> ByteRange {
    let lower = min(max(range.lower, 0), count)
    let upper = min(max(range.upper, lower), count)
    guard upper > lower else { return ByteRange(at: lower == count ? end : begin(of: lower)) }
    return ByteRange(begin(of: lower), finish(of: upper))
  }

  /// The byte of the text that an offset of the file is at or in; clamped to the text.
  public func textOffset(of source: Int) -> Int {
    guard let index = pieces.indices.last(where: { pieces[$0].source.lower <= source }) else { return 0 }
    let piece = pieces[index]
    if source >= piece.source.upper { return piece.text.upper }
    return piece.isVerbatim ? piece.text.lower + source - piece.source.lower : piece.text.lower
  }

  private var end: Int { pieces.last?.source.upper ?? start }

  /// Where the byte at an offset of the text begins in the file.
  private func begin(of offset: Int) -> Int {
    let piece = piece { $0.text.upper > offset }
    guard let piece else { return end }
    return piece.isVerbatim ? piece.source.lower + offset - piece.text.lower : piece.source.lower
  }

  /// Where the byte before an offset of the text ends in the file.
  private func finish(of offset: Int) -> Int {
    let piece = piece { $0.text.upper >= offset }
    guard let piece else { return end }
    return piece.isVerbatim ? piece.source.lower + offset - piece.text.lower : piece.source.upper
  }

  /// The first piece from which on a condition holds.
  private func piece(_ isReached: (Piece) -> Bool) -> Piece? {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if isReached(pieces[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < pieces.count ? pieces[low] : nil
  }
}
