import FileSystem
import Foundation
import LanguageServerProtocol
import Synchronization
import TestSupport
import Testing

@testable import LanguageServer
@testable import Workspace

struct SettingsTests {
  private static let registers = #"{"dynamicRegistration":true}"#
  private let watches = #"{"workspace":{"didChangeWatchedFiles":\#(registers)}}"#
  private let folder = #","workspaceFolders":[{"uri":"file:///project","name":"w"}]"#
  private let changed =
    #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":"#
    + #"[{"uri":"file:///project/.privacy-lsp.json","type":2}]}}"#

  @Test func theNearestFileUpToTheRepositoryCounts() {
    let rows: [([String], String, String?)] = [
      (["/project/.privacy-lsp.json"], "/project/a/b/Info.plist", "/project/.privacy-lsp.json"),
      (
        ["/project/.privacy-lsp.json", "/project/a/.privacy-lsp.json"], "/project/a/b/Info.plist",
        "/project/a/.privacy-lsp.json"
      ),
      (["/project/.privacy-lsp.json"], "/project/Info.plist", "/project/.privacy-lsp.json"),
      (["/.privacy-lsp.json"], "/project/Info.plist", "/.privacy-lsp.json"),
      (["/other/.privacy-lsp.json"], "/other/Info.plist", "/other/.privacy-lsp.json"),
      (["/.privacy-lsp.json"], "/repository/a/Info.plist", nil),
      (["/repository/.privacy-lsp.json"], "/repository/a/Info.plist", "/repository/.privacy-lsp.json"),
      (["/projector/.privacy-lsp.json"], "/project/Info.plist", nil),
      (["/project/.privacy-lsp.json"], "/link/Info.plist", "/project/.privacy-lsp.json"),
      (["/other/.privacy-lsp.json"], "/project/out/Info.plist", "/other/.privacy-lsp.json"),
      (["/project/.privacy-lsp.json"], "/project/x/../Info.plist", "/project/.privacy-lsp.json"),
      (["/project/.privacy-lsp.json"], "/project/not yet there/Info.plist", "/project/.privacy-lsp.json"),
    ]
    for (files, path, expected) in rows {
      var system = InMemoryFileSystem([
        "/link": .link("/project"), "/project/out": .link("/other"), "/project/a/b/Info.plist": .file([]),
        "/project/x/y": .file([]), "/other/x": .file([]), "/repository/.git": .file([]), "/repository/a/x": .file([]),
      ])
      for file in files { system.nodes[file] = .file(Array("{}".utf8)) }
      var session = Session.started(watches, members: folder, files: system)
      let uri = DocumentURI.ofFile(path)
      _ = session.exchange(didOpen("x", uri: uri))
      #expect(session.server.documents[uri]?.fileSettings.path == expected, "\(path)")
    }
  }

  @Test func aWrongFileIsReportedOncePerCause() {
    let file = "/project/.privacy-lsp.json"
    let rows: [(InMemoryFileSystem.Node, [String])] = [
      (.file(Array("{}".utf8)), []),
      (.file(Array("{".utf8)), ["\(file):1:2: Unexpected end of the text"]),
      (.file(Array("[1]".utf8)), ["\(file):1:1: The configuration must be an object"]),
      (
        .file(Array("{\n\"severity\": {\"nothing\": \"off\"}}".utf8)),
        ["\(file):2:14: Unknown rule “nothing”; did you mean “nothing-declared”?"]
      ),
      (.file([UInt8](repeating: 0x20, count: 1 << 21)), ["\(file) is larger than 1 MiB"]),
      (.special(.pipe), ["\(file) is a named pipe, which is not read"]),
      (.locked, ["\(file) can’t be read: permission denied"]),
      (.link("/project/.privacy-lsp.json"), ["\(file) is a loop of symbolic links"]),
    ]
    for (node, words) in rows {
      var session = Session.started(watches, members: folder, files: InMemoryFileSystem([file: node]))
      let messages =
        session.exchange(didOpen("x"), didOpen("y", uri: "file:///project/Info.plist"), changed, changed)
      let shown = messages.filter { value($0, "method") == #""window/showMessage""# }
      #expect(shown.map { value($0, "params.message") } == words.map(quoted))
      #expect(messages.filter { value($0, "method") == #""window/logMessage""# }.count == words.count)
    }
  }

  @Test func editorSettingsAreTakenInEveryFormAndAskedForWhereAnnounced() {
    let wrong = #"{"severity":{"nothing":"off"}}"#
    let told = quoted("privacy-lsp settings: Unknown rule “nothing”; did you mean “nothing-declared”?")
    // As initialization options and as pushed settings, with and without the section.
    for options in [wrong, #"{"privacy-lsp":\#(wrong)}"#] {
      var session = Session()
      var messages = session.exchange(
        #"{"id":0,"method":"initialize","params":{"capabilities":{},"initializationOptions":\#(options)}}"#)
      #expect(messages.contains { value($0, "params.message") == told })
      session = Session.started()
      messages = session.exchange(#"{"method":"workspace/didChangeConfiguration","params":{"settings":\#(options)}}"#)
      #expect(messages.contains { value($0, "params.message") == told })
    }
    // Pulled, by requests that nothing waits for.
    var session = Session()
    let messages = session.exchange(
      #"{"id":0,"method":"initialize","params":{"capabilities":{"workspace":{"configuration":true}}}}"#,
      #"{"method":"initialized","params":{}}"#, hover(1))
    #expect(messages.map { value($0, "method") ?? "-" } == ["-", #""workspace/configuration""#, "-"])
    #expect(value(messages[1], "params") == #"{"items":[{"section":"privacy-lsp"}]}"#)
    let asked = value(messages[1], "id") ?? ""
    let answered = session.exchange(#"{"id":\#(asked),"result":[\#(wrong)]}"#)
    #expect(answered.contains { value($0, "params.message") == told })
    #expect(session.exchange(#"{"id":\#(asked),"result":[\#(wrong)]}"#) == [])
    for answer in [
      #""result":null"#, #""result":[]"#, #""result":[null]"#, #""result":5"#, #""error":{"code":1,"message":""}"#,
    ] {
      let again = session.exchange(#"{"method":"workspace/didChangeConfiguration","params":{"settings":null}}"#)
      #expect(again.map { value($0, "method") } == [#""workspace/configuration""#])
      #expect(session.exchange(#"{"id":\#(value(again.first ?? "", "id") ?? ""),\#(answer)}"#) == [])
    }
  }

  /// Neovim 0.10 tells the settings, and asks for diagnostics before it was asked for settings, and never again.
  @Test func settingsThatComeAlongHoldBeforeTheClientIsAsked() {
    var session = Session()
    let messages = session.exchange(
      #"{"id":0,"method":"initialize","params":{"capabilities":{"workspace":{"configuration":true},"#
        + #""textDocument":{"diagnostic":{}}}}}"#,
      #"{"method":"initialized","params":{}}"#,
      #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":{"severity":"#
        + #"{"\#(flaw)":"error"}}}}}"#, didOpen(flawed), request(1, "textDocument/diagnostic"))
    #expect(messages.compactMap { value($0, "result.items.0.severity") } == ["1"])
    // What the client answers counts in the end.
    let asked = messages.filter { value($0, "method") == #""workspace/configuration""# }.compactMap { value($0, "id") }
    #expect(asked.count == 2)
    _ = session.exchange(#"{"id":\#(asked.last ?? ""),"result":[{"severity":{"\#(flaw)":"hint"}}]}"#)
    let last = session.exchange(request(2, "textDocument/diagnostic"))
    #expect(last.map { value($0, "result.items.0.severity") } == ["4"])
  }

  @Test func settingsHoldAtOnceAndTheFileWins() {
    let file = "/project/.privacy-lsp.json"
    func settings(_ severity: String) -> String { #"{"severity":{"\#(flaw)":"\#(severity)"}}"# }
    func tell(_ severity: String) -> String {
      #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":\#(settings(severity))}}}"#
    }
    func severities(_ messages: [String]) -> [String?] {
      messages.map { value($0, "params.diagnostics.0.severity") ?? value($0, "params.diagnostics") }
    }
    var session = Session.started(watches, members: folder)
    #expect(severities(session.exchange(didOpen(flawed))) == ["2"])
    #expect(severities(session.exchange(tell("error"))) == ["1"])
    #expect(severities(session.exchange(tell("error"))) == [])
    #expect(severities(session.exchange(tell("off"))) == ["[]"])
    #expect(severities(session.exchange(tell("hint"))) == ["4"])

    session = Session.started(watches, members: folder, files: InMemoryFileSystem(texts: [file: settings("error")]))
    #expect(severities(session.exchange(tell("off"))) == [])
    #expect(severities(session.exchange(didOpen(flawed))) == ["1"])
    #expect(severities(session.exchange(tell("hint"))) == ["1"])
    // Elsewhere the file does not hold; without the folder it still does.
    let outside = "file:///elsewhere/PrivacyInfo.xcprivacy"
    #expect(severities(session.exchange(didOpen(flawed, uri: outside))) == ["4"])
    let arrives =
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":"#
      + #"{"added":[],"removed":[{"uri":"file:///project/","name":"w"}]}}}"#
    #expect(severities(session.exchange(arrives)) == [])
  }

  /// Of a folder that does not exist it cannot be told where it would be: a link above it may lead anywhere.
  @Test func noSettingsFromOutsideAreRead() {
    let name = ConfigurationFile.name
    let settings = InMemoryFileSystem.Node.file(Array(#"{"severity":{"\#(flaw)":"error"}}"#.utf8))
    let refused = "is not read: the link leads outside, to /elsewhere/\(name)"
    let rows: [(nodes: [String: InMemoryFileSystem.Node], folder: String, severity: String, told: [String])] = [
      (["/project/\(name)": settings], "/project/new", "1", []),
      (["/project/\(name)": .link("/project/a/\(name)"), "/project/a/\(name)": settings], "/project", "1", []),
      (["/project/\(name)": .link("/elsewhere/\(name)")], "/project", "2", ["/project/\(name) \(refused)"]),
      (["/project/a": .link("/elsewhere")], "/project/a", "1", []),
      (["/project/a": .link("/elsewhere")], "/project/a/new", "2", ["/project/a/\(name) \(refused)"]),
      (["/project/a": .link("/elsewhere")], "/project/a/new/er", "2", ["/project/a/\(name) \(refused)"]),
      (["/project/\(name)": .link("/nowhere")], "/project", "2", []),
    ]
    for (nodes, place, severity, told) in rows {
      let files = InMemoryFileSystem(nodes.merging(["/elsewhere/\(name)": settings]) { own, _ in own })
      var session = Session.started(watches, members: folder, files: files)
      let messages = session.exchange(didOpen(flawed, uri: "file://\(place)/PrivacyInfo.xcprivacy"))
      #expect(messages.compactMap { value($0, "params.diagnostics.0.severity") } == [severity], "\(place)")
      let shown = messages.filter { value($0, "method") == #""window/showMessage""# }
      #expect(shown.compactMap { value($0, "params.message") } == told.map(quoted), "\(place)")
    }
  }

  @Test func aChangedFileIsReadAgain() {
    let folder = temporaryFolder + "/settings-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ severity: String) {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let text = #"{"severity":{"\#(flaw)":"\#(severity)"}}"#
      _ = FileManager.default.createFile(atPath: folder + "/.privacy-lsp.json", contents: Data(text.utf8))
    }
    write("error")
    let uri = DocumentURI.ofFile(folder + "/PrivacyInfo.xcprivacy")
    let news =
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"type":2,"uri":"#
      + #"\#(quoted(DocumentURI.ofFile(folder + "/.privacy-lsp.json")))}]}}"#
    let save = #"{"method":"textDocument/didSave","params":{"textDocument":{"uri":\#(quoted(uri))}}}"#
    for (capabilities, message) in [(watches, news), ("{}", save)] {
      write("error")
      var session = Session.started(
        capabilities, members: #","rootUri":\#(quoted(DocumentURI.ofFile(folder)))"#, files: LocalFileSystem())
      #expect(session.exchange(didOpen(flawed, uri: uri)).map { value($0, "params.diagnostics.0.severity") } == ["1"])
      #expect(session.exchange(message) == [])
      write("hint")
      #expect(session.exchange(message).map { value($0, "params.diagnostics.0.severity") } == ["4"])
    }
    // A client that pulls is told to ask again, if it can be.
    write("error")
    var session = Session.started(
      #"{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true}}}"#,
      members: #","rootUri":\#(quoted(DocumentURI.ofFile(folder)))"#, files: LocalFileSystem())
    #expect(session.exchange(didOpen(flawed, uri: uri), save) == [])
    write("hint")
    #expect(session.exchange(save).map { value($0, "method") } == [#""workspace/diagnostic/refresh""#])
  }

  /// A client that watches no files gets them all the same, a second later at most.
  @Test func aChangedFileIsNoticed() {
    let folder = temporaryFolder + "/settings-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ path: String, _ severity: String?) {
      let file = URL(fileURLWithPath: folder + path)
      try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard let severity else { return _ = try? FileManager.default.removeItem(at: file) }
      try? Data(#"{ "severity": { "\#(flaw)": "\#(severity)" } }"#.utf8).write(to: file)
    }
    write("/.git/HEAD", "")
    write("/App/.privacy-lsp.json", "error")
    let uri = DocumentURI.ofFile(folder + "/App/PrivacyInfo.xcprivacy")
    let time = Atomic(0)
    var session = Session(files: LocalFileSystem(), now: { time.load(ordering: .relaxed) })
    _ = session.exchange(
      #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":{},"rootUri":"#
        + "\(quoted(DocumentURI.ofFile(folder)))}}", #"{"method":"initialized","params":{}}"#)
    func severity(afterMilliseconds milliseconds: Int) -> [String?] {
      time.add(milliseconds, ordering: .relaxed)
      return session.exchange(request(1, "textDocument/hover", uri: uri, #","position":\#(place(0, 0))"#))
        .filter { value($0, "method") != nil }.map { value($0, "params.diagnostics.0.severity") }
    }
    #expect(session.exchange(didOpen(flawed, uri: uri)).map { value($0, "params.diagnostics.0.severity") } == ["1"])
    #expect(severity(afterMilliseconds: 2_000) == [])
    write("/App/.privacy-lsp.json", "information")
    #expect(severity(afterMilliseconds: 10) == [], "so soon nothing is looked at")
    #expect(severity(afterMilliseconds: 1_000) == ["3"])
    #expect(severity(afterMilliseconds: 1_000) == [])
    // Others that come or go count too.
    write("/.privacy-lsp.json", "hint")
    #expect(severity(afterMilliseconds: 1_000) == [], "the nearest count")
    write("/App/.privacy-lsp.json", nil)
    #expect(severity(afterMilliseconds: 1_000) == ["4"])
  }

  /// Somebody types in them.
  @Test(arguments: [#"{"exclude":["Out/"],}"#, "{", #"{"ignore":"x"}"#, "[]"])
  func whileSettingsAreBrokenThoseFromBeforeCount(broken: String) {
    let settings = #"{"exclude":["Out/"],"severity":{"\#(flaw)":"hint"}}"#
    let (file, out) = ("/project/.privacy-lsp.json", "file:///project/Out/PrivacyInfo.xcprivacy")
    let (open, closed) = ("file:///project/PrivacyInfo.xcprivacy", "/project/In/PrivacyInfo.xcprivacy")
    let disk = Disk([file: settings, closed: flawed, "/project/Out/Closed.xcprivacy": flawed])
    let pulls = #"{"textDocument":{"diagnostic":{}},"workspace":{"didChangeWatchedFiles":\#(Self.registers)}}"#
    var session = Session.started(pulls, members: folder, files: disk)
    func severities(_ documents: [String]) -> [String?] {
      let inWorkspace = session.exchange(
        request(1, "workspace/diagnostic", #","previousResultIds":[]"#)
      ).first { value($0, "id") == "1" }
      let items = (0..<6).map { "result.items.\($0)" }.filter { value(inWorkspace ?? "", "\($0).uri") != nil }
      let shown = items.map { value(inWorkspace ?? "", "\($0).items.0.severity") }
      return shown
        + documents.map { uri in
          session.exchange(request(2, "textDocument/diagnostic", uri: uri)).first.flatMap {
            value($0, "result.items.0.severity")
          }
        }
    }
    func fixes() -> String? {
      let all = #","range":\#(span(0, 0, 0, 0)),"context":{"diagnostics":[],"only":["source.fixAll"]}"#
      return session.exchange(request(3, "textDocument/codeAction", uri: out, all)).first.flatMap {
        value($0, "result")
      }
    }
    _ = session.exchange(didOpen(flawed, uri: open), didOpen(flawed, uri: out))
    let before = severities([open, out])
    disk.write(broken, to: file)
    _ = session.exchange(changed)
    #expect(severities([open, out]) == before)
    #expect(fixes() == "[]")
    // Whatever is opened meanwhile.
    _ = session.exchange(
      didClose(uri: open), didClose(uri: out), didOpen(flawed, uri: out), didOpen(flawed, uri: open))
    #expect(severities([open, out]) == before)
    #expect(fixes() == "[]")
    // A file that is gone isn’t from before.
    for text in [nil, broken] {
      disk.write(text, to: file)
      _ = session.exchange(changed)
    }
    #expect(severities([open]).last == "2")
  }

  @Test func whileTheEditorsSectionIsBrokenTheOneFromBeforeCounts() {
    func tell(_ settings: String) -> String {
      #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":\#(settings)}}}"#
    }
    let usable = #"{"severity":{"\#(flaw)":"error"}}"#
    for broken in [#"{"ignore":"x"}"#, "5", #"{"log":1}"#, #"{"sources":1}"#, #"{"inlayHints":{"reasons":1}}"#] {
      var session = Session.started()
      _ = session.exchange(didOpen(flawed), tell(usable))
      let told = session.exchange(tell(broken))
      #expect(told.map { value($0, "method") } == [#""window/showMessage""#, #""window/logMessage""#], "\(broken)")
      let ignored = session.exchange(tell(#"{"ignore":["\#(flaw)"],"nothing":1}"#))
      #expect(ignored.last.flatMap { value($0, "params.diagnostics") } == "[]", "only a name is unknown")
    }
    // Without any from before, what is right in it counts.
    var session = Session.started()
    let found = session.exchange(didOpen(flawed), tell(#"{"ignore":"x","severity":{"\#(flaw)":"error"}}"#))
    #expect(found.contains { value($0, "params.diagnostics.0.severity") == "1" })
  }

  @Test func onlyWhatIsAnnouncedIsRegistered() {
    let rows: [(String, [String])] = [
      ("{}", []),
      (watches, ["workspace/didChangeWatchedFiles"]),
      (#"{"workspace":{"didChangeWatchedFiles":{},"didChangeConfiguration":{"dynamicRegistration":false}}}"#, []),
      (
        #"{"workspace":{"didChangeWatchedFiles":\#(Self.registers),"didChangeConfiguration":\#(Self.registers)}}"#,
        ["workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"]
      ),
    ]
    for (capabilities, expected) in rows {
      var session = Session()
      let messages = session.exchange(
        #"{"id":0,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#,
        #"{"method":"initialized","params":{}}"#)
      #expect(messages.count == (expected.isEmpty ? 1 : 2))
      for (index, method) in expected.enumerated() {
        #expect(value(messages[1], "params.registrations.\(index).method") == quoted(method))
      }
    }
  }
}
