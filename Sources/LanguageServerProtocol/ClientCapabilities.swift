public import JSON

extension LSP {
  /// The capabilities of a client that the server uses. Anything missing or of the wrong type counts as not supported.
  public struct ClientCapabilities: Hashable, Sendable {
    /// Nil if the client doesn’t announce encodings.
    public var positionEncodings: [String]?

    // Workspace
    public var applyEdit = false
    public var documentChanges = false
    /// Whether edits of documents may have tab stops.
    public var snippetEditSupport = false
    /// Whether the client can ask the server to run a command.
    public var executeCommand = false
    /// Whether the client can open pages in the browser.
    public var showDocument = false
    public var configuration = false
    public var workspaceFolders = false
    public var didChangeConfigurationDynamicRegistration = false
    public var didChangeWatchedFilesDynamicRegistration = false
    /// Whether the patterns of watched files may be relative to a folder.
    public var relativePatternSupport = false
    public var diagnosticsRefreshSupport = false
    public var inlayHintRefreshSupport = false
    public var semanticTokensRefreshSupport = false
    public var codeLensRefreshSupport = false
    public var foldingRangeRefreshSupport = false
    /// As numbers of the protocol.
    public var symbolKindValueSet: [Int] = Array(1...18)

    // Window
    /// Whether the server may start reporting progress by itself.
    public var workDoneProgress = false

    /// Whether a message may have several lines. Helix joins them without a space.
    public var showsLinesInMessages = true

    public var codeLens = false

    /// Whether any capability suggests that the client runs a server’s commands. Some clients that do announce only
    /// related ones: `applyEdit`, which commands need, or code lenses, which run them.
    public var seemsToRunCommands: Bool { executeCommand || codeLens || applyEdit }

    // Completion
    public var snippetSupport = false
    /// Whether a snippet may have choices. Helix inserts nothing for a choice, yasnippet its syntax.
    public var showsSnippetChoices = true
    /// Whether a choice is empty until the cursor reaches it, so that `<${1|false,true|}/>` may remain `</>`.
    public var opensSnippetChoicesLate = false
    /// Whether line ends in snippets must be LF. The client converts them to those of the file, and would keep an extra
    /// CR.
    public var wantsLineFeedsInSnippets = false
    /// Whether text of several lines must be a snippet. Neovim’s own completion inserts only the first line of any
    /// other.
    public var snippetsForSeveralLines = false
    /// Whether accepting an item replaces its whole range and applies its other edits in the right place. Neovim’s own
    /// completion keeps what is after the cursor, and applies the other edits when the columns of the line have already
    /// changed.
    public var completesInPlace = true
    /// The client’s command that opens the list of completions; nil if items can’t run it.
    public var suggestCommand: String?
    public var labelDetailsSupport = false
    /// The tags of completion items that the client shows, as numbers of the protocol.
    public var completionTagSupport: [Int] = []
    /// Whether the client supports the older `deprecated` property.
    public var deprecatedSupport = false
    /// Whether an item may ask to keep its indentation as written.
    public var insertTextModeSupport = false
    /// Whether the client keeps the indentation of snippets by default.
    public var keepsIndentation = false
    public var completionItemKindValueSet: [Int] = Array(1...18)
    /// In the client’s order; nil if it takes only plain strings.
    public var documentationFormat: [MarkupKind]?

    // Hover
    /// In the client’s order.
    public var hoverContentFormat: [MarkupKind] = []

    // Structure
    /// Whether the client supports nested symbols; older clients take a flat list.
    public var hierarchicalDocumentSymbolSupport = false
    public var documentSymbolKindValueSet: [Int] = Array(1...18)
    public var lineFoldingOnly = false
    /// The most folds that the client takes; nil if it doesn’t say.
    public var foldingRangeLimit: Int?
    /// Nil if the client doesn’t list kinds.
    public var foldingRangeKind: [String]?
    public var collapsedTextSupport = false
    public var documentLinkTooltipSupport = false
    /// Whether the client sends `prepareRename` first.
    public var prepareSupport = false

    // Code actions
    /// Whether the client supports code actions; older clients take only commands.
    public var codeActionLiteralSupport = false
    public var isPreferredSupport = false
    /// Whether the client resolves the edit of an action when needed, and sends the action’s data back.
    public var codeActionResolveSupport = false
    /// Whether the client shows documentation for kinds of actions.
    public var codeActionDocumentationSupport = false

    // Inlay hints
    /// Whether the client resolves the tooltip of a hint when needed.
    public var inlayHintResolveSupport = false

    // Semantic tokens
    /// Nil if the client doesn’t support them.
    public var semanticTokens: SemanticTokensClientCapabilities?

    // Formatting
    public var formattingDynamicRegistration = false
    public var rangeFormattingDynamicRegistration = false
    public var onTypeFormattingDynamicRegistration = false
    public var rangesSupport = false

    // Diagnostics
    public var diagnostic = false
    public var versionSupport = false
    /// Whether a message may be Markdown.
    public var markupMessageSupport = false
    public var relatedInformationSupport = false
    public var codeDescriptionSupport = false
    public var diagnosticTagSupport: [Int] = []

    /// VS Code’s command to open the list of completions.
    public static let triggerSuggest = "editor.action.triggerSuggest"

    public init() {}

    /// Reads the capabilities of an `initialize` request.
    public init(_ json: JSONValue?) {
      guard let json else { return }
      positionEncodings = json["general"].strings("positionEncodings")

      let workspace = json["workspace"]
      applyEdit = workspace.isTrue("applyEdit")
      documentChanges = workspace["workspaceEdit"].isTrue("documentChanges")
      snippetEditSupport = documentChanges && workspace["workspaceEdit"].isTrue("snippetEditSupport")
      executeCommand = workspace["executeCommand"]?.kind == .object
      showDocument = json["window"]["showDocument"].isTrue("support")
      configuration = workspace.isTrue("configuration")
      workspaceFolders = workspace.isTrue("workspaceFolders")
      didChangeConfigurationDynamicRegistration = workspace["didChangeConfiguration"].isTrue("dynamicRegistration")
      didChangeWatchedFilesDynamicRegistration = workspace["didChangeWatchedFiles"].isTrue("dynamicRegistration")
      relativePatternSupport = workspace["didChangeWatchedFiles"].isTrue("relativePatternSupport")
      diagnosticsRefreshSupport = workspace["diagnostics"].isTrue("refreshSupport")
      inlayHintRefreshSupport = workspace["inlayHint"].isTrue("refreshSupport")
      semanticTokensRefreshSupport = workspace["semanticTokens"].isTrue("refreshSupport")
      codeLensRefreshSupport = workspace["codeLens"].isTrue("refreshSupport")
      foldingRangeRefreshSupport = workspace["foldingRange"].isTrue("refreshSupport")
      symbolKindValueSet = workspace["symbol"]["symbolKind"].integers("valueSet") ?? symbolKindValueSet
      workDoneProgress = json["window"].isTrue("workDoneProgress")

      let textDocument = json["textDocument"]
      codeLens = textDocument["codeLens"]?.kind == .object
      let completion = textDocument["completion"]
      let item = completion["completionItem"]
      snippetSupport = item.isTrue("snippetSupport")
      labelDetailsSupport = item.isTrue("labelDetailsSupport")
      completionTagSupport = item["tagSupport"].integers("valueSet") ?? []
      deprecatedSupport = item.isTrue("deprecatedSupport")
      insertTextModeSupport = item["insertTextModeSupport"].integers("valueSet")?.contains(1) ?? false
      completionItemKindValueSet = completion["completionItemKind"].integers("valueSet") ?? completionItemKindValueSet
      suggestCommand = json["experimental"]["commands"].strings("commands")?.first { $0 == Self.triggerSuggest }
      documentationFormat = item.strings("documentationFormat")?.compactMap(MarkupKind.init(rawValue:))

      hoverContentFormat = textDocument["hover"].strings("contentFormat")?.compactMap(MarkupKind.init(rawValue:)) ?? []

      let symbols = textDocument["documentSymbol"]
      hierarchicalDocumentSymbolSupport = symbols.isTrue("hierarchicalDocumentSymbolSupport")
      documentSymbolKindValueSet = symbols["symbolKind"].integers("valueSet") ?? documentSymbolKindValueSet
      let folding = textDocument["foldingRange"]
      lineFoldingOnly = folding.isTrue("lineFoldingOnly")
      foldingRangeLimit = folding["rangeLimit"]?.int.flatMap { $0 > 0 ? $0 : nil }
      foldingRangeKind = folding["foldingRangeKind"].strings("valueSet")
      collapsedTextSupport = folding["foldingRange"].isTrue("collapsedText")
      prepareSupport = textDocument["rename"].isTrue("prepareSupport")
      documentLinkTooltipSupport = textDocument["documentLink"].isTrue("tooltipSupport")

      let codeAction = textDocument["codeAction"]
      codeActionLiteralSupport = codeAction["codeActionLiteralSupport"]?.kind == .object
      isPreferredSupport = codeAction.isTrue("isPreferredSupport")
      codeActionResolveSupport =
        codeActionLiteralSupport && codeAction.isTrue("dataSupport")
        && codeAction["resolveSupport"].strings("properties")?.contains { $0 == "edit" } ?? false
      codeActionDocumentationSupport = codeAction.isTrue("documentationSupport")

      let resolvedByHints = textDocument["inlayHint"]["resolveSupport"].strings("properties")
      inlayHintResolveSupport = resolvedByHints?.contains { $0 == "tooltip" } ?? false

      semanticTokens = SemanticTokensClientCapabilities(textDocument["semanticTokens"])

      formattingDynamicRegistration = textDocument["formatting"].isTrue("dynamicRegistration")
      rangeFormattingDynamicRegistration = textDocument["rangeFormatting"].isTrue("dynamicRegistration")
      onTypeFormattingDynamicRegistration = textDocument["onTypeFormatting"].isTrue("dynamicRegistration")
      rangesSupport = textDocument["rangeFormatting"].isTrue("rangesSupport")

      let push = textDocument["publishDiagnostics"]
      let pull = textDocument["diagnostic"]
      diagnostic = pull?.kind == .object
      markupMessageSupport = pull.isTrue("markupMessageSupport")
      versionSupport = push.isTrue("versionSupport")
      relatedInformationSupport = push.isTrue("relatedInformation") || pull.isTrue("relatedInformation")
      codeDescriptionSupport = push.isTrue("codeDescriptionSupport") || pull.isTrue("codeDescriptionSupport")
      diagnosticTagSupport = [push, pull].flatMap { $0["tagSupport"].integers("valueSet") ?? [] }
    }
  }
}
