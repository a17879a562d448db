public import JSON

extension LSP {
  /// What a symbol is. The first eighteen every client knows.
  public enum SymbolKind: Int, Sendable {
    case file = 1
    case module, namespace, package, `class`, method, property, field, constructor, `enum`, interface, function,
      variable, constant, string, number, boolean, array
    case object, key, null, enumMember, `struct`, event, `operator`, typeParameter
  }

  /// A symbol in the outline of a document, with those it holds.
  public struct DocumentSymbol: JSONObjectWritable, Sendable {
    public var name: String
    /// Left out where empty.
    public var detail: String
    public var kind: SymbolKind
    public var range: Range
    public var selectionRange: Range
    public var children: [DocumentSymbol]

    public init(
      name: String, detail: String, kind: SymbolKind, range: Range, selectionRange: Range, children: [DocumentSymbol]
    ) {
      self.name = name
      self.detail = detail
      self.kind = kind
      self.range = range
      self.selectionRange = selectionRange
      self.children = children
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("name", name)
      if !detail.isEmpty { json.member("detail", detail) }
      json.member("kind", kind.rawValue)
      json.member("range", range)
      json.member("selectionRange", selectionRange)
      if !children.isEmpty { json.member("children", children) }
    }
  }

  /// A symbol as older clients take it: in a flat list, with a place anywhere.
  public struct SymbolInformation: JSONObjectWritable, Sendable {
    public var name: String
    public var kind: SymbolKind
    public var location: Location
    /// The name of what it lies in; nil for the outermost.
    public var containerName: String?

    public init(name: String, kind: SymbolKind, location: Location, containerName: String?) {
      self.name = name
      self.kind = kind
      self.location = location
      self.containerName = containerName
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("name", name)
      json.member("kind", kind.rawValue)
      json.member("location", location)
      json.member("containerName", ifPresent: containerName)
    }
  }
}
