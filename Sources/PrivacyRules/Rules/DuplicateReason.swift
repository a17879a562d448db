import Catalog

extension Rule {
  static let duplicateReason = Rule(
    id: "duplicate-reason",
    severity: .warning,
    summary: "A category lists the same reason twice.",
    explanation: """
      The duplicate adds nothing.
      """,
    safeFix: "removes a reason that is an exact copy of another one in the list",
    sources: ["required-reason-values"],
    examples: [
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1", "«CA92.1»"),
        fixed: accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs)
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] where api.reasons.count > 1 {
      reportCopies(of: api.reasons, &findings, context) { context.catalog.reason($0)?.reason.code }
    }
  }
}
