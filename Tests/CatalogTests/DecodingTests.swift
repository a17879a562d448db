import Catalog
import Foundation
import JSON
import TestSupport
import Testing

struct DecodingTests {
  @Test func readsASmallCatalog() {
    let catalog = Catalog.small(
      dataTypes: ["Color": "Looks"], purposes: ["Fun"], categories: ["Clock": ["AAAA.1", "BBBB.1"]])
    #expect(catalog.dataType("Color")?.labelCategory == "Looks")
    #expect(catalog.reason("BBBB.1")?.category.id == "Clock")
    #expect(catalog.root?.key(named: "tracking")?.type == .boolean)
    #expect(catalog.date == "2026-01-01")
  }

  /// Whether the files have no faults as they are. Otherwise `BundledCatalogTests` names them, and the tests that change
  /// the files are skipped, as each row would repeat them.
  static let isClean = faults(in: SchemaFile.all).isEmpty
  static let skipped: Comment = "schema/ has faults, which BundledCatalogTests names"

  @Test(.enabled(if: isClean, skipped)) func anEntryMoreNeedsNoCode() throws {
    let files = SchemaFile.all.map { file in
      var text = String(decoding: file.bytes, as: UTF8.self)
      text.insertEntry(before: #""code": "CA92.1""#, renamed: "CA92.1", to: "F00D.1")
      text.insertEntry(before: #""id": "NSPrivacyCollectedDataTypeHead""#, renamed: "TypeHead", to: "TypeFeet")
      return SchemaFile(name: file.name, bytes: Array(text.utf8))
    }
    #expect(faults(in: files) == [])
    let catalog = catalog(of: files)
    let category = try #require(catalog.reason("F00D.1")?.category)
    #expect(category.reasons.map(\.code).prefix(2) == ["F00D.1", "CA92.1"])
    #expect(catalog.dataType("NSPrivacyCollectedDataTypeFeet")?.labelCategory == "Body")
  }

  /// The first member with a path, or the second or so, what its value is replaced with (nothing where the member is left
  /// out), and the one fault that follows, at `«`.
  static let mistakes: [(member: String, value: String, message: String)] = [
    // Syntax, types and members
    ("purposes.displayName", #""A" «7"#, "Expected a comma or the end of the object"),
    ("purposes.displayName", #""A", «"displayName": "B""#, "“displayName” is given twice"),
    ("purposes.displayName", #""A", «"color": 1"#, "Unknown member “color”"),
    ("purposes.displayName", "", "“displayName” is missing"),
    ("$schema", #""built-apps.schema.json", «"uses": []"#, "Unknown member “uses”"),
    ("purposes.definition", "«7", "“definition” must be a string, not an integer"),
    ("purposes.definition", #"«"""#, "“definition” must not be empty"),
    ("purposes.mostUsual", #"«"no""#, "“mostUsual” must be a boolean, not a string"),
    ("purposes.sources", "«[]", "“sources” must not be empty"),
    ("purposes.sources", #"«"memory""#, "“sources” must be an array, not a string"),
    ("purposes.sources", #"["memory", «"memory"]"#, "“sources” holds “memory” twice"),
    ("purposes.sources", #"["memory", «null]"#, "An element of “sources” must be a string, not null"),
    ("purposes.synonyms", #"["A", «""]"#, "An element of “synonyms” must not be empty"),
    ("categories.misspellings", #"["A", «"A"]"#, "“misspellings” holds “A” twice"),
    ("categories.symbols.parameters", "«-1", "“parameters” must be 0 or more"),
    ("categories.symbols.parameters", "«1.5", "“parameters” must be an integer, not a number"),
    ("entitlements.needs", "«{}", "“needs” must be an array, not an object"),
    ("entitlements.needs", "[«[]]", "An element of “needs” must be an object, not an array"),
    ("entitlements.needs", #"[«{"basis": "code", "status": "verified"}]"#, "“keys” is missing"),
    ("purposeKeys.alert.buttons", "«[]", "“buttons” must not be empty"),
    ("purposeKeys.feature", "", "“feature” is missing"),
    ("purposeKeys.skeleton", "", "“skeleton” is missing"),
    // Words and forms
    ("purposes.status", #"«"sure""#, "“status” must be one of “verified”, “recalled”, “inferred”"),
    ("entitlements.needs.basis", #"«"need""#, "“basis” must be one of “entitlement”, “code”"),
    ("guidelines.topics", #"[«"taste"]"#, "An element of “topics” must be one of “purpose”, "),
    ("purposes.checked", #"«"2026-02-29""#, "“checked” must be a day as YYYY-MM-DD"),
    ("purposes.checked", #"«"1.1.2026""#, "“checked” must be a day as YYYY-MM-DD"),
    ("storeMessages.since", #"«"2026-13""#, "“since” must match "),
    ("storeMessages.since", #"«"2026-02-29""#, "“since” must match "),
    ("storeMessages.twin", #"«"ITMS-1""#, "“twin” must match "),
    ("purposes.link", #"«"https://example.org""#, "“link” must match ^https://developer\\.apple\\.com/. Apple’s page"),
    ("sources.link", #"«"http://example.org""#, "“link” must match ^https://"),
    ("reasonEvidence.code", #"«"aaaa.1""#, "“code” must match ^[0-9A-F]{4}\\.[0-9]$. The reason’s code."),
    ("reasonEvidence.code", #"«"AAAA1""#, "“code” must match "),
    ("categories.reasons.shortMeaning", #"«"a b c d e f g""#, "“shortMeaning” must match "),
    ("dictionaries.keys.type", #"«"bool""#, "“type” must match "),
    ("guidelines.id", #"«"G1""#, "“id” must match "),
    ("guidelines.infoPlistKeys", #"["*UsageDescription", «"Not a key"]"#, "An element of “infoPlistKeys” must match "),
    ("sentenceEnds.languages.code", #"«"x x""#, "“code” must match "),
    ("sdks.name", #"«"Two\nlines""#, "“name” must match "),
    ("sdks.packages.url", #"«"pkg:pub/A""#, "“url” must match "),
    ("sdks.packages.firstVersions", #"[«"main"]"#, "An element of “firstVersions” must match "),
    ("sdks.packages", #"[«{"url": "pkg:pub/a"}]"#, "“firstVersions” is missing"),
    ("purposeKeys.platforms", #"[«"iOS seven"]"#, "An element of “platforms” must match "),
    ("purposeKeys.platforms", #"[«"BeOS 1.0"]"#, "An element of “platforms” must match "),
    ("purposeKeys.entitlements", #"[«"ab"]"#, "An element of “entitlements” must match "),
    ("purposeKeys.skeleton", #"«"This app.""#, "“skeleton” must match ^[^$]*\\$0[^$]*$. A sentence with $0 once"),
    ("purposeKeys.skeleton", #"«"$0 and $0.""#, "“skeleton” must match "),
    ("commonUses.words", #"[«"Écran"]"#, "An element of “words” must match "),
    // Names
    ("purposes.sources", #"[«"rumor"]"#, "Unknown source “rumor”"),
    ("dataTypes.labelCategory", #"«"Sounds""#, "Unknown label category “Sounds”"),
    ("dataTypes.misspellings", #"[«"NSPrivacyCollectedDataTypeName"]"#, "“NSPrivacyCollectedDataTypeName” is a name"),
    ("dictionaries.keys.type", #"«"array of others""#, "Unknown dictionary “others”"),
    ("categories.misspellings 2", #"[«"FileTimestamp"]"#, "The misspelling “FileTimestamp” is given twice"),
    ("categories.symbols.name 2", #"«"creationDate""#, "The API of the category “creationDate” is given twice"),
    ("guidelines.id 2", #"«"G001""#, "The guideline “G001” is given twice"),
    ("guidelines.manifestKeys", #"[«"NSPrivacyGone"]"#, "Unknown key “NSPrivacyGone”"),
    ("guidelines.dataTypes", #"[«"NSPrivacyCollectedDataTypeZ"]"#, "Unknown data type “NSPrivacyCollectedDataTypeZ”"),
    ("guidelines.apis", #"[«"useCar"]"#, "Unknown API “useCar”"),
    ("reasonEvidence.code", #"«"AAAA.1""#, "Unknown reason “AAAA.1”"),
    ("reasonEvidence.role 2", #"«"standardDefaults""#, "The role of evidence “standardDefaults” is given twice"),
    ("storeMessages.twin", #"«"ITMS-00000""#, "Unknown store message “ITMS-00000”"),
    ("purposeKeys.platforms", #"["iOS 7.0"], "recalledPlatforms": [«"iOS"]"#, "The platform “iOS” is given twice"),
    ("purposeKeys.calls", #"{"swift": ["a"], "recalled": [«"b"]}"#, "Unknown call “b”"),
    ("purposeKeys.successors", #"[«"Gone"]"#, "Unknown Info.plist key “Gone”"),
    ("purposeKeys.entitlements", #"[«"a.c"]"#, "Unknown entitlement “a.c”"),
    ("sentenceEnds.languages.code 2", #"«"ab""#, "The language “ab” is given twice"),
    ("sentenceEnds.languages.aliases", #"[«"af"]"#, "The language “af” is given twice"),
    ("sourceCalls.keys", #"[["NSCameraUsageDescription"], [«"Gone"]]"#, "Unknown Info.plist key “Gone”"),
    ("unlistedNames(data type).choices", #"[«"NSCamera"]"#, "Unknown data type “NSCamera”"),
  ]

  @Test(.enabled(if: isClean, skipped), arguments: mistakes)
  func faultsSayWhatAndWhere(_ row: (member: String, value: String, message: String)) throws {
    let path = row.member.replacing(#/ \d$/#, with: "")
    let place = path == row.member ? 0 : 1
    var files = SchemaFile.all
    let index = try #require(files.firstIndex { $0.members.contains { $0.path == path } })
    let member = try #require(files[index].members.filter { $0.path == path }.dropFirst(place).first)
    let parts = row.value.split(separator: "«", omittingEmptySubsequences: false).map { Array($0.utf8) }
    var bytes = files[index].bytes
    let isLeftOut = row.value.isEmpty
    let end = isLeftOut ? bytes[member.value.range.upperBound...].firstIndex(of: UInt8(ascii: "\"")) : nil
    let range = (isLeftOut ? member.name : member.value).range.lowerBound..<(end ?? member.value.range.upperBound)
    bytes.replaceSubrange(range, with: parts.flatMap(\.self))
    files[index] = SchemaFile(name: files[index].name, bytes: bytes)
    let offset = isLeftOut ? member.entry.lowerBound : range.lowerBound + (parts.first?.count ?? 0)
    let found = faults(in: files)
    // Patterns and long lists of words follow.
    #expect(found.count == 1 && found.first?.hasPrefix(files[index].placed((offset, row.message))) ?? false, "\(found)")
  }

  @Test func allFaultsOfAllFilesAreReported() {
    let first = SchemaFile(
      name: "a.json",
      bytes: Array(
        """
        {
          "$schema": "sources.schema.json",
          "sources": [{"id": "é", "title": "É", "name": ""}]
        }
        """.utf8))
    let second = SchemaFile(name: "b.json", bytes: Array(#"{"$schema": "purposes.schema.json", "purposes": 1}"#.utf8))
    let broken = SchemaFile(name: "c.json", bytes: Array("{\n\"purposes\": [\n}".utf8))
    let own = [
      "a.json:3:22: “id” must match ^[a-z0-9-]+$. The identifier that entries use.",
      // The column counts bytes: each é is two.
      "a.json:3:43: Unknown member “name”", "b.json:1:49: “purposes” must be an array, not an integer",
    ]
    #expect(faults(in: [first, second, broken]) == own + ["c.json:2:13: The array is not closed"])
    let missing = SchemaNames.all.flatMap { names in
      names.wanted.map { "a.json:1:1: The \(names.kind) “\($0)” is missing" }
    }
    #expect(missing.count > 40)
    #expect(faults(in: [first, second]) == missing + own)
    let again = SchemaFile(name: "e.json", bytes: SchemaFile.all.first { $0.name == "manifest.json" }?.bytes ?? [])
    #expect(faults(in: [again] + SchemaFile.all).contains("manifest.json:4:17: The section “manifest” is given twice"))
    let unknown = SchemaFile(name: "d.json", bytes: Array("{}".utf8))
    #expect(
      faults(in: SchemaFile.all + [unknown]).filter { $0.hasPrefix("d.json") }
        == ["d.json:1:1: “$schema” must name a schema beside the file"])
  }

  @Test func noTextIsTooBroken() {
    let bytes = Catalog.smallText(
      dataTypes: ["Color": "Looks"], purposes: ["Fun"], categories: ["Clock": ["AAAA.1"], "Disk": ["BBBB.1"]])
    // One part reads all sections of its text.
    func read(_ text: [UInt8]) { _ = Catalog { $0 == .manifest ? [text] : [] }.dataTypes }
    for count in bytes.indices { read(Array(bytes.prefix(count))) }
    // A fixed sequence of pseudo-random numbers, so that a failure can be repeated.
    var state: UInt64 = 1
    func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces = ["{", "}", "[", "]", "\"", ",", ":", "null", "0", "\\", "é", "\u{0}", "\"\"", "{}", "[[]]"].map {
      Array($0.utf8)
    }
    for _ in 0..<2000 {
      var mutated = bytes
      for _ in 0...next(below: 3) {
        let lower = next(below: mutated.count)
        let upper = min(lower + next(below: 4), mutated.count)
        mutated.replaceSubrange(lower..<upper, with: pieces[next(below: pieces.count)])
      }
      read(mutated)
    }
  }
}

extension String {
  /// The text with the first occurrence of a piece replaced; unchanged if there is none.
  fileprivate func replacingFirst(_ piece: String, with replacement: String) -> String {
    guard let range = range(of: piece) else { return self }
    return replacingCharacters(in: range, with: replacement)
  }

  /// Repeats the entry that begins with this piece in front of itself, under another name.
  fileprivate mutating func insertEntry(before piece: String, renamed name: String, to other: String) {
    guard let start = range(of: "{\n\(indentation(of: piece))\(piece)")?.lowerBound,
      let end = self[start...].range(of: "\n\(indentation(of: piece).dropLast(2))}")?.upperBound
    else { return }
    let copy = String(self[start..<end]).replacingFirst(name, with: other)
    insert(contentsOf: copy + ",\n", at: start)
  }

  private func indentation(of piece: String) -> String {
    guard let range = range(of: piece) else { return "" }
    return String(self[..<range.lowerBound].reversed().prefix { $0 == " " })
  }
}
