/// Why values cannot be read, or not be written as an XML property list.
public struct PropertyListFailure: Error, Hashable, Sendable {
  /// The reason, as a sentence without a full stop.
  public var reason: String
  /// Where in the source, in bytes from its start.
  public var offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
