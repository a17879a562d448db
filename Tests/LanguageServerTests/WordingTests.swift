import TestSupport
import Testing

/// The coach as an editor sees it: underlined words, and a sentence to fill in.
@Suite struct WordingTests {
  private static let uri = "file:///project/Info.plist"
  private static let text = """
    <plist>
    <dict>
    <key>NSCameraUsageDescription</key>
    <string>We need the&#x20;camera for a better experience.</string>
    </dict>
    </plist>

    """

  /// A session with the text open, and what it said of it.
  private func session(_ workspace: String = "") -> (session: Session, said: String) {
    let literal = #""codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}"#
    var session = Session.started(#"{"textDocument":{"codeAction":{\#(literal)}},"workspace":{\#(workspace)}}"#)
    let said = session.exchange(didOpen(Self.text, uri: Self.uri)).last ?? ""
    return (session, said)
  }

  @Test func wordsAreUnderlinedInTheFile() {
    var (session, said) = session()
    expectEqual(value(said, "params.diagnostics.0.code"), #""vague-purpose""#)
    // Behind an entity the place in the file is not the one in the text.
    expectEqual(value(said, "params.diagnostics.0.range"), span(3, 36, 3, 55))
    let good = Self.text.replacing("for a better experience", with: "to scan tickets")
    let clean = session.exchange(didChange(#"{"text":\#(quoted(good))}"#, uri: Self.uri)).last ?? ""
    expectEqual(value(clean, "params.diagnostics"), "[]")
  }

  @Test func aReasonIsAskedFor() {
    let ask = request(
      1, "textDocument/codeAction", uri: Self.uri,
      #","range":\#(span(3, 36, 3, 36)),"context":{"diagnostics":[],"only":["quickfix"]}"#)
    for (workspace, wanted) in [
      (
        #""workspaceEdit":{"documentChanges":true,"snippetEditSupport":true}"#,
        "to ${1:…}."
      ),
      ("", "to …."),
    ] {
      var (session, _) = session(workspace)
      let answer = session.exchange(ask)[0]
      expectEqual(value(answer, "result.0.title"), #""Rewrite as “This app uses your camera to …”""#)
      expectTrue(value(answer, "result.0.edit")?.contains(wanted) ?? false, answer)
      expectEqual(value(answer, "result.0.isPreferred"), nil)
    }
  }
}
