public import JSON

extension LSP {
  /// Where completion is requested, and why.
  public struct CompletionParams: Params {
    public var place: TextDocumentPositionParams
    /// Whether a typed character triggered the request.
    public var isTriggered: Bool

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      isTriggered = json["context"]?["triggerKind"]?.int == 2
    }
  }

  /// A completion item.
  public struct CompletionItem: JSONObjectWritable, Sendable {
    /// The kinds the server uses, as the protocol numbers them.
    public enum Kind: Int, Sendable {
      case text = 1
      case property = 10
      case value = 12
      case keyword = 14
      case snippet = 15
      case file = 17
      case enumMember = 20
      case structure = 22
    }

    public var label: String
    /// Text after the label, for clients that show it there.
    public var labelDescription: String?
    /// Nil if the client doesn’t know a suitable kind.
    public var kind: Kind?
    public var detail: String?
    public var sortText: String
    public var filterText: String
    /// Whether the item has the tag for deprecated items.
    public var hasDeprecatedTag = false
    /// Whether the item has the older `deprecated` property.
    public var deprecated = false
    public var isSnippet = false
    /// Whether the client should keep the indentation as written.
    public var insertTextModeIsAsIs = false
    public var textEdit: Object
    public var additionalTextEdits: [Object] = []
    /// A command for the client to run after inserting the item.
    public var command: String?
    /// Identifies the item when the client resolves its documentation.
    public var documentationID: String?

    public init(label: String, sortText: String, filterText: String, textEdit: Object) {
      self.label = label
      self.sortText = sortText
      self.filterText = filterText
      self.textEdit = textEdit
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("label", label)
      if let labelDescription {
        json.object("labelDetails") { json in json.member("description", labelDescription) }
      }
      json.member("kind", ifPresent: kind?.rawValue)
      // The only tag of the protocol.
      if hasDeprecatedTag { json.member("tags", [1]) }
      if deprecated { json.member("deprecated", true) }
      json.member("detail", ifPresent: detail)
      json.member("sortText", sortText)
      json.member("filterText", filterText)
      if isSnippet { json.member("insertTextFormat", 2) }
      if insertTextModeIsAsIs { json.member("insertTextMode", 1) }
      json.member("textEdit", textEdit)
      if !additionalTextEdits.isEmpty { json.member("additionalTextEdits", additionalTextEdits) }
      if let command {
        json.object("command") { json in
          json.member("title", "")
          json.member("command", command)
        }
      }
      if let documentationID { json.object("data") { json in json.member("id", documentationID) } }
    }
  }

  /// A list of completions. The client should ask again as the user types: an item may match names that don’t begin
  /// with its filter text.
  public static func completionList(_ items: [CompletionItem]) -> Object {
    ["isIncomplete": !items.isEmpty, "items": items]
  }

  /// A completion item or an inlay hint that a client sends back for its documentation. The result is the same with the
  /// documentation.
  public struct ResolvableItem: Params {
    public var json: JSONValue
    /// The id that the server put into it; nil if missing.
    public var documentationID: String?

    public init(_ json: JSONValue) throws(ResponseError) {
      // Both have one.
      _ = try json.required("label")
      self.json = json
      documentationID = json["data"]?["id"]?.string
    }
  }
}
