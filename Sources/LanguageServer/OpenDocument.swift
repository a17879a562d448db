import LanguageServerProtocol
import PrivacyRules
import SourceText

/// A document the client has open and that is one of ours.
struct OpenDocument {
  /// Texts above this size are kept but not looked into.
  static let largestText = 64 << 20
  /// Texts above this size are not even kept; edits cannot make memory grow without end.
  static let largestKeptText = 256 << 20

  let uri: String
  let location: DocumentURI
  let kind: FileKind
  var version: Int?
  /// Tells this text from every other one the server has seen.
  var revision: Int
  var fileSettings = FileSettings()

  private(set) var text: SourceText
  /// Whether the text was given up for its size; only a whole new text brings it back.
  private var isLost = false
  private var parsed: Document?

  init(uri: String, location: DocumentURI, kind: FileKind, version: Int?, revision: Int, text: [UInt8]) {
    self.uri = uri
    self.location = location
    self.kind = kind
    self.version = version
    self.revision = revision
    self.text = SourceText(text)
  }

  var isTooLarge: Bool { isLost || text.count > Self.largestText }

  /// What the text parses to, made on first use; nil if the text is too large.
  var document: Document? {
    mutating get {
      if parsed == nil, !isTooLarge { parsed = Document(path: location.path, kind: kind, text: text) }
      return parsed
    }
  }

  /// Replaces one range, or everything. A range outside the text is clamped, one the wrong way round turned.
  mutating func apply(_ change: LSP.ContentChange, encoding: PositionEncoding) {
    // The parsed document shares the text's bytes; let go of it first, so that they are changed in place.
    parsed = nil
    guard let range = change.range else {
      isLost = change.text.count > Self.largestKeptText
      text = SourceText(isLost ? [] : change.text)
      return
    }
    if isLost { return }
    let start = text.offset(of: Conversion.position(range.start), in: encoding)
    let end = text.offset(of: Conversion.position(range.end), in: encoding)
    text.replace(ByteRange(min(start, end), max(start, end)), with: change.text)
    if text.count > Self.largestKeptText {
      isLost = true
      text = SourceText([])
    }
  }
}
