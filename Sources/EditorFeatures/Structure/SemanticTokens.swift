import Catalog
import PrivacyRules
import PropertyList
public import SourceText

/// A text with a meaning for Apple, or in a place for one.
public struct SemanticToken: Hashable, Sendable {
  public enum Kind: CaseIterable, Sendable {
    case knownKey, unknownKey, dataType, purpose, category, reason, domain
  }

  public var kind: Kind
  /// Within one line, never empty.
  public var range: ByteRange
  /// Whether Apple has withdrawn what the text names.
  public var isDeprecated = false
}

/// The semantic tokens of a document in order, without overlaps: the keys of known dictionaries, exact names from
/// Apple’s lists, and tracking domains.
///
/// - Parameter range: The part of the document for which to return tokens; nil for all of it.
public func semanticTokens(in snapshot: Snapshot, range: ByteRange? = nil) -> [SemanticToken] {
  guard let manifest = snapshot.visibleManifest else { return [] }
  var tokens = TokenList(text: snapshot.document.text, range: range)
  for dictionary in manifest.dictionaries {
    for field in dictionary.fields {
      // A misspelled key is an unknown key.
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
  /// The most tokens of a document: a text under a wrong key may have a million lines.
  private static let most = 50_000
  let text: SourceText
  let range: ByteRange?
  var tokens: [SemanticToken] = []

  /// Adds the text of a leaf without surrounding whitespace, line by line: few clients support tokens of several lines.
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

  /// The range of a leaf’s text without surrounding whitespace; if it is a single CDATA section, of its contents.
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
