import EditorFeatures
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

/// Checks what formatting makes of a text with what an editor wants; the reason, with its line, where it is left alone.
private func check(
  _ text: String, _ expected: String, path: String = "PrivacyInfo.xcprivacy",
  sourceLocation: SourceLocation = #_sourceLocation, _ wishes: (inout PropertyListFormatter.Options) -> Void = { _ in }
) {
  var options = PropertyListFormatter.Options()
  wishes(&options)
  let document = snapshot(text, path: path).document
  do throws(FormattingRefusal) {
    let edits = try formattingEdits(in: document, options: options)
    expectEqual(string(document.text.applying(edits)), expected, text, sourceLocation: sourceLocation)
  } catch {
    let line = error.offset.map { "\(document.text.line(at: $0) + 1): " } ?? ""
    expectEqual(line + error.reason, expected, text, sourceLocation: sourceLocation)
  }
}

@Suite struct FormattingTests {
  /// No edit crosses a line of the C preprocessor; in a manifest it is what it is, text.
  @Test func preprocessorLines() {
    let text = "<plist>\n<dict>\n#if DEBUG\n  <key>a</key><true/>\n#endif\n</dict>\n</plist>\n"
    check(text, "3: The file contains C preprocessor lines", path: "Info.plist")
    check(text, "3: Text is allowed only inside an element such as <string>")
  }

  @Test func wishesOfEditors() {
    let tabs = "<plist>\n<array>\n\t<array>\n\t\t<true/>\n\t</array>\n</array>\n</plist>\n"
    func spaces(_ count: Int) -> String { tabs.replacing("\t", with: String(repeating: " ", count: count)) }
    check(spaces(4), tabs)
    check(spaces(3), tabs)
    check(tabs, spaces(2)) { $0.indentation = "  " }
    check(String(tabs.dropLast()), tabs)
    check(String(tabs.dropLast()), String(tabs.dropLast())) { $0.insertsFinalLineEnd = false }
    check(tabs + "\n", tabs)
    check(tabs + "\n", tabs + "\n") { $0.trimsFinalLineEnds = false }
    check(tabs + "<!-- a \n -->\n", tabs + "<!-- a\n -->\n") { $0.trimsComments = true }
    check(spaces(2), tabs, path: "Info.plist")
  }

  @Test func reasons() {
    check("<plist>\n<dict>", "2: <dict> is not closed")
    check("bplist00\u{1}", "A binary property list has no layout")
    check("{ a = b; }", "Old-style property lists are not formatted")
    check("{\"a\": 1}", "JSON is not formatted")
    check("", "1: The file is empty")
    check("Hello, world", "1: Text is allowed only inside an element such as <string>")
    check(
      "<plist>" + String(repeating: "<array>", count: 513) + String(repeating: "</array>", count: 513) + "</plist>",
      "1: Apple’s parser reads at most 512 levels of arrays and dictionaries")
  }

  /// No text, no range and no offset is too odd.
  @Test func anyRangeOfAnyText() {
    var mutator = PropertyListMutator(seed: 19)
    var random = SeededGenerator(seed: 23)
    let original = Array(CompletionPropertyTests.complete.utf8)
    for _ in 0..<400 {
      let text = SourceText(mutator.mutate(original))
      let document = snapshot(text).document
      for _ in 0..<8 {
        let ranges = (0..<random.below(3)).map { _ in
          let lower = random.below(text.count + 5) - 2
          return ByteRange(lower, lower + random.below(200))
        }
        let edits = (try? formattingEdits(in: document, ranges: ranges)) ?? []
        for edit in edits {
          let isTouched = ranges.contains { range in
            let lines = text.line(at: range.lower)...max(text.line(at: range.upper), text.line(at: range.lower))
            return lines.contains(text.line(at: edit.range.lower))
          }
          expectTrue(isTouched && edit.range.upper <= text.count, "\(edit) of \(ranges) in\n\(string(text))")
        }
        let offset = random.below(text.count + 2)
        for typed in [">", "/"] {
          guard let found = typingEdit(in: document, at: offset, typed: typed) else { continue }
          expectTrue(
            found.range.isEmpty && abs(found.range.lower - offset) <= 1,
            "\(found) at \(offset) of\n\(string(text))")
        }
      }
    }
  }

  @Test func largeAndDeep() {
    let clock = ProcessorClock()
    func measure(_ what: String, _ text: String) {
      let snapshot = snapshot(text)
      let time = clock.measure {
        _ = try? formattingEdits(in: snapshot.document)
        _ = try? formattingEdits(
          in: snapshot.document, ranges: (0..<500).map { ByteRange(at: $0 * text.utf8.count / 500) })
        _ = typingEdit(in: snapshot.document, at: text.utf8.count, typed: ">")
        _ = typingEdit(in: snapshot.document, at: text.utf8.count, typed: "/")
        _ = codeActions(in: snapshot, range: ByteRange(at: 0), kinds: [.sortKeys])
      }
      expectTrue(time < RobustnessTests.patience * 3, "\(what) took \(time)")
    }
    let open = "<plist>" + String(repeating: "<dict><key>A</key><array>", count: 50_000)
    measure("open tags", open)
    measure("half an end tag", open + "</")
    measure("closed tags", open + String(repeating: "</array></dict>", count: 50_000) + "</plist>")
    let linked =
      "<dict><key>NSPrivacyCollectedDataTypeLinked</key><true/><key>NSPrivacyCollectedDataType</key><string/></dict>\n"
    let entries = String(repeating: linked, count: 1_500_000 / linked.utf8.count)
    measure(
      "many entries",
      manifest("<key>NSPrivacyCollectedDataTypes</key><array>\(entries)</array><key>NSPrivacyTracking</key><true/>"))
    measure("many comments", manifest("<key>A</key><true/>" + String(repeating: "<!-- a -->", count: 150_000)))
    let keys = (0..<40_000).map { "<key>\($0 % 3 == 0 ? "NSPrivacyTracking" : "K\($0)")</key><true/>" }.joined()
    measure("many keys", manifest(keys))
  }
}
