import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Files that lie together: what some rules find in them stands at the marks, file for file and in their order.
private struct Row: Sendable {
  let rules: Set<String>
  let files: String
  let expected: [String]

  init(_ rules: Set<String>, _ files: String, _ expected: String...) {
    self.rules = rules
    self.files = files
    self.expected = expected
  }
}

private func plist(_ entries: String) -> String {
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(entries)\n</dict>\n</plist>"
}

private func entry(_ key: String, _ text: String) -> String { "<key>\(key)</key>\n<string>\(text)</string>\n" }

/// A project with one target and its settings.
private func project(sdk: String, product: String = "application", _ settings: String) -> String {
  """
  {
  objects = {
  T = { isa = PBXNativeTarget; name = Notes; buildConfigurationList = L; productType = "com.apple.product-type.\(product)"; };
  L = { isa = XCConfigurationList; buildConfigurations = (C); };
  C = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
  GENERATE_INFOPLIST_FILE = YES; SDKROOT = \(sdk);
  \(settings)
  }; };
  P = { isa = PBXProject; buildConfigurationList = N; targets = (T); developmentRegion = en; };
  N = { isa = XCConfigurationList; buildConfigurations = (); };
  };
  rootObject = P;
  }
  """
}

/// An app for one system whose Info.plist has the background mode for locations, and no finding.
private func locatingInBackground(sdk: String) -> Row {
  Row(
    ["background-mode-without-purpose-string"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: sdk, "INFOPLIST_FILE = Info.plist;"))
    --- /App/Info.plist
    \(plist("<key>UIBackgroundModes</key>\n<array>\n<string>location</string>\n</array>"))
    """)
}

/// A project whose target copies a resource.
private func project(copying path: String, script: String = "") -> String {
  """
  { objects = {
  P = { isa = PBXProject; targets = (T); developmentRegion = en; };
  T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildPhases = (R, S);
  buildConfigurationList = L; };
  R = { isa = PBXResourcesBuildPhase; files = (B); };
  S = { isa = PBXShellScriptBuildPhase; shellScript = "\(script)"; };
  B = { isa = PBXBuildFile; fileRef = F; };
  F = { isa = PBXFileReference; path = "\(path)"; sourceTree = SOURCE_ROOT; };
  L = { isa = XCConfigurationList; buildConfigurations = (C); };
  C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; INFOPLIST_FILE = App/Info.plist; }; };
  }; rootObject = P; }
  """
}

/// A purpose string that Xcode doesn’t add to Info.plist.
private let ignored =
  "GENERATE_INFOPLIST_FILE = NO; INFOPLIST_FILE = App/Info.plist; CODE_SIGN_ENTITLEMENTS = App/App.entitlements; "
  + "INFOPLIST_KEY_NSHomeKitUsageDescription = \"Access.\";"

private let camera = entry("NSCameraUsageDescription", "This app uses your camera to scan receipts.")

/// A project with two targets, whose settings are those of two configurations each. Its list may have the last
/// configuration first.
private func project(
  targets: [(name: String, configurations: [String])], regions: String = "en", lastFirst: Bool = false
) -> String {
  var result = "{\nobjects = {\n"
  for (name, configurations) in targets {
    result += "\(name) = { isa = PBXNativeTarget; name = \(name); buildConfigurationList = \(name)L; "
    result += "productType = \"com.apple.product-type.application\"; };\n"
    let ids = configurations.indices.map { "\(name)C\($0)" }
    let list = (lastFirst ? ids.reversed() : ids).joined(separator: ", ")
    result += "\(name)L = { isa = XCConfigurationList; buildConfigurations = (\(list)); };\n"
    for (id, settings) in zip(ids, configurations) {
      result += "\(id) = { isa = XCBuildConfiguration; name = \(id); buildSettings = {\n"
      result += "GENERATE_INFOPLIST_FILE = YES; SDKROOT = iphoneos;\n\(settings)\n}; };\n"
    }
  }
  let names = targets.map(\.name).joined(separator: ", ")
  result += "P = { isa = PBXProject; buildConfigurationList = N; targets = (\(names)); developmentRegion = en; "
  result += "knownRegions = (\(regions)); };\nN = { isa = XCConfigurationList; buildConfigurations = (); };\n"
  return result + "};\nrootObject = P;\n}"
}

/// A project whose app has a text and its translation, while a target of some product has the text alone.
private func sharing(_ text: String, with product: String) -> String {
  func widget(_ product: String) -> String {
    "name = Widget; buildConfigurationList = WidgetL; productType = \"com.apple.product-type.\(product)\""
  }
  func settings(_ target: String, _ text: String) -> String {
    "INFOPLIST_FILE = \(target)/Info.plist; INFOPLIST_KEY_NSCalendarsFullAccessUsageDescription = \"\(text)\";"
  }
  let targets = [("App", [settings("App", "This app shows your day.")]), ("Widget", [settings("Widget", text)])]
  return """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(targets: targets).replacing(widget("application"), with: widget(product)))
    --- /App/App/de.lproj/InfoPlist.strings
    "NSCalendarsFullAccessUsageDescription" = "Zeigt deinen Tag.";
    --- /App/Widget/de.lproj/InfoPlist.strings
    "CFBundleName" = "Notizen";
    --- /App/App/Info.plist
    \(plist(english))
    --- /App/Widget/Info.plist
    \(plist(english))
    """
}

private func table(_ entries: (key: String, text: String)...) -> String {
  entries.map { "\"\($0.key)\" = \"\($0.text)\";" }.joined(separator: "\n")
}

/// An entry about device IDs with a value for its tracking.
private func tracked(_ value: String) -> String {
  """
  <dict>
  <key>NSPrivacyCollectedDataType</key>
  <string>NSPrivacyCollectedDataTypeDeviceID</string>
  <key>NSPrivacyCollectedDataTypeTracking</key>
  \(value)
  </dict>

  """
}

private let scans = "This app uses your camera to scan receipts."
private let cameraKey = "NSCameraUsageDescription"
private let english = entry("CFBundleDevelopmentRegion", "en")

/// Rules that rest on what all files of a target say.
private let wholeTarget: Set = [
  "bonjour-without-purpose-string", "missing-translation", "no-source-text", "translation-without-original",
  "untranslated-text",
]

/// Keys that count on some devices and platforms alone.
private let suffixRows: [Row] = {
  let unlike: Set = ["unknown-purpose-key", "duplicate-key", "text-in-key", "same-text", "empty-purpose-string"]
  let home = "NSHomeKitUsageDescription"
  func needing(_ names: String..., mark: Bool, _ settings: String? = nil) -> Row {
    let texts = names.map { entry($0, "This app turns your lights on.") }.joined()
    let key = "com.apple.developer.homekit"
    let xcode = settings.map {
      "\n--- /App/App.xcodeproj/project.pbxproj\n"
        + project(sdk: "iphoneos", "INFOPLIST_FILE = Info.plist; CODE_SIGN_ENTITLEMENTS = App.entitlements; \($0)")
    }
    let files =
      "--- /App/Info.plist\n\(plist(camera + texts))\n--- /App/App.entitlements\n"
      + plist("<key>\(mark ? "«\(key)»" : key)</key>\n<true/>") + (xcode ?? "")
    let message = "“\(key)” needs “\(home)” in Info.plist, which is missing"
    return mark
      ? Row(["entitlement-without-purpose-string"], files, message)
      : Row(["entitlement-without-purpose-string"], files)
  }
  func translated(_ plistName: String, _ tableName: String, missing: Bool) -> Row {
    let text = "This app uses your camera to scan receipts."
    let files = """
      --- /App/Info.plist
      \(plist(entry("CFBundleDevelopmentRegion", "en") + entry(plistName, missing ? "«\(text)»" : text)))
      --- /App/de.lproj/InfoPlist.strings
      "\(tableName)" = "Liest deine Belege ein.";
      """
    let rules: Set = ["translation-without-original", "missing-translation", "unknown-purpose-key"]
    return missing ? Row(rules, files, "“\(plistName)” is not translated into German") : Row(rules, files)
  }
  let name = "NSCameraUsageDescription"
  return [
    Row(
      unlike,
      "--- /App/Info.plist\n"
        + plist(
          camera + entry(name + "~ipad", "This app uses your camera to scan receipts.")
            + entry(name + "-iphoneos", "This app scans receipts.")
            + entry(name + "-iphoneos~ipod", "This app scans receipts, too.") + entry(name + "~tv", "This app scans."))),
    Row(
      unlike, "--- /App/Info.plist\n" + plist("<key>\(name)~ipad</key>\n«<string></string>»"),
      "“\(name)~ipad” is empty (ITMS-90738)"),
    Row(
      unlike, "--- /App/Info.plist\n" + plist(entry("«\(name)~iPad»", "This app scans receipts.")),
      "“\(name)~iPad” differs from the key “\(name)~ipad” in letter case"),
    Row(
      unlike, "--- /App/Info.plist\n" + plist(entry("«\(name)~phone»", "This app scans receipts.")),
      "“\(name)~phone” is not a key the system recognizes"),
    Row(
      unlike, "--- /App/Info.plist\n" + plist(entry("«NSCamraUsageDescription~ipad»", "This app scans receipts.")),
      "“NSCamraUsageDescription~ipad” is not a key the system recognizes; did you mean “\(name)~ipad”?"),
    // One text is judged once, whatever devices it is for; another one by itself.
    Row(
      ["vague-purpose", "bare-purpose", "no-purpose", "untranslated-text", "missing-translation"],
      "--- /App/Info.plist\n"
        + plist(
          english + "<key>\(name)</key>\n<string>«We need your camera».</string>"
            + entry(name + "~ipad", "We need your camera.") + entry(name + "-iphoneos~ipod", "We need your camera.")
            + entry(name + "~iphone", "«We need the camera»."))
        + "\n--- /App/de.lproj/InfoPlist.strings\n\(table((name, "Die Kamera, bitte.")))",
      "No clear reason: say what this app does with your camera",
      "No clear reason: say what this app does with your camera"),
    needing(home, mark: false),
    needing(home + "~ipad", mark: true),
    needing(home + "~iphone", home + "~ipod", mark: true),
    needing(home + "~ipad", home + "~iphone", mark: false),
    needing(home + "-iphoneos", mark: false),
    needing(home + "-iphoneos~ipad", home + "~iphone", mark: false),
    needing(home + "~ipad", mark: false, "TARGETED_DEVICE_FAMILY = 2;"),
    needing(home + "~ipad", mark: true, "TARGETED_DEVICE_FAMILY = \"1,2\";"),
    needing(home + "~ipad", home + "~iphone", mark: false, "TARGETED_DEVICE_FAMILY = \"1,2,7\";"),
    needing(home + "-macos", mark: true, "TARGETED_DEVICE_FAMILY = \"1,2\";"),
    translated(name + "~ipad", name + "~ipad", missing: false),
    translated(name + "~ipad", name, missing: false),
    translated(name, name, missing: false),
    translated(name, name + "~ipad", missing: true),
  ]
}()

private let rows: [Row] = [
  // One mistake in several places is told in the first, where one edit mends it.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n"))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, scans)))
    --- /App/en-GB.lproj/InfoPlist.strings
    \(table((cameraKey, scans)))
    --- /App/fr.lproj/InfoPlist.strings
    \(table((cameraKey, scans)))
    --- /App/it.lproj/InfoPlist.strings
    \(table((cameraKey, "Questa app legge le ricevute.")))
    """,
    "“NSCameraUsageDescription” is not translated into German and French but left in English"),
  // The same where the app's own language has a table with the same text.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, scans)))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, scans)))
    --- /App/en.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«This app uses your camera to scan receipts.»";
    --- /App/nl.lproj/InfoPlist.strings
    \(table((cameraKey, scans)))
    """,
    "“NSCameraUsageDescription” is not translated into German and Dutch but left in English"),
  // A single one is told where it stands.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«This app uses your camera to scan receipts.»";
    --- /App/it.lproj/InfoPlist.strings
    \(table((cameraKey, "Questa app legge le ricevute.")))
    """,
    "“NSCameraUsageDescription” is not translated into German but left in English"),
  // Regions of the app’s own language need nothing, and a language does for its regions.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/en-GB.lproj/InfoPlist.strings
    "CFBundleName" = "Receipts";
    --- /App/en-AU.lproj/InfoPlist.strings
    "CFBundleName" = "Receipts";
    --- /App/pt.lproj/InfoPlist.strings
    \(table((cameraKey, "Esta app lê recibos.")))
    --- /App/pt-BR.lproj/InfoPlist.strings
    "CFBundleName" = "Recibos";
    --- /App/zh-Hant.lproj/InfoPlist.strings
    \(table((cameraKey, "此應用程式掃描收據。")))
    --- /App/zh-HK.lproj/InfoPlist.strings
    "CFBundleName" = "收據";
    --- /App/zh-Hant-TW.lproj/InfoPlist.strings
    "CFBundleName" = "收據";
    """),
  // Texts for two regions do for the language that they share.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n"))
    --- /App/de-AT.lproj/InfoPlist.strings
    \(table((cameraKey, "Diese App liest Belege.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table(("CFBundleName", "Belege")))
    --- /App/pt.lproj/InfoPlist.strings
    \(table(("CFBundleName", "Recibos")))
    --- /App/pt-BR.lproj/InfoPlist.strings
    \(table((cameraKey, "Este app lê recibos.")))
    --- /App/pt-PT.lproj/InfoPlist.strings
    \(table((cameraKey, "Esta app lê recibos.")))
    """,
    "“NSCameraUsageDescription” is not translated into German"),
  // Tables that no phase of the project copies are told to be that, and are no translations. Names match in any case.
  Row(
    ["translation-not-in-bundle", "missing-translation", "translation-without-original"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(copying: "App/Assets.xcassets"))
    --- /App/App/Info.plist
    \(plist(english + camera))
    --- /App/App/de.lproj/InfoPlist.strings
    "«NSCameraUsageDescription»" = "Liest Belege.";
    --- /App/App/fr.lproj/InfoPlist.strings
    "NSContactsUsageDescription" = "Trouve vos amis.";
    """,
    "These translations never reach “App”; they aren’t in the target’s resources"),
  Row(
    ["translation-not-in-bundle"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(copying: "App/Assets.xcassets"))
    --- /App/App/Info.plist
    \(plist(english + camera))
    --- /App/App/de.lproj/InfoPlist.strings
    "Login" = "Anmelden";
    """),
  Row(
    ["translation-not-in-bundle", "missing-translation", "translation-without-original"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(copying: "App/fr.lproj/infoPlist.strings"))
    --- /App/App/Info.plist
    \(plist(english + entry(cameraKey, "«\(scans)»")))
    --- /App/App/fr.lproj/InfoPlist.strings
    "CFBundleName" = "Reçus";
    """,
    "“NSCameraUsageDescription” is not translated into French"),
  // A folder that is copied as it is, or a script, may have any.
  Row(
    ["translation-not-in-bundle"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(copying: "App/Texts"))
    --- /App/App/Info.plist
    \(plist(english + camera))
    --- /App/App/Texts/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Liest Belege.";
    """),
  Row(
    ["translation-not-in-bundle"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(copying: "App/Assets.xcassets", script: "cp $SRCROOT/InfoPlist.strings x"))
    --- /App/App/Info.plist
    \(plist(english + camera))
    --- /App/App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Liest Belege.";
    """),
  // Keys of another target, copied at once.
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = App/Info.plist;"))
    --- /App/App/Info.plist
    \(plist(["Desktop", "Documents", "Downloads"].enumerated().map { place, name in
      "<key>\(place == 0 ? "«" : "")NS\(name)FolderUsageDescription\(place == 0 ? "»" : "")</key><string>\(scans)</string>"
    }.joined() + entry("NSNetworkVolumesUsageDescription", scans)))
    """,
    "“NSDesktopFolderUsageDescription” and 3 others have no effect on iOS; they are for macOS"),
  // A note to the developer under several keys is one.
  Row(
    ["placeholder-text"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, "«TODO: write this»") + entry("NSContactsUsageDescription", "TODO: write this")))
    """,
    "“TODO: write this” is a placeholder: say what this app does with your camera"),
  // Another script is another text.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n"))
    --- /App/zh-Hans.lproj/InfoPlist.strings
    \(table((cameraKey, "此应用扫描收据。")))
    --- /App/zh-Hant.lproj/InfoPlist.strings
    "CFBundleName" = "收據";
    """,
    "“NSCameraUsageDescription” is not translated into Chinese (Traditional)"),
  // A key that Info.plist lacks is told in the language the app is developed in.
  Row(
    ["translation-without-original"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/de.lproj/InfoPlist.strings
    "NSContactsUsageDescription" = "Findet deine Freunde.";
    --- /App/en.lproj/InfoPlist.strings
    "«NSContactsUsageDescription»" = "This app finds your friends.";
    --- /App/fr.lproj/InfoPlist.strings
    "NSContactsUsageDescription" = "Trouve vos amis.";
    """,
    "“NSContactsUsageDescription” is missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"),
  // A table that was never matched with Info.plist is one mistake.
  Row(
    ["translation-without-original"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/en.lproj/InfoPlist.strings
    "«NSContactsUsageDescription»" = "This app finds your friends.";
    "NSMicrophoneUsageDescription" = "This app records your songs.";
    "NSFaceIDUsageDescription" = "This app unlocks your diary.";
    """,
    "“NSContactsUsageDescription” and 2 others are missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"
  ),
  // So are two, unless an entitlement needs one of them.
  Row(
    ["translation-without-original"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/en.lproj/InfoPlist.strings
    "«NSContactsUsageDescription»" = "This app finds your friends.";
    "NSMicrophoneUsageDescription" = "This app records your songs.";
    """,
    "“NSContactsUsageDescription” and “NSMicrophoneUsageDescription” are missing in Info.plist; a translation alone "
      + "doesn’t count (ITMS-90683)"),
  // A comment at another key of them speaks for that alone.
  Row(
    ["translation-without-original", "suppression"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/en.lproj/InfoPlist.strings
    "«NSContactsUsageDescription»" = "This app finds your friends.";
    /* privacy-lsp:ignore translation-without-original: a script adds it */
    "NSMicrophoneUsageDescription" = "This app records your songs.";
    """,
    "“NSContactsUsageDescription” is missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"),
  // What several configurations have is told in the file that users get.
  // A key with a blank behind it beside the key that is meant.
  Row(
    ["unknown-purpose-key"],
    """
    --- /App/Info.plist
    \(plist(camera + "<key>«NSCameraUsageDescription »</key>\n<string>\(scans)</string>\n"))
    """,
    "“NSCameraUsageDescription ” has extra whitespace; “NSCameraUsageDescription” is there with the same text"
  ),
  Row(
    ["unknown-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["INFOPLIST_FILE = Info-Beta.plist;", "INFOPLIST_FILE = Info.plist;"])]).replacing("name = AC1", with: "name = Release"))
    --- /App/Info-Beta.plist
    \(plist(entry("NSBillsUsageDescription", "This app reminds you of bills.")))
    --- /App/Info.plist
    \(plist(entry("«NSBillsUsageDescription»", "This app reminds you of bills.")))
    """,
    "“NSBillsUsageDescription” is not a key the system recognizes"),
  // A text about something else says that a few words of the name mean nothing.
  Row(
    ["unknown-purpose-key"],
    """
    --- /App/Info.plist
    \(plist(
      entry("«NSLocalUsageDescription»", "This app sends you notifications about your order.")
        + entry("«NSGalleryUsageDescription»", "This app uses your location to find trails.")))
    """,
    "“NSLocalUsageDescription” is not a key the system recognizes",
    "“NSGalleryUsageDescription” is not a key the system recognizes"),
  Row(
    ["unknown-purpose-key"],
    """
    --- /App/Info.plist
    \(plist(entry("«NSLocalUsageDescription»", "This app finds printers on your local network.")))
    """,
    "“NSLocalUsageDescription” is not a key the system recognizes; did you mean “NSLocalNetworkUsageDescription”?"),
  // A misspelt key is told where it stands first, and nobody is asked to translate it.
  Row(
    ["unknown-purpose-key", "missing-translation", "untranslated-text", "translation-without-original"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>«NSCameraUsageDescripton»</key>\n<string>\(scans)</string>\n"))
    --- /App/de.lproj/InfoPlist.strings
    \(table(("NSCameraUsageDescripton", scans)))
    --- /App/fr.lproj/InfoPlist.strings
    "CFBundleName" = "Reçus";
    """,
    "“NSCameraUsageDescripton” is not a key the system recognizes; did you mean “NSCameraUsageDescription”?"),
  // Nor what is empty, a placeholder or without effect.
  Row(
    ["missing-translation", "untranslated-text", "empty-translation"],
    """
    --- /App/Info.plist
    \(plist(english + entry("LSRequiresIPhoneOS", "") + entry(cameraKey, "TODO") + entry("NSMicrophoneUsageDescription", "") + entry("NSAppleEventsUsageDescription", "This app sends mail.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "TODO"), ("NSAppleEventsUsageDescription", "")))
    --- /App/fr.lproj/InfoPlist.strings
    "CFBundleName" = "Reçus";
    """),
  // Configurations and targets with the same text.
  Row(
    ["vague-purpose", "same-text", "missing-full-stop"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(targets: [
      ("Notes", ["INFOPLIST_KEY_NSCameraUsageDescription = \"«We need access to your camera».\";", "INFOPLIST_KEY_NSCameraUsageDescription = \"We need access to your camera.\";"]),
      ("Beta", ["INFOPLIST_KEY_NSCameraUsageDescription = \"We need access to your camera.\";", "INFOPLIST_KEY_NSCameraUsageDescription = \"We need access to your camera.\";"]),
    ]))
    """,
    "No clear reason: say what this app does with your camera"),
  Row(
    ["vague-purpose"],
    """
    --- /App/Beta/Info.plist
    \(plist(entry(cameraKey, "«We need access to your camera».")))
    --- /App/Nightly/Info.plist
    \(plist(entry(cameraKey, "We need access to your camera.")))
    --- /App/Store/Info.plist
    \(plist(entry(cameraKey, "«We need your camera».")))
    """,
    "No clear reason: say what this app does with your camera",
    "No clear reason: say what this app does with your camera"),
  // What another target lacks is not told by one that lacks nothing.
  Row(
    ["missing-translation"],
    """
    --- /App/Beta/Info.plist
    \(plist(english + camera))
    --- /App/Beta/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Diese App liest Belege ein.")))
    --- /App/Store/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n"))
    --- /App/Store/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """,
    "“NSCameraUsageDescription” is not translated into German"),
  // Languages without any text lack a table, which is one mistake.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n" + entry("NSMicrophoneUsageDescription", "This app records notes.") + entry("NSContactsUsageDescription", "This app finds your friends.")))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """,
    "“NSCameraUsageDescription” and 2 others are not translated into German"),
  // So are many texts that the same languages lack.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n" + entry("NSMicrophoneUsageDescription", "This app records notes.") + entry("NSContactsUsageDescription", "This app finds your friends.") + "<key>NSSiriUsageDescription</key>\n<string>This app adds notes that you say.</string>\n" + entry("NSFaceIDUsageDescription", "This app unlocks your notes.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table(("NSFaceIDUsageDescription", "Diese App entsperrt deine Notizen.")))
    --- /App/fr.lproj/InfoPlist.strings
    \(table(("NSFaceIDUsageDescription", "Cette app ouvre vos notes."), ("NSSiriUsageDescription", "Cette app ajoute des notes.")))
    """,
    "Most of the 5 purpose strings are not translated into German and French"),
  // What only debug builds have is read by nobody who needs a translation.
  Row(
    ["missing-translation", "vague-purpose"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["INFOPLIST_FILE = Debug.plist;", "INFOPLIST_FILE = Info.plist;"])]).replacing("name = AC1", with: "name = Release"))
    --- /App/Debug.plist
    \(plist(english + entry(cameraKey, "Diese App liest Belege ein.") + entry("NSContactsUsageDescription", "Contacts.")))
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n"))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """,
    "“NSCameraUsageDescription” is not translated into German"),
  // One key in several targets.
  Row(
    ["deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["IPHONEOS_DEPLOYMENT_TARGET = 17.0; INFOPLIST_KEY_«NSRemindersUsageDescription» = \"This app adds reminders.\"; INFOPLIST_KEY_NSRemindersFullAccessUsageDescription = \"This app adds reminders.\";"]), ("B", ["IPHONEOS_DEPLOYMENT_TARGET = 17.0; INFOPLIST_KEY_NSRemindersUsageDescription = \"This app shows reminders.\"; INFOPLIST_KEY_NSRemindersFullAccessUsageDescription = \"This app shows reminders.\";"])]))
    """,
    "“NSRemindersUsageDescription” has no effect as of iOS 17.0, and the app supports nothing older; "
      + "remove it, as “NSRemindersFullAccessUsageDescription” is there"),
  // And a language that lacks most of them is told first; what others lack is in its notes.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n" + entry("NSMicrophoneUsageDescription", "This app records notes.") + entry("NSContactsUsageDescription", "This app finds your friends.") + "<key>NSSiriUsageDescription</key>\n<string>This app adds notes that you say.</string>\n"))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest Belege ein."), ("NSMicrophoneUsageDescription", "Nimmt Notizen auf."), ("NSContactsUsageDescription", "Findet Freunde.")))
    --- /App/fr.lproj/InfoPlist.strings
    \(table(("NSSiriUsageDescription", "Cette app ajoute des notes.")))
    """,
    "“NSCameraUsageDescription” and 2 others are not translated into French"),
  // Two are one mistake already.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n" + entry("NSContactsUsageDescription", "This app finds your friends.")))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """,
    "“NSCameraUsageDescription” and “NSContactsUsageDescription” are not translated into German"),
  // A table that was copied and never translated.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + camera + entry("NSContactsUsageDescription", "This app finds your friends.")))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«\(scans)»";
    \(table(("NSContactsUsageDescription", "This app finds your friends.")))
    """,
    "“NSCameraUsageDescription” and “NSContactsUsageDescription” are not translated into German but left in English"),
  // What the app says in another script, it says in one of the languages that seem to be missing.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, "영수증을 스캔하는 데 카메라를 사용합니다.")))
    --- /App/ja.lproj/InfoPlist.strings
    "CFBundleName" = "レシート";
    --- /App/ko.lproj/InfoPlist.strings
    "CFBundleName" = "영수증";
    """),
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, "«Kamera lähettää käyttäjän kuvia työtovereille.»")))
    --- /App/en.lproj/InfoPlist.strings
    "CFBundleName" = "Receipts";
    --- /App/fi.lproj/InfoPlist.strings
    "CFBundleName" = "Kuitit";
    --- /App/sv.lproj/InfoPlist.strings
    "CFBundleName" = "Kvitton";
    """, "“NSCameraUsageDescription” is not translated into English"),
  // A table that a catalog took the place of reaches no one.
  Row(
    ["empty-translation", "translation-without-original", "untranslated-text", "missing-translation", "vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/InfoPlist.xcstrings
    {"sourceLanguage" : "en", "strings" : {"\(cameraKey)" : {"localizations" : {
      "en" : {"stringUnit" : {"state" : "translated", "value" : "\(scans)"}},
      "de" : {"stringUnit" : {"state" : "translated", "value" : "Liest Belege ein."}}}}}, "version" : "1.0"}
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, ""), ("NSContactsUsageDescription", "Findet Freunde.")))
    --- /App/en.lproj/InfoPlist.strings
    \(table((cameraKey, "We need your camera.")))
    """),
  // A table by another name may be what the build copies, and one by the name of the Info.plist is.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/de.lproj/InfoPlist-Beta.strings
    \(table((cameraKey, "Liest Belege ein.")))
    """),
  // An Info.plist that is not there may have every key.
  Row(
    ["translation-without-original", "entitlement-without-purpose-string"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = Made/Info.plist; CODE_SIGN_ENTITLEMENTS = App.entitlements;"))
    --- /App/App.entitlements
    \(plist("<key>com.apple.developer.homekit</key>\n<true/>"))
    --- /App/Notes/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest Belege ein.")))
    """),
  // Mac Catalyst counts its systems as iOS does.
  Row(
    ["deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = Info.plist; SUPPORTS_MACCATALYST = YES; IPHONEOS_DEPLOYMENT_TARGET = 17.0;"))
    --- /App/Info.plist
    \(plist(entry("«NSCalendarsUsageDescription»", "This app adds your bookings.") + entry("NSCalendarsFullAccessUsageDescription", "This app adds your bookings.")))
    """,
    "“NSCalendarsUsageDescription” has no effect as of iOS 17.0, and the app supports nothing older; remove it, as "
      + "“NSCalendarsFullAccessUsageDescription” is there"),
  // Two keys for one resource may share a text, and to add to it needs no other reason than to read it.
  Row(
    ["same-text"],
    """
    --- /App/Info.plist
    \(plist(entry("NSPhotoLibraryAddUsageDescription", "This app keeps your dives with their pictures.") + entry("NSPhotoLibraryUsageDescription", "This app keeps your dives with their pictures.") + entry("NSHealthShareUsageDescription", "This app keeps your dives with your workouts.") + entry("NSHealthUpdateUsageDescription", "This app keeps your dives with your workouts.")))
    """),
  // A Mac app has no background modes, and Apple TVs no permission for locations in the background.
  locatingInBackground(sdk: "macosx"),
  locatingInBackground(sdk: "appletvos"),
  // A text that isn’t English, whatever the project says, was not left in English.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>CFBundleLocalizations</key>\n<array>\n<string>de</string>\n</array>\n" + entry(cameraKey, "Diese App liest deine Belege ein.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Diese App liest deine Belege ein.")))
    """),
  // A language that only a list names has no files that could lack anything.
  Row(
    ["untranslated-text", "missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>CFBundleLocalizations</key>\n<array>\n<string>en</string>\n<string>ja</string>\n</array>\n" + camera))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Diese App liest Belege ein.")))
    """),
  // An empty file is broken where a target is signed with it.
  Row(
    ["malformed-property-list"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "CODE_SIGN_ENTITLEMENTS = \"$(TARGET_NAME).entitlements\"; INFOPLIST_FILE = Info.plist;"))
    --- /App/Info.plist
    \(plist(camera))
    --- /App/Notes.entitlements
    «<plist version="1.0">»
    </plist>
    --- /App/Old.entitlements
    <plist version="1.0">
    </plist>
    """,
    "The property list has no value"),
  // The original is told what is true of it and its translations, a translation what is true of it alone.
  Row(
    ["missing-full-stop", "extra-whitespace"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, "This app scans receipt«s»") + entry("NSMicrophoneUsageDescription", "This app records notes on receipts.")))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Diese App liest Belege ein.";
    "NSMicrophoneUsageDescription" = "Diese App nimmt Notizen au«f»";
    --- /App/fr.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Cette app«  »lit des reçus";
    "NSMicrophoneUsageDescription" = "Cette app enregistre des notes.";
    """,
    "Missing full stop", "Missing full stop",
    "Extra whitespace between words"),
  // A wrapped line shows with its indentation; a paragraph is meant.
  Row(
    ["extra-whitespace"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, "This app scans receipts«\n  »at the till.") + entry("NSMicrophoneUsageDescription", "This app records notes.\n\n  They stay on your phone.")))
    """,
    "Indentation of a wrapped line shows as a gap"),
  // The same text under several keys is told once, whatever the number of keys and languages.
  Row(
    ["same-text"],
    """
    --- /App/Info.plist
    \(plist(english + entry(cameraKey, "This app films your dives for the logbook.") + entry("NSMicrophoneUsageDescription", "«This app films your dives for the logbook.»") + entry("NSPhotoLibraryUsageDescription", "This app films your dives for the logbook.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Diese App verschickt Videos."), ("NSMicrophoneUsageDescription", "Diese App verschickt Videos.")))
    """,
    "Same text as “NSCameraUsageDescription” and “NSPhotoLibraryUsageDescription”: give each its own reason"
  ),
  // Translations in another branch of folders are an app's whose Info.plist is not there, unless they share a key.
  Row(
    ["translation-without-original", "missing-translation"],
    """
    --- /App/Mailer/Info.plist
    \(plist(entry("NSAppleEventsUsageDescription", "This app sends letters with Mail.")))
    --- /App/Resources/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Liest deine Belege ein.";
    """),
  Row(
    ["translation-without-original", "missing-translation"],
    """
    --- /App/Supporting Files/Info.plist
    \(plist(camera))
    --- /App/Resources/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Liest deine Belege ein.";
    "«NSContactsUsageDescription»" = "Findet deine Freunde.";
    """,
    "“NSContactsUsageDescription” is missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"),
  Row(
    ["entitlement-without-purpose-string"],
    """
    --- /App/Mailer/Info.plist
    \(plist(entry("NSAppleEventsUsageDescription", "This app sends letters with Mail.")))
    --- /App/Resources/App.entitlements
    \(plist("<key>com.apple.developer.homekit</key>\n<true/>"))
    """),
  Row(
    ["entitlement-without-purpose-string"],
    """
    --- /App/Lights/Info.plist
    \(plist(camera))
    --- /App/Lights.entitlements
    \(plist("<key>«com.apple.developer.homekit»</key>\n<true/>"))
    """,
    "“com.apple.developer.homekit” needs “NSHomeKitUsageDescription” in Info.plist, which is missing"),
  // Nothing says what the app is developed in: the text does.
  Row(
    ["untranslated-text"],
    """
    --- /App/Info.plist
    \(plist(entry("CFBundleDevelopmentRegion", "$(DEVELOPMENT_LANGUAGE)") + camera))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«This app uses your camera to scan receipts.»";
    --- /App/en-GB.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "This app uses your camera to scan receipts.";
    """,
    "“NSCameraUsageDescription” is not translated into German but left in English"),
  Row(
    ["untranslated-text"],
    """
    --- /App/Info.plist
    \(plist(entry("NSCameraUsageDescription", "Diese App liest mit der Kamera deine Belege ein.")))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Diese App liest mit der Kamera deine Belege ein.";
    """),
  // An app that goes by “App”, as every one that Capacitor makes, is not named by the word.
  Row(
    ["app-name-in-text"],
    """
    --- /App/Info.plist
    \(plist(entry("CFBundleName", "App") + entry("NSCameraUsageDescription", "This App scans receipts.")))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Diese App liest Belege ein.";
    """),
  // What an entry lacks that nobody has filled in isn’t told: it’s to be removed.
  Row(
    ["unknown-data-type", "missing-key"],
    """
    --- /App/PrivacyInfo.xcprivacy
    \(plist("""
      <key>NSPrivacyCollectedDataTypes</key>
      <array>
      <dict>
      <key>NSPrivacyCollectedDataType</key>
      «<string></string>»
      <key>NSPrivacyCollectedDataTypeLinked</key>
      <false/>
      </dict>
      </array>
      """))
    """,
    "The data type is empty (ITMS-91056)"),
  // A comment about what one group of texts lacks says nothing of the others.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<!-- privacy-lsp:ignore missing-translation: later -->\n" + entry(cameraKey, scans) + "<key>NSContactsUsageDescription</key>\n<string>«This app finds your friends.»</string>\n"))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest Belege ein.")))
    --- /App/fr.lproj/InfoPlist.strings
    \(table(("NSContactsUsageDescription", "Cette app trouve vos amis.")))
    """,
    "“NSContactsUsageDescription” is not translated into German"),
  // What one target has doesn’t replace the key of another.
  Row(
    ["deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["IPHONEOS_DEPLOYMENT_TARGET = 17.0; INFOPLIST_KEY_«NSRemindersUsageDescription» = \"This app adds reminders.\"; INFOPLIST_KEY_NSRemindersFullAccessUsageDescription = \"This app adds reminders.\";"]), ("B", ["IPHONEOS_DEPLOYMENT_TARGET = 17.0; INFOPLIST_KEY_«NSRemindersUsageDescription» = \"This app shows reminders.\";"])]))
    """,
    "“NSRemindersUsageDescription” has no effect as of iOS 17.0, and the app supports nothing older; "
      + "remove it, as “NSRemindersFullAccessUsageDescription” is there",
    "“NSRemindersUsageDescription” is deprecated; as of iOS 17.0 the system reads "
      + "“NSRemindersFullAccessUsageDescription”"),
  // A text about something else is no text for the key that a name may mean.
  Row(
    ["unknown-purpose-key", "wrong-resource"],
    """
    --- /App/Info.plist
    \(plist(entry("«NSGalleryUsageDescription»", "This app uses your location to find trails.")))
    """,
    "“NSGalleryUsageDescription” is not a key the system recognizes"),
  // What an app is for isn’t its name.
  Row(
    ["vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(
      entry("CFBundleName", "Harbour for Quillprint")
        + entry("NSLocalNetworkUsageDescription", "Harbour uses your local network to communicate with Quillprint.")
        + entry(cameraKey, "«Harbour uses your camera for Harbour».")))
    """,
    "No clear reason: say what this app does with your camera"),
  // One variable has two ways of writing, and what it stands for is written out.
  Row(
    ["translation-variables"],
    """
    --- /App/Info.plist
    \(plist(entry("CFBundleName", "Belege") + entry("NSCameraUsageDescription", "${PRODUCT_NAME} scans %@.")))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "$(PRODUCT_NAME) liest %@ ein.";
    --- /App/fr.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Belege scanne %@.";
    --- /App/it.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«Belege scansiona.»";
    --- /App/nl.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Leest %@.";
    """,
    "The translation of “NSCameraUsageDescription” is missing “%@”, which the original has"),
  // What the Mac does not know needs no entitlement there.
  Row(
    ["purpose-key-without-effect", "purpose-string-without-entitlement"],
    """
    --- /App/Info.plist
    \(plist(entry("LSMinimumSystemVersion", "13.0") + "<key>«NSLocationWhenInUseUsageDescription»</key>\n<string>This app shows trains.</string>\n<key>«NSCameraUsageDescription»</key>\n<string>This app scans receipts.</string>\n"))
    --- /App/App.entitlements
    \(plist("<key>com.apple.security.app-sandbox</key>\n<true/>"))
    """,
    "“NSLocationWhenInUseUsageDescription” has no effect on macOS; the system reads “NSLocationUsageDescription”",
    "“NSCameraUsageDescription” has no effect in the sandbox without the entitlement “com.apple.security.device.camera”"
  ),
  // What one entitlement opens is one mistake.
  Row(
    ["purpose-string-without-entitlement"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "macosx",
      "ENABLE_HARDENED_RUNTIME = YES; INFOPLIST_FILE = Info.plist; CODE_SIGN_ENTITLEMENTS = App.entitlements;"))
    --- /App/Info.plist
    \(plist("<key>«NSPhotoLibraryUsageDescription»</key>\n<string>This app prints your photos.</string>\n"
      + entry("NSPhotoLibraryAddUsageDescription", "This app saves prints.")))
    --- /App/App.entitlements
    \(plist(entry("com.apple.developer.team-identifier", "A")))
    """,
    "“NSPhotoLibraryUsageDescription” and “NSPhotoLibraryAddUsageDescription” have no effect with the hardened runtime "
      + "without the entitlement “com.apple.security.personal-information.photos-library”"),
  // The entitlement of the hardened runtime shows what is meant as well.
  Row(
    ["purpose-string-without-entitlement"],
    """
    --- /App/Info.plist
    \(plist(entry("LSMinimumSystemVersion", "13.0") + entry("NSMicrophoneUsageDescription", "This app records your notes.")))
    --- /App/App.entitlements
    \(plist("<key>com.apple.security.app-sandbox</key>\n<true/>\n<key>com.apple.security.device.audio-input</key>\n<true/>"))
    """),
  // A setting counts on the platforms of its own target.
  // An app for Mac Catalyst runs on the Mac.
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = App/Info.plist; SUPPORTS_MACCATALYST = YES;"))
    --- /App/App/Info.plist
    \(plist(entry("NSAppleEventsUsageDescription", "This app opens your notes in Finder.")))
    """),
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "macosx", "INFOPLIST_KEY_«NSFaceIDUsageDescription» = \"This app unlocks your notes.\";"))
    """,
    "“NSFaceIDUsageDescription” has no effect on macOS; it is for iOS and iPadOS"),
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_KEY_NSFaceIDUsageDescription = \"This app unlocks your notes.\";"))
    """),
  // Xcode adds settings to Info.plist only where it generates the file.
  Row(
    ["purpose-key-without-effect", "entitlement-without-purpose-string", "vague-purpose"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", ignored.replacing("KEY_", with: "KEY_«").replacing(" = \"", with: "» = \"")))
    --- /App/App/Info.plist
    \(plist(english))
    --- /App/App/App.entitlements
    \(plist("<key>«com.apple.developer.homekit»</key>\n<true/>"))
    """,
    "“NSHomeKitUsageDescription” has no effect: GENERATE_INFOPLIST_FILE isn’t YES",
    "“com.apple.developer.homekit” needs “NSHomeKitUsageDescription” in Info.plist, which is missing"),
  // All that are ignored for one reason are one mistake.
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", ignored.replacing("KEY_", with: "KEY_«").replacing(" = \"", with: "» = \"")
      + " INFOPLIST_KEY_NSCameraUsageDescription = \"This app scans tickets.\"; INFOPLIST_KEY_NSMotionUsageDescription = \"a\";"))
    --- /App/App/Info.plist
    \(plist(english))
    """,
    "“NSHomeKitUsageDescription” and 2 others have no effect: GENERATE_INFOPLIST_FILE isn’t YES"),
  // A setting of the whole project counts where a target lacks its own, or takes it over.
  Row(
    ["empty-purpose-string"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(targets: [("App", ["INFOPLIST_KEY_NSCameraUsageDescription = \"$(inherited)\";"])])
      .replacing("buildConfigurations = (); };", with: "buildConfigurations = (E); };\nE = { isa = XCBuildConfiguration; name = AppC0; buildSettings = { INFOPLIST_KEY_NSCameraUsageDescription = «\"\"»; }; };"))
    """,
    "“NSCameraUsageDescription” is empty (ITMS-90738)"),
  // A path may be written in other letter case, which Mac volumes ignore.
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "macosx", "INFOPLIST_FILE = app/info.plist;"))
    --- /App/App/Info.plist
    \(plist("<key>«NSFaceIDUsageDescription»</key>\n<string>This app unlocks your notes.</string>"))
    """,
    "“NSFaceIDUsageDescription” has no effect on macOS; it is for iOS and iPadOS"),
  // Where the file has the key anyway, or a configuration file isn’t there, nothing is said.
  Row(
    ["purpose-key-without-effect", "vague-purpose"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", ignored))
    --- /App/App/Info.plist
    \(plist(english + entry("NSHomeKitUsageDescription", "This app turns your lights on.")))
    """),
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", ignored.replacing("= NO", with: "= \"$(GENERATES)\"")))
    --- /App/App/Info.plist
    \(plist(english))
    """),
  // What only the app may ask for is not asked by the settings of an extension, nor translated there.
  Row(
    ["local-network-in-extension", "missing-translation"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", product: "app-extension", "INFOPLIST_KEY_«NSLocalNetworkUsageDescription» = \"This app finds printers nearby.\";"))
    --- /App/Notes/de.lproj/InfoPlist.strings
    "CFBundleName" = "Notizen";
    """,
    "“NSLocalNetworkUsageDescription” has no effect in an app extension; it belongs in the app’s settings"),
  // Of a text that an extension shares with its app, the alert shows the app’s translation.
  Row(["missing-translation"], sharing("This app shows your day.", with: "app-extension")),
  // Two apps are two; only what lacks the translation is named.
  Row(
    ["missing-translation"], sharing("«This app shows your day.»", with: "application"),
    "“NSCalendarsFullAccessUsageDescription” is not translated into German"),
  // A setting of the whole project counts only in targets that have none of their own.
  Row(
    ["empty-purpose-string", "vague-purpose"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(targets: [("App", ["INFOPLIST_KEY_NSCameraUsageDescription = \"This app scans tickets.\";"])])
      .replacing("buildConfigurations = (); };", with: "buildConfigurations = (E); };\nE = { isa = XCBuildConfiguration; name = AppC0; buildSettings = { INFOPLIST_KEY_NSCameraUsageDescription = \"\"; }; };"))
    """),
  // What is half typed or half merged is said in the words of its format, once.
  Row(
    ["malformed-file", "malformed-property-list", "empty-translation"],
    """
    --- /App/Info.plist
    \(plist(camera))
    --- /App/de.lproj/InfoPlist.strings
    «<<<<<<< HEAD
    "NSCameraUsageDescription" = "Liest deine Belege ein.";
    =======
    "NSCameraUsageDescription" = "Liest Belege ein.";
    >>>>>>> umlauts»
    --- /App/fr.lproj/InfoPlist.strings
    «/*» Votre texte
    --- /App/Texts/InfoPlist.xcstrings
    { "sourceLanguage" : "en", "strings" : { "NSCameraUsageDescription" : { "localizations" : { "de" : { "stringUnit" : { "value" : «"»
    """,
    "Unresolved merge conflict; keep one side and remove the markers", "Unterminated comment; “*/” is missing",
    "Unterminated string"),
  // Empty texts: nothing speaks of the camera, an entitlement of the contacts, another configuration of the microphone.
  Row(
    ["empty-purpose-string"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "CODE_SIGN_ENTITLEMENTS = Notes.entitlements; INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_NSMicrophoneUsageDescription = \"This app records what you say to a page.\";"))
    --- /App/Info.plist
    \(plist("<key>NSCameraUsageDescription</key>\n«<string></string>»\n<key>NSContactsUsageDescription</key>\n«<string></string>»\n<key>NSMicrophoneUsageDescription</key>\n<string>«  »</string>\n"))
    --- /App/Notes.entitlements
    \(plist("<key>com.apple.security.personal-information.addressbook</key>\n<true/>"))
    """,
    "“NSCameraUsageDescription” is empty, and nothing else here mentions your camera (ITMS-90738)",
    "“NSContactsUsageDescription” is empty (ITMS-90738)",
    "“NSMicrophoneUsageDescription” is empty"),
  // Televisions and watches never ask for the local network.
  Row(
    ["local-network-in-extension", "bonjour-without-purpose-string", "purpose-key-without-effect"],
    """
    --- /App/Notes.xcodeproj/project.pbxproj
    \(project(sdk: "watchos", product: "app-extension", "INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_NSLocalNetworkUsageDescription = \"This app finds printers nearby.\";"))
    --- /App/Info.plist
    \(plist("<key>NSBonjourServices</key>\n<array><string>_ipp._tcp</string></array>"))
    """),
  // Info.plist may leave its texts to the strings files, and a text in brackets is none where they have none.
  Row(
    ["placeholder-text"],
    """
    --- /App/Info.plist
    \(plist(entry("CFBundleDevelopmentRegion", "en") + "<key>NSCameraUsageDescription</key>\n<string>[localized in strings file]</string>\n<key>NSMicrophoneUsageDescription</key>\n<string>«[localized in strings file]»</string>\n"))
    --- /App/en.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "This app scans your receipts.";
    """,
    "“[localized in strings file]” is a placeholder: say what this app does with your microphone"),
  // A catalog without the source language's text, with an empty one, and with nothing that is to be translated.
  Row(
    ["no-source-text", "empty-translation"],
    """
    --- /App/Info.plist
    \(plist(camera + entry("NSMicrophoneUsageDescription", "This app records notes.") + entry("NSContactsUsageDescription", "This app greets people.") + entry("NSSiriUsageDescription", "This app takes notes.")))
    --- /App/InfoPlist.xcstrings
    {
      "sourceLanguage" : "en",
      "strings" : {
        "«NSCameraUsageDescription»" : { "extractionState" : "manual" },
        "«NSContactsUsageDescription»" : { "localizations" : { "en" : { "stringUnit" : { "state" : "new" } } } },
        "NSMicrophoneUsageDescription" : {
          "localizations" : { "en" : { "stringUnit" : { "state" : "new", "value" : «""» } } }
        },
        "NSSiriUsageDescription" : { "shouldTranslate" : false }
      },
      "version" : "1.0"
    }
    """,
    "“NSCameraUsageDescription” has no text in English: the alert shows the key’s name (ITMS-90738)",
    "“NSContactsUsageDescription” has no text in English: the alert shows the key’s name (ITMS-90738)",
    "“NSMicrophoneUsageDescription” is empty (ITMS-90738)"),
  // Xcode takes lines of the C preprocessor out before it reads the file; of its branches one is left.
  Row(
    ["malformed-property-list", "unportable-xml", "duplicate-key", "file-format"],
    """
    --- /App/Info.plist
    #include "Shared.h"
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    #if DEBUG
    <key>NSCameraUsageDescription</key>
    <string>This app scans test receipts.</string>
      # else
    <key>NSCameraUsageDescription</key>
    <string>This app scans your receipts.</string>
    #endif
    <key>NSMicrophoneUsageDescription</key>
    #ifdef BETA
    <string>This app records notes with marks.</string>
    #else
    <string>This app records notes.</string>
    #endif
    <key>NSSiriUsageDescription</key>
    <string>This app takes notes «&» reads them.</string>
    <key>«NSSiriUsageDescription»</key>
    <string>This app takes notes.</string>
    </dict>
    </plist>
    """,
    "A bare “&” must be written “&amp;”", "Duplicate key “NSSiriUsageDescription”"),
  // Where the settings say so, comments are no part of it either, and what stands in them is none.
  Row(
    ["malformed-property-list", "unportable-xml", "duplicate-key", "placeholder-text", "text-in-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_PREPROCESS = YES; INFOPLIST_FILE = Info.plist;"))
    --- /App/Info.plist
    // What the app says.
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    #pragma mark Texts
    <key>NSCameraUsageDescription</key>
    <string>«TODO»</string>
    /* Not yet:
    <key>NSCameraUsageDescription</key>
    */ <key>NSSiriUsageDescription</key>
    <string>This app adds notes that you say.</string>
    </dict>
    </plist>
    """,
    "“TODO” is a placeholder: say what this app does with your camera"),
  Row(
    ["malformed-property-list"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = Info.plist;"))
    --- /App/Info.plist
    \(plist("«// What the app says.»\n" + entry("NSCameraUsageDescription", scans)))
    """,
    "Text is allowed only inside an element such as <string>"),
  // The second entry of a key is one too many, whatever its text.
  Row(
    ["duplicate-key", "missing-full-stop", "placeholder-text"],
    """
    --- /App/Info.plist
    \(plist(camera))
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Liest deine Belege ein";
    "«NSCameraUsageDescription»" = "TODO";
    """,
    "Duplicate key “NSCameraUsageDescription”"),
  // What a directive far away has nothing to do with is told, in whichever branch one reads.
  Row(
    ["malformed-property-list", "duplicate-key"],
    """
    --- /App/Info.plist
    \(plist("#if DEBUG\n" + entry("CFBundleName", "Test") + "#else\n" + entry("CFBundleName", "Receipts") + "#endif\n«<key>NSCameraUsageDescription</key>»\n" + entry("NSSiriUsageDescription", scans)))
    """,
    "This key has no value"),
  // The tags around a text are in one branch, and no build reads a wrong one.
  Row(
    ["malformed-property-list", "duplicate-key"],
    """
    --- /App/Info.plist
    \(plist("#if BETA\n<key>NSCameraUsageDescription</key>\n<string>Scans receipts.«</strng>»\n#endif"))
    """,
    "</strng> should be </string>"),
  // What nobody builds has no mistakes.
  Row(
    ["malformed-property-list", "duplicate-key"],
    """
    --- /App/Info.plist
    \(plist("#if 0\n<key>NSCameraUsageDescription</key>\n<string>Scans receipts.</strng>\n#endif\n" + entry("CFBundleName", "Shop")))
    """),
  // An app’s own list is no Info.plist, whatever its name is, unless the target names it.
  Row(
    ["not-a-dictionary"],
    """
    --- /App.xcodeproj/project.pbxproj
    \(project(copying: "App/Data/Info.plist"))
    --- /App/Info.plist
    <?xml version="1.0"?>
    «<array>»<string>R&D</string></array>
    --- /App/Data/Info.plist
    <plist version="1.0"><array/></plist>
    """,
    "An Info.plist must be a dictionary, not an array"),
  // A macro may be anything, and comments may follow elements.
  Row(
    ["malformed-property-list", "placeholder-text", "bare-purpose", "vague-purpose"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_PREPROCESS = YES; INFOPLIST_FILE = Info.plist;"))
    --- /App/Info.plist
    \(plist("OTHER_KEYS\nMORE_KEYS(a, b)\n" + entry("NSCameraUsageDescription", "CAMERA_TEXT") + "<key>CFBundleURLName</key> // The <key>\n<string>https://example.com</string> /* and\n a <dict> */\n"))
    """),
  Row(
    ["malformed-property-list", "placeholder-text"],
    """
    --- /App/Info.plist
    \(plist("#include \"Keys.h\"\nOTHER_KEYS\n" + entry("NSCameraUsageDescription", "CAMERA_TEXT") + "<key>CFBundleName</key> // Ours\n<string>A</string>\n"))
    """),
  // Without a directive or a setting both are mistakes.
  Row(
    ["malformed-property-list"],
    """
    --- /App/Info.plist
    \(plist("«OTHER_KEYS»\n" + entry("NSCameraUsageDescription", scans)))
    """,
    "Text is allowed only inside an element such as <string>"),
  // A text that nobody sees may say anything.
  Row(
    ["placeholder-text", "purpose-key-without-effect"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "macosx", "INFOPLIST_FILE = Info.plist;"))
    --- /App/Info.plist
    \(plist("<key>«NSFaceIDUsageDescription»</key>\n<string>TODO</string>"))
    """,
    "“NSFaceIDUsageDescription” has no effect on macOS; it is for iOS and iPadOS"),
  // What is said nowhere in the first file, since its syntax is broken, is said in the next.
  Row(
    ["placeholder-text"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["INFOPLIST_FILE = A/Info.plist;"]), ("B", ["INFOPLIST_FILE = B/Info.plist;"])]))
    --- /App/A/Info.plist
    \(plist("<key>CFBundleName</key>\n<string>A</strin>\n" + entry("NSCameraUsageDescription", "TODO") + "</key>\n<array>\n<dict\n<string>"))
    --- /App/B/Info.plist
    \(plist("<key>NSCameraUsageDescription</key>\n<string>«TODO»</string>"))
    """,
    "“TODO” is a placeholder: say what this app does with your camera"),
  // A key that is only misspelt is not missing.
  Row(
    ["location-always-alone", "unknown-purpose-key"],
    """
    --- /App/Info.plist
    \(plist(entry("NSLocationAlwaysAndWhenInUseUsageDescription", "This app uses your location to log your runs.") + "<key>«NSLocationWhenInUseUsageDescript»</key>\n<string>This app uses your location to show stops.</string>"))
    """,
    "“NSLocationWhenInUseUsageDescript” is not a key the system recognizes; did you mean “NSLocationWhenInUseUsageDescription”?"
  ),
  // A text in several branches, or in the files of several configurations, is translated once.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "#if DEBUG\n<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n#else\n" + entry(cameraKey, "This app reads receipts.") + "#endif"))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """,
    "“NSCameraUsageDescription” is not translated into German"),
  Row(
    ["missing-translation"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["INFOPLIST_FILE = Debug-Info.plist;", "INFOPLIST_FILE = Store-Info.plist;"])]))
    --- /App/Debug-Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n<string>«\(scans)»</string>\n"))
    --- /App/Store-Info.plist
    \(plist(english + entry(cameraKey, "This app reads receipts.")))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """,
    "“NSCameraUsageDescription” is not translated into German"),
  // A text for debugging is nobody’s to judge; one for testers is.
  Row(
    ["placeholder-text"],
    """
    --- /App/App-Debug.xcconfig
    INFOPLIST_KEY_NSCameraUsageDescription = test
    --- /App/App-Beta.xcconfig
    INFOPLIST_KEY_NSCameraUsageDescription = «test»
    --- /App/App-Release.xcconfig
    INFOPLIST_KEY_NSCameraUsageDescription = \(scans)
    """,
    "“test” is a placeholder: say what this app does with your camera"),
  Row(
    ["placeholder-text"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["INFOPLIST_FILE = Debug-Info.plist;", "INFOPLIST_FILE = Debugger-Info.plist;"])]))
    --- /App/Debug-Info.plist
    \(plist(entry(cameraKey, "test")))
    --- /App/Debugger-Info.plist
    \(plist("<key>\(cameraKey)</key>\n<string>«Test»</string>"))
    """,
    "“Test” is a placeholder: say what this app does with your camera"),
  // One text under two keys has its faults once.
  Row(
    ["passive-voice"],
    """
    --- /App/Info.plist
    \(plist(entry("NSHealthShareUsageDescription", "Your weight «is used» to draw the chart of your diet.") + entry("NSHealthUpdateUsageDescription", "Your weight is used to draw the chart of your diet.")))
    """,
    "“is used” is passive: say who does it"),
  // What has a capital in several texts is a thing of the app’s.
  Row(
    ["sentence-case"],
    """
    --- /App/Info.plist
    \(plist(entry(cameraKey, "This app adds pictures of plants to your Journal.") + entry("NSMicrophoneUsageDescription", "You can dictate notes for your Journal in the garden.")))
    """),
  Row(
    ["sentence-case"],
    """
    --- /App/Info.plist
    \(plist(entry(cameraKey, "This app adds pictures of plants to your «Journal».") + entry("NSMicrophoneUsageDescription", "You can dictate notes for your journal in the garden.")))
    """, "“Journal” should be lowercase"),
  // An entitlement of several configurations is one.
  Row(
    ["entitlement-without-purpose-string"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [("A", ["CODE_SIGN_ENTITLEMENTS = Debug.entitlements;", "CODE_SIGN_ENTITLEMENTS = Store.entitlements;"])]))
    --- /App/Debug.entitlements
    \(plist("<key>«com.apple.developer.financekit»</key>\n<true/>"))
    --- /App/Store.entitlements
    \(plist("<key>com.apple.developer.financekit</key>\n<true/>"))
    """,
    "“com.apple.developer.financekit” needs “NSFinancialDataUsageDescription” in Info.plist, which is missing"),
  // Nothing is said of the words of a text that has no effect.
  Row(
    ["translation-without-original", "placeholder-text", "vague-purpose", "empty-translation", "missing-full-stop"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/en.lproj/InfoPlist.strings
    "«NSContactsUsageDescription»" = "TODO";
    "NSMicrophoneUsageDescription" = "We need the microphone";
    "NSSiriUsageDescription" = "";
    """,
    "“NSContactsUsageDescription” and 2 others are missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"
  ),
  // A name is the same in all languages.
  Row(
    ["untranslated-text"],
    """
    --- /App/Info.plist
    \(plist(english + entry("NSFaceIDUsageDescription", "Face ID") + entry(cameraKey, "Photo Booth 2")))
    --- /App/de.lproj/InfoPlist.strings
    \(table(("NSFaceIDUsageDescription", "Face ID"), (cameraKey, "Photo Booth 2")))
    """),
  // A key that only the catalog has is one mistake; one that only Info.plist has can be added to the catalog.
  Row(
    ["missing-translation", "translation-without-original"],
    """
    --- /App/Info.plist
    \(plist("<key>NSCameraUsageDescription</key>\n<string>«This app uses your camera to scan receipts.»</string>"))
    --- /App/InfoPlist.xcstrings
    {
      "sourceLanguage" : "en",
      "strings" : {
        "CFBundleName" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "Belege" } }
          }
        },
        "«NSContactsUsageDescription»" : {
          "localizations" : {
            "en" : { "stringUnit" : { "state" : "translated", "value" : "This app finds your friends." } }
          }
        }
      },
      "version" : "1.0"
    }
    """,
    "“NSCameraUsageDescription” is not translated into German",
    "“NSContactsUsageDescription” is missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"),
  // An app for the iPhone has the lowest system of its Mac Catalyst too, and its configuration files say what it is for.
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/App.xcconfig
    SUPPORTED_PLATFORMS = iphoneos iphonesimulator
    INFOPLIST_KEY_NSFaceIDUsageDescription = This app uses Face ID to unlock your notes.
    --- /App/Info.plist
    \(plist(entry("LSMinimumSystemVersion", "14.0")))
    """),
  Row(
    ["purpose-key-without-effect"],
    """
    --- /App/Info.plist
    \(plist(
      entry("LSMinimumSystemVersion", "14.0") + "<key>UILaunchScreen</key>\n<dict/>\n"
        + entry("NSFaceIDUsageDescription", "This app uses Face ID to unlock your notes.")))
    """),
  // A name that only means something on the Mac is no suggestion for the iPhone.
  Row(
    ["unknown-purpose-key"],
    """
    --- /App/Info.plist
    \(plist(
      "<key>LSRequiresIPhoneOS</key>\n<true/>\n<key>«NSDocumentsUsageDescription»</key>\n"
        + "<string>This app opens your drawings.</string>\n"))
    """,
    "“NSDocumentsUsageDescription” is not a key the system recognizes"),
  // Nor of the words of a key that no system reads any more.
  Row(
    ["deprecated-purpose-key", "vague-purpose", "missing-full-stop"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = 15.0;"))
    --- /App/Info.plist
    \(plist(
      "<key>«NSLocationAlwaysUsageDescription»</key>\n<string>We need your location</string>\n"
        + entry("NSLocationAlwaysAndWhenInUseUsageDescription", "This app shows bus stops around you.")
        + entry("NSLocationWhenInUseUsageDescription", "This app shows bus stops near you.")))
    """,
    "“NSLocationAlwaysUsageDescription” has no effect as of iOS 11.0, and the app supports nothing older; remove it, "
      + "as “NSLocationAlwaysAndWhenInUseUsageDescription” is there"),
  // A translation of a key that no supported system reads is too much, whatever Info.plist lacks.
  Row(
    ["translation-without-original", "deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = 16.0;"))
    --- /App/Info.plist
    \(plist(camera))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest deine Belege ein.")))
    "«NSLocationUsageDescription»" = "Zeigt Haltestellen.";
    "NSAppleEventsUsageDescription" = "Schickt Briefe mit Mail.";
    "NSSystemAdministrationUsageDescription" = "Richtet den Drucker ein.";
    "«NSCalendarsUsageDescription»" = "Trägt Termine ein.";
    """,
    "“NSLocationUsageDescription” and 2 others have no effect; remove their translations",
    "“NSCalendarsUsageDescription” is missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"),
  // A text for an old key is there for the new one.
  Row(
    ["entitlement-without-purpose-string", "deprecated-purpose-key"],
    """
    --- /App/App.entitlements
    \(plist("<key>com.apple.security.app-sandbox</key>\n<true/>\n<key>com.apple.security.device.bluetooth</key>\n<true/>"))
    --- /App/Info.plist
    \(plist("<key>«NSBluetoothPeripheralUsageDescription»</key>\n<string>This app finds your lock.</string>"))
    """,
    "“NSBluetoothPeripheralUsageDescription” is deprecated; as of iOS 13.0 the system reads "
      + "“NSBluetoothAlwaysUsageDescription”"),
  // The app asks for its extensions.
  Row(
    ["entitlement-without-purpose-string"],
    """
    --- /Tunnel/Info.plist
    \(plist("<key>NSExtension</key>\n<dict>\n<key>NSExtensionPointIdentifier</key>\n<string>com.apple.networkextension.packet-tunnel</string>\n</dict>"))
    --- /Tunnel/Tunnel.entitlements
    \(plist("<key>com.apple.developer.networking.multicast</key>\n<true/>"))
    """),
  // A translation of a key that no system reads doesn’t tell that another one is missing, …
  Row(
    ["entitlement-without-purpose-string", "translation-without-original"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "macosx", "INFOPLIST_FILE = Info.plist; CODE_SIGN_ENTITLEMENTS = App.entitlements; MACOSX_DEPLOYMENT_TARGET = 14.0;"))
    --- /App/App.entitlements
    \(plist("<key>«com.apple.security.personal-information.calendars»</key>\n<true/>"))
    --- /App/Info.plist
    \(plist(camera))
    --- /App/en.lproj/InfoPlist.strings
    "«NSCalendarsUsageDescription»" = "This app adds your bookings to your calendar.";
    """,
    "“com.apple.security.personal-information.calendars” needs “NSCalendarsFullAccessUsageDescription”, "
      + "“NSCalendarsWriteOnlyAccessUsageDescription”, “NSRemindersFullAccessUsageDescription”, "
      + "“NSCalendarsUsageDescription” or “NSRemindersUsageDescription” in Info.plist, none of which is there",
    "“NSCalendarsUsageDescription” has no effect as of macOS 14.0; the system reads "
      + "“NSCalendarsFullAccessUsageDescription” or “NSCalendarsWriteOnlyAccessUsageDescription”"),
  // … nor does a key that is none of the Mac’s, …
  Row(
    ["entitlement-without-purpose-string", "deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "macosx", "INFOPLIST_FILE = Info.plist; CODE_SIGN_ENTITLEMENTS = App.entitlements;"))
    --- /App/App.entitlements
    \(plist("<key>«com.apple.security.device.bluetooth»</key>\n<true/>"))
    --- /App/Info.plist
    \(plist(entry("NSBluetoothPeripheralUsageDescription", "This app finds your lock.")))
    """,
    "“com.apple.security.device.bluetooth” needs “NSBluetoothAlwaysUsageDescription” in Info.plist, which is missing"),
  // … nor a translation of which nothing is said.
  Row(
    ["entitlement-without-purpose-string", "translation-without-original"],
    """
    --- /App/App.entitlements
    \(plist("<key>«com.apple.developer.homekit»</key>\n<true/>"))
    --- /App/Info.plist
    \(plist(camera))
    --- /App/en.lproj/InfoPlist.strings
    /* privacy-lsp:ignore translation-without-original: later */
    "NSHomeKitUsageDescription" = "This app turns your lights on.";
    """,
    "“com.apple.developer.homekit” needs “NSHomeKitUsageDescription” in Info.plist, which is missing"),
  // To add photos is an access as well.
  Row(
    ["entitlement-without-purpose-string"],
    """
    --- /App/App.entitlements
    \(plist("<key>com.apple.security.personal-information.photos-library</key>\n<true/>"))
    --- /App/Info.plist
    \(plist(entry("NSPhotoLibraryAddUsageDescription", "This app saves your drawings.")))
    """),
  Row(
    ["entitlement-without-purpose-string"],
    """
    --- /App/App.entitlements
    \(plist("<key>«com.apple.security.personal-information.photos-library»</key>\n<true/>"))
    --- /App/Info.plist
    \(plist(camera))
    """,
    "“com.apple.security.personal-information.photos-library” needs “NSPhotoLibraryUsageDescription” or "
      + "“NSPhotoLibraryAddUsageDescription” in Info.plist, neither of which is there"),
  // What took the place of a key has no translations yet.
  Row(
    ["translation-without-original"],
    """
    --- /App/Info.plist
    \(plist(english + entry("NSCalendarsFullAccessUsageDescription", "This app adds your bookings to your calendar.")))
    --- /App/de.lproj/InfoPlist.strings
    "NSCalendarsUsageDescription" = "Trägt Termine ein.";
    --- /App/en.lproj/InfoPlist.strings
    "«NSCalendarsUsageDescription»" = "This app adds your bookings to your calendar.";
    """,
    "“NSCalendarsUsageDescription” has no effect as of iOS 17.0; the system reads "
      + "“NSCalendarsFullAccessUsageDescription”"),
  // Reading photos and adding to them may have one text.
  Row(
    ["duplicate-key"],
    """
    --- /App/de.lproj/InfoPlist.strings
    "NSPhotoLibraryAddUsageDescription" = "Hängt Fotos an Notizen an.";
    "NSPhotoLibraryUsageDescription" = "Hängt Fotos an Notizen an.";
    "«NSPhotoLibraryUsageDescription»" = "Hängt deine Fotos an deine Notizen an.";
    """,
    "Duplicate key “NSPhotoLibraryUsageDescription”"),
  // The marks around a text that has to be written anew don’t matter, and those around another one do.
  Row(
    ["quoted-text", "placeholder-text"],
    """
    --- /App/Info.plist
    \(plist(
      "<key>NSCameraUsageDescription</key>\n<string>«\"TODO\"»</string>\n"
        + "<key>NSMicrophoneUsageDescription</key>\n<string>«\"This app records the notes that you sing.\"»</string>\n"))
    """,
    "“\"TODO\"” is a placeholder: say what this app does with your camera",
    "The quotation marks are part of the text, and the alert shows them"),
  // Where none of several texts in another language ends with a mark, that’s a style.
  Row(
    ["missing-full-stop"],
    """
    --- /App/Info.plist
    \(plist(
      english + entry(cameraKey, "This app scans your receipts.")
        + entry("NSContactsUsageDescription", "This app finds your friends.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest deine Belege mit der Kamera ei«n»"), ("NSContactsUsageDescription", "Findet deine Freunde.")))
    --- /App/fr.lproj/InfoPlist.strings
    \(table((cameraKey, "Cette app scanne vos reçu«s»")))
    --- /App/it.lproj/InfoPlist.strings
    \(table((cameraKey, "Questa app legge i tuoi scontrini"), ("NSContactsUsageDescription", "Questa app trova i tuoi amici")))
    """,
    "Missing full stop", "Missing full stop"),
  Row(
    ["missing-full-stop"],
    """
    --- /App/Info.plist
    \(plist(entry(cameraKey, "用相机扫描收据") + entry("NSContactsUsageDescription", "按姓名查找您的朋友")))
    """),
  Row(
    ["missing-full-stop"],
    """
    --- /App/Info.plist
    \(plist(
      entry(cameraKey, "This app scans your receipt«s»")
        + entry("NSContactsUsageDescription", "This app finds the people you sail wit«h»")))
    """,
    "Missing full stop", "Missing full stop"),
  // A setting can’t hold a dictionary.
  Row(
    ["purpose-string-type", "vague-purpose", "bare-purpose", "sentence-fragment", "missing-full-stop"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "\"INFOPLIST_KEY_«NSLocationTemporaryUsageDescriptionDictionary»\" = Location;"))
    """,
    "“NSLocationTemporaryUsageDescriptionDictionary” needs a dictionary, which only Info.plist can hold"),
  // What people read in place of a text in Info.plist is what is judged.
  Row(
    ["vague-purpose", "passive-voice", "missing-full-stop", "same-text", "placeholder-text"],
    """
    --- /App/Info.plist
    \(plist(
      english + entry("CFBundleName", "Boats") + entry(cameraKey, "$(PRODUCT_NAME) needs access to your camera.")
        + "<key>NSMicrophoneUsageDescription</key>\n<string>This app records the notes that you sing</string>\n"
        + "<key>NSContactsUsageDescription</key>\n<string>TODO</string>\n"))
    --- /App/en.lproj/InfoPlist.strings
    "\(cameraKey)" = "«Boats needs access to your camera».";
    "NSMicrophoneUsageDescription" = "This app records all notes that you sing.";
    "NSContactsUsageDescription" = "This app finds your friends on the water.";
    """,
    "No clear reason: say what this app does with your camera"),
  // What a broken file seems to lack or to say, it may not.
  Row(
    ["translation-without-original"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    { objects = { C = { isa = XCBuildConfiguration; name = "Release; buildSettings = {
    INFOPLIST_KEY_\(cameraKey) = "Scans receipts."; }; }; }; }
    --- /App/App/Info.plist
    \(plist(english))
    --- /App/App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest deine Belege ein.")))
    """),
  // Of other projects it says nothing.
  Row(
    ["translation-without-original"],
    """
    --- /App/Old/Old.xcodeproj/project.pbxproj
    { objects = { C = {
    --- /App/App/Info.plist
    \(plist(english))
    --- /App/App/de.lproj/InfoPlist.strings
    "«\(cameraKey)»" = "Liest deine Belege ein.";
    """,
    "“NSCameraUsageDescription” is missing in Info.plist; a translation alone doesn’t count (ITMS-90683)"),
  Row(
    wholeTarget,
    """
    --- /App/Info.plist
    \(plist("<dict>\n" + english + camera))
    --- /App/de.lproj/InfoPlist.strings
    \(table((cameraKey, "Liest deine Belege ein.")))
    """),
  Row(
    wholeTarget,
    """
    --- /App/Info.plist
    \(plist("<key>CFBundleDevelopmentRegion</key>\n<string>de/string>\n" + camera))
    --- /App/en.lproj/InfoPlist.strings
    \(table((cameraKey, scans)))
    """),
  Row(
    wholeTarget,
    """
    --- /App/Info.plist
    \(plist("<key>NSBonjourServices</key>\n<array><string>_music._tcp</string></array>\n<string>Plays.</string>"))
    """),
  Row(
    wholeTarget,
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/InfoPlist.xcstrings
    { "sourceLanguage" : "en", "strings" : { "\(cameraKey)" : {
    <<<<<<< ours
    "localizations" : {
    =======
    "extractionState" : "manual", "localizations" : {
    >>>>>>> theirs
    "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest deine Belege ein." } } } } },
    "version" : "1.0" }
    """),
  // A key that is misspelt is not missing as well.
  Row(
    wholeTarget.union(["unknown-purpose-key"]),
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/de.lproj/InfoPlist.strings
    "«NSCamraUsageDescription»" = "Liest deine Belege ein.";
    """, "“NSCamraUsageDescription” is not a key the system recognizes; did you mean “\(cameraKey)”?"),
  Row(
    wholeTarget.union(["unknown-purpose-key"]),
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/InfoPlist.xcstrings
    { "sourceLanguage" : "en", "strings" : { "«NScameraUsageDescription»" : { "localizations" : {
    "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest deine Belege ein." } },
    "en" : { "stringUnit" : { "state" : "translated", "value" : "\(scans)" } } } } }, "version" : "1.0" }
    """, "“NScameraUsageDescription” differs from the key “\(cameraKey)” in letter case"),
  // One text in several configurations, or none in several languages, is one mistake.
  Row(
    ["quoted-text"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [
      ("Notes", [
        "INFOPLIST_KEY_\(cameraKey) = \"«\\\"\(scans)\\\"»\";",
        "INFOPLIST_KEY_\(cameraKey) = \"\\\"\(scans)\\\"\";",
      ])
    ]))
    """, "The quotation marks are part of the text, and the alert shows them"),
  Row(
    ["missing-translation"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [
      ("Notes", [
        "INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_\(cameraKey) = \"«\(scans)»\";",
        "INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";",
      ])
    ]))
    --- /App/Info.plist
    \(plist(english))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """, "“\(cameraKey)” is not translated into German"),
  Row(
    ["missing-translation"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(
      targets: [
        ("Notes", [
          "INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_\(cameraKey) = \"«\(scans)»\";",
          "INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";",
        ])
      ], lastFirst: true))
    --- /App/Info.plist
    \(plist(english))
    --- /App/de.lproj/InfoPlist.strings
    "CFBundleName" = "Belege";
    """, "“\(cameraKey)” is not translated into German"),
  Row(
    ["placeholder-text", "empty-translation"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/de.lproj/InfoPlist.strings
    "\(cameraKey)" = "«\(cameraKey)»";
    """, "“\(cameraKey)” has only its own name as its text in German (ITMS-90738)"),
  // One edit mends a text that is the same in two regions.
  Row(
    ["vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(entry("CFBundleDevelopmentRegion", "nl") + entry(cameraKey, "Leest je bonnen in en bewaart ze.")))
    --- /App/en-US.lproj/InfoPlist.strings
    "\(cameraKey)" = "«We need your camera».";
    --- /App/en.lproj/InfoPlist.strings
    "\(cameraKey)" = "We need your camera.";
    """, "No clear reason: say what this app does with your camera"),
  Row(
    ["empty-purpose-string", "empty-translation"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>\(cameraKey)</key>\n«<string></string>»"))
    --- /App/de.lproj/InfoPlist.strings
    "\(cameraKey)" = "";
    --- /App/fr.lproj/InfoPlist.strings
    "\(cameraKey)" = " ";
    """, "“\(cameraKey)” is empty (ITMS-90738)"),
  Row(
    ["empty-purpose-string", "empty-translation"],
    """
    --- /App/Info.plist
    \(plist(english + camera))
    --- /App/de.lproj/InfoPlist.strings
    "\(cameraKey)" = «""»;
    --- /App/es.lproj/InfoPlist.strings
    "\(cameraKey)" = "Escanea tus recibos.";
    --- /App/fr.lproj/InfoPlist.strings
    "\(cameraKey)" = "";
    """, "“\(cameraKey)” is empty in German and French (ITMS-90738)"),
  // Firebase’s settings are no Info.plist, whatever their name.
  Row(
    ["translation-without-original"],
    """
    --- /App/GoogleService-Info.plist
    \(plist(entry("PROJECT_ID", "notes")))
    --- /App/de.lproj/InfoPlist.strings
    "NSContactsUsageDescription" = "Diese App findet Freunde in deinen Kontakten.";
    """),
  // A text may not be in the language that Xcode gave the project.
  Row(
    ["missing-translation"],
    """
    --- /App/Info.plist
    \(plist(
      english + entry(cameraKey, "Pour la gestion de vos prêts") + entry("NSContactsUsageDescription", "按姓名查找您的朋友。")
        + entry("NSMicrophoneUsageDescription", "«Record voice notes for Café Zürich»")))
    --- /App/fr.lproj/InfoPlist.strings
    \(table(("CFBundleName", "Prêts")))
    """,
    "“NSMicrophoneUsageDescription” is not translated into French"),
  // That a text denies the use is told once.
  Row(
    ["deprecated-purpose-key", "vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(english + "<key>NSCalendarsUsageDescription</key>\n<string>«This app does not use your calendar».</string>\n"))
    """,
    "The text denies the use: if a library needs the key, say what for; if not, remove it"),
  Row(
    ["deprecated-purpose-key", "vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(
      english + "<!-- privacy-lsp:ignore vague-purpose: for a library -->\n<key>«NSCalendarsUsageDescription»</key>\n"
        + "<string>This app does not use your calendar.</string>\n"))
    """,
    "“NSCalendarsUsageDescription” is deprecated; as of iOS 17.0 the system reads "
      + "“NSCalendarsFullAccessUsageDescription” or “NSCalendarsWriteOnlyAccessUsageDescription”"),
  // One text for several keys is one finding.
  Row(
    ["same-text", "vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(
      english + "<key>\(cameraKey)</key>\n<string>«This app does not use this».</string>\n"
        + entry("NSMicrophoneUsageDescription", "This app does not use this.")
        + entry("NSSiriUsageDescription", "This app does not use this.")))
    """,
    "The text denies the use: if a library needs the key, say what for; if not, remove it"),
  Row(
    ["same-text", "vague-purpose", "suppression"],
    """
    --- /App/Info.plist
    \(plist(
      english + "<key>\(cameraKey)</key>\n<string>«This app does not use this».</string>\n"
        + "<!-- privacy-lsp:ignore vague-purpose: a library asks -->\n"
        + entry("NSMicrophoneUsageDescription", "This app does not use this.")))
    """,
    "The text denies the use: if a library needs the key, say what for; if not, remove it"),
  // Keys of one resource are one mistake.
  Row(
    ["purpose-key-without-effect", "deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "macosx", "INFOPLIST_FILE = App/Info.plist;"))
    --- /App/App/Info.plist
    \(plist(
      entry("«NSLocationAlwaysAndWhenInUseUsageDescription»", "This app warns you of storms.")
        + entry("NSLocationAlwaysUsageDescription", "This app warns you of storms.")
        + entry("«NSFaceIDUsageDescription»", "This app unlocks your notes.")
        + "<!-- privacy-lsp:ignore purpose-key-without-effect: for a library -->\n"
        + entry("NSLocationWhenInUseUsageDescription", "This app warns you of storms.")))
    """,
    "“NSLocationAlwaysAndWhenInUseUsageDescription” and “NSLocationAlwaysUsageDescription” have no effect on macOS; "
      + "the system reads “NSLocationUsageDescription”",
    "“NSFaceIDUsageDescription” has no effect on macOS; it is for iOS and iPadOS"),
  // A Mac Catalyst app may need the Mac’s key.
  Row(
    ["deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "SUPPORTS_MACCATALYST = YES; INFOPLIST_FILE = App/Info.plist;"))
    --- /App/App/Info.plist
    \(plist(entry("NSLocationUsageDescription", "This app warns you of storms.")))
    """),
  Row(
    ["deprecated-purpose-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "IPHONEOS_DEPLOYMENT_TARGET = 15.0; INFOPLIST_FILE = App/Info.plist;"))
    --- /App/App/Info.plist
    \(plist(entry("«NSLocationUsageDescription»", "This app warns you of storms.")))
    """,
    "“NSLocationUsageDescription” has no effect as of iOS 8.0, and the app supports nothing older"),
  // tvOS never asks for the local network, so nobody reads the text.
  Row(
    ["missing-translation"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "appletvos", "INFOPLIST_FILE = App/Info.plist;"))
    --- /App/App/Info.plist
    \(plist(
      english + entry("NSLocalNetworkUsageDescription", "This app finds your media server.")
        + entry("NSMicrophoneUsageDescription", "«This app searches for what you say.»")))
    --- /App/App/de.lproj/InfoPlist.strings
    \(table(("CFBundleName", "Kino")))
    """,
    "“NSMicrophoneUsageDescription” is not translated into German"),
  // An entry that is used for tracking says that the app tracks.
  Row(
    ["purpose-string-without-tracking", "tracked-while-tracking-is-off"],
    """
    --- /App/Info.plist
    \(plist(entry("NSUserTrackingUsageDescription", "This app shows ads for what you did in other apps.")))
    --- /App/PrivacyInfo.xcprivacy
    \(plist("<key>NSPrivacyCollectedDataTypes</key>\n<array>\n" + tracked("«<true/>»") + tracked("<true/>") + "</array>"))
    """,
    "2 entries are used for tracking, but “NSPrivacyTracking” is not true"),
  // A comment at the first speaks for all, one at another for that alone.
  Row(
    ["tracked-while-tracking-is-off", "unused-suppression"],
    """
    --- /App/PrivacyInfo.xcprivacy
    \(plist(
      "<key>NSPrivacyCollectedDataTypes</key>\n<array>\n" + tracked("«<true/>»")
        + tracked("<!-- privacy-lsp:ignore tracked-while-tracking-is-off: a library’s -->\n<true/>") + "</array>"))
    --- /App/Kit/PrivacyInfo.xcprivacy
    \(plist(
      "<key>NSPrivacyCollectedDataTypes</key>\n<array>\n"
        + tracked("<!-- privacy-lsp:ignore tracked-while-tracking-is-off: a library’s -->\n<true/>")
        + tracked("<true/>") + "</array>"))
    """,
    "This entry is used for tracking, but “NSPrivacyTracking” is not true"),
  // Xcode writes settings over what Info.plist has.
  Row(
    ["duplicate-key", "vague-purpose"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = App/Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";"))
    --- /App/App/Info.plist
    \(plist(english + entry("«\(cameraKey)»", "This app does not use the camera.")))
    """,
    "“\(cameraKey)” is also a build setting, whose text replaces this one"),
  Row(
    ["duplicate-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = App/Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";"))
    --- /App/App/Info.plist
    \(plist(english + entry(cameraKey, scans)))
    """),
  Row(
    ["duplicate-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(
      sdk: "iphoneos",
      "GENERATE_INFOPLIST_FILE = NO; INFOPLIST_FILE = App/Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";"))
    --- /App/App/Info.plist
    \(plist(english + entry(cameraKey, "This app scans tickets.")))
    """),
  // What one configuration lacks, or Info.plist takes from the settings, isn’t replaced.
  Row(
    ["duplicate-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(targets: [
      ("App", ["INFOPLIST_FILE = App/Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";", "INFOPLIST_FILE = App/Info.plist;"])
    ]))
    --- /App/App/Info.plist
    \(plist(english + entry(cameraKey, "This app scans tickets.")))
    """),
  Row(
    ["duplicate-key"],
    """
    --- /App/App.xcodeproj/project.pbxproj
    \(project(sdk: "iphoneos", "INFOPLIST_FILE = App/Info.plist; INFOPLIST_KEY_\(cameraKey) = \"\(scans)\";"))
    --- /App/App/Info.plist
    \(plist(english + entry(cameraKey, "$(INFOPLIST_KEY_\(cameraKey))")))
    """),
  // Which of two texts stays comes before its style, but not before its content.
  Row(
    ["duplicate-key", "missing-full-stop"],
    """
    --- /App/de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Liest deine Belege mit der Kamera ein";
    "«NSCameraUsageDescription»" = "Trägt deine Termine in den Kalender ein";
    --- /App/fr.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Cette app lit vos reçu«s»";
    "«NSCameraUsageDescription»" = "Cette app lit vos reçus";
    """,
    "Duplicate key “NSCameraUsageDescription”", "Missing full stop", "Duplicate key “NSCameraUsageDescription”"),
  Row(
    ["duplicate-key", "vague-purpose"],
    """
    --- /App/Info.plist
    \(plist(
      english + "<key>\(cameraKey)</key>\n<string>«We need your camera».</string>\n" + entry("«\(cameraKey)»", scans)))
    """,
    "No clear reason: say what this app does with your camera", "Duplicate key “NSCameraUsageDescription”"),
  // A Mac app without the sandbox never meets App Review.
  Row(
    ["bare-purpose"],
    """
    --- /App/Info.plist
    \(plist(entry("LSMinimumSystemVersion", "13.0") + entry(cameraKey, "«This app uses the camera to scan QR codes.»")))
    --- /App/Debug.entitlements
    \(plist("<key>com.apple.security.app-sandbox</key>\n<false/>"))
    --- /App/Release.entitlements
    \(plist("<key>com.apple.security.app-sandbox</key>\n<true/>"))
    """,
    "Too general for App Review: add an example of what this app does with your camera"),
  Row(
    ["bare-purpose"],
    """
    --- /App/Info.plist
    \(plist(entry("LSMinimumSystemVersion", "13.0") + entry(cameraKey, "This app uses the camera to scan QR codes.")))
    --- /App/App.entitlements
    \(plist("<key>com.apple.security.app-sandbox</key>\n<false/>"))
    """),
  // The app’s name and the variable that the build makes it of are one text.
  Row(
    ["bare-purpose"],
    """
    --- /App/Info.plist
    \(plist(english + entry("CFBundleDisplayName", "Quill") + entry(cameraKey, "$(APP_NAME) uses the camera to scan QR codes.")))
    --- /App/de.lproj/InfoPlist.strings
    \(table(("CFBundleName", "Belege")))
    --- /App/en.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«Quill uses the camera to scan QR codes.»";
    """,
    "Too general for App Review: add an example of what this app does with your camera"),
  Row(
    ["bare-purpose"],
    """
    --- /App/Info.plist
    \(plist(english + entry("CFBundleDisplayName", "Quill") + entry(cameraKey, "«$(APP_NAME) uses the camera to scan codes.»")))
    --- /App/de.lproj/InfoPlist.strings
    \(table(("CFBundleName", "Belege")))
    --- /App/en.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "«Quill uses the camera to scan QR codes.»";
    """,
    "Too general for App Review: add an example of what this app does with your camera",
    "Too general for App Review: add an example of what this app does with your camera"),
]

/// Rules that look at several files, over whole projects.
@Suite struct ProjectRulesTests {
  @Test func filesThatLieTogether() {
    for row in rows + suffixRows {
      let all = MarkedText(row.files).files
      // Of a table by another name only its folder is known.
      let renamed = all.filter { FileKind.isRenamedTable(String($0.path.split(separator: "/").last ?? "")) }
      let folders = renamed.map { $0.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } }
      let files = all.filter { file in !renamed.contains { $0.path == file.path } }
      let read = files.map { linter.read(document($0.text, path: $0.path)) }
      var folder = ProjectFolder(path: "/App", files: read, languageFolders: folders)
      folder.foldersOfRenamedTables = Set(folders)
      let grouped = linter.folderTargets(in: folder)
      let targets = grouped.targets
      var messages: [String] = []
      for file in files {
        let own = targets.filter { $0.file(at: file.path) != nil }
        var whole = Project(targets: own, path: file.path)
        whole.isLeftOver = grouped.leftOver.contains(file.path)
        whole.lostTables = grouped.lostTables[file.path]
        whole.texts = ProjectTexts(
          targets: targets, files: read.filter { !grouped.leftOver.contains($0.path) }, catalog: .bundled)
        let project = whole
        let found = linter.lint(document(file.text, path: file.path), project: project)
          .filter { row.rules.contains($0.rule) }
        expectEqual(
          MarkedText.marking(found.map(\.range), in: file.source), MarkedText.marking(file.ranges, in: file.source),
          file.path)
        messages += found.map(\.message)
        for finding in found {
          let places = finding.related.map { "\($0.path ?? file.path) \($0.range)" }
          expectEqual(Set(places).count, places.count, "a place is named twice: \(finding.message) \(places)")
        }
      }
      expectEqual(messages, row.expected)
    }
  }

  /// The titles of the fixes of a rule's first finding in the first of some files.
  private func fixTitles(_ rule: String, _ files: [Document]) throws -> [String] {
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: files.map(linter.read)))
    let first = try #require(files.first)
    let found = linter.lint(first, project: Project(targets: targets, path: first.path))
    return try #require(found.first { $0.rule == rule }, "\(rule) in \(found.map(\.rule))").fixes.map(\.title)
  }

  @Test func onlyFixesThatHelpAreOffered() throws {
    // Many languages are filled in together.
    for (languages, count) in [(["de", "fr"], 3), (["de", "fr", "it", "nl", "sv", "da"], 1)] {
      let tables = languages.map { document("CFBundleName = x;\n", path: "/App/\($0).lproj/InfoPlist.strings") }
      let info = document(plist(english + camera), path: "/App/Info.plist")
      expectEqual(try fixTitles("missing-translation", [info] + tables).count, count, "\(languages)")
    }
    // There is no sentence to rewrite a text with in another language.
    for (region, text, rule, count) in [
      ("en", "사진을 선택하기 위해 사진 접근 권한이 필요합니다.", "bare-purpose", 0),
      ("ja", "…", "placeholder-text", 0), ("en", "…", "placeholder-text", 1),
      ("ja", "Used to upload photos.", "bare-purpose", 1),
    ] {
      let entries = entry("CFBundleDevelopmentRegion", region) + entry("NSPhotoLibraryUsageDescription", text)
      let info = document(plist(entries), path: "/App/Info.plist")
      expectEqual(try fixTitles(rule, [info]).count, count, "\(region) \(text)")
    }
    // A text that an entitlement needs is added to Info.plist, not taken from the translations.
    let key = "com.apple.security.personal-information.photos-library"
    let files = [
      document(
        "\"NSPhotoLibraryUsageDescription\" = \"This app saves keys in photos.\";\n",
        path: "/App/en.lproj/InfoPlist.strings"),
      document(plist(english + camera), path: "/App/Info.plist"),
      document(plist("<key>\(key)</key>\n<true/>\n"), path: "/App/App.entitlements"),
    ]
    let added = "Add “NSPhotoLibraryUsageDescription” to Info.plist with its existing text"
    expectEqual(try fixTitles("translation-without-original", files).first, added)
    // Nor does the entitlement tell the same once more.
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: files.map(linter.read)))
    expectEqual(linter.lint(files[2], project: Project(targets: targets, path: files[2].path)).map(\.rule), [])
    expectEqual(
      linter.lint(files[0], project: Project(targets: targets, path: files[0].path)).flatMap(\.related).map(\.message),
      ["The key is missing here", "This entitlement needs it"])
    // What took the place of a key gets its translations.
    let calendars = "NSCalendarsFullAccessUsageDescription"
    let writing = "NSCalendarsWriteOnlyAccessUsageDescription"
    let old = "NSCalendarsUsageDescription"
    expectEqual(
      try fixTitles(
        "translation-without-original",
        [
          document(table((old, "Adds your bookings.")), path: "/App/en.lproj/InfoPlist.strings"),
          document(table((old, "Trägt Termine ein.")), path: "/App/de.lproj/InfoPlist.strings"),
          document(plist(english + entry(calendars, "Adds your bookings.")), path: "/App/Info.plist"),
        ]),
      ["Change to “\(calendars)” in 2 files", "Remove “\(old)” in 2 files"])
    // Where there are translations, an empty text gets one of theirs and stays.
    for (region, titles) in [
      ("nl", ["Use the Dutch text"]), ("en", ["Write a text to fill in"]),
    ] {
      let tables = [("de", "Liest deine Belege ein."), ("nl", "Leest je bonnen in.")].map { language, text in
        document(table((cameraKey, text)), path: "/App/\(language).lproj/InfoPlist.strings")
      }
      let info = document(
        plist(entry("CFBundleDevelopmentRegion", region) + entry(cameraKey, "")), path: "/App/Info.plist")
      expectEqual(try fixTitles("empty-purpose-string", [info] + tables), titles, region)
    }
    // Only an app that runs in the background for it uses the location there.
    for (modes, words) in [("<string>location</string>", "in the background "), ("<string>fetch</string>", "")] {
      let info = plist(
        english + entry("NSLocationAlwaysAndWhenInUseUsageDescription", "We need your location.")
          + "<key>UIBackgroundModes</key>\n<array>\(modes)</array>\n")
      expectEqual(
        try fixTitles("vague-purpose", [document(info, path: "/App/Info.plist")]),
        ["Rewrite as “This app uses your location \(words)to …”"], modes)
    }
    // While a supported system reads the old key, it stays.
    for (system, titles) in [
      ("15.0", ["Add “\(calendars)” with the same text", "Add “\(writing)” with the same text"]),
      ("17.0", ["Change to “\(calendars)”", "Change to “\(writing)”"]),
    ] {
      let settings = "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = \(system);"
      expectEqual(
        try fixTitles(
          "deprecated-purpose-key",
          [
            document(plist(english + entry(old, "Adds your bookings.")), path: "/App/Info.plist"),
            document(project(sdk: "iphoneos", settings), path: "/App/App.xcodeproj/project.pbxproj"),
          ]), titles, system)
    }
  }

  /// A key that is left over in a catalog goes with the comma that goes with it.
  @Test func whatIsLeftOverInACatalogCanGo() throws {
    let old = "\"NSContactsUsageDescription\" : {\n      \"extractionState\" : \"manual\"\n    }"
    let name = "\"CFBundleName\" : {\n    }"
    for (before, after) in [
      ("\n    \(old),\n    \(name)\n  ", "\n    \(name)\n  "), ("\n    \(name),\n    \(old)\n  ", "\n    \(name)\n  "),
      ("\n    \(name),\n    \(old),\n    \(name)\n  ", "\n    \(name),\n    \(name)\n  "), ("\(old)", ""),
    ] {
      func catalog(_ strings: String) -> String {
        "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\(strings)},\n  \"version\" : \"1.0\"\n}\n"
      }
      let files = [
        document(catalog(before), path: "/App/InfoPlist.xcstrings"),
        document(plist(english + camera), path: "/App/Info.plist"),
      ]
      expectEqual(
        try fixTitles("translation-without-original", files),
        [
          "Remove “NSContactsUsageDescription”",
          "Add “NSContactsUsageDescription” to Info.plist with a text to fill in",
        ])
      let targets = linter.targets(in: ProjectFolder(path: "/App", files: files.map(linter.read)))
      let found = linter.lint(files[0], project: Project(targets: targets, path: files[0].path))
      let edits = found.first { $0.rule == "translation-without-original" }?.fixes.first?.edits ?? []
      expectEqual(String(decoding: files[0].text.applying(edits).bytes, as: UTF8.self), catalog(after), before)
    }
  }

  /// The edits that a rule's first finding in the first of some files offers first, by the files.
  private func firstFix(_ rule: String, _ files: [Document]) throws -> [String] {
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: files.map(linter.read)))
    let first = try #require(files.first)
    let found = linter.lint(first, project: Project(targets: targets, path: first.path))
    let fix = try #require(found.first { $0.rule == rule }?.fixes.first, "\(rule) in \(found.map(\.rule))")
    return ["\(fix.isPreferred) \(fix.title)"] + fix.otherFiles.map(\.path).sorted()
  }

  @Test func fixesMendAllFilesThatBelongTogether() throws {
    // What no system reads goes with its translations.
    let lights = entry("NSLocationUsageDescription", "This app shows bus stops near you.")
    let german = "/App/de.lproj/InfoPlist.strings"
    let settings = project(sdk: "iphoneos", "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = 16.0;")
    expectEqual(
      try firstFix(
        "deprecated-purpose-key",
        [
          document(plist(english + lights), path: "/App/Info.plist"),
          document(table(("NSLocationUsageDescription", "Zeigt Haltestellen.")), path: german),
          document(settings, path: "/App/App.xcodeproj/project.pbxproj"),
        ]),
      ["true Remove “NSLocationUsageDescription” in 2 files", german])
    // An entitlement in the file for debugging alone would be missing in what ships.
    let sandbox = plist("<key>com.apple.security.app-sandbox</key>\n<true/>")
    let device = "com.apple.security.device.camera"
    expectEqual(
      try firstFix(
        "purpose-string-without-entitlement",
        [
          document(plist(entry("LSMinimumSystemVersion", "13.0") + camera), path: "/App/Info.plist"),
          document(sandbox, path: "/App/Debug.entitlements"), document(sandbox, path: "/App/Release.entitlements"),
        ]),
      [
        "false Add “\(device)” to Debug.entitlements and Release.entitlements", "/App/Debug.entitlements",
        "/App/Release.entitlements",
      ])
    // What is off is turned on, not added once more.
    let off = plist("<key>com.apple.security.app-sandbox</key>\n<true/>\n<key>\(device)</key>\n<false/>")
    let files = [
      document(plist(entry("LSMinimumSystemVersion", "13.0") + camera), path: "/App/Info.plist"),
      document(off, path: "/App/App.entitlements"),
    ]
    expectEqual(
      try firstFix("purpose-string-without-entitlement", files),
      ["false Turn on “\(device)” in App.entitlements", "/App/App.entitlements"])
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: files.map(linter.read)))
    let found = linter.lint(files[0], project: Project(targets: targets, path: files[0].path))
      .first { $0.rule == "purpose-string-without-entitlement" }
    expectEqual(found?.related.map(\.message), ["The entitlement is off here"])
    let edits = found?.fixes.first?.otherFiles.flatMap(\.edits) ?? []
    expectEqual(
      String(decoding: files[1].text.applying(edits).bytes, as: UTF8.self),
      plist("<key>com.apple.security.app-sandbox</key>\n<true/>\n<key>\(device)</key>\n<true/>"))
  }

  /// Of two values under one key only their writer knows which is meant.
  @Test func eitherOfTwoValuesCanGo() throws {
    let long = "This app uses your camera to scan the codes on all your parcels."
    for (path, text, titles) in [
      (
        "/App/de.lproj/InfoPlist.strings", table((cameraKey, scans), (cameraKey, long)),
        [
          "Remove the first one, “This app uses your camera to scan receip…”",
          "Remove the second one, “This app uses your camera to scan the co…”",
        ]
      ),
      (
        "/App/Info.plist", plist(entry(cameraKey, "A") + entry(cameraKey, "B")),
        ["Remove the first one, “A”", "Remove the second one, “B”"]
      ),
      (
        "/App/App.entitlements",
        plist(["true", "false"].map { "<key>com.apple.security.app-sandbox</key>\n<\($0)/>\n" }.joined()),
        ["Remove the first one, “true”", "Remove the second one, “false”"]
      ),
      ("/App/de.lproj/InfoPlist.strings", table((cameraKey, scans), (cameraKey, scans)), ["Remove the duplicate"]),
      // Without the first, Apple’s parser would stop at once.
      (
        "/App/de.lproj/InfoPlist.strings", table((cameraKey, "A")) + "(<\n" + table((cameraKey, "B")),
        ["Remove the second one, “B”"]
      ),
    ] {
      expectEqual(try fixTitles("duplicate-key", [document(text, path: path)]), titles)
    }
  }

  /// The catalog gets the key in every language that it has others in.
  /// One finding about several texts has a fix for all of them.
  @Test func theFixForManyTextsMendsAll() throws {
    let texts = [
      ("NSCameraUsageDescription", "This app scans receipts."),
      ("NSContactsUsageDescription", "This app finds friends."),
      ("NSMicrophoneUsageDescription", "This app records notes."),
    ]
    let info = document(plist(english + texts.map { entry($0, $1) }.joined()), path: "/App/Info.plist")
    func unit(_ language: String) -> String {
      "\"\(language)\" : { \"stringUnit\" : { \"state\" : \"translated\", \"value\" : \"Cette app fait cela.\" } }"
    }
    let name = "\"CFBundleName\" : { \"localizations\" : { \(unit("de")), \(unit("fr")) } }"
    let half = texts.map { key, _ in "\"\(key)\" : { \"localizations\" : {\n \(unit("fr"))\n } }" }
    func catalog(_ entries: [String]) -> Document {
      let strings = "{\n\(entries.joined(separator: ",\n"))\n}"
      let text = "{ \"sourceLanguage\" : \"en\", \"strings\" : \(strings), \"version\" : \"1.0\" }"
      return document(text, path: "/App/InfoPlist.xcstrings")
    }
    func findings(_ documents: [Document], in linted: Int) -> [Diagnostic] {
      let folder = ProjectFolder(path: "/App", files: documents.map(linter.read), languageFolders: ["/App/de.lproj"])
      let project = Project(targets: linter.targets(in: folder), path: documents[linted].path)
      return linter.lint(documents[linted], project: project).filter { $0.rule == "missing-translation" }
    }
    for (linted, other) in [
      (0, document(table(("CFBundleName", "Belege")), path: "/App/de.lproj/InfoPlist.strings")),
      (0, catalog([name])), (1, catalog([name] + half)),
    ] {
      var documents = [info, other]
      let found = findings(documents, in: linted)
      expectEqual(found.count, 1, other.path + " \(linted)")
      let fix = try #require(found.first?.fixes.first, "\(other.path)")
      let edits = [FileEdits(path: documents[linted].path, edits: fix.edits)] + fix.otherFiles
      for (index, before) in documents.enumerated() {
        let after = before.text.applying(edits.filter { $0.path == before.path }.flatMap(\.edits))
        documents[index] = document(String(decoding: after.bytes, as: UTF8.self), path: before.path)
      }
      expectEqual(findings(documents, in: linted).map(\.message), [], other.path)
    }
  }

  @Test func aKeyIsAddedToTheCatalog() throws {
    let catalog = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "CFBundleName" : {
            "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Belege" } },
              "fr" : { "stringUnit" : { "state" : "translated", "value" : "Recettes" } }
            }
          }
        },
        "version" : "1.0"
      }

      """
    let info = document(plist(camera), path: "/App/Info.plist")
    let strings = document(catalog, path: "/App/InfoPlist.xcstrings")
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: [linter.read(info), linter.read(strings)]))
    let found = linter.lint(info, project: Project(targets: targets, path: info.path))
    let finding = try #require(found.first { $0.rule == "missing-translation" })
    expectEqual(finding.related.map(\.path), [strings.path], "the catalog is named")
    let fix = try #require(finding.fixes.first)
    let edits = fix.otherFiles.flatMap(\.edits)
    expectEqual(fix.otherFiles.map(\.path), [strings.path], fix.title)
    let after = String(decoding: strings.text.applying(edits).bytes, as: UTF8.self)
    let added = """
          "NSCameraUsageDescription" : {
            "extractionState" : "manual",
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "new",
                  "value" : "This app uses your camera to scan receipts."
                }
              },
              "fr" : {
                "stringUnit" : {
                  "state" : "new",
                  "value" : "This app uses your camera to scan receipts."
                }
              }
            }
          }
      """
    expectEqual(after, catalog.replacing("    }\n  },\n  \"version\"", with: "    },\n\(added)\n  },\n  \"version\""))
  }
}
