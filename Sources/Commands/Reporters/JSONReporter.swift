import Catalog
import CatalogData
import JSON
import PrivacyRules
import SourceText

extension Reporter {
  /// The report for programs: one JSON object. editors/COMMAND-LINE.md describes it; new versions may only add members.
  ///
  /// - Parameter fixes: Whether to report the number of fixed findings of each file.
  static func json(fixes: Bool = false) -> Reporter {
    // The report without files is split where the files go.
    let whole = JSONWriter.indented([
      "version": productVersion, "rulesAsOf": Catalog.bundled.date, "files": [JSONObject](),
    ])
    let end = Array("]\n}".utf8)
    return Reporter(
      start: Array(whole.dropLast(end.count)), separator: Array(",".utf8),
      part: { JSONWriter.indented(object($0, fixes), depth: 2) },
      end: { tally in Array((tally.files > 0 ? "\n  " : "").utf8) + end + [0x0A] })
  }
}

private func object(_ report: FileReport, _ fixes: Bool) -> JSONObject {
  var diagnostics: [JSONObject] = []
  if let file = report.file, !report.diagnostics.isEmpty {
    let places = (file, report.positions(in: file.text))
    diagnostics = report.diagnostics.map { object($0, places, report) }
  }
  return [
    "path": report.path, "error": report.error, "fixed": fixes ? report.fixedCount : nil,
    "known": report.known > 0 ? report.known : nil, "diagnostics": diagnostics,
  ]
}

/// A file with the positions of its findings.
private typealias Places = (file: SourceFile, positions: PositionMap)

private func object(_ diagnostic: Diagnostic, _ places: Places, _ report: FileReport) -> JSONObject {
  let fixes = diagnostic.fixes.map { ["title": $0.title, "preferred": $0.isPreferred] as JSONObject }
  let related = diagnostic.related.map { related -> JSONObject in
    let place = report.place(of: related, in: diagnostic, places.positions)
    var range: JSONObject?
    if let file = place.file, let positions = place.positions { range = object(related.range, (file, positions)) }
    return ["path": place.path, "range": range.orNull, "message": related.message]
  }
  return [
    "rule": diagnostic.rule, "alsoRules": diagnostic.alsoRules.isEmpty ? nil : diagnostic.alsoRules,
    "severity": diagnostic.severity.rawValue, "itms": diagnostic.itms.orNull, "message": diagnostic.message,
    "range": diagnostic.keyPath == nil ? object(diagnostic.range, places) : JSONNull(), "keyPath": diagnostic.keyPath,
    "fixes": fixes, "related": related, "link": diagnostic.link.orNull,
  ]
}

private func object(_ range: ByteRange, _ places: Places) -> JSONObject {
  func end(_ offset: Int) -> JSONObject {
    let position = places.positions[offset]
    return [
      "line": position.line + 1, "column": position.character + 1, "offset": places.file.diskOffset(of: offset),
    ]
  }
  return ["start": end(range.lower), "end": end(range.upper)]
}
