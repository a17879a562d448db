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
        """
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>CA92.1</string>
            <string>«CA92.1»</string>
          </array>
        </dict>
        """,
        fixed: """
          <dict>
            <key>NSPrivacyAccessedAPIType</key>
            <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
            <key>NSPrivacyAccessedAPITypeReasons</key>
            <array>
              <string>CA92.1</string>
            </array>
          </dict>
          """, in: .accessedAPIs),
      .shows(
        """
        <key>NSPrivacyTracking</key>
        <false/>
        """, in: .root),
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] where api.reasons.count > 1 {
      reportCopies(of: api.reasons, what: "one", &findings, context) { context.catalog.reason($0)?.reason.code }
    }
  }
}
