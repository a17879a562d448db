extension LSP.ClientCapabilities {
  /// Corrects what a client announces by how it is known to behave. Nothing else depends on a client’s name.
  ///
  /// `Tests/LanguageServerTests/KnownClientsTests.swift` has a row for each client and plug-in, with its version.
  ///
  /// - Parameter name: The `name` in `clientInfo`; nil if there is none.
  mutating func correct(forClient name: String?) {
    switch name {
    case "helix":
      showsSnippetChoices = false
      showsLinesInMessages = false
    case "Eglot", "emacs":
      // Both give snippets to yasnippet, which inserts a choice’s syntax. lsp-mode calls itself “emacs”.
      showsSnippetChoices = false
      // By default, Emacs reindents what it inserts; `privacy-lsp.el` turns that off.
      keepsIndentation = true
    case "Neovim":
      // Only completion plug-ins announce this, but none honors it: their snippet engines indent each line.
      completesInPlace = insertTextModeSupport
      insertTextModeSupport = false
      opensSnippetChoicesLate = true
      wantsLineFeedsInSnippets = true
      snippetsForSeveralLines = true
    default: break
    }
  }
}
