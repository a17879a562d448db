import EditorFeatures
import LanguageServerProtocol

extension Conversion {
  func codeLenses(_ found: [CodeLens]) -> [LSP.CodeLens] {
    let map = positions(of: found.map(\.range))
    return found.map { lens in
      let range = map.range(lens.range)
      let command =
        switch lens.action {
        case .label:
          LSP.Command(
            title: lens.title, name: Command.showLabel, arguments: [LSP.PlaceArgument(uri: uri)])
        case .findings:
          LSP.Command(
            title: lens.title, name: Command.showFindings,
            arguments: [LSP.PlaceArgument(uri: uri, position: range.start)])
        case .uses:
          LSP.Command(
            title: lens.title, name: Command.showUses,
            arguments: [LSP.PlaceArgument(uri: uri, position: range.start)])
        }
      return LSP.CodeLens(range: range, command: command)
    }
  }
}
