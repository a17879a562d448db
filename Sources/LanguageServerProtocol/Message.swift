public import JSON

extension LSP {
  /// The id of a request.
  public enum RequestID: JSONWritable, Hashable, Sendable {
    case number(Int)
    case string(String)

    /// Nil if the id is neither an integer nor a string.
    public init?(_ json: JSONValue) {
      if let number = json.int {
        self = .number(number)
      } else if let string = json.string {
        self = .string(string)
      } else {
        return nil
      }
    }

    public func write(to json: inout JSONWriter) {
      switch self {
      case .number(let number): json.int(number)
      case .string(let string): json.string(string)
      }
    }
  }

  /// A message from a client.
  public enum Message: Sendable {
    case request(RequestID, method: String, params: JSONValue?)
    case notification(method: String, params: JSONValue?)
    /// A response to a request from the server.
    case response(RequestID?, Answer)

    public enum Answer: Sendable {
      case result(JSONValue)
      case error
      /// Neither a result nor an error. Some clients omit a null result; from others, such a message is invalid.
      case nothing
    }

    /// Reads the body of a frame.
    ///
    /// - Throws: ``Fault``, which the server responds with.
    public init(_ body: [UInt8]) throws(Fault) {
      let root: JSONValue
      do throws(JSONError) {
        root = try JSONDocument.parse(body).root
      } catch {
        throw Fault(ResponseError(.parseError, "\(error.message) (byte \(error.offset))"))
      }
      guard root.kind == .object else {
        throw Fault(
          ResponseError(.invalidRequest, root.kind == .array ? "Batches are not supported" : "A message is an object"))
      }
      let id = root["id"]
      let requestID = id.flatMap { RequestID($0) }
      if let version = root["jsonrpc"], !version.isString("2.0") {
        throw Fault(ResponseError(.invalidRequest, "“jsonrpc” must be \"2.0\""), id: requestID)
      }
      let params = root["params"].flatMap { $0.isNull ? nil : $0 }
      switch (root["method"], id) {
      case (let method?, let id):
        guard let method = method.string else {
          throw Fault(ResponseError(.invalidRequest, "“method” must be a string"), id: requestID)
        }
        guard id != nil else {
          self = .notification(method: method, params: params)
          return
        }
        guard let requestID else { throw Fault(ResponseError(.invalidRequest, "“id” must be an integer or a string")) }
        self = .request(requestID, method: method, params: params)
      case (nil, .some) where root["result"] != nil || root["error"] != nil:
        let isError = root["error"].map { !$0.isNull } ?? false
        self = .response(requestID, isError ? .error : root["result"].map(Answer.result) ?? .nothing)
      case (nil, .some) where requestID != nil:
        self = .response(requestID, .nothing)
      default:
        throw Fault(ResponseError(.invalidRequest, "The message has no “method”"))
      }
    }

    /// An invalid message, and the id to respond to.
    public struct Fault: Error, Hashable, Sendable {
      public var error: ResponseError
      public var id: RequestID?

      public init(_ error: ResponseError, id: RequestID? = nil) {
        self.error = error
        self.id = id
      }
    }
  }
}

// MARK: - Messages to the client

extension LSP {
  /// A message with its header, ready to send.
  public enum Frame {
    /// A successful response.
    public static func result(_ id: RequestID, _ result: any JSONWritable) -> [UInt8] {
      frame { json in
        json.member("id", id)
        json.member("result", result)
      }
    }

    /// An error response to a request or an invalid message.
    public static func error(_ id: RequestID?, _ error: ResponseError) -> [UInt8] {
      frame { json in
        json.member("id", id)
        json.member("error", error)
      }
    }

    public static func request(_ id: RequestID, _ method: String, _ params: (any JSONWritable)?) -> [UInt8] {
      frame { json in
        json.member("id", id)
        json.member("method", method)
        if let params { json.member("params", params) }
      }
    }

    public static func notification(_ method: String, _ params: any JSONWritable) -> [UInt8] {
      frame { json in
        json.member("method", method)
        json.member("params", params)
      }
    }

    private static func frame(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
      var json = JSONWriter()
      // Enough for most messages.
      json.reserveCapacity(1024)
      json.object { json in
        json.member("jsonrpc", "2.0")
        members(&json)
      }
      let body = json.bytes
      var frame: [UInt8] = []
      frame.reserveCapacity(body.count + 32)
      frame.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
      frame.append(contentsOf: body)
      return frame
    }
  }
}
