import Foundation
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// One slip of a keyboard or a merge is one finding: in whole documents, of every kind that is read.
@Suite struct SlipTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/slips")

  /// The documents of a folder, which have nothing wrong.
  private func documents(in name: String) throws -> [(path: String, text: String)] {
    let folder = Self.folder.appending(path: name)
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String])
    return try paths.sorted().filter { FileKind.of(path: $0) != nil }.map {
      ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
  }

  private func isMistake(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .error || diagnostic.severity == .warning
  }

  /// `known` has the documents that recovery was made with, `unseen` and `later` those that it was measured with
  /// afterwards.
  @Test(arguments: ["known", "unseen", "later"]) func oneSlipIsOneFinding(folder: String) throws {
    var counts: [Int: Int] = [:]
    var failures: [String] = []
    for (path, text) in try documents(in: folder) {
      let kind = try #require(FileKind.of(path: path))
      expectEqual(
        linter.lint(Document(path: path, kind: kind, text: SourceText(text))).filter(isMistake), [],
        "findings in \(path)")
      let isXML = kind == .privacyManifest || kind == .infoPlist || kind == .entitlements
      // All of them take minutes where nothing is optimised; the step is prime, so that each kind of slip has its turn.
      let slips = Slips.all(of: text, isXML: isXML)
      for slip in stride(from: 0, to: slips.count, by: slips.count > 400 ? 7 : 1).map({ slips[$0] }) {
        let found = linter.lint(Document(path: path, kind: kind, bytes: slip.bytes), fixes: .none).filter(isMistake)
        counts[min(found.count, 3), default: 0] += 1
        if found.count > 2 {
          failures.append("\(path), \(slip.name): \(found.map(signature).joined(separator: "; "))")
        }
      }
    }
    let told = counts.reduce(0) { $1.key > 0 ? $0 + $1.value : $0 }
    let one = counts[1] ?? 0
    print("\(folder): of \(told) slips that are told, \(one) are one finding; \(counts[0] ?? 0) do no harm")
    expectTrue(told > 1_000, "\(told) slips are too few to tell")
    expectTrue(100 * one >= 95 * told, "\(one) of \(told) slips are one finding")
    expectEqual(failures, [], "no slip is more than two findings")
  }

  /// Two slips on lines side by side are two findings at most, or one: in 95 of 100 pairs.
  @Test(arguments: ["known", "unseen", "later"]) func twoSlipsSideBySideAreTwoFindings(folder: String) throws {
    var total = 0
    var failures: [String] = []
    for (path, text) in try documents(in: folder) where !path.hasSuffix("xcstrings") && !path.hasSuffix("pbxproj") {
      let kind = try #require(FileKind.of(path: path))
      for slip in Slips.pairs(of: text, count: 150) {
        let found = linter.lint(Document(path: path, kind: kind, bytes: slip.bytes), fixes: .none).filter(isMistake)
        total += 1
        if found.count > 2 { failures.append("\(path), \(slip.name): \(found.map(signature).joined(separator: "; "))") }
      }
    }
    print("\(folder): of \(total) pairs of slips, \(failures.count) are more than two findings")
    expectTrue(total > 500, "\(total) pairs are too few to tell")
    expectTrue(
      20 * failures.count <= total,
      "\(failures.count) of \(total) are too many:\n\(failures.prefix(20).joined(separator: "\n"))")
  }

  /// A file with something else in it than its text is one finding, which says what it is.
  @Test func whatIsNoTextIsOneFinding() {
    var state: UInt64 = 1
    let noise = (0..<2_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n"
    let latin =
      "<plist version=\"1.0\">\n<dict>\n<key>CFBundleName</key>\n<string>K\u{E4}se</string>\n<key>A</key>\n<string>\u{FC}</string>\n</dict>\n</plist>\n"
    let rows: [(bytes: [UInt8], severity: Severity?, message: String)] = [
      (
        Array("\0GITCRYPT\0".utf8) + noise, .information,
        "This file is encrypted with git-crypt; unlock it to check it"
      ),
      (Array(pointer.utf8), .warning, "This is a Git LFS pointer, not the file; run “git lfs pull”"),
      (
        [0xEF, 0xBB, 0xBF] + Array(pointer.utf8), .warning,
        "This is a Git LFS pointer, not the file; run “git lfs pull”"
      ),
      (noise, nil, "This file is not text"),
      (Array("PK\u{3}\u{4}".utf8) + noise, nil, "This file is not text"),
    ]
    let paths = [
      "PrivacyInfo.xcprivacy", "Info.plist", "App.entitlements", "de.lproj/InfoPlist.strings", "InfoPlist.xcstrings",
      "App.xcodeproj/project.pbxproj", "App.xcconfig", "Package.resolved", "Podfile.lock",
      "pubspec.lock", "Cartfile.resolved",
    ]
    for path in paths {
      guard let kind = FileKind.of(path: path) else {
        Issue.record("\(path) is no file of ours")
        continue
      }
      for (bytes, severity, message) in rows {
        let document = Document(path: path, kind: kind, bytes: bytes)
        let found = linter.lint(document)
        expectEqual(
          found.map(\.message), [message + (path.hasSuffix("xcprivacy") && severity == nil ? " (ITMS-91056)" : "")],
          path)
        let isMild = kind == .buildSettings || kind == .lockFile
        expectEqual(found.map(\.severity), [severity ?? (isMild ? .warning : .error)], path)
        expectTrue(!document.isReadable, "\(path) is not checked")
      }
    }
    let bytes = latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let found = linter.lint(Document(path: "Info.plist", kind: .infoPlist, bytes: bytes)).filter(isMistake)
    expectEqual(found.map(\.message), ["2 places in this file are not UTF-8; save it as UTF-8"])
  }

  /// What a hunk of a merge looks like in each kind of file: the whole of it is the one finding, with each side to keep.
  @Test func aMergeIsOneFindingAHunk() {
    let hunk = { (ours: String, theirs: String) in
      "«<<<<<<< HEAD\n\(ours)\n=======\n\(theirs)\n>>>>>>> other»\n"
    }
    let entry = { (category: String, reason: String) in
      "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategory\(category)</string>"
        + "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>\(reason)</string></array></dict>"
    }
    let head = "<plist version=\"1.0\">\n<dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n"
    let end = "</dict>\n</plist>\n"
    let rows: [(path: String, text: String)] = [
      (
        "PrivacyInfo.xcprivacy",
        head + hunk("<key>NSPrivacyTracking</key>\n<false/>", "<key>NSPrivacyTracking</key>\n<true/>") + end
      ),
      (
        "PrivacyInfo.xcprivacy",
        head + "<key>NSPrivacyAccessedAPITypes</key>\n<array>\n"
          + hunk(entry("DiskSpace", "E174.1"), entry("UserDefaults", "CA92.1")) + "</array>\n" + end
      ),
      // Both sides of an entry's first keys aren't two entries.
      (
        "PrivacyInfo.xcprivacy",
        "<plist version=\"1.0\">\n<dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array>\n<dict>\n"
          + hunk(
            "<key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeEmailAddress</string>\n"
              + "<key>NSPrivacyCollectedDataTypeLinked</key><true/>",
            "<key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeName</string>\n"
              + "<key>NSPrivacyCollectedDataTypeLinked</key><false/>")
          + "<key>NSPrivacyCollectedDataTypeTracking</key><false/>\n<key>NSPrivacyCollectedDataTypePurposes</key>\n"
          + "<array><string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string></array>\n</dict>\n</array>\n"
          + end
      ),
      (
        "PrivacyInfo.xcprivacy",
        head + "<key>NSPrivacyTracking</key>\n" + hunk("<false/>", "<string>no</string>\n<key>x</key>\n<true/>") + end
      ),
      (
        "PrivacyInfo.xcprivacy",
        head + "<key>NSPrivacyTracking</key>\n«<<<<<<< a\n<false/>\n||||||| b\n<true/>\n=======\n<false/>\n>>>>>>> c»\n"
          + end
      ),
      // Where the second side ends is not known.
      (
        "InfoPlist.strings",
        "«<<<<<<< HEAD\n\"NSCameraUsageDescription\" = \"x y\";\n=======»\n\"NSCameraUsageDescription\" = \"z\";\n"
      ),
      ("PrivacyInfo.xcprivacy", head + "«>>>>>>> other»\n<key>NSPrivacyTracking</key>\n<false/>\n" + end),
      (
        "Info.plist",
        "<plist version=\"1.0\">\n<dict>\n<key>NSCameraUsageDescription</key>\n"
          + hunk("<string>Scan the label of a bottle.</string>", "<string>TODO</string>") + end
      ),
      (
        "App.entitlements",
        "<plist version=\"1.0\">\n<dict>\n<key>com.apple.security.app-sandbox</key>\n" + hunk("<true/>", "<false/>")
          + end
      ),
      (
        "de.lproj/InfoPlist.strings",
        hunk(
          "\"NSCameraUsageDescription\" = \"Liest das Etikett einer Flasche.\";",
          "\"NSCameraUsageDescription\" = \"Liest Etiketten.\";\n\"NSCameraUsageDescription\" =")
      ),
      (
        "InfoPlist.xcstrings",
        "{\n\"sourceLanguage\" : \"en\",\n\"strings\" : {\n},\n"
          + hunk("\"version\" : \"1.0\"", "\"version\" : \"1.1\"") + "}\n"
      ),
      ("Podfile.lock", "PODS:\n" + hunk("  - Alamofire (5.9.1)", "  - Alamofire (5.8.1)") + "\nCOCOAPODS: 1.15.2\n"),
      (
        "package-lock.json",
        "{\n\"packages\": {\n\"node_modules/cordova-ios\": {\n"
          + hunk("\"version\": \"7.1.0\"", "\"version\": \"7.0.1\"") + "}\n}\n}\n"
      ),
      ("App.xcconfig", "A = 1\n" + hunk("B = 2", "B = 3") + "C = 4\n"),
      ("App.xcconfig", "A = 1 \\\n" + hunk("  2 \\", "  3 \\") + "  4\n"),
      (
        "project.pbxproj",
        "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n" + hunk("\t\tA1 = {isa = X; };", "\t\tA1 = {isa = Y;")
          + "\t};\n\trootObject = A1;\n}\n"
      ),
    ]
    for (path, marked) in rows {
      let text = MarkedText(marked)
      let found = linter.lint(document(text.text, path: path)).filter(isMistake)
      expectEqual(
        MarkedText.marking(found.map(\.range), in: text.source), marked, "\(path): \(found.map(signature))")
      for fix in found.flatMap(\.fixes) where fix.title.hasPrefix("Keep the first") {
        let kept = text.source.applying(fix.edits)
        let left = linter.lint(document(kept[ByteRange(0, kept.count)], path: path)).filter(isMistake)
        expectEqual(left, [], "\(path): what is left when one side is kept")
      }
    }
  }

  /// Which category an entry will have, only the merge decides, so its reasons aren’t judged by the first side.
  @Test func aCategoryInAMergeIsOpen() {
    func category(_ name: String) -> String {
      "<key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategory\(name)</string>\n"
    }
    let text =
      "<plist version=\"1.0\">\n<dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n"
      + "<key>NSPrivacyAccessedAPITypes</key>\n<array>\n<dict>\n<<<<<<< HEAD\n\(category("UserDefaults"))=======\n"
      + "\(category("DiskSpace"))>>>>>>> other\n<key>NSPrivacyAccessedAPITypeReasons</key>\n"
      + "<array><string>E174.1</string></array>\n</dict>\n</array>\n</dict>\n</plist>\n"
    let found = linter.lint(document(text, path: "PrivacyInfo.xcprivacy"))
    expectEqual(found.map(\.rule), ["malformed-property-list"])
  }

  /// Slips whose one finding has the fix that takes them back.
  @Test func aSlipHasItsFix() {
    let text = """
      <plist version="1.0">
      <dict>
      \t<key>NSPrivacyCollectedDataTypes</key>
      \t<array/>
      \t<key>NSPrivacyAccessedAPITypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>CA92.1</string>
      \t\t\t</array>
      \t\t</dict>
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryDiskSpace</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>E174.1</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      </dict>
      </plist>

      """
    let slips: [(right: String, wrong: String)] = [
      ("<dict>\n\t<key>NSPrivacyCollected", "\t<key>NSPrivacyCollected"),
      ("<dict>\n\t<key>NSPrivacyCollected", "dict>\n\t<key>NSPrivacyCollected"),
      ("\t<array>\n\t\t<dict>", "\t\t<dict>"),
      ("\t\t\t<array>\n\t\t\t\t<string>E174", "\t\t\t\t<string>E174"),
      ("\t\t</dict>\n\t\t<dict>\n", "\t\t</dict>\n"),
      ("\t\t</dict>\n\t\t<dict>\n", "\t\t<dict>\n"),
      ("\t\t</dict>\n\t\t<dict>\n", ""),
      ("<string>E174.1</string>", "<string>E174.1</"),
      ("<string>E174.1</string>", "<string>E174.1<string"),
      ("<string>E174.1</string>", "<strin>E174.1</string>"),
      ("<string>E174.1</string>", "string>E174.1</string>"),
      ("\t</array>\n</dict>", "\t<array>\n</dict>"),
    ]
    for (right, wrong) in slips {
      let broken = text.replacingOccurrences(of: right, with: wrong)
      expectTrue(broken != text, "\(right) stands in the text")
      let found = linter.lint(document(broken)).filter(isMistake)
      expectEqual(found.count, 1, "\(wrong.debugDescription): \(found.map(signature))")
      guard let fix = found.first?.fixes.first else {
        Issue.record("\(wrong.debugDescription) has no fix")
        continue
      }
      let mended = SourceText(broken).applying(fix.edits)
      expectEqual(mended[ByteRange(0, mended.count)], text, "“\(fix.title)” for \(wrong.debugDescription)")
    }
  }
}
