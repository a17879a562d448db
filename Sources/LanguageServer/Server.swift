import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText
import Workspace

/// The server without its pipes: bytes go in through ``receive(_:)``, each ``step()`` does one piece of work, and bytes
/// come out of ``outbox``. It knows no file descriptors, no threads and no waiting, so a test can drive it byte by
/// byte.
///
/// It is the only owner of all state. A message is handled when everything before it has been; nothing waits for the
/// client, whose answers are messages like any other.
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
  /// The documents whose diagnostics the client does not have yet, the one that waits longest first.
  var unpublished: [(uri: String, since: Int)] = []
  /// How many of the messages that wait are handled before the next diagnostics, however long those have waited: as many
  /// as waited when the last ones were published. Nil where that is not counted yet.
  private var messagesFirst: Int? = 0
  /// What is known of the files of the workspace, and the work that waits there.
  var workspace = Workspace()
  /// How much of the work the client wants to be told of.
  var trace = LSP.TraceValue.off
  /// The request that is handled right now.
  var currentRequest: LSP.RequestID?
  /// Counts the messages and pieces of work that each may find other files than the one before.
  var steps = 0
  /// Counts every change of a text, so that no two texts share a number.
  var revision = 0
  /// Begins the ids of results, so that none is one of an earlier server's: a client that keeps them when a server is
  /// started anew would be told that nothing has changed.
  let resultPrefix: String
  /// What the answers to our own requests are for.
  var asked: [LSP.RequestID: (Server, JSONValue?) -> Void] = [:]
  var lastRequest = 0

  var reader = FrameReader()
  var inbox = Inbox()
  /// What the session is taken up from after a crash; nil where it is not.
  var journal: Journal?
  /// The files whose texts are looked into. After a crash the file that caused it is not among them.
  var texts: any FileSystem
  /// How many bytes were received.
  var received = 0
  /// Whether `initialized` came.
  var isInitialized = false
  package var outbox = Outbox()
  /// What was found of the projects around files; nil before the first was asked for.
  var projects: ProjectFinder?
  /// What is known of source code, by the folder of the workspace without links.
  var sources: [String: SourceIndex] = [:]
  /// How many of them there were so far.
  var sourceIndexes = 1
  /// Source code that the client has open while it is not looked into: kept for the time when it is.
  var unreadSources: [String: OpenDocument] = [:]
  /// Whether findings may rest on other evidence than was told.
  var hasNewEvidence = false
  /// Counts what may change in which of several files a finding is told: those that are open, and settings.
  var tellingRevision = 0
  /// What that was when ``projects`` was last told.
  var toldRevision = -1
  /// The requests to ask anew that a client has not answered yet, by their methods, and whether more has changed since.
  var refreshes: [String: (id: LSP.RequestID, isOutdated: Bool)] = [:]

  /// What the process ends with, once it is to end.
  public internal(set) var exitStatus: Int32?
  /// The process whose end is the server's too.
  public internal(set) var clientProcess: Int32?

  public init(_ environment: Environment) {
    self.environment = environment
    texts = environment.files
    resultPrefix = String(environment.now(), radix: 36)
  }

  /// The rules, read on first use.
  private(set) lazy var linter = Linter(catalog: environment.catalog())

  /// What the process ends with when it ends now: it is a mistake of the client's not to say `shutdown` first.
  package var statusOfEnd: Int32 { phase == .shutDown ? 0 : 1 }

  // MARK: - Input

  /// Whether more input should be read now.
  package var hasRoom: Bool {
    // While bytes are passed over, what waits is handled first: the journal keeps all that came since.
    inbox.hasRoom && (inbox.isEmpty || !reader.isLost)
  }

  /// Takes bytes as they come; messages that are complete join the queue, and a cancelled one leaves it.
  public func receive(_ bytes: some Collection<UInt8>) {
    reader.append(bytes)
    received += bytes.count
    while let item = reader.next() { take(item, endingAt: received - reader.unfinishedBytes) }
    saveIfNeeded()
  }

  /// Has an item join the queue, or does at once what is not to wait.
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
        // A parsed message holds its bytes and up to as much again for what they mean.
        inbox.append(.message(message), size: 2 * body.count + 512, end: end)
      } catch {
        let isPutBack = error.error.code == .parseError && reader.reclaim(body)
        inbox.append(.fault(error), size: 0, end: isPutBack ? received - reader.unfinishedBytes : end)
      }
    }
  }

  /// Takes note that nothing more will come: what is there is still handled.
  public func endInput() {
    endsWhenDone = true
  }

  private var endsWhenDone = false
  /// Whether the input has ended, and all that came in is done.
  private var canEnd: Bool { endsWhenDone && workspace.jobs.allSatisfy(\.isForLater) }

  // MARK: - Work

  /// Whether a piece of work may take seconds: only where there are files or texts, which may be large, or a message is
  /// large itself.
  package var mayWorkLong: Bool {
    reader.unfinishedBytes > 1 << 20
      || (phase == .running && (!documents.isEmpty || !workspace.jobs.isEmpty || !inbox.isSmall))
  }

  /// Whether there is a message to handle or something to publish.
  public var hasWork: Bool {
    exitStatus == nil && (!inbox.isEmpty || !unpublished.isEmpty || nextJob != nil || hasSourceNews || canEnd)
  }

  /// How long diagnostics may be put off by messages that keep coming, in milliseconds.
  private static let longestDelay = 500

  /// Does one piece of work: handles the oldest message or, when none waits, publishes one document's diagnostics or
  /// looks at one file of the workspace.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func step() -> Bool {
    guard exitStatus == nil else { return false }
    journal?.begins()
    let taken = inbox.handled
    let isDone = work()
    noteStep()
    // Else what a large text leaves lies in pieces between what is kept, and the next one has no room in them.
    if inbox.tookLarge, inbox.handled != taken { giveBackFreeMemory() }
    return isDone
  }

  private func work() -> Bool {
    // Work over many files sees them as they are when it begins.
    if workspace.jobs.isEmpty || !inbox.isEmpty { steps += 1 }
    let first = messagesFirst ?? inbox.count
    messagesFirst = first
    if let next = unpublished.first,
      inbox.isEmpty || first == 0 && environment.now() - next.since > Self.longestDelay
    {
      unpublished.removeFirst()
      publishDiagnostics(of: next.uri)
      // What came meanwhile is read before the next piece of work, and has its turn then.
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
        // A request that is held back is answered all the same.
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
        traceMessage(method, id, since: start, result is AnswerLater ? "is answered later" : "answered")
      } catch {
        reject(id, error)
        traceMessage(method, id, since: start, "refused: \(error.message)")
      }
    case .message(.notification(let method, let params)):
      let start = environment.now()
      notice(method, params)
      traceMessage(method, nil, since: start, "taken")
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
    // A notification that is not known, or wrong, has no answer to say so in.
    _ = try? Route.handler(of: method, isRequest: false)?(self, params)
  }

  // MARK: - Output

  /// Answers a request. An answer that no client can take has an error in its place.
  func answer(_ id: LSP.RequestID, _ result: any JSONWritable) {
    let frame = LSP.Frame.result(id, result)
    guard frame.count > Outbox.largestAnswer else { return outbox.append(frame) }
    let words = "The answer has \(frame.count >> 20) MiB, and at most \(Outbox.largestAnswer >> 20) are sent"
    reject(id, LSP.ResponseError(.requestFailed, words))
  }

  /// Answers a request, or something that was no message, with the reason why it has no result.
  func reject(_ id: LSP.RequestID?, _ error: LSP.ResponseError) {
    outbox.append(LSP.Frame.error(id, error))
  }

  /// Sends a request to the client. The answer, nil if it is an error, comes back through `continuation`.
  ///
  /// - Returns: The request's id, under which it is in ``asked`` until it is answered.
  @discardableResult
  func ask(
    _ method: String, _ params: (any JSONWritable)? = nil,
    _ continuation: @escaping (Server, JSONValue?) -> Void = { _, _ in }
  ) -> LSP.RequestID {
    // A client that answers nothing does not make the list grow.
    if asked.count >= 1000 { asked = [:] }
    lastRequest += 1
    let id = LSP.RequestID.number(lastRequest)
    asked[id] = continuation
    outbox.append(LSP.Frame.request(id, method, params))
    return id
  }

  /// Sends a notification to the client.
  func notify(_ method: String, _ params: any JSONWritable, topic: String? = nil) {
    outbox.append(LSP.Frame.notification(method, params), topic: topic)
  }

  /// Shows a message of one or several lines to the user.
  func show(_ type: LSP.MessageType, _ words: String) {
    let lines = words.split(
      omittingEmptySubsequences: !client.showsLinesInMessages, whereSeparator: \.isNewline)
    let shown = lines.map { printable($0) }.joined(separator: client.showsLinesInMessages ? "\n" : " · ")
    notify("window/showMessage", LSP.showMessageParams(type, shown))
  }

  /// Shows a title, the first things of a list, each in a line, and how many more there are.
  func show<Thing>(_ type: LSP.MessageType, _ title: String, _ list: [Thing], line: (Thing) -> String) {
    let shown = list.prefix(10).map(line)
    let rest = list.count > shown.count ? ["and \(list.count - shown.count) more"] : []
    show(type, ([title] + shown + rest).joined(separator: "\n"))
  }

  /// Takes everything that waits to be written.
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
