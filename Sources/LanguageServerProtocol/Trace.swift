public import JSON

extension LSP {
  /// How much of its work a client wants to be told of.
  public enum TraceValue: String, Hashable, Sendable {
    case off, messages, verbose
  }

  /// What a client wants to be told of from now on.
  public struct SetTraceParams: Params {
    public var value: TraceValue

    public init(_ json: JSONValue) throws(ResponseError) {
      guard let value = TraceValue(rawValue: try json.requiredString("value")) else {
        throw ResponseError(.invalidParams, "“value” must be off, messages or verbose")
      }
      self.value = value
    }
  }

  /// A line about the server's work.
  public struct LogTraceParams: JSONObjectWritable, Sendable {
    public var message: String
    /// What else there is to say, for a client that wants it.
    public var verbose: String?

    public init(message: String, verbose: String?) {
      self.message = message
      self.verbose = verbose
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("message", message)
      json.member("verbose", ifPresent: verbose)
    }
  }
}
