public import JSON

extension LSP {
  /// What a client said of the colours it can give to pieces of a text.
  public struct SemanticTokensClientCapabilities: Hashable, Sendable {
    public var types: [String]
    public var modifiers: [String]
    /// Whether it asks for all tokens of a document.
    public var requestsFull: Bool
    /// Whether it asks for what has changed since.
    public var requestsFullDelta: Bool
    /// Whether it asks for the tokens of a part of a document.
    public var requestsRange: Bool

    /// - Returns: Nil if the client has no such colours, or takes them in a form that is not known.
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

  /// The names that the numbers in semantic tokens stand for, and which requests there are.
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

  /// Asks for what has changed since an earlier answer.
  public struct SemanticTokensDeltaParams: Params {
    public var uri: String
    public var previousResultID: String

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      previousResultID = try json.requiredString("previousResultId")
    }
  }

  /// Five numbers a token: lines and characters since the one before, length, type, and a bit a modifier.
  ///
  /// - Parameter resultID: What a later request may name these tokens by; nil if none will.
  public static func semanticTokens(resultID: String?, _ data: [UInt32]) -> Object {
    Object { json in
      json.member("resultId", ifPresent: resultID)
      json.numbers("data", data[...])
    }
  }

  /// The numbers to replace in an earlier answer to have another: one run of whole tokens, or nothing.
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
