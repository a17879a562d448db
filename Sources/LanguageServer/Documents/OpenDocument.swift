import LanguageServerProtocol
import PrivacyRules
import SourceText

/// An open document of a kind that the server handles.
final class OpenDocument {
  let uri: String
  let location: DocumentURI
  let kind: FileKind
  /// The absolute path with links resolved; nil for a document that isn’t a file.
  let resolvedPath: String?
  var version: Int?
  /// Distinguishes this text from all others that the server has seen.
  var revision: Int
  var fileSettings = FileSettings()
  /// The ``Project/generation`` when its findings were last sent or requested.
  var projectGeneration = 0
  /// The generation of source evidence at that time; 0 without any.
  var evidenceGeneration = 0
  /// The last semantic tokens that were sent, of this text or an earlier one.
  var lastSemanticTokens: (resultID: String, data: [UInt32])?
  /// The last reason shown to the user for not formatting the document; nil since it was last formatted.
  var formattingRefusal: String?
  /// Larger texts are kept but not parsed. Above four times this size they aren’t kept either, so that edits can’t use
  /// up memory.
  private let largestText: Int

  private(set) var text: SourceText
  /// Whether the text was given up, due to its size or after a crash; only a full replacement restores it.
  private(set) var isLost = false
  /// Whether the server crashed on the text: it isn’t parsed until it changes.
  private(set) var isSuspended = false
  /// The parsed text; nil until first used.
  private var parsed: Document?
  /// The latest changes, oldest first, so that a late one can be inserted before them. Helix 25.01 sends each change
  /// from a separate task: of the two changes that one key makes over a placeholder, the second often arrives first.
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

  /// The parsed text; nil if it is too large or suspended.
  var document: Document? {
    if parsed == nil, !isTooLarge, !isSuspended {
      parsed = Document(path: location.path, kind: kind, text: text)
    }
    return parsed
  }

  /// Applies the changes that lead to another version. Changes of an earlier version than the text’s are inserted
  /// between the two versions around it, if both are known.
  func apply(_ changes: [LSP.ContentChange], version: Int?, revision: Int, encoding: PositionEncoding) {
    let later = takeBackChanges(after: version)
    make(changes, version: version, encoding: encoding)
    for change in later { make(change.changes, version: change.version, encoding: encoding) }
    self.revision = revision
  }

  /// Reverts the changes that a late one belongs before.
  ///
  /// - Returns: Those changes, oldest first; empty for a change in order, or one whose place is unknown.
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

  /// Replaces a range, or everything. The range is clamped, and its ends may be in the wrong order.
  ///
  /// - Returns: What reverts the change; nil for a full replacement, a text that is given up, or a large change.
  private func apply(_ change: LSP.ContentChange, encoding: PositionEncoding) -> MadeChange.Replaced? {
    // The parsed document shares the text’s bytes; release it first, so that they are changed in place.
    parsed = nil
    // An edit doesn’t restore a text that was given up.
    isSuspended = isSuspended && isLost && change.range != nil
    guard let range = change.range else {
      // Line starts may take four times as much memory as the text: release the old ones first.
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

  /// Suspends the document until its text changes.
  func suspend() {
    parsed = nil
    isSuspended = true
  }

  /// Gives up the text because it may differ from the client’s.
  func giveUp() {
    parsed = nil
    isLost = true
    isSuspended = true
    text = SourceText([])
    latest = []
  }
}

/// A change that was applied to an open document, with what it replaced.
private struct MadeChange {
  /// The versions before and after it.
  let before: Int
  let version: Int
  let changes: [LSP.ContentChange]
  /// What each change replaced: the range of the new text right after the change, and the old bytes.
  let replaced: [Replaced]

  /// The largest change that is kept, in bytes removed or inserted.
  static let largest = 16_384

  struct Replaced {
    let range: ByteRange
    let bytes: [UInt8]
  }
}
