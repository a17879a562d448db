import TestSupport
import Testing

/// Definition, references and new names over several files, as a client sees them.
@Suite struct NavigationTests {
  private static let list =
    "<plist version=\"1.0\"><dict>\n<key>NSCameraUsageDescription</key><string>Scan.</string>\n</dict></plist>\n"
  private static let german = "\u{FEFF}/* é😀 */ \"NSCameraUsageDescription\" = \"Zum Scannen.\";\n"
  private static let settings = "INFOPLIST_KEY_NSMicrophoneUsageDescription = Hear.\n"
  private let plist = "file:///App/Info.plist"
  private let table = "file:///App/de.lproj/InfoPlist.strings"
  private let files = InMemoryFileSystem(texts: [
    "/App/Info.plist": list, "/App/de.lproj/InfoPlist.strings": german, "/App/App.xcconfig": settings,
    "/App/App.xcodeproj/project.pbxproj": "{objects = {}; }\n",
  ])

  private func session(_ capabilities: String = "{}") -> Session {
    var session = Session.started(
      capabilities, members: #","workspaceFolders":[{"uri":"file:///App","name":"App"}]"#, files: files)
    _ = session.exchange(didOpen(Self.list, uri: plist, version: 7))
    return session
  }

  private func answer(_ session: inout Session, _ method: String, uri: String, _ members: String) -> String? {
    let answers = session.exchange(request(1, "textDocument/\(method)", uri: uri, members))
    return answers.first { value($0, "id") == "1" }
  }

  private func at(_ line: Int, _ character: Int) -> String { #","position":\#(place(line, character))"# }

  private func location(_ uri: String, _ span: String) -> String { #"{"uri":"\#(uri)","range":\#(span)}"# }

  @Test func leadsFromFileToFile() {
    var session = session()
    // The place in the other file is counted as editors do: the byte order mark is no part of it, an emoji is two units.
    let own = location(plist, span(1, 5, 1, 29))
    let other = location(table, span(0, 11, 0, 35))
    let all = answer(
      &session, "references", uri: plist, at(1, 8) + #","context":{"includeDeclaration":true}"#)
    expectEqual(all.flatMap { value($0, "result") }, "[\(own),\(other)]")
    let translations = answer(
      &session, "references", uri: plist, at(1, 8) + #","context":{"includeDeclaration":false}"#)
    expectEqual(translations.flatMap { value($0, "result") }, "[\(other)]")
    _ = session.exchange(didOpen(Self.german, uri: table))
    let definition = answer(&session, "definition", uri: table, at(0, 20))
    expectEqual(definition.flatMap { value($0, "result") }, "[\(own)]")
  }

  @Test func namesAnew() {
    var session = session(#"{"workspace":{"workspaceEdit":{"documentChanges":true}}}"#)
    let prepared = answer(&session, "prepareRename", uri: plist, at(1, 8))
    expectEqual(
      prepared.flatMap { value($0, "result") },
      #"{"range":\#(span(1, 5, 1, 29)),"placeholder":"NSCameraUsageDescription"}"#)
    expectEqual(
      answer(&session, "prepareRename", uri: plist, at(0, 0)).flatMap { value($0, "result") }, "null")
    let new = #","newName":"NSMotionUsageDescription""#
    let edit = answer(&session, "rename", uri: plist, at(1, 8) + new)
    expectEqual(
      edit.flatMap { value($0, "result.documentChanges") },
      #"[{"textDocument":{"uri":"\#(plist)","version":7},"edits":[{"range":\#(span(1, 5, 1, 29)),"#
        + #""newText":"NSMotionUsageDescription"}]},{"textDocument":{"uri":"\#(table)","version":null},"#
        + #""edits":[{"range":\#(span(0, 11, 0, 35)),"newText":"NSMotionUsageDescription"}]}]"#)
    let refused = answer(&session, "rename", uri: plist, at(1, 8) + #","newName":"a b""#)
    expectEqual(refused.flatMap { value($0, "error.code") }, "-32803")
    expectEqual(
      refused.flatMap { value($0, "error.message") },
      quoted("A key can contain only ASCII letters, digits, “_”, “-”, “~” and “.”"))
    expectEqual(
      answer(&session, "rename", uri: plist, at(0, 0) + new).flatMap { value($0, "result") }, "null")
    var plain = self.session()
    let changes = answer(&plain, "rename", uri: plist, at(1, 8) + new)
    expectEqual(
      changes.flatMap { value($0, "result.changes") },
      #"{"\#(plist)":[{"range":\#(span(1, 5, 1, 29)),"newText":"NSMotionUsageDescription"}],"#
        + #""\#(table)":[{"range":\#(span(0, 11, 0, 35)),"newText":"NSMotionUsageDescription"}]}"#)
  }

  @Test func whatTheServerOffers() {
    for (capabilities, expected) in [
      ("{}", "true"), (#"{"textDocument":{"rename":{"prepareSupport":true}}}"#, #"{"prepareProvider":true}"#),
    ] {
      var session = Session()
      let answer =
        session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#).first ?? ""
      expectEqual(value(answer, "result.capabilities.renameProvider"), expected, capabilities)
      expectEqual(value(answer, "result.capabilities.definitionProvider"), "true")
      expectEqual(value(answer, "result.capabilities.referencesProvider"), "true")
    }
  }

  @Test func nothingToSay() {
    var session = session()
    for uri in ["file:///closed/Info.plist", "file:///a.txt"] {
      for (method, members, expected) in [
        ("definition", "", "[]"), ("references", #","context":{}"#, "[]"), ("prepareRename", "", "null"),
        ("rename", #","newName":"a""#, "null"),
      ] {
        let found = answer(&session, method, uri: uri, at(0, 0) + members)
        expectEqual(found.flatMap { value($0, "result") }, expected, "\(method) of \(uri)")
      }
    }
    for (method, members) in [("rename", at(0, 0)), ("definition", ""), ("references", "")] {
      expectEqual(answer(&session, method, uri: plist, members).flatMap { value($0, "error.code") }, "-32602", method)
    }
  }
}
