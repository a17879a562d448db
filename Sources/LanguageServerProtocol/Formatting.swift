public import JSON

extension LSP {
  /// How a client wants a document laid out; nil for what it does not say. All of it may be missing: there is a layout
  /// without.
  public struct FormattingOptions: Hashable, Sendable {
    public var tabSize: Int?
    public var insertSpaces: Bool?
    public var trimTrailingWhitespace: Bool?
    public var insertFinalNewline: Bool?
    public var trimFinalNewlines: Bool?

    init(_ json: JSONValue?) {
      tabSize = json?["tabSize"]?.int
      insertSpaces = json?["insertSpaces"]?.bool
      trimTrailingWhitespace = json?["trimTrailingWhitespace"]?.bool
      insertFinalNewline = json?["insertFinalNewline"]?.bool
      trimFinalNewlines = json?["trimFinalNewlines"]?.bool
    }
  }

  /// The document that a client wants formatted.
  public struct DocumentFormattingParams: Params {
    public var uri: String
    public var options: FormattingOptions

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      options = FormattingOptions(json.optional("options"))
    }
  }

  /// The part of a document that a client wants formatted.
  public struct DocumentRangeFormattingParams: Params {
    public var document: DocumentFormattingParams
    public var range: Range

    public init(_ json: JSONValue) throws(ResponseError) {
      document = try DocumentFormattingParams(json)
      range = try Range(try json.required("range"))
    }
  }

  /// The parts of a document that a client wants formatted.
  public struct DocumentRangesFormattingParams: Params {
    public var document: DocumentFormattingParams
    public var ranges: [Range]

    public init(_ json: JSONValue) throws(ResponseError) {
      document = try DocumentFormattingParams(json)
      ranges = []
      for range in try json.requiredArray("ranges") { ranges.append(try Range(range)) }
    }
  }

  /// A character that was typed, and where the cursor is since.
  public struct DocumentOnTypeFormattingParams: Params {
    public var place: TextDocumentPositionParams
    public var character: String

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      character = try json.requiredString("ch")
    }
  }
}
