public import JSON

extension LSP {
  /// A part of a document.
  public struct TextDocumentRangeParams: Params {
    public var uri: String
    public var range: Range

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      range = try Range(try json.required("range"))
    }
  }

  /// Words that a client shows within a text.
  public struct InlayHint: JSONObjectWritable, Sendable {
    public var position: Position
    public var label: String
    public var tooltip: MarkupContent?
    /// What the tooltip is made from when the client asks for it.
    public var documentationID: String?

    public init(position: Position, label: String) {
      self.position = position
      self.label = label
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("position", position)
      json.member("label", label)
      json.member("tooltip", ifPresent: tooltip)
      json.member("paddingLeft", true)
      if let documentationID { json.object("data") { json in json.member("id", documentationID) } }
    }
  }

  /// A hint that a client sends back to learn more of it. It is returned as it came, with its tooltip.
  public struct ResolvableInlayHint: Params, JSONWritable {
    public var json: JSONValue
    /// What the server had put into the hint; nil if it is not there.
    public var documentationID: String?
    public var tooltip: MarkupContent?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "An inlay hint is an object") }
      _ = try Position(try json.required("position"))
      self.json = json
      documentationID = json["data"]?["id"]?.string
    }

    public func write(to writer: inout JSONWriter) {
      json.write(to: &writer, with: "tooltip", tooltip)
    }
  }
}
