import CatalogData
import FileSystem
import JSON
import TestSupport

@testable import LanguageServer
@testable import ServerLoop

/// A server driven in memory. Messages go in as JSON without `jsonrpc` and come out likewise.
struct Session {
  var server: Server
  private var received = FrameReader()

  init(
    files: some FileSystem = InMemoryFileSystem(), largestText: Int = 10_000, now: @escaping @Sendable () -> Int = { 0 }
  ) {
    var environment = Environment(version: "1", catalog: { .bundled }, files: files, now: now)
    environment.largestText = largestText
    server = Server(environment)
  }

  /// A session whose client announced these capabilities and has its answer.
  static func started(
    _ capabilities: String = "{}", members: String = "", files: some FileSystem = InMemoryFileSystem()
  ) -> Session {
    var session = Session(files: files)
    _ = session.exchange(
      #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":\#(capabilities)\#(members)}}"#,
      #"{"method":"initialized","params":{}}"#)
    return session
  }

  /// Sends messages at once, so that all wait before the first is handled.
  mutating func send(_ messages: [String]) {
    server.receive(messages.flatMap { frame($0) })
  }

  /// Sends messages at once, has the server do all there is to do, and returns what it said.
  mutating func exchange(_ messages: String...) -> [String] {
    send(messages)
    return work()
  }

  /// Has the server do all there is to do, and returns what it said.
  mutating func work() -> [String] {
    var result: [String] = []
    while true {
      while server.step() {}
      let said = output()
      if said.isEmpty { return result }
      result += said
    }
  }

  /// What the server said since the last time.
  mutating func output() -> [String] {
    messages(in: server.takeOutput())
  }

  mutating func messages(in bytes: [UInt8]) -> [String] {
    received.append(bytes)
    var result: [String] = []
    while let item = received.next() {
      switch item {
      case .fault(let words, _): result.append("FAULT \(words)")
      case .body(let body):
        let prefix = #"{"jsonrpc":"2.0","#
        let text = String(decoding: body, as: UTF8.self)
        result.append(text.hasPrefix(prefix) ? "{" + text.dropFirst(prefix.count) : "NOT 2.0 " + text)
      }
    }
    return result
  }
}

/// The frame of a message given without `jsonrpc`, or of any other bytes.
func frame(_ message: String) -> [UInt8] {
  var body = message
  if message.hasPrefix("{\"") { body = #"{"jsonrpc":"2.0","# + message.dropFirst() }
  return Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
}

/// A text as a JSON string.
func quoted(_ text: String) -> String {
  var json = JSONWriter()
  json.string(text)
  return String(decoding: json.bytes, as: UTF8.self)
}

/// The value at a path of member names and indices in a JSON text, spelt as it stands; nil if there is none.
func value(_ text: String, _ path: String) -> String? {
  guard var json = try? JSONDocument.parse(Array(text.utf8)).root else { return nil }
  for step in path.split(separator: ".") {
    if let index = Int(step) {
      guard let array = json.array, array.indices.contains(index) else { return nil }
      json = array[index]
    } else {
      guard let member = json.members?.last(where: { $0.name.string == String(step) }) else { return nil }
      json = member.value
    }
  }
  return String(decoding: json.spelling, as: UTF8.self)
}

let uri = "file:///project/PrivacyInfo.xcprivacy"

/// A place as JSON.
func place(_ line: Int, _ character: Int) -> String {
  #"{"line":\#(line),"character":\#(character)}"#
}

/// A range as JSON.
func span(_ line: Int, _ character: Int, _ endLine: Int, _ endCharacter: Int) -> String {
  #"{"start":\#(place(line, character)),"end":\#(place(endLine, endCharacter))}"#
}

/// A request about a document, with more parameters.
func request(_ id: Int, _ method: String, uri: String = uri, _ members: String = "") -> String {
  #"{"id":\#(id),"method":"\#(method)","params":{"textDocument":{"uri":\#(quoted(uri))}\#(members)}}"#
}

func didOpen(_ text: String, uri: String = uri, version: Int = 1) -> String {
  #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":\#(quoted(uri)),"languageId":"xml","#
    + #""version":\#(version),"text":\#(quoted(text))}}}"#
}

func didChange(_ changes: String, uri: String = uri, version: Int = 2) -> String {
  #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":\#(quoted(uri)),"version":\#(version)},"#
    + #""contentChanges":[\#(changes)]}}"#
}

func didClose(uri: String = uri) -> String {
  #"{"method":"textDocument/didClose","params":{"textDocument":{"uri":\#(quoted(uri))}}}"#
}

func hover(_ id: Int, uri: String = uri, line: Int = 0, character: Int = 0) -> String {
  request(id, "textDocument/hover", uri: uri, #","position":\#(place(line, character))"#)
}
