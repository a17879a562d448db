/// A half-open range of byte offsets in a text.
public struct ByteRange: Hashable, Sendable {
  public var lower: Int
  public var upper: Int

  /// The bytes from `lower` up to, not including, `upper`. If `upper` is less than `lower`, the range is empty.
  @inlinable
  public init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = Swift.max(lower, upper)
  }

  @inlinable
  public init(_ range: Range<Int>) {
    self.init(range.lowerBound, range.upperBound)
  }

  /// The empty range at an offset.
  @inlinable
  public init(at offset: Int) {
    self.init(offset, offset)
  }

  @inlinable public var count: Int { upper - lower }
  @inlinable public var isEmpty: Bool { upper == lower }
  @inlinable public var indices: Range<Int> { lower..<upper }

  /// Whether the offset is in the range or at its end, as a cursor that touches it.
  @inlinable
  public func touches(_ offset: Int) -> Bool {
    lower <= offset && offset <= upper
  }

  /// Whether the two ranges share a byte or an end.
  @inlinable
  public func touches(_ other: ByteRange) -> Bool {
    lower <= other.upper && other.lower <= upper
  }

  /// The range moved by a number of bytes, backwards if negative, but not before the start of the text.
  public func moved(by count: Int) -> ByteRange {
    ByteRange(Swift.max(lower + count, 0), Swift.max(upper + count, 0))
  }

  /// Whether the other range is entirely inside this one.
  @inlinable
  public func contains(_ other: ByteRange) -> Bool {
    lower <= other.lower && other.upper <= upper
  }
}

/// Ranges are ordered by start, then by end.
extension ByteRange: Comparable {
  @inlinable
  public static func < (a: ByteRange, b: ByteRange) -> Bool {
    (a.lower, a.upper) < (b.lower, b.upper)
  }
}

/// The replacement of one range of a text.
public struct TextEdit: Hashable, Sendable {
  /// What is replaced, in byte offsets of the text before the edit.
  public var range: ByteRange
  public var replacement: String

  public init(_ range: ByteRange, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// The edit that puts a text at an offset.
  public static func insert(_ text: String, at offset: Int) -> TextEdit {
    TextEdit(ByteRange(at: offset), text)
  }

  /// The edit that removes a range.
  public static func delete(_ range: ByteRange) -> TextEdit {
    TextEdit(range, "")
  }
}
