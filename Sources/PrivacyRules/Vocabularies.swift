public import Catalog

/// The names of a catalog, ready to find what a misspelling means. Made once a catalog.
public struct Vocabularies: Sendable {
  private let keysByDictionary: [String: Vocabulary]
  public let dataTypes: Vocabulary
  public let purposes: Vocabulary
  public let categories: Vocabulary
  private let reasonsByCategory: [String: Vocabulary]
  /// The reasons of all categories.
  public let reasons: Vocabulary

  public init(_ catalog: Catalog) {
    var keys: [String: Vocabulary] = [:]
    for dictionary in catalog.dictionaries {
      keys[dictionary.id] = Vocabulary(
        dictionary.keys.map { ($0.name, $0.misspellings + [$0.xcodeName]) },
        prefix: commonPrefix(dictionary.keys.map(\.name)))
    }
    keysByDictionary = keys
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
  }

  /// The keys of the dictionaries of one kind.
  public func keys(of dictionary: String) -> Vocabulary? {
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

private func commonPrefix(_ names: [String]) -> String {
  guard var prefix = names.first else { return "" }
  for name in names {
    while !name.hasPrefix(prefix) { prefix.removeLast() }
  }
  return prefix
}
