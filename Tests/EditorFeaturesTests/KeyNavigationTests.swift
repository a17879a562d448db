import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// The files of a project with what a request in the one with the cursor sees.
private func project(_ marked: String) -> (files: [MarkedText.File], snapshot: Snapshot, cursor: Int)? {
  let files = MarkedText(marked).files
  guard let asked = files.first(where: { !$0.cursors.isEmpty }) else { return nil }
  func document(_ file: MarkedText.File) -> Document {
    Document(path: file.path, kind: FileKind.of(path: file.path) ?? .infoPlist, text: file.source)
  }
  let targets = linter.targets(in: ProjectFolder(path: "/App", files: files.map { linter.read(document($0)) }))
  let own = targets.filter { target in target.files.contains { $0.path == asked.path } }
  let snapshot = Snapshot(document: document(asked), linter: linter, project: Project(targets: own))
  return (files, snapshot, asked.cursor)
}

/// Expects places to be those that are marked in all files.
private func checkPlaces(
  _ marked: String, _ find: (Snapshot, Int) -> [FilePlace], sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let (files, snapshot, cursor) = project(marked) else {
    Issue.record("no cursor", sourceLocation: sourceLocation)
    return
  }
  let found = find(snapshot, cursor)
  for file in files {
    let ranges = found.filter { ($0.path ?? snapshot.document.path) == file.path }.map(\.range)
    expectEqual(
      MarkedText.marking(ranges, in: file.source), MarkedText.marking(file.ranges, in: file.source), file.path,
      sourceLocation: sourceLocation)
  }
}

@Suite struct KeyNavigationTests {
  /// - Parameters:
  ///   - mark: How the places that declare the key are marked.
  private func files(cursorIn path: String, declarations: Bool, translations: Bool) -> String {
    func name(_ file: String, _ isMarked: Bool) -> String {
      let name = file == path ? "NSCamera$0UsageDescription" : "NSCameraUsageDescription"
      return isMarked ? "«\(name)»" : name
    }
    return """
      --- /App/Info.plist
      <plist version="1.0"><dict>
      <key>\(name("/App/Info.plist", declarations))</key><string>Scan.</string>
      <key>NSMicrophoneUsageDescription</key><string>Hear.</string>
      </dict></plist>
      --- /App/de.lproj/InfoPlist.strings
      "\(name("/App/de.lproj/InfoPlist.strings", translations))" = "Für NSCameraUsageDescription.";
      --- /App/fr.lproj/InfoPlist.strings
      \(name("/App/fr.lproj/InfoPlist.strings", translations)) = 'Scanner.';
      --- /App/Texts/InfoPlist.xcstrings
      { "strings" : { "\(name("/App/Texts/InfoPlist.xcstrings", translations))" : { } } }
      """
  }

  private static let paths = [
    "/App/Info.plist", "/App/de.lproj/InfoPlist.strings", "/App/fr.lproj/InfoPlist.strings",
    "/App/Texts/InfoPlist.xcstrings",
  ]

  @Test func everyFileLeadsToEveryOther() {
    for path in Self.paths {
      checkPlaces(files(cursorIn: path, declarations: true, translations: false)) { definition(in: $0, at: $1) }
      checkPlaces(files(cursorIn: path, declarations: true, translations: true)) {
        references(in: $0, at: $1, includesDeclarations: true)
      }
      checkPlaces(files(cursorIn: path, declarations: false, translations: true)) {
        references(in: $0, at: $1, includesDeclarations: false)
      }
    }
  }

  @Test func textsLeadToTheirKeys() {
    checkPlaces(
      """
      --- /App/Info.plist
      <plist version="1.0"><dict><key>«NSCameraUsageDescription»</key><string>Scan.</string></dict></plist>
      --- /App/de.lproj/InfoPlist.strings
      "NSCameraUsageDescription" = "Zum Sc$0annen.";
      """
    ) { definition(in: $0, at: $1) }
  }

  /// A key for one kind of device is a name of its own; its translation may be of a text for all.
  @Test func keysForDevices() {
    let files = { (plist: String, table: String) in
      "--- /App/Info.plist\n<plist version=\"1.0\"><dict>\(plist)</dict></plist>\n"
        + "--- /App/de.lproj/InfoPlist.strings\n\(table)\n"
    }
    let camera = "<key>NSCameraUsageDescription</key><string>Scan.</string>"
    let pad = "<key>NSCameraUsageDescription~ipad</key><string>Scan.</string>"
    let table = "\"NSCamera$0UsageDescription~ipad\" = \"Zum Scannen.\";"
    checkPlaces(
      files(camera + pad.replacing("NSCameraUsageDescription~ipad", with: "«NSCameraUsageDescription~ipad»"), table)
    ) {
      definition(in: $0, at: $1)
    }
    checkPlaces(files(camera.replacing("NSCameraUsageDescription", with: "«NSCameraUsageDescription»"), table)) {
      definition(in: $0, at: $1)
    }
    checkRename(
      files(camera + pad, table), to: "NSCameraUsageDescription~iphone",
      plain(files(camera + pad, table)).replacing("~ipad", with: "~iphone"))
  }

  @Test func whatIsNoKeyLeadsNowhere() {
    for text in [
      "--- /App/Info.plist\n<plist version=\"1.0\"><dict><key>CFBundle$0Name</key><string>A</string></dict></plist>\n",
      "--- /App/de.lproj/InfoPlist.strings\nCFBundle$0Name = A;\n", "--- /App/Info.plist\n$0",
      "--- /App/PrivacyInfo.xcprivacy\n<plist><dict><key>NSPrivacy$0Tracking</key><false/></dict></plist>\n",
      "--- /App/InfoPlist.strings\n$0\n\nNSCameraUsageDescription = a;\n",
    ] {
      checkPlaces(text) { definition(in: $0, at: $1) }
      checkPlaces(text) { references(in: $0, at: $1, includesDeclarations: true) }
      expectEqual(project(text).flatMap { renameRange(in: $0.snapshot, at: $0.cursor) }, nil, text)
    }
    // A translation of a key that nothing declares.
    checkPlaces("--- /App/InfoPlist.strings\nNSCamera$0UsageDescription = a;\n") { definition(in: $0, at: $1) }
  }

  private static let xcode = """
    --- /App/App.xcodeproj/project.pbxproj
    {objects = {
    P = {isa = PBXProject; targets = (T); mainGroup = G; };
    G = {isa = PBXGroup; children = (F, X); sourceTree = "<group>"; };
    F = {isa = PBXFileReference; path = InfoPlist.xcstrings; sourceTree = "<group>"; };
    X = {isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>"; };
    T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
    buildConfigurationList = L; buildPhases = (R); };
    R = {isa = PBXResourcesBuildPhase; files = (B); };
    B = {isa = PBXBuildFile; fileRef = F; };
    L = {isa = XCConfigurationList; buildConfigurations = (C, D); };
    C = {isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = X;
    buildSettings = {INFOPLIST_KEY_«NSCameraUsageDescription» = "Scan."; }; };
    D = {isa = XCBuildConfiguration; name = Release;
    buildSettings = {"INFOPLIST_KEY_«NSCameraUsageDescription»[sdk=iphoneos*]" = "Scan."; }; };
    }; rootObject = P; }
    --- /App/App.xcconfig
    INFOPLIST_KEY_«NSCameraUsageDescription» = Scan.
    --- /App/InfoPlist.xcstrings
    {"strings" : {"NSCamera$0UsageDescription" : {} } }
    """

  @Test func settingsDeclareKeys() {
    checkPlaces(Self.xcode) { definition(in: $0, at: $1) }
    checkPlaces(Self.xcode.replacing("NSCamera$0UsageDescription", with: "«NSCamera$0UsageDescription»")) {
      references(in: $0, at: $1, includesDeclarations: true)
    }
  }

  /// Expects the files after the new name, or why there is none.
  private func checkRename(
    _ marked: String, to name: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let (files, snapshot, cursor) = project(marked) else {
      Issue.record("no cursor", sourceLocation: sourceLocation)
      return
    }
    do throws(RenamingRefusal) {
      guard let found = try renaming(in: snapshot, at: cursor, to: name) else {
        expectEqual("nothing", expected, sourceLocation: sourceLocation)
        return
      }
      let edits = Dictionary(
        uniqueKeysWithValues: [(snapshot.document.path, found.edits)] + found.otherFiles.map { ($0.path, $0.edits) })
      let after = files.map { file in
        "--- \(file.path)\n" + string(file.source.applying(edits[file.path] ?? []))
      }.joined()
      expectEqual(after, expected, sourceLocation: sourceLocation)
    } catch {
      expectEqual(error.reason, expected, sourceLocation: sourceLocation)
    }
  }

  private func plain(_ marked: String) -> String {
    MarkedText(marked).files.map { "--- \($0.path)\n\($0.text)" }.joined()
  }

  @Test func everyFileGetsTheNewName() {
    let new = "NSMotionUsageDescription"
    for path in Self.paths {
      let before = files(cursorIn: path, declarations: false, translations: false)
      checkRename(
        before, to: new,
        plain(before).replacing("NSCameraUsageDescription", with: new)
          .replacing("Für \(new)", with: "Für NSCameraUsageDescription"))
      checkRename(before, to: "NSCameraUsageDescription", plain(before))
    }
    checkRename(
      Self.xcode.replacing("«", with: "").replacing("»", with: ""), to: new,
      plain(Self.xcode).replacing("NSCameraUsageDescription", with: new))
    // A misspelt key.
    checkRename(
      "--- /App/Info.plist\n<plist><dict><key>NSCamraUsage$0Description</key><string>a</string></dict></plist>\n"
        + "--- /App/de.lproj/InfoPlist.strings\nNSCamraUsageDescription = b;\n", to: "NSCameraUsageDescription",
      "--- /App/Info.plist\n<plist><dict><key>NSCameraUsageDescription</key><string>a</string></dict></plist>\n"
        + "--- /App/de.lproj/InfoPlist.strings\nNSCameraUsageDescription = b;\n")
  }

  @Test func whatIsNotRenamed() {
    let before = files(cursorIn: "/App/Info.plist", declarations: false, translations: false)
    let reason = "A key can contain only ASCII letters, digits, “_”, “-”, “~” and “.”"
    for name in ["", "a b", "é", "a\"", "<a>"] { checkRename(before, to: name, reason) }
    checkRename(before, to: "NSMicrophoneUsageDescription", "Info.plist already has “NSMicrophoneUsageDescription”")
    checkRename("--- /App/Info.plist\n<plist>$0</plist>\n", to: "a", "nothing")
  }
}
