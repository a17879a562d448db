import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What is held of a file with far more in it than any file has, and that nothing changes for all others.
@Suite struct BoundsTests {
  private let linter = Linter(catalog: .bundled)

  private func document(_ path: String, _ text: String) throws -> Document {
    Document(path: path, kind: try #require(FileKind.of(path: path)), text: SourceText(text))
  }

  private func manifest(_ inner: String) -> String {
    "<plist version=\"1.0\"><dict>\(inner)</dict></plist>"
  }

  /// Texts with thousands of findings of several rules in turns, comments that leave some out among them.
  private var texts: [(path: String, text: String)] {
    let ignored = "<!-- privacy-lsp:ignore unknown-key: why --><key>x</key><true/>"
    let wrong = "<key>NSPrivacyTracking</key><string>yes</string><key>y</key><integer>z</integer>"
    let camera = "<key>NSCameraUsageDescription</key><string></string>"
    return [
      ("PrivacyInfo.xcprivacy", manifest(String(repeating: wrong + ignored + "<key></key><true/>", count: 1_000))),
      ("PrivacyInfo.xcprivacy", manifest(String(repeating: wrong, count: 1_500))),
      ("PrivacyInfo.xcprivacy", String(repeating: "<dict><key>", count: 2_500)),
      ("Info.plist", manifest(String(repeating: camera, count: 1_500))),
      ("de.lproj/InfoPlist.strings", String(repeating: "\"NSCameraUsageDescription\" = \"\";\n", count: 1_500)),
      ("App.xcconfig", String(repeating: "INFOPLIST_KEY_NSCameraUsageDescription =\n#x\n", count: 1_500)),
    ]
  }

  @Test func theFirstFindingsAreThoseOfAll() throws {
    for (path, text) in texts {
      let document = try document(path, text)
      for fixes in [FixRequest.none, .all] {
        let all = linter.lint(document, fixes: fixes, most: .max)
        expectEqual(all.omitted, [:], "\(path): nothing is left out of all")
        expectEqual(all.shown, all.diagnostics, path)
        for most in [1, 100, 1_000, all.count - 1, all.count] {
          let some = linter.lint(document, fixes: fixes, most: most)
          let rest = all.diagnostics.dropFirst(most)
          expectTrue(some.diagnostics == Array(all.diagnostics.prefix(most)), "\(path): the first \(most)")
          expectEqual(some.total, all.total, "\(path): how many there are")
          expectEqual(some.omitted, rest.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }, "\(path), \(most)")
          guard let first = rest.first else { continue }
          let note = some.shown.last
          expectEqual(note?.rule, "too-many", path)
          expectEqual(note?.range, first.range, "\(path): the place of the note")
          expectEqual(
            note?.message, rest.count == 1 ? "1 more finding is not shown" : "\(rest.count) more findings are not shown"
          )
        }
      }
      expectTrue(linter.lint(document, fixes: .none).count <= Linter.mostFindings, path)
    }
  }

  @Test func whatTouchesAPlaceIsFoundAtTheEndToo() throws {
    for (path, text) in texts {
      let document = try document(path, text)
      let all = linter.lint(document, fixes: .all, most: .max).diagnostics
      for offset in [0, document.text.count / 2, document.text.count - 60] {
        let range = ByteRange(offset, offset + 50)
        let found = linter.lint(document, fixes: .touching(range))
        expectEqual(found.map(\.range), all.filter { range.touches($0.range) }.map(\.range), "\(path) at \(offset)")
      }
    }
  }

  @Test func moreIsFixedThanIsTold() throws {
    let count = 6_000
    let text = manifest(
      "<key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyTracking</key><true/>"
        + "<key>NSPrivacyTrackingDomains</key><array>"
        + (0..<count).map { "<string>http://a\($0).example.com</string>" }.joined() + "</array>")
    let document = try document("PrivacyInfo.xcprivacy", text)
    let before = linter.lint(document, fixes: .none)
    expectTrue(before.total > count, "findings before")
    let fixed = try #require(linter.fixed(document)?.document)
    expectEqual(linter.lint(fixed, fixes: .none).filter { $0.rule == "invalid-tracking-domain" }, [])
  }

  /// Files with more values than are read: one finding says from where on, and the rest is judged.
  @Test func whatIsTooMuchIsCutAndSaid() throws {
    func repeated(_ form: (Int) -> String, _ count: Int, _ head: String = "", _ tail: String = "") -> String {
      head + (0..<count).map(form).joined() + tail
    }
    let rows: [(path: String, text: String, firstLeftOut: String)] = [
      ("en.lproj/InfoPlist.strings", repeated({ "\"k\($0)\"=\"\";\n" }, 30_000), "\"k11480\""),
      (
        "InfoPlist.xcstrings",
        repeated({ "\"k\($0)\":{}," }, 50_000, "{\"sourceLanguage\":\"en\",\"strings\":{", "\"z\":{}}}"), "\"k12300\""
      ),
      ("App.xcconfig", repeated({ "A\($0)=\n" }, 30_000), "A20000="),
      (
        "App.xcodeproj/project.pbxproj",
        repeated({ "o\($0)={isa=PBXGroup;};" }, 60_000, "{objects={", "};}"), "{isa=PBXGroup;};o55278="
      ),
      ("PrivacyInfo.xcprivacy", manifest(repeated({ "<key>k\($0)</key><true/>" }, 6_000)), "<key>k5000<"),
      ("Info.plist", manifest(repeated({ "<key>NSk\($0)UsageDescription</key><true/>" }, 14_000)), "<key>NSk"),
    ]
    for (path, text, first) in rows {
      let result = linter.lint(try document(path, text), fixes: .none, most: .max)
      let said = result.diagnostics.filter { $0.rule == "too-large" }
      expectEqual(said.map(\.message), ["The file has too many values; nothing after this is checked"], path)
      expectEqual(said.map(\.severity), [.information], path)
      for finding in said {
        let rest = SourceText(text)[ByteRange(finding.range.lower, finding.range.lower + 40)]
        expectTrue(rest.hasPrefix(first), "\(path) is cut at “\(rest)”, not at “\(first)”")
      }
    }
    // One value less than that, or as many as a large file has, and nothing is said.
    let whole: [(path: String, text: String)] = [
      (
        "en.lproj/InfoPlist.strings", repeated({ "\"k\($0)\" = \"A text of some length, as people write.\";\n" }, 8_000)
      ),
      ("App.xcconfig", repeated({ "A\($0)=\n" }, 20_000)),
      ("PrivacyInfo.xcprivacy", manifest(repeated({ "<key>k\($0)</key><true/>" }, 5_000))),
    ]
    for (path, text) in whole {
      let found = linter.lint(try document(path, text), fixes: .none, most: .max).diagnostics
      expectEqual(found.filter { $0.rule == "too-large" }, [], path)
    }
  }
}
