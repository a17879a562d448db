import FuzzTargets
import Testing

/// Inputs for which something did not hold once, and the seeds that the fuzzer begins with.
@Suite struct ReplayTests {
  /// What was found: the target, what was wrong, and the input; bytes that are no UTF-8 are given as numbers.
  struct Row: Sendable, CustomTestStringConvertible {
    let target: String
    let wrong: String
    let input: [UInt8]

    init(_ target: String, _ wrong: String, _ text: String) {
      (self.target, self.wrong, input) = (target, wrong, Array(text.utf8))
    }

    init(_ target: String, _ wrong: String, _ input: [UInt8]) {
      (self.target, self.wrong, self.input) = (target, wrong, input)
    }

    var testDescription: String { "\(target): \(wrong)" }
  }

  static let rows: [Row] = [
    Row("json", "an open object ended before the control character in it", "{s \u{13}"),
    Row("json", "a missing value stood before the white space that ends a name without its mark", "{\" ,"),
    Row("xml", "an open dictionary ended before the open comment in it", "<plist><dict><!-- a \n"),
    // The place is behind the tag, of a range that is cut after 200 bytes.
    Row(
      "completion", "an item's range ended in the middle of a character",
      [0, 7, 0] + Array(("<dict>\n" + String(repeating: "😀", count: 70) + "x</dict>").utf8)),
    Row(
      "completion", "an item's range began in the middle of a character",
      [1, 32, 0] + Array(("<dict>\n" + String(repeating: "😀", count: 70) + "x</dict>").utf8)),
    Row(
      "completion", "an item's range in a catalog of translations ended in the middle of a character",
      [0, 12, 3] + Array(("{\"strings\":{" + String(repeating: "€", count: 90) + "x}}").utf8)),
    Row("xml", "a place in markup before a text was in front of the text", "<key><\u{0}/"),
    Row(
      "features", "an entry without a key was listed behind the keys that follow it",
      [0, 0x2D, 0, 0x5B, 0, 0x88] + Array("\u{1}<dict><dict<key>".utf8)),
    Row("xml", "a Boolean that is not closed ended before the markup in it", "<true><<e>"),
    Row(
      "fixes", "of two misspelt names of an empty list the removal of one left the finding for the other",
      [0, 10] + Array("<dict><key>APIT</key><array/><key>dAPIT</key><array/></dict>".utf8)),
    Row("open-step", "an entry ended with a comma behind the end of its dictionary", "a = b,"),
    Row(
      "lint", "a fix renamed a setting twice that two lists of configurations name",
      [5]
        + Array(
          """
          // !$*UTF8*$!
          {objects={P={isa=PBXProject;buildConfigurationList=L;targets=(T);};T={isa=PBXNativeTarget;\
          buildConfigurationList=M;name=App;productType="com.apple.product-type.application";};\
          L={buildConfigurations=(C);};M={buildConfigurations=(C);};C={name=Debug;buildSettings={\
          INFOPLIST_KEY_NSCameraUsageDescripton="This app scans receipts.";};};};}
          """.utf8)),
    Row(
      "features", "a key's new name showed what Apple's parser had not come to, an open quotation mark",
      [0, 0x1B, 0, 0x36, 0, 0x51, 2] + Array("\"\";\u{FFFD}NSClendarsUsageDescriptio\"".utf8)),
    Row(
      "targets", "a manifest that a pod lists twice and isn’t there was there twice",
      Array("Pname''\nresource'P'%w[.xcprivacy".utf8)),
    Row("decoding", "a position in UTF-8 lay inside a character", "é"),
  ]

  @Test(arguments: rows) func whatWasFoundHolds(row: Row) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == row.target })
    try target.check(row.input)
  }

  /// A target that holds for nothing, or has nothing to begin with, would find nothing.
  @Test(arguments: FuzzTarget.all.map(\.name)) func everySeedHolds(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = target.seeds(SeedFile.own)
    #expect(!seeds.isEmpty)
    try target.check([])
    // All of them take the fuzzer's build a second a target, and this one many.
    for seed in seeds.enumerated().filter({ $0.offset.isMultiple(of: seeds.count / 12 + 1) }) {
      try target.check(seed.element)
      try target.check(Array(seed.element.dropLast(seed.element.count / 3)))
    }
  }

  @Test func namesAreUniqueAndWordsAreWhole() {
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    let lines = fuzzerDictionary().split(separator: "\n")
    #expect(lines.count > 400)
    #expect(lines.allSatisfy { $0.count > 2 && $0.first == "\"" && $0.last == "\"" })
  }
}
