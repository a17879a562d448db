import FileSystem
import PrivacyRules
import SourceText

extension Reporter {
  /// A report with one line per finding.
  static func lines(_ line: @escaping @Sendable (FileReport, PositionMap, Diagnostic) -> String) -> Reporter {
    Reporter(part: { report in
      guard let source = report.file, !report.diagnostics.isEmpty else { return [] }
      var result: [UInt8] = []
      let positions = report.positions(in: source.text)
      for diagnostic in report.diagnostics {
        result += line(report, positions, diagnostic).utf8
        result.append(0x0A)
      }
      return result
    })
  }
}

/// A finding in the format that Xcode reads from build phases: "path:line:column: warning: message".
func xcodeLine(_ report: FileReport, _ positions: PositionMap, _ diagnostic: Diagnostic) -> String {
  // Xcode knows only errors, warnings and notes.
  let severity = diagnostic.severity < .warning ? "note" : diagnostic.severity.rawValue
  // Xcode needs absolute paths.
  let path = absolutePath(report.path, in: currentFolder() ?? "")
  let place = diagnostic.keyPath == nil ? "\(path):\(positions[diagnostic.range.lower].shown)" : path
  return printable("\(place): \(severity): \(message(of: diagnostic)) [\(diagnostic.rule)]")
}

/// A finding as a workflow command of GitHub Actions, which shows it beside the changed line.
func gitHubLine(_ report: FileReport, _ positions: PositionMap, _ diagnostic: Diagnostic) -> String {
  let start = positions[diagnostic.range.lower]
  let end = positions[diagnostic.range.upper]
  let command = diagnostic.severity < .warning ? "notice" : diagnostic.severity.rawValue
  var properties = [("file", report.path)]
  // A binary file has no lines.
  if diagnostic.keyPath == nil {
    properties.append(("line", "\(start.line + 1)"))
    // GitHub accepts columns only if both ends are on one line.
    properties +=
      start.line == end.line
      ? [("col", "\(start.character + 1)"), ("endColumn", "\(end.character + 1)")] : [("endLine", "\(end.line + 1)")]
  }
  properties.append(("title", diagnostic.rule))
  let list = properties.map { "\($0)=\(escaped($1, isProperty: true))" }.joined(separator: ",")
  return "::\(command) \(list)::\(escaped(message(of: diagnostic), isProperty: false))"
}

/// The message, after the key path if the finding has no position in a text.
private func message(of diagnostic: Diagnostic) -> String {
  guard let keyPath = diagnostic.keyPath, !keyPath.isEmpty else { return diagnostic.message }
  return "\(keyPath): \(diagnostic.message)"
}

private func escaped(_ text: String, isProperty: Bool) -> String {
  var result = ""
  for scalar in printable(text, behind: ":").unicodeScalars {
    switch scalar {
    case "%": result += "%25"
    case ":" where isProperty: result += "%3A"
    case "," where isProperty: result += "%2C"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
