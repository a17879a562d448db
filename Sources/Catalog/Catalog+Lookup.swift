extension Catalog {
  /// Places of entries by what they are looked up with.
  struct Index: Sendable {
    var keys: [ManifestKey.Role: (dictionary: Int, key: Int)] = [:]
    var dataTypes: [String: Int] = [:]
    var purposes: [String: Int] = [:]
    var categories: [String: Int] = [:]
    var reasons: [String: (category: Int, reason: Int)] = [:]

    /// Where an identifier is given twice, the first entry counts.
    init(
      _ dictionaries: [ManifestDictionary], _ dataTypes: [DataType], _ purposes: [Purpose], _ categories: [APICategory]
    ) {
      for (d, dictionary) in dictionaries.enumerated() {
        for (k, key) in dictionary.keys.enumerated() where keys[key.role] == nil { keys[key.role] = (d, k) }
      }
      for (place, type) in dataTypes.enumerated() where self.dataTypes[type.id] == nil {
        self.dataTypes[type.id] = place
      }
      for (place, purpose) in purposes.enumerated() where self.purposes[purpose.id] == nil {
        self.purposes[purpose.id] = place
      }
      for (c, category) in categories.enumerated() {
        if self.categories[category.id] == nil { self.categories[category.id] = c }
        for (r, reason) in category.reasons.enumerated() where reasons[reason.code] == nil {
          reasons[reason.code] = (c, r)
        }
      }
    }
  }

  /// The dictionary at the top of a manifest.
  public var root: ManifestDictionary? { dictionaries.first }

  /// The dictionary with this ``ManifestDictionary/id``.
  public func dictionary(_ id: String) -> ManifestDictionary? {
    dictionaries.first { $0.id == id }
  }

  /// The key with this role, wherever it stands.
  public func key(_ role: ManifestKey.Role) -> ManifestKey? {
    index.keys[role].map { dictionaries[$0.dictionary].keys[$0.key] }
  }

  /// The dictionary that the elements of a key's array are; nil if they are none.
  public func entryDefinition(of key: ManifestKey) -> ManifestDictionary? {
    guard case .arrayOfDictionaries(let id) = key.type else { return nil }
    return dictionary(id)
  }

  /// The name of the key with this role; the role's own name if the catalog lacks it, as a small test catalog may.
  public func name(_ role: ManifestKey.Role) -> String {
    guard let place = index.keys[role] else { return role.rawValue }
    return dictionaries[place.dictionary].keys[place.key].name
  }

  /// The data type with this exact identifier.
  public func dataType(_ id: String) -> DataType? {
    index.dataTypes[id].map { dataTypes[$0] }
  }

  /// The purpose with this exact identifier.
  public func purpose(_ id: String) -> Purpose? {
    index.purposes[id].map { purposes[$0] }
  }

  /// The category of required reason APIs with this exact identifier.
  public func category(_ id: String) -> APICategory? {
    index.categories[id].map { categories[$0] }
  }

  /// The reason with this code and the category it belongs to.
  public func reason(_ code: String) -> (category: APICategory, reason: Reason)? {
    index.reasons[code].map { (categories[$0.category], categories[$0.category].reasons[$0.reason]) }
  }

  /// The card of the App Store label with this role; nil if the catalog lacks it, as a small test catalog may.
  public func labelCard(_ role: LabelCard.Role) -> LabelCard? {
    labelCards.first { $0.role == role }
  }
}

extension [Purpose] {
  /// The same purposes, those that most apps name before the others.
  public var mostUsualFirst: [Purpose] { filter(\.isMostUsual) + filter { !$0.isMostUsual } }
}
