import EditorFeatures
import LanguageServerProtocol
import SourceText

/// Token types are those of the protocol, so that every theme colors them, and only those that the client supports.
extension Conversion {
  private static func type(_ kind: SemanticToken.Kind) -> String {
    switch kind {
    case .knownKey: "property"
    // Themes barely color variables; an unknown key should look like it has no effect.
    case .unknownKey: "variable"
    case .dataType: "type"
    case .purpose: "function"
    case .category: "enum"
    case .reason: "enumMember"
    case .domain: "string"
    }
  }

  private static let deprecated = "deprecated"

  /// The options for semantic tokens; nil if the client can’t use them.
  static func semanticTokensOptions(for client: LSP.ClientCapabilities) -> LSP.Object? {
    guard let support = client.semanticTokens, support.requestsFull || support.requestsRange else { return nil }
    let types = types(for: support)
    if types.isEmpty { return nil }
    return LSP.semanticTokensOptions(
      types: types, modifiers: support.modifiers.contains(deprecated) ? [deprecated] : [], for: support)
  }

  private static func types(for support: LSP.SemanticTokensClientCapabilities) -> [String] {
    SemanticToken.Kind.allCases.map(type).filter(support.types.contains)
  }

  /// The tokens as numbers, each relative to the previous one. Tokens of types that the client doesn’t support are
  /// omitted.
  func semanticTokens(_ found: [SemanticToken]) -> [UInt32] {
    guard let support = client.semanticTokens else { return [] }
    let types = Self.types(for: support)
    var numbers: [SemanticToken.Kind: UInt32] = [:]
    for kind in SemanticToken.Kind.allCases {
      numbers[kind] = types.firstIndex(of: Self.type(kind)).map { UInt32(clamping: $0) }
    }
    let marksDeprecated = support.modifiers.contains(Self.deprecated)
    let map = positions(of: found.map(\.range))
    var data: [UInt32] = []
    data.reserveCapacity(found.count * 5)
    var previous = Position(line: 0, character: 0)
    for token in found {
      guard let number = numbers[token.kind] else { continue }
      let start = map[token.range.lower]
      let end = map[token.range.upper]
      let isOnSameLine = start.line == previous.line
      data.append(UInt32(clamping: start.line - previous.line))
      data.append(UInt32(clamping: isOnSameLine ? start.character - previous.character : start.character))
      data.append(UInt32(clamping: end.character - start.character))
      data.append(number)
      data.append(token.isDeprecated && marksDeprecated ? 1 : 0)
      previous = start
    }
    return data
  }
}
