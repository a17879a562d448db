import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What holds for the findings in any text, however broken.
@Suite struct MutationTests {
  @Test func findingsStayInsideAndFixesApply() {
    var texts: [[UInt8]] = []
    for rule in Rule.all {
      for example in rule.examples {
        texts.append(Array(MarkedText(example.file(around: example.text, catalog: .bundled)).text.utf8))
      }
    }
    if let corpus = CorpusFolder.fromEnvironment() {
      texts += corpus.files(in: "manifests").map(\.bytes).filter { $0.count < 8_000 }
    }
    var mutator = PropertyListMutator(seed: 11)
    for round in 0..<3_000 {
      let bytes = mutator.mutate(mutator.mutate(texts[round % texts.count]))
      let document = Document(path: "PrivacyInfo.xcprivacy", kind: .privacyManifest, text: SourceText(bytes))
      let whole = ByteRange(0, document.text.count)
      for diagnostic in linter.lint(document) {
        expectTrue(whole.contains(diagnostic.range), "\(diagnostic.rule) reaches out of round \(round)")
        for related in diagnostic.related {
          expectTrue(whole.contains(related.range), "\(diagnostic.rule) points out of round \(round)")
        }
        for fix in diagnostic.fixes {
          var end = 0
          for edit in fix.edits.sorted(by: { $0.range.lower < $1.range.lower }) {
            expectTrue(
              whole.contains(edit.range) && edit.range.lower >= end,
              "the edits of “\(fix.title)” meet or reach out of round \(round)")
            end = edit.range.upper
          }
        }
      }
      if let fixed = linter.fixed(document)?.document {
        expectTrue(
          linter.fixed(fixed) == nil, "round \(round) is not settled by its safe fixes")
      }
    }
  }
}
