public import JSON

extension LSP {
  /// The range for which a client requests code actions.
  public struct CodeActionParams: Params {
    public var uri: String
    public var range: Range
    /// The requested kinds; nil for all.
    public var only: [String]?

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      range = try Range(try json.required("range"))
      guard try json.required("context").kind == .object else {
        throw ResponseError(.invalidParams, "“context” must be an object")
      }
      only = json["context"].strings("only")
    }

    /// Whether a kind is requested, directly or by a parent: `source.fixAll` includes `source.fixAll.eslint`.
    public func wants(_ kind: String) -> Bool {
      guard let only else { return true }
      return only.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
    }
  }

  /// A code action.
  ///
  /// - Parameters:
  ///   - edit: Nil if the client resolves it later.
  ///   - data: What the client sends back to resolve the action; see ``CodeActionData``.
  public static func codeAction(
    title: String, kind: String, diagnostics: [Object], isPreferred: Bool, edit: Object?,
    data: Object?
  ) -> Object {
    [
      "title": title,
      "kind": kind,
      "diagnostics": diagnostics.isEmpty ? nil : diagnostics,
      "isPreferred": isPreferred ? true : nil,
      "data": data,
      "edit": edit,
    ]
  }

  /// Identifies a code action until its edit is resolved.
  public struct CodeActionData: Sendable {
    public var uri: String
    /// The server’s number for the version of the text that the action is for.
    public var revision: Int
    /// The range of the client’s request.
    public var range: Range
    public var kind: String
    public var id: String

    /// - Returns: Nil for data that this server didn’t write.
    init?(_ json: JSONValue) {
      guard let uri = json["uri"]?.string, let revision = json["revision"]?.int, let kind = json["kind"]?.string,
        let id = json["id"]?.string, let range = json["range"].flatMap({ try? Range($0) })
      else { return nil }
      (self.uri, self.revision, self.range, self.kind, self.id) = (uri, revision, range, kind, id)
    }
  }

  /// An action that a client sends back to get its edit. The result is the same action with the edit.
  public struct ResolvableCodeAction: Params {
    public var json: JSONValue
    /// The server’s data in the action; nil if missing.
    public var data: CodeActionData?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "A code action is an object") }
      _ = try json.requiredString("title")
      self.json = json
      data = json["data"].flatMap(CodeActionData.init)
    }
  }

  // MARK: - Commands

  /// A command to run on the server.
  public struct ExecuteCommandParams: Params {
    public var command: String
    public var arguments: [JSONValue]

    public init(_ json: JSONValue) throws(ResponseError) {
      command = try json.requiredString("command")
      arguments = json["arguments"]?.array ?? []
    }
  }

  /// Asks the client to change a document.
  ///
  /// - Parameter edit: A ``workspaceEdit(_:isVersioned:)``, or one as it was sent to the client.
  public static func applyWorkspaceEditParams(label: String, edit: any JSONWritable & Sendable) -> Object {
    ["label": label, "edit": edit]
  }

  /// Asks the client to open a page in the browser.
  public static func showDocumentParams(uri: String) -> Object {
    ["uri": uri, "external": true]
  }
}
