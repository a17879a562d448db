import Catalog
import PropertyList
import SourceText

extension LintContext {
  /// The fix that changes the text of a leaf.
  func change(
    _ leaf: PropertyListValue, to text: String, title: String? = nil, isPreferred: Bool = false, isSafe: Bool = false
  ) -> Fix {
    Fix(
      title: title ?? "Change to \(quoted(text))", edits: [tree.settingText(of: leaf, to: text)],
      isPreferred: isPreferred, isSafe: isSafe)
  }

  /// The fixes for a misspelling, one for each candidate: preferred if there is only one, safe if nothing is decided by
  /// it.
  ///
  /// - Parameter typosAreSafe: False for codes, where a typo can turn one into another.
  func respell(
    _ leaf: PropertyListValue, _ spelling: Spelling?, otherNamesAreSafe: Bool, typosAreSafe: Bool = true
  ) -> [Fix] {
    guard let spelling else { return [] }
    let isSafe =
      switch spelling.difference {
      case .blanks, .letterCase: true
      case .typo: spelling.isOnlyCandidate && typosAreSafe
      case .otherName: spelling.isOnlyCandidate && otherNamesAreSafe
      case .likelyTypo, .related: false
      }
    return spelling.candidates.map {
      change(leaf, to: $0, isPreferred: spelling.isOnlyCandidate, isSafe: isSafe)
    }
  }

  /// The fix that removes elements together with the lines they fill.
  func remove(_ ranges: [ByteRange], title: String, isPreferred: Bool = false, isSafe: Bool = false) -> Fix {
    Fix(title: title, edits: tree.removing(ranges), isPreferred: isPreferred, isSafe: isSafe)
  }

  /// The ranges to remove for a dictionary entry: key and value separately if there is a comment between them, which
  /// stays.
  func parts(of entry: PropertyListEntry) -> [ByteRange] {
    guard let value = entry.value else { return [entry.key.range] }
    let between = ByteRange(entry.key.range.upper, value.range.lower)
    let isBlank = document.text.slice(between).allSatisfy { $0 <= 0x20 }
    return isBlank ? [entry.range] : [entry.key.range, value.range]
  }

  /// The edit that sets a Boolean value.
  func setting(_ value: PropertyListValue, to flag: Bool) -> TextEdit {
    TextEdit(value.range, flag ? "<true/>" : "<false/>")
  }

  /// The lines of a key and its placeholder value, for ``PropertyListTree/appending(_:to:layout:)``.
  func skeleton(_ key: ManifestKey, value: [String]) -> [String] {
    ["<key>\(escapedForXML(key.name))</key>"] + value
  }
}

extension PropertyListValue {
  /// The string without surrounding whitespace.
  var trimmedString: String { trimmingBlanks(string) }
}
