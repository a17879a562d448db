import Catalog
import Foundation
import TestSupport
import Testing

struct DecodingTests {
  /// A catalog with one of everything.
  static let text = String(
    decoding: Catalog.smallText(
      dataTypes: ["Color": "Looks"], purposes: ["Fun"], categories: ["Clock": ["AAAA.1"], "Disk": ["BBBB.1"]]),
    as: UTF8.self)

  @Test func readsASmallCatalog() throws {
    let catalog = try Catalog.small(
      dataTypes: ["Color": "Looks"], purposes: ["Fun"], categories: ["Clock": ["AAAA.1", "BBBB.1"]])
    #expect(catalog.dataType("Color")?.labelCategory == "Looks")
    #expect(catalog.reason("BBBB.1")?.category.id == "Clock")
    #expect(catalog.root?.key(named: "tracking")?.type == .boolean)
    #expect(catalog.date == "2026-01-01")
    #expect(faults(in: [Catalog.File(name: "small", bytes: Array(Self.text.utf8))], isComplete: true) == [])
  }

  @Test func anEntryMoreNeedsNoCode() throws {
    let files = try schemaFiles().map { file in
      var text = String(decoding: file.bytes, as: UTF8.self)
      text.insertEntry(before: #""code": "CA92.1""#, renamed: "CA92.1", to: "F00D.1")
      text.insertEntry(before: #""id": "NSPrivacyCollectedDataTypeHead""#, renamed: "TypeHead", to: "TypeFeet")
      return Catalog.File(name: file.name, bytes: Array(text.utf8))
    }
    let catalog = try Catalog.decode(files, isComplete: true)
    let category = try #require(catalog.reason("F00D.1")?.category)
    #expect(category.reasons.map(\.code).prefix(2) == ["F00D.1", "CA92.1"])
    #expect(catalog.dataType("NSPrivacyCollectedDataTypeFeet")?.labelCategory == "Body")
  }

  /// A piece of the small catalog, what its first occurrence is replaced with, and the one fault that follows, at `«`.
  static let mistakes: [(piece: String, replacement: String, message: String)] = {
    let provenance =
      #""status": "verified", "checked": "2026-01-01", "sources": ["test"], "link": "https://developer.apple.com/""#
    func guideline(_ members: String) -> (String) -> (String, String, String) {
      { message in
        let entry = #"{"id": "G001", "kind": "style", "summary": "Be brief.", \#(members), \#(provenance)}"#
        return (#""dataTypes": ["#, #""guidelines": [\#(entry)], "dataTypes": ["#, message)
      }
    }
    func key(_ members: String) -> (String) -> (String, String, String) {
      { message in
        let entry =
          #"{"name": "Key", "type": "string", "title": "A", "resource": "b", "summary": "C.", \#(members), \#(provenance)}"#
        return (#""purposeKeys": ["#, #""purposeKeys": [\#(entry), "#, message)
      }
    }
    func entitlement(_ members: String) -> (String) -> (String, String, String) {
      { message in
        let entry =
          #"{"name": "a.b", "type": "boolean", "title": "A", "summary": "B.", "kind": "sandbox", \#(members), \#(provenance)}"#
        return (#""entitlements": ["#, #""entitlements": [\#(entry), "#, message)
      }
    }
    func languages(_ members: String) -> (String) -> (String, String, String) {
      { message in
        let entry = #"{"title": "A", "languages": [\#(members)], \#(provenance)}"#
        return (#""dataTypes": ["#, #""sentenceEnds": [\#(entry)], "dataTypes": ["#, message)
      }
    }
    return [
      // Purpose strings, entitlements and languages
      key(#""platforms": [«"iOS seven"]"#)(
        "“platforms” must hold a platform and versions, such as “iOS 7.0” or “iOS 6.0–17.0”"),
      key(#""platforms": [«"BeOS 1.0"]"#)(
        "“platforms” must hold a platform and versions, such as “iOS 7.0” or “iOS 6.0–17.0”"),
      key(#""platforms": ["iOS 7.0"], "recalledPlatforms": [«"iOS"]"#)("iOS is given twice"),
      key(#""skeleton": «"This app.", "feature": "a""#)("“skeleton” must have “$0” once"),
      key(#""skeleton": «"$0 and $0.", "feature": "a""#)("“skeleton” must have “$0” once"),
      key(#""alert": {"title": "A", "buttons": «[]}"#)("“buttons” must not be empty"),
      key(#""calls": {"swift": ["a"], "recalled": [«"b"]}"#)("“recalled” must hold names of calls, not “b”"),
      key(#""successors": [«"Gone"]"#)("Unknown Info.plist key “Gone”"),
      key(#""entitlements": [«"a.c"]"#)("Unknown entitlement “a.c”"),
      key(#""misspellings": [«"Key"]"#)("“Key” is an Info.plist key itself, so it’s not a misspelling"),
      entitlement(#""needs": [{"keys": «[], "basis": "code", "status": "verified"}]"#)("“keys” must not be empty"),
      entitlement(#""needs": [{"keys": [«"Gone"], "basis": "code", "status": "verified"}]"#)(
        "Unknown Info.plist key “Gone”"),
      entitlement(#""needs": [{"keys": ["camera"], "basis": «"need", "status": "verified"}]"#)(
        "“basis” must be one of “entitlement”, “code”"),
      languages(#"{"code": "xx", "name": "X"}, {"code": «"xx", "name": "Y"}"#)("The language “xx” is given twice"),
      languages(#"{"code": "xx", "name": "X", "aliases": [«"xx"]}"#)("The language “xx” is given twice"),
      languages(#"{"code": «"x x", "name": "X"}"#)("“code” must be letters and hyphens"),
      guideline(#""topics": [«"taste"]"#)(
        "“topics” must hold some of " + Guideline.Topic.allCases.map { "“\($0)”" }.joined(separator: ", ")),
      // Syntax and structure
      (#""id": "Fun","#, #""id": "Fun" «7"#, "Expected a comma or the end of the object"),
      (#""purposes": ["#, #"«"uses": ["#, "Unknown member “uses”"),
      (#""id": "Fun","#, #""id": "Fun", «"id": "Joy","#, "“id” is given twice"),
      (#""id": "Fun","#, #""id": "Fun", «"color": 1,"#, "Unknown member “color”"),
      ("{\n      \"id\": \"Fun\",", "«{", "“id” is missing"),
      (#""definition": "A purpose.""#, #""definition": «7"#, "“definition” must be a string, not a number"),
      (#""definition": "A purpose.""#, #""definition": «"""#, "“definition” must not be empty"),
      (#""required": false"#, #""required": «"no""#, "“required” must be true or false, not a string"),
      ("\"sources\": [\n      \"test\"\n    ]", #""sources": «[]"#, "“sources” must not be empty"),
      ("\"sources\": [\n      \"test\"\n    ]", #""sources": «"test""#, "“sources” must be an array, not a string"),
      (#""test""#, #""test", «"test""#, "“sources” holds “test” twice"),
      (#""test""#, #""test", «"""#, "“sources” must not hold empty strings"),
      (#""test""#, #""test", «null"#, "“sources” must hold strings, not null"),
      (#""purposes": ["#, #""purposes": [«[], "#, "Expected an object, not an array"),
      // Words and forms
      (#""verified""#, #"«"sure""#, "“status” must be one of “verified”, “recalled”, “inferred”"),
      (#""2026-01-01""#, #"«"2026-02-29""#, "“checked” must be a day as YYYY-MM-DD"),
      (#""2026-01-01""#, #"«"1.1.2026""#, "“checked” must be a day as YYYY-MM-DD"),
      (
        #""https://developer.apple.com/test""#, #"«"https://example.org""#,
        "“link” must begin with https://developer.apple.com/"
      ),
      (#""AAAA.1""#, #"«"aaaa.1""#, "“code” must be four hexadecimal digits, a full stop and a digit, such as 1A2B.1"),
      (#""AAAA.1""#, #"«"AAAA1""#, "“code” must be four hexadecimal digits, a full stop and a digit, such as 1A2B.1"),
      (#""id": "Color""#, #""id": «"My color""#, "“id” must be letters and digits"),
      (#""confidence": "high""#, #""confidence": «"sure""#, "“confidence” must be one of “high”, “medium”, “low”"),
      (
        #""role": "linked""#, #""role": «"joined""#,
        "“role” must be one of " + ManifestKey.Role.allCases.map { "“\($0)”" }.joined(separator: ", ")
      ),
      (
        #""type": "boolean""#, #""type": «"bool""#,
        "“type” must be one of “boolean”, “string”, “array of strings”, or “array of” and a dictionary"
      ),
      guideline(#""infoPlistKeys": [«"Not a key"]"#)("“infoPlistKeys” must hold names of keys"),
      // Names
      (#""test""#, #"«"rumor""#, "Unknown source “rumor”"),
      (#""labelCategory": "Looks""#, #""labelCategory": «"Sounds""#, "Unknown label category “Sounds”"),
      (#""role": "notLinked""#, #""role": «"linked""#, "The label card “linked” is given twice"),
      (#""array of accessed""#, #"«"array of others""#, "Unknown dictionary “others”"),
      guideline(#""manifestKeys": [«"gone"]"#)("Unknown key “gone”"),
      guideline(#""dataTypes": ["Color", «"Sound"]"#)("Unknown data type “Sound”"),
      guideline(#""apis": ["useDisk", «"useCar"]"#)("Unknown API “useCar”"),
      (#""BBBB.1""#, #"«"AAAA.1""#, "The reason “AAAA.1” is given twice"),
      (#""id": "Disk""#, #""id": «"Clock""#, "The category “Clock” is given twice"),
      (#""role": "linked""#, #""role": «"tracking""#, "The role “tracking” is given twice"),
      (#""name": "linked""#, #""name": «"tracking""#, "The key “tracking” is given twice"),
      (
        #""id": "Color","#, #""id": "Color", "misspellings": [«"Color"],"#,
        "“Color” is a data type itself, so it’s not a misspelling"
      ),
      (#""id": "Fun","#, #""id": "Fun", "misspellings": ["Joy", «"Joy"],"#, "“misspellings” holds “Joy” twice"),
    ]
  }()

  @Test(arguments: mistakes)
  func faultsSayWhatAndWhere(_ row: (piece: String, replacement: String, message: String)) {
    let marked = Self.text.replacingFirst(row.piece, with: row.replacement)
    let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
    let lines = parts[0].utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = parts.joined()
    #expect(
      faults(in: [Catalog.File(name: "small", bytes: Array(text.utf8))])
        == ["small:\(lines.count):\((lines.last?.count ?? 0) + 1): \(row.message)"])
  }

  @Test func allFaultsOfAllFilesAreReported() {
    let first = Catalog.File(
      name: "a.json",
      bytes: Array(
        """
        {
          "sources": [{"id": "é", "title": "É", "name": ""}],
          "purposes": {}
        }
        """.utf8))
    let second = Catalog.File(name: "b.json", bytes: Array(#"{"guidelines": 1}"#.utf8))
    let broken = Catalog.File(name: "c.json", bytes: Array("{\n\"purposes\": [\n}".utf8))
    let own = [
      "a.json:2:22: “id” must be lower-case letters, digits and hyphens",
      // The column counts bytes: each é is two.
      "a.json:2:43: Unknown member “name”",
      "a.json:3:15: “purposes” must be an array, not an object",
      "b.json:1:16: “guidelines” must be an array, not a number",
    ]
    let missing =
      ManifestKey.Role.allCases.map { "a.json:1:1: No key has the role “\($0)”" }
      + LabelCard.Role.allCases.map { "a.json:1:1: No card has the role “\($0)”" }
      + PurposeKey.Role.allCases.map { "a.json:1:1: No purpose string has the role “\($0)”" }
      + RelatedKey.Role.allCases.map { "a.json:1:1: No related key has the role “\($0)”" }
      + BundleKey.Role.allCases.map { "a.json:1:1: No bundle key has the role “\($0)”" }
      + Entitlement.Role.allCases.map { "a.json:1:1: No entitlement has the role “\($0)”" }
    #expect(faults(in: [first, second], isComplete: true) == ["a.json:1:1: No file has “manifest”"] + missing + own)
    #expect(faults(in: [first, second, broken], isComplete: true) == own + ["c.json:2:13: The array is not closed"])

    let whole = Catalog.File(name: "d.json", bytes: Array(Self.text.utf8))
    let again = Catalog.File(name: "e.json", bytes: Array(#"{"manifest": {}}"#.utf8))
    #expect(faults(in: [whole, again]).first == "e.json:1:14: “manifest” is in another file already")
    #expect(faults(in: [], isComplete: true).count == missing.count + 1)
  }

  @Test func noTextIsTooBroken() {
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices { _ = try? Catalog.decode(Array(bytes.prefix(count))) }
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
      _ = try? Catalog.decode(mutated)
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
