public import Catalog
public import PropertyList

/// What a privacy manifest says: typed views of the tree, with every range still at hand.
///
/// A value of the wrong type counts as what it clearly means, and a misspelt key as the key it means, so that one
/// mistake makes one finding.
public struct PrivacyManifest: Sendable {
  /// The root dictionary.
  public let root: ManifestDictionaryValue
  public let dataTypes: [CollectedDataType]
  public let accessedAPIs: [AccessedAPI]
  /// The strings in the list of tracking domains.
  public let trackingDomains: [PropertyListValue]
  /// What the tracking flag says; nil if it is absent or means nothing.
  public let isTracking: Bool?

  /// - Returns: Nil if the document's root is neither a dictionary nor an array that begins with one.
  public init?(_ tree: PropertyListTree, catalog: Catalog, vocabularies: Vocabularies) {
    guard let value = tree.root?.meantDictionaries.first, let definition = catalog.root else { return nil }
    let root = ManifestDictionaryValue(value, definition, vocabularies)
    self.root = root
    isTracking = root.value(.tracking).flatMap(\.meantBool)
    trackingDomains = root.value(.trackingDomains).map(\.meantStrings) ?? []

    func entries(_ role: ManifestKey.Role) -> [ManifestDictionaryValue] {
      guard let key = catalog.key(role), case .arrayOfDictionaries(let id) = key.type,
        let definition = catalog.dictionary(id), let value = root.value(role)
      else { return [] }
      return value.meantDictionaries.map { ManifestDictionaryValue($0, definition, vocabularies) }
    }
    dataTypes = entries(.collectedDataTypes).map { CollectedDataType($0, catalog, vocabularies) }
    accessedAPIs = entries(.accessedAPITypes).map { AccessedAPI($0, catalog, vocabularies) }
  }

  /// Every dictionary of the manifest that has a definition, the root first.
  public var dictionaries: [ManifestDictionaryValue] {
    [root] + dataTypes.map(\.entry) + accessedAPIs.map(\.entry)
  }
}

/// A dictionary of the manifest, read with its definition.
public struct ManifestDictionaryValue: Sendable {
  public let value: PropertyListValue
  public let definition: ManifestDictionary
  /// The entries in order, duplicates kept.
  public let fields: [Field]

  public struct Field: Sendable {
    public let entry: PropertyListEntry
    public let name: String
    /// The key that the name is or means; nil for a name like none.
    public let key: ManifestKey?
    /// How the name is misspelt; nil for one that is right or unknown.
    public let spelling: Spelling?

    /// Whether the name is a key's, letter for letter.
    public var isExact: Bool { key != nil && spelling == nil }
  }

  init(_ value: PropertyListValue, _ definition: ManifestDictionary, _ vocabularies: Vocabularies) {
    self.value = value
    self.definition = definition
    let entries = value.entries
    let names = entries.map(\.name)
    // A key that stands there already is not what another one misspells.
    let present = Set(names)
    let vocabulary = vocabularies.keys(of: definition.id)
    fields = zip(entries, names).map { entry, name in
      if let key = definition.key(named: name) { return Field(entry: entry, name: name, key: key, spelling: nil) }
      let spelling = vocabulary?.spelling(of: name)
      let key = spelling.flatMap { definition.key(named: $0.name) }
      let isTaken = key.map { present.contains($0.name) } ?? false
      return Field(entry: entry, name: name, key: isTaken ? nil : key, spelling: spelling)
    }
  }

  /// The first field with a role.
  public func field(_ role: ManifestKey.Role) -> Field? {
    fields.first { $0.key?.role == role && $0.spelling == nil } ?? fields.first { $0.key?.role == role }
  }

  /// The value of the first field with a role.
  public func value(_ role: ManifestKey.Role) -> PropertyListValue? {
    field(role)?.entry.value
  }
}

/// One entry of the collected data types.
public struct CollectedDataType: Sendable {
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

  init(_ entry: ManifestDictionaryValue, _ catalog: Catalog, _ vocabularies: Vocabularies) {
    self.entry = entry
    identifier = entry.value(.dataType)?.meantString
    dataType = identifier.flatMap { catalog.dataType($0.string) }
    meantType =
      dataType
      ?? identifier.flatMap { vocabularies.dataTypes.spelling(of: $0.string) }.flatMap {
        $0.isOnlyCandidate ? catalog.dataType($0.name) : nil
      }
    isLinked = entry.value(.linked)?.meantBool
    isUsedForTracking = entry.value(.usedForTracking)?.meantBool
    purposes = entry.value(.purposes)?.meantStrings ?? []
  }
}

/// One entry of the accessed API types.
public struct AccessedAPI: Sendable {
  public let entry: ManifestDictionaryValue
  /// The string that names the category.
  public let identifier: PropertyListValue?
  /// The category it names or clearly means.
  public let category: APICategory?
  /// The strings that name reasons.
  public let reasons: [PropertyListValue]

  init(_ entry: ManifestDictionaryValue, _ catalog: Catalog, _ vocabularies: Vocabularies) {
    self.entry = entry
    identifier = entry.value(.category)?.meantString
    category = identifier.flatMap { identifier in
      let text = identifier.string
      if let category = catalog.category(text) { return category }
      return vocabularies.categories.spelling(of: text).flatMap {
        $0.isOnlyCandidate ? catalog.category($0.name) : nil
      }
    }
    reasons = entry.value(.reasons)?.meantStrings ?? []
  }
}

extension PropertyListValue {
  /// The truth value this one is or clearly means: a Boolean, the words for one, 1 or 0.
  var meantBool: Bool? {
    if let bool { return bool }
    guard element == .string || element == .integer else { return nil }
    switch trimmingBlanks(string).lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default: return nil
    }
  }

  /// The string this value is, or the only string of an array.
  var meantString: PropertyListValue? {
    if element == .string { return self }
    let elements = elements
    return elements.count == 1 && elements[0].element == .string ? elements[0] : nil
  }

  /// The strings of an array, or the one string that should have been an array.
  var meantStrings: [PropertyListValue] {
    if element == .string { return trimmingBlanks(string).isEmpty ? [] : [self] }
    return elements.filter { $0.element == .string }
  }

  /// The dictionaries of an array, or the one dictionary that should have been an array.
  var meantDictionaries: [PropertyListValue] {
    if element == .dict { return [self] }
    return elements.filter { $0.element == .dict }
  }
}
