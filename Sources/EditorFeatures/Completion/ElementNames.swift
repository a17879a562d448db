import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Readable names for elements of a property list: Xcode’s name for a key, and for an entry what it declares. Names
/// that the catalog doesn’t have stay as they are written.
struct ElementNames {
  let tree: PropertyListTree
  let catalog: Catalog
  private let keys: [String: ManifestKey]

  init(_ tree: PropertyListTree, catalog: Catalog) {
    self.tree = tree
    self.catalog = catalog
    keys = Dictionary(firstOf: catalog.dictionaries.flatMap { $0.keys.map { ($0.name, $0) } })
  }

  /// A name and a detail after it; either may be empty.
  struct Words: Hashable {
    var name: String
    var detail = ""
    /// The string that identifies an entry: its data type or category.
    var naming: Int?
  }

  // MARK: - Keys

  /// The key of a manifest that a `<key>` names exactly.
  func key(at index: Int) -> ManifestKey? {
    // No key of a manifest is this long.
    tree.nodes[index].inner.count < 200 ? keys[value(index).string] : nil
  }

  /// The name of a `<key>`.
  func name(ofKey index: Int) -> String {
    if let key = key(at: index) { return key.xcodeName }
    return nonEmpty(text(of: index)) ?? "Key without a name"
  }

  /// A description of a key’s value.
  func detail(ofValue index: Int?, key: ManifestKey?) -> String {
    guard let index else { return "no value" }
    let value = value(index)
    switch value.element {
    case .true: return "yes"
    case .false: return "no"
    case .string:
      if key?.type == .boolean, let flag = value.meantBool { return flag ? "yes" : "no" }
      return words(ofString: index, key: key).name
    case .integer, .real, .date: return text(of: index)
    case .data: return value.textRange.isEmpty ? "no data" : "data"
    case .array: return count(elements(of: index), noun(for: key))
    case .dict: return count(keyCount(of: index), ("key", "keys"))
    case .key, .plist, .other: return ""
    }
  }

  private func noun(for key: ManifestKey?) -> (one: String, many: String) {
    switch key?.role {
    case .trackingDomains: ("domain", "domains")
    case .purposes: ("purpose", "purposes")
    case .reasons: ("reason", "reasons")
    case .collectedDataTypes: ("data type", "data types")
    case .accessedAPITypes: ("category", "categories")
    case .tracking, .dataType, .linked, .usedForTracking, .category, nil: ("item", "items")
    }
  }

  private func count(_ number: Int, _ noun: (one: String, many: String)) -> String {
    number == 0 ? "no \(noun.many)" : counted(number, noun.one, noun.many)
  }

  private func elements(of container: Int) -> Int {
    tree.children(of: container).count { tree.nodes[$0].kind == .element }
  }

  private func keyCount(of dictionary: Int) -> Int {
    var number = 0
    value(dictionary).forEachEntry { _, _ in number += 1 }
    return number
  }

  // MARK: - Elements of arrays

  /// The name and detail of an element in an array.
  ///
  /// - Parameters:
  ///   - key: The key whose value is the array.
  ///   - place: The element’s index.
  func words(ofElement index: Int, key: ManifestKey?, place: Int) -> Words {
    let value = value(index)
    switch value.element {
    case .true, .false: return Words(name: value.element.name)
    case .string: return words(ofString: index, key: key)
    case .integer, .real, .date, .key: return Words(name: nonEmpty(text(of: index)) ?? "Empty \(value.element.name)")
    case .data: return Words(name: "Data")
    case .array: return Words(name: "Array \(place + 1)", detail: detail(ofValue: index, key: nil))
    case .dict:
      var words = words(ofEntry: index, in: key)
      if words.name.isEmpty { words.name = "Dictionary \(place + 1)" }
      return words
    case .plist, .other: return Words(name: "Unknown element")
    }
  }

  /// The name and detail of a string: for one in the catalog, its readable name, followed by the string itself.
  private func words(ofString index: Int, key: ManifestKey?) -> Words {
    let text = text(of: index)
    guard !text.isEmpty else { return Words(name: key.flatMap(placeholder) ?? "Empty string") }
    if let type = catalog.dataType(text) { return Words(name: type.displayName, detail: text) }
    if let purpose = catalog.purpose(text) { return Words(name: purpose.displayName, detail: text) }
    if let category = catalog.category(text) { return Words(name: category.title, detail: text) }
    if let found = catalog.reason(text) { return Words(name: found.reason.shortMeaning, detail: text) }
    return Words(name: text)
  }

  /// The name of an empty string.
  private func placeholder(for key: ManifestKey) -> String? {
    switch key.role {
    case .trackingDomains: "Empty domain"
    case .dataType: "no data type"
    case .purposes: "Empty purpose"
    case .category: "no category"
    case .reasons: "Empty reason"
    case .tracking, .collectedDataTypes, .accessedAPITypes, .linked, .usedForTracking: nil
    }
  }

  // MARK: - Entries

  /// What a dictionary declares: “Email Address”, “linked, not tracked — App Functionality”. The name is empty for an
  /// unknown dictionary.
  ///
  /// - Parameter list: The key whose array contains the dictionary.
  func words(ofEntry dictionary: Int, in list: ManifestKey?) -> Words {
    let entry = entry(dictionary)
    var words = Words(name: "", naming: entry.naming)
    if let naming = entry.naming {
      let text = text(of: naming)
      if !text.isEmpty { words.name = self.words(ofString: naming, key: nil).name }
    }
    if words.name.isEmpty, let definition = list.flatMap(catalog.entryDefinition) {
      words.name = definition.title.prefix(1).uppercased() + definition.title.dropFirst()
    }
    if words.name.isEmpty { words.name = entry.firstText.map(text) ?? "" }
    words.detail = entry.isKnown ? detail(of: entry) : detail(ofValue: dictionary, key: nil)
    return words
  }

  private func detail(of entry: Entry) -> String {
    var flags: [String] = []
    if let linked = entry.isLinked { flags.append(linked ? "linked" : "not linked") }
    if let tracked = entry.isTracked { flags.append(tracked ? "tracked" : "not tracked") }
    let purposes = listed(entry.purposes) { words(ofString: $0, key: nil).name }
    let reasons = listed(entry.reasons) { index in
      let words = words(ofString: index, key: nil)
      return words.detail.isEmpty ? words.name : "\(words.detail) \(words.name)"
    }
    let parts = [flags.joined(separator: ", "), purposes.joined(separator: ", "), reasons.joined(separator: "; ")]
    return parts.filter { !$0.isEmpty }.joined(separator: " — ")
  }

  private func listed(_ strings: [Int], _ name: (Int) -> String) -> [String] {
    let names = strings.filter { !text(of: $0).isEmpty }.map(name)
    return names.count > Self.longestList ? names.prefix(Self.longestList) + ["…"] : names
  }

  private static let longestList = 12

  /// The values of an entry’s keys. Of duplicate keys, the first counts.
  private struct Entry {
    var naming: Int?
    var isLinked: Bool?
    var isTracked: Bool?
    var purposes: [Int] = []
    var reasons: [Int] = []
    /// The first nonempty string.
    var firstText: Int?
    /// Whether any key is an entry’s key.
    var isKnown = false
  }

  private func entry(_ dictionary: Int) -> Entry {
    var entry = Entry()
    value(dictionary).forEachEntry { key, value in
      guard let value else { return }
      let element = self.value(value)
      if entry.firstText == nil, element.element == .string, !text(of: value).isEmpty { entry.firstText = value }
      guard let role = self.key(at: key)?.role else { return }
      entry.isKnown = true
      switch role {
      case .dataType, .category: if entry.naming == nil, element.element == .string { entry.naming = value }
      case .linked: entry.isLinked = entry.isLinked ?? element.meantBool
      case .usedForTracking: entry.isTracked = entry.isTracked ?? element.meantBool
      case .purposes: if entry.purposes.isEmpty { entry.purposes = strings(in: value) }
      case .reasons: if entry.reasons.isEmpty { entry.reasons = strings(in: value) }
      case .tracking, .trackingDomains, .collectedDataTypes, .accessedAPITypes: break
      }
    }
    return entry
  }

  /// The first strings of an array, one more than are shown, or a string in place of the array.
  private func strings(in index: Int) -> [Int] {
    if tree.nodes[index].element == .string { return [index] }
    guard tree.nodes[index].element == .array else { return [] }
    var strings: [Int] = []
    for child in tree.children(of: index) where tree.nodes[child].element == .string {
      strings.append(child)
      if strings.count > Self.longestList { break }
    }
    return strings
  }

  // MARK: - Text

  /// The text of a leaf on one line, truncated if it is long.
  private func text(of leaf: Int) -> String {
    let value = value(leaf)
    let inner = value.textRange
    // Don’t convert all of a very long text; no character reference is longer than this.
    let text =
      inner.count > 4_096 ? tree.text[ByteRange(inner.lower, inner.lower + 4_096)] : value.string
    return shortened(text)
  }

  private func value(_ index: Int) -> PropertyListValue {
    PropertyListValue(tree: tree, index: index)
  }
}

/// A text on one line without surrounding whitespace, truncated if it is long.
func shortened(_ text: String, to length: Int = 100) -> String {
  var result = String.UnicodeScalarView()
  var isAfterBlank = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F {
      isAfterBlank = !result.isEmpty
      continue
    }
    if result.count >= length {
      result.append("…")
      break
    }
    if isAfterBlank { result.append(" ") }
    isAfterBlank = false
    result.append(scalar)
  }
  return String(result)
}

/// “1 finding”, “2 findings”
///
/// - Parameter many: An irregular plural.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(number) \(number == 1 ? one : many ?? one + "s")"
}

private func nonEmpty(_ text: String) -> String? {
  text.isEmpty ? nil : text
}
