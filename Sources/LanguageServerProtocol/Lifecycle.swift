public import JSON

extension LSP {
  /// The parameters of `initialize`.
  public struct InitializeParams: Params {
    /// The parent process, with which the server exits; nil if there is none to watch.
    public var processID: Int32?
    /// The paths of the workspace folders, from `workspaceFolders`, `rootUri` or `rootPath`, whichever comes first.
    public var folders: [String]
    public var options: JSONValue?
    public var capabilities: ClientCapabilities
    public var trace = TraceValue.off

    public init(_ json: JSONValue) throws(ResponseError) {
      guard json.kind == .object else { throw ResponseError(.invalidParams, "The parameters must be an object") }
      processID = json["processId"]?.int.flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
      options = json.optional("initializationOptions")
      trace = json["trace"]?.string.flatMap(TraceValue.init(rawValue:)) ?? .off
      capabilities = ClientCapabilities(json["capabilities"])
      capabilities.correct(forClient: json["clientInfo"]?["name"]?.string)
      var uris = json["workspaceFolders"]?.array?.compactMap { $0["uri"]?.string } ?? []
      if let uri = json["rootUri"]?.string, uris.isEmpty { uris = [uri] }
      folders = uris.compactMap { DocumentURI($0).filePath }
      if uris.isEmpty, let path = json["rootPath"]?.string { folders = [path] }
    }
  }

  /// The result of `initialize`.
  ///
  /// - Parameter capabilities: The server’s capabilities, in order.
  public static func initializeResult(
    positionEncoding: String, capabilities: [(String, Object.Member?)], name: String, version: String
  ) -> Object {
    [
      "capabilities": Object([("positionEncoding", positionEncoding)] + capabilities),
      "serverInfo": ["name": name, "version": version] as Object,
    ]
  }

  /// How much a client wants to know about the server’s work.
  public enum TraceValue: String, Hashable, Sendable {
    case off, messages, verbose
  }

  /// The parameters of `$/setTrace`.
  public struct SetTraceParams: Params {
    public var value: TraceValue

    public init(_ json: JSONValue) throws(ResponseError) {
      guard let value = TraceValue(rawValue: try json.requiredString("value")) else {
        throw ResponseError(.invalidParams, "“value” must be off, messages or verbose")
      }
      self.value = value
    }
  }

  /// A line about the server’s work.
  ///
  /// - Parameter verbose: Details, for a client that wants them.
  public static func logTraceParams(_ message: String, verbose: String?) -> Object {
    ["message": message, "verbose": verbose]
  }
}

// MARK: - Server capabilities

extension LSP {
  /// Options with a single member, such as `resolveProvider`.
  public static func options(_ name: String, _ value: any JSONWritable & Sendable) -> Object {
    [name: value]
  }

  /// The characters that trigger formatting while someone types.
  public static func onTypeFormattingOptions(triggers: [String]) -> Object {
    ["firstTriggerCharacter": triggers.first ?? "", "moreTriggerCharacter": Array(triggers.dropFirst())]
  }
}
