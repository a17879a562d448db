public import Catalog
public import PropertyList
import SourceText

/// What a privacy manifest says: typed views of the tree, with every range still at hand.
///
/// A value of the wrong type counts as what it clearly means, and a misspelt key as the key it means, so that one
/// mistake makes one finding. The views are classes: rules walk over them again and again, and a value of many
/// references would count each of them at every step.
public final class PrivacyManifest: Sendable {
  /// The root dictionary.
  public let root: ManifestDictionaryValue
  public let dataTypes: [CollectedDataType]
  public let accessedAPIs: [AccessedAPI]
  /// The strings in the list of tracking domains.
  public let trackingDomains: PropertyListElements
  /// What the bytes of the tracking domains tell.
  let hosts: HostSurvey
  /// What the tracking flag says; nil if it is absent or means nothing.
  public let isTracking: Bool?
  /// Every dictionary of the manifest that has a definition, the root first.
  public let dictionaries: [ManifestDictionaryValue]
  /// The lists with entries that belong in the other one.
  let misplacedEntries: [MisplacedEntries]
  /// Those entries, of which nothing is said but where they belong.
  var misplacedDictionaries: Set<ObjectIdentifier> {
    misplacedEntries.isEmpty ? [] : Set(misplacedEntries.flatMap { $0.entries.map(ObjectIdentifier.init) })
  }
  /// The offset of the first entry that is not read since there are too many; nil where all are read.
  let cut: Int?

  /// Entries of one list that stand in another.
  struct MisplacedEntries {
    /// The key of the list that they stand in, and the one that they belong under.
    let actual: ManifestKey
    let expected: ManifestKey
    let entries: [ManifestDictionaryValue]
    /// Whether nothing else stands in the list.
    let isWholeList: Bool
  }

  /// - Returns: Nil if the document's root is neither a dictionary nor an array that begins with one, and for an array
  ///   of entries, which say what they are but not of what manifest.
  public init?(_ tree: PropertyListTree, catalog: Catalog, vocabularies: Vocabularies) {
    guard let value = tree.root?.meantDictionaries.first, let definition = catalog.root,
      let names = vocabularies.keyNames(of: definition.id)
    else { return nil }
    if tree.root?.element == .array, Self.list(of: value, catalog, vocabularies) != nil { return nil }
    var cut: Int?
    let root = ManifestDictionaryValue(value, names, &cut)
    self.root = root
    // No list has more than there are data types or categories, each of which takes hundreds of bytes.
    let mostEntries = 5_000 + tree.text.count / 100
    isTracking = root.value(.tracking).flatMap(\.meantBool)
    trackingDomains = root.value(.trackingDomains).map(\.meantStrings) ?? PropertyListElements(tree: tree)
    hosts = HostSurvey(trackingDomains)

    func entries(_ role: ManifestKey.Role) -> [ManifestDictionaryValue] {
      guard let key = catalog.key(role), case .arrayOfDictionaries(let id) = key.type,
        let names = vocabularies.keyNames(of: id), let value = root.value(role)
      else { return [] }
      let dictionaries = value.meantDictionaries
      if dictionaries.count > mostEntries { note(cut: dictionaries[mostEntries].range.lower, in: &cut) }
      return dictionaries.prefix(mostEntries).map { ManifestDictionaryValue($0, names, &cut) }
    }
    var lists = [ManifestKey.Role.collectedDataTypes, .accessedAPITypes].map { role in
      (key: catalog.key(role), entries: entries(role))
    }
    // What stands in the wrong list counts as what it is.
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

  /// The list of a manifest that a dictionary is an entry of, by its keys; nil for one with keys of a root, or none of
  /// an entry.
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
  /// A dictionary of a manifest, read as the rules read it; nil for a definition that is not the catalog's.
  public func read(_ dictionary: PropertyListValue, as definition: ManifestDictionary) -> ManifestDictionaryValue? {
    var cut: Int?
    return vocabularies.keyNames(of: definition.id).map { ManifestDictionaryValue(dictionary, $0, &cut) }
  }

  /// What a dictionary in the list of a key is: an entry of that list or, by its keys, of the other one; nil for a key
  /// that has no such list.
  public func entryDefinition(of entry: PropertyListValue, under key: ManifestKey) -> ManifestDictionary? {
    guard let own = catalog.entryDefinition(of: key), let read = read(entry, as: own) else { return nil }
    let others = catalog.root?.keys.compactMap { catalog.entryDefinition(of: $0) } ?? []
    return others.first { other in
      other.id != own.id && vocabularies.keyNames(of: other.id).map(read.hasOnlyKeys) ?? false
    } ?? own
  }
}

/// Notes that nothing is read from an offset on.
private func note(cut offset: Int, in cut: inout Int?) { cut = min(cut ?? .max, offset) }

/// A dictionary of the manifest, read with its definition.
public final class ManifestDictionaryValue: Sendable {
  public let value: PropertyListValue
  let names: Vocabularies.KeyNames
  /// The entries in order, duplicates kept.
  let slots: [Slot]
  /// One bit a key of the definition: those that stand here, letter for letter or misspelt.
  let present: UInt64
  /// The same for required ones that do not, and are there as soon as the unknown keys have their right names.
  let implied: UInt64
  /// The same for those that do not, and that a key may mean of which only the beginning is typed.
  private let halfTyped: UInt64

  public var definition: ManifestDictionary { names.definition }
  /// The same for the required keys that neither are there nor are told of otherwise.
  var missing: UInt64 { names.required & ~(present | implied) }

  /// The keys whose bits are set.
  func keys(in bits: UInt64) -> [ManifestKey] {
    definition.keys.indices.filter { bits & 1 << UInt64($0) != 0 }.map { definition.keys[$0] }
  }

  /// An entry as places only: what most rules need, at no cost.
  struct Slot {
    enum Match: UInt8 {
      /// The name is a key's, letter for letter.
      case exact
      /// The name means a key that does not stand here by its right name.
      case misspelt
      /// The name is no key's.
      case unknown
    }

    /// The nodes of the key and the value, -1 for a value that is missing.
    let keyNode: Int32
    let valueNode: Int32
    /// The place in the definition of the key that is named or meant, -1 for none.
    private(set) var key: Int8
    private(set) var match: Match

    /// Takes the name for another one of a key.
    mutating func means(_ index: Int) { (key, match) = (Int8(clamping: index), .misspelt) }
  }

  /// An entry with all that is known of it.
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
    /// The key that the name is or means; nil for a name like none.
    public var key: ManifestKey? { slot.key < 0 ? nil : dictionary.definition.keys[Int(slot.key)] }
    /// How the name is misspelt; nil for one that is right or like none.
    public var spelling: Spelling? {
      guard slot.match != .exact else { return nil }
      let spelling = dictionary.names.vocabulary.spelling(of: name)
      guard let key, spelling?.name != key.name else { return spelling }
      return Spelling(name: key.name, difference: .related)
    }
    /// Whether the name is a key's, letter for letter.
    public var isExact: Bool { slot.match == .exact }
  }

  /// No more entries are read; a definition has a handful of keys.
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
    /// The keys that do not stand here, begin with a name and may have a value.
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
          // A key that stands there already, by its right name or another wrong one, is not what this one misspells.
          present & 1 << UInt64(index) == 0
        else { continue }
        if slot.valueNode >= 0, spelling.difference != .blanks, spelling.difference != .letterCase {
          // With a value that only a longer name can have, this is the beginning of that one.
          let element = PropertyListValue(tree: value.tree, index: Int(slot.valueNode))
          if !element.has(type: keys[index].type), !begun(by: name, element).isEmpty { continue }
        }
        present |= 1 << UInt64(index)
        slots[place].means(index)
      }
    }
    // A key that is being typed is the beginning of its name, and its value tells the rest.
    var counts: [Int8: Int] = [:]
    if hasOthers || isDoubled { for slot in slots { counts[slot.key, default: 0] += 1 } }
    for (place, slot) in slots.enumerated() where hasOthers || isDoubled {
      guard slot.match != .misspelt, slot.valueNode >= 0 else { continue }
      let name = PropertyListValue(tree: value.tree, index: Int(slot.keyNode)).string
      let element = PropertyListValue(tree: value.tree, index: Int(slot.valueNode))
      if slot.match == .exact {
        // The shorter of two names where it stands already, with a value that it cannot have.
        guard counts[slot.key, default: 0] > 1, !element.has(type: keys[Int(slot.key)].type) else { continue }
      }
      let absent = begun(by: name, element)
      // What all keys begin with tells none of them.
      let isDistinctive = slot.match == .exact || !keys.allSatisfy { $0.name.hasPrefix(name) }
      if absent.count == 1, isDistinctive, let index = absent.first {
        present |= 1 << UInt64(index)
        slots[place].means(index)
      } else {
        for index in absent { halfTyped |= 1 << UInt64(index) }
      }
    }
    // As many keys too many as too few, and the values are of the types that are missing: those are the same mistakes.
    var missing = names.required & ~present
    var implied: UInt64 = 0
    var strangers: [Int] = []
    if missing != 0, hasOthers {
      for place in slots.indices where slots[place].match == .unknown && slots[place].valueNode >= 0 {
        let name = PropertyListValue(tree: value.tree, index: Int(slots[place].keyNode)).string
        if let role = names.catalog.nameKind(of: name)?.role {
          guard keys.contains(where: { $0.role == role }) else { continue }
          // A value in the place of its key may have another value behind it: a category and its reasons.
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
        // Of a string that is one of several that are missing, its name tells that it is no remark.
        return value.has(type: key.type)
          && (isOnly || key.type != .string || names.catalog.nameKind(of: value.string)?.role == key.role)
      }
      if isOnly || key.type == .string, fitting.count == 1, alike.count == 1, let place = fitting.first {
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

  /// Whether a name is that of a key of the definition, letter for letter.
  func isKey(_ name: String) -> Bool { names.definition.key(named: name) != nil }

  /// Whether a key that does not stand here may be what one means of which only the beginning is typed.
  func mayBeTyped(_ role: ManifestKey.Role) -> Bool {
    halfTyped != 0
      && names.definition.keys.indices.contains {
        names.definition.keys[$0].role == role && halfTyped & 1 << UInt64($0) != 0
      }
  }

  /// Whether none of its keys is one of its own kind, and some are of another.
  func hasOnlyKeys(of other: Vocabularies.KeyNames) -> Bool {
    slots.allSatisfy { $0.match != .exact }
      && slots.contains { slot in
        slot.match == .unknown
          && other.names.index(of: PropertyListValue(tree: value.tree, index: Int(slot.keyNode))) != nil
      }
  }

  /// The key that the name at a node is or means, or that the value at a node belongs to; nil for a name like none.
  public func key(at node: Int) -> ManifestKey? {
    slots.first { $0.keyNode == node || $0.valueNode == node }.flatMap {
      $0.key < 0 ? nil : definition.keys[Int($0.key)]
    }
  }

  /// The entries in order, duplicates kept.
  public var fields: some Sequence<Field> {
    slots.lazy.map { Field(dictionary: self, slot: $0) }
  }

  /// The first field with a role; one that is spelt right comes before one that is not.
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
  /// The data type it names, letter for letter.
  public let dataType: DataType?
  /// The data type it names or clearly means.
  public let meantType: DataType?
  public let isLinked: Bool?
  public let isUsedForTracking: Bool?
  /// The strings that name purposes.
  public let purposes: [PropertyListValue]
  /// What each of them names, letter for letter.
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
}

/// One entry of the accessed API types.
public final class AccessedAPI: Sendable {
  public let entry: ManifestDictionaryValue
  /// The string that names the category.
  public let identifier: PropertyListValue?
  /// The category it names, letter for letter.
  public let namedCategory: APICategory?
  /// The category it names or clearly means.
  public let category: APICategory?
  /// The strings that name reasons.
  public let reasons: [PropertyListValue]
  /// What each of them names, letter for letter, with the category it belongs to.
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
  /// Whether a value may be one of a key, by its type and by what it holds.
  ///
  /// - Parameter keys: Those of the dictionaries of a list.
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

  /// The truth value this one is or clearly means: a Boolean, the words for one, 1 or 0.
  public var meantBool: Bool? {
    if let bool { return bool }
    guard element == .string || element == .integer else { return nil }
    switch trimmingBlanks(string).lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default: return nil
    }
  }

  /// Whether this is a string whose end is written and whose syntax is right: one that is still being typed, or that has
  /// bad bytes in it, says nothing yet.
  private var isWholeString: Bool {
    // What is wrong with the end tag is wrong with no letter of the text.
    element == .string && node.isClosed
      && (textRange.isEmpty || !tree.isBroken(in: ByteRange(textRange.lower, textRange.upper - 1)))
  }

  /// The string this value is, or the only string of an array.
  var meantString: PropertyListValue? {
    if element == .string { return isWholeString ? self : nil }
    let elements = elements
    return elements.count == 1 && elements[0].isWholeString ? elements[0] : nil
  }

  /// The strings of an array, or the one string that should have been an array.
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

  /// The dictionaries of an array, or the one dictionary that should have been an array.
  var meantDictionaries: [PropertyListValue] {
    if element == .dict { return [self] }
    return Array(elements.filter { $0.element == .dict })
  }
}
