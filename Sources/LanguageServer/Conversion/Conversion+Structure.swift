import EditorFeatures
import LanguageServerProtocol
import SourceText

extension Conversion {
  /// How the client folds.
  static func foldingOptions(for client: LSP.ClientCapabilities) -> FoldingOptions {
    FoldingOptions(
      wholeLines: client.lineFoldingOnly, limit: client.foldingRangeLimit ?? .max,
      showsText: client.collapsedTextSupport)
  }

  func foldingRanges(_ found: [FoldingRange]) -> [LSP.FoldingRange] {
    let isPrecise = !client.lineFoldingOnly
    let map = positions(of: isPrecise ? found.map(\.range) : [])
    return found.map { fold in
      var result = LSP.FoldingRange(startLine: fold.lines.lowerBound, endLine: fold.lines.upperBound)
      if isPrecise {
        let range = map.range(fold.range)
        result = LSP.FoldingRange(
          startLine: range.start.line, startCharacter: range.start.character, endLine: range.end.line,
          endCharacter: range.end.character)
      }
      let comment = "comment"
      if fold.kind == .comment, client.foldingRangeKind?.contains(comment) ?? true { result.kind = comment }
      if client.collapsedTextSupport, !fold.collapsedText.isEmpty { result.collapsedText = fold.collapsedText }
      return result
    }
  }

  /// - Parameter found: The steps for each position.
  func selectionRanges(_ found: [[ByteRange]]) -> [LSP.SelectionRange] {
    let map = positions(of: found.joined())
    return found.map { steps in
      // Steps whose ends lie within one character are the same to the client.
      var ranges: [LSP.Range] = []
      for step in steps {
        let range = map.range(step)
        if ranges.last != range { ranges.append(range) }
      }
      return LSP.SelectionRange(steps: ranges)
    }
  }

  func documentHighlights(_ found: [DocumentHighlight]) -> [LSP.DocumentHighlight] {
    let map = positions(of: found.map(\.range))
    return found.map { highlight in
      let kind: LSP.DocumentHighlight.Kind =
        switch highlight.kind {
        case .text: .text
        case .read: .read
        case .write: .write
        }
      return LSP.DocumentHighlight(range: map.range(highlight.range), kind: kind)
    }
  }

  func documentLinks(_ found: [DocumentLink]) -> [LSP.DocumentLink] {
    let map = positions(of: found.map(\.range))
    return found.map { link in
      LSP.DocumentLink(
        range: map.range(link.range), target: link.target,
        tooltip: client.documentLinkTooltipSupport ? link.tooltip : nil)
    }
  }

  func linkedEditingRanges(_ found: LinkedEditingRanges) -> LSP.LinkedEditingRanges {
    let map = positions(of: found.ranges)
    return LSP.LinkedEditingRanges(ranges: found.ranges.map(map.range), wordPattern: found.wordPattern)
  }
}
