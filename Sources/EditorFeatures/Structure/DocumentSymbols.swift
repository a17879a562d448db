public import Catalog
public import PrivacyRules
import PropertyList
public import SourceText

/// An item of a document’s outline.
public struct DocumentSymbol: Hashable, Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A key whose value is true or false.
    case flag
    /// A key whose value is an array, or a nested array.
    case list
    /// A dictionary that is an element of an array.
    case entry
    /// A key whose value is a dictionary.
    case dictionary
    /// A name from one of Apple's lists.
    case name
    /// A string that isn’t such a name.
    case string
    case number
    /// A date or data.
    case constant
    /// A key without a value, or with a value of another type.
    case key
  }

  /// A readable name on one line, never empty.
  public var name: String
  /// A detail after the name; may be empty.
  public var detail: String
  public var kind: Kind
  /// The bytes from a key to the end of its value.
  public var range: ByteRange
  /// The bytes of the value, within ``range``, which clients jump to.
  public var selection: ByteRange
  /// The children in order, each within ``range``.
  public var children: [DocumentSymbol] = []
}

/// The outline of a document with readable names. For a very large document, only the outer levels.
public func documentSymbols(of document: Document, catalog: Catalog) -> [DocumentSymbol] {
  guard let tree = document.visibleTree else { return projectFileSymbols(of: document, catalog: catalog) }
  guard let root = tree.root else { return [] }
  var outline = Outline(names: ElementNames(tree, catalog: catalog))
  return outline.symbols(of: root)
}

/// Builds the outline level by level, so that the outer levels of a large document are kept, and without recursion.
private struct Outline {
  /// The most symbols of a document; nobody reads more.
  private static let most = 5_000
  /// The deepest level, from zero.
  private static let deepest = 31

  struct Draft {
    var symbol: DocumentSymbol
    var parent: Int
    var level: Int
    /// The array or dictionary with the children.
    var container: Int?
    /// The manifest key whose value is an array.
    var key: ManifestKey?
  }

  let names: ElementNames
  var drafts: [Draft] = []

  private var tree: PropertyListTree { names.tree }

  mutating func symbols(of root: PropertyListValue) -> [DocumentSymbol] {
    addChildren(of: root.index, key: nil, parent: -1, level: 0)
    var next = 0
    while next < drafts.count {
      let draft = drafts[next]
      if let container = draft.container, draft.level < Self.deepest {
        addChildren(of: container, key: draft.key, parent: next, level: draft.level + 1)
      }
      next += 1
    }
    // Children come after their parents, so in reverse order each symbol is complete when it is added to its parent.
    var children: [Int: [DocumentSymbol]] = [:]
    for (index, draft) in drafts.enumerated().reversed() {
      var symbol = draft.symbol
      symbol.children = (children.removeValue(forKey: index) ?? []).reversed()
      children[draft.parent, default: []].append(symbol)
    }
    return (children[-1] ?? []).reversed()
  }

  private mutating func addChildren(of container: Int, key: ManifestKey?, parent: Int, level: Int) {
    switch tree.nodes[container].element {
    case .dict:
      var claimed: Set<Int> = []
      let first = drafts.count
      let isClosed = tree.nodes[container].isClosed
      PropertyListValue(tree: tree, index: container).forEachEntry { name, value in
        add(entry: name, value, parent: parent, level: level)
        if !isClosed, let value { claimed.insert(value) }
      }
      guard !isClosed else { return }
      // After an entry whose end tag is missing, the next entries are inside it, without keys.
      var place = 0
      for child in tree.children(of: container) where tree.nodes[child].element == .dict && !claimed.contains(child) {
        add(element: child, key: key, place: place, parent: parent, level: level)
        place += 1
      }
      if place > 0 { drafts[first...].sort { $0.symbol.range.lower < $1.symbol.range.lower } }
    case .array:
      var place = 0
      for child in tree.children(of: container) where tree.nodes[child].kind == .element {
        if drafts.count >= Self.most { return }
        add(element: child, key: key, place: place, parent: parent, level: level)
        place += 1
      }
    default:
      // A value of another type has no children.
      break
    }
  }

  private mutating func add(entry name: Int, _ value: Int?, parent: Int, level: Int) {
    guard drafts.count < Self.most else { return }
    let key = names.key(at: name)
    let nameNode = PropertyListValue(tree: tree, index: name)
    let valueNode = value.map { PropertyListValue(tree: tree, index: $0) }
    let kind = kind(of: valueNode, dictionary: .dictionary, key)
    let range = ByteRange(nameNode.range.lower, valueNode?.range.upper ?? nameNode.range.upper)
    drafts.append(
      Draft(
        symbol: DocumentSymbol(
          name: names.name(ofKey: name), detail: names.detail(ofValue: value, key: key), kind: kind, range: range,
          selection: (valueNode ?? nameNode).highlight),
        parent: parent, level: level, container: value, key: key))
  }

  private mutating func add(element index: Int, key: ManifestKey?, place: Int, parent: Int, level: Int) {
    guard drafts.count < Self.most else { return }
    let value = PropertyListValue(tree: tree, index: index)
    let kind = kind(of: value, dictionary: .entry, key)
    let words = names.words(ofElement: index, key: key, place: place)
    let target = words.naming.map { PropertyListValue(tree: tree, index: $0) } ?? value
    drafts.append(
      Draft(
        symbol: DocumentSymbol(
          name: words.name, detail: words.detail, kind: kind, range: value.range, selection: target.highlight),
        parent: parent, level: level, container: index, key: key))
  }

  private func kind(
    of value: PropertyListValue?, dictionary: DocumentSymbol.Kind, _ key: ManifestKey?
  ) -> DocumentSymbol.Kind {
    switch value?.element {
    case .dict: dictionary
    case .array: .list
    case .true, .false: .flag
    case .string: kind(ofStringFor: key)
    case .integer, .real: .number
    case .date, .data: .constant
    case .key, .plist, .other, nil: .key
    }
  }

  private func kind(ofStringFor key: ManifestKey?) -> DocumentSymbol.Kind {
    switch key?.role {
    case .tracking, .linked, .usedForTracking: .flag
    case .dataType, .category, .purposes, .reasons: .name
    case .trackingDomains, .collectedDataTypes, .accessedAPITypes, nil: .string
    }
  }
}
