public import JSON

extension LSP {
  /// What names a piece of work whose progress is told.
  public typealias ProgressToken = RequestID

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
  public struct WorkspaceDocumentDiagnosticReport: JSONObjectWritable, Sendable {
    public var uri: String
    /// The version of an open document.
    public var version: Int?
    public var report: DocumentDiagnosticReport

    public init(uri: String, version: Int?, _ report: DocumentDiagnosticReport) {
      self.uri = uri
      self.version = version
      self.report = report
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("uri", uri)
      json.name("version")
      if let version { json.int(version) } else { json.null() }
      report.writeMembers(to: &json)
    }
  }

  /// The findings of the documents of a workspace, or some of them.
  public struct WorkspaceDiagnosticReport: JSONWritable, Sendable {
    public var items: [WorkspaceDocumentDiagnosticReport]

    public init(_ items: [WorkspaceDocumentDiagnosticReport]) {
      self.items = items
    }

    public func write(to json: inout JSONWriter) {
      json.object { json in json.member("items", items) }
    }
  }
}
