import FileSystem
import LanguageServerProtocol
import PrivacyRules
import SourceText
import Workspace

/// What source code says of documents.
///
/// A folder of the workspace gets an index when the first document is opened that sources have to do with. It is filled
/// when nothing else is to be done, and kept.
extension Server {
  // MARK: - What is known

  /// What is known of the sources around a document, be it not all yet; nil for one that has nothing to do with any.
  func sourceIndex(of document: OpenDocument) -> SourceIndex? {
    guard document.kind.isComparedWithSources, !document.isSuspended, !document.fileSettings.isLeftOut,
      let root = document.resolvedPath.flatMap({ root(of: parentFolder(of: $0)) })
    else { return nil }
    return sources[root]
  }

  /// What sources say of an open document, as it is now; nil where nothing is known.
  func evidence(of document: OpenDocument) -> FileEvidence? {
    guard let path = document.resolvedPath, let index = sourceIndex(of: document) else { return nil }
    refresh(index)
    return index.evidence?.file(path)
  }

  /// Tells what sources say of a document from what they said before; 0 where they say nothing.
  func evidenceGeneration(of document: OpenDocument) -> Int {
    evidence(of: document)?.generation ?? 0
  }

  /// What sources say of a file that is not open; nil where nothing is known.
  func evidence(of file: FoundFile) -> FileEvidence? {
    guard file.kind?.isComparedWithSources ?? false, let index = sources[file.root] else { return nil }
    return index.evidence(ofFileOnDisk: file.resolvedPath)
  }

  /// The sources that are not open in which something may be found, as far as the user wants to know.
  var foundSources: [FoundFile] {
    settings.looksIntoSources ? sources.values.flatMap(\.sourceFiles) : []
  }

  /// Brings an index up to date with what was touched.
  private func refresh(_ index: SourceIndex) {
    guard index.isStale else { return }
    // What it reads is worked on no longer once it is read.
    let name = journal?.name
    let before = index.generation
    index.refresh(open: openFiles)
    if let name { journal?.name = name }
    if index.generation != before { hasNewEvidence = true }
    if index.hasWork { fill(index) }
  }

  // MARK: - The work

  /// Has the sources around a document looked at, if it has to do with them.
  func lookAtSources(around document: OpenDocument) {
    guard document.kind.isComparedWithSources, !document.isSuspended, !document.fileSettings.isLeftOut,
      let path = document.resolvedPath, let root = root(of: parentFolder(of: path)), root != "/"
    else { return }
    if let index = sources[root] {
      index.knows(path) ? index.touch(path) : index.filesChanged()
      if index.hasWork { fill(index) }
      return
    }
    let index = SourceIndex(
      root: root, files: texts, linter: linter, defaults: IgnoreScope.Defaults(settings.editor), encoding: encoding)
    sources[root] = index
    fill(index)
  }

  private func fill(_ index: SourceIndex) {
    let isPlanned = workspace.jobs.contains {
      if case .index(let other) = $0.purpose { other === index } else { false }
    }
    if !isPlanned { try? begin(WorkspaceJob(.index(index))) }
  }

  /// Does one piece of the work on an index.
  ///
  /// - Returns: Whether it was the last.
  func step(_ index: SourceIndex) -> Bool {
    let before = index.generation
    index.step(open: openFiles)
    if index.hasWork { return false }
    if index.generation != before { hasNewEvidence = true }
    if index.evidence != nil, !workspace.watchesSources {
      workspace.watchesSources = true
      watchOtherFiles()
    }
    return true
  }

  // MARK: - What changes

  /// Takes note that the text of a document has changed, or that it was closed.
  func sourcesChanged(by document: OpenDocument) {
    if let path = document.resolvedPath { touchSources(path) }
  }

  /// Takes note that the user wants findings in source code, or no more.
  func sourcesSwitched() {
    guard !settings.looksIntoSources else { return }
    for document in documents.values where document.kind == .source {
      documents[document.uri] = nil
      unpublished.removeAll { $0.uri == document.uri }
      if !client.diagnostic { publish([], of: document.uri) }
      sourcesChanged(by: document)
    }
    documentsOfWorkspaceChanged()
    askForPulls()
  }

  private func touchSources(_ path: String) {
    for index in sources.values where isInside(path, index.root) { index.touch(path) }
  }

  /// Takes note that files may have come, gone or changed.
  func sourceFilesChanged() {
    let roots = Set(resolvedFolders)
    for (root, index) in sources {
      if roots.contains(root) {
        index.filesChanged()
        fill(index)
      } else {
        sources[root] = nil
        hasNewEvidence = true
      }
    }
  }

  /// Takes note of what the client saw happen to files.
  func sourceFilesChanged(_ changes: [LSP.DidChangeWatchedFilesParams.Change]) {
    guard !sources.isEmpty else { return }
    for change in changes {
      guard let path = resolvedPath(of: change.uri) else { continue }
      for index in sources.values where isInside(path, index.root) {
        if index.knows(path), !change.isDeletion { index.touch(path) } else { index.filesChanged() }
        if index.hasWork { fill(index) }
      }
    }
  }

  /// Whether findings may rest on other evidence than was told.
  var hasSourceNews: Bool { hasNewEvidence || sources.values.contains(where: \.isStale) }

  /// Has the findings told anew that rest on what sources say.
  func tellSourceNews() {
    for index in sources.values { refresh(index) }
    guard hasNewEvidence else { return }
    hasNewEvidence = false
    var isAny = false
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      let generation = evidenceGeneration(of: document)
      guard document.evidenceGeneration != generation else { continue }
      document.evidenceGeneration = generation
      isAny = true
      if !client.diagnostic { publishLater(document.uri) }
    }
    if isAny {
      askForPulls()
      if client.codeLensRefreshSupport { refresh("workspace/codeLens/refresh") }
      if showsHintsInSources, client.inlayHintRefreshSupport { refresh("workspace/inlayHint/refresh") }
    }
    let isOpen = Set(documents.values.compactMap(\.resolvedPath))
    var closed: [String] = []
    for index in sources.values { closed += index.evidence?.changedPaths.filter { !isOpen.contains($0) } ?? [] }
    if closed.count > Self.mostClosed {
      workspaceFindingsChanged()
    } else if !closed.isEmpty {
      companionsChanged(closed)
    }
  }

  /// Above this many files the whole workspace is looked at anew.
  private static let mostClosed = 50
}
