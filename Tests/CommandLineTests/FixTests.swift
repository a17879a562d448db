import FileSystem
import Foundation
import TestSupport
import Testing

@Suite struct FixTests {
  private let name = "PrivacyInfo.xcprivacy"

  @Test func whatIsFixedAndWhatRemains() throws {
    let folder = try TemporaryFolder()
    let text = manifest(
      """
      \t<key>NSPrivacyTracking</key>
      \t<string>true</string>
      \t<key>NSPrivacyTrackingDomains</key>
      \t<array>
      \t\t<string>https://a.example.com</string>
      \t</array>
      """)
    try folder.write(name, text)
    let result = command("lint", "--fix", folder.path)
    expectEqual(result.status, 0, "status")
    expectSnapshot(
      folder.shortened(result.output),
      """
      TMP/PrivacyInfo.xcprivacy: fixed 2 findings
        line 5: “NSPrivacyTracking” must be a Boolean, <true/> or <false/>, not a string (ITMS-91056) [wrong-type]
        line 8: “https://a.example.com” is not a plain host name: it has a scheme [invalid-tracking-domain]

      TMP/PrivacyInfo.xcprivacy:5:2: information: Tracking is on, but no collected data type is marked as used for it [no-entry-tracked]
        |
      5 |     <true/>
        |     ^~~~~~~

      fixed 2; 1 information in 1 file
      Checked 1 manifest; not checked: source code, the built app

      """)
    expectEqual(
      folder.text(name),
      text.replacing("<string>true</string>", with: "<true/>").replacing(
        "https://a.example.com", with: "a.example.com"))
    expectEqual(folder.names, [name])
    expectTrue(command("lint", "--fix", folder.path).output.hasPrefix("TMP") == false, "a second run fixes nothing")
  }

  /// A host that is blocked until people allow tracking is not made of what did nothing in an app that never asks.
  @Test func hostsAreLeftInAppsThatDoNotAskToTrack() throws {
    let text = manifest(
      "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>https://a.example.com</string>\n\t</array>")
    for (key, isFixed) in [("NSCameraUsageDescription", false), ("NSUserTrackingUsageDescription", true)] {
      let folder = try TemporaryFolder()
      try folder.write(name, text)
      try folder.write("Info.plist", manifest("\t<key>\(key)</key>\n\t<string>Scans tickets.</string>"))
      _ = command("lint", "--fix", folder.path)
      expectEqual(
        folder.text(name), isFixed ? text.replacing("https://a.example.com", with: "a.example.com") : text, key)
    }
  }

  /// What only falls silent with a fix was not fixed.
  @Test func onlyWhatAnEditMendsIsListed() throws {
    let folder = try TemporaryFolder()
    // The second type has no purposes, and goes as a copy of the first one.
    let entry =
      "\t\t<dict>\n\t\t\t<key>NSPrivacyCollectedDataType</key>\n"
      + "\t\t\t<string>NSPrivacyCollectedDataTypeName</string>\n\t\t</dict>"
    try folder.write(
      name, manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\(entry)\n\(entry)\n\t</array>"))
    let before = command("lint", "-q", folder.path).output.split(separator: "\n").count
    let result = command("lint", "--fix", folder.path).output
    let after = command("lint", "-q", folder.path).output.split(separator: "\n").count
    expectTrue(before - after > 1, "findings of the copy are gone too")
    expectTrue(
      folder.shortened(result).hasPrefix("TMP/\(name): fixed 1 finding\n"), "only the copy is fixed: \(result)")
  }

  @Test func encodingsStay() throws {
    for (lineEnd, mark) in [("\r\n", ""), ("\n", "\u{FEFF}"), ("\r", ""), ("\r\n", "\u{FEFF}")] {
      let folder = try TemporaryFolder()
      try folder.write(name, mark + faulty.replacing("\n", with: lineEnd))
      expectEqual(command("lint", "--fix", folder.path).status, 0, "status")
      expectEqual(folder.bytes(name), Array((mark + mended.replacing("\n", with: lineEnd)).utf8), "bytes")
    }
  }

  @Test func whatIsNoTextIsRefused() throws {
    let units = Array("\u{FEFF}\(faulty)".utf16)
    let bytes = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let mendedBytes = Array("\u{FEFF}\(mended)".utf16)
      .flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    // Half a surrogate pair, and half a unit.
    for odd: [UInt8] in [[0x3D, 0xD8], [0x20]] {
      let folder = try TemporaryFolder()
      try folder.write(name, bytes + odd)
      let result = command("lint", "--fix", folder.path)
      expectEqual(result.status, 2, "status")
      expectEqual(
        folder.shortened(result.errors),
        "privacy-lsp: TMP/\(name) is not fixed: some of its bytes are invalid in its encoding\n")
      expectTrue(result.output.contains("[wrong-type]"), "the finding is shown all the same")
      expectEqual(folder.bytes(name), bytes + odd)
    }
    let folder = try TemporaryFolder()
    try folder.write(name, bytes)
    _ = command("lint", "--fix", folder.path)
    expectEqual(folder.bytes(name), mendedBytes)
    // In UTF-8, bytes that are no characters stay as they are.
    let start = faulty.utf8.count - 1
    try folder.write(name, Array(faulty.utf8.prefix(start)) + [0xFF, 0x0A])
    _ = command("lint", "--fix", folder.path)
    expectEqual(folder.bytes(name), Array(mended.utf8.dropLast()) + [0xFF, 0x0A])
  }

  @Test func linksStay() throws {
    let folder = try TemporaryFolder()
    try folder.write("real/target.xml", faulty)
    try folder.link(name, to: "real/target.xml")
    _ = command("lint", "--fix", "\(folder.path)/\(name)")
    expectEqual(folder.text("real/target.xml"), mended)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
    expectTrue(attributes[.type] as? FileAttributeType == .typeSymbolicLink, "the link is there")
  }

  @Test func permissionsAndAttributesStay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, faulty)
    expectEqual(chmod(path, 0o640), 0, "chmod")
    #if os(Linux)
      let hasAttributes = try runTool("/usr/bin/setfattr", ["-n", "user.note", "-v", "kept", path])
    #else
      let hasAttributes = try runTool("/usr/bin/xattr", ["-w", "user.note", "kept", path])
    #endif
    _ = command("lint", "--fix", folder.path)
    expectEqual(folder.text(name), mended)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    expectEqual(attributes[.posixPermissions] as? Int ?? 0, 0o640, "permissions")
    #if os(Linux)
      if hasAttributes { expectTrue(try runTool("/usr/bin/getfattr", ["-n", "user.note", path]), "attribute") }
    #else
      if hasAttributes { expectTrue(try runTool("/usr/bin/xattr", ["-p", "user.note", path]), "attribute") }
    #endif
  }

  @Test func whatIsReadOnlyIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, faulty)
    chmod(path, 0o444)
    let file = command("lint", "--fix", folder.path)
    expectEqual(file.status, 2, "status")
    expectEqual(folder.shortened(file.errors), "privacy-lsp: TMP/\(name) is not fixed: it is read-only\n")
    expectTrue(file.output.contains("[wrong-type]"), "the finding is shown all the same")
    chmod(path, 0o644)
    chmod(folder.path, 0o555)
    let inside = command("lint", "--fix", folder.path)
    expectEqual(inside.status, 2, "status")
    expectEqual(
      folder.shortened(inside.errors), "privacy-lsp: TMP/\(name) is not fixed: it is in a read-only folder\n")
    chmod(folder.path, 0o755)
    expectEqual(folder.text(name), faulty)
    expectEqual(folder.names, [name])
  }

  @Test func aFileThatChangedIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, "new")
    let error = #expect(throws: FileError.self) {
      try LocalFileSystem().replace(path, old: Array("old".utf8), new: Array("mine".utf8))
    }
    expectEqual(error?.words ?? "", "has changed since it was read")
    expectEqual(folder.text(name), "new")
    expectEqual(folder.names, [name])
  }

  @Test func whatAKilledRunLeftIsRemoved() throws {
    let folder = try TemporaryFolder()
    try folder.write(name, mended)
    try folder.write(".privacy-lsp-1a2b3c.tmp", "half")
    let busy = try folder.write(".privacy-lsp-living.tmp", "")
    try folder.write("mine.tmp", "")
    let lock = open(busy, O_RDWR)
    expectEqual(flock(lock, LOCK_EX), 0, "flock")
    _ = command("lint", folder.path)
    expectEqual(folder.names.count, 4, "files after lint")
    _ = command("lint", "--fix", folder.path)
    expectEqual(folder.names, [".privacy-lsp-living.tmp", name, "mine.tmp"])
    close(lock)
  }

  private func runTool(_ path: String, _ arguments: [String]) throws -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
