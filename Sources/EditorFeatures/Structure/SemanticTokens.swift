import Catalog
import PrivacyRules
import PropertyList
public import SourceText

/// A piece of text that means something to Apple, or stands where only such a thing should.
public struct SemanticToken: Hashable, Sendable {
  public enum Kind: CaseIterable, Sendable {
    case knownKey, unknownKey, dataType, purpose, category, reason, domain
  }

  public var kind: Kind
  /// Bytes within one line, never none.
  public var range: ByteRange
  /// Whether Apple has withdrawn what the text names.
  public var isDeprecated = false
}

/// The tokens of a document in order, none of which overlap: the keys of the dictionaries that Apple describes, the
/// names that are Apple's letter for letter, and the tracking domains.
///
/// - Parameter range: Where only the tokens that have bytes in a part of the document are wanted, that part.
public func semanticTokens(in snapshot: Snapshot, range: ByteRange? = nil) -> [SemanticToken] {
  guard let manifest = snapshot.visibleManifest else { return [] }
  var tokens = TokenList(text: snapshot.document.text, range: range)
  for dictionary in manifest.dictionaries {
    for field in dictionary.fields {
      // A misspelt key is one that Apple does not know.
      guard field.isExact, let key = field.key else {
        tokens.add(.unknownKey, field.entry.key)
        continue
      }
      tokens.add(.knownKey, field.entry.key, key.provenance)
    }
  }
  for entry in manifest.dataTypes {
    if let value = entry.identifier, let type = entry.dataType { tokens.add(.dataType, value, type.provenance) }
    for (value, purpose) in zip(entry.purposes, entry.namedPurposes) {
      if let purpose { tokens.add(.purpose, value, purpose.provenance) }
    }
  }
  for api in manifest.accessedAPIs {
    if let value = api.identifier, let category = api.namedCategory {
      tokens.add(.category, value, category.provenance)
    }
    for (value, named) in zip(api.reasons, api.namedReasons) {
      if let named { tokens.add(.reason, value, named.reason.provenance) }
    }
  }
  for domain in manifest.trackingDomains { tokens.add(.domain, domain) }
  return withoutOverlaps(tokens.tokens, \.range)
}

private struct TokenList {
  /// The most tokens of a document: a text of a million lines under a wrong key would be as many.
  private static let most = 50_000
  let text: SourceText
  let range: ByteRange?
  var tokens: [SemanticToken] = []

  /// Adds the text of a leaf without the white space around it, a line at a time: few clients take a token of several.
  mutating func add(_ kind: SemanticToken.Kind, _ leaf: PropertyListValue, _ provenance: Catalog.Provenance? = nil) {
    let whole = range(of: leaf)
    guard isWanted(whole) else { return }
    let isDeprecated = provenance?.isDeprecated ?? false
    let first = text.line(at: whole.lower)
    for line in first...max(first, text.line(at: whole.upper)) where tokens.count < Self.most {
      let contents = text.contents(ofLine: line)
      let piece = text.trimmed(ByteRange(max(whole.lower, contents.lower), min(whole.upper, contents.upper)))
      if isWanted(piece) { tokens.append(SemanticToken(kind: kind, range: piece, isDeprecated: isDeprecated)) }
    }
  }

  /// The bytes of a leaf's text without the white space around it; where all of it is one CDATA section, of its text.
  private func range(of leaf: PropertyListValue) -> ByteRange {
    let range = text.trimmed(leaf.textRange)
    var children = leaf.tree.children(of: leaf.index)
    guard let child = children.next() else { return range }
    let node = leaf.tree.nodes[child]
    return node.kind == .cdata && node.range == range ? text.trimmed(node.inner) : range
  }

  private func isWanted(_ piece: ByteRange) -> Bool {
    guard !piece.isEmpty else { return false }
    return range.map { $0.lower < piece.upper && piece.lower < $0.upper } ?? true
  }
}
