/// Bytes that are read on demand, so that a whole app needn't be in memory: a file, or a part of an archive.
///
/// A source may have a current position, so each thread needs its own.
public protocol ByteSource: AnyObject {
  /// The number of bytes.
  var count: Int { get }

  /// The bytes in a range, clamped; fewer if they can't be read.
  ///
  /// Ascending ranges are fastest, because compressed data has to be unpacked again to go back.
  func bytes(in range: Range<Int>) -> [UInt8]

  /// Whether something that was read is known to be damaged.
  var isDamaged: Bool { get }
}

extension ByteSource {
  public var isDamaged: Bool { false }

  /// The bytes from an offset on, as far as they exist.
  ///
  /// - Parameter limit: The maximum number of bytes, regardless of `count`.
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
package final class PartOfSource: ByteSource {
  private let whole: any ByteSource
  private let range: Range<Int>

  /// - Parameter range: Clamped to the source.
  package init(_ whole: any ByteSource, _ range: Range<Int>) {
    self.whole = whole
    self.range = range.clamped(to: 0..<whole.count)
  }

  package var count: Int { range.count }

  package func bytes(in part: Range<Int>) -> [UInt8] {
    let part = part.clamped(to: 0..<range.count)
    return whole.bytes(in: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }
}
