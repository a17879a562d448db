public import JSON
public import SourceText

extension LSP {
  /// The parameters of a request about a document.
  public struct TextDocumentParams: Params {
    public var uri: String

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
    }
  }

  /// A place in a document.
  public struct TextDocumentPositionParams: Params {
    public var uri: String
    public var position: Position

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      position = try Position(try json.required("position"))
    }
  }

  /// A range in a document.
  public struct TextDocumentRangeParams: Params {
    public var uri: String
    public var range: Range

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      range = try Range(try json.required("range"))
    }
  }

  /// A document that a client opened, with its text.
  public struct DidOpenTextDocumentParams: Params {
    public var uri: String
    /// Nil if the client gave none.
    public var version: Int?
    /// UTF-8.
    public var text: [UInt8]

    public init(_ json: JSONValue) throws(ResponseError) {
      let document = try json.required("textDocument")
      uri = try document.requiredString("uri")
      version = document["version"]?.int
      text = try document.requiredBytes("text")
    }
  }

  /// The changes that make the next version of a document.
  public struct DidChangeTextDocumentParams: Params {
    public var uri: String
    public var version: Int?
    public var changes: [ContentChange]

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      version = json["textDocument"]?["version"]?.int
      changes = []
      for change in try json.requiredArray("contentChanges") { changes.append(try ContentChange(change)) }
    }
  }

  /// One change of a text. The changes of a notification are applied in order.
  public struct ContentChange: Sendable {
    /// What is replaced; nil for everything.
    public var range: Range?
    /// UTF-8.
    public var text: [UInt8]

    public init(_ json: JSONValue) throws(ResponseError) {
      if let range = json.optional("range") { self.range = try Range(range) }
      text = try json.requiredBytes("text")
    }
  }
}

/// The URI in a message’s parameters.
func documentURI(_ json: JSONValue) throws(LSP.ResponseError) -> String {
  try json.required("textDocument").requiredString("uri")
}
