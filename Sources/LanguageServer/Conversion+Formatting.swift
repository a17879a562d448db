import EditorFeatures
import LanguageServerProtocol
import PrivacyRules
import SourceText

extension Conversion {
  static func formattingOptions(_ options: LSP.FormattingOptions) -> FormattingOptions {
    var result = FormattingOptions()
    result.tabSize = options.tabSize
    result.insertsSpaces = options.insertSpaces
    result.trimsTrailingBlanks = options.trimTrailingWhitespace
    result.insertsFinalLineEnd = options.insertFinalNewline
    result.trimsFinalLineEnds = options.trimFinalNewlines
    return result
  }

  /// The edit with a stop for the cursor before what it inserts.
  func editKeepingCursor(_ edit: TextEdit) -> LSP.WorkspaceEdit {
    var result = LSP.WorkspaceEdit(uri: uri, version: version, edits: [], isVersioned: true)
    let template = Template([.stop(0), .text(edit.replacement)])
    result.snippetEdits = [LSP.SnippetTextEdit(range: range(edit.range), snippet: template.snippet)]
    return result
  }
}
