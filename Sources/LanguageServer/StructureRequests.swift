import EditorFeatures
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

/// The requests about the structure of a document. Of one that is not open, not ours or too large there is nothing to
/// say, and no error in asking.
extension Server {
  mutating func documentSymbols(_ params: LSP.DocumentParameters) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri) else {
      return [LSP.DocumentSymbol]()
    }
    return conversion.documentSymbols(EditorFeatures.documentSymbols(of: snapshot.document, catalog: snapshot.catalog))
  }
}
