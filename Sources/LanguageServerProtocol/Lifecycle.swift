public import JSON

extension LSP {
  /// What a client says of itself in the first request.
  public struct InitializeParams: Params {
    /// The process whose end is the server's; nil if there is none to watch.
    public var processID: Int32?
    /// The paths of the folders the client works on, from `workspaceFolders`, `rootUri` or `rootPath`, whichever comes
    /// first.
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

  /// The answer to `initialize`.
  ///
  /// - Parameter capabilities: What the server offers, in its order; what is not there is not offered.
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
  ///
  /// - Parameter verbose: What else there is to say, for a client that wants it.
  public static func logTraceParams(_ message: String, verbose: String?) -> Object {
    Object { json in
      json.member("message", message)
      json.member("verbose", ifPresent: verbose)
    }
  }
}

// MARK: - What the server offers

extension LSP {
  /// How a feature is offered of which there is one thing to say, such as that `resolveProvider` is false.
  public static func options(_ name: String, _ value: any JSONWritable & Sendable) -> Object {
    Object { json in json.member(name, value) }
  }

  /// That documents are followed, edit by edit.
  public static let textDocumentSyncOptions = Object { json in
    json.member("openClose", true)
    json.member("change", 2)
    json.member("save", true)
  }

  /// How completion is offered, with words that are asked for later.
  public static func completionOptions(triggers: [String]) -> Object {
    Object { json in
      json.member("triggerCharacters", triggers)
      json.member("resolveProvider", true)
    }
  }

  /// How code actions are offered to a client that knows of kinds.
  ///
  /// - Parameters:
  ///   - resolves: Whether edits are worked out when the client asks for them.
  ///   - documentation: What leads to words about a kind, each a ``codeActionDocumentation(kind:_:)``.
  public static func codeActionOptions(kinds: [String], resolves: Bool, documentation: [Object]) -> Object {
    Object { json in
      json.member("codeActionKinds", kinds)
      if resolves { json.member("resolveProvider", true) }
      if !documentation.isEmpty { json.member("documentation", documentation) }
    }
  }

  /// The characters behind which something is done while someone types.
  public static func onTypeFormattingOptions(triggers: [String]) -> Object {
    Object { json in
      json.member("firstTriggerCharacter", triggers.first ?? "")
      json.member("moreTriggerCharacter", Array(triggers.dropFirst()))
    }
  }

  /// How findings are offered to a client that asks for them.
  ///
  /// - Parameter workspace: Whether also those of files that are not open.
  public static func diagnosticOptions(workspace: Bool) -> Object {
    Object { json in
      json.member("identifier", "privacy-lsp")
      json.member("interFileDependencies", true)
      json.member("workspaceDiagnostics", workspace)
    }
  }

  /// That folders of the workspace may come and go.
  public static let workspaceFolderOptions = Object { json in
    json.object("workspaceFolders") { json in
      json.member("supported", true)
      json.member("changeNotifications", true)
    }
  }
}
