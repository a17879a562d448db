public import JSON

extension LSP {
  /// How bad a finding is.
  public enum DiagnosticSeverity: Int, Sendable {
    case error = 1
    case warning, information, hint
  }

  /// How what a finding is about may be shown in the text.
  public enum DiagnosticTag: Int, Sendable {
    case unnecessary = 1
    case deprecated
  }

  /// A finding as a client shows it.
  ///
  /// - Parameters:
  ///   - codeDescription: The page behind the code.
  ///   - message: A string, or a ``markupContent(_:_:)`` for a client that takes it.
  ///   - relatedInformation: Each a ``relatedInformation(_:_:)``.
  public static func diagnostic(
    range: Range, _ severity: DiagnosticSeverity, code: String, codeDescription: String?, source: String,
    message: any JSONWritable & Sendable, tags: [DiagnosticTag], relatedInformation: [Object]
  ) -> Object {
    Object { json in
      json.member("range", range)
      json.member("severity", severity.rawValue)
      json.member("code", code)
      if let codeDescription { json.object("codeDescription") { json in json.member("href", codeDescription) } }
      json.member("source", source)
      json.member("message", message)
      if !tags.isEmpty { json.member("tags", tags.map(\.rawValue)) }
      if !relatedInformation.isEmpty { json.member("relatedInformation", relatedInformation) }
    }
  }

  /// Another place that explains a finding.
  public static func relatedInformation(_ location: Location, _ message: String) -> Object {
    Object { json in
      json.member("location", location)
      json.member("message", message)
    }
  }

  /// All findings of a document; they replace those that were published before.
  public static func publishDiagnosticsParams(uri: String, version: Int?, _ diagnostics: [Object]) -> Object {
    Object { json in
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
    case full(resultID: String?, [Object])
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

  // MARK: - Of the workspace

  /// The findings of all documents that a client asks for, and those it has.
  public struct WorkspaceDiagnosticParams: Params {
    /// From the URI of a document to the id of the findings that the client has.
    public var previousResultIDs: [String: String] = [:]
    /// Under which the results may be sent as they are made; nil if they are wanted at once.
    public var partialResultToken: ProgressToken?
    public var workDoneToken: ProgressToken?

    public init(_ json: JSONValue) {
      for previous in json["previousResultIds"]?.array ?? [] {
        guard let uri = previous["uri"]?.string, let id = previous["value"]?.string else { continue }
        previousResultIDs[uri] = id
      }
      partialResultToken = json["partialResultToken"].flatMap { ProgressToken($0) }
      workDoneToken = json["workDoneToken"].flatMap { ProgressToken($0) }
    }
  }

  /// The findings of one document among those of a workspace.
  ///
  /// - Parameter version: That of an open document.
  public static func workspaceDocumentDiagnosticReport(
    uri: String, version: Int?, _ report: DocumentDiagnosticReport
  ) -> Object {
    Object { json in
      json.member("uri", uri)
      json.member("version", version)
      report.writeMembers(to: &json)
    }
  }

  /// The findings of the documents of a workspace, or some of them.
  public static func workspaceDiagnosticReport(_ items: [Object]) -> Object {
    Object { json in json.member("items", items) }
  }
}
