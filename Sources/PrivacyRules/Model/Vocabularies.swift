public import Catalog
import SourceText
import Wording

/// The names of a catalog, prepared for lookup and for spelling suggestions. Made once per catalog.
///
/// Nearly every name is right, and most files are manifests, so suggestions and wording are prepared on demand.
public final class Vocabularies: Sendable {
  private let keysByDictionary: [String: KeyNames]
  private let reasonsByCategory: [String: OnDemand<Vocabulary>]
  private let ofDataTypes, ofPurposes, ofCategories, ofReasons: OnDemand<Vocabulary>
  private let labelGroups: OnDemand<[[UInt8]: [DataType]]>
  private let unlistedNames: [UnlistedName.Place: OnDemand<UnlistedNames>]
  private let infoPlist: OnDemand<InfoPlistNames>
  private let readWording: OnDemand<Wording>

  let dataTypeNames: NameTable
  let purposeNames: NameTable
  let categoryNames: NameTable
  let reasonNames: NameTable
  /// The reasons in the order of ``reasonNames``, with their categories.
  let reasonEntries: [(category: APICategory, reason: Reason)]

  public var dataTypes: Vocabulary { ofDataTypes.value }
  public var purposes: Vocabulary { ofPurposes.value }
  public var categories: Vocabulary { ofCategories.value }
  /// The reasons of all categories.
  public var reasons: Vocabulary { ofReasons.value }
  /// The purpose keys by their exact names, in the catalog's order.
  var purposeKeyNames: NameTable { infoPlist.value.purposeKeyNames }
  /// The purpose keys, with the names that Xcode shows and known misspellings.
  public var purposeKeys: Vocabulary { infoPlist.value.purposeKeys.value }
  /// The keys that say what is being built, by name.
  var bundleRoles: [String: BundleKey.Role] { infoPlist.value.bundleRoles }
  /// Reads purpose strings.
  var wording: Wording { readWording.value }

  /// Names that people look for in one place of a document but that aren't in Apple's lists.
  private struct UnlistedNames: Sendable {
    /// The listed names.
    let vocabulary: Vocabulary
    /// With all words of the shortest name: “Personal Voice” isn’t any voice.
    let byDistinctivePart: [[UInt8]: (name: UnlistedName, words: Set<[UInt8]>)]
  }

  /// The keys of one kind of dictionary.
  final class KeyNames: Sendable {
    let catalog: Catalog
    let definition: ManifestDictionary
    let names: NameTable
    /// The required keys, as one bit per key of the definition.
    let required: UInt64
    /// The keys of other kinds of dictionaries, which aren't misspellings here.
    let foreign: Set<String>
    /// For each key, the keys of the dictionaries in its list; empty if it isn't such a list.
    let entryKeys: OnDemand<[Set<String>]>
    private let spellings: OnDemand<Vocabulary>

    var vocabulary: Vocabulary { spellings.value }

    init(_ dictionary: ManifestDictionary, in catalog: Catalog) {
      self.catalog = catalog
      definition = dictionary
      spellings = OnDemand {
        Vocabulary(
          dictionary.keys.map { Vocabulary.Name($0.name, others: $0.misspellings + [$0.xcodeName]) },
          in: Vocabulary.Frame(
            prefix: commonPrefix(dictionary.keys.map(\.name)), fillers: catalog.manifest.fillerWords))
      }
      foreign = Set(catalog.dictionaries.filter { $0.id != dictionary.id }.flatMap { $0.keys.map(\.name) })
      entryKeys = OnDemand {
        dictionary.keys.map { key in
          guard case .arrayOfDictionaries(let id) = key.type else { return [] }
          return Set(catalog.dictionaries.filter { $0.id == id }.flatMap { $0.keys.map(\.name) })
        }
      }
      names = NameTable(dictionary.keys.map(\.name))
      var required: UInt64 = 0
      for (index, key) in dictionary.keys.enumerated() where key.isRequired { required |= 1 << UInt64(index) }
      self.required = required
    }
  }

  /// What is known about the names in Info.plist.
  private final class InfoPlistNames: Sendable {
    let purposeKeyNames: NameTable
    let purposeKeys: OnDemand<Vocabulary>
    let bundleRoles: [String: BundleKey.Role]
    /// What most purpose keys begin and end with, folded.
    let prefix: [UInt8]
    let suffix: [UInt8]
    /// The words of the suffix, folded.
    let endings: [[UInt8]]
    let catalog: Catalog

    init(_ catalog: Catalog) {
      self.catalog = catalog
      purposeKeyNames = NameTable(catalog.purposeKeys.map(\.name))
      // A typical purpose key.
      let plain = catalog.purposeKey(.camera)
      let other = catalog.purposeKey(.microphone)
      let shownPrefix = commonPrefix([plain, other].compactMap { $0?.xcodeName })
      let start = String((plain?.name ?? "").prefix(2))
      let end = commonSuffix(plain?.name ?? "", other?.name ?? "")
      purposeKeys = OnDemand {
        Vocabulary(
          catalog.purposeKeys.map { key in
            Vocabulary.Name(
              key.name, others: key.misspellings + (key.xcodeName.map { [$0] } ?? []), synonyms: key.synonyms)
          },
          in: Vocabulary.Frame(front: [start, shownPrefix], back: end, fillers: catalog.manifest.fillerWords))
      }
      bundleRoles = Dictionary(firstOf: catalog.bundleKeys.map { ($0.name, $0.role) })
      prefix = fold(start)
      suffix = fold(end)
      endings = wordsOf(end)
    }
  }

  public init(_ catalog: Catalog) {
    let categories = catalog.categories
    keysByDictionary = Dictionary(firstOf: catalog.dictionaries.map { ($0.id, KeyNames($0, in: catalog)) })
    // Names of one kind are often written with the prefix of another.
    let prefixes = OnDemand {
      [catalog.dataTypes.map(\.id), catalog.purposes.map(\.id), categories.map(\.id)].map(commonPrefix)
    }
    func vocabulary(_ names: @escaping @Sendable () -> [Vocabulary.Name]) -> OnDemand<Vocabulary> {
      OnDemand {
        let names = names()
        return Vocabulary(
          names,
          in: Vocabulary.Frame(
            prefix: commonPrefix(names.map(\.name)), front: prefixes.value, fillers: catalog.manifest.fillerWords))
      }
    }
    ofDataTypes = vocabulary {
      catalog.dataTypes.map {
        Vocabulary.Name($0.id, others: [$0.displayName] + $0.misspellings, synonyms: $0.synonyms)
      }
    }
    ofPurposes = vocabulary {
      catalog.purposes.map {
        Vocabulary.Name($0.id, others: [$0.displayName] + $0.misspellings, synonyms: $0.synonyms)
      }
    }
    ofCategories = vocabulary {
      categories.map { category in
        // An API in place of its category shows which one is meant.
        let symbols = category.symbols.map { String($0.name.prefix { $0 != "(" }) }
        return Vocabulary.Name(
          category.id, others: [category.title] + category.misspellings, synonyms: category.synonyms + symbols)
      }
    }
    @Sendable func codes(_ reasons: [Reason]) -> [Vocabulary.Name] {
      reasons.map { Vocabulary.Name($0.code, others: [stem(of: $0.code)]) }
    }
    reasonsByCategory = Dictionary(
      categories.map { category in (category.id, OnDemand { Vocabulary(codes(category.reasons)) }) },
      uniquingKeysWith: { _, last in last })
    ofReasons = OnDemand { Vocabulary(codes(categories.flatMap(\.reasons))) }
    labelGroups = OnDemand { Self.labelGroups(catalog) }
    dataTypeNames = NameTable(catalog.dataTypes.map(\.id))
    purposeNames = NameTable(catalog.purposes.map(\.id))
    categoryNames = NameTable(categories.map(\.id))
    reasonEntries = categories.flatMap { category in category.reasons.map { (category, $0) } }
    reasonNames = NameTable(reasonEntries.map(\.reason.code))
    infoPlist = OnDemand { InfoPlistNames(catalog) }
    readWording = OnDemand { Wording(catalog.english) }
    func unlisted(
      _ place: UnlistedName.Place, in vocabulary: @escaping @Sendable () -> Vocabulary
    ) -> (UnlistedName.Place, OnDemand<UnlistedNames>) {
      let table = OnDemand {
        let vocabulary = vocabulary()
        var names: [[UInt8]: (name: UnlistedName, words: Set<[UInt8]>)] = [:]
        for entry in catalog.unlistedNames where entry.place == place {
          for name in entry.names {
            let (part, words) = (vocabulary.distinctivePart(of: name), vocabulary.stems(of: name))
            if words.count < names[part]?.words.count ?? .max { names[part] = (entry, words) }
          }
        }
        return UnlistedNames(vocabulary: vocabulary, byDistinctivePart: names)
      }
      return (place, table)
    }
    // SDK names don't occur in documents.
    unlistedNames = Dictionary(uniqueKeysWithValues: [
      unlisted(.dataType) { [ofDataTypes] in ofDataTypes.value },
      unlisted(.purpose) { [ofPurposes] in ofPurposes.value },
      unlisted(.category) { [ofCategories] in ofCategories.value },
      unlisted(.purposeKey) { [infoPlist] in infoPlist.value.purposeKeys.value },
    ])
  }

  /// The data types in each group of the label, by the folded names of the group.
  private static func labelGroups(_ catalog: Catalog) -> [[UInt8]: [DataType]] {
    var groups: [[UInt8]: [DataType]] = [:]
    let prefix = fold(commonPrefix(catalog.dataTypes.map(\.id)))
    for group in catalog.labelCategories.map(\.name) {
      let spelledOut = group.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "and")
      let types = catalog.dataTypes.filter { $0.labelCategory == group }
      for name in [fold(group), fold(spelledOut)] {
        groups[name] = types
        groups[prefix + name] = types
      }
    }
    // A name shared by a group and one of its types means the type.
    for type in catalog.dataTypes {
      groups[fold(type.id)] = nil
      groups[fold(type.displayName)] = nil
    }
    return groups
  }

  /// Whether an unknown name looks like a purpose key: it begins and ends like one, or is nearly one.
  func looksLikePurposeKey(_ name: String) -> Bool {
    let names = infoPlist.value
    if let key = splitName(name) { return isPurposeKey(key.root) || looksLikePurposeKey(key.root) }
    guard !names.suffix.isEmpty, name.utf8.count <= 120 else { return false }
    let folded = fold(name)
    if folded.count > names.suffix.count + 2, folded.starts(with: names.prefix),
      folded.suffix(names.suffix.count) == names.suffix[...]
    {
      return true
    }
    // Half of the suffix is missing.
    if folded.starts(with: names.prefix), let last = wordsOf(name).last, names.endings.contains(last),
      names.purposeKeys.value.hasName(distinctive: names.purposeKeys.value.distinctivePart(of: name))
    {
      return true
    }
    // All purpose keys are long; a short name is something else, however near it is.
    return folded.count >= 16 && names.purposeKeys.value.isNearName(name)
  }

  /// What Apple has no name for, with the reason; nil for a text that is or means a name.
  public func unlisted(_ text: String, as place: UnlistedName.Place) -> UnlistedName? {
    guard let names = unlistedNames[place]?.value,
      let found = names.byDistinctivePart[names.vocabulary.distinctivePart(of: text)],
      names.vocabulary.sureSpelling(of: text) == nil, found.words.isSubset(of: names.vocabulary.stems(of: text))
    else { return nil }
    return found.name
  }

  /// The purpose key that an unknown name most likely means, with the name's suffix.
  func purposeSpelling(of name: String) -> Spelling? {
    guard unlisted(name, as: .purposeKey) == nil else { return nil }
    guard let key = splitName(name) else { return purposeKeys.spelling(of: name) }
    guard let suffix = key.suffix else { return nil }
    if isPurposeKey(key.root) { return Spelling(name: key.root + suffix, difference: .letterCase) }
    return purposeKeys.spelling(of: key.root).map {
      Spelling(name: $0.name + suffix, difference: $0.difference, others: $0.others.map { $0 + suffix })
    }
  }

  private func isPurposeKey(_ name: String) -> Bool { infoPlist.value.catalog.purposeKey(name) != nil }

  /// Splits a name at its suffix, which is nil if unknown; nil for a name without one.
  private func splitName(_ name: String) -> (root: String, suffix: String?)? {
    let catalog = infoPlist.value.catalog
    if let key = catalog.suffixed(name, ignoringCase: true) { return (key.root, key.suffix) }
    guard let mark = name.firstIndex(where: { $0 == "-" || $0 == "~" }), isPurposeKey(String(name[..<mark])),
      name[mark...].utf8.allSatisfy({ $0 > 0x20 })
    else { return nil }
    return (String(name[..<mark]), nil)
  }

  /// The keys of one kind of dictionary.
  public func keys(of dictionary: String) -> Vocabulary? {
    keysByDictionary[dictionary]?.vocabulary
  }

  /// The data types of a group of the label, if the text names a group; otherwise empty.
  func labelGroup(named text: String) -> [DataType] {
    guard text.utf8.count <= 120 else { return [] }
    return labelGroups.value[fold(text)] ?? []
  }

  func keyNames(of dictionary: String) -> KeyNames? {
    keysByDictionary[dictionary]
  }

  /// The reasons of one category.
  public func reasons(of category: String) -> Vocabulary? {
    reasonsByCategory[category]?.value
  }
}

/// A reason code without its version, the part after the dot, which people forget.
private func stem(of code: String) -> String {
  String(code.prefix { $0 != "." })
}

/// The common prefix of the names.
func commonPrefix(_ names: [String]) -> String {
  guard var prefix = names.first else { return "" }
  for name in names {
    while !name.hasPrefix(prefix) { prefix.removeLast() }
  }
  return prefix
}

/// The common suffix of two names.
private func commonSuffix(_ a: String, _ b: String) -> String {
  String(zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.map(\.0).reversed())
}
