import PropertyList
import SourceText

/// Reports each string that stands in a list already.
///
/// - Parameter key: What two strings have in common that count as the same; nil for one that is not compared.
func reportCopies(
  of values: [PropertyListValue], what: String, _ findings: inout Findings, _ context: LintContext,
  key: (String) -> String?
) {
  guard values.count > 1 else { return }
  var first: [String: PropertyListValue] = [:]
  // In a dictionary with a key twice, two entries may have run together, and a copy may be what is left of one.
  lazy var isIntact = values.first?.parent?.parent.map(\.hasEachKeyOnce) ?? false
  for value in values {
    let text = value.string
    guard let key = key(text), value.parent?.element == .array else { continue }
    guard let earlier = first[key] else {
      first[key] = value
      continue
    }
    findings.report(
      "\(quoted(text)) is already listed", at: value.highlight,
      related: [.init(range: earlier.highlight, message: "First here")], tags: [.unnecessary]
    ) {
      [
        context.remove(
          [value.range], title: "Remove the second \(what)", isPreferred: true,
          isSafe: value.isExactCopy(of: earlier) && isIntact)
      ]
    }
  }
}

extension PropertyListValue {
  /// Whether a value stands there as another one does, byte for byte.
  func isExactCopy(of other: PropertyListValue) -> Bool {
    range.count == other.range.count && tree.text.slice(range) == other.tree.text.slice(other.range)
  }

  /// Whether two values are the same byte for byte, and neither is two that ran together.
  func isIntactCopy(of other: PropertyListValue) -> Bool { isExactCopy(of: other) && hasEachKeyOnce }

  /// Whether no key of a dictionary stands in it twice, as it does where two that stood one behind the other lost the tags
  /// between them.
  var hasEachKeyOnce: Bool {
    var seen: Set<String> = []
    return entries.allSatisfy { seen.insert($0.name).inserted }
  }
}
