import FileSystem
import Foundation
import JSON
import LanguageServerProtocol
import PrivacyRules
import Synchronization
import TestSupport
import Testing

@testable import LanguageServer

/// Files that a test changes while a server reads them.
final class ChangingFiles: FileSystem {
  private let state: Mutex<(files: InMemoryFileSystem, times: [String: Int64], reads: Int)>

  init(_ nodes: [String: InMemoryFileSystem.Node]) {
    state = Mutex((InMemoryFileSystem(nodes), [:], 0))
  }

  subscript(_ path: String) -> InMemoryFileSystem.Node? {
    get { state.withLock { $0.files.nodes[path] } }
    set {
      state.withLock {
        $0.files.nodes[path] = newValue
        $0.times[path, default: 0] += 1
      }
    }
  }

  func removeFolder(_ path: String) {
    state.withLock { state in state.files.nodes = state.files.nodes.filter { !$0.key.hasPrefix(path + "/") } }
  }

  var reads: Int { state.withLock(\.reads) }

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    let (files, time) = state.withLock { ($0.files, $0.times[path] ?? 0) }
    var status = try files.status(of: path, followingLinks: followingLinks)
    status.modified = time
    return status
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let files = state.withLock {
      $0.reads += 1
      return $0.files
    }
    return try files.read(path, limit: limit)
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] { try state.withLock(\.files).list(path) }

  func resolve(_ path: String) throws(FileError) -> String { try state.withLock(\.files).resolve(path) }
}

/// A clock that goes on by itself with every look at it.
private final class Clock: Sendable {
  private let time = Atomic(0)
  private let step: Int

  init(step: Int) { self.step = step }

  func now() -> Int { time.wrappingAdd(step, ordering: .relaxed).newValue }
}

private let clean =
  #"<plist version="1.0"><dict><key>NSPrivacyTracking</key><false/>"#
  + #"<key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>"#

private let pulls = #""textDocument":{"diagnostic":{}}"#
private let watches = #""didChangeWatchedFiles":{"dynamicRegistration":true}"#
private let folder = #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"#

private func node(_ text: String) -> InMemoryFileSystem.Node { .file(Array(text.utf8)) }

/// A session with a clock, whose client works on `/project`.
private func started(
  _ capabilities: String, members: String = folder, options: String = "{}", files: some FileSystem, step: Int = 0
) -> (Session, first: [String]) {
  let clock = Clock(step: step)
  var session = Session(files: files, now: { clock.now() })
  let first = session.exchange(
    #"{"id":0,"method":"initialize","params":{"capabilities":\#(capabilities)\#(members),"#
      + #""initializationOptions":\#(options)}}"#,
    #"{"method":"initialized","params":{}}"#)
  return (session, first)
}

private func pull(_ id: Int, previous: [String: String] = [:], _ members: String = "") -> String {
  let previous = previous.sorted { $0.key < $1.key }.map { #"{"uri":"\#($0.key)","value":\#($0.value)}"# }
  return #"{"id":\#(id),"method":"workspace/diagnostic","params":{"previousResultIds":"#
    + #"[\#(previous.joined(separator: ","))]\#(members)}}"#
}

private func changed(_ changes: (path: String, type: Int)...) -> String {
  let changes = changes.map { #"{"uri":\#(quoted(DocumentURI.ofFile($0.path))),"type":\#($0.type)}"# }
  return #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[\#(changes.joined(separator: ","))]}}"#
}

private func settings(_ json: String) -> String {
  #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":\#(json)}}}"#
}

/// The elements of an array in a message, each as it is spelt; nothing if there is no array.
private func elements(_ message: String, _ path: String) -> [String] {
  guard let array = value(message, path), let json = try? JSONDocument.parse(Array(array.utf8)).root else { return [] }
  return (json.array ?? []).map { String(decoding: $0.spelling, as: UTF8.self) }
}

/// The text of a member of an object.
private func text(_ object: String, _ path: String) -> String {
  value(object, path).map { String($0.dropFirst().dropLast()) } ?? "?"
}

/// What a report says of each document: its path, and the codes of the findings or that they are the ones known.
private func reports(_ message: String, at path: String = "result.items") -> [String] {
  elements(message, path).map { item in
    var words = [String(text(item, "uri").dropFirst(7))]
    if value(item, "version") != "null" { words.append("v\(value(item, "version") ?? "?")") }
    if value(item, "kind") == #""unchanged""# { words.append("unchanged") }
    return (words + elements(item, "items").map { text($0, "code") }).joined(separator: " ")
  }
}

/// The ids of a report, by URI.
private func ids(_ message: String, at path: String = "result.items") -> [String: String] {
  let named = elements(message, path).compactMap { item in value(item, "resultId").map { (text(item, "uri"), $0) } }
  return Dictionary(uniqueKeysWithValues: named)
}

/// What was published: the path and the codes.
private func published(_ messages: [String]) -> [String] {
  messages.filter { value($0, "method") == #""textDocument/publishDiagnostics""# }.map { message in
    ([String(text(message, "params.uri").dropFirst(7))]
      + elements(message, "params.diagnostics").map { text($0, "code") }).joined(separator: " ")
  }
}

private func methods(_ messages: [String]) -> [String] {
  messages.map { value($0, "method").map { String($0.dropFirst().dropLast()) } ?? "answer" }
}

/// What a person was told, or what was logged, in order of the alphabet.
private func said(_ messages: [String], _ method: String) -> [String] {
  messages.filter { value($0, "method") == quoted(method) }.map { text($0, "params.message") }.sorted()
}

struct WorkspaceDiagnosticsTests {
  @Test func allThatLintWouldSeeIsReported() {
    let files = ChangingFiles([
      "/project/App/PrivacyInfo.xcprivacy": node(flawed),
      "/project/App/Info.plist": node(#"<plist version="1.0"><dict/></plist>"#),
      "/project/Kits/Für & 50% 😀.xcprivacy": node(clean),
      "/project/build/PrivacyInfo.xcprivacy": node(flawed),
      "/project/.git/PrivacyInfo.xcprivacy": node(flawed),
      "/project/notes.plist": node(flawed),
      "/project/out": .link("/elsewhere"),
      "/elsewhere/PrivacyInfo.xcprivacy": node(flawed),
      "/project/Out.xcprivacy": .link("/elsewhere/PrivacyInfo.xcprivacy"),
      "/project/loop": .link("/project"),
      "/project/Loop.xcprivacy": .link("/project/Loop.xcprivacy"),
      "/project/Pipe.xcprivacy": .special(.pipe),
      "/project/Locked.xcprivacy": .locked,
      "/project/Large.xcprivacy": node(String(repeating: " ", count: 20_000)),
    ])
    var (session, first) = started("{\(pulls)}", files: files)
    #expect(value(first[0], "result.capabilities.diagnosticProvider.workspaceDiagnostics") == "true")
    let messages = session.exchange(pull(1))
    let answers = messages.filter { value($0, "method") == nil }
    let escaped = "/project/Kits/F%C3%BCr%20%26%2050%25%20%F0%9F%98%80.xcprivacy"
    let expected = [
      "/project/App/Info.plist", "/project/App/PrivacyInfo.xcprivacy \(flaw)", "\(escaped) file-name",
      "/project/Large.xcprivacy too-large", "/project/Locked.xcprivacy unreadable",
      "/project/Loop.xcprivacy unreadable", "/project/Pipe.xcprivacy unreadable",
    ]
    #expect(answers.count == 1)
    #expect(reports(answers[0]) == expected)
    // What cannot be read is shown and logged, and where links lead outside logged.
    let unread = [
      "/project/Large.xcprivacy is larger than 0 MiB", "/project/Locked.xcprivacy can’t be read: permission denied",
      "/project/Loop.xcprivacy is a loop of symbolic links",
      "/project/Pipe.xcprivacy is a named pipe, which is not read",
    ]
    let noted = [
      "/project/Out.xcprivacy is skipped: the link leads outside, to /elsewhere/PrivacyInfo.xcprivacy",
      "/project/out is skipped: the link leads outside, to /elsewhere",
    ]
    #expect(said(messages, "window/showMessage") == unread)
    #expect(said(messages, "window/logMessage") == (unread + noted).sorted())
    // Asked again, all is as it was; nothing is read for it, and nothing said again.
    let reads = files.reads
    let again = session.exchange(pull(2, previous: ids(answers[0])))
    #expect(methods(again) == ["answer"])
    #expect(reports(again[0]) == expected.map { $0.split(separator: " ")[0] + " unchanged" })
    #expect(files.reads - reads <= 5, "only settings are looked for, ours and git's")
    // What changed, what is new and what is gone.
    files["/project/App/PrivacyInfo.xcprivacy"] = node(clean)
    files["/project/New.xcprivacy"] = node(flawed)
    files["/project/Large.xcprivacy"] = nil
    let news = session.exchange(pull(3, previous: ids(answers[0])))
    let words = reports(news[0])
    #expect(words.contains("/project/App/PrivacyInfo.xcprivacy"))
    #expect(words.contains("/project/New.xcprivacy file-name \(flaw)"))
    #expect(words.last == "/project/Large.xcprivacy")
    #expect(value(news[0], "result.items.\(words.count - 1).resultId") == nil)
    // What is found in Info.plist goes by the manifest beside it.
    #expect(words.filter { $0.hasSuffix("unchanged") }.count == expected.count - 3)
  }

  @Test func aCauseIsToldOnceHoweverOftenItIsMet() {
    let files = ChangingFiles([
      "/project/Package.swift": node(""), "/project/Info.plist": node(#"<plist version="1.0"><dict/></plist>"#),
      "/project/de.lproj/InfoPlist.strings": .special(.pipe), "/project/fr.lproj/InfoPlist.strings": .locked,
      "/project/.privacy-lsp.json": .link("/elsewhere/settings.json"),
      "/elsewhere/settings.json": node(#"{"severity":{"\#(flaw)":"off"}}"#),
    ])
    let expected = [
      "/project/.privacy-lsp.json is not read: the link leads outside, to /elsewhere/settings.json",
      "/project/de.lproj/InfoPlist.strings is a named pipe, which is not read",
      "/project/fr.lproj/InfoPlist.strings can’t be read: permission denied",
    ]
    for capabilities in ["{}", "{\(pulls)}"] {
      var (session, messages) = started(capabilities, options: #"{"workspaceDiagnostics":true}"#, files: files)
      let info = "file:///project/Info.plist"
      messages += session.exchange(didOpen(flawed), didOpen("<plist>", uri: info), pull(1))
      for version in 2..<9 {
        messages += session.exchange(
          didChange(#"{"text":"<plist>\#(version)"}"#, uri: info, version: version),
          #"{"method":"textDocument/didSave","params":{"textDocument":{"uri":"\#(info)"}}}"#, hover(2, uri: info),
          changed(("/project/de.lproj/InfoPlist.strings", 2), ("/project/.privacy-lsp.json", 2)), pull(3))
      }
      #expect(said(messages, "window/showMessage") == expected)
      #expect(said(messages, "window/logMessage") == expected)
      #expect(messages.contains { $0.contains(flaw) }, "settings elsewhere do not hold")
    }
  }

  @Test func aLinkThatTakesAFilesPlaceIsNotFollowed() {
    let path = "/project/a/PrivacyInfo.xcprivacy"
    let outside: InMemoryFileSystem.Node = .link("/elsewhere/PrivacyInfo.xcprivacy")
    let files = ChangingFiles([path: node(clean), "/elsewhere/PrivacyInfo.xcprivacy": node(flawed)])
    // Between the walk and the look at the file.
    var (session, _) = started("{\(pulls)}", files: files)
    session.send([pull(1)])
    while session.server.workspace.jobs.first.map({ $0.files.isEmpty }) ?? true { session.server.step() }
    files[path] = outside
    #expect(session.work().flatMap { reports($0) } == [])
    // While its findings are published.
    files[path] = node(flawed)
    let first: [String]
    (session, first) = started("{}", options: #"{"workspaceDiagnostics":true}"#, files: files)
    #expect(published(first) == ["\(path) \(flaw)"])
    files[path] = outside
    let messages = session.exchange(changed((path, 2)))
    #expect(published(messages) == [path])
    #expect(
      said(messages, "window/logMessage") == [
        "\(path) is skipped: the link leads outside, to /elsewhere/PrivacyInfo.xcprivacy"
      ])
  }

  @Test func foldersOfAllKindsAreTaken() {
    let rows: [(folders: [String], expected: [String])] = [
      (["file:///project"], ["/project/A.xcprivacy", "/project/inner/B.xcprivacy"]),
      (["file:///project/"], ["/project/A.xcprivacy", "/project/inner/B.xcprivacy"]),
      (
        ["file:///project", "file:///project/inner", "file:///project"],
        ["/project/A.xcprivacy", "/project/inner/B.xcprivacy"]
      ),
      (["file:///project/inner", "file:///project"], ["/project/A.xcprivacy", "/project/inner/B.xcprivacy"]),
      (["file:///link"], ["/link/A.xcprivacy", "/link/inner/B.xcprivacy"]),
      (["file:///link", "file:///project"], ["/link/A.xcprivacy", "/link/inner/B.xcprivacy"]),
      (["vscode-vfs://github/a/b", "untitled:x", "file://server/share"], []),
      (["file:///nowhere", "file:///project/A.xcprivacy"], []),
      (["file:///"], []),
      ((0..<200).map { "file:///many/\($0)" }, (0..<200).map { "/many/\($0)/P.xcprivacy" }.sorted()),
      ([], []),
    ]
    var nodes: [String: InMemoryFileSystem.Node] = [
      "/project/A.xcprivacy": node(clean), "/project/inner/B.xcprivacy": node(clean), "/link": .link("/project"),
    ]
    for index in 0..<200 { nodes["/many/\(index)/P.xcprivacy"] = node(clean) }
    for (folders, expected) in rows {
      let members =
        #","workspaceFolders":[\#(folders.map { #"{"uri":"\#($0)","name":"f"}"# }.joined(separator: ","))]"#
      var (session, _) = started("{\(pulls)}", members: members, files: InMemoryFileSystem(nodes))
      let answers = session.exchange(pull(1))
      #expect(reports(answers[0]).map { $0.split(separator: " ").first.map(String.init) ?? "" } == expected)
    }
  }

  @Test func openDocumentsWinOverTheDisk() {
    let path = "/project/PrivacyInfo.xcprivacy"
    let files = ChangingFiles([path: node(flawed)])
    var (session, _) = started("{\(pulls)}", files: files)
    let closed = session.exchange(pull(1))[0]
    #expect(reports(closed) == ["\(path) \(flaw)"])
    let open = session.exchange(didOpen(clean, version: 7), pull(2, previous: ids(closed)))[0]
    #expect(reports(open) == ["\(path) v7"])
    // The document's own request names its findings alike.
    let own = session.exchange(request(3, "textDocument/diagnostic", #","previousResultId":\#(ids(open)[uri] ?? "")"#))
    #expect(value(own[0], "result.kind") == #""unchanged""#)
    #expect(reports(session.exchange(pull(4, previous: ids(open)))[0]) == ["\(path) v7 unchanged"])
    let again = session.exchange(didClose(), pull(5, previous: ids(open)))
    #expect(reports(again[0]) == ["\(path) \(flaw)"])
    // However a client spells the name, one file is one document.
    for spelling in ["file:///project/./PrivacyInfo.xcprivacy", "file://localhost/project/Privacy%49nfo.xcprivacy"] {
      let report = session.exchange(didOpen(clean, uri: spelling), pull(6))[0]
      #expect(value(report, "result.items.0.uri") == quoted(spelling) && value(report, "result.items.1") == nil)
      #expect(session.exchange(didClose(uri: spelling)) == [])
    }
    // A document that is not on disk, or outside, is reported as long as it is open.
    let untitled = session.exchange(didOpen(flawed, uri: "untitled:New.xcprivacy"), pull(8))
    #expect(value(untitled[0], "result.items.0.uri") == #""untitled:New.xcprivacy""#)
  }

  @Test func partsAreSentAsTheyAreMade() {
    var nodes: [String: InMemoryFileSystem.Node] = [:]
    for index in 0..<1000 { nodes["/project/\(index).xcprivacy"] = node(index % 2 == 0 ? flawed : clean) }
    var (session, _) = started("{\(pulls)}", files: InMemoryFileSystem(nodes))
    let messages = session.exchange(pull(1, #","partialResultToken":"t""#))
    #expect(methods(messages).dropLast().allSatisfy { $0 == "$/progress" } && messages.count > 4)
    #expect(messages.dropLast().allSatisfy { value($0, "params.token") == #""t""# })
    let parts = messages.dropLast().map { reports($0, at: "params.value.items") }
    #expect(parts.flatMap(\.self).count == 1000 && Set(parts.flatMap(\.self)).count == 1000)
    #expect(parts.flatMap(\.self).filter { $0.hasSuffix(flaw) }.count == 500)
    #expect(value(messages.last ?? "", "result") == #"{"items":[]}"#)
    // Without a token all comes at once.
    #expect(session.exchange(pull(2)).map { reports($0).count } == [1000])
  }

  @Test func requestsAreAnsweredBetweenTheFiles() {
    var nodes: [String: InMemoryFileSystem.Node] = [:]
    for index in 0..<500 { nodes["/project/\(index).xcprivacy"] = node(flawed) }
    var (session, _) = started("{\(pulls)}", files: InMemoryFileSystem(nodes))
    session.send([didOpen(clean), pull(1)])
    for _ in 0..<200 { session.server.step() }
    #expect(session.output() == [], "it is under way")
    session.send([hover(2)])
    session.server.step()
    #expect(session.output().map { value($0, "id") } == ["2"])
    // A cancelled one ends at once and is answered once.
    session.send([#"{"method":"$/cancelRequest","params":{"id":1}}"#])
    let answers = session.output() + session.work()
    #expect(answers.map { value($0, "id") } == ["1"])
    #expect(answers.map { value($0, "error.code") } == ["-32800"])
    #expect(session.server.workspace.jobs.isEmpty)
    // The end of the session answers what is under way, too.
    session.send([pull(3), pull(4)])
    for _ in 0..<10 { session.server.step() }
    let ended = session.exchange(#"{"id":9,"method":"shutdown"}"#)
    #expect(ended.map { value($0, "id") } == ["3", "4", "9"])
    #expect(ended.map { value($0, "error.code") } == ["-32802", "-32802", nil])
    // So does an end without a word.
    var (rude, _) = started("{\(pulls)}", files: InMemoryFileSystem(nodes))
    rude.send([pull(3), #"{"method":"exit"}"#])
    #expect(rude.work().map { value($0, "error.code") } == ["-32802"])
  }

  @Test func anAnswerWithoutNewsIsHeldBackTheSecondTime() {
    let path = "/project/PrivacyInfo.xcprivacy"
    let files = ChangingFiles([path: node(flawed)])
    let token = #","partialResultToken":1"#
    var (session, _) = started("{\(pulls),\"workspace\":{\(watches)}}", files: files)
    let first = session.exchange(pull(1, token))
    let known = ids(first[0], at: "params.value.items")
    #expect(known.count == 1)
    // At once.
    let second = session.exchange(pull(2, previous: known, token))
    #expect(second.map { reports($0, at: "params.value.items") } == [["\(path) unchanged"], []])
    // Held back; nothing to do, so that the process sleeps.
    #expect(session.exchange(pull(3, previous: known, token)) == [])
    #expect(!session.server.hasWork)
    // What does not concern it does not end that, and what leaves all as it was neither.
    #expect(session.exchange(didOpen("x", uri: "file:///project/other.xml")) == [])
    #expect(session.exchange(changed((path, 2))).count == 2, "it was looked at again, and has another id")
    // The change ends it.
    _ = session.exchange(pull(4, previous: known, token))
    var latest = known
    for id in 5...7 {
      let messages = session.exchange(pull(id, previous: latest, token))
      latest.merge(messages.first.map { ids($0, at: "params.value.items") } ?? [:]) { $1 }
    }
    #expect(session.output() == [])
    files[path] = node(clean)
    let news = session.exchange(changed((path, 2)))
    #expect(news.map { reports($0, at: "params.value.items") } == [[path], []])
    #expect(value(news.last ?? "", "id") == "7")
    // The next one takes the place of one that is held, and one that is held can be taken back.
    latest = ids(news[0], at: "params.value.items")
    _ = session.exchange(pull(8, previous: latest, token))
    #expect(session.exchange(pull(9, previous: latest, token)) == [])
    #expect(session.exchange(pull(10, previous: latest, token)).map { value($0, "id") } == ["9"])
    let cancelled = session.exchange(#"{"method":"$/cancelRequest","params":{"id":10}}"#)
    #expect(cancelled.map { value($0, "error.code") } == ["-32800"])
    // Other settings end it as well.
    _ = session.exchange(pull(11, previous: latest, token))
    #expect(session.exchange(settings(#"{"severity":{"\#(flaw)":"error"}}"#)).last.map { value($0, "id") } == "11")
    // And so does the end of the input.
    for id in 12...15 {
      let messages = session.exchange(pull(id, previous: latest, token))
      latest.merge(messages.first.map { ids($0, at: "params.value.items") } ?? [:]) { $1 }
    }
    session.server.endInput()
    #expect(session.work().map { "\(value($0, "id") ?? "") \(value($0, "error.code") ?? "")" } == ["15 -32802"])

    // Without a token, or with a client that does not watch files, every request is answered.
    for (capabilities, members) in [("{\(pulls),\"workspace\":{\(watches)}}", ""), ("{\(pulls)}", token)] {
      var (session, _) = started(capabilities, files: files)
      for id in 1...5 {
        #expect(session.exchange(pull(id, members)).contains { value($0, "id") == "\(id)" })
      }
    }
  }

  @Test func settingsMakeOtherResults() {
    let path = "/project/a/PrivacyInfo.xcprivacy"
    let files = ChangingFiles([path: node(flawed)])
    var (session, _) = started("{\(pulls)}", files: files)
    func severity(_ message: String) -> String? { value(message, "result.items.0.items.0.severity") }
    let first = session.exchange(pull(1))[0]
    #expect(severity(first) == "2")
    _ = session.exchange(settings(#"{"severity":{"\#(flaw)":"error"}}"#))
    let second = session.exchange(pull(2, previous: ids(first)))[0]
    #expect(severity(second) == "1")
    files["/project/.privacy-lsp.json"] = node(#"{"severity":{"\#(flaw)":"hint"}}"#)
    let third = session.exchange(pull(3, previous: ids(second)))[0]
    #expect(severity(third) == "4")
    // Where there is a file, the editor has no say.
    _ = session.exchange(settings(#"{"severity":{}}"#))
    #expect(reports(session.exchange(pull(4, previous: ids(third)))[0]) == ["\(path) unchanged"])
    // Switched off, only what is open counts.
    _ = session.exchange(settings(#"{"workspaceDiagnostics":false}"#))
    #expect(reports(session.exchange(pull(5, previous: ids(third)))[0]) == [path])
    #expect(reports(session.exchange(didOpen(clean), pull(6))[0]) == ["/project/PrivacyInfo.xcprivacy v1"])
    let (_, offers) = started("{\(pulls)}", options: #"{"workspaceDiagnostics":false}"#, files: files)
    #expect(value(offers[0], "result.capabilities.diagnosticProvider.workspaceDiagnostics") == "false")
  }

  @Test func filesThatAreNotOpenArePublishedWhereTheUserWants() {
    let a = "/project/A/PrivacyInfo.xcprivacy"
    let b = "/project/B/PrivacyInfo.xcprivacy"
    let on = #"{"workspaceDiagnostics":true}"#
    let files = ChangingFiles([a: node(flawed), b: node(clean), "/project/build/C.xcprivacy": node(flawed)])
    // Nothing is looked at without that.
    var (session, first) = started("{}", files: files)
    #expect(published(first) == [] && files.reads == 0 && session.server.workspace.checked.isEmpty)
    #expect(published(session.exchange(settings(on))) == ["\(a) \(flaw)"])
    #expect(published(session.exchange(settings(#"{}"#))) == [a])

    (session, first) = started("{}", options: on, files: files)
    #expect(published(first) == ["\(a) \(flaw)"])
    // What happens to files.
    files[b] = node(flawed)
    #expect(published(session.exchange(changed((b, 2)))) == ["\(b) \(flaw)"])
    let c = "/project/C/Info-ä b.xcprivacy"
    let escaped = "/project/C/Info-%C3%A4%20b.xcprivacy"
    files[c] = node(flawed)
    #expect(
      published(session.exchange(changed((c, 1), ("/project/build/C.xcprivacy", 2)))).allSatisfy {
        $0.hasPrefix(escaped)
      })
    files[c] = nil
    #expect(published(session.exchange(changed((c, 3)))) == [escaped])
    #expect(published(session.exchange(changed((c, 3)))) == [])
    files.removeFolder("/project/B")
    #expect(published(session.exchange(changed(("/project/B", 3)))) == [b])
    // Opened, the text counts; closed, the file again.
    let uriA = DocumentURI.ofFile(a)
    #expect(published(session.exchange(didOpen(clean, uri: uriA))) == [a])
    files[a] = node(flawed + " ")
    #expect(published(session.exchange(changed((a, 2)))) == [])
    #expect(published(session.exchange(didClose(uri: uriA))) == ["\(a) \(flaw)"])
    #expect(published(session.exchange(didOpen(flawed, uri: uriA))) == ["\(a) \(flaw)"])
    files[a] = nil
    #expect(published(session.exchange(changed((a, 3)))) == [])
    #expect(published(session.exchange(didClose(uri: uriA))) == [a])
    // What lies outside, or is left out, is cleared as ever.
    for path in ["/elsewhere/P.xcprivacy", "/project/build/C.xcprivacy"] {
      let uri = DocumentURI.ofFile(path)
      _ = session.exchange(didOpen(flawed, uri: uri))
      #expect(published(session.exchange(didClose(uri: uri))) == [path])
    }
    // Folders come and go, and settings files change.
    files["/more/PrivacyInfo.xcprivacy"] = node(flawed)
    func folders(_ added: String, _ removed: String) -> String {
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[\#(added)],"removed":[\#(removed)]}}}"#
    }
    let more = #"{"uri":"file:///more","name":"m"}"#
    #expect(published(session.exchange(folders(more, ""))) == ["/more/PrivacyInfo.xcprivacy \(flaw)"])
    files["/more/.privacy-lsp.json"] = node(#"{"severity":{"\#(flaw)":"off"}}"#)
    #expect(published(session.exchange(changed(("/more/.privacy-lsp.json", 1)))) == ["/more/PrivacyInfo.xcprivacy"])
    files["/more/.privacy-lsp.json"] = nil
    #expect(
      published(session.exchange(changed(("/more/.privacy-lsp.json", 3)))) == ["/more/PrivacyInfo.xcprivacy \(flaw)"])
    #expect(published(session.exchange(folders("", more))) == ["/more/PrivacyInfo.xcprivacy"])
    // An editor that has no such settings leaves what it said at the start.
    (session, first) = started(#"{"workspace":{"configuration":true}}"#, options: on, files: files)
    let asked = first.first { value($0, "method") == #""workspace/configuration""# } ?? ""
    #expect(published(session.exchange(#"{"id":\#(value(asked, "id") ?? ""),"result":[null]}"#)) == [])
    #expect(session.server.settings.workspaceDiagnostics == true)
    // A client that pulls is not pushed to, whatever the user wants.
    #expect(published(started("{\(pulls)}", options: on, files: files).first) == [])
  }

  @Test func manifestsAreWatched() {
    func patterns(_ messages: [String]) -> [String] {
      var result: [String] = []
      let path = "params.registrations.0.registerOptions.watchers"
      for message in messages where value(message, "method") == #""client/registerCapability""# {
        while let pattern = value(message, "\(path).\(result.count).globPattern") { result.append(pattern) }
      }
      return result
    }
    #expect(FileKind.source.namePatterns.isEmpty)
    let names = ([".privacy-lsp.json", ".gitignore"] + FileKind.allCases.flatMap(\.namePatterns)).map { "**/" + $0 }
    let files = InMemoryFileSystem()
    #expect(patterns(started("{}", files: files).first) == [])
    #expect(patterns(started("{\"workspace\":{\(watches)}}", files: files).first) == names.map(quoted))
    let relative =
      #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}}}"#
    var (session, first) = started(relative, files: files)
    #expect(patterns(first) == names.map { #"{"baseUri":"file:///project","pattern":\#(quoted($0))}"# })
    let event =
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":"#
      + #"{"added":[{"uri":"file:///more%20here","name":"m"}],"removed":[]}}}"#
    let again = session.exchange(event)
    #expect(methods(again) == ["client/unregisterCapability", "client/registerCapability"])
    #expect(patterns(again).count == 2 * names.count)
    #expect(patterns(again).last?.hasPrefix(#"{"baseUri":"file:///more%20here","#) == true)
  }

  /// A hover in a lock file looks into the copy of that very entry.
  @Test func copiesOfPackagesAreFoundByTheirEntries() {
    let lock = """
      {"packages": {
      "node_modules/@capacitor/ios": {"version": "5.7.2"},
      "node_modules/a/node_modules/@capacitor/ios": {"version": "5.7.4"},
      "node_modules/y": {"name": "@capacitor/ios", "version": "5.7.4"},
      "node_modules/b/node_modules/@capacitor/ios": {"version": "5.7.4"}
      }}
      """
    let files = InMemoryFileSystem(texts: [
      "/project/package-lock.json": lock, "/project/node_modules/@capacitor/ios/Plugin.swift": "",
      "/project/node_modules/a/node_modules/@capacitor/ios/PrivacyInfo.xcprivacy": clean,
      "/project/node_modules/y/ios/PrivacyInfo.xcprivacy": clean,
    ])
    var (session, _) = started("{}", files: files)
    let lockURI = "file:///project/package-lock.json"
    _ = session.exchange(didOpen(lock, uri: lockURI))
    let rows: [(line: Int, copy: String?)] = [
      (1, "The checked-out copy has none."),
      (2, "The checked-out copy has one: node_modules/a/node_modules/@capacitor/ios/PrivacyInfo.xcprivacy"),
      (3, "The checked-out copy has one: node_modules/y/ios/PrivacyInfo.xcprivacy"), (4, nil),
    ]
    for (line, copy) in rows {
      let page = session.exchange(hover(line, uri: lockURI, line: line, character: 4)).last ?? ""
      #expect(page.contains("Apple’s list of SDKs"), "\(page)")
      #expect(page.contains(copy ?? "checked-out") == (copy != nil), "\(page)")
    }
  }

  @Test func savingStandsInForWatching() {
    let path = "/project/A/PrivacyInfo.xcprivacy"
    let files = ChangingFiles([path: node(flawed)])
    var (session, first) = started("{}", options: #"{"workspaceDiagnostics":true}"#, files: files)
    #expect(published(first) == ["\(path) \(flaw)"])
    _ = session.exchange(didOpen(clean))
    files[path] = node(clean)
    let saved = #"{"method":"textDocument/didSave","params":{"textDocument":{"uri":"\#(uri)"}}}"#
    #expect(published(session.exchange(saved)) == [path])
  }
}

struct WorkspaceProgressTests {
  private func files(_ count: Int) -> InMemoryFileSystem {
    var nodes: [String: InMemoryFileSystem.Node] = [:]
    for index in 0..<count { nodes["/project/Info-\(index).plist"] = node(#"<plist version="1.0"><dict/></plist>"#) }
    return InMemoryFileSystem(nodes)
  }

  private func kinds(_ messages: [String]) -> [String] {
    messages.filter { value($0, "method") == #""$/progress""# }.compactMap { value($0, "params.value.kind") }
  }

  @Test func onlyLongWorkIsTold() {
    let token = #","workDoneToken":"w""#
    var (session, _) = started("{\(pulls)}", files: files(20))
    #expect(kinds(session.exchange(pull(1, token))) == [], "no time passes")
    (session, _) = started("{\(pulls)}", files: files(20), step: 20)
    let messages = session.exchange(pull(1, token))
    let told = kinds(messages)
    #expect(told.first == #""begin""# && told.last == #""end""# && told.count > 3)
    #expect(told.dropFirst().dropLast().allSatisfy { $0 == #""report""# })
    #expect(methods(messages).last == "$/progress" || methods(messages).last == "answer")
    let begin = messages.first { value($0, "params.value.kind") == #""begin""# } ?? ""
    #expect(value(begin, "params.token") == #""w""#)
    #expect(value(begin, "params.value.cancellable") == "true")
    let reports = messages.filter { value($0, "params.value.kind") == #""report""# }
    let counted = reports.compactMap { value($0, "params.value.message") }.filter { $0.hasSuffix("of 20 files\"") }
    #expect(!counted.isEmpty && counted.count == Set(counted).count)
    let percentages = reports.compactMap { value($0, "params.value.percentage").flatMap { Int($0) } }
    #expect(percentages == percentages.sorted() && percentages.allSatisfy { (0...100).contains($0) })
    // Without a token, and without a client that shows what the server begins, nothing is said.
    #expect(methods(session.exchange(pull(2))) == ["answer"])
  }

  @Test func aClientIsAskedToShowIt() {
    let shows = #"{\#(pulls),"window":{"workDoneProgress":true}}"#
    for (answer, expected) in [(#""result":null"#, true), (#""error":{"code":1,"message":""}"#, false)] {
      var (session, _) = started(shows, files: files(60), step: 20)
      session.send([pull(1)])
      var messages: [String] = []
      while messages.isEmpty, session.server.step() { messages = session.output() }
      #expect(methods(messages) == ["window/workDoneProgress/create"])
      let token = value(messages[0], "params.token") ?? ""
      messages = session.exchange(#"{"id":\#(value(messages[0], "id") ?? ""),\#(answer)}"#)
      #expect(kinds(messages).isEmpty != expected)
      #expect(kinds(messages).last == (expected ? #""end""# : nil))
      #expect(messages.filter { value($0, "method") != nil }.allSatisfy { value($0, "params.token") == token })
      #expect(messages.filter { value($0, "id") == "1" }.count == 1)
    }
    // One that is done before the answer is not begun.
    var (session, _) = started(shows, files: files(60), step: 20)
    let messages = session.exchange(pull(1))
    #expect(methods(messages) == ["window/workDoneProgress/create", "answer"])
    #expect(session.exchange(#"{"id":\#(value(messages[0], "id") ?? ""),"result":null}"#) == [])
  }

  @Test func theUserTakesWorkBack() {
    var (session, _) = started("{\(pulls)}", files: files(60), step: 20)
    session.send([pull(1, #","workDoneToken":5"#)])
    var messages: [String] = []
    while messages.isEmpty, session.server.step() { messages = session.output() }
    #expect(kinds(messages) == [#""begin""#])
    messages = session.exchange(#"{"method":"window/workDoneProgress/cancel","params":{"token":5}}"#)
    #expect(kinds(messages).last == #""end""#)
    #expect(messages.filter { value($0, "id") == "1" }.map { value($0, "error.code") } == ["-32800"])
    #expect(session.server.workspace.jobs.isEmpty)
    // Others leave it alone.
    #expect(
      session.exchange(
        #"{"method":"window/workDoneProgress/cancel","params":{"token":"x"}}"#,
        #"{"method":"window/workDoneProgress/cancel","params":{}}"#) == [])
    // Publishing, which nobody waits for, is taken back in the same way.
    (session, messages) = started(
      #"{"window":{"workDoneProgress":true}}"#, options: #"{"workspaceDiagnostics":true}"#, files: files(0))
    let clock = Clock(step: 20)
    session = Session(files: files(200), now: { clock.now() })
    session.send([
      #"{"id":0,"method":"initialize","params":{"capabilities":{"window":{"workDoneProgress":true}}\#(folder),"#
        + #""initializationOptions":{"workspaceDiagnostics":true}}}"#, #"{"method":"initialized","params":{}}"#,
    ])
    messages = []
    while messages.count < 2, session.server.step() { messages += session.output() }
    #expect(methods(messages) == ["answer", "window/workDoneProgress/create"])
    session.send([#"{"id":\#(value(messages[1], "id") ?? ""),"result":null}"#])
    let token = value(messages[1], "params.token") ?? ""
    messages = []
    while messages.isEmpty, session.server.step() { messages = session.output() }
    #expect(kinds(messages) == [#""begin""#])
    messages = session.exchange(#"{"method":"window/workDoneProgress/cancel","params":{"token":\#(token)}}"#)
    #expect(kinds(messages).last == #""end""# && session.server.workspace.jobs.isEmpty)
  }
}

struct WorkspaceMessagesTests {
  @Test func refreshesFollowASettingThatChanges() {
    let capabilities =
      #"{\#(pulls),"workspace":{"diagnostics":{"refreshSupport":true},"inlayHint":{"refreshSupport":true},"#
      + #""semanticTokens":{"refreshSupport":true},"codeLens":{"refreshSupport":true},"#
      + #""foldingRange":{"refreshSupport":true}}}"#
    let all = ["diagnostic", "inlayHint", "semanticTokens", "codeLens", "foldingRange"].map {
      "workspace/\($0)/refresh"
    }
    let severity = #"{"severity":{"\#(flaw)":"error"}}"#
    for (capabilities, expected) in [(capabilities, all), ("{\(pulls)}", [])] {
      var (session, _) = started(capabilities, files: InMemoryFileSystem())
      _ = session.exchange(didOpen(flawed))
      #expect(methods(session.exchange(settings(severity))) == expected)
      #expect(methods(session.exchange(settings(severity))) == [])
      #expect(methods(session.exchange(settings("{}"))) == expected)
    }
    // A client that does not pull is published to.
    var (session, _) = started(
      #"{"workspace":{"diagnostics":{"refreshSupport":true},"codeLens":{"refreshSupport":true}}}"#,
      files: InMemoryFileSystem())
    _ = session.exchange(didOpen(flawed))
    #expect(
      methods(session.exchange(settings(severity))) == [
        "workspace/codeLens/refresh", "textDocument/publishDiagnostics",
      ])
  }

  @Test func messagesAreMarkdownWhereAnnounced() {
    let text = flawed.replacingOccurrences(of: "NSPrivacyTracking<", with: "NSPrivacyTrakcing<")
    for (capabilities, expected) in [
      (#"{"textDocument":{"diagnostic":{"markupMessageSupport":true}}}"#, #""markdown""#), ("{\(pulls)}", nil),
    ] as [(String, String?)] {
      var (session, _) = started(capabilities, files: InMemoryFileSystem())
      let answer = session.exchange(didOpen(text), request(1, "textDocument/diagnostic"))[0]
      #expect(value(answer, "result.items.0.message.kind") == expected)
      #expect(answer.contains(expected == nil ? "“NSPrivacyTrakcing”" : "`NSPrivacyTrakcing`"), "\(answer)")
    }
  }

  @Test func workIsTracedAsWanted() {
    func traced(_ messages: [String]) -> [String] {
      messages.filter { value($0, "method") == #""$/logTrace""# }.map {
        (value($0, "params.message") ?? "?") + (value($0, "params.verbose") == nil ? "" : " +")
      }
    }
    func set(_ value: String) -> String { #"{"method":"$/setTrace","params":{"value":\#(value)}}"# }
    let secret = didOpen("<plist>secret</plist>")
    var session = Session()
    _ = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{},"trace":"messages"}}"#)
    #expect(
      traced(session.exchange(secret, hover(1))) == [
        #""textDocument/didOpen: handled""#, #""textDocument/hover (1): answered""#,
      ])
    let verbose = session.exchange(set(#""verbose""#), secret, hover(2))
    #expect(
      traced(verbose) == [
        #""$/setTrace: handled" +"#, #""textDocument/didOpen: handled" +"#, #""textDocument/hover (2): answered" +"#,
      ])
    #expect(!verbose.joined().contains("secret"))
    #expect(traced(session.exchange(set("5"), set(#""off""#), hover(3))) == [#""$/setTrace: handled" +"#])
    session = Session.started()
    #expect(traced(session.exchange(secret, hover(1))) == [])
  }

  @Test func theLogIsAsTalkativeAsWanted() {
    let files = ChangingFiles([
      "/project/PrivacyInfo.xcprivacy": node(flawed), "/project/out": .link("/elsewhere"), "/elsewhere/x": node(""),
    ])
    func types(_ messages: [String]) -> Set<String> {
      Set(messages.filter { value($0, "method") == #""window/logMessage""# }.compactMap { value($0, "params.type") })
    }
    let rows: [(String, Set<String>)] = [
      (#""off""#, []), (#""error""#, []), (#""warning""#, ["2"]), ("null", ["2"]), (#""info""#, ["2", "3"]),
      (#""debug""#, ["2", "3", "4"]), ("5", ["2"]), (#""loud""#, ["2"]),
    ]
    for (level, expected) in rows {
      var (session, messages) = started(
        "{\(pulls)}", options: #"{"log":\#(level),"severity":{"nothing":"off"}}"#, files: files)
      messages += session.exchange(didOpen(flawed), pull(1), pull(2))
      #expect(types(messages) == expected, "\(level)")
      let shown = messages.filter { value($0, "method") == #""window/showMessage""# }
      let isWrong = level == "5" || level == #""loud""#
      #expect(shown.count == (isWrong ? 2 : 1))
      if isWrong {
        #expect(
          value(shown[0], "params.message")
            == quoted("privacy-lsp settings: “log” must be one of off, error, warning, info, debug")
            || value(shown[1], "params.message")
              == quoted("privacy-lsp settings: “log” must be one of off, error, warning, info, debug")
        )
      }
      #expect(messages.filter { $0.contains("leads outside") }.count == (expected.contains("2") ? 1 : 0))
    }
    let (_, wrong) = started("{}", options: #"{"workspaceDiagnostics":"yes","lgo":1}"#, files: files)
    #expect(
      wrong.filter { value($0, "method") == #""window/showMessage""# }.map { value($0, "params.message") } == [
        quoted("privacy-lsp settings: Unknown setting “lgo”"),
        quoted("privacy-lsp settings: “workspaceDiagnostics” must be true or false"),
      ])
    // What only an editor has is of no use in a file.
    files["/project/.privacy-lsp.json"] = node(#"{"log":"debug"}"#)
    var (session, _) = started("{}", files: files)
    let told = session.exchange(didOpen(flawed)).compactMap { value($0, "params.message") }
    #expect(told.first == quoted("/project/.privacy-lsp.json:1:2: “log” is a setting of the editor only"))
  }
}

struct WorkspaceSymbolTests {
  private let manifest = #"""
    <plist version="1.0">
    <dict>
    	<key>NSPrivacyTracking</key>
    	<false/>
    	<key>NSPrivacyCollectedDataTypes</key>
    	<array>
    		<dict>
    			<key>NSPrivacyCollectedDataType</key>
    			<string>NSPrivacyCollectedDataTypeEmailAddress</string>
    		</dict>
    	</array>
    	<key>NSPrivacyAccessedAPITypes</key>
    	<array>
    		<dict>
    			<key>NSPrivacyAccessedAPIType</key>
    			<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    			<key>NSPrivacyAccessedAPITypeReasons</key>
    			<array>
    				<string>CA92.1</string>
    			</array>
    		</dict>
    	</array>
    </dict>
    </plist>
    """#

  private func search(_ id: Int, _ query: String) -> String {
    #"{"id":\#(id),"method":"workspace/symbol","params":{"query":\#(quoted(query))}}"#
  }

  private func found(_ message: String) -> [String] {
    elements(message, "result").map { text($0, "containerName") + ": " + text($0, "name") }
  }

  @Test func namesAreFoundInFilesThatAreOpenOrNot() {
    let files = ChangingFiles([
      "/project/App/PrivacyInfo.xcprivacy": node(manifest), "/project/App/Info.plist": node(manifest),
      "/project/build/PrivacyInfo.xcprivacy": node(manifest),
      "/project/Kit/Broken.xcprivacy": node("<plist><dict><key>"),
      "/project/Kit/Pipe.xcprivacy": .special(.pipe),
    ])
    var (session, first) = started("{}", files: files)
    #expect(value(first[0], "result.capabilities.workspaceSymbolProvider") == "true")
    #expect(files.reads == 0)
    let app = "App/PrivacyInfo.xcprivacy: "
    // By label, by identifier, by letters in order, whatever their case.
    for query in [
      "Email Address", "email", "emailaddress", "NSPrivacyCollectedDataTypeEmailAddress", "emladr", "EMAIL",
    ] {
      // What cannot be read is told before the first answer.
      #expect(found(session.exchange(search(1, query)).last ?? "").first == app + "Email Address", "\(query)")
    }
    #expect(found(session.exchange(search(1, "ca92"))[0]) == [app + "only this app’s own data"])
    #expect(found(session.exchange(search(1, "UserDefaults"))[0]).count == 1)
    #expect(found(session.exchange(search(1, "zzz"))[0]) == [])
    #expect(value(session.exchange(search(1, "zzz"))[0], "result") == "[]")
    let symbol = session.exchange(search(1, "email"))[0]
    #expect(value(symbol, "result.0.location.uri") == #""file:///project/App/PrivacyInfo.xcprivacy""#)
    #expect(value(symbol, "result.0.location.range.start") == place(8, 11))
    // All is known now, and nothing is read again.
    let reads = files.reads
    let all = found(session.exchange(search(1, ""))[0])
    #expect(
      all.filter { $0.hasPrefix(app) }.count >= 6 && all.allSatisfy { $0.hasPrefix("App/") || $0.hasPrefix("Kit/") })
    #expect(files.reads - reads <= 3, "only settings are looked for")
    // What is typed counts, and what is saved.
    let edited = manifest.replacingOccurrences(of: "EmailAddress", with: "PhoneNumber")
    let uri = "file:///project/App/PrivacyInfo.xcprivacy"
    let open = session.exchange(didOpen(edited, uri: uri), search(2, "phone"), search(3, "email"))
      .filter { value($0, "id") != nil }
    #expect(open.map(found) == [[app + "Phone Number"], []])
    let closed = session.exchange(didClose(uri: uri), search(4, "email")).filter { value($0, "id") != nil }
    #expect(closed.map(found) == [[app + "Email Address"]])
    files["/project/App/PrivacyInfo.xcprivacy"] = node(edited)
    #expect(found(session.exchange(search(5, "phone"))[0]) == [app + "Phone Number"])
    // The parameters must be there; what is not one of ours has none.
    #expect(value(session.exchange(#"{"id":6,"method":"workspace/symbol","params":{}}"#)[0], "error.code") == "-32602")
  }

  @Test func thereIsAnEndToThem() {
    var nodes: [String: InMemoryFileSystem.Node] = [:]
    for index in 0..<500 { nodes["/project/\(index).xcprivacy"] = node(manifest) }
    var (session, _) = started("{}", files: InMemoryFileSystem(nodes))
    #expect(found(session.exchange(search(1, ""))[0]).count == 1000)
    #expect(found(session.exchange(search(2, "email"))[0]).count == 500)
    // One that is taken back ends at once, and a later one comes before work that nobody waits for.
    session.send([search(3, "email"), search(4, "email")])
    for _ in 0..<100 { session.server.step() }
    let messages = session.exchange(#"{"method":"$/cancelRequest","params":{"id":3}}"#)
    #expect(messages.map { value($0, "id") } == ["3", "4"])
    #expect(messages.map { value($0, "error.code") } == ["-32800", nil])
  }
}
