public import JSON

extension LSP {
  /// A client’s formatting options; nil for those it doesn’t send. All of them are optional.
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

  /// A request to format a document.
  public struct DocumentFormattingParams: Params {
    public var uri: String
    public var options: FormattingOptions

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      options = FormattingOptions(json.optional("options"))
    }
  }

  /// A request to format a range.
  public struct DocumentRangeFormattingParams: Params {
    public var document: DocumentFormattingParams
    public var range: Range

    public init(_ json: JSONValue) throws(ResponseError) {
      document = try DocumentFormattingParams(json)
      range = try Range(try json.required("range"))
    }
  }

  /// A request to format several ranges.
  public struct DocumentRangesFormattingParams: Params {
    public var document: DocumentFormattingParams
    public var ranges: [Range]

    public init(_ json: JSONValue) throws(ResponseError) {
      document = try DocumentFormattingParams(json)
      ranges = []
      for range in try json.requiredArray("ranges") { ranges.append(try Range(range)) }
    }
  }

  /// A typed character, and where the cursor is after it.
  public struct DocumentOnTypeFormattingParams: Params {
    public var place: TextDocumentPositionParams
    public var character: String

    public init(_ json: JSONValue) throws(ResponseError) {
      place = try TextDocumentPositionParams(json)
      character = try json.requiredString("ch")
    }
  }
}
