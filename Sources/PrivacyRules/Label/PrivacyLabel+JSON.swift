import Catalog
public import JSON

/// The label for programs. Its shape is described in the README and stays as it is; members may be added.
extension PrivacyLabel: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("rulesAsOf", rulesAsOf)
    json.member("title", title)
    json.member("files", paths)
    json.member("cards", cards)
    json.member("unknownTypes", unknownTypes)
    json.member("notes", notes)
  }
}

extension PrivacyLabel.Card: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("id", role.rawValue)
    json.member("title", title)
    json.member("categories", categories)
  }
}

extension PrivacyLabel.Group: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("name", category.name)
    json.member("types", entries)
  }
}

extension PrivacyLabel.Entry: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("id", item.type.id)
    json.member("name", item.type.displayName)
    json.array("purposes") { json in
      for purpose in item.purposes {
        json.object { json in
          json.member("id", purpose.id)
          json.member("name", purpose.displayName)
        }
      }
    }
    json.member("files", paths)
    json.member("otherFiles", otherPaths)
  }
}

extension PrivacyLabel.UnknownType: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("files", paths)
  }
}
