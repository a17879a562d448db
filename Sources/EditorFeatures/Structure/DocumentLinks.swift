import Catalog
import PrivacyRules
import PropertyList
public import SourceText

/// A range that links to a page.
public struct DocumentLink: Hashable, Sendable {
  public var range: ByteRange
  /// The URL of the page.
  public var target: String
  /// What the page is about.
  public var tooltip: String
}

private let mostLinks = 5_000

/// The links from exact names in the catalog to Apple’s pages, in order. Domains aren’t links: what tracks users
/// shouldn’t be one click away.
public func documentLinks(in snapshot: Snapshot) -> [DocumentLink] {
  guard let manifest = snapshot.visibleManifest else { return [] }
  let text = snapshot.document.text
  var links: [DocumentLink] = []
  func add(_ leaf: PropertyListValue?, _ provenance: Catalog.Provenance, _ what: String) {
    guard let leaf, !provenance.link.isEmpty else { return }
    let range = text.trimmed(leaf.textRange)
    if range.isEmpty { return }
    links.append(DocumentLink(range: range, target: provenance.link, tooltip: "Apple’s page on “\(what)”"))
  }
  for dictionary in manifest.dictionaries {
    for field in dictionary.fields where field.isExact {
      if let key = field.key { add(field.entry.key, key.provenance, key.xcodeName) }
    }
  }
  for entry in manifest.dataTypes {
    if let type = entry.dataType { add(entry.identifier, type.provenance, type.displayName) }
    for (value, purpose) in zip(entry.purposes, entry.namedPurposes) {
      if let purpose { add(value, purpose.provenance, purpose.displayName) }
    }
  }
  for entry in manifest.accessedAPIs {
    if let category = entry.namedCategory { add(entry.identifier, category.provenance, category.title) }
    for (value, named) in zip(entry.reasons, entry.namedReasons) {
      if let reason = named?.reason {
        add(value, reason.provenance, "\(reason.code), \(reason.shortMeaning)")
      }
    }
  }
  return Array(withoutOverlaps(links, \.range).prefix(mostLinks))
}
