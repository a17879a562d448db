public import JSON

extension LSP {
  /// The part of a document for which a client asks what can be done.
  public struct CodeActionParams: Params {
    public var uri: String
    public var range: Range
    /// The kinds that are asked for; nil for all.
    public var only: [String]?

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      range = try Range(try json.required("range"))
      guard try json.required("context").kind == .object else {
        throw ResponseError(.invalidParams, "“context” must be an object")
      }
      only = json["context"].strings("only")
    }

    /// Whether a kind is asked for, itself or by one above it: `source.fixAll` asks for `source.fixAll.eslint`.
    public func wants(_ kind: String) -> Bool {
      guard let only else { return true }
      return only.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
    }
  }

  /// Something that can be done.
  ///
  /// - Parameters:
  ///   - edit: What it changes; nil where the client gets to know that later.
  ///   - data: What the client then sends back.
  public static func codeAction(
    title: String, kind: String, diagnostics: [Object], isPreferred: Bool, edit: Object?,
    data: CodeActionData?
  ) -> Object {
    Object { json in
      json.member("title", title)
      json.member("kind", kind)
      if !diagnostics.isEmpty { json.member("diagnostics", diagnostics) }
      if isPreferred { json.member("isPreferred", true) }
      json.member("data", ifPresent: data)
      json.member("edit", ifPresent: edit)
    }
  }

  /// The argument of the command that an older client gets in place of an action.
  public static func editArgument(title: String, uri: String, version: Int?, edit: Object) -> Object {
    Object { json in
      json.member("title", title)
      json.member("uri", uri)
      json.member("version", version)
      json.member("edit", edit)
    }
  }

  /// What an action is told from all others by, until its edit is asked for.
  public struct CodeActionData: JSONObjectWritable, Sendable {
    public var uri: String
    /// The server's number for the text that the action is for.
    public var revision: Int
    /// What the client had asked about.
    public var range: Range
    public var kind: String
    public var id: String

    public init(uri: String, revision: Int, range: Range, kind: String, id: String) {
      self.uri = uri
      self.revision = revision
      self.range = range
      self.kind = kind
      self.id = id
    }

    /// - Returns: Nil for what no server of this kind wrote.
    init?(_ json: JSONValue) {
      guard let uri = json["uri"]?.string, let revision = json["revision"]?.int, let kind = json["kind"]?.string,
        let id = json["id"]?.string, let range = json["range"].flatMap({ try? Range($0) })
      else { return nil }
      self.init(uri: uri, revision: revision, range: range, kind: kind, id: id)
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("uri", uri)
      json.member("revision", revision)
      json.member("range", range)
      json.member("kind", kind)
      json.member("id", id)
    }
  }

  /// An action that a client sends back to learn its edit. It is returned as it came, with the edit.
  public struct ResolvableCodeAction: Params {
    public var json: JSONValue
    /// What the server had put into the action; nil if it is not there.
    public var data: CodeActionData?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "A code action is an object") }
      _ = try json.requiredString("title")
      self.json = json
      data = json["data"].flatMap(CodeActionData.init)
    }
  }

  /// What a client shows beside the actions of a kind.
  public static func codeActionDocumentation(kind: String, _ command: Object) -> Object {
    Object { json in
      json.member("kind", kind)
      json.member("command", command)
    }
  }

  // MARK: - Commands

  /// A command that the client wants done.
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
    Object { json in
      json.member("label", label)
      json.member("edit", edit)
    }
  }

  /// Asks the client to open a page in the browser.
  public static func showDocumentParams(uri: String) -> Object {
    Object { json in
      json.member("uri", uri)
      json.member("external", true)
    }
  }
}
