import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// No file that speaks of purpose strings is too odd for completion and hover, and none takes long.
@Suite struct InfoPlistRobustnessTests {
  static let info = manifest(
    """
    \t<key>CFBundleDisplayName</key>
    \t<string>Tide 🌊</string>
    \t<key>NSCameraUsageDescription</key>
    \t<string>Scans &lt;receipts&gt; &amp; cards — 📸.</string>
    \t<key>NSBonjourServices</key>
    \t<array>
    \t\t<string>_tide._tcp</string>
    \t</array>
    \t<key>NSLocationTemporaryUsageDescriptionDictionary</key>
    \t<dict>
    \t\t<key>Ride</key>
    \t\t<string>Finds your door.</string>
    \t</dict>
    """)
  static let entitlements = manifest(
    """
    \t<key>com.apple.developer.healthkit.access</key>
    \t<array>
    \t\t<string>health-records</string>
    \t</array>
    \t<key>com.apple.security.device.camera</key>
    \t<true/>
    """)
  static let table = """
    /* The camera */
    "NSCameraUsageDescription" = "Liest \\"Belege\\" 📸.";
    Ride = 'Zur Tür';
    // More
    "CFBundleDisplayName" = "Flut";

    """
  static let catalog = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "NSCameraUsageDescription" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest \\"Belege\\"." } }
          }
        }
      },
      "version" : "1.0"
    }

    """
  static let settings = """
    // Privacy
    INFOPLIST_KEY_NSCameraUsageDescription = This app scans receipts.
    INFOPLIST_KEY_NSMic[sdk=iphoneos*] = $(inherited)
    SWIFT_VERSION = 6.0

    """
  static let xcode = MarkedText(
    xcodeProject("\t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = \"Scans 📸.\";\n\t\t\t\tINFOPLIST_KEY_NS")
  ).file.text
  static let files = [
    "Info.plist": info, "App.entitlements": entitlements, "de.lproj/InfoPlist.strings": table,
    "InfoPlist.xcstrings": catalog, "App.xcconfig": settings, "App.xcodeproj/project.pbxproj": xcode,
  ]

  func project(_ files: [String: String]) -> [ProjectFile] {
    files.sorted { $0.key < $1.key }.map { name, text in
      let path = "/App/\(name)"
      return linter.read(Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: SourceText(text)))
    }
  }

  @Test(arguments: files.keys.sorted())
  func anyOffsetOfAnyText(of name: String) {
    var mutator = PropertyListMutator(seed: 11)
    let original = Array((Self.files[name] ?? "").utf8)
    let others = project(Self.files)
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: others))
    for round in 0..<30 {
      let text = SourceText(round == 0 ? original : mutator.mutate(original))
      let path = "/App/\(name)"
      let document = Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: text)
      let snapshot = Snapshot(
        document: document, linter: linter, project: Project(targets: targets, path: path))
      for offset in stride(from: -1, through: text.count + 1, by: round == 0 ? 1 : 11) {
        let at = min(max(offset, 0), text.count)
        let items = completions(in: snapshot, at: offset)
        expectEqual(Set(items.map(\.label)).count, items.count, "Something twice at \(offset) of\n\(string(text))")
        let line = text.contents(ofLine: text.line(at: at))
        for item in items {
          let edits = item.additionalEdits.map(\.range)
          let isInPlace = line.contains(item.range) && item.range.touches(at)
          let isInText = edits.allSatisfy { $0.lower >= 0 && $0.upper <= text.count }
          expectTrue(isInPlace && isInText, "\(item.label) at \(offset) of\n\(string(text))")
        }
        if let hover = hover(in: snapshot, at: offset) {
          expectTrue(hover.range.touches(at) && hover.range.upper <= text.count, "The hover at \(offset)")
        }
      }
    }
  }

  /// Whatever stands in a real file and is ours has a page, and nothing else has one.
  @Test func realFiles() {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    var pages = 0
    for (folder, name) in [("infoplists", "Info.plist"), ("strings", nil), ("entitlements", "App.entitlements")] {
      for file in corpus.files(in: folder) {
        let isCatalog = file.path.hasSuffix(".xcstrings")
        let path = name ?? (isCatalog ? "InfoPlist.xcstrings" : "InfoPlist.strings")
        if file.bytes.starts(with: "bplist".utf8) { continue }
        let document = Document(
          path: path, kind: FileKind.of(path: path) ?? .infoPlist, file: DecodedFile(file.bytes))
        let snapshot = Snapshot(document: document, linter: linter)
        let read = linter.read(document)
        for mention in read.mentions.prefix(60) {
          let found = hover(in: snapshot, at: mention.nameRange.lower)
          let isOurs = mention.key != nil || mention.spelling?.isClear == true
          expectEqual(found != nil, isOurs, "\(mention.name) of \(file.path)")
          if let found { checkPage(found.markdown) }
          pages += found == nil ? 0 : 1
        }
        for offset in stride(from: 0, through: document.text.count, by: max(document.text.count / 25, 1)) {
          for item in completions(in: snapshot, at: offset) {
            expectTrue(
              item.range.touches(offset) && item.range.upper <= document.text.count,
              "\(item.label) at \(offset) of \(file.path)")
          }
        }
      }
    }
    expectTrue(pages > 500, "Only \(pages) pages")
  }

  @Test func largeFiles() {
    let clock = ProcessorClock()
    func check(_ name: String, _ text: String) {
      let path = "/App/\(name)"
      let source = SourceText(text)
      let files = project(["Info.plist": Self.info]).filter { $0.path != path }
      let targets = linter.targets(in: ProjectFolder(path: "/App", files: files))
      let document = Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: source)
      let snapshot = Snapshot(document: document, linter: linter, project: Project(targets: targets, path: path))
      for offset in [0, text.utf8.count / 2, text.utf8.count - 20, text.utf8.count] {
        let completion = clock.measure { _ = completions(in: snapshot, at: offset) }
        let hover = clock.measure { _ = EditorFeatures.hover(in: snapshot, at: offset) }
        expectTrue(completion < .seconds(6), "Completion in \(name) took \(completion)")
        expectTrue(hover < .seconds(6), "A hover in \(name) took \(hover)")
      }
    }
    let pair = "\t<key>NSCameraUsageDescription</key>\n\t<string>A.</string>\n\t<key>Other</key>\n\t<true/>\n"
    check("Info.plist", manifest(String(repeating: pair, count: 15_000)))
    check(
      "Info.plist",
      "<plist><dict><key>NSCameraUsageDescription</key>" + String(repeating: "<dict><key>a</key>", count: 50_000))
    check("de.lproj/InfoPlist.strings", String(repeating: "\"NSCameraUsageDescription\" = \"A.\";\n", count: 30_000))
    check("de.lproj/InfoPlist.strings", String(repeating: "{a={", count: 50_000))
    check("InfoPlist.xcstrings", "{\"strings\" : " + String(repeating: "{\"a\" : ", count: 100_000))
    check("App.xcconfig", String(repeating: "INFOPLIST_KEY_NSCameraUsageDescription = A.\n", count: 30_000))
  }
}
