public import JSON

extension LSP {
  /// The severity of a diagnostic.
  public enum DiagnosticSeverity: Int, Sendable {
    case error = 1
    case warning, information, hint
  }

  /// How a client may style the range of a diagnostic.
  public enum DiagnosticTag: Int, Sendable {
    case unnecessary = 1
    case deprecated
  }

  /// A diagnostic.
  ///
  /// - Parameters:
  ///   - codeDescription: The URL that the code links to.
  ///   - message: A string, or a ``markupContent(_:_:)`` for a client that supports it.
  ///   - relatedInformation: Other places that explain it.
  public static func diagnostic(
    range: Range, _ severity: DiagnosticSeverity, code: String, codeDescription: String?, source: String,
    message: any JSONWritable & Sendable, tags: [DiagnosticTag], relatedInformation: [Object]
  ) -> Object {
    [
      "range": range,
      "severity": severity.rawValue,
      "code": code,
      "codeDescription": codeDescription.map { ["href": $0] as Object },
      "source": source,
      "message": message,
      "tags": tags.isEmpty ? nil : tags.map(\.rawValue),
      "relatedInformation": relatedInformation.isEmpty ? nil : relatedInformation,
    ]
  }

  /// All diagnostics of a document. They replace those published before.
  public static func publishDiagnosticsParams(uri: String, version: Int?, _ diagnostics: [Object]) -> Object {
    ["uri": uri, "version": version, "diagnostics": diagnostics]
  }

  /// The document whose diagnostics a client requests.
  public struct DocumentDiagnosticParams: Params {
    public var uri: String
    public var previousResultID: String?

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      previousResultID = json["previousResultId"]?.string
    }
  }

  /// The diagnostics of a document, or that they haven’t changed.
  public enum DocumentDiagnosticReport: JSONObjectWritable, Sendable {
    case full(resultID: String?, [Object])
    case unchanged(resultID: String)

    fileprivate var object: Object {
      switch self {
      case .full(let resultID, let diagnostics): ["kind": "full", "resultId": resultID, "items": diagnostics]
      case .unchanged(let resultID): ["kind": "unchanged", "resultId": resultID]
      }
    }

    public func writeMembers(to json: inout JSONWriter) { object.writeMembers(to: &json) }
  }

  // MARK: - Workspace

  /// The parameters of a request for the diagnostics of the whole workspace.
  public struct WorkspaceDiagnosticParams: Params {
    /// The result ids that the client has, by URI.
    public var previousResultIDs: [String: String] = [:]
    /// The token for sending partial results; nil if the client wants everything in one response.
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

  /// The diagnostics of one document in a workspace report.
  ///
  /// - Parameter version: Nil for a document that isn’t open.
  public static func workspaceDocumentDiagnosticReport(
    uri: String, version: Int?, _ report: DocumentDiagnosticReport
  ) -> Object {
    ["uri": uri, "version": version ?? Null()] + report.object
  }

  /// The diagnostics of the documents of a workspace, or a part of them.
  public static func workspaceDiagnosticReport(_ items: [Object]) -> Object {
    ["items": items]
  }
}
