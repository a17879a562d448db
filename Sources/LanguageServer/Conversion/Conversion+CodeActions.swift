import EditorFeatures
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

extension Conversion {
  /// Code actions in the form that the client supports.
  ///
  /// - Parameters:
  ///   - revision: The number of the text they are for.
  ///   - range: The range of the client’s request.
  func codeActions(_ found: [CodeAction], revision: Int = 0, for range: LSP.Range? = nil) -> [LSP.Object] {
    let other: CodeAction.Audience = client.snippetEditSupport ? .withoutStops : .withStops
    return found.filter { $0.audience != other }.map { action in
      guard client.codeActionLiteralSupport else {
        let argument: LSP.Object = [
          "title": action.title, "uri": uri, "version": version ?? LSP.Null(), "edit": edit(of: action),
        ]
        return LSP.command(title: action.title, name: Command.applyEdit, arguments: [argument])
      }
      var data: LSP.Object?
      if client.codeActionResolveSupport, let id = action.id, let range {
        // Comes back as `CodeActionData`.
        data = ["uri": uri, "revision": revision, "range": range, "kind": action.kind.rawValue, "id": id]
      }
      return LSP.codeAction(
        title: action.title, kind: action.kind.rawValue, diagnostics: diagnostics(action.diagnostics),
        isPreferred: action.isPreferred && client.isPreferredSupport, edit: data == nil ? edit(of: action) : nil,
        data: data)
    }
  }

  /// The edit of an action, with tab stops if the client supports them in workspace edits.
  func edit(of action: CodeAction) -> LSP.Object {
    let withStops = client.snippetEditSupport ? snippetEdits(action.snippets) : nil
    return workspaceEdit(withStops ?? edits(action.edits), action.otherFiles)
  }

  /// Edits without tab stops, followed by those with; nil if there are no tab stops, or an edit can’t be expressed with
  /// the editor’s indentation.
  private func snippetEdits(_ found: [SnippetEdit]) -> [LSP.Object]? {
    var plain: [TextEdit] = []
    var withStops: [LSP.Object] = []
    for edit in found {
      guard edit.template.hasStops else {
        plain.append(TextEdit(edit.range, edit.template.plainText))
        continue
      }
      // Editors indent the lines of a snippet like the line it is inserted in.
      let line = text.contents(ofLine: text.line(at: edit.range.lower))
      let blanks = text.slice(ByteRange(line.lower, edit.range.lower)).prefix { $0 == 0x20 || $0 == 0x09 }
      guard let template = edit.template.withoutIndentation(String(decoding: blanks, as: UTF8.self)) else { return nil }
      let snippet: LSP.Object = ["kind": "snippet", "value": template.snippet]
      withStops.append(["range": range(edit.range), "snippet": snippet])
    }
    return withStops.isEmpty ? nil : edits(plain) + withStops
  }

  /// The command that shows the documentation for a kind of actions.
  static func documentation(of kind: CodeAction.Kind) -> LSP.Object {
    let title =
      switch kind {
      case .quickFix: "About fixes, and how to suppress a finding"
      case .fixAll: "About safe fixes"
      case .rewrite: "Apple: what a privacy manifest declares"
      case .sortKeys: "About the order of keys"
      }
    let command = LSP.command(title: title, name: Command.showActionDocumentation, arguments: [kind.rawValue])
    return ["kind": kind.rawValue, "command": command]
  }
}
