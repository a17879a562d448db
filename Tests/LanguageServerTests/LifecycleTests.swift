import TestSupport
import Testing

@testable import LanguageServer

struct LifecycleTests {
  @Test func messagesAreAnsweredAsTheSpecificationSays() {
    let initialize = #"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#
    // What is sent after `initialize`, and the answers: id and code, or id and result.
    let rows: [([String], [String])] = [
      ([#"{"id":1,"method":"nothing/known"}"#], ["1 -32601"]),
      ([#"{"id":1,"method":"$/unknown"}"#], ["1 -32601"]),
      ([#"{"method":"nothing/known"}"#, #"{"method":"$/progress","params":{"token":1,"value":2}}"#], []),
      ([#"{"method":"$/setTrace","params":{"value":"verbose"}}"#], []),
      ([#"{"id":"a","method":"shutdown"}"#], [#""a" null"#]),
      (
        [#"{"id":1,"method":"shutdown"}"#, #"{"id":2,"method":"shutdown"}"#, hover(3)],
        ["1 null", "2 -32600", "3 -32600"]
      ),
      ([#"{"id":1,"method":"shutdown"}"#, didOpen("x")], ["1 null"]),
      ([#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#], ["1 -32600"]),
      // Not JSON, and not a message.
      ([#"{"id":1"#], ["null -32700"]),
      ([""], ["null -32700"]),
      (["42"], ["null -32600"]),
      ([#""text""#], ["null -32600"]),
      (["null"], ["null -32600"]),
      (["[]"], ["null -32600"]),
      ([#"[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]"#], ["null -32600"]),
      (["{}"], ["null -32600"]),
      ([#"{"id":7}"#], ["7 -32600"]),
      ([#"{"id":1,"method":5}"#], ["1 -32600"]),
      ([#"{"id":null,"method":"shutdown"}"#], ["null -32600"]),
      ([#"{"id":1.5,"method":"shutdown"}"#], ["null -32600"]),
      ([#"{"id":[1],"method":"shutdown"}"#], ["null -32600"]),
      ([#"{"id":true,"method":"shutdown"}"#], ["null -32600"]),
      ([#"{ "jsonrpc":"1.0","id":1,"method":"shutdown"}"#], ["1 -32600"]),
      ([#"{ "id":1,"method":"shutdown"}"#], ["1 null"]),
      ([String(repeating: "[", count: 100_000)], ["null -32700"]),
      ([#"{"id":1,"method":"shutdown","params":\#(String(repeating: "[", count: 100_000))"#], ["null -32700"]),
      // Answers to questions that nobody asked.
      ([#"{"id":99,"result":null}"#, #"{"id":99,"error":{"code":1,"message":""}}"#, #"{"id":null,"error":{}}"#], []),
      // Parameters.
      ([#"{"id":1,"method":"textDocument/hover"}"#], ["1 -32602"]),
      ([#"{"id":1,"method":"textDocument/hover","params":5}"#], ["1 -32602"]),
      ([#"{"id":1,"method":"textDocument/hover","params":[]}"#], ["1 -32602"]),
      ([request(1, "textDocument/hover")], ["1 -32602"]),
      (
        [request(1, "textDocument/hover", #","position":{"line":"0","character":0}"#)],
        ["1 -32602"]
      ),
      (
        [request(1, "textDocument/hover", #","position":{"line":0.5,"character":0}"#)],
        ["1 -32602"]
      ),
      (
        [request(1, "textDocument/hover", #","position":{"line":-1,"character":1e400}"#)],
        ["1 null"]
      ),
      (
        [
          request(1, "textDocument/hover", #","position":{"line":4294967296,"character":1e18}"#)
        ], ["1 null"]
      ),
      ([request(1, "textDocument/codeAction")], ["1 -32602"]),
      ([#"{"id":1,"method":"completionItem/resolve","params":{}}"#], ["1 -32602"]),
      (
        [#"{"id":1,"method":"completionItem/resolve","params":{"label":"a","x":[1.50]}}"#],
        [#"1 {"label":"a","x":[1.50]}"#]
      ),
      ([#"{"id":1,"method":"workspace/executeCommand","params":{"command":"x"}}"#], ["1 -32601"]),
      ([#"{"method":"textDocument/didOpen","params":{"textDocument":{}}}"#, didChange("5"), didClose()], []),
      // Documents that are not open, or not ours.
      ([hover(1)], ["1 null"]),
      (
        [request(1, "textDocument/completion", #","position":\#(place(0, 0))"#)],
        [#"1 {"isIncomplete":false,"items":[]}"#]
      ),
      ([request(1, "textDocument/diagnostic")], [#"1 {"kind":"full","items":[]}"#]),
      ([didOpen("x", uri: "file:///a/other.xml"), hover(1, uri: "file:///a/other.xml")], ["1 null"]),
    ]
    for (messages, expected) in rows {
      var session = Session()
      session.send([initialize])
      _ = session.work()
      session.send(messages)
      let answers = session.work().filter { value($0, "id") != nil }.map { message in
        (value(message, "id") ?? "") + " " + (value(message, "error.code") ?? value(message, "result") ?? "?")
      }
      if answers != expected { Issue.record("\(messages.map { $0.prefix(200) }): \(answers)") }
    }
  }

  @Test func nothingIsServedBeforeInitialize() {
    var session = Session()
    let answers = session.exchange(
      didOpen("x"), hover(1), #"{"id":2,"method":"shutdown"}"#, #"{"id":3,"method":"nothing"}"#,
      #"{"id":4,"method":"initialize","params":{"capabilities":{}}}"#, hover(5))
    #expect(answers.map { value($0, "id") } == ["1", "2", "3", "4", "5"])
    #expect(answers.map { value($0, "error.code") } == ["-32002", "-32002", "-32002", nil, nil])
  }

  @Test func theStatusTellsWhetherShutdownCameFirst() {
    let exit = #"{"method":"exit"}"#
    let shutdown = #"{"id":9,"method":"shutdown"}"#
    let initialize = #"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#
    let rows: [([String], Int32?, Int32)] = [
      ([exit], 1, 1),
      ([initialize, exit], 1, 1),
      ([initialize, shutdown, exit], 0, 0),
      ([shutdown, exit], 1, 1),
      ([initialize], nil, 1),
      ([initialize, shutdown], nil, 0),
    ]
    for (messages, afterMessages, afterEnd) in rows {
      var session = Session()
      session.send(messages)
      _ = session.work()
      #expect(session.server.exitStatus == afterMessages)
      session.server.endInput()
      _ = session.work()
      #expect(session.server.exitStatus == afterEnd)
    }
  }

  @Test func aLengthThatIsTooLargeCostsOneMessage() {
    var session = Session.started()
    let swallowing = Array(#"Content-Length: 60\#r\#n\#r\#n{"jsonrpc":"2.0","id":1,"method":"x"}"#.utf8)
    session.server.receive(swallowing + frame(hover(2)) + frame(hover(3)))
    #expect(session.work().map { value($0, "id") } == ["null", "2", "3"])
  }

  @Test func everyPrefixOfASessionEndsWell() {
    let stream = [
      #"{"id":0,"method":"initialize","params":{"capabilities":{"general":{"positionEncodings":["utf-8"]}}}}"#,
      #"{"method":"initialized","params":{}}"#, didOpen("<plist>\u{1F600}"),
      didChange(#"{"range":{"start":{"line":0,"character":7},"end":{"line":0,"character":11}},"text":"\ud83d"}"#),
      hover(1), #"{"id":2,"method":"shutdown"}"#, #"{"method":"exit"}"#,
    ].flatMap { frame($0) }
    var answersBefore = 0
    for count in 0...stream.count {
      var session = Session()
      session.server.receive(stream[..<count])
      session.server.endInput()
      let answers = session.work().filter { value($0, "id") != nil }
      #expect(answers.allSatisfy { value($0, "error") == nil })
      #expect(answers.count >= answersBefore)
      answersBefore = answers.count
      #expect(session.server.exitStatus == (answers.count == 3 ? 0 : 1))
    }
    #expect(answersBefore == 3)
  }

  @Test func mutatedSessionsAreSurvived() {
    var random = SeededGenerator(seed: 2)
    let messages = [
      #"{"id":0,"method":"initialize","params":{"capabilities":"#
        + #"{"textDocument":{"completion":{"completionItem":{"snippetSupport":true}}}}}}"#,
      didOpen("<plist><dict>\n</dict>"),
      didChange(
        #"{"range":{"start":{"line":1,"character":0},"end":{"line":0,"character":3}},"text":"a\r\nb"},{"text":"x"}"#),
      hover(1),
      request(2, "textDocument/completion", #","position":\#(place(0, 9))"#),
      request(3, "textDocument/codeAction", #","range":\#(span(9, 0, 0, 3)),"context":{"diagnostics":[]}"#),
      #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"privacy-lsp":{"severity":{"a":"b"}}}}}"#,
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":"#
        + #"{"added":[{"uri":"file:///a","name":"a"}],"removed":[]}}}"#,
    ]
    let pieces = [
      "null", "-1", "2147483647", "4294967295", "1e999", "\"\"", "[]", "{}", "true", "\\ud800", ",", "\"", "}",
    ]
    for _ in 0..<3000 {
      var session = Session()
      var requests = 0
      for message in messages {
        var bytes = Array(message.utf8)
        if Int.random(in: 0..<2, using: &random) == 0 {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          let end = min(bytes.count, at + Int.random(in: 0..<12, using: &random))
          bytes.replaceSubrange(at..<end, with: Array((pieces.randomElement(using: &random) ?? "").utf8))
        } else if value(message, "id") != nil {
          requests += 1
        }
        session.server.receive(Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
      }
      let answers = session.work().filter { value($0, "method") == nil }
      #expect(answers.count >= requests && answers.count <= messages.count)
    }
  }
}
