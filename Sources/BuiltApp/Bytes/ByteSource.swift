/// Bytes that are read a range at a time, so that nobody holds a whole app: a file, or a part of an archive.
///
/// A source may keep a place in what it reads, so a thread makes its own.
public protocol ByteSource: AnyObject {
  /// How many bytes there are.
  var count: Int { get }

  /// The bytes of a range, as far as they exist; fewer where they can’t be read.
  ///
  /// Ranges in ascending order are cheapest: what is compressed starts over to go back.
  func bytes(in range: Range<Int>) -> [UInt8]

  /// Whether what was read so far differs from what was once written.
  var isDamaged: Bool { get }
}

extension ByteSource {
  public var isDamaged: Bool { false }

  /// The bytes from an offset on, as far as they exist.
  ///
  /// - Parameter limit: At most so many are read, whatever `count` asks for.
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

  /// - Parameter range: What lies outside the source is left out.
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
