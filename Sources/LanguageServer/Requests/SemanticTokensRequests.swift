import EditorFeatures
import JSON
import LanguageServerProtocol
import SourceText

extension Server {
  func semanticTokens(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    let (resultID, data) = newSemanticTokens(of: params.uri)
    return LSP.semanticTokens(resultID: resultID, data)
  }

  func semanticTokensInRange(_ params: LSP.TextDocumentRangeParams) -> any JSONWritable {
    let range = conversion(for: params.uri)?.range(params.range)
    return LSP.semanticTokens(resultID: nil, range.map { semanticTokens(of: params.uri, in: $0) } ?? [])
  }

  /// What has changed since an answer; all tokens where that answer is not the last one.
  func semanticTokensDelta(_ params: LSP.SemanticTokensDeltaParams) -> any JSONWritable {
    let earlier = documents[params.uri]?.lastSemanticTokens
    let (resultID, data) = newSemanticTokens(of: params.uri)
    guard let earlier, earlier.resultID == params.previousResultID, let resultID else {
      return LSP.semanticTokens(resultID: resultID, data)
    }
    return LSP.semanticTokensDelta(from: earlier.data, to: data, resultID: resultID)
  }

  /// The tokens of a document, kept to tell a later request what has changed. A text and its tokens have one name.
  private func newSemanticTokens(of uri: String) -> (resultID: String?, data: [UInt32]) {
    guard let revision = documents[uri]?.revision else { return (nil, []) }
    guard client.semanticTokens?.requestsFullDelta ?? false else { return (nil, semanticTokens(of: uri, in: nil)) }
    let resultID = "\(resultPrefix).\(revision)"
    if let last = documents[uri]?.lastSemanticTokens, last.resultID == resultID { return (resultID, last.data) }
    let data = semanticTokens(of: uri, in: nil)
    documents[uri]?.lastSemanticTokens = (resultID, data)
    return (resultID, data)
  }

  private func semanticTokens(of uri: String, in range: ByteRange?) -> [UInt32] {
    inspect(uri) { $1.semanticTokens(EditorFeatures.semanticTokens(in: $0, range: range)) } ?? []
  }
}
