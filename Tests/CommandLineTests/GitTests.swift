import Foundation
import TestSupport
import Testing

/// The git of this machine, for which the tests make repositories; nil where there is none.
private let program = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// What git holds is read as git reads it.
@Suite(.enabled(if: program != nil)) struct GitTests {
  @discardableResult private func git(_ folder: TemporaryFolder, _ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(program))
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments =
      ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "-c", "core.quotepath=off"]
      + words
    process.environment = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PATH": "/usr/bin:/bin"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(words)")
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A repository whose files change in each of some commits, loose ones and packed ones with deltas among them.
  private func repository() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    let paths = ["PrivacyInfo.xcprivacy", "A/PrivacyInfo.xcprivacy", "A/Ä x/Info.plist", "B/Podfile.lock"]
    for number in 0..<12 {
      for (place, path) in paths.enumerated() where (number + place) % 3 != 1 {
        let lines = (0..<200).map { "\($0) \(path) \($0 % 12 == number ? number : 0)\n" }
        try folder.write(path, lines.joined())
      }
      try git(folder, "add", "-A")
      try git(folder, "commit", "-q", "--allow-empty", "-m", "\(number)")
      if number == 3 { try git(folder, "tag", "-a", "-m", "x", "v1") }
      if number == 5 { try git(folder, "gc", "-q", "--aggressive") }
      if number == 7 { try git(folder, "branch", "feature/one") }
      if number == 8 { try git(folder, "pack-refs", "--all") }
    }
    return folder
  }

  @Test func whatHasChangedIsWhatGitSays() throws {
    let folder = try repository()
    try folder.write("A/PrivacyInfo.xcprivacy", "changed")
    try folder.write("new/Info.plist", "x")
    let short = try git(folder, "rev-parse", "HEAD~9").prefix(7)
    try folder.write(".git/FETCH_HEAD", "\(try git(folder, "rev-parse", "HEAD~3"))\t\tbranch 'main' of example.com:a\n")
    let revisions = [
      "HEAD", "@", "HEAD~1", "HEAD~7", "HEAD^", "HEAD^^", "main", "refs/heads/main", "v1", "v1~2", "feature/one",
      "v1^0", "FETCH_HEAD", String(short), try git(folder, "rev-parse", "HEAD~4"),
    ]
    for revision in revisions {
      let changed = try git(folder, "diff", "--name-only", "--no-renames", "--diff-filter=d", revision)
      let new = try git(folder, "ls-files", "-o")
      let expected = Set((changed + "\n" + new).split(separator: "\n").map(String.init))
      let result = command("lint", folder.path, "--format", "json", "--changed-since", revision)
      let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      let files = (report?["files"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
      expectEqual(Set(files.map { String($0.dropFirst(folder.path.count + 1)) }), expected, revision)
    }
  }

  /// What a change brings about in other files is told too.
  @Test func findingsInFilesThatDidNotChange() throws {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    func plist(_ name: String) -> String {
      "<plist version=\"1.0\"><dict>\n<key>\(name)</key>\n<string>Scans the codes on your tickets.</string>\n</dict></plist>"
    }
    try folder.write("App/Info.plist", plist("NSCameraUsageDescription"))
    try folder.write("App/de.lproj/InfoPlist.strings", "\"NSCameraUsageDescription\" = \"Liest die Codes.\";\n")
    try folder.write("App/PrivacyInfo.xcprivacy", mended)
    try folder.write("App/a.swift", "import Foundation\n")
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "App", platforms: [.iOS(.v17)], products: [.library(name: "App", targets: ["App"])],
        targets: [.target(name: "App", path: "App", resources: [.copy("PrivacyInfo.xcprivacy")])])
      """)
    // One that is there before, and stays quiet.
    try folder.write("Other/PrivacyInfo.xcprivacy", faulty)
    try git(folder, "add", "-A")
    try git(folder, "commit", "-q", "-m", "a")
    func check(_ path: String, _ text: String, _ expected: [String], line: Int = #line) throws {
      let before = String(decoding: folder.bytes(path), as: UTF8.self)
      try folder.write(path, text)
      let result = command("lint", folder.path, "--quiet", "--changed-since", "HEAD")
      let found = result.output.split(separator: "\n").compactMap { line -> String? in
        let parts = line.dropFirst(folder.path.count + 1).split(separator: ":", maxSplits: 1)
        guard let path = parts.first, let rule = line.split(separator: "[").last else { return nil }
        return "\(path) \(rule.dropLast())"
      }
      expectEqual(found.filter { !$0.hasPrefix(path) }, expected, "line \(line): \(result.output)")
      try folder.write(path, before)
    }
    try check("App/a.swift", "import Foundation\nlet two = 2\n", [])
    try check(
      "App/a.swift", "import Foundation\nlet a = UserDefaults.standard.string(forKey: \"a\")\n",
      ["App/PrivacyInfo.xcprivacy undeclared-category"])
    try check(
      "App/Info.plist", plist("NSMicrophoneUsageDescription"),
      ["App/de.lproj/InfoPlist.strings translation-without-original"])
  }

  /// What a change takes away from a target is found where its code needs it, and nothing else is told.
  @Test func declarationsThatAreTakenAway() throws {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    let project = """
      targets:
        App:
          type: application
          platform: iOS
          sources: [App]
          settings:
            GENERATE_INFOPLIST_FILE: YES
            INFOPLIST_KEY_NSCameraUsageDescription: Scans the codes on your tickets.
        Other:
          type: application
          platform: iOS
          sources: [Other]

      """
    let declaring = """
      <plist version="1.0"><dict><key>NSPrivacyAccessedAPITypes</key><array><dict>
      <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array></dict></plist>
      """
    let uses = """
      import AVFoundation
      let a = UserDefaults.standard.string(forKey: "a")
      func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }

      """
    try folder.write("A/project.yml", project)
    try folder.write("A/App/PrivacyInfo.xcprivacy", declaring)
    try folder.write("A/App/a.swift", uses)
    try folder.write("A/Other/b.swift", "let b = 1\n")
    // Known before, in a project of its own: it stays quiet.
    try folder.write("B/project.yml", "targets:\n  App: {type: application, platform: iOS, sources: [App]}\n")
    try folder.write("B/App/b.swift", uses)
    try folder.write("B/Samples/Info.plist", "<plist version=\"1.0\"><dict/></plist>")
    try git(folder, "add", "-A")
    try git(folder, "commit", "-q", "-m", "a")
    func check(_ expected: Set<String>, line: Int = #line) throws {
      let result = command("lint", folder.path, "--quiet", "--changed-since", "HEAD")
      let found = result.output.split(separator: "\n").compactMap { line -> String? in
        let parts = line.dropFirst(folder.path.count + 1).split(separator: ":", maxSplits: 1)
        return line.split(separator: "[").last.map { "\(parts[0]) \($0.dropLast())" }
      }
      expectEqual(Set(found), expected, "line \(line): \(result.output)\(result.errors)")
      try git(folder, "checkout", "-q", ".")
    }
    try check([])
    try FileManager.default.removeItem(atPath: folder.path + "/A/App/PrivacyInfo.xcprivacy")
    try check(["A/App/a.swift undeclared-category", "A/project.yml missing-manifest"])
    try folder.write(
      "A/project.yml",
      project.replacing("      INFOPLIST_KEY_NSCameraUsageDescription: Scans the codes on your tickets.\n", with: ""))
    try check(["A/App/a.swift missing-purpose-string", "A/project.yml missing-manifest"])
    // What takes nothing away: a description with another comment, an Info.plist that no target names.
    let known = folder.text("B/project.yml")
    try folder.write("B/project.yml", known + "# More to come.\n")
    try check([])
    try FileManager.default.removeItem(atPath: folder.path + "/B/Samples/Info.plist")
    try check([])
    try folder.write("A/App/other.swift", "let b = 1\n")
    try check([])
  }

  /// Encodings of the work tree, an index in two parts, and packs with an old index.
  @Test func unusualRepositories() throws {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    try folder.write(".gitattributes", "*.strings working-tree-encoding=UTF-16 eol=crlf\n")
    func table(_ text: String) throws {
      let units = "\u{FEFF}\"NSCameraUsageDescription\" = \"\(text)\";\r\n".utf16
      try folder.write(
        "de.lproj/InfoPlist.strings",
        units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    }
    func changed() -> Int {
      let result = command("lint", folder.path, "--format", "json", "--changed-since", "HEAD")
      let report = try? JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      return (report?["files"] as? [Any])?.count ?? -1
    }
    try table("Liest die Codes.")
    try folder.write("ignored/PrivacyInfo.xcprivacy", mended)
    try folder.write(".gitignore", "ignored/\n")
    try git(folder, "add", "-A")
    try folder.write("ignored/Podfile", "pod 'Kingfisher'\n")
    try folder.write("ignored/App.podspec", "")
    try git(folder, "add", "-f", "ignored/PrivacyInfo.xcprivacy", "ignored/Podfile")
    try git(folder, "commit", "-q", "-m", "a")
    expectEqual(changed(), 0, "the same text as UTF-16")
    try table("Liest alle Codes.")
    expectEqual(changed(), 1, "another text as UTF-16")
    try git(folder, "update-index", "--split-index")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.git")
    expectTrue(names.contains { $0.hasPrefix("sharedindex.") }, "an index in two parts")
    let tracked = command("lint", folder.path, "--format", "json")
    expectTrue(tracked.output.contains("ignored/PrivacyInfo.xcprivacy"), tracked.output)
    try git(folder, "-c", "pack.indexVersion=1", "repack", "-a", "-d", "-q")
    let old = command("lint", folder.path, "--changed-since", "HEAD")
    expectTrue(old.status == 2 && old.errors.contains("of version 1, which isn’t supported"), old.errors)
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let folder = try repository()
    let rows = [
      ("nope", "unknown revision “nope”"), ("HEAD~99", "the history ends before it"),
      ("main:A", "has an unsupported form"),
      ("../HEAD", "unknown revision"), ("HEAD@{1}", "has an unsupported form"),
      ("HEAD~99999999999999999999", "unknown revision"), ("HEAD~٣", "unknown revision"),
    ]
    for (revision, words) in rows {
      for line in [["lint", folder.path, "--changed-since"], ["label", folder.path, "--diff"]] {
        let result = command(line + [revision])
        expectEqual(result.status, 2, revision)
        expectTrue(result.errors.contains(words), "\(revision): \(result.errors)")
        expectEqual(result.output, "", revision)
      }
    }
    let plain = try TemporaryFolder()
    let none = command("lint", plain.path, "--changed-since", "HEAD")
    expectTrue(none.status == 2 && none.errors.contains("is not in a git repository"), none.errors)
    let other = try TemporaryFolder()
    try git(other, "init", "-q", "--object-format=sha256")
    let long = command("lint", other.path, "--changed-since", "HEAD")
    expectTrue(long.status == 2 && long.errors.contains("SHA-256"), long.errors)
  }

  /// A submodule is a repository of its own, and folders have an end.
  @Test func treesThatAreNotPlain() throws {
    let (folder, other) = (try repository(), try repository())
    try git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", other.path, "sub")
    try git(folder, "commit", "-q", "-m", "sub")
    expectTrue(FileManager.default.fileExists(atPath: folder.path + "/sub/PrivacyInfo.xcprivacy"), "checked out")
    let clean = command("lint", folder.path, "--format", "json", "--changed-since", "HEAD")
    expectTrue(!clean.output.contains("sub/"), clean.output)
    let label = command("label", folder.path, "--diff", "HEAD")
    expectTrue(label.output.contains("The label doesn’t change."), label.output + label.errors)
    expectTrue(!(clean.errors + label.errors).contains("submodule"), "a submodule that did not move")
    try git(other, "commit", "-q", "--allow-empty", "-m", "more")
    try git(folder, "-C", "sub", "-c", "protocol.file.allow=always", "pull", "-q")
    for words in [["lint", folder.path, "--changed-since", "HEAD"], ["label", folder.path, "--diff", "HEAD"]] {
      expectTrue(
        command(words).errors.contains("skipped: submodule sub, whose commit differs from that of HEAD"), "\(words)")
    }
    try git(folder, "commit", "-q", "-a", "-m", "moved")

    let deep = String(repeating: "x/", count: 300)
    try folder.write(deep + "PrivacyInfo.xcprivacy", "")
    try git(folder, "add", "-A")
    try git(folder, "commit", "-q", "-m", "deep")
    let far = command("label", folder.path, "--diff", "HEAD")
    expectTrue(far.status == 2 && far.errors.contains("the revision has too many folders"), far.errors)
  }

  /// Damaged objects and packs are told of, and end nothing.
  @Test func damagedRepositoriesAreSurvived() throws {
    let folder = try repository()
    try git(folder, "gc", "-q")
    let packs = folder.path + "/.git/objects/pack"
    let names = try FileManager.default.contentsOfDirectory(atPath: packs).filter {
      $0.hasSuffix(".pack") || $0.hasSuffix(".idx")
    }
    var mutator = PropertyListMutator(seed: 3)
    for name in names {
      let url = URL(fileURLWithPath: packs).appending(path: name)
      let whole = try Data(contentsOf: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
      for round in 0..<150 {
        let bytes = round < 50 ? Array(whole.prefix(whole.count * round / 50)) : mutator.mutate(Array(whole))
        try Data(bytes).write(to: url)
        _ = command("lint", folder.path, "--changed-since", "HEAD~6", "--quiet")
      }
      try whole.write(to: url)
    }
    expectTrue(command("lint", folder.path, "--changed-since", "HEAD~6", "--quiet").status != 2, "mended again")
  }

  // MARK: - Labels

  private func type(_ name: String, linked: Bool, tracking: Bool = false, _ purposes: String...) -> String {
    """
    <dict><key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataType\(name)</string>
    <key>NSPrivacyCollectedDataTypeLinked</key><\(linked)/>
    <key>NSPrivacyCollectedDataTypeTracking</key><\(tracking)/>
    <key>NSPrivacyCollectedDataTypePurposes</key>
    <array>\(purposes.map { "<string>NSPrivacyCollectedDataTypePurpose\($0)</string>" }.joined())</array></dict>
    """
  }

  private func label(_ types: String...) -> String {
    "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array>\(types.joined())</array></dict></plist>"
  }

  @Test func whatAChangeDoesToTheLabel() throws {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    try folder.write(".gitignore", "ignored/\n")
    try folder.write(
      "App/PrivacyInfo.xcprivacy",
      label(
        type("EmailAddress", linked: false, "AppFunctionality"), type("Name", linked: true, "Analytics"),
        type("UserID", linked: true, "AppFunctionality")))
    try git(folder, "add", "-A")
    try git(folder, "commit", "-q", "-m", "a")
    let same = command("label", folder.path, "--diff", "main")
    expectEqual(same.output, "App Store label: main → work tree\n\nThe label doesn’t change.\n", same.errors)

    try folder.write(
      "App/PrivacyInfo.xcprivacy",
      label(
        type("EmailAddress", linked: true, tracking: true, "AppFunctionality"),
        type("UserID", linked: true, "Analytics")))
    try folder.write(
      "Pods/MapKitPlus/PrivacyInfo.xcprivacy", label(type("PreciseLocation", linked: true, "AppFunctionality")))
    try git(folder, "add", "-A", "-f")
    try folder.write("ignored/PrivacyInfo.xcprivacy", label(type("Health", linked: true, "Analytics")))
    try folder.write(".build/PrivacyInfo.xcprivacy", label(type("Fitness", linked: true, "Analytics")))
    let top = folder.path
    let lines = """
      - Email Address is now linked to the user, from \(top)/App
      - Email Address is now used to track, from \(top)/App
      - Precise Location is new, linked to the user, for App Functionality, from \(top)/Pods/MapKitPlus
      - User ID is now collected for Analytics
      - User ID is no longer collected for App Functionality
      - Name is no longer collected; it was declared in \(top)/App

      """
    let changed = command("label", folder.path, "--diff", "HEAD")
    expectEqual(changed.status, 0, changed.errors)
    expectEqual(
      Set(changed.output.split(separator: "\n").dropFirst().map(String.init)),
      Set(lines.split(separator: "\n").map(String.init)))
    let markdown = command("label", folder.path, "--diff", "HEAD", "--format", "markdown")
    expectTrue(markdown.output.contains("\n- **Precise Location** is new, linked to the user, for "), markdown.output)

    // Two folders, whose manifests have the same paths in each.
    let other = try TemporaryFolder()
    try other.write(
      "App/PrivacyInfo.xcprivacy",
      label(
        type("EmailAddress", linked: true, tracking: true, "AppFunctionality"),
        type("UserID", linked: true, "Analytics")))
    let folders = command("label", other.path, "--diff", folder.path)
    expectTrue(
      folders.output.contains("- Precise Location is no longer collected; it was declared in Pods/MapKitPlus\n"),
      folders.output)
    let none = try TemporaryFolder()
    let first = command("label", other.path + "/App/PrivacyInfo.xcprivacy", "--diff", none.path)
    expectTrue(first.output.contains("- User ID is new, linked to the user, for Analytics, from "), first.output)
    for words in [["--format", "html"], ["--format", "json"]] {
      expectEqual(command(["label", folder.path, "--diff", "HEAD"] + words).status, 2)
    }
  }

  /// What a difference is with, and of what.
  @Test func whatIsCompared() throws {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    try folder.write("main/PrivacyInfo.xcprivacy", label(type("Name", linked: true, "Analytics")))
    try folder.write(".gitignore", "Pods/\n")
    try git(folder, "add", "-A")
    try git(folder, "commit", "-q", "-m", "a")
    func difference(_ words: [String]) throws -> String {
      let (status, text) = try program(["label"] + words, in: folder.path)
      return "\(status) \(text.replacing("\n", with: " "))"
    }
    let same = "The label doesn’t change. "
    let rows = [
      (["--diff", "HEAD"], "0 App Store label: HEAD → work tree  \(same)"),
      (
        ["--diff", "main"], "2 privacy-lsp: “main” is a file or folder and a git revision; write “./main” or “main~0” "
      ),
      (["--diff", "main~0"], "0 App Store label: main~0 → work tree  \(same)"),
      (["--diff", "./main", "main"], "0 App Store label: ./main → main  \(same)"),
    ]
    for (words, expected) in rows { expectEqual(try difference(words), expected, "\(words)") }
    try folder.write("Pods/Kit/PrivacyInfo.xcprivacy", label(type("Health", linked: true, "Analytics")))
    let result = command("label", folder.path, "--diff", "HEAD")
    expectTrue(result.output.contains("The label doesn’t change."), result.output)
    expectTrue(
      result.errors.contains("skipped, as git doesn’t track them: \(folder.path)/Pods/Kit/PrivacyInfo.xcprivacy"),
      result.errors)
  }

  /// A sparse work tree has its other files in git, and a folder that is gone had its own.
  @Test func filesThatAreNotThere() throws {
    let folder = try TemporaryFolder()
    try git(folder, "init", "-q", "-b", "main")
    try folder.write("App/PrivacyInfo.xcprivacy", label(type("Name", linked: true, "Analytics")))
    try folder.write("Lib/PrivacyInfo.xcprivacy", label(type("Health", linked: true, "Analytics")))
    try folder.write("Lib/build/PrivacyInfo.xcprivacy", label(type("Fitness", linked: true, "Analytics")))
    try git(folder, "add", "-A", "-f")
    try git(folder, "commit", "-q", "-m", "a")
    for option in ["--no-sparse-index", "--sparse-index"] {
      try git(folder, "sparse-checkout", "set", option, "--cone", "App")
      expectTrue(!FileManager.default.fileExists(atPath: folder.path + "/Lib"), "not checked out")
      for path in ["", "/Lib"] {
        let sparse = command("label", folder.path + path, "--diff", "HEAD")
        expectTrue(
          sparse.status == 0 && sparse.output.contains("The label doesn’t change."),
          "\(option) \(path): \(sparse.output)\(sparse.errors)")
      }
    }
    try git(folder, "sparse-checkout", "disable")
    try FileManager.default.removeItem(atPath: folder.path + "/Lib")
    let gone = command("label", folder.path + "/Lib", "--diff", "HEAD")
    expectEqual(gone.status, 0, gone.errors)
    expectTrue(gone.output.contains("- Health is no longer collected"), gone.output)
    let mistyped = command("label", folder.path + "/Libs", "--diff", "HEAD")
    expectTrue(mistyped.status == 2 && mistyped.errors.contains("Libs does not exist"), mistyped.errors)
    let bare = try TemporaryFolder()
    try git(bare, "init", "-q", "--bare")
    let result = command("lint", bare.path, "--changed-since", "HEAD")
    expectTrue(result.status == 2 && result.errors.contains("is a bare git repository"), result.errors)
  }

  @Test func checkedOutPackagesAreInTheLabel() throws {
    let folder = try TemporaryFolder()
    try folder.write(".build/checkouts/Kit/PrivacyInfo.xcprivacy", label(type("Name", linked: true, "Analytics")))
    try folder.write(".build/debug/PrivacyInfo.xcprivacy", label(type("Health", linked: true, "Analytics")))
    let result = command("label", folder.path)
    expectTrue(result.output.contains(".build/checkouts/Kit/PrivacyInfo.xcprivacy"), result.output)
    expectTrue(!result.output.contains("Health"), result.output)
  }
}
