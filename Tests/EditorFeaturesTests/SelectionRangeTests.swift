import EditorFeatures
import SourceText
import TestSupport
import Testing

/// Checks the steps by which a selection at `$0` grows: those that are marked, each in the next, and the whole document.
func checkSelections(
  _ marked: String, path: String = "PrivacyInfo.xcprivacy", sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = MarkedText(marked).file
  let found = selectionRanges(in: snapshot(file.source, path: path).document, at: file.cursor)
  let expected = file.ranges.sorted { $0.count < $1.count } + [ByteRange(0, file.source.count)]
  expectEqual(
    found.map { file.source[$0] }.joined(separator: "\n---\n"),
    expected.map { file.source[$0] }.joined(separator: "\n---\n"), sourceLocation: sourceLocation)
  expectTrue(found == expected, "\(found) is not \(expected)", sourceLocation: sourceLocation)
}

@Suite struct SelectionRangeTests {
  @Test func fromTextToDocument() {
    let text = """
      <?xml version="1.0"?>
      «<plist version="1.0">
      «<dict>
      \t«<key>NSPrivacyTracking</key>
      \t<false/>
      \t«<key>NSPrivacyAccessedAPITypes</key>
      \t«<array>
      \t\t«<dict>
      \t\t\t«<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>X</string>
      \t\t\t«<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t«<array>
      \t\t\t\t«<string>CA92.1</string>
      \t\t\t\t«<string>«C5$06D.1»</string>»»
      \t\t\t</array>»»»
      \t\t</dict>»
      \t</array>»»»
      </dict>»
      </plist>»

      """
    checkSelections(text)
    checkSelections(text.replacing("\n", with: "\r\n"))
    checkSelections("\u{FEFF}" + text.replacing("C56D.1", with: "\u{1F600}C56D.1"))
  }

  @Test func keysAndValues() {
    checkSelections("«<dict>««<key>«NSPri$0vacyTracking»</key>»<false/>»</dict>»\n")
    checkSelections("«<dict>«<key>a</key>«<«fa$0lse»/>»»</dict>»\n")
    checkSelections("«<dict>«««<«k$0ey»>a</key>»<false/>»<key>b</key><true/>»</dict>»\n")
    checkSelections("«<dict>««<key>a</«key$0»>»<false/>»</dict>»\n")
    // A text of several words grows by the word.
    checkSelections("«<dict>«<key>a</key>«<string> «Take a «pict$0ure». Or not.» </string>»»</dict>»\n")
    // Keys without values, values without keys.
    checkSelections("«<dict>«<key>«a$0»</key>»</dict>»\n")
    checkSelections("«<dict>«<string>«a$0»</string>»</dict>»\n")
    checkSelections(
      "«<dict>««<key>a</key> «<!--  «b «c$0»»  -->» <true/>»</dict>»\n".replacing("««<key>", with: "«<key>"))
  }

  @Test func whiteSpace() {
    // Between entries one is in the dictionary, between a key and its value in the entry.
    checkSelections("«<dict>\n\t«<key>a</key>\n\t<true/>\n$0\n\t<key>b</key>\n\t<true/>»\n</dict>»\n")
    checkSelections("«<dict>\n\t««<key>a</key>\n $0 \t<true/>»\n\t<key>b</key>\n\t<true/>»\n</dict>»\n")
    checkSelections("«<dict>\n $0\n\t<key>a</key>\n\t<true/>\n</dict>»\n")
    checkSelections("«<array>\n\t«<string> $0 a </string>»\n</array>»\n")
    checkSelections("\n$0\n<dict/>\n")
    checkSelections("$0")
  }

  @Test func markup() {
    checkSelections("««<?xml ver$0sion=\"1.0\"?>»\n<!DOCTYPE plist>»\n<plist/>\n")
    checkSelections("«<!-- «Two «wo$0rds».» -->»\n<plist/>\n")
    checkSelections("<plist>«<dict>«<key>a</key> «<stri$0»»»")
    checkSelections("«{ a = «w$0ord»; }»\n")
    checkSelections("<array>«<string>«a$0»</string>»")
  }

  /// However deep the document is, the steps are few.
  @Test func depth() {
    let deep = String(repeating: "<dict><key>a</key>", count: 50_000)
    let document = snapshot(deep).document
    #expect(selectionRanges(in: document, at: deep.utf8.count).count <= 103)
    #expect(selectionRanges(in: document, at: 10).last == ByteRange(0, deep.utf8.count))
  }
}
