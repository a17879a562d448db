import Catalog
public import JSON

/// The label for programs. Its shape is described in the README and stays as it is; members may be added.
extension PrivacyLabel: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }

  /// Writes the members of the label into an object that may have others.
  public func writeMembers(to json: inout JSONWriter) {
    json.member("rulesAsOf", rulesAsOf)
    json.member("title", title)
    json.member("files", paths)
    json.member("cards", array: { json in for card in cards { card.write(to: &json) } })
    json.member("unknownTypes", unknownTypes)
    json.member("notes", notes)
  }
}

extension PrivacyLabel.Card: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", role.rawValue)
      json.member("title", title)
      json.member("categories", categories)
    }
  }
}

extension PrivacyLabel.Group: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", category.name)
      json.member("types", entries)
    }
  }
}

extension PrivacyLabel.Entry: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", item.type.id)
      json.member("name", item.type.displayName)
      json.member(
        "purposes",
        array: { json in
          for purpose in item.purposes {
            json.object { json in
              json.member("id", purpose.id)
              json.member("name", purpose.displayName)
            }
          }
        })
      json.member("files", paths)
      json.member("otherFiles", otherPaths)
    }
  }
}

extension PrivacyLabel.UnknownType: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("files", paths)
    }
  }
}
