public import JSON

extension LSP {
  /// A client’s capabilities for semantic tokens.
  public struct SemanticTokensClientCapabilities: Hashable, Sendable {
    public var types: [String]
    public var modifiers: [String]
    /// Whether the client requests all tokens of a document.
    public var requestsFull: Bool
    /// Whether the client requests changes since an earlier result.
    public var requestsFullDelta: Bool
    /// Whether the client requests the tokens of a range.
    public var requestsRange: Bool

    /// - Returns: Nil if the client doesn’t support semantic tokens, or only in an unknown format.
    init?(_ json: JSONValue?) {
      guard json?.kind == .object else { return nil }
      types = json.strings("tokenTypes") ?? []
      modifiers = json.strings("tokenModifiers") ?? []
      let full = json["requests"]?.optional("full")
      requestsFull = full.map { $0.kind == .object || $0.bool == true } ?? false
      requestsFullDelta = full.isTrue("delta")
      let range = json["requests"]?.optional("range")
      requestsRange = range.map { $0.kind == .object || $0.bool == true } ?? false
      if let formats = json.strings("formats"), !formats.contains(where: { $0 == "relative" }) { return nil }
    }
  }

  /// The legend of the numbers in semantic tokens, and the supported requests.
  public static func semanticTokensOptions(
    types: [String], modifiers: [String], for client: SemanticTokensClientCapabilities
  ) -> Object {
    let full: Object.Member? = client.requestsFullDelta ? ["delta": true] as Object : client.requestsFull ? true : nil
    return [
      "legend": ["tokenTypes": types, "tokenModifiers": modifiers] as Object,
      "range": client.requestsRange ? true : nil,
      "full": full,
    ]
  }

  /// A request for the changes since an earlier result.
  public struct SemanticTokensDeltaParams: Params {
    public var uri: String
    public var previousResultID: String

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      previousResultID = try json.requiredString("previousResultId")
    }
  }

  /// Semantic tokens, five numbers each: line and character relative to the previous token, length, type and a bit set
  /// of modifiers.
  ///
  /// - Parameter resultID: The id for later delta requests; nil if there won’t be any.
  public static func semanticTokens(resultID: String?, _ data: [UInt32]) -> Object {
    ["resultId": resultID, "data": data]
  }

  /// The changes from earlier tokens to new ones: one run of whole tokens, or nothing.
  public static func semanticTokensDelta(from earlier: [UInt32], to data: [UInt32], resultID: String) -> Object {
    let shorter = min(earlier.count, data.count)
    var same = 0
    while same < shorter, earlier[same] == data[same] { same += 1 }
    same -= same % 5
    var sameAtEnd = 0
    while sameAtEnd < shorter - same,
      earlier[earlier.count - 1 - sameAtEnd] == data[data.count - 1 - sameAtEnd]
    { sameAtEnd += 1 }
    sameAtEnd -= sameAtEnd % 5
    let deleted = earlier.count - same - sameAtEnd
    let inserted = Array(data[same..<(data.count - sameAtEnd)])
    let edit: Object = ["start": same, "deleteCount": deleted, "data": inserted]
    return ["resultId": resultID, "edits": deleted == 0 && inserted.isEmpty ? [] : [edit]]
  }
}

extension UInt32: JSONWritable {
  public func write(to json: inout JSONWriter) { json.int(Int(self)) }
}
