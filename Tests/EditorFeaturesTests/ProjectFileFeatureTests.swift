import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Outline, folds, selections and highlights in the files of a project that are no property lists.
@Suite struct ProjectFileFeatureTests {
  private static let strings = """
    /*
      Texts of
      the app
     */
    "NSCameraUsageDescription" = "Scan \\"tide\\" marks.";
    // One
    // Two
    CFBundleName;
    "NSMicrophoneUsageDescription" = "Two
    lines.";
    "NSContactsUsageDescription" =

    """

  private static let catalog = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "NSCameraUsageDescription" : {
          "comment" : "Camera",
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "new", "value" : "Für Fotos." } },
            "en" : { "variations" : { "device" : { "ipad" : { "stringUnit" : { "value" : "On iPad." } } } } }
          }
        }
      },
      "version" : "1.0"
    }

    """

  private static let settings = """
    // Shared
    // settings
    #include "Base.xcconfig"
    INFOPLIST_KEY_NSCameraUsageDescription = Scan tide marks. // why
    INFOPLIST_KEY_NSCameraUsageDescription[sdk=macosx*] = Scan.
    EMPTY =

    """

  private static let project = """
    // !$*UTF8*$!
    {
    \tobjects = {
    /* Begin XCBuildConfiguration section */
    \t\tC1 = {
    \t\t\tisa = XCBuildConfiguration;
    \t\t\tbuildSettings = {
    \t\t\t\tPRODUCT_NAME = App;
    \t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = "Scan tides.";
    \t\t\t};
    \t\t\tname = Debug;
    \t\t};
    /* End XCBuildConfiguration section */
    \t\tL1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
    \t\tT1 = {isa = PBXNativeTarget; buildConfigurationList = L1; name = App; };
    \t};
    }

    """

  static let texts = [
    ("InfoPlist.strings", strings), ("InfoPlist.xcstrings", catalog), ("App.xcconfig", settings),
    ("project.pbxproj", project), ("InfoPlist.strings", strings.replacing("\n", with: "\r\n")),
    ("InfoPlist.xcstrings", "\u{FEFF}" + catalog.replacing("Für", with: "\u{1F600}")),
  ]

  @Test func outlines() {
    checkSymbols(
      Self.strings, path: "InfoPlist.strings",
      """
      NSCameraUsageDescription | Scan "tide" marks. (string at Scan \\"tide\\" marks.)
      CFBundleName | CFBundleName (string at CFBundleName)
      NSMicrophoneUsageDescription | Two lines. (string at Two
      lines.)
      NSContactsUsageDescription (key at NSContactsUsageDescription)
      """)
    checkSymbols(
      Self.catalog, path: "InfoPlist.xcstrings",
      """
      NSCameraUsageDescription | Camera (dictionary at NSCameraUsageDescription)
        de | Für Fotos. (string at Für Fotos.)
        en | On iPad. (dictionary at On iPad.)
          device ipad | On iPad. (string at On iPad.)
      """)
    checkSymbols(
      Self.settings, path: "App.xcconfig",
      """
      INFOPLIST_KEY_NSCameraUsageDescription | Scan tide marks. (string at Scan tide marks.)
      INFOPLIST_KEY_NSCameraUsageDescription[sdk=macosx*] | Scan. (string at Scan.)
      EMPTY (string at EMPTY)
      """)
    checkSymbols(
      Self.project, path: "project.pbxproj",
      """
      App | Debug (dictionary at INFOPLIST_KEY_NSCameraUsageDescription = "Scan tides.";)
        NSCameraUsageDescription | Scan tides. (string at Scan tides.)
      """)
  }

  @Test func folds() {
    checkFolds(
      "/*«\n a\n */»\n\"a\" = \"b\";\n// c«\n// d»\n\"e\" = \"f«\ng\";»\n", wholeLines: true, path: "InfoPlist.strings")
    checkFolds(
      "/*«\n a\n »*/\n\"a\" = \"«b\nc»\";\n// c«\n// d»\n// e\n".replacing("»\n// e\n", with: "\n// e»\n"),
      path: "InfoPlist.strings")
    checkFolds(
      "{«\n  \"a\" : {«\n    \"b\" : 1»\n  },\n  \"c\" : [ ]»\n}\n", wholeLines: true, path: "InfoPlist.xcstrings")
    checkFolds("{«\n  \"a\" : {«\n    \"b\" : 1\n  »}\n»}\n", path: "InfoPlist.xcstrings")
    checkFolds("// a«\n// b»\nA = b // c\n// d\n", wholeLines: true, path: "App.xcconfig")
    checkFolds(
      "{«\n\ta = {«\n/* Begin X section */«\n\t\tb = («\n\t\t\tc,»\n\t\t);»\n/* End X section */»\n\t};»\n}\n",
      wholeLines: true, path: "project.pbxproj")
  }

  @Test func selections() {
    checkSelections("a = b;\n«\"c\" = «\"«Scan «ti$0des»»\"»;»\n", path: "InfoPlist.strings")
    checkSelections("«/* «Why «n$0ot»» */»\na = b;\n", path: "InfoPlist.strings")
    checkSelections("««N$0SCamera» = b;»\n", path: "InfoPlist.strings")
    checkSelections("«{\n  «\"a\" : «{ «\"b\" : «\"«c «d$0»»\"»» }»»\n}»\n", path: "InfoPlist.xcstrings")
    checkSelections("««A = «b «c$0»»» // d»\n", path: "App.xcconfig")
    checkSelections("«{ «a = «( ««b$0», c» )»;» }»\n", path: "project.pbxproj")
  }

  @Test func highlights() {
    checkHighlights("\"«1:$0a»\" = \"«2:b$0»\";\nc = d;\n", path: "InfoPlist.strings")
    checkHighlights("«1:$0a»;\n", path: "InfoPlist.strings")
    checkHighlights(
      "{\"strings\":{\"«1:a$0»\":{\"localizations\":{\"de\":{\"stringUnit\":{\"value\":\"«2:b»\"}},"
        + "\"en\":{\"stringUnit\":{\"value\":\"«2:c»\"}}}}}}", path: "InfoPlist.xcstrings")
    checkHighlights(
      "{\"strings\":{\"«1:a»\":{\"localizations\":{\"de\":{\"stringUnit\":{\"value\":\"«2:b$0»\"}},"
        + "\"en\":{\"stringUnit\":{\"value\":\"c\"}}}}}}", path: "InfoPlist.xcstrings")
    checkHighlights("«1:$0A» = «2:b$0»\nB = c\n«1:A»[sdk=x] = d\n", path: "App.xcconfig")
    checkHighlights("a = b;\n\n$0\n\nc = d;\n", path: "InfoPlist.strings")
  }

  @Test func formattingLeavesThemAlone() throws {
    for (path, text) in Self.texts {
      expectEqual(try formattingEdits(in: snapshot(text, path: path).document), [], path)
    }
    let entitlements = "<plist version=\"1.0\">\n<dict>\n  <key>a</key><true/>\n</dict>\n</plist>\n"
    for path in ["App.entitlements", "Info.plist"] {
      let document = snapshot(entitlements, path: path).document
      let edits = try formattingEdits(in: document)
      expectEqual(
        string(document.text.applying(edits)),
        "<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n", path)
    }
  }

  @Test func largeAndDeepFiles() {
    let count = 40_000
    let texts = [
      ("InfoPlist.strings", String(repeating: "\"a\" = \"b\";\n", count: count)),
      (
        "InfoPlist.xcstrings",
        "{\"strings\":{" + String(repeating: "\"a\":{\n\"comment\":\"b\"\n},\n", count: count / 4)
      ),
      ("InfoPlist.xcstrings", String(repeating: "{\"a\":\n", count: count)),
      ("App.xcconfig", String(repeating: "A = b // c\n", count: count)),
      ("project.pbxproj", "{objects={" + String(repeating: "A = (\nb,\n);\n", count: count / 2)),
      ("project.pbxproj", String(repeating: "{\na=", count: count)),
    ]
    let clock = ProcessorClock()
    for (path, text) in texts {
      let snapshot = snapshot(text, path: path)
      let time = clock.measure {
        _ = documentSymbols(of: snapshot.document, catalog: snapshot.catalog)
        _ = foldingRanges(
          of: snapshot.document, catalog: snapshot.catalog, options: FoldingOptions(wholeLines: true, limit: 5_000))
        for offset in [0, text.utf8.count / 2, text.utf8.count] {
          _ = selectionRanges(in: snapshot.document, at: offset)
          _ = documentHighlights(in: snapshot, at: offset)
          _ = references(in: snapshot, at: offset, includesDeclarations: true)
        }
      }
      expectTrue(time < RobustnessTests.patience * 3, "\(path) \(text.prefix(20)) took \(time)")
    }
  }
}
