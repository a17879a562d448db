import CatalogData
import FileSystem
import Foundation
import JSON
import TestSupport
import Testing

@testable import LanguageServer
@testable import ServerLoop

private let fixtures = repository.appending(path: "Tests/Fixtures/lint")

/// Each folder of fixtures, linted as it stands.
@Suite struct FixtureTests {
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []).sorted()

  @Test(arguments: names) func whatLintSays(_ name: String) throws {
    let folder = fixtures.appending(path: name)
    for (file, format) in [("expected.txt", "text"), ("expected.json", "json")] {
      let result = command("lint", folder.path, "--format", format)
      expectEqual(result.errors, "", "errors")
      let text = result.output.replacing(folder.path + "/", with: "")
        .replacing(#/"rulesAsOf": "[^"]*"/#, with: #""rulesAsOf": "DATE""#)
      let url = folder.appending(path: file)
      if updatesSnapshots { try text.write(to: url, atomically: true, encoding: .utf8) }
      expectEqual(text, try String(contentsOf: url, encoding: .utf8), "\(name)/\(file). \(renewing("FixtureTests"))")
    }
  }

  /// An editor that has all files of the folder open shows what `lint` prints.
  @Test(arguments: names) func anEditorSaysTheSame(_ name: String) throws {
    let folder = fixtures.appending(path: name).path
    let json = try JSONDocument.parse(Array(command("lint", folder, "--format", "json").output.utf8)).root
    let server = Server(Environment(version: "1", catalog: { .bundled }, files: LocalFileSystem(), now: { 0 }))
    send(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"workspaceFolders":[{"uri":"#
        + quoted("file://" + folder) + #","name":"x"}]}}"#, to: server)
    var published: [String: [JSONValue]] = [:]
    let files = json["files"]?.array ?? []
    for file in files {
      let path = file["path"]?.string ?? ""
      // An editor gives the server UTF-8 whatever the file is written in.
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let text =
        data.starts(with: [0xFF, 0xFE]) ? String(data: data, encoding: .utf16) : String(data: data, encoding: .utf8)
      let shown = send(
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":\#(quoted("file://" + path)),"#
          + #""languageId":"xml","version":1,"text":\#(quoted((text ?? "").replacing("\u{FEFF}", with: "")))}}}"#,
        to: server)
      for params in shown.compactMap({ $0["params"] }) {
        if let uri = params["uri"]?.string { published[uri] = params["diagnostics"]?.array ?? [] }
      }
    }
    for file in files {
      let path = file["path"]?.string ?? ""
      let linted = file["diagnostics"]?.array ?? []
      expectEqual((published["file://" + path] ?? []).map(inEditor), linted.map(inReport), path)
    }
  }

  private func inEditor(_ diagnostic: JSONValue) -> String {
    let names = ["", "error", "warning", "information", "hint"]
    func place(_ name: StaticString) -> String {
      let place = diagnostic["range"]?[name]
      return "\((place?["line"]?.int ?? -1) + 1):\((place?["character"]?.int ?? -1) + 1)"
    }
    let severity = names[diagnostic["severity"]?.int ?? 0]
    return
      "\(place("start"))-\(place("end")) \(severity) \(diagnostic["message"]?.string ?? "") \(diagnostic["code"]?.string ?? "")"
  }

  private func inReport(_ diagnostic: JSONValue) -> String {
    func place(_ name: StaticString) -> String {
      let place = diagnostic["range"]?[name]
      return "\(place?["line"]?.int ?? -1):\(place?["column"]?.int ?? -1)"
    }
    return "\(place("start"))-\(place("end")) \(diagnostic["severity"]?.string ?? "") "
      + "\(diagnostic["message"]?.string ?? "") \(diagnostic["rule"]?.string ?? "")"
  }

  private func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @discardableResult
  private func send(_ message: String, to server: Server) -> [JSONValue] {
    server.receive(Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
    while server.step() {}
    var reader = FrameReader()
    reader.append(server.takeOutput())
    var result: [JSONValue] = []
    while case .body(let body)? = reader.next() {
      if let json = try? JSONDocument.parse(body).root { result.append(json) }
    }
    return result
  }
}
