public import JSON

extension LSP {
  /// The place whose references a client asks for.
  public struct ReferenceParams: Params {
    public var uri: String
    public var position: Position
    /// Whether the places that declare it are wanted too.
    public var includeDeclaration: Bool

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      position = try Position(try json.required("position"))
      includeDeclaration = json["context"]?.isTrue("includeDeclaration") ?? false
    }
  }

  /// The place at which something is to be named anew, and its new name.
  public struct RenameParams: Params {
    public var uri: String
    public var position: Position
    public var newName: String

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      position = try Position(try json.required("position"))
      newName = try json.requiredString("newName")
    }
  }

  /// What a new name would take the place of.
  public struct PrepareRenameResult: JSONObjectWritable, Sendable {
    public var range: Range
    /// The name it has.
    public var placeholder: String

    public init(range: Range, placeholder: String) {
      self.range = range
      self.placeholder = placeholder
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("range", range)
      json.member("placeholder", placeholder)
    }
  }
}
