import Catalog
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks the hover at `$0` in one file of a project: it is about the marked range of that file, says all of `says` and
/// nothing of `never`. Without a mark there is none.
func checkProjectHover(
  _ text: String, says: [String] = [], never: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) {
  let marked = MarkedText(text)
  let (snapshot, cursor) = snapshot(ofProject: marked)
  let file = marked.files.first { !$0.cursors.isEmpty } ?? marked.file
  let hover = hover(in: snapshot, at: cursor)
  expectEqual(
    MarkedText.marking(hover.map { [$0.range] } ?? [], in: file.source),
    MarkedText.marking(file.ranges, in: file.source), "The range of the hover", sourceLocation: sourceLocation)
  guard let hover else { return }
  for text in says {
    expectTrue(
      hover.markdown.contains(text), "“\(text)” is not in\n\(hover.markdown)", sourceLocation: sourceLocation)
  }
  for text in never {
    expectTrue(!hover.markdown.contains(text), "“\(text)” is in\n\(hover.markdown)", sourceLocation: sourceLocation)
  }
  checkPage(hover.markdown, sourceLocation: sourceLocation)
}

@Suite struct InfoPlistHoverTests {
  /// An Info.plist with what is given in its root dictionary.
  func plist(_ inner: String) -> String { "--- Info.plist\n" + manifest(inner) }

  @Test func aKeyForOneKindOfDevice() {
    checkProjectHover(
      plist("\t<key>«NSCamera$0UsageDescription~ipad»</key>\n\t<string>Scan receipts.</string>"),
      says: ["**Camera**", "> Scan receipts.\n", "With `~ipad`, this entry counts only on iPad."])
    checkProjectHover(
      plist("\t<key>NSCameraUsageDescription-iphoneos~ipad</key>\n\t<string>«Scan $0receipts.»</string>"),
      says: ["**Camera**", "> Scan receipts.\n", "With `-iphoneos~ipad`"])
    checkProjectHover(plist("\t<key>NSCamera$0UsageDescription~phone</key>\n\t<string>Scan.</string>"))
  }

  @Test func aKeyAndItsText() {
    let says = [
      "**Camera**\n\nThe alert, roughly as people see it:\n\n> **“Tide” would like to use the camera**\n>\n",
      "> Scan receipts & save them.\n>\n> **\\[ Don’t Allow ]**  **\\[ Allow ]**\n\n",
      "`NSCameraUsageDescription`: string, iOS 7.0, macOS 10.14, tvOS 17.0, visionOS 1.0\n",
      "`AVCaptureSession`", "Without it: ", "Apple asks: ", "](https://developer.apple.com/",
      "More: `privacy-lsp explain NSCameraUsageDescription`",
    ]
    let name =
      "\t<key>CFBundleName</key>\n\t<string>Low</string>\n\t<key>CFBundleDisplayName</key>\n\t<string>Tide</string>"
    checkProjectHover(
      plist("\(name)\n\t<key>«NSCamera$0UsageDescription»</key>\n\t<string>Scan receipts &amp; save them.</string>"),
      says: says)
    checkProjectHover(
      plist("\(name)\n\t<key>NSCameraUsageDescription</key>\n\t<string>«Scan $0receipts &amp; save them.»</string>"),
      says: says)
    // A variable stands for the name, and nobody knows what it is.
    checkProjectHover(
      plist(
        "\t<key>CFBundleName</key>\n\t<string>$(PRODUCT_NAME)</string>\n\t<key>«NSMicrophoneUsageDescription$0»</key>\n"
          + "\t<string>$(PRODUCT_NAME) records *you*.</string>"),
      says: ["> **“Your app” would like to use the microphone**", "> $(PRODUCT_NAME) records \\*you\\*.\n"])
    checkProjectHover(
      plist(
        "\t<key>CFBundleName</key>\n\t<string>Tide</string>\n\t<key>«$0NSMicrophoneUsageDescription»</key>\n"
          + "\t<string>$(PRODUCT_NAME) records you.</string>"), says: ["> Tide records you.\n"])
  }

  /// A hover is read beside code; all that there is to say is a command away.
  @Test func hoversAreShort() throws {
    let text = "This app uses what it finds there to show you the places that you and your friends have been to."
    for key in snapshot("").catalog.purposeKeys where key.isText {
      let marked = MarkedText(plist("\t<key>$0\(key.name)</key>\n\t<string>\(text)</string>"))
      let (snapshot, cursor) = snapshot(ofProject: marked)
      let page = try #require(hover(in: snapshot, at: cursor)?.markdown, "\(key.name)")
      expectTrue(page.count < 1_200, "\(page.count) characters:\n\(page)")
      let full = documentation(of: key.name, catalog: snapshot.catalog) ?? ""
      expectTrue(full.contains("Use the active voice."), full)
    }
  }

  @Test func whatIsThere() {
    for text in ["<string></string>", "<string/>", "<string>  </string>"] {
      checkProjectHover(
        plist("\t<key>«NSCamera$0UsageDescription»</key>\n\t\(text)"), says: ["> *(no text)*"])
    }
    checkProjectHover(
      plist("\t<key>«NSCamera$0UsageDescription»</key>"), says: ["> *(no text)*"])
    checkProjectHover(
      plist("\t<key>«NSCamera$0UsageDescription»</key>\n\t<true/>"), says: ["> *(no text)*"])
    // Lines come together, as the alert shows them to a reader of Markdown.
    checkProjectHover(
      plist("\t<key>«NSCamera$0UsageDescription»</key>\n\t<string>Scan\n\t\treceipts.</string>"),
      says: ["> Scan receipts.\n"])
  }

  @Test func deprecatedKeys() {
    checkProjectHover(
      plist("\t<key>«NSCalendars$0UsageDescription»</key>\n\t<string>Plan.</string>"),
      says: [
        "**Deprecated** since iOS 17.0: use `NSCalendarsFullAccessUsageDescription` or `NSCalendarsWriteOnly",
        "iOS 6.0 to 17.0, Mac Catalyst 13.0 to 17.0",
      ])
  }

  @Test func dictionaries() {
    let inner = "\t<key>NSLocationTemporaryUsageDescriptionDictionary</key>\n\t<dict>\n\t\t<key>Ride</key>\n\t\t"
    checkProjectHover(
      plist("\(inner)<string>«Finds $0your door.»</string>\n\t</dict>"),
      says: ["**Exact location for one occasion**", "> Finds your door.\n", "dictionary of strings"])
    checkProjectHover(
      plist("\(inner)<string>Finds your door.</string>\n\t</dict>").replacing("Ride", with: "«R$0ide»"),
      says: ["> Finds your door.\n"])
  }

  @Test func otherKeys() {
    checkProjectHover(
      plist("\t<key>«NSBonjour$0Services»</key>\n\t<array/>"),
      says: ["**Bonjour services**", "Needs `NSLocalNetworkUsageDescription`"])
    checkProjectHover(
      plist("\t<key>«NSPrivacy$0Tracking»</key>\n\t<true/>"), says: ["It belongs in a privacy manifest"])
    checkProjectHover(
      plist("\t<key>«NSCameraUsage$0Descripton»</key>\n\t<string>Scan.</string>"),
      says: ["The key is spelled `NSCameraUsageDescription`."])
    checkProjectHover(plist("\t<key>CFBundle$0Name</key>\n\t<string>Tide</string>"))
    checkProjectHover(plist("\t<key>CFBundleName</key>\n\t<string>Ti$0de</string>"))
    checkProjectHover(plist("\t<key>NSCameraUsageDescription</key>\n\t$0\n\t<string>Scan.</string>"))
    // In a dictionary of something else it means nothing.
    checkProjectHover(plist("\t<key>Mine</key>\n\t<dict>\n\t\t<key>NSCamera$0UsageDescription</key>\n\t</dict>"))
  }

  @Test func entitlements() {
    func entitlements(_ inner: String) -> String { "--- App.entitlements\n" + manifest(inner) }
    checkProjectHover(
      entitlements("\t<key>«com.apple.developer.health$0kit.access»</key>\n\t<array/>"),
      says: [
        "**Health records**", "array of strings, iOS 8.0", "Values: `health-records`",
        "With `health-records`, needs `NSHealthClinicalHealthRecordsShareUsageDescription` in Info.plist",
      ])
    checkProjectHover(
      entitlements(
        "\t<key>com.apple.developer.healthkit.access</key>\n\t<array>\n\t\t<string>«health$0-records»</string>\n\t</array>"
      ),
      says: ["**Health records**"])
    checkProjectHover(
      entitlements("\t<key>com.apple.security.device.camera</key>\n\t«<tr$0ue/>»"),
      says: [
        "**Camera**", "Grants access to the cameras.", "Needs `NSCameraUsageDescription`",
        "sandbox or the hardened runtime",
      ])
    checkProjectHover(
      entitlements("\t<key>«com.apple.security.device.$0usb»</key>\n\t<true/>"), says: ["Needs no purpose string"])
    checkProjectHover(entitlements("\t<key>aps-$0environment</key>\n\t<string>development</string>"))
    checkProjectHover(entitlements("\t<key>NSCamera$0UsageDescription</key>\n\t<string>Scan.</string>"))
  }

  @Test func translations() {
    let app = plist(
      "\t<key>CFBundleDisplayName</key>\n\t<string>Tide</string>\n\t<key>NSCameraUsageDescription</key>\n"
        + "\t<string>Scans receipts.</string>")
    checkProjectHover(
      "\(app)--- de.lproj/InfoPlist.strings\n\"CFBundleDisplayName\" = \"Flut\";\n"
        + "«\"NSCamera$0UsageDescription\"» = \"Liest Belege.\";\n".replacing("«\"", with: "\"«").replacing(
          "\"»", with: "»\""),
      says: [
        "The alert in German, roughly as people see it; the system translates the rest:\n",
        "> **“Flut” would like to use the camera**", "> Liest Belege.\n",
      ])
    checkProjectHover(
      "\(app)--- de.lproj/InfoPlist.strings\nNSCameraUsageDescription = \"«Liest \\\"Be$0lege\\\".»\";\n",
      says: ["> **“Tide” would like to use the camera**", "> Liest \"Belege\".\n"])
    checkProjectHover("\(app)--- de.lproj/InfoPlist.strings\n\"CFBundle$0DisplayName\" = \"Flut\";\n")
  }

  @Test func catalogs() {
    let app = plist("\t<key>NSCameraUsageDescription</key>\n\t<string>Scans receipts.</string>")
    func catalog(_ localization: String) -> String {
      """
      \(app)--- InfoPlist.xcstrings
      {
        "sourceLanguage" : "en",
        "strings" : {
          "NSCameraUsageDescription" : {
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "\(localization)"
                }
              }
            }
          }
        }
      }

      """
    }
    checkProjectHover(catalog("«Liest \\\"Be$0lege\\\".»"), says: ["**Camera**", "> Liest \"Belege\".\n"])
    // On the key stands the text of the app.
    checkProjectHover(
      catalog("Liest Belege.").replacing(
        "    \"NSCameraUsageDescription\"", with: "    \"«NSCamera$0UsageDescription»\""),
      says: ["> Liest Belege.\n"])
    checkProjectHover(catalog("Liest Belege.").replacing("translated", with: "trans$0lated"))
  }

  @Test func settings() {
    checkProjectHover(
      "--- App.xcconfig\nPRODUCT_NAME = Tide\n«INFOPLIST_$0KEY_NSCameraUsageDescription» = Scans receipts.\n",
      says: ["**Camera**", "> Scans receipts.\n"])
    checkProjectHover(
      "--- App.xcconfig\nINFOPLIST_KEY_NSCameraUsageDescription = «Scans $0receipts.»\n", says: ["> Scans receipts.\n"])
    checkProjectHover("--- App.xcconfig\nPRODUCT_$0NAME = Tide\n")
    checkProjectHover(
      xcodeProject("\t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = \"«Scans $0receipts.»\";"),
      says: ["> Scans receipts.\n"])
    checkProjectHover(
      xcodeProject("\t\t\t\t«INFOPLIST_KEY_NSCameraUsage$0Description» = \"Scans receipts.\";"),
      says: ["> Scans receipts.\n"])
    checkProjectHover(xcodeProject("\t\t\t\tSWIFT_$0VERSION = 6.0;"))
  }

  @Test func everyPageIsShort() {
    for key in linter.catalog.purposeKeys {
      let text = manifest("\t<key>\(key.name)</key>\n\t<string>This app asks.</string>")
      let offset = string(SourceText(text)).utf8.count - text.split(separator: key.name, maxSplits: 1)[1].utf8.count
      let found = hover(in: snapshot(text, path: "Info.plist"), at: offset)
      checkPage(found?.markdown ?? "nothing about \(key.name)")
    }
    let names =
      linter.catalog.purposeKeys.map(\.name) + linter.catalog.relatedKeys.map(\.name)
      + linter.catalog.entitlements.map(\.name)
    for name in names { checkPage(documentation(of: name, catalog: linter.catalog) ?? "nothing about \(name)") }
  }
}
