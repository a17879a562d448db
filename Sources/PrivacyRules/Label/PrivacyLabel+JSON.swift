import Catalog
public import JSON

extension PrivacyLabel {
  /// The label for programs. Its shape is described in the README and stays as it is; members may be added.
  public var json: JSONObject {
    [
      "rulesAsOf": rulesAsOf, "title": title, "files": paths, "cards": cards.map(\.json),
      "unknownTypes": unknownTypes.map { ["name": $0.name, "files": $0.paths] as JSONObject }, "notes": notes,
    ]
  }
}

extension PrivacyLabel.Card {
  fileprivate var json: JSONObject {
    let categories = categories.map { ["name": $0.category.name, "types": $0.entries.map(\.json)] as JSONObject }
    return ["id": role.rawValue, "title": title, "categories": categories]
  }
}

extension PrivacyLabel.Entry {
  fileprivate var json: JSONObject {
    let purposes = item.purposes.map { ["id": $0.id, "name": $0.displayName] as JSONObject }
    return [
      "id": item.type.id, "name": item.type.displayName, "purposes": purposes, "files": paths, "otherFiles": otherPaths,
    ]
  }
}
