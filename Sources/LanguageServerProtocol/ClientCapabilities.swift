public import JSON

extension LSP {
  /// What a client said it can do, as far as the server asks. What is missing or of the wrong type it cannot do.
  public struct ClientCapabilities: Hashable, Sendable {
    /// Nil if the client does not know of encodings.
    public var positionEncodings: [String]?

    // Workspace
    public var applyEdit = false
    public var documentChanges = false
    /// Whether edits of documents may have stops for the cursor.
    public var snippetEditSupport = false
    /// Whether it can have the server run a command.
    public var executeCommand = false
    /// Whether it opens pages in the browser.
    public var showDocument = false
    public var configuration = false
    public var workspaceFolders = false
    public var didChangeConfigurationDynamicRegistration = false
    public var didChangeWatchedFilesDynamicRegistration = false
    /// Whether the patterns of watched files may say which folder they begin in.
    public var relativePatternSupport = false
    public var diagnosticsRefreshSupport = false
    public var inlayHintRefreshSupport = false
    public var semanticTokensRefreshSupport = false
    public var codeLensRefreshSupport = false
    public var foldingRangeRefreshSupport = false
    /// In numbers of the protocol.
    public var symbolKindValueSet: [Int] = Array(1...18)

    // Window
    /// Whether the server may begin to tell of progress on its own.
    public var workDoneProgress = false

    /// Whether a message may have several lines. Helix joins them without a blank.
    public var showsLinesInMessages = true

    public var codeLens = false

    /// Whether it shows by any sign that it runs a server's commands. Some that do announce only what goes with commands:
    /// a server asks for edits where one was run, and a lens is there to run one.
    public var seemsToRunCommands: Bool { executeCommand || codeLens || applyEdit }

    // Completion
    public var snippetSupport = false
    /// Whether a snippet may have choices. Helix inserts nothing for one, yasnippet its marks.
    public var showsSnippetChoices = true
    /// Whether a choice is nothing until the cursor comes to it, so that `<${1|false,true|}/>` may stay `</>`.
    public var opensSnippetChoicesLate = false
    /// Whether a snippet’s line ends must be line feeds, which it replaces by those of the file. A carriage return more
    /// would stay.
    public var wantsLineFeedsInSnippets = false
    /// Whether a text of several lines must be a snippet. Of any other, Neovim’s own completion inserts the first line.
    public var snippetsForSeveralLines = false
    /// Whether it replaces all of an item’s range and makes the item’s other edits where they belong. Neovim’s own
    /// completion leaves what is behind the cursor, and makes other edits when the columns of the line are no longer
    /// those of the request.
    public var completesInPlace = true
    /// The command that opens the list of completions, if the client has it run by items; nil if it doesn’t.
    public var suggestCommand: String?
    public var labelDetailsSupport = false
    /// The tags of a completion item that the client shows, as the protocol numbers them.
    public var completionTagSupport: [Int] = []
    /// Whether the client shows that an item is deprecated, in the older way.
    public var deprecatedSupport = false
    /// Whether an insertion may say that its indentation is meant as it stands.
    public var insertTextModeSupport = false
    /// Whether it inserts the lines of a snippet as they are without being told.
    public var keepsIndentation = false
    public var completionItemKindValueSet: [Int] = Array(1...18)
    /// In the client's order; nil if it takes nothing but a string.
    public var documentationFormat: [MarkupKind]?

    // Hover
    /// In the client's order.
    public var hoverContentFormat: [MarkupKind] = []

    // Structure
    /// Whether it takes symbols that hold symbols; an older client takes a flat list.
    public var hierarchicalDocumentSymbolSupport = false
    public var documentSymbolKindValueSet: [Int] = Array(1...18)
    public var lineFoldingOnly = false
    /// The most folds it takes; nil if it says nothing of that.
    public var foldingRangeLimit: Int?
    /// Nil if it says nothing of kinds.
    public var foldingRangeKind: [String]?
    public var collapsedTextSupport = false
    public var documentLinkTooltipSupport = false
    /// Whether it asks what would be named anew before it asks for the new name.
    public var prepareSupport = false

    // Code actions
    /// Whether it takes actions; an older client takes commands only.
    public var codeActionLiteralSupport = false
    public var isPreferredSupport = false
    /// Whether it asks for the edit of an action when it needs it, and sends the action's data back.
    public var codeActionResolveSupport = false
    /// Whether it shows words about kinds of actions.
    public var codeActionDocumentationSupport = false

    // Inlay hints
    /// Whether it asks for the tooltip of a hint when it needs it.
    public var inlayHintResolveSupport = false

    // Semantic tokens
    /// Nil if it has none.
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

    /// VS Code’s command that opens the list of completions.
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
