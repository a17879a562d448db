import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// A result of `workspace/symbol` in progress.
final class SymbolSearch {
  /// The most symbols that are sent; a longer query finds others.
  static let most = 1000

  /// The query, folded for comparison.
  let query: [UInt8]
  /// The symbols found so far, by how well they match.
  private var found: [SymbolMatch: [LSP.Object]] = [:]

  init(_ query: String) {
    self.query = SymbolMatch.fold(query)
  }

  func add(_ symbols: [FoundSymbol]) {
    for symbol in symbols {
      guard let match = symbol.names.compactMap({ SymbolMatch(query, in: $0) }).min() else { continue }
      // Don’t keep more than are sent.
      if found[match, default: []].count < Self.most { found[match, default: []].append(symbol.symbol) }
    }
  }

  /// The best matches first, then in the order they were found.
  var result: [LSP.Object] {
    Array(found.sorted { $0.key < $1.key }.flatMap(\.value).prefix(Self.most))
  }
}

extension Server {
  func findWorkspaceSymbols(_ params: LSP.WorkspaceSymbolParams) throws(LSP.ResponseError)
    -> any JSONWritable
  {
    try begin(
      WorkspaceJob(
        .findSymbols(SymbolSearch(params.query)), request: currentRequest, workDoneToken: params.workDoneToken))
    return AnswerLater()
  }

  func find(inDocument uri: String, _ search: SymbolSearch) {
    let found = inspect(uri) { snapshot, conversion in
      conversion.workspaceSymbols(
        workspaceSymbols(of: snapshot.document, catalog: snapshot.catalog),
        container: shortPath(DocumentURI(uri).path))
    }
    search.add(found ?? [])
  }

  func find(inFile file: FoundFile, _ settings: FileSettings, _ search: SymbolSearch) {
    guard file.kind == .privacyManifest, file.error == nil else { return }
    var known = knownFile(file, settings)
    if known.symbols == nil {
      known.symbols = symbols(ofFile: file, settings)
      workspace.checked[file.resolvedPath] = known
    }
    search.add(known.symbols ?? [])
  }

  private func symbols(ofFile file: FoundFile, _ settings: FileSettings) -> [FoundSymbol] {
    guard let snapshot = try? snapshot(ofFile: file, settings) else { return [] }
    let conversion = Conversion(
      client: client, encoding: encoding, uri: uri(ofFile: file.shownPath), version: nil, text: snapshot.document.text)
    let found = workspaceSymbols(of: snapshot.document, catalog: snapshot.catalog)
    return conversion.workspaceSymbols(found, container: shortPath(file.shownPath))
  }

  /// A path relative to its workspace folder; the whole path if it isn’t in one.
  func shortPath(_ path: String) -> String {
    let folders = settings.folders.filter { isInside(path, $0) && path != $0 }
    guard let folder = folders.max(by: { $0.utf8.count < $1.utf8.count }) else { return path }
    return String(path.dropFirst(folder.count).drop { $0 == "/" })
  }
}
