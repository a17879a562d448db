extension Catalog {
  /// Entries by what they are looked up with. Where a name is given twice, the first entry counts.
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
    /// By lower-case code or alias.
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

  /// The purpose string with this exact name, or with this name for some devices or platforms.
  public func purposeKey(_ name: String) -> PurposeKey? {
    let keys = parts[.infoPlist].index.purposeKeys
    return keys[name] ?? suffixed(name).flatMap { keys[$0.root] }
  }

  /// The purpose string with this role; nil if the catalog lacks it, as a small test catalog may.
  public func purposeKey(_ role: PurposeKey.Role) -> PurposeKey? {
    purposeKeys.first { $0.role == role }
  }

  /// The related key with this exact name, or with this name for some devices or platforms.
  public func relatedKey(_ name: String) -> RelatedKey? {
    let keys = parts[.infoPlist].index.relatedKeys
    return keys[name] ?? suffixed(name).flatMap { keys[$0.root] }
  }

  /// The related key with this role; nil if the catalog lacks it.
  public func relatedKey(_ role: RelatedKey.Role) -> RelatedKey? {
    relatedKeys.first { $0.role == role }
  }

  /// The name of the bundle key with this role; the role's own name if the catalog lacks it.
  public func name(_ role: BundleKey.Role) -> String {
    parts[.infoPlist].index.bundleKeys[role]?.name ?? role.rawValue
  }

  /// What a value of the list of background modes asks for; nil for the modes that need no purpose string.
  public func backgroundMode(_ name: String) -> BackgroundMode? {
    backgroundModes.first { $0.name == name }
  }

  /// The entitlement with this exact name.
  public func entitlement(_ name: String) -> Entitlement? {
    parts[.entitlements].index.entitlements[name]
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
      if let language = parts[.languages].index.languages[rest.joined(separator: "-")] { return language }
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
    parts[.manifest].index.keys[role]
  }

  /// The dictionary that the elements of a key's array are; nil if they are none.
  public func entryDefinition(of key: ManifestKey) -> ManifestDictionary? {
    guard case .arrayOfDictionaries(let id) = key.type else { return nil }
    return dictionary(id)
  }

  /// The name of the key with this role; the role's own name if the catalog lacks it, as a small test catalog may.
  public func name(_ role: ManifestKey.Role) -> String {
    key(role)?.name ?? role.rawValue
  }

  /// The data type with this exact identifier.
  public func dataType(_ id: String) -> DataType? {
    parts[.manifest].index.dataTypes[id]
  }

  /// The purpose with this exact identifier.
  public func purpose(_ id: String) -> Purpose? {
    parts[.manifest].index.purposes[id]
  }

  /// The category of required reason APIs with this exact identifier.
  public func category(_ id: String) -> APICategory? {
    parts[.manifest].index.categories[id]
  }

  /// The reason with this code and the category it belongs to.
  public func reason(_ code: String) -> (category: APICategory, reason: Reason)? {
    parts[.manifest].index.reasons[code]
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
