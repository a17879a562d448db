import LanguageServer
import ServerLoop

/// A language server that knows nothing: it reads the frames of a client with the product's reader, waits in its loop
/// and writes with its queue, but neither reads JSON nor keeps a text. What it takes from a frame to the answer is the
/// floor for anything built this way.
///
/// It tells the three kinds of messages apart by how a frame of the benchmarks' client begins.
struct EchoServer: FrameServer {
  /// The frame that answers a change of a document.
  private let diagnostics: [UInt8]
  private var reader = FrameReader()
  private var bodies: [[UInt8]] = []
  private var hasEnded = false

  var outbox = Outbox()
  private(set) var exitStatus: Int32?

  /// - Parameter size: How many bytes the body of a diagnostics frame has at least.
  init(diagnostics size: Int) {
    let head = #"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":""#
    let tail = #"","diagnostics":[]}}"#
    let padding = max(size - head.utf8.count - tail.utf8.count, 0)
    diagnostics = frame(Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: padding) + Array(tail.utf8))
  }

  var hasRoom: Bool { bodies.count < 16_384 }
  var hasWork: Bool { exitStatus == nil && (!bodies.isEmpty || hasEnded) }
  var statusOfEnd: Int32 { 0 }
  var clientProcess: Int32? { nil }

  mutating func receive(_ bytes: ArraySlice<UInt8>) {
    reader.append(bytes)
    while case .body(let body)? = reader.next() { bodies.append(body) }
  }

  mutating func endInput() {
    hasEnded = true
  }

  mutating func step() -> Bool {
    guard !bodies.isEmpty else {
      if hasEnded { exitStatus = 0 }
      return false
    }
    answer(bodies.removeFirst())
    return true
  }

  private mutating func answer(_ body: [UInt8]) {
    if body.starts(with: Self.request) {
      let id = body[Self.request.count...].prefix { (0x30...0x39).contains($0) }
      outbox.append(frame(Self.request + id + Self.result))
    } else if body.starts(with: Self.documentChange) {
      outbox.append(diagnostics)
    } else if body.starts(with: Self.exit) {
      exitStatus = 0
    }
  }

  private static let request = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let result = Array(#","result":{"contents":"echo"}}"#.utf8)
  private static let documentChange = Array(#"{"jsonrpc":"2.0","method":"textDocument/did"#.utf8)
  private static let exit = Array(#"{"jsonrpc":"2.0","method":"exit""#.utf8)
}

/// A message with its header.
func frame(_ body: [UInt8]) -> [UInt8] {
  Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
}
