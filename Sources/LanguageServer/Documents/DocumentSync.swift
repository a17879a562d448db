import LanguageServerProtocol
import PrivacyRules
import ServerLoop
import Workspace

extension Server {
  /// A document is ours by its name, whatever its language id. Others aren’t kept.
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

  /// Stores a document without any further work.
  ///
  /// - Returns: Whether it is ours and gets linted.
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

  /// Changes the text of a document without any further work.
  ///
  /// - Returns: Whether the document is open and gets linted.
  @discardableResult
  func change(_ params: LSP.DidChangeTextDocumentParams) -> Bool {
    guard let document = documents[params.uri] ?? unreadSources[params.uri] else { return false }
    revision += 1
    document.apply(params.changes, version: params.version, revision: revision, encoding: encoding)
    return documents[params.uri] != nil
  }

  /// The text of a saved document is known already. But it may be a settings file, and for clients that don’t watch
  /// files this is the only notification.
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
    // Other files depend on the version on disk from now on.
    projectChanged(by: document)
    sourcesChanged(by: document)
    unpublished.removeAll { $0.uri == params.uri }
    answersMayChange()
    // The diagnostics of the file on disk replace those of the text.
    if !client.diagnostic, !publishFileLater(of: params.uri) { publish([], of: params.uri) }
  }

  /// Publishes a document’s diagnostics once no messages are waiting, unless the client pulls them.
  func publishLater(_ uri: String) {
    if client.diagnostic || unpublished.contains(where: { $0.uri == uri }) { return }
    unpublished.append((uri, environment.now()))
  }

  /// The parsed document; nil if its text is too large or was given up. A crash from here on is attributed to it.
  func look(into document: OpenDocument) -> Document? {
    journal?.name = document.uri
    return document.document
  }
}
