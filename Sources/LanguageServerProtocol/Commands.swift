public import JSON

extension LSP {
  /// Something the server does when the client asks for it by name.
  public struct Command: JSONObjectWritable, Sendable {
    public var title: String
    /// What the server knows it by: "privacy-lsp.showLabel".
    public var name: String
    public var arguments: [any JSONWritable & Sendable]

    public init(title: String, name: String, arguments: [any JSONWritable & Sendable] = []) {
      self.title = title
      self.name = name
      self.arguments = arguments
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("title", title)
      json.member("command", name)
      if !arguments.isEmpty {
        json.array("arguments") { json in for argument in arguments { argument.write(to: &json) } }
      }
    }
  }

  /// A command that the client wants done.
  public struct ExecuteCommandParams: Params {
    public var command: String
    public var arguments: [JSONValue]

    public init(_ json: JSONValue) throws(ResponseError) {
      command = try json.requiredString("command")
      arguments = json["arguments"]?.array ?? []
    }
  }

  /// Asks the client to open a page in the browser.
  public struct ShowDocumentParams: JSONObjectWritable, Sendable {
    public var uri: String

    public init(uri: String) {
      self.uri = uri
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("uri", uri)
      json.member("external", true)
    }
  }
}
