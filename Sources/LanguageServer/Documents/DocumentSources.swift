import FileSystem
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// What source code says about documents.
///
/// A workspace folder gets an index when the first file that depends on sources is opened, or found for workspace
/// diagnostics. The index is filled while the server is idle, and kept.
extension Server {
  // MARK: - Lookup

  /// The index of the sources around a document, which may be incomplete; nil for a document that isn’t compared with
  /// sources.
  func sourceIndex(of document: OpenDocument) -> SourceIndex? {
    pathToCompare(document).flatMap(sourceIndex(at:))
  }

  /// The path of a document that is compared with sources; nil for any other.
  private func pathToCompare(_ document: OpenDocument) -> String? {
    let isCompared = document.kind.isComparedWithSources && !document.isSuspended && !document.fileSettings.isLeftOut
    return isCompared ? document.resolvedPath : nil
  }

  /// The index for a file of any kind.
  ///
  /// - Parameter path: Absolute, with links resolved.
  func sourceIndex(at path: String) -> SourceIndex? { sourceRoot(of: path).flatMap { sources[$0] } }

  /// The workspace folder whose index contains a file, with links resolved: the outermost one that counts the file as
  /// ours, since that one has the project.
  private func sourceRoot(of path: String) -> String? {
    let folders = resolvedFolders.filter { $0 != "/" && isInside(path, $0) }
    if folders.count < 2 { return folders.first }
    return folders.sorted { $0.utf8.count < $1.utf8.count }.first { !leavesOut(path, below: $0) }
  }

  /// What sources currently say about an open document; nil if nothing is known.
  func evidence(of document: OpenDocument) -> FileEvidence? {
    guard let path = document.resolvedPath, let index = sourceIndex(of: document) else { return nil }
    refresh(index)
    return index.evidence?.file(path)
  }

  /// Identifies what sources say about a document; 0 if they say nothing.
  func evidenceGeneration(of document: OpenDocument) -> Int {
    evidence(of: document)?.generation ?? 0
  }

  /// What sources say about a file that isn’t open; nil if nothing is known.
  func evidence(of file: FoundFile) -> FileEvidence? {
    guard file.kind?.isComparedWithSources ?? false else { return nil }
    return sourceIndex(at: file.resolvedPath)?.evidence(ofFileOnDisk: file.resolvedPath)
  }

  /// The closed source files that may have findings, if the user enabled them.
  var foundSources: [FoundFile] {
    guard settings.looksIntoSources else { return [] }
    return sources.values.flatMap(\.sourceFiles).map { file in
      var file = file
      file.shownPath = pathInClient(file.resolvedPath)
      return file
    }
  }

  /// Updates an index with what was touched.
  private func refresh(_ index: SourceIndex) {
    if !client.didChangeWatchedFilesDynamicRegistration { index.touchChanged(now: environment.now()) }
    guard index.isStale else { return }
    let before = index.generation
    whileReading { index.refresh(open: openFiles) }
    if index.generation != before { hasNewEvidence = true }
    if index.hasWork { fill(index) }
  }

  // MARK: - Indexing

  /// Indexes the sources around a document if it is compared with them.
  func lookAtSources(around document: OpenDocument) {
    guard let path = pathToCompare(document) else { return }
    guard let index = sourceIndex(at: path) else { return beginIndex(around: path) }
    index.knows(path) ? index.touch(path) : index.filesChanged()
    if index.hasWork { fill(index) }
  }

  /// Indexes the sources around files where that hasn’t begun.
  func lookAtSources(around files: [FoundFile]) {
    for file in files where file.kind?.isComparedWithSources ?? false {
      if sourceIndex(at: file.resolvedPath) == nil { beginIndex(around: file.resolvedPath) }
    }
  }

  private func beginIndex(around path: String) {
    guard let root = sourceRoot(of: path) else { return }
    let index = SourceIndex(
      root: root, files: texts, linter: linter, defaults: settings.defaults, encoding: encoding,
      generation: sourceIndexes << 32)
    sourceIndexes += 1
    sources[root] = index
    fill(index)
  }

  private func fill(_ index: SourceIndex) {
    let isPlanned = workspace.jobs.contains {
      if case .index(let other) = $0.purpose { other === index } else { false }
    }
    if !isPlanned { try? begin(WorkspaceJob(.index(index))) }
  }

  /// Does one step of indexing.
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

  // MARK: - Changes

  /// Handles a change of a document’s text, or that it was closed.
  func sourcesChanged(by document: OpenDocument) {
    if let path = document.resolvedPath { touchSources(path) }
  }

  /// Handles a change of the setting for findings in source code.
  func sourcesSwitched() {
    if settings.looksIntoSources {
      let opened = unreadSources.values.sorted { $0.uri < $1.uri }
      unreadSources = [:]
      for document in opened {
        documents[document.uri] = document
        readFileSettings(of: document.uri)
        lookAtSources(around: document)
        publishLater(document.uri)
      }
    } else {
      for document in documents.values where document.kind == .source {
        documents[document.uri] = nil
        unreadSources[document.uri] = document
        unpublished.removeAll { $0.uri == document.uri }
        if !client.diagnostic { publish([], of: document.uri) }
        sourcesChanged(by: document)
      }
    }
    tellingRevision += 1
    guard isInitialized else { return }
    answersMayChange()
    publishWorkspaceLater()
    askForPulls()
  }

  private func touchSources(_ path: String) {
    for index in sources.values where isInside(path, index.root) { index.touch(path) }
  }

  /// Handles files that may have been created, deleted or changed.
  func sourceFilesChanged() {
    let roots = Set(resolvedFolders)
    for (root, index) in sources {
      if roots.contains(root) {
        index.defaults = settings.defaults
        index.filesChanged()
        fill(index)
      } else {
        sources[root] = nil
        hasNewEvidence = true
      }
    }
  }

  /// Handles changes of files that the client reported.
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

  /// Whether source evidence may have changed since it was reported.
  var hasSourceNews: Bool { hasNewEvidence || sources.values.contains(where: \.isStale) }

  /// Reports findings again that depend on changed source evidence.
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
      publishLater(document.uri)
    }
    if isAny {
      askForPulls()
      if client.codeLensRefreshSupport { refresh("workspace/codeLens/refresh") }
      if showsHintsInSources, client.inlayHintRefreshSupport { refresh("workspace/inlayHint/refresh") }
    }
    var closed: Set<String> = []
    for index in sources.values { closed.formUnion(index.evidence?.changedPaths ?? []) }
    if sources.values.allSatisfy(\.isComplete) {
      // Evidence that no longer exists can’t list its paths.
      for (path, known) in workspace.checked where known.evidenceGeneration != 0 {
        if !sources.values.contains(where: { $0.evidence?.file(path) != nil }) { closed.insert(path) }
      }
    }
    closed.subtract(documents.values.compactMap(\.resolvedPath))
    if closed.count > Self.mostClosed {
      workspaceFindingsChanged()
    } else if !closed.isEmpty {
      companionsChanged(Array(closed))
    }
  }

  /// With more closed files than this, the whole workspace is checked again.
  private static let mostClosed = 50
}
