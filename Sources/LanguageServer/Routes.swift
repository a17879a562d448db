import EditorFeatures
import JSON
import LanguageServerProtocol

/// A method the server knows, how it is handled, and what it adds to the server's capabilities. The capabilities are
/// computed from this list, so that they and what is handled cannot disagree.
struct Route: Sendable {
  typealias Request = @Sendable (Server, JSONValue?) throws(LSP.ResponseError) -> any JSONWritable
  typealias Notification = @Sendable (Server, JSONValue?) throws(LSP.ResponseError) -> Void
  typealias Offer = @Sendable (inout LSP.ServerCapabilities, LSP.ClientCapabilities) -> Void

  private enum Handler: Sendable {
    case request(Request), notification(Notification)
  }

  private let method: String
  private let handler: Handler
  private let offer: Offer

  static let onTypeFormattingTriggers = [">", "/"]

  private static let all: [Route] = [
    .request("initialize") { (server, params) throws(LSP.ResponseError) in try server.initialize(params) },
    .notification("initialized") { $0.initialized($1) },
    .request("shutdown") { $0.shutDown($1) },
    .notification("exit") { $0.exit($1) },

    .notification("textDocument/didOpen", offers: { offers, _ in offers.textDocumentSync = true }) { $0.didOpen($1) },
    .notification("textDocument/didChange") { $0.didChange($1) },
    .notification("textDocument/didSave") { $0.didSave($1) },
    .notification("textDocument/didClose") { $0.didClose($1) },

    .request(
      "textDocument/diagnostic", offers: { offers, client in offers.diagnosticProvider = client.diagnostic }
    ) { $0.pullDiagnostics($1) },
    .request(
      "workspace/diagnostic",
      offers: { offers, client in offers.workspaceDiagnostics = client.diagnostic }
    ) { (server, params) throws(LSP.ResponseError) in try server.pullWorkspaceDiagnostics(params) },
    .request("workspace/symbol", offers: { offers, _ in offers.workspaceSymbolProvider = true }) {
      (server, params) throws(LSP.ResponseError) in try server.findWorkspaceSymbols(params)
    },
    .request(
      "textDocument/completion", offers: { offers, _ in offers.completionTriggerCharacters = ["<", ">", "/", "\""] }
    ) {
      $0.completion($1)
    },
    .request("completionItem/resolve", offers: { offers, _ in offers.completionResolveProvider = true }) {
      $0.resolveCompletion($1)
    },
    .request("textDocument/hover", offers: { offers, _ in offers.hoverProvider = true }) { $0.hover($1) },
    .request("textDocument/documentSymbol", offers: { offers, _ in offers.documentSymbolProvider = true }) {
      $0.documentSymbols($1)
    },
    .request("textDocument/foldingRange", offers: { offers, _ in offers.foldingRangeProvider = true }) {
      $0.foldingRanges($1)
    },
    .request("textDocument/selectionRange", offers: { offers, _ in offers.selectionRangeProvider = true }) {
      $0.selectionRanges($1)
    },
    .request("textDocument/documentHighlight", offers: { offers, _ in offers.documentHighlightProvider = true }) {
      $0.documentHighlights($1)
    },
    .request("textDocument/definition", offers: { offers, _ in offers.definitionProvider = true }) {
      $0.definition($1)
    },
    .request("textDocument/references", offers: { offers, _ in offers.referencesProvider = true }) {
      $0.references($1)
    },
    .request(
      "textDocument/rename",
      offers: { offers, client in offers.renameProvider = client.prepareSupport ? .prepared : .offered }
    ) { (server, params) throws(LSP.ResponseError) in try server.rename(params) },
    .request("textDocument/prepareRename") { $0.prepareRename($1) },
    // In Markdown the hover has the same links.
    .request(
      "textDocument/documentLink",
      offers: { offers, client in offers.documentLinkProvider = client.hoverContentFormat.first != .markdown }
    ) { $0.documentLinks($1) },
    .request("textDocument/linkedEditingRange", offers: { offers, _ in offers.linkedEditingRangeProvider = true }) {
      $0.linkedEditingRanges($1)
    },
    .request(
      "textDocument/codeAction",
      offers: { offers, client in
        offers.codeActionProvider =
          client.codeActionLiteralSupport ? .ofKinds(CodeAction.Kind.allCases.map(\.rawValue)) : .offered
        if Command.isOffered(Command.showActionDocumentation, to: client) {
          offers.codeActionDocumentation = CodeAction.Kind.allCases.map(Conversion.documentation)
        }
      }
    ) { $0.codeActions($1) },
    .request("textDocument/inlayHint", offers: { offers, _ in offers.inlayHintProvider = true }) { $0.inlayHints($1) },
    .request(
      "inlayHint/resolve",
      offers: { offers, client in offers.inlayHintResolveProvider = client.inlayHintResolveSupport }
    ) { $0.resolveInlayHint($1) },
    .request(
      "textDocument/semanticTokens/full",
      offers: { offers, client in offers.semanticTokensProvider = Conversion.semanticTokensOptions(for: client) }
    ) { $0.semanticTokens($1) },
    .request("textDocument/semanticTokens/full/delta") { $0.semanticTokensDelta($1) },
    .request("textDocument/semanticTokens/range") { $0.semanticTokensInRange($1) },
    // These three are registered for the files that are formatted where a client can be told, see `register()`.
    .request(
      "textDocument/formatting",
      offers: { offers, client in offers.documentFormattingProvider = !client.formattingDynamicRegistration }
    ) { $0.format($1) },
    .request(
      "textDocument/rangeFormatting",
      offers: { offers, client in
        if client.rangeFormattingDynamicRegistration { return }
        offers.documentRangeFormattingProvider = client.rangesSupport ? .many : .one
      }
    ) { $0.formatRange($1) },
    .request("textDocument/rangesFormatting") { $0.formatRanges($1) },
    .request(
      "textDocument/onTypeFormatting",
      offers: { offers, client in
        if client.onTypeFormattingDynamicRegistration { return }
        offers.documentOnTypeFormattingTriggers = onTypeFormattingTriggers
      }
    ) { $0.formatOnType($1) },
    .request("textDocument/codeLens", offers: { offers, _ in offers.codeLensProvider = true }) { $0.codeLenses($1) },
    .request(
      "codeAction/resolve",
      offers: { offers, client in offers.codeActionResolveProvider = client.codeActionResolveSupport }
    ) { (server, action) throws(LSP.ResponseError) in try server.resolveCodeAction(action) },
    .request(
      "workspace/executeCommand",
      offers: { offers, client in offers.executeCommandProvider = Command.offered(to: client).map(\.name) }
    ) { (server, params) throws(LSP.ResponseError) in try server.executeCommand(params) },

    .notification("$/setTrace") { $0.setTrace($1) },
    .notification("window/workDoneProgress/cancel") { $0.cancelProgress($1) },
    .notification("workspace/didChangeConfiguration") { $0.didChangeConfiguration($1) },
    .notification(
      "workspace/didChangeWorkspaceFolders",
      offers: { offers, client in offers.workspaceFolders = client.workspaceFolders }
    ) { $0.didChangeWorkspaceFolders($1) },
    .notification("workspace/didChangeWatchedFiles") { $0.didChangeWatchedFiles($1) },
  ]

  /// In the order of their methods. A dictionary would have the runtime search all conformances of the program when it is
  /// made, which is a tenth of the time to the answer to `initialize`.
  private static let sorted = all.sorted { $0.method < $1.method }

  private static func route(_ method: String) -> Route? {
    var (lower, upper) = (0, sorted.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if sorted[middle].method < method { lower = middle + 1 } else { upper = middle }
    }
    return lower < sorted.count && sorted[lower].method == method ? sorted[lower] : nil
  }

  /// What handles a request; nil if there is no such request.
  static func request(_ method: String) -> Request? {
    if case .request(let handle)? = route(method)?.handler { handle } else { nil }
  }

  /// What handles a notification; nil if there is no such notification.
  static func notification(_ method: String) -> Notification? {
    if case .notification(let handle)? = route(method)?.handler { handle } else { nil }
  }

  /// Whether a method is handled.
  static func knows(_ method: String) -> Bool { route(method) != nil }

  /// What the server offers to this client.
  static func capabilities(for client: LSP.ClientCapabilities) -> LSP.ServerCapabilities {
    var capabilities = LSP.ServerCapabilities()
    for route in all { route.offer(&capabilities, client) }
    return capabilities
  }

  private static func request<Params: LSP.Params>(
    _ method: String, offers: @escaping Offer = { _, _ in },
    _ body: @escaping @Sendable (Server, Params) throws(LSP.ResponseError) -> any JSONWritable
  ) -> Route {
    let handle: Request = { (server, json) throws(LSP.ResponseError) in try body(server, try read(json)) }
    return Route(method: method, handler: .request(handle), offer: offers)
  }

  private static func notification<Params: LSP.Params>(
    _ method: String, offers: @escaping Offer = { _, _ in },
    _ body: @escaping @Sendable (Server, Params) throws(LSP.ResponseError) -> Void
  ) -> Route {
    let handle: Notification = { (server, json) throws(LSP.ResponseError) in try body(server, try read(json)) }
    return Route(method: method, handler: .notification(handle), offer: offers)
  }

  /// Messages without parameters read as an empty object, whose missing members then say what is wrong.
  private static func read<Params: LSP.Params>(_ json: JSONValue?) throws(LSP.ResponseError) -> Params {
    if let json {
      guard json.kind == .object || json.kind == .array else {
        throw LSP.ResponseError(.invalidParams, "The parameters must be an object")
      }
      return try Params(json)
    }
    guard let empty = try? JSONDocument.parse(Array("{}".utf8)) else {
      throw LSP.ResponseError(.invalidParams, "The parameters are missing")
    }
    return try Params(empty.root)
  }
}
