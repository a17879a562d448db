import Catalog
import PrivacyRules
import PropertyList
import SourceScan
import SourceText

/// Where code uses what is declared at an offset, in the order of paths and ranges.
public func uses(in snapshot: Snapshot, at offset: Int) -> [FilePlace] {
  EvidencePlace(snapshot, at: offset)?.uses(in: snapshot) ?? []
}

/// A place with something that code uses or a target declares.
struct EvidencePlace {
  let evidence: FileEvidence
  let subject: EvidenceSubject
  /// The range of the declaration in the document; nil in sources and if the cursor is on something else.
  let declaration: ByteRange?

  /// - Returns: Nil if nothing is known about sources, or the place has nothing that they use.
  init?(_ snapshot: Snapshot, at offset: Int) {
    guard let evidence = snapshot.evidence, snapshot.document.hasPositions else { return nil }
    self.evidence = evidence
    var found: (subject: EvidenceSubject, declaration: ByteRange?)?
    switch snapshot.document.kind {
    case .source: found = Self.use(in: snapshot, at: offset)?.subject(snapshot.catalog).map { ($0, nil) }
    case .privacyManifest: found = Self.inManifest(snapshot, offset)
    case .infoPlist, .xcodeProject, .buildSettings: found = Self.inInfoPlist(snapshot, offset)
    case .entitlements: found = Self.inEntitlements(snapshot, offset)
    case .stringsTable, .stringCatalog, .lockFile: break
    }
    guard let found else { return nil }
    (subject, declaration) = found
  }

  /// The use in source code whose symbol is at an offset.
  static func use(in snapshot: Snapshot, at offset: Int) -> SourceUse? {
    guard snapshot.document.kind == .source, let evidence = snapshot.evidence else { return nil }
    let touched = evidence.ownUses.filter { $0.range.touches(offset) && $0.range.upper <= snapshot.document.text.count }
    return touched.first { $0.counts && !$0.isGuideline } ?? touched.first { !$0.isGuideline } ?? touched.first
  }

  private static func inManifest(_ snapshot: Snapshot, _ offset: Int) -> (EvidenceSubject, ByteRange?)? {
    guard let manifest = snapshot.visibleManifest,
      let api = manifest.accessedAPIs.last(where: { $0.entry.value.range.touches(offset) }), let category = api.category
    else { return nil }
    if let reason = api.reasons.first(where: { $0.range.touches(offset) }),
      category.reason(reason.string) != nil
    {
      return (.reason(reason.string, category: category.id), reason.highlight)
    }
    return (.categories([category.id]), api.identifier?.highlight)
  }

  private static func inInfoPlist(_ snapshot: Snapshot, _ offset: Int) -> (EvidenceSubject, ByteRange?)? {
    let file = snapshot.linter.read(snapshot.document)
    let mention = file.mentions.filter { $0.range.touches(offset) && $0.key != nil && !$0.isNamedText }
      .min { $0.range.count < $1.range.count }
    if let mention { return (.keys([snapshot.catalog.root(of: mention.name)]), mention.nameRange) }
    for (key, entry) in file.infoPlist?.relatedEntries ?? [] where entry.range.touches(offset) {
      return (.keys([key.name]), entry.key.textRange)
    }
    return nil
  }

  /// Entitlements give access to what their purpose strings are for.
  private static func inEntitlements(_ snapshot: Snapshot, _ offset: Int) -> (EvidenceSubject, ByteRange?)? {
    let entries = snapshot.linter.read(snapshot.document).entitlements?.entries ?? []
    guard let entry = entries.first(where: { $0.entry.range.touches(offset) }) else { return nil }
    let keys = entry.entitlement.needs.flatMap(\.keys)
    return keys.isEmpty ? nil : (.keys(keys), nil)
  }
}

extension EvidencePlace {
  /// The uses in code, in the order of paths and ranges.
  func uses(in snapshot: Snapshot) -> [FilePlace] {
    evidence.uses(of: subject).map { place($0.path, $0.use.range, in: snapshot) }
  }

  /// The declarations in other files, and the document’s own.
  func declarations(in snapshot: Snapshot) -> [FilePlace] {
    // The evidence about the document itself may be older than its text.
    let others = evidence.declarations(of: subject).map { place($0.path, $0.range, in: snapshot) }
      .filter { $0.path != nil }
    return (declaration.map { [FilePlace(range: $0)] } ?? []) + others
  }

  private func place(_ path: String, _ range: ByteRange, in snapshot: Snapshot) -> FilePlace {
    FilePlace(path: path == evidence.path ? nil : path, range: range)
  }
}

extension [FilePlace] {
  /// The places and others that don’t overlap them.
  func adding(_ others: [FilePlace]) -> [FilePlace] {
    self + others.filter { other in !contains { $0.path == other.path && $0.range.touches(other.range) } }
  }
}
