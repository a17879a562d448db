import Foundation
import TestSupport
import Testing

@Suite struct FormatTests {
  private let name = "PrivacyInfo.xcprivacy"
  private let loose = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
        <dict>
            <key>NSPrivacyTracking</key> <!-- é 😀 -->
            <false/>
            <key>NSPrivacyCollectedDataTypes</key><array></array>
        </dict>
    </plist>
    """
  private let tidy = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>NSPrivacyTracking</key> <!-- é 😀 -->
    \t<false/>
    \t<key>NSPrivacyCollectedDataTypes</key>
    \t<array/>
    </dict>
    </plist>

    """

  /// Runs a command line and checks its status and all it says, with the folder's path as TMP.
  private func check(
    _ folder: TemporaryFolder, _ words: [String], status: Int32, output: String = "", errors: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = command(["format"] + words)
    let what = words.joined(separator: " ")
    expectEqual(result.status, status, what, sourceLocation: sourceLocation)
    expectEqual(folder.shortened(result.output), output, what, sourceLocation: sourceLocation)
    expectEqual(folder.shortened(result.errors), errors, what, sourceLocation: sourceLocation)
  }

  @Test func filesAreWritten() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, loose)
    try folder.write("App/Info.plist", loose)
    try folder.write("build/\(name)", loose)
    try folder.write("App/other.plist", loose)
    chmod(path, 0o640)
    check(folder, ["--check", folder.path], status: 1, output: "TMP/App/Info.plist\nTMP/\(name)\n")
    expectEqual(folder.text(name), loose)
    check(folder, [folder.path], status: 0, output: "formatted TMP/App/Info.plist\nformatted TMP/\(name)\n")
    expectEqual(folder.text(name), tidy)
    expectEqual(folder.text("App/Info.plist"), tidy)
    expectEqual(folder.text("build/\(name)"), loose)
    expectEqual(folder.text("App/other.plist"), loose)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    expectEqual(mode, 0o640)
    expectEqual(folder.names, ["App", name, "build"])
    check(folder, [folder.path], status: 0)
    check(folder, ["--check", folder.path], status: 0)
    // What the user names is formatted whatever it is called.
    check(folder, [folder.path + "/App/other.plist"], status: 0, output: "formatted TMP/App/other.plist\n")
  }

  @Test func nothingIsWrittenBelowBrokenSettings() throws {
    let folder = try TemporaryFolder()
    try folder.write(".git", "gitdir: elsewhere")
    try folder.write("App/Info.plist", loose)
    try folder.write("App/Sub/.privacy-lsp.json", "{}")
    try folder.write("App/Sub/\(name)", loose)
    let errors = "privacy-lsp: TMP/.privacy-lsp.json:1:"
    let rows = [
      (#"{ "exclude": ["App/"], }"#, "24: Trailing comma in the object"),
      (#"{ "exclude": "App/" }"#, "14: “exclude” must be an array of patterns as in .gitignore"),
      ("[]", "1: The configuration must be an object"),
    ]
    for (settings, words) in rows {
      try folder.write(".privacy-lsp.json", settings)
      for options in [[], ["--check"], ["--diff"]] {
        for path in ["", "/App/Info.plist"] {
          check(folder, options + [folder.path + path], status: 2, errors: "\(errors)\(words)\n")
        }
      }
      expectEqual(folder.text("App/Info.plist"), loose, settings)
      expectEqual(folder.text("App/Sub/\(name)"), loose, settings)
    }
    // Also where the nearest settings are in order, which the outer ones perhaps leave out.
    try FileManager.default.removeItem(atPath: folder.path + "/App/Info.plist")
    check(folder, [folder.path], status: 2, errors: "\(errors)1: The configuration must be an object\n")
    // A name that there is not is told, and no more.
    try folder.write(".privacy-lsp.json", #"{ "exlude": [] }"#)
    try folder.write("App/Info.plist", loose)
    check(
      folder, [folder.path + "/App/Info.plist"], status: 0, output: "formatted TMP/App/Info.plist\n",
      errors: "\(errors)3: Unknown setting “exlude”; did you mean “exclude”?\n")
    // What is named counts, and no other settings do.
    try folder.write(".privacy-lsp.json", "[]")
    try folder.write("other.json", #"{ "exclude": ["Sub/"] }"#)
    let config = ["--config", folder.path + "/other.json"]
    check(
      folder, config + ["--check", folder.path], status: 0)
    try folder.write("App/Info.plist", loose)
    check(folder, config + [folder.path], status: 0, output: "formatted TMP/App/Info.plist\n")
    expectEqual(folder.text("App/Sub/\(name)"), loose, "excluded by the named settings")
    try folder.write("other.json", "{")
    check(
      folder, config + [folder.path], status: 2,
      errors: "privacy-lsp: TMP/other.json:1:2: Unexpected end of the text\n")
    // Without settings it does not matter what they are.
    try folder.write(".privacy-lsp.json", "[]")
    check(
      folder, ["--no-ignore", folder.path], status: 0, output: "formatted TMP/App/Sub/\(name)\n")
  }

  @Test func encodingsStay() throws {
    func units(_ text: String) -> [UInt8] {
      Array("\u{FEFF}\(text)".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
    func feeds(_ text: String) -> [UInt8] { Array(("\u{FEFF}" + text).replacing("\n", with: "\r\n").utf8) }
    let folder = try TemporaryFolder()
    for encode in [units, feeds] {
      let path = try folder.write(name, encode(loose))
      expectEqual(command("format", path).status, 0, "status")
      expectEqual(folder.bytes(name), encode(tidy), "bytes")
    }
    // Half a unit.
    let path = try folder.write(name, units(loose) + [0x20])
    expectEqual(command("format", path).status, 2, "status")
    expectEqual(folder.bytes(name), units(loose) + [0x20])
  }

  @Test func whatIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "a": "<plist>\n<dict>\n  <key>A</key>\n</dict>\n</plist>", "b": "{ a = b; }", "c": "bplist00", "d": "",
      "e": "<plist>\n\u{1F600}  <true/></plist>", "f": #"{"a": 1}"#,
    ]
    for (name, text) in texts { try folder.write("\(name)/PrivacyInfo.xcprivacy", text) }
    try folder.write("z/PrivacyInfo.xcprivacy", loose)
    check(
      folder, [folder.path, folder.path + "/none"], status: 2, output: "formatted TMP/z/PrivacyInfo.xcprivacy\n",
      errors: """
        privacy-lsp: TMP/a/PrivacyInfo.xcprivacy:3:3: This key has no value; the file is left as it is
        privacy-lsp: TMP/b/PrivacyInfo.xcprivacy: Old-style property lists are not formatted; the file is left as it is
        privacy-lsp: TMP/c/PrivacyInfo.xcprivacy: A binary property list has no layout; the file is left as it is
        privacy-lsp: TMP/d/PrivacyInfo.xcprivacy:1:1: The file is empty; the file is left as it is
        privacy-lsp: TMP/e/PrivacyInfo.xcprivacy:2:1: Text is allowed only inside an element such as <string>; the file is left as it is
        privacy-lsp: TMP/f/PrivacyInfo.xcprivacy: JSON is not formatted; the file is left as it is
        privacy-lsp: TMP/none does not exist

        """)
    for (name, text) in texts { expectEqual(folder.text("\(name)/PrivacyInfo.xcprivacy"), text) }
    check(
      folder, ["--check", folder.path + "/f", folder.path + "/z"], status: 2,
      errors:
        "privacy-lsp: TMP/f/PrivacyInfo.xcprivacy: JSON is not formatted; the file is left as it is\n")
    // What is no property list is skipped in a folder, and answered for where it is named.
    let table = try folder.write("t/InfoPlist.strings", "a=\"b\";\n")
    try folder.write("t/App.entitlements", loose)
    check(folder, ["--check", folder.path + "/t"], status: 1, output: "TMP/t/App.entitlements\n")
    check(
      folder, ["--check", table], status: 2,
      errors:
        "privacy-lsp: TMP/t/InfoPlist.strings: only property lists are formatted; the file is left as it is\n")
    let readOnly = try folder.write("r/PrivacyInfo.xcprivacy", loose)
    chmod(readOnly, 0o444)
    check(
      folder, [readOnly], status: 2,
      errors: "privacy-lsp: TMP/r/PrivacyInfo.xcprivacy is not formatted: it is read-only\n")
    for words in [["-", "a"], ["a", "--stdin-path", "b"], []] {
      expectEqual(command(["format"] + words).status, 2, "\(words)")
    }
  }

  @Test func differencesAreThoseOfPatch() throws {
    let folder = try TemporaryFolder()
    try folder.write(name, loose)
    check(
      folder, ["--diff", folder.path], status: 0,
      output: """
        --- TMP/\(name)
        +++ TMP/\(name)
        @@ -1,8 +1,9 @@
         <?xml version="1.0" encoding="UTF-8"?>
         <plist version="1.0">
        -    <dict>
        -        <key>NSPrivacyTracking</key> <!-- é 😀 -->
        -        <false/>
        -        <key>NSPrivacyCollectedDataTypes</key><array></array>
        -    </dict>
        -</plist>
        \\ No newline at end of file
        +<dict>
        +\t<key>NSPrivacyTracking</key> <!-- é 😀 -->
        +\t<false/>
        +\t<key>NSPrivacyCollectedDataTypes</key>
        +\t<array/>
        +</dict>
        +</plist>

        """)
    expectEqual(folder.text(name), loose)
    expectEqual(command("format", "--diff", "--check", folder.path).status, 1, "with --check")
    expectEqual(command("format", folder.path).status, 0, "status")
    check(folder, ["--diff", "--check", folder.path], status: 0)
  }

  /// Each hunk has three lines around it, and hunks that would touch are one; a file's difference follows that of the file
  /// before it.
  @Test func differencesAreInHunks() throws {
    let folder = try TemporaryFolder()
    let head = "<plist version=\"1.0\">\n<array>\n"
    func list(_ lines: [String]) -> String { head + lines.map { $0 + "\n" }.joined() + "</array>\n</plist>\n" }
    let lines = (0..<20).map { "\t<integer>\($0)</integer>" }
    var near = lines
    (near[3], near[10]) = ("<integer>3</integer>", "\t<integer>10</integer><true></true>")
    var apart = lines
    (apart[3], apart[11]) = ("<integer>3</integer>", "\t<integer>11</integer>\n\n\n")
    try folder.write("a/a.plist", list(near))
    try folder.write("b/b.plist", list(apart))
    func same(_ numbers: Range<Int>) -> String { numbers.map { " \(lines[$0])\n" }.joined() }
    check(
      folder, ["--diff", "\(folder.path)/b/b.plist", "\(folder.path)/a/a.plist"], status: 0,
      output: """
        --- TMP/a/a.plist
        +++ TMP/a/a.plist
        @@ -3,14 +3,15 @@
        \(same(0..<3))-<integer>3</integer>
        +\t<integer>3</integer>
        \(same(4..<10))-\t<integer>10</integer><true></true>
        +\t<integer>10</integer>
        +\t<true/>
        \(same(11..<14))--- TMP/b/b.plist
        +++ TMP/b/b.plist
        @@ -3,7 +3,7 @@
        \(same(0..<3))-<integer>3</integer>
        +\t<integer>3</integer>
        \(same(4..<7))@@ -13,8 +13,6 @@
        \(same(10..<12))\u{20}
        -
        -
        \(same(12..<15))
        """)
  }

  /// What `patch` makes of the difference is what the command makes of the file.
  @Test func patchAppliesTheDifference() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/patch") else {
      print("\(#function): there is no /usr/bin/patch here")
      return
    }
    let folder = try TemporaryFolder()
    let long = (0..<40).map { "\t<key>K\($0)</key>\n\t<true/>" }.joined(separator: "\n")
    let lists = [
      loose, loose + "\n", loose + "\n\n\n", "\n\n" + loose, loose.replacing("\n", with: "\n\n\n"),
      loose.replacing("\n", with: "\r\n"), "<plist><dict><key>A</key><true/></dict></plist>",
      "<plist>\n<dict>\n"
        + long.replacing("\t<key>K7<", with: "  \n\n\n \n  <key>K7<").replacing(
          "\t<key>K30<", with: "<key>K30<"
        ).replacing("<key>K15</key>\n\t<true/>", with: "<key>K15</key><true></true>")
        + "\n</dict>\n</plist>\n \n", "<plist>\n<dict>\n\n</dict>\n</plist>\n", "<true />", "\u{FEFF} <true/>\n\n",
    ]
    for (index, text) in lists.enumerated() {
      let path = try folder.write("\(index)/a.plist", text)
      let difference = command("format", "--diff", path)
      expectEqual(difference.status, 0, "status of \(text)")
      try folder.write("\(index)/b.plist", text)
      let patch = try folder.write("\(index)/patch", difference.output)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/patch")
      process.arguments = ["--binary", "-s", "\(folder.path)/\(index)/b.plist", patch]
      try process.run()
      process.waitUntilExit()
      expectEqual(process.terminationStatus, 0, "patch of \(text)\n\(difference.output)")
      expectEqual(command("format", path).status, 0, "status of \(text)")
      expectEqual(folder.text("\(index)/b.plist"), folder.text("\(index)/a.plist"), difference.output)
    }
  }
}
