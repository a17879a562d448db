import EditorFeatures
import LanguageServerProtocol
import SourceText

extension Conversion {
  /// So many hints bring their tooltips along where the client cannot ask for them; among more nobody points at one, and
  /// each is a page of text.
  private static let mostTooltips = 1_000

  /// - Parameter documentation: The Markdown of a tooltip.
  func inlayHints(_ found: [InlayHint], documentation: (String) -> String?) -> [LSP.InlayHint] {
    let map = PositionMap(found.map(\.offset), in: text, encoding: encoding)
    var tooltips: [String: LSP.MarkupContent] = [:]
    return found.map { hint in
      let place = map[hint.offset]
      var result = LSP.InlayHint(
        position: LSP.Position(line: place.line, character: place.character), label: hint.label)
      if client.inlayHintResolveSupport {
        result.documentationID = hint.documentationID
      } else if found.count <= Self.mostTooltips {
        if tooltips[hint.documentationID] == nil {
          tooltips[hint.documentationID] = documentation(hint.documentationID).map { Self.tooltip($0, for: client) }
        }
        result.tooltip = tooltips[hint.documentationID]
      }
      return result
    }
  }

  /// Clients do not say what tooltips may be; one that shows hovers as Markdown shows these so too.
  static func tooltip(_ markdown: String, for client: LSP.ClientCapabilities) -> LSP.MarkupContent {
    client.hoverContentFormat.first == .markdown
      ? LSP.MarkupContent(.markdown, markdown) : LSP.MarkupContent(.plainText, plainText(markdown: markdown))
  }
}
