import Foundation
import TestSupport
import Testing

@testable import Commands

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
        all.filter { $0.hasSuffix("undeclared-category") },
        ["Main.swift undeclared-category", "PrivacyInfo.xcprivacy undeclared-category"], "the folder")
      for name in ["Info.plist", "Main.swift", "Other.swift", "PrivacyInfo.xcprivacy"] {
        let found = try lint("\(folder.path)/Apps/App/\(name)").map { "\(name) \($0.rule)" }
        expectEqual(found, all.filter { $0.hasPrefix(name) }, name)
      }
    }
    // What a merge left is said once, where it is.
    let half = "<<<<<<< ours\n\(Self.description)\n=======\n\(Self.description)\n>>>>>>> theirs\n"
    try folder.write("Apps/project.yml", half)
    for path in [folder.path, "\(folder.path)/Apps/project.yml"] {
      expectEqual(
        try lint(path).filter { $0.text.contains("merge") }.map { "\($0.rule) \($0.line)" }, ["malformed-strings 1"],
        path)
    }
    // In no project.
    try folder.write("Loose.swift", "let a = UserDefaults.standard\n")
    expectEqual(try lint("\(folder.path)/Loose.swift").map(\.rule), [], "a source in no target")
  }

  @Test func theLastLineSaysWhatWasChecked() throws {
    let folder = try TemporaryFolder()
    try folder.write("project.yml", Self.description)
    try folder.write("App/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
    try folder.write("App/Main.swift", "let a = 1\n")
    try folder.write("App/PrivacyInfo.xcprivacy", "<plist><dict/></plist>\n")
    expectTrue(
      command("lint", folder.path).output.contains("1 source file; not checked: the built app\n"), "with sources")
    try folder.write("project.yml", "name: Nothing\n")
    expectTrue(
      command("lint", folder.path).output.contains("not checked: source code, the built app\n"), "without targets")
  }
}
