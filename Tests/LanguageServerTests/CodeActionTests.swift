import JSON
import TestSupport
import Testing

/// Actions as clients of different ages get them.
@Suite struct CodeActionTests {
  static let literal = #""codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}"#
  static let late = #","dataSupport":true,"resolveSupport":{"properties":["edit"]}"#
  static let stops = #""workspaceEdit":{"documentChanges":true,"snippetEditSupport":true}"#
  static let text = "<plist>\n<dict>\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n</dict>\n</plist>\n"

  func capabilities(_ codeAction: String = "", _ workspace: String = "", _ more: String = "") -> String {
    #"{"textDocument":{"codeAction":{\#(Self.literal)\#(codeAction)}},"workspace":{\#(workspace)}\#(more)}"#
  }

  func ask(_ only: String = #","only":["refactor"]"#, line: Int = 2, character: Int = 5) -> String {
    request(
      1, "textDocument/codeAction",
      #","range":\#(span(line, character, line, character)),"context":{"diagnostics":[]\#(only)}"#)
  }

  func session(_ capabilities: String, _ text: String = Self.text) -> Session {
    var session = Session.started(capabilities)
    _ = session.exchange(didOpen(text, version: 1))
    return session
  }

  @Test func capabilitiesAreWhatTheClientTakes() {
    func provider(_ capabilities: String) -> String {
      var session = Session()
      let answer = session.exchange(
        #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":\#(capabilities)}}"#)
      return (value(answer[0], "result.capabilities.codeActionProvider") ?? "nil") + " "
        + (value(answer[0], "result.capabilities.executeCommandProvider") ?? "nil")
    }
    let kinds = #""codeActionKinds":["quickfix","source.fixAll.privacy-lsp","refactor.rewrite","source.sortKeys"]"#
    expectEqual(provider("{}"), "true nil")
    expectEqual(provider(capabilities()), "{\(kinds)} nil")
    expectEqual(provider(capabilities(#","dataSupport":true"#)), "{\(kinds)} nil")
    expectEqual(provider(capabilities(#","resolveSupport":{"properties":["edit"]}"#)), "{\(kinds)} nil")
    expectEqual(provider(capabilities(Self.late)), #"{\#(kinds),"resolveProvider":true} nil"#)
    expectEqual(
      provider(capabilities("", Self.stops + #","executeCommand":{}"#)),
      #"{\#(kinds)} {"commands":["privacy-lsp.label","privacy-lsp.showLabel","#
        + #""privacy-lsp.showFindings","privacy-lsp.showUses"]}"#)
    expectEqual(
      provider(capabilities(#","documentationSupport":true"#)),
      #"{\#(kinds),"documentation":[{"kind":"quickfix","command":{"title":"About fixes, and how to suppress a finding","#
        + #""command":"privacy-lsp.showActionDocumentation","arguments":["quickfix"]}},"#
        + #"{"kind":"source.fixAll.privacy-lsp","command":{"title":"About safe fixes","#
        + #""command":"privacy-lsp.showActionDocumentation","arguments":["source.fixAll.privacy-lsp"]}},"#
        + #"{"kind":"refactor.rewrite","command":{"title":"Apple: what a privacy manifest declares","#
        + #""command":"privacy-lsp.showActionDocumentation","arguments":["refactor.rewrite"]}},"#
        + #"{"kind":"source.sortKeys","command":{"title":"About the order of keys","#
        + #""command":"privacy-lsp.showActionDocumentation","arguments":["source.sortKeys"]}}]} "#
        + #"{"commands":["privacy-lsp.showActionDocumentation"]}"#)
  }

  @Test func refactoringsAsPlainText() {
    var session = session(capabilities())
    let answer = session.exchange(ask())[0]
    expectEqual(value(answer, "result.0.title"), #""Add a data type… (not linked, not used for tracking)""#)
    expectEqual(value(answer, "result.0.kind"), #""refactor.rewrite""#)
    expectEqual(value(answer, "result.0.data"), nil)
    expectEqual(value(answer, "result.0.edit.changes.\(uri).0.range"), nil)
    let edit = value(answer, "result.0.edit") ?? ""
    expectTrue(
      edit.hasPrefix(#"{"changes":{"\#(uri)":[{"range":\#(span(3, 1, 3, 9)),"newText":"<array>\n\t\t<dict>"#), edit)
    expectTrue(!answer.contains("${"), "Stops for a client without snippets")
    // What is asked for decides: the kinds above it, and all of them where none is named.
    for (only, count) in [
      (#","only":["refactor.rewrite"]"#, 1), (#","only":["refactor.inline"]"#, 0), (#","only":["quickfix"]"#, 0),
      (#","only":["source"]"#, 0), ("", 1),
    ] {
      let answer = session.exchange(ask(only))[0]
      expectEqual(value(answer, "result.0.title") == nil ? 0 : 1, count, only)
    }
  }

  @Test func refactoringsWithStops() {
    var session = session(capabilities("", Self.stops))
    let text = Self.text.replacing("<array/>", with: "<array>\r\n\t\t<dict/>\r\n\t</array>")
    _ = session.exchange(didOpen(text, version: 7))
    let answer = session.exchange(ask())[0]
    expectEqual(value(answer, "result.0.title"), #""Add a data type… (not linked, not used for tracking)""#)
    expectEqual(value(answer, "result.0.edit.documentChanges.0.textDocument.version"), "7")
    let edits = value(answer, "result.0.edit.documentChanges.0.edits") ?? ""
    // An editor puts the indentation of the line before each line of a snippet.
    let start = #"[{"range":\#(span(4, 9, 4, 9)),"snippet":{"kind":"snippet","value":"\n<dict>\n\t<key>"#
    expectTrue(edits.hasPrefix(start), edits)
    expectTrue(edits.contains("<string>${1|…,NSPrivacyCollectedDataTypeName,"), edits)
    expectTrue(!edits.contains("newText"), edits)
    // Edits without stops go along as they are.
    let tracked = text.replacing(
      "<dict/>", with: "<dict><key>NSPrivacyCollectedDataType</key><string>x</string></dict>")
    _ = session.exchange(didOpen(tracked, version: 8))
    let marks = session.exchange(ask(line: 4, character: 9))[0]
    expectTrue(
      (value(marks, "result.3.edit.documentChanges.0.edits") ?? "").hasPrefix(
        #"[{"range":\#(span(4, 63, 4, 63)),"newText":"<key>NSPrivacyCollectedDataTypeTracking</key><true/>"},"#
          + #"{"range":\#(span(5, 9, 5, 9)),"snippet":{"kind":"snippet","value":"\n<key>NSPrivacyTracking</key>"#),
      marks)
  }

  @Test func editsAreResolvedLate() {
    var session = session(capabilities(Self.late, Self.stops))
    func resolve(_ action: String) -> String {
      session.exchange(#"{"id":2,"method":"codeAction/resolve","params":\#(action)}"#)[0]
    }
    let action = value(session.exchange(ask())[0], "result.0") ?? ""
    expectEqual(value(action, "edit"), nil)
    expectEqual(
      value(action, "data"),
      #"{"uri":"\#(uri)","revision":1,"range":\#(span(2, 5, 2, 5)),"kind":"refactor.rewrite","id":"add-data-type"}"#)
    let resolved = resolve(action)
    expectEqual(value(resolved, "result.title"), #""Add a data type… (not linked, not used for tracking)""#)
    expectEqual(value(resolved, "result.data"), value(action, "data"))
    expectEqual(value(resolved, "result.edit.documentChanges.0.edits.0.range"), span(3, 1, 3, 9))
    expectEqual(value(resolved, "result.edit.documentChanges.0.edits.0.snippet.kind"), #""snippet""#)
    // A range the wrong way round and beyond the line goes out as the one that was meant.
    let wild = request(
      3, "textDocument/codeAction",
      #","range":\#(span(2, 99, 2, 5)),"context":{"diagnostics":[],"only":["refactor"]}"#)
    expectEqual(value(session.exchange(wild)[0], "result.0.data.range"), span(2, 5, 2, 39))
    // What is no action of this server comes back as it is.
    for action in [
      #"{"title":"x"}"#, #"{"title":"x","data":null}"#, #"{"title":"x","data":[1]}"#,
      #"{"title":"x","data":{"uri":"file:///y","revision":1,"range":\#(span(0, 0, 0, 0)),"kind":"quickfix","id":"i"}}"#,
      #"{"title":"x","data":{"uri":"\#(uri)","revision":1,"range":\#(span(9, 9, 9, 9)),"kind":"quickfix","id":"i"}}"#,
      #"{"title":"x","data":{"uri":"\#(uri)","revision":1,"range":{},"kind":"quickfix","id":"i"}}"#,
      #"{"title":"x","edit":5,"data":{"uri":"\#(uri)","revision":1,"range":\#(span(9, 9, 0, 0)),"kind":"y","id":"i"}}"#,
    ] { expectEqual(value(resolve(action), "result"), action) }
    expectEqual(value(resolve("5"), "error.code"), "-32602")
    // The text has changed since: the client asks anew.
    _ = session.exchange(didChange(#"{"range":\#(span(0, 0, 0, 0)),"text":" "}"#))
    expectEqual(value(resolve(action), "error.code"), "-32801")
  }

  /// A choice that stops can offer is one action, and several where there are none.
  @Test func aChoiceIsOneActionOrSeveral() {
    for (more, count) in [("", 6), (Self.stops, 2)] {
      var session = session(capabilities("", more), "<plist><dict></dict></plist>")
      let answer = session.exchange(ask(line: 0, character: 13))[0]
      expectTrue(value(answer, "result.\(count - 1).title") != nil, answer)
      expectEqual(value(answer, "result.\(count)"), nil)
    }
  }

  @Test func kindsAreDocumented() {
    for (more, method) in [
      ("", "window/showMessage"), (#","window":{"showDocument":{"support":true}}"#, "window/showDocument"),
    ] {
      var session = session(capabilities(#","documentationSupport":true"#, "", more))
      func run(_ kind: String) -> [String] {
        session.exchange(
          #"{"id":3,"method":"workspace/executeCommand","params":{"command":"privacy-lsp.showActionDocumentation","#
            + #""arguments":[\#(kind)]}}"#)
      }
      let page = run(#""refactor.rewrite""#)
      expectEqual(value(page[0], "method"), #""\#(method)""#)
      expectTrue(page[0].contains("https://developer.apple.com/"), page[0])
      expectEqual(value(page[1], "result"), "null")
      for kind in ["quickfix", "source.fixAll.privacy-lsp"] {
        expectEqual(value(run("\"\(kind)\"")[0], "method"), #""window/showMessage""#)
      }
      expectEqual(run(#""x""#).map { value($0, "error.code") }, ["-32602"])
    }
  }

  @Test func findingsAreIgnoredWithAReason() {
    let text = Self.text.replacing("\t<key>", with: "\t<key>A</key>\n\t<true/>\n\t<key>")
    for (workspace, wanted) in [
      ("", #""newText":"\t<!-- privacy-lsp:ignore unknown-key: … -->\n"}]"#),
      (
        Self.stops,
        #""snippet":{"kind":"snippet","value":"\t<!-- privacy-lsp:ignore unknown-key: ${1:…} -->\n"}}]"#
      ),
    ] {
      var session = session(capabilities("", workspace), text)
      let answer = session.exchange(ask(#","only":["quickfix"]"#, line: 2))[0]
      let all = try? JSONDocument.parse(Array((value(answer, "result") ?? "[]").utf8)).root.array
      let last = all?.last.map { String(decoding: $0.spelling, as: UTF8.self) } ?? ""
      expectEqual(value(last, "title"), #""Ignore this finding (unknown-key): reason…""#)
      expectEqual(value(last, "kind"), #""quickfix""#)
      expectEqual(value(last, "isPreferred"), nil)
      expectEqual(value(last, "diagnostics.0.code"), #""unknown-key""#)
      expectTrue(last.contains(wanted), last)
    }
  }

  @Test func olderClientsGetCommands() {
    var session = session(#"{"workspace":{"applyEdit":true}}"#)
    let answer = session.exchange(ask(""))[0]
    expectEqual(value(answer, "result.0.title"), #""Add a data type… (not linked, not used for tracking)""#)
    expectEqual(value(answer, "result.0.command"), #""privacy-lsp.applyEdit""#)
    expectTrue(!answer.contains("${"), "Stops for a client without snippets")
  }
}
