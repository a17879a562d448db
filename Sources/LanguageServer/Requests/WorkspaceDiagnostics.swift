import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

// Findings of files that are not open
// ===================================
//
// A client that pulls asks for them with `workspace/diagnostic`. One that does not is told of them if the user wants it
// to be: most such editors open a buffer for every file they are told of. What a document that is open has wins over
// what is on disk.
//
// Clients ask again and again, two seconds after each answer. The first time that there is nothing new they are told
// so. After that the answer is held back until something changes, if the client gave a token for partial results, which
// it needs for long requests, and watches files for us. What is typed does not count: open documents are asked for on
// their own.

/// What stands for an answer that is sent later.
struct AnswerLater: JSONWritable {
  func write(to json: inout JSONWriter) { json.null() }
}

/// An answer to `workspace/diagnostic` while it is made.
final class DiagnosticReport {
  let params: LSP.WorkspaceDiagnosticParams
  /// The documents that something was said of.
  var told: Set<String> = []
  /// What was not sent yet.
  var items: [LSP.Object] = []
  /// How many findings the items have.
  var size = 0
  /// Whether something is not as the client has it.
  var hasNews = false

  init(_ params: LSP.WorkspaceDiagnosticParams) {
    self.params = params
  }

  /// Adds what is said of a document; it is news unless the client has it.
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
  /// So many documents and findings are sent at once.
  private static let largestChunk = 200

  // MARK: - Asked for

  func pullWorkspaceDiagnostics(_ params: LSP.WorkspaceDiagnosticParams) throws(LSP.ResponseError)
    -> any JSONWritable
  {
    if !workspace.isAskedFor {
      workspace.isAskedFor = true
      shownFilesChanged()
    }
    // A client has one such request at a time; with the next it has given up the last.
    if let held = workspace.held.take(), let request = held.request {
      answer(request, LSP.workspaceDiagnosticReport([]))
    }
    try begin(
      WorkspaceJob(.report(DiagnosticReport(params)), request: currentRequest, workDoneToken: params.workDoneToken))
    return AnswerLater()
  }

  /// Whether the client can wait for an answer that tells something.
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

  /// Sends what there is, if it is enough and the client takes parts.
  private func sendChunk(of report: DiagnosticReport, isLast: Bool = false) {
    guard let token = report.params.partialResultToken, isLast || report.size >= Self.largestChunk,
      !report.items.isEmpty
    else { return }
    // An answer that is held back says nothing before there is news.
    if !isLast, !report.hasNews, canHold(report.params) { return }
    notify("$/progress", LSP.progressParams(token, LSP.workspaceDiagnosticReport(report.items)))
    report.items = []
    report.size = 0
  }

  /// Answers the request.
  ///
  /// - Returns: False if there is nothing to say, and the client can wait for something.
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

  // MARK: - Published

  /// Whether the client is told of the findings of files that are not open, without asking.
  var publishesWorkspace: Bool {
    phase == .running && !client.diagnostic && settings.workspaceDiagnostics == true
  }

  /// Has all files of the workspace looked at again, when no message waits.
  func publishWorkspaceLater() {
    guard publishesWorkspace else { return }
    let isPlanned = workspace.jobs.contains { job in
      if case .publish = job.purpose, case .waiting = job.phase { !job.isPartial } else { false }
    }
    if !isPlanned { try? begin(WorkspaceJob(.publish)) }
  }

  /// Has the file of a document that is no longer open looked at.
  ///
  /// - Returns: False if it is none that is published.
  func publishFileLater(of uri: String) -> Bool {
    guard publishesWorkspace, let file = place(of: uri) else { return false }
    workspace.checked[file.resolvedPath] = nil
    let job = WorkspaceJob(.publish)
    job.isPartial = true
    job.files = [file]
    do throws(LSP.ResponseError) { try begin(job) } catch { return false }
    return true
  }

  /// The file of a URI as a search would find it; nil if none would.
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

  /// - Parameter always: Whether the client may show findings that it was told as those of an open document.
  func publish(file: FoundFile, _ settings: FileSettings, always: Bool) {
    let known = knownFile(file, settings)
    if known.resultID != nil, !always { return }
    let uri = uri(ofFile: file.shownPath)
    let found = diagnostics(ofFile: file, uri: uri, settings, known)?.found ?? []
    let isPublished = workspace.published.contains(uri)
    if found.isEmpty { workspace.published.remove(uri) } else { workspace.published.insert(uri) }
    if always || isPublished || !found.isEmpty { publish(found, of: uri) }
  }

  /// Takes back what was published of files that are not open and not among these.
  func withdraw(allBut uris: Set<String>) {
    for uri in workspace.published.subtracting(uris).sorted() { withdraw(uri) }
  }

  private func withdraw(_ uri: String) {
    workspace.published.remove(uri)
    if documents[uri] == nil { publish([], of: uri) }
  }

  /// Ends telling the client of files that are not open.
  func withdrawWorkspace() {
    workspace.jobs.removeAll { job in
      if case .publish = job.purpose, case .waiting = job.phase { true } else { false }
    }
    workspace.checked = [:]
    withdraw(allBut: [])
  }

  // MARK: - What is known

  /// What is known of a file that is as it was.
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

  /// The findings in a file, and the id that names them; nil if it is gone.
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

  // MARK: - What changes

  /// Takes note that files of the workspace, or the settings, may be others than before.
  func workspaceChanged() {
    workspace.listing = nil
    sourceFilesChanged()
    workspaceFindingsChanged()
  }

  /// Takes note that findings in many files may be others, though the files are as they were.
  func workspaceFindingsChanged() {
    answersMayChange()
    publishWorkspaceLater()
  }

  /// Takes note that a document was changed by which findings in other files go that are not open.
  func companionsChanged(_ paths: [String]) {
    answersMayChange()
    guard publishesWorkspace else { return }
    for path in Set(paths).sorted() {
      let uri = uri(ofFile: pathInClient(path))
      let isPlanned = workspace.jobs.contains { $0.isPartial && $0.files.contains { $0.resolvedPath == path } }
      if !isPlanned { _ = publishFileLater(of: uri) }
    }
  }

  /// Has the request that is held back looked at again, since there may be something new.
  func answersMayChange() {
    workspace.changes += 1
    if let held = workspace.held.take() { workspace.jobs.append(held) }
  }

  /// Takes note of what the client saw happen to files.
  ///
  /// - Parameter isWhole: Whether all files are concerned, since settings changed.
  func filesChanged(_ changes: [LSP.DidChangeWatchedFilesParams.Change], isWhole: Bool) {
    var isWhole = isWhole
    var concerns = isWhole
    for change in changes {
      guard let path = DocumentURI(change.uri).filePath else { continue }
      if FileKind.of(fileName(of: path), in: parentFolder(of: path)) != nil {
        guard let file = place(of: change.uri) else {
          // A link that leads outside may have taken a file's place.
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
        // A folder, perhaps: one that is gone takes its files along.
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
