import EditorFeatures
import JSON
import LanguageServerProtocol
import SourceText

extension Server {
  func semanticTokens(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    LSP.semanticTokens(semanticTokens(of: params.uri, in: nil))
  }

  func semanticTokensInRange(_ params: LSP.TextDocumentRangeParams) -> any JSONWritable {
    let range = conversion(for: params.uri)?.range(params.range)
    return LSP.semanticTokens(range.map { semanticTokens(of: params.uri, in: $0) } ?? [])
  }

  private func semanticTokens(of uri: String, in range: ByteRange?) -> [UInt32] {
    inspect(uri) { $1.semanticTokens(EditorFeatures.semanticTokens(in: $0, range: range)) } ?? []
  }
}
