public import SourceText

/// What is said about the thing under the cursor.
public struct Hover: Hashable, Sendable {
  public var markdown: String
  /// The bytes it speaks of.
  public var range: ByteRange

  public init(markdown: String, range: ByteRange) {
    self.markdown = markdown
    self.range = range
  }
}

/// The hover at a byte offset, nil where there is nothing to say.
public func hover(in snapshot: Snapshot, at offset: Int) -> Hover? {
  nil
}
