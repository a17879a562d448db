import CLibrary
import CatalogData
import FileSystem
import LanguageServerProtocol
import SourceText
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import LanguageServer
@testable import ServerLoop

/// A server with a journal that can crash between any two bytes and steps.
private final class CrashingSession {
  var server: Server
  let marks: UnsafeMutablePointer<CrashMarks>
  /// All that a client has received.
  var written: [UInt8] = []
  private let environment: Environment

  init(files: any FileSystem = InMemoryFileSystem(), largestText: Int = 10_000) {
    marks = CrashMarks.allocate()
    var environment = Environment(version: "1", catalog: { .bundled }, files: files, now: { 0 })
    environment.largestText = largestText
    self.environment = environment
    server = Server(environment)
    server.note(in: Journal(marks: marks) { _ in true })
  }

  deinit { marks.deallocate() }

  func send(_ messages: String...) { send(messages.flatMap { frame($0) }) }

  func send(_ bytes: some Collection<UInt8>) {
    server.journal?.received(Array(bytes)[...])
    server.receive(bytes)
  }

  /// Has a client take so many bytes at most.
  func write(_ most: Int = .max) {
    var rest = most
    while rest > 0, !server.outbox.isEmpty {
      rest -= server.outbox.write(atMost: rest, noting: server.journal) { bytes in
        written += bytes
        return bytes.count
      }
    }
  }

  /// Has the server do all there is to do, and a client take all it says.
  func work() {
    repeat {
      while server.step() {}
      write()
    } while server.hasWork
  }

  /// The messages that a client has received; nil if they are no whole frames.
  func messages() throws -> [String] {
    var session = Session()
    let messages = session.messages(in: written)
    try #require(!messages.contains { $0.hasPrefix("FAULT") || $0.hasPrefix("NOT") }, "\(messages)")
    return messages
  }

  /// Goes on with nothing but the journal and the marks.
  func crash() throws {
    let old = try #require(server.journal?.file)
    // The file itself goes with the journal that holds it.
    let file = dup(old)
    let bytes = try #require(Journal.bytes(of: file))
    marks.pointee.generation += 1
    server = Server.resumed(environment, from: file, bytes, marks)
    #expect(server.journal?.file != nil, "the journal was given up")
  }

  /// Crashes in the middle of the next step.
  func crashInStep(in name: String? = nil) throws {
    let before = marks.pointee
    server.step()
    let end = marks.pointee.handled
    marks.pointee = before
    if end != before.handled { marks.pointee.current = end }
    if let name { server.journal?.name = name }
    try crash()
  }

  var text: String? {
    server.documents[uri].map { String(decoding: $0.text.bytes, as: UTF8.self) }
  }
}

private func initialize(_ capabilities: String = "{}", _ members: String = "") -> String {
  #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":\#(capabilities)\#(members)}}"#
}

private let initialized = #"{"method":"initialized","params":{}}"#
private let manifest = "<plist version=\"1.0\"><dict><key>a</key></dict></plist>"
private let versions = #"{"textDocument":{"publishDiagnostics":{"versionSupport":true}}}"#

/// The name of what is worked on.
private func name(in marks: UnsafeMutablePointer<CrashMarks>) -> String {
  String(decoding: marks.name, as: UTF8.self)
}

/// Files that a test changes, and that tell of what a journal says while they are read.
private final class ReadLog: FileSystem {
  private let state: Mutex<(files: InMemoryFileSystem, read: [String])>
  nonisolated(unsafe) var marks: UnsafeMutablePointer<CrashMarks>?

  init(_ files: InMemoryFileSystem) { state = Mutex((files, [])) }

  func write(_ text: String, to path: String) { state.withLock { $0.files.nodes[path] = .file(Array(text.utf8)) } }

  /// What was read since the last time, with the name of what was worked on.
  func take() -> [String] {
    state.withLock { state in
      defer { state.read = [] }
      return state.read
    }
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let bytes = try state.withLock(\.files).read(path, limit: limit)
    let line = "\(path) as \(marks.map { name(in: $0) } ?? "nothing")"
    state.withLock { $0.read.append(line) }
    return bytes
  }

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    try state.withLock(\.files).status(of: path, followingLinks: followingLinks)
  }
  func list(_ path: String) throws(FileError) -> [FolderEntry] { try state.withLock(\.files).list(path) }
  func resolve(_ path: String) throws(FileError) -> String { try state.withLock(\.files).resolve(path) }
}

@Suite struct JournalTests {
  @Test func entriesComeBack() {
    var session = SavedSession()
    (session.handledInput, session.isReaderLost) = (1 << 40, true)
    (session.initializeID, session.initialize) = (.string("i"), [1, 2])
    (session.isInitialized, session.isRegistered, session.isShutDown) = (true, true, true)
    (session.trace, session.folders, session.settings) = ("verbose", ["/a", "/ü"], [])
    (session.unanswered, session.progress) = ([.number(-1), .string("x")], [.string("")])
    session.suspendedFiles = ["/f"]
    let rows: [JournalEntry] = [
      .input([]), .input([0, 255]), .delivered(.answer(.number(.min))), .delivered(.answer(.string("ä"))),
      .delivered(.registration), .delivered(.progressBegin(.number(3))), .delivered(.progressEnd(.string("t"))),
      .rest(at: 7, [1]), .rest(at: 0, []), .settings([123, 125]), .session(SavedSession()),
      .session(session), .document(SavedDocument(uri: uri, version: nil, text: [])),
      .document(SavedDocument(uri: "", version: -3, text: [9], isGivenUp: true, isSuspended: true)),
    ]
    var all: [UInt8] = []
    var ends = [0]
    for row in rows {
      let (header, body, end) = row.encoded
      withUnsafeBytes(of: header) { all += $0 }
      all += body + end
      ends.append(all.count)
    }
    #expect(JournalEntry.entries(in: all) == rows)
    for count in 0..<all.count {
      let whole = ends.lastIndex { $0 <= count } ?? 0
      #expect(JournalEntry.entries(in: Array(all.prefix(count))) == Array(rows.prefix(whole)), "\(count) bytes")
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      var bytes = all
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      #expect(JournalEntry.entries(in: bytes).count <= 2 * rows.count)
    }
  }

  /// Crashes at random moments while a client types and asks: nobody can tell but by the errors.
  @Test func aSessionGoesOnFromAnyMoment() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let session = CrashingSession()
      session.send(initialize(versions), initialized)
      session.work()

      var text = manifest
      var input = frame(didOpen(text))
      var asked: Set<String> = ["0"]
      for number in 1...40 {
        if random.below(3) == 0 {
          input += frame(hover(number, line: 0, character: random.below(50)))
          asked.insert("\(number)")
        } else if random.below(8) == 0 {
          input += frame(#"{"method":"$/cancelRequest","params":{"id":\#(number - 1)}}"#)
        } else {
          let column = random.below(text.count + 1)
          let change = #"{"range":\#(span(0, column, 0, column)),"text":"x"}"#
          text.insert("x", at: text.index(text.startIndex, offsetBy: column))
          input += frame(didChange(change, version: number))
        }
      }
      var sent = 0
      var crashes = 0
      while sent < input.count {
        let piece = min(1 + random.below(300), input.count - sent)
        session.send(input[sent..<sent + piece])
        sent += piece
        for _ in 0..<random.below(5) { session.server.step() }
        session.write(random.below(400))
        if random.below(4) == 0, let journal = session.server.journal { session.server.save(to: journal) }
        if random.below(6) == 0 {
          try session.crash()
          crashes += 1
        }
      }
      session.work()
      #expect(session.text == text, "seed \(seed)")
      let messages = try session.messages()
      let answers = messages.filter { value($0, "method") == nil }.compactMap { value($0, "id") }
      #expect(answers.count == asked.count && Set(answers) == asked, "seed \(seed)")
      #expect(messages.count { value($0, "method") == "\"window/showMessage\"" } <= crashes, "seed \(seed)")
      let codes = Set(messages.compactMap { value($0, "error.code") })
      #expect(codes.isSubset(of: ["-32800", "-32801"]), "seed \(seed): \(codes)")
      // A new server finds the same.
      var other = Session.started(versions)
      let found = other.exchange(didOpen(text, version: 99)).compactMap { value($0, "params.diagnostics") }
      session.send(didChange(#"{"text":\#(quoted(text))}"#, version: 99))
      session.work()
      #expect(try session.messages().compactMap { value($0, "params.diagnostics") }.last == found.last, "seed \(seed)")
    }
  }

  @Test func theRequestThatCrashesIsRefusedAndItsTextLeftAlone() throws {
    let session = CrashingSession()
    session.send(initialize(versions), initialized, didOpen(manifest))
    session.work()
    session.written = []
    session.send(hover(1), hover(2))
    try session.crashInStep()
    session.work()
    let messages = try session.messages()
    #expect(messages.compactMap { value($0, "id") } == ["1", "2"])
    #expect(messages.compactMap { value($0, "error.code") } == ["-32603"])
    #expect(value(messages.first { value($0, "id") == "2" } ?? "", "result") == "null")
    #expect(messages.compactMap { value($0, "params.diagnostics.0.code") } == ["\"not-checked\""])
    let told = messages.compactMap { value($0, "params.message") }
    #expect(told.count == 2 && told.allSatisfy { $0.contains("“PrivacyInfo.xcprivacy”") }, "\(told)")

    // Another crash elsewhere does not bring it back; a change does.
    session.written = []
    try session.crash()
    session.work()
    #expect(try session.messages().compactMap { value($0, "params.diagnostics.0.code") } == ["\"not-checked\""])
    session.written = []
    session.send(didChange(#"{"range":\#(span(0, 0, 0, 0)),"text":" "}"#))
    session.work()
    let codes = try session.messages().compactMap { value($0, "params.diagnostics.0.code") }
    #expect(!codes.isEmpty && !codes.contains("\"not-checked\""))
    #expect(session.text == " " + manifest)
  }

  @Test func theTextThatCrashesIsTheOneThatWasWorkedOn() throws {
    let other = "file:///project/Info.plist"
    let rows: [(String, name: String?, suspended: [String])] = [
      (didChange(#"{"text":"x"}"#), nil, [uri]),
      (didOpen("x", uri: "file:///b/Info.plist"), nil, ["file:///b/Info.plist"]),
      (hover(1, uri: other), nil, [other]), (#"{"id":1,"method":"completionItem/resolve","params":{}}"#, nil, []),
      (#"{"id":1,"method":"codeAction/resolve","params":{}}"#, other, [other]),
      (didClose(), nil, []), (#"{"method":"$/setTrace","params":{"value":"off"}}"#, "file:///gone/Info.plist", []),
    ]
    for (message, name, suspended) in rows {
      let session = CrashingSession()
      session.send(initialize(), initialized, didOpen(manifest), didOpen("y", uri: other))
      session.work()
      session.send(message)
      try session.crashInStep(in: name)
      #expect(session.server.documents.values.filter(\.isSuspended).map(\.uri) == suspended, "\(message)")
    }
    // The publishing of findings is no message.
    let session = CrashingSession()
    session.send(initialize(), initialized, didOpen(manifest), didOpen("y", uri: other))
    while session.server.inbox.isEmpty == false { session.server.step() }
    try session.crashInStep(in: other)
    #expect(session.server.documents.values.filter(\.isSuspended).map(\.uri) == [other])
    #expect(session.server.unpublished.map(\.uri) == [other, uri])
  }

  @Test func aFileOfTheProjectThatCrashesIsTheOneLeftAlone() throws {
    let (plist, german) = ("/project/App/Info.plist", "/project/App/de.lproj/InfoPlist.strings")
    let text =
      "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key><string>To scan.</string></dict></plist>"
    let disk = ReadLog(InMemoryFileSystem(texts: [plist: text, german: "/* nothing */\n"]))
    let session = CrashingSession(files: disk)
    disk.marks = session.marks
    let uri = "file://" + plist
    let folder = #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"#
    session.send(initialize(versions, folder), initialized)
    session.work()
    session.send(didOpen(text, uri: uri))
    try session.crashInStep(in: german)
    #expect(disk.take() == ["\(german) as \(german)"], "the name at the time")
    #expect(session.server.journal?.suspended.keys.sorted() == [german])
    session.written = []
    session.work()
    #expect(disk.take() == [], "it is not read again")
    #expect(session.server.documents.values.filter(\.isSuspended).isEmpty)
    let codes = try session.messages().compactMap { value($0, "params.diagnostics.0.code") }
    #expect(!codes.isEmpty && !codes.contains("\"not-checked\""), "\(codes)")
    // Nor is it after another crash, until it changes.
    try session.crash()
    session.work()
    #expect(disk.take() == [])
    disk.write("/* something else */\n", to: german)
    session.send(
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file://\#(german)","type":2}]}}"#)
    session.work()
    #expect(disk.take() == ["\(german) as \(german)"])
    // The name of before holds again.
    let before = "file:///before"
    disk.write("/* a third thing */\n", to: german)
    session.server.projects?.filesChanged()
    session.server.journal?.name = before
    _ = session.server.project(of: uri)
    #expect(disk.take() == ["\(german) as \(german)"])
    #expect(name(in: session.marks) == before)
    // A document that is left alone asks for no project.
    let parts = { session.server.resultID(of: uri)?.split(separator: ".").count }
    let (asked, _) = (parts(), session.server.documents[uri]?.suspend())
    #expect([asked, parts()] == [4, 3])
  }

  @Test func aSourceThatCrashesIsLeftOut() throws {
    let (manifestPath, source) = ("/project/App/PrivacyInfo.xcprivacy", "/project/App/Main.swift")
    let yml = "targets:\n  App:\n    type: application\n    platform: iOS\n    sources: [App]\n"
    let text = "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>"
    let disk = ReadLog(
      InMemoryFileSystem(texts: [
        "/project/project.yml": yml, manifestPath: text, source: "let a = UserDefaults.standard\n",
      ]))
    let session = CrashingSession(files: disk)
    disk.marks = session.marks
    let folder = #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"#
    session.send(initialize(versions, folder), initialized, didOpen(text, uri: "file://" + manifestPath))
    while session.server.sources.isEmpty, session.server.step() {}
    try session.crashInStep(in: source)
    session.work()
    let read = disk.take()
    #expect(!read.contains("\(source) as \(source)") && read.contains { $0.hasSuffix("project.yml") }, "\(read)")
    let codes = try session.messages().map { value($0, "params.diagnostics.0.code") ?? "" }
    #expect(!codes.contains("\"undeclared-category\""))
    // Once it has changed, it is read again.
    disk.write("let b = 1; let a = UserDefaults.standard\n", to: source)
    session.written = []
    session.send(
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file://\#(source)","type":2}]}}"#)
    session.work()
    #expect(disk.take().contains("\(source) as \(source)"))
    #expect(
      try session.messages().map { value($0, "params.diagnostics.0.code") ?? "" }.contains("\"undeclared-category\""))
  }

  @Test func filesOfTheWorkspaceAreReadUnderTheirNames() throws {
    let paths = [
      "/project/App/Info.plist", "/project/App/PrivacyInfo.xcprivacy", "/project/App/de.lproj/InfoPlist.strings",
    ]
    let disk = ReadLog(InMemoryFileSystem(texts: Dictionary(uniqueKeysWithValues: paths.map { ($0, manifest) })))
    let session = CrashingSession(files: disk)
    disk.marks = session.marks
    session.send(
      initialize(versions, #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"#), initialized,
      #"{"id":1,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}"#)
    session.work()
    #expect(Set(disk.take()) == Set(paths.map { "\($0) as \($0)" }))
  }

  @Test func whatTheClientSaidHoldsOn() throws {
    let capabilities = """
      {"general":{"positionEncodings":["utf-8"]},"workspace":{"configuration":true,\
      "didChangeWatchedFiles":{"dynamicRegistration":true}}}
      """
    for saves in [false, true] {
      let session = CrashingSession()
      session.send(initialize(capabilities, #","rootUri":"file:///a","trace":"verbose""#), initialized)
      session.work()
      session.send(
        #"{"id":2,"result":[{"log":"info","severity":{}}]}"#, #"{"method":"$/setTrace","params":{"value":"messages"}}"#,
        #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"file:///b"}],"removed":[]}}}"#
      )
      session.work()
      if saves, let journal = session.server.journal { session.server.save(to: journal) }
      session.written = []
      try session.crash()
      session.work()
      #expect(session.server.settings.folders == ["/a", "/b"])
      #expect(session.server.settings.log == .info)
      #expect(session.server.trace == .messages)
      #expect(session.server.encoding == .utf8)
      #expect(session.server.client.configuration)
      let asked = try session.messages().filter { value($0, "id") != nil && value($0, "method") != nil }
      #expect(asked.compactMap { value($0, "method") } == ["\"workspace/configuration\""])
      #expect(asked.compactMap { value($0, "id") } == ["100000001"])
    }
  }

  @Test func whatDidNotReachTheClientIsSaidAgain() throws {
    let watches = #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#
    let session = CrashingSession()
    session.send(initialize(watches))
    while session.server.step() {}
    try session.crash()
    session.send(initialized)
    while session.server.step() {}
    session.write(300)
    try session.crash()
    session.send(#"{"id":1,"method":"shutdown"}"#)
    while session.server.step() {}
    #expect(try session.messages().isEmpty)
    try session.crash()
    session.work()
    let messages = try session.messages()
    // The refusal stands for the answer to shutdown only where that was not handled.
    #expect(messages.filter { value($0, "method") == nil }.compactMap { value($0, "id") } == ["0", "1"])
    #expect(value(messages.first { value($0, "id") == "1" } ?? "", "result") == "null")
    #expect(value(messages[0], "result.serverInfo.name") == "\"privacy-lsp\"")
    session.send(#"{"method":"exit"}"#)
    session.work()
    #expect(session.server.exitStatus == 0)
  }

  @Test func aRequestThatIsTooLargeIsAnsweredAllTheSame() throws {
    let request = "Content-Length: 200000000\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{"
    for isWritten in [false, true] {
      let session = CrashingSession()
      session.send(initialize(), initialized)
      session.work()
      session.send(Array(request.utf8))
      if isWritten { session.work() } else { while session.server.step() {} }
      try session.crash()
      session.work()
      let answers = try session.messages().filter { value($0, "id") == "7" && value($0, "error.code") != nil }
      #expect(answers.count == 1, "\(answers)")
    }
  }

  @Test func progressThatTheClientShowsEnds() throws {
    let session = CrashingSession()
    session.send(initialize())
    session.work()
    func progress(_ token: String, _ value: LSP.WorkDoneProgress) {
      session.server.tell(value, .string(token))
    }
    let begin = LSP.WorkDoneProgress.begin(title: "", message: "", percentage: 0)
    progress("seen", begin)
    progress("over", begin)
    progress("over", .report(message: "", percentage: nil))
    progress("over", .end(message: ""))
    session.write()
    progress("unseen", begin)
    try session.crash()
    session.written = []
    session.write()
    let ended = try session.messages().filter { value($0, "params.value.kind") == "\"end\"" }
    #expect(ended.compactMap { value($0, "params.token") } == ["\"seen\""])
  }

  @Test func aMessageThatCannotBeReadAgainIsPassedOver() throws {
    for isReading in [true, false] {
      let session = CrashingSession()
      session.send(initialize(versions), initialized, didOpen(manifest))
      session.work()
      session.written = []
      let before = session.marks.pointee
      session.send(didChange(#"{"range":\#(span(0, 0, 0, 1)),"text":"y"}"#))
      session.work()
      let end = session.marks.pointee.handled
      session.marks.pointee = before
      if isReading { session.marks.pointee.reading = end } else { session.marks.pointee.repeating = end }
      try session.crash()
      session.work()
      // The server does not know what stands in it, and a part of it would be put in the wrong place.
      #expect(session.server.documents[uri]?.isLost == true)
      session.send(didChange(#"{"range":\#(span(0, 0, 0, 1)),"text":"z"}"#, version: 3))
      #expect(session.text == "")
      session.send(didChange(#"{"text":"<plist/>"}"#, version: 4))
      session.work()
      #expect(session.text == "<plist/>")
    }
  }

  @Test func aFileThatCrashesIsLeftAloneUntilItChanges() throws {
    let files = ChangingFiles([
      "/a/PrivacyInfo.xcprivacy": .file(Array("x".utf8)), "/a/b/PrivacyInfo.xcprivacy": .file(Array("x".utf8)),
    ])
    let session = CrashingSession(files: files)
    let changed =
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":["#
      + #"{"uri":"file:///a/PrivacyInfo.xcprivacy","type":2}]}}"#
    let settings = #","rootUri":"file:///a","initializationOptions":{"workspaceDiagnostics":true}"#
    session.send(initialize("{}", settings), initialized)
    session.work()
    session.written = []
    session.send(changed)
    try session.crashInStep(in: "/a/PrivacyInfo.xcprivacy")
    session.work()
    func published() throws -> [String] {
      try session.messages().filter { value($0, "method") == "\"textDocument/publishDiagnostics\"" }
        .compactMap { value($0, "params.uri") }
    }
    #expect(try published() == ["\"file:///a/b/PrivacyInfo.xcprivacy\""])
    session.written = []
    files["/a/PrivacyInfo.xcprivacy"] = .file(Array("xx".utf8))
    session.send(changed)
    session.work()
    #expect(try published().contains("\"file:///a/PrivacyInfo.xcprivacy\""))
  }

  @Test func whatIsNoSessionIsNotKept() throws {
    let session = CrashingSession()
    for _ in 0..<40 { session.send([UInt8](repeating: 0x78, count: 1 << 16)) }
    session.send(initialize(), initialized)
    session.work()
    #expect(session.server.journal?.file == nil)
    #expect(try session.messages().contains { $0.contains("\"capabilities\"") })
  }

  @Test func theJournalStaysSmall() throws {
    let session = CrashingSession()
    session.send(initialize(), initialized, didOpen(manifest))
    session.work()
    var largest = 0
    for round in 0..<4000 {
      session.send(didChange(#"{"range":\#(span(0, 0, 0, round % 2)),"text":"\#(round % 2 == 0 ? " " : "")"}"#))
      while session.server.step() {}
      session.write()
      if let file = session.server.journal?.file { largest = max(largest, Int(lseek(file, 0, SEEK_END))) }
    }
    #expect((100_000..<400_000).contains(largest), "\(largest) bytes")
    try session.crash()
    #expect(session.text == manifest)
  }
}
