extension Catalog {
  /// Places of entries by what they are looked up with.
  struct Index: Sendable {
    var keys: [ManifestKey.Role: (dictionary: Int, key: Int)] = [:]
    var dataTypes: [String: Int] = [:]
    var purposes: [String: Int] = [:]
    var categories: [String: Int] = [:]
    var reasons: [String: (category: Int, reason: Int)] = [:]
    var purposeKeys: [String: Int] = [:]
    var relatedKeys: [String: Int] = [:]
    var bundleKeys: [BundleKey.Role: Int] = [:]
    var entitlements: [String: Int] = [:]
    /// By lower-case code or alias.
    var languages: [String: Int] = [:]
    /// By package URL.
    var packages: [String: (sdk: Int, package: Int)] = [:]

    /// Where a name is given twice, the first entry counts.
    init(_ sections: Sections) {
      for (d, dictionary) in sections.dictionaries.enumerated() {
        for (k, key) in dictionary.keys.enumerated() where keys[key.role] == nil { keys[key.role] = (d, k) }
      }
      for (place, type) in sections.dataTypes.enumerated() where self.dataTypes[type.id] == nil {
        self.dataTypes[type.id] = place
      }
      for (place, purpose) in sections.purposes.enumerated() where self.purposes[purpose.id] == nil {
        self.purposes[purpose.id] = place
      }
      for (c, category) in sections.categories.enumerated() {
        if self.categories[category.id] == nil { self.categories[category.id] = c }
        for (r, reason) in category.reasons.enumerated() where reasons[reason.code] == nil {
          reasons[reason.code] = (c, r)
        }
      }
      for (place, key) in sections.purposeKeys.enumerated() where self.purposeKeys[key.name] == nil {
        self.purposeKeys[key.name] = place
      }
      for (place, key) in sections.relatedKeys.enumerated() where self.relatedKeys[key.name] == nil {
        self.relatedKeys[key.name] = place
      }
      for (place, key) in sections.bundleKeys.enumerated() where self.bundleKeys[key.role] == nil {
        self.bundleKeys[key.role] = place
      }
      for (place, entitlement) in sections.entitlements.enumerated() where self.entitlements[entitlement.name] == nil {
        self.entitlements[entitlement.name] = place
      }
      for (place, language) in sections.languages.enumerated() {
        for code in [language.code] + language.aliases where self.languages[code.lowercased()] == nil {
          self.languages[code.lowercased()] = place
        }
      }
      for (s, sdk) in sections.sdks.enumerated() {
        for (p, package) in sdk.packages.enumerated() where packages[package.url] == nil {
          packages[package.url] = (s, p)
        }
      }
    }
  }

  /// The purpose string with this exact name, or with this name for some devices or platforms.
  public func purposeKey(_ name: String) -> PurposeKey? {
    let places = parts.infoPlist.value.index.purposeKeys
    return (places[name] ?? suffixed(name).flatMap { places[$0.root] }).map { purposeKeys[$0] }
  }

  /// The purpose string with this role; nil if the catalog lacks it, as a small test catalog may.
  public func purposeKey(_ role: PurposeKey.Role) -> PurposeKey? {
    purposeKeys.first { $0.role == role }
  }

  /// The related key with this exact name, or with this name for some devices or platforms.
  public func relatedKey(_ name: String) -> RelatedKey? {
    let places = parts.infoPlist.value.index.relatedKeys
    return (places[name] ?? suffixed(name).flatMap { places[$0.root] }).map { relatedKeys[$0] }
  }

  /// The related key with this role; nil if the catalog lacks it.
  public func relatedKey(_ role: RelatedKey.Role) -> RelatedKey? {
    relatedKeys.first { $0.role == role }
  }

  /// The name of the bundle key with this role; the role's own name if the catalog lacks it.
  public func name(_ role: BundleKey.Role) -> String {
    parts.infoPlist.value.index.bundleKeys[role].map { bundleKeys[$0].name } ?? role.rawValue
  }

  /// What a value of the list of background modes asks for; nil for the modes that need no purpose string.
  public func backgroundMode(_ name: String) -> BackgroundMode? {
    backgroundModes.first { $0.name == name }
  }

  /// The entitlement with this exact name.
  public func entitlement(_ name: String) -> Entitlement? {
    parts.entitlements.value.index.entitlements[name].map { entitlements[$0] }
  }

  /// The entitlement with this role; nil if the catalog lacks it.
  public func entitlement(_ role: Entitlement.Role) -> Entitlement? {
    entitlements.first { $0.role == role }
  }

  /// The language that a code or the name of a folder without its ending means: "de-AT", "zh_Hans_CN", "German". The
  /// subtags are given up from the end until one is known; nil if not even the first is.
  public func language(_ code: String) -> Language? {
    var rest = code.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    while !rest.isEmpty {
      if let place = parts.languages.value.index.languages[rest.joined(separator: "-")] { return languages[place] }
      rest.removeLast()
    }
    return nil
  }

  /// The dictionary at the top of a manifest.
  public var root: ManifestDictionary? { dictionaries.first }

  /// The dictionary with this ``ManifestDictionary/id``.
  public func dictionary(_ id: String) -> ManifestDictionary? {
    dictionaries.first { $0.id == id }
  }

  /// The key with this role, wherever it stands.
  public func key(_ role: ManifestKey.Role) -> ManifestKey? {
    parts.manifest.value.index.keys[role].map { dictionaries[$0.dictionary].keys[$0.key] }
  }

  /// The dictionary that the elements of a key's array are; nil if they are none.
  public func entryDefinition(of key: ManifestKey) -> ManifestDictionary? {
    guard case .arrayOfDictionaries(let id) = key.type else { return nil }
    return dictionary(id)
  }

  /// The name of the key with this role; the role's own name if the catalog lacks it, as a small test catalog may.
  public func name(_ role: ManifestKey.Role) -> String {
    guard let place = parts.manifest.value.index.keys[role] else { return role.rawValue }
    return dictionaries[place.dictionary].keys[place.key].name
  }

  /// The data type with this exact identifier.
  public func dataType(_ id: String) -> DataType? {
    parts.manifest.value.index.dataTypes[id].map { dataTypes[$0] }
  }

  /// The purpose with this exact identifier.
  public func purpose(_ id: String) -> Purpose? {
    parts.manifest.value.index.purposes[id].map { purposes[$0] }
  }

  /// The category of required reason APIs with this exact identifier.
  public func category(_ id: String) -> APICategory? {
    parts.manifest.value.index.categories[id].map { categories[$0] }
  }

  /// The reason with this code and the category it belongs to.
  public func reason(_ code: String) -> (category: APICategory, reason: Reason)? {
    parts.manifest.value.index.reasons[code].map {
      (categories[$0.category], categories[$0.category].reasons[$0.reason])
    }
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
