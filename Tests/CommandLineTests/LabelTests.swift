import Foundation
import TestSupport
import Testing

private let fixtures = repository.appending(path: "Tests/Fixtures/label")

@Suite struct LabelTests {
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []).sorted()

  /// Each folder of fixtures, in every form.
  @Test(arguments: names) func whatTheLabelShows(_ name: String) throws {
    let folder = fixtures.appending(path: name)
    for (file, format) in [
      ("expected.txt", "text"), ("expected.md", "markdown"), ("expected.json", "json"), ("expected.html", "html"),
    ] {
      let result = command("label", folder.path, "--format", format)
      expectEqual(result.errors, "", "errors")
      expectEqual(result.status, 0, "status")
      let text = result.output.replacing(folder.path + "/", with: "")
        .replacing(#/"rulesAsOf": "[^"]*"/#, with: #""rulesAsOf": "DATE""#)
        .replacing(#/Rules as of <time datetime="[^"]*">[^<]*/#, with: #"Rules as of <time datetime="DATE">DATE"#)
      let url = folder.appending(path: file)
      if updatesSnapshots { try text.write(to: url, atomically: true, encoding: .utf8) }
      expectEqual(
        text, try String(contentsOf: url, encoding: .utf8),
        "\(name)/\(file). \(renewing("CommandLineTests.LabelTests"))")
    }
  }

  /// What can be done is done; what cannot is named.
  @Test func troubleIsNamed() throws {
    let folder = try TemporaryFolder()
    func check(_ paths: [String], status: Int32, output: String, errors: String, _ line: Int = #line) {
      let result = command(["label"] + paths.map { $0.hasPrefix("-") ? $0 : "\(folder.path)/\($0)" })
      expectEqual(result.status, status, "status, line \(line)")
      expectEqual(folder.shortened(result.output), output, "output, line \(line)")
      expectEqual(folder.shortened(result.errors), errors, "errors, line \(line)")
    }
    let nothing = "\n\nData Not Collected\n  No data is declared as collected.\n"
    try folder.write("A/PrivacyInfo.xcprivacy", mended)
    try folder.write("A/Info.plist", "<plist><dict/></plist>")
    try folder.write("A/Other.xml", mended)
    check(["A"], status: 0, output: "App Store label: TMP/A/PrivacyInfo.xcprivacy" + nothing, errors: "")
    check(["A/Other.xml"], status: 0, output: "App Store label: TMP/A/Other.xml" + nothing, errors: "")
    check(
      ["A", "A/Info.plist"], status: 2, output: "App Store label: TMP/A/PrivacyInfo.xcprivacy" + nothing,
      errors: "privacy-lsp: TMP/A/Info.plist is an Info.plist, not a privacy manifest\n")
    check(
      ["A", "B"], status: 2, output: "App Store label: TMP/A/PrivacyInfo.xcprivacy" + nothing,
      errors: "privacy-lsp: TMP/B does not exist\n")
    try folder.write("C/PrivacyInfo.xcprivacy", "no manifest")
    try folder.write("D/PrivacyInfo.xcprivacy", String(mended.dropLast(18)))
    try folder.write("E/x.txt", "x")
    check(
      ["C"], status: 2, output: "",
      errors:
        "privacy-lsp: TMP/C/PrivacyInfo.xcprivacy can’t be read as a privacy manifest; run “privacy-lsp lint” to see why\n"
    )
    check(
      ["D"], status: 2,
      output: "App Store label: TMP/D/PrivacyInfo.xcprivacy" + nothing
        + "\nNote: The syntax of TMP/D/PrivacyInfo.xcprivacy is broken, so the label may be incomplete.\n",
      errors: "privacy-lsp: TMP/D/PrivacyInfo.xcprivacy has broken syntax, so the label may be incomplete; "
        + "run “privacy-lsp lint”\n")
    check(["E"], status: 2, output: "", errors: "privacy-lsp: no privacy manifests found in TMP/E\n")
    check(
      ["E/x.txt"], status: 2, output: "",
      errors: "privacy-lsp: TMP/E/x.txt is not recognized as a privacy manifest\n")
    check(["A", "-"], status: 2, output: "", errors: "privacy-lsp: “-” can’t be combined with other paths\n")
  }

  @Test func commandLines() throws {
    for command in ["label", "uses"] {
      let here = try program([command], in: fixtures.path)
      expectTrue(try here == program([command, "."], in: fixtures.path), "\(command): \(here)")
    }
    expectEqual(
      command("label", "x", "--format", "htm").errors,
      "privacy-lsp: --format takes one of text, markdown, html, json, not “htm”; did you mean “html”?\n"
        + "Run “privacy-lsp help label” for help.\n")
    let colored = command("label", fixtures.appending(path: "Quiet").path, "--color", "always").output
    expectTrue(colored.hasPrefix("\u{1B}[1mApp Store label"), "no colours in \(colored)")
  }
}
