public import JSON

extension LSP {
  // MARK: - Symbols

  /// What a symbol is. The first eighteen every client knows.
  public enum SymbolKind: Int, Sendable {
    case file = 1
    case module, namespace, package, `class`, method, property, field, constructor, `enum`, interface, function,
      variable, constant, string, number, boolean, array
    case object, key, null, enumMember, `struct`, event, `operator`, typeParameter
  }

  /// A symbol in the outline of a document, with those it holds.
  ///
  /// - Parameter detail: Left out where empty.
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

  /// A symbol as older clients take it: in a flat list, with a place anywhere.
  ///
  /// - Parameter containerName: The name of what it lies in; nil for the outermost.
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

  /// The text that names of symbols are compared with.
  public struct WorkspaceSymbolParams: Params {
    public var query: String
    public var workDoneToken: ProgressToken?

    public init(_ json: JSONValue) throws(ResponseError) {
      query = try json.requiredString("query")
      workDoneToken = json["workDoneToken"].flatMap { ProgressToken($0) }
    }
  }

  // MARK: - Ranges

  /// A part of a document that can be hidden.
  ///
  /// - Parameters:
  ///   - lines: From the first, which stays, to the last.
  ///   - range: What is hidden; nil for a client that hides whole lines.
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

  /// The places in a document at which selections are to grow.
  public struct SelectionRangeParams: Params {
    public var uri: String
    public var positions: [Position]

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      positions = []
      for position in try json.requiredArray("positions") { positions.append(try Position(position)) }
    }
  }

  /// The steps by which a selection grows, the smallest first; each lies in the next. At least one, and so few that
  /// writing one in the other needs little stack.
  public static func selectionRange(_ steps: ArraySlice<Range>) -> Object {
    Object { json in
      json.member("range", ifPresent: steps.first)
      if steps.count > 1 { json.member("parent", selectionRange(steps.dropFirst())) }
    }
  }

  /// How a part of a document goes with the thing under the cursor.
  public enum DocumentHighlightKind: Int, Sendable {
    case text = 1
    case read, write
  }

  /// A part of a document that goes with the thing under the cursor.
  public static func documentHighlight(_ range: Range, _ kind: DocumentHighlightKind) -> Object {
    Object { json in
      json.member("range", range)
      json.member("kind", kind.rawValue)
    }
  }

  /// A part of a document that leads to a page.
  public static func documentLink(_ range: Range, target: String, tooltip: String?) -> Object {
    Object { json in
      json.member("range", range)
      json.member("target", target)
      json.member("tooltip", ifPresent: tooltip)
    }
  }

  /// Places of the same text that are edited together.
  ///
  /// - Parameter wordPattern: What the text looks like while it is edited, as a regular expression.
  public static func linkedEditingRanges(_ ranges: [Range], wordPattern: String) -> Object {
    Object { json in
      json.member("ranges", ranges)
      json.member("wordPattern", wordPattern)
    }
  }

  // MARK: - References and names

  /// The place whose references a client asks for.
  public struct ReferenceParams: Params {
    public var place: TextDocumentPositionParams
    /// Whether the places that declare it are wanted too.
    public var includeDeclaration: Bool

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      includeDeclaration = json["context"].isTrue("includeDeclaration")
    }
  }

  /// The place at which something is to be named anew, and its new name.
  public struct RenameParams: Params {
    public var place: TextDocumentPositionParams
    public var newName: String

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      newName = try json.requiredString("newName")
    }
  }

  /// What a new name would take the place of.
  ///
  /// - Parameter placeholder: The name it has.
  public static func prepareRenameResult(_ range: Range, placeholder: String) -> Object {
    Object { json in
      json.member("range", range)
      json.member("placeholder", placeholder)
    }
  }
}
