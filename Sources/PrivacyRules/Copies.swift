import PropertyList

/// Reports each string that stands in a list already.
///
/// - Parameter key: What two strings have in common that count as the same; nil for one that is not compared.
func reportCopies(
  of values: [PropertyListValue], what: String, _ findings: inout Findings, _ context: LintContext,
  key: (String) -> String?
) {
  guard values.count > 1 else { return }
  var first: [String: PropertyListValue] = [:]
  for value in values {
    let text = value.string
    guard let key = key(text), value.parent?.element == .array else { continue }
    guard let earlier = first[key] else {
      first[key] = value
      continue
    }
    findings.report(
      "\(quoted(text)) is listed already", at: value.highlight,
      related: [.init(range: earlier.highlight, message: "First here")], tags: [.unnecessary]
    ) {
      [context.remove([value.range], title: "Remove the second \(what)", isPreferred: true, isSafe: true)]
    }
  }
}
