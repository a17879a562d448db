import FileSystem
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import LanguageServer
@testable import ServerLoop

private let app = """
  targets:
    App:
      type: application
      platform: iOS
      sources: [App]

  """
private let usesDefaults = "let name = UserDefaults.standard.string(forKey: \"name\")\n"
private let usesCamera = "import AVFoundation\nAVCaptureDevice.requestAccess(for: .video) { _ in }\n"

private func manifest(_ categories: String...) -> String {
  let entries = categories.map { category in
    """
    \t\t<dict>
    \t\t\t<key>NSPrivacyAccessedAPIType</key>
    \t\t\t<string>NSPrivacyAccessedAPICategory\(category)</string>
    \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
    \t\t\t<array>
    \t\t\t\t<string>\(category == "UserDefaults" ? "CA92.1" : "E174.1")</string>
    \t\t\t</array>
    \t\t</dict>

    """
  }
  return """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>NSPrivacyCollectedDataTypes</key>
    \t<array/>
    \t<key>NSPrivacyAccessedAPITypes</key>
    \t<array>
    \(entries.joined())\t</array>
    </dict>
    </plist>

    """
}

private let infoPlist = """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0">
  <dict>
  \t<key>CFBundleDevelopmentRegion</key>
  \t<string>en</string>
  </dict>
  </plist>

  """

private let withSources = #","initializationOptions":{"sources":true}"#
private let undeclared = ["App/PrivacyInfo.xcprivacy undeclared-category"]

private let manifestPath = "/project/App/PrivacyInfo.xcprivacy"
private let sourcePath = "/project/App/Settings.swift"
private let watching = #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#

private func open(_ path: String, _ text: String) -> String { didOpen(text, uri: "file://" + path) }

private func change(_ path: String, _ text: String, _ version: Int = 2) -> String {
  didChange(#"{"text":\#(quoted(text))}"#, uri: "file://" + path, version: version)
}

private func watched(_ path: String, _ type: Int = 2) -> String {
  #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file://\#(path)","type":\#(type)}]}}"#
}

/// What was published last for each document: its path without the folder, with rules.
private func published(_ messages: [String]) -> [String] {
  var last: [String: String] = [:]
  for message in messages where value(message, "method") == #""textDocument/publishDiagnostics""# {
    let uri = (value(message, "params.uri") ?? "").filter { $0 != "\"" }
    var rules: [String] = []
    while let code = value(message, "params.diagnostics.\(rules.count).code") {
      rules.append(code.filter { $0 != "\"" })
    }
    let path = String(uri.dropFirst("file:///project/".count))
    last[path] = ([path] + rules).joined(separator: " ")
  }
  return last.values.sorted()
}

private func configured(_ settings: String) -> String {
  #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":\#(settings)}}}"#
}

private func folders(added: String = "", removed: String = "") -> String {
  func list(_ folder: String) -> String { folder.isEmpty ? "[]" : #"[{"uri":"file://\#(folder)","name":"x"}]"# }
  return #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":\#(list(added)),"#
    + #""removed":\#(list(removed))}}}"#
}

private func started(_ disk: Disk, _ capabilities: String = watching, members: String = "") -> Session {
  .started(
    capabilities, members: #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"# + members, files: disk)
}

private func sample() -> Disk {
  Disk([
    "/project/project.yml": app, manifestPath: manifest("DiskSpace"), sourcePath: usesDefaults,
    "/project/App/Space.swift": "let space = try url.resourceValues(forKeys: [.volumeAvailableCapacityKey])\n",
  ])
}

/// What source code says of documents, and what is said in it.
@Suite struct SourceTests {
  @Test func findingsFollowSources() {
    let disk = sample()
    var session = started(disk)
    let lacking = ["App/PrivacyInfo.xcprivacy undeclared-category"]
    let clean = ["App/PrivacyInfo.xcprivacy"]
    #expect(published(session.exchange(open(manifestPath, manifest("DiskSpace")))) == lacking)
    // In the manifest’s text.
    #expect(published(session.exchange(change(manifestPath, manifest("DiskSpace", "UserDefaults")))) == clean)
    #expect(published(session.exchange(change(manifestPath, manifest("DiskSpace"), 3))) == lacking)
    // In a source on disk, one that comes, and one that goes.
    disk.write("let name = 1\n", to: sourcePath)
    #expect(published(session.exchange(watched(sourcePath))) == clean)
    for new in ["/project/App/New.swift", "/project/App/Vendor/Clock.swift"] {
      disk.write(usesDefaults, to: new)
      #expect(published(session.exchange(watched(new, 1))) == lacking)
      disk.write(nil, to: new)
      #expect(published(session.exchange(watched(new, 3))) == clean)
    }
    // In what describes the targets.
    disk.write(usesDefaults, to: "/project/Kit/Kit.swift")
    #expect(published(session.exchange(watched("/project/Kit/Kit.swift", 1))) == clean)
    disk.write(app.replacing("[App]", with: "[App, Kit]"), to: "/project/project.yml")
    #expect(published(session.exchange(watched("/project/project.yml"))) == lacking)
  }

  @Test func declarationsLeadToCodeAndBack() {
    let spacePath = "/project/App/Space.swift"
    var session = started(sample(), members: #","initializationOptions":{"sources":true}"#)
    _ = session.exchange(open(manifestPath, manifest("DiskSpace")))
    func ask(_ method: String, _ path: String, _ more: String) -> String? {
      session.exchange(
        #"{"id":7,"method":"\#(method)","params":{"textDocument":{"uri":"file://\#(path)"}\#(more)}}"#
      ).first { value($0, "id") == "7" }
    }
    let category = #","position":{"line":9,"character":14}"#
    let symbol = #"{"start":{"line":0,"character":46},"end":{"line":0,"character":72}}"#
    let found = ask("textDocument/definition", manifestPath, category)
    expectEqual(found.flatMap { value($0, "result.0.uri") }, #""file://\#(spacePath)""#, "the use")
    expectEqual(found.flatMap { value($0, "result.0.range") }, symbol, "its place")
    let lenses = ask("textDocument/codeLens", manifestPath, "") ?? ""
    expectTrue(lenses.contains(#""title":"1 use in 1 file","command":"privacy-lsp.showUses""#), lenses)
    let shown = session.exchange(
      #"{"id":8,"method":"workspace/executeCommand","params":{"command":"privacy-lsp.showUses","arguments":[{"uri":"#
        + #""file://\#(manifestPath)"\#(category)}]}}"#)
    expectTrue(shown.contains { value($0, "params.message")?.contains("App/Space.swift:1") ?? false }, "\(shown)")
    _ = session.exchange(
      open(spacePath, "let space = try url.resourceValues(forKeys: [.volumeAvailableCapacityKey])\n"))
    let use = #","position":{"line":0,"character":50}"#
    let declaration = ask("textDocument/definition", spacePath, use)
    expectEqual(declaration.flatMap { value($0, "result.0.uri") }, #""file://\#(manifestPath)""#, "the declaration")
    expectEqual(declaration.flatMap { value($0, "result.0.range.start.line") }, "9", "its line")
    let hover = ask("textDocument/hover", spacePath, use) ?? ""
    expectTrue(hover.contains("App declares E174.1"), hover)
  }

  /// Findings in sources, and nothing else, where the user wants them.
  @Test func sourcesAreSwitchedOn() {
    let on = #","initializationOptions":{"sources":true}"#
    var session = started(sample())
    #expect(published(session.exchange(open(sourcePath, usesDefaults))) == [], "off")
    session = started(sample(), members: on)
    let found = ["App/Settings.swift undeclared-category"]
    #expect(published(session.exchange(open(sourcePath, usesDefaults))) == found)
    // What is typed counts, at its place.
    let messages = session.exchange(change(sourcePath, "// é😀\n/* 😀 */ " + usesDefaults))
    #expect(published(messages) == found)
    #expect(messages.contains { value($0, "params.diagnostics.0.range") == span(1, 20, 1, 32) }, "\(messages)")
    #expect(
      messages.contains {
        value($0, "params.diagnostics.0.relatedInformation.0.location.uri") == quoted("file://" + manifestPath)
      } == false, "the client takes none")
    #expect(published(session.exchange(change(sourcePath, "let name = 1", 3))) == ["App/Settings.swift"])
    #expect(published(session.exchange(change(sourcePath, usesDefaults, 4))) == found)
    // Declaring it in the manifest’s text ends both sides.
    #expect(
      published(session.exchange(open(manifestPath, manifest("DiskSpace"))))
        == ["App/PrivacyInfo.xcprivacy undeclared-category"])
    #expect(
      published(session.exchange(change(manifestPath, manifest("DiskSpace", "UserDefaults"))))
        == ["App/PrivacyInfo.xcprivacy", "App/Settings.swift"])
    #expect(
      published(session.exchange(didClose(uri: "file://" + manifestPath))) == ["App/PrivacyInfo.xcprivacy"] + found)
    // And off again.
    let off = #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":{"sources":false}}}}"#
    #expect(published(session.exchange(off)) == ["App/Settings.swift"])
    #expect(published(session.exchange(change(sourcePath, usesDefaults, 5))) == [])
    // What was typed meanwhile counts when they are on again.
    #expect(published(session.exchange(change(sourcePath, "\n\n" + usesDefaults, 6))) == [])
    let again = session.exchange(configured(#"{"sources":true}"#))
    #expect(published(again) == found)
    #expect(again.contains { value($0, "params.diagnostics.0.range") == span(2, 11, 2, 23) }, "\(again)")
    _ = session.exchange(configured(#"{"sources":false}"#), didClose(uri: "file://" + sourcePath))
    #expect(published(session.exchange(configured(#"{"sources":true}"#))) == [], "closed meanwhile")
  }

  /// What is typed in a description says what it would if it had been there from the start, at its place.
  @Test func descriptionsCountAsTyped() {
    let camera = "    info: {path: App/Info.plist, properties: {NSCameraUsageDescription: Scans receipts.}}\n"
    let texts = [
      app, "# The app.\n" + app, app + camera, "name: App\n\n" + app + camera.replacing("Scans", with: "Reads"),
      app + camera.replacing("Camera", with: "Microphone"), app.replacing("[App]", with: "[App, Kit]"),
      app.replacing("[App]", with: "[Kit]") + camera, app.replacing("iOS", with: "macOS"),
      "# The app.\n" + app + "  Kit: {type: framework, platform: iOS, sources: [Kit]}\n", "targets:\n", "", app,
    ]
    let path = "/project/project.yml"
    func session(_ text: String) -> (Session, [String: String]) {
      let disk = Disk([
        path: app, sourcePath: usesDefaults, "/project/App/Scan.swift": usesCamera,
        "/project/Kit/Scan.swift": usesCamera, "/project/App/Info.plist": infoPlist,
      ])
      var session = started(disk, members: #","initializationOptions":{"sources":true}"#)
      let messages = session.exchange(
        open(path, text), open(sourcePath, usesDefaults), open("/project/App/Scan.swift", usesCamera))
      return (session, findings(messages))
    }
    func findings(_ messages: [String]) -> [String: String] {
      var last: [String: String] = [:]
      for message in messages where value(message, "method") == #""textDocument/publishDiagnostics""# {
        last[value(message, "params.uri") ?? ""] = value(message, "params.diagnostics")
      }
      return last
    }
    var (typed, shown) = session(texts[0])
    for (number, text) in texts.enumerated() {
      shown.merge(findings(typed.exchange(change(path, text, number + 2)))) { $1 }
      #expect(shown == session(text).1, "\(number)")
    }
    // Not their descriptions: those of equal dictionaries may differ in order.
    #expect(Set(texts.map { session($0).1 }).count == 4, "the texts must lead to different findings")
  }

  /// Another server answers for the language.
  @Test func nothingElseIsSaidOfSources() {
    var session = started(sample(), members: #","initializationOptions":{"sources":true}"#)
    _ = session.exchange(open(sourcePath, usesDefaults))
    let uri = "file://" + sourcePath
    let position = #","position":{"line":0,"character":14}"#
    let range = #","range":\#(span(0, 0, 1, 0))"#
    let options = #","options":{"tabSize":2,"insertSpaces":true}"#
    for (method, members, expected) in [
      ("textDocument/completion", position, #"{"isIncomplete":false,"items":[]}"#),
      ("textDocument/documentSymbol", "", "[]"), ("textDocument/foldingRange", "", "[]"),
      ("textDocument/selectionRange", #","positions":[{"line":0,"character":14}]"#, "null"),
      ("textDocument/documentHighlight", position, "[]"),
      ("textDocument/rename", position + #","newName":"x""#, "null"),
      ("textDocument/prepareRename", position, "null"), ("textDocument/documentLink", "", "[]"),
      ("textDocument/linkedEditingRange", position, "null"), ("textDocument/semanticTokens/full", "", #"{"data":[]}"#),
      ("textDocument/semanticTokens/range", range, #"{"data":[]}"#), ("textDocument/formatting", options, "null"),
      ("textDocument/rangeFormatting", range + options, "null"),
      ("textDocument/onTypeFormatting", position + options + #","ch":">""#, "null"),
    ] {
      let answer = session.exchange(request(1, method, uri: uri, members)).first { value($0, "id") == "1" }
      expectEqual(value(answer ?? "", "result"), expected, method)
    }
    let symbols = session.exchange(#"{"id":1,"method":"workspace/symbol","params":{"query":"name"}}"#)
    #expect(value(symbols.first { value($0, "id") == "1" } ?? "", "result") == "[]")
  }

  /// The fix of a finding in a source changes the manifest, as the client has it.
  @Test(arguments: [false, true]) func fixesInSourcesChangeManifests(isOpen: Bool) {
    let disk = sample()
    let text = "\u{FEFF}" + manifest("DiskSpace").replacing("\n", with: "\r\n")
    disk.write(text, to: manifestPath)
    let capabilities =
      #"{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}},"#
      + #""publishDiagnostics":{"relatedInformation":true}}}"#
    var session = started(disk, capabilities, members: #","initializationOptions":{"sources":true}"#)
    let opened = manifest("DiskSpace").replacing("<plist", with: "\n\n<plist")
    if isOpen { _ = session.exchange(open(manifestPath, opened)) }
    let messages = session.exchange(open(sourcePath, usesDefaults))
    let related = "params.diagnostics.0.relatedInformation.0.location"
    #expect(messages.contains { value($0, related + ".uri") == quoted("file://" + manifestPath) }, "\(messages)")
    #expect(
      messages.contains { value($0, related + ".range.start") == place(isOpen ? 4 : 2, 0) }, "\(messages)")
    let answer = session.exchange(
      request(
        1, "textDocument/codeAction", uri: "file://" + sourcePath,
        #","range":\#(span(0, 14, 0, 14)),"context":{"diagnostics":[]}"#)
    ).first { value($0, "id") == "1" }
    #expect(value(answer ?? "", "result.0.title")?.contains("CA92.1") == true, "\(answer ?? "")")
    let edit = (value(answer ?? "", "result.0.edit") ?? "")
    #expect(edit.contains(isOpen ? #""line":16,"# : #""line":14,"#), "\(edit)")
    #expect(edit.contains(isOpen ? #"\n\t\t<dict>"# : #"\r\n\t\t<dict>"#), "\(edit)")
  }

  /// A manifest that changed on disk without a word of the client’s is read again before it is edited.
  @Test(arguments: [false, true]) func fixesFitWhatIsOnDisk(isWatching: Bool) {
    let disk = sample()
    let capabilities =
      #"{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}},"#
      + #""workspace":{"didChangeWatchedFiles":{"dynamicRegistration":\#(isWatching)}}}"#
    var session = started(disk, capabilities, members: withSources)
    _ = session.exchange(open(sourcePath, usesDefaults))
    disk.write(manifest("DiskSpace").replacing("<plist", with: "\n\n<plist"), to: manifestPath)
    let answer = session.exchange(
      request(
        1, "textDocument/codeAction", uri: "file://" + sourcePath,
        #","range":\#(span(0, 14, 0, 14)),"context":{"diagnostics":[]}"#)
    ).first { value($0, "id") == "1" }
    let edit = value(answer ?? "", "result.0.edit") ?? ""
    #expect(edit.contains(#""line":16,"#), "\(edit)")
  }

  /// A client that watches nothing is told of changes all the same, once someone asks for something.
  @Test func changesOnDiskAreNoticed() {
    let disk = sample()
    let clock = Clock()
    var session = Session(files: disk, now: { clock.tick(0) })
    _ = session.exchange(
      #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":{},"#
        + #""workspaceFolders":[{"uri":"file:///project","name":"p"}]\#(withSources)}}"#,
      #"{"method":"initialized","params":{}}"#)
    #expect(published(session.exchange(open(sourcePath, usesDefaults))) == ["App/Settings.swift undeclared-category"])
    disk.write(manifest("DiskSpace", "UserDefaults"), to: manifestPath)
    _ = clock.tick(2_000)
    #expect(published(session.exchange(hover(1, uri: "file://" + sourcePath))) == ["App/Settings.swift"])
  }

  /// Findings in files that are not open: found without any document, taken back when there is nothing to find, and
  /// switched on and off.
  @Test func closedSourcesArePublished() {
    let disk = sample()
    let found = undeclared + ["App/Settings.swift undeclared-category"]
    let clean = ["App/PrivacyInfo.xcprivacy", "App/Settings.swift"]
    func shown(_ messages: [String]) -> [String] {
      published(messages).filter { $0.hasPrefix("App/PrivacyInfo") || $0.hasPrefix("App/Settings") }
    }
    var session = Session(files: disk)
    let messages = session.exchange(
      #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":\#(watching),"#
        + #""workspaceFolders":[{"uri":"file:///project","name":"p"}],"#
        + #""initializationOptions":{"sources":true,"workspaceDiagnostics":true}}}"#,
      #"{"method":"initialized","params":{}}"#)
    #expect(shown(messages) == found)
    disk.write("", to: sourcePath)
    #expect(shown(session.exchange(watched(sourcePath))) == clean)
    #expect(shown(session.exchange(watched(sourcePath))) == [], "said once")
    disk.write(usesDefaults, to: sourcePath)
    #expect(shown(session.exchange(watched(sourcePath))) == found)
    disk.write(nil, to: sourcePath)
    #expect(shown(session.exchange(watched(sourcePath, 3))) == clean)
    disk.write(usesDefaults, to: sourcePath)
    #expect(shown(session.exchange(watched(sourcePath, 1))) == found)
    let off = configured(#"{"sources":false,"workspaceDiagnostics":true}"#)
    #expect(shown(session.exchange(off)) == ["App/Settings.swift"])
    let on = configured(#"{"sources":true,"workspaceDiagnostics":true}"#)
    #expect(shown(session.exchange(on)) == ["App/Settings.swift undeclared-category"])
  }

  /// What is open from the start counts once its folder is there, and once nothing leaves it out.
  @Test func documentsCountLater() {
    let disk = sample()
    var session = Session.started(watching, files: disk)
    #expect(published(session.exchange(open(manifestPath, manifest("DiskSpace")))) == ["App/PrivacyInfo.xcprivacy"])
    for _ in 0..<2 {
      #expect(published(session.exchange(folders(added: "/project"))) == undeclared)
      #expect(published(session.exchange(folders(removed: "/project"))) == ["App/PrivacyInfo.xcprivacy"])
    }
    let settingsPath = "/project/.privacy-lsp.json"
    disk.write(#"{"exclude":["App/"]}"#, to: settingsPath)
    session = started(disk)
    _ = session.exchange(open(manifestPath, manifest("DiskSpace")))
    disk.write(nil, to: settingsPath)
    #expect(published(session.exchange(watched(settingsPath, 3))) == undeclared)
    // The editor’s settings.
    let excluding = configured(#"{"exclude":["Settings.swift"]}"#)
    #expect(published(session.exchange(excluding)) == ["App/PrivacyInfo.xcprivacy"])
    #expect(published(session.exchange(configured("{}"))) == undeclared)
  }

  /// Of folders in one another the outer one has the project, unless it leaves the inner one out.
  @Test func foldersInFolders() {
    for (ignored, isFound) in [("", true), ("/project/App", false)] {
      let disk = sample()
      if !ignored.isEmpty { disk.write(#"{"exclude":["App/"]}"#, to: "/project/.privacy-lsp.json") }
      var session = Session.started(
        watching,
        members: #","workspaceFolders":[{"uri":"file:///project","name":"p"},"#
          + #"{"uri":"file:///project/App","name":"a"}]"#,
        files: disk)
      let found = published(session.exchange(open(manifestPath, manifest("DiskSpace"))))
      #expect((found == undeclared) == isFound, "\(found)")
    }
  }

  /// A folder that the client knows through a link is called as the client calls it.
  @Test func linkedFoldersKeepTheirName() {
    var files = InMemoryFileSystem(texts: [
      "/project/project.yml": app, manifestPath: manifest("DiskSpace"), sourcePath: usesDefaults,
    ])
    files.nodes["/link"] = .link("/project")
    var session = Session.started(
      #"{"textDocument":{"diagnostic":{},"publishDiagnostics":{"relatedInformation":true},"#
        + #""codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}}"#,
      members: #","workspaceFolders":[{"uri":"file:///link","name":"p"}]"# + withSources, files: files)
    let uri = "file:///link/App/Settings.swift"
    _ = session.exchange(didOpen(usesDefaults, uri: uri))
    let answers = session.exchange(
      request(1, "textDocument/definition", uri: uri, #","position":{"line":0,"character":14}"#),
      request(
        2, "textDocument/codeAction", uri: uri,
        #","range":\#(span(0, 14, 0, 14)),"context":{"diagnostics":[]}"#), didClose(uri: uri),
      #"{"id":3,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}"#)
    #expect(answers.count >= 3 && !answers.contains { $0.contains("file:///project") }, "\(answers)")
    #expect(answers.contains { value($0, "id") == "3" && $0.contains(uri) }, "\(answers)")
  }

  /// A description that is open says where something is in the editor’s text.
  @Test func openDescriptionsHaveTheirPlaces() {
    let disk = sample()
    let text = app + "    settings: {base: {INFOPLIST_KEY_NSCameraUsageDescription: Scans receipts.}}\n"
    disk.write(text, to: "/project/project.yml")
    disk.write(usesCamera, to: sourcePath)
    var session = started(disk, members: withSources)
    _ = session.exchange(open(sourcePath, usesCamera))
    func line() -> String? {
      let answer = session.exchange(
        request(1, "textDocument/definition", uri: "file://" + sourcePath, #","position":{"line":1,"character":20}"#))
      return value(answer.first { value($0, "id") == "1" } ?? "", "result.0.range.start.line")
    }
    let before = line().flatMap { Int($0) }
    #expect(before != nil)
    _ = session.exchange(open("/project/project.yml", "# 1\n# 2\n" + text))
    #expect(line().flatMap { Int($0) } == before.map { $0 + 2 })
  }

  /// A change of branch: what comes in hundreds of files is read when nothing else is to be done.
  @Test func manyChangesComeLater() {
    var texts = ["/project/project.yml": app, manifestPath: manifest()]
    for number in 0..<300 { texts["/project/App/File\(number).swift"] = "" }
    let disk = Disk(texts)
    var session = started(disk)
    _ = session.exchange(open(manifestPath, manifest()))
    for number in 0..<300 { disk.write(usesDefaults, to: "/project/App/File\(number).swift") }
    let changes = (0..<300).map { #"{"uri":"file:///project/App/File\#($0).swift","type":2}"# }.joined(separator: ",")
    session.send([
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[\#(changes)]}}"#,
      hover(9, uri: "file://" + manifestPath),
    ])
    while session.server.step(), !session.output().contains(where: { value($0, "id") == "9" }) {}
    #expect(session.server.sources.values.contains { $0.hasWork }, "the request waited")
    #expect(published(session.work()) == undeclared)
  }

  /// What `lint` leaves out, the server leaves out; what can’t be read is no reason to fall silent or to fail.
  @Test func oddProjects() {
    let rows: [(String, change: (Disk) -> Void, isFound: Bool)] = [
      ("as it is", { _ in }, true),
      (
        "excluded by settings", { $0.write(#"{"exclude":["App/Settings.swift"]}"#, to: "/project/.privacy-lsp.json") },
        false
      ),
      (
        "ignored by git",
        {
          $0.write("", to: "/project/.git/HEAD")
          $0.write("Settings.swift\n", to: "/project/.gitignore")
        }, false
      ),
      (
        "fetched",
        {
          $0.write(usesDefaults, to: "/project/App/Pods/Kit.swift")
          $0.write("", to: sourcePath)
        }, false
      ),
      ("no targets", { $0.write(nil, to: "/project/project.yml") }, false),
      (
        "half merged",
        { $0.write("<<<<<<< a\n" + app + "=======\n" + app + ">>>>>>> b\n", to: "/project/project.yml") }, true
      ),
      ("no text", { $0.write(String(repeating: "\u{0}\u{1}", count: 500), to: sourcePath) }, false),
      ("a Mac app", { $0.write(app.replacing("iOS", with: "macOS"), to: "/project/project.yml") }, false),
    ]
    for row in rows {
      let disk = sample()
      row.change(disk)
      var session = started(disk)
      let found = published(session.exchange(open(manifestPath, manifest("DiskSpace"))))
      #expect(found.first?.hasSuffix("undeclared-category") == row.isFound, "\(row.0): \(found)")
    }
  }

  @Test func foldersAreOnTheirOwn() {
    let disk = Disk([
      "/a/project.yml": app, "/a/App/PrivacyInfo.xcprivacy": manifest("DiskSpace"), "/a/App/Main.swift": usesDefaults,
      "/b/project.yml": app, "/b/App/PrivacyInfo.xcprivacy": manifest("DiskSpace"), "/b/App/Main.swift": "",
    ])
    func session(_ folders: String...) -> Session {
      let list = folders.map { #"{"uri":"file://\#($0)","name":"x"}"# }.joined(separator: ",")
      return .started(watching, members: #","workspaceFolders":[\#(list)]"#, files: disk)
    }
    func codes(_ session: inout Session, _ path: String) -> [Bool] {
      session.exchange(open(path, manifest("DiskSpace"))).map { $0.contains("undeclared-category") }
    }
    var both = session("/a", "/b")
    #expect(codes(&both, "/a/App/PrivacyInfo.xcprivacy").contains(true))
    #expect(!codes(&both, "/b/App/PrivacyInfo.xcprivacy").contains(true))
    #expect(both.server.sources.count == 2)
    // Without a folder, or with all there is, nothing is looked for.
    for folder in ["/", "/c"] {
      var other = session(folder)
      #expect(!codes(&other, "/a/App/PrivacyInfo.xcprivacy").contains(true))
      #expect(other.server.sources.isEmpty)
    }
    // A folder that is closed takes what is known along.
    let closing =
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[],"removed":[{"uri":"file:///a","name":"x"}]}}}"#
    #expect(both.exchange(closing).contains { value($0, "params.diagnostics") == "[]" })
    #expect(both.server.sources.count == 1)
  }

  /// Nothing is looked at before it must be, and everything else comes first.
  @Test func messagesComeFirst() {
    var texts = ["/project/project.yml": app, manifestPath: manifest("DiskSpace")]
    for number in 0..<300 { texts["/project/App/File\(number).swift"] = usesDefaults }
    let disk = Disk(texts)
    var session = started(disk)
    _ = session.exchange(open("/project/App/InfoPlist.strings", ""), open(sourcePath, usesDefaults))
    #expect(session.server.sources.isEmpty, "nothing open has to do with sources")
    session.send([open(manifestPath, manifest("DiskSpace"))])
    var steps = 0
    while !(session.server.sources.values.first?.isComplete ?? false) {
      session.server.step()
      steps += 1
      if steps == 4 { session.send([hover(9, uri: "file://" + manifestPath)]) }
      if steps == 5 { #expect(session.output().contains { value($0, "id") == "9" }, "the request waited") }
    }
    #expect(steps > 8)
    // The client watches sources from now on.
    let registered = session.work().last { value($0, "method") == #""client/registerCapability""# }
    #expect(registered?.contains("*.{swift,") == true && registered?.contains("app.config.ts") == true)
    #expect(session.server.outbox.isEmpty)
  }

  @Test func pulledFindingsFollowSources() {
    let disk = sample()
    let capabilities =
      #"{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true},"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#
    var session = started(disk, capabilities, members: #","initializationOptions":{"sources":true}"#)
    func isAsked(_ messages: [String]) -> Bool {
      messages.contains { value($0, "method") == #""workspace/diagnostic/refresh""# }
    }
    func pull(_ previous: String? = nil) -> String {
      let known = previous.map { #","previousResultId":\#($0)"# } ?? ""
      return session.exchange(request(5, "textDocument/diagnostic", uri: "file://" + manifestPath, known))
        .first { value($0, "id") == "5" } ?? ""
    }
    #expect(isAsked(session.exchange(open(manifestPath, manifest("DiskSpace")))), "when all is known")
    let first = pull()
    #expect(value(first, "result.items.0.code") == #""undeclared-category""#)
    let id = value(first, "result.resultId")
    #expect(value(pull(id), "result.kind") == #""unchanged""#)
    // The whole workspace, with a source that is not open.
    func report() -> [String] {
      let answer =
        session.exchange(#"{"id":6,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}"#)
        .first { value($0, "id") == "6" } ?? ""
      return (0..<9).compactMap { number in
        value(answer, "result.items.\(number).uri").map { uri in
          "\(uri.filter { $0 != "\"" }.dropFirst("file:///project/".count)) "
            + (value(answer, "result.items.\(number).items.0.code") ?? "").filter { $0 != "\"" }
        }
      }.sorted()
    }
    #expect(report() == ["App/PrivacyInfo.xcprivacy undeclared-category", "App/Settings.swift undeclared-category"])
    disk.write("", to: sourcePath)
    #expect(
      isAsked(
        session.exchange(
          #"{"id":1,"result":null}"#, #"{"id":2,"result":null}"#, #"{"id":3,"result":null}"#,
          #"{"id":4,"result":null}"#, watched(sourcePath))))
    #expect(value(pull(id), "result.kind") == #""full""#)
    #expect(report() == ["App/PrivacyInfo.xcprivacy "])
    // What is found out anew has a name of its own.
    let last = value(pull(), "result.resultId")
    _ = session.exchange(folders(removed: "/project"))
    disk.write(usesDefaults, to: sourcePath)
    _ = session.exchange(folders(added: "/project"))
    let again = pull(last)
    #expect(value(again, "result.items.0.code") == #""undeclared-category""#, "\(again)")
  }

  /// Who waits is told what for, and can end it.
  @Test func longWorkIsShown() {
    let clock = Clock()
    var texts = ["/project/project.yml": app, manifestPath: manifest("DiskSpace")]
    for number in 0..<300 { texts["/project/App/File\(number).swift"] = usesDefaults }
    var session = Session(files: InMemoryFileSystem(texts: texts), now: { clock.tick(200) })
    _ = session.exchange(
      #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":{"window":{"workDoneProgress":true}},"#
        + #""workspaceFolders":[{"uri":"file:///project","name":"p"}]}}"#, #"{"method":"initialized","params":{}}"#)
    session.send([open(manifestPath, manifest("DiskSpace"))])
    var said: [String] = []
    while session.server.step(), !said.contains(where: { $0.contains("workDoneProgress/create") }) {
      said += session.output()
    }
    let token = value(said.last ?? "", "params.token") ?? ""
    let rest = session.exchange(#"{"id":1,"result":null}"#)
    let words = rest.filter { value($0, "method") == #""$/progress""# && value($0, "params.token") == token }
    #expect(value(words.first ?? "", "params.value.title") == #""Reading source code""#, "\(said) \(rest)")
    #expect(words.contains { value($0, "params.value.message")?.contains(" of 300 files") ?? false })
    #expect(value(words.last ?? "", "params.value.kind") == #""end""#)
    #expect(published(rest) == ["App/PrivacyInfo.xcprivacy undeclared-category unused-category"])
  }

  /// Links in circles and what can’t be read end nothing; a file that goes between two looks is gone.
  @Test func badFoldersDoNoHarm() {
    var files = InMemoryFileSystem(texts: [
      "/project/project.yml": app, manifestPath: manifest("DiskSpace"), sourcePath: usesDefaults,
    ])
    files.nodes["/project/App/Loop"] = .link("/project/App")
    files.nodes["/project/App/Me.swift"] = .link("/project/App/Me.swift")
    files.nodes["/project/App/Locked.swift"] = .locked
    files.nodes["/project/App/Pipe.swift"] = .special(.pipe)
    var session = Session.started(
      watching, members: #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"#, files: files)
    let found = published(session.exchange(open(manifestPath, manifest("DiskSpace"))))
    // What isn’t read may use what is declared.
    #expect(found == ["App/PrivacyInfo.xcprivacy undeclared-category"])
    session.send([change(manifestPath, manifest())])
    #expect(published(session.work()).first?.hasSuffix("undeclared-category") == true)
  }
}

private final class Clock: Sendable {
  private let time = Mutex(0)

  func tick(_ milliseconds: Int) -> Int {
    time.withLock { time in
      time += milliseconds
      return time
    }
  }
}
