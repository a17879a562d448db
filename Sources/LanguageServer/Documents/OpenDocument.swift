import LanguageServerProtocol
import PrivacyRules
import SourceText

/// A document the client has open and that is one of ours.
final class OpenDocument {
  let uri: String
  let location: DocumentURI
  let kind: FileKind
  /// The absolute path without links; nil for what is no file.
  let resolvedPath: String?
  var version: Int?
  /// Tells this text from every other one the server has seen.
  var revision: Int
  var fileSettings = FileSettings()
  /// What ``Project/generation`` was when its findings were last sent or asked for.
  var projectGeneration = 0
  /// Which evidence of sources its findings rested on then; 0 without any.
  var evidenceGeneration = 0
  /// The last answer about its semantic tokens, of this text or an earlier one; nil if there was none.
  var lastSemanticTokens: (resultID: String, data: [UInt32])?
  /// What the user was told last of why the document is not formatted; nil since it was, or if it was not asked for.
  var formattingRefusal: String?
  /// Texts above this size are kept but not looked into. Four times the size they are not even kept, so that edits
  /// cannot make memory grow without end.
  private let largestText: Int

  private(set) var text: SourceText
  /// Whether the text was given up, for its size or after a crash; only a whole new text brings it back.
  private(set) var isLost = false
  /// Whether the server crashed over the text: then it is not looked into until it changes.
  private(set) var isSuspended = false
  /// What the text parses to; nil until it is asked for.
  private var parsed: Document?
  /// The latest changes, oldest first, so that one that arrives late goes before them. Helix 25.01 sends each change from
  /// a task of its own: of the two that one key makes over a placeholder, the second often comes first.
  private var latest: [MadeChange] = []

  init(
    uri: String, kind: FileKind, resolvedPath: String?, version: Int?, revision: Int, text: [UInt8], largestText: Int
  ) {
    self.uri = uri
    location = DocumentURI(uri)
    self.kind = kind
    self.resolvedPath = resolvedPath
    self.version = version
    self.revision = revision
    self.largestText = largestText
    self.text = SourceText(text)
  }

  var isTooLarge: Bool { isLost || text.count > largestText }

  /// What the text parses to, made on first use; nil if the text is too large.
  var document: Document? {
    if parsed == nil, !isTooLarge, !isSuspended {
      parsed = Document(path: location.path, kind: kind, text: text)
    }
    return parsed
  }

  /// Makes the changes that lead to another version, one after the other. Those of an earlier version than the text has
  /// are put between the two versions they belong between, if both are known.
  func apply(_ changes: [LSP.ContentChange], version: Int?, revision: Int, encoding: PositionEncoding) {
    let later = takeBackChanges(after: version)
    make(changes, version: version, encoding: encoding)
    for change in later { make(change.changes, version: change.version, encoding: encoding) }
    self.revision = revision
  }

  /// Takes back the changes that a late one belongs before.
  ///
  /// - Returns: Those changes, oldest first; none for a change that comes in turn, or whose place is not known.
  private func takeBackChanges(after version: Int?) -> [MadeChange] {
    guard let version, let first = latest.firstIndex(where: { version < $0.version }), latest[first].before < version
    else { return [] }
    let later = Array(latest[first...])
    latest.removeSubrange(first...)
    parsed = nil
    for change in later.reversed() {
      for old in change.replaced.reversed() { text.replace(old.range, with: old.bytes) }
      self.version = change.before
    }
    return later
  }

  private func make(_ changes: [LSP.ContentChange], version: Int?, encoding: PositionEncoding) {
    let replaced = changes.map { apply($0, encoding: encoding) }
    if let before = self.version, let version, before < version, replaced.allSatisfy({ $0 != nil }) {
      if latest.count == 4 { latest.removeFirst() }
      latest.append(
        MadeChange(before: before, version: version, changes: changes, replaced: replaced.compactMap(\.self)))
    } else {
      latest = []
    }
    self.version = version
  }

  /// Replaces one range, or everything. A range outside the text is clamped, one the wrong way round turned.
  ///
  /// - Returns: What takes it back; nil where the text was or is given up, or is a new one, and for a change that is more
  ///   than a key and a completion make.
  private func apply(_ change: LSP.ContentChange, encoding: PositionEncoding) -> MadeChange.Replaced? {
    // The parsed document shares the text's bytes; let go of it first, so that they are changed in place.
    parsed = nil
    // Of a text that was given up, an edit does not tell what it is now.
    isSuspended = isSuspended && isLost && change.range != nil
    guard let range = change.range else {
      // The places of its lines may take four times as much as the text: those of two texts are not there at once.
      text = SourceText([])
      isLost = change.text.count > largestText * 4
      if !isLost { text = SourceText(change.text) }
      return nil
    }
    if isLost { return nil }
    let old = Conversion.range(range, in: text, encoding)
    let bytes = max(old.count, change.text.count) <= MadeChange.largest ? Array(text.slice(old)) : nil
    text.replace(old, with: change.text)
    if text.count > largestText * 4 {
      isLost = true
      text = SourceText([])
      return nil
    }
    return bytes.map {
      MadeChange.Replaced(range: ByteRange(old.lower, old.lower + change.text.count), bytes: $0)
    }
  }

  /// Has the text not looked into until it changes.
  func suspend() {
    parsed = nil
    isSuspended = true
  }

  /// Gives the text up, since it is not known to be what the client has.
  func giveUp() {
    parsed = nil
    isLost = true
    isSuspended = true
    text = SourceText([])
    latest = []
  }
}

/// A change that was made to the text of an open document, with what it replaced.
private struct MadeChange {
  /// The versions that it leads from and to.
  let before: Int
  let version: Int
  let changes: [LSP.ContentChange]
  /// What each change replaced: where its own text is right after it, and the bytes that were there.
  let replaced: [Replaced]

  /// Larger ones are not kept, in bytes of what goes or comes.
  static let largest = 16_384

  struct Replaced {
    let range: ByteRange
    let bytes: [UInt8]
  }
}
