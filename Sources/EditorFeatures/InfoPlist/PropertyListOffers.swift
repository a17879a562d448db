import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Completions in an Info.plist or an entitlements file, the best first: keys about privacy, and their values.
func propertyListCompletions(in snapshot: Snapshot, at offset: Int, isAskedFor: Bool) -> [Completion] {
  guard let context = Context(snapshot, at: offset, of: [.infoPlist, .entitlements]) else { return [] }
  let offers = Offers(context: context, isAskedFor: isAskedFor)
  return PropertyListOffers(snapshot: snapshot, offers: offers, isEnglish: snapshot.isDevelopedInEnglish).all()
}

/// Completions of keys in Info.plist and of entitlements.
private struct PropertyListOffers {
  let snapshot: Snapshot
  let offers: Offers
  /// Whether to offer English sentences to complete.
  let isEnglish: Bool

  var context: Context { offers.context }
  var tree: PropertyListTree { context.tree }
  var catalog: Catalog { snapshot.catalog }

  func all() -> [Completion] {
    guard let root = tree.root, root.element == .dict else { return [] }
    if let slot = offers.emptyArray {
      let found = offers.items(inList(slot), into: slot)
      if !found.isEmpty { return found }
    }
    switch context.cursor.place {
    case .gap(let gap):
      let candidates = gap.container == root.index ? inRoot(gap) : inList(offers.slot(for: gap))
      return found(candidates, Typed(gap.fragment.typed), indentation: offers.indentation)
    case .text(let leaf): return inText(leaf)
    case .nowhere, .blankFile, .halfEndTag, .tag: return []
    }
  }

  // MARK: - Places

  private func inRoot(_ gap: Cursor.Gap) -> [Offers.Candidate] {
    let (before, behind) = context.elements(of: gap.container, around: gap.fragment.range.lower)
    guard let before, tree.nodes[before].element == .key else {
      return offers.keys(keyOffers(except: nil), behind: behind, gap)
    }
    // After a key without a value.
    let hasValue = behind.map { tree.nodes[$0].element != .key } ?? false
    let name = context.text(of: before)
    guard !hasValue, !offers.hasOtherText(gap), let key = key(named: name) else { return [] }
    let (value, plain) = key.value
    let insertion = offers.placement(of: gap).template(value, plain: plain)
    let label = Template((plain ?? value).lines.first?.parts ?? []).defaultText
    return [
      Offers.Candidate(
        .entry, label, detail: key.detail, range: gap.fragment.range, insertion: insertion,
        documentationID: key.name)
    ]
  }

  private func inList(_ slot: ArraySlot) -> [Offers.Candidate] {
    guard tree.nodes[slot.array].element == .array, let key = key(ofValue: slot.array) else { return [] }
    if let example = key.exampleElement {
      let insertion = slot.template(.leaf(.string, .stop(1)))
      return [
        Offers.Candidate(
          .entry, "<\(Element.string.name)>", detail: "\(key.detail), such as \(example)", range: slot.range,
          insertion: insertion,
          names: [Element.string.name], documentationID: key.name)
      ]
    }
    let present = context.texts(ofEach: .string, in: slot.array, except: nil)
    return key.values.filter { !present.contains($0) }.map { value in
      Offers.Candidate(
        .category, value, detail: key.detail, range: slot.range,
        insertion: slot.template(.leaf(.string, value)), tag: Element.string.name, documentationID: key.name)
    }
  }

  private func inText(_ leaf: Int) -> [Completion] {
    guard let place = TextPlace(leaf, at: context.cursor.offset, in: tree) else { return [] }
    let parent = Int(tree.nodes[leaf].parent)
    var candidates: [Offers.Candidate] = []
    let text = context.text(of: leaf)
    if tree.nodes[leaf].element == .key, parent == tree.root?.index {
      candidates = offers.names(keyOffers(except: leaf), owner: parent, key: leaf, place)
    } else if tree.nodes[leaf].element == .string, !place.lacksEndTag {
      candidates = texts(of: leaf, in: parent, place)
    }
    let current = candidates.contains { $0.item.label == text } ? text : nil
    for index in candidates.indices { candidates[index].item.additionalEdits += place.cleaning }
    let typed = Typed(tree.text[ByteRange(place.range.lower, context.cursor.offset)])
    return found(candidates, typed, current: current, indentation: offers.indentation)
  }

  /// Completions in the text of a string: a value in a list, or a sentence to complete in an empty string.
  private func texts(of leaf: Int, in parent: Int, _ place: TextPlace) -> [Offers.Candidate] {
    if tree.nodes[parent].element == .array {
      guard let key = key(ofValue: parent) else { return [] }
      let present = context.texts(ofEach: .string, in: parent, except: leaf)
      return key.values.filter { !present.contains($0) }.map { value in
        Offers.Candidate(
          .category, value, detail: key.detail, range: place.range, insertion: Template(value),
          documentationID: key.name)
      }
    }
    guard context.text(of: leaf).utf8.allSatisfy(isBlank), let key = purposeKey(ofText: leaf, in: parent),
      isEnglish, let text = key.textToComplete()
    else { return [] }
    return [
      Offers.Candidate(
        .entry, text, detail: key.title, range: place.range, insertion: Template(withGap: escapedForXML(text)),
        names: [text],
        documentationID: key.name)
    ]
  }

  // MARK: - Keys

  private func keyOffers(except leaf: Int?) -> [KeyOffer] {
    guard let root = tree.root?.index else { return [] }
    let present = context.texts(ofEach: .key, in: root, except: leaf)
    var keys: [KeyOffer]
    if snapshot.document.kind == .entitlements {
      keys = rankedEntitlements.map(key)
    } else {
      let ranked = RankedPurposeKeys(snapshot, present: present)
      keys =
        ranked.current.map(key) + catalog.relatedKeys.filter(\.isOffered).map(key) + ranked.deprecated.map(key)
        + suffixedKeys(leaf)
    }
    for index in keys.indices { keys[index].isPresent = present.contains(keys[index].name) }
    return keys
  }

  /// The key being typed for each kind of device, once a suffix is begun.
  private func suffixedKeys(_ leaf: Int?) -> [KeyOffer] {
    guard let leaf, tree.nodes[leaf].inner.count < 200 else { return [] }
    let text = context.text(of: leaf)
    guard let mark = text.firstIndex(where: { $0 == "-" || $0 == "~" }),
      let known = catalog.purposeKey(String(text[..<mark]))
    else { return [] }
    return catalog.keySuffixes.filter { $0.provenance.status == .verified }.map { suffix in
      var key = key(known)
      key.name += suffix.name
      key.names = [key.name]
      key.words = []
      key.detail += ", \(suffix.title) only"
      return key
    }
  }

  /// The entitlements in the order of completions: first those that the target’s purpose strings are about, then those
  /// that work on its platforms, then the rest.
  private var rankedEntitlements: [Entitlement] {
    let targets = snapshot.project.targets
    let platforms = Set(targets.flatMap(\.platforms.keys))
    let declared = Set(targets.flatMap(\.declarations).map(\.mention.name))
    let ranks = catalog.entitlements.map { entitlement in
      let isSpokenOf = entitlement.needs.contains { need in
        need.basis == .entitlement && need.value == nil && !declared.isDisjoint(with: need.keys)
      }
      let works = platforms.isEmpty || entitlement.platforms.contains { platforms.contains($0.platform) }
      return (rank: works ? isSpokenOf ? 0 : 1 : 2, entitlement: entitlement)
    }
    return ranks.sorted { $0.rank < $1.rank }.map(\.entitlement)
  }

  /// The completion for an exact name; nil for an unknown key.
  private func key(named name: String) -> KeyOffer? {
    if snapshot.document.kind == .entitlements { return catalog.entitlement(name).map(key) }
    if let key = catalog.purposeKey(name) { return self.key(key) }
    return catalog.relatedKey(name).flatMap { $0.isOffered ? key($0) : nil }
  }

  private func key(ofValue value: Int) -> KeyOffer? {
    guard Int(tree.nodes[value].parent) == tree.root?.index else { return nil }
    return context.keyNode(ofValue: value).flatMap { key(named: context.text(of: $0)) }
  }

  /// The purpose key of a text: its own key, or the one of the dictionary around it.
  private func purposeKey(ofText leaf: Int, in parent: Int) -> PurposeKey? {
    guard snapshot.document.kind == .infoPlist, let root = tree.root?.index else { return nil }
    let value = parent == root ? leaf : parent
    guard Int(tree.nodes[value].parent) == root, let name = context.keyNode(ofValue: value),
      let key = catalog.purposeKey(context.text(of: name))
    else { return nil }
    return key.type == (parent == root ? .string : .dictionaryOfStrings) ? key : nil
  }

  private func key(_ key: PurposeKey) -> KeyOffer {
    KeyOffer(
      name: key.name, names: [key.name, shortName(key.name), key.title] + (key.xcodeName.map { [$0] } ?? []),
      words: key.synonyms, detail: detail(of: key), isDeprecated: key.isDeprecated, value: value(of: key),
      initially: initially(key.type), accepts: { fits($0, key.type) })
  }

  private func key(_ key: RelatedKey) -> KeyOffer {
    KeyOffer(
      name: key.name, names: [key.name, shortName(key.name), key.title],
      detail: "\(key.title), \(words(for: key.type))", value: value(of: key.type), initially: initially(key.type),
      exampleElement: key.exampleElement, accepts: { fits($0, key.type) })
  }

  private func key(_ entitlement: Entitlement) -> KeyOffer {
    KeyOffer(
      name: entitlement.name, names: [entitlement.name, shortName(entitlement.name), entitlement.title],
      detail: "\(entitlement.title), \(words(for: entitlement.type))",
      isDeprecated: entitlement.provenance.isDeprecated,
      value: value(of: entitlement.type), initially: initially(entitlement.type), values: entitlement.values,
      accepts: { fits($0, entitlement.type) })
  }

  /// A name without common prefixes: “CameraUsageDescription”, “healthkit.access”.
  private func shortName(_ name: String) -> String {
    for prefix in ["com.apple.security.", "com.apple.developer.", "NS"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }

  // MARK: - Values

  private func value(of key: PurposeKey) -> (Skeleton, plain: Skeleton?) {
    guard let text = key.textToComplete() else { return value(of: key.type) }
    // There are no sentences to complete in other languages.
    let sentence = isEnglish ? Template(withGap: escapedForXML(text)).parts : [.stop(1)]
    switch key.type {
    case .string:
      let tag = Element.string.name
      return (.line([.text("<\(tag)>")] + sentence + [.text("</\(tag)>")]), nil)
    // Each app chooses its own names for these texts.
    case .dictionaryOfStrings:
      return (.container(.dict, .leaf(.key, .stop(1)) + .leaf(.string, .stop(2))), .empty(.dict))
    default: return value(of: key.type)
    }
  }

  private func initially(_ type: InfoPlistValueType) -> String { type == .boolean ? "true" : "" }

  private func value(of type: InfoPlistValueType) -> (Skeleton, plain: Skeleton?) {
    switch type {
    case .boolean: return (.boolean(true, stop: 1), nil)
    case .string, .url: return (.leaf(.string, .stop(1)), nil)
    case .arrayOfStrings: return (.container(.array, .leaf(.string, .stop(1))), .empty(.array))
    case .arrayOfDictionaries: return (.container(.array, .line([.stop(1)])), .empty(.array))
    case .dictionary, .dictionaryOfStrings, .dictionaryOfDescriptions:
      return (.container(.dict, .line([.stop(1)])), .empty(.dict))
    }
  }

  /// Whether a value in the tree has the type of a key.
  private func fits(_ value: Int, _ type: InfoPlistValueType) -> Bool {
    let element = tree.nodes[value].element
    switch type {
    case .boolean: return element.isBoolean
    case .string, .url: return element == .string
    case .arrayOfStrings, .arrayOfDictionaries: return element == .array
    case .dictionary, .dictionaryOfStrings, .dictionaryOfDescriptions: return element == .dict
    }
  }
}

/// The purpose keys in the order of completions.
struct RankedPurposeKeys {
  private(set) var current: [PurposeKey] = []
  private(set) var deprecated: [PurposeKey] = []

  /// First what other keys and entitlements require, then what works on the target’s platforms, then the rest.
  ///
  /// - Parameter present: The names of existing keys.
  init(_ snapshot: Snapshot, present: Set<String>) {
    let catalog = snapshot.catalog
    let file = snapshot.linter.read(snapshot.document)
    var platforms = Set(snapshot.project.targets.flatMap(\.platforms.keys))
    if platforms.isEmpty, let plist = file.infoPlist { platforms = Set(plist.platforms.keys) }
    let suggested = Self.suggested(by: present, file, snapshot)
    var ranks: [(rank: Int, key: PurposeKey)] = []
    for key in catalog.purposeKeys {
      if key.isDeprecated {
        deprecated.append(key)
        continue
      }
      let works = platforms.isEmpty || platforms.contains { key.works(on: $0) }
      ranks.append((suggested.contains(key.name) ? 0 : works ? 1 : 2, key))
    }
    current = ranks.sorted { $0.rank < $1.rank }.map(\.key)
  }

  /// The keys that existing ones suggest.
  private static func suggested(by present: Set<String>, _ file: ProjectFile, _ snapshot: Snapshot) -> Set<String> {
    let catalog = snapshot.catalog
    var result: Set<String> = []
    for name in present {
      if let key = catalog.purposeKey(name) {
        result.formUnion(key.successors)
        result.formUnion(key.related.filter { catalog.purposeKey($0) != nil })
      }
      if let key = catalog.relatedKey(name) { result.formUnion(key.requires) }
    }
    if let modes = file.infoPlist?.entry(.backgroundModes)?.value {
      for mode in modes.elements.prefix(100) {
        result.formUnion(catalog.backgroundMode(mode.string)?.purposeKeys ?? [])
      }
    }
    for target in snapshot.project.targets {
      for entry in target.files(.entitlements).compactMap(\.entitlements).flatMap(\.entries) {
        for need in entry.entitlement.needs where need.basis == .entitlement && entry.brings(need) {
          // One of them is enough.
          if present.isDisjoint(with: need.keys) { result.formUnion(need.keys) }
        }
      }
      if target.files(.privacyManifest).contains(where: { $0.manifest?.isTracking == true }),
        let key = catalog.purposeKey(.tracking)
      {
        result.insert(key.name)
      }
    }
    return result.subtracting(present)
  }
}

/// The text beside a purpose key’s name in the list of completions.
func detail(of key: PurposeKey) -> String {
  (key.isDeprecated ? "deprecated: " : "") + "\(key.title), \(words(for: key.type))"
}
