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
    positionEncoding: String, capabilities: [(name: String, value: any JSONWritable & Sendable)], name: String,
    version: String
  ) -> Object {
    Object { json in
      json.object("capabilities") { json in
        json.member("positionEncoding", positionEncoding)
        for capability in capabilities { json.member(capability.name, capability.value) }
      }
      json.object("serverInfo") { json in
        json.member("name", name)
        json.member("version", version)
      }
    }
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
    Object { json in
      json.member("message", message)
      json.member("verbose", ifPresent: verbose)
    }
  }
}

// MARK: - Server capabilities

extension LSP {
  /// Options with a single member, such as `resolveProvider`.
  public static func options(_ name: String, _ value: any JSONWritable & Sendable) -> Object {
    Object { json in json.member(name, value) }
  }

  /// The server tracks open documents with incremental changes.
  public static let textDocumentSyncOptions = Object { json in
    json.member("openClose", true)
    json.member("change", 2)
    json.member("save", true)
  }

  /// The options for completion, whose documentation is resolved later.
  public static func completionOptions(triggers: [String]) -> Object {
    Object { json in
      json.member("triggerCharacters", triggers)
      json.member("resolveProvider", true)
    }
  }

  /// The options for code actions, for a client that supports kinds.
  ///
  /// - Parameters:
  ///   - resolves: Whether edits are computed when the client resolves an action.
  ///   - documentation: Each a ``codeActionDocumentation(kind:_:)``.
  public static func codeActionOptions(kinds: [String], resolves: Bool, documentation: [Object]) -> Object {
    Object { json in
      json.member("codeActionKinds", kinds)
      if resolves { json.member("resolveProvider", true) }
      if !documentation.isEmpty { json.member("documentation", documentation) }
    }
  }

  /// The characters that trigger formatting while someone types.
  public static func onTypeFormattingOptions(triggers: [String]) -> Object {
    Object { json in
      json.member("firstTriggerCharacter", triggers.first ?? "")
      json.member("moreTriggerCharacter", Array(triggers.dropFirst()))
    }
  }

  /// The options for diagnostics that a client pulls.
  ///
  /// - Parameter workspace: Whether the server also offers workspace diagnostics.
  public static func diagnosticOptions(workspace: Bool) -> Object {
    Object { json in
      json.member("identifier", "privacy-lsp")
      json.member("interFileDependencies", true)
      json.member("workspaceDiagnostics", workspace)
    }
  }

  /// The server tracks changes of workspace folders.
  public static let workspaceFolderOptions = Object { json in
    json.object("workspaceFolders") { json in
      json.member("supported", true)
      json.member("changeNotifications", true)
    }
  }
}
