import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// An answer to `workspace/symbol` while it is made.
final class SymbolSearch {
  /// So many symbols are sent; who wants others says more.
  static let most = 1000

  /// As it is compared.
  let query: [UInt8]
  /// What was found, by how well it fits.
  private var found: [SymbolMatch: [LSP.Object]] = [:]

  init(_ query: String) {
    self.query = SymbolMatch.fold(query)
  }

  func add(_ symbols: [FoundSymbol]) {
    for symbol in symbols {
      guard let match = symbol.names.compactMap({ SymbolMatch(query, in: $0) }).min() else { continue }
      // What cannot be sent any more is not kept.
      if found[match, default: []].count < Self.most { found[match, default: []].append(symbol.symbol) }
    }
  }

  /// The best first, and of equal ones those that were found first.
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

  /// A path from the folder of the workspace on that it lies in, or the whole path where it lies in none.
  func shortPath(_ path: String) -> String {
    let folders = settings.folders.filter { isInside(path, $0) && path != $0 }
    guard let folder = folders.max(by: { $0.utf8.count < $1.utf8.count }) else { return path }
    return String(path.dropFirst(folder.count).drop { $0 == "/" })
  }
}
