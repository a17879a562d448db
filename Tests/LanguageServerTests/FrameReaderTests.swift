import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer
@testable import ServerLoop

struct FrameReaderTests {
  /// A stream and what is read from it: a body as it stands, "!" for a fault.
  private static let rows: [(String, [String])] = [
    ("Content-Length: 2\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n1234", ["{}", "1234"]),
    ("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", ["", "1"]),
    ("content-length:2\r\n\r\n{}", ["{}"]),
    ("CONTENT-LENGTH  :  2  \r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\n\n{}", ["{}"]),
    ("Content-Length: 002\r\n\r\n{}", ["{}"]),
    ("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
    ("content-type: a/b; charset=\"UTF8\"\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\r\nX-Other: yes: no\r\n\r\n{}", ["{}"]),
    // A body that is said to be something else than UTF-8 is not read as that.
    (
      "Content-Length: 2\r\nContent-Type: a/b; charset=utf-16\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]
    ),
    ("\r\n\r\nContent-Length: 2\r\n\r\n{}\n\nContent-Length: 2\r\n\r\n[]", ["{}", "[]"]),
    // A frame that is none is one fault, and the next valid header is found.
    ("Content-Length: abc\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length: -2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length: +2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length: 2.0\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length:\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length: 99999999999999999999999\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length: 134217729\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length: 2147483648\r\n\r\n{}\ncontent-length: 2\r\n\r\n[]", ["!", "[]"]),
    ("X-Other: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("Content-Length 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("{\"a\":1}Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("\u{0}\u{1}\nContent-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("GET / HTTP/1.1\r\n\r\nContent-Length: 2\r\n\r\n[]", ["!", "[]"]),
    (String(repeating: "x", count: 20_000) + "\r\nContent-Length: 2\r\n\r\n[]", ["!", "[]"]),
    ("X: " + String(repeating: "x", count: 20_000) + "Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    (String(repeating: "X: y\r\n", count: 20_000) + "Content-Length: 2\r\n\r\n[]", ["!", "[]"]),
    // The same length twice is one; of two that differ the second begins a frame.
    ("Content-Length: 2\r\nContent-Length: 02\r\n\r\n{}", ["{}"]),
    ("Content-Length: 7\r\nContent-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["!", "{}", "[]"]),
    ("Content-Length: 1\nX: y\nContent-Length: 2\nContent-Length: 3\n\n{ }", ["!", "!", "{ }"]),
    // What looks like a header and announces nothing is skipped as well.
    (
      "!\n\nContent-Length: x\nContent-Length: \r\nMyContent-Length: 1\r\n\r\nyContent-Length: 2\r\n\r\n[]",
      ["!", "y", "[]"]
    ),
    // A message that is too large is answered under its id, if it is a request: as soon as that is known, or once it has
    // passed by.
    (oversized(#"{"jsonrpc":"2.0","id":5,"method":"x","params":{"#), ["!5"]),
    (oversized(#"{"jsonrpc":"2.0","method":"x","id":"a\u0062","params":[{"id":6}]"#), [#"!"ab""#]),
    (oversized(#"{"params":{"id":1,"text":"\"id\":2}"},"id" : 7 , "method":"y"}"#), ["!7"]),
    (oversized(#"{"method":"y","params":["}",{"id":1}]}"#), ["!"]),
    (oversized(#"{"id":8,"result":{"method":"y"}}"#), ["!"]),
    (oversized(#"{"id":[9],"method":"y"}"#), ["!"]),
    (oversized(#"[{"id":5,"method":"x"}]"#), ["!"]),
    (
      oversized(#"{"method":"y","params":{"text":"abc"#) + #"Content-Length: 22"# + "\r\n\r\n"
        + #"{"id":3,"method":"no"}"#,
      ["!", #"{"id":3,"method":"no"}"#]
    ),
    (oversized(#"{"method":"y","params":{"#) + "Content-Length: 2\r\n\r\n{}", ["!", "{}"]),
    (oversized(#"{"method":"y","params":{"#), []),
    // Two that are not whole.
    ("Content-Length: 2\r\n\r\n{", []),
    ("Content-Le", []),
  ]

  private static func words(_ id: LSP.RequestID) -> String {
    switch id {
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    }
  }

  private static func oversized(_ start: String) -> String { "Content-Length: 134217729\r\n\r\n" + start }

  @Test func anyStreamIsCutTheSameInAnyPieces() {
    for (stream, expected) in Self.rows {
      let bytes = Array(stream.utf8)
      for size in [1, 2, 3, 7, 64, 4096, bytes.count] {
        var reader = FrameReader()
        var items: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
          reader.append(bytes[start..<min(start + size, bytes.count)])
          while let item = reader.next() {
            switch item {
            case .body(let body): items.append(String(decoding: body, as: UTF8.self))
            case .fault(_, let id): items.append("!" + (id.map(Self.words) ?? ""))
            }
          }
        }
        if items != expected { Issue.record("\(stream.prefix(120).debugDescription) in pieces of \(size): \(items)") }
      }
    }
  }

  @Test func memoryDoesNotGrowWhileLost() {
    var reader = FrameReader()
    reader.append(Array("Content-Length: 3000000000\r\n\r\n".utf8))
    var faults = 0
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    let lines = [UInt8](repeating: 0x0A, count: 1 << 16)
    for round in 0..<60 {
      reader.append(round % 2 == 0 ? piece : lines)
      while reader.next() != nil { faults += 1 }
      #expect(reader.heldBytes < 1024)
    }
    reader.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(faults == 1)
    #expect(reader.next() == .body(Array("{}".utf8)))
  }

  @Test func aHeaderLineIsBounded() {
    var reader = FrameReader()
    var faults = 0
    for _ in 0..<100 {
      reader.append([UInt8](repeating: UInt8(ascii: "a"), count: 10_000))
      while reader.next() != nil { faults += 1 }
      #expect(reader.heldBytes < 10_000)
    }
    #expect(faults == 1)
  }

  @Test func mutatedStreamsAreSurvived() {
    var random = SeededGenerator(seed: 1)
    let stream = Array(
      "Content-Length: 13\r\n\r\n{\"id\":1,\"a\":2}Content-Type: x\r\nContent-Length: 2\r\n\r\n{}".utf8)
    for _ in 0..<1000 {
      var bytes = stream + stream
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(stream[Int.random(in: 0..<stream.count, using: &random)], at: index)
        }
      }
      var reader = FrameReader()
      reader.append(bytes)
      while reader.next() != nil {}
      // However it was left: once the announced bytes have come, a valid frame is heard.
      reader.append([UInt8](repeating: 0x20, count: 20_000))
      while reader.next() != nil {}
      reader.append(Array("\nContent-Length: 5\r\n\r\nheard".utf8))
      var last: FrameReader.Item?
      while let item = reader.next() { last = item }
      if last != .body(Array("heard".utf8)) {
        // Unless the length had more digits than were filled up.
        #expect(String(decoding: bytes, as: UTF8.self).contains(#/[0-9]{5,}/#))
      }
    }
  }
}
