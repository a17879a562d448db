import Catalog
import Foundation
import JSON

/// The names of one kind in `schema/`, and where they stand. A path names the members that lead to a string.
struct SchemaNames: Sendable {
  /// The kind in messages.
  let kind: String
  /// Where the names are defined, each once.
  let definitions: [String]
  /// Where only defined names may stand. “*” at the beginning means any path.
  var references: [String] = []
  /// Where misspellings stand: each once, and none is a defined name.
  var misspellings: [String] = []
  /// The names that must be defined, because the program asks for them.
  var wanted: [String] = []
  /// Whether a name may be defined several times.
  var mayRepeat = false
  /// Whether each entry has its own names.
  var isPerEntry = false
  /// The name in a string; nil if there is none.
  var name: @Sendable (String) -> String? = { $0 }

  static let all: [SchemaNames] = [
    SchemaNames(kind: "section", definitions: ["manifest.fileName"], name: { _ in "manifest" }),
    SchemaNames(kind: "source", definitions: ["sources.id"], references: ["*.sources"]),
    SchemaNames(
      kind: "dictionary", definitions: ["dictionaries.id"], references: ["dictionaries.keys.type"],
      // The type of a key names one unless it is a simple type.
      name: {
        let isSimple = ["boolean", "string", "array of strings"].contains($0)
        return isSimple ? nil : $0.replacing(#/^array of /#, with: "")
      }),
    SchemaNames(
      kind: "key", definitions: ["dictionaries.keys.name"],
      references: ["guidelines.manifestKeys", "purposeKeys.manifestKeys"],
      misspellings: ["dictionaries.keys.misspellings"]),
    SchemaNames(kind: "role", definitions: ["dictionaries.keys.role"], wanted: words(ManifestKey.Role.self)),
    SchemaNames(
      kind: "data type", definitions: ["dataTypes.id"],
      references: [
        "purposes.suggestsTrackingWith", "guidelines.dataTypes", "purposeKeys.dataTypes",
        "unlistedNames(data type).choices",
      ], misspellings: ["dataTypes.misspellings"]),
    SchemaNames(
      kind: "purpose", definitions: ["purposes.id"], references: ["unlistedNames(purpose).choices"],
      misspellings: ["purposes.misspellings"]),
    SchemaNames(
      kind: "category", definitions: ["categories.id"],
      references: ["linkedSymbols.categories", "unlistedNames(category).choices"],
      misspellings: ["categories.misspellings"]),
    SchemaNames(kind: "reason", definitions: ["categories.reasons.code"], references: ["reasonEvidence.code"]),
    // Several categories have the same API.
    SchemaNames(
      kind: "API", definitions: ["categories.symbols.name", "otherAPIs.name"], references: ["guidelines.apis"],
      mayRepeat: true),
    SchemaNames(kind: "API of the category", definitions: ["categories.symbols.name"], isPerEntry: true),
    SchemaNames(kind: "label card", definitions: ["labelCards.role"], wanted: words(LabelCard.Role.self)),
    SchemaNames(kind: "label category", definitions: ["labelCategories.name"], references: ["dataTypes.labelCategory"]),
    SchemaNames(kind: "guideline", definitions: ["guidelines.id"]),
    SchemaNames(kind: "store message", definitions: ["storeMessages.id"], references: ["storeMessages.twin"]),
    SchemaNames(
      kind: "Info.plist key", definitions: ["purposeKeys.name", "relatedKeys.name", "bundleKeys.name"],
      references: [
        "purposeKeys.successors", "purposeKeys.related", "relatedKeys.requires", "backgroundModes.purposeKeys",
        "entitlements.needs.keys", "mailedKeys.key", "commonUses.keys", "resourceWords.keys", "sourceCalls.keys",
        "sourceCalls.byArgument.keys", "unlistedNames(purpose key).choices",
      ], misspellings: ["purposeKeys.misspellings"]),
    SchemaNames(
      kind: "role of a purpose string", definitions: ["purposeKeys.role"], wanted: words(PurposeKey.Role.self)),
    SchemaNames(kind: "role of a related key", definitions: ["relatedKeys.role"], wanted: words(RelatedKey.Role.self)),
    SchemaNames(kind: "role of a bundle key", definitions: ["bundleKeys.role"], wanted: words(BundleKey.Role.self)),
    SchemaNames(
      kind: "call", definitions: ["purposeKeys.calls.swift", "purposeKeys.calls.objectiveC"],
      references: ["purposeKeys.calls.recalled"], mayRepeat: true, isPerEntry: true),
    SchemaNames(
      kind: "platform",
      definitions: ["purposeKeys", "entitlements"].flatMap { ["\($0).platforms", "\($0).recalledPlatforms"] },
      isPerEntry: true, name: { $0.prefix { !$0.isNumber }.trimmingCharacters(in: .whitespaces) }),
    SchemaNames(kind: "background mode", definitions: ["backgroundModes.name"]),
    SchemaNames(kind: "entitlement", definitions: ["entitlements.name"], references: ["purposeKeys.entitlements"]),
    SchemaNames(
      kind: "role of an entitlement", definitions: ["entitlements.role"], wanted: words(Entitlement.Role.self)),
    SchemaNames(
      kind: "language", definitions: ["sentenceEnds.languages.code", "sentenceEnds.languages.aliases"]),
    SchemaNames(kind: "SDK", definitions: ["sdks.name"], references: ["unlistedNames(listed SDK).choices"]),
    SchemaNames(
      kind: "resource", definitions: ["resourceWords.title"], references: ["resourceWords.neighbours"], mayRepeat: true),
    SchemaNames(kind: "role of words in source code", definitions: ["sourceWords.role"]),
    SchemaNames(kind: "role of evidence", definitions: ["reasonEvidence.role"]),
  ]

  private static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }

  /// The faults of all names, by file.
  static func faults(in files: [SchemaFile]) -> [String: [JSONSchema.Fault]] {
    let members = Dictionary(grouping: files.flatMap(\.members), by: \.path)
    let faults = all.flatMap { $0.faults(in: members) }
    return Dictionary(grouping: faults) { $0.file ?? files.first?.name ?? "" }.mapValues { $0.map(\.fault) }
  }

  /// The members with these paths.
  static func members(at paths: [String], in all: [String: [SchemaFile.Member]]) -> [SchemaFile.Member] {
    paths.flatMap { path in
      path.hasPrefix("*") ? all.filter { $0.key.hasSuffix(path.dropFirst()) }.flatMap(\.value) : all[path] ?? []
    }
  }

  private func faults(in members: [String: [SchemaFile.Member]]) -> [(file: String?, fault: JSONSchema.Fault)] {
    var faults: [(file: String?, fault: JSONSchema.Fault)] = []
    func visit(_ paths: [String], _ message: (_ key: String, _ name: String) -> String?) {
      for member in Self.members(at: paths, in: members) {
        for value in member.strings {
          guard let name = name(value.string ?? "") else { continue }
          let key = isPerEntry ? "\(member.file) \(member.entry) \(name)" : name
          if let message = message(key, name) { faults.append((member.file, (value.range.lowerBound, message))) }
        }
      }
    }
    var defined: Set<String> = []
    visit(definitions) { key, name in
      defined.insert(key).inserted || mayRepeat ? nil : "The \(kind) “\(name)” is given twice"
    }
    visit(references) { key, name in defined.contains(key) ? nil : "Unknown \(kind) “\(name)”" }
    var misspelt: Set<String> = []
    visit(misspellings) { _, name in
      if defined.contains(name) { return "“\(name)” is a name itself, so it’s not a misspelling" }
      return misspelt.insert(name).inserted ? nil : "The misspelling “\(name)” is given twice"
    }
    let file = definitions.first.flatMap { members[$0]?.first?.file }
    return faults + wanted.filter { !defined.contains($0) }.map { (file, (0, "The \(kind) “\($0)” is missing")) }
  }
}
