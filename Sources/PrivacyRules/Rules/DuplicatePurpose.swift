import Catalog

extension Rule {
  static let duplicatePurpose = Rule(
    id: "duplicate-purpose",
    severity: .warning,
    summary: "A data type lists the same purpose twice.",
    explanation: """
      The duplicate adds nothing.
      """,
    safeFix: "removes a purpose that is an exact copy of another one in the list",
    sources: ["purpose-values"],
    examples: [
      .shows(
        dataTypeEntry(
          "NSPrivacyCollectedDataTypeCrashData", purposes: "NSPrivacyCollectedDataTypePurposeAnalytics",
          "«NSPrivacyCollectedDataTypePurposeAnalytics»"),
        fixed: dataTypeEntry(
          "NSPrivacyCollectedDataTypeCrashData", purposes: "NSPrivacyCollectedDataTypePurposeAnalytics"), in: .dataTypes
      )
    ]
  ) { findings, context in
    for entry in context.manifest?.dataTypes ?? [] where entry.purposes.count > 1 {
      reportCopies(of: entry.purposes, &findings, context) {
        context.catalog.purpose($0)?.id
      }
    }
  }
}
