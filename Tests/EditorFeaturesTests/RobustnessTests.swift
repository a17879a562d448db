import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// No text and no offset is too odd, and none takes long.
@Suite struct RobustnessTests {
  @Test func anyOffsetOfAnyText() {
    var mutator = PropertyListMutator(seed: 7)
    let original = Array(CompletionPropertyTests.complete.utf8)
    for _ in 0..<150 {
      let text = SourceText(mutator.mutate(original))
      let snapshot = snapshot(text)
      for offset in stride(from: -1, through: text.count + 1, by: 5) {
        for item in completions(in: snapshot, at: offset) {
          let line = text.contents(ofLine: text.line(at: offset))
          expectTrue(
            line.contains(item.range) && item.range.touches(min(max(offset, 0), text.count)),
            "\(item.label) at \(offset) of\n\(string(text))")
        }
        if let hover = hover(in: snapshot, at: offset) {
          // An offset inside a character is the character's.
          let start = text.offset(of: text.position(at: offset, in: .utf16), in: .utf16)
          expectTrue(hover.range.touches(start), "The hover at \(offset) is about \(hover.range)")
        }
      }
      _ = codeActions(in: snapshot, range: ByteRange(0, text.count))
      let lenses = codeLenses(in: snapshot)
      for lens in lenses {
        let line = text.contents(ofLine: text.line(at: lens.range.lower))
        expectTrue(line.contains(lens.range) && !lens.title.isEmpty, "\(lens) in\n\(string(text))")
        _ = findings(in: snapshot, at: lens.range.lower)
      }
      let label = linter.label(of: [linter.labelSource(snapshot.document, shownAs: "a")])
      expectTrue(
        !label.text().isEmpty && !label.markdown.isEmpty && !label.page.isEmpty, "No label of\n\(string(text))")
    }
  }

  /// What a request takes at most, with the slack that a debug build on a busy machine needs.
  static let patience = Duration.milliseconds(2_000)

  func checkSpeed(_ what: String, _ text: String, at offsets: [Int]) {
    let snapshot = snapshot(text)
    let clock = ProcessorClock()
    for offset in offsets {
      let completion = clock.measure { _ = completions(in: snapshot, at: offset) }
      let hover = clock.measure { _ = EditorFeatures.hover(in: snapshot, at: offset) }
      expectTrue(completion < Self.patience, "Completion in \(what) took \(completion)")
      expectTrue(hover < Self.patience, "A hover in \(what) took \(hover)")
      let structure = clock.measure {
        _ = selectionRanges(in: snapshot.document, at: offset)
        _ = documentHighlights(in: snapshot, at: offset)
        _ = linkedEditingRanges(in: snapshot.document, at: offset)
      }
      expectTrue(structure < Self.patience, "Selections, highlights and pairs in \(what) took \(structure)")
    }
    func expectQuick(_ feature: String, _ body: () -> Void) {
      let duration = clock.measure(body)
      expectTrue(duration < Self.patience, "\(feature) of \(what) took \(duration)")
    }
    expectQuick("The outline") { _ = documentSymbols(of: snapshot.document, catalog: snapshot.catalog) }
    expectQuick("The links") { _ = documentLinks(in: snapshot) }
    let options = FoldingOptions(wholeLines: true, limit: 5_000, showsText: true)
    expectQuick("The folds") {
      _ = foldingRanges(of: snapshot.document, catalog: snapshot.catalog, options: options)
    }
    // These look at every entry of the manifest, and the lenses at every finding in it.
    let label = clock.measure { _ = linter.label(of: [linter.labelSource(snapshot.document, shownAs: "a")]).text() }
    let findings = clock.measure { _ = snapshot.lint(fixes: .none) }
    let lenses = clock.measure { _ = codeLenses(in: snapshot) }
    expectTrue(label < Self.patience, "The label in \(what) took \(label)")
    expectTrue(lenses < findings + Self.patience, "The lenses in \(what) took \(lenses)")
    let aids = clock.measure {
      _ = inlayHints(in: snapshot, range: ByteRange(0, snapshot.document.text.count))
      _ = semanticTokens(in: snapshot)
    }
    expectTrue(aids < Self.patience, "Hints and tokens of \(what) took \(aids)")
  }

  @Test func deepNesting() {
    let depth = 100_000
    let arrays =
      "<plist><dict><key>NSPrivacyAccessedAPITypes</key>" + String(repeating: "<array><dict>", count: depth / 2)
    checkSpeed("open arrays", arrays, at: [arrays.utf8.count, arrays.utf8.count / 2, 60])
    let closed = arrays + String(repeating: "</dict></array>", count: depth / 2) + "</dict></plist>"
    checkSpeed("closed arrays", closed, at: [arrays.utf8.count, closed.utf8.count, 60])
    let half = arrays + "</"
    checkSpeed("half an end tag", half, at: [half.utf8.count])
  }

  @Test func largeFiles() {
    let one = entry("X", "<key>NSPrivacyCollectedDataType</key>\n<string>NSPrivacyCollectedDataTypeName</string>")
    let lines = one.split(separator: "\n").dropFirst(2).dropLast()
    let entries = String(repeating: lines.joined(separator: "\n") + "\n", count: 2_000_000 / one.utf8.count)
    let text = manifest(
      "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\(entries)\t\t<dict>\n\t\t\t<key>NSPrivacyCollectedDataType</key>\n"
        + "\t\t\t<string></string>\n\t\t</dict>\n\t</array>")
    let end = text.utf8.count
    checkSpeed("many entries", text, at: [end - 60, end - 65, end - 100, 300])
    let blank = String(repeating: " ", count: 2_000_000)
    checkSpeed("blanks", blank, at: [0, 1_000_000])
    checkSpeed("a long line", manifest("\t" + blank + "x" + blank), at: [200, 2_000_200])
  }
}
