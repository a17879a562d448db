import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// What can be rewritten at a cursor or for a selection: entries and parts of entries that are added, flags that are
/// switched, entries that are merged.
///
/// Offered is what the place is about; outside the root, and for a selection of all, what the manifest as a whole may
/// get. Where the syntax is broken nothing is: what looks like a list may end elsewhere.
func refactorings(in snapshot: Snapshot, range: ByteRange) -> [CodeAction] {
  guard let site = RefactoringSite(snapshot, range) else { return [] }
  var result: [CodeAction] = []
  // An entry that names no data type is another matter: what it lacks is the finding's to say.
  if let entry = site.dataType, entry.identifier != nil {
    result += [declarePurpose(entry, site)].compactMap(\.self)
    result += markLinked(entry, site) + markUsedForTracking(entry, site)
  }
  result += [mergeEntries(site)].compactMap(\.self)
  if site.area == .root || site.area == .dataTypes { result += [addDataType(site)].compactMap(\.self) }
  if site.area == .root || site.area == .accessedAPIs { result += addRequiredReasonAPIs(site) }
  return result
}

/// The place in a manifest that is to be rewritten.
struct RefactoringSite {
  /// The part of the manifest a place is in, which decides what can be added there.
  enum Area {
    /// Between the entries of the root dictionary, or in one that is no list of dictionaries.
    case root
    case dataTypes, accessedAPIs
    /// In a list to which nothing is added as a whole.
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
    // The header, the end and a selection of everything speak of the manifest as a whole.
    if !root.range.contains(range) { range = root.node.startTag }
    self.snapshot = snapshot
    self.manifest = manifest
    self.range = range
    layout = Layout(of: tree)
    var area = Area.root
    for field in manifest.root.fields where field.entry.range.contains(range) {
      switch field.key?.role {
      case .collectedDataTypes: area = .dataTypes
      case .accessedAPITypes: area = .accessedAPIs
      default: area = field.entry.value?.element.isContainer ?? false ? .other : .root
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
