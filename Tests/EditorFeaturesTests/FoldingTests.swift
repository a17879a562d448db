import CatalogData
import EditorFeatures
import SourceText
import TestSupport
import Testing

/// Checks the folds: what is marked is what is hidden of parts of lines, or the whole lines that are hidden, from the
/// end of the line that stays.
func checkFolds(
  _ marked: String, wholeLines: Bool = false, limit: Int = .max, path: String = "PrivacyInfo.xcprivacy",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = MarkedText(marked).file
  let found = foldingRanges(
    of: snapshot(file.source, path: path).document, catalog: .bundled,
    options: FoldingOptions(wholeLines: wholeLines, limit: limit))
  let ranges = found.map { fold in
    wholeLines
      ? ByteRange(
        file.source.contents(ofLine: fold.lines.lowerBound).upper,
        file.source.contents(ofLine: fold.lines.upperBound).upper)
      : fold.range
  }
  expectEqual(
    MarkedText.marking(ranges, in: file.source), MarkedText.marking(file.ranges, in: file.source),
    sourceLocation: sourceLocation)
}

@Suite struct FoldingTests {
  @Test func wholeLines() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>«
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">»
      <plist version="1.0">
      <!-- One
      line -->
      <dict>«
      \t<!--«
      \t\tWhy.
      \t-->»
      \t<key>NSPrivacyTrackingDomains</key>
      \t<array>«
      \t\t<string>a.example.com</string>»
      \t</array>
      \t<key>NSPrivacyCollectedDataTypes</key>
      \t<array>«
      \t\t<dict>«
      \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
      \t\t\t<array/>»
      \t\t</dict>»
      \t</array>
      \t<key>Text</key>
      \t<string>one«
      \ttwo</string>»
      \t<key>Data</key>
      \t<data>«
      \tAAAA»
      \t</data>
      \t<key>Empty</key>
      \t<array>
      \t</array>»
      </dict>
      </plist>

      """.replacing("line -->", with: "line -->»").replacing("One\n", with: "One«\n")
    checkFolds(text, wholeLines: true)
    checkFolds(text.replacing("\n", with: "\r\n"), wholeLines: true)
    checkFolds("\u{FEFF}" + text, wholeLines: true)
    // Tags that share lines: the outer one folds, and the line on which something else begins stays.
    checkFolds(
      """
      <plist><array><dict>«
      <key>a</key><string>b</string>»
      </dict></array></plist>
      """, wholeLines: true)
    checkFolds(
      """
      <array>«
      <string>«a
      b
      </string><dict>«
      <key>a</key><true/>»
      </dict>»
      </array>
      """.replacing("<string>«a\n", with: "<string>a«\n").replacing("\nb\n", with: "\nb»\n"), wholeLines: true)
    // What is not closed folds up to where it ends.
    checkFolds("<plist><dict>«\n<key>a</key>\n<array>«\n<true/>\n<false/>»»\n", wholeLines: true)
    checkFolds("<dict>«\n<!-- a\nb»\n", wholeLines: true)
    for text in ["", "\n\n", "<dict>\n</dict>", "{\na = 1;\n}", "<!-- a -->\n<dict/>"] {
      checkFolds(text, wholeLines: true)
      if !text.hasPrefix("<dict>") { checkFolds(text) }
    }
  }

  @Test func partsOfLines() {
    checkFolds(
      """
      <?xml version="1.0"?>«
      <!DOCTYPE plist>»
      <plist><array>«<dict>«
      <key>a</key><string>«b
      »</string> <!--« c
      d »-->
      »</dict> <dict>«
      »</dict>»</array></plist>
      """)
  }

  /// Of too many the outer ones are kept, in order.
  @Test func limits() {
    func text(_ marks: [Int]) -> String {
      let open = marks.map { $0 == 1 ? "«" : "" }
      let close = marks.map { $0 == 1 ? "»" : "" }
      return """
        <array>\(open[0])
        <dict>\(open[1])
        <key>a</key>
        <array>\(open[2])
        <true/>
        \(close[2])</array>
        \(close[1])</dict>
        <dict>\(open[3])
        <key>b</key>
        \(close[3])</dict>
        \(close[0])</array>
        """
    }
    checkFolds(text([1, 1, 1, 1]), limit: 4)
    checkFolds(text([1, 1, 0, 1]), limit: 3)
    checkFolds(text([1, 1, 0, 0]), limit: 2)
    checkFolds(text([0, 0, 0, 0]), limit: 0)
  }

  @Test func collapsedTexts() {
    let document = snapshot(
      manifest(
        """
        \t<key>NSPrivacyCollectedDataTypes</key>
        \t<array>
        \t\t<dict>
        \t\t\t<key>NSPrivacyCollectedDataType</key>
        \t\t\t<string>NSPrivacyCollectedDataTypeEmailAddress</string>
        \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
        \t\t\t<true/>
        \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
        \t\t\t<array>
        \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
        \t\t\t</array>
        \t\t</dict>
        \t\t<dict>
        \t\t\t<!-- Nothing -->
        \t\t</dict>
        \t</array>
        """)
    ).document
    let found = foldingRanges(
      of: document, catalog: .bundled, options: FoldingOptions(wholeLines: true, showsText: true))
    expectEqual(
      found.map(\.collapsedText),
      [
        "", "1 key", "2 data types", "Email Address — linked — Analytics", "1 purpose", "Data type entry — no keys",
      ])
  }
}
