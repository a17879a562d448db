import TestSupport
import Testing

/// Completion and hover of Info.plist, over the wire.
@Suite struct PurposeStringTests {
  let file = "file:///project/Info.plist"

  func open(_ session: inout Session, _ text: String) {
    _ = session.exchange(
      #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(file)","languageId":"xml","version":1,"#
        + #""text":\#(quoted(text))}}}"#)
  }

  func at(_ line: Int, _ character: Int) -> String { #","position":\#(place(line, character))"# }

  @Test func completion() {
    let item =
      #"{"textDocument":{"completion":{"completionItem":{"snippetSupport":true,"tagSupport":{"valueSet":[1]}}}}}"#
    var session = Session.started(item)
    open(&session, "<plist version=\"1.0\">\n<dict>\n\t<key>NSCam</key>\n</dict>\n</plist>\n")
    let answer = session.exchange(request(1, "textDocument/completion", uri: file, at(2, 11))).joined()
    #expect(value(answer, "result.items.0.label") == quoted("NSCameraUsageDescription"))
    #expect(value(answer, "result.items.0.detail") == quoted("Camera, string"))
    #expect(
      value(answer, "result.items.0.additionalTextEdits.0.newText")
        == quoted("\t<string>This app uses your camera to ….</string>\n"))
    #expect(value(answer, "result.items.1") == nil)
    open(&session, "<plist version=\"1.0\">\n<dict>\n\t\n</dict>\n</plist>\n")
    let all = session.exchange(request(2, "textDocument/completion", uri: file, at(2, 1))).joined()
    #expect(
      value(all, "result.items.0.textEdit.newText")
        == quoted(
          "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera to ${1:…}.</string>"))
    #expect(all.contains(#""label":"NSCalendarsUsageDescription","kind":10,"tags":[1]"#))
    var plain = Session.started()
    open(&plain, "<plist version=\"1.0\">\n<dict>\n\t\n</dict>\n</plist>\n")
    let text = plain.exchange(request(3, "textDocument/completion", uri: file, at(2, 1))).joined()
    #expect(!text.contains("tags") && !text.contains("${1"))
    #expect(text.contains(#""detail":"deprecated: Calendars, before iOS 17, string""#))
  }

  /// The other files of the target have a say, as they are in the editor.
  @Test func translations() {
    let german = "file:///project/de.lproj/InfoPlist.strings"
    func app(_ key: String) -> String {
      "<plist version=\"1.0\">\n<dict>\n\t<key>CFBundleDisplayName</key>\n\t<string>Tide</string>\n"
        + "\t<key>\(key)</key>\n\t<string>Scans cards.</string>\n</dict>\n</plist>\n"
    }
    var session = Session.started(
      #"{"textDocument":{"hover":{"contentFormat":["markdown"]}}}"#, members: #","rootUri":"file:///project""#,
      files: InMemoryFileSystem(texts: [
        "/project/Info.plist": app("NSCameraUsageDescription"), "/project/de.lproj/InfoPlist.strings": "",
      ]))
    _ = session.exchange(didOpen("\n", uri: german))
    let first = session.exchange(request(1, "textDocument/completion", uri: german, at(0, 0))).joined()
    #expect(
      value(first, "result.items.0.textEdit.newText") == quoted("\"NSCameraUsageDescription\" = \"Scans cards.\";"))
    #expect(value(first, "result.items.1") == nil)
    _ = session.exchange(didOpen(app("NSMicrophoneUsageDescription"), uri: file))
    let second = session.exchange(request(2, "textDocument/completion", uri: german, at(0, 0))).joined()
    #expect(value(second, "result.items.0.label") == quoted("NSMicrophoneUsageDescription"))
    _ = session.exchange(
      didChange(#"{"text":"\"NSMicrophoneUsageDescription\" = \"Hört zu.\";"}"#, uri: german))
    let answer = session.exchange(request(3, "textDocument/hover", uri: german, at(0, 40))).joined()
    let words = value(answer, "result.contents.value") ?? ""
    #expect(words.contains("“Tide” would like to use the microphone") && words.contains("> Hört zu."))
  }

  @Test func hover() {
    var session = Session.started(#"{"textDocument":{"hover":{"contentFormat":["markdown"]}}}"#)
    open(
      &session,
      "<plist version=\"1.0\">\n<dict>\n\t<key>NSCameraUsageDescription</key>\n\t<string>Scans cards.</string>\n</dict>\n</plist>"
    )
    let answer = session.exchange(request(1, "textDocument/hover", uri: file, at(3, 12))).joined()
    #expect(value(answer, "result.contents.value")?.contains("> Scans cards.") == true)
    #expect(value(answer, "result.range") == span(3, 9, 3, 21))
    let nothing = session.exchange(request(2, "textDocument/hover", uri: file, at(1, 2))).joined()
    #expect(value(nothing, "result") == "null")
    var plain = Session.started()
    open(&plain, "<plist><dict><key>NSCameraUsageDescription</key><string>Scans cards.</string></dict></plist>")
    let words = plain.exchange(request(3, "textDocument/hover", uri: file, at(0, 20))).joined()
    #expect(value(words, "result.contents.value")?.contains("[ Don’t Allow ]  [ Allow ]") == true)
    #expect(value(words, "result.contents.value")?.contains("**") == false)
  }
}
