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
    Object { json in
      json.object("legend") { json in
        json.member("tokenTypes", types)
        json.member("tokenModifiers", modifiers)
      }
      if client.requestsRange { json.member("range", true) }
      if client.requestsFullDelta {
        json.object("full") { json in json.member("delta", true) }
      } else if client.requestsFull {
        json.member("full", true)
      }
    }
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
    Object { json in
      json.member("resultId", ifPresent: resultID)
      json.numbers("data", data[...])
    }
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
    let (start, deleted) = (same, earlier.count - same - sameAtEnd)
    let inserted = data[same..<(data.count - sameAtEnd)]
    return Object { json in
      json.member("resultId", resultID)
      json.array("edits") { json in
        if deleted == 0, inserted.isEmpty { return }
        json.object { json in
          json.member("start", start)
          json.member("deleteCount", deleted)
          json.numbers("data", inserted)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ name: String, _ numbers: ArraySlice<UInt32>) {
    array(name) { json in
      for number in numbers { json.int(Int(number)) }
    }
  }
}
