import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// The meaning of places in a privacy manifest.
struct Context {
  let cursor: Cursor
  let linter: Linter
  /// What source code says about the document.
  let evidence: FileEvidence?

  var tree: PropertyListTree { cursor.tree }
  var catalog: Catalog { linter.catalog }

  /// - Parameter kinds: The kinds of documents to accept; ``meaning(of:)`` is only useful in a manifest.
  /// - Returns: Nil for a document of another kind, or one that isn’t XML.
  init?(_ snapshot: Snapshot, at offset: Int, of kinds: Set<FileKind> = [.privacyManifest]) {
    let document = snapshot.document
    guard kinds.contains(document.kind) else { return nil }
    linter = snapshot.linter
    evidence = snapshot.evidence
    if let tree = document.visibleTree {
      cursor = Cursor(tree, at: offset)
      return
    }
    // A lone word parses as an old-style string, but is most likely the first thing typed in a new file.
    guard document.format == .openStep, document.text.count <= 64 else { return nil }
    cursor = Cursor(PropertyListTree.parse(document.text), at: offset)
    guard case .blankFile = cursor.place else { return nil }
  }

  /// What an element is in a manifest.
  enum Meaning {
    /// A dictionary that the catalog defines; `list` is the array that contains it.
    case dictionary(ManifestDictionary, list: Int?)
    /// A `<key>` of such a dictionary.
    case key(of: ManifestDictionary, owner: Int)
    /// The value of a key.
    case value(ManifestKey, owner: Int)
    /// An element of the array that is the value of a key.
    case element(ManifestKey, array: Int, owner: Int)
    /// An array around the whole manifest.
    case rootArray
    case none
  }

  /// What an element is.
  func meaning(of index: Int) -> Meaning {
    // Nothing with a meaning is deeper than a string in a list in an entry in a list.
    guard let root = tree.root?.index else { return .none }
    var chain: [Int] = []
    var at = index
    while at != root {
      chain.append(at)
      at = Int(tree.nodes[at].parent)
      if chain.count > 10 || at <= 0 { return .none }
    }
    var meaning = Meaning.none
    if let definition = catalog.root {
      switch tree.nodes[root].element {
      case .dict: meaning = .dictionary(definition, list: nil)
      case .array: meaning = .rootArray
      default: break
      }
    }
    for child in chain.reversed() { meaning = step(from: meaning, of: Int(tree.nodes[child].parent), to: child) }
    return meaning
  }

  private func step(from meaning: Meaning, of parent: Int, to child: Int) -> Meaning {
    guard tree.nodes[child].kind == .element else { return .none }
    let element = tree.nodes[child].element
    switch meaning {
    case .dictionary(let definition, let list):
      if element == .key { return .key(of: definition, owner: parent) }
      let dictionary = linter.read(value(at: parent), as: definition)
      var key = dictionary?.key(at: child)
      if key == nil {
        // What is typed between a key and its value counts as the value here, though not for the rules.
        guard let name = keyNode(ofValue: child) else {
          // After an entry whose end tag is missing, the next entry is in it.
          let isNextEntry = element == .dict && list != nil && !tree.nodes[parent].isClosed
          return isNextEntry ? .dictionary(definition, list: list) : .none
        }
        key = dictionary?.key(at: name)
      }
      guard let key else { return .none }
      if element == .dict, let entry = linter.entryDefinition(of: value(at: child), under: key) {
        return .dictionary(entry, list: nil)
      }
      return .value(key, owner: parent)
    case .value(let key, let owner):
      guard tree.nodes[parent].element == .array else { return .none }
      if element == .dict, let entry = linter.entryDefinition(of: value(at: child), under: key) {
        return .dictionary(entry, list: parent)
      }
      return .element(key, array: parent, owner: owner)
    case .rootArray:
      guard element == .dict, let definition = catalog.root else { return .none }
      return .dictionary(definition, list: nil)
    case .key, .element, .none: return .none
    }
  }

  // MARK: - Keys

  /// The `<key>` that a value in a dictionary belongs to; nil if it has none.
  func keyNode(ofValue value: Int) -> Int? {
    var pending: Int?
    for child in tree.children(of: Int(tree.nodes[value].parent)) where tree.nodes[child].kind == .element {
      if child == value { return pending }
      pending = tree.nodes[child].element == .key ? child : nil
    }
    return nil
  }

  /// The key that a `<key>` names or means, as the rules read its dictionary.
  func key(named node: Int, in definition: ManifestDictionary) -> ManifestKey? {
    linter.read(value(at: Int(tree.nodes[node].parent)), as: definition)?.key(at: node)
  }

  /// The value that the rules read for a role in a dictionary.
  func value(_ role: ManifestKey.Role, of dictionary: Int) -> Int? {
    guard let definition = catalog.dictionaries.first(where: { $0.keys.contains { $0.role == role } }) else {
      return nil
    }
    return linter.read(value(at: dictionary), as: definition)?.value(role)?.index
  }

  private func value(at node: Int) -> PropertyListValue { PropertyListValue(tree: tree, index: node) }

  /// The elements of a container before and after an offset.
  func elements(of container: Int, around offset: Int) -> (before: Int?, behind: Int?) {
    var before: Int?
    for child in tree.children(of: container) where tree.nodes[child].kind == .element {
      if tree.nodes[child].range.lower >= offset { return (before, child) }
      before = child
    }
    return (before, nil)
  }

  /// Whether there is text where only elements are allowed: something half typed.
  func hasText(from lower: Int, to upper: Int) -> Bool {
    let between = tree.text.slice(ByteRange(lower, min(upper, lower + 4_096)))
    return !between.allSatisfy(isBlank)
  }

  // MARK: - Values

  /// The text of a leaf.
  func text(of leaf: Int) -> String {
    PropertyListValue(tree: tree, index: leaf).string
  }

  /// The category that an entry names or clearly means.
  enum EntryCategory {
    case known(APICategory)
    /// It doesn’t name one yet.
    case missing
    /// It names something else.
    case unknown
  }

  /// The category of an entry.
  func category(of entry: Int) -> EntryCategory {
    guard let value = value(.category, of: entry), tree.nodes[value].element == .string else { return .missing }
    let text = text(of: value)
    if text.utf8.allSatisfy(isBlank) { return .missing }
    return category(meantBy: text).map(EntryCategory.known) ?? .unknown
  }

  func category(meantBy text: String) -> APICategory? {
    catalog.category(text) ?? linter.vocabularies.categories.clearName(of: text).flatMap(catalog.category)
  }

  func dataType(meantBy text: String) -> DataType? {
    catalog.dataType(text) ?? linter.vocabularies.dataTypes.clearName(of: text).flatMap(catalog.dataType)
  }

  /// The texts of the strings in an array, or of the keys in a dictionary, except one of them.
  func texts(ofEach element: Element, in container: Int, except leaf: Int?) -> Set<String> {
    var result: Set<String> = []
    for child in tree.children(of: container) where child != leaf && tree.nodes[child].element == element {
      // No name in the catalog is this long.
      if tree.nodes[child].inner.count < 200 { result.insert(text(of: child)) }
    }
    return result
  }

  /// The values of a key in the other entries of a list, as identifiers; misspelled values count as what they mean.
  func declared(_ role: ManifestKey.Role, in list: Int?, except entry: Int?, meaning: (String) -> String?) -> Set<
    String
  > {
    guard let list else { return [] }
    var result: Set<String> = []
    var seen: Set<String> = []
    for child in tree.children(of: list) where child != entry && tree.nodes[child].element == .dict {
      guard let value = value(role, of: child), tree.nodes[value].element == .string,
        tree.nodes[value].inner.count < 200
      else { continue }
      let text = text(of: value)
      // A misspelling is compared with every name, so check each text once, and not too many.
      guard seen.count < 1_000, seen.insert(text).inserted else { continue }
      if let id = meaning(text) { result.insert(id) }
    }
    return result
  }

  /// Whether the manifest has any tracking domains.
  var hasTrackingDomains: Bool {
    guard let root = tree.root, let value = value(.trackingDomains, of: root.index) else { return false }
    return tree.children(of: value).contains { tree.nodes[$0].element == .string }
  }
}
