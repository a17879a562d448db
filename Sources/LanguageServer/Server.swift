import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
package import ServerLoop
import SourceText
import Workspace

/// The server without I/O: bytes go in through ``receive(_:)``, each ``step()`` does one task, and bytes come out of
/// ``outbox``. It has no file descriptors, threads or waiting, so a test can drive it byte by byte.
///
/// It owns all state. Messages are handled in order; nothing waits for the client, whose responses are messages like
/// any other.
public final class Server {
  enum Phase {
    case notInitialized, running, shutDown
  }

  let environment: Environment
  var phase = Phase.notInitialized
  var client = LSP.ClientCapabilities()
  var encoding = PositionEncoding.utf16
  var documents: [String: OpenDocument] = [:]
  var settings = Settings()
  /// The documents whose diagnostics must be published, the longest waiting first.
  var unpublished: [(uri: String, since: Int)] = []
  /// How many waiting messages are handled before the next diagnostics, however long those have waited: as many as
  /// waited when the last ones were published. Nil if not counted yet.
  private var messagesFirst: Int? = 0
  /// What is known about the files of the workspace, and its pending jobs.
  var workspace = Workspace()
  /// How much tracing the client wants.
  var trace = LSP.TraceValue.off
  /// The request being handled.
  var currentRequest: LSP.RequestID?
  /// Counts messages and tasks. Each may see different files than the one before.
  var steps = 0
  /// Counts all changes of texts, so that each text has a unique number.
  var revision = 0
  /// A prefix for result ids, so that they are unique across restarts: a client that kept an old id would otherwise be
  /// told that nothing has changed.
  let resultPrefix: String
  /// The callbacks of our pending requests.
  var asked: [LSP.RequestID: (Server, JSONValue?) -> Void] = [:]
  var lastRequest = 0

  var reader = FrameReader()
  var inbox = Inbox()
  /// The record for resuming after a crash; nil if crashes end the session.
  var journal: Journal?
  /// The file system for files whose contents are analyzed. It hides files that crashed the server.
  var texts: any FileSystem
  /// How many bytes were received.
  var received = 0
  /// Whether `initialized` was received.
  var isInitialized = false
  package var outbox = Outbox()
  /// Finds the projects around files; nil until first used.
  var projects: ProjectFinder?
  /// The source indexes by workspace folder, with links resolved.
  var sources: [String: SourceIndex] = [:]
  /// How many indexes were created so far.
  var sourceIndexes = 1
  /// Open source files while findings in source code are off, kept for when they are turned on.
  var unreadSources: [String: OpenDocument] = [:]
  /// Whether source evidence may have changed since it was reported.
  var hasNewEvidence = false
  /// Counts changes that affect in which of several files a finding is reported: open files and settings.
  var tellingRevision = 0
  /// The value of ``tellingRevision`` that ``projects`` last got.
  var toldRevision = -1
  /// The pending refresh requests by method, and whether more has changed since.
  var refreshes: [String: (id: LSP.RequestID, isOutdated: Bool)] = [:]

  /// The exit status, once the process should end.
  public internal(set) var exitStatus: Int32?
  /// The process with which the server exits.
  public internal(set) var clientProcess: Int32?

  public init(_ environment: Environment) {
    self.environment = environment
    texts = environment.files
    resultPrefix = String(environment.now(), radix: 36)
  }

  /// The rules, loaded on first use.
  private(set) lazy var linter = Linter(catalog: environment.catalog())

  /// The exit status if the process ended now: clients must send `shutdown` first.
  package var statusOfEnd: Int32 { phase == .shutDown ? 0 : 1 }

  // MARK: - Input

  /// Whether more input should be read now.
  package var hasRoom: Bool {
    // While the reader skips bytes, queued messages go first: the journal keeps all input since then.
    inbox.hasRoom && (inbox.isEmpty || !reader.isLost)
  }

  /// Takes input. Complete messages are queued, and cancelled ones are removed from the queue.
  public func receive(_ bytes: some Collection<UInt8>) {
    reader.append(bytes)
    received += bytes.count
    while let item = reader.next() { take(item, endingAt: received - reader.unfinishedBytes) }
    saveIfNeeded()
  }

  /// Queues an item, or handles it immediately if it can’t wait.
  ///
  /// - Parameter end: Where it ends, in bytes from the start of the input.
  func take(_ item: FrameReader.Item, endingAt end: Int) {
    switch item {
    case .fault(let words, let id):
      inbox.append(.fault(LSP.Message.Fault(LSP.ResponseError(.invalidRequest, words), id: id)), size: 0, end: end)
    case .body(let body):
      journal?.reads(end)
      defer { journal?.reads(0) }
      do throws(LSP.Message.Fault) {
        let message = try LSP.Message(body)
        if case .notification("$/cancelRequest", let params) = message {
          if let id = params?["id"].flatMap({ LSP.RequestID($0) }), !inbox.cancel(id) { cancelJob(of: id) }
          return
        }
        // A parsed message holds its bytes and up to as much again for its values.
        inbox.append(.message(message), size: 2 * body.count + 512, end: end)
      } catch {
        let isPutBack = error.error.code == .parseError && reader.reclaim(body)
        inbox.append(.fault(error), size: 0, end: isPutBack ? received - reader.unfinishedBytes : end)
      }
    }
  }

  /// Ends the input; what was received is still handled.
  public func endInput() {
    endsWhenDone = true
  }

  private var endsWhenDone = false
  /// Whether the input has ended and all of it is handled.
  private var canEnd: Bool { endsWhenDone && workspace.jobs.allSatisfy(\.isForLater) }

  // MARK: - Work

  /// Whether a task may take seconds: only if there are files or texts, which may be large, or a message is large
  /// itself.
  package var mayWorkLong: Bool {
    reader.unfinishedBytes > 1 << 20
      || (phase == .running && (!documents.isEmpty || !workspace.jobs.isEmpty || !inbox.isSmall))
  }

  /// Whether there is a message to handle or something to publish.
  public var hasWork: Bool {
    exitStatus == nil && (!inbox.isEmpty || !unpublished.isEmpty || nextJob != nil || hasSourceNews || canEnd)
  }

  /// How long a stream of messages may delay diagnostics, in milliseconds.
  private static let longestDelay = 500

  /// Does one task: handles the oldest message or, if none is waiting, publishes one document’s diagnostics or checks
  /// one file of the workspace.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func step() -> Bool {
    guard exitStatus == nil else { return false }
    journal?.begins()
    let taken = inbox.handled
    let isDone = work()
    noteStep()
    // Otherwise a large text leaves fragmented memory, with no room for the next one.
    if inbox.tookLarge, inbox.handled != taken { giveBackFreeMemory() }
    return isDone
  }

  private func work() -> Bool {
    // A task over many files sees them as they were when it began.
    if workspace.jobs.isEmpty || !inbox.isEmpty { steps += 1 }
    let first = messagesFirst ?? inbox.count
    messagesFirst = first
    if let next = unpublished.first,
      inbox.isEmpty || first == 0 && environment.now() - next.since > Self.longestDelay
    {
      unpublished.removeFirst()
      publishDiagnostics(of: next.uri)
      // Messages that arrived meanwhile are read before the next task, and count then.
      messagesFirst = nil
      return true
    }
    if inbox.isEmpty, hasSourceNews {
      tellSourceNews()
      return true
    }
    if let job = nextJob, !(job.isForLater && canEnd),
      inbox.isEmpty || !job.isForLater && environment.now() - workspace.lastStep > Self.longestDelay
    {
      step(job)
      return true
    }
    guard let item = inbox.popFirst() else {
      if canEnd {
        // A request that is held back still gets a response.
        dropJobs()
        exitStatus = statusOfEnd
      }
      return false
    }
    messagesFirst = max(first - 1, 0)
    lookAtSettings()
    journal?.begins(item, endingAt: inbox.handled)
    switch item {
    case .message(.request(let id, let method, let params)):
      let start = environment.now()
      currentRequest = id
      defer { currentRequest = nil }
      do throws(LSP.ResponseError) {
        let result = try result(of: method, params)
        if !(result is AnswerLater) { answer(id, result) }
        traceMessage(method, id, since: start, result is AnswerLater ? "deferred" : "answered")
      } catch {
        reject(id, error)
        traceMessage(method, id, since: start, "rejected: \(error.message)")
      }
    case .message(.notification(let method, let params)):
      let start = environment.now()
      notice(method, params)
      traceMessage(method, nil, since: start, "handled")
    case .message(.response(let id, let answer)):
      if let id, let continuation = asked.removeValue(forKey: id) {
        if case .result(let result) = answer { continuation(self, result) } else { continuation(self, nil) }
      } else if case .nothing = answer {
        reject(id, LSP.ResponseError(.invalidRequest, "The message has no “method”"))
      }
    case .fault(let fault):
      reject(fault.id, fault.error)
    case .cancelled(let id):
      reject(id, LSP.ResponseError(.requestCancelled, "The request was cancelled"))
    }
    return true
  }

  private func result(of method: String, _ params: JSONValue?) throws(LSP.ResponseError) -> any JSONWritable {
    switch phase {
    case .shutDown: throw LSP.ResponseError(.invalidRequest, "The server was shut down")
    case .notInitialized where method != "initialize":
      throw LSP.ResponseError(.serverNotInitialized, "The first request must be “initialize”")
    default: break
    }
    guard let handle = Route.handler(of: method, isRequest: true) else {
      throw LSP.ResponseError(.methodNotFound, "“\(method)” is not supported")
    }
    return try handle(self, params)
  }

  private func notice(_ method: String, _ params: JSONValue?) {
    guard phase == .running || method == "exit" else { return }
    // Errors in notifications can’t be reported.
    _ = try? Route.handler(of: method, isRequest: false)?(self, params)
  }

  // MARK: - Output

  /// Sends the result of a request, or an error if it is too large for clients.
  func answer(_ id: LSP.RequestID, _ result: any JSONWritable) {
    let frame = LSP.Frame.result(id, result)
    guard frame.count > Outbox.largestAnswer else { return outbox.append(frame, .answer(id)) }
    let words = "The result has \(frame.count >> 20) MiB, more than the limit of \(Outbox.largestAnswer >> 20) MiB"
    reject(id, LSP.ResponseError(.requestFailed, words))
  }

  /// Sends an error response to a request or an invalid message.
  func reject(_ id: LSP.RequestID?, _ error: LSP.ResponseError) {
    outbox.append(LSP.Frame.error(id, error), id.map(Delivery.answer))
  }

  static let registering = "client/registerCapability"

  /// Sends a request to the client. `continuation` gets the result, or nil for an error.
  ///
  /// - Returns: The request’s id, its key in ``asked`` until the client responds.
  @discardableResult
  func ask(
    _ method: String, _ params: (any JSONWritable)? = nil,
    _ continuation: @escaping (Server, JSONValue?) -> Void = { _, _ in }
  ) -> LSP.RequestID {
    // Bounded, in case the client never responds.
    if asked.count >= 1000 { asked = [:] }
    lastRequest += 1
    let id = LSP.RequestID.number(lastRequest)
    asked[id] = continuation
    outbox.append(LSP.Frame.request(id, method, params), method == Self.registering ? .registration : nil)
    return id
  }

  /// Sends a notification to the client.
  func notify(_ method: String, _ params: any JSONWritable, topic: String? = nil) {
    outbox.append(LSP.Frame.notification(method, params), topic: topic)
  }

  /// Shows a message of one or more lines to the user.
  func show(_ type: LSP.MessageType, _ words: String) {
    let lines = words.split(
      omittingEmptySubsequences: !client.showsLinesInMessages, whereSeparator: \.isNewline)
    let shown = lines.map { printable($0) }.joined(separator: client.showsLinesInMessages ? "\n" : " · ")
    notify("window/showMessage", LSP.showMessageParams(type, shown))
  }

  /// Shows a title, the first elements of a list, one per line, and how many more there are.
  func show<Thing>(_ type: LSP.MessageType, _ title: String, _ list: [Thing], line: (Thing) -> String) {
    let shown = list.prefix(10).map(line)
    let rest = list.count > shown.count ? ["and \(list.count - shown.count) more"] : []
    show(type, ([title] + shown + rest).joined(separator: "\n"))
  }

  /// Takes all pending output.
  public func takeOutput() -> [UInt8] {
    var result: [UInt8] = []
    while !outbox.isEmpty {
      _ = outbox.write(atMost: .max) { bytes in
        result.append(contentsOf: bytes)
        return bytes.count
      }
    }
    return result
  }
}

extension Server: FrameServer {}
