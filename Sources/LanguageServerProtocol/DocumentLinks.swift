public import JSON

extension LSP {
  /// A part of a document that leads to a page.
  public struct DocumentLink: JSONObjectWritable, Sendable {
    public var range: Range
    public var target: String
    public var tooltip: String?

    public init(range: Range, target: String, tooltip: String?) {
      self.range = range
      self.target = target
      self.tooltip = tooltip
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("range", range)
      json.member("target", target)
      json.member("tooltip", ifPresent: tooltip)
    }
  }
}
