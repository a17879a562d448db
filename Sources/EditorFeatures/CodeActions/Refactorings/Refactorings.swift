import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// What can be rewritten at a cursor or for a selection: entries and parts of entries that are added, flags that are
/// switched, entries that are merged.
///
/// Offered is what the place is about: on an entry's start tag and its name all that can be done to it, on its parts what
/// changes them, on a list what it may get, and on the root, or for a selection of all, what the manifest may get. A light
/// bulb on every line would say nothing. Where the syntax is broken nothing is offered: what looks like a list may end
/// elsewhere.
func refactorings(in snapshot: Snapshot, range: ByteRange) -> [CodeAction] {
  guard let site = RefactoringSite(snapshot, range) else { return [] }
  var result: [CodeAction] = []
  // An entry that names no data type is another matter: what it lacks is the finding's to say.
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

/// The place in a manifest that is to be rewritten.
struct RefactoringSite {
  /// The part of the manifest a place is in, which decides what can be added there.
  enum Area {
    /// On the start tag of the root dictionary, or between its entries.
    case root
    case dataTypes, accessedAPIs
    /// Anywhere else.
    case other
  }

  let snapshot: Snapshot
  let manifest: PrivacyManifest
  /// The cursor or the selection, without blanks around it.
  let range: ByteRange
  let area: Area
  /// How the file is laid out.
  let layout: Layout

  var document: Document { snapshot.document }
  var tree: PropertyListTree { snapshot.document.tree }
  var catalog: Catalog { snapshot.catalog }

  /// - Returns: Nil in a document that is no manifest, that cannot be edited or is broken.
  init?(_ snapshot: Snapshot, _ range: ByteRange) {
    let tree = snapshot.document.tree
    guard let manifest = snapshot.visibleManifest, !tree.isBroken(in: manifest.root.value.range)
    else { return nil }
    let root = manifest.root.value
    var range = Self.trimmed(range, tree)
    // A selection of everything speaks of the manifest as a whole.
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

  /// A selection without the blanks around it; a cursor in the indentation of a line goes to what the line begins with.
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

  /// The one entry of the collected data types that the range lies in.
  var dataType: CollectedDataType? {
    area == .dataTypes ? manifest.dataTypes.last { $0.entry.value.range.contains(range) } : nil
  }

  /// Whether the range is on what names an entry, or on the part of it under a key.
  func isAbout(_ role: ManifestKey.Role, of entry: CollectedDataType) -> Bool {
    if entry.entry.value.node.startTag.contains(range) { return true }
    return [.dataType, role].contains { entry.entry.field($0)?.entry.range.contains(range) ?? false }
  }

  /// A title for a flag or list that is changed elsewhere too.
  func name(_ role: ManifestKey.Role) -> String { catalog.name(role) }
}

// MARK: - Edits

extension RefactoringSite {
  /// The edit that puts elements into a container behind its last child, or alone into an empty one.
  func appending(_ skeleton: Skeleton, to container: PropertyListValue, plain: Skeleton? = nil) -> SnippetEdit {
    let place = Placement(behindLastChildOf: container, layout: layout)
    return SnippetEdit(place.range, place.template(skeleton, plain: plain))
  }

  /// The edit that adds an element to the array of a key, with the key and the array where the dictionary lacks them;
  /// nil where something else stands in the array's place.
  func adding(_ element: Skeleton, toArrayOf role: ManifestKey.Role, in dictionary: ManifestDictionaryValue)
    -> SnippetEdit?
  {
    if let value = dictionary.value(role) {
      return value.element == .array ? appending(element, to: value) : nil
    }
    guard dictionary.field(role) == nil else { return nil }
    return appending(.leaf(.key, name(role)) + .container(.array, element), to: dictionary.value)
  }

  /// The edit that sets the flag of a key, with the key where the dictionary lacks it; nil where the key has no value.
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
  /// An action that changes a document, with stops for the cursor where its edits have any.
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
