import EditorFeatures
import LanguageServerProtocol

extension Conversion {
  func codeLenses(_ found: [CodeLens]) -> [LSP.Object] {
    let map = positions(of: found.map(\.range))
    return found.map { lens in
      let range = map.range(lens.range)
      let (name, position): (String, LSP.Position?) =
        switch lens.action {
        case .label: (Command.showLabel, nil)
        case .findings: (Command.showFindings, range.start)
        case .uses: (Command.showUses, range.start)
        }
      let place = LSP.placeArgument(uri: uri, position: position)
      return LSP.codeLens(range, LSP.command(title: lens.title, name: name, arguments: [place]))
    }
  }
}
