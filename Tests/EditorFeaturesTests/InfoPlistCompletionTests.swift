import Catalog
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks what is offered at `$0` in one file of a project, and what that file is after one item is accepted.
///
/// - Parameters:
///   - first: The first labels, in order.
///   - last: The last labels, in order.
func checkProject(
  _ text: String, only: [String]? = nil, first: [String] = [], last: [String] = [], never: [String] = [],
  accepting: String? = nil, becomes: String? = nil, asSnippet: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let marked = MarkedText(text)
  let (snapshot, cursor) = snapshot(ofProject: marked)
  let source = snapshot.document.text
  let items = completions(in: snapshot, at: cursor)
  let labels = items.map(\.label)
  if let only { expectEqual(labels, only, "The list", sourceLocation: sourceLocation) }
  expectEqual(Array(labels.prefix(first.count)), first, "The first ones", sourceLocation: sourceLocation)
  expectEqual(Array(labels.suffix(last.count)), last, "The last ones", sourceLocation: sourceLocation)
  for label in never { expectTrue(!labels.contains(label), "“\(label)” is offered", sourceLocation: sourceLocation) }
  expectEqual(items.map(\.order), Array(items.indices), "The order", sourceLocation: sourceLocation)
  for item in items {
    let typed = source[ByteRange(item.range.lower, cursor)]
    expectTrue(
      item.filterText.hasPrefix(typed), "“\(item.filterText)” does not begin with “\(typed)”",
      sourceLocation: sourceLocation)
    if let id = item.documentationID {
      expectTrue(
        documentation(of: id, catalog: linter.catalog) != nil, "Nothing about \(id)", sourceLocation: sourceLocation)
    }
  }
  guard let becomes else { return }
  guard let item = items.first(where: { accepting == nil || $0.label == accepting }) else {
    expectTrue(false, "“\(accepting ?? "")” is not in \(labels)", sourceLocation: sourceLocation)
    return
  }
  expectEqual(string(item.accepted(in: source, asSnippet: asSnippet)), becomes, text, sourceLocation: sourceLocation)
}

@Suite struct InfoPlistCompletionTests {
  func plist(_ inner: String) -> String { "--- Info.plist\n" + manifest(inner) }
  func entitlements(_ inner: String) -> String { "--- App.entitlements\n" + manifest(inner) }

  let deprecated = linter.catalog.purposeKeys.filter(\.isDeprecated).map(\.name)

  @Test func everyKeyOnce() {
    let current = linter.catalog.purposeKeys.filter { !$0.isDeprecated }.map(\.name)
    let related = linter.catalog.relatedKeys.filter(\.isOffered).map(\.name)
    checkProject(plist("\t$0"), only: current + related + deprecated)
    checkProject(
      plist("\t<key>NSCameraUsageDescription</key>\n\t<string>A.</string>\n\t$0"), last: deprecated,
      never: ["NSCameraUsageDescription", "UIBackgroundModes", "CFBundleName", "NSPrivacyTracking"])
    let items = completions(in: snapshot(manifest("\t"), path: "Info.plist"), at: manifest("\t").utf8.count - 17)
    expectEqual(items.filter(\.isDeprecated).map(\.label), deprecated, "marked")
    for item in items where item.isDeprecated {
      expectTrue(item.detail.hasPrefix("deprecated: "), "\(item.detail) says nothing of it")
    }
  }

  @Test func keysForDevices() {
    let suffixes = ["-iphoneos", "-macos", "~iphone", "~ipod", "~ipad"]
    let text = "\n\t<string>This app scans receipts.</string>"
    checkProject(
      plist("\t<key>NSCameraUsageDescription~$0</key>\(text)"),
      last: suffixes.map { "NSCameraUsageDescription" + $0 }, accepting: "NSCameraUsageDescription~ipad",
      becomes: manifest("\t<key>NSCameraUsageDescription~ipad</key>\(text)"))
    checkProject(
      plist("\t<key>NSCameraUsageDescription~ipad</key>\(text)\n\t<key>NSCameraUsageDescription~ip$0</key>\(text)"),
      never: ["NSCameraUsageDescription~ipad"], accepting: "NSCameraUsageDescription~iphone",
      becomes: manifest(
        "\t<key>NSCameraUsageDescription~ipad</key>\(text)\n\t<key>NSCameraUsageDescription~iphone</key>\(text)"))
    checkProject(
      plist("\t<key>NSCameraUsageDescription~ipad</key>\n\t<string>$0</string>"),
      only: ["This app uses your camera to …."])
  }

  @Test func valuesGoAlong() {
    checkProject(
      plist("\t$0"), accepting: "NSCameraUsageDescription",
      becomes: manifest("\t<key>NSCameraUsageDescription</key>\n\t<string>This app uses your camera to ….</string>"))
    checkProject(
      plist("\t$0"), accepting: "NSCameraUsageDescription",
      becomes: manifest(
        "\t<key>NSCameraUsageDescription</key>\n\t<string>This app uses your camera to ….</string>"),
      asSnippet: true)
    checkProject(
      plist("\t$0"), accepting: "NSBonjourServices",
      becomes: manifest("\t<key>NSBonjourServices</key>\n\t<array/>"))
    checkProject(
      plist("\t$0"), accepting: "NSBonjourServices",
      becomes: manifest("\t<key>NSBonjourServices</key>\n\t<array>\n\t\t<string></string>\n\t</array>"),
      asSnippet: true)
    checkProject(
      plist("\t$0"), accepting: "NSLocationTemporaryUsageDescriptionDictionary",
      becomes: manifest(
        """
        \t<key>NSLocationTemporaryUsageDescriptionDictionary</key>
        \t<dict/>
        """))
    checkProject(
      plist("\t$0"), accepting: "NSLocationDefaultAccuracyReduced",
      becomes: manifest("\t<key>NSLocationDefaultAccuracyReduced</key>\n\t<true/>"))
    // What is typed goes, and a value that is there stays.
    checkProject(
      plist("\t<key>NSCam$0</key>"), only: ["NSCameraUsageDescription"],
      becomes: manifest("\t<key>NSCameraUsageDescription</key>\n\t<string>This app uses your camera to ….</string>"))
    checkProject(
      plist("\t<key>camera$0</key>\n\t<string>Scan.</string>"),
      first: ["NSCameraUsageDescription"],
      becomes: manifest("\t<key>NSCameraUsageDescription</key>\n\t<string>Scan.</string>"))
    checkProject(
      plist("\tfacei$0"), only: ["NSFaceIDUsageDescription"],
      becomes: manifest("\t<key>NSFaceIDUsageDescription</key>\n\t<string>This app uses Face ID to ….</string>"))
    checkProject(
      plist("\t<key>NSCameraUsageDescription</key>\n\t$0"), only: ["<string>This app uses your camera to ….</string>"],
      becomes: manifest("\t<key>NSCameraUsageDescription</key>\n\t<string>This app uses your camera to ….</string>"))
    checkProject(
      plist("\t<key>NSCameraUsageDescription</key>\n\t<string>$0</string>"),
      only: ["This app uses your camera to …."],
      becomes: manifest("\t<key>NSCameraUsageDescription</key>\n\t<string>This app uses your camera to ….</string>"))
    checkProject(plist("\t<key>NSCameraUsageDescription</key>\n\t<string>Scan$0</string>"), only: [])
    checkProject(plist("\t<key>NSBonjourServices</key>\n\t<array>\n\t\t$0\n\t</array>"), only: ["<string>"])
  }

  @Test func nothingElse() {
    checkProject(plist("\t<key>CFBundleName</key>\n\t<string>$0</string>"), only: [])
    checkProject(plist("\t<key>CFBundleName</key>\n\t$0"), only: [])
    checkProject(plist("\t<key>UIBackgroundModes</key>\n\t<array>\n\t\t$0\n\t</array>"), only: [])
    checkProject(plist("\t<key>Mine</key>\n\t<dict>\n\t\t$0\n\t</dict>"), only: [])
    checkProject(plist("\t<key>Mine</key>\n\t<dict>\n\t\t<key>NSCam$0</key>\n\t</dict>"), only: [])
    checkProject("--- Info.plist\n$0", only: [])
    checkProject(plist("\t<!-- $0 -->"), only: [])
  }

  @Test func theLikeliestFirst() {
    // What is asked for by what is there.
    checkProject(
      plist("\t<key>NSBonjourServices</key>\n\t<array/>\n\t$0"), first: ["NSLocalNetworkUsageDescription"])
    checkProject(
      plist("\t<key>UIBackgroundModes</key>\n\t<array>\n\t\t<string>location</string>\n\t</array>\n\t$0"),
      first: ["NSLocationAlwaysAndWhenInUseUsageDescription"])
    checkProject(
      plist("\t<key>NSRemindersUsageDescription</key>\n\t<string>A.</string>\n\t$0"),
      first: ["NSRemindersFullAccessUsageDescription"])
    // What the platform knows.
    checkProject(
      plist("\t<key>LSMinimumSystemVersion</key>\n\t<string>14.0</string>\n\t$0"),
      first: ["NSCameraUsageDescription", "NSMicrophoneUsageDescription", "NSPhotoLibraryUsageDescription"],
      last: deprecated)
    let marked = MarkedText(plist("\t<key>LSMinimumSystemVersion</key>\n\t<string>14.0</string>\n\t$0"))
    let (seen, cursor) = snapshot(ofProject: marked)
    let labels = completions(in: seen, at: cursor).map(\.label)
    let faceID = labels.firstIndex(of: "NSFaceIDUsageDescription") ?? 0
    let events = labels.firstIndex(of: "NSAppleEventsUsageDescription") ?? 0
    expectTrue(events < faceID, "A key of iOS comes before one of macOS")
    // What the entitlements need.
    checkProject(
      "--- App.entitlements\n" + manifest("\t<key>com.apple.developer.homekit</key>\n\t<true/>") + plist("\t$0"),
      first: ["NSHomeKitUsageDescription"])
  }

  @Test func entitlementsHaveTheirTypes() {
    checkProject(entitlements("\t$0"), only: linter.catalog.entitlements.map(\.name))
    checkProject(
      entitlements("\t<key>device.cam$0</key>"), only: ["com.apple.security.device.camera"],
      becomes: manifest("\t<key>com.apple.security.device.camera</key>\n\t<true/>"))
    checkProject(
      entitlements("\t<key>com.apple.developer.healthkit.acc$0</key>"),
      only: ["com.apple.developer.healthkit.access"],
      becomes: manifest("\t<key>com.apple.developer.healthkit.access</key>\n\t<array/>"))
    checkProject(
      entitlements("\t<key>com.apple.developer.healthkit.access</key>\n\t<array>\n\t\t$0\n\t</array>"),
      only: ["health-records"],
      becomes: manifest(
        "\t<key>com.apple.developer.healthkit.access</key>\n\t<array>\n\t\t<string>health-records</string>\n\t</array>")
    )
    checkProject(
      entitlements(
        "\t<key>com.apple.developer.nfc.readersession.formats</key>\n\t<array>\n\t\t<string>TAG</string>\n"
          + "\t\t<string>$0</string>\n\t</array>"), only: ["NDEF", "PACE"])
    checkProject(
      entitlements("\t<key>com.apple.developer.homekit</key>\n\t<true/>\n\t$0"), never: ["com.apple.developer.homekit"])
    checkProject(entitlements("\t<key>aps-environment</key>\n\t<string>$0</string>"), only: [])
    // What the texts speak of comes first, and what another platform has comes last.
    checkProject(
      plist(
        "\t<key>LSRequiresIPhoneOS</key>\n\t<true/>\n\t<key>NSHomeKitUsageDescription</key>\n\t<string>Turns lights off.</string>"
      ) + entitlements("\t$0"), first: ["com.apple.developer.homekit", "com.apple.security.application-groups"])
    checkProject(
      plist(
        "\t<key>LSMinimumSystemVersion</key>\n\t<string>14.0</string>\n\t<key>NSCameraUsageDescription</key>\n\t<string>Scans.</string>"
      ) + entitlements("\t$0"), first: ["com.apple.security.device.camera", "com.apple.security.app-sandbox"])
  }

  @Test func translationsLack() {
    let app = plist(
      """
      \t<key>NSCameraUsageDescription</key>
      \t<string>Scans "receipts".</string>
      \t<key>NSMicrophoneUsageDescription</key>
      \t<string>Records memos.</string>
      \t<key>NSBonjourServices</key>
      \t<array/>
      \t<key>NSLocationTemporaryUsageDescriptionDictionary</key>
      \t<dict>
      \t\t<key>Ride</key>
      \t\t<string>Finds your door.</string>
      \t</dict>
      """)
    func german(_ text: String) -> String { "\(app)--- de.lproj/InfoPlist.strings\n\(text)" }
    checkProject(
      german("$0"), only: ["NSCameraUsageDescription", "NSMicrophoneUsageDescription", "Ride"],
      becomes: "\"NSCameraUsageDescription\" = \"Scans \\\"receipts\\\".\";")
    checkProject(
      german("\"NSCameraUsageDescription\" = \"Liest Belege.\";\n\"NSMic$0\n"), only: ["NSMicrophoneUsageDescription"],
      becomes:
        "\"NSCameraUsageDescription\" = \"Liest Belege.\";\n\"NSMicrophoneUsageDescription\" = \"Records memos.\";\n")
    checkProject(
      german("Ri$0 = \"Zur Tür.\";\n"), only: ["Ride"], becomes: "\"Ride\" = \"Zur Tür.\";\n")
    checkProject(
      german("\"NSCam$0\";\n"), only: ["NSCameraUsageDescription"],
      becomes: "\"NSCameraUsageDescription\" = \"Scans \\\"receipts\\\".\";\n")
    for nothing in ["/* $0 */\n", "\"a\" = \"$0\";\n", "\"a\" = \"b\"; $0\n", "\"a\" = \"b\n$0\nc\";\n", "// NS$0\n"] {
      checkProject(german(nothing), only: [])
    }
    // Build settings are the app’s texts too.
    let settings = xcodeProject(
      "\t\t\t\tGENERATE_INFOPLIST_FILE = YES;\n"
        + "\t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = \"Scans receipts.\";")
    checkProject(
      settings + "--- de.lproj/InfoPlist.strings\n$0", only: ["NSCameraUsageDescription"],
      becomes: "\"NSCameraUsageDescription\" = \"Scans receipts.\";")
    // Without the app’s texts nobody knows what is missing.
    checkProject("--- InfoPlist.strings\n$0", only: [])
  }

  @Test func catalogsLack() {
    let app = plist(
      "\t<key>NSCameraUsageDescription</key>\n\t<string>Scans \"receipts\".</string>\n"
        + "\t<key>NSMicrophoneUsageDescription</key>\n\t<string>Records memos.</string>")
    func catalog(_ strings: String) -> String {
      "\(app)--- InfoPlist.xcstrings\n{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\(strings)\n  }\n}\n"
    }
    func text(_ strings: String) -> String { MarkedText(catalog(strings)).files.last?.text ?? "" }
    let camera = """
          "NSCameraUsageDescription" : {
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Liest Belege."
                }
              }
            }
          }
      """
    let microphone = """
          "NSMicrophoneUsageDescription" : {
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "new",
                  "value" : "Records memos."
                }
              }
            }
          }
      """
    checkProject(
      catalog(camera + ",\n    \"NSMic$0\""), only: ["NSMicrophoneUsageDescription"],
      becomes: text(camera + ",\n" + microphone))
    // A comma that is missing comes along, before or behind.
    checkProject(
      catalog(camera + "\n    $0"), only: ["NSMicrophoneUsageDescription"],
      becomes: text(camera + ",\n" + microphone))
    checkProject(
      catalog("    $0\n" + camera), only: ["NSMicrophoneUsageDescription"],
      becomes: text(microphone + ",\n" + camera))
    checkProject(
      catalog("    \"NSMic$0\" : {}"), only: ["NSMicrophoneUsageDescription"],
      becomes: text("    \"NSMicrophoneUsageDescription\" : {}"))
    // The languages that a text lacks.
    checkProject(
      catalog(
        camera
          + ",\n    \"NSMicrophoneUsageDescription\" : {\n      \"localizations\" : {\n        $0\n      }\n    }"),
      only: ["de"], becomes: text(camera + ",\n" + microphone))
    // What is half typed is no language of the project.
    for typed in ["\"$0\"", "\"xq$0\"", "\"$0\" : {}"] {
      checkProject(
        catalog(
          camera
            + ",\n    \"NSMicrophoneUsageDescription\" : {\n      \"localizations\" : {\n        \(typed)\n      }\n    }"
        ), only: typed.contains("xq") ? [] : ["de"])
    }
    for nothing in [
      "    \"NSCameraUsageDescription\" : {\n      $0\n    }", "    \"NSCameraUsageDescription\" : \"$0\"",
      "    \"NSCameraUsageDescription\" : $0",
    ] {
      checkProject(catalog(nothing), only: [])
    }
    checkProject(app + "--- InfoPlist.xcstrings\n{\n  $0\n}\n", only: [])
  }

  @Test func settings() {
    checkProject(
      "--- App.xcconfig\nPRODUCT_NAME = Tide\ninfoplist_key_nscam$0\n",
      only: ["INFOPLIST_KEY_NSCameraUsageDescription"],
      becomes: "PRODUCT_NAME = Tide\nINFOPLIST_KEY_NSCameraUsageDescription = This app uses your camera to ….\n")
    checkProject(
      "--- App.xcconfig\nINFOPLIST_KEY_NSCam$0 = Scans.\n", only: ["INFOPLIST_KEY_NSCameraUsageDescription"],
      becomes: "INFOPLIST_KEY_NSCameraUsageDescription = Scans.\n")
    checkProject(
      "--- App.xcconfig\nINFOPLIST_KEY_NSCameraUsageDescription = A.\nINFOPLIST_KEY_$0\n",
      never: ["INFOPLIST_KEY_NSCameraUsageDescription", "INFOPLIST_KEY_NSAlarmKitUsageDescription"])
    checkProject("--- App.xcconfig\n// INFO$0\n", only: [])
    checkProject("--- App.xcconfig\nPRODUCT_NAME = $0\n", only: [])
    checkProject(
      xcodeProject("\t\t\t\tINFOPLIST_KEY_NSCam$0"), only: ["INFOPLIST_KEY_NSCameraUsageDescription"],
      becomes: MarkedText(
        xcodeProject("\t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = \"This app uses your camera to ….\";")
      ).files.last?.text ?? "")
    checkProject(
      xcodeProject("\t\t\t\tINFOPLIST_KEY_NSMicrophoneUsageDescription = \"A.\";\n\t\t\t\t$0"),
      never: ["INFOPLIST_KEY_NSMicrophoneUsageDescription"])
    checkProject(xcodeProject("\t\t\t\tA = 1;").replacing("\t\t\tname = Tide;", with: "\t\t\tna$0"), only: [])
  }
}
