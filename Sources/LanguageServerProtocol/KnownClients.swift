extension LSP.ClientCapabilities {
  /// Corrects what a client announced by what it is seen to do. Nothing else asks for a client's name.
  ///
  /// `Tests/LanguageServerTests/KnownClientsTests.swift` has a row for each client and plug-in, with its version.
  ///
  /// - Parameter name: The `name` in `clientInfo`; nil where there is none.
  mutating func correct(forClient name: String?) {
    switch name {
    case "helix":
      showsSnippetChoices = false
      showsLinesInMessages = false
    case "Eglot", "emacs":
      // Both hand snippets to yasnippet, which inserts the marks of a choice. lsp-mode calls itself “emacs”.
      showsSnippetChoices = false
      // By itself it indents as the mode does, whatever the lines have; `privacy-lsp.el` turns that off.
      keepsIndentation = true
    case "Neovim":
      // Only completion plug-ins announce this, and none keeps to it: what expands snippets indents each line.
      completesInPlace = insertTextModeSupport
      insertTextModeSupport = false
      opensSnippetChoicesLate = true
      wantsLineFeedsInSnippets = true
      snippetsForSeveralLines = true
    default: break
    }
  }
}
