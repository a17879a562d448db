package import LanguageServerProtocol

/// A message that must reach the client exactly once.
package enum Delivery: Equatable {
  case answer(LSP.RequestID)
  /// The registration for changes of files and settings.
  case registration
  case progressBegin(LSP.ProgressToken)
  case progressEnd(LSP.ProgressToken)
}

/// An entry of a ``Journal``.
package enum JournalEntry: Equatable {
  /// Bytes as they were received.
  case input([UInt8])
  /// A frame was written or begun.
  case delivered(Delivery)
  /// A partly written frame: what was left when this much of the output was written.
  case rest(at: Int, ArraySlice<UInt8>)
  /// The editor's settings, as JSON.
  case settings([UInt8])
  /// A snapshot of the session, which replaces everything before it.
  case session(SavedSession)
  case document(SavedDocument)
}

/// A session without its documents.
package struct SavedSession: Equatable {
  /// How much of the input is included, in bytes from the start of the session.
  package var handledInput = 0
  /// Whether the reader was searching for the next valid header.
  package var isReaderLost = false
  /// The id and parameters of the `initialize` request.
  package var initializeID = LSP.RequestID.number(0)
  package var initialize: [UInt8] = []
  /// Whether `initialized` was received, and whether registrations were sent.
  package var isInitialized = false
  package var isRegistered = false
  package var isShutDown = false
  package var trace = ""
  package var folders: [String] = []
  /// The editor’s settings as JSON; empty if there are none.
  package var settings: [UInt8] = []
  /// Requests whose responses aren’t written yet.
  package var unanswered: [LSP.RequestID] = []
  /// The progress tokens that the client shows.
  package var progress: [LSP.ProgressToken] = []
  /// The paths of files that aren’t read until they change.
  package var suspendedFiles: [String] = []

  package init() {}
}

/// An open document.
package struct SavedDocument: Equatable {
  package var uri: String
  package var version: Int?
  package var text: [UInt8]
  package var isGivenUp: Bool
  package var isSuspended: Bool

  package init(uri: String, version: Int? = nil, text: [UInt8], isGivenUp: Bool = false, isSuspended: Bool = false) {
    (self.uri, self.version, self.text) = (uri, version, text)
    (self.isGivenUp, self.isSuspended) = (isGivenUp, isSuspended)
  }
}

// MARK: - Bytes

extension JournalEntry {
  private enum Kind: UInt8 {
    case input = 1
    case delivered, rest, settings, session, document
  }

  /// The header of an entry of received bytes: its kind and length.
  static func inputHeader(count: Int) -> Int64 { header(.input, count: count) }

  /// Whether a header’s entry has received bytes, and its length.
  static func content(of header: Int64) -> (isInput: Bool, count: Int) {
    let header = Int(Int64(littleEndian: header))
    return (UInt8(truncatingIfNeeded: header) == Kind.input.rawValue, header >> 8)
  }

  private static func header(_ kind: Kind, count: Int) -> Int64 {
    (Int64(count) << 8 | Int64(kind.rawValue)).littleEndian
  }

  /// The entry’s header and contents. What may be large is at the end, and isn’t copied.
  var encoded: (header: Int64, body: [UInt8], end: ArraySlice<UInt8>) {
    var body = EntryCoder()
    var end: ArraySlice<UInt8> = []
    let kind: Kind
    switch self {
    case .input(let bytes):
      kind = .input
      end = bytes[...]
    case .delivered(var delivery):
      kind = .delivered
      body.delivery(&delivery)
    case .rest(var position, let bytes):
      kind = .rest
      body.integer(&position)
      body.count(bytes.count)
      end = bytes
    case .settings(let bytes):
      kind = .settings
      end = bytes[...]
    case .session(var session):
      kind = .session
      body.session(&session)
    case .document(var document):
      kind = .document
      body.document(&document)
      body.count(document.text.count)
      end = document.text[...]
    }
    return (Self.header(kind, count: body.bytes.count + end.count), Array(body.bytes), end)
  }

  /// The entries in some bytes, up to the first incomplete one.
  package static func entries(in bytes: [UInt8]) -> [JournalEntry] {
    var result: [JournalEntry] = []
    var reader = EntryCoder(reading: bytes[...])
    while true {
      var header = 0
      reader.integer(&header)
      let body = reader.take(header >> 8)
      guard !reader.isBroken, let kind = Kind(rawValue: UInt8(truncatingIfNeeded: header)),
        let entry = JournalEntry(kind, body)
      else { return result }
      result.append(entry)
    }
  }

  private init?(_ kind: Kind, _ body: ArraySlice<UInt8>) {
    var reader = EntryCoder(reading: body)
    switch kind {
    case .input: self = .input(Array(body))
    case .settings: self = .settings(Array(body))
    case .delivered:
      var delivery = Delivery.registration
      reader.delivery(&delivery)
      self = .delivered(delivery)
    case .rest:
      var (position, bytes) = (0, [UInt8]())
      reader.integer(&position)
      reader.block(&bytes)
      self = .rest(at: position, bytes[...])
    case .session:
      var session = SavedSession()
      reader.session(&session)
      self = .session(session)
    case .document:
      var document = SavedDocument(uri: "", text: [])
      reader.document(&document)
      reader.block(&document.text)
      self = .document(document)
    }
    if reader.isBroken { return nil }
  }
}

/// Encodes or decodes values: the same calls do both, so that they agree.
private struct EntryCoder {
  /// The encoded bytes, or those left to decode.
  private(set) var bytes: ArraySlice<UInt8>
  private let isReading: Bool
  /// Whether decoding failed.
  private(set) var isBroken = false

  init() { (bytes, isReading) = ([], false) }

  init(reading bytes: ArraySlice<UInt8>) { (self.bytes, isReading) = (bytes, true) }

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count else {
      isBroken = true
      return []
    }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func integer(_ value: inout Int) {
    if isReading {
      value = Int(truncatingIfNeeded: take(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    } else {
      withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// Encodes the size of something that follows; returns the decoded size.
  @discardableResult
  mutating func count(_ value: Int) -> Int {
    var value = value
    integer(&value)
    return value
  }

  mutating func flag(_ value: inout Bool) {
    if isReading { value = take(1).first == 1 } else { bytes.append(value ? 1 : 0) }
  }

  mutating func block(_ value: inout [UInt8]) {
    let count = count(value.count)
    if isReading { value = Array(take(count)) } else { bytes += value }
  }

  mutating func string(_ value: inout String) {
    var text = Array(value.utf8)
    block(&text)
    if isReading { value = String(decoding: text, as: UTF8.self) }
  }

  mutating func list<Element>(
    _ values: inout [Element], of element: Element, _ code: (inout EntryCoder, inout Element) -> Void
  ) {
    let count = count(values.count)
    if isReading {
      // Each element takes at least one byte.
      isBroken = isBroken || !(0...bytes.count).contains(count)
      values = []
      while values.count < count, !isBroken {
        var value = element
        code(&self, &value)
        values.append(value)
      }
      return
    }
    for index in values.indices { code(&self, &values[index]) }
  }

  mutating func id(_ id: inout LSP.RequestID) {
    var (isNumber, number, text) = (true, 0, "")
    switch id {
    case .number(let value): number = value
    case .string(let value): (isNumber, text) = (false, value)
    }
    flag(&isNumber)
    if isNumber { integer(&number) } else { string(&text) }
    id = isNumber ? .number(number) : .string(text)
  }

  mutating func delivery(_ delivery: inout Delivery) {
    var (kind, id) =
      switch delivery {
      case .answer(let id): (0, id)
      case .registration: (1, LSP.RequestID.number(0))
      case .progressBegin(let token): (2, token)
      case .progressEnd(let token): (3, token)
      }
    integer(&kind)
    if kind != 1 { self.id(&id) }
    switch kind {
    case 0: delivery = .answer(id)
    case 1: delivery = .registration
    case 2: delivery = .progressBegin(id)
    case 3: delivery = .progressEnd(id)
    default: isBroken = true
    }
  }

  mutating func session(_ session: inout SavedSession) {
    integer(&session.handledInput)
    flag(&session.isReaderLost)
    id(&session.initializeID)
    block(&session.initialize)
    flag(&session.isInitialized)
    flag(&session.isRegistered)
    flag(&session.isShutDown)
    string(&session.trace)
    list(&session.folders, of: "") { $0.string(&$1) }
    block(&session.settings)
    list(&session.unanswered, of: .number(0)) { $0.id(&$1) }
    list(&session.progress, of: .number(0)) { $0.id(&$1) }
    list(&session.suspendedFiles, of: "") { $0.string(&$1) }
  }

  /// All of a document except its text, which follows.
  mutating func document(_ document: inout SavedDocument) {
    string(&document.uri)
    var (hasVersion, version) = (document.version != nil, document.version ?? 0)
    flag(&hasVersion)
    integer(&version)
    document.version = hasVersion ? version : nil
    flag(&document.isGivenUp)
    flag(&document.isSuspended)
  }
}
