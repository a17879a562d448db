import Catalog
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks the tokens of a text, which stand in it as `«kind:text»`.
func checkTokens(
  _ marked: String, path: String = "PrivacyInfo.xcprivacy", linter: Linter = linter,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var text = ""
  for (place, piece) in marked.split(separator: "«", omittingEmptySubsequences: false).enumerated() {
    text += place == 0 ? piece : piece.drop { $0 != ":" }.dropFirst()
  }
  let source = SourceText(String(text.filter { $0 != "»" }))
  let document = Document(path: path, kind: FileKind.of(path: path) ?? .privacyManifest, text: source)
  let snapshot = Snapshot(document: document, linter: linter)
  let tokens = semanticTokens(in: snapshot)
  let shown = source.applying(
    tokens.flatMap { token -> [TextEdit] in
      let kind = "\(token.kind)" + (token.isDeprecated ? "!" : "")
      return [.insert("«\(kind):", at: token.range.lower), .insert("»", at: token.range.upper)]
    })
  expectEqual(string(shown), marked, "The tokens", sourceLocation: sourceLocation)
  // A part of the document has the tokens with bytes in it.
  let middle = source.count / 2
  for part in [ByteRange(0, middle), ByteRange(middle, source.count), ByteRange(middle - 5, middle + 5)] {
    expectEqual(
      semanticTokens(in: snapshot, range: part).map { "\($0)" },
      tokens.filter { $0.range.lower < part.upper && part.lower < $0.range.upper }.map { "\($0)" },
      "The tokens in \(part)", sourceLocation: sourceLocation)
  }
}

@Suite struct SemanticTokenTests {
  @Test func everythingThatMeansSomethingHasAToken() {
    checkTokens(
      """
      <!-- ä📸 -->
      <plist version="1.0">
      <dict>
      \t<key>«knownKey:NSPrivacyTracking»</key>
      \t<true/>
      \t<key>«knownKey:NSPrivacyTrackingDomains»</key>
      \t<array>
      \t\t<string>«domain:ads.example.com»</string> <string>«domain:https://wrong»</string> <string/>
      \t</array>
      \t<key>«knownKey:NSPrivacyCollectedDataTypes»</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>«knownKey:NSPrivacyCollectedDataType»</key>
      \t\t\t<string>«dataType:NSPrivacyCollectedDataTypeEmailAddress»</string>
      \t\t\t<key>«unknownKey:NSPrivacyCollectedDataTypeLinkd»</key>
      \t\t\t<true/>
      \t\t\t<key>«knownKey:NSPrivacyCollectedDataTypePurposes»</key>
      \t\t\t<array>
      \t\t\t\t<string>«purpose:NSPrivacyCollectedDataTypePurposeAnalytics»</string>
      \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeFun</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      \t<key>«knownKey:NSPrivacyAccessedAPITypes»</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>«knownKey:NSPrivacyAccessedAPIType»</key>
      \t\t\t<string>«category:NSPrivacyAccessedAPICategoryUserDefaults»</string>
      \t\t\t<key>«knownKey:NSPrivacyAccessedAPITypeReasons»</key>
      \t\t\t<array><string>«reason:CA92.1»</string><string>«reason:C617.1»</string><string>CA92</string></array>
      \t\t</dict>
      \t</array>
      \t<key>«unknownKey:nsprivacytracking»</key>
      \t<string>NSPrivacyTracking</string>
      </dict>
      </plist>

      """)
  }

  @Test func aTokenIsTheTextWithoutWhatIsAround() {
    func root(_ inner: String) -> String { "<plist><dict>\(inner)</dict></plist>" }
    let rows = [
      // Apple takes a key as it stands, blanks and all.
      "<key> «unknownKey:NSPrivacyTracking»\t</key><true/>",
      "<key><![CDATA[«knownKey:NSPrivacyTracking»]]></key><true/>",
      "<key>«knownKey:NSPrivacy<![CDATA[Tracking]]>»</key><true/>",
      "<key>«knownKey:NSPrivacy&#84;racking»</key><true/>",
      "<key>«unknownKey:a&amp;b📸»</key><true/>",
      "<key>\n  «unknownKey:two  words»\r\n\t«unknownKey:three» \n</key><true/>",
      "<key></key><true/><key/><true/><key> </key><true/><key><![CDATA[]]></key><true/>",
      "<key>«unknownKey:NSPriv»\n\t<key>«knownKey:NSPrivacyTracking»</key>\n\t<true/>\n",
    ]
    for row in rows { checkTokens(root(row)) }
    // Without ends, in an array around it all, behind a byte order mark.
    checkTokens("<plist><dict><key>«knownKey:NSPrivacyTracking»</key><true/><key>«unknownKey:NSP»")
    checkTokens("\u{FEFF}<plist><array><dict><key>«knownKey:NSPrivacyTracking»</key>")
  }

  @Test func otherDictionariesAndFilesHaveNone() {
    let dictionary = "<dict><key>NSPrivacyTracking</key><true/></dict>"
    checkTokens("<plist><dict><key>«unknownKey:Other»</key>\(dictionary)</dict></plist>")
    for text in ["", "bplist00\(dictionary)", "{ NSPrivacyTracking = 1; }", "{\"NSPrivacyTracking\": true}"] {
      checkTokens(text)
    }
    checkTokens("<plist>\(dictionary)</plist>", path: "Info.plist")
  }

  @Test func whatAppleHasWithdrawnIsDeprecated() throws {
    let text = String(
      decoding: Catalog.smallText(dataTypes: ["Color": "Looks"], categories: ["Clock": ["AAAA.1", "BBBB.1"]]),
      as: UTF8.self)
    // The first entry's own members end with its day.
    func withdrawn(_ id: String) throws -> Linter {
      let start = try #require(text.range(of: id))
      let day = try #require(text[start.upperBound...].range(of: "\"checked\""))
      let changed = text[..<day.lowerBound] + "\"deprecated\": true, " + text[day.lowerBound...]
      return Linter(catalog: Catalog { _ in [Array(changed.utf8)] })
    }
    func manifest(_ type: String, _ reason: String) -> String {
      "<plist><dict><key>«knownKey:collectedDataTypes»</key><array><dict><key>«knownKey:dataType»</key>"
        + "<string>«\(type):Color»</string></dict></array><key>«knownKey:accessedAPITypes»</key><array><dict>"
        + "<key>«knownKey:reasons»</key><array><string>«\(reason):AAAA.1»</string></array></dict></array></dict></plist>"
    }
    checkTokens(manifest("dataType!", "reason"), linter: try withdrawn("\"Color\""))
    checkTokens(manifest("dataType", "reason!"), linter: try withdrawn("\"AAAA.1\""))
  }
}

extension StringProtocol {
  /// Where a text first stands.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
