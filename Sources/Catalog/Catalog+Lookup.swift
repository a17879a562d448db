extension Catalog {
  /// The dictionary at the top of a manifest.
  public var root: ManifestDictionary? { dictionaries.first }

  public func dictionary(_ id: String) -> ManifestDictionary? {
    dictionaries.first { $0.id == id }
  }

  /// The key with this role, wherever it stands.
  public func key(_ role: ManifestKey.Role) -> ManifestKey? {
    for dictionary in dictionaries {
      if let key = dictionary.keys.first(where: { $0.role == role }) { return key }
    }
    return nil
  }

  /// The name of the key with this role; the role's own name if the catalog lacks it, as a small test catalog may.
  public func name(_ role: ManifestKey.Role) -> String {
    key(role)?.name ?? role.rawValue
  }

  public func dataType(_ id: String) -> DataType? {
    dataTypes.first { $0.id == id }
  }

  public func purpose(_ id: String) -> Purpose? {
    purposes.first { $0.id == id }
  }

  public func category(_ id: String) -> APICategory? {
    categories.first { $0.id == id }
  }

  /// The reason with this code and the category it belongs to.
  public func reason(_ code: String) -> (category: APICategory, reason: Reason)? {
    for category in categories {
      if let reason = category.reason(code) { return (category, reason) }
    }
    return nil
  }

  /// The groups of the App Store label, each once, in the order of the data types.
  public var labelCategories: [String] {
    var seen: Set<String> = []
    return dataTypes.map(\.labelCategory).filter { seen.insert($0).inserted }
  }
}
