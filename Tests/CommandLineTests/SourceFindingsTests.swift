import Foundation
import PrivacyRules
import TestSupport
import Testing

/// `lint` and `init` of whole projects with sources.
@Suite struct SourceFindingsTests {
  private struct Found {
    let path: String
    let line: Int
    let rule: String
    let severity: String
    let text: String
  }

  private func lint(_ folder: String) throws -> [Found] {
    let result = command("lint", "--format", "json", folder)
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return (report?["files"] as? [[String: Any]] ?? []).flatMap { file in
      (file["diagnostics"] as? [[String: Any]] ?? []).map { found in
        let start = (found["range"] as? [String: Any])?["start"] as? [String: Any]
        return Found(
          path: String((file["path"] as? String ?? "").dropFirst(folder.utf8.count + 1)),
          line: start?["line"] as? Int ?? 0, rule: found["rule"] as? String ?? "",
          severity: found["severity"] as? String ?? "", text: found["message"] as? String ?? "")
      }
    }
  }

  /// Our rules for those of the labelled projects.
  private static let rules: [String: Set<String>] = [
    "PM309": ["sdk-only-reason"], "PM310": ["unfitting-reason"], "PM313": ["undeclared-category"],
    "PM314": ["unused-category"], "PM402": ["missing-manifest"], "PS001": ["missing-purpose-string"],
    "PS018": ["unused-purpose-string"], "PS020": ["local-network-in-extension"],
    "PS021": ["missing-purpose-string"], "PS022": ["bonjour-without-purpose-string", "missing-purpose-string"],
    "PS025": ["background-mode-without-purpose-string"], "EN001": ["entitlement-without-purpose-string"],
    "EN004": ["entitlement-without-purpose-string"], "MANIFEST-NOT-BUNDLED": ["manifest-not-in-bundle"],
    "REASON-EVIDENCE": ["unfitting-reason"],
  ]

  /// Labelled projects outside the repository, in the folder `projects` of the one that `PRIVACY_LSP_SCAN` names.
  @Test func labelledProjects() throws {
    guard let path = ProcessInfo.processInfo.environment["PRIVACY_LSP_SCAN"] else {
      print("projects with known findings are left out, since PRIVACY_LSP_SCAN names no folder")
      return
    }
    let folder = "\(path)/projects"
    var (all, hit) = (0, 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name)/expected.json"))
      let expected = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      let found = try lint("\(folder)/\(name)")
      func matches(_ row: [String: Any]) -> [Found] {
        let rules = Self.rules[row["rule"] as? String ?? ""] ?? []
        let places = (row["evidence"] as? [[String: Any]] ?? []).compactMap { $0["file"] as? String }
        let manifest = row["manifest"] as? String
        return found.filter { one in
          guard rules.contains(one.rule) else { return false }
          // These share a rule of ours with others.
          if row["rule"] as? String == "PM310", one.severity != "information" { return false }
          if row["rule"] as? String == "PS021", !one.text.contains("NSBonjourServices") { return false }
          if let key = row["key"] as? String { return one.text.contains(key) }
          return places.contains(one.path) || one.path == manifest
            || (row["target"] as? String).map { one.text.contains("“\($0)”") } ?? false
        }
      }
      for row in expected["findings"] as? [[String: Any]] ?? [] where row["optional"] as? Bool != true {
        all += 1
        let hits = matches(row)
        if hits.contains(where: { $0.severity == row["level"] as? String }) {
          hit += 1
        } else {
          print("\(name) lacks \(row["rule"] ?? "") \(row["why"] ?? ""): \(hits.map(\.severity))")
        }
      }
      for row in expected["mustNotReport"] as? [[String: Any]] ?? [] {
        let wrong = matches(row).filter { one in
          guard let target = row["target"] as? String else { return true }
          // A target is named in the message, a category by what it is about.
          let category = (row["category"] as? String).map { $0.lowercased().prefix(6) }
          return one.text.contains("“\(target)”") && (category.map { one.text.lowercased().contains($0) } ?? true)
        }
        expectEqual(wrong.map { "\($0.path):\($0.line) \($0.text)" }, [], "\(name): \(row["why"] ?? "")")
      }
    }
    print("labelled projects: \(hit) of \(all) findings")
    expectTrue(all > 0 && hit * 100 >= all * 88, "\(hit) of \(all) findings in labelled projects")
  }

  private static let description = """
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        info: {path: App/Info.plist}
    """

  /// From nothing to a manifest that only waits for a choice, and no file is touched twice.
  @Test func initWritesWhatIsMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write("project.yml", Self.description)
    try folder.write("App/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try folder.write("App/Main.swift", "let a = UserDefaults.standard\n")
    let first = command("init", folder.path)
    expectEqual(first.status, 0, first.errors)
    expectTrue(folder.shortened(first.output).contains("App/PrivacyInfo.xcprivacy for “App”"), first.output)
    let written = try String(contentsOfFile: "\(folder.path)/App/PrivacyInfo.xcprivacy", encoding: .utf8)
    expectTrue(written.contains("<!-- CA92.1 may fit App/Main.swift"), written)
    expectTrue(written.contains("<string>…</string>"), written)
    expectEqual(try lint(folder.path).map(\.rule).filter { $0 != "not-a-dictionary" }, ["unknown-reason"], "left to do")
    let second = command("init", folder.path)
    expectTrue(second.output.contains("“App” has "), second.output)
    expectEqual(
      try String(contentsOfFile: "\(folder.path)/App/PrivacyInfo.xcprivacy", encoding: .utf8), written, "a second run")
    try folder.write("App/PrivacyInfo.xcprivacy", written.replacing("<string>…<", with: "<string>CA92.1<"))
    expectEqual(try lint(folder.path).map(\.text), [], "all is declared")
    expectEqual(command("init", "\(folder.path)/none").status, 2, "no folder")
  }

  /// Where `init` writes a manifest, and what it says of the project.
  @Test(arguments: [
    InitRow(
      "a package’s folder that it copies",
      [
        "Package.swift": package("resources: [.process(\"Resources\")]"),
        "Sources/Kit/A.swift": use, "Sources/Kit/Resources/a.plist": "",
      ], ["Wrote Sources/Kit/Resources/PrivacyInfo.xcprivacy for “Kit”"]),
    InitRow(
      "a package that copies nothing",
      ["Package.swift": package("path: \"Kit\", sources: [\"Code\"]"), "Kit/Code/A.swift": use],
      [
        "Wrote Kit/PrivacyInfo.xcprivacy for “Kit”",
        "In Package.swift, add “resources: [.copy(\"PrivacyInfo.xcprivacy\")]” to the target “Kit”.",
      ]),
    InitRow(
      "a manifest that is declared and isn’t there",
      [
        "Package.swift": package("path: \"Kit\", resources: [.copy(\"Data/PrivacyInfo.xcprivacy\")]"),
        "Kit/A.swift": use, "Kit/Data/a.plist": "",
      ], ["Wrote Kit/Data/PrivacyInfo.xcprivacy for “Kit”"]),
    InitRow(
      "XcodeGen’s sources, not the folder of the Info.plist",
      [
        "project.yml": description.replacing("App/Info", with: "Conf/Info"), "App/A.swift": use, "Conf/Info.plist": "",
      ],
      [
        "Wrote App/PrivacyInfo.xcprivacy for “App”",
        "Run “xcodegen”, and make sure that the sources of “App” have the file.",
      ]),
    InitRow(
      "sources that two targets share",
      [
        "project.yml": """
        targets:
          App: {type: application, platform: [iOS, macOS], sources: [App, Common]}
        """, "App/A.swift": use, "Common/B.swift": "let b = 1\n",
      ],
      [
        "Wrote App/PrivacyInfo.xcprivacy for “App_iOS”",
        "Run “xcodegen”, and make sure that the sources of “App_iOS” have the file.",
      ]),
    InitRow(
      "a folder that several targets share isn’t the place of any",
      [
        "project.yml": """
        targets:
          App: {type: application, platform: iOS, sources: [Shared, App]}
          Widget: {type: app-extension, platform: iOS, sources: [Shared, Widget]}
        """, "App/A.swift": use, "Shared/S.swift": "let s = 1\n", "Widget/W.swift": use,
      ],
      [
        "Wrote App/PrivacyInfo.xcprivacy for “App”",
        "Run “xcodegen”, and make sure that the sources of “App” have the file.",
        "Wrote Widget/PrivacyInfo.xcprivacy for “Widget”",
        "Run “xcodegen”, and make sure that the sources of “Widget” have the file.",
      ]),
    InitRow(
      "a pod, whose resources could lie over those of the app",
      [
        "Kit.podspec": "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.source_files = 'Kit/**/*'\nend\n",
        "Kit/A.swift": use,
      ],
      [
        "Wrote Kit/PrivacyInfo.xcprivacy for “Kit”",
        "In Kit.podspec, add “s.resource_bundles = { 'Kit_Privacy' => ['Kit/PrivacyInfo.xcprivacy'] }”.",
      ]),
    InitRow(
      "a manifest in no bundle",
      [
        "Package.swift": package("path: \"Kit\""), "Kit/A.swift": use,
        "Kit/PrivacyInfo.xcprivacy": "<plist version=\"1.0\"><dict/></plist>\n",
      ], ["“Kit” has Kit/PrivacyInfo.xcprivacy, which isn’t in its bundle"]),
    InitRow(
      "an app for the Mac",
      [
        "project.yml": description.replacing("iOS", with: "macOS"), "App/A.swift": use,
      ], [], note: "nothing in TREE that is built for iOS needs a manifest"),
    InitRow(
      "a place that lies outside",
      ["sub/project.yml": description.replacing("sources: [App]", with: "sources: [../App]"), "App/A.swift": use], [],
      in: "sub", note: "nothing in TREE that is built for iOS needs a manifest"),
  ])
  func initPlaces(row: InitRow) throws {
    let folder = try TemporaryFolder()
    for (path, text) in row.files { try folder.write(path, text) }
    let root = row.root.isEmpty ? folder.path : "\(folder.path)/\(row.root)"
    let result = command("init", root)
    expectEqual(
      result.output.replacing("\(root)/", with: "").split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { !$0.hasPrefix("Choose") }.map(String.init), row.says, row.what)
    let isNoted = row.note.isEmpty || result.errors.replacing(root, with: "TREE").contains(row.note)
    expectTrue(isNoted, "\(row.what): \(result.errors)")
    expectEqual(result.status, 0, row.what)
    let again = command("init", root)
    expectTrue(!again.output.contains("Wrote"), "\(row.what), again: \(again.output)")
  }

  struct InitRow: Sendable, CustomTestStringConvertible {
    let what: String
    let files: [String: String]
    let says: [String]
    let root: String
    let note: String
    var testDescription: String { what }

    init(_ what: String, _ files: [String: String], _ says: [String], in root: String = "", note: String = "") {
      (self.what, self.files, self.says, self.root, self.note) = (what, files, says, root, note)
    }
  }
  private static let use = "let a = UserDefaults.standard\n"
  private static func package(_ arguments: String) -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
      targets: [.target(name: "Kit", \(arguments))])

    """
  }

  /// Nothing is written through a link or beside what was named.
  @Test func initWritesNothingOutside() throws {
    let folder = try TemporaryFolder()
    try folder.write("real/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try folder.write("proj/a/b.xcodeproj/project.pbxproj", "")
    try folder.write(
      "proj/project.yml",
      Self.description.replacing("sources: [App]", with: "sources: [{path: App, buildPhase: sources}]")
        .replacing("App/Info", with: "Conf/Info"))
    try folder.write("proj/App/A.swift", Self.use)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/proj/Conf", withDestinationPath: "\(folder.path)/real")
    let result = command("init", "\(folder.path)/proj")
    expectEqual(result.status, 2, result.errors)
    expectTrue(result.errors.contains("is outside"), result.errors)
    expectEqual(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/real"), ["Info.plist"])
    for path in ["proj/App/A.swift", "proj/a/b.xcodeproj"] {
      let named = command("init", "\(folder.path)/\(path)")
      expectEqual(named.status, 2, named.errors)
      expectTrue(named.errors.contains("is not the folder of a project"), named.errors)
    }
  }

  /// A file that is named is compared with the sources of its project, and a source that is named is linted.
  @Test func namedFilesSayWhatTheirFolderSays() throws {
    let folder = try TemporaryFolder()
    try folder.write("Apps/project.yml", Self.description)
    try folder.write("Apps/App/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try folder.write("Apps/App/Main.swift", "let a = UserDefaults.standard\n")
    try folder.write("Apps/App/Other.swift", "let b = 1\n")
    try folder.write(
      "Apps/App/PrivacyInfo.xcprivacy",
      "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>\n")
    for isRepository in [false, true] {
      if isRepository { try folder.write(".git/HEAD", "ref: refs/heads/main\n") }
      let all = try lint(folder.path).map { "\($0.path.split(separator: "/").last ?? "") \($0.rule)" }
      expectEqual(
        all.filter { $0.hasSuffix("undeclared-category") }, ["PrivacyInfo.xcprivacy undeclared-category"],
        "the folder")
      for name in ["Info.plist", "Main.swift", "Other.swift", "PrivacyInfo.xcprivacy"] {
        let found = try lint("\(folder.path)/Apps/App/\(name)").map { "\(name) \($0.rule)" }
        // Where the manifest is linted too, it tells what the calls lack.
        let own = name == "Main.swift" ? ["\(name) undeclared-category"] : []
        expectEqual(found, all.filter { $0.hasPrefix(name) } + own, name)
      }
    }
    // What a merge left is said once, where it is.
    let half = "<<<<<<< ours\n\(Self.description)\n=======\n\(Self.description)\n>>>>>>> theirs\n"
    try folder.write("Apps/project.yml", half)
    for path in [folder.path, "\(folder.path)/Apps/project.yml"] {
      expectEqual(
        try lint(path).filter { $0.text.contains("merge") }.map { "\($0.rule) \($0.line)" }, ["malformed-file 1"],
        path)
    }
    // In no project.
    try folder.write("Loose.swift", "let a = UserDefaults.standard\n")
    expectEqual(try lint("\(folder.path)/Loose.swift").map(\.rule), [], "a source in no target")
  }

  /// What is read of a target’s own files and settings, and of nobody else’s.
  @Test(arguments: [
    TreeRow(
      "a folder that a description of no package hides from Xcode",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init(
            "App",
            settings: "INFOPLIST_FILE = \"Sources/App-Info.plist\"; INFOPLIST_KEY_NSLocalNetworkUsageDescription = "
              + "\"This app looks for your speakers to play music on them.\";")
        ]),
        "Sources/Package.swift": "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package()\n",
        "Sources/App-Info.plist":
          "<plist version=\"1.0\"><dict><key>NSBonjourServices</key><array><string>_a._tcp</string></array></dict>"
          + "</plist>\n",
      ], []),
    TreeRow(
      "a project that was put aside",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", folder: "App")]),
        "App.xcodeproj.backup/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_KEY_NSCameraUsageDescription = \"TODO\";", folder: "App")
        ]),
        "App/Main.swift": "let a = 1\n",
      ], ["App.xcodeproj/project.pbxproj missing-manifest"]),
    TreeRow(
      "the languages of another target",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de",
          [.init("App", settings: scans), .init("Clock", files: ["Clock/de.lproj/Interface.strings"])]),
        "Clock/de.lproj/Interface.strings": "\"1.text\" = \"Uhr\";\n",
      ], []),
    TreeRow(
      "those of a folder that another target has",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de", [.init("App", settings: scans), .init("Share", folder: "Share")]),
        "Share/de.lproj/Main.strings": "\"1.text\" = \"Teilen\";\n",
      ], []),
    TreeRow(
      "those that the project lists, not others on disk",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, fr", [.init("App", settings: scans, files: ["App/fr.lproj/InfoPlist.strings"])]),
        "App/fr.lproj/InfoPlist.strings": "CFBundleName = Notes;\n",
        "App/de.lproj/InfoPlist.strings": "CFBundleName = Belege;\n",
        "App/it.lproj/Main.strings": "\"1.text\" = \"Condividi\";\n",
      ],
      ["App.xcodeproj/project.pbxproj missing-translation “NSCameraUsageDescription” is not translated into French"]),
    TreeRow(
      "those in which only Siri speaks",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de", [.init("App", settings: scans, files: ["App/de.lproj/Intents.strings"])]),
        "App/de.lproj/Intents.strings": "\"aB1c2D\" = \"Beleg scannen\";\n",
      ], []),
    TreeRow(
      "texts in the app’s other language, which the shortest don’t show by themselves",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, fr",
          [.init("App", settings: "INFOPLIST_FILE = App/Info.plist;", files: ["App/fr.lproj/Main.strings"])]),
        "App/fr.lproj/Main.strings": "\"1.text\" = \"Partager\";\n",
        "App/Info.plist": """
        <plist version="1.0"><dict>
        <key>NSCameraUsageDescription</key>
        <string>Cette application utilise la caméra pour scanner des reçus de courses, par exemple.</string>
        <key>NSFaceIDUsageDescription</key>
        <string>Utiliser Face ID pour vous connecter plus rapidement à vos listes partagées.</string>
        <key>NSMicrophoneUsageDescription</key>
        <string>Photos souvenir.</string>
        </dict></plist>

        """,
      ], ["App/Info.plist sentence-fragment"]),
    TreeRow(
      "texts in Info.plist, not those of settings that Xcode ignores",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de",
          [
            .init(
              "App", settings: scans + "GENERATE_INFOPLIST_FILE = NO; INFOPLIST_FILE = App/Info.plist;",
              files: ["App/de.lproj/Main.strings"])
          ]),
        "App/de.lproj/Main.strings": "\"1.text\" = \"Teilen\";\n",
        "App/Info.plist": "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key>"
          + "<string>This app scans your receipts.</string></dict></plist>\n",
      ], ["App/Info.plist missing-translation “NSCameraUsageDescription” is not translated into German"]),
    TreeRow(
      "a translation of a text in XcodeGen’s settings",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [App], settings: "
          + "{GENERATE_INFOPLIST_FILE: YES, INFOPLIST_FILE: App/Info.plist, "
          + "INFOPLIST_KEY_NSCameraUsageDescription: This app scans your receipts.}}\n",
        "App/Info.plist": "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>A</string></dict></plist>\n",
        "App/de.lproj/InfoPlist.strings":
          "NSCameraUsageDescription = \"Diese App scannt deine Belege.\";\n"
          + "NSContactsUsageDescription = \"Diese App findet deine Freunde.\";\n",
      ], ["App/de.lproj/InfoPlist.strings translation-without-original"]),
    TreeRow(
      "a variable with the name of its key, whose texts are elsewhere",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de",
          [.init("App", settings: "INFOPLIST_FILE = App/Info.plist;", files: ["App/de.lproj/Main.strings"])]),
        "App/de.lproj/Main.strings": "\"1.text\" = \"Teilen\";\n",
        "App/Info.plist": "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key>"
          + "<string>$(NSCameraUsageDescription)</string></dict></plist>\n",
      ], []),
    TreeRow(
      "entitlements beside those that an app is signed with",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init(
            "App",
            settings: "INFOPLIST_FILE = App/Info.plist; CODE_SIGN_ENTITLEMENTS = App/App.entitlements;")
        ]),
        "App/Info.plist": "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>A</string></dict></plist>\n",
        "App/App.entitlements": "<plist version=\"1.0\"><dict/></plist>\n",
        "App/Old.entitlements":
          "<plist version=\"1.0\"><dict><key>com.apple.developer.healthkit</key><true/></dict></plist>\n",
      ], []),
    TreeRow(
      "a text that Macs show to nobody",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_KEY_NSScreenCaptureUsageDescription = \"We need your screen.\";")
        ]).replacing("iphoneos", with: "macosx")
      ], []),
    TreeRow(
      "an English text in a project with another development language",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, ar",
          [
            .init(
              "App", settings: scans, files: ["App/en.lproj/Main.strings", "App/ar.lproj/Main.strings"])
          ]
        ).replacing("developmentRegion = en", with: "developmentRegion = ar"),
        "App/en.lproj/Main.strings": "\"1.text\" = \"Share\";\n",
        "App/ar.lproj/Main.strings": "\"1.text\" = \"مشاركة\";\n",
      ], []),
    TreeRow(
      "a deprecated key of a framework, whose texts nobody sees",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("Kit", settings: "INFOPLIST_FILE = Kit/Info.plist;")]).replacing(
          "product-type.application", with: "product-type.framework"),
        "Kit/Info.plist": "<plist version=\"1.0\"><dict><key>NSBluetoothPeripheralUsageDescription</key>"
          + "<string>This app finds your lock, for example.</string></dict></plist>\n",
      ], []),
    TreeRow(
      "a manifest deep in an app’s folder that copies another",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [{path: App, excludes: [Old]}]}\n",
        "App/PrivacyInfo.xcprivacy": declaresDefaults, "App/Main.swift": defaults,
        "App/Old/Files/PrivacyInfo.xcprivacy":
          "<plist version=\"1.0\"><dict><key>NSPrivacyTracking</key><string/></dict></plist>\n",
      ], ["App/Old/Files/PrivacyInfo.xcprivacy manifest-not-in-bundle"]),
    TreeRow(
      "those of its own, not those of a package",
      [
        "App.xcodeproj/project.pbxproj": xcode(regions: "en, de, ja", [.init("App", settings: scans, folder: "App")]),
        "App/en.lproj/Main.strings": "\"1.text\" = \"Share\";\n",
        "App/de.lproj/Main.strings": "\"1.text\" = \"Teilen\";\n",
        "Kit/Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n",
        "Kit/Sources/Kit/ja.lproj/Main.strings": "\"1.text\" = \"共有\";\n",
      ],
      ["App.xcodeproj/project.pbxproj missing-translation “NSCameraUsageDescription” is not translated into German"]),
    TreeRow(
      "those of a package whose language the project doesn’t list",
      [
        "App.xcodeproj/project.pbxproj": xcode(regions: "en, Base", [.init("App", settings: scans, folder: "App")]),
        "Kit/Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n",
        "Kit/Sources/Kit/ja.lproj/Main.strings": "\"1.text\" = \"共有\";\n",
      ], []),
    TreeRow(
      "those of a package that has all its texts",
      [
        "App.xcodeproj/project.pbxproj": xcode(regions: "en, ja", [.init("App", settings: scans, folder: "App")]),
        "Kit/Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n",
        "Kit/Sources/Kit/ja.lproj/Main.strings": "\"1.text\" = \"共有\";\n",
      ],
      ["App.xcodeproj/project.pbxproj missing-translation “NSCameraUsageDescription” is not translated into Japanese"]),
    TreeRow(
      "its own, as a catalog of other texts has them",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de, fr", [.init("App", settings: scans, folder: "App")]),
        "App/Localizable.xcstrings": """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Scan" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Los" } } } }
          },
          "version" : "1.0"
        }
        """,
      ],
      ["App.xcodeproj/project.pbxproj missing-translation “NSCameraUsageDescription” is not translated into German"]),
    TreeRow(
      "a catalog without translations",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de", [.init("App", settings: scans, files: ["App/Localizable.xcstrings"])]),
        "App/Localizable.xcstrings": "{\"sourceLanguage\": \"en\", \"strings\": {\"Scan\": {}}}",
      ], []),
    TreeRow(
      "a language that a catalog has for its regions alone",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, es, sv", [.init("App", settings: scans, files: ["App/InfoPlist.xcstrings"])]),
        "App/InfoPlist.xcstrings": """
        {"sourceLanguage": "en", "strings": {"NSCameraUsageDescription": {"localizations": {
          "en": {"stringUnit": {"value": "This app scans your receipts."}},
          "es-419": {"stringUnit": {"value": "Esta app escanea tus recibos."}},
          "es-ES": {"stringUnit": {"value": "Esta app escanea tus recibos."}}}}}}

        """,
      ], ["App/InfoPlist.xcstrings missing-translation “NSCameraUsageDescription” is not translated into Swedish"]),
    TreeRow(
      "a development region that is no language, and an English text in the table for English",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de",
          [.init("App", settings: "INFOPLIST_FILE = Info.plist;", files: ["en.lproj/InfoPlist.strings"])]
        ).replacing("developmentRegion = en;", with: "developmentRegion = Base;"),
        "Info.plist": "<plist version=\"1.0\"><dict><key>CFBundleDevelopmentRegion</key><string>en</string>"
          + "<key>NSCameraUsageDescription</key><string>This app scans your receipts.</string></dict></plist>\n",
        "en.lproj/InfoPlist.strings": "\"NSCameraUsageDescription\" = \"This app scans your receipts.\";\n",
      ], []),
    TreeRow(
      "a library without a bundle, whose code the app’s manifest covers",
      [
        "project.yml": """
        targets:
          App: {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}]}
          Kit: {type: library.dynamic, platform: iOS, sources: [Kit]}

        """,
        "App/PrivacyInfo.xcprivacy": declaresDefaults, "App/Main.swift": "let a = 1\n", "Kit/Kit.swift": defaults,
      ], []),
    TreeRow(
      "tables that Xcode renames, by the name of the Info.plist",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de",
          [
            .init(
              "App", settings: "INFOPLIST_FILE = App.plist;",
              files: ["en.lproj/AppPlist.strings", "de.lproj/AppPlist.strings"])
          ]),
        "App.plist":
          "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key><string>TODO</string></dict></plist>\n",
        "en.lproj/AppPlist.strings": "\"NSCameraUsageDescription\" = \"This app scans your receipts.\";\n",
        "de.lproj/AppPlist.strings": "\"NSCameraUsageDescription\" = \"\";\n",
      ], ["de.lproj/AppPlist.strings empty-translation"]),
    TreeRow(
      "tables of which the build may copy one",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, de", [.init("App", settings: scans, files: ["de.lproj/InfoPlist-Beta.strings"])]),
        "de.lproj/InfoPlist-Beta.strings": "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n",
      ], []),
    TreeRow(
      "the systems that XcodeGen’s description names",
      [
        "project.yml": "options: {deploymentTarget: {iOS: 17.0}}\ntargets:\n  App: {type: application, platform: iOS, "
          + "info: {path: App/Info.plist}}\n  Old: {type: application, platform: iOS, deploymentTarget: 15.0, "
          + "info: {path: Old/Info.plist}}\n",
        "App/Info.plist": calendars, "Old/Info.plist": calendars,
      ], ["App/Info.plist deprecated-purpose-key"]),
    TreeRow(
      "the manifest of a sample of the pod beside it",
      [
        "Kit.podspec": "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.source_files = 'Kit/*.swift'\nend\n",
        "Kit/Kit.swift": "public let a = 1\n",
        "Apps/Show/Show.xcodeproj/project.pbxproj": xcode([.init("Show", files: ["PrivacyInfo.xcprivacy"])]),
        "Apps/Show/PrivacyInfo.xcprivacy":
          "<plist version=\"1.0\"><dict><key>NSPrivacyTracking</key><false/></dict></plist>\n",
      ], []),
    TreeRow(
      "the lock file of a workspace beside that of its project",
      [
        "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
      ], ["App.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest"]),
    TreeRow(
      "the lock file of the workspace around a project, which another project isn’t in",
      [
        "All.xcworkspace/contents.xcworkspacedata": "<Workspace><FileRef location = \"group:App/App.xcodeproj\">",
        "All.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
        "App/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
        "Own/Own.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
      ],
      [
        "All.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest",
        "Own/Own.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest",
      ]),
    TreeRow(
      "an Info.plist in a catalog of assets, and lock files of what is kept and not built",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "App/Info.plist": calendars, "App/Assets.xcassets/Info.dataset/Info.plist": empty,
        "ios.old/Podfile.lock": oldPods, "App_deprecated/Podfile.lock": oldPods, "Old/Podfile.lock": oldPods,
      ], ["Old/Podfile.lock sdk-without-manifest"]),
    TreeRow(
      "the lock file of a workspace whose projects name no packages",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App")]),
        "App.xcworkspace/contents.xcworkspacedata":
          "<Workspace><FileRef location = \"group:App.xcodeproj\"/><FileRef location = \"group:Pods/Pods.xcodeproj\"/>",
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
        "Kit.xcworkspace/contents.xcworkspacedata":
          "<Workspace><FileRef location = \"group:App.xcodeproj\"/><FileRef location = \"group:Kit\"/>",
        "Kit.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
      ], ["Kit.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest"]),
    TreeRow(
      "the lock file of a project that another one lists",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", files: ["Kit/Kit.xcodeproj"])]),
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
        "Kit/Kit.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
        "Own/Own.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
      ],
      [
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest",
        "Own/Own.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest",
      ]),
    TreeRow(
      "React Native’s Info.plist for televisions, whose target is gone",
      [
        "ios/App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_FILE = App/Info.plist;"),
          .init("Share", settings: "INFOPLIST_FILE = Share/Info.plist;"),
        ]),
        "ios/App-tvOS/Info.plist": empty, "ios/App/Info.plist": calendars,
      ], ["ios/App-tvOS/Info.plist empty-purpose-string information"]),
    TreeRow(
      "the Info.plist of tests that are gone",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "App/Info.plist": calendars, "pubspec.yaml": "name: a\n", "AppTests/Info.plist": empty,
        "App/Info-Sample.plist": empty.replacing("></string>", with: ">TODO</string>"),
      ], ["AppTests/Info.plist empty-purpose-string information"]),
    TreeRow(
      "the Info.plist that a package’s tests read",
      [
        "Package.swift":
          "let package = Package(name: \"Kit\", targets: [.testTarget(name: \"KitTests\", path: \"KitTests\")])\n",
        "KitTests/Resources/Info.plist": empty.replacing("></string>", with: ">TODO</string>"),
      ], []),
    TreeRow(
      "an Info.plist that no target has, in a folder of its own or beside one that a script may replace",
      [
        "One/App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "One/App/Info.plist": calendars, "One/Old/Info.plist": empty, "One/App/Info-Store.plist": empty,
        "Two/App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "Two/Old/Info.plist": empty,
        "Five/App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "Five/App/Info.plist": calendars, "Five/Old/Info.plist": empty,
        "Six/App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "D = App; INFOPLIST_FILE = \"$(D)/Info.plist\";")
        ]),
        "Six/App/Info.plist": calendars, "Six/Old/Info.plist": empty,
        "Seven/App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "Seven/App/Info.plist": calendars, "Seven/Old/Info.plist": empty, "Seven/pubspec.yaml": "name: a\n",
        "Three/App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "Three/App/Info.plist": calendars, "Three/Store/Info.plist": empty,
        "Three/Store.xcconfig": "INFOPLIST_FILE = Store/Info.plist\n",
      ],
      [
        "Five/Old/Info.plist empty-purpose-string information", "One/App/Info-Store.plist empty-purpose-string warning",
        "Seven/Old/Info.plist empty-purpose-string warning", "Six/Old/Info.plist empty-purpose-string warning",
        "Three/Store/Info.plist empty-purpose-string warning", "Two/Old/Info.plist empty-purpose-string warning",
      ]),
    TreeRow(
      "the lock file beside the description of a pod",
      [
        "Kit.podspec": "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.source_files = 'Kit/*.swift'\nend\n",
        "Podfile.lock": kingfisher, "App/Podfile.lock": kingfisher, "App/Vendor.podspec": "",
        "Other/Podfile.lock": kingfisher + "EXTERNAL SOURCES:\n  Vendor:\n    :podspec: Vendor.podspec\n",
        "Other/Vendor.podspec": "",
        "Third/Podfile.lock": kingfisher
          + "DEPENDENCIES:\n  - Vendor/Core (from `https://git.example.com/vendor.git`)\n",
        "Third/Vendor.podspec": "",
      ],
      [
        "App/Podfile.lock sdk-without-manifest hint", "Other/Podfile.lock sdk-without-manifest",
        "Podfile.lock sdk-without-manifest hint", "Third/Podfile.lock sdk-without-manifest",
      ]),
    TreeRow(
      "pods that a removed Flutter plug-in brought",
      [
        "ios/Podfile.lock": """
        PODS:
          - AFNetworking (3.2.1)
          - Kingfisher (4.10.1)
          - geolocator (0.0.1):
            - AFNetworking
          - scanner (0.0.1):
            - Kingfisher

        DEPENDENCIES:
          - geolocator (from `.symlinks/plugins/geolocator/ios`)
          - scanner (from `.symlinks/plugins/scanner/ios`)

        EXTERNAL SOURCES:
          geolocator:
            :path: ".symlinks/plugins/geolocator/ios"
          scanner:
            :path: ".symlinks/plugins/scanner/ios"

        COCOAPODS: 1.15.2

        """,
        "pubspec.lock": """
        packages:
          geolocator:
            dependency: "direct main"
            source: hosted
            version: "10.0.0"

        """,
      ], ["ios/Podfile.lock sdk-without-manifest"]),
    TreeRow(
      "a Carthage lock file beside a pod’s description",
      ["Cartfile.resolved": "github \"airbnb/lottie-ios\" \"4.3.4\"\n", "Kit.podspec": ""],
      ["Cartfile.resolved sdk-without-manifest hint"]),
    TreeRow(
      "the lock file of pods that no project uses any more",
      [
        "A/Podfile.lock": kingfisher, "A/Podfile": "# a platform for your project\ntarget \"A\" do\nend\n",
        "A/A.xcodeproj/project.pbxproj": xcode([.init("A", files: ["Pods.md"])]),
        // CocoaPods has changed the target, changes none, changes one elsewhere, or will change what is made later.
        "B/Podfile.lock": kingfisher,
        "B/B.xcodeproj/project.pbxproj": xcode([.init("B")])
          .replacing("name = Release;", with: "name = Release; baseConfigurationReference = F;")
          .replacing("G = {isa", with: "F = {isa = PBXFileReference; path = \"Pods-B.release.xcconfig\";};\nG = {isa"),
        "C/Podfile.lock": kingfisher, "C/Podfile": "install! 'cocoapods', integrate_targets: false\n",
        "C/C.xcodeproj/project.pbxproj": xcode([.init("C")]),
        "D/Podfile.lock": kingfisher, "D/Podfile": "project 'Other/Other'\n",
        "D/D.xcodeproj/project.pbxproj": xcode([.init("D")]),
        "E/Podfile.lock": kingfisher, "E/Podfile": "target 'E' do\nend\n", "E/Flutter/Release.xcconfig": "",
        "E/E.xcodeproj/project.pbxproj": xcode([.init("E")]),
      ], ["B", "C", "D", "E"].map { "\($0)/Podfile.lock sdk-without-manifest" }),
    TreeRow(
      "pods of npm packages",
      [
        "A/ios/Podfile.lock": npmPods, "B/ios/Podfile.lock": npmPods, "B/patches/lottie-ios+3.4.4.patch": "",
        "C/ios/Podfile.lock": npmPods, ".yarn/patches/other-npm-1.0.0-8b1f1e0c.patch": "",
      ], ["A/ios/Podfile.lock sdk-without-manifest", "C/ios/Podfile.lock sdk-without-manifest"]),
    TreeRow(
      "the lock file of a project with a Mac app alone",
      [
        "Mac.xcodeproj/project.pbxproj": xcode([.init("Mac", settings: "INFOPLIST_FILE = Info.plist;")])
          .replacing("iphoneos", with: "macosx"),
        "Info.plist": "<plist version=\"1.0\"><dict/></plist>\n",
        "Mac.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
      ], []),
    TreeRow(
      "pods that come with a Flutter plug-in",
      [
        "pubspec.lock": connectivity, "ios/Podfile": "platform :ios, '15.0'\n",
        "ios/Podfile.lock": reachability, "app/ios/Podfile.lock": reachability,
      ],
      ["app/ios/Podfile.lock sdk-without-manifest", "pubspec.lock sdk-without-manifest"]),
    TreeRow(
      "sources that a package compiles in a folder named as for dependencies",
      [
        "Package.swift": package, "Sources/PrivacyInfo.xcprivacy": declaresDefaults, "Sources/Kit.swift": "let a = 1\n",
        "Sources/Vendor/Clock/build/Store.swift": defaults, "Sources/Vendor/Clock/PrivacyInfo.xcprivacy": "<plist/>",
      ], []),
    TreeRow(
      "sources that a package compiles in a folder that isn’t read",
      [
        "Package.swift": package, "Sources/PrivacyInfo.xcprivacy": declaresDefaults, "Sources/Kit.swift": "let a = 1\n",
        "Sources/Pods/Store.swift": defaults,
      ], []),
    TreeRow(
      "sources in a folder named as for dependencies that the package leaves out",
      [
        "Package.swift": package.replacing("path: \"Sources\",", with: "path: \"Sources\", exclude: [\"Vendor\"],"),
        "Sources/PrivacyInfo.xcprivacy": declaresDefaults, "Sources/Kit.swift": "let a = 1\n",
        "Sources/Vendor/Store.swift": defaults, "Vendor/Store.swift": defaults,
      ], ["Sources/PrivacyInfo.xcprivacy unused-category"]),
    TreeRow(
      "a pod that compiles what git ignores",
      [
        ".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "Sources/Vendor/\n",
        "Kit.podspec": "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.source_files = 'Sources/**/*.swift'\n"
          + "  s.resource_bundles = {'Kit' => ['Sources/PrivacyInfo.xcprivacy']}\nend\n",
        "Sources/PrivacyInfo.xcprivacy": declaresDefaults, "Sources/Kit.swift": "let a = 1\n",
        "Sources/Vendor/Store.swift": defaults,
      ], []),
    TreeRow(
      "an app without a manifest whose own files need none",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", folder: "App")]),
        "App/Main.swift": "let a = 1\n", "App/Vendor/Store.swift": defaults,
      ], ["App.xcodeproj/project.pbxproj missing-manifest"]),
    TreeRow(
      "an app without a manifest that compiles the sources of others, too",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [App]}\n",
        "App/Main.swift": "func f() { var s = stat(); stat(path, &s) }\n", "App/A/Vendor/Store.swift": defaults,
        "App/Z.swift": "func f() { _ = UserDefaults.standard }\n",
      ], ["App/Main.swift undeclared-category"]),
    TreeRow(
      "an app’s own use is reported, whatever else it compiles",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [App]}\n",
        "App/A/Vendor/Clock.swift": "import Foundation\nlet a = ProcessInfo.processInfo.systemUptime\n",
        "App/Z.swift": "func f() { _ = UserDefaults.standard }\n",
      ], ["App/Z.swift undeclared-category"]),
    TreeRow(
      "an app whose sources are all in a folder of others",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [vendor/Clock]}\n",
        "vendor/Clock/Store.swift": defaults,
      ], ["project.yml missing-manifest"]),
    TreeRow(
      "a manifest beside the folders of all targets isn’t an extension’s",
      [
        "project.yml": """
        targets:
          App: {type: application, platform: iOS, sources: [App]}
          Share: {type: app-extension, platform: iOS, sources: [Share]}

        """,
        "PrivacyInfo.xcprivacy": declaresDefaults, "App/PrivacyInfo.xcprivacy": declaresDefaults,
        "App/Main.swift": "func f() { _ = UserDefaults.standard }\n",
        "Share/Main.swift": "func f() { _ = UserDefaults.standard }\n",
      ], ["PrivacyInfo.xcprivacy manifest-not-in-bundle", "Share/Main.swift undeclared-category"]),
    TreeRow(
      "manifests beside an app that has one: a package’s that copies none, one in a bundle",
      [
        "Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n",
        "Sources/Kit/Kit.swift": "public let kit = 1\n",
        "Darwin/project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [Sources]}\n",
        "Darwin/PrivacyInfo.xcprivacy": declaresDefaults, "Darwin/Sources/Main.swift": defaults,
        "PrivacyInfo.xcprivacy": unknownType, "Kit.bundle/PrivacyInfo.xcprivacy": unknownType,
      ],
      [
        "Darwin/PrivacyInfo.xcprivacy manifest-not-in-bundle",
        "Kit.bundle/PrivacyInfo.xcprivacy unknown-data-type error",
        "PrivacyInfo.xcprivacy unknown-data-type warning",
      ]),
    TreeRow(
      "a spare manifest, whose contents aren’t judged",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [App]}\n",
        "PrivacyInfo.xcprivacy": "<plist version=\"1.0\"><dict><key>NSPrivacyTracking</key><string/></dict></plist>",
        "App/PrivacyInfo.xcprivacy": declaresDefaults,
        "App/Main.swift": "func f() { _ = UserDefaults.standard }\n",
      ], ["PrivacyInfo.xcprivacy manifest-not-in-bundle"]),
    TreeRow(
      "sources that a description lists in a folder of others",
      [
        "project.yml": "targets:\n  App: {type: application, platform: iOS, sources: [App, vendor/Clock]}\n",
        "App/PrivacyInfo.xcprivacy": declaresDefaults, "App/Main.swift": "let a = 1\n",
        "vendor/Clock/Store.swift": defaults, "vendor/Other/Space.swift": "let k: URLResourceKey = .creationDateKey\n",
      ], []),
    TreeRow(
      "the lock file that Tuist no longer reads",
      [
        "Tuist/Package.resolved": lottie, "New/Tuist/Package.resolved": lottie,
        "New/Tuist/Package.swift":
          "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: \"A\")\n",
      ], ["New/Tuist/Package.resolved sdk-without-manifest"]),
    TreeRow(
      "what Tuist locks for a product that nobody links",
      [
        "Tuist/Package.resolved": moya,
        "Tuist/Package.swift": "// \"https://github.com/ReactiveX/RxSwift\"\n" + tuist("Moya/Moya"),
        "Two/Tuist/Package.resolved": moya, "Two/Tuist/Package.swift": tuist("Moya/Moya", "ReactiveX/RxSwift"),
      ], ["Two/Tuist/Package.resolved sdk-without-manifest"]),
    TreeRow(
      "a text of an app that tests alone run in, and of the app beside it",
      [
        "project.yml": """
        targets:
          AppMock: {type: application, platform: iOS, sources: [Mock], info: {path: A-Mock-Info.plist}}
          AppTests: {type: bundle.unit-test, platform: iOS, sources: [Tests], dependencies: [{target: AppMock}]}
          App: {type: application, platform: iOS, sources: [App], info: {path: App-Info.plist}}
        """,
        "A-Mock-Info.plist": vague, "App-Info.plist": vague, "App/Main.swift": "let a = 1\n",
        "Mock/Main.swift": "let a = 1\n",
        "Tests/Main.swift": "let a = 1\n",
      ], ["App-Info.plist unused-purpose-string", "App-Info.plist vague-purpose", "project.yml missing-manifest"]),
    TreeRow(
      "the lock file of a project that has left its packages",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App")]),
        "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie,
      ], []),
    TreeRow(
      "a table in the bundle of a package, which nobody reads, and one that no package has",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "App/Info.plist": "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>A</string></dict></plist>\n",
        "Packages/Texts/Package.swift":
          "let package = Package(name: \"Texts\", targets: [.target(name: \"Texts\", resources: [.process(\"Res\")])])\n",
        "Packages/Texts/Sources/Texts/Res/en.lproj/InfoPlist.strings": "NSCameraUsageDescription = \"To scan.\";\n",
        // A script may copy it.
        "Packages/Texts/Res/en.lproj/InfoPlist.strings": "NSCameraUsageDescription = \"To scan.\";\n",
        "Loose/en.lproj/InfoPlist.strings": "NSCameraUsageDescription = \"To scan.\";\n",
      ],
      ["Loose/en.lproj/InfoPlist.strings bare-purpose", "Packages/Texts/Res/en.lproj/InfoPlist.strings bare-purpose"]),
    TreeRow(
      "what Carthage locked before its Cartfile was emptied, and what it still builds",
      [
        "Old/Cartfile": "# github \"airbnb/lottie-ios\"\n",
        "Old/Cartfile.resolved": "github \"airbnb/lottie-ios\" \"4.3.4\"\n",
        "Cartfile": "github \"Other/Kit\"\n", "Cartfile.private": "  github \"airbnb/lottie-ios\" ~> 4.0\n",
        "Cartfile.resolved": "github \"Other/Kit\" \"1.0.0\"\ngithub \"airbnb/lottie-ios\" \"4.3.4\"\n",
      ], ["Cartfile.resolved sdk-without-manifest"]),
    TreeRow(
      "the Info.plist of tests, whose texts nobody reads",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_FILE = App/Info.plist;"),
          .init("AppTests", settings: "INFOPLIST_FILE = Tests/Info.plist;"),
        ]).replacing(
          "(AppTestsR); productType = \"com.apple.product-type.application",
          with: "(AppTestsR); productType = \"com.apple.product-type.bundle.unit-test"),
        "App/Info.plist": vague, "Tests/Info.plist": vague,
      ], ["App/Info.plist vague-purpose"]),
    TreeRow(
      "a call that nothing asks for, told where the key for it is missing",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_FILE = Info.plist;", folder: "App")
        ]),
        "Info.plist": "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>A</string></dict></plist>\n",
        "App/A.swift": "import AdSupport\nlet a = ASIdentifierManager.shared().advertisingIdentifier\n",
      ], ["App.xcodeproj/project.pbxproj missing-manifest", "Info.plist missing-purpose-string"]),
    TreeRow(
      "the identifier that some screen reads, and the app at launch, where another file asks",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_FILE = Info.plist;", folder: "App")
        ]),
        "Info.plist":
          "<plist version=\"1.0\"><dict><key>NSUserTrackingUsageDescription</key><string>We show ads for shoes in "
          + "your size, for example.</string></dict></plist>\n",
        "App/Ask.swift": "import AppTrackingTransparency\nfunc ask() {\n"
          + "  ATTrackingManager.requestTrackingAuthorization { _ in }\n}\n",
        "App/Team.swift": "import AdSupport\nclass Team: UIViewController {\n  func load() {\n"
          + "    send(ASIdentifierManager.shared().advertisingIdentifier)\n  }\n}\n",
        "App/AppDelegate.swift": "import AdSupport\nclass AppDelegate: UIResponder, UIApplicationDelegate {\n"
          + "  func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {\n"
          + "    send(ASIdentifierManager.shared().advertisingIdentifier)\n    return true\n  }\n}\n",
      ],
      [
        "App.xcodeproj/project.pbxproj missing-manifest", "App/AppDelegate.swift tracking-before-request",
      ]),
    TreeRow(
      "an empty text under a deprecated key that nothing uses",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = 17.0;")
        ]),
        "Info.plist": "<plist version=\"1.0\"><dict><key>NSRemindersUsageDescription</key><string/></dict></plist>\n",
      ], ["Info.plist deprecated-purpose-key"]),
    TreeRow(
      "the lock file of a package inside what XcodeGen describes",
      [
        "project.yml": "targets:\n  A: {type: application, platform: iOS}\n", "Kit/Package.resolved": lottie,
        "Kit/Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n",
      ],
      ["Kit/Package.resolved sdk-without-manifest hint"]),
    TreeRow(
      "a setting that refers to itself, and so to the configuration file",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init(
            "App",
            settings: "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = \"$(IPHONEOS_DEPLOYMENT_TARGET)\";")
        ])
        .replacing("name = Release;", with: "name = Release; baseConfigurationReference = F;")
        .replacing("children = (", with: "children = (F, ")
        .replacing(
          "G = {isa", with: "F = {isa = PBXFileReference; path = App.xcconfig; sourceTree = \"<group>\";};\nG = {isa"),
        "App.xcconfig": "IPHONEOS_DEPLOYMENT_TARGET = 17.0\n",
        "Info.plist": "<plist version=\"1.0\"><dict><key>NSRemindersUsageDescription</key><string/></dict></plist>\n",
      ], ["Info.plist deprecated-purpose-key"]),
    TreeRow(
      "samples beside an app that is uploaded",
      [
        "Apps/Mail/Mail.xcodeproj/project.pbxproj": xcode([
          .init("Mail", settings: "INFOPLIST_KEY_ITSAppUsesNonExemptEncryption = NO;", folder: "Mail")
        ]), "Apps/Mail/Mail/A.swift": defaults, "Apps/DemoReel/DemoReel/A.swift": defaults,
        "Apps/DemoReel/DemoReel.xcodeproj/project.pbxproj": xcode([.init("DemoReel", folder: "DemoReel")]),
        "SampleApps/Search/Search.xcodeproj/project.pbxproj": xcode([.init("SearchSample", folder: "Search")]),
        "SampleApps/Search/Search/A.swift": defaults,
      ],
      ["Apps/DemoReel/DemoReel/A.swift undeclared-category", "Apps/Mail/Mail/A.swift undeclared-category"]),
    TreeRow(
      "nothing but samples, named so by the folder around them",
      [
        "ScanSamples/One/One.xcodeproj/project.pbxproj": xcode([.init("One", folder: "One")]),
        "ScanSamples/One/One/A.swift": defaults,
        "ScanSamples/Two/Two.xcodeproj/project.pbxproj": xcode([.init("Two", folder: "Two")]),
        "ScanSamples/Two/Two/A.swift": defaults,
      ], []),
    TreeRow(
      "names of keys in an extension, and a value of the type",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", folder: "App")]),
        "App/A.swift": "import Foundation\nextension UserDefaults { static let seen = \"seen\" }\n",
        "B.xcodeproj/project.pbxproj": xcode([.init("B", folder: "B")]),
        "B/A.swift": "import Foundation\nextension UserDefaults { static let app = Self.standard }\n",
      ], ["App.xcodeproj/project.pbxproj missing-manifest", "B/A.swift undeclared-category"]),
    TreeRow(
      "lock files outside the project, which has its own",
      [
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie, "Package.resolved": lottie,
        "Kits/Kit/Package.swift": package, "Kits/Kit/Package.resolved": lottie,
        // Nothing else is known to be read.
        "Other/Package.resolved": lottie,
      ],
      [
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest",
        "Other/Package.resolved sdk-without-manifest",
      ]),
    TreeRow(
      "a package that only some products of another one need, in the lock file of a workspace",
      [
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": moya,
        "App.xcodeproj/project.pbxproj": xcode([.init("App", folder: "App")]), "App/A.swift": "let a = 1\n",
        "Net/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Net", products: [.library(name: "Net", targets: ["Net"])],
          dependencies: [.package(url: "https://github.com/Moya/Moya.git", from: "15.0.0")],
          targets: [.target(name: "Net", dependencies: [.product(name: "Moya", package: "Moya")])])

        """,
        "Net/Sources/Net/Net.swift": "let a = 1\n",
      ], ["App.xcodeproj/project.pbxproj missing-manifest"]),
    TreeRow(
      "the lock file of a Dart library beside its app",
      [
        "app/pubspec.lock": connectivity, "app/ios/Podfile": "platform :ios, '15.0'\n",
        "app/pubspec.yaml": "name: app\ndependencies:\n  kit:\n    path: ../kit\n",
        "kit/pubspec.lock": connectivity, "kit/pubspec.yaml": "name: kit\n",
        // Flutter makes the folders of this app.
        "other/pubspec.lock": connectivity, "other/pubspec.yaml": "name: other\n",
      ], ["app/pubspec.lock sdk-without-manifest", "other/pubspec.lock sdk-without-manifest"]),
    TreeRow(
      "the lock files of workspaces for the Mac and for the iPhone",
      Dictionary(
        uniqueKeysWithValues: [("Mac", "macosx"), ("Phone", "iphoneos")].flatMap { name, sdk in
          [
            ("\(name)/App.xcworkspace/xcshareddata/swiftpm/Package.resolved", lottie),
            (
              "\(name)/App.xcworkspace/contents.xcworkspacedata",
              "<Workspace><FileRef location = \"group:App.xcodeproj\"></FileRef></Workspace>\n"
            ),
            (
              "\(name)/App.xcodeproj/project.pbxproj",
              xcode([.init("App", settings: scans)]).replacing("SDKROOT = iphoneos", with: "SDKROOT = \(sdk)")
                .replacing("P = {isa = PBXProject;", with: "P = {isa = PBXProject; packageReferences = (K);")
                .replacing(
                  "G = {isa",
                  with: "K = {isa = XCRemoteSwiftPackageReference; "
                    + "repositoryURL = \"https://github.com/airbnb/lottie-ios\";};\nG = {isa")
            ),
          ]
        }), ["Phone/App.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest"]),
    TreeRow(
      "the lock file of a package beside the workspace that has one",
      [
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lottie, "Package.resolved": lottie,
        "Package.swift": package,
      ], ["App.xcworkspace/xcshareddata/swiftpm/Package.resolved sdk-without-manifest"]),
    TreeRow(
      "frameworks of Carthage that a project with pods names but no longer links, and those it links",
      Dictionary(
        uniqueKeysWithValues: [("Left", ""), ("Linked", "LX")].flatMap { name, linked in
          [
            ("\(name)/Cartfile.resolved", "github \"airbnb/lottie-ios\" \"4.3.4\"\n"),
            ("\(name)/Cartfile", "github \"airbnb/lottie-ios\" ~> 4.0\n"),
            (
              "\(name)/App.xcodeproj/project.pbxproj",
              xcode([.init("App")]).replacing("buildPhases = (AppR)", with: "buildPhases = (AppR, S, L)")
                .replacing("children = (", with: "children = (Z")
                .replacing(
                  "G = {isa",
                  with: "S = {isa = PBXShellScriptBuildPhase; shellScript = \"\\\"${PODS_ROOT}/a.sh\\\"\";};\n"
                    + "Z = {isa = PBXFileReference; path = Carthage/Build/Lottie.framework; sourceTree = \"<group>\";};\n"
                    + "LX = {isa = PBXBuildFile; fileRef = Z;};\n"
                    + "L = {isa = PBXFrameworksBuildPhase; files = (\(linked));};\nG = {isa")
            ),
          ]
        }), ["Linked/Cartfile.resolved sdk-without-manifest"]),
    TreeRow(
      "a language of which the project copies nothing, beside a script of CocoaPods with a word for it in its paths",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: scans, files: ["App/Base.lproj/Main.storyboard"])
        ])
        .replacing("buildPhases = (AppR)", with: "buildPhases = (AppR, S)")
        .replacing(
          "G = {isa",
          with: "S = {isa = PBXShellScriptBuildPhase; "
            + "shellScript = \"\\\"${SRCROOT}/Pods/Target Support Files/a.sh\\\"\"; outputPaths = (\"${UNLOCALIZED_RESOURCES_FOLDER_PATH}\");};\nG = {isa"
        ),
        "App/Base.lproj/Main.storyboard": "", "App/vi.lproj/Main.strings": "\"1.text\" = \"Chia\";\n",
      ], []),
    TreeRow(
      "a language of which the project copies nothing, beside the one that it copies",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: scans, files: ["App/en.lproj/Main.storyboard"])
        ]),
        "App/en.lproj/Main.storyboard": "", "App/vi.lproj/Main.strings": "\"1.text\" = \"Chia\";\n",
      ], []),
    TreeRow(
      "the Info.plist of a framework, whose texts nobody translates",
      [
        "App.xcodeproj/project.pbxproj": xcode(
          regions: "en, fr",
          [.init("Kit", settings: "INFOPLIST_FILE = Kit/Info.plist;", files: ["Kit/fr.lproj/Main.strings"])]
        )
        .replacing("product-type.application", with: "product-type.framework"),
        "Kit/fr.lproj/Main.strings": "\"1.text\" = \"Partager\";\n", "Kit/Info.plist": calendars,
      ], []),
    TreeRow(
      "a built app for the Mac, where location has one key",
      [
        "Term.app/Contents/Info.plist": """
        <plist version="1.0"><dict>
        <key>CFBundleSupportedPlatforms</key><array><string>MacOSX</string></array>
        <key>NSLocationAlwaysUsageDescription</key><string>An app launched in Term wants to see where you are.</string>
        <key>NSLocationUsageDescription</key><string>An app launched in Term wants to see where you are.</string>
        </dict></plist>

        """
      ], ["Term.app/Contents/Info.plist purpose-key-without-effect"]),
    TreeRow(
      "the samples of an SDK, copied into an app’s project",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", folder: "App")]), "App/A.swift": defaults,
        "SDK/samples/Map/Map.xcodeproj/project.pbxproj": xcode([.init("Map", folder: "Map")]),
        "SDK/samples/Map/Map/A.swift": defaults,
      ], ["App/A.swift undeclared-category"]),
    TreeRow(
      "a bundle of resources, whose texts the system shows nowhere",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", settings: "INFOPLIST_FILE = App/Info.plist;")]),
        "App/Info.plist": vague, "Media/Media.bundle/Info.plist": vague,
        "Host.bundle/Info.plist": vague.replacing(
          "<dict>", with: "<dict><key>CFBundlePackageType</key><string>APPL</string>"),
      ], ["App/Info.plist vague-purpose", "Host.bundle/Info.plist vague-purpose"]),
    TreeRow(
      "a whole manifest as the value of its tracking flag",
      [
        "App.xcodeproj/project.pbxproj": xcode([.init("App", folder: "App")]), "App/A.swift": defaults,
        "App/PrivacyInfo.xcprivacy": """
        <plist version="1.0"><dict>
        <key>NSPrivacyTracking</key>
        <dict>
        <key>NSPrivacyTracking</key><true/>
        <key>NSPrivacyTrackingDomains</key><array><string>ads.example.com</string></array>
        <key>NSPrivacyCollectedDataTypes</key><array/>
        <key>NSPrivacyAccessedAPITypes</key>
        <array><dict>
        <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
        </dict></array>
        </dict>
        </dict></plist>

        """,
      ], ["App/PrivacyInfo.xcprivacy wrong-type"]),
    TreeRow(
      "what only the file system of a Mac reads",
      ["._Info.plist": "\u{0}\u{5}\u{16}\u{7}", "App/._PrivacyInfo.xcprivacy": "\u{0}\u{5}\u{16}\u{7}"], []),
    TreeRow(
      "Flutter’s packages that only others require",
      [
        "pubspec.lock": connectivity + """
            url_launcher_ios:
              dependency: transitive
              source: hosted
              version: "6.0.15"
            video_player_avfoundation:
              dependency: transitive
              source: hosted
              version: "2.3.0"

          """, "ios/Podfile": "platform :ios, '15.0'\n",
      ], ["pubspec.lock sdk-without-manifest", "pubspec.lock sdk-without-manifest"]),
    TreeRow(
      "calls for several versions of the system at launch",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init(
            "App", settings: "INFOPLIST_KEY_NSLocationWhenInUseUsageDescription = \"This app shows boats near you.\";",
            folder: "App")
        ]),
        "App/A.swift": """
        import UIKit
        import CoreLocation
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          let manager = CLLocationManager()
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            manager.requestWhenInUseAuthorization()
            manager.requestAlwaysAuthorization()
            return true
          }
        }

        """,
      ],
      [
        "App.xcodeproj/project.pbxproj missing-manifest",
        "App/A.swift missing-purpose-string", "App/A.swift request-at-launch",
      ]),
    TreeRow(
      "a key that code needs and only a translation has",
      [
        "App.xcodeproj/project.pbxproj": xcode([
          .init("App", settings: "INFOPLIST_FILE = Info.plist;", files: ["en.lproj/InfoPlist.strings"], folder: "App")
        ]),
        "Info.plist": "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>A</string></dict></plist>\n",
        "en.lproj/InfoPlist.strings":
          "NSCameraUsageDescription = \"This app scans receipts to fill in your claim.\";\n",
        "App/A.swift": "import AVFoundation\nfunc a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n",
      ],
      ["App.xcodeproj/project.pbxproj missing-manifest", "en.lproj/InfoPlist.strings translation-without-original"]),
    TreeRow(
      "the lock file of a package inside a Flutter app",
      [
        "pubspec.lock": connectivity, "ios/Podfile": "platform :ios, '15.0'\n",
        "packages/net/pubspec.lock": connectivity,
      ],
      ["pubspec.lock sdk-without-manifest"]),
  ])
  func targetsHaveTheirOwn(row: TreeRow) throws {
    let folder = try TemporaryFolder()
    for (path, text) in row.files { try folder.write(path, text) }
    let found = try lint(folder.path).map { found in
      "\(found.path) \(found.rule)" + (found.rule == "missing-translation" ? " \(found.text)" : "")
        + (found.rule == "sdk-without-manifest" && found.severity == "hint" ? " hint" : "")
        + (["empty-purpose-string", "unknown-data-type"].contains(found.rule) ? " \(found.severity)" : "")
    }
    expectEqual(found.sorted(), row.findings, row.what)
  }

  struct TreeRow: Sendable, CustomTestStringConvertible {
    let what: String
    let files: [String: String]
    let findings: [String]
    var testDescription: String { what }

    init(_ what: String, _ files: [String: String], _ findings: [String]) {
      (self.what, self.files, self.findings) = (what, files, findings)
    }
  }

  private struct XcodeTarget {
    let name: String
    let settings: String
    let files: [String]
    let folder: String?

    init(_ name: String, settings: String = "", files: [String] = [], folder: String? = nil) {
      (self.name, self.settings, self.files, self.folder) = (name, settings, files, folder)
    }
  }

  private static let vague =
    "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key><string>We need your camera.</string></dict></plist>\n"
  private static let moya = """
    {"pins": [
      {"identity": "moya", "location": "https://github.com/Moya/Moya.git", "state": {"version": "15.0.3"}},
      {"identity": "rxswift", "location": "https://github.com/ReactiveX/RxSwift.git", "state": {"version": "6.6.0"}}
    ], "version": 2}
    """
  private static func tuist(_ packages: String...) -> String {
    "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: \"A\", dependencies: [\n"
      + packages.map { ".package(url: \"https://github.com/\($0)\", from: \"1.0.0\"),\n" }.joined() + "])\n"
  }
  private static let empty =
    "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key><string></string></dict></plist>\n"
  private static let calendars =
    "<plist version=\"1.0\"><dict><key>NSCalendarsUsageDescription</key><string>This app adds your bookings."
    + "</string><key>NSCalendarsFullAccessUsageDescription</key><string>This app adds your bookings.</string></dict>"
    + "</plist>\n"
  private static let unknownType =
    "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array><dict>"
    + "<key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypePhotosOrVideos</string>"
    + "<key>NSPrivacyCollectedDataTypeLinked</key><false/><key>NSPrivacyCollectedDataTypeTracking</key><false/>"
    + "<key>NSPrivacyCollectedDataTypePurposes</key>"
    + "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array></dict></array></dict></plist>\n"
  private static let oldPods = "PODS:\n  - Alamofire (5.8.1)\n\nDEPENDENCIES:\n  - Alamofire\n\nCOCOAPODS: 1.15.2\n"
  private static let lottie = """
    {"pins": [{"identity": "lottie-ios", "kind": "remoteSourceControl",
      "location": "https://github.com/airbnb/lottie-ios.git", "state": {"revision": "8a5d3f2c", "version": "4.3.4"}}],
      "version": 2}
    """
  private static let kingfisher = """
    PODS:
      - Kingfisher (4.10.1)

    DEPENDENCIES:
      - Kingfisher

    SPEC REPOS:
      trunk:
        - Kingfisher

    COCOAPODS: 1.15.2

    """

  /// Capacitor is judged where npm locks it.
  private static let npmPods = """
    PODS:
      - Capacitor (5.0.0)
      - lottie-ios (3.4.4)

    EXTERNAL SOURCES:
      Capacitor:
        :path: "../node_modules/@capacitor/ios"
      lottie-ios:
        :path: "../node_modules/lottie-ios"

    """
  private static let reachability = """
    PODS:
      - connectivity_plus (0.0.1):
        - Flutter
        - ReachabilitySwift
      - Flutter (1.0.0)
      - ReachabilitySwift (5.0.0)

    DEPENDENCIES:
      - connectivity_plus (from `.symlinks/plugins/connectivity_plus/ios`)
      - Flutter (from `Flutter`)

    SPEC REPOS:
      trunk:
        - ReachabilitySwift

    """
  private static let connectivity = """
    packages:
      connectivity_plus:
        dependency: "direct main"
        description:
          name: connectivity_plus
          url: "https://pub.dev"
        source: hosted
        version: "4.0.2"

    """
  private static let defaults = "func clock() { _ = UserDefaults.standard }\n"
  private static let declaresDefaults = """
    <plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyAccessedAPITypes</key><array>
    <dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array></dict></plist>

    """
  private static let package = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
      targets: [.target(name: "Kit", path: "Sources", resources: [.copy("PrivacyInfo.xcprivacy")])])

    """
  private static let scans = "INFOPLIST_KEY_NSCameraUsageDescription = \"This app scans your receipts.\";"

  /// A project of apps, with their resources and the folder that Xcode synchronizes.
  private static func xcode(regions: String = "en", _ targets: [XcodeTarget]) -> String {
    var objects = ""
    var top: [String] = []
    for target in targets {
      let id = target.name
      objects += "\(id) = {isa = PBXNativeTarget; name = \(id); buildConfigurationList = \(id)L; "
      objects += "buildPhases = (\(id)R); productType = \"com.apple.product-type.application\";"
      if let folder = target.folder {
        objects += " fileSystemSynchronizedGroups = (\(id)F);"
        top.append("\(id)F")
        objects += "};\n\(id)F = {isa = PBXFileSystemSynchronizedRootGroup; path = \(folder); sourceTree = \"<group>\";"
      }
      objects += "};\n\(id)L = {isa = XCConfigurationList; buildConfigurations = (\(id)C);};\n"
      objects += "\(id)C = {isa = XCBuildConfiguration; name = Release; buildSettings = {"
      objects += "GENERATE_INFOPLIST_FILE = YES; SDKROOT = iphoneos; \(target.settings)};};\n"
      var members: [String] = []
      for (number, file) in target.files.enumerated() {
        objects += "\(id)B\(number) = {isa = PBXBuildFile; fileRef = \(id)X\(number);};\n"
        objects += "\(id)X\(number) = {isa = PBXFileReference; path = \"\(file)\"; sourceTree = \"<group>\";};\n"
        members.append("\(id)B\(number)")
        top.append("\(id)X\(number)")
      }
      objects += "\(id)R = {isa = PBXResourcesBuildPhase; files = (\(members.joined(separator: ", ")));};\n"
    }
    return """
      // !$*UTF8*$!
      {objects = {
      \(objects)G = {isa = PBXGroup; children = (\(top.joined(separator: ", "))); sourceTree = "<group>";};
      P = {isa = PBXProject; mainGroup = G; buildConfigurationList = N; developmentRegion = en;
      knownRegions = (\(regions)); targets = (\(targets.map(\.name).joined(separator: ", ")));};
      N = {isa = XCConfigurationList; buildConfigurations = ();};
      }; rootObject = P;}

      """
  }

  /// A deprecated key that nothing seems to use: removal comes first where all code is known, and last where it isn’t.
  @Test func deprecatedKeysThatNothingUses() throws {
    let add = "Add “NSRemindersFullAccessUsageDescription” with the same text"
    for (files, offers) in [
      ([], ["Remove “NSRemindersUsageDescription”"]),
      (["Kit.framework"], [add, "Remove “NSRemindersUsageDescription” if no library needs it"]),
    ] {
      let folder = try TemporaryFolder()
      try folder.write(
        "App.xcodeproj/project.pbxproj",
        Self.xcode([
          .init(
            "App", settings: "INFOPLIST_FILE = Info.plist; IPHONEOS_DEPLOYMENT_TARGET = 15.0;", files: files,
            folder: "App")
        ]))
      try folder.write("App/Main.swift", "let a = 1\n")
      try folder.write(
        "Info.plist",
        "<plist version=\"1.0\"><dict><key>NSRemindersUsageDescription</key>"
          + "<string>Chores you add here appear among your reminders.</string></dict></plist>\n")
      let lines = command("lint", folder.path).output.split(separator: "\n")
      let found = lines.compactMap { line in
        line.contains("NSReminders") ? line.split(separator: "= help: ").dropFirst().first.map(String.init) : nil
      }
      expectEqual(found, offers, "\(files)")
    }
  }

  /// A folder is compared with the project around it, and what is named twice, in any order, is reported once.
  @Test func whateverIsNamedOfAProject() throws {
    let folder = try TemporaryFolder()
    func package(_ targets: String) -> String {
      "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: \"P\", targets: [\(targets)])\n"
    }
    let uses = "import Foundation\nfunc wait() { _ = ProcessInfo.processInfo.systemUptime }\n"
    try folder.write(".git/HEAD", "ref: refs/heads/main\n")
    let resources = "resources: [.process(\"Res\")]"
    try folder.write("Package.swift", package(".target(name: \"App\", \(resources)), .target(name: \"Lib\")"))
    try folder.write("vendor/Kit/Package.swift", package(".target(name: \"Kit\", \(resources))"))
    for path in ["Sources/App", "Sources/Lib", "vendor/Kit/Sources/Kit"] { try folder.write("\(path)/a.swift", uses) }
    let (app, kit) = ("Sources/App/Res/PrivacyInfo.xcprivacy", "vendor/Kit/Sources/Kit/Res/PrivacyInfo.xcprivacy")
    for path in [app, kit, "Fixtures/PrivacyInfo.xcprivacy"] { try folder.write(path, Self.declaresDefaults) }
    let library = "Sources/Lib/a.swift"
    let rows: [(words: [String], found: [String])] = [
      (["."], [app, library]), (["Sources/App"], [app]), (["Sources/Lib"], [library]), (["vendor/Kit"], [kit]),
      (["Sources/App", "vendor/Kit"], [app, kit]), ([".", "vendor/Kit"], [app, library, kit]),
      ([".", "Sources/App"], [app, library]), (["Sources/App", "Sources/Lib", "."], [app, library]),
      ([".", "Sources/App/Res"], [app, library]), (["Sources/App/Res", "Sources/App"], [app]),
      ([".", app], [app, library]), ([".", library], [app, library]), (["Sources/Lib", library], [library]),
      (["Sources/App/Res"], [app]), ([app], [app]), (["Fixtures"], []),
      // What settings exclude, and options include or exclude.
      (["Sources/Lib", "--config", "none.json"], []), ([".", "--config", "none.json"], [app]),
      (["vendor/Kit/Sources"], [kit]), (["vendor/Kit/Sources", "--no-ignore"], [kit]), ([kit], [kit]),
    ]
    try folder.write("none.json", #"{ "exclude": ["Lib/"] }"#)
    for (words, found) in rows {
      let paths = words.prefix { !$0.hasPrefix("--") }
      for paths in [Array(paths), paths.reversed()] {
        let words = ["lint", "--format", "xcode"] + paths + words.dropFirst(paths.count)
        let lines = try program(words, in: folder.path).output.split(separator: "\n")
        let told = lines.filter { $0.hasSuffix("[undeclared-category]") }.map { String($0.prefix { $0 != ":" }) }
        expectEqual(told.map { $0.replacing(folder.path + "/", with: "") }, found, "\(words)")
      }
    }
  }

  @Test func theLastLineSaysWhatWasChecked() throws {
    let folder = try TemporaryFolder()
    try folder.write("project.yml", Self.description)
    try folder.write("App/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try folder.write("App/Main.swift", "let a = 1\n")
    try folder.write("App/PrivacyInfo.xcprivacy", "<plist><dict/></plist>\n")
    expectTrue(
      command("lint", folder.path).output.contains("1 source file; not checked: the built app\n"), "with sources")
    // That an app has no manifest is said even where no finding says it.
    let other = try TemporaryFolder()
    try other.write("project.yml", Self.description)
    try other.write("App/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try other.write("App/Main.swift", "let a = 1\n")
    expectTrue(
      command("lint", other.path, "--min-severity", "warning").output
        .contains("not checked: anything below “warning”, the built app; without a manifest: 1 app target\n"),
      "without a manifest")
    let ruleCount = Rule.all.count(where: \.isOnByDefault)
    expectTrue(
      command("lint", other.path, "--select", "wrong-type", "--select", "no-entry-tracked").output
        .contains("not checked: \(ruleCount - 2) of \(ruleCount) rules, the built app"), "with few rules")
    // Settings further down count too.
    let rows = [
      (#"{"ignore":["wrong-type"]}"#, [], "1 of \(ruleCount) rules in some files"),
      (
        #"{"ignore":["wrong-type"]}"#, ["--ignore", "no-entry-tracked"],
        "1 of \(ruleCount) rules, 1 more in some files"
      ),
      (#"{"minimumSeverity":"error"}"#, [], "anything below “error” in some files"),
      (
        #"{"minimumSeverity":"error"}"#, ["--min-severity", "warning"],
        "anything below “warning”, anything below “error” in some files"
      ),
      ("{}", [], ""),
    ]
    for (settings, options, words) in rows {
      try folder.write("App/Part/.privacy-lsp.json", settings)
      try folder.write("App/Part/PrivacyInfo.xcprivacy", "<plist><dict/></plist>\n")
      let line = command(["lint", folder.path] + options).output.split(separator: "\n").last ?? ""
      expectTrue(line.hasSuffix("; not checked: \(words)\(words.isEmpty ? "" : ", ")the built app"), "\(line)")
    }
    try FileManager.default.removeItem(atPath: folder.path + "/App/Part")
    // What a folder lacks that says what is built, the project around it has.
    let part = try TemporaryFolder()
    try part.write("project.yml", Self.description)
    try part.write("App/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try part.write("App/Main.swift", "let a = UserDefaults.standard.bool(forKey: \"a\")\n")
    try part.write("Other/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    for folders in [["/App"], ["/App", "/Other"], [""]] {
      let output = command(["lint"] + folders.map { part.path + $0 }).output
      expectEqual(output.components(separatedBy: "error: “UserDefaults” needs a reason").count, 2, "\(folders)")
      expectTrue(output.contains(" 1 source file;"), "\(folders): \(output.suffix(200))")
    }
    // What says something of an app and isn’t read is named; what only has such a name isn’t.
    for path in ["lib/main.dart", "lib/other.dart", "web/App.tsx"] { try folder.write(path, "") }
    try folder.write("Model/Project.swift", "struct Project {}\n")
    expectTrue(
      command("lint", folder.path).output.contains("; not checked: Dart code, TypeScript code, the built app\n"),
      "other languages")
    try folder.write("web/app.config.ts", "export default defineAppConfig({})\n")
    expectTrue(!command("lint", folder.path).output.contains("app.config"), "a file of another framework")
    try folder.write("mobile/app.config.ts", "import { ExpoConfig } from \"expo/config\";\n")
    expectTrue(
      command("lint", folder.path).output.contains("TypeScript code, app.config.ts, the built app\n"), "Expo")
    try folder.write("mobile/app.config.ts", "")
    try folder.write("Project.swift", "import ProjectDescription\n")
    try folder.write("project.yml", "name: Nothing\ninfo:\n  NSCameraUsageDescription: Scans receipts.\n")
    expectTrue(
      command("lint", folder.path).output.contains(
        "; not checked: source code, Project.swift, purpose strings in project.yml, the built app\n"), "without targets"
    )
  }
}
