import FileSystem
import LanguageServerProtocol
import PrivacyRules
import ServerLoop
import Synchronization
import Workspace

/// What the project around a document says about it: looked up when a document is linted, cached while nothing changes.
extension Server {
  /// What is known about the project of a file.
  ///
  /// - Parameters:
  ///   - path: Absolute, with links resolved.
  ///   - root: The workspace folder that contains the file.
  ///   - folders: What the names of the surrounding folders say.
  func project(ofFileAt path: String, root: String, folders: Project) -> Project {
    withProjects { $0.project(ofFileAt: path, root: root, folders: folders, open: openFiles, now: moment) }
  }

  /// What is known about the project of an open document.
  func project(of uri: String) -> Project {
    guard let document = documents[uri] else { return Project() }
    let folders = document.fileSettings.project
    // A suspended document uses no other file, and one outside all workspace folders is judged by its text alone.
    guard !document.isSuspended, let path = document.resolvedPath, let root = root(of: parentFolder(of: path)) else {
      return folders
    }
    return project(ofFileAt: path, root: root, folders: folders)
  }

  /// The files that the given Xcode projects name and that a search by file name misses.
  ///
  /// - Parameter foreign: Projects that the search found but that aren’t ours.
  func filesNamed(beside found: [FoundFile], _ foreign: [FoundFile]) -> [FoundFile] {
    guard !foreign.isEmpty || found.contains(where: { $0.kind == .xcodeProject }) else { return [] }
    let found = found + foreign
    var seen = Set(found.map(\.resolvedPath))
    return withProjects { $0.filesNamed(by: found, besides: &seen, open: openFiles, now: moment) }
  }

  /// The kind of a file that its project names; nil for any other.
  func kind(ofFileAt path: String) -> FileKind? {
    guard let resolved = try? environment.files.resolve(path), let root = root(of: parentFolder(of: resolved)) else {
      return nil
    }
    return withProjects { $0.kind(of: resolved, root: root, open: openFiles, now: moment) }
  }

  /// Runs a query on the project finder, and warns about files that couldn’t be read for it.
  private func withProjects<Answer>(_ question: (ProjectFinder) -> Answer) -> Answer {
    let finder = projects ?? ProjectFinder(files: texts, linter: linter)
    projects = finder
    if toldRevision != tellingRevision {
      toldRevision = tellingRevision
      finder.tell(by: reporting)
    }
    let answer = whileReading { question(finder) }
    for problem in finder.takeProblems() { warn(problem) }
    return answer
  }

  /// Runs code that may read files, and restores the journal’s current name afterwards.
  func whileReading<Result>(_ body: () -> Result) -> Result {
    let name = journal?.name
    defer { if let name { journal?.name = name } }
    return body()
  }

  /// How findings in a file are reported. Findings in closed files are only reported if the client shows the whole
  /// workspace.
  private var reporting: @Sendable (String) -> ProjectTexts.Reporting {
    var open: [String: ProjectTexts.Reporting] = [:]
    for document in documents.values {
      guard let path = document.resolvedPath else { continue }
      open[path] = document.fileSettings.isLeftOut ? .leftOut : .reported(configuration(of: document.uri))
    }
    let known = open
    let showsWorkspace =
      publishesWorkspace
      || client.diagnostic && workspace.isAskedFor && settings.workspaceDiagnostics != false
    guard showsWorkspace else { return { known[$0] ?? .silent } }
    let closed = ClosedFiles(roots: resolvedFolders, defaults: settings.defaults, files: environment.files)
    return { known[$0] ?? closed.reporting($0) }
  }

  /// The file that is open at a path. If a file is open under several URIs, any one of them.
  var openFiles: ProjectFinder.OpenFiles {
    // Built on first use: a project may have as many files as the editor has documents.
    var known: [String: OpenDocument]?
    return ProjectFinder.OpenFiles { [self] in
      Set(documents.values.compactMap(\.resolvedPath))
    } file: { [self] path in
      let open =
        known
        ?? Dictionary(
          documents.values.compactMap { document in document.resolvedPath.map { ($0, document) } },
          uniquingKeysWith: { first, _ in first })
      known = open
      guard let document = open[path] else { return nil }
      let parsed = look(into: document)
      // A binary property list is read from disk: the editor doesn’t show its contents.
      if let parsed, !parsed.hasPositions { return nil }
      return ProjectFinder.OpenFile(revision: document.revision, document: parsed)
    }
  }

  // MARK: - What changes

  /// Handles a change of which files’ findings are shown.
  func shownFilesChanged() {
    tellingRevision += 1
    publishWhereProjectsChanged { _ in true }
  }

  /// Handles a change of a document’s text, which may change the findings in other files of its project.
  func projectChanged(by document: OpenDocument) {
    guard let changed = document.resolvedPath, let root = root(of: parentFolder(of: changed)) else { return }
    let uri = document.uri
    let folder = withProjects { $0.projectFolder(of: changed, root: root, now: moment) }
    publishWhereProjectsChanged { $0.uri != uri && $0.resolvedPath.map { isInside($0, folder) } ?? false }
    // Findings in closed files depend on this one too.
    let targets = project(ofFileAt: changed, root: root, folders: Project()).targets
    if targets.isEmpty { return }
    let isOpen = Set(documents.values.compactMap(\.resolvedPath))
    let closed = targets.flatMap(\.files).map(\.path).filter { !isOpen.contains($0) }
    if closed.isEmpty { return }
    companionsChanged(closed)
  }

  /// Handles files that were created, deleted or changed on disk.
  func projectFilesChanged() {
    projects?.filesChanged()
    settings.resolvedFolders = nil
    publishWhereProjectsChanged { _ in true }
  }

  /// Asks a client that pulls diagnostics to pull them again.
  func askForPulls() {
    if client.diagnostic, client.diagnosticsRefreshSupport { refresh("workspace/diagnostic/refresh") }
  }

  /// Asks the client to request something again. If such a request is still pending, another one follows its response,
  /// so that typing doesn’t pile up requests.
  func refresh(_ method: String) {
    if let request = refreshes[method], asked[request.id] != nil {
      refreshes[method]?.isOutdated = true
      return
    }
    let id = ask(method) { server, _ in
      let isOutdated = server.refreshes.removeValue(forKey: method)?.isOutdated ?? false
      if isOutdated { server.refresh(method) }
    }
    refreshes[method] = (id, false)
  }

  /// Publishes or refreshes the diagnostics of open documents whose projects have changed.
  private func publishWhereProjectsChanged(_ isConcerned: (OpenDocument) -> Bool) {
    var isAny = false
    for uri in documents.values.filter(isConcerned).map(\.uri).sorted() {
      let generation = project(of: uri).generation
      guard documents[uri]?.projectGeneration != generation else { continue }
      documents[uri]?.projectGeneration = generation
      isAny = true
      publishLater(uri)
    }
    if isAny { askForPulls() }
  }

  /// Identifies the current moment, which lasts until the next message, task or change of a text.
  private var moment: ProjectFinder.Moment {
    ProjectFinder.Moment(environment.now(), steps, revision, documents.count)
  }
}

/// How findings in closed files are reported, for a client that shows them.
private final class ClosedFiles: Sendable {
  private struct State {
    var surroundings: [String: Surroundings] = [:]
    var own: [String: OwnFiles] = [:]
    var known: [String: ProjectTexts.Reporting] = [:]
  }

  private let roots: [String]
  private let defaults: IgnoreScope.Defaults
  private let files: any FileSystem
  private let state = Mutex(State())

  /// - Parameters:
  ///   - roots: The workspace folders, absolute, with links resolved.
  ///   - defaults: The settings of files without a settings file.
  init(roots: [String], defaults: IgnoreScope.Defaults, files: any FileSystem) {
    self.roots = roots
    self.defaults = defaults
    self.files = files
  }

  /// - Parameter path: Absolute, with links resolved.
  func reporting(_ path: String) -> ProjectTexts.Reporting {
    state.withLock { state in
      if let known = state.known[path] { return known }
      let result = find(path, &state)
      state.known[path] = result
      return result
    }
  }

  private func find(_ path: String, _ state: inout State) -> ProjectTexts.Reporting {
    let root = roots.filter { isInside(path, $0) }.max { $0.utf8.count < $1.utf8.count }
    guard let root, root != "/" else { return .silent }
    let own = state.own[root] ?? OwnFiles(root: root, defaults: defaults, files: files)
    state.own[root] = own
    if own.leavesOut(path, isFolder: false) { return .leftOut }
    let around = state.surroundings[root] ?? Surroundings(root: root, files: files, kept: defaults.kept)
    state.surroundings[root] = around
    return .reported(around.configurationFile(of: parentFolder(of: path))?.configuration ?? defaults.configuration)
  }
}
