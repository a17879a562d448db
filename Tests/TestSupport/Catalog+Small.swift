public import Catalog
import JSON

extension Catalog {
  /// A made-up catalog. Its keys are named like their roles; everything else is as given.
  ///
  ///     Catalog.small(
  ///       dataTypes: ["Color": "Looks"],
  ///       purposes: ["Fun"],
  ///       categories: ["Clock": ["AAAA.1", "BBBB.1"]])
  ///
  /// - Parameters:
  ///   - dataTypes: Identifiers and the groups they stand under in the label.
  ///   - categories: Identifiers and the codes of their reasons.
  public static func small(
    dataTypes: KeyValuePairs<String, String> = [:], purposes: [String] = [],
    categories: KeyValuePairs<String, [String]> = [:]
  ) -> Catalog {
    let text = smallText(dataTypes: dataTypes, purposes: purposes, categories: categories)
    return Catalog { _ in [text] }
  }

  /// The text of ``small(dataTypes:purposes:categories:)``.
  public static func smallText(
    dataTypes: KeyValuePairs<String, String> = [:], purposes: [String] = [],
    categories: KeyValuePairs<String, [String]> = [:]
  ) -> [UInt8] {
    var json = JSONWriter(indented: true)
    json.object { json in
      json.object("manifest") { json in
        json.members("fileName", "Small.manifest", "fileExtension", "manifest")
        json.provenance()
      }
      json.smallDictionaries()
      json.entries("dataTypes", dataTypes) { json, type in
        json.members("id", type.key, "displayName", type.key, "labelCategory", type.value, "definition", "A type.")
      }
      var groups: [String] = []
      for (_, group) in dataTypes where !groups.contains(group) { groups.append(group) }
      json.entries("labelCategories", groups) { json, name in
        json.members("name", name, "icon", "dots", "shapes", "<path/>")
      }
      json.entries("labelCards", LabelCard.Role.allCases) { json, role in
        json.members(
          "role", role.rawValue, "title", role.rawValue, "shortTitle", role.rawValue, "summary", "A card.", "shapes",
          "<path/>")
      }
      json.entries("purposes", purposes) { json, purpose in
        json.members("id", purpose, "displayName", purpose, "definition", "A purpose.")
      }
      json.entries("categories", categories) { json, category in
        json.members("id", category.key, "title", "\(category.key) APIs", "summary", "Tells something.")
        json.entries("reasons", category.value) { json, code in
          json.members("code", code, "shortMeaning", "a reason", "meaning", "A reason.")
          json.members("mayLeaveDevice", "It may.", "audience", "Everyone.")
        }
        json.entries("symbols", ["use\(category.key)"]) { json, name in
          json.members("name", name, "kind", "c function", "framework", "System", "c", name, "confidence", "high")
        }
      }
      json.entries("purposeKeys", PurposeKey.Role.allCases) { json, role in
        json.members("name", role.rawValue, "role", role.rawValue, "type", "string", "title", "Thing")
        json.members("resource", "your things", "summary", "A key.", "skeleton", "This app $0.", "feature", "plays")
      }
      json.entries("relatedKeys", RelatedKey.Role.allCases) { json, role in
        json.members("name", role.rawValue, "role", role.rawValue, "type", "boolean", "title", "Key")
        json.members("summary", "A key.")
      }
      json.entries("bundleKeys", BundleKey.Role.allCases) { json, role in
        json.members("role", role.rawValue, "name", role.rawValue)
      }
      json.entries("entitlements", Entitlement.Role.allCases) { json, role in
        json.members("name", "small.\(role)", "role", role.rawValue, "type", "boolean", "title", "Right")
        json.members("summary", "A right.", "kind", "sandbox")
      }
      json.array("sources") { $0.object { $0.members("id", "test", "title", "A test") } }
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func members(_ namesAndValues: String...) {
    for place in stride(from: 0, to: namesAndValues.count - 1, by: 2) {
      member(namesAndValues[place], namesAndValues[place + 1])
    }
  }

  fileprivate mutating func provenance() {
    members("status", "verified", "checked", "2026-01-01")
    member("sources", ["test"])
    member("link", "https://developer.apple.com/test")
  }

  /// Writes an array of entries that all end with the same provenance.
  fileprivate mutating func entries<Elements: Sequence>(
    _ name: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(name) { json in
      for element in elements {
        json.object { json in
          body(&json, element)
          json.provenance()
        }
      }
    }
  }

  fileprivate mutating func smallDictionaries() {
    let types: KeyValuePairs<String, [(role: ManifestKey.Role, type: String)]> = [
      "root": [
        (.tracking, "boolean"), (.trackingDomains, "array of strings"), (.collectedDataTypes, "array of collected"),
        (.accessedAPITypes, "array of accessed"),
      ],
      "collected": [
        (.dataType, "string"), (.linked, "boolean"), (.usedForTracking, "boolean"), (.purposes, "array of strings"),
      ],
      "accessed": [(.category, "string"), (.reasons, "array of strings")],
    ]
    array("dictionaries") { json in
      for (id, keys) in types {
        json.object { json in
          json.members("id", id, "title", "\(id) entry")
          json.entries("keys", keys) { json, key in
            json.members("role", key.role.rawValue, "name", key.role.rawValue, "type", key.type)
            json.member("required", id != "root")
            json.members("xcodeName", key.role.rawValue, "summary", "A key.")
          }
        }
      }
    }
  }
}
