import Catalog
import PropertyList

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
          purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"), in: .dataTypes),
      .shows("", in: .dataTypes),
    ]
  ) { findings, context in
    for entry in context.manifest?.dataTypes ?? [] where entry.isLinked == false {
      guard let type = entry.meantType, type.isLinkedByNature, let value = entry.entry.value(.linked) else { continue }
      findings.report("\(type.displayName) identifies a person, so it is usually linked to them", at: value.range) {
        [Fix(title: "Declare it as linked", edits: [context.setting(value, to: true)])]
      }
    }
  }
}
