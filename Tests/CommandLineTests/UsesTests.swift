import Foundation
import TestSupport
import Testing

@Suite struct UsesTests {
  private func uses(_ folder: TemporaryFolder, _ name: String = "") throws -> [[String: Any]] {
    let result = command("uses", "--format", "json", name.isEmpty ? folder.path : "\(folder.path)/\(name)")
    expectEqual(result.errors, "", "errors")
    expectEqual(result.status, 0, "status")
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return report?["uses"] as? [[String: Any]] ?? []
  }

  /// Lines, columns and offsets are those of editors and of the file on disk, whatever its encoding.
  @Test func placesAreEditors() throws {
    let text = "let é = \"😀\"; let d = UserDefaults.standard\n"
    let rows: [(name: String, bytes: [UInt8], offset: Int)] = [
      ("plain.swift", Array(text.utf8), 25),
      ("mark.swift", [0xEF, 0xBB, 0xBF] + Array(text.utf8), 28),
      ("wide.swift", [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, 46),
    ]
    for row in rows {
      let folder = try TemporaryFolder()
      try Data(row.bytes).write(to: URL(filePath: folder.path).appending(path: row.name))
      let use = try #require(try uses(folder).first)
      expectEqual(use["line"] as? Int, 1, "line in \(row.name)")
      expectEqual(use["column"] as? Int, 23, "column in \(row.name)")
      expectEqual(use["endColumn"] as? Int, 35, "end in \(row.name)")
      expectEqual(use["offset"] as? Int, row.offset, "offset in \(row.name)")
      expectEqual(use["symbol"] as? String, "UserDefaults", "symbol in \(row.name)")
      expectEqual(use["category"] as? String, "UserDefaults", "category in \(row.name)")
      expectEqual(use["level"] as? String, "warning", "level in \(row.name)")
    }
  }

  /// A macro counts where another file expands it; what is not ours is not looked at.
  @Test func filesAreReadTogether() throws {
    let folder = try TemporaryFolder()
    try folder.write("clock.h", "#define DN_NOW() mach_absolute_time()\n#define DN_REST() mach_absolute_time()\n")
    try folder.write("a.c", "unsigned long long t(void) { return DN_NOW(); } // DN_REST()\n")
    try folder.write("Pods/b.swift", "let a = UserDefaults.standard\n")
    try folder.write("note.txt", "UserDefaults.standard\n")
    let found = try uses(folder)
    expectEqual(found.map { $0["line"] as? Int ?? 0 }, [1, 2], "lines")
    expectEqual(found.map { $0["level"] as? String ?? "" }, ["warning", "hint"], "levels")
  }

  @Test func targetsAndDeclarationsAreShown() throws {
    let folder = try TemporaryFolder()
    try folder.write("Package.swift", #"// swift-tools-version: 6.0"#)
    try folder.write("a.swift", "let d = UserDefaults(suiteName: \"group.a\")\n")
    let text = command("uses", folder.path)
    expectTrue(
      folder.shortened(text.output).contains("a.swift:1:9: UserDefaults (1C8F.1: the suite is an App Group"),
      text.output)
    expectTrue(text.errors.contains("Package.swift has no readable call of “Package”"), text.errors)
    try folder.write("b/c.swift", "let d = 1\n")
    expectEqual(command("uses", "\(folder.path)/b").output, "No APIs found that need a declaration.\n", "nothing")
  }

  /// What can’t be built for a device, or isn’t in a release, is said to lack no declaration.
  @Test func whatNeedsNoDeclaration() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "project.yml", "targets:\n  App: {type: application, platform: [iOS, macOS], sources: [App]}\n")
    try folder.write("App/Mac.swift", "import AppKit\nlet a = UserDefaults.standard\n")
    try folder.write("App/Both.swift", "#if os(macOS)\nimport AppKit\n#endif\nlet a = UserDefaults.standard\n")
    try folder.write("App/Test.swift", "#if DEBUG\nlet b = UserDefaults.standard\n#endif\n")
    let found = try uses(folder)
    expectEqual(
      found.map { "\(($0["path"] as? String ?? "").suffix(10)) \($0["declared"] ?? "")" },
      ["Both.swift 0", "/Mac.swift <null>", "Test.swift <null>"], "declared")
  }

  /// A file is of the targets that a folder beside it says, in whichever order they are named.
  @Test func filesBesideTheirFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("project.yml", "targets:\n  App: {type: application, platform: iOS, sources: [App]}\n")
    try folder.write("App/a.swift", "let a = UserDefaults.standard\n")
    let (file, both) = ("\(folder.path)/App/a.swift", folder.path)
    for paths in [[file, both], [both, file]] {
      let result = command(["uses"] + paths)
      expectTrue(result.output.hasPrefix("App\n") && result.output.contains("not declared"), result.output)
      expectEqual(result.errors, "", "\(paths)")
    }
  }

  @Test func troubleIsNamed() throws {
    let folder = try TemporaryFolder()
    let missing = command("uses", "\(folder.path)/none.swift")
    expectEqual(missing.status, 2, "status")
    expectTrue(missing.errors.contains("does not exist"), missing.errors)
    expectEqual(missing.output, "", "nothing was looked at")
  }
}
