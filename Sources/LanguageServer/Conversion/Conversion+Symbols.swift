import EditorFeatures
import LanguageServerProtocol
import SourceText

/// A symbol in a file, cached until the file changes.
struct FoundSymbol: Sendable {
  let symbol: LSP.Object
  /// All names that it matches.
  let names: [String]
}

extension Conversion {
  /// The outline as a tree, or as a flat list for older clients.
  func documentSymbols(_ found: [DocumentSymbol]) -> [LSP.Object] {
    var ranges: [ByteRange] = []
    var pending = found
    while let symbol = pending.popLast() {
      ranges += [symbol.range, symbol.selection]
      pending += symbol.children
    }
    let map = positions(of: ranges)
    if client.hierarchicalDocumentSymbolSupport { return found.map { tree($0, map) } }

    var list: [LSP.Object] = []
    var open: [(symbol: DocumentSymbol, container: String?)] = found.reversed().map { ($0, nil) }
    while let (symbol, container) = open.popLast() {
      list.append(
        LSP.symbolInformation(
          name: symbol.name, kind: symbolKind(symbol.kind, of: client.documentSymbolKindValueSet),
          location: LSP.Location(uri: uri, range: map.range(symbol.range)), containerName: container))
      open += symbol.children.reversed().map { ($0, symbol.name) }
    }
    return list
  }

  /// The recursion is bounded, because the outline’s depth is.
  private func tree(_ symbol: DocumentSymbol, _ map: PositionMap) -> LSP.Object {
    LSP.documentSymbol(
      name: symbol.name, detail: symbol.detail, kind: symbolKind(symbol.kind, of: client.documentSymbolKindValueSet),
      range: map.range(symbol.range), selectionRange: map.range(symbol.selection),
      children: symbol.children.map { tree($0, map) })
  }

  /// The first suitable kind that the client supports.
  func symbolKind(_ kind: DocumentSymbol.Kind, of known: [Int]) -> LSP.SymbolKind {
    let choices: [LSP.SymbolKind] =
      switch kind {
      case .flag: [.boolean]
      case .list: [.array]
      case .entry: [.struct, .object, .class]
      case .dictionary: [.object, .namespace]
      case .name: [.enumMember, .constant]
      case .string: [.string]
      case .number: [.number]
      case .constant: [.constant]
      case .key: [.key, .property]
      }
    return choices.first { known.contains($0.rawValue) } ?? choices.last ?? .property
  }

  /// - Parameter container: What the client shows beside the symbols: their file.
  func workspaceSymbols(_ found: [WorkspaceSymbol], container: String) -> [FoundSymbol] {
    let map = positions(of: found.map(\.range))
    return found.map { found in
      FoundSymbol(
        symbol: LSP.symbolInformation(
          name: found.name, kind: symbolKind(found.kind, of: client.symbolKindValueSet),
          location: LSP.Location(uri: uri, range: map.range(found.range)), containerName: container),
        names: found.names)
    }
  }
}
