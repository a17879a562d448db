import EditorFeatures
import JSON
import LanguageServerProtocol
import SourceText

extension Conversion {
  /// The client’s options for folding.
  static func foldingOptions(for client: LSP.ClientCapabilities) -> FoldingOptions {
    FoldingOptions(
      wholeLines: client.lineFoldingOnly, limit: client.foldingRangeLimit ?? .max,
      showsText: client.collapsedTextSupport)
  }

  func foldingRanges(_ found: [FoldingRange]) -> [LSP.Object] {
    let isPrecise = !client.lineFoldingOnly
    let map = positions(of: isPrecise ? found.map(\.range) : [])
    return found.map { fold in
      let comment = "comment"
      let isComment = fold.kind == .comment && client.foldingRangeKind?.contains(comment) ?? true
      return LSP.foldingRange(
        lines: fold.lines, range: isPrecise ? map.range(fold.range) : nil, kind: isComment ? comment : nil,
        collapsedText: client.collapsedTextSupport && !fold.collapsedText.isEmpty ? fold.collapsedText : nil)
    }
  }

  /// - Parameter found: The steps for each position.
  func selectionRanges(_ found: [[ByteRange]]) -> [LSP.Object] {
    let map = positions(of: found.joined())
    return found.map { steps in
      // Ends inside one character are the same position for the client.
      var ranges: [LSP.Range] = []
      for step in steps {
        let range = map.range(step)
        if ranges.last != range { ranges.append(range) }
      }
      return LSP.selectionRange(ranges[...])
    }
  }

  func documentHighlights(_ found: [DocumentHighlight]) -> [LSP.Object] {
    let map = positions(of: found.map(\.range))
    return found.map { highlight in
      let kind: LSP.DocumentHighlightKind =
        switch highlight.kind {
        case .text: .text
        case .read: .read
        case .write: .write
        }
      return ["range": map.range(highlight.range), "kind": kind.rawValue]
    }
  }

  func documentLinks(_ found: [DocumentLink]) -> [LSP.Object] {
    let map = positions(of: found.map(\.range))
    return found.map { link in
      [
        "range": map.range(link.range), "target": link.target,
        "tooltip": client.documentLinkTooltipSupport ? link.tooltip : nil,
      ]
    }
  }

  func linkedEditingRanges(_ found: LinkedEditingRanges) -> LSP.Object {
    let map = positions(of: found.ranges)
    return ["ranges": found.ranges.map(map.range), "wordPattern": found.wordPattern]
  }

  func codeLenses(_ found: [CodeLens]) -> [LSP.Object] {
    let map = positions(of: found.map(\.range))
    return found.map { lens in
      let range = map.range(lens.range)
      let (name, position): (String, Position?) =
        switch lens.action {
        case .label: (Command.showLabel, nil)
        case .findings: (Command.showFindings, range.start)
        case .uses: (Command.showUses, range.start)
        }
      let place: LSP.Object = ["uri": uri, "position": position]
      return ["range": range, "command": LSP.command(title: lens.title, name: name, arguments: [place])]
    }
  }

  /// The most hints that include tooltips if the client can’t resolve them. Each is a page of text, and nobody hovers
  /// over more.
  private static let mostTooltips = 1_000

  /// - Parameter documentation: The Markdown of a tooltip.
  func inlayHints(_ found: [InlayHint], documentation: (String) -> String?) -> [LSP.Object] {
    let map = PositionMap(found.map(\.offset), in: text, encoding: encoding)
    var tooltips: [String: LSP.Object] = [:]
    return found.map { hint in
      let id = hint.documentationID
      if !client.inlayHintResolveSupport, found.count <= Self.mostTooltips, tooltips[id] == nil {
        tooltips[id] = documentation(id).map { Self.markup($0, for: client) }
      }
      return LSP.inlayHint(
        map[hint.offset], label: hint.label, tooltip: tooltips[id],
        documentationID: client.inlayHintResolveSupport ? id : nil)
    }
  }

  /// Hovers and tooltips. For tooltips, clients don’t announce a format.
  static func markup(_ markdown: String, for client: LSP.ClientCapabilities) -> LSP.Object {
    client.hoverContentFormat.first == .markdown
      ? LSP.markupContent(.markdown, markdown) : LSP.markupContent(.plainText, plainText(markdown: markdown))
  }
}
