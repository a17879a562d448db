public import JSON

extension LSP {
  /// A hover.
  public static func hover(_ contents: Object, _ range: Range) -> Object {
    ["contents": contents, "range": range]
  }

  /// An inlay hint.
  ///
  /// - Parameters:
  ///   - tooltip: A ``markupContent(_:_:)``.
  ///   - documentationID: Identifies the hint when the client resolves its tooltip.
  public static func inlayHint(
    _ position: Position, label: String, tooltip: Object?, documentationID: String?
  ) -> Object {
    [
      "position": position,
      "label": label,
      "tooltip": tooltip,
      "paddingLeft": true,
      "data": documentationID.map { ["id": $0] as Object },
    ]
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
    ["range": range, "command": command]
  }

  /// A command of the server.
  ///
  /// - Parameter name: Its id, such as “privacy-lsp.showLabel”.
  public static func command(
    title: String, name: String, arguments: [some JSONWritable & Sendable]
  ) -> Object {
    ["title": title, "command": name, "arguments": arguments]
  }

  /// A document, or a place in it, as an argument of a command.
  public static func placeArgument(uri: String, position: Position? = nil) -> Object {
    ["uri": uri, "position": position]
  }
}
