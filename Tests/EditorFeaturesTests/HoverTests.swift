import Catalog
import EditorFeatures
import PrivacyRules
import TestSupport
import Testing

/// Checks the hover at `$0`: it is about the marked range and says all of `says`. Without a mark there is none.
func checkHover(_ marked: String, says: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) {
  let file = MarkedText(marked).file
  let hover = hover(in: snapshot(file.source), at: file.cursor)
  expectEqual(
    MarkedText.marking(hover.map { [$0.range] } ?? [], in: file.source),
    MarkedText.marking(file.ranges, in: file.source), "The range of the hover", sourceLocation: sourceLocation)
  guard let hover else { return }
  for text in says {
    expectTrue(
      hover.markdown.contains(text), "“\(text)” is not in\n\(hover.markdown)", sourceLocation: sourceLocation)
  }
  checkPage(hover.markdown, sourceLocation: sourceLocation)
}

/// Checks what holds for every page: a short first line, a date, and nobody has to scroll.
func checkPage(_ markdown: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
  expectTrue(lines.count <= 40, "\(lines.count) lines:\n\(markdown)", sourceLocation: sourceLocation)
  expectTrue((lines.first?.count ?? 0) <= 80, "A long first line", sourceLocation: sourceLocation)
  expectTrue(lines.last?.hasPrefix("Rules as of 20") == true, "No date", sourceLocation: sourceLocation)
  let plain = plainText(markdown: markdown)
  for mark in ["**", "](", "`"] {
    expectTrue(!plain.contains(mark), "“\(mark)” is left in\n\(plain)", sourceLocation: sourceLocation)
  }
}

@Suite struct HoverTests {
  func dataType(_ text: String) -> String {
    manifest(entry("CollectedDataTypes", "<key>NSPrivacyCollectedDataType</key>\n<string>\(text)</string>"))
  }

  func api(_ category: String, _ reason: String) -> String {
    manifest(
      entry(
        "AccessedAPITypes",
        """
        <key>NSPrivacyAccessedAPIType</key>
        <string>\(category)</string>
        <key>NSPrivacyAccessedAPITypeReasons</key>
        <array>
        \t<string>\(reason)</string>
        </array>
        """))
  }

  @Test func everythingHasAHover() {
    checkHover(
      manifest("\t<key>«NSPrivacy$0Tracking»</key>\n\t<false/>"),
      says: ["**Privacy Tracking Enabled**", "`NSPrivacyTracking`", "App Tracking Transparency", "optional"])
    checkHover(
      manifest("\t<key>NSPrivacyTracking</key>\n\t«<fal$0se/>»"), says: ["**Privacy Tracking Enabled: no**"])
    checkHover(
      manifest("\t<key>NSPrivacyTracking</key>\n\t$0«<true></true>»"), says: ["must first allow it"])
    checkHover(
      manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>«$0a.example.com»</string>\n\t</array>"),
      says: ["**a.example.com**", "blocks every request", "put tracking on a host of its own", "iOS 17"])
    checkHover(
      manifest(
        "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>«$0"
          + "\(String(repeating: "a", count: 300))»</string>\n\t</array>"), says: ["a…**"])
    checkHover(
      dataType("«NSPrivacyCollectedDataTypeEmailAddress$0»"),
      says: ["**Email Address**", "**Contact Info**", "linked", "hash", "](https://developer.apple.com/"])
    checkHover(
      manifest(
        entry(
          "CollectedDataTypes",
          "<key>NSPrivacyCollectedDataTypePurposes</key>\n<array>\n"
            + "\t<string>\n\t\t«$0NSPrivacyCollectedDataTypePurposeThirdPartyAdvertising»\n\t</string>\n</array>")),
      says: ["**Third-Party Advertising**", "Device ID", "tracking"])
    checkHover(
      api("«NSPrivacyAccessedAPICategory$0DiskSpace»", "E174.1"),
      says: ["**Disk space APIs**", "`statfs(_:_:)`", "- `85F4.1` ", "as far as we know"])
    checkHover(
      api("NSPrivacyAccessedAPICategoryDiskSpace", "«85F$04.1»"),
      says: ["leave the device", "Who may use it: ", "Consent: ", "fingerprinting"])
    checkHover(
      manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t«<arr$0ay>»\n\t</array>"),
      says: ["**Privacy Accessed API Types**"])
    checkHover(
      dataType("NSPrivacyCollectedDataTypeName").replacing("<dict>\n\t\t\t", with: "«$0<dict>»\n\t\t\t"),
      says: ["**Name**", "Contact Info"])
    checkHover(
      api("NSPrivacyAccessedAPICategoryDiskSpace", "E174.1").replacing("<dict>\n\t\t\t", with: "«$0<dict>»\n\t\t\t"),
      says: ["**Disk space APIs**", "Declared here. Privacy Accessed API Reasons: E174.1"])
    checkHover(
      dataType("NSPrivacyCollectedDataTypeName").replacing(
        "<plist version=\"1.0\">", with: "«<$0plist version=\"1.0\">»"),
      says: ["Collects 1 data type: 0 linked", "Does not track"])
    checkHover(manifest("").replacing("<dict>", with: "«<d$0ict>»"), says: ["Collects nothing"])
  }

  /// What the App Store will show comes first on the root, and stands on the key and the array of the data types.
  @Test func theLabel() {
    let text = declaring("DeviceID linked tracked\nName linked\nEmailAddress linked\nContacts")
    let cards = """
      **Data Used to Track You**

      - Identifiers: Device ID

      **Data Linked to You**

      - Contact Info: Name, Email Address
      - Identifiers: Device ID

      **Data Not Linked to You**

      - Contacts
      """
    checkHover(
      text.replacing("<plist version=\"1.0\">\n<dict>", with: "<plist version=\"1.0\">\n«<di$0ct>»"),
      says: ["**App Store label**\n\n\(cards)\n\n**Privacy manifest**\n\n- Does not track people\n"])
    for marked in [
      text.replacing("<key>NSPrivacyCollectedDataTypes<", with: "<key>«NSPrivacyCollec$0tedDataTypes»<"),
      text.replacing("<array>\n<dict>", with: "«<arr$0ay>»\n<dict>"),
    ] {
      checkHover(marked, says: ["**Privacy Nutrition Label Types**\n\nWhat the code of this bundle collects", cards])
    }
    checkHover(
      declaring("").replacing("<array>", with: "«$0<array>»"),
      says: ["App Store label:\n\n**Data Not Collected**\n\nNo data is declared as collected."])
    checkHover(
      declaring(".Shoe*\nName linked").replacing(
        "<key>NSPrivacyCollectedDataTypes<", with: "<key>«NSPrivacyCollectedDataType$0s»<"),
      says: ["*Note:* 1 unknown data type is left out: “Shoe\\*”."])
    // Of a large label a card is a paragraph, so that nobody has to scroll for what follows it; notes are one.
    let lines = linter.catalog.dataTypes.dropLast().map { ".\($0.id) linked tracked" }
    let large = declaring((lines + ["OtherDataTypes -linked -tracked", ".Shoe"]).joined(separator: "\n"))
    for marked in [
      large.replacing("<plist version=\"1.0\">\n<dict>", with: "<plist version=\"1.0\">\n«<di$0ct>»"),
      large.replacing("<key>NSPrivacyCollectedDataTypes<", with: "<key>«NSPrivacyCollec$0tedDataTypes»<"),
    ] {
      checkHover(
        marked,
        says: ["**Data Linked to You**\n\nContact Info: Name, Email Address,", "left out: “Shoe”. Data types that"])
    }
  }

  @Test func mistakesAreNamed() {
    checkHover(dataType("«Photos$0OrVideo»"), says: ["nearest one is `NSPrivacyCollectedDataTypePhotosorVideos`"])
    checkHover(
      api("UserDefaults", "«85F$04.1»"), says: ["isn’t a reason for `NSPrivacyAccessedAPICategoryUserDefaults`"])
    checkHover(api("UserDefaults", "«ca$092.1»"), says: ["nearest one is `CA92.1`"])
    checkHover(
      manifest("\t<key>«NSPrivacyTrackng$0»</key>\n\t<false/>"), says: ["spelled `NSPrivacyTracking`"])
  }

  @Test func namesOfAnotherKindAreExplained() {
    func says(_ marked: String, _ title: String, _ note: String) {
      checkHover(marked, says: ["**\(title)**\n\n\(note)\n\n"])
    }
    let analytics = "NSPrivacyCollectedDataTypePurposeAnalytics"
    let purpose = "It is a purpose, but"
    says(dataType("«$0\(analytics)»"), "Analytics", "\(purpose) a data type belongs here.")
    says(
      dataType("$0").replacing("<dict>\n\t\t\t", with: "«$0<dict>»\n\t\t\t").replacing(
        "<string>$0", with: "<string>\(analytics)"), "Analytics", "\(purpose) a data type belongs here.")
    says(dataType("«$0CA92.1»"), "CA92.1: only this app’s own data", "It is a reason, but a data type belongs here.")
    says(
      dataType("«NSPrivacyAccessedAPICategoryDiskSpace$0»"), "Disk space APIs",
      "It is a category, but a data type belongs here.")
    says(
      api("«NSPrivacyCollectedDataTypeName$0»", "E174.1"), "Name", "It is a data type, but a category belongs here.")
    says(
      api("UserDefaults", "«NSPrivacyAccessedAPICategory$0DiskSpace»"), "Disk space APIs",
      "It is a category, but a reason belongs here.")
    says(
      manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>«$0\(analytics)»</string>\n\t</array>"),
      "Analytics", "\(purpose) a host belongs here.")
    says(
      manifest("\t<key>NSPrivacyTracking</key>\n\t<string>«$0\(analytics)»</string>"), "Analytics",
      "\(purpose) a Boolean belongs here.")
    says(
      manifest(
        "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\t\t<string>«$0\(analytics)»</string>\n\t</array>"),
      "Analytics", "\(purpose) a data type entry belongs here.")
    // Keys at another level, as a value, and where nothing is known.
    let key = "It is a key of a privacy manifest, but a key of a data type entry belongs here."
    says(
      dataType("x").replacing("<key>NSPrivacyCollectedDataType<", with: "<key>«NSPrivacyTrac$0king»<"),
      "Privacy Tracking Enabled", key)
    says(
      manifest("\t<key>«NSPrivacyCollectedDataType$0»</key>\n\t<string/>"), "Collected Data Type",
      "It is a key of a data type entry, but a key of a privacy manifest belongs here.")
    says(
      manifest("\t<key>«$0\(analytics)»</key>\n\t<true/>"), "Analytics",
      "\(purpose) a key of a privacy manifest belongs here.")
    says(
      dataType("«NSPrivacyTrac$0king»"), "Privacy Tracking Enabled",
      "It is a key of a privacy manifest, but a data type belongs here.")
    says(
      manifest("\t<key>Unknown</key>\n\t<dict>\n\t\t<key>«$0NSPrivacyTracking»</key>\n\t</dict>"),
      "Privacy Tracking Enabled", "It is a key of a privacy manifest, which has no effect here.")
  }

  /// Only what Markdown would take for a mark has a backslash.
  @Test func labelsReadWell() {
    checkHover(
      dataType("«NSPrivacyCollectedDataTypeFit$0ness»"), says: ["under **Health & Fitness** on the App Store label"])
    let rows = [
      ("a & b", "a & b"), ("a&b;", "a\\&b;"), ("&#38;", "\\&#38;"), ("a&b", "a&b"), ("a_b", "a_b"), ("_a_", "\\_a\\_"),
      ("a*b", "a\\*b"), ("#1 > 2", "\\#1 > 2"), ("<b>", "\\<b>"), ("[a](b)", "\\[a](b)"), ("`a`", "\\`a\\`"),
    ]
    for (host, title) in rows {
      let text = host.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      let markdown = hover(
        in: snapshot(
          manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>\(text)</string>\n\t</array>")),
        at: manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>").utf8.count - 18)?.markdown
      expectEqual(markdown.map { String($0.prefix { $0 != "\n" }) } ?? "", "**\(title)**", host)
      expectEqual(markdown.map { String(plainText(markdown: $0).prefix { $0 != "\n" }) } ?? "", host, title)
    }
  }

  @Test func nothingElsewhere() {
    for marked in [
      dataType("x").replacing("<string>", with: "<str$0ing>"), manifest("\t<key>Unknown</key>\n\t<true$0/>"),
      manifest("\t<!-- NSPrivacyTra$0cking -->"), manifest("\t$0"), "$0",
      manifest("\t<key>NSPrivacyTracking</key>\n\t<false/></di$0ct>"),
    ] {
      checkHover(marked)
    }
  }

  /// What a finding's code means stands behind what is said of the thing, or alone where nothing is known of that.
  @Test func codesOfApple() {
    checkHover(
      api("UserDefaults", "«85F$04.1»"),
      says: ["\n\n**ITMS-91055: Invalid API reason declaration**. ", "Blocks: yes", "What to do: Choose one"])
    checkHover(
      dataType("«nothing like any$0thing»"), says: ["**ITMS-91056: Invalid privacy manifest**\n\n", "\n- Sent: since"])
    checkHover(manifest("\t<key>«Un$0known»</key>\n\t<true/>"), says: ["ITMS-91056"])
    checkHover(manifest("\t«<key>$0</key>»"), says: ["ITMS-91056"])
    checkHover("«{ \"NSPrivacyTrac$0king\": true }»", says: ["ITMS-91056"])
  }

  @Test func everyEntryHasAPage() {
    let catalog = linter.catalog
    for message in catalog.storeMessages { checkPage(documentation(of: message, catalog: catalog)) }
    let ids =
      catalog.dictionaries.flatMap(\.keys).map(\.name) + catalog.dataTypes.map(\.id) + catalog.purposes.map(\.id)
      + catalog.categories.map(\.id) + catalog.categories.flatMap(\.reasons).map(\.code) + [catalog.manifest.fileName]
    for id in ids {
      guard let page = documentation(of: id, catalog: catalog) else {
        expectTrue(false, "\(id) has no page")
        continue
      }
      checkPage(page)
    }
    expectTrue(documentation(of: "", catalog: catalog) == nil, "There is a page about nothing")
  }

  @Test func aReasonReadsWell() {
    expectSnapshot(
      documentation(of: "3D61.1", catalog: linter.catalog) ?? "",
      """
      **3D61.1: boot time in opt-in bug reports**

      Adds the boot time to a bug report that people choose to send.

      `3D61.1`: a reason for **System boot time APIs** (`NSPrivacyAccessedAPICategorySystemBootTime`)

      - It may leave the device only inside that report, and only to investigate the bug.
      - Who may use it: Apps and SDKs.
      - Consent: The person must agree to send that particular report.
      - The report must show the value prominently.
      - Use the results of a required reason API only for the declared reasons.
      - Never use it for tracking or fingerprinting, even with permission.

      Guidelines:

      - Fingerprinting is never allowed, tracking permission or not. ([Apple](https://developer.apple.com/app-store/user-privacy-and-data-use/))
      - Each use of a required reason API needs a fitting approved reason; if none fits, ask Apple for one or drop the call. ([Apple](https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api))

      [Apple’s documentation](https://developer.apple.com/documentation/bundleresources/app-privacy-configuration/nsprivacyaccessedapitypes/nsprivacyaccessedapitype)

      Rules as of \(linter.catalog.date)
      """)
  }

  @Test func plainTextReadsWell() {
    let rows = [
      ("**Bold** and *thin* and `a*b_c`", "Bold and thin and a*b_c"), ("# Title", "Title"), ("###### Six", "Six"),
      ("####### Seven", "####### Seven"), ("[text](https://a.example/b_(c))", "text (https://a.example/b_(c))"),
      ("[https://a.example](https://a.example)", "https://a.example"), ("a [b] c", "a [b] c"),
      ("[**bold** [x]](y)", "bold [x] (y)"), ("- one\n- two", "- one\n- two"), ("* one", "- one"),
      ("  - inner", "  - inner"), ("\\*no\\* \\`code\\` \\\\", "*no* `code` \\"),
      ("snake_case_name", "snake_case_name"),
      ("_thin_", "thin"), ("2 * 3 * 4", "2 * 3 * 4"), ("``a`b``", "a`b"), ("open ` tick", "open ` tick"),
      ("```xml\n<a>**x**</a>\n```\nb", "    <a>**x**</a>\nb"), ("---", "----"), ("> quoted", "quoted"),
      ("a\\b \\", "a\\b \\"), ("", ""), ("[", "["), ("[a](", "[a]("), ("📸 **ü**", "📸 ü"),
    ]
    for (markdown, plain) in rows { expectEqual(plainText(markdown: markdown), plain, markdown) }
  }
}
