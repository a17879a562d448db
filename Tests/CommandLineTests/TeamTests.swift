import Foundation
import TestSupport
import Testing

@testable import Commands

/// What teams and their build services need: baselines, statistics, SARIF and JUnit.
@Suite struct TeamTests {
  /// An app with a wrong reason, which is an error, and a locked SDK, which is a warning.
  private func app() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("App/PrivacyInfo.xcprivacy", faulty)
    try folder.write("Podfile.lock", "PODS:\n  - Alamofire (5.8.1)\n")
    return folder
  }

  private func lint(_ folder: TemporaryFolder, _ words: String...) -> CommandResult {
    command(["lint", folder.path] + words)
  }

  @Test func baselines() throws {
    let folder = try app()
    let file = folder.path + "/known.json"
    let all = lint(folder)
    expectEqual(all.status, 1)
    // What is not there is made only by the option that says so.
    let missing = lint(folder, "--baseline", file)
    expectEqual(missing.status, 2)
    expectTrue(missing.errors.contains("known.json does not exist; --baseline-add creates it"), missing.errors)
    let added = lint(folder, "--baseline", file, "--baseline-add")
    expectEqual(added.status, 0, added.errors)
    let first = try String(contentsOfFile: file, encoding: .utf8)
    expectTrue(first.contains("\"path\": \"App/PrivacyInfo.xcprivacy\""), first)
    expectTrue(!first.contains(folder.path), "paths go from the folder of the baseline on")

    // Lines move, and nothing comes back.
    try folder.write("App/PrivacyInfo.xcprivacy", faulty.replacing("<plist", with: "<!-- a -->\n\n<plist"))
    let moved = lint(folder, "--baseline", file)
    expectEqual(moved.status, 0, moved.output)
    expectTrue(moved.output.contains("suppressed by the baseline\n"), moved.output)
    expectTrue(!moved.output.contains("--baseline-prune"), moved.output)

    // A second finding like a known one is told, and so is another one.
    try folder.write("Podfile.lock", "PODS:\n  - Alamofire (5.8.1)\n  - SnapKit (5.6.0)\n")
    let more = lint(folder, "--baseline", file, "--fail-on", "warning")
    expectEqual(more.status, 1, more.output)
    expectTrue(more.output.contains("SnapKit") && !more.output.contains("“Alamofire”"), more.output)

    // What is solved stays in the file until someone asks.
    try folder.write("Podfile.lock", "PODS:\n  - Alamofire (5.9.0)\n")
    let solved = lint(folder, "--baseline", file)
    expectTrue(
      solved.output.contains("1 finding in the baseline is gone; remove it with --baseline-prune"), solved.output)
    expectEqual(try String(contentsOfFile: file, encoding: .utf8), first)
    expectEqual(lint(folder, "--baseline", file, "--baseline-prune").status, 0)
    let pruned = try String(contentsOfFile: file, encoding: .utf8)
    expectTrue(!pruned.contains("Alamofire") && pruned.contains("App/PrivacyInfo"), pruned)
    // A file that is gone goes too; one that this run does not look at stays.
    try folder.write("Other/PrivacyInfo.xcprivacy", mended)
    expectEqual(command("lint", folder.path + "/Other", "--baseline", file, "--baseline-prune").status, 0)
    expectEqual(try String(contentsOfFile: file, encoding: .utf8), pruned)
    try FileManager.default.removeItem(atPath: folder.path + "/App")
    expectEqual(lint(folder, "--baseline", file, "--baseline-prune").status, 0)
    expectEqual(try String(contentsOfFile: file, encoding: .utf8), "{\n  \"version\": 1,\n  \"findings\": []\n}\n")
  }

  @Test func brokenBaselines() throws {
    let folder = try app()
    let rows: [(String, String)] = [
      ("", " is empty; delete it, and --baseline-add"), (" \n", " is empty; delete it, and --baseline-add"),
      ("{", ":1:2: "), ("[]", ":1:1: “version” is missing"),
      ("{\"version\": 2}", ":1:13: Unknown baseline version"),
      ("{\"version\": 1}", ":1:1: “findings” must be an array"),
      ("{\"version\": 1,\n \"findings\": [\n{\"path\": \"a\"}]}", ":3:1: A finding needs “path”, “rule” and “message”"),
      (
        "{\"version\": 1, \"findings\": [{\"path\":\"a\",\"rule\":\"b\",\"message\":\"c\",\"count\":0}]}",
        ":1:29: “count” must be a whole number from 1 to 1000000"
      ),
      (
        "{\"version\": 1, \"findings\": [{\"path\":\"a\",\"rule\":\"b\",\"message\":\"c\",\"count\":9223372036854775807}]}",
        ":1:29: “count” must be a whole number from 1 to 1000000"
      ),
      ("<<<<<<< HEAD\n{}", ":1:1: "),
    ]
    for (text, expected) in rows {
      let path = try folder.write("known.json", text)
      for words in [[], ["--baseline-add"], ["--baseline-prune"]] {
        let result = command(["lint", folder.path, "--baseline", path] + words)
        expectEqual(result.status, 2, text)
        expectTrue(result.errors.contains(path + expected), "\(text): \(result.errors)")
        expectEqual(result.output, "", text)
        expectEqual(try String(contentsOfFile: path, encoding: .utf8), text, "a broken baseline is left alone")
      }
    }
  }

  /// Any bytes are a baseline or have a place where they are none.
  @Test func baselinesOfAnyBytes() {
    let text = """
      {"version": 1, "findings": [{"path": "A/PrivacyInfo.xcprivacy", "rule": "wrong-type", "message": "“a” b"},
        {"path": "../x", "rule": "odd-blanks", "message": "c", "count": 3}]}
      """
    let bytes = Array(text.utf8)
    var mutator = PropertyListMutator(seed: 9)
    var read = 0
    for round in 0..<(bytes.count + 10_000) {
      let input = round < bytes.count ? Array(bytes[..<round]) : mutator.mutate(bytes)
      do throws(Baseline.Failure) {
        let baseline = try Baseline(input, folder: "/a", path: "known.json")
        // What was read can be written, and is read the same again.
        let again = try Baseline(baseline.bytes, folder: "/a", path: "known.json")
        expectEqual(again.findings, baseline.findings, "round \(round)")
        read += 1
      } catch {
        expectTrue(error.message.hasPrefix("known.json"), "round \(round): \(error.message)")
      }
    }
    expectTrue(read > 500, "only \(read) were read")
  }

  /// A baseline in a folder of its own holds wherever the whole is copied to; what cannot be read doesn’t hinder it.
  @Test func baselineInAFolder() throws {
    let folder = try app()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Gone.xcprivacy", withDestinationPath: folder.path + "/nowhere")
    try folder.write("ci/note.txt", "")
    let added = lint(folder, "--baseline", folder.path + "/ci/known.json", "--baseline-add")
    expectEqual(added.status, 2, added.errors)
    let text = try String(contentsOfFile: folder.path + "/ci/known.json", encoding: .utf8)
    expectTrue(text.contains("\"path\": \"../App/PrivacyInfo.xcprivacy\""), text)
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path + "/App", toPath: copy.path + "/App")
    try FileManager.default.copyItem(atPath: folder.path + "/ci", toPath: copy.path + "/ci")
    let there = lint(copy, "--baseline", copy.path + "/ci/known.json", "--fail-on", "hint")
    expectEqual(there.status, 0, there.output)
    // Of a file that can’t be read nothing is known, and so nothing is dropped.
    try FileManager.default.removeItem(atPath: folder.path + "/App/PrivacyInfo.xcprivacy")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/App/PrivacyInfo.xcprivacy", withDestinationPath: "PrivacyInfo.xcprivacy")
    _ = lint(folder, "--baseline", folder.path + "/ci/known.json", "--baseline-prune")
    expectEqual(try String(contentsOfFile: folder.path + "/ci/known.json", encoding: .utf8), text)
  }

  /// Of a file with more findings than are told, all are compared.
  @Test func baselinesOfManyFindings() throws {
    let folder = try TemporaryFolder()
    func write(_ count: Int) throws {
      let entries = (0..<count).map { "<dict><key>Wrong\($0)</key><true/></dict>" }.joined(separator: "\n")
      try folder.write(
        "PrivacyInfo.xcprivacy",
        "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array>\n\(entries)\n</array></dict></plist>"
      )
    }
    let file = folder.path + "/known.json"
    try write(3_000)
    expectTrue(lint(folder).output.contains("more findings are not shown"), "too many are not told")
    expectEqual(lint(folder, "--baseline", file, "--baseline-add").status, 0)
    let known = lint(folder, "--baseline", file, "--fail-on", "hint")
    expectEqual(known.status, 0, String(known.output.suffix(500)))
    expectTrue(
      !known.output.contains("--baseline-prune") && known.output.contains("suppressed by the baseline"), known.output)
    try write(6_000)
    let more = lint(folder, "--baseline", file)
    expectTrue(more.status == 1 && more.output.contains("more findings are not shown"), String(more.output.suffix(500)))
  }

  /// What can’t be written is named, with the reason.
  @Test func baselinesThatCannotBeWritten() throws {
    let folder = try app()
    try folder.write("folder/x", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path + "/folder")
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/folder") }
    for (name, words) in [
      ("none/known.json", "its folder does not exist"), ("folder/known.json", "is in a read-only folder"),
    ] {
      let result = lint(folder, "--baseline", "\(folder.path)/\(name)", "--baseline-add")
      expectEqual(result.status, 2, name)
      expectTrue(
        result.errors.contains("\(folder.path)/\(name) is not written: ") && result.errors.contains(words)
          || result.errors.contains("permission denied"), result.errors)
    }
  }

  @Test func optionsThatDoNotFit() throws {
    let folder = try app()
    let rows: [([String], String)] = [
      (["--baseline-add"], "--baseline-add needs --baseline"),
      (["--baseline-prune"], "--baseline-prune needs --baseline"),
      (["--baseline", "x", "--baseline-prune", "--select", "style"], "leave out --select"),
      (["--statistics", "--format", "json"], "--statistics can’t be combined with --format json"),
    ]
    for (words, expected) in rows {
      let result = command(["lint", folder.path] + words)
      expectEqual(result.status, 2, expected)
      expectTrue(result.errors.contains(expected), result.errors)
    }
    let input = command("lint", "-", "--changed-since", "HEAD")
    expectTrue(input.status == 2 && input.errors.contains("--changed-since needs files"), input.errors)
  }

  /// Lock files ask for manifests where something is made for a device.
  @Test func lockFilesOfOtherSystems() throws {
    let package = """
      {"pins": [{"identity": "alamofire", "kind": "remoteSourceControl",
      "location": "https://github.com/Alamofire/Alamofire.git",
      "state": {"revision": "a", "version": "5.8.1"}}], "version": 2}
      """
    let realm = package.replacing("Alamofire/Alamofire", with: "realm/realm-cocoa").replacing("5.8.1", with: "10.40.0")
    let flutter = "packages:\n  path_provider_ios:\n    source: hosted\n    version: \"2.0.11\"\n"
    let manifest = { (rest: String) in
      "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: \"a\", \(rest))\n"
    }
    let tool = "targets: [.executableTarget(name: \"a\")]"
    let library = "products: [.library(name: \"a\", targets: [\"a\"])], targets: [.target(name: \"a\")]"
    let pods = "PODS:\n  - Alamofire (5.8.1)\n"
    // A project names the packages; a fork takes the place of the original.
    let inProject = "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
    func project(_ repository: String, product: String = "A", in package: String = "R") -> [String: String] {
      [
        "App.xcodeproj/project.pbxproj": """
        {objects = {P = {isa = PBXProject; targets = ();};
        R = {isa = XCRemoteSwiftPackageReference; repositoryURL = "\(repository)";};
        L = {isa = XCLocalSwiftPackageReference; relativePath = Kit;};
        D = {isa = XCSwiftPackageProductDependency; package = \(package); productName = \(product);};}; rootObject = P;}
        """
      ]
    }
    // Some of its products alone need leveldb, which is locked with all of them.
    let firebase = "https://github.com/firebase/firebase-ios-sdk"
    let leveldb = """
      {"pins": [{"identity": "firebase-ios-sdk", "location": "\(firebase)", "state": {"version": "12.15.0"}},
      {"identity": "leveldb", "location": "https://github.com/firebase/leveldb.git", "state": {"version": "1.22.2"}}],
      "version": 2}
      """
    let moya = "https://github.com/Moya/Moya"
    let rx = leveldb.replacing(firebase, with: moya).replacing(
      "https://github.com/firebase/leveldb.git", with: "https://github.com/ReactiveX/RxSwift"
    )
    .replacing("1.22.2", with: "6.6.0")
    let rows: [(lock: String, text: String, beside: [String: String], count: Int)] = [
      (inProject, rx, project(moya, product: "CombineMoya"), 0), (inProject, rx, project(moya, product: "RxMoya"), 1),
      (inProject, package, project("git@github.com:alamofire/Alamofire.git"), 1),
      (inProject, package, project("https://github.com/somebody/Alamofire"), 0),
      (inProject, package, project("https://github.com/onevcat/Kingfisher"), 1),
      (inProject, leveldb, project(firebase, product: "FirebaseMessaging"), 0),
      (inProject, leveldb, project(firebase, product: "FirebaseFirestore"), 1),
      (inProject, leveldb, project(firebase, product: "\"FirebaseDatabaseSwift-Beta\""), 1),
      (inProject, leveldb, project(firebase, product: "Kit", in: "L"), 1),
      ("Package.resolved", package, [:], 1), ("Package.resolved", realm, [:], 1),
      ("Package.resolved", package, ["Package.swift": manifest("platforms: [.macOS(.v13)], \(tool)")], 0),
      ("Package.resolved", package, ["Package.swift": manifest(tool)], 0),
      ("Package.resolved", package, ["Package.swift": manifest("platforms: [.macOS(.v13)], \(library)")], 0),
      ("Package.resolved", package, ["Package.swift": manifest(library)], 1),
      (
        "Package.resolved", package,
        ["Package.swift": manifest("platforms: [.macOS(.v13), .iOS(.v16)], \(library)")], 1
      ),
      ("Podfile.lock", pods, ["Podfile": "platform :osx, '10.15'\ntarget 'A' do\n  pod 'Alamofire'\nend\n"], 0),
      ("Podfile.lock", pods, ["Podfile": "platform :ios, '15.0'\ntarget 'A' do\n  pod 'Alamofire'\nend\n"], 1),
      ("Podfile.lock", "PODS:\n  - OpenSSL-Universal (1.1.1100)\n", [:], 1),
      ("Podfile.lock", "PODS:\n  - FlipperKit (0.125.0)\n  - OpenSSL-Universal (1.1.1100)\n", [:], 0),
      ("Podfile.lock", pods, ["Podfile": "target 'A' do\n  pod 'Alamofire'\nend\n"], 1),
      (
        "Podfile.lock", pods,
        ["Podfile": "target 'A' do\n  platform :osx, '11'\nend\ntarget 'B' do\n  platform :ios, '15'\nend\n"], 1
      ),
      ("pubspec.lock", flutter, [:], 1), ("pubspec.lock", flutter, ["android/a.txt": ""], 0),
      ("pubspec.lock", flutter, ["android/a.txt": "", "ios/a.txt": ""], 1),
    ]
    // What the project names without linking any product of it is only in the app if another package needs it.
    let both = project("https://github.com/onevcat/Kingfisher").mapValues { text in
      text.replacing("targets = ();", with: "targets = (T);").replacing(
        "L = {",
        with: "T = {isa = PBXNativeTarget; name = T; packageProductDependencies = (D);};\n"
          + "S = {isa = XCRemoteSwiftPackageReference; repositoryURL = \"https://github.com/Alamofire/Alamofire\";};\nL = {"
      )
    }
    let unlinked = try TemporaryFolder()
    for (path, text) in both.merging([inProject: package], uniquingKeysWith: { $1 }) { try unlinked.write(path, text) }
    expectTrue(
      lint(unlinked, "--quiet").output.contains("information: “alamofire” 5.8.1 has no privacy manifest"),
      lint(unlinked).output)
    for (lock, text, beside, count) in rows {
      let folder = try TemporaryFolder()
      try folder.write(lock, text)
      for (path, text) in beside { try folder.write(path, text) }
      let result = lint(folder, "--quiet")
      expectEqual(
        result.output.split(separator: "\n").count { $0.contains("[sdk-without-manifest]") }, count,
        "\(lock) beside \(beside): \(result.output)\(result.errors)")
    }
  }

  /// What shows how something is used is shipped by nobody.
  @Test func lockFilesOfSamples() throws {
    let folder = try TemporaryFolder()
    let shipped = ["App", "Examined", "Demography", "drum-samples"]
    let samples = ["Example", "Kit/demo/ios", "Samples/A", "Zähler/ääää/Example", "TestBed", "Kit/test/ios"]
    for name in shipped + samples { try folder.write("\(name)/Podfile.lock", "PODS:\n  - Alamofire (5.8.1)\n") }
    // The project of an app resolves the packages inside it anew.
    let pin = """
      { "identity": "alamofire", "kind": "remoteSourceControl", "location": "https://github.com/Alamofire/Alamofire.git",
        "state": { "revision": "1", "version": "5.8.1" } }
      """
    try folder.write("Club/Tuist/Package.swift", "let package = Package(name: \"a\", dependencies: [])")
    try folder.write("Club/Tuist/Package.resolved", "{ \"pins\": [\n\(pin)], \"version\": 2 }")
    for name in ["Club/Modules/Server", "Tool"] {
      try folder.write("\(name)/Package.swift", "let package = Package(name: \"a\", targets: [.target(name: \"a\")])")
      try folder.write("\(name)/Package.resolved", "{ \"pins\": [\n\(pin)], \"version\": 2 }")
      try folder.write("\(name)/.swiftpm/configuration/Package.resolved", "{ \"pins\": [\n\(pin)], \"version\": 2 }")
    }
    expectEqual(lint(folder, "--quiet").output.split(separator: "\n").count { $0.contains(".swiftpm") }, 0)
    try folder.write("Club/Club.xcodeproj/project.pbxproj", "")
    let lines = lint(folder, "--quiet").output.split(separator: "\n")
    for (name, severity) in [("Club/Modules/Server", "hint"), ("Club/Tuist", "warning"), ("Tool", "warning")] {
      let line = lines.first { $0.contains("\(name)/Package.resolved:3:") }
      expectTrue(line?.contains(": \(severity): ") ?? false, "\(lines)")
    }
    let found = lines.filter { $0.contains("Podfile.lock:2:16: warning: ") }
    for name in shipped { expectTrue(found.contains { $0.contains("\(name)/Podfile") }, "\(name): \(lines)") }
    expectEqual(lines.count { $0.contains("Podfile.lock:") }, shipped.count, "\(lines)")
  }

  @Test func statistics() throws {
    let folder = try app()
    try folder.write("ios/Podfile.lock", "PODS:\n  - Alamofire (5.8.1)\n  - SnapKit (5.6.0)\n")
    let result = lint(folder, "--statistics", "--select", "sdk-without-manifest,wrong-type")
    expectTrue(
      result.output.hasPrefix("3  warning      sdk-without-manifest  An SDK on Apple’s list is locked"), result.output)
    expectTrue(result.output.contains("\nChecked 1 manifest, 2 lock files; "), result.output)
  }

  /// What the schema of SARIF 2.1.0 asks for, and what GitHub’s code scanning does besides.
  @Test func sarifIsWhatCodeScanningTakes() throws {
    let folder = try app()
    try folder.write(
      "with space/Info.plist", "<plist><dict><key>NSCameraUsageDescription</key><string/></dict></plist>")
    try folder.write("clean/PrivacyInfo.xcprivacy", mended)
    // A framework with a wrong manifest, and, where the tools to make it are, one without any.
    try folder.write("Built app.framework/PrivacyInfo.xcprivacy", faulty)
    if let tools = AppleToolchain.found() {
      let work = try TemporaryFolder()
      try work.write("x", "")
      let made = try AppleBinaries(in: work.path, with: tools)
      try folder.write("Alamofire.framework/Alamofire", try made.bytes("calls-arm64-chained.dylib"))
    }
    for words in [
      ["lint", folder.path], ["lint", folder.path + "/clean"], ["check", folder.path],
      ["check", folder.path + "/Built app.framework"], ["lint", folder.path + "/Alamofire.framework"],
    ] {
      let output = command(words + ["--format", "sarif"]).output
      let log = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(words)")
      expectEqual(log["version"] as? String, "2.1.0")
      let runs = try #require(log["runs"] as? [[String: Any]])
      expectEqual(runs.count, 1)
      let driver = try #require((runs.first?["tool"] as? [String: Any])?["driver"] as? [String: Any])
      expectEqual(driver["name"] as? String, "privacy-lsp")
      let rules = try #require(driver["rules"] as? [[String: Any]])
      func hasText(_ value: Any?) -> Bool { !((value as? [String: Any])?["text"] as? String ?? "").isEmpty }
      for rule in rules {
        for member in ["shortDescription", "fullDescription", "help"] {
          expectTrue(hasText(rule[member]), "\(member) of \(rule["id"] ?? "")")
        }
      }
      let ids = Set(rules.compactMap { $0["id"] as? String })
      expectEqual(ids.count, rules.count, "each rule once")
      let results = try #require(runs.first?["results"] as? [[String: Any]])
      expectEqual(Set(results.compactMap { $0["ruleId"] as? String }), ids)
      func check(_ region: [String: Any]?) {
        let numbers = ["startLine", "startColumn", "endLine", "endColumn"].compactMap { region?[$0] as? Int }
        expectTrue((numbers.count == 4 || numbers == [1]) && numbers.allSatisfy { $0 > 0 }, "\(region ?? [:])")
      }
      for result in results {
        expectTrue(hasText(result["message"]), "\(result)")
        expectTrue(["error", "warning", "note"].contains(result["level"] as? String), "\(result)")
        let places = try #require(result["locations"] as? [[String: Any]])
        expectEqual(places.count, 1)
        let place = try #require(places.first?["physicalLocation"] as? [String: Any])
        let uri = try #require((place["artifactLocation"] as? [String: Any])?["uri"] as? String)
        expectTrue(URL(string: uri) != nil && !uri.contains(" "), uri)
        check(place["region"] as? [String: Any])
        for fix in result["fixes"] as? [[String: Any]] ?? [] {
          expectTrue(hasText(fix["description"]), "\(fix)")
          let changes = try #require(fix["artifactChanges"] as? [[String: Any]])
          for edit in changes.flatMap({ $0["replacements"] as? [[String: Any]] ?? [] }) {
            check(edit["deletedRegion"] as? [String: Any])
          }
          expectTrue(!changes.isEmpty, "\(fix)")
        }
      }
      if words.first == "check" {
        let prints = results.compactMap {
          ($0["partialFingerprints"] as? [String: Any])?["primaryLocationLineHash"] as? String
        }
        expectEqual(Set(prints).count, results.count, "each result has a fingerprint of its own")
        expectTrue(results.contains { ($0["ruleId"] as? String)?.hasPrefix("ITMS-") ?? false }, output)
      }
      if words.last == folder.path, words.first == "lint" {
        expectTrue(results.contains { $0["fixes"] != nil }, "some have fixes")
        expectTrue(output.contains("with%20space/Info.plist"), output)
      }
    }
  }

  @Test func junit() throws {
    let folder = try app()
    try folder.write("clean/PrivacyInfo.xcprivacy", mended)
    let output = lint(folder, "--format", "junit", "--select", "sdk-without-manifest").output
    expectEqual(
      output.replacing(folder.path, with: "/A"),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="privacy-lsp">
        <testsuite name="/A/App/PrivacyInfo.xcprivacy" tests="1" failures="0" errors="0">
          <testcase classname="/A/App/PrivacyInfo.xcprivacy" name="privacy-lsp"/>
        </testsuite>
        <testsuite name="/A/Podfile.lock" tests="1" failures="1" errors="0">
          <testcase classname="/A/Podfile.lock" name="sdk-without-manifest (2:16)">
            <failure type="warning" message="“Alamofire” 5.8.1 has no privacy manifest; update to 5.9.0 or later (ITMS-91061)">/A/Podfile.lock:2:16: “Alamofire” 5.8.1 has no privacy manifest; update to 5.9.0 or later (ITMS-91061)</failure>
          </testcase>
        </testsuite>
        <testsuite name="/A/clean/PrivacyInfo.xcprivacy" tests="1" failures="0" errors="0">
          <testcase classname="/A/clean/PrivacyInfo.xcprivacy" name="privacy-lsp"/>
        </testsuite>
      </testsuites>

      """)
  }
}
