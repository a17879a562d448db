import CatalogData
import PrivacyRules
import TestSupport
import Testing

@testable import LanguageServer

/// A manifest with one finding.
let flawed = #"<plist version="1.0"><dict><key>NSPrivacyTracking</key><false/></dict></plist>"#
let flaw = "missing-collected-data-types"

struct DiagnosticsTests {
  @Test func findingsFollowTheText() {
    var session = Session.started()
    func codes(_ messages: [String]) -> [String?] { messages.map { value($0, "params.diagnostics.0.code") } }
    #expect(codes(session.exchange(didOpen(flawed))) == [quoted(flaw)])
    let key = "<key>NSPrivacyCollectedDataTypes</key><array/>"
    #expect(codes(session.exchange(didChange(#"{"range":\#(span(0, 27, 0, 27)),"text":\#(quoted(key))}"#))) == [nil])
    #expect(codes(session.exchange(didChange(#"{"text":\#(quoted(flawed))}"#))) == [quoted(flaw)])
    #expect(session.exchange(didClose()).map { value($0, "params.diagnostics") } == ["[]"])
  }

  @Test func manyFindingsAreCutShortAndCounted() {
    var session = Session()
    session.server = Server(Environment(version: "1", catalog: { .bundled }, files: InMemoryFileSystem()))
    _ = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    let text =
      "<plist version=\"1.0\"><dict>"
      + String(repeating: "<key>x</key><true/>", count: 5000) + "</dict></plist>"
    let published = session.exchange(didOpen(text))
    let last = Linter.mostFindings
    #expect(value(published[0], "params.diagnostics.\(last).code") == #""too-many""#)
    #expect(value(published[0], "params.diagnostics.\(last).severity") == "3")
    #expect(value(published[0], "params.diagnostics.\(last + 1)") == nil)
  }

  @Test func clientsThatPullAreNotPushedTo() {
    var session = Session()
    let answer = session.exchange(
      #"{"id":0,"method":"initialize","params":{"capabilities":{"textDocument":{"diagnostic":{}}}}}"#)
    #expect(value(answer[0], "result.capabilities.diagnosticProvider") != nil)
    func pull(_ id: Int, _ previous: String) -> String {
      #"{"id":\#(id),"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"\#(uri)"}\#(previous)}}"#
    }
    #expect(session.exchange(didOpen("<plist/>")) == [])
    let first = session.exchange(pull(1, ""))
    #expect(value(first[0], "result.kind") == #""full""#)
    let resultID = value(first[0], "result.resultId") ?? ""
    let again = session.exchange(pull(2, #","previousResultId":\#(resultID)"#))
    #expect(value(again[0], "result") == #"{"kind":"unchanged","resultId":\#(resultID)}"#)
    let changed = session.exchange(didChange(#"{"text":""}"#), pull(3, #","previousResultId":\#(resultID)"#))
    #expect(value(changed[0], "result.kind") == #""full""#)
    #expect(value(changed[0], "result.resultId") != resultID)
    // A text that is opened again is another text, even with the same version.
    let reopened = session.exchange(didClose(), didOpen("<plist/>"), pull(4, #","previousResultId":\#(resultID)"#))
    #expect(reopened.map { value($0, "result.kind") } == [#""full""#])
  }

  @Test func aServerStartedAnewNamesItsResultsAnew() {
    let ids = [1, 2].map { time in
      var session = Session(now: { time })
      _ = session.exchange(
        #"{"id":0,"method":"initialize","params":{"capabilities":{"textDocument":{"diagnostic":{},"#
          + #""semanticTokens":{"requests":{"full":{"delta":true}},"tokenTypes":["property"],"tokenModifiers":[],"#
          + #""formats":["relative"]}}}}}"#,
        didOpen(flawed))
      return session.exchange(request(1, "textDocument/diagnostic"), request(2, "textDocument/semanticTokens/full"))
        .map { value($0, "result.resultId") ?? "" }
    }
    #expect(ids == [[#""1.1.0""#, #""1.1""#], [#""2.1.0""#, #""2.1""#]])
  }

  @Test func clientsThatDoNotPullAreNotOfferedTo() {
    var session = Session()
    let answer = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    #expect(value(answer[0], "result.capabilities.diagnosticProvider") == nil)
    #expect(session.exchange(didOpen("x")).map { value($0, "method") } == [#""textDocument/publishDiagnostics""#])
  }
}
