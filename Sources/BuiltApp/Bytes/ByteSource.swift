/// Bytes that are read in ranges, so that no whole app is in memory: a file, or a part of an archive.
///
/// A source may have a state, so each thread needs its own.
public protocol ByteSource: AnyObject {
  /// The number of bytes.
  var count: Int { get }

  /// The bytes of a range; fewer if it exceeds the source or can’t be read.
  ///
  /// Read ranges in ascending order if possible: compressed sources start over to go back.
  func bytes(in range: Range<Int>) -> [UInt8]

  /// Whether what was read so far is damaged.
  var isDamaged: Bool { get }
}

extension ByteSource {
  public var isDamaged: Bool { false }

  /// The bytes from an offset; fewer at the end of the source.
  ///
  /// - Parameter limit: The most bytes to read, regardless of `count`.
  func bytes(at offset: Int, count: Int, limit: Int = 64 << 20) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return bytes(in: offset..<offset + min(count, limit, self.count - offset))
  }
}

/// Bytes in memory.
public final class BytesInMemory: ByteSource {
  private let content: [UInt8]

  public init(_ content: [UInt8]) { self.content = content }

  public var count: Int { content.count }
  public func bytes(in range: Range<Int>) -> [UInt8] { Array(content[range.clamped(to: 0..<content.count)]) }
}

/// A part of another source.
final class PartOfSource: ByteSource {
  private let whole: any ByteSource
  private let range: Range<Int>

  /// - Parameter range: Clamped to the source.
  init(_ whole: any ByteSource, _ range: Range<Int>) {
    self.whole = whole
    self.range = range.clamped(to: 0..<whole.count)
  }

  var count: Int { range.count }

  func bytes(in part: Range<Int>) -> [UInt8] {
    let part = part.clamped(to: 0..<range.count)
    return whole.bytes(in: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }
}
