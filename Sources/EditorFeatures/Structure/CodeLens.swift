import Catalog
public import PrivacyRules
import PropertyList
public import SourceText

/// A code lens.
public struct CodeLens: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// Show the label.
    case label
    /// Show the findings in the element.
    case findings
    /// Show where code uses what the element declares.
    case uses
  }

  /// The bytes of the element's start tag, on one line.
  public var range: ByteRange
  public var title: String
  public var action: Action
}

/// The most entries with lenses; nobody reads more.
private let mostEntries = 1_000

/// The code lenses of a document. In a manifest, over the root: a summary of the label and the number of findings; over
/// each entry: its place on the label, its findings and its uses in code. Over purpose keys in an Info.plist and build
/// settings: their uses in code. There are no lenses for zero findings or uses.
public func codeLenses(in snapshot: Snapshot) -> [CodeLens] {
  guard let manifest = ManifestView(snapshot) else { return purposeLenses(in: snapshot) }
  let root = manifest.manifest.root.value
  let label = snapshot.linter.label(of: [PrivacyLabel.Source(path: "", manifest: manifest.manifest)])
  var lenses = [manifest.lens(root, label.summary, .label)]
  func add(_ count: Int, over value: PropertyListValue) {
    if count > 0 { lenses.append(manifest.lens(value, words(for: count), .findings)) }
  }
  add(manifest.findingCount, over: root)
  for entry in manifest.entries.prefix(mostEntries) {
    if let standing = entry.standing { lenses.append(manifest.lens(entry.value, standing, .label)) }
    if let category = entry.category, let uses = snapshot.evidence?.count(of: .categories([category])) {
      lenses.append(manifest.lens(entry.value, uses, .uses))
    }
    add(manifest.findings(in: entry.value.range).count, over: entry.value)
  }
  return lenses
}

/// The number of uses in code for the purpose keys of an Info.plist or build settings.
private func purposeLenses(in snapshot: Snapshot) -> [CodeLens] {
  guard [.infoPlist, .xcodeProject, .buildSettings].contains(snapshot.document.kind), snapshot.document.hasPositions,
    let evidence = snapshot.evidence
  else { return [] }
  let mentions = snapshot.linter.read(snapshot.document).mentions.filter { $0.key != nil && !$0.isNamedText }
  // A project has a key in each configuration of each target.
  var counts: [String: String?] = [:]
  return mentions.prefix(mostEntries).compactMap { mention in
    let name = snapshot.catalog.root(of: mention.name)
    let count = counts[name] ?? evidence.count(of: .keys([name]))
    counts[name] = .some(count)
    return count.map { CodeLens(range: mention.nameRange, title: $0, action: .uses) }
  }
}

extension FileEvidence {
  /// “5 uses in 3 files”; nil if none is known.
  fileprivate func count(of subject: EvidenceSubject) -> String? {
    let found = uses(of: subject)
    if found.isEmpty { return nil }
    return "\(counted(found.count, "use")) in \(counted(Set(found.map(\.path)).count, "file"))"
  }
}

/// The findings in the entry at an offset, or in the whole document if there is none, with a title.
///
/// - Parameter offset: In bytes; nil for the whole document.
public func findings(in snapshot: Snapshot, at offset: Int?) -> (title: String, findings: [Diagnostic]) {
  if let offset, let manifest = ManifestView(snapshot),
    let entry = manifest.entries.last(where: { $0.value.range.lower <= offset && offset < $0.value.range.upper })
  {
    let found = Array(manifest.findings(in: entry.value.range))
    return ("\(words(for: found.count)) in \(entry.title)", found)
  }
  let found = snapshot.lint(fixes: .none)
  return ("\(words(for: found.count)) in \(snapshot.document.fileName)", found.diagnostics)
}

private func words(for count: Int) -> String {
  count == 0 ? "No findings" : counted(count, "finding")
}

/// A manifest with its entries and their findings.
private struct ManifestView {
  struct Entry {
    let value: PropertyListValue
    /// A short description of what it declares.
    let title: String
    /// The place of its data on the label; nil for an entry of another kind.
    var standing: String?
    /// The category that it declares; nil for an entry of another kind.
    var category: String?
  }

  let manifest: PrivacyManifest
  /// In the order of the text.
  let entries: [Entry]
  /// In the order of their ranges.
  let findings: [Diagnostic]
  /// The total number, including findings that aren’t listed.
  let findingCount: Int
  private let text: SourceText

  /// - Returns: Nil if the document has no manifest, or no text for lenses.
  init?(_ snapshot: Snapshot) {
    guard let manifest = snapshot.visibleManifest else { return nil }
    self.manifest = manifest
    text = snapshot.document.text
    let result = snapshot.lint(fixes: .none)
    findings = result.diagnostics
    findingCount = result.total
    let types = manifest.dataTypes.map { type in
      let name = type.meantType?.displayName ?? type.identifier.map { shortened($0.string, to: 80) }
      return Entry(
        value: type.entry.value, title: name ?? "an entry without a data type",
        standing: Self.standing(of: type, snapshot.catalog))
    }
    let apis = manifest.accessedAPIs.map { api in
      let name = api.category?.title ?? api.identifier.map { shortened($0.string, to: 80) }
      return Entry(value: api.entry.value, title: name ?? "an entry without a category", category: api.category?.id)
    }
    entries = (types + apis).sorted { $0.value.range.lower < $1.value.range.lower }
  }

  /// The place of an entry’s data on the label.
  private static func standing(of type: CollectedDataType, _ catalog: Catalog) -> String {
    func title(_ role: LabelCard.Role) -> String { catalog.labelCard(role)?.shortTitle ?? role.rawValue }
    guard type.dataType != nil else { return "Not on the label" }
    let link = title(type.isLinked == true ? .linked : .notLinked)
    return type.isUsedForTracking == true ? "\(link) · \(title(.tracking))" : link
  }

  /// The findings that begin in a range.
  func findings(in range: ByteRange) -> ArraySlice<Diagnostic> {
    let first = findings.partitioningIndex { $0.range.lower >= range.lower }
    return findings[first..<max(first, findings.partitioningIndex { $0.range.lower >= range.upper })]
  }

  func lens(_ value: PropertyListValue, _ title: String, _ action: CodeLens.Action) -> CodeLens {
    let tag = value.node.startTag
    let line = text.contents(ofLine: text.line(at: tag.lower))
    return CodeLens(
      range: ByteRange(tag.lower, max(tag.lower, min(tag.upper, line.upper))), title: title, action: action)
  }
}
