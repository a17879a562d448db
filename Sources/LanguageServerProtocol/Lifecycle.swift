public import JSON

extension LSP {
  /// What a client says of itself in the first request.
  public struct InitializeParams: Params {
    /// The process whose end is the server's; nil if there is none to watch.
    public var processID: Int32?
    /// The folders the client works on, from `workspaceFolders`, `rootUri` or `rootPath`, whichever comes first.
    public var folders: [WorkspaceFolder]
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
      let uris = json["workspaceFolders"]?.array?.compactMap { $0["uri"]?.string } ?? []
      if !uris.isEmpty {
        folders = uris.map(WorkspaceFolder.init(uri:))
      } else if let uri = json["rootUri"]?.string {
        folders = [WorkspaceFolder(uri: uri)]
      } else if let path = json["rootPath"]?.string {
        folders = [WorkspaceFolder(path: path)]
      } else {
        folders = []
      }
    }
  }

  /// A folder the client works on, by its URI or, from old clients, by its path.
  public struct WorkspaceFolder: Hashable, Sendable {
    public var uri: String?
    public var path: String?

    public init(uri: String) { self.uri = uri }

    public init(path: String) { self.path = path }
  }

  /// The answer to `initialize`.
  public struct InitializeResult: JSONObjectWritable, Sendable {
    public var capabilities: ServerCapabilities
    public var name: String
    public var version: String

    public init(capabilities: ServerCapabilities, name: String, version: String) {
      self.capabilities = capabilities
      self.name = name
      self.version = version
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("capabilities", capabilities)
      json.object("serverInfo") { json in
        json.member("name", name)
        json.member("version", version)
      }
    }
  }

  /// Which request a client takes back.
  public struct CancelParams: Params {
    public var id: RequestID?

    public init(_ json: JSONValue) {
      id = json["id"].flatMap { RequestID($0) }
    }
  }

  /// What the server offers; everything that is not set is not offered.
  public struct ServerCapabilities: Sendable {
    public var positionEncoding = "utf-16"
    public var textDocumentSync = false
    /// Nil if there is no completion.
    public var completionTriggerCharacters: [String]?
    public var completionResolveProvider = false
    public var hoverProvider = false
    public var documentSymbolProvider = false
    public var foldingRangeProvider = false
    public var selectionRangeProvider = false
    public var documentHighlightProvider = false
    public var definitionProvider = false
    public var referencesProvider = false
    /// Nil if nothing is named anew.
    public var renameProvider: Renames?
    public var documentLinkProvider = false
    public var linkedEditingRangeProvider = false
    /// Nil if there are no code actions.
    public var codeActionProvider: CodeActions?
    /// Whether edits of code actions are worked out when the client asks for them.
    public var codeActionResolveProvider = false
    public var codeActionDocumentation: [CodeActionDocumentation] = []
    public var inlayHintProvider = false
    public var inlayHintResolveProvider = false
    /// Nil if there are no semantic tokens.
    public var semanticTokensProvider: SemanticTokensOptions?
    public var documentFormattingProvider = false
    /// Nil if no single ranges are formatted.
    public var documentRangeFormattingProvider: RangeFormatting?
    /// Nil if nothing is done while someone types.
    public var documentOnTypeFormattingTriggers: [String]?
    public var diagnosticProvider = false
    public var codeLensProvider = false
    public var workspaceDiagnostics = false
    public var workspaceSymbolProvider = false
    public var executeCommandProvider: [String] = []
    public var workspaceFolders = false

    public enum CodeActions: Hashable, Sendable {
      case offered
      /// With the kinds there are, for clients that know of kinds.
      case ofKinds([String])
    }

    public enum Renames: Hashable, Sendable {
      case offered
      /// A client may ask first what would be named anew.
      case prepared
    }

    public enum RangeFormatting: Hashable, Sendable {
      case one
      /// Also many at once, for clients that know of that.
      case many
    }

    public init() {}
  }
}

extension LSP.ServerCapabilities: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("positionEncoding", positionEncoding)
    if textDocumentSync {
      json.object("textDocumentSync") { json in
        json.member("openClose", true)
        json.member("change", 2)
        json.member("save", true)
      }
    }
    if let completionTriggerCharacters {
      json.object("completionProvider") { json in
        json.member("triggerCharacters", completionTriggerCharacters)
        json.member("resolveProvider", completionResolveProvider)
      }
    }
    if hoverProvider { json.member("hoverProvider", true) }
    if documentSymbolProvider { json.member("documentSymbolProvider", true) }
    if foldingRangeProvider { json.member("foldingRangeProvider", true) }
    if selectionRangeProvider { json.member("selectionRangeProvider", true) }
    if documentHighlightProvider { json.member("documentHighlightProvider", true) }
    if definitionProvider { json.member("definitionProvider", true) }
    if referencesProvider { json.member("referencesProvider", true) }
    switch renameProvider {
    case .offered: json.member("renameProvider", true)
    case .prepared: json.object("renameProvider") { json in json.member("prepareProvider", true) }
    case nil: break
    }
    if documentLinkProvider { json.object("documentLinkProvider") { json in json.member("resolveProvider", false) } }
    if linkedEditingRangeProvider { json.member("linkedEditingRangeProvider", true) }
    switch codeActionProvider {
    case .offered: json.member("codeActionProvider", true)
    case .ofKinds(let kinds):
      json.object("codeActionProvider") { json in
        json.member("codeActionKinds", kinds)
        if codeActionResolveProvider { json.member("resolveProvider", true) }
        if !codeActionDocumentation.isEmpty { json.member("documentation", codeActionDocumentation) }
      }
    case nil: break
    }
    if inlayHintProvider {
      json.object("inlayHintProvider") { json in json.member("resolveProvider", inlayHintResolveProvider) }
    }
    json.member("semanticTokensProvider", ifPresent: semanticTokensProvider)
    if documentFormattingProvider { json.member("documentFormattingProvider", true) }
    switch documentRangeFormattingProvider {
    case .one: json.member("documentRangeFormattingProvider", true)
    case .many: json.object("documentRangeFormattingProvider") { json in json.member("rangesSupport", true) }
    case nil: break
    }
    if let first = documentOnTypeFormattingTriggers?.first {
      json.object("documentOnTypeFormattingProvider") { json in
        json.member("firstTriggerCharacter", first)
        json.member("moreTriggerCharacter", Array((documentOnTypeFormattingTriggers ?? []).dropFirst()))
      }
    }
    if diagnosticProvider {
      json.object("diagnosticProvider") { json in
        json.member("identifier", "privacy-lsp")
        json.member("interFileDependencies", true)
        json.member("workspaceDiagnostics", workspaceDiagnostics)
      }
    }
    if codeLensProvider { json.object("codeLensProvider") { json in json.member("resolveProvider", false) } }
    if workspaceSymbolProvider { json.member("workspaceSymbolProvider", true) }
    if !executeCommandProvider.isEmpty {
      json.object("executeCommandProvider") { json in json.member("commands", executeCommandProvider) }
    }
    if workspaceFolders {
      json.object("workspace") { json in
        json.object("workspaceFolders") { json in
          json.member("supported", true)
          json.member("changeNotifications", true)
        }
      }
    }
  }
}
