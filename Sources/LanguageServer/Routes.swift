import EditorFeatures
import JSON
import LanguageServerProtocol

/// A method that the server handles, and the capability it adds. The capabilities are computed from this list, so that
/// they always match what is handled.
struct Route: Sendable {
  /// Handles a message; the result for a notification is ignored.
  typealias Handler = @Sendable (Server, JSONValue?) throws(LSP.ResponseError) -> any JSONWritable
  /// The options of a capability; nil if it isn’t offered to the client.
  typealias Offer = @Sendable (Server) -> LSP.Object.Member?

  private let method: String
  private let isRequest: Bool
  private let handle: Handler
  private let capability: String?
  private let offer: Offer

  static let onTypeFormattingTriggers = [">", "/"]

  /// In the order in which capabilities are written. An array: to create a dictionary, the runtime would search all
  /// conformances of the program, a tenth of the time until the response to `initialize`.
  private static let all: [Route] = [
    .request("initialize", Server.initialize),
    .notification("initialized", Server.initialized),
    .request("shutdown", Server.shutDown),
    .notification("exit", Server.exit),

    .notification("textDocument/didOpen", Server.didOpen, offers: "textDocumentSync") { _ in
      // Changes are incremental.
      ["openClose": true, "change": 2, "save": true] as LSP.Object
    },
    .notification("textDocument/didChange", Server.didChange),
    .notification("textDocument/didSave", Server.didSave),
    .notification("textDocument/didClose", Server.didClose),

    .request("textDocument/completion", Server.completion, offers: "completionProvider") { _ in
      ["triggerCharacters": ["<", ">", "/", "\""], "resolveProvider": true] as LSP.Object
    },
    .request("completionItem/resolve", Server.resolveCompletion),
    .request("textDocument/hover", Server.hover, offers: "hoverProvider"),
    .request("textDocument/documentSymbol", Server.documentSymbols, offers: "documentSymbolProvider"),
    .request("textDocument/foldingRange", Server.foldingRanges, offers: "foldingRangeProvider"),
    .request("textDocument/selectionRange", Server.selectionRanges, offers: "selectionRangeProvider"),
    .request("textDocument/documentHighlight", Server.documentHighlights, offers: "documentHighlightProvider"),
    .request("textDocument/definition", Server.definition, offers: "definitionProvider"),
    .request("textDocument/references", Server.references, offers: "referencesProvider"),
    .request("textDocument/rename", Server.rename, offers: "renameProvider") {
      $0.client.prepareSupport ? LSP.options("prepareProvider", true) : true
    },
    .request("textDocument/prepareRename", Server.prepareRename),
    // In Markdown, the hover has the same links.
    .request("textDocument/documentLink", Server.documentLinks, offers: "documentLinkProvider") {
      $0.client.hoverContentFormat.first == .markdown ? nil : LSP.options("resolveProvider", false)
    },
    .request("textDocument/linkedEditingRange", Server.linkedEditingRanges, offers: "linkedEditingRangeProvider"),
    .request("textDocument/codeAction", Server.codeActions, offers: "codeActionProvider") { server in
      guard server.client.codeActionLiteralSupport else { return true }
      let kinds = CodeAction.Kind.allCases
      let isDocumented = Command.offered(to: server.client).contains { $0.name == Command.showActionDocumentation }
      return [
        "codeActionKinds": kinds.map(\.rawValue),
        "resolveProvider": server.client.codeActionResolveSupport ? true : nil,
        "documentation": isDocumented ? kinds.map(Conversion.documentation) : nil,
      ] as LSP.Object
    },
    .request("codeAction/resolve", Server.resolveCodeAction),
    .request("textDocument/inlayHint", Server.inlayHints, offers: "inlayHintProvider") {
      LSP.options("resolveProvider", $0.client.inlayHintResolveSupport)
    },
    .request("inlayHint/resolve", Server.resolveInlayHint),
    .request("textDocument/semanticTokens/full", Server.semanticTokens, offers: "semanticTokensProvider") {
      Conversion.semanticTokensOptions(for: $0.client)
    },
    .request("textDocument/semanticTokens/full/delta", Server.semanticTokensDelta),
    .request("textDocument/semanticTokens/range", Server.semanticTokensInRange),
    // With dynamic registration, these three are registered only for the kinds that can be formatted, see `register()`.
    .request("textDocument/formatting", Server.format(_:), offers: "documentFormattingProvider") {
      $0.client.formattingDynamicRegistration ? nil : true
    },
    .request("textDocument/rangeFormatting", Server.formatRange, offers: "documentRangeFormattingProvider") {
      if $0.client.rangeFormattingDynamicRegistration { return nil }
      return $0.client.rangesSupport ? LSP.options("rangesSupport", true) : true
    },
    .request("textDocument/rangesFormatting", Server.formatRanges),
    .request("textDocument/onTypeFormatting", Server.formatOnType, offers: "documentOnTypeFormattingProvider") {
      $0.client.onTypeFormattingDynamicRegistration
        ? nil : LSP.onTypeFormattingOptions(triggers: onTypeFormattingTriggers)
    },
    .request("textDocument/diagnostic", Server.pullDiagnostics, offers: "diagnosticProvider") {
      guard $0.client.diagnostic else { return nil }
      let offersWorkspace = $0.settings.workspaceDiagnostics != false
      return [
        "identifier": "privacy-lsp", "interFileDependencies": true, "workspaceDiagnostics": offersWorkspace,
      ] as LSP.Object
    },
    .request("workspace/diagnostic", Server.pullWorkspaceDiagnostics),
    .request("textDocument/codeLens", Server.codeLenses, offers: "codeLensProvider") { _ in
      LSP.options("resolveProvider", false)
    },
    .request("workspace/symbol", Server.findWorkspaceSymbols, offers: "workspaceSymbolProvider"),
    .request("workspace/executeCommand", Server.executeCommand, offers: "executeCommandProvider") {
      let names = Command.offered(to: $0.client).map(\.name)
      return names.isEmpty ? nil : LSP.options("commands", names)
    },

    .notification("$/setTrace", Server.setTrace),
    .notification("window/workDoneProgress/cancel", Server.cancelProgress),
    .notification("workspace/didChangeConfiguration", Server.didChangeConfiguration),
    .notification("workspace/didChangeWorkspaceFolders", Server.didChangeWorkspaceFolders, offers: "workspace") {
      let folders: LSP.Object = ["supported": true, "changeNotifications": true]
      return $0.client.workspaceFolders ? ["workspaceFolders": folders] as LSP.Object : nil
    },
    .notification("workspace/didChangeWatchedFiles", Server.didChangeWatchedFiles),
  ]

  /// The handler of a request or notification; nil if the method is unknown.
  static func handler(of method: String, isRequest: Bool) -> Handler? {
    all.first { $0.method == method && $0.isRequest == isRequest }?.handle
  }

  /// Whether a method is known.
  static func knows(_ method: String) -> Bool { all.contains { $0.method == method } }

  /// The capabilities of a server for its client.
  static func capabilities(of server: Server) -> [(String, LSP.Object.Member?)] {
    all.compactMap { route in
      route.capability.flatMap { name in route.offer(server).map { (name, $0) } }
    }
  }

  private static func request<Params: LSP.Params>(
    _ method: String,
    _ body: @escaping @Sendable (Server) -> (Params) throws(LSP.ResponseError) -> any JSONWritable,
    offers capability: String? = nil, _ offer: @escaping Offer = { _ in true }
  ) -> Route {
    let handle: Handler = { (server, json) throws(LSP.ResponseError) in try body(server)(try read(json)) }
    return Route(method: method, isRequest: true, handle: handle, capability: capability, offer: offer)
  }

  private static func notification<Params: LSP.Params>(
    _ method: String, _ body: @escaping @Sendable (Server) -> (Params) -> Void,
    offers capability: String? = nil, _ offer: @escaping Offer = { _ in true }
  ) -> Route {
    let handle: Handler = { (server, json) throws(LSP.ResponseError) in
      body(server)(try read(json))
      return LSP.Null()
    }
    return Route(method: method, isRequest: false, handle: handle, capability: capability, offer: offer)
  }

  /// Missing parameters read as an empty object, so that the error names the first missing member.
  private static func read<Params: LSP.Params>(_ json: JSONValue?) throws(LSP.ResponseError) -> Params {
    guard let json = json ?? (try? JSONDocument.parse(Array("{}".utf8)))?.root,
      json.kind == .object || json.kind == .array
    else { throw LSP.ResponseError(.invalidParams, "The parameters must be an object") }
    return try Params(json)
  }
}
