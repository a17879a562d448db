public import JSON

// What a client shows within a text or over it.

extension LSP {
  /// What is shown of the thing under the cursor.
  public static func hover(_ contents: Object, _ range: Range) -> Object {
    Object { json in
      json.member("contents", contents)
      json.member("range", range)
    }
  }

  /// Words that a client shows within a text.
  ///
  /// - Parameters:
  ///   - tooltip: A ``markupContent(_:_:)``.
  ///   - documentationID: What the tooltip is made from when the client asks for it.
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

  /// A hint that a client sends back to learn more of it. It goes back as it came, with its tooltip.
  public struct ResolvableInlayHint: Params {
    public var json: JSONValue
    /// What the server had put into the hint; nil if it is not there.
    public var documentationID: String?

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "An inlay hint is an object") }
      _ = try Position(try json.required("position"))
      self.json = json
      documentationID = json["data"]?["id"]?.string
    }
  }

  /// A line of words above a line of text, with what happens when it is clicked.
  public static func codeLens(_ range: Range, _ command: Object) -> Object {
    Object { json in
      json.member("range", range)
      json.member("command", command)
    }
  }

  /// Something the server does when the client asks for it by name.
  ///
  /// - Parameter name: What the server knows it by: "privacy-lsp.showLabel".
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

  /// A document, or a place in it, as the argument of a command.
  public static func placeArgument(uri: String, position: Position? = nil) -> Object {
    Object { json in
      json.member("uri", uri)
      json.member("position", ifPresent: position)
    }
  }
}
