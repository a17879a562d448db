public import JSON

extension LSP {
  /// A finding as a client shows it.
  public struct Diagnostic: Sendable {
    public enum Severity: Int, Sendable {
      case error = 1
      case warning, information, hint
    }

    public enum Tag: Int, Sendable {
      case unnecessary = 1
      case deprecated
    }

    /// Another place that explains the finding.
    public struct RelatedInformation: Sendable {
      public var location: Location
      public var message: String

      public init(location: Location, message: String) {
        self.location = location
        self.message = message
      }
    }

    public var range: Range
    public var severity: Severity
    public var code: String
    /// The page behind the code.
    public var codeDescription: String?
    public var source: String
    public var message: String
    /// The same as Markdown, for a client that takes it in the message's place.
    public var markdown: String?
    public var tags: [Tag] = []
    public var relatedInformation: [RelatedInformation] = []

    public init(range: Range, severity: Severity, code: String, source: String, message: String) {
      self.range = range
      self.severity = severity
      self.code = code
      self.source = source
      self.message = message
    }
  }

  /// All findings of a document; they replace those that were published before.
  public struct PublishDiagnosticsParams: JSONObjectWritable, Sendable {
    public var uri: String
    public var version: Int?
    public var diagnostics: [Diagnostic]

    public init(uri: String, version: Int?, diagnostics: [Diagnostic]) {
      self.uri = uri
      self.version = version
      self.diagnostics = diagnostics
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("uri", uri)
      json.member("version", ifPresent: version)
      json.member("diagnostics", diagnostics)
    }
  }

  /// The document whose findings a client asks for, and those it has.
  public struct DocumentDiagnosticParams: Params {
    public var uri: String
    public var previousResultID: String?

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      previousResultID = json["previousResultId"]?.string
    }
  }

  /// The findings a client asked for, or word that they are the ones it has.
  public enum DocumentDiagnosticReport: JSONObjectWritable, Sendable {
    case full(resultID: String?, [Diagnostic])
    case unchanged(resultID: String)

    public func writeMembers(to json: inout JSONWriter) {
      switch self {
      case .full(let resultID, let diagnostics):
        json.member("kind", "full")
        json.member("resultId", ifPresent: resultID)
        json.member("items", diagnostics)
      case .unchanged(let resultID):
        json.member("kind", "unchanged")
        json.member("resultId", resultID)
      }
    }
  }
}

extension LSP.Diagnostic: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("severity", severity.rawValue)
    json.member("code", code)
    if let codeDescription { json.object("codeDescription") { json in json.member("href", codeDescription) } }
    json.member("source", source)
    if let markdown {
      json.member("message", LSP.MarkupContent(.markdown, markdown))
    } else {
      json.member("message", message)
    }
    if !tags.isEmpty { json.member("tags", tags.map(\.rawValue)) }
    if !relatedInformation.isEmpty { json.member("relatedInformation", relatedInformation) }
  }
}

extension LSP.Diagnostic.RelatedInformation: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("location", location)
    json.member("message", message)
  }
}
