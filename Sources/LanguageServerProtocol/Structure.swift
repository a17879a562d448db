public import JSON
public import SourceText

extension LSP {
  // MARK: - Symbols

  /// The kind of a symbol. All clients support the first eighteen.
  public enum SymbolKind: Int, Sendable {
    case file = 1
    case module, namespace, package, `class`, method, property, field, constructor, `enum`, interface, function,
      variable, constant, string, number, boolean, array
    case object, key, null, enumMember, `struct`, event, `operator`, typeParameter
  }

  /// A symbol in the outline of a document, with its children.
  ///
  /// - Parameter detail: Omitted if empty.
  public static func documentSymbol(
    name: String, detail: String, kind: SymbolKind, range: Range, selectionRange: Range, children: [Object]
  ) -> Object {
    Object { json in
      json.member("name", name)
      if !detail.isEmpty { json.member("detail", detail) }
      json.member("kind", kind.rawValue)
      json.member("range", range)
      json.member("selectionRange", selectionRange)
      if !children.isEmpty { json.member("children", children) }
    }
  }

  /// A symbol in a flat list, for older clients and workspace symbols.
  ///
  /// - Parameter containerName: The name of the parent symbol; nil at the top level.
  public static func symbolInformation(
    name: String, kind: SymbolKind, location: Location, containerName: String?
  ) -> Object {
    Object { json in
      json.member("name", name)
      json.member("kind", kind.rawValue)
      json.member("location", location)
      json.member("containerName", ifPresent: containerName)
    }
  }

  /// A search for workspace symbols.
  public struct WorkspaceSymbolParams: Params {
    public var query: String
    public var workDoneToken: ProgressToken?

    public init(_ json: JSONValue) throws(ResponseError) {
      query = try json.requiredString("query")
      workDoneToken = json["workDoneToken"].flatMap { ProgressToken($0) }
    }
  }

  // MARK: - Ranges

  /// A range that can be folded.
  ///
  /// - Parameters:
  ///   - lines: The first line, which stays visible, to the last.
  ///   - range: What is hidden; nil for a client that folds whole lines.
  public static func foldingRange(
    lines: ClosedRange<Int>, range: Range?, kind: String?, collapsedText: String?
  ) -> Object {
    Object { json in
      json.member("startLine", range?.start.line ?? lines.lowerBound)
      json.member("startCharacter", ifPresent: range?.start.character)
      json.member("endLine", range?.end.line ?? lines.upperBound)
      json.member("endCharacter", ifPresent: range?.end.character)
      json.member("kind", ifPresent: kind)
      json.member("collapsedText", ifPresent: collapsedText)
    }
  }

  /// The positions whose selection ranges a client requests.
  public struct SelectionRangeParams: Params {
    public var uri: String
    public var positions: [Position]

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      positions = []
      for position in try json.requiredArray("positions") { positions.append(try Position(position)) }
    }
  }

  /// The steps by which a selection grows, from the innermost. There is at least one, and so few that nested writing
  /// needs little stack.
  public static func selectionRange(_ steps: ArraySlice<Range>) -> Object {
    Object { json in
      json.member("range", ifPresent: steps.first)
      if steps.count > 1 { json.member("parent", selectionRange(steps.dropFirst())) }
    }
  }

  /// The kind of a document highlight.
  public enum DocumentHighlightKind: Int, Sendable {
    case text = 1
    case read, write
  }

  // MARK: - References and names

  /// A request for references.
  public struct ReferenceParams: Params {
    public var place: TextDocumentPositionParams
    /// Whether declarations are included.
    public var includeDeclaration: Bool

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      includeDeclaration = json["context"].isTrue("includeDeclaration")
    }
  }

  /// A request to rename what is at a place.
  public struct RenameParams: Params {
    public var place: TextDocumentPositionParams
    public var newName: String

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      newName = try json.requiredString("newName")
    }
  }

  /// What a rename would replace.
  ///
  /// - Parameter placeholder: The current name.
  public static func prepareRenameResult(_ range: Range, placeholder: String) -> Object {
    ["range": range, "placeholder": placeholder]
  }
}
