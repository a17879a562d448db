public import Catalog
public import PropertyList
import SourceText

/// A privacy manifest: typed views of the tree, with all ranges.
///
/// A value of the wrong type counts as what it clearly means, and a misspelled key as the key it means, so that one
/// mistake makes one finding. The views are classes, because rules iterate over them repeatedly, and copying a struct
/// with many references retains each of them.
public final class PrivacyManifest: Sendable {
  /// The root dictionary.
  public let root: ManifestDictionaryValue
  public let dataTypes: [CollectedDataType]
  public let accessedAPIs: [AccessedAPI]
  /// The strings in the list of tracking domains.
  public let trackingDomains: PropertyListElements
  /// What a look at the bytes of the tracking domains shows.
  let hosts: HostSurvey
  /// The tracking flag; nil if it is absent or unclear.
  public let isTracking: Bool?
  /// The manifest’s keys a level too deep, as the value of the tracking flag; nil if that is no dictionary with any. The
  /// wrong type is reported, and the lists in it count as those that the manifest lacks.
  let nested: ManifestDictionaryValue?
  /// All dictionaries with a definition, the root first.
  public let dictionaries: [ManifestDictionaryValue]
  /// Entries that are in the wrong list.
  let misplacedEntries: [MisplacedEntries]
  /// The same entries; only their place is reported.
  var misplacedDictionaries: Set<ObjectIdentifier> {
    misplacedEntries.isEmpty ? [] : Set(misplacedEntries.flatMap { $0.entries.map(ObjectIdentifier.init) })
  }
  /// The offset of the first entry that wasn't read because there are too many; nil if all were read.
  let cut: Int?

  /// Entries that are in the wrong list.
  struct MisplacedEntries {
    /// The key of the list they are in, and the key of the list they belong in.
    let actual: ManifestKey
    let expected: ManifestKey
    let entries: [ManifestDictionaryValue]
    /// Whether all entries of the list are misplaced.
    let isWholeList: Bool
  }

  /// - Returns: Nil if the root is neither a dictionary nor an array that begins with one, or if it is an array of
  ///   entries: those belong in a manifest, but aren't one.
  public init?(_ tree: PropertyListTree, catalog: Catalog, vocabularies: Vocabularies) {
    guard let value = tree.root?.meantDictionaries.first, let definition = catalog.root,
      let names = vocabularies.keyNames(of: definition.id)
    else { return nil }
    if tree.root?.element == .array, Self.list(of: value, catalog, vocabularies) != nil { return nil }
    var cut: Int?
    let root = ManifestDictionaryValue(value, names, &cut)
    self.root = root
    let nested = root.value(.tracking).flatMap { value in
      value.element == .dict && value.entries.contains { definition.key(named: $0.name) != nil }
        ? ManifestDictionaryValue(value, names, &cut) : nil
    }
    self.nested = nested
    // There are fewer data types and categories than this, and each entry takes hundreds of bytes.
    let mostEntries = 5_000 + tree.text.count / 100
    isTracking = root.value(.tracking).flatMap(\.meantBool)
    trackingDomains = root.value(.trackingDomains).map(\.meantStrings) ?? PropertyListElements(tree: tree)
    hosts = HostSurvey(trackingDomains)

    func entries(_ role: ManifestKey.Role) -> [ManifestDictionaryValue] {
      guard let key = catalog.key(role), case .arrayOfDictionaries(let id) = key.type,
        let names = vocabularies.keyNames(of: id), let value = root.value(role) ?? nested?.value(role)
      else { return [] }
      let dictionaries = value.meantDictionaries
      if dictionaries.count > mostEntries { note(cut: dictionaries[mostEntries].range.lower, in: &cut) }
      return dictionaries.prefix(mostEntries).map { ManifestDictionaryValue($0, names, &cut) }
    }
    var lists = [ManifestKey.Role.collectedDataTypes, .accessedAPITypes].map { role in
      (key: catalog.key(role), entries: entries(role))
    }
    // Entries in the wrong list count as what they are.
    var misplaced: [MisplacedEntries] = []
    for (index, other) in [(0, 1), (1, 0)] {
      guard let actual = lists[index].key, let expected = lists[other].key,
        case .arrayOfDictionaries(let id) = expected.type, let names = vocabularies.keyNames(of: id)
      else { continue }
      let strangers = lists[index].entries.filter { $0.hasOnlyKeys(of: names) }
      if strangers.isEmpty { continue }
      let isWholeList = strangers.count == lists[index].entries.count
      let read = strangers.map { ManifestDictionaryValue($0.value, names, &cut) }
      misplaced.append(MisplacedEntries(actual: actual, expected: expected, entries: read, isWholeList: isWholeList))
      lists[index].entries.removeAll { $0.hasOnlyKeys(of: names) }
    }
    for group in misplaced { lists[group.expected.role == .collectedDataTypes ? 0 : 1].entries += group.entries }
    misplacedEntries = misplaced
    let collected = lists[0].entries
    let accessed = lists[1].entries
    dataTypes = collected.map { CollectedDataType($0, catalog, vocabularies) }
    accessedAPIs = accessed.map { AccessedAPI($0, catalog, vocabularies) }
    dictionaries = [root] + collected + accessed
    self.cut = cut
  }

  /// The list that a dictionary is an entry of, according to its keys; nil if it has keys of the root, or none of an
  /// entry.
  static func list(
    of dictionary: PropertyListValue, _ catalog: Catalog, _ vocabularies: Vocabularies
  ) -> ManifestKey? {
    guard let root = catalog.root else { return nil }
    let names = dictionary.entries.prefix(20).map(\.name)
    if names.contains(where: { root.key(named: $0) != nil }) { return nil }
    return root.keys.first { key in
      guard case .arrayOfDictionaries(let id) = key.type, let entry = vocabularies.keyNames(of: id) else {
        return false
      }
      return names.contains { entry.definition.key(named: $0) != nil }
    }
  }
}

extension Linter {
  /// A dictionary of a manifest, read as rules read it; nil if the definition isn't in the catalog.
  public func read(_ dictionary: PropertyListValue, as definition: ManifestDictionary) -> ManifestDictionaryValue? {
    var cut: Int?
    return vocabularies.keyNames(of: definition.id).map { ManifestDictionaryValue(dictionary, $0, &cut) }
  }

  /// The definition of a dictionary in a list: that of the list's entries or, if its keys say so, of the other list's;
  /// nil for a key without such a list.
  public func entryDefinition(of entry: PropertyListValue, under key: ManifestKey) -> ManifestDictionary? {
    guard let own = catalog.entryDefinition(of: key), let read = read(entry, as: own) else { return nil }
    let others = catalog.root?.keys.compactMap { catalog.entryDefinition(of: $0) } ?? []
    return others.first { other in
      other.id != own.id && vocabularies.keyNames(of: other.id).map(read.hasOnlyKeys) ?? false
    } ?? own
  }
}

/// Notes that reading stops at an offset.
private func note(cut offset: Int, in cut: inout Int?) { cut = min(cut ?? .max, offset) }

/// A dictionary of the manifest with its definition.
public final class ManifestDictionaryValue: Sendable {
  public let value: PropertyListValue
  let names: Vocabularies.KeyNames
  /// The entries in order, including duplicates.
  let slots: [Slot]
  /// The keys that are present, misspelled or not, as one bit per key of the definition.
  let present: UInt64
  /// Required keys that are absent, but will be present once the unknown keys are corrected, as bits.
  let implied: UInt64
  /// Absent keys whose names begin with a key that is being typed, as bits.
  private let halfTyped: UInt64

  public var definition: ManifestDictionary { names.definition }
  /// Required keys that are absent and have to be reported as missing, as bits.
  var missing: UInt64 { names.required & ~(present | implied) }

  /// The keys whose bits are set.
  func keys(in bits: UInt64) -> [ManifestKey] {
    definition.keys.indices.filter { bits & 1 << UInt64($0) != 0 }.map { definition.keys[$0] }
  }

  /// An entry as indices only, which is all that most rules need.
  struct Slot {
    enum Match: UInt8 {
      /// The name is exactly a key's.
      case exact
      /// The name is a misspelling of a key that is otherwise absent.
      case misspelt
      /// The name matches no key.
      case unknown
    }

    /// The nodes of key and value; -1 for a missing value.
    let keyNode: Int32
    let valueNode: Int32
    /// The index of the key in the definition; -1 for none.
    private(set) var key: Int8
    private(set) var match: Match

    /// Takes the name as a misspelling of a key.
    mutating func means(_ index: Int) { (key, match) = (Int8(clamping: index), .misspelt) }
  }

  /// An entry with everything that is known about it.
  public struct Field: Sendable {
    let dictionary: ManifestDictionaryValue
    let slot: Slot

    public var entry: PropertyListEntry {
      let tree = dictionary.value.tree
      return PropertyListEntry(
        key: PropertyListValue(tree: tree, index: Int(slot.keyNode)),
        value: slot.valueNode < 0 ? nil : PropertyListValue(tree: tree, index: Int(slot.valueNode)))
    }
    public var name: String { entry.name }
    /// The key that the name is or means; nil for an unknown name.
    public var key: ManifestKey? { slot.key < 0 ? nil : dictionary.definition.keys[Int(slot.key)] }
    /// How the name is misspelled; nil if it is right or unknown.
    public var spelling: Spelling? {
      guard slot.match != .exact else { return nil }
      let spelling = dictionary.names.vocabulary.spelling(of: name)
      guard let key, spelling?.name != key.name else { return spelling }
      return Spelling(name: key.name, difference: .related)
    }
    /// Whether the name is exactly a key's.
    public var isExact: Bool { slot.match == .exact }
  }

  /// How many entries are read; a definition has only a few keys.
  private static let mostEntries = 5_000

  init(_ value: PropertyListValue, _ names: Vocabularies.KeyNames, _ cut: inout Int?) {
    self.value = value
    self.names = names
    var slots: [Slot] = []
    var exact: UInt64 = 0
    var hasOthers = false
    var isDoubled = false
    var halfTyped: UInt64 = 0
    var firstLeftOut: Int?
    value.forEachEntry { key, element in
      guard slots.count < Self.mostEntries else {
        firstLeftOut = firstLeftOut ?? key
        return
      }
      let index = names.names.index(of: PropertyListValue(tree: value.tree, index: key))
      if let index {
        isDoubled = isDoubled || exact & 1 << UInt64(index) != 0
        exact |= 1 << UInt64(index)
      } else {
        hasOthers = true
      }
      slots.append(
        Slot(
          keyNode: Int32(clamping: key), valueNode: Int32(clamping: element ?? -1), key: Int8(clamping: index ?? -1),
          match: index == nil ? .unknown : .exact))
    }
    if let firstLeftOut { note(cut: value.tree.nodes[firstLeftOut].range.lower, in: &cut) }
    var present = exact
    let keys = names.definition.keys
    /// The absent keys that begin with a name and can have a value.
    func begun(by name: String, _ element: PropertyListValue) -> [Int] {
      keys.indices.filter {
        present & 1 << UInt64($0) == 0 && keys[$0].name.hasPrefix(name)
          && element.mayBe(keys[$0].type, withKeys: names.entryKeys.value[$0])
      }
    }
    if hasOthers {
      for (place, slot) in slots.enumerated() where slot.match == .unknown {
        let name = PropertyListValue(tree: value.tree, index: Int(slot.keyNode)).string
        guard !names.foreign.contains(name), let spelling = names.vocabulary.spelling(of: name),
          spelling.isOnlyCandidate || spelling.difference != .related,
          let index = names.definition.keys.firstIndex(where: { $0.name == spelling.name }),
          // A key that is present already, misspelled or not, isn't what this name means.
          present & 1 << UInt64(index) == 0
        else { continue }
        if slot.valueNode >= 0, spelling.difference != .blanks, spelling.difference != .letterCase {
          // If only a longer name can have this value, this is the start of that name.
          let element = PropertyListValue(tree: value.tree, index: Int(slot.valueNode))
          if !element.has(type: keys[index].type), !begun(by: name, element).isEmpty { continue }
        }
        present |= 1 << UInt64(index)
        slots[place].means(index)
      }
    }
    // A key that is being typed is the start of a name, and its value shows which.
    var counts: [Int8: Int] = [:]
    if hasOthers || isDoubled { for slot in slots { counts[slot.key, default: 0] += 1 } }
    for (place, slot) in slots.enumerated() where hasOthers || isDoubled {
      guard slot.match != .misspelt, slot.valueNode >= 0 else { continue }
      let name = PropertyListValue(tree: value.tree, index: Int(slot.keyNode)).string
      let element = PropertyListValue(tree: value.tree, index: Int(slot.valueNode))
      if slot.match == .exact {
        // The shorter of two names, if it is present already and can't have this value.
        guard counts[slot.key, default: 0] > 1, !element.has(type: keys[Int(slot.key)].type) else { continue }
      }
      let absent = begun(by: name, element)
      // A common prefix of all keys identifies none.
      let isDistinctive = slot.match == .exact || !keys.allSatisfy { $0.name.hasPrefix(name) }
      if absent.count == 1, isDistinctive, let index = absent.first {
        present |= 1 << UInt64(index)
        slots[place].means(index)
      } else {
        for index in absent { halfTyped |= 1 << UInt64(index) }
      }
    }
    // If there are as many unknown keys as missing ones, and their values have the right types, they are the same
    // mistakes.
    var missing = names.required & ~present
    var implied: UInt64 = 0
    var strangers: [Int] = []
    if missing != 0, hasOthers {
      for place in slots.indices where slots[place].match == .unknown && slots[place].valueNode >= 0 {
        let name = PropertyListValue(tree: value.tree, index: Int(slots[place].keyNode)).string
        if let role = names.catalog.nameKind(of: name)?.role {
          guard keys.contains(where: { $0.role == role }) else { continue }
          // If a value is in place of its key, the next value may be there too: a category and its reasons.
          let element = PropertyListValue(tree: value.tree, index: Int(slots[place].valueNode)).element
          for (index, key) in keys.enumerated() where present & 1 << UInt64(index) == 0 {
            if key.role == role || key.type == .arrayOfStrings && (element == .array || element == .string) {
              implied |= 1 << UInt64(index)
            }
          }
        } else if exact != 0 || !names.foreign.contains(name) {
          strangers.append(place)
        }
      }
      missing &= ~implied
    }
    let isOnly = missing.nonzeroBitCount == 1 && strangers.count == 1
    for (index, key) in keys.enumerated() where !strangers.isEmpty && missing & 1 << UInt64(index) != 0 {
      let alike = keys.indices.filter { missing & 1 << UInt64($0) != 0 && keys[$0].type == key.type }
      let fitting = strangers.filter { place in
        let value = PropertyListValue(tree: value.tree, index: Int(slots[place].valueNode))
        guard value.has(type: key.type) else { return false }
        // If several keys are missing, only a known value or the end of the key's name shows that a string isn't a remark.
        if isOnly || key.type != .string || names.catalog.nameKind(of: value.string)?.role == key.role { return true }
        let name = PropertyListValue(tree: value.tree, index: Int(slots[place].keyNode)).string
        return key.name.lowercased().hasSuffix(name.lowercased())
          && key.name.suffix(name.count).first?.isUppercase ?? false
          && name.count > 1
      }
      // An unknown flag that is on isn't read as the absent one, which may declare tracking.
      if isOnly || key.type == .string, fitting.count == 1, alike.count == 1, let place = fitting.first,
        PropertyListValue(tree: value.tree, index: Int(slots[place].valueNode)).bool != true
      {
        slots[place].means(index)
        present |= 1 << UInt64(index)
      } else if fitting.count >= alike.count {
        implied |= 1 << UInt64(index)
      }
    }
    self.implied = implied
    self.slots = slots
    self.present = present
    self.halfTyped = halfTyped & ~present
  }

  /// Whether a name is exactly that of a key in the definition.
  func isKey(_ name: String) -> Bool { names.definition.key(named: name) != nil }

  /// Whether an absent key may be the one that is being typed.
  func mayBeTyped(_ role: ManifestKey.Role) -> Bool {
    halfTyped != 0
      && names.definition.keys.indices.contains {
        names.definition.keys[$0].role == role && halfTyped & 1 << UInt64($0) != 0
      }
  }

  /// Whether it has no key of its own kind, but some of another kind.
  func hasOnlyKeys(of other: Vocabularies.KeyNames) -> Bool {
    slots.allSatisfy { $0.match != .exact }
      && slots.contains { slot in
        slot.match == .unknown
          && other.names.index(of: PropertyListValue(tree: value.tree, index: Int(slot.keyNode))) != nil
      }
  }

  /// The key at a node, or the key whose value is there; nil for an unknown name.
  public func key(at node: Int) -> ManifestKey? {
    slots.first { $0.keyNode == node || $0.valueNode == node }.flatMap {
      $0.key < 0 ? nil : definition.keys[Int($0.key)]
    }
  }

  /// The entries in order, including duplicates.
  public var fields: some Sequence<Field> {
    slots.lazy.map { Field(dictionary: self, slot: $0) }
  }

  /// The first field with a role, preferring exact names over misspelled ones.
  public func field(_ role: ManifestKey.Role) -> Field? {
    slot(role).map { Field(dictionary: self, slot: $0) }
  }

  /// The value of the first field with a role.
  public func value(_ role: ManifestKey.Role) -> PropertyListValue? {
    guard let slot = slot(role), slot.valueNode >= 0 else { return nil }
    return PropertyListValue(tree: value.tree, index: Int(slot.valueNode))
  }

  private func slot(_ role: ManifestKey.Role) -> Slot? {
    let keys = names.definition.keys
    guard let index = keys.firstIndex(where: { $0.role == role }), present & 1 << UInt64(index) != 0 else { return nil }
    var misspelt: Slot?
    for slot in slots where Int(slot.key) == index {
      if slot.match == .exact { return slot }
      if misspelt == nil { misspelt = slot }
    }
    return misspelt
  }
}

/// One entry of the collected data types.
public final class CollectedDataType: Sendable {
  public let entry: ManifestDictionaryValue
  /// The string that names the data type.
  public let identifier: PropertyListValue?
  /// Whether the string is empty, as in an entry that nobody has filled in yet.
  var isUnnamed: Bool { identifier.map { trimmingBlanks($0.string).isEmpty } ?? false }
  /// The data type it names exactly.
  public let dataType: DataType?
  /// The data type it names or clearly means.
  public let meantType: DataType?
  public let isLinked: Bool?
  public let isUsedForTracking: Bool?
  /// The strings that name purposes.
  public let purposes: [PropertyListValue]
  /// The purposes that they name exactly.
  public let namedPurposes: [Purpose?]

  init(_ entry: ManifestDictionaryValue, _ catalog: Catalog, _ vocabularies: Vocabularies) {
    self.entry = entry
    let identifier = entry.value(.dataType)?.meantString
    self.identifier = identifier
    let dataType = identifier.flatMap { vocabularies.dataTypeNames.index(of: $0) }.map { catalog.dataTypes[$0] }
    self.dataType = dataType
    meantType =
      dataType
      ?? identifier.flatMap { vocabularies.dataTypes.clearName(of: $0.string) }.flatMap(catalog.dataType)
    isLinked = entry.value(.linked)?.meantBool
    isUsedForTracking = entry.value(.usedForTracking)?.meantBool
    purposes = entry.value(.purposes).map { Array($0.meantStrings) } ?? []
    namedPurposes = purposes.map { vocabularies.purposeNames.index(of: $0).map { catalog.purposes[$0] } }
  }

  /// The strings that name purposes which, with the data type, are usually tracking.
  var purposesOfTracking: [(value: PropertyListValue, purpose: Purpose)] {
    guard let type = meantType else { return [] }
    return zip(purposes, namedPurposes).compactMap { value, purpose in
      purpose.flatMap { $0.suggestsTrackingWith.contains(type.id) ? (value, $0) : nil }
    }
  }
}

/// One entry of the accessed API types.
public final class AccessedAPI: Sendable {
  public let entry: ManifestDictionaryValue
  /// The string that names the category.
  public let identifier: PropertyListValue?
  /// The category it names exactly.
  public let namedCategory: APICategory?
  /// The category it names or clearly means.
  public let category: APICategory?
  /// The strings that name reasons.
  public let reasons: [PropertyListValue]
  /// The reasons that they name exactly, with their categories.
  public let namedReasons: [(category: APICategory, reason: Reason)?]

  init(_ entry: ManifestDictionaryValue, _ catalog: Catalog, _ vocabularies: Vocabularies) {
    self.entry = entry
    let identifier = entry.value(.category)?.meantString
    self.identifier = identifier
    let named = identifier.flatMap { vocabularies.categoryNames.index(of: $0) }.map { catalog.categories[$0] }
    namedCategory = named
    category =
      named
      ?? identifier.flatMap { vocabularies.categories.clearName(of: $0.string) }.flatMap(catalog.category)
    reasons = entry.value(.reasons).map { Array($0.meantStrings) } ?? []
    namedReasons = reasons.map { vocabularies.reasonNames.index(of: $0).map { vocabularies.reasonEntries[$0] } }
  }
}

extension PropertyListValue {
  /// Whether the value can belong to a key, by its type and contents.
  ///
  /// - Parameter keys: The keys of the dictionaries in a list.
  fileprivate func mayBe(_ type: ManifestKey.ValueType, withKeys keys: Set<String>) -> Bool {
    guard has(type: type) else { return false }
    switch type {
    case .boolean, .string: return true
    case .arrayOfStrings: return elements.first.map { $0.element == .string } ?? true
    case .arrayOfDictionaries:
      guard let first = elements.first else { return true }
      return first.element == .dict && first.entries.prefix(20).contains { keys.contains($0.name) }
    }
  }

  /// The value as a Boolean if it is or clearly means one: a word for it, 1 or 0.
  public var meantBool: Bool? {
    if let bool { return bool }
    guard element == .string || element == .integer else { return nil }
    switch trimmingBlanks(string).lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default: return nil
    }
  }

  /// Whether this is a complete, valid string: one that is still being typed, or has invalid bytes, doesn't count yet.
  private var isWholeString: Bool {
    // Problems of the end tag don't affect the text.
    element == .string && node.isClosed
      && (textRange.isEmpty || !tree.isBroken(in: ByteRange(textRange.lower, textRange.upper - 1)))
  }

  /// The value if it is a string, or the only string in it if it is an array.
  var meantString: PropertyListValue? {
    if element == .string { return isWholeString ? self : nil }
    let elements = elements
    return elements.count == 1 && elements[0].isWholeString ? elements[0] : nil
  }

  /// The strings in an array, or a single string that should have been in one.
  var meantStrings: PropertyListElements {
    if element == .string {
      let isMeant = isWholeString && !trimmingBlanks(string).isEmpty
      return PropertyListElements(tree: tree, nodes: isMeant ? [Int32(clamping: index)] : [])
    }
    let strings = elements.filter { $0.element == .string && $0.isClosed }
    if tree.problems.isEmpty { return strings }
    return PropertyListElements(
      tree: tree, nodes: strings.nodes.filter { PropertyListValue(tree: tree, index: Int($0)).isWholeString })
  }

  /// The dictionaries in an array, or a single dictionary that should have been in one.
  var meantDictionaries: [PropertyListValue] {
    if element == .dict { return [self] }
    return Array(elements.filter { $0.element == .dict })
  }
}
