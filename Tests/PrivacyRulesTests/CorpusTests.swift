import Foundation
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What the corpus says of one manifest.
private struct Entry {
  let file: String
  let path: String
  let isAccepted: Bool
  let defects: [(kind: String, detail: String)]
}

private func entries(of corpus: CorpusFolder) throws -> [Entry] {
  let bytes = try #require(corpus.bytes(of: "index.json"))
  let index = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
  return index.compactMap { item in
    guard item["kind"] as? String == "manifests", let file = item["file"] as? String,
      let path = item["path"] as? String
    else { return nil }
    let defects = (item["defects"] as? [[String]] ?? []).map { (kind: $0[0], detail: $0.dropFirst().first ?? "") }
    return Entry(file: file, path: path, isAccepted: item["plutil"] as? Bool ?? false, defects: defects)
  }
}

/// The start of a long text: a message shows no more of it.
private func cut(_ text: String) -> String { String(text.prefix(40)) }

/// Which rule finds a defect of the corpus, and whether the finding is about the very element.
private func expectation(of defect: (kind: String, detail: String)) -> (rule: String, words: [String])? {
  let detail = defect.detail
  switch defect.kind {
  case "domain-scheme", "domain-path": return ("invalid-tracking-domain", [detail])
  case "item-tracking-true-but-top-false": return ("tracked-while-tracking-is-off", [])
  case "wrong-type": return ("wrong-type", [String(detail.prefix { $0 != " " })])
  case "collected-unknown-type": return ("unknown-data-type", [detail])
  case "api-reason-unknown": return ("unknown-reason", [cut(detail.components(separatedBy: " (")[0])])
  case "purpose-unknown": return ("unknown-purpose", [cut(detail)])
  case "domains-but-tracking-not-true": return ("domains-without-tracking", [])
  case "purpose-empty-string": return ("unknown-purpose", ["empty"])
  case "api-reason-wrong-category": return ("reason-of-another-category", [String(detail.prefix { $0 != " " })])
  case "api-empty-dict", "collected-empty-dict": return ("empty-entry", [])
  case "api-unknown-category": return ("unknown-category", [detail])
  case "collected-empty-type": return ("unknown-data-type", ["empty"])
  case "root-empty-dict": return ("nothing-declared", [])
  case "api-duplicate-category": return ("duplicate-category", [])
  case "api-reason-empty-string": return ("unknown-reason", ["empty"])
  case "tracking-true-no-domains": return ("tracking-without-domains", [])
  case "api-missing-reasons": return ("missing-key", ["Reasons"])
  case "collected-unknown-key", "unknown-top-key": return ("unknown-key", [detail])
  case "collected-missing-key": return ("missing-key", [detail])
  case "collected-duplicate-type": return ("duplicate-data-type", [])
  // Xcode wants the one key, and nobody wants the others.
  case "missing-top-key":
    return detail == "NSPrivacyCollectedDataTypes" ? ("missing-collected-data-types", [detail]) : nil
  default: return ("no rule for \(defect.kind)", [])
  }
}

/// Defects that are found under another name, or rightly not at all, each with the reason.
private let differences: [String: String] = [
  // A key that is misspelt is not missing as well: one mistake, one finding.
  "manifests/0xBoji__verifyOS__1.xcprivacy collected-missing-key": "the misspelt key stands for it"
]

@Suite struct CorpusTests {
  /// Files that ship bring no error, and every defect that is known is found on its element.
  @Test func manifestsAreJudgedAsKnown() throws {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    var judged = 0
    for entry in try entries(of: corpus) {
      let bytes = try #require(corpus.bytes(of: entry.file))
      let document = Document(path: entry.path, kind: .privacyManifest, text: SourceText(bytes))
      let found = linter.lint(document)
      judged += 1
      let isClean = entry.defects.allSatisfy { $0.kind == "missing-top-key" }
      if entry.isAccepted, isClean {
        let errors = found.filter { $0.severity == .error }.map(signature)
        expectEqual(errors, [], "errors in \(entry.file), which ships")
      }
      for defect in entry.defects where differences["\(entry.file) \(defect.kind)"] == nil {
        guard let (rule, words) = expectation(of: defect) else { continue }
        // An empty root is one finding, whatever keys it lacks.
        if entry.defects.contains(where: { $0.kind == "root-empty-dict" }), rule == "missing-collected-data-types" {
          continue
        }
        let hits = found.filter { finding in
          finding.rule == rule
            && words.allSatisfy { finding.message.contains($0) || document.text[finding.range].contains($0) }
        }
        expectTrue(
          !hits.isEmpty,
          "\(entry.file): \(defect.kind) \(defect.detail) is not among\n\(found.map(signature).joined(separator: "\n"))"
        )
      }
      checkFixes(of: document)
    }
    expectTrue(judged > 200, "only \(judged) manifests were judged")
  }
}

/// Why a file that ships has an error: what App Review refuses of late, and many of them have.
private let errorsThatShip: Set<String> = ["placeholder-text", "vague-purpose"]

/// Real files of the other kinds, each by itself.
@Suite struct OtherCorpusTests {
  @Test(arguments: ["infoplists", "strings", "entitlements"])
  func filesThatShipHaveNoErrors(kind: String) throws {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    let bytes = try #require(corpus.bytes(of: "index.json"))
    let index = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
    var judged = 0
    var counts: [String: Int] = [:]
    for item in index where item["kind"] as? String == kind {
      guard let file = item["file"] as? String, let path = item["path"] as? String, let bytes = corpus.bytes(of: file),
        let kind = FileKind.of(path: path)
      else { continue }
      judged += 1
      let document =
        bytes.starts(with: "bplist".utf8)
        ? Document(path: path, kind: kind, binary: bytes)
        : Document(path: path, kind: kind, file: DecodedFile(bytes))
      let found = linter.lint(document)
      let isAccepted = item["plutil"] as? Bool ?? false
      for finding in found {
        counts["\(finding.severity) \(finding.rule)", default: 0] += 1
        expectTrue(
          finding.range.upper <= document.text.count, "\(file): \(finding.rule) at \(finding.range) is outside")
        guard finding.severity == .error, isAccepted, !errorsThatShip.contains(finding.rule) else { continue }
        expectTrue(false, "\(file), which ships: \(signature(finding))")
      }
    }
    expectTrue(judged > 100, "only \(judged) files of \(kind) were judged")
    print(
      "\(kind): \(judged) files; "
        + counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }
}
