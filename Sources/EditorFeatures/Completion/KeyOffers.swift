import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// A key that a dictionary can have.
struct KeyOffer {
  var name: String
  /// The names that match it, starting with the key itself.
  var names: [String]
  /// Other words for it.
  var words: [String] = []
  var detail: String
  /// Whether the dictionary has it already.
  var isPresent = false
  var isDeprecated = false
  /// The initial value, and a different one for clients without snippets.
  let value: (Skeleton, plain: Skeleton?)
  /// The meaning of an initial value that isn’t a gap, such as “false”; empty if it has none.
  var initially = ""
  /// Whether there are completions in that value.
  var isFollowedByList = false
  /// The possible elements of a list, and an example if they may be anything.
  var values: [String] = []
  var exampleElement: String?
  /// Whether a value in the tree has the key’s type.
  let accepts: (Int) -> Bool
}

/// Completions of keys.
extension Offers {
  /// The keys that a dictionary lacks, with their values.
  ///
  /// - Parameter behind: The element after the cursor.
  func keys(_ offers: [KeyOffer], behind: Int?, _ gap: Cursor.Gap) -> [Candidate] {
    let place = placement(of: gap)
    let orphan = behind.flatMap { tree.nodes[$0].element == .key ? nil : $0 }
    return offers.filter { !$0.isPresent }.map { offer in
      let name = Skeleton.leaf(.key, offer.name)
      // An existing value without a key is used.
      if let orphan, offer.accepts(orphan) { return candidate(offer, gap.fragment.range, place.template(name)) }
      let (value, plain) = offer.value
      return candidate(
        offer, gap.fragment.range, place.template(name + value, plain: plain.map { name + $0 }), hasValue: true)
    }
  }

  /// The names for the text of a `<key>`, each with a value if there is none yet.
  func names(_ offers: [KeyOffer], owner: Int, key leaf: Int, _ place: TextPlace) -> [Candidate] {
    let next = nextElement(behind: leaf)
    let value = next.flatMap { tree.nodes[$0].element == .key ? nil : $0 }
    var absent = offers.filter { !$0.isPresent }
    // A value of the wrong type for every key doesn’t say which key is meant.
    if let value, offers.contains(where: { $0.accepts(value) }) { absent = absent.filter { $0.accepts(value) } }
    let end = place.lacksEndTag ? "</\(Element.key.name)>" : ""
    // Text between elements is a value without tags.
    let node = tree.nodes[leaf]
    let behind = tree.nextSibling(of: leaf).map { tree.nodes[$0].range.lower } ?? tree.nodes[owner].inner.upper
    let hasText = node.isClosed && context.hasText(from: node.range.upper, to: behind)
    return absent.map { offer in
      guard value == nil, !hasText else {
        return candidate(offer, place.range, Template(offer.name + end), tag: nil)
      }
      let (value, plain) = offer.value
      if place.lacksEndTag {
        let below = Placement(
          replacing: place.range, in: owner, previous: leaf, next: tree.nextSibling(of: leaf), of: tree)
        var insertion = below.template(value, plain: plain)
        insertion.parts.insert(.text(offer.name + end), at: 0)
        insertion.plainAlternative = insertion.plainAlternative.map { offer.name + end + $0 }
        return candidate(offer, place.range, insertion, tag: nil, hasValue: true)
      }
      var result = candidate(offer, place.range, Template(offer.name), tag: nil, hasValue: true)
      result.item.additionalEdits = [belowKey(leaf, owner: owner) { $0.template(value, plain: plain).plainText }]
      return result
    }
  }

  /// The edit that inserts lines below a key. Some clients apply it after they have changed the key’s line, so it is
  /// made at the start of the next line, if there is one and nothing else follows the key.
  private func belowKey(_ leaf: Int, owner: Int, _ text: (Placement) -> String) -> TextEdit {
    let behind = tree.nodes[leaf].range.upper
    let place = Placement(
      replacing: ByteRange(at: behind), in: owner, previous: leaf, next: tree.nextSibling(of: leaf), of: tree)
    let text = text(place)
    let lineEnd = place.layout.lineEnd
    let line = tree.text.line(at: behind)
    guard text.hasPrefix(lineEnd), behind == tree.text.contents(ofLine: line).upper, line + 1 < tree.text.lineCount
    else { return .insert(text, at: behind) }
    return .insert(text.dropFirst(lineEnd.count) + lineEnd, at: tree.text.contents(ofLine: line + 1).lower)
  }

  private func candidate(
    _ offer: KeyOffer, _ range: ByteRange, _ insertion: Template, tag: String? = Element.key.name,
    hasValue: Bool = false
  ) -> Candidate {
    let detail = offer.detail + (hasValue && !offer.initially.isEmpty ? ": \(offer.initially)" : "")
    var result = Candidate(
      .key, offer.name, detail: detail, range: range, insertion: insertion, names: offer.names,
      words: offer.words, tag: tag, documentationID: offer.name)
    result.item.isDeprecated = offer.isDeprecated
    result.item.isFollowedByList = offer.isFollowedByList
    return result
  }

  /// The keys of a dictionary in the manifest, the required ones first.
  func offers(of definition: ManifestDictionary, in owner: Int, except leaf: Int?) -> [KeyOffer] {
    let present = context.texts(ofEach: .key, in: owner, except: leaf)
    let offers = zip(definition.keys, shortForms(of: definition.keys.map(\.name))).map { key, short in
      (
        key.isRequired,
        KeyOffer(
          name: key.name, names: [key.name, short, key.xcodeName] + key.misspellings,
          detail: "\(key.isRequired ? "required" : "optional"), \(words(for: key.type))",
          isPresent: present.contains(key.name), value: skeleton(of: key, owner: owner),
          initially: key.type == .boolean
            ? "\(usualFlag(of: key, owner: owner))" : mayBeEmpty(key, owner: owner) ? "empty" : "",
          isFollowedByList: Self.isFollowedByList(key), accepts: { fits($0, key) })
      )
    }
    return offers.filter(\.0).map(\.1) + offers.filter { !$0.0 }.map(\.1)
  }

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
      // The entries of the two arrays of dictionaries have no common keys.
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

/// The name of a type: “array of strings”.
func words(for type: ManifestKey.ValueType) -> String {
  switch type {
  case .boolean: "Boolean"
  case .string: "string"
  case .arrayOfStrings: "array of strings"
  case .arrayOfDictionaries: "array of dictionaries"
  }
}
