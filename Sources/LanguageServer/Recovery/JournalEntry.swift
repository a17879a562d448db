import JSON
import LanguageServerProtocol

/// Something that must reach the client once, and that the client may wait for.
enum Delivery: Equatable {
  case answer(LSP.RequestID)
  /// The request to be told of files and settings.
  case registration
  case progressBegin(LSP.ProgressToken)
  case progressEnd(LSP.ProgressToken)

  private static let header = Array("Content-Length: ".utf8)
  private static let version = Array(#"{"jsonrpc":"2.0","#.utf8)
  private static let progress = Array(#""method":"$/progress""#.utf8)
  private static let id = Array(#""id":"#.utf8)
  private static let method = Array(#","method":"#.utf8)
  private static let registering = Array(#","method":"client/registerCapability""#.utf8)

  /// What a frame of ``LSP/Frame`` is; nil for any other, and for the rest of one. Of an answer, which may be large,
  /// only the id is read.
  init?(_ frame: [UInt8]) {
    guard frame.starts(with: Self.header), let start = frame.firstIndex(of: UInt8(ascii: "{")),
      frame[start...].starts(with: Self.version)
    else { return nil }
    let members = frame[(start + Self.version.count)...]
    if members.starts(with: Self.progress) {
      guard let params = try? JSONDocument.parse(Array(frame[start...])).root["params"],
        let token = params["token"].flatMap({ LSP.ProgressToken($0) })
      else { return nil }
      switch params["value"]?["kind"]?.string {
      case "begin": self = .progressBegin(token)
      case "end": self = .progressEnd(token)
      default: return nil
      }
    } else {
      let value = members.dropFirst(Self.id.count)
      guard members.starts(with: Self.id), let end = Self.end(of: value) else { return nil }
      let rest = value[end...]
      if rest.starts(with: Self.registering) {
        self = .registration
      } else if !rest.starts(with: Self.method), let json = try? JSONDocument.parse(Array(value[..<end])).root,
        let id = LSP.RequestID(json)
      {
        self = .answer(id)
      } else {
        return nil
      }
    }
  }

  /// Where the text or number ends that bytes begin with.
  private static func end(of value: ArraySlice<UInt8>) -> Int? {
    guard value.first == UInt8(ascii: "\"") else { return value.firstIndex(of: UInt8(ascii: ",")) }
    var isEscaped = false
    for index in value.indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if value[index] == UInt8(ascii: "\\") {
        isEscaped = true
      } else if value[index] == UInt8(ascii: "\"") {
        return index + 1
      }
    }
    return nil
  }
}

/// One entry of a ``Journal``.
enum JournalEntry: Equatable {
  /// Bytes as they were received.
  case input([UInt8])
  /// The first bytes of a frame were written.
  case delivered(Delivery)
  /// A frame is half written: what was left of it when so many bytes of the output were written.
  case rest(at: Int, ArraySlice<UInt8>)
  /// The editor's settings, as JSON.
  case settings([UInt8])
  /// The state of the session; what comes before it does not matter any more.
  case session(SavedSession)
  case document(SavedDocument)
}

/// A session without its documents.
struct SavedSession: Equatable {
  /// Up to where the input is in here, in bytes from the start of the session.
  var handledInput = 0
  /// Whether the reader was looking for the next valid header.
  var isReaderLost = false
  /// The request that began the session, and its parameters as JSON.
  var initializeID = LSP.RequestID.number(0)
  var initialize: [UInt8] = []
  /// Whether `initialized` came, and whether the client knows what it is to tell of.
  var isInitialized = false
  var isRegistered = false
  var isShutDown = false
  var trace = ""
  var folders: [String] = []
  /// The editor's settings as JSON; empty if there are none.
  var settings: [UInt8] = []
  /// Requests whose answers are not written yet.
  var unanswered: [LSP.RequestID] = []
  /// The progress that the client shows.
  var progress: [LSP.ProgressToken] = []
  /// The paths of files that are not looked into until they change.
  var suspendedFiles: [String] = []
}

/// An open document.
struct SavedDocument: Equatable {
  var uri: String
  var version: Int?
  var text: [UInt8]
  var isGivenUp = false
  var isSuspended = false
}

// MARK: - Bytes

extension JournalEntry {
  private enum Kind: UInt8 {
    case input = 1
    case delivered, rest, settings, session, document
  }

  /// What stands before an entry of received bytes: its kind and its length.
  static func inputHeader(count: Int) -> Int64 { header(.input, count: count) }

  /// What a header says of its entry: whether that is received bytes, and how many bytes it has.
  static func content(of header: Int64) -> (isInput: Bool, count: Int) {
    let header = Int(Int64(littleEndian: header))
    return (UInt8(truncatingIfNeeded: header) == Kind.input.rawValue, header >> 8)
  }

  private static func header(_ kind: Kind, count: Int) -> Int64 {
    (Int64(count) << 8 | Int64(kind.rawValue)).littleEndian
  }

  /// The entry's header and what follows it. What may be large stands at the end, and is not copied.
  var encoded: (header: Int64, body: [UInt8], end: ArraySlice<UInt8>) {
    var body = EntryWriter()
    var end: ArraySlice<UInt8> = []
    let kind: Kind
    switch self {
    case .input(let bytes):
      kind = .input
      end = bytes[...]
    case .delivered(let delivery):
      kind = .delivered
      body.delivery(delivery)
    case .rest(let position, let bytes):
      kind = .rest
      body.integer(position)
      body.integer(bytes.count)
      end = bytes
    case .settings(let bytes):
      kind = .settings
      end = bytes[...]
    case .session(let session):
      kind = .session
      body.session(session)
    case .document(let document):
      kind = .document
      body.document(document)
      end = document.text[...]
    }
    return (Self.header(kind, count: body.bytes.count + end.count), body.bytes, end)
  }

  /// The entries that stand one after the other in these bytes, up to the first that is not whole.
  static func entries(in bytes: [UInt8]) -> [JournalEntry] {
    var result: [JournalEntry] = []
    var reader = EntryReader(bytes)
    while let header = reader.integer(), let kind = Kind(rawValue: UInt8(truncatingIfNeeded: header)),
      let body = reader.take(header >> 8), let entry = JournalEntry(kind, body)
    {
      result.append(entry)
    }
    return result
  }

  private init?(_ kind: Kind, _ body: ArraySlice<UInt8>) {
    var reader = EntryReader(body)
    switch kind {
    case .input: self = .input(Array(body))
    case .settings: self = .settings(Array(body))
    case .delivered:
      guard let delivery = reader.delivery() else { return nil }
      self = .delivered(delivery)
    case .rest:
      guard let position = reader.integer(), let bytes = reader.block() else { return nil }
      self = .rest(at: position, bytes[...])
    case .session:
      guard let session = reader.session() else { return nil }
      self = .session(session)
    case .document:
      guard let document = reader.document() else { return nil }
      self = .document(document)
    }
  }
}

/// Puts values one after the other as bytes.
private struct EntryWriter {
  var bytes: [UInt8] = []

  mutating func integer(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func block(_ value: [UInt8]) {
    integer(value.count)
    bytes.append(contentsOf: value)
  }

  mutating func string(_ value: String) { block(Array(value.utf8)) }

  mutating func list<Element>(_ values: [Element], _ write: (inout EntryWriter, Element) -> Void) {
    integer(values.count)
    for value in values { write(&self, value) }
  }

  mutating func id(_ id: LSP.RequestID) {
    switch id {
    case .number(let number):
      flag(true)
      integer(number)
    case .string(let text):
      flag(false)
      string(text)
    }
  }

  mutating func delivery(_ delivery: Delivery) {
    switch delivery {
    case .answer(let id):
      integer(0)
      self.id(id)
    case .registration: integer(1)
    case .progressBegin(let token):
      integer(2)
      id(token)
    case .progressEnd(let token):
      integer(3)
      id(token)
    }
  }

  mutating func session(_ session: SavedSession) {
    integer(session.handledInput)
    flag(session.isReaderLost)
    id(session.initializeID)
    block(session.initialize)
    flag(session.isInitialized)
    flag(session.isRegistered)
    flag(session.isShutDown)
    string(session.trace)
    list(session.folders) { $0.string($1) }
    block(session.settings)
    list(session.unanswered) { $0.id($1) }
    list(session.progress) { $0.id($1) }
    list(session.suspendedFiles) { $0.string($1) }
  }

  /// All of a document but its text, which follows.
  mutating func document(_ document: SavedDocument) {
    string(document.uri)
    flag(document.version != nil)
    integer(document.version ?? 0)
    flag(document.isGivenUp)
    flag(document.isSuspended)
    integer(document.text.count)
  }
}

/// Takes values from bytes; nil where there are none.
private struct EntryReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func integer() -> Int? {
    guard let bytes = take(8) else { return nil }
    return Int(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  mutating func flag() -> Bool? { take(1).map { $0.first == 1 } }

  mutating func block() -> [UInt8]? {
    guard let count = integer(), let bytes = take(count) else { return nil }
    return Array(bytes)
  }

  mutating func string() -> String? { block().map { String(decoding: $0, as: UTF8.self) } }

  mutating func list<Element>(_ read: (inout EntryReader) -> Element?) -> [Element]? {
    // Each element takes a byte at least.
    guard let count = integer(), (0...rest.count).contains(count) else { return nil }
    var result: [Element] = []
    for _ in 0..<count {
      guard let element = read(&self) else { return nil }
      result.append(element)
    }
    return result
  }

  mutating func id() -> LSP.RequestID? {
    guard let isNumber = flag() else { return nil }
    return isNumber ? integer().map { .number($0) } : string().map { .string($0) }
  }

  mutating func delivery() -> Delivery? {
    switch integer() {
    case 0: id().map { .answer($0) }
    case 1: .registration
    case 2: id().map { .progressBegin($0) }
    case 3: id().map { .progressEnd($0) }
    default: nil
    }
  }

  mutating func session() -> SavedSession? {
    guard let handledInput = integer(), let isReaderLost = flag(), let initializeID = id(), let initialize = block(),
      let isInitialized = flag(), let isRegistered = flag(), let isShutDown = flag(), let trace = string(),
      let folders = list({ $0.string() }), let settings = block(), let unanswered = list({ $0.id() }),
      let progress = list({ $0.id() }), let suspendedFiles = list({ $0.string() })
    else { return nil }
    return SavedSession(
      handledInput: handledInput, isReaderLost: isReaderLost, initializeID: initializeID, initialize: initialize,
      isInitialized: isInitialized, isRegistered: isRegistered, isShutDown: isShutDown, trace: trace, folders: folders,
      settings: settings, unanswered: unanswered, progress: progress, suspendedFiles: suspendedFiles)
  }

  mutating func document() -> SavedDocument? {
    guard let uri = string(), let hasVersion = flag(), let version = integer(), let isGivenUp = flag(),
      let isSuspended = flag(), let text = block()
    else { return nil }
    return SavedDocument(
      uri: uri, version: hasVersion ? version : nil, text: text, isGivenUp: isGivenUp, isSuspended: isSuspended)
  }
}
