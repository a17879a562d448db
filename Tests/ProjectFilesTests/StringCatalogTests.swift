import JSON
import ProjectFiles
import SourceText
import TestSupport
import Testing

@Suite struct StringCatalogTests {
  private static let catalog = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "CFBundleName" : {
          "comment" : "Bundle name",
          "shouldTranslate" : false
        },
        "NSCameraUsageDescription" : {
          "comment" : "Privacy - Camera \\"Usage\\"",
          "extractionState" : "extracted_with_value",
          "localizations" : {
            "de" : {
              "stringUnit" : {
                "state" : "translated",
                "value" : "F\\u00fcr\\nFotos."
              }
            },
            "en" : {
              "variations" : {
                "device" : {
                  "ipad" : {
                    "stringUnit" : {
                      "state" : "new",
                      "value" : "Take photos on iPad."
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "new",
                      "value" : "Take photos."
                    }
                  }
                }
              }
            }
          }
        },
        "NSMicrophoneUsageDescription" : {

        }
      },
      "version" : "1.0"
    }
    """

  private func described(_ catalog: StringCatalog) -> String {
    catalog.entries.map { entry in
      var line = entry.key.value
      if !entry.shouldTranslate { line += " (fixed)" }
      for localization in entry.localizations {
        for unit in localization.units {
          let path = ([localization.language.value] + unit.variation).joined(separator: ".")
          line += " | \(path) \(unit.state?.value ?? "–") \(unit.value?.value.debugDescription ?? "–")"
        }
        if localization.units.isEmpty { line += " | \(localization.language.value)" }
      }
      return line
    }.joined(separator: "\n")
  }

  @Test func whatACatalogSays() {
    let catalog = StringCatalog.parse(SourceText(Self.catalog))
    expectEqual(catalog.problems, [])
    expectEqual(catalog.sourceLanguage?.value, "en")
    expectEqual(
      described(catalog),
      """
      CFBundleName (fixed)
      NSCameraUsageDescription | de translated "Für\\nFotos." | en.device.ipad new "Take photos on \
      iPad." | en.device.other new "Take photos."
      NSMicrophoneUsageDescription
      """)
    let camera = catalog["NSCameraUsageDescription"]
    let german = camera?["de"]?.unit?.value
    // In the text, “ü” is two bytes; in the file it is six.
    expectEqual(german.map { catalog.text[$0.sourceRange(of: ByteRange(1, 3))] }, "\\u00fc")
    expectEqual(german.map { catalog.text[$0.sourceRange(of: ByteRange(3, 7))] }, "r\\nFo")
    expectEqual(camera.map { catalog.text[$0.key.range] }, "\"NSCameraUsageDescription\"")
    expectEqual(camera?.comment?.value, "Privacy - Camera \"Usage\"")
  }

  private func check(
    _ marked: String, _ expected: String, _ messages: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let catalog = StringCatalog.parse(text.source)
    expectEqual(described(catalog), expected, marked, sourceLocation: sourceLocation)
    expectEqual(catalog.problems.map(\.message), messages, marked, sourceLocation: sourceLocation)
    expectEqual(
      MarkedText.marking(catalog.problems.map(\.range), in: text.source), marked, sourceLocation: sourceLocation)
  }

  @Test func whatIsBrokenIsReadAsMeant() {
    let unit = #"{"stringUnit":{"state":"new","value":"x"}}"#
    check(
      #"{"strings":{"a":{"localizations":{"de":\#(unit)}},«}»}"#, "a | de new \"x\"", ["Trailing comma in the object"]
    )
    check("«»", "", ["Expected a value"])
    check(
      #"«{»"strings":«{»"a":«{»"localizations":«{»"de":«{»"stringUnit":«{»"value":«"x y»"#, "a | de – \"x y\"",
      [
        "The object is not closed", "The object is not closed", "The object is not closed", "The object is not closed",
        "The object is not closed", "The object is not closed", "Unterminated string",
      ])
    check(
      "{\"strings\":{\"a\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":«\"new,»\n\"value\":\"x\"}}}}}}",
      "a | de new \"x\"", ["Unterminated string"])
    check(
      #"{"strings":{"a"«»,"b":«[]»,"c":{"localizations":«1»}}}"#, "a\nb\nc",
      [
        "Expected a colon after the member name", "A key’s entry must be an object",
        "“localizations” must be an object",
      ])
    check(#"{"strings":{"a":{}«»"b":{}}}"#, "a\nb", ["Expected a comma or the end of the object"])
    check(
      "{\"strings\":{«// x»\n\"a\":{}\n«<<<<<<< HEAD»\n,\"b\":{}\n«=======»\n,\"c\":{}\n«>>>>>>> x»\n}}", "a\nb\nc",
      [
        "JSON doesn’t allow comments", "This line is left over from a merge", "This line is left over from a merge",
        "This line is left over from a merge",
      ])
    check("«[]»", "", ["A string catalog must be an object"])
    check("{}«x»", "", ["Nothing may follow the value"])
    check(#"{"strings":{"a":{},"a":{"localizations":{"de":\#(unit)}}}}"#, "a\na | de new \"x\"", [])
  }

  private func edited(_ catalog: StringCatalog, _ edits: [TextEdit]) -> String {
    edits.isEmpty ? "none" : String(decoding: catalog.text.applying(edits).bytes, as: UTF8.self)
  }

  private func edited(_ catalog: StringCatalog, _ edit: TextEdit?) -> String {
    edited(catalog, [edit].compactMap(\.self))
  }

  @Test func whatIsAddedIsLaidOutAsTheFileIs() {
    let source = StringCatalog.parse(SourceText(Self.catalog))
    guard let camera = source["NSCameraUsageDescription"], let microphone = source["NSMicrophoneUsageDescription"]
    else {
      Issue.record("entries are missing")
      return
    }
    let french = source.adding(languages: ["fr"], state: "new", value: "“é” \"x\"\n", to: camera)
    expectEqual(edited(source, french), expectedFrench)
    expectEqual(
      edited(source, source.adding(languages: ["de"], state: "new", value: "x", to: microphone)),
      Self.catalog.replacing(
        "\"NSMicrophoneUsageDescription\" : {\n\n    }",
        with: """
          "NSMicrophoneUsageDescription" : {
                "localizations" : {
                  "de" : {
                    "stringUnit" : {
                      "state" : "new",
                      "value" : "x"
                    }
                  }
                }
              }
          """))
    expectEqual(
      edited(source, source.adding(key: "NSContactsUsageDescription", languages: ["en"], state: "new", value: "x")),
      Self.catalog.replacing(
        "    \"NSMicrophoneUsageDescription\" : {",
        with: """
              "NSContactsUsageDescription" : {
                "extractionState" : "manual",
                "localizations" : {
                  "en" : {
                    "stringUnit" : {
                      "state" : "new",
                      "value" : "x"
                    }
                  }
                }
              },
              "NSMicrophoneUsageDescription" : {
          """))
    expectEqual(edited(source, source.adding(languages: ["de"], state: "new", value: "x", to: camera)), "none")
    let small = StringCatalog.parse(SourceText(#"{"strings":{"b":{"localizations":{"de":{}}}}}"#))
    expectEqual(
      small["b"].map { edited(small, small.adding(languages: ["en"], state: "new", value: "x", to: $0)) },
      #"{"strings":{"b":{"localizations":{"de":{},"en":{"stringUnit":{"state":"new","value":"x"}}}}}}"#)
    let unit = #"{"stringUnit":{"state":"new","value":"x"}}"#
    expectEqual(
      small["b"].map {
        edited(small, small.adding(languages: ["fr", "de", "ca", "el"], state: "new", value: "x", to: $0))
      },
      #"{"strings":{"b":{"localizations":{"ca":\#(unit),"de":{},"el":\#(unit),"fr":\#(unit)}}}}"#)
    let empty = StringCatalog.parse(SourceText("{\"strings\":{\n\"b\":{\"localizations\":{}}}\n}"))
    let filled = empty["b"].map { empty.adding(languages: ["fr", "de"], state: "new", value: "x", to: $0) } ?? []
    expectEqual(
      StringCatalog.parse(empty.text.applying(filled))["b"]?.localizations.map(\.language.value), ["de", "fr"])
    expectEqual(
      edited(small, small.adding(key: "a", languages: ["en"], state: "new", value: "x")),
      #"{"strings":{"a":{"extractionState":"manual","localizations":{"en":{"stringUnit":{"state":"new","value":"x"}}}},"#
        + #""b":{"localizations":{"de":{}}}}}"#)
  }

  private var expectedFrench: String {
    let behind = "          }\n        }\n      }\n    },\n    \"NSMicrophoneUsageDescription\""
    return Self.catalog.replacing(
      behind,
      with: """
                  }
                },
                "fr" : {
                  "stringUnit" : {
                    "state" : "new",
                    "value" : "“é” \\"x\\"\\n"
                  }
                }
              }
            },
            "NSMicrophoneUsageDescription"
        """)
  }

  private func checkWhole(_ bytes: [UInt8]) {
    let catalog = StringCatalog.parse(SourceText(bytes))
    let whole = ByteRange(0, bytes.count)
    for entry in catalog.entries {
      let units = entry.localizations.flatMap(\.units)
      let isInPlace =
        whole.contains(entry.range) && entry.range.contains(entry.key.range) && entry.range.contains(entry.body)
        && entry.localizations.allSatisfy { entry.range.contains($0.range) && $0.range.contains($0.body) }
        && units.allSatisfy { unit in
          entry.range.contains(unit.range) && (unit.value.map { unit.range.contains($0.range) } ?? true)
        }
      expectTrue(isInPlace, "\(entry.range) is out of place in \(String(decoding: bytes, as: UTF8.self))")
      for unit in units {
        guard let value = unit.value else { continue }
        let all = value.sourceRange(of: ByteRange(0, value.value.utf8.count))
        expectTrue(value.content.contains(all), "\(all) is outside of \(value.content)")
      }
      _ = catalog.adding(languages: ["xx"], state: "new", value: "x", to: entry)
    }
    for problem in catalog.problems { expectTrue(whole.contains(problem.range), "\(problem) is outside") }
    // What the strict parser reads has no problem as JSON, and the other way round.
    let isRead = (try? JSONDocument.parse(bytes)) != nil
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    if !hasMark {
      expectEqual(catalog.json.problems.isEmpty, isRead, String(decoding: bytes, as: UTF8.self).debugDescription)
    }
  }

  @Test func anyBytesGiveACatalog() {
    let bytes = Array(Self.catalog.utf8)
    for length in 0...bytes.count { checkWhole(Array(bytes.prefix(length))) }
    for length in stride(from: 0, to: bytes.count, by: 7) { checkWhole(Array(bytes.suffix(length))) }
    var random = SeededGenerator(seed: 12)
    let alphabet = Array("{}[]\",:\\u01aeé \n/*<=>'x".utf8)
    for round in 0..<4_000 {
      var changed = bytes
      if round.isMultiple(of: 3) { changed = (0..<random.below(40)).map { _ in random.pick(alphabet) } }
      for _ in 0...random.below(3) where !changed.isEmpty {
        let at = random.below(changed.count)
        switch random.below(4) {
        case 0: changed[at] = random.pick(alphabet)
        case 1: changed.removeSubrange(at..<min(at + 1 + random.below(8), changed.count))
        case 2: changed.insert(contentsOf: changed[at..<min(at + random.below(30), changed.count)], at: at)
        default: changed.insert(random.pick(alphabet), at: at)
        }
      }
      checkWhole(changed)
    }
    for file in CorpusFolder.fromEnvironment()?.files(in: "strings") ?? [] where file.path.hasSuffix(".xcstrings") {
      checkWhole(file.bytes)
      expectEqual(StringCatalog.parse(SourceText(file.bytes)).problems, [], file.path)
    }
  }

  @Test func timeGrowsWithSizeOnly() {
    for unit in [
      "[", "{", "{\"a\":", "]", "}", "\"", "\"\\", "\"a\" ", ",", ":", "'", "x ", "x:", "/*", "// \n", "[}", "{]",
      "\"a\n",
      "{\"variations\":{\"a\":{\"b\":", "1", "-", "tru ", "<<<<<<<\n", "[\n\n\n", "\"a\":1,",
    ] {
      for source in [unit, "{\"strings\":{\"a\":{\"localizations\":{\"de\":" + unit] {
        let text = SourceText(source + String(repeating: unit, count: 400_000 / unit.utf8.count))
        let duration = ProcessorClock().measure { _ = StringCatalog.parse(text) }
        expectTrue(duration < .seconds(8), "\(unit.debugDescription) takes \(duration)")
      }
    }
    let blank = String(repeating: " ", count: 200_000)
    let deep = "{\"a\":" + String(repeating: "[", count: 100_000) + blank + "}"
    let duration = ProcessorClock().measure { _ = StringCatalog.parse(SourceText(deep)) }
    expectTrue(duration < .seconds(8), "brackets before blanks take \(duration)")
  }
}
