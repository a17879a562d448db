import Catalog
import PropertyList
import SourceText

extension Rule {
  static let wrongType = Rule(
    id: "wrong-type",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A value has the wrong type.",
    explanation: """
      Each key of a manifest takes one type of value. The word “true” in a string isn’t a Boolean, and a single string \
      isn’t an array: App Store Connect rejects both and names neither the key nor the line.
      """,
    safeFix: "writes a value with a clear meaning as the type that its key has",
    sources: ["tn3181", "tn3184", "tn3183"],
    examples: [
      .shows(["NSPrivacyTracking": .marked("NO")], fixed: ["NSPrivacyTracking": false]),
      .fixes(
        """
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          - «<string>CA92.1</string>»
          + <array>
            + <string>CA92.1</string>
          + </array>
        </dict>
        """, in: .accessedAPIs),
    ]
  ) { findings, context in
    for dictionary in context.manifest?.dictionaries ?? [] {
      for field in dictionary.fields {
        guard let key = field.key, let value = field.entry.value, value.element != .other else { continue }
        if !value.has(type: key.type) {
          findings.report(
            "\(quoted(key.name)) must be \(typeName(of: key.type)), not \(typeName(of: value))",
            at: value.element.isContainer ? value.highlight : value.range
          ) { conversions(of: value, to: key, context) }
        }
        if value.element == .array { checkElements(of: value, key, &findings, context) }
      }
    }
  }

  /// Reports elements of an array that have the wrong type.
  private static func checkElements(
    of array: PropertyListValue, _ key: ManifestKey, _ findings: inout Findings, _ context: LintContext
  ) {
    let expected: Element
    switch key.type {
    case .arrayOfStrings: expected = .string
    case .arrayOfDictionaries: expected = .dict
    case .boolean, .string: return
    }
    // Fast path: nearly always, all of them are right.
    let nodes = array.tree.nodes
    func isRight(_ node: Node) -> Bool {
      node.kind != .element || node.element == expected || node.element == .other
    }
    if array.tree.children(of: array.index).allSatisfy({ isRight(nodes[$0]) }) { return }
    for element in array.elements where element.element != expected && element.element != .other {
      // A key here is broken syntax, or Apple’s parser reads it as a string.
      if element.element == .key { continue }
      // An empty string among dictionaries is an empty entry, which has its own rule.
      if expected == .dict, element.element == .string, element.trimmedString.isEmpty { continue }
      findings.report(
        "An entry of \(quoted(key.name)) must be a \(expected == .dict ? "dictionary" : "string"), not "
          + typeName(of: element),
        at: element.element.isContainer ? element.highlight : element.range)
    }
  }

  private static func conversions(of value: PropertyListValue, to key: ManifestKey, _ context: LintContext) -> [Fix] {
    func replacing(_ text: String, _ title: String, isSafe: Bool) -> Fix {
      Fix(title: title, edits: [TextEdit(value.range, text)], isPreferred: isSafe, isSafe: isSafe)
    }
    switch key.type {
    case .boolean:
      if let flag = value.meantBool {
        let literal = flag ? "<true/>" : "<false/>"
        return [replacing(literal, "Change to \(literal)", isSafe: true)]
      }
      // Turning tracking on or off would cause other findings, so only the flags of entries are offered.
      if key.role == .tracking { return [] }
      let isOff = context.manifest?.isTracking != true
      return (key.role == .usedForTracking && isOff ? ["<false/>"] : ["<true/>", "<false/>"]).map {
        replacing($0, "Change to \($0)", isSafe: false)
      }
    case .string:
      guard let inner = value.meantString, inner.index != value.index else { return [] }
      // A reason where a category belongs: a line is lost, and the array is what the next key should have.
      let belongs = !context.isOfAnotherKey(inner.trimmedString, than: key)
      // Only the two tags, so that comments in the array stay.
      let edits = context.tree.removing([value.node.startTag] + (value.node.endTag.map { [$0] } ?? []))
      return [Fix(title: "Remove the array around the string", edits: edits, isPreferred: belongs, isSafe: belongs)]
    case .arrayOfStrings:
      guard value.element == .string, !value.trimmedString.isEmpty,
        !context.isOfAnotherKey(value.trimmedString, than: key)
      else { return [] }
      return [replacing(wrapped(value, context), "Wrap the string in an array", isSafe: true)]
    case .arrayOfDictionaries:
      guard value.element == .dict, !value.isEmptyContainer else { return [] }
      return [replacing(wrapped(value, context), "Wrap the dictionary in an array", isSafe: true)]
    }
  }

  /// An element wrapped in an array, its lines indented one level more.
  private static func wrapped(_ value: PropertyListValue, _ context: LintContext) -> String {
    let outer = context.tree.text.indentation(ofLineAt: value.range.lower)
    return "<array>\(context.indented(value))\(context.layout.lineEnd)\(outer)</array>"
  }
}

extension LintContext {
  /// Whether a text is a value of another key’s.
  fileprivate func isOfAnotherKey(_ text: String, than key: ManifestKey) -> Bool {
    let roles: [(isValue: Bool, role: ManifestKey.Role)] = [
      (catalog.reason(text) != nil, .reasons), (catalog.category(text) != nil, .category),
      (catalog.dataType(text) != nil, .dataType), (catalog.purpose(text) != nil, .purposes),
    ]
    return roles.contains { $0.isValue && $0.role != key.role }
  }

  /// An element on lines of its own, one level deeper than it is.
  func indented(_ value: PropertyListValue) -> String {
    let outer = tree.text.indentation(ofLineAt: value.range.lower)
    let lines = document.text.lines(of: value.range).enumerated().map { index, line in
      layout.lineEnd + (index == 0 ? outer : "") + (line.isEmpty ? "" : layout.indentation + line)
    }
    return lines.joined()
  }
}

extension PropertyListValue {
  /// Whether the value itself has a type, whatever its contents.
  func has(type: ManifestKey.ValueType) -> Bool {
    switch type {
    case .boolean: element.isBoolean
    case .string: element == .string
    case .arrayOfStrings, .arrayOfDictionaries: element == .array
    }
  }
}

extension SourceText {
  /// The lines of a range without line ends.
  fileprivate func lines(of range: ByteRange) -> [String] {
    (line(at: range.lower)...line(at: range.upper)).map { line in
      let contents = contents(ofLine: line)
      return self[ByteRange(max(contents.lower, range.lower), min(contents.upper, range.upper))]
    }
  }
}
