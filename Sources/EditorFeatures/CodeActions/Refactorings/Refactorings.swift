import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// The refactorings at a cursor or for a selection: add entries and parts of entries, switch flags, merge entries.
///
/// What is offered depends on the place: on an entry’s start tag and its name, everything for the entry; on its parts,
/// what changes them; in a list, new elements; and on the root, or with everything selected, new entries of the
/// manifest. A light bulb on every line would be useless. In broken syntax nothing is offered, because a list may not
/// end where it seems to.
func refactorings(in snapshot: Snapshot, range: ByteRange) -> [CodeAction] {
  guard let site = RefactoringSite(snapshot, range) else { return [] }
  var result: [CodeAction] = []
  // An entry without a data type has a finding that says what is missing.
  if let entry = site.dataType, entry.identifier != nil {
    if site.isAbout(.purposes, of: entry) { result += [declarePurpose(entry, site)].compactMap(\.self) }
    if site.isAbout(.linked, of: entry) { result += markLinked(entry, site) }
    if site.isAbout(.usedForTracking, of: entry) { result += markUsedForTracking(entry, site) }
  }
  result += [mergeEntries(site)].compactMap(\.self)
  let entries = site.manifest.dataTypes.map(\.entry.value.range) + site.manifest.accessedAPIs.map(\.entry.value.range)
  let isInEntry = entries.contains { $0.contains(site.range) && site.range.upper < $0.upper }
  if site.area == .root || site.area == .dataTypes && !isInEntry { result += [addDataType(site)].compactMap(\.self) }
  if site.area == .root || site.area == .accessedAPIs && !isInEntry { result += addRequiredReasonAPIs(site) }
  return result
}

/// The place of a refactoring in a manifest.
struct RefactoringSite {
  /// The part of the manifest that the place is in, which decides what can be added there.
  enum Area {
    /// On the start tag of the root dictionary, or between its entries.
    case root
    case dataTypes, accessedAPIs
    /// Anywhere else.
    case other
  }

  let snapshot: Snapshot
  let manifest: PrivacyManifest
  /// The cursor or selection, without whitespace around it.
  let range: ByteRange
  let area: Area
  /// The file’s layout.
  let layout: Layout

  var document: Document { snapshot.document }
  var tree: PropertyListTree { snapshot.document.tree }
  var catalog: Catalog { snapshot.catalog }

  /// - Returns: Nil if the document isn’t a manifest, can’t be edited or is broken.
  init?(_ snapshot: Snapshot, _ range: ByteRange) {
    let tree = snapshot.document.tree
    guard let manifest = snapshot.visibleManifest, !tree.isBroken(in: manifest.root.value.range)
    else { return nil }
    let root = manifest.root.value
    var range = Self.trimmed(range, tree)
    // With everything selected, it is about the manifest as a whole.
    if range.contains(root.range) { range = root.node.startTag }
    guard root.range.contains(range) else { return nil }
    self.snapshot = snapshot
    self.manifest = manifest
    self.range = range
    layout = Layout(of: tree)
    var area = Area.root
    for field in manifest.root.fields where field.entry.range.contains(range) {
      switch field.key?.role {
      case .collectedDataTypes: area = .dataTypes
      case .accessedAPITypes: area = .accessedAPIs
      default: area = .other
      }
    }
    self.area = area
  }

  /// A selection without the whitespace around it; a cursor in the indentation of a line moves to the first character.
  private static func trimmed(_ range: ByteRange, _ tree: PropertyListTree) -> ByteRange {
    let text = tree.text
    let lower = min(max(range.lower, 0), text.count)
    let upper = min(max(range.upper, lower), text.count)
    guard lower == upper, tree.text.leadingBlanks(before: lower) != nil else {
      return text.trimmed(ByteRange(lower, upper))
    }
    let restOfLine = ByteRange(lower, text.contents(ofLine: text.line(at: lower)).upper)
    return ByteRange(at: text.trimmed(restOfLine).lower)
  }

  /// The data type entry that contains the range.
  var dataType: CollectedDataType? {
    area == .dataTypes ? manifest.dataTypes.last { $0.entry.value.range.contains(range) } : nil
  }

  /// Whether the range is on the name of an entry, or on its value for a key.
  func isAbout(_ role: ManifestKey.Role, of entry: CollectedDataType) -> Bool {
    if entry.entry.value.node.startTag.contains(range) { return true }
    return [.dataType, role].contains { entry.entry.field($0)?.entry.range.contains(range) ?? false }
  }

  /// The name of a key, for titles and edits.
  func name(_ role: ManifestKey.Role) -> String { catalog.name(role) }
}

// MARK: - Edits

extension RefactoringSite {
  /// The edit that appends elements to a container.
  func appending(_ skeleton: Skeleton, to container: PropertyListValue, plain: Skeleton? = nil) -> SnippetEdit {
    let place = Placement(behindLastChildOf: container, layout: layout)
    return SnippetEdit(place.range, place.template(skeleton, plain: plain))
  }

  /// The edit that adds an element to the array of a key, and the key and array if the dictionary lacks them; nil if
  /// the value isn’t an array.
  func adding(_ element: Skeleton, toArrayOf role: ManifestKey.Role, in dictionary: ManifestDictionaryValue)
    -> SnippetEdit?
  {
    if let value = dictionary.value(role) {
      return value.element == .array ? appending(element, to: value) : nil
    }
    guard dictionary.field(role) == nil else { return nil }
    return appending(.leaf(.key, name(role)) + .container(.array, element), to: dictionary.value)
  }

  /// The edit that sets the flag of a key, and adds the key if the dictionary lacks it; nil if the key has no value.
  func setting(_ role: ManifestKey.Role, in dictionary: ManifestDictionaryValue, to flag: Bool) -> SnippetEdit? {
    let element: Element = flag ? .true : .false
    if let value = dictionary.value(role) {
      return SnippetEdit(value.range, Template("<\(element.name)/>"))
    }
    guard dictionary.field(role) == nil else { return nil }
    return appending(.leaf(.key, name(role)) + .empty(element), to: dictionary.value)
  }
}

extension CodeAction {
  /// An action that changes the document, with tab stops if its edits have any.
  init(
    _ kind: Kind = .rewrite, id: String, title: String, _ changes: [SnippetEdit],
    diagnostics: [Diagnostic] = []
  ) {
    let changes = SnippetEdit.joined(changes)
    self.init(kind: kind, title: title, edits: changes.map(\.plain), diagnostics: diagnostics)
    self.id = id
    if changes.contains(where: \.template.hasStops) { snippets = changes }
  }
}
