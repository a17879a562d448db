import CatalogData
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks the outline: a symbol a line, indented by its level, with its detail, its kind and the text to go to.
func checkSymbols(
  _ text: String, path: String = "PrivacyInfo.xcprivacy", _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let document = snapshot(text, path: path).document
  expectSnapshot(
    outline(documentSymbols(of: document, catalog: .bundled), in: document.text), expected,
    sourceLocation: sourceLocation)
}

private func outline(_ symbols: [DocumentSymbol], in text: SourceText, indentation: String = "") -> String {
  symbols.map { symbol in
    let detail = symbol.detail.isEmpty ? "" : " | \(symbol.detail)"
    let line = "\(indentation)\(symbol.name)\(detail) (\(symbol.kind) at \(text[symbol.selection]))"
    let children = outline(symbol.children, in: text, indentation: indentation + "  ")
    return children.isEmpty ? line : "\(line)\n\(children)"
  }.joined(separator: "\n")
}

@Suite struct DocumentSymbolTests {
  @Test func manifests() {
    let text = manifest(
      """
      \t<key>NSPrivacyTracking</key>
      \t<true/>
      \t<key>NSPrivacyTrackingDomains</key>
      \t<array>
      \t\t<string>ads.example.com</string>
      \t\t<string></string>
      \t</array>
      \t<key>NSPrivacyCollectedDataTypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyCollectedDataType</key>
      \t\t\t<string>NSPrivacyCollectedDataTypeEmailAddress</string>
      \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
      \t\t\t<true/>
      \t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
      \t\t\t<false/>
      \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
      \t\t\t<array>
      \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>
      \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
      \t\t\t\t<string>Fun</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      \t<key>NSPrivacyAccessedAPITypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>CA92.1</string>
      \t\t\t\t<string>XXXX.1</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      """)
    checkSymbols(
      text,
      """
      Privacy Tracking Enabled | yes (flag at <true/>)
      Privacy Tracking Domains | 2 domains (list at <array>)
        ads.example.com (string at ads.example.com)
        Empty domain (string at <string></string>)
      Privacy Nutrition Label Types | 1 data type (list at <array>)
        Email Address | linked, not tracked — App Functionality, Analytics, Fun (entry at NSPrivacyCollectedDataTypeEmailAddress)
          Collected Data Type | Email Address (name at NSPrivacyCollectedDataTypeEmailAddress)
          Linked to User | yes (flag at <true/>)
          Used for Tracking | no (flag at <false/>)
          Collection Purposes | 3 purposes (list at <array>)
            App Functionality | NSPrivacyCollectedDataTypePurposeAppFunctionality (name at NSPrivacyCollectedDataTypePurposeAppFunctionality)
            Analytics | NSPrivacyCollectedDataTypePurposeAnalytics (name at NSPrivacyCollectedDataTypePurposeAnalytics)
            Fun (name at Fun)
      Privacy Accessed API Types | 1 category (list at <array>)
        User defaults APIs | CA92.1 only this app’s own data; XXXX.1 (entry at NSPrivacyAccessedAPICategoryUserDefaults)
          Privacy Accessed API Type | User defaults APIs (name at NSPrivacyAccessedAPICategoryUserDefaults)
          Privacy Accessed API Reasons | 2 reasons (list at <array>)
            only this app’s own data | CA92.1 (name at CA92.1)
            XXXX.1 (name at XXXX.1)
      """)
  }

  /// Entries without names, keys without values, values of the wrong type, names that no one knows.
  @Test func unfinished() {
    let text = manifest(
      """
      \t<key>NSPrivacyTracking</key>
      \t<string>NO</string>
      \t<key>NSPrivacyCollectedDataTypes</key>
      \t<array>
      \t\t<dict/>
      \t\t<dict>
      \t\t\t<key>NSPrivacyCollectedDataType</key>
      \t\t\t<string></string>
      \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
      \t\t</dict>
      \t\t<dict>
      \t\t\t<key>NSPrivacyCollectedDataType</key>
      \t\t\t<string>Shoe &amp; shirt
      size</string>
      \t\t\t<key></key>
      \t\t\t<real>1.5</real>
      \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
      \t\t\t<array>
      \t\t\t\t<string/>
      \t\t\t</array>
      \t\t</dict>
      \t\t<string>loose</string>
      \t</array>
      \t<key>NSPrivacyAccessedAPITypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t</dict>
      \t</array>
      \t<key>NSPrivacy
      """)
    checkSymbols(
      text,
      """
      Privacy Tracking Enabled | no (flag at NO)
      Privacy Nutrition Label Types | 4 data types (list at <array>)
        Data type entry | no keys (entry at <dict/>)
        Data type entry (entry at <string></string>)
          Collected Data Type | no data type (name at <string></string>)
          Linked to User | no value (key at NSPrivacyCollectedDataTypeLinked)
        Shoe & shirt size (entry at Shoe &amp; shirt
      size)
          Collected Data Type | Shoe & shirt size (name at Shoe &amp; shirt
      size)
          Key without a name | 1.5 (number at 1.5)
          Collection Purposes | 1 purpose (list at <array>)
            Empty purpose (name at <string/>)
        loose (string at loose)
      Privacy Accessed API Types | 1 category (list at <array>)
        API category entry | 1 key (entry at <dict>)
          Privacy Accessed API Type | no value (key at NSPrivacyAccessedAPIType)
      NSPrivacy | no value (key at NSPrivacy)
      """)
  }

  @Test func brokenFiles() {
    // An entry whose end tag is not written yet holds the next one.
    let text = """
      <plist><dict><key>NSPrivacyCollectedDataTypes</key><array>
      <dict><key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeName</string>
      <dict><key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypePhoneNumber</string></dict>
      </array></dict></plist>
      """
    checkSymbols(
      text,
      """
      Privacy Nutrition Label Types | 2 data types (list at <array>)
        Name (entry at NSPrivacyCollectedDataTypeName)
          Collected Data Type | Name (name at NSPrivacyCollectedDataTypeName)
        Phone Number (entry at NSPrivacyCollectedDataTypePhoneNumber)
          Collected Data Type | Phone Number (name at NSPrivacyCollectedDataTypePhoneNumber)
      """)
    for text in [
      "", " \n", "<plist", "<plist/>", "<plist><dict></dict></plist>", "{ a = b; }", "{\"a\": 1}", "bplist00",
    ] {
      checkSymbols(text, "")
    }
  }

  @Test func otherPropertyLists() {
    let text = manifest(
      """
      \t<key>CFBundleName</key>
      \t<string>Postcards</string>
      \t<key>NSCameraUsageDescription</key>
      \t<string>Take a picture for your card.</string>
      \t<key>CFBundleURLTypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>CFBundleURLName</key>
      \t\t\t<string>com.example.postcards</string>
      \t\t\t<key>Icon</key>
      \t\t\t<data>AAAA</data>
      \t\t</dict>
      \t\t<dict>
      \t\t\t<key>Count</key>
      \t\t\t<integer>3</integer>
      \t\t</dict>
      \t\t<array/>
      \t\t<true/>
      \t\t<date>2024-01-01T00:00:00Z</date>
      \t</array>
      \t<key>UILaunchScreen</key>
      \t<dict/>
      """)
    checkSymbols(
      text, path: "Info.plist",
      """
      CFBundleName | Postcards (string at Postcards)
      NSCameraUsageDescription | Take a picture for your card. (string at Take a picture for your card.)
      CFBundleURLTypes | 5 items (list at <array>)
        com.example.postcards | 2 keys (entry at <dict>)
          CFBundleURLName | com.example.postcards (string at com.example.postcards)
          Icon | data (constant at AAAA)
        Dictionary 2 | 1 key (entry at <dict>)
          Count | 3 (number at 3)
        Array 3 | no items (list at <array/>)
        true (flag at <true/>)
        2024-01-01T00:00:00Z (constant at 2024-01-01T00:00:00Z)
      UILaunchScreen | no keys (dictionary at <dict/>)
      """)
  }

  /// Of what is too much the outer levels are kept, and no name is longer than a line.
  @Test func bounds() {
    func symbols(_ text: String) -> [DocumentSymbol] {
      documentSymbols(of: snapshot(text, path: "Info.plist").document, catalog: .bundled)
    }
    let key = "<key>a</key>"
    let many = symbols(
      "<plist><dict>\(String(repeating: key + "<array><true/></array>", count: 20_000))</dict></plist>")
    #expect(many.count == 5_000)
    expectTrue(many.allSatisfy(\.children.isEmpty), "The inner level is not left out")
    var level = symbols("<plist>\(String(repeating: "<dict>" + key, count: 50_000))")
    var depth = 0
    while let first = level.first {
      depth += 1
      level = first.children
    }
    #expect(depth == 32)
    let long = String(repeating: "\u{E4}\u{301} ", count: 20_000)
    let named = symbols("<plist><dict><key>\(long)</key><string>\(long)</string></dict></plist>")
    expectEqual(named.map { $0.name.unicodeScalars.count }, [101])
    expectEqual(named.map { $0.detail.unicodeScalars.count }, [101])
  }
}
