public import JSON

extension LSP {
  /// A part of a document that goes with the thing under the cursor.
  public struct DocumentHighlight: JSONObjectWritable, Sendable {
    public enum Kind: Int, Sendable {
      case text = 1
      case read, write
    }

    public var range: Range
    public var kind: Kind

    public init(range: Range, kind: Kind) {
      self.range = range
      self.kind = kind
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("range", range)
      json.member("kind", kind.rawValue)
    }
  }
}
