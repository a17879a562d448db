import Catalog

extension Rule {
  static let duplicateReason = Rule(
    id: "duplicate-reason",
    severity: .warning,
    summary: "A category lists the same reason twice.",
    explanation: """
      The second one adds nothing.
      """,
    sources: ["required-reason-values"],
    examples: [
      .shows(
        "<dict>\n\t<key>NSPrivacyAccessedAPIType</key>\n\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>\n"
          + "\t<key>NSPrivacyAccessedAPITypeReasons</key>\n\t<array>\n"
          + "\t\t<string>CA92.1</string>\n\t\t<string>«CA92.1»</string>\n\t</array>\n</dict>",
        fixed:
          "<dict>\n\t<key>NSPrivacyAccessedAPIType</key>\n\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>\n"
          + "\t<key>NSPrivacyAccessedAPITypeReasons</key>\n\t<array>\n\t\t<string>CA92.1</string>\n\t</array>\n</dict>",
        in: .accessedAPIs),
      .shows("<key>NSPrivacyTracking</key>\n<false/>", in: .root),
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] where api.reasons.count > 1 {
      reportCopies(of: api.reasons, what: "one", &findings, context) { context.catalog.reason($0)?.reason.code }
    }
  }
}
