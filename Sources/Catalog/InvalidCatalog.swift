/// All faults in the texts of a catalog.
public struct InvalidCatalog: Error, Hashable, Sendable {
  /// Sorted by file and offset, never empty.
  public let faults: [Fault]

  /// One mistake in one of the texts.
  public struct Fault: Hashable, Sendable {
    /// The ``Catalog/File/name`` of the text.
    public var file: String
    /// In bytes from the start of the text.
    public var offset: Int
    /// What is wrong, as a sentence without a full stop.
    public var message: String

    /// The line and column of the fault in its text, both from 1. The column counts UTF-8 bytes, as compilers do.
    public func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
      var line = 1
      var lineStart = 0
      for (position, byte) in bytes.prefix(offset).enumerated() where byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = position + 1
      }
      return (line, min(offset, bytes.count) - lineStart + 1)
    }
  }
}
