import Catalog
import PropertyList
import SourceText

extension Rule {
  static let identityNotLinked = Rule(
    id: "identity-not-linked",
    severity: .information,
    summary: "Data that identifies a person is declared as not linked to them.",
    explanation: """
      A name, an address, a phone number, an account or a card identifies a person. It counts as not linked only if \
      you anonymize it before you store it.
      """,
    sources: ["describing-data-use", "app-privacy-details"],
    examples: [
      .shows(
        dataTypeEntry(
          "NSPrivacyCollectedDataTypeEmailAddress", linked: .marked(false),
          purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"),
        fixed: dataTypeEntry(
          "NSPrivacyCollectedDataTypeEmailAddress", linked: true,
          purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"), in: .dataTypes)
    ]
  ) { findings, context in
    // Who links nothing has decided that once for all of it.
    var all: [(name: String, value: PropertyListValue)] = []
    for entry in context.manifest?.dataTypes ?? [] where entry.isLinked == false {
      guard let type = entry.meantType, type.isLinkedByNature, let value = entry.entry.value(.linked) else { continue }
      all.append((type.displayName, value))
    }
    for (first, all) in context.joined(all, by: { _ in true }, at: \.value.range, findings.rule) {
      let names = all.map(\.name).unique()
      findings.report(
        names.count == 1
          ? "\(first.name) identifies a person, so it is usually linked to them"
          : "\(enumerated(names, most: 3)) identify a person, so they are usually linked to that person",
        at: first.value.range,
        related: all.dropFirst().prefix(20).map {
          .init(range: $0.value.range, message: "\($0.name) is not linked, either")
        }
      ) {
        let title = all.count == 1 ? "Declare it" : all.count == 2 ? "Declare both" : "Declare all \(all.count)"
        return [Fix(title: title + " as linked", edits: all.map { context.setting($0.value, to: true) })]
      }
    }
  }
}
