import Catalog
import CatalogData
import JSON
import PrivacyRules
import SourceText

extension Reporter {
  /// The report in SARIF 2.1.0: a result per finding, with its fixes as replacements, and the rules that have findings.
  static func sarif() -> Reporter {
    Reporter(
      start: sarifStart, separator: Array(",".utf8),
      part: { report in
        guard let file = report.file else { return [] }
        let positions = PositionMap(
          report.diagnostics.flatMap { diagnostic in
            diagnostic.keyPath == nil
              ? ([diagnostic.range] + diagnostic.related.filter { $0.path == nil }.map(\.range)
                + diagnostic.fixes.flatMap { $0.edits.map(\.range) }).flatMap { [$0.lower, $0.upper] } : []
          }, in: file.text, encoding: .utf16)
        var result: [UInt8] = []
        for diagnostic in report.diagnostics {
          if !result.isEmpty { result.append(UInt8(ascii: ",")) }
          var json = JSONWriter(indented: true, depth: sarifDepth)
          write(diagnostic, of: report, positions, to: &json)
          result += json.bytes
        }
        return result
      },
      end: { tally in sarifEnd(rules: tally.rules.keys.sorted().map(rule)) })
  }
}

/// The metadata of a rule, or a title for the ids of notes.
private func rule(_ id: String) -> SARIFRule {
  guard let rule = Rule.withID(id) else {
    let title =
      id == LintResult.note ? "A file has more findings than are reported." : "A file is not checked as a whole."
    return SARIFRule(id: id, title: title, description: title, help: title, link: nil)
  }
  let known = Catalog.bundled.sources
  return SARIFRule(
    id: id, title: rule.summary, description: rule.summary, help: rule.explanation,
    link: rule.sources.lazy.compactMap { known[$0]?.link }.first, severity: rule.severity)
}

private func write(
  _ diagnostic: Diagnostic, of report: FileReport, _ positions: PositionMap, to json: inout JSONWriter
) {
  func region(_ range: ByteRange, _ positions: PositionMap) -> SARIFRegion {
    SARIFRegion(start: positions[range.lower], end: positions[range.upper])
  }
  let hasLines = diagnostic.keyPath == nil
  let place = diagnostic.keyPath.map { $0.isEmpty ? "" : "\($0): " } ?? ""
  json.object { json in
    json.member("ruleId", diagnostic.rule)
    json.member("level", diagnostic.severity.sarifLevel)
    json.object("message") { $0.member("text", place + diagnostic.message) }
    json.array("locations") { json in
      json.object { json in
        writeSARIFLocation(report.path, hasLines ? region(diagnostic.range, positions) : nil, to: &json)
      }
    }
    if !diagnostic.related.isEmpty {
      json.array("relatedLocations") { json in
        for (number, related) in diagnostic.related.enumerated() {
          json.object { json in
            let other = related.path.flatMap { report.others[$0] }
            let known = related.path == nil ? hasLines ? positions : nil : other?.positions(of: [related.range])
            json.member("id", number + 1)
            writeSARIFLocation(
              other?.shownPath ?? related.path ?? report.path, known.map { region(related.range, $0) }, to: &json)
            json.object("message") { $0.member("text", related.message) }
          }
        }
      }
    }
    // Fixes that edit other files are left to editors, which know the files’ versions.
    let fixes = diagnostic.fixes.filter { hasLines && $0.otherFiles.isEmpty && !$0.edits.isEmpty }
    guard !fixes.isEmpty else { return }
    json.array("fixes") { json in
      for fix in fixes {
        json.object { json in
          json.object("description") { $0.member("text", fix.title) }
          json.array("artifactChanges") { json in
            json.object { json in
              json.object("artifactLocation") { $0.member("uri", sarifURI(report.path)) }
              json.array("replacements") { json in
                for edit in fix.edits {
                  json.object { json in
                    json.member("deletedRegion", region(edit.range, positions))
                    json.object("insertedContent") { $0.member("text", edit.replacement) }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
