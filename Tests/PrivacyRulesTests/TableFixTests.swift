import CatalogData
import PrivacyRules
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
      guard let fix = found.first(where: { $0.rule == "malformed-strings" && !$0.fixes.isEmpty })?.fixes.first else {
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
}
