import Catalog
import PrivacyRules
import PropertyList
import SourceScan
import SourceText

/// Completions of values: after a key, in an array, or in a string.
extension Offers {
  // MARK: - After a key

  /// Completions for the value of a key without one.
  func values(of key: ManifestKey, owner: Int, _ gap: Cursor.Gap) -> [Candidate] {
    let place = placement(of: gap)
    let range = gap.fragment.range
    switch key.type {
    case .boolean:
      return booleans(of: key, owner: owner) { flag in
        (range, place.template(.line([.text("<\(Self.name(of: flag))/>")])))
      }
    case .string:
      return wholeStrings(texts(for: key, owner: owner, array: nil, leaf: nil), range) { place.template($0) }
    case .arrayOfStrings, .arrayOfDictionaries:
      let (value, plain) = skeleton(of: key, owner: owner)
      let array = Element.array.name
      let isEmptyPlain = plain?.lines.count == 1
      // The self-closing form is an item of its own, so this one is the long form.
      let opened = Skeleton(lines: [value.lines.first, value.lines.last].compactMap { $0 })
      var result = [
        Candidate(
          .entry, "<\(array)>", detail: words(for: key.type), range: range,
          insertion: place.template(value, plain: isEmptyPlain ? opened : plain), names: [array],
          documentationID: key.name)
      ]
      result[0].item.isFollowedByList = Self.isFollowedByList(key)
      if mayBeEmpty(key, owner: owner) {
        result.append(
          Candidate(
            .entry, "<\(array)/>", detail: "no entries", range: range, insertion: place.template(.empty(.array)),
            names: [array], documentationID: key.name))
      }
      return result
    }
  }

  /// `<false/>` and `<true/>`, the usual one first.
  func booleans(
    of key: ManifestKey, owner: Int, insertion: (Bool) -> (ByteRange, Template)
  ) -> [Candidate] {
    let usual = usualFlag(of: key, owner: owner)
    return [usual, !usual].map { flag in
      let (range, template) = insertion(flag)
      let name = Self.name(of: flag)
      return Candidate(
        .boolean, "<\(name)/>", detail: "\(key.xcodeName): \(flag ? "yes" : "no")", range: range, insertion: template,
        names: [name, flag ? "yes" : "no"], documentationID: key.name)
    }
  }

  static func name(of flag: Bool) -> String {
    flag ? Element.true.name : Element.false.name
  }

  // MARK: - In an array

  /// Completions for an element of a key’s array.
  func elements(of key: ManifestKey, owner: Int, _ slot: ArraySlot) -> [Candidate] {
    if let definition = catalog.entryDefinition(of: key) { return entries(definition, slot) }
    guard key.type == .arrayOfStrings else { return [] }
    if key.role == .trackingDomains {
      let string = Element.string.name
      return [
        Candidate(
          .entry, "<\(string)>", detail: "a host", range: slot.range,
          insertion: slot.template(.leaf(.string, .stop(1))), names: [string], documentationID: key.name)
      ]
    }
    let texts = texts(for: key, owner: owner, array: slot.array, leaf: nil)
    return wholeStrings(texts, slot.range) { slot.template($0) }
  }

  /// One complete entry for each data type or category that isn’t declared yet.
  private func entries(_ definition: ManifestDictionary, _ slot: ArraySlot) -> [Candidate] {
    guard let naming = definition.keys.first(where: { $0.role == .dataType || $0.role == .category }) else { return [] }
    return texts(for: naming, list: slot.array, entry: nil).map { text in
      var stops = 0
      var inner = Skeleton()
      // A flag can’t be a gap, so the item says how it is set.
      var flags: [String] = []
      for key in definition.keys where key.isRequired {
        let isLinked = key.role == .linked && isLinkedByNature(text.id)
        if key.type == .boolean { flags.append(state(of: key.role, isLinked)) }
        inner = inner + .leaf(.key, key.name)
        if key.role == naming.role {
          inner = inner + .leaf(.string, text.id)
        } else {
          inner = inner + value(of: key, naming: text.id, stops: &stops)
        }
      }
      var candidate = Candidate(
        .entry, text.id, detail: ([text.detail] + flags).joined(separator: ", "), range: slot.range,
        insertion: slot.template(.container(.dict, inner)),
        names: text.names, words: text.words, tag: Element.dict.name, documentationID: text.id)
      candidate.item.isFollowedByList = naming.role == .category
      return candidate
    }
  }

  /// The value of a required key in a new entry.
  private func value(of key: ManifestKey, naming id: String, stops: inout Int) -> Skeleton {
    stops += 1
    switch key.type {
    case .boolean:
      return .boolean(key.role == .linked && isLinkedByNature(id), stop: stops)
    case .string: return .leaf(.string, .stop(stops))
    case .arrayOfStrings:
      return .container(.array, .leaf(.string, choice(of: usualChoices(of: key), stop: stops)))
    case .arrayOfDictionaries: return .empty(.array)
    }
  }

  /// Data that identifies a person is linked unless somebody says otherwise.
  private func isLinkedByNature(_ id: String) -> Bool { catalog.dataType(id)?.isLinkedByNature == true }

  /// The state of a flag in a new entry: “not linked”.
  private func state(of role: ManifestKey.Role, _ flag: Bool) -> String {
    (flag ? "" : "not ") + (role == .linked ? "linked" : "used for tracking")
  }

  /// A tab stop that is a gap until a text is chosen.
  private func choice(of choices: [String], stop: Int) -> Template.Part {
    .stop(stop, placeholder: choices.isEmpty ? "" : Gap.text, choices: choices)
  }

  private func wholeStrings(_ texts: [Text], _ range: ByteRange, _ template: (Skeleton) -> Template) -> [Candidate] {
    texts.map { text in
      Candidate(
        text.kind, text.id, detail: text.detail, range: range, insertion: template(.leaf(.string, text.id)),
        names: text.names, words: text.words, tag: Element.string.name, documentationID: text.id)
    }
  }

  // MARK: - In a string

  /// Completions for the text of a string.
  func texts(of key: ManifestKey, owner: Int, array: Int?, leaf: Int, _ place: TextPlace) -> [Candidate] {
    let end = place.lacksEndTag ? "</\(tree.nodes[leaf].element.name)>" : ""
    return texts(for: key, owner: owner, array: array, leaf: leaf).map { text in
      Candidate(
        text.kind, text.id, detail: text.detail, range: place.range,
        insertion: Template(escapedForXML(text.id) + end), names: text.names, words: text.words,
        documentationID: text.id)
    }
  }

  /// A name in the catalog that a string may have.
  struct Text {
    var id: String
    var names: [String]
    /// Other words for it.
    var words: [String] = []
    var detail: String
    var kind: Completion.Kind
  }

  /// The texts that a string may have and that aren’t already used.
  private func texts(for key: ManifestKey, owner: Int, array: Int?, leaf: Int?) -> [Text] {
    switch key.role {
    case .dataType, .category:
      // An array instead of a string is a different mistake; offer nothing.
      guard array == nil, case .dictionary(_, let list) = context.meaning(of: owner) else { return [] }
      return texts(for: key, list: list, entry: owner)
    case .purposes:
      let present = array.map { context.texts(ofEach: .string, in: $0, except: leaf) } ?? []
      return zip(catalog.purposes, shortForms(of: catalog.purposes.map(\.id)))
        .filter { !present.contains($0.0.id) }
        .map { purpose, short in
          let typed = purpose.displayName.split(separator: "’", omittingEmptySubsequences: false).joined(separator: "'")
          return Text(
            id: purpose.id, names: [purpose.id, short, purpose.displayName, typed] + purpose.misspellings,
            words: purpose.synonyms + wordsWithoutName(for: purpose.id),
            detail: purpose.displayName, kind: .purpose)
        }
    case .reasons:
      let present = array.map { context.texts(ofEach: .string, in: $0, except: leaf) } ?? []
      return reasons(for: owner, present: present)
    case .tracking, .trackingDomains, .collectedDataTypes, .accessedAPITypes, .linked, .usedForTracking: return []
    }
  }

  /// The data types or categories that no other entry declares.
  private func texts(for key: ManifestKey, list: Int?, entry: Int?) -> [Text] {
    if key.role == .dataType {
      let declared = context.declared(key.role, in: list, except: entry) { context.dataType(meantBy: $0)?.id }
      return zip(catalog.dataTypes, shortForms(of: catalog.dataTypes.map(\.id)))
        .filter { !declared.contains($0.0.id) }
        .map { type, short in
          Text(
            id: type.id, names: [type.id, short, type.displayName] + type.misspellings,
            words: type.synonyms + [type.labelCategory] + wordsWithoutName(for: type.id),
            detail: "\(type.displayName), \(type.labelCategory)", kind: .dataType)
        }
    }
    let declared = context.declared(key.role, in: list, except: entry) { context.category(meantBy: $0)?.id }
    return zip(catalog.categories, shortForms(of: catalog.categories.map(\.id)))
      .filter { !declared.contains($0.0.id) }
      .map { category, short in
        Text(
          id: category.id, names: [category.id, short, category.title] + category.misspellings,
          words: category.synonyms + category.symbols.map(\.name) + wordsWithoutName(for: category.id),
          detail: category.title, kind: .category)
      }
  }

  /// Words for things without a name of their own that may be declared under this one.
  private func wordsWithoutName(for id: String) -> [String] {
    catalog.unlistedNames.filter { $0.choices.contains(id) }.flatMap(\.names)
  }

  /// The reasons of an entry’s category, starting with those that source code suggests. For an entry without a
  /// category, the reasons of all categories, or of those that its other reasons belong to; none for an unknown
  /// category.
  private func reasons(for entry: Int, present: Set<String>) -> [Text] {
    func texts(_ category: APICategory, detail: (Reason) -> String) -> [Text] {
      let suggested = context.evidence?.suggestedReasons(for: category) ?? []
      let first = suggested.compactMap { category.reason($0.code) }
      let others = category.reasons.filter { reason in !first.contains { $0 === reason } }
      return (first + others).filter { !present.contains($0.code) }.map { reason in
        let why = suggested.first { $0.code == reason.code }.map { " (may fit: \($0.whyInSentence))" } ?? ""
        return Text(
          id: reason.code, names: [reason.code, reason.shortMeaning], detail: detail(reason) + why, kind: .reason)
      }
    }
    switch context.category(of: entry) {
    case .known(let category): return texts(category) { $0.shortMeaning }
    case .unknown: return []
    case .missing:
      let owners = Set(present.compactMap { catalog.reason($0)?.category.id })
      return catalog.categories.filter { owners.isEmpty || owners.contains($0.id) }.flatMap { category in
        texts(category) { "\(category.title): \($0.shortMeaning)" }
      }
    }
  }

  // MARK: - Skeletons

  /// The value for a new key, and a different one as plain text.
  func skeleton(of key: ManifestKey, owner: Int) -> (Skeleton, plain: Skeleton?) {
    switch key.type {
    case .boolean: return (.boolean(usualFlag(of: key, owner: owner), stop: 1), nil)
    case .string: return (.leaf(.string, .stop(1)), nil)
    case .arrayOfStrings:
      let array = Skeleton.container(.array, .leaf(.string, choice(of: usualChoices(of: key), stop: 1)))
      return (array, mayBeEmpty(key, owner: owner) ? .empty(.array) : nil)
    case .arrayOfDictionaries:
      let array = Skeleton.container(.array, .line([.stop(1)]))
      let opened = Skeleton(lines: [array.lines.first, array.lines.last].compactMap { $0 })
      return (array, mayBeEmpty(key, owner: owner) ? .empty(.array) : opened)
    }
  }

  /// Whether an empty array is valid.
  func mayBeEmpty(_ key: ManifestKey, owner: Int) -> Bool {
    switch key.role {
    case .collectedDataTypes: true
    case .trackingDomains: !isTracking(owner)
    default: false
    }
  }

  private func isTracking(_ root: Int) -> Bool {
    context.value(.tracking, of: root).map { tree.nodes[$0].element == .true } ?? false
  }

  /// The most common value of a Boolean if nothing is known.
  func usualFlag(of key: ManifestKey, owner: Int) -> Bool {
    // Domains without tracking would be a mistake.
    key.role == .tracking && context.hasTrackingDomains
  }

  /// Whether there are completions, not choices, in the value of a new key.
  static func isFollowedByList(_ key: ManifestKey) -> Bool {
    switch key.type {
    case .arrayOfDictionaries, .string: true
    case .arrayOfStrings: key.role == .reasons
    case .boolean: false
    }
  }

  /// The self-explanatory values of a key’s array, the most common first. Codes of reasons aren’t self-explanatory: the
  /// list of completions explains them.
  private func usualChoices(of key: ManifestKey) -> [String] {
    guard key.role == .purposes else { return [] }
    let purposes = catalog.purposes
    return purposes.mostUsualFirst.map(\.id)
  }
}
