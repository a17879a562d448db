import Testing

@testable import LanguageServer

struct DiagnosticsTests {
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

  @Test func clientsThatDoNotPullAreNotOfferedTo() {
    var session = Session()
    let answer = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    #expect(value(answer[0], "result.capabilities.diagnosticProvider") == nil)
    #expect(session.exchange(didOpen("x")).map { value($0, "method") } == [#""textDocument/publishDiagnostics""#])
  }
}
