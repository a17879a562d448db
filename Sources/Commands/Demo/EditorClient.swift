import CLibrary
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

/// A minimal editor: one document, and a language server in a child process.
struct EditorClient {
  /// A diagnostic that the server published.
  struct Finding {
    var range: ByteRange
    var severity: Severity
    var message: String
    var code: String
    /// As the server sent it. A request for fixes must include it.
    var json: JSONValue
  }

  struct QuickFix {
    var title: String
    var edits: [TextEdit]
    var isPreferred: Bool
  }

  private let process: ChildProcess
  private let uri: String
  private(set) var text = SourceText("")
  private(set) var findings: [Finding] = []
  /// The version of the text that the findings are about.
  private var findingsVersion = -1
  private var version = 0
  private var lastRequest = 0
  private var received: [UInt8] = []
  /// How long each step took, in microseconds.
  private(set) var latencies: [(step: String, microseconds: Int)] = []

  /// Starts and initializes a server.
  init(path: String) throws(DemoFailure) {
    uri = DocumentURI.ofFile(path)
    let start = monotonicMicroseconds()
    process = try ChildProcess(arguments: ["serve", "--stdio"])
    let capabilities = try? JSONDocument.parse(Array(Self.capabilities.utf8)).root
    let result = try request(
      "initialize", ["processId": JSONNull(), "rootUri": JSONNull(), "capabilities": capabilities])
    note("start of the process to “initialize”", since: start)
    guard result["capabilities"]?["positionEncoding"]?.isString("utf-8") ?? false else {
      throw DemoFailure(message: "the server doesn’t support UTF-8 positions")
    }
    try notify("initialized", [:])
  }

  private static let capabilities = """
    {"general":{"positionEncodings":["utf-8"]},"textDocument":{\
    "hover":{"contentFormat":["markdown"]},\
    "completion":{"completionItem":{"snippetSupport":false,"documentationFormat":["markdown"]}},\
    "codeAction":{"isPreferredSupport":true,"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}}},\
    "publishDiagnostics":{"relatedInformation":true,"versionSupport":true,"codeDescriptionSupport":true}}}
    """

  // MARK: - What an editor does

  mutating func open(_ text: SourceText) throws(DemoFailure) {
    self.text = text
    version = 1
    let start = monotonicMicroseconds()
    let document: JSONObject = [
      "uri": uri, "languageId": "xml", "version": 1, "text": String(decoding: text.bytes, as: UTF8.self),
    ]
    try notify("textDocument/didOpen", ["textDocument": document])
    try awaitFindings()
    note("open to diagnostics", since: start)
  }

  /// Applies edits to the document and waits for new diagnostics.
  mutating func edit(_ edits: [TextEdit]) throws(DemoFailure) {
    version += 1
    let start = monotonicMicroseconds()
    // Changes are applied in order. From the last to the first, none of them moves another.
    let changes = edits.sorted { $0.range.lower > $1.range.lower }.map { edit -> JSONObject in
      ["range": Self.range(edit.range, of: text), "text": edit.replacement]
    }
    let document: JSONObject = ["uri": uri, "version": version]
    try notify("textDocument/didChange", ["textDocument": document, "contentChanges": changes])
    text = text.applying(edits)
    try awaitFindings()
    note("keystroke to diagnostics", since: start)
  }

  /// The completions at an offset, in order.
  mutating func completions(at offset: Int) throws(DemoFailure) -> [(label: String, detail: String)] {
    let start = monotonicMicroseconds()
    let result = try requestAt("textDocument/completion", offset)
    note("completion", since: start)
    let items = (result["items"] ?? result).array ?? []
    return items.sorted { ($0["sortText"]?.string ?? "") < ($1["sortText"]?.string ?? "") }
      .map { ($0["label"]?.string ?? "", $0["detail"]?.string ?? "") }
  }

  /// The hover at an offset, as Markdown.
  mutating func hover(at offset: Int) throws(DemoFailure) -> String? {
    let start = monotonicMicroseconds()
    let result = try requestAt("textDocument/hover", offset)
    note("hover", since: start)
    return result["contents"]?["value"]?.string
  }

  /// The fixes for a finding.
  mutating func quickFixes(for finding: Finding) throws(DemoFailure) -> [QuickFix] {
    let start = monotonicMicroseconds()
    let text = text
    let context: JSONObject = ["diagnostics": [finding.json], "only": ["quickfix"]]
    let result = try request(
      "textDocument/codeAction",
      ["textDocument": document, "range": Self.range(finding.range, of: text), "context": context])
    note("quick fixes", since: start)
    return (result.array ?? []).compactMap { action in
      // The server also returns fixes for other findings on the same line.
      let isOfFinding =
        action["diagnostics"]?.array?.contains {
          $0["code"]?.string == finding.code && $0["message"]?.string == finding.message
            && Self.range($0, in: text) == finding.range
        } ?? false
      guard isOfFinding, let title = action["title"]?.string,
        let edits = action["edit"]?["changes"]?.members?.first?.value.array
      else { return nil }
      return QuickFix(
        title: title,
        edits: edits.compactMap { edit in
          Self.range(edit, in: text).map { TextEdit($0, edit["newText"]?.string ?? "") }
        },
        isPreferred: action["isPreferred"]?.bool ?? false)
    }
  }

  /// Shuts the server down and waits until it exits.
  mutating func close() throws(DemoFailure) {
    _ = try request("shutdown", nil)
    try notify("exit", nil)
    if let ending = process.finish() { throw DemoFailure(message: "the server didn’t exit normally: \(ending)") }
  }

  // MARK: - Messages

  private mutating func note(_ step: String, since start: Int) {
    latencies.append((step, monotonicMicroseconds() - start))
  }

  private mutating func requestAt(_ method: String, _ offset: Int) throws(DemoFailure) -> JSONValue {
    let position = Self.range(ByteRange(at: offset), of: text).start
    return try request(method, ["textDocument": document, "position": position])
  }

  private var document: JSONObject { ["uri": uri] }

  private mutating func request(_ method: String, _ params: JSONObject?) throws(DemoFailure) -> JSONValue {
    lastRequest += 1
    let id = lastRequest
    try send(method, id: id, params)
    while true {
      let message = try receive()
      guard message["id"]?.int == id, message["method"] == nil else { continue }
      if let error = message["error"] {
        throw DemoFailure(message: "the server answered “\(method)” with an error: \(error["message"]?.string ?? "")")
      }
      guard let result = message["result"] else {
        throw DemoFailure(message: "the server’s answer to “\(method)” is empty")
      }
      return result
    }
  }

  private func notify(_ method: String, _ params: JSONObject?) throws(DemoFailure) {
    try send(method, id: nil, params)
  }

  private func send(_ method: String, id: Int?, _ params: JSONObject?) throws(DemoFailure) {
    var json = JSONWriter()
    (["jsonrpc": "2.0", "id": id, "method": method, "params": params] as JSONObject).write(to: &json)
    try process.send(Array("Content-Length: \(json.bytes.count)\r\n\r\n".utf8) + json.bytes)
  }

  /// Waits for the findings in the current version of the text.
  private mutating func awaitFindings() throws(DemoFailure) {
    while findingsVersion != version { _ = try receive() }
  }

  /// The next message. Published diagnostics are stored.
  private mutating func receive() throws(DemoFailure) -> JSONValue {
    let body = try nextBody()
    let message: JSONValue
    do throws(JSONError) {
      message = try JSONDocument.parse(body).root
    } catch {
      throw DemoFailure(message: "the server sent invalid JSON: \(error.message)")
    }
    guard message["method"]?.isString("textDocument/publishDiagnostics") ?? false, let params = message["params"]
    else { return message }
    findingsVersion = params["version"]?.int ?? version
    findings = (params["diagnostics"]?.array ?? []).compactMap { json in
      guard let range = Self.range(json, in: text) else { return nil }
      let severity: Severity =
        switch json["severity"]?.int ?? 1 {
        case 1: .error
        case 2: .warning
        case 3: .information
        default: .hint
        }
      return Finding(
        range: range, severity: severity, message: json["message"]?.string ?? "", code: json["code"]?.string ?? "",
        json: json)
    }
    return message
  }

  /// The bytes of the next message without its header.
  private mutating func nextBody() throws(DemoFailure) -> [UInt8] {
    let separator = Array("\r\n\r\n".utf8)
    while true {
      if let header = received.firstRange(of: separator) {
        let field = String(decoding: received[..<header.lowerBound], as: UTF8.self).split(separator: "\r\n")
          .first { $0.lowercased().hasPrefix("content-length:") }
        guard let length = field.flatMap({ Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }) else {
          throw DemoFailure(message: "the server sent a message without a length")
        }
        let end = header.upperBound + length
        if received.count >= end {
          let body = Array(received[header.upperBound..<end])
          received.removeFirst(end)
          return body
        }
      }
      received += try process.receive()
    }
  }

  // MARK: - Positions

  private static func range(_ range: ByteRange, of text: SourceText) -> LSP.Range {
    LSP.Range(text.position(at: range.lower, in: .utf8), text.position(at: range.upper, in: .utf8))
  }

  private static func range(_ json: JSONValue, in text: SourceText) -> ByteRange? {
    guard let range = json["range"].flatMap({ try? LSP.Range($0) }) else { return nil }
    return ByteRange(text.offset(of: range.start, in: .utf8), text.offset(of: range.end, in: .utf8))
  }
}
