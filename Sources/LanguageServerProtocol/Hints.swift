public import JSON

extension LSP {
  /// A hover.
  public static func hover(_ contents: Object, _ range: Range) -> Object {
    Object { json in
      json.member("contents", contents)
      json.member("range", range)
    }
  }

  /// An inlay hint.
  ///
  /// - Parameters:
  ///   - tooltip: A ``markupContent(_:_:)``.
  ///   - documentationID: Identifies the hint when the client resolves its tooltip.
  public static func inlayHint(
    _ position: Position, label: String, tooltip: Object?, documentationID: String?
  ) -> Object {
    Object { json in
      json.member("position", position)
      json.member("label", label)
      json.member("tooltip", ifPresent: tooltip)
      json.member("paddingLeft", true)
      if let documentationID { json.object("data") { json in json.member("id", documentationID) } }
    }
  }

  /// A hint that a client sends back for its tooltip. The result is the same hint with the tooltip.
  public struct ResolvableInlayHint: Params {
    public var json: JSONValue
    /// The id that the server put into the hint; nil if missing.
    public var documentationID: String?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "An inlay hint is an object") }
      _ = try Position(try json.required("position"))
      self.json = json
      documentationID = json["data"]?["id"]?.string
    }
  }

  /// A code lens with its command.
  public static func codeLens(_ range: Range, _ command: Object) -> Object {
    Object { json in
      json.member("range", range)
      json.member("command", command)
    }
  }

  /// A command of the server.
  ///
  /// - Parameter name: Its id, such as “privacy-lsp.showLabel”.
  public static func command(
    title: String, name: String, arguments: [any JSONWritable & Sendable] = []
  ) -> Object {
    Object { json in
      json.member("title", title)
      json.member("command", name)
      if arguments.isEmpty { return }
      json.array("arguments") { json in for argument in arguments { argument.write(to: &json) } }
    }
  }

  /// A document, or a place in it, as an argument of a command.
  public static func placeArgument(uri: String, position: Position? = nil) -> Object {
    Object { json in
      json.member("uri", uri)
      json.member("position", ifPresent: position)
    }
  }
}
