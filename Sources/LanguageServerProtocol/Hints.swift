public import JSON
public import SourceText

extension LSP {
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

  /// A command of the server.
  ///
  /// - Parameter name: Its id, such as “privacy-lsp.showLabel”.
  public static func command(
    title: String, name: String, arguments: [some JSONWritable & Sendable]
  ) -> Object {
    ["title": title, "command": name, "arguments": arguments]
  }
}
