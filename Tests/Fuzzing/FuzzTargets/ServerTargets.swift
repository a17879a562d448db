import CatalogData
import JSON
import LanguageServer
import PrivacyRules
import ServerLoop
import SourceText

/// Words for messages, for the fuzzer to put together.
let serverWords: [String] =
  methods + [
    "\"jsonrpc\":\"2.0\"", "\"id\":1", "\"method\":\"", "\"params\":{", "\"textDocument\":{\"uri\":\"\(uri)\"}",
    "\"position\":{\"line\":0,\"character\":0}", "\"range\":{\"start\":", "\"end\":", "\"contentChanges\":[{",
    "\"text\":\"", "\"context\":{\"diagnostics\":[]}", "\"newName\":\"", "\"query\":\"", "\"ch\":\">\"",
    "\"options\":{\"tabSize\":2,\"insertSpaces\":true}", "\"previousResultIds\":[]", "\"command\":\"",
    "\"arguments\":[",
    "\"settings\":{\"privacy-lsp\":", "\"token\":", "file:///App/Info.plist", "untitled:1", "%F0%9F%93%B8",
    "9007199254740993",
    "2147483648", "-1", "1e400",
  ]

private let methods = [
  "initialize", "initialized", "shutdown", "exit", "$/cancelRequest", "$/setTrace", "textDocument/didOpen",
  "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "textDocument/hover",
  "textDocument/completion", "completionItem/resolve", "textDocument/codeAction", "codeAction/resolve",
  "textDocument/inlayHint", "inlayHint/resolve", "textDocument/semanticTokens/full",
  "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range", "textDocument/diagnostic",
  "workspace/diagnostic", "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/selectionRange",
  "textDocument/documentHighlight", "textDocument/definition", "textDocument/references",
  "textDocument/prepareRename", "textDocument/rename", "textDocument/documentLink", "textDocument/linkedEditingRange",
  "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/rangesFormatting",
  "textDocument/onTypeFormatting", "workspace/symbol", "textDocument/codeLens", "codeLens/resolve",
  "workspace/executeCommand", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles",
  "workspace/didChangeWorkspaceFolders",
]

let uri = "file:///App/PrivacyInfo.xcprivacy"

extension FuzzTarget {
  /// A stream of frames: cut anywhere, it gives the same.
  static let frames = FuzzTarget(
    name: "frames", longestInput: 2_048,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let cuts = input.byte()
      let step = input.byte() + 1
      let stream = input.bytes
      func items(_ pieces: [ArraySlice<UInt8>]) -> [FrameReader.Item] {
        var reader = FrameReader()
        var result: [FrameReader.Item] = []
        for piece in pieces {
          reader.append(piece)
          while let item = reader.next() { result.append(item) }
        }
        return result
      }
      let whole = items([stream[...]])
      try require(items(stream.indices.map { stream[$0...$0] }) == whole, "byte by byte there are other items")
      var pieces: [ArraySlice<UInt8>] = []
      var rest = stream[...]
      var size = cuts
      while !rest.isEmpty {
        let count = min(size % step + 1, rest.count)
        pieces.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        size = (size * 31 + 7) & 0xFFFF
      }
      try require(items(pieces) == whole, "in pieces there are other items")
    },
    seeds: { _ in
      let body = #"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#
      return [
        framed(body), framed(body) + framed("{}"), "Content-Length: 2147483648\r\n\r\n" + framed(body),
        "Content-Type: a\r\n" + framed(body), "Content-Type: x; charset=utf-16\r\n" + framed(body) + framed(body),
        "garbage\n\r\n" + framed(body), "Content-Length: x\r\n\r\n" + framed(body), "\r\n\r\n" + framed(body),
        "content-length:44\n\n" + body,
      ].map { [3, 7] + Array($0.utf8) }
    })

  /// Any bodies in any order: each request gets one answer, and all that goes out is valid.
  static let messages = FuzzTarget(
    name: "messages", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let choice = input.byte()
      var conversation = Conversation(isStarted: choice & 1 != 0)
      while !input.isEmpty {
        try conversation.send(input.part(), worksAtOnce: choice & 2 != 0)
      }
      try conversation.end()
    },
    seeds: { files in
      let text = files.first { $0.kind == .privacyManifest }.map { quoted($0.bytes) } ?? "\"\""
      let opened =
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":""# + uri
        + #"","languageId":"xml","version":1,"text":"# + text + "}}}"
      let params =
        #""textDocument":{"uri":"\#(uri)"},"position":{"line":3,"character":9},"range":{"start":{"line":1,"character":0},"#
        + #""end":{"line":9,"character":0}},"context":{"diagnostics":[],"includeDeclaration":true},"ch":">","newName":"A","#
        + #""options":{"tabSize":2,"insertSpaces":true},"positions":[{"line":3,"character":9}],"query":"a","#
        + #""contentChanges":[{"text":"<plist/>"}],"ranges":[],"previousResultIds":[],"previousResultId":"1","#
        + #""settings":{"privacy-lsp":{"severity":{}}},"value":"verbose","id":1,"command":"privacy-lsp.label","#
        + #""arguments":[{"uri":"\#(uri)"}],"data":{"id":"no-reason","uri":"\#(uri)"},"label":"a","title":"b","#
        + #""event":{"added":[{"uri":"file:///App","name":"a"}],"removed":[]},"changes":[{"uri":"\#(uri)","type":2}],"#
        + #""capabilities":{"textDocument":{"diagnostic":{}}},"processId":null"#
      return methods.map { method in
        let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"#
        return [3] + Array([opened, request].map { Array($0.utf8) }.joined(separator: [0xFF]))
      }
    })

  /// Edits sent one by one leave what opening the result leaves.
  static let edits = FuzzTarget(
    name: "edits", longestInput: 3_072,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let (kind, path) = FileKind.numbered(input.byte())
      let encoding = PositionEncoding.allCases[input.byte() % PositionEncoding.allCases.count]
      _ = kind
      let uri = "file://" + path
      var text = valid(input.part())
      var source = SourceText(text)
      var changed = Conversation(isStarted: true, encoding: encoding)
      try changed.send(didOpen(uri, text, version: 1), worksAtOnce: true)
      var version = 1
      while !input.isEmpty, version < 12 {
        version += 1
        let lines = PlainLines(text)
        let start = (line: input.number() % (lines.starts.count + 1), character: input.byte())
        let end = (line: start.line + input.byte() % 4, character: input.byte())
        let inserted = valid(input.part())
        let (from, to) = (lines.offset(start, encoding), lines.offset(end, encoding))
        let range = ByteRange(min(from, to), max(from, to))
        text.replaceSubrange(range.indices, with: inserted)
        source.replace(range, with: inserted)
        try require(source.bytes == text, "the bytes differ after edit \(version)")
        try require(source.lineStarts == SourceText(text).lineStarts, "the lines differ after edit \(version)")
        let body =
          #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(uri)","version":"#
          + #"\#(version)},"contentChanges":[{"range":{"start":{"line":\#(start.line),"character":\#(start.character)},"#
          + #""end":{"line":\#(end.line),"character":\#(end.character)}},"text":\#(quoted(inserted))}]}}"#
        try changed.send(Array(body.utf8), worksAtOnce: version % 3 != 0)
      }
      var fresh = Conversation(isStarted: true, encoding: encoding)
      try fresh.send(didOpen(uri, text, version: version), worksAtOnce: true)
      try changed.work()
      try require(
        changed.lastDiagnostics == fresh.lastDiagnostics,
        "the diagnostics differ:\n\(changed.lastDiagnostics)\n\(fresh.lastDiagnostics)\nof\n"
          + String(decoding: text, as: UTF8.self))
      for method in ["documentSymbol", "foldingRange", "documentLink", "codeLens"] {
        let body = Array(
          #"{"jsonrpc":"2.0","id":9,"method":"textDocument/\#(method)","params":{"textDocument":{"uri":"\#(uri)"}}}"#
            .utf8)
        try changed.send(body, worksAtOnce: true)
        try fresh.send(body, worksAtOnce: true)
        try require(
          changed.lastAnswer == fresh.lastAnswer, "\(method) differs of\n\(String(decoding: text, as: UTF8.self))")
      }
    },
    seeds: { files in
      files.numbered(zeros: 1).map {
        $0 + [0xFF, 0, 5, 2, 1, 3] + Array("é<key>📸".utf8) + [0xFF, 0, 1, 0, 0, 9, 0xFF]
      }
    })
}

/// A text as a JSON string.
private func quoted(_ text: [UInt8]) -> String {
  var json = JSONWriter()
  json.string(String(decoding: text, as: UTF8.self))
  return String(decoding: json.bytes, as: UTF8.self)
}

private func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

private func didOpen(_ uri: String, _ text: [UInt8], version: Int) -> [UInt8] {
  Array(
    (#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","languageId":"xml","#
      + #""version":\#(version),"text":\#(quoted(text))}}}"#).utf8)
}

/// Where the lines of a text begin, and the places in them, by the plainest means: what the server's own must agree with.
private struct PlainLines {
  let text: [UInt8]
  var starts = [0]
  /// Where each line ends, without its line end.
  var ends: [Int] = []

  init(_ text: [UInt8]) {
    self.text = text
    var at = 0
    while at < text.count {
      let isPair = text[at] == 0x0D && at + 1 < text.count && text[at + 1] == 0x0A
      if text[at] == 0x0A || text[at] == 0x0D {
        ends.append(at)
        at += isPair ? 2 : 1
        starts.append(at)
      } else {
        at += 1
      }
    }
    ends.append(text.count)
  }

  /// The offset of a place; beyond the end of a line its end, beyond the last line the end of the text, inside a
  /// character its start.
  func offset(_ place: (line: Int, character: Int), _ encoding: PositionEncoding) -> Int {
    guard place.line < starts.count else { return text.count }
    var at = starts[place.line]
    var left = place.character
    let line = String(decoding: text[at..<ends[place.line]], as: UTF8.self)
    for scalar in line.unicodeScalars {
      let units =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      if left < units { break }
      left -= units
      at += UTF8.width(scalar)
    }
    return at
  }
}

/// A server, what it was asked and what it said.
private struct Conversation {
  private let server: Server
  private var reader = FrameReader()
  /// How often each request waits for its answer.
  private var waiting: [String: Int] = [:]
  /// The last published list of findings, as it was sent.
  private(set) var lastDiagnostics = ""
  /// What the last answer says.
  private(set) var lastAnswer = ""

  /// A server that has its client.
  private static func started(_ encoding: PositionEncoding) -> Server {
    let server = fresh()
    for body in [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":"file:///App","capabilities":"#
        + #"{"general":{"positionEncodings":["\#(encoding.rawValue)"]},"textDocument":{"publishDiagnostics":"#
        + #"{"relatedInformation":true},"rename":{"prepareSupport":true},"documentSymbol":"#
        + #"{"hierarchicalDocumentSymbolSupport":true},"codeAction":{"dataSupport":true,"resolveSupport":"#
        + #"{"properties":["edit"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","refactor"]}}},"#
        + #""completion":{"completionItem":{"snippetSupport":true}},"semanticTokens":{"requests":{"full":{"delta":true}},"#
        + #""tokenTypes":["property","enumMember"],"tokenModifiers":[],"formats":["relative"]}},"#
        + #""workspace":{"applyEdit":true,"executeCommand":{},"workspaceFolders":true}}}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    ] {
      server.receive(Array(framed(body).utf8))
      while server.step() {}
    }
    _ = server.takeOutput()
    return server
  }

  private static func fresh() -> Server {
    let files = FixedFiles(files: [
      "/App/Info.plist": Array("<plist><dict/></plist>".utf8), "/App/.privacy-lsp.json": Array("{}".utf8),
    ])
    var environment = Environment(version: "1", catalog: { .bundled }, files: files, now: { 0 })
    environment.largestText = 100_000
    return Server(environment)
  }

  init(isStarted: Bool, encoding: PositionEncoding = .utf16) {
    server = isStarted ? Self.started(encoding) : Self.fresh()
  }

  /// Sends a body in a frame.
  mutating func send(_ body: [UInt8], worksAtOnce: Bool) throws(Violation) {
    guard server.exitStatus == nil else { return }
    if let id = Self.request(in: body) { waiting[id, default: 0] += 1 }
    server.receive(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    if worksAtOnce { try work() }
  }

  /// The id of a request, as it goes back; nil for all other messages.
  private static func request(in body: [UInt8]) -> String? {
    guard let root = try? JSONDocument.parse(body).root, let id = root["id"], root["method"]?.string != nil,
      root["jsonrpc"].map({ $0.isString("2.0") }) ?? true
    else { return nil }
    if let number = id.int { return "\(number)" }
    return id.string.map { "“\($0)”" }
  }

  mutating func work() throws(Violation) {
    while server.step() { try take() }
    try take()
  }

  private mutating func take() throws(Violation) {
    reader.append(server.takeOutput())
    while let item = reader.next() {
      guard case .body(let body) = item else { throw Violation(words: "what goes out is no frame: \(item)") }
      guard let root = try? JSONDocument.parse(body).root, root["jsonrpc"]?.isString("2.0") ?? false else {
        throw Violation(words: "what goes out is no message: \(String(decoding: body, as: UTF8.self))")
      }
      if let method = root["method"]?.string {
        if method == "textDocument/publishDiagnostics" { lastDiagnostics = String(decoding: body, as: UTF8.self) }
        continue
      }
      lastAnswer = String(decoding: body, as: UTF8.self)
      try require(
        (root["result"] == nil) != (root["error"] == nil), "neither result nor error, or both: \(lastAnswer)")
      guard let id = root["id"], !id.isNull else { continue }
      let key = id.int.map { "\($0)" } ?? "“\(id.string ?? "")”"
      // What was no request may be answered under its id too; it is no answer to another one.
      if let count = waiting[key] { waiting[key] = count - 1 }
    }
  }

  /// Ends the session: what is held back is cancelled, and then nothing waits.
  mutating func end() throws(Violation) {
    try work()
    guard server.exitStatus == nil else { return }
    for (id, count) in waiting where count > 0 {
      let spelling = id.hasPrefix("“") ? quoted(Array(id.dropFirst().dropLast().utf8)) : id
      for _ in 0..<count {
        let body = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(spelling)}}"#
        server.receive(Array(framed(body).utf8))
      }
    }
    try work()
    let open = waiting.filter { $0.value > 0 }
    try require(open.isEmpty, "no answer to \(open)")
    server.endInput()
    try work()
    try require(server.exitStatus != nil, "the end of the input does not end the server")
  }
}
