import EditorFeatures
import LanguageServerProtocol
import PrivacyRules
import SourceText

extension Conversion {
  /// Actions as the client takes them.
  ///
  /// - Parameters:
  ///   - revision: The number of the text they are for.
  ///   - range: What the client asked about.
  func codeActions(_ found: [CodeAction], revision: Int = 0, for range: LSP.Range? = nil) -> [LSP.CodeAction] {
    let other: CodeAction.Audience = client.snippetEditSupport ? .withoutStops : .withStops
    return found.filter { $0.audience != other }.map { action in
      let edit = edit(of: action)
      var result = LSP.CodeAction(
        title: action.title, kind: action.kind.rawValue, diagnostics: diagnostics(action.diagnostics),
        isPreferred: action.isPreferred && client.isPreferredSupport, edit: edit,
        command: client.codeActionLiteralSupport ? nil : Command.applyEdit)
      if client.codeActionResolveSupport, let id = action.id, let range {
        result.data = LSP.CodeActionData(
          uri: uri, revision: revision, range: range, kind: action.kind.rawValue, id: id)
      }
      return result
    }
  }

  /// What an action changes: with stops for the cursor where the client takes them in edits of the workspace.
  func edit(of action: CodeAction) -> LSP.WorkspaceEdit {
    var result = LSP.WorkspaceEdit(uri: uri, version: version, edits: [], isVersioned: client.documentChanges)
    if client.snippetEditSupport, let snippets = snippetEdits(action.snippets) {
      result.edits = edits(snippets.plain)
      result.snippetEdits = snippets.withStops
    } else {
      result.edits = edits(action.edits)
    }
    result.others = others(action.otherFiles)
    return result
  }

  /// Edits parted into those without stops and those with; nil if there are none with stops, or one cannot be had as
  /// an editor indents it.
  private func snippetEdits(_ found: [SnippetEdit]) -> (plain: [TextEdit], withStops: [LSP.SnippetTextEdit])? {
    var plain: [TextEdit] = []
    var withStops: [LSP.SnippetTextEdit] = []
    for edit in found {
      guard edit.template.hasStops else {
        plain.append(TextEdit(edit.range, edit.template.plainText))
        continue
      }
      // Editors indent the lines of a snippet like the one it goes into.
      let line = text.contents(ofLine: text.line(at: edit.range.lower))
      let blanks = text.slice(ByteRange(line.lower, edit.range.lower)).prefix { $0 == 0x20 || $0 == 0x09 }
      guard let template = edit.template.withoutIndentation(String(decoding: blanks, as: UTF8.self)) else { return nil }
      withStops.append(LSP.SnippetTextEdit(range: range(edit.range), snippet: template.snippet))
    }
    return withStops.isEmpty ? nil : (plain, withStops)
  }

  /// What leads to the words about a kind of action.
  static func documentation(of kind: CodeAction.Kind) -> LSP.CodeActionDocumentation {
    let title =
      switch kind {
      case .quickFix: "About fixes, and how to ignore a finding"
      case .fixAll: "About fixes that are safe"
      case .rewrite: "Apple: what a privacy manifest declares"
      case .sortKeys: "About the order of the keys"
      }
    return LSP.CodeActionDocumentation(
      kind: kind.rawValue,
      command: LSP.Command(title: title, name: Command.showActionDocumentation, arguments: [kind.rawValue]))
  }
}
