import EditorFeatures
import SourceText
import TestSupport
import Testing

/// Checks what is highlighted with the cursor at each `$0`: what is marked, keys with the number 1, values with 2, all
/// else without.
func checkHighlights(
  _ marked: String, path: String = "PrivacyInfo.xcprivacy", sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = MarkedText(marked).file
  let expected = file.marked.sorted { $0.range.lower < $1.range.lower }.map { mark in
    DocumentHighlight(mark.number == 1 ? .write : mark.number == 2 ? .read : .text, mark.range)
  }
  for cursor in file.cursors {
    let found = documentHighlights(in: snapshot(file.source, path: path), at: cursor)
    expectEqual(
      MarkedText.marking(found.map(\.range), in: file.source),
      MarkedText.marking(expected.map(\.range), in: file.source), "At \(cursor)", sourceLocation: sourceLocation)
    expectEqual(found.map(\.kind), expected.map(\.kind), "The kinds at \(cursor)", sourceLocation: sourceLocation)
  }
}

@Suite struct DocumentHighlightTests {
  private func entry(_ inner: String) -> String {
    "<plist><dict>\(inner)</dict></plist>"
  }

  @Test func keysAndValues() {
    checkHighlights(entry("<key>«1:$0NSPrivacy$0Tracking$0»</key>«2:<$0true$0/>»"))
    checkHighlights(entry("<key>«1:Ap$0p»</key><string> «2:na$0me» </string>"))
    checkHighlights(entry("<key>«1:NSPrivacy$0TrackingDomains»</key>«2:<array>»<string>a</string>«2:</array>»"))
    checkHighlights(entry("<key>«1:NSPrivacyTrackingDomains»</key>«2:<ar$0ray/>»"))
    checkHighlights(entry("<key>«1:Al$0one»</key>"))
    checkHighlights(entry("<key>«1:a»</key>«2:<string>$0</string>»"))
    checkHighlights(
      "<plist><dict><key>«1:NSCamera$0UsageDescription»</key><string>«2:To$0 see.»</string></dict></plist>",
      path: "Info.plist")
  }

  @Test func names() {
    let reasons = "<key>NSPrivacyAccessedAPITypeReasons</key>"
    checkHighlights(
      entry(
        """
        <key>NSPrivacyAccessedAPITypes</key><array>
        <dict>\(reasons)<array><string>«CA$092.1»</string><string>C56D.1</string></array></dict>
        <dict>\(reasons)<array><string> «CA92.1$0» </string><string>CA92.10</string></array></dict>
        </array>
        """))
    checkHighlights(
      entry(
        """
        <key>NSPrivacyTrackingDomains</key>
        <array><string>«a.example.$0com»</string><string>«A.Example.com»</string><string>b.example.com</string></array>
        """))
    let type = "<key>NSPrivacyCollectedDataType</key>"
    checkHighlights(
      entry(
        """
        <key>NSPrivacyCollectedDataTypes</key><array>
        <dict>\(type)<string>«NSPrivacyCollectedDataType$0Name»</string></dict>
        <dict>\(type)<string>«NSPrivacyCollectedDataTypeName»</string></dict>
        <dict>\(type)<string>NSPrivacyCollectedDataTypeNames</string></dict>
        </array>
        """))
    checkHighlights(
      entry("<key>Schemes</key><array><string>«o$0ne»</string><string>«one»</string></array>"), path: "Info.plist")
  }

  @Test func tags() {
    checkHighlights("<plist>«$0<di$0ct>»<key>a</key><true/>«</di$0ct>$0»\n</plist>")
    checkHighlights("<plist><dict>«$0<k$0ey>»a«</$0key>»<true/></dict></plist>")
    checkHighlights("<plist><array>«<str$0ing>»a«</string>»</array></plist>")
    checkHighlights("«<pli$0st>»<array></array>«</plist>»")
    // One whose end is missing stands alone.
    checkHighlights("<plist>«<arr$0ay>»<true/>")
  }

  @Test func nothing() {
    checkHighlights("<plist>\n$0 $0\t$0 <dict>\n $0 <key>a</key>\n $0 <true/>\n $0 </dict>\n $0 </plist>\n$0")
    checkHighlights("<!-- $0a -->$0\n<plist/>")
    checkHighlights("<plist><array><string> $0 a $0 </string></array></plist>")
    for text in ["$0", "$0{ a = b; }", "<plist><dict><ke$0", "bplist00$0"] { checkHighlights(text) }
  }
}
