public import JSON

extension LSP {
  /// Where completion is asked for, and why.
  public struct CompletionParams: Params {
    public var place: TextDocumentPositionParams
    /// Whether a typed character asked for it, not the person.
    public var isTriggered: Bool

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      isTriggered = json["context"]?["triggerKind"]?.int == 2
    }
  }

  /// One thing a client may offer to insert.
  public struct CompletionItem: JSONObjectWritable, Sendable {
    /// The kinds the server uses, as the protocol numbers them.
    public enum Kind: Int, Sendable {
      case text = 1
      case property = 10
      case value = 12
      case `enum` = 13
      case keyword = 14
      case snippet = 15
      case file = 17
      case enumMember = 20
      case constant = 21
      case structure = 22
    }

    public var label: String
    /// Words behind the label, for clients that show them there.
    public var labelDescription: String?
    /// Nil if the client knows none that fits.
    public var kind: Kind?
    public var detail: String?
    public var sortText: String
    public var filterText: String
    /// Whether the item is marked as deprecated, with a tag.
    public var hasDeprecatedTag = false
    /// The same in the way of before there were tags.
    public var deprecated = false
    public var isSnippet = false
    /// Whether the client is told to leave the indentation alone.
    public var insertTextModeIsAsIs = false
    public var textEdit: Object
    public var additionalTextEdits: [Object] = []
    /// A command of the client to run once the item is inserted.
    public var command: String?
    /// What names the item when its documentation is asked for.
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
      // The one tag that the protocol has.
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

  /// What there is to offer. A client is to ask again when the user types on: an item is found by names that its filter
  /// text cannot all begin with.
  public static func completionList(_ items: [CompletionItem]) -> Object {
    Object { json in
      json.member("isIncomplete", !items.isEmpty)
      json.member("items", items)
    }
  }

  /// An item that a client sends back to learn more of it. It is returned as it came, with its documentation.
  public struct ResolvableCompletionItem: Params {
    public var json: JSONValue
    /// What the server had put into the item; nil if it is not there.
    public var documentationID: String?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "A completion item is an object") }
      _ = try json.requiredString("label")
      self.json = json
      documentationID = json["data"]?["id"]?.string
    }
  }
}
