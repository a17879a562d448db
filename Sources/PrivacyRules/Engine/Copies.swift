import PropertyList
import SourceText

/// Reports each duplicate string in a list.
///
/// - Parameter key: Maps a string to what is compared; strings with nil aren't compared.
func reportCopies(
  of values: [PropertyListValue], what: String, _ findings: inout Findings, _ context: LintContext,
  key: (String) -> String?
) {
  guard values.count > 1 else { return }
  var first: [String: PropertyListValue] = [:]
  // With a duplicate key, two entries may have been merged by a lost tag, and the "copy" may be what is left of one.
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
  /// Whether the two values are byte-for-byte the same.
  func isExactCopy(of other: PropertyListValue) -> Bool {
    range.count == other.range.count && tree.text.slice(range) == other.tree.text.slice(other.range)
  }

  /// Whether the two values are byte-for-byte the same and neither is two entries merged by a lost tag.
  func isIntactCopy(of other: PropertyListValue) -> Bool { isExactCopy(of: other) && hasEachKeyOnce }

  /// Whether no key of the dictionary occurs twice, as happens when the tags between two dictionaries are lost.
  var hasEachKeyOnce: Bool {
    var seen: Set<String> = []
    return entries.allSatisfy { seen.insert($0.name).inserted }
  }
}
