import Catalog
import CatalogData
import EditorFeatures
import SourceText
import TestSupport
import Testing

/// Checks that what is marked is what leads to a page, and the tooltips.
func checkLinks(
  _ marked: String, path: String = "PrivacyInfo.xcprivacy", _ tooltips: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = MarkedText(marked).file
  let found = documentLinks(in: snapshot(file.source, path: path))
  expectEqual(
    MarkedText.marking(found.map(\.range), in: file.source), MarkedText.marking(file.ranges, in: file.source),
    sourceLocation: sourceLocation)
  expectEqual(
    found.map(\.tooltip), tooltips.map { "Apple’s page on “\($0)”" }, "The tooltips", sourceLocation: sourceLocation)
  for link in found {
    expectTrue(
      link.target.hasPrefix("https://developer.apple.com/"), "\(link.target)", sourceLocation: sourceLocation)
  }
}

@Suite struct DocumentLinkTests {
  @Test func knownNames() {
    checkLinks(
      """
      <plist><dict>
      <key>«NSPrivacyTracking»</key><true/>
      <key>«NSPrivacyTrackingDomains»</key><array><string>apple.com</string></array>
      <key>«NSPrivacyCollectedDataTypes»</key><array><dict>
      <key>«NSPrivacyCollectedDataType»</key><string>«NSPrivacyCollectedDataTypeEmailAddress»</string>
      <key>«NSPrivacyCollectedDataTypePurposes»</key><array>
      <string>«NSPrivacyCollectedDataTypePurposeAnalytics»</string><string>Fun</string></array>
      </dict></array>
      <key>«NSPrivacyAccessedAPITypes»</key><array><dict>
      <key>«NSPrivacyAccessedAPIType»</key><string>«NSPrivacyAccessedAPICategoryUserDefaults»</string>
      <key>«NSPrivacyAccessedAPITypeReasons»</key><array><string>«CA92.1»</string><string>CA92</string></array>
      </dict></array>
      </dict></plist>
      """,
      [
        "Privacy Tracking Enabled", "Privacy Tracking Domains", "Privacy Nutrition Label Types", "Collected Data Type",
        "Email Address", "Collection Purposes", "Analytics", "Privacy Accessed API Types", "Privacy Accessed API Type",
        "User defaults APIs", "Privacy Accessed API Reasons", "CA92.1, only this app’s own data",
      ])
  }

  /// So a client that shows Markdown is not offered any.
  @Test func everyLinkIsInTheHover() {
    let file = snapshot(
      """
      <plist><dict>
      <key>NSPrivacyTracking</key><true/>
      <key>NSPrivacyCollectedDataTypes</key><array><dict>
      <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeEmailAddress</string>
      <key>NSPrivacyCollectedDataTypePurposes</key><array>
      <string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>
      </dict></array>
      <key>NSPrivacyAccessedAPITypes</key><array><dict>
      <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
      </dict></array>
      </dict></plist>
      """)
    let links = documentLinks(in: file)
    expectEqual(links.count, 11)
    for link in links {
      let shown = hover(in: file, at: link.range.lower)?.markdown ?? ""
      expectTrue(shown.contains(link.target), "\(link.tooltip): \(shown)")
    }
  }

  @Test func unknownNames() {
    let text = "<plist><dict><key>Mine</key><true/><key>NSPrivacyTrackin</key><true/></dict></plist>"
    checkLinks(text, [])
    for text in ["", "<plist", "{ NSPrivacyTracking = 1; }", "<plist><array/></plist>"] { checkLinks(text, []) }
    checkLinks("<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>", path: "Info.plist", [])
  }

  /// Whatever the catalog knows by name has a page of Apple's to lead to.
  @Test func everyEntryHasAPage() {
    let catalog = Catalog.bundled
    let links =
      catalog.dictionaries.flatMap { $0.keys.map(\.provenance.link) } + catalog.dataTypes.map(\.provenance.link)
      + catalog.purposes.map(\.provenance.link) + catalog.categories.map(\.provenance.link)
      + catalog.categories.flatMap { $0.reasons.map(\.provenance.link) }
    expectEqual(links.filter { !$0.hasPrefix("https://developer.apple.com/") }, [])
  }
}
