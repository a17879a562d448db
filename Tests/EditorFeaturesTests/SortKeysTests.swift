import EditorFeatures
import PropertyList
import SourceText
import TestSupport
import Testing

/// Checks what sorting makes of a text, and that a second time there is nothing to sort; nil where nothing is offered.
private func check(_ text: String, _ expected: String?, sourceLocation: SourceLocation = #_sourceLocation) {
  let source = SourceText(text)
  let found = codeActions(in: snapshot(source), range: ByteRange(at: 0), kinds: [.sortKeys])
  expectEqual(
    found.first.map { string(source.applying($0.edits)) } ?? "nothing", expected ?? "nothing", text,
    sourceLocation: sourceLocation)
  expectEqual(found.map(\.title), expected == nil ? [] : ["Sort keys"], sourceLocation: sourceLocation)
  var end = -1
  for edit in found.first?.edits ?? [] {
    expectTrue(edit.range.lower > end, "Edits touch in \(text)", sourceLocation: sourceLocation)
    end = edit.range.upper
  }
  if let expected { check(expected, nil, sourceLocation: sourceLocation) }
}

@Suite struct SortKeysTests {
  private let tracking = "\t<key>NSPrivacyTracking</key>\n\t<false/>"
  private let domains = "\t<key>NSPrivacyTrackingDomains</key>\n\t<array/>"
  private let types = "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>"
  private let apis = "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array/>"

  private func check(_ lines: [String], _ expected: [String]?, sourceLocation: SourceLocation = #_sourceLocation) {
    for lineEnd in ["\n", "\r\n"] {
      func text(_ lines: [String]) -> String {
        manifest(lines.joined(separator: "\n")).replacing("\n", with: lineEnd)
      }
      EditorFeaturesTests.check(text(lines), expected.map(text), sourceLocation: sourceLocation)
    }
  }

  @Test func theRoot() {
    check([tracking, domains, types, apis], nil)
    check([apis, types, domains, tracking], [tracking, domains, types, apis])
    check([types, tracking, domains], [tracking, domains, types])
    check([tracking, apis, types], [tracking, types, apis])
    // Unknown keys follow in their order, and twins keep theirs.
    let a = "\t<key>A</key>\n\t<true/>"
    let b = "\t<key>B</key>\n\t<true/>"
    check([b, a], nil)
    check([b, types, a, tracking], [tracking, types, b, a])
    let yes = tracking.replacing("false", with: "true")
    check([types, yes, tracking], [yes, tracking, types])
    // A key that is misspelt has the place of the one it means.
    let misspelt = tracking.replacing("Tracking", with: "Trackng")
    check([types, misspelt], [misspelt, types])
  }

  @Test func comments() {
    let line = "\t<!-- line -->\n"
    check(
      [types, line + tracking + " <!-- behind -->", "\t<!-- end -->"],
      [line + tracking + " <!-- behind -->", types, "\t<!-- end -->"])
    // A heading stays at the top; the blank line between groups goes with the group.
    check(
      ["\t<!-- heading -->", "", line + types, "", tracking], ["\t<!-- heading -->", "", tracking, "", line + types])
    check([types + " <!-- a --> <!-- b -->", tracking], [tracking, types + " <!-- a --> <!-- b -->"])
    let between = "\t<key>NSPrivacyTracking</key> <!-- a -->\n\t<!-- b -->\n\t<false/>"
    check([types, between], [between, types])
  }

  @Test func entries() {
    let linked = "<key>NSPrivacyCollectedDataTypeLinked</key>\n<false/>"
    let type = "<key>NSPrivacyCollectedDataType</key>\n<string>NSPrivacyCollectedDataTypeName</string>"
    let sorted = entry("CollectedDataTypes", type + "\n" + linked + "\n")
    let unsorted = entry("CollectedDataTypes", linked + "\n" + type + "\n")
    check([sorted], nil)
    check([tracking, unsorted], [tracking, sorted])
    check([unsorted, tracking], [tracking, sorted])
    check([apis, unsorted, tracking], [tracking, sorted, apis])
    let reasons = entry(
      "AccessedAPITypes",
      "<key>NSPrivacyAccessedAPITypeReasons</key>\n<array/>\n<key>NSPrivacyAccessedAPIType</key>\n<string/>\n")
    check(
      [reasons, unsorted],
      [
        sorted,
        entry(
          "AccessedAPITypes",
          "<key>NSPrivacyAccessedAPIType</key>\n<string/>\n<key>NSPrivacyAccessedAPITypeReasons</key>\n<array/>\n"),
      ])
  }

  @Test func oneLine() {
    EditorFeaturesTests.check(
      "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyTracking</key><true/></dict></plist>",
      "<plist><dict><key>NSPrivacyTracking</key><true/><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>")
  }

  @Test func notOffered() {
    let unsorted = manifest([types, tracking].joined(separator: "\n"))
    EditorFeaturesTests.check(unsorted.replacing("</plist>", with: ""), nil)
    EditorFeaturesTests.check(unsorted.replacing("<false/>", with: ""), nil)
    EditorFeaturesTests.check("{ NSPrivacyTracking = 1; }", nil)
    EditorFeaturesTests.check("", nil)
    let infoPlist = codeActions(in: snapshot(unsorted, path: "Info.plist"), range: ByteRange(at: 0), kinds: [.sortKeys])
    expectEqual(infoPlist.count, 0)
    expectEqual(codeActions(in: snapshot(unsorted), range: ByteRange(at: 0), kinds: [.fixAll]).count, 0)
  }

  /// Whatever the file: what is said stays, and once sorted it is sorted.
  @Test func anyFile() {
    var mutator = PropertyListMutator(seed: 3)
    let original = Array(CompletionPropertyTests.complete.utf8)
    var sorted = 0
    for _ in 0..<1_500 {
      let text = SourceText(mutator.mutate(original))
      guard let action = codeActions(in: snapshot(text), range: ByteRange(at: 0), kinds: [.sortKeys]).first else {
        continue
      }
      sorted += 1
      let result = text.applying(action.edits)
      expectEqual(result.bytes.sorted(), text.bytes.sorted(), string(text))
      expectEqual(
        PropertyListTree.parse(result).problems.count, PropertyListTree.parse(text).problems.count, string(result))
      expectEqual(
        codeActions(in: snapshot(result), range: ByteRange(at: 0), kinds: [.sortKeys]).count, 0, string(result))
    }
    expectTrue(sorted > 0, "nothing was sorted")
  }
}
