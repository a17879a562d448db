/// Why values can’t be read or written as an XML property list.
public struct PropertyListFailure: Error, Hashable, Sendable {
  /// The reason, as a sentence without a full stop.
  public var reason: String
  /// The byte offset in the source.
  public var offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
