import Catalog
import PropertyList

extension Rule {
  static let emptyEntry = Rule(
    id: "empty-entry",
    severity: .error,
    itms: "ITMS-91056",
    summary: "An array has an empty entry.",
    explanation: """
      An empty dictionary lacks all the keys that an entry must have, and an empty string isn’t an entry at all. Xcode \
      adds such an entry with one click; App Store Connect rejects a manifest that has one.
      """,
    sources: ["tn3181", "tn3184", "tn3183"],
    examples: [
      .shows("«<dict/>»", fixed: "", in: .dataTypes),
      .fixes(
        """
        - <key>NSPrivacyAccessedAPITypes</key>
        - <array>
          - «<dict/>»
        - </array>
        <key>NSPrivacyCollectedDataTypes</key>
        <array/>
        """, in: .root),
    ]
  ) { findings, context in
    guard let root = context.manifest?.root else { return }
    for field in root.fields {
      guard let key = field.key, case .arrayOfDictionaries(let id) = key.type, let array = field.entry.value,
        let definition = context.catalog.dictionary(id)
      else { continue }
      let elements = array.elements
      for element in elements {
        let isEmptyString = element.element == .string && element.trimmedString.isEmpty
        guard element.isEmptyContainer && element.element == .dict || isEmptyString,
          !context.tree.isBroken(in: element.range)
        else { continue }
        findings.report(
          "This \(definition.title) is empty", at: element.range, tags: [.unnecessary]
        ) {
          // Removing the last entry would leave an empty list of accessed APIs, which has a finding of its own.
          let isLast = elements.count == 1 && key.role == .accessedAPITypes
          let ranges = isLast ? context.parts(of: field.entry) : [element.range]
          let title = isLast ? "Remove \(quoted(key.name)) with its empty entry" : "Remove the empty entry"
          return [context.remove(ranges, title: title, isPreferred: true)]
        }
      }
    }
  }
}
