public import JSON

extension LSP {
  /// What is shown of the thing under the cursor.
  public struct Hover: JSONObjectWritable, Sendable {
    public var contents: MarkupContent
    public var range: Range

    public init(contents: MarkupContent, range: Range) {
      self.contents = contents
      self.range = range
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("contents", contents)
      json.member("range", range)
    }
  }
}
