import EditorFeatures
import LanguageServerProtocol
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

  /// The edit as a snippet with the cursor before what it inserts.
  func snippet(_ found: TypingEdit, label: String) -> LSP.ApplySnippetParameters {
    var snippet = "$0"
    for character in found.edit.replacement {
      if character == "$" || character == "}" || character == "\\" { snippet.append("\\") }
      snippet.append(character)
    }
    return LSP.ApplySnippetParameters(
      label: label, uri: uri, version: version, range: range(found.edit.range), snippet: snippet)
  }
}
