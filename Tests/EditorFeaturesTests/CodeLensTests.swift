import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks the lenses of a manifest: where they stand, as it is marked, and their titles in order; those that show
/// findings have a `!`.
func checkLenses(_ marked: String, _ titles: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let file = MarkedText(marked).file
  let lenses = codeLenses(in: snapshot(file.source))
  var ranges: [ByteRange] = []
  for lens in lenses where ranges.last != lens.range { ranges.append(lens.range) }
  expectEqual(
    MarkedText.marking(ranges, in: file.source), MarkedText.marking(file.ranges, in: file.source), "The places",
    sourceLocation: sourceLocation)
  expectEqual(
    lenses.map { ($0.action == .findings ? "!" : "") + $0.title }, titles, "The titles", sourceLocation: sourceLocation)
}

@Suite struct CodeLensTests {
  private func marked(_ text: String) -> String { text.replacing("<dict>", with: "«<dict>»") }

  private let disk = """
    <dict>
    <key>NSPrivacyAccessedAPIType</key>
    <string>NSPrivacyAccessedAPICategoryDiskSpace</string>
    <key>NSPrivacyAccessedAPITypeReasons</key>
    <array>
    <string>E174.1</string>
    </array>
    </dict>
    """

  private func accessing(_ entry: String) -> String {
    manifest(
      "<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n<key>NSPrivacyAccessedAPITypes</key>\n<array>\n\(entry)\n</array>"
    )
  }

  @Test func whatStandsOverEntries() {
    checkLenses(marked(declaring("")), ["App Store label: Data Not Collected"])
    checkLenses(
      marked(declaring("Name linked Analytics\nHealth AppFunctionality")),
      [
        "App Store label: 1 type linked, 1 not linked", "Linked to You", "Not Linked to You",
      ])
    checkLenses(
      marked(
        declaring(
          "DeviceID linked tracked Analytics",
          root: "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key>\n"
            + "<array><string>a.example.com</string></array>\n")),
      [
        "App Store label: 1 type linked, 1 used to track", "Linked to You · Used to Track You",
      ])
    // One without a purpose, one twice, one unknown.
    checkLenses(
      marked(declaring("Name linked\nName linked Analytics\n.Shoe Analytics")),
      [
        "App Store label: 1 type linked", "!3 findings", "Linked to You", "!1 finding", "Linked to You", "!1 finding",
        "Not on the label", "!1 finding",
      ])
    checkLenses(
      accessing(disk).replacing("<dict>", with: "«<dict>»", maxReplacements: 1),
      ["App Store label: Data Not Collected"])
    checkLenses(
      marked(accessing(disk.replacing("E174.1", with: "CA92.1"))),
      ["App Store label: Data Not Collected", "!1 finding", "!1 finding"])
  }

  @Test func findingsOfAPlace() {
    func check(_ marked: String, _ expected: String) {
      let file = MarkedText(marked).file
      let found = findings(in: snapshot(file.source), at: file.cursors.first)
      expectEqual("\(found.title): \(found.findings.map(\.rule).joined(separator: " "))", expected, marked)
    }
    let text = declaring("Name linked\nName linked Analytics\n.Shoe Analytics")
    check(text, "3 findings in PrivacyInfo.xcprivacy: no-purpose duplicate-data-type unknown-data-type")
    check("$0" + text, "3 findings in PrivacyInfo.xcprivacy: no-purpose duplicate-data-type unknown-data-type")
    check(text.replacing("<string>Shoe", with: "<string>$0Shoe"), "1 finding in Shoe: unknown-data-type")
    // A name is said on one line.
    check(text.replacing("<string>Shoe", with: "<string>\n$0Shoe\nsize"), "1 finding in Shoe size: unknown-data-type")
    check(
      accessing("$0" + disk.replacing("E174.1", with: "CA92.1")),
      "1 finding in Disk space APIs: reason-of-another-category")
    check(accessing(disk.replacing("E174.1", with: "E17$04.1")), "No findings in Disk space APIs: ")
    check("$0", "1 finding in PrivacyInfo.xcprivacy: malformed-property-list")
  }

  @Test func nothingElsewhere() {
    for text in ["", "x", "<plist/>", "<plist><string/></plist>", "{ a = b; }", "bplist00"] { checkLenses(text, []) }
    let infoPlist = snapshot(declaring("Name"), path: "Info.plist")
    expectEqual(codeLenses(in: infoPlist).count, 0, "Lenses in an Info.plist")
  }

  /// A line of lenses a line, however many entries there are.
  @Test func thousandsOfEntries() {
    let text = declaring(String(repeating: "Name linked Analytics\n", count: 5_000))
    let lenses = codeLenses(in: snapshot(text))
    // The first has no finding: the others repeat it.
    expectEqual(lenses.count, 2 + 1_000 + 999, "lenses")
  }
}
