public import JSON
public import SourceText

extension LSP {
  /// A range in a document. Clients may send the ends in the wrong order.
  public struct Range: JSONObjectWritable, Hashable, Sendable {
    public var start: Position
    public var end: Position

    public init(_ start: Position, _ end: Position) {
      self.start = start
      self.end = end
    }

    public init(_ json: JSONValue) throws(ResponseError) {
      start = try Position(try json.required("start"))
      end = try Position(try json.required("end"))
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("start", start)
      json.member("end", end)
    }
  }

  /// A range in any document.
  public struct Location: JSONObjectWritable, Sendable {
    public var uri: String
    public var range: Range

    public init(uri: String, range: Range) {
      self.uri = uri
      self.range = range
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("uri", uri)
      json.member("range", range)
    }
  }

  /// The format of a text.
  public enum MarkupKind: String, Hashable, Sendable {
    case plainText = "plaintext"
    case markdown
  }

  /// A text with its format.
  public static func markupContent(_ kind: MarkupKind, _ value: String) -> Object {
    ["kind": kind.rawValue, "value": value]
  }

  // MARK: - Edits

  /// The replacement of a range.
  public static func textEdit(_ range: Range, _ newText: String) -> Object {
    ["range": range, "newText": newText]
  }

  /// The edits of one document.
  ///
  /// - Parameters:
  ///   - version: The version that the edits are for; nil if the client gave none, or the document isn’t open.
  ///   - edits: Each a ``textEdit(_:_:)``. In the versioned form, for clients that support it, also snippets.
  public typealias DocumentEdits = (uri: String, version: Int?, edits: [Object])

  /// Edits of several documents.
  ///
  /// - Parameter isVersioned: Whether to write `documentChanges` with versions instead of `changes`.
  public static func workspaceEdit(_ documents: [DocumentEdits], isVersioned: Bool) -> Object {
    guard isVersioned else { return ["changes": Object(documents.map { ($0.uri, $0.edits) })] }
    let changes = documents.map { document -> Object in
      let identifier: Object = ["uri": document.uri, "version": document.version ?? Null()]
      return ["textDocument": identifier, "edits": document.edits]
    }
    return ["documentChanges": changes]
  }
}

extension Position: JSONObjectWritable {
  /// Numbers that are too large are clamped, negative ones are zero.
  public init(_ json: JSONValue) throws(LSP.ResponseError) {
    self.init(line: try Self.number(json, "line"), character: try Self.number(json, "character"))
  }

  private static func number(_ json: JSONValue, _ name: StaticString) throws(LSP.ResponseError) -> Int {
    let value = try json.required(name)
    if let number = value.int { return min(max(number, 0), Int(UInt32.max)) }
    // Too large for `Int`.
    if let number = value.double, number.magnitude > 0x1p53 { return number < 0 ? 0 : Int(UInt32.max) }
    throw LSP.ResponseError(.invalidParams, "“\(name)” must be a whole number")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.member("line", line)
    json.member("character", character)
  }
}
