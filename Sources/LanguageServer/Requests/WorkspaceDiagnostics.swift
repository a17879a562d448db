import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

// Findings in files that aren’t open
// ==================================
//
// A client that pulls diagnostics requests them with `workspace/diagnostic`. For other clients they are only published
// if the user turns that on, because most such editors open a buffer for every file with diagnostics. An open document
// takes precedence over the file on disk.
//
// Clients repeat the request two seconds after each response. The first time nothing has changed, they get a response
// that says so. After that, the response is held back until something changes, if the client sent a token for partial
// results, which long requests need, and watches files for us. Typing doesn’t count: clients pull open documents
// separately.

/// A placeholder for a response that is sent later.
struct AnswerLater: JSONWritable {
  func write(to json: inout JSONWriter) { json.null() }
}

/// A result of `workspace/diagnostic` in progress.
final class DiagnosticReport {
  let params: LSP.WorkspaceDiagnosticParams
  /// The documents that are in the result.
  var told: Set<String> = []
  /// The reports that aren’t sent yet.
  var items: [LSP.Object] = []
  /// The number of reports and findings in `items`.
  var size = 0
  /// Whether anything differs from what the client has.
  var hasNews = false

  init(_ params: LSP.WorkspaceDiagnosticParams) {
    self.params = params
  }

  /// Adds the report of a document.
  func add(_ uri: String, version: Int?, _ report: LSP.DocumentDiagnosticReport) {
    told.insert(uri)
    items.append(LSP.workspaceDocumentDiagnosticReport(uri: uri, version: version, report))
    size += 1
    if case .full(_, let found) = report {
      size += found.count
      hasNews = true
    }
  }
}

extension Server {
  /// The size at which a partial result is sent.
  private static let largestChunk = 200

  // MARK: - Pull

  func pullWorkspaceDiagnostics(_ params: LSP.WorkspaceDiagnosticParams) throws(LSP.ResponseError)
    -> any JSONWritable
  {
    if !workspace.isAskedFor {
      workspace.isAskedFor = true
      shownFilesChanged()
    }
    // A client has one such request at a time; a new one replaces the last.
    if let held = workspace.held.take(), let request = held.request {
      answer(request, LSP.workspaceDiagnosticReport([]))
    }
    try begin(
      WorkspaceJob(.report(DiagnosticReport(params)), request: currentRequest, workDoneToken: params.workDoneToken))
    return AnswerLater()
  }

  /// Whether the client can wait until something changes.
  private func canHold(_ params: LSP.WorkspaceDiagnosticParams) -> Bool {
    params.partialResultToken != nil && client.didChangeWatchedFilesDynamicRegistration
      && workspace.quietSince == workspace.changes
  }

  func report(document uri: String, in report: DiagnosticReport) {
    guard let id = resultID(of: uri) else { return }
    let version = documents[uri]?.version
    if report.params.previousResultIDs[uri] == id {
      report.add(uri, version: version, .unchanged(resultID: id))
    } else {
      report.add(uri, version: version, .full(resultID: id, diagnostics(of: uri)))
    }
    sendChunk(of: report)
  }

  func report(file: FoundFile, _ settings: FileSettings, in report: DiagnosticReport) {
    let uri = uri(ofFile: file.shownPath)
    guard !report.told.contains(uri) else { return }
    let known = knownFile(file, settings)
    if let id = known.resultID, report.params.previousResultIDs[uri] == id {
      report.add(uri, version: nil, .unchanged(resultID: id))
    } else if let (found, id) = diagnostics(ofFile: file, uri: uri, settings, known) {
      report.add(uri, version: nil, .full(resultID: id, found))
    }
    sendChunk(of: report)
  }

  /// Sends a partial result if it is large enough and the client supports that.
  private func sendChunk(of report: DiagnosticReport, isLast: Bool = false) {
    guard let token = report.params.partialResultToken, isLast || report.size >= Self.largestChunk,
      !report.items.isEmpty
    else { return }
    // A response that is held back sends nothing before there is news.
    if !isLast, !report.hasNews, canHold(report.params) { return }
    notify("$/progress", LSP.progressParams(token, LSP.workspaceDiagnosticReport(report.items)))
    report.items = []
    report.size = 0
  }

  /// Responds to the request.
  ///
  /// - Returns: False if there is no news, and the client can wait for some.
  func finish(_ report: DiagnosticReport, of job: WorkspaceJob) -> Bool {
    for uri in report.params.previousResultIDs.keys.sorted() where !report.told.contains(uri) {
      report.add(uri, version: nil, .full(resultID: nil, []))
    }
    if !report.hasNews, canHold(report.params), job.changes == workspace.changes { return false }
    workspace.quietSince = report.hasNews ? nil : job.changes
    sendChunk(of: report, isLast: true)
    guard let request = job.request else { return true }
    answer(request, LSP.workspaceDiagnosticReport(report.items))
    return true
  }

  // MARK: - Publish

  /// Whether findings in files that aren’t open are published.
  var publishesWorkspace: Bool {
    phase == .running && !client.diagnostic && settings.workspaceDiagnostics == true
  }

  /// Checks all files of the workspace again when no message is waiting.
  func publishWorkspaceLater() {
    guard publishesWorkspace else { return }
    let isPlanned = workspace.jobs.contains { job in
      if case .publish = job.purpose, case .waiting = job.phase { !job.isPartial } else { false }
    }
    if !isPlanned { try? begin(WorkspaceJob(.publish)) }
  }

  /// Checks the file of a document that was closed.
  ///
  /// - Returns: False if its findings aren’t published.
  func publishFileLater(of uri: String) -> Bool {
    guard publishesWorkspace, let file = place(of: uri) else { return false }
    workspace.checked[file.resolvedPath] = nil
    let job = WorkspaceJob(.publish)
    job.isPartial = true
    job.files = [file]
    do throws(LSP.ResponseError) { try begin(job) } catch { return false }
    return true
  }

  /// The file of a URI as a search would find it; nil if it wouldn’t.
  private func place(of uri: String) -> FoundFile? {
    guard let path = DocumentURI(uri).filePath,
      let kind = FileKind.of(path: path) ?? (settings.looksIntoSources && isSourceOrDescription(path) ? .source : nil)
    else { return nil }
    let parent = parentFolder(of: path)
    let folder = (try? environment.files.resolve(parent)) ?? parent
    guard let root = root(of: folder), let resolved = resolvedPath(of: uri), isInside(resolved, root),
      !leavesOut(joinedPath(folder, fileName(of: path)), below: root), !leavesOut(resolved, below: root)
    else { return nil }
    return FoundFile(shownPath: path, folder: folder, resolvedPath: resolved, root: root, kind: kind)
  }

  /// - Parameter always: Whether the client may still show the findings of an open document.
  func publish(file: FoundFile, _ settings: FileSettings, always: Bool) {
    let known = knownFile(file, settings)
    if known.resultID != nil, !always { return }
    let uri = uri(ofFile: file.shownPath)
    let found = diagnostics(ofFile: file, uri: uri, settings, known)?.found ?? []
    let isPublished = workspace.published.contains(uri)
    if found.isEmpty { workspace.published.remove(uri) } else { workspace.published.insert(uri) }
    if always || isPublished || !found.isEmpty { publish(found, of: uri) }
  }

  /// Withdraws published findings of closed files other than these.
  func withdraw(allBut uris: Set<String>) {
    for uri in workspace.published.subtracting(uris).sorted() { withdraw(uri) }
  }

  private func withdraw(_ uri: String) {
    workspace.published.remove(uri)
    if documents[uri] == nil { publish([], of: uri) }
  }

  /// Stops publishing findings in files that aren’t open.
  func withdrawWorkspace() {
    workspace.jobs.removeAll { job in
      if case .publish = job.purpose, case .waiting = job.phase { true } else { false }
    }
    workspace.checked = [:]
    withdraw(allBut: [])
  }

  // MARK: - Cache

  /// What is known about a file, if that is still valid.
  func knownFile(_ file: FoundFile, _ settings: FileSettings) -> CheckedFile {
    let status = try? environment.files.status(of: file.resolvedPath)
    let revision = settings.path == nil ? self.settings.editorRevision : 0
    let generation = evidence(of: file)?.generation ?? 0
    if let known = workspace.checked[file.resolvedPath], known.status == status, known.settings == settings,
      known.revision == revision, known.evidenceGeneration == generation
    {
      return known
    }
    return CheckedFile(status: status, settings: settings, revision: revision, evidenceGeneration: generation)
  }

  /// The findings in a file, and their id; nil if it is gone.
  private func diagnostics(
    ofFile file: FoundFile, uri: String, _ settings: FileSettings, _ known: CheckedFile
  ) -> (found: [LSP.Object], id: String)? {
    guard let found = diagnostics(ofFile: file, uri: uri, settings) else {
      workspace.checked[file.resolvedPath] = nil
      return nil
    }
    var known = known
    let id: String
    if let knownID = known.resultID {
      id = knownID
    } else {
      workspace.lastResult += 1
      id = "\(resultPrefix).file.\(workspace.lastResult).\(known.status.map { "\($0.modified).\($0.size)" } ?? "")"
    }
    known.resultID = id
    workspace.checked[file.resolvedPath] = known
    return (found, id)
  }

  // MARK: - Changes

  /// Handles files of the workspace or settings that may have changed.
  func workspaceChanged() {
    workspace.listing = nil
    sourceFilesChanged()
    workspaceFindingsChanged()
  }

  /// Handles findings that may have changed in many files, though the files haven’t.
  func workspaceFindingsChanged() {
    answersMayChange()
    publishWorkspaceLater()
  }

  /// Handles a document that changed and that findings in closed files depend on.
  func companionsChanged(_ paths: [String]) {
    answersMayChange()
    guard publishesWorkspace else { return }
    for path in Set(paths).sorted() {
      let uri = uri(ofFile: pathInClient(path))
      let isPlanned = workspace.jobs.contains { $0.isPartial && $0.files.contains { $0.resolvedPath == path } }
      if !isPlanned { _ = publishFileLater(of: uri) }
    }
  }

  /// Resumes the request that is held back, since there may be news.
  func answersMayChange() {
    workspace.changes += 1
    if let held = workspace.held.take() { workspace.jobs.append(held) }
  }

  /// Handles changes of files that the client reported.
  ///
  /// - Parameter isWhole: Whether all files are affected because settings changed.
  func filesChanged(_ changes: [LSP.DidChangeWatchedFilesParams.Change], isWhole: Bool) {
    var isWhole = isWhole
    var concerns = isWhole
    for change in changes {
      guard let path = DocumentURI(change.uri).filePath else { continue }
      if FileKind.of(fileName(of: path), in: parentFolder(of: path)) != nil {
        guard let file = place(of: change.uri) else {
          // The file may have been replaced by a link to a place outside.
          if workspace.published.contains(uri(ofFile: path)) {
            concerns = true
            isWhole = true
          }
          continue
        }
        concerns = true
        workspace.checked[file.resolvedPath] = nil
        if !publishesWorkspace || isWhole || documents[change.uri] != nil { continue }
        let uri = uri(ofFile: path)
        if change.isDeletion {
          if workspace.published.contains(uri) { withdraw(uri) }
        } else if changes.count > 100 || !publishFileLater(of: uri) {
          isWhole = true
        }
      } else if fileName(of: path) != ConfigurationFile.name {
        // It may be a folder, deleted with its files.
        concerns = true
        isWhole = true
      }
    }
    guard concerns else { return }
    workspace.listing = nil
    answersMayChange()
    if isWhole { publishWorkspaceLater() }
  }
}
