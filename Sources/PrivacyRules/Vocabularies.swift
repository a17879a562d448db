public import Catalog
import PropertyList

/// The names of a catalog, ready to be found in a text and to tell what a misspelling means. Made once a catalog.
public final class Vocabularies: Sendable {
  private let keysByDictionary: [String: KeyNames]
  public let dataTypes: Vocabulary
  public let purposes: Vocabulary
  public let categories: Vocabulary
  private let reasonsByCategory: [String: Vocabulary]
  /// The reasons of all categories.
  public let reasons: Vocabulary

  /// The data types of each group of the label, by the folded names that people give the group.
  private let labelGroups: [[UInt8]: [DataType]]

  let dataTypeNames: NameTable
  let purposeNames: NameTable
  let categoryNames: NameTable
  let reasonNames: NameTable
  /// The reasons in the order of ``reasonNames``, with their categories.
  let reasonEntries: [(category: APICategory, reason: Reason)]

  /// The purpose keys by their exact names, in the catalog's order.
  let purposeKeyNames: NameTable
  /// The purpose keys, with the names Xcode shows and misspellings that were seen.
  public let purposeKeys: Vocabulary
  /// The keys that tell what is being built, by name.
  let bundleRoles: [String: BundleKey.Role]
  /// How purpose strings are read.
  public let wording: Wording
  /// What most names of purpose keys begin and end with.
  private let purposePrefix: String
  private let purposeSuffix: String

  /// The keys of one kind of dictionary.
  final class KeyNames: Sendable {
    let definition: ManifestDictionary
    let vocabulary: Vocabulary
    let names: NameTable
    /// One bit a key, in their order: the keys every dictionary must have.
    let required: UInt64

    init(_ dictionary: ManifestDictionary) {
      definition = dictionary
      vocabulary = Vocabulary(
        dictionary.keys.map { ($0.name, $0.misspellings + [$0.xcodeName]) },
        prefix: commonPrefix(dictionary.keys.map(\.name)))
      names = NameTable(dictionary.keys.map(\.name))
      var required: UInt64 = 0
      for (index, key) in dictionary.keys.enumerated() where key.isRequired { required |= 1 << UInt64(index) }
      self.required = required
    }
  }

  public init(_ catalog: Catalog) {
    keysByDictionary = Dictionary(
      catalog.dictionaries.map { ($0.id, KeyNames($0)) }, uniquingKeysWith: { first, _ in first })
    dataTypes = Vocabulary(
      catalog.dataTypes.map { ($0.id, [$0.displayName] + $0.misspellings) },
      prefix: commonPrefix(catalog.dataTypes.map(\.id)))
    purposes = Vocabulary(
      catalog.purposes.map { ($0.id, [$0.displayName] + $0.misspellings) },
      prefix: commonPrefix(catalog.purposes.map(\.id)))
    categories = Vocabulary(
      catalog.categories.map { ($0.id, [$0.title] + $0.misspellings) },
      prefix: commonPrefix(catalog.categories.map(\.id)))
    var byCategory: [String: Vocabulary] = [:]
    for category in catalog.categories {
      byCategory[category.id] = Vocabulary(category.reasons.map { ($0.code, [stem(of: $0.code)]) })
    }
    reasonsByCategory = byCategory
    reasons = Vocabulary(catalog.categories.flatMap(\.reasons).map { ($0.code, [stem(of: $0.code)]) })
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
    // A group that is called like one of its types is not meant by that name.
    for type in catalog.dataTypes {
      groups[fold(type.id)] = nil
      groups[fold(type.displayName)] = nil
    }
    labelGroups = groups
    dataTypeNames = NameTable(catalog.dataTypes.map(\.id))
    purposeNames = NameTable(catalog.purposes.map(\.id))
    categoryNames = NameTable(catalog.categories.map(\.id))
    reasonEntries = catalog.categories.flatMap { category in category.reasons.map { (category, $0) } }
    reasonNames = NameTable(reasonEntries.map(\.reason.code))
    purposeKeyNames = NameTable(catalog.purposeKeys.map(\.name))
    purposeKeys = Vocabulary(
      catalog.purposeKeys.map { ($0.name, $0.misspellings + ($0.xcodeName.map { [$0] } ?? [])) })
    bundleRoles = Dictionary(catalog.bundleKeys.map { ($0.name, $0.role) }, uniquingKeysWith: { first, _ in first })
    wording = Wording(catalog.english)
    // The key for the camera is as plain as they come.
    let plain = catalog.purposeKey(.camera)?.name ?? ""
    purposePrefix = String(plain.prefix(2))
    purposeSuffix = commonSuffix(plain, catalog.purposeKey(.microphone)?.name ?? "")
  }

  /// Whether an unknown name is like those of purpose keys: it begins and ends like one, or is a letter or two off.
  func looksLikePurposeKey(_ name: String) -> Bool {
    guard !purposeSuffix.isEmpty, name.utf8.count <= 120 else { return false }
    let folded = fold(name)
    let suffix = fold(purposeSuffix)
    if folded.count > suffix.count + 2, folded.starts(with: fold(purposePrefix)),
      folded.suffix(suffix.count) == suffix[...]
    {
      return true
    }
    // Every name of a purpose key is long; a short one is of something else, however near.
    guard folded.count >= 16, let spelling = purposeKeys.spelling(of: name) else { return false }
    return spelling.difference != .related
  }

  /// The purpose key that an unknown name most likely means.
  func purposeSpelling(of name: String) -> Spelling? { purposeKeys.spelling(of: name) }

  /// The keys of the dictionaries of one kind.
  public func keys(of dictionary: String) -> Vocabulary? {
    keysByDictionary[dictionary]?.vocabulary
  }

  /// The data types of a group of the label, if the text names a group rather than a type; else none.
  func labelGroup(named text: String) -> [DataType] {
    text.utf8.count > 120 ? [] : labelGroups[fold(text)] ?? []
  }

  func keyNames(of dictionary: String) -> KeyNames? {
    keysByDictionary[dictionary]
  }

  /// The reasons of one category.
  public func reasons(of category: String) -> Vocabulary? {
    reasonsByCategory[category]
  }
}

/// A reason code without its version: people forget the part behind the dot.
private func stem(of code: String) -> String {
  String(code.prefix { $0 != "." })
}

/// What all of some names begin with.
func commonPrefix(_ names: [String]) -> String {
  guard var prefix = names.first else { return "" }
  for name in names {
    while !name.hasPrefix(prefix) { prefix.removeLast() }
  }
  return prefix
}

/// What two names end with alike.
private func commonSuffix(_ a: String, _ b: String) -> String {
  String(zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.map(\.0).reversed())
}
