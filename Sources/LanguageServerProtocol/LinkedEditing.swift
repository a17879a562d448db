public import JSON

extension LSP {
  /// Places of the same text that are edited together.
  public struct LinkedEditingRanges: JSONObjectWritable, Sendable {
    public var ranges: [Range]
    /// What the text looks like while it is edited, as a regular expression.
    public var wordPattern: String

    public init(ranges: [Range], wordPattern: String) {
      self.ranges = ranges
      self.wordPattern = wordPattern
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("ranges", ranges)
      json.member("wordPattern", wordPattern)
    }
  }
}
