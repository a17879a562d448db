import EditorFeatures
import LanguageServerProtocol

/// A symbol of a file, kept until the file changes.
struct FoundSymbol: Sendable {
  let symbol: LSP.SymbolInformation
  /// All it can be found by.
  let names: [String]
}

extension Conversion {
  /// - Parameter container: What the client shows beside the symbols: their file.
  func workspaceSymbols(_ found: [WorkspaceSymbol], container: String) -> [FoundSymbol] {
    let map = positions(of: found.map(\.range))
    return found.map { found in
      FoundSymbol(
        symbol: LSP.SymbolInformation(
          name: found.name, kind: symbolKind(found.kind, of: client.symbolKindValueSet),
          location: LSP.Location(uri: uri, range: map.range(found.range)), containerName: container),
        names: found.names)
    }
  }
}
