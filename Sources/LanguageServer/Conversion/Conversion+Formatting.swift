import EditorFeatures
import LanguageServerProtocol

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
}
