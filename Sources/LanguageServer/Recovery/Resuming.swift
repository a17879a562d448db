import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import ServerLoop
import SourceText

// Resuming after a crash
// ======================
//
// Swift can’t catch a trap. So the process replaces itself with a new instance of the program, which resumes the
// session from the journal. It reads the input again, but replays only what makes up the state: the client, settings,
// and the texts of documents. Nothing is analyzed meanwhile. Then it settles what was pending, saves a snapshot, and
// resumes work. The text that crashed the server is left alone until it changes, so it can’t crash the server in a
// loop.

/// What was pending at a crash.
struct Interruption {
  /// The request being handled.
  var request: LSP.RequestID?
  /// Other requests whose responses weren’t written.
  var unanswered: [LSP.RequestID] = []
  /// `initialize` with its result, if that wasn’t written.
  var initialize: (id: LSP.RequestID, result: any JSONWritable)?
  /// `shutdown`, if its response wasn’t written.
  var shutdown: LSP.RequestID?
  /// The rest of a partly written frame.
  var rest: [UInt8]?
  /// The progress tokens that the client shows.
  var progress: [LSP.ProgressToken] = []
  /// Whether registrations were sent.
  var isRegistered = false
  /// The URI of the document or the path of the file being processed.
  var name: String?

  /// Removes what reached the client.
  mutating func deliver(_ delivery: Delivery) {
    switch delivery {
    case .answer(let id):
      unanswered.removeAll { $0 == id }
      if initialize?.id == id { initialize = nil }
      if shutdown == id { shutdown = nil }
    case .registration: isRegistered = true
    case .progressBegin(let token): progress.append(token)
    case .progressEnd(let token): progress.removeAll { $0 == token }
    }
  }
}

// MARK: - Saving

extension Server {
  /// Notes that a task is done, and what must survive a crash from here on.
  func noteStep() {
    guard let journal else { return }
    journal.ends(inbox.handled)
    guard phase != .notInitialized else { return }
    // A client with a response to `initialize` can rely on the session.
    journal.open()
    journal.has(settings: settings.source)
    saveIfNeeded()
  }

  /// Saves a snapshot if the journal is large.
  func saveIfNeeded() {
    guard let journal, journal.isLarge, phase != .notInitialized else { return }
    save(to: journal)
  }

  /// Saves a snapshot of the session in the journal.
  func save(to journal: Journal) {
    let session = savedSession(journal)
    // Input may be handled past the last item: some messages never join the queue.
    inbox.handled = session.handledInput
    journal.save(
      session,
      (Array(documents.values) + unreadSources.values).lazy.map {
        SavedDocument(
          uri: $0.uri, version: $0.version, text: $0.text.bytes, isGivenUp: $0.isLost, isSuspended: $0.isSuspended)
      }, rest: outbox.halfWritten)
  }

  private func savedSession(_ journal: Journal) -> SavedSession {
    let waiting = outbox.undelivered
    var session = SavedSession()
    session.handledInput =
      inbox.isEmpty ? received - (reader.isLost ? 0 : reader.unfinishedBytes) : inbox.handled
    session.isReaderLost = inbox.isEmpty && reader.isLost
    if let (id, params) = journal.initialize { (session.initializeID, session.initialize) = (id, params) }
    session.isInitialized = isInitialized
    session.isRegistered = isInitialized && !waiting.contains(.registration)
    session.isShutDown = phase == .shutDown
    session.trace = trace.rawValue
    session.folders = settings.folders
    session.settings = Array(settings.source)
    session.suspendedFiles = journal.suspended.keys.sorted()
    for case .answer(let id) in waiting { session.unanswered.append(id) }
    for job in workspace.jobs + [workspace.held].compactMap({ $0 }) {
      if let request = job.request { session.unanswered.append(request) }
      if case .shown(let token) = job.progress { session.progress.append(token) }
    }
    for case .progressEnd(let token) in waiting { session.progress.append(token) }
    session.progress.removeAll { waiting.contains(.progressBegin($0)) }
    return session
  }
}

// MARK: - Resuming

extension Server {
  /// Restores the session from journal entries, without any work on its texts.
  func takeUp(_ entries: [JournalEntry], _ journal: Journal) -> Interruption {
    var interruption = Interruption()
    let marks = journal.marks
    skipWhatCrashed(marks)
    // Suspend the file right away: its project may be read to find out a document’s kind.
    let name = marks.pointee.nameSize > 0 ? String(decoding: marks.name, as: UTF8.self) : nil
    if let name { suspend(name, journal) }
    lastRequest = Int(marks.pointee.generation % 20) * 100_000_000
    for entry in entries {
      switch entry {
      case .session(let session): restore(session, journal, &interruption)
      case .document(let document): restore(document)
      case .input(let bytes): repeatInput(bytes, journal, &interruption)
      case .delivered(let delivery): interruption.deliver(delivery)
      case .settings(let bytes): restoreSettings(bytes)
      case .rest(let start, let bytes):
        let done = Int(marks.pointee.written) - start
        guard (0..<bytes.count).contains(done) else { continue }
        interruption.rest = Array(bytes.dropFirst(done))
      }
    }
    if let name { interruption.name = name }
    // The replay’s output was sent before the crash.
    inbox.handled = max(inbox.handled, Int(marks.pointee.handled), Int(marks.pointee.current))
    outbox = Outbox()
    asked = [:]
    unpublished = []
    workspace = Workspace()
    workspace.lastToken = lastRequest
    if let name = interruption.name { suspend(name, journal) }
    return interruption
  }

  /// Skips messages that crashed the process when they were parsed or replayed.
  private func skipWhatCrashed(_ marks: UnsafeMutablePointer<CrashMarks>) {
    for crashed in [marks.pointee.reading, marks.pointee.repeating] where crashed != 0 {
      let skipped = marks.pointee.skipped
      marks.pointee.skipped = (skipped.1, skipped.2, crashed)
    }
    marks.pointee.reading = 0
    marks.pointee.repeating = 0
  }

  private func restore(_ session: SavedSession, _ journal: Journal, _ interruption: inout Interruption) {
    if let params = try? JSONDocument.parse(session.initialize).root {
      repeatInitialize(session.initializeID, params, journal, &interruption)
    }
    received = session.handledInput
    inbox.handled = session.handledInput
    reader = FrameReader()
    if session.isReaderLost { reader.seekHeader() }
    isInitialized = session.isInitialized
    if session.isShutDown { phase = .shutDown }
    trace = LSP.TraceValue(rawValue: session.trace) ?? .off
    settings.setFolders(session.folders)
    restoreSettings(session.settings)
    for path in session.suspendedFiles { suspend(path, journal) }
    let begun = interruption.initialize
    interruption = Interruption()
    interruption.initialize = begun.flatMap { session.unanswered.contains($0.id) ? $0 : nil }
    interruption.unanswered = session.unanswered.filter { $0 != interruption.initialize?.id }
    interruption.progress = session.progress
    interruption.isRegistered = session.isRegistered
  }

  private func restoreSettings(_ bytes: [UInt8]) {
    if let json = try? JSONDocument.parse(bytes).root { setEditorSettings(json) }
  }

  private func restore(_ saved: SavedDocument) {
    open(saved.uri, version: saved.version, text: saved.text)
    let document = documents[saved.uri] ?? unreadSources[saved.uri]
    if saved.isGivenUp { document?.giveUp() }
    if saved.isSuspended { document?.suspend() }
  }

  /// Reads input again: replays what was handled, and queues the rest.
  private func repeatInput(
    _ bytes: [UInt8], _ journal: Journal, _ interruption: inout Interruption
  ) {
    let marks = journal.marks
    let (skipped, current) = (marks.pointee.skipped, Int(marks.pointee.current))
    reader.append(bytes)
    received += bytes.count
    while let item = reader.next() {
      let end = received - reader.unfinishedBytes
      if [skipped.0, skipped.1, skipped.2].contains(Int64(end)) {
        // The skipped message may have changed any text.
        for document in Array(documents.values) + unreadSources.values { document.giveUp() }
        continue
      }
      marks.pointee.repeating = Int64(end)
      defer { marks.pointee.repeating = 0 }
      guard end <= marks.pointee.handled || end == current else {
        take(item, endingAt: end)
        continue
      }
      guard case .body(let body) = item else {
        if case .fault(_, let id?) = item { interruption.unanswered.append(id) }
        continue
      }
      do throws(LSP.Message.Fault) {
        let message = try LSP.Message(body)
        if end == current {
          interruption.name = nameOfDocument(in: message)
          if case .request(let id, let method, _) = message, method != "initialize", method != "shutdown" {
            interruption.request = id
            continue
          }
        }
        repeatMessage(message, journal, &interruption)
      } catch {
        if error.error.code == .parseError { _ = reader.reclaim(body) }
        if let id = error.id { interruption.unanswered.append(id) }
      }
    }
  }

  private func nameOfDocument(in message: LSP.Message) -> String? {
    switch message {
    case .request(_, _, let params), .notification(_, let params): params?["textDocument"]?["uri"]?.string
    case .response: nil
    }
  }

  /// Replays the parts of a handled message that affect the state.
  private func repeatMessage(_ message: LSP.Message, _ journal: Journal, _ interruption: inout Interruption) {
    switch message {
    case .request(let id, let method, let params):
      if method == "initialize", phase == .notInitialized, let params,
        repeatInitialize(id, params, journal, &interruption)
      {
        // Its result is pending.
      } else if method == "shutdown", phase == .running {
        phase = .shutDown
        documents = [:]
        interruption.shutdown = id
      } else {
        interruption.unanswered.append(id)
      }
    case .notification(let method, let params):
      guard phase == .running || method == "exit" else { return }
      repeatNotification(method, params)
    case .response: break
    }
  }

  /// - Returns: Whether the session began with it.
  @discardableResult
  private func repeatInitialize(
    _ id: LSP.RequestID, _ params: JSONValue, _ journal: Journal, _ interruption: inout Interruption
  ) -> Bool {
    guard let result = try? initialize(LSP.InitializeParams(params)) else { return false }
    journal.initialize = (id, Array(params.spelling))
    interruption.initialize = (id, result)
    return true
  }

  private func repeatNotification(_ method: String, _ params: JSONValue?) {
    if method == "initialized" { isInitialized = true }
    if method == "exit" { exitStatus = statusOfEnd }
    guard let params else { return }
    do throws(LSP.ResponseError) {
      switch method {
      case "textDocument/didOpen":
        let params = try LSP.DidOpenTextDocumentParams(params)
        open(params.uri, version: params.version, text: params.text)
      case "textDocument/didChange": change(try LSP.DidChangeTextDocumentParams(params))
      case "textDocument/didClose":
        let uri = try LSP.TextDocumentParams(params).uri
        documents[uri] = nil
        unreadSources[uri] = nil
      case "workspace/didChangeConfiguration":
        if let changed = LSP.DidChangeConfigurationParams(params).settings { takeEditorSettings(changed) }
      case "workspace/didChangeWorkspaceFolders":
        let changes = try LSP.DidChangeWorkspaceFoldersParams(params)
        settings.changeFolders(added: changes.added, removed: changes.removed)
      case "$/setTrace": trace = try LSP.SetTraceParams(params).value
      default: break
      }
    } catch {
      // It had no effect the first time either.
    }
  }

  // MARK: - The text that crashed the server

  /// Suspends a document or file until it changes.
  private func suspend(_ name: String, _ journal: Journal) {
    if name.hasPrefix("/") { journal.suspended[name] = .some(try? environment.files.status(of: name)) }
    // The contents of a binary property list are read from disk.
    for document in documents.values where document.uri == name || document.resolvedPath == name { document.suspend() }
  }

  // MARK: - Continuing

  /// Settles what was pending at the crash, and notifies the user.
  func finish(_ interruption: Interruption) {
    if let rest = interruption.rest { outbox.goOn(rest) }
    if let (id, result) = interruption.initialize { answer(id, result) }
    for id in interruption.unanswered {
      reject(id, LSP.ResponseError(.contentModified, "The server restarted; send the request again"))
    }
    if let id = interruption.request {
      reject(id, LSP.ResponseError(.internalError, "privacy-lsp crashed on this request and has restarted"))
    }
    if let id = interruption.shutdown { answer(id, LSP.Null()) }
    for token in interruption.progress { tell(.end(message: "Stopped"), token) }
    guard phase == .running else { return }
    let words: String
    if let name = interruption.name {
      let file = fileName(of: DocumentURI(name).path)
      words = """
        privacy-lsp crashed on “\(file)” and has restarted. No text is lost; the file is checked again \
        when you edit it
        """
    } else {
      words = "privacy-lsp crashed and has restarted. No text is lost"
    }
    show(.warning, words)
    log(.warning, words)
  }

  /// Resumes work on all documents.
  func goOn(_ interruption: Interruption) {
    guard phase == .running else { return }
    if isInitialized {
      if !interruption.isRegistered { register() }
      askForSettings()
    }
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      journal?.name = document.uri
      readFileSettings(of: document.uri)
      if !document.isSuspended { document.projectGeneration = project(of: document.uri).generation }
      lookAtSources(around: document)
      publishLater(document.uri)
    }
    if isInitialized {
      refreshClient()
      publishWorkspaceLater()
    }
    journal?.ends(inbox.handled)
  }
}
