import CatalogData
import FileSystem
import JSON
import LanguageServer
import SourceText

/// The product's server with one document open, driven in memory: frames go in, it does all there is to do, and frames
/// come out.
final class Session {
  private let server: Server
  private let insertion: [UInt8]
  private let deletion: [UInt8]
  private var isTyped = false

  private static let uri = "file:///sample/PrivacyInfo.xcprivacy"

  /// - Parameter bytes: The text of a privacy manifest, with a comment `note` in it.
  init(_ bytes: [UInt8]) {
    server = Server(Environment(version: "1", catalog: { .bundled }, files: LocalFileSystem()))
    let text = SourceText(bytes)
    let note = text.position(at: place(of: "note", in: bytes), in: .utf8)
    func change(_ length: Int, _ replacement: String) -> [UInt8] {
      let end = Position(line: note.line, character: note.character + length)
      return message(
        #""method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(Self.uri)","version":2},"#
          + #""contentChanges":[{"range":{"start":\#(spelled(note)),"end":\#(spelled(end))},"text":"\#(replacement)"}]}"#
      )
    }
    insertion = change(0, "x")
    deletion = change(1, "")
    exchange(
      message(
        #""id":0,"method":"initialize","params":{"processId":null,"rootUri":"file:///sample","capabilities":"#
          + #"{"general":{"positionEncodings":["utf-8"]},"textDocument":{"hover":{"contentFormat":["markdown"]}}}}"#))
    exchange(message(#""method":"initialized","params":{}"#))
    var json = JSONWriter()
    json.string(String(decoding: bytes, as: UTF8.self))
    let opened = exchange(
      message(
        #""method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(Self.uri)","languageId":"xml","#
          + #""version":1,"text":\#(String(decoding: json.bytes, as: UTF8.self))}}"#))
    require(place(of: "C617.1", in: opened) > 0, "the server finds the mistake in the document")
  }

  /// Gives the server a frame, and returns what it says to it.
  @discardableResult
  func exchange(_ frame: [UInt8]) -> [UInt8] {
    server.receive(frame)
    while server.step() {}
    return server.takeOutput()
  }

  /// Changes the document by one character, and takes its diagnostics.
  func typeOrTakeBack() {
    keep(exchange(isTyped ? deletion : insertion))
    isTyped.toggle()
  }

  /// What asks for something at a place, again and again.
  ///
  /// - Parameter answer: A word that has to be in the answer.
  func asking(_ method: String, at offset: Int, in bytes: [UInt8], for answer: StaticString) -> () -> Void {
    let position = SourceText(bytes).position(at: offset, in: .utf8)
    let request = message(
      #""id":1,"method":"\#(method)","params":{"textDocument":{"uri":"\#(Self.uri)"},"position":\#(spelled(position))}"#
    )
    require(place(of: answer, in: exchange(request)) > 0, "the server answers \(method)")
    return { keep(self.exchange(request)) }
  }
}

private func spelled(_ position: Position) -> String {
  #"{"line":\#(position.line),"character":\#(position.character)}"#
}

/// The frame of a message with these members.
private func message(_ members: String) -> [UInt8] {
  frame(Array(#"{"jsonrpc":"2.0",\#(members)}"#.utf8))
}
