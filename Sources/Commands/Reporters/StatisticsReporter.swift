import PrivacyRules

extension Reporter {
  /// The number of findings per rule, the most frequent first, and the summary.
  static func statistics(_ style: Style) -> Reporter {
    Reporter(
      part: { _ in [] },
      end: { tally in
        let rows = tally.rules.filter { $0.key != LintResult.note }
          .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let width = rows.first.map { "\($0.value.count)".count } ?? 0
        let names = rows.map(\.key.count).max() ?? 0
        var result = ""
        for (id, rule) in rows {
          let count = "\(rule.count)"
          result += String(repeating: " ", count: width - count.count) + style(count, .bold)
          let severity = rule.severity.rawValue
          result +=
            "  \(style(severity, .init(rule.severity)))" + String(repeating: " ", count: max(0, 11 - severity.count))
          result += "  \(id)" + String(repeating: " ", count: names - id.count)
          result += "  \(Rule.withID(id)?.summary ?? "")\n"
        }
        let besides = tally.findings.values.reduce(0, +) - rows.reduce(0) { $0 + $1.value.count }
        if besides > 0 { result += "\(besides) more in files with more than \(Linter.mostFindings)\n" }
        if !result.isEmpty { result += "\n" }
        return Array((result + closing(of: tally, style)).utf8)
      })
  }
}
