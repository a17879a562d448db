import EditorFeatures
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
      return LSP.documentHighlight(map.range(highlight.range), kind)
    }
  }

  func documentLinks(_ found: [DocumentLink]) -> [LSP.Object] {
    let map = positions(of: found.map(\.range))
    return found.map { link in
      LSP.documentLink(
        map.range(link.range), target: link.target,
        tooltip: client.documentLinkTooltipSupport ? link.tooltip : nil)
    }
  }

  func linkedEditingRanges(_ found: LinkedEditingRanges) -> LSP.Object {
    let map = positions(of: found.ranges)
    return LSP.linkedEditingRanges(found.ranges.map(map.range), wordPattern: found.wordPattern)
  }
}
