extension Catalog {
  /// The lookup tables. If a name occurs twice, the first entry counts.
  struct Index: Sendable {
    let keys: [ManifestKey.Role: ManifestKey]
    let dataTypes: [String: DataType]
    let purposes: [String: Purpose]
    let categories: [String: APICategory]
    let reasons: [String: (category: APICategory, reason: Reason)]
    let purposeKeys: [String: PurposeKey]
    let relatedKeys: [String: RelatedKey]
    let bundleKeys: [BundleKey.Role: BundleKey]
    let entitlements: [String: Entitlement]
    /// By lowercase code or alias.
    let languages: [String: Language]
    /// By package URL.
    let packages: [String: (sdk: ListedSDK, package: ListedPackage)]

    init(_ sections: Sections) {
      func first<Name, Entry>(_ pairs: [(Name, Entry)]) -> [Name: Entry] {
        Dictionary(pairs, uniquingKeysWith: { first, _ in first })
      }
      keys = first(sections.dictionaries.flatMap(\.keys).map { ($0.role, $0) })
      dataTypes = first(sections.dataTypes.map { ($0.id, $0) })
      purposes = first(sections.purposes.map { ($0.id, $0) })
      categories = first(sections.categories.map { ($0.id, $0) })
      reasons = first(sections.categories.flatMap { category in category.reasons.map { ($0.code, (category, $0)) } })
      purposeKeys = first(sections.purposeKeys.map { ($0.name, $0) })
      relatedKeys = first(sections.relatedKeys.map { ($0.name, $0) })
      bundleKeys = first(sections.bundleKeys.map { ($0.role, $0) })
      entitlements = first(sections.entitlements.map { ($0.name, $0) })
      languages = first(
        sections.languages.flatMap { language in
          ([language.code] + language.aliases).map { ($0.lowercased(), language) }
        })
      packages = first(sections.sdks.flatMap { sdk in sdk.packages.map { ($0.url, (sdk, $0)) } })
    }
  }

  /// The purpose string with this name, with or without a suffix for devices or platforms.
  public func purposeKey(_ name: String) -> PurposeKey? {
    let keys = parts[.infoPlist].index.purposeKeys
    return keys[name] ?? suffixed(name).flatMap { keys[$0.root] }
  }

  /// The purpose string with this role; nil only in test catalogs.
  public func purposeKey(_ role: PurposeKey.Role) -> PurposeKey? {
    purposeKeys.first { $0.role == role }
  }

  /// The related key with this name, with or without a suffix for devices or platforms.
  public func relatedKey(_ name: String) -> RelatedKey? {
    let keys = parts[.infoPlist].index.relatedKeys
    return keys[name] ?? suffixed(name).flatMap { keys[$0.root] }
  }

  /// The related key with this role; nil only in test catalogs.
  public func relatedKey(_ role: RelatedKey.Role) -> RelatedKey? {
    relatedKeys.first { $0.role == role }
  }

  /// The name of the bundle key with this role; the role’s name in test catalogs without it.
  public func name(_ role: BundleKey.Role) -> String {
    parts[.infoPlist].index.bundleKeys[role]?.name ?? role.rawValue
  }

  /// The background mode with this name; nil for modes that need no purpose string.
  public func backgroundMode(_ name: String) -> BackgroundMode? {
    backgroundModes.first { $0.name == name }
  }

  /// The entitlement with this name.
  public func entitlement(_ name: String) -> Entitlement? {
    parts[.entitlements].index.entitlements[name]
  }

  /// The entitlement with this role; nil only in test catalogs.
  public func entitlement(_ role: Entitlement.Role) -> Entitlement? {
    entitlements.first { $0.role == role }
  }

  /// The language of a code or of the name of an `.lproj` folder: "de-AT", "zh_Hans_CN", "German". Unknown subtags are
  /// dropped from the end; nil if the first is unknown too.
  public func language(_ code: String) -> Language? {
    var rest = code.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    while !rest.isEmpty {
      if let language = parts[.languages].index.languages[rest.joined(separator: "-")] { return language }
      rest.removeLast()
    }
    return nil
  }

  /// The root dictionary of a manifest.
  public var root: ManifestDictionary? { dictionaries.first }

  /// The dictionary with this ``ManifestDictionary/id``.
  public func dictionary(_ id: String) -> ManifestDictionary? {
    dictionaries.first { $0.id == id }
  }

  /// The key with this role, in any dictionary.
  public func key(_ role: ManifestKey.Role) -> ManifestKey? {
    parts[.manifest].index.keys[role]
  }

  /// The definition of the dictionaries in a key’s array; nil if its elements are not dictionaries.
  public func entryDefinition(of key: ManifestKey) -> ManifestDictionary? {
    guard case .arrayOfDictionaries(let id) = key.type else { return nil }
    return dictionary(id)
  }

  /// The name of the key with this role; the role’s name in test catalogs without it.
  public func name(_ role: ManifestKey.Role) -> String {
    key(role)?.name ?? role.rawValue
  }

  /// The data type with this identifier.
  public func dataType(_ id: String) -> DataType? {
    parts[.manifest].index.dataTypes[id]
  }

  /// The purpose with this identifier.
  public func purpose(_ id: String) -> Purpose? {
    parts[.manifest].index.purposes[id]
  }

  /// The required reason API category with this identifier.
  public func category(_ id: String) -> APICategory? {
    parts[.manifest].index.categories[id]
  }

  /// The reason with this code, and its category.
  public func reason(_ code: String) -> (category: APICategory, reason: Reason)? {
    parts[.manifest].index.reasons[code]
  }

  /// The card of the App Store label with this role; nil only in test catalogs.
  public func labelCard(_ role: LabelCard.Role) -> LabelCard? {
    labelCards.first { $0.role == role }
  }
}

extension [Purpose] {
  /// The same purposes, with the most common ones first.
  public var mostUsualFirst: [Purpose] { filter(\.isMostUsual) + filter { !$0.isMostUsual } }
}
