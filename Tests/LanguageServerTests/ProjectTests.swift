import Testing

private let infoPlist = """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0">
  <dict>
  \t<key>CFBundleDevelopmentRegion</key>
  \t<string>en</string>
  \t<key>NSCameraUsageDescription</key>
  \t<string>This app uses your camera to scan receipts.</string>
  </dict>
  </plist>

  """

private let german = "\"NSCameraUsageDescription\" = \"Mit der Kamera liest die App Belege ein.\";\n"

private let plistPath = "/project/App/Info.plist"
private let germanPath = "/project/App/de.lproj/InfoPlist.strings"

private func open(_ path: String, _ text: String) -> String {
  #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://\#(path)","languageId":"x","version":1,"#
    + #""text":\#(quoted(text))}}}"#
}

private func change(_ path: String, _ text: String, version: Int = 2) -> String {
  #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file://\#(path)","version":\#(version)},"#
    + #""contentChanges":[{"text":\#(quoted(text))}]}}"#
}

/// What was published, as paths with rules.
private func published(_ messages: [String]) -> [String] {
  messages.filter { value($0, "method") == #""textDocument/publishDiagnostics""# }.map { message in
    let uri = (value(message, "params.uri") ?? "").filter { $0 != "\"" }
    var rules: [String] = []
    while let code = value(message, "params.diagnostics.\(rules.count).code") {
      rules.append(code.filter { $0 != "\"" })
    }
    return ([String(uri.dropFirst("file://".count))] + rules).joined(separator: " ")
  }
}

private func started(_ disk: Disk, _ capabilities: String = "{}") -> Session {
  .started(
    capabilities, members: #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"#, files: disk)
}

/// What a file says of another one changes when that one does.
@Suite struct ProjectTests {
  @Test func findingsFollowOtherFiles() {
    let disk = Disk([plistPath: infoPlist, germanPath: "/* nothing yet */\n"])
    var session = started(disk)
    #expect(published(session.exchange(open(plistPath, infoPlist))) == ["\(plistPath) missing-translation"])
    // In the editor, before it is saved.
    #expect(
      published(session.exchange(open(germanPath, "/* nothing yet */\n"))) == [germanPath], "all is as it was on disk")
    #expect(
      Set(published(session.exchange(change(germanPath, german)))) == [germanPath, plistPath])
    let misspelt = german.replacing("NSCamera", with: "NSCamerra")
    #expect(
      Set(published(session.exchange(change(germanPath, misspelt, version: 3)))) == [
        "\(germanPath) unknown-purpose-key", plistPath,
      ], "a misspelt key is not missing as well")
    // Closed, what is on disk counts again.
    disk.write(german, to: germanPath)
    let close = #"{"method":"textDocument/didClose","params":{"textDocument":{"uri":"file://\#(germanPath)"}}}"#
    #expect(Set(published(session.exchange(close))).isSuperset(of: [plistPath]))
    // And on disk it changes as well.
    func changed(_ path: String, _ type: Int) -> String {
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file://\#(path)","type":\#(type)}]}}"#
    }
    disk.write("", to: germanPath)
    #expect(published(session.exchange(changed(germanPath, 2))) == ["\(plistPath) missing-translation"])
    disk.write(nil, to: germanPath)
    #expect(published(session.exchange(changed(germanPath, 3))) == [plistPath])
    let french = "/project/App/fr.lproj/InfoPlist.strings"
    disk.write("", to: french)
    #expect(published(session.exchange(changed(french, 1))) == ["\(plistPath) missing-translation"])
    // A change that says nothing about this file is none.
    #expect(published(session.exchange(changed("/project/Other/Info.plist", 1))) == [])
  }

  /// One mistake in two files is told in the first of those whose findings are shown.
  @Test func copiesAreReportedWhereTheyAreShown() {
    let empty = infoPlist.replacing("This app uses your camera to scan receipts.", with: "TODO")
    let (app, zeta) = ("/project/App/Info.plist", "/project/Zeta/Info.plist")
    let finding = " placeholder-text"
    func close(_ path: String) -> String {
      #"{"method":"textDocument/didClose","params":{"textDocument":{"uri":"file://\#(path)"}}}"#
    }
    // The first is not open.
    var session = started(Disk([app: empty, zeta: empty]))
    #expect(published(session.exchange(open(zeta, empty))) == [zeta + finding])
    #expect(Set(published(session.exchange(open(app, empty)))) == [app + finding, zeta])
    #expect(Set(published(session.exchange(close(app)))) == [app, zeta + finding])
    // What is typed where it is told moves it.
    _ = session.exchange(open(app, empty))
    let other = empty.replacing("TODO", with: "FIXME")
    #expect(Set(published(session.exchange(change(app, other)))) == [app + finding, zeta + finding])
    #expect(published(session.exchange(change(app, other + " ", version: 3))) == [app + finding])
    #expect(Set(published(session.exchange(change(app, empty, version: 4)))) == [app + finding, zeta])
    // A comment leaves it out.
    let comment = "<!-- privacy-lsp:ignore placeholder-text: a tool writes it -->\n"
    let leftOut = empty.replacing("\t<key>NS", with: comment + "\t<key>NS")
    #expect(Set(published(session.exchange(change(app, leftOut, version: 5)))) == [app, zeta + finding])

    // Settings turn it off there, or the file is not ours.
    for settings in [
      ["/project/App/.privacy-lsp.json": #"{ "ignore": ["wording"] }"#],
      ["/project/.privacy-lsp.json": #"{ "exclude": ["App/"] }"#],
    ] {
      let texts = settings.merging([app: empty, zeta: empty]) { first, _ in first }
      session = started(Disk(texts))
      #expect(published(session.exchange(open(app, empty), open(zeta, empty))) == [app, zeta + finding])
      // So it is where the client shows the findings of files that are not open.
      session = started(Disk(texts), #"{"textDocument":{"diagnostic":{}}}"#)
      _ = session.exchange(open(zeta, empty))
      let pull = request(3, "workspace/diagnostic", #","previousResultIds":[]"#)
      let report = session.exchange(pull).first { value($0, "id") == "3" } ?? ""
      #expect(value(report, "result.items.0.uri") == quoted("file://\(zeta)"))
      #expect(value(report, "result.items.0.items.0.code") == #""placeholder-text""#)
    }
    session = started(Disk([app: empty, zeta: empty]), #"{"textDocument":{"diagnostic":{}}}"#)
    _ = session.exchange(open(zeta, empty))
    let report =
      session.exchange(request(3, "workspace/diagnostic", #","previousResultIds":[]"#))
      .first { value($0, "id") == "3" } ?? ""
    #expect(value(report, "result.items.0.items") == "[]", "it is told in the file that is not open")
    #expect(value(report, "result.items.1.items.0.code") == #""placeholder-text""#)
  }

  @Test func whatLiesOutsideEveryFolderIsJudgedByItsText() {
    let disk = Disk([
      plistPath: infoPlist, germanPath: "", "/elsewhere/App/Info.plist": infoPlist,
      "/elsewhere/App/de.lproj/InfoPlist.strings": "",
    ])
    for (uri, rules) in [(plistPath, " missing-translation"), ("/elsewhere/App/Info.plist", "")] {
      var session = started(disk)
      #expect(published(session.exchange(open(uri, infoPlist))) == [uri + rules])
      #expect(published(session.exchange(change(uri, infoPlist + " "))) == [uri + rules])
    }
  }

  @Test func pulledFindingsFollowOtherFiles() {
    let disk = Disk([plistPath: infoPlist, germanPath: ""])
    var session = started(
      disk, #"{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true}}}"#)
    func pull(_ previous: String? = nil) -> String {
      let known = previous.map { #","previousResultId":\#($0)"# } ?? ""
      let message =
        #"{"id":5,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file://\#(plistPath)"}\#(known)}}"#
      return session.exchange(message).first { value($0, "id") == "5" } ?? ""
    }
    _ = session.exchange(open(plistPath, infoPlist), open(germanPath, ""))
    let first = pull()
    #expect(value(first, "result.items.0.code") == #""missing-translation""#)
    let id = value(first, "result.resultId")
    #expect(value(pull(id), "result.kind") == #""unchanged""#)
    func asked(_ messages: [String]) -> [String] {
      messages.filter { value($0, "method") == #""workspace/diagnostic/refresh""# }.compactMap { value($0, "id") }
    }
    // Asked for once until the client answers, and then for what came in between.
    let refresh = asked(session.exchange(change(germanPath, german)))
    #expect(refresh.count == 1)
    #expect(asked(session.exchange(change(germanPath, german + " ", version: 3))) == [])
    let again = asked(session.exchange(#"{"id":\#(refresh.first ?? ""),"result":null}"#))
    #expect(again.count == 1)
    #expect(asked(session.exchange(#"{"id":\#(again.first ?? ""),"result":null}"#)) == [])
    let other = asked(session.exchange(change(plistPath, infoPlist + "\n")))
    #expect(other.count == 1, "the translation goes by this file")
    _ = session.exchange(#"{"id":\#(other.first ?? ""),"result":null}"#)
    let next = pull(id)
    #expect(value(next, "result.kind") == #""full""#)
    #expect(value(next, "result.items") == "[]")
    disk.write("x", to: "/project/App/fr.lproj/InfoPlist.strings")
    let event =
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"#
      + #""uri":"file:///project/App/fr.lproj/InfoPlist.strings","type":1}]}}"#
    #expect(
      session.exchange(event).compactMap { value($0, "method") } == [#""workspace/diagnostic/refresh""#])
  }

  /// Places and edits in another file are in that file, in its own positions and version.
  @Test func findingsAndFixesReachIntoOtherFiles() {
    let disk = Disk([plistPath: infoPlist, germanPath: "// 😀\n"])
    let capabilities =
      #"{"textDocument":{"publishDiagnostics":{"relatedInformation":true},"codeAction":{"codeActionLiteralSupport":"#
      + #"{"codeActionKind":{"valueSet":[]}}}},"workspace":{"workspaceEdit":{"documentChanges":true}}}"#
    var session = started(disk, capabilities)
    let shown = session.exchange(open(plistPath, infoPlist)).last ?? ""
    let related = "params.diagnostics.0.relatedInformation.0"
    #expect(value(shown, "\(related).location.uri") == quoted("file://\(germanPath)"))
    let ask =
      #"{"id":7,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file://\#(plistPath)"},"range":"#
      + #"{"start":{"line":6,"character":12},"end":{"line":6,"character":12}},"context":{"diagnostics":[],"#
      + #""only":["quickfix"]}}}"#
    func firstChange(_ messages: [String]) -> (String?, String?, String?) {
      let answer = messages.first { value($0, "id") == "7" } ?? ""
      let path = "result.0.edit.documentChanges.0"
      return (
        value(answer, "\(path).textDocument.uri"), value(answer, "\(path).textDocument.version"),
        value(answer, "\(path).edits.0.range.start.line")
      )
    }
    #expect(firstChange(session.exchange(ask)) == (quoted("file://\(germanPath)"), "null", "1"))
    _ = session.exchange(open(germanPath, "// 😀\n\n"))
    #expect(firstChange(session.exchange(ask)) == (quoted("file://\(germanPath)"), "1", "2"))
  }

  /// What a project calls Info.plist is one, whatever its name.
  @Test func filesThatAProjectNames() {
    let project = """
      { objects = {
        P = { isa = PBXProject; buildConfigurationList = L; targets = ( T ); mainGroup = G; };
        G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
        T = { isa = PBXNativeTarget; name = App; buildConfigurationList = L; buildPhases = ();
          productType = "com.apple.product-type.application"; };
        L = { isa = XCConfigurationList; buildConfigurations = ( C ); };
        C = { isa = XCBuildConfiguration; name = Debug; buildSettings = { INFOPLIST_FILE = "App/Release.plist"; }; };
      }; rootObject = P; }
      """
    let empty = infoPlist.replacing("This app uses your camera to scan receipts.", with: "")
    let disk = Disk(["/project/App.xcodeproj/project.pbxproj": project, "/project/App/Release.plist": empty])
    var session = started(disk)
    #expect(
      published(session.exchange(open("/project/App/Release.plist", empty))) == [
        "/project/App/Release.plist empty-purpose-string"
      ])
    #expect(published(session.exchange(open("/project/App/Other.plist", empty))) == [])
  }
}
