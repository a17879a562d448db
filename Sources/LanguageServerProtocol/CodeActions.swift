public import JSON

extension LSP {
  /// The part of a document for which a client asks what can be done.
  public struct CodeActionParameters: Parameters {
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
  public struct CodeAction: JSONWritable, Sendable {
    public var title: String
    public var kind: String
    public var diagnostics: [Diagnostic]
    public var isPreferred: Bool
    public var edit: WorkspaceEdit
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

    public func write(to json: inout JSONWriter) {
      json.object { json in
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
          json.member("edit", edit)
        }
      }
    }
  }

  /// Asks the client to change a document.
  public struct ApplyEditParameters: JSONWritable, Sendable {
    public var label: String
    /// A workspace edit as it was sent to the client.
    public var edit: JSONValue

    public init(label: String, edit: JSONValue) {
      self.label = label
      self.edit = edit
    }

    public func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("label", label)
        json.member("edit", edit)
      }
    }
  }
}
