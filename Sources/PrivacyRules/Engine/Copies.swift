import PropertyList
import SourceText

/// Reports each duplicate string in a list.
///
/// - Parameter key: Maps a string to what is compared; strings with nil aren't compared.
func reportCopies(
  of values: [PropertyListValue], _ findings: inout Findings, _ context: LintContext,
  key: (String) -> String?
) {
  guard values.count > 1 else { return }
  // With a duplicate key, two entries may have been merged by a lost tag, and the "copy" may be what is left of one.
  lazy var isIntact = values.first?.parent?.parent.map(\.hasEachKeyOnce) ?? false
  for (value, earlier) in values.repetitions(by: { $0.parent?.element == .array ? key($0.string) : nil }) {
    findings.report(
      "\(quoted(value.string)) is already listed", at: value.highlight,
      related: [.init(range: earlier.highlight, message: "First here")], tags: [.unnecessary]
    ) {
      [
        context.remove(
          [value.range], title: "Remove the duplicate", isPreferred: true,
          isSafe: value.isExactCopy(of: earlier) && isIntact)
      ]
    }
  }
}

extension Sequence {
  /// The elements with the key of an earlier one, each with the first that has it. Elements without a key are left out.
  func repetitions<Key: Hashable>(by key: (Element) -> Key?) -> [(copy: Element, first: Element)] {
    var first: [Key: Element] = [:]
    return compactMap { element in
      guard let key = key(element) else { return nil }
      guard let earlier = first[key] else {
        first[key] = element
        return nil
      }
      return (element, earlier)
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
