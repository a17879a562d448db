import PrivacyRules
import SourceText

extension Reporter {
  /// The report for people: each finding with its source line, and a summary.
  ///
  /// - Parameter isQuiet: Whether to print only one line per finding.
  static func text(_ style: Style, isQuiet: Bool = false) -> Reporter {
    Reporter(
      part: { report in
        report.diagnostics.isEmpty && report.fixed.isEmpty ? [] : Array(words(about: report, style, isQuiet).utf8)
      },
      end: { tally in isQuiet ? [] : Array(closing(of: tally, style).utf8) })
  }
}

/// How many notes with the same words are printed for a finding.
private let mostAlike = 4

private func words(about report: FileReport, _ style: Style, _ isQuiet: Bool) -> String {
  guard let file = report.file else { return "" }
  var result = ""
  let path = printable(report.path)
  if !report.fixed.isEmpty, !isQuiet {
    result += "\(style(path, .bold)): \(style("fixed \(counted(report.fixedCount, "finding"))", .added))\n"
    for (line, diagnostic) in report.fixed {
      result += "  line \(line + 1): \(printable(diagnostic.message)) \(style("[\(diagnostic.rule)]", .dim))\n"
    }
    result += "\n"
  }
  let positions = report.positions(in: file.text)
  let frame = CodeFrame(text: file.text, style: style)
  let gutter = frame.gutter(for: report.diagnostics.map(\.range))
  for diagnostic in report.diagnostics {
    let place = diagnostic.keyPath.map { printable($0) } ?? positions[diagnostic.range.lower].shown
    result += style(place.isEmpty ? "\(path):" : "\(path):\(place):", .bold)
    result += " \(style("\(diagnostic.severity.rawValue):", .init(diagnostic.severity)))"
    result += " \(style(printable(diagnostic.message), .bold)) \(style("[\(diagnostic.rule)]", .dim))\n"
    if isQuiet { continue }
    // A finding in a binary property list has no source to show.
    if diagnostic.keyPath == nil {
      result += frame.lines(for: diagnostic.range, mark: .init(diagnostic.severity), gutter: gutter)
    }
    let indentation = String(repeating: " ", count: gutter + 1)
    func note(_ text: String) { result += "\(indentation)\(style("= note:", .dim)) \(text)\n" }
    // A long list of places says no more than its first ones do. The other formats have all of it.
    var alike = 0
    for (number, related) in diagnostic.related.enumerated() {
      alike = number > 0 && related.message == diagnostic.related[number - 1].message ? alike + 1 : 0
      let isLast = diagnostic.related.dropFirst(number + 1).first?.message != related.message
      if alike > mostAlike || alike == mostAlike && !isLast {
        if isLast { note("and \(alike - mostAlike + 1) more places") }
        continue
      }
      let place = report.place(of: related, in: diagnostic, positions)
      let position = place.positions.map { ":\($0[related.range.lower].shown)" } ?? ""
      note("\(printable(place.path))\(position): \(printable(related.message))")
    }
    for fix in diagnostic.fixes {
      result += "\(indentation)\(style("= help:", .dim)) \(printable(fix.title))\n"
    }
    result += "\n"
  }
  return result
}

/// What was checked and what was not, so that “no findings” isn’t misread: "Checked 1 manifest; not checked: source code,
/// the built app".
private func border(of tally: Tally) -> String {
  func count(_ kinds: FileKind...) -> Int { kinds.reduce(0) { $0 + (tally.kinds[$1] ?? 0) } }
  let counts = [
    (count(.privacyManifest), "manifest"), (count(.infoPlist), "Info.plist"),
    (count(.stringsTable, .stringCatalog), "translation"), (count(.entitlements), "entitlements file"),
    (count(.xcodeProject), "Xcode project"), (count(.buildSettings), ".xcconfig file"),
    (count(.lockFile), "lock file"),
    (tally.sources, "source file"), (tally.builtApps, "built app"),
  ]
  let checked = counts.filter { $0.0 > 0 }.map { counted($0, $1) }
  if checked.isEmpty, tally.unchecked == 0 { return "" }
  var rest = (tally.sources > 0 ? [] : ["source code"]) + tally.unread + (tally.builtApps > 0 ? [] : ["the built app"])
  if tally.unchecked > 0 { rest.insert("\(counted(tally.unchecked, "file")) in another format", at: 0) }
  let what = checked.isEmpty ? "nothing" : checked.joined(separator: ", ")
  return "Checked \(what)" + (rest.isEmpty ? "" : "; not checked: \(rest.joined(separator: ", "))")
    + (tally.lackingManifest.isEmpty ? "" : "; without a manifest: \(tally.lackingManifest.joined(separator: ", "))")
    + "\n"
}

/// The last lines of a report.
func closing(of tally: Tally, _ style: Style) -> String {
  tally.files == 0 ? "" : summary(of: tally, style) + baselineLine(of: tally) + border(of: tally)
}

/// The line about the baseline; empty without one.
private func baselineLine(of tally: Tally) -> String {
  var parts: [String] = []
  if tally.known > 0 { parts.append("\(counted(tally.known, "finding")) suppressed by the baseline") }
  if tally.solved > 0 {
    let isOne = tally.solved == 1
    parts.append(
      "\(counted(tally.solved, "finding")) in the baseline \(isOne ? "is" : "are") gone; "
        + "remove \(isOne ? "it" : "them") with --baseline-prune")
  }
  return parts.isEmpty ? "" : parts.joined(separator: ", ") + "\n"
}

/// The number of findings: "2 errors, 1 warning in 3 files; 2 can be fixed with --fix".
private func summary(of tally: Tally, _ style: Style) -> String {
  let fixedWords = tally.fixed > 0 ? "fixed \(tally.fixed); " : ""
  if tally.affected == 0 {
    return tally.linted == 0 ? "" : "\(fixedWords)no findings in \(counted(tally.linted, "file"))\n"
  }
  let counts = Severity.allCases.reversed().compactMap { severity -> String? in
    let count = tally.findings[severity] ?? 0
    return count == 0 ? nil : style(severity.counted(count), .init(severity))
  }
  var result = fixedWords + counts.joined(separator: ", ")
  result +=
    tally.affected == tally.linted
    ? " in \(counted(tally.linted, "file"))" : " in \(tally.affected) of \(tally.linted) files"
  if tally.fixable > 0 { result += "; \(tally.fixable) can be fixed with --fix" }
  return result + "\n"
}

extension Severity {
  /// A number of findings of this severity; “information” has no plural.
  fileprivate func counted(_ count: Int) -> String {
    self == .information ? "\(count) information" : Commands.counted(count, rawValue)
  }
}

/// A number with its noun: "2 errors".
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
