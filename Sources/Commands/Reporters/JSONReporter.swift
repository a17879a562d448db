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
    var whole = JSONWriter(indented: true)
    whole.object { json in
      json.member("version", productVersion)
      json.member("rulesAsOf", Catalog.bundled.date)
      json.array("files") { _ in }
    }
    let end = Array("]\n}".utf8)
    return Reporter(
      start: Array(whole.bytes.dropLast(end.count)), separator: Array(",".utf8),
      part: { report in
        var json = JSONWriter(indented: true, depth: 2)
        write(report, fixes, to: &json)
        return json.bytes
      }, end: { tally in Array((tally.files > 0 ? "\n  " : "").utf8) + end + [0x0A] })
  }
}

private func write(_ report: FileReport, _ fixes: Bool, to json: inout JSONWriter) {
  json.object { json in
    json.member("path", report.path)
    if let error = report.error { json.member("error", error) }
    if fixes { json.member("fixed", report.fixedCount) }
    if report.known > 0 { json.member("known", report.known) }
    json.array("diagnostics") { json in
      guard let file = report.file, !report.diagnostics.isEmpty else { return }
      let places = (file, report.positions(in: file.text))
      for diagnostic in report.diagnostics { write(diagnostic, places, report, to: &json) }
    }
  }
}

/// A file with the positions of its findings.
private typealias Places = (file: SourceFile, positions: PositionMap)

private func write(_ diagnostic: Diagnostic, _ places: Places, _ report: FileReport, to json: inout JSONWriter) {
  json.object { json in
    json.member("rule", diagnostic.rule)
    if !diagnostic.alsoRules.isEmpty { json.member("alsoRules", diagnostic.alsoRules) }
    json.member("severity", diagnostic.severity.rawValue)
    json.member("itms", diagnostic.itms)
    json.member("message", diagnostic.message)
    json.name("range")
    if let keyPath = diagnostic.keyPath {
      json.null()
      json.member("keyPath", keyPath)
    } else {
      write(diagnostic.range, places, to: &json)
    }
    json.array("fixes") { json in
      for fix in diagnostic.fixes {
        json.object { json in
          json.member("title", fix.title)
          json.member("preferred", fix.isPreferred)
        }
      }
    }
    json.array("related") { json in
      for related in diagnostic.related {
        json.object { json in
          let other = related.path.flatMap { report.others[$0] }
          json.member("path", other?.shownPath ?? related.path ?? report.path)
          json.name("range")
          if let other, let file = other.file, let positions = other.positions(of: [related.range]) {
            write(related.range, (file, positions), to: &json)
          } else if related.path == nil, diagnostic.keyPath == nil {
            write(related.range, places, to: &json)
          } else {
            json.null()
          }
          json.member("message", related.message)
        }
      }
    }
    json.member("link", diagnostic.link)
  }
}

private func write(_ range: ByteRange, _ places: Places, to json: inout JSONWriter) {
  json.object { json in
    for (name, offset) in [("start", range.lower), ("end", range.upper)] {
      let position = places.positions[offset]
      json.object(name) { json in
        json.member("line", position.line + 1)
        json.member("column", position.character + 1)
        json.member("offset", places.file.diskOffset(of: offset))
      }
    }
  }
}
