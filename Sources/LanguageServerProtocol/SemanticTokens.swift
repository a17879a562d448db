public import JSON

extension LSP {
  /// A client’s capabilities for semantic tokens.
  public struct SemanticTokensClientCapabilities: Hashable, Sendable {
    public var types: [String]
    public var modifiers: [String]
    /// Whether the client requests all tokens of a document.
    public var requestsFull: Bool
    /// Whether the client requests the tokens of a range.
    public var requestsRange: Bool

    /// - Returns: Nil if the client doesn’t support semantic tokens, or only in an unknown format.
    init?(_ json: JSONValue?) {
      guard json?.kind == .object else { return nil }
      types = json.strings("tokenTypes") ?? []
      modifiers = json.strings("tokenModifiers") ?? []
      let full = json["requests"]?.optional("full")
      requestsFull = full.map { $0.kind == .object || $0.bool == true } ?? false
      let range = json["requests"]?.optional("range")
      requestsRange = range.map { $0.kind == .object || $0.bool == true } ?? false
      if let formats = json.strings("formats"), !formats.contains(where: { $0 == "relative" }) { return nil }
    }
  }

  /// The legend of the numbers in semantic tokens, and the supported requests.
  public static func semanticTokensOptions(
    types: [String], modifiers: [String], for client: SemanticTokensClientCapabilities
  ) -> Object {
    Object { json in
      json.object("legend") { json in
        json.member("tokenTypes", types)
        json.member("tokenModifiers", modifiers)
      }
      if client.requestsRange { json.member("range", true) }
      if client.requestsFull { json.member("full", true) }
    }
  }

  /// Semantic tokens, five numbers each: line and character relative to the previous token, length, type and a bit set
  /// of modifiers.
  public static func semanticTokens(_ data: [UInt32]) -> Object {
    Object { json in
      json.array("data") { json in
        for number in data { json.int(Int(number)) }
      }
    }
  }
}
