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
      let context = try json.required("context")
      guard context.kind == .object else { throw ResponseError(.invalidParams, "“context” must be an object") }
      only = context.strings("only")
    }

    /// Whether a kind is asked for, itself or by one above it: `source.fixAll` asks for `source.fixAll.eslint`.
    public func wants(_ kind: String) -> Bool {
      guard let only else { return true }
      return only.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
    }
  }

  /// Something that can be done, or the command that does it for clients that know only commands.
  public struct CodeAction: JSONObjectWritable, Sendable {
    public var title: String
    public var kind: String
    public var diagnostics: [Diagnostic]
    public var isPreferred: Bool
    public var edit: WorkspaceEdit
    /// What the client sends back to learn the edit; nil where it gets the edit at once.
    public var data: CodeActionData?
    /// The command that an older client gets in place of the action; nil for the action.
    public var command: String?

    public init(
      title: String, kind: String, diagnostics: [Diagnostic], isPreferred: Bool, edit: WorkspaceEdit, command: String?
    ) {
      self.title = title
      self.kind = kind
      self.diagnostics = diagnostics
      self.isPreferred = isPreferred
      self.edit = edit
      self.command = command
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("title", title)
      if let command {
        json.member("command", command)
        json.array("arguments") { json in
          json.object { json in
            json.member("title", title)
            json.member("uri", edit.uri)
            json.member("version", edit.version)
            json.member("edit", edit)
          }
        }
      } else {
        json.member("kind", kind)
        if !diagnostics.isEmpty { json.member("diagnostics", diagnostics) }
        if isPreferred { json.member("isPreferred", true) }
        if let data { json.member("data", data) } else { json.member("edit", edit) }
      }
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
  public struct ResolvableCodeAction: Params, JSONWritable {
    public var json: JSONValue
    /// What the server had put into the action; nil if it is not there.
    public var data: CodeActionData?
    public var edit: WorkspaceEdit?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "A code action is an object") }
      _ = try json.requiredString("title")
      self.json = json
      data = json["data"].flatMap(CodeActionData.init)
    }

    public func write(to writer: inout JSONWriter) {
      json.write(to: &writer, with: "edit", edit)
    }
  }

  /// What a client shows beside the actions of a kind.
  public struct CodeActionDocumentation: JSONObjectWritable, Sendable {
    public var kind: String
    public var command: Command

    public init(kind: String, command: Command) {
      self.kind = kind
      self.command = command
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("kind", kind)
      json.member("command", command)
    }
  }

  /// Asks the client to change a document.
  public struct ApplyWorkspaceEditParams: JSONObjectWritable, Sendable {
    public var label: String
    /// A ``WorkspaceEdit``, or one as it was sent to the client.
    public var edit: any JSONWritable & Sendable

    public init(label: String, edit: any JSONWritable & Sendable) {
      self.label = label
      self.edit = edit
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("label", label)
      json.member("edit", edit)
    }
  }
}
