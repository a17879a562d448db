import Foundation
import JSON
import TestSupport
import Testing

/// A value in words that compare.
private func canonical(_ value: JSONValue) -> String {
  switch value.kind {
  case .null: "null"
  case .boolean: value.bool == true ? "true" : "false"
  case .number: value.int.map(String.init) ?? "\(value.double ?? .nan)"
  case .string: "“\(value.string ?? "")”"
  case .array: "[" + (value.array ?? []).map(canonical).joined(separator: ",") + "]"
  case .object:
    // The last of several members with one name counts, as it does for Foundation.
    "{"
      + Dictionary((value.members ?? []).map { ($0.name.string ?? "", canonical($0.value)) }) { $1 }
      .sorted { $0.key < $1.key }.map { "“\($0.key)”:\($0.value)" }.joined(separator: ",") + "}"
  }
}

private func canonical(_ value: Any) -> String {
  switch value {
  case is NSNull: return "null"
  case let value as String: return "“\(value)”"
  case let value as [Any]: return "[" + value.map(canonical).joined(separator: ",") + "]"
  case let value as [String: Any]:
    return "{"
      + value.sorted { $0.key < $1.key }.map { "“\($0.key)”:\(canonical($0.value))" }.joined(separator: ",") + "}"
  case let value as NSNumber:
    if value === NSNumber(value: true) || value === NSNumber(value: false) { return value.boolValue ? "true" : "false" }
    return value.objCType.pointee == 0x64 ? number(value.doubleValue) : "\(value)"
  default: return "?"
  }
}

/// A number as an integer where it is one.
private func number(_ value: Double) -> String {
  value == value.rounded() && value.magnitude <= 0x1p53 ? String(Int(value)) : "\(value)"
}

private func parse(_ text: String) throws -> JSONDocument { try JSONDocument.parse(Array(text.utf8)) }

@Suite struct JSONTests {
  @Test func valuesAndTheirRanges() throws {
    let text = #" {"a": [1, -2.50, true, null, "x\n\u00e9\ud83d\ude00"], "b": {}, "a": false} "#
    let root = try parse(text).root
    expectEqual(root.range, 1..<text.utf8.count - 1)
    let members = root.members ?? []
    expectEqual(members.map { $0.name.string }, ["a", "b", "a"])
    expectEqual(members.map { String(decoding: $0.value.spelling, as: UTF8.self) }.dropFirst(), ["{}", "false"])
    expectEqual(root["a"]?.bool, false)
    expectEqual(root["c"]?.kind, nil)
    let elements = members[0].value.array ?? []
    expectEqual(elements.map(\.kind), [.number, .number, .boolean, .null, .string])
    expectEqual(elements.map(\.int), [1, nil, nil, nil, nil])
    expectEqual(elements.map(\.double), [1, -2.5, nil, nil, nil])
    expectEqual(String(decoding: elements[1].spelling, as: UTF8.self), "-2.50")
    expectEqual(elements[4].string, "x\né😀")
    expectTrue(elements[3].isNull, "null is none")
  }

  @Test func numbers() throws {
    let rows: [(String, Int?, Double?)] = [
      ("0", 0, 0), ("-0", 0, 0), ("12", 12, 12), ("1.0", 1, 1), ("1e3", 1000, 1000), ("1E+2", 100, 100),
      ("1.5", nil, 1.5),
      ("9223372036854775807", .max, 0x1p63), ("9223372036854775808", nil, 0x1p63), ("1e400", nil, .infinity),
      ("1e-400", 0, 0), ("123456789012345678901234567890", nil, 1.2345678901234568e29),
      ("-9223372036854775808", .min, -0x1p63), ("0.1e1", 1, 1),
    ]
    for (text, int, double) in rows {
      let value = try parse(text).root
      expectEqual(value.int, int, text)
      expectEqual(value.double, double, text)
    }
  }

  @Test func errorsSayWhere() {
    let rows: [(String, Int)] = [
      ("", 0), (" ", 1), ("x", 0), ("{", 1), ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,]", 1), ("{\"a\"}", 4),
      ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("\"a", 0), ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\n\"", 1),
      ("01", 0), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2), ("+1", 0), ("tru", 0), ("nul", 0), ("truex", 4), ("1 2", 2),
      ("[1}", 2),
      ("{\"a\":1]", 6), ("]", 0), ("\u{FEFF}1", 0), ("'a'", 0), ("[1 2]", 3), ("{\"a\" 1}", 4), ("// c\n1", 0),
      ("NaN", 0),
    ]
    for (text, offset) in rows {
      do {
        _ = try parse(text)
        Issue.record("\(text.debugDescription) is read")
      } catch let error as JSONError {
        expectEqual(error.offset, offset, text.debugDescription)
      } catch {
        Issue.record("\(error)")
      }
    }
    // The first mistake ends it, so that there is one, and the words are those of the reader that goes on.
    for (text, message) in [
      ("[1,]", "Trailing comma in the array"), ("{\"a\":1,}", "Trailing comma in the object"),
      ("[1 // one\n]", "JSON doesn’t allow comments"), ("<<<<<<< a\n1", "This line is left over from a merge"),
      ("[-]", "Expected a digit"), ("[01]", "A number can’t begin with 0"), ("[x, y]", "Expected a value"),
      ("{", "Unexpected end of the text"),
    ] {
      let error = #expect(throws: JSONError.self) { try parse(text) }
      expectEqual(error?.message, message, text)
    }
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x22],
    ] {
      expectTrue((try? JSONDocument.parse(bytes)) == nil, "\(bytes) is read")
    }
  }

  @Test func surrogates() throws {
    let rows = [
      (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
      (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\u0000""#, "\u{0}"),
      (#""\uD83D\n""#, "\u{FFFD}\n"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    ]
    for (text, value) in rows { expectEqual(try parse(text).root.string, value, text) }
  }

  @Test func depthNeedsNoStack() throws {
    let count = 100_000
    let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    var value = try parse(text).root
    var depth = 1
    while let inner = value.array?.first {
      value = inner
      depth += 1
    }
    expectEqual(depth, count)
    let objects = String(repeating: "{\"a\":", count: count) + "1" + String(repeating: "}", count: count)
    expectTrue((try? parse(objects)) != nil, "deep objects are refused")
    expectTrue((try? parse(String(repeating: "[", count: count))) == nil, "open arrays are read")
  }

  @Test func writing() throws {
    var json = JSONWriter()
    json.object { json in
      json.member("a\"\\\n\u{1}\u{7F}é😀", "x")
      json.array("list") { json in
        json.int(-1)
        json.bool(true)
        json.null()
        json.raw("1.50".utf8)
      }
      json.member("none", ifPresent: nil as String?)
      json.object("empty") { _ in }
    }
    let text = String(decoding: json.bytes, as: UTF8.self)
    expectEqual(text, "{\"a\\\"\\\\\\n\\u0001\\u007fé😀\":\"x\",\"list\":[-1,true,null,1.50],\"empty\":{}}")
    expectEqual(try parse(text).root.members?.first?.name.string, "a\"\\\n\u{1}\u{7F}é😀")
    var indented = JSONWriter(indented: true)
    indented.object { json in
      json.array("a") { $0.int(1) }
      json.array("b") { _ in }
    }
    expectEqual(String(decoding: indented.bytes, as: UTF8.self), "{\n  \"a\": [\n    1\n  ],\n  \"b\": []\n}")
  }

  /// A random text of JSON, with white space and escapes in odd places.
  private func randomText(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let blank = random.pick(["", "", " ", "\n", "\t\r"])
    let strings = [#""""#, #""a""#, #""é😀""#, #""\u00e9\n\"""#, #""\ud83d\ude00""#, #""<key>""#]
    switch random.below(depth > 4 ? 5 : 8) {
    case 0: return blank + random.pick(["null", "true", "false"])
    case 1, 2: return random.pick(["0", "-1", "12", "3.25", "1e2", "-0.5", "123456789"]) + blank
    case 3, 4: return blank + random.pick(strings)
    case 5, 6:
      let elements = (0..<random.below(4)).map { _ in randomText(&random, depth: depth + 1) }
      return "[" + blank + elements.joined(separator: blank + ",") + "]" + blank
    default:
      let members = (0..<random.below(4)).map {
        "\"k\($0)\(random.below(2))\"" + blank + ":" + randomText(&random, depth: depth + 1)
      }
      return blank + "{" + members.joined(separator: ",") + blank + "}"
    }
  }

  @Test func valuesAreThoseOfFoundation() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<1_500 {
      let text = randomText(&random)
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      expectEqual(canonical(try parse(text).root), canonical(object), text)
    }
  }

  @Test func noTextIsTooBroken() {
    var random = SeededGenerator(seed: 9)
    let alphabet = Array("{}[]\",:\\u0123456789aefnrltd-+.E \n\u{0}é".utf8)
    for round in 0..<4_000 {
      var bytes = Array(randomText(&random).utf8)
      if round.isMultiple(of: 4) { bytes = (0..<random.below(30)).map { _ in random.pick(alphabet) } }
      for _ in 0..<random.below(3) where !bytes.isEmpty {
        let at = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[at] = random.pick(alphabet)
        case 1: bytes.remove(at: at)
        default: bytes.insert(random.pick(alphabet), at: at)
        }
      }
      for length in [bytes.count, random.below(bytes.count + 1)] {
        let prefix = Array(bytes.prefix(length))
        let document: JSONDocument?
        do throws(JSONError) {
          document = try JSONDocument.parse(prefix)
        } catch {
          document = nil
          expectTrue(error.offset <= prefix.count, "\(error) is outside")
        }
        if let document {
          _ = canonical(document.root)
          expectEqual(document.root.range.upperBound <= prefix.count, true)
        }
      }
    }
  }

  /// No text makes more values than a part of its bytes, and some: `[` alone would be one for each.
  @Test func valuesAreBounded() throws {
    let text = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    let document = JSONDocument.parseTolerantly(text)
    #expect(document.cut == 350_000)
    #expect(document.problems == [], "what is open there is no mistake")
    #expect(throws: JSONError("The text has too many values", at: 600_000)) { try JSONDocument.parse(text) }
    let digits = "[" + String(repeating: "1,", count: 500_000) + "1]"
    #expect(try JSONDocument.parse(Array(digits.utf8)).root.array?.count == 500_001)
    let positions = "[" + String(repeating: #"{"line":1,"character":2},"#, count: 200_000) + "1]"
    #expect(try JSONDocument.parse(Array(positions.utf8)).root.array?.count == 200_001)
    #expect(JSONDocument.parseTolerantly(Array(positions.utf8)).cut == nil)
  }
}
