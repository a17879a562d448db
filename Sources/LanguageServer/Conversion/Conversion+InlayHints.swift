import EditorFeatures
import LanguageServerProtocol
import SourceText

extension Conversion {
  /// The most hints that include tooltips if the client can’t resolve them. Each is a page of text, and nobody hovers
  /// over more.
  private static let mostTooltips = 1_000

  /// - Parameter documentation: The Markdown of a tooltip.
  func inlayHints(_ found: [InlayHint], documentation: (String) -> String?) -> [LSP.Object] {
    let map = PositionMap(found.map(\.offset), in: text, encoding: encoding)
    var tooltips: [String: LSP.Object] = [:]
    return found.map { hint in
      let place = map[hint.offset]
      let id = hint.documentationID
      if !client.inlayHintResolveSupport, found.count <= Self.mostTooltips, tooltips[id] == nil {
        tooltips[id] = documentation(id).map { Self.markup($0, for: client) }
      }
      return LSP.inlayHint(
        LSP.Position(line: place.line, character: place.character), label: hint.label, tooltip: tooltips[id],
        documentationID: client.inlayHintResolveSupport ? id : nil)
    }
  }

  /// Hovers and tooltips. For tooltips, clients don’t announce a format.
  static func markup(_ markdown: String, for client: LSP.ClientCapabilities) -> LSP.Object {
    client.hoverContentFormat.first == .markdown
      ? LSP.markupContent(.markdown, markdown) : LSP.markupContent(.plainText, plainText(markdown: markdown))
  }
}
