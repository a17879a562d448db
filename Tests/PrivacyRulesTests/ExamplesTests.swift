import Catalog
import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

let linter = Linter(catalog: .bundled)

/// A document of an example or a test, its kind told by its path.
func document(_ text: String, path: String = "PrivacyInfo.xcprivacy") -> Document {
  Document(path: path, kind: FileKind.of(path: path) ?? .privacyManifest, text: SourceText(text))
}

/// What makes a finding the same before and after an edit moved it.
func signature(_ diagnostic: Diagnostic) -> String {
  "\(diagnostic.severity): \(diagnostic.message) [\(diagnostic.rule)]"
}

/// Every example of every rule is a test: its findings are where it says, and each fix ends one and starts none.
@Suite struct ExamplesTests {
  @Test(arguments: Rule.all.map(\.id)) func examplesHold(id: String) throws {
    let rule = try #require(Rule.withID(id))
    expectTrue(rule.examples.contains { $0.text.contains("«") }, "\(id) has no example with a finding")
    expectTrue(rule.examples.contains { !$0.text.contains("«") }, "\(id) has no example without one")
    for example in rule.examples {
      let marked = MarkedText(example.file(around: example.text, catalog: .bundled)).file
      let document = document(marked.text, path: example.path)
      let found = linter.lint(document).filter { $0.rule == id }
      expectEqual(
        MarkedText.marking(found.map(\.range), in: document.text),
        MarkedText.marking(marked.ranges, in: document.text), "findings of \(id)")
      if let fixed = example.fixed, let fix = found.first?.fixes.first {
        expectEqual(
          String(decoding: document.text.applying(fix.edits).bytes, as: UTF8.self),
          example.file(around: fixed, catalog: .bundled), "fix of \(id): \(fix.title)")
      } else {
        expectTrue(example.fixed == nil, "\(id) offers no fix for \(example.text)")
      }
    }
  }

  @Test(arguments: Rule.all.map(\.id)) func fixesMend(id: String) throws {
    let rule = try #require(Rule.withID(id))
    for example in rule.examples {
      let text = MarkedText(example.file(around: example.text, catalog: .bundled)).text
      for variant in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, text.replacing("\t", with: "  ")] {
        let document = document(variant, path: example.path)
        checkFixes(of: document)
      }
    }
  }

  @Test(arguments: Rule.all.filter(\.isSuppressible).map(\.id)) func everyFindingCanBeIgnored(id: String) throws {
    let rule = try #require(Rule.withID(id))
    for example in rule.examples where example.text.contains("«") {
      let text = MarkedText(example.file(around: example.text, catalog: .bundled)).text
      let ignoring =
        example.path.hasSuffix(".strings")
        ? "/* privacy-lsp:ignore-file \(id): a test */\n" + text
        : text.replacing("<plist", with: "<!-- privacy-lsp:ignore-file \(id): a test -->\n<plist")
      let found = linter.lint(document(ignoring, path: example.path))
      expectEqual(found.filter { $0.rule == id || $0.rule == "suppression" }.map(signature), [], "\(id) ignored")
    }
  }
}

/// Expects each fix of each finding to end it and to start none.
func checkFixes(of document: Document, sourceLocation: SourceLocation = #_sourceLocation) {
  let before = linter.lint(document)
  for diagnostic in before {
    for fix in diagnostic.fixes {
      let text = document.text.applying(fix.edits)
      let fixed = Document(path: document.path, kind: document.kind, text: text)
      // The words of a finding and the text under it may change with what stands around it: its rule counts.
      var left = Dictionary(before.map { ($0.rule, 1) }, uniquingKeysWith: +)
      var fresh: [String] = []
      for finding in linter.lint(fixed) {
        left[finding.rule, default: 0] -= 1
        if left[finding.rule, default: 0] < 0 { fresh.append(signature(finding)) }
      }
      expectEqual(fresh, [], "new after “\(fix.title)” for \(signature(diagnostic))", sourceLocation: sourceLocation)
      expectTrue(
        left[diagnostic.rule, default: 0] > 0,
        "“\(fix.title)” leaves \(signature(diagnostic)) in\n\(String(decoding: text.bytes, as: UTF8.self))",
        sourceLocation: sourceLocation)
    }
  }
}
