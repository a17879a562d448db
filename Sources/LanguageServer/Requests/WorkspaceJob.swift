import FileSystem
import LanguageServerProtocol
import Workspace

/// What the server knows of the files of the workspace, and the work that waits there.
///
/// Nothing is known, and nothing is looked at, before a client asks or a setting says so.
struct Workspace {
  /// Counts what may change an answer about files that are not open.
  var changes = 0
  /// The work that is under way, oldest first.
  var jobs: [WorkspaceJob] = []
  /// The request that is answered when something changes.
  var held: WorkspaceJob?
  /// Whether the client has asked for the findings of all files, as it then does again and again.
  var isAskedFor = false
  /// What ``changes`` was when a client was told that nothing is new; nil if it was told something since.
  var quietSince: Int?
  /// From the path of a file without links to what was found out about it.
  var checked: [String: CheckedFile] = [:]
  /// The URIs of files that are not open and whose findings the client shows.
  var published: Set<String> = []
  /// The files that the last walk found, kept for a moment: who searches for a name asks with every letter.
  var listing: (files: [FoundFile], time: Int)?
  /// How clients spell the URIs of files, where it is not our way.
  var spellings: [String: String] = [:]
  /// Whether the client watches sources for us.
  var watchesSources = false
  /// When a piece of work was last done.
  var lastStep = 0
  /// Counts the ids of results, and the tokens of progress.
  var lastResult = 0
  var lastToken = 0
}

/// What was found out about a file on disk; it holds while status and settings stay.
struct CheckedFile {
  var status: FileStatus?
  var settings: FileSettings
  /// What ``Settings/revision`` was.
  var revision: Int
  /// Tells what sources say of it from what they said before.
  var evidenceGeneration: Int
  /// Names the findings; nil while they are not known.
  var resultID: String?
  /// Nil while they are not known.
  var symbols: [FoundSymbol]?
}

/// Work over the files of the workspace. It is done a piece at a time, when no message waits.
final class WorkspaceJob {
  enum Purpose {
    /// Answer `workspace/diagnostic`.
    case report(DiagnosticReport)
    /// Publish the findings of files that are not open.
    case publish
    /// Answer `workspace/symbol`.
    case findSymbols(SymbolSearch)
    /// Find out what sources use.
    case index(SourceIndex)
  }

  enum Phase {
    case waiting, walking(FileSearch), checking, done
  }

  /// How far the client is told of the work.
  enum Progress {
    /// It is not worth telling, or cannot be told.
    case none
    /// The client was asked to show this one.
    case asked(LSP.ProgressToken)
    case shown(LSP.ProgressToken)
    case ended
  }

  var purpose: Purpose
  /// The request that is answered at the end.
  var request: LSP.RequestID?
  /// Under which the client wants to be told of the progress.
  var workDoneToken: LSP.ProgressToken?
  /// Whether the files were named, not searched for: then nothing is said of others.
  var isPartial = false

  var phase = Phase.waiting
  /// Open documents are looked at first.
  var documents: [String] = []
  var files: [FoundFile] = []
  var next = 0
  /// What ``Workspace/changes`` was when it began.
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

  /// How much there is to do, once that is known.
  var count: Int { if case .index(let index) = purpose { index.progress.count } else { documents.count + files.count } }

  /// Whether someone waits for the answer, and not just a list.
  var isUrgent: Bool { if case .findSymbols = purpose { true } else { false } }
  /// Whether all else comes first, messages too.
  var isForLater: Bool { if case .index = purpose { true } else { false } }

  /// What the folders around a file say of it, and what is wrong with what they say.
  func settings(of file: FoundFile, files: any FileSystem) -> (FileSettings, problems: [String]) {
    let around = surroundings[file.root] ?? Surroundings(root: file.root, files: files)
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
  /// So many requests about the workspace may wait; nobody means more.
  private static let mostJobs = 1000
  /// The size in bytes of the output that has work of this kind wait: an answer to a request stands behind it.
  private static let mostOutput = 128 << 10
  /// How long work may take before the user is told of it, and the time between two words on it, in milliseconds.
  private static let quietTime = 500
  private static let reportInterval = 100
  /// How long a list of files counts, in milliseconds.
  private static let listingAge = 2000

  /// The work over the files of the workspace that is next, if there is any and a client that takes what comes of it.
  var nextJob: WorkspaceJob? {
    guard !workspace.jobs.isEmpty, outbox.size < Self.mostOutput else { return nil }
    return workspace.jobs.first(where: \.isUrgent) ?? workspace.jobs.first { !$0.isForLater } ?? workspace.jobs.first
  }

  func begin(_ job: WorkspaceJob) throws(LSP.ResponseError) {
    guard workspace.jobs.count < Self.mostJobs else {
      throw LSP.ResponseError(.requestFailed, "Too many requests of this kind are waiting")
    }
    if workspace.jobs.isEmpty { workspace.lastStep = environment.now() }
    workspace.jobs.append(job)
  }

  /// Does one piece of some work over the files of the workspace.
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
      // What is open is published as it changes.
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
    let search = FileSearch(
      files: environment.files, currentFolder: "/", defaults: IgnoreScope.Defaults(settings.editor))
    if settings.workspaceDiagnostics != false || job.isUrgent {
      for folder in settings.folders {
        // A client that knows no better calls everything its folder.
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
    var (settings, problems) = job.settings(of: file, files: environment.files)
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
      // What is not there any more needs no memory.
      let paths = Set(job.files.map(\.resolvedPath))
      workspace.checked = workspace.checked.filter { paths.contains($0.key) }
    }
    let milliseconds = environment.now() - job.started
    log(.debug, "\(job.count) files of the workspace took \(milliseconds) ms")
    job.phase = .done
    switch job.purpose {
    case .report(let report):
      if !finish(report, of: job) {
        // The client is told nothing until there is something to tell.
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

  // MARK: - Taking back

  /// Ends the work on a request that the client takes back.
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

  /// Ends the work that the user takes back.
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
    reject(request, LSP.ResponseError(.requestCancelled, "The user cancelled the work"))
  }

  /// Ends all work over the files of the workspace.
  func dropJobs() {
    if let held = workspace.held { workspace.jobs.append(held) }
    for job in workspace.jobs {
      endProgress(of: job, "The server was shut down")
      guard let request = job.request else { continue }
      reject(request, LSP.ResponseError(.serverCancelled, "The server was shut down"))
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
          // From a client that will not show it nothing is asked again.
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
    // A client shows percentages only if the first word has one.
    tell(.begin(title: title, message: message, percentage: percentage ?? 0), token)
  }

  private func endProgress(of job: WorkspaceJob, _ message: String) {
    if case .shown(let token) = job.progress { tell(.end(message: message), token) }
    job.progress = .ended
  }

  /// Tells the client how a piece of work goes.
  func tell(_ progress: LSP.WorkDoneProgress, _ token: LSP.ProgressToken) {
    notify("$/progress", LSP.progressParams(token, progress))
  }

  // MARK: - Files

  /// The URI that a file is spoken of by.
  func uri(ofFile path: String) -> String {
    workspace.spellings[path] ?? DocumentURI.ofFile(path)
  }

  /// The path of a file as the client would spell it, which may know its folder through a link.
  ///
  /// - Parameter path: Absolute and without links.
  func pathInClient(_ path: String) -> String {
    for (folder, resolved) in zip(settings.folders, resolvedFolders)
    where folder != resolved && resolved != "/" && isInside(path, resolved) {
      return folder + String(Substring(path.utf8.dropFirst(resolved.utf8.count)))
    }
    return path
  }

  /// The path of a document without links; nil if it is no file.
  func resolvedPath(of uri: String) -> String? {
    guard let path = DocumentURI(uri).filePath else { return nil }
    if let resolved = try? environment.files.resolve(path) { return resolved }
    let folder = parentFolder(of: path)
    return joinedPath((try? environment.files.resolve(folder)) ?? folder, fileName(of: path))
  }
}
