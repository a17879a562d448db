public import JSON

extension LSP {
  /// What a client said it can do, as far as the server asks. What is missing or of the wrong type it cannot do.
  public struct ClientCapabilities: Hashable, Sendable {
    /// Nil if the client does not know of encodings.
    public var positionEncodings: [String]?

    // Workspace
    public var appliesEdits = false
    public var takesDocumentChanges = false
    /// Whether edits of documents may have stops for the cursor.
    public var takesSnippetEdits = false
    /// Whether it can have the server run a command.
    public var runsCommands = false
    /// Whether it opens pages in the browser.
    public var showsDocuments = false
    public var answersConfiguration = false
    public var tellsOfWorkspaceFolders = false
    public var registersConfigurationChanges = false
    public var registersWatchedFiles = false
    /// Whether the patterns of watched files may say which folder they begin in.
    public var watchesRelativePatterns = false
    public var refreshesDiagnostics = false
    public var refreshesInlayHints = false
    public var refreshesSemanticTokens = false
    public var refreshesCodeLenses = false
    public var refreshesFoldingRanges = false
    /// In numbers of the protocol.
    public var symbolKinds: [Int] = Array(1...18)

    // Window
    /// Whether the server may begin to tell of progress on its own.
    public var createsProgress = false

    /// Whether a message may have several lines. Helix joins them without a blank.
    public var showsLinesInMessages = true

    public var takesCodeLenses = false

    /// Whether it shows by any sign that it runs a server's commands. Some that do announce only what goes with commands:
    /// a server asks for edits where one was run, and a lens is there to run one.
    public var seemsToRunCommands: Bool { runsCommands || takesCodeLenses || appliesEdits }

    // Completion
    public var takesSnippets = false
    /// Whether a choice in a snippet shows its first value. Helix inserts nothing for it.
    public var showsSnippetChoices = true
    public var takesLabelDetails = false
    /// The tags of a completion item that the client shows, as the protocol numbers them.
    public var completionTags: [Int] = []
    /// Whether the client shows that an item is deprecated, in the older way.
    public var marksDeprecatedCompletions = false
    /// Whether an insertion may say that its indentation is meant as it stands.
    public var takesInsertionAsIs = false
    public var completionKinds: [Int] = Array(1...18)
    /// In the client's order; nil if it takes nothing but a string.
    public var documentationFormats: [MarkupKind]?

    // Hover
    /// In the client's order.
    public var hoverFormats: [MarkupKind] = []

    // Structure
    /// Whether it takes symbols that hold symbols; an older client takes a flat list.
    public var takesSymbolTrees = false
    public var documentSymbolKinds: [Int] = Array(1...18)
    public var foldsWholeLines = false
    /// The most folds it takes; nil if it says nothing of that.
    public var foldingLimit: Int?
    /// Nil if it says nothing of kinds.
    public var foldingKinds: [String]?
    public var showsCollapsedText = false
    public var showsLinkTooltips = false
    /// Whether it asks what would be named anew before it asks for the new name.
    public var preparesRenames = false

    // Code actions
    /// Whether it takes actions; an older client takes commands only.
    public var takesCodeActions = false
    public var takesPreferredActions = false
    /// Whether it asks for the edit of an action when it needs it, and sends the action's data back.
    public var resolvesActionEdits = false
    /// Whether it shows words about kinds of actions.
    public var takesActionDocumentation = false

    // Inlay hints
    /// Whether it asks for the tooltip of a hint when it needs it.
    public var resolvesInlayHintTooltips = false

    // Semantic tokens
    /// Nil if it has none.
    public var semanticTokens: SemanticTokensSupport?

    // Formatting
    public var formatsRanges = false

    // Diagnostics
    public var pullsDiagnostics = false
    public var takesDiagnosticVersions = false
    /// Whether a message may be Markdown.
    public var takesMarkupMessages = false
    public var takesRelatedInformation = false
    public var takesCodeDescriptions = false
    public var diagnosticTags: [Int] = []

    public init() {}

    /// Reads the capabilities of an `initialize` request.
    public init(_ json: JSONValue?) {
      guard let json else { return }
      positionEncodings = json["general"]?.strings("positionEncodings")

      let workspace = json["workspace"]
      appliesEdits = workspace?.isTrue("applyEdit") ?? false
      takesDocumentChanges = workspace?["workspaceEdit"]?.isTrue("documentChanges") ?? false
      takesSnippetEdits =
        takesDocumentChanges && workspace?["workspaceEdit"]?.isTrue("snippetEditSupport") ?? false
      runsCommands = workspace?["executeCommand"]?.kind == .object
      showsDocuments = json["window"]?["showDocument"]?.isTrue("support") ?? false
      answersConfiguration = workspace?.isTrue("configuration") ?? false
      tellsOfWorkspaceFolders = workspace?.isTrue("workspaceFolders") ?? false
      registersConfigurationChanges = workspace?["didChangeConfiguration"]?.isTrue("dynamicRegistration") ?? false
      registersWatchedFiles = workspace?["didChangeWatchedFiles"]?.isTrue("dynamicRegistration") ?? false
      watchesRelativePatterns = workspace?["didChangeWatchedFiles"]?.isTrue("relativePatternSupport") ?? false
      refreshesDiagnostics = workspace?["diagnostics"]?.isTrue("refreshSupport") ?? false
      refreshesInlayHints = workspace?["inlayHint"]?.isTrue("refreshSupport") ?? false
      refreshesSemanticTokens = workspace?["semanticTokens"]?.isTrue("refreshSupport") ?? false
      refreshesCodeLenses = workspace?["codeLens"]?.isTrue("refreshSupport") ?? false
      refreshesFoldingRanges = workspace?["foldingRange"]?.isTrue("refreshSupport") ?? false
      symbolKinds = workspace?["symbol"]?["symbolKind"]?.integers("valueSet") ?? symbolKinds
      createsProgress = json["window"]?.isTrue("workDoneProgress") ?? false

      let textDocument = json["textDocument"]
      takesCodeLenses = textDocument?["codeLens"]?.kind == .object
      let completion = textDocument?["completion"]
      let item = completion?["completionItem"]
      takesSnippets = item?.isTrue("snippetSupport") ?? false
      takesLabelDetails = item?.isTrue("labelDetailsSupport") ?? false
      completionTags = item?["tagSupport"]?.integers("valueSet") ?? []
      marksDeprecatedCompletions = item?.isTrue("deprecatedSupport") ?? false
      takesInsertionAsIs = item?["insertTextModeSupport"]?.integers("valueSet")?.contains(1) ?? false
      completionKinds = completion?["completionItemKind"]?.integers("valueSet") ?? completionKinds
      documentationFormats = item?.strings("documentationFormat")?.compactMap(MarkupKind.init(rawValue:))

      hoverFormats = textDocument?["hover"]?.strings("contentFormat")?.compactMap(MarkupKind.init(rawValue:)) ?? []

      let symbols = textDocument?["documentSymbol"]
      takesSymbolTrees = symbols?.isTrue("hierarchicalDocumentSymbolSupport") ?? false
      documentSymbolKinds = symbols?["symbolKind"]?.integers("valueSet") ?? documentSymbolKinds
      let folding = textDocument?["foldingRange"]
      foldsWholeLines = folding?.isTrue("lineFoldingOnly") ?? false
      foldingLimit = folding?["rangeLimit"]?.int.flatMap { $0 > 0 ? $0 : nil }
      foldingKinds = folding?["foldingRangeKind"]?.strings("valueSet")
      showsCollapsedText = folding?["foldingRange"]?.isTrue("collapsedText") ?? false
      preparesRenames = textDocument?["rename"]?.isTrue("prepareSupport") ?? false
      showsLinkTooltips = textDocument?["documentLink"]?.isTrue("tooltipSupport") ?? false

      let codeAction = textDocument?["codeAction"]
      takesCodeActions = codeAction?["codeActionLiteralSupport"]?.kind == .object
      takesPreferredActions = codeAction?.isTrue("isPreferredSupport") ?? false
      resolvesActionEdits =
        takesCodeActions && codeAction?.isTrue("dataSupport") ?? false
        && codeAction?["resolveSupport"]?.strings("properties")?.contains { $0 == "edit" } ?? false
      takesActionDocumentation = codeAction?.isTrue("documentationSupport") ?? false

      let hint = textDocument?["inlayHint"]
      resolvesInlayHintTooltips = hint?["resolveSupport"]?.strings("properties")?.contains { $0 == "tooltip" } ?? false

      semanticTokens = SemanticTokensSupport(textDocument?["semanticTokens"])

      formatsRanges = textDocument?["rangeFormatting"]?.isTrue("rangesSupport") ?? false

      let push = textDocument?["publishDiagnostics"]
      let pull = textDocument?["diagnostic"]
      pullsDiagnostics = pull?.kind == .object
      takesMarkupMessages = pull?.isTrue("markupMessageSupport") ?? false
      takesDiagnosticVersions = push?.isTrue("versionSupport") ?? false
      for source in [push, pull] {
        guard let source else { continue }
        if source.isTrue("relatedInformation") { takesRelatedInformation = true }
        if source.isTrue("codeDescriptionSupport") { takesCodeDescriptions = true }
        diagnosticTags += source["tagSupport"]?.integers("valueSet") ?? []
      }
    }
  }
}
