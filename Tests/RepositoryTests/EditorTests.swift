import Foundation
import PrivacyRules
import TestSupport
import Testing
import Workspace

private let editors = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "editors")

/// The table of the files that start the server in every editor. What each editor makes of it, its own tests compare.
private struct FileKindTable: Decodable {
  struct Kind: Decodable {
    var kind: String
    var patterns: [String]
    var examples: [String]
  }

  var kinds: [Kind]
  /// Those that start the server in no editor.
  var opened: [Kind]
  var others: [String]
}

/// What a JSON Schema says of an object, as far as it is compared here.
private struct ObjectSchema: Decodable {
  struct Member: Decodable {
    var properties: [String: Member]?
  }

  var properties: [String: Member]
}

/// What the integrations repeat, so that an editor can know it before a server runs.
@Suite struct EditorTests {
  @Test func theTableOfFileKindsIsTheServers() throws {
    let table = try JSONDecoder().decode(
      FileKindTable.self, from: Data(contentsOf: editors.appending(path: "file-kinds.json")))
    let kinds = table.kinds + table.opened
    expectEqual(kinds.map(\.kind), FileKind.allCases.filter { !$0.namePatterns.isEmpty }.map(\.rawValue), "the kinds")
    for row in kinds {
      for path in row.examples + row.patterns.map({ "App/" + $0.replacing("*", with: "Sample") }) {
        expectEqual(FileKind.of(path: path)?.rawValue, row.kind, path)
        expectEqual(FileKind.of(path: path.uppercased())?.rawValue, row.kind, path.uppercased())
      }
      expectTrue(!row.examples.isEmpty, "\(row.kind) has examples")
    }
    for path in table.others { expectEqual(FileKind.of(path: path)?.rawValue, nil, path) }
  }

  @Test func thePageOfSettingsNamesAllOfThem() throws {
    let page = try String(contentsOf: editors.appending(path: "SETTINGS.md"), encoding: .utf8)
    let names =
      RuleGroup.allCases.map(\.rawValue) + Configuration.Member.allCases.map(\.rawValue)
      + EditorSetting.allCases.map(\.rawValue)
    for name in names { expectTrue(page.contains("`\(name)`"), "SETTINGS.md doesn’t name \(name)") }
  }

  @Test func theSchemaOfSettingsHasAllMembersAndRules() throws {
    for name in ["settings.schema.json", "vscode/privacy-lsp.schema.json"] {
      let schema = try JSONDecoder().decode(
        ObjectSchema.self, from: Data(contentsOf: editors.appending(path: name)))
      expectEqual(
        schema.properties.keys.sorted(), (["$schema"] + Configuration.Member.allCases.map(\.rawValue)).sorted(),
        "the members in \(name)")
      let rules = try #require(schema.properties["severity"]?.properties)
      expectEqual(
        rules.keys.sorted(), (Rule.all.map(\.id) + RuleGroup.allCases.map(\.rawValue) + Rule.formerIDs.keys).sorted(),
        "the rules in editors/\(name) are out of date; run: .ci/generate.py")
    }
  }
}
