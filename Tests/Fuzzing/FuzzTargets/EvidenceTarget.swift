import EditorFeatures
import PrivacyRules
import SourceText
import Workspace

extension FuzzTarget {
  /// A project with sources, each file a part of the input: whatever the files say, what is found and where it leads lies
  /// in them, and is the same every time.
  static let evidence = FuzzTarget(
    name: "evidence", longestInput: 8_192,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      var texts: [String: SourceText] = [:]
      while !input.isEmpty, texts.count < files.count {
        let file = files[input.byte() % files.count]
        texts["/A/\(file.path)"] = SourceText(valid(input.part()))
      }
      let evidence = linter.evidence(of: texts, in: "/A")
      let again = linter.evidence(of: texts, in: "/A")
      try require(evidence.sourcePaths == again.sourcePaths, "the files with findings differ from those before")
      for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
        guard let known = evidence.file(path) else { continue }
        let document = Document(path: path, kind: FileKind.of(path: path) ?? .source, text: text)
        let found = linter.lint(document, evidence: known)
        for finding in found {
          try requirePlace(finding.range, in: text, "\(finding.rule) in \(path)")
          for related in finding.related {
            try requireText(related.path ?? path, texts, at: [related.range], finding.rule)
          }
          for fix in finding.fixes {
            try require(!fix.isSafe || document.kind != .source, "“\(fix.title)” is safe")
            for change in fix.otherFiles {
              try requireText(change.path, texts, at: change.edits.map(\.range), fix.title)
            }
          }
        }
        try require(linter.lint(document, evidence: again.file(path)) == found, "the findings in \(path) differ")
        let snapshot = Snapshot(document: document, linter: linter, evidence: known)
        for offset in stride(from: 0, through: text.count, by: max(text.count / 40, 1)) {
          _ = hover(in: snapshot, at: offset)
          let places =
            definition(in: snapshot, at: offset) + references(in: snapshot, at: offset, includesDeclarations: true)
          for place in places { try requireText(place.path ?? path, texts, at: [place.range], "a place from \(path)") }
        }
        for lens in codeLenses(in: snapshot) { try requirePlace(lens.range, in: text, lens.title) }
        for hint in inlayHints(in: snapshot, range: ByteRange(0, text.count), kinds: [.uses]) {
          try requirePlace(ByteRange(at: hint.offset), in: text, hint.label)
        }
      }
    },
    seeds: { _ in
      let all = files.enumerated().map { [UInt8($0)] + Array($1.text.utf8) }
      // All descriptions, then each alone with the files that it describes.
      let others = all.dropFirst(3)
      return [Array(all.joined(separator: [0xFF]))]
        + all.prefix(3).map { Array(([$0] + others).joined(separator: [0xFF])) }
    })

  private static func requireText(
    _ path: String, _ texts: [String: SourceText], at ranges: [ByteRange], _ what: String
  ) throws(Violation) {
    guard let text = texts[path] else { throw Violation(words: "\(what) is in \(path)") }
    for range in ranges { try requirePlace(range, in: text, isValid: false, "\(what) in \(path)") }
  }

  private static let files: [(path: String, text: String)] = [
    (
      "project.yml",
      "targets:\n  A:\n    type: application\n    platform: iOS\n    sources: [App, Kit]\n    info: {path: App/Info.plist}\n"
        + "    entitlements: {path: App/A.entitlements}\n    dependencies: [{target: S}]\n  S:\n    type: app-extension\n"
        + "    platform: iOS\n    sources: [Kit]\n    settings: {base: {INFOPLIST_KEY_NSCameraUsageDescription: Scan.}}\n"
    ),
    (
      "Package.swift",
      "let package = Package(name: \"A\", products: [.library(name: \"Kit\", targets: [\"Kit\"])], targets: "
        + "[.target(name: \"Kit\", path: \"Kit\", resources: [.copy(\"PrivacyInfo.xcprivacy\")])])\n"
    ),
    (
      "A.xcodeproj/project.pbxproj",
      "{objects = {R = {isa = PBXProject; mainGroup = G; targets = (T);}; G = {isa = PBXGroup; children = (F, M); "
        + "sourceTree = \"<group>\";}; F = {isa = PBXFileReference; path = App/a.swift; sourceTree = \"<group>\";}; M = "
        + "{isa = PBXFileReference; path = App/PrivacyInfo.xcprivacy; sourceTree = \"<group>\";}; T = {isa = "
        + "PBXNativeTarget; name = A; productType = \"com.apple.product-type.application\"; buildPhases = (P, Q);}; "
        + "P = {isa = PBXSourcesBuildPhase; files = (B);}; Q = {isa = PBXResourcesBuildPhase; files = (C);}; "
        + "B = {fileRef = F;}; C = {fileRef = M;};}; rootObject = R;}"
    ),
    (
      "App/a.swift",
      "import AVFoundation\nlet a = UserDefaults(suiteName: \"group.a\")\nfunc f() { AVCaptureDevice.requestAccess(for: "
        + ".video) { _ in } }\nlet t = ProcessInfo.processInfo.systemUptime\n"
    ),
    ("Kit/b.m", "#import \"b.h\"\nvoid f(void) { [NSUserDefaults standardUserDefaults]; READ(0); }\n"),
    ("Kit/b.h", "#define READ(x) stat(x, 0)\n"),
    (
      "App/PrivacyInfo.xcprivacy",
      "<plist version=\"1.0\"><dict><key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>"
        + "<string>NSPrivacyAccessedAPICategoryUserDefaults</string><key>NSPrivacyAccessedAPITypeReasons</key><array>"
        + "<string>CA92.1</string></array></dict></array></dict></plist>"
    ),
    (
      "App/Info.plist",
      "<plist version=\"1.0\"><dict><key>NSMicrophoneUsageDescription</key><string>Hear.</string></dict></plist>"
    ),
    (
      "App/A.entitlements",
      "<plist version=\"1.0\"><dict><key>com.apple.developer.healthkit</key><true/></dict></plist>"
    ),
  ]
}
