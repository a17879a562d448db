import LanguageServerProtocol
import PrivacyRules
import Workspace

extension Server {
  /// A document is ours by its name, whatever language the client takes it for; of others nothing is kept.
  func didOpen(_ params: LSP.DidOpenTextDocumentParams) {
    guard open(params.uri, version: params.version, text: params.text), let document = documents[params.uri] else {
      return
    }
    workspace.published.remove(params.uri)
    readFileSettings(of: params.uri)
    noteSettings(around: document)
    document.projectGeneration = project(of: params.uri).generation
    publishLater(params.uri)
    projectChanged(by: document)
    lookAtSources(around: document)
    answersMayChange()
  }

  /// Keeps a document, and does nothing with it.
  ///
  /// - Returns: Whether it is one of ours, and looked into.
  @discardableResult
  func open(_ uri: String, version: Int?, text: [UInt8]) -> Bool {
    let location = DocumentURI(uri)
    guard let kind = kind(of: location) else { return false }
    if let path = location.filePath, workspace.spellings.count < 10_000, DocumentURI.ofFile(path) != uri {
      workspace.spellings[path] = uri
    }
    revision += 1
    let document = OpenDocument(
      uri: uri, kind: kind, resolvedPath: resolvedPath(of: uri), version: version,
      revision: revision, text: text, largestText: environment.largestText)
    if kind == .source, !settings.looksIntoSources {
      unreadSources[uri] = document
      return false
    }
    documents[uri] = document
    tellingRevision += 1
    return true
  }

  private func kind(of location: DocumentURI) -> FileKind? {
    if let kind = FileKind.of(path: location.path) { return kind }
    guard let path = location.filePath else { return nil }
    if isSourceOrDescription(path) { return .source }
    return kind(ofFileAt: path)
  }

  func didChange(_ params: LSP.DidChangeTextDocumentParams) {
    guard change(params) else { return }
    publishLater(params.uri)
    guard let document = documents[params.uri] else { return }
    sourcesChanged(by: document)
    projectChanged(by: document)
  }

  /// Changes the text of a document, and does nothing with it.
  ///
  /// - Returns: Whether the document is open and looked into.
  @discardableResult
  func change(_ params: LSP.DidChangeTextDocumentParams) -> Bool {
    guard let document = documents[params.uri] ?? unreadSources[params.uri] else { return false }
    revision += 1
    document.apply(params.changes, version: params.version, revision: revision, encoding: encoding)
    return documents[params.uri] != nil
  }

  /// The text of a saved document is known already; but the file may be one with settings, and a client that does not
  /// watch files says so in no other way.
  func didSave(_ params: LSP.TextDocumentParams) {
    if DocumentURI(params.uri).path.hasSuffix("/" + ConfigurationFile.name)
      || !client.didChangeWatchedFilesDynamicRegistration
    {
      readAllFileSettings()
      projectFilesChanged()
      workspaceChanged()
    }
  }

  func didClose(_ params: LSP.TextDocumentParams) {
    unreadSources[params.uri] = nil
    guard let document = documents.removeValue(forKey: params.uri) else { return }
    tellingRevision += 1
    // What others say of it goes by the file on disk from now on.
    projectChanged(by: document)
    sourcesChanged(by: document)
    unpublished.removeAll { $0.uri == params.uri }
    answersMayChange()
    // What the file on disk has is published in the place of what the text had.
    if !client.diagnostic, !publishFileLater(of: params.uri) { publish([], of: params.uri) }
  }

  /// Has a document's diagnostics published when no message waits any more, unless the client asks for them.
  func publishLater(_ uri: String) {
    if client.diagnostic || unpublished.contains(where: { $0.uri == uri }) { return }
    unpublished.append((uri, environment.now()))
  }

  /// What the text of a document parses to; nil if it is too large or was given up. A crash from here on is taken to
  /// come from this text.
  func look(into document: OpenDocument) -> Document? {
    journal?.name = document.uri
    return document.document
  }
}
