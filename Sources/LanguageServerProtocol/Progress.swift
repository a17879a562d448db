public import JSON

extension LSP {
  /// Identifies a task whose progress is reported.
  public typealias ProgressToken = RequestID

  /// The progress of a task, or a partial result.
  public static func progressParams(_ token: ProgressToken, _ value: some JSONWritable & Sendable) -> Object {
    ["token": token, "value": value]
  }

  /// The progress of a task that the user can cancel.
  public enum WorkDoneProgress: JSONObjectWritable, Sendable {
    case begin(title: String, message: String, percentage: Int?)
    case report(message: String, percentage: Int?)
    case end(message: String)

    public func writeMembers(to json: inout JSONWriter) {
      let object: Object =
        switch self {
        case .begin(let title, let message, let percentage):
          ["kind": "begin", "title": title, "cancellable": true, "message": message, "percentage": percentage]
        case .report(let message, let percentage):
          ["kind": "report", "cancellable": true, "message": message, "percentage": percentage]
        case .end(let message): ["kind": "end", "message": message]
        }
      object.writeMembers(to: &json)
    }
  }

  /// Asks the client to show the progress of a task.
  public static func workDoneProgressCreateParams(_ token: ProgressToken) -> Object {
    ["token": token]
  }

  /// The task that the user cancels.
  public struct WorkDoneProgressCancelParams: Params {
    public var token: ProgressToken

    public init(_ json: JSONValue) throws(ResponseError) {
      guard let token = ProgressToken(try json.required("token")) else {
        throw ResponseError(.invalidParams, "“token” must be an integer or a string")
      }
      self.token = token
    }
  }
}
