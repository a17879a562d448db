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
        let positions = report.positions(in: file.text)
        var result: [UInt8] = []
        for diagnostic in report.diagnostics {
          if !result.isEmpty { result.append(UInt8(ascii: ",")) }
          result += JSONWriter.indented(object(diagnostic, of: report, positions), depth: sarifDepth)
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

private func object(_ diagnostic: Diagnostic, of report: FileReport, _ positions: PositionMap) -> JSONObject {
  func region(_ range: ByteRange, _ positions: PositionMap) -> JSONObject {
    sarifRegion(positions[range.lower], positions[range.upper])
  }
  let hasLines = diagnostic.keyPath == nil
  let place = diagnostic.keyPath.map { $0.isEmpty ? "" : "\($0): " } ?? ""
  let location = sarifLocation(report.path, hasLines ? region(diagnostic.range, positions) : nil)
  let related = diagnostic.related.enumerated().map { number, related -> JSONObject in
    let place = report.place(of: related, in: diagnostic, positions)
    let location = sarifLocation(place.path, place.positions.map { region(related.range, $0) })
    return ["id": number + 1, "physicalLocation": location, "message": sarifText(related.message)]
  }
  // Fixes that edit other files are left to editors, which know the files’ versions.
  let fixes = diagnostic.fixes.filter { hasLines && $0.otherFiles.isEmpty && !$0.edits.isEmpty }.map {
    fix -> JSONObject in
    let replacements = fix.edits.map { edit -> JSONObject in
      ["deletedRegion": region(edit.range, positions), "insertedContent": sarifText(edit.replacement)]
    }
    let change: JSONObject = [
      "artifactLocation": ["uri": sarifURI(report.path)] as JSONObject, "replacements": replacements,
    ]
    return ["description": sarifText(fix.title), "artifactChanges": [change]]
  }
  return [
    "ruleId": diagnostic.rule, "level": diagnostic.severity.sarifLevel,
    "message": sarifText(place + diagnostic.message),
    "locations": [["physicalLocation": location] as JSONObject],
    "relatedLocations": related.isEmpty ? nil : related, "fixes": fixes.isEmpty ? nil : fixes,
  ]
}
