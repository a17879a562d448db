public import JSON

extension LSP {
  /// A part of a document that can be hidden.
  public struct FoldingRange: JSONObjectWritable, Sendable {
    public var startLine: Int
    /// Nil for a client that hides whole lines; so is the end.
    public var startCharacter: Int?
    public var endLine: Int
    public var endCharacter: Int?
    public var kind: String?
    public var collapsedText: String?

    public init(
      startLine: Int, startCharacter: Int? = nil, endLine: Int, endCharacter: Int? = nil, kind: String? = nil,
      collapsedText: String? = nil
    ) {
      self.startLine = startLine
      self.startCharacter = startCharacter
      self.endLine = endLine
      self.endCharacter = endCharacter
      self.kind = kind
      self.collapsedText = collapsedText
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("startLine", startLine)
      json.member("startCharacter", ifPresent: startCharacter)
      json.member("endLine", endLine)
      json.member("endCharacter", ifPresent: endCharacter)
      json.member("kind", ifPresent: kind)
      json.member("collapsedText", ifPresent: collapsedText)
    }
  }
}
