public import JSON

extension LSP {
  /// A place in a document. Numbers too large for the protocol are kept as large, negative ones are zero.
  public struct Position: Hashable, Sendable {
    public var line: Int
    public var character: Int

    public init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }

    public init(_ json: JSONValue) throws(ResponseError) {
      line = try Self.number(json, "line")
      character = try Self.number(json, "character")
    }

    private static func number(_ json: JSONValue, _ name: StaticString) throws(ResponseError) -> Int {
      let value = try json.required(name)
      if let number = value.int { return min(max(number, 0), Int(UInt32.max)) }
      // A number that no integer holds: as far as one can go.
      if let number = value.double, number.magnitude > 0x1p53 { return number < 0 ? 0 : Int(UInt32.max) }
      throw ResponseError(.invalidParams, "“\(name)” must be a whole number")
    }
  }

  /// A part of a document. A client may have it the wrong way round.
  public struct Range: Hashable, Sendable {
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
  }

  /// A part of a document that may be another one.
  public struct Location: Hashable, Sendable {
    public var uri: String
    public var range: Range

    public init(uri: String, range: Range) {
      self.uri = uri
      self.range = range
    }
  }

  /// The replacement of a part of a document.
  public struct TextEdit: Hashable, Sendable {
    public var range: Range
    public var newText: String

    public init(range: Range, newText: String) {
      self.range = range
      self.newText = newText
    }
  }

  /// The replacement of a part of a document by a text with stops for the cursor.
  public struct SnippetTextEdit: Hashable, Sendable {
    public var range: Range
    /// In the protocol's snippet syntax.
    public var snippet: String

    public init(range: Range, snippet: String) {
      self.range = range
      self.snippet = snippet
    }
  }

  /// How a text is to be shown.
  public enum MarkupKind: String, Hashable, Sendable {
    case plainText = "plaintext"
    case markdown
  }

  /// A text and how it is to be shown.
  public struct MarkupContent: Hashable, Sendable {
    public var kind: MarkupKind
    public var value: String

    public init(_ kind: MarkupKind, _ value: String) {
      self.kind = kind
      self.value = value
    }
  }

  /// The change of one document, and of others with it.
  public struct WorkspaceEdit: Hashable, Sendable {
    /// The change of a document besides the first.
    public struct Other: Hashable, Sendable {
      public var uri: String
      /// The version the edits speak of; nil for a document that is not open.
      public var version: Int?
      public var edits: [TextEdit]

      public init(uri: String, version: Int?, edits: [TextEdit]) {
        self.uri = uri
        self.version = version
        self.edits = edits
      }
    }

    public var uri: String
    /// The version the edits speak of; nil if the client gave none.
    public var version: Int?
    public var edits: [TextEdit]
    /// Edits with stops for the cursor; only in the versioned form, and for clients that take them.
    public var snippetEdits: [SnippetTextEdit] = []
    /// Whether it is written as `documentChanges`, with the version, rather than as `changes`.
    public var isVersioned: Bool
    public var others: [Other] = []

    public init(uri: String, version: Int?, edits: [TextEdit], isVersioned: Bool) {
      self.uri = uri
      self.version = version
      self.edits = edits
      self.isVersioned = isVersioned
    }
  }
}

extension LSP.Position: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("line", line)
    json.member("character", character)
  }
}

extension LSP.Range: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("start", start)
    json.member("end", end)
  }
}

extension LSP.Location: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("range", range)
  }
}

extension LSP.TextEdit: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("newText", newText)
  }
}

extension LSP.SnippetTextEdit: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.object("snippet") { json in
      json.member("kind", "snippet")
      json.member("value", snippet)
    }
  }
}

extension LSP.MarkupContent: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    json.member("value", value)
  }
}

extension LSP.WorkspaceEdit: JSONObjectWritable {
  /// Whether nothing changes in the first document.
  private var isOfOthersAlone: Bool { !others.isEmpty && edits.isEmpty && snippetEdits.isEmpty }

  public func writeMembers(to json: inout JSONWriter) {
    if isVersioned {
      json.array("documentChanges") { json in
        if !isOfOthersAlone {
          json.object { json in
            json.object("textDocument") { json in
              json.member("uri", uri)
              json.member("version", version)
            }
            json.array("edits") { json in
              for edit in edits { edit.write(to: &json) }
              for edit in snippetEdits { edit.write(to: &json) }
            }
          }
        }
        for other in others {
          json.object { json in
            json.object("textDocument") { json in
              json.member("uri", other.uri)
              json.member("version", other.version)
            }
            json.member("edits", other.edits)
          }
        }
      }
    } else {
      json.object("changes") { json in
        if !isOfOthersAlone { json.member(uri, edits) }
        for other in others { json.member(other.uri, other.edits) }
      }
    }
  }
}
