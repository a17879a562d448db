import EditorFeatures
import JSON
import LanguageServerProtocol
import SourceText

extension Server {
  func semanticTokens(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    newSemanticTokens(of: params.uri)
  }

  func semanticTokensInRange(_ params: LSP.TextDocumentRangeParams) -> any JSONWritable {
    guard let conversion = conversion(for: params.uri) else { return LSP.SemanticTokens(resultID: nil, data: []) }
    let data = semanticTokens(of: params.uri, in: conversion.range(params.range))
    return LSP.SemanticTokens(resultID: nil, data: data)
  }

  /// What has changed since an answer; all tokens where that answer is not the last one.
  func semanticTokensDelta(_ params: LSP.SemanticTokensDeltaParams) -> any JSONWritable {
    let earlier = documents[params.uri]?.lastSemanticTokens
    let now = newSemanticTokens(of: params.uri)
    guard let earlier, earlier.resultID == params.previousResultID, let resultID = now.resultID else { return now }
    return now.change(since: earlier.data, resultID: resultID)
  }

  /// The tokens of a document, kept to tell a later request what has changed. A text and its tokens have one name.
  private func newSemanticTokens(of uri: String) -> LSP.SemanticTokens {
    guard let revision = documents[uri]?.revision else { return LSP.SemanticTokens(resultID: nil, data: []) }
    let resultID = client.semanticTokens?.requestsFullDelta ?? false ? "\(resultPrefix).\(revision)" : nil
    if let last = documents[uri]?.lastSemanticTokens, last.resultID == resultID { return last }
    let tokens = LSP.SemanticTokens(resultID: resultID, data: semanticTokens(of: uri, in: nil))
    if resultID != nil { documents[uri]?.lastSemanticTokens = tokens }
    return tokens
  }

  private func semanticTokens(of uri: String, in range: ByteRange?) -> [UInt32] {
    inspect(uri) { $1.semanticTokens(EditorFeatures.semanticTokens(in: $0, range: range)) } ?? []
  }
}
