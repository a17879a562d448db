import JSON
import LanguageServerProtocol
import Testing

@testable import LanguageServer
@testable import ServerLoop

struct QueueTests {
  private func cancel(_ id: String) -> String { #"{"method":"$/cancelRequest","params":{"id":\#(id)}}"# }

  @Test func aWaitingRequestIsCancelledOnce() {
    var session = Session.started()
    let answers = session.exchange(
      cancel("1"), hover(1), hover(2), hover(3), cancel("2"), cancel("2"), cancel("99"), cancel("null"), cancel("\"3\"")
    )
    #expect(answers.map { value($0, "id") } == ["1", "2", "3"])
    #expect(answers.map { value($0, "error.code") } == [nil, "-32800", nil])
    #expect(session.exchange(cancel("1"), cancel("2")) == [])
    // An id may come again once it was answered.
    #expect(session.exchange(hover(2), cancel("2")).map { value($0, "error.code") } == ["-32800"])
    #expect(session.exchange(hover(2)).map { value($0, "result") } == ["null"])
  }

  @Test func tenThousandRequestsAndCancellationsAreEachAnsweredOnce() {
    var session = Session.started()
    session.send((1...10_000).map { hover($0) } + (1...10_000).filter { $0 % 3 == 0 }.map { cancel("\($0)") })
    let answers = session.work()
    #expect(answers.count == 10_000)
    #expect(Set(answers.compactMap { value($0, "id") }).count == 10_000)
    #expect(answers.filter { value($0, "error.code") == "-32800" }.count == 3333)
  }

  @Test func aSessionCannotBeCancelledAway() {
    var session = Session()
    let answers = session.exchange(
      #"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#, cancel("1"), #"{"id":2,"method":"shutdown"}"#,
      cancel("2"))
    #expect(answers.map { value($0, "error") } == [nil, nil])
  }

  @Test func editsThatQueueUpArePublishedOnce() {
    let versions = #"{"textDocument":{"publishDiagnostics":{"versionSupport":true}}}"#
    var session = Session.started(versions)
    let edits = (2...500).map { didChange(#"{"text":"<plist>\#($0)"}"#, version: $0) }
    session.send([didOpen("x"), didOpen("y", uri: "file:///b/Info.plist", version: 7)] + edits)
    let published = session.work()
    #expect(published.map { value($0, "params.version") } == ["500", "7"])
    #expect(published.map { value($0, "params.uri") } == ["\"\(uri)\"", #""file:///b/Info.plist""#])
    #expect(session.work() == [])
  }

  @Test func diagnosticsAreNotPutOffForEver() {
    final class Clock: @unchecked Sendable { var time = 0 }
    let clock = Clock()
    var session = Session(now: { clock.time })
    _ = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    session.send([didOpen("x")])
    var published = 0
    for _ in 0..<100 {
      clock.time += 100
      session.send([hover(1), hover(2)])
      session.server.step()
      published += session.output().filter { value($0, "method") != nil }.count
    }
    #expect(published == 1)
  }

  @Test func aRequestWaitsForOneOverdueDocument() {
    final class Clock: @unchecked Sendable { var time = 0 }
    let clock = Clock()
    var session = Session(now: { clock.time })
    _ = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    session.send((0..<50).map { didOpen("x", uri: "file:///\($0)/Info.plist") })
    while !session.server.inbox.isEmpty { session.server.step() }
    // Each document takes a second, and while it does a request comes.
    var said: [String] = []
    for id in 1...30 {
      clock.time += 1000
      session.server.step()
      session.send([hover(id), hover(100 + id)])
      session.server.step()
      session.server.step()
      said += session.output().map { value($0, "id") ?? "-" }
    }
    #expect(said == (1...30).flatMap { ["-", "\($0)", "\(100 + $0)"] })
  }

  @Test func aRequestThatIsTooLargeIsAnswered() {
    var session = Session.started()
    session.send([hover(1)])
    session.server.receive(
      Array("Content-Length: 200000000\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"x\",\"params\":\"".utf8))
    session.server.receive([UInt8](repeating: 0x20, count: 1 << 20))
    session.send([hover(3)])
    let answers = session.work()
    #expect(answers.map { value($0, "id") } == ["1", "2", "3"])
    #expect(value(answers[1], "error.code") == "-32600")
  }

  @Test func whatAClientDoesNotReadStaysSmall() {
    var session = Session.started()
    session.send([didOpen("x")])
    while session.server.step() {}
    let size = session.server.outbox.size
    for round in 0..<1000 {
      session.send([didChange(#"{"text":"y"}"#, version: 1 + round % 9)])
      while session.server.step() {}
    }
    #expect(session.server.outbox.size == size)
    session.send([hover(1), didChange(#"{"text":"z"}"#, version: 1001), hover(2)])
    #expect(session.work().map { value($0, "id") ?? "-" } == ["1", "2", "-"])
  }

  @Test func framesThatWereReplacedTakeNoRoom() {
    var outbox = Outbox()
    outbox.append(Array("first ".utf8))
    // Half of it is written, so that it stays where it is.
    #expect(outbox.write(atMost: 3) { $0.count } == 3)
    for number in 0..<10_000 {
      outbox.append(Array("a\(number) ".utf8), topic: "a")
      if number % 1000 == 0 { outbox.append(Array("answer\(number) ".utf8)) }
      outbox.append(Array("b\(number) ".utf8), topic: "b")
      #expect(outbox.frames.count < 200)
    }
    var written = ""
    while !outbox.isEmpty {
      _ = outbox.write(atMost: 100) { bytes in
        written += String(decoding: bytes, as: UTF8.self)
        return bytes.count
      }
    }
    let answers = (0..<10).map { "answer\($0 * 1000) " }.joined()
    #expect(written == "st " + answers + "a9999 b9999 ")
  }

  @Test func whatWaitsIsHandledBeforeMoreIsPassedOver() {
    var session = Session.started()
    session.server.receive(Array("Content-Length: 3000000000\r\n\r\n-".utf8))
    #expect(!session.server.hasRoom)
    #expect(session.work().count == 1)
    #expect(session.server.hasRoom)
  }

  @Test func anAnswerThatIsTooLargeIsAnError() {
    struct Text: JSONWritable {
      let count: Int
      func write(to json: inout JSONWriter) { json.string(String(repeating: "x", count: count)) }
    }
    for (count, code) in [(Outbox.largestAnswer - 200, nil), (Outbox.largestAnswer, "-32803")] {
      let session = Session.started()
      session.server.answer(.number(5), Text(count: count))
      #expect(session.server.outbox.size <= Outbox.largestAnswer)
      let answer = String(decoding: session.server.takeOutput(), as: UTF8.self)
      #expect(answer.contains(#""id":5"#))
      #expect(answer.prefix(200).contains("-32803") == (code != nil))
    }
  }

  @Test func theNewestFrameOfATopicReplacesTheOneThatWaits() {
    var outbox = Outbox()
    var written = ""
    func write(_ limit: Int) {
      _ = outbox.write(atMost: limit) { bytes in
        written += String(decoding: bytes, as: UTF8.self)
        return bytes.count
      }
    }
    outbox.append(Array("a1 ".utf8), topic: "a")
    outbox.append(Array("answer ".utf8))
    outbox.append(Array("b1 ".utf8), topic: "b")
    outbox.append(Array("a2 ".utf8), topic: "a")
    write(3)
    write(2)
    outbox.append(Array("b2 ".utf8), topic: "b")
    write(100)
    // What has begun is written to its end.
    write(1)
    outbox.append(Array("a3 ".utf8), topic: "a")
    for _ in 0..<5 { write(100) }
    #expect(written == "answer a2 b2 a3 ")
    #expect(outbox.isEmpty)
  }
}
