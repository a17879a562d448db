import Catalog
import PrivacyRules
import PropertyList
public import SourceText

/// A part of a document that leads to a page.
public struct DocumentLink: Hashable, Sendable {
  public var range: ByteRange
  /// The page's address.
  public var target: String
  /// What the page is about, in words.
  public var tooltip: String

  public init(_ range: ByteRange, target: String, tooltip: String) {
    self.range = range
    self.target = target
    self.tooltip = tooltip
  }
}

/// The links from names that the catalog knows, letter for letter, to Apple's pages about them, in order. A domain is
/// no link: what tracks people had better not be one click away.
public func documentLinks(in snapshot: Snapshot) -> [DocumentLink] {
  guard let manifest = snapshot.visibleManifest else { return [] }
  var links = Links(text: snapshot.document.text)
  for dictionary in manifest.dictionaries {
    for field in dictionary.fields where field.isExact {
      if let key = field.key { links.add(field.entry.key, key.provenance, key.xcodeName) }
    }
  }
  for entry in manifest.dataTypes {
    if let type = entry.dataType { links.add(entry.identifier, type.provenance, type.displayName) }
    for (value, purpose) in zip(entry.purposes, entry.namedPurposes) {
      if let purpose { links.add(value, purpose.provenance, purpose.displayName) }
    }
  }
  for entry in manifest.accessedAPIs {
    if let category = entry.namedCategory { links.add(entry.identifier, category.provenance, category.title) }
    for (value, named) in zip(entry.reasons, entry.namedReasons) {
      if let reason = named?.reason {
        links.add(value, reason.provenance, "\(reason.code), \(reason.shortMeaning)")
      }
    }
  }
  return links.firstInOrder()
}

private struct Links {
  /// The most links of a document.
  private static let most = 5_000

  let text: SourceText
  private var found: [DocumentLink] = []

  init(text: SourceText) {
    self.text = text
  }

  mutating func add(_ leaf: PropertyListValue?, _ provenance: Catalog.Provenance, _ what: String) {
    guard let leaf, !provenance.link.isEmpty else { return }
    let range = text.trimmed(leaf.textRange)
    if range.isEmpty { return }
    found.append(DocumentLink(range, target: provenance.link, tooltip: "Apple’s page on “\(what)”"))
  }

  /// The links in the order of their ranges, each range once.
  func firstInOrder() -> [DocumentLink] { Array(withoutOverlaps(found, \.range).prefix(Self.most)) }
}
