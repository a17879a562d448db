import EditorFeatures
import LanguageServerProtocol
import SourceText

extension Conversion {
  func codeLenses(_ found: [CodeLens]) -> [LSP.CodeLens] {
    let map = PositionMap(found.flatMap { [$0.range.lower, $0.range.upper] }, in: text, encoding: encoding)
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
        }
      return LSP.CodeLens(range: range, command: command)
    }
  }
}
