public import JSON

extension LSP {
  /// The text that names of symbols are compared with.
  public struct WorkspaceSymbolParams: Params {
    public var query: String
    public var workDoneToken: ProgressToken?

    public init(_ json: JSONValue) throws(ResponseError) {
      query = try json.requiredString("query")
      workDoneToken = json["workDoneToken"].flatMap { ProgressToken($0) }
    }
  }
}
