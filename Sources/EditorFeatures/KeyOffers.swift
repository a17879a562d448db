import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Keys, where a dictionary expects one.
extension Offers {
  /// The keys that a dictionary lacks, each with its value.
  ///
  /// - Parameter behind: The element behind the cursor.
  func keys(of definition: ManifestDictionary, list: Int?, behind: Int?, _ gap: Cursor.Gap) -> [Candidate] {
    let place = placement(of: gap)
    let orphan = behind.flatMap { tree.nodes[$0].element == .key ? nil : $0 }
    return absentKeys(of: definition, in: gap.container, except: nil).map { key, names in
      let name = Skeleton.leaf(.key, key.name)
      // A value that waits for its key needs no other.
      if let orphan, fits(orphan, key) { return candidate(key, names, gap.fragment.range, place.template(name)) }
      let (value, plain) = skeleton(of: key, owner: gap.container)
      let insertion = place.template(name + value, plain: plain.map { name + $0 })
      return candidate(key, names, gap.fragment.range, insertion)
    }
  }

  /// The names that the text of a `<key>` may be, each with a value behind the key where none is yet.
  func names(of definition: ManifestDictionary, owner: Int, key leaf: Int, _ place: TextPlace) -> [Candidate] {
    let next = nextElement(behind: leaf)
    let value = next.flatMap { tree.nodes[$0].element == .key ? nil : $0 }
    var absent = absentKeys(of: definition, in: owner, except: leaf)
    // A value that no key of the dictionary takes says nothing about which one is meant.
    if let value, definition.keys.contains(where: { fits(value, $0) }) {
      absent = absent.filter { fits(value, $0.key) }
    }
    let end = place.lacksEndTag ? "</\(Element.key.name)>" : ""
    // Text between elements is a value that has no tags yet.
    let node = tree.nodes[leaf]
    let behind = tree.nextSibling(of: leaf).map { tree.nodes[$0].range.lower } ?? tree.nodes[owner].inner.upper
    let hasText = node.isClosed && context.hasText(from: node.range.upper, to: behind)
    return absent.map { key, names in
      guard value == nil, !hasText else {
        return candidate(key, names, place.range, Template(key.name + end), tag: nil)
      }
      let (value, plain) = skeleton(of: key, owner: owner)
      if place.lacksEndTag {
        let below = Placement(
          replacing: place.range, in: owner, previous: leaf, next: tree.nextSibling(of: leaf), of: tree)
        var insertion = below.template(value, plain: plain)
        insertion.parts.insert(.text(key.name + end), at: 0)
        insertion.plainAlternative = insertion.plainAlternative.map { key.name + end + $0 }
        return candidate(key, names, place.range, insertion, tag: nil)
      }
      let behind = ByteRange(at: tree.nodes[leaf].range.upper)
      let below = Placement(replacing: behind, in: owner, previous: leaf, next: tree.nextSibling(of: leaf), of: tree)
      var result = candidate(key, names, place.range, Template(key.name), tag: nil)
      result.item.additionalEdits = [TextEdit(behind, below.template(value, plain: plain).plainText)]
      return result
    }
  }

  private func candidate(
    _ key: ManifestKey, _ names: [String], _ range: ByteRange, _ insertion: Template, tag: String? = Element.key.name
  ) -> Candidate {
    Candidate(
      .key, key.name, detail: "\(key.isRequired ? "required" : "optional"), \(words(for: key.type))", range: range,
      insertion: insertion, names: names, tag: tag, documentationID: key.name)
  }

  /// The keys that a dictionary lacks, the required ones first, with the names they go by.
  private func absentKeys(
    of definition: ManifestDictionary, in owner: Int, except leaf: Int?
  ) -> [(key: ManifestKey, names: [String])] {
    var present: Set<String> = []
    for child in tree.children(of: owner) where child != leaf && tree.nodes[child].element == .key {
      if tree.nodes[child].inner.count < 200 { present.insert(context.text(of: child)) }
    }
    let named = zip(definition.keys, shortForms(of: definition.keys.map(\.name))).map { key, short in
      (key: key, names: [key.name, short, key.xcodeName] + key.misspellings)
    }
    let absent = named.filter { !present.contains($0.key.name) }
    return absent.filter(\.key.isRequired) + absent.filter { !$0.key.isRequired }
  }

  /// Whether a value is what a key takes.
  private func fits(_ value: Int, _ key: ManifestKey) -> Bool {
    let node = tree.nodes[value]
    switch key.type {
    case .boolean: return node.element.isBoolean
    case .string: return node.element == .string
    case .arrayOfStrings, .arrayOfDictionaries:
      guard node.element == .array else { return false }
      guard let first = firstElement(of: value) else { return true }
      guard let definition = catalog.entryDefinition(of: key) else { return tree.nodes[first].element == .string }
      guard tree.nodes[first].element == .dict else { return false }
      // The entries of the two arrays of dictionaries have no key in common.
      return firstElement(of: first).map { context.key(named: $0, in: definition) != nil } ?? true
    }
  }

  private func firstElement(of container: Int) -> Int? {
    tree.children(of: container).first { tree.nodes[$0].kind == .element }
  }

  private func nextElement(behind index: Int) -> Int? {
    var next = tree.nextSibling(of: index)
    while let sibling = next, tree.nodes[sibling].kind != .element { next = tree.nextSibling(of: sibling) }
    return next
  }

  func placement(of gap: Cursor.Gap) -> Placement {
    Placement(replacing: gap.fragment.range, in: gap.container, previous: gap.previous, next: gap.next, of: tree)
  }
}

/// A type in words: "array of strings".
func words(for type: ManifestKey.ValueType) -> String {
  switch type {
  case .boolean: "Boolean"
  case .string: "string"
  case .arrayOfStrings: "array of strings"
  case .arrayOfDictionaries: "array of dictionaries"
  }
}
