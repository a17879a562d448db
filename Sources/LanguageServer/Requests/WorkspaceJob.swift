import FileSystem
import LanguageServerProtocol
import ServerLoop
import Workspace

/// What the server knows about the files of the workspace, and its pending jobs.
///
/// No files are examined until a client requests it or a setting enables it.
struct Workspace {
  /// Counts changes that may affect findings in closed files.
  var changes = 0
  /// The pending jobs, oldest first.
  var jobs: [WorkspaceJob] = []
  /// The request that is held back until something changes.
  var held: WorkspaceJob?
  /// Whether the client has requested workspace diagnostics, which it then repeats.
  var isAskedFor = false
  /// The value of ``changes`` when a client was last told that nothing changed; nil if it got news since.
  var quietSince: Int?
  /// The results for files by path, with links resolved.
  var checked: [String: CheckedFile] = [:]
  /// The URIs of closed files with published findings.
  var published: Set<String> = []
  /// The files found by the last search. Cached briefly, because a symbol search repeats it with every letter.
  var listing: (files: [FoundFile], time: Int)?
  /// How clients spell the URIs of files, if different from ours.
  var spellings: [String: String] = [:]
  /// Whether the client watches source files for us.
  var watchesSources = false
  /// When a job last made a step.
  var lastStep = 0
  /// Counters for result ids and progress tokens.
  var lastResult = 0
  var lastToken = 0
}

/// The results for a file on disk, valid until its status or settings change.
struct CheckedFile {
  var status: FileStatus?
  var settings: FileSettings
  /// The value of ``Settings/editorRevision``.
  var revision: Int
  /// Identifies what sources said about the file.
  var evidenceGeneration: Int
  /// The id of the findings; nil if unknown.
  var resultID: String?
  /// Nil if unknown.
  var symbols: [FoundSymbol]?
}

/// A job over the files of the workspace. It is done step by step, when no message is waiting.
final class WorkspaceJob {
  enum Purpose {
    /// Responds to `workspace/diagnostic`.
    case report(DiagnosticReport)
    /// Publishes the findings in files that aren’t open.
    case publish
    /// Responds to `workspace/symbol`.
    case findSymbols(SymbolSearch)
    /// Indexes source code.
    case index(SourceIndex)
  }

  enum Phase {
    case waiting, walking(FileSearch), checking, done
  }

  /// How much progress the client was told about.
  enum Progress {
    /// No progress is reported yet.
    case none
    /// The client was asked to show progress.
    case asked(LSP.ProgressToken)
    case shown(LSP.ProgressToken)
    case ended
  }

  var purpose: Purpose
  /// The request to respond to at the end.
  var request: LSP.RequestID?
  /// The client’s token for progress.
  var workDoneToken: LSP.ProgressToken?
  /// Whether the job is for given files only, so that others aren’t affected.
  var isPartial = false

  var phase = Phase.waiting
  /// Open documents are checked first.
  var documents: [String] = []
  var files: [FoundFile] = []
  var next = 0
  /// The value of ``Workspace/changes`` when the job began.
  var changes = 0
  var started = 0
  var progress = Progress.none
  var lastReport = 0
  private var surroundings: [String: Surroundings] = [:]

  init(_ purpose: Purpose, request: LSP.RequestID? = nil, workDoneToken: LSP.ProgressToken? = nil) {
    self.purpose = purpose
    self.request = request
    self.workDoneToken = workDoneToken
  }

  /// The total number of steps, once known.
  var count: Int { if case .index(let index) = purpose { index.progress.count } else { documents.count + files.count } }

  /// Whether a person is waiting for the result.
  var isUrgent: Bool { if case .findSymbols = purpose { true } else { false } }
  /// Whether everything else comes first, even messages.
  var isForLater: Bool { if case .index = purpose { true } else { false } }

  /// What the folders around a file say about it, and problems with the settings file.
  func settings(of file: FoundFile, files: any FileSystem, kept: UsableSettings) -> (FileSettings, problems: [String]) {
    let around = surroundings[file.root] ?? Surroundings(root: file.root, files: files, kept: kept)
    surroundings[file.root] = around
    var settings = FileSettings()
    settings.project = around.project(of: joinedPath(file.folder, fileName(of: file.shownPath)))
    guard let found = around.configurationFile(of: file.folder) else { return (settings, []) }
    settings.path = found.path
    settings.configuration = found.configuration
    return (settings, found.problems)
  }
}

extension Server {
  /// The most jobs that may be pending.
  private static let mostJobs = 1000
  /// Jobs pause while more output is pending, in bytes, so that responses don’t have to wait behind it.
  private static let mostOutput = 128 << 10
  /// How long a job runs before progress is shown, and the time between two reports, in milliseconds.
  private static let quietTime = 500
  private static let reportInterval = 100
  /// How long a list of files is cached, in milliseconds.
  private static let listingAge = 2000

  /// The job to continue next, if there is one and the client is reading the output.
  var nextJob: WorkspaceJob? {
    guard !workspace.jobs.isEmpty, outbox.size < Self.mostOutput else { return nil }
    return workspace.jobs.first(where: \.isUrgent) ?? workspace.jobs.first { !$0.isForLater } ?? workspace.jobs.first
  }

  func begin(_ job: WorkspaceJob) throws(LSP.ResponseError) {
    guard workspace.jobs.count < Self.mostJobs else {
      throw LSP.ResponseError(.requestFailed, "Too many requests of this kind are pending")
    }
    if workspace.jobs.isEmpty { workspace.lastStep = environment.now() }
    workspace.jobs.append(job)
  }

  /// Does one step of a job.
  func step(_ job: WorkspaceJob) {
    workspace.lastStep = environment.now()
    switch job.phase {
    case .waiting: start(job)
    case .checking where job.isForLater: stepIndex(of: job)
    case .walking(let search): walk(search, for: job)
    case .checking:
      if job.next < job.count { check(job) } else { finish(job) }
    case .done: break
    }
    if case .done = job.phase {
      workspace.jobs.removeAll { $0 === job }
    } else {
      reportProgress(of: job)
    }
  }

  private func start(_ job: WorkspaceJob) {
    projects?.contentsMayHaveChanged()
    job.started = environment.now()
    job.changes = workspace.changes
    job.next = 0
    if job.isForLater {
      job.phase = .checking
      return
    }
    if case .publish = job.purpose {
      // Open documents are published when they change.
    } else {
      job.documents = documents.keys.sorted()
    }
    if job.isPartial {
      job.phase = .checking
      return
    }
    if job.isUrgent, let listing = workspace.listing, environment.now() - listing.time < Self.listingAge {
      job.files = listing.files
      job.phase = .checking
      return
    }
    let search = FileSearch(files: environment.files, currentFolder: "/", defaults: settings.defaults)
    if settings.workspaceDiagnostics != false || job.isUrgent {
      for folder in settings.folders {
        // A client without a workspace may send the root folder.
        guard folder != "/", (try? environment.files.status(of: folder))?.type == .folder else { continue }
        search.begin(folder)
      }
    }
    job.phase = .walking(search)
  }

  private func walk(_ search: FileSearch, for job: WorkspaceJob) {
    if search.step() { return }
    let found = search.found.filter { $0.kind != nil }
    let named = filesNamed(beside: found, search.foreignProjects).filter {
      !search.leavesOut($0.resolvedPath, isFolder: false, below: $0.root)
    }
    job.files = (found + named).sorted { $0.shownPath < $1.shownPath }
    for folder in search.found where folder.kind == nil {
      warn("\(folder.resolvedPath) \(folder.error ?? "is skipped")")
    }
    for note in search.notes { logOnce(.warning, note) }
    workspace.listing = (job.files, environment.now())
    if !job.isUrgent {
      lookAtSources(around: job.files)
      job.files += foundSources.sorted { $0.shownPath < $1.shownPath }
    }
    job.phase = .checking
  }

  private func stepIndex(of job: WorkspaceJob) {
    guard case .index(let index) = job.purpose else { return }
    let isDone = step(index)
    job.next = index.progress.done
    guard isDone else { return }
    job.phase = .done
    log(.debug, "\(job.count) sources took \(environment.now() - job.started) ms")
    endProgress(of: job, "\(job.count) files")
  }

  private func check(_ job: WorkspaceJob) {
    let index = job.next
    job.next += 1
    if index < job.documents.count {
      let uri = job.documents[index]
      guard documents[uri] != nil else { return }
      switch job.purpose {
      case .report(let report): self.report(document: uri, in: report)
      case .findSymbols(let search): find(inDocument: uri, search)
      case .publish, .index: break
      }
      return
    }
    let file = job.files[index - job.documents.count]
    if documents.values.contains(where: { $0.resolvedPath == file.resolvedPath }) { return }
    var (settings, problems) = job.settings(of: file, files: environment.files, kept: self.settings.usable)
    settings.project = project(ofFileAt: file.resolvedPath, root: file.root, folders: settings.project)
    if let error = file.error { warn("\(file.resolvedPath) \(error)") }
    switch job.purpose {
    case .report(let report):
      for problem in problems { warn(problem) }
      self.report(file: file, settings, in: report)
    case .publish:
      for problem in problems { warn(problem) }
      publish(file: file, settings, always: job.isPartial)
    case .findSymbols(let search): find(inFile: file, settings, search)
    case .index: break
    }
  }

  private func finish(_ job: WorkspaceJob) {
    if !job.isPartial {
      // Drop results for files that no longer exist.
      let paths = Set(job.files.map(\.resolvedPath))
      workspace.checked = workspace.checked.filter { paths.contains($0.key) }
    }
    let milliseconds = environment.now() - job.started
    log(.debug, "\(job.count) files of the workspace took \(milliseconds) ms")
    job.phase = .done
    switch job.purpose {
    case .report(let report):
      if !finish(report, of: job) {
        // The response is held back until there is news.
        endProgress(of: job, "Nothing new")
        let again = DiagnosticReport(report.params)
        let held = WorkspaceJob(.report(again), request: job.request, workDoneToken: job.workDoneToken)
        held.changes = job.changes
        workspace.held = held
        return
      }
    case .publish:
      if !job.isPartial { withdraw(allBut: Set(job.files.map { uri(ofFile: $0.shownPath) })) }
    case .findSymbols(let search):
      if let request = job.request { answer(request, search.result) }
    case .index: break
    }
    endProgress(of: job, "\(job.count) files")
  }

  // MARK: - Cancelling

  /// Cancels the job of a request.
  func cancelJob(of request: LSP.RequestID) {
    if workspace.held?.request == request {
      workspace.held = nil
    } else if let index = workspace.jobs.firstIndex(where: { $0.request == request }) {
      let job = workspace.jobs.remove(at: index)
      endProgress(of: job, "Cancelled")
    } else {
      return
    }
    reject(request, LSP.ResponseError(.requestCancelled, "The request was cancelled"))
  }

  /// Cancels the job that the user cancelled.
  func cancelProgress(_ params: LSP.WorkDoneProgressCancelParams) {
    let index = workspace.jobs.firstIndex { job in
      switch job.progress {
      case .asked(let token), .shown(let token): token == params.token
      case .none, .ended: job.workDoneToken == params.token
      }
    }
    guard let index else { return }
    let job = workspace.jobs.remove(at: index)
    endProgress(of: job, "Cancelled")
    guard let request = job.request else { return }
    reject(request, LSP.ResponseError(.requestCancelled, "The user cancelled the request"))
  }

  /// Cancels all jobs.
  func dropJobs() {
    if let held = workspace.held { workspace.jobs.append(held) }
    for job in workspace.jobs {
      endProgress(of: job, "The server is shut down")
      guard let request = job.request else { continue }
      reject(request, LSP.ResponseError(.serverCancelled, "The server is shut down"))
    }
    workspace = Workspace()
  }

  // MARK: - Progress

  private func reportProgress(of job: WorkspaceJob) {
    let now = environment.now()
    if now - job.started <= Self.quietTime { return }
    let message: String
    var percentage: Int?
    switch job.phase {
    case .waiting, .done: return
    case .walking: message = "Looking for files"
    case .checking:
      message = "\(job.next) of \(job.count) files"
      percentage = job.count == 0 ? 100 : job.next * 100 / job.count
    }
    switch job.progress {
    case .none:
      if let token = job.workDoneToken {
        beginProgress(of: job, token, message, percentage, now)
      } else if client.workDoneProgress {
        workspace.lastToken += 1
        let token = LSP.ProgressToken.string("privacy-lsp/\(workspace.lastToken)")
        job.progress = .asked(token)
        ask("window/workDoneProgress/create", LSP.workDoneProgressCreateParams(token)) { _, result in
          guard case .asked(token) = job.progress else { return }
          // If the client refuses to show progress, don’t ask again.
          if result == nil {
            job.progress = .ended
          } else {
            job.workDoneToken = token
            job.progress = .none
          }
        }
      }
    case .shown(let token):
      guard now - job.lastReport >= Self.reportInterval else { return }
      job.lastReport = now
      tell(.report(message: message, percentage: percentage), token)
    case .asked, .ended: break
    }
  }

  private func beginProgress(
    of job: WorkspaceJob, _ token: LSP.ProgressToken, _ message: String, _ percentage: Int?, _ now: Int
  ) {
    job.progress = .shown(token)
    job.lastReport = now
    let title =
      job.isForLater
      ? "Reading source code" : job.isUrgent ? "Searching for privacy manifests" : "Checking privacy files"
    // Clients show percentages only if the first report has one.
    tell(.begin(title: title, message: message, percentage: percentage ?? 0), token)
  }

  private func endProgress(of job: WorkspaceJob, _ message: String) {
    if case .shown(let token) = job.progress { tell(.end(message: message), token) }
    job.progress = .ended
  }

  /// Sends progress to the client.
  func tell(_ progress: LSP.WorkDoneProgress, _ token: LSP.ProgressToken) {
    let delivery: Delivery? =
      switch progress {
      case .begin: .progressBegin(token)
      case .report: nil
      case .end: .progressEnd(token)
      }
    outbox.append(LSP.Frame.notification("$/progress", LSP.progressParams(token, progress)), delivery)
  }

  // MARK: - Files

  /// The URI of a file.
  func uri(ofFile path: String) -> String {
    workspace.spellings[path] ?? DocumentURI.ofFile(path)
  }

  /// The path of a file as the client would write it, which may use a link to the workspace folder.
  ///
  /// - Parameter path: Absolute, with links resolved.
  func pathInClient(_ path: String) -> String {
    for (folder, resolved) in zip(settings.folders, resolvedFolders)
    where folder != resolved && resolved != "/" && isInside(path, resolved) {
      return folder + String(Substring(path.utf8.dropFirst(resolved.utf8.count)))
    }
    return path
  }

  /// The path of a document with links resolved; nil if it isn’t a file.
  func resolvedPath(of uri: String) -> String? {
    guard let path = DocumentURI(uri).filePath else { return nil }
    if let resolved = try? environment.files.resolve(path) { return resolved }
    let folder = parentFolder(of: path)
    return joinedPath((try? environment.files.resolve(folder)) ?? folder, fileName(of: path))
  }
}
