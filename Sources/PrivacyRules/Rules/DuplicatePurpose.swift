import Catalog

extension Rule {
  static let duplicatePurpose = Rule(
    id: "duplicate-purpose",
    severity: .warning,
    summary: "A data type lists the same purpose twice.",
    explanation: """
      The second one adds nothing.
      """,
    sources: ["purpose-values"],
    examples: [
      .shows(
        "<dict>\n\t<key>NSPrivacyCollectedDataType</key>\n\t<string>NSPrivacyCollectedDataTypeCrashData</string>\n"
          + "\t<key>NSPrivacyCollectedDataTypeLinked</key>\n\t<false/>\n"
          + "\t<key>NSPrivacyCollectedDataTypeTracking</key>\n\t<false/>\n"
          + "\t<key>NSPrivacyCollectedDataTypePurposes</key>\n\t<array>\n"
          + "\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>\n"
          + "\t\t<string>«NSPrivacyCollectedDataTypePurposeAnalytics»</string>\n\t</array>\n</dict>",
        fixed:
          "<dict>\n\t<key>NSPrivacyCollectedDataType</key>\n\t<string>NSPrivacyCollectedDataTypeCrashData</string>\n"
          + "\t<key>NSPrivacyCollectedDataTypeLinked</key>\n\t<false/>\n"
          + "\t<key>NSPrivacyCollectedDataTypeTracking</key>\n\t<false/>\n"
          + "\t<key>NSPrivacyCollectedDataTypePurposes</key>\n\t<array>\n"
          + "\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>\n\t</array>\n</dict>",
        in: .dataTypes),
      .shows("", in: .dataTypes),
    ]
  ) { findings, context in
    for entry in context.manifest?.dataTypes ?? [] where entry.purposes.count > 1 {
      reportCopies(of: entry.purposes, what: "one", &findings, context) {
        context.catalog.purpose($0)?.id
      }
    }
  }
}
