import CatalogData
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

/// What mends a table of strings that is broken.
@Suite struct TableFixTests {
  private let linter = Linter(catalog: .bundled)

  /// Expects the table after all fixes of broken syntax, one after the other.
  private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    var source = SourceText(text)
    for _ in 0..<8 {
      let document = Document(path: "de.lproj/InfoPlist.strings", kind: .stringsTable, text: source)
      let found = linter.lint(document, project: Project(), configuration: Configuration(), fixes: .all)
      guard let fix = found.first(where: { $0.rule == "malformed-file" && !$0.fixes.isEmpty })?.fixes.first else {
        break
      }
      source = source.applying(fix.edits)
    }
    expectEqual(String(decoding: source.bytes, as: UTF8.self), expected, text, sourceLocation: sourceLocation)
  }

  @Test func oneStepMendsOneMistake() {
    check("\"a\" = \"b\"\n\"c\" = \"d\"", "\"a\" = \"b\";\n\"c\" = \"d\";")
    check("\"a\": \"b\",\n\"c\":\"d\"\n", "\"a\" = \"b\";\n\"c\" =\"d\";\n")
    check("\"a\" \"b\";\n", "\"a\" = \"b\";\n")
    check("a = b c d;\n", "a = \"b c d\";\n")
    check("a = b c d\";\n", "a = \"b c d\";\n")
    check("a = \"b \"c\" d\";\n", "a = \"b \\\"c\\\" d\";\n")
    check("\"a\" = \"b;\n\"c = \"d\";\n", "\"a\" = \"b\";\n\"c\" = \"d\";\n")
    check("a = b;;\nc = d;\n", "a = b;\nc = d;\n")
    check("\"a\" =\u{A0}\"b\";\n", "\"a\" = \"b\";\n")
    // What is not read is mended first: it would be refused.
    check("a = b;;\n\"c\" = \"d\"", "a = b;\n\"c\" = \"d\";")
    check("a = b;;\n\"\"", "a = b;;\n\"\"")
    // What is left of a merge is for people to decide.
    check("<<<<<<< a\na = b;\n", "<<<<<<< a\na = b;\n")
    check("a = b;\n", "a = b;\n")
  }

  /// Where marks do not pair, nothing is mended unasked: what is left of each text is as it was.
  @Test func aStrayQuotationMarkCostsNoSentence() {
    let sentences = ["Scans your tickets; they stay here.", "Finds = your bike", "Plays songs"]
    let table = """
      /* Camera */
      "NSCameraUsageDescription" = "\(sentences[0])";
      NSLocationWhenInUseUsageDescription="\(sentences[1])";

      // Music
      "NSAppleMusicUsageDescription" = "\(sentences[2])";\n
      """
    let bytes = Array(table.utf8)
    for (mark, place) in ["\"", ""].flatMap({ mark in bytes.indices.map { (mark, $0) } }) {
      let rest = mark.isEmpty ? bytes[(place + 1)...] : bytes[place...]
      let broken = SourceText(Array(bytes[..<place]) + Array(mark.utf8) + Array(rest))
      let document = Document(path: "de.lproj/InfoPlist.strings", kind: .stringsTable, text: broken)
      guard let fixed = linter.fixed(document)?.document else { continue }
      let (before, after) = (broken[ByteRange(0, broken.count)], fixed.text[ByteRange(0, fixed.text.count)])
      for sentence in sentences where before.contains("\"\(sentence)\"") {
        let isWhole = ["=  ", "= ", "="].contains { after.contains("\($0)\"\(sentence)\"") }
        expectTrue(isWhole, "\(before) is now \(after)")
      }
      expectTrue(StringsTable.parse(fixed.text).problems.isEmpty, "\(after) is broken")
    }
  }
}
