import LanguageServerProtocol
import PrivacyRules

extension Server {
  /// A document is ours by its name, whatever language the client takes it for; of others nothing is kept.
  mutating func didOpen(_ params: LSP.DidOpenParameters) {
    let location = DocumentURI(params.uri)
    guard let kind = FileKind.of(path: location.path) ?? location.filePath.flatMap({ self.kind(ofFileAt: $0) }) else {
      return
    }
    revision += 1
    documents[params.uri] = OpenDocument(
      uri: params.uri, location: location, kind: kind, resolvedPath: resolvedPath(of: params.uri),
      version: params.version, revision: revision, text: params.text,
      largestText: environment.largestText)
    if let path = location.filePath, workspace.spellings.count < 10_000, DocumentURI.ofFile(path) != params.uri {
      workspace.spellings[path] = params.uri
    }
    workspace.published.remove(params.uri)
    readFileSettings(of: params.uri)
    let generation = project(of: params.uri).generation
    documents[params.uri]?.projectGeneration = generation
    textChanged(params.uri)
    if let document = documents[params.uri] { projectChanged(by: document) }
    documentsOfWorkspaceChanged()
  }

  mutating func didChange(_ params: LSP.DidChangeParameters) {
    guard documents[params.uri] != nil else { return }
    revision += 1
    documents[params.uri]?.apply(params.changes, version: params.version, revision: revision, encoding: encoding)
    textChanged(params.uri)
    if let document = documents[params.uri] { projectChanged(by: document) }
  }

  /// The text of a saved document is known already; but the file may be one with settings, and a client that does not
  /// watch files says so in no other way.
  mutating func didSave(_ params: LSP.DocumentParameters) {
    if DocumentURI(params.uri).path.hasSuffix("/" + ConfigurationFile.name) || !client.registersWatchedFiles {
      readAllFileSettings()
      projectFilesChanged()
      workspaceChanged()
    }
  }

  mutating func didClose(_ params: LSP.DocumentParameters) {
    guard let document = documents.removeValue(forKey: params.uri) else { return }
    // What others say of it goes by the file on disk from now on.
    projectChanged(by: document)
    unpublished.removeAll { $0.uri == params.uri }
    documentsOfWorkspaceChanged()
    // What the file on disk has is published in the place of what the text had.
    if !client.pullsDiagnostics, !publishFileLater(of: params.uri) { publish([], of: params.uri) }
  }

  private mutating func textChanged(_ uri: String) {
    if !client.pullsDiagnostics { publishLater(uri) }
  }

  /// Has a document's diagnostics published when no message waits any more.
  mutating func publishLater(_ uri: String) {
    if !unpublished.contains(where: { $0.uri == uri }) { unpublished.append((uri, environment.now())) }
  }
}
