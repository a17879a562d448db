import PrivacyRules
import SourceText

extension Reporter {
  /// The report as JUnit XML: a suite per file, with a failed test per finding or one passed test.
  static func junit() -> Reporter {
    Reporter(
      start: Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"privacy-lsp\">\n".utf8),
      part: { report in Array(suite(of: report).utf8) },
      end: { _ in Array("</testsuites>\n".utf8) })
  }
}

private func suite(of report: FileReport) -> String {
  let path = attribute(report.path)
  let failures = report.diagnostics.count
  let errors = report.error == nil ? 0 : 1
  let tests = max(1, failures + errors)
  var result =
    "  <testsuite name=\"\(path)\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
  if let error = report.error {
    result +=
      "    <testcase classname=\"\(path)\" name=\"readable\"><error message=\"\(attribute(error))\"/></testcase>\n"
  } else if report.diagnostics.isEmpty {
    result += "    <testcase classname=\"\(path)\" name=\"privacy-lsp\"/>\n"
  }
  let positions = report.file.map { report.positions(in: $0.text) }
  for diagnostic in report.diagnostics {
    let start = diagnostic.keyPath == nil ? positions?[diagnostic.range.lower] : nil
    let place = start?.shown ?? diagnostic.keyPath ?? ""
    let name = attribute(place.isEmpty ? diagnostic.rule : "\(diagnostic.rule) (\(place))")
    let whole = place.isEmpty ? report.path : "\(report.path):\(place)"
    result += """
          <testcase classname="\(path)" name="\(name)">
            <failure type="\(diagnostic.severity.rawValue)" message="\(attribute(diagnostic.message))">\(
              escapedForXML(printable("\(whole): \(diagnostic.message)")))</failure>
          </testcase>

      """
  }
  return result + "  </testsuite>\n"
}

/// A text escaped for a quoted attribute, on one line.
private func attribute(_ text: String) -> String {
  var result = ""
  for scalar in escapedForXML(printable(text)).unicodeScalars {
    if scalar == "\"" { result += "&quot;" } else { result.unicodeScalars.append(scalar) }
  }
  return result
}
