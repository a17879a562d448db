extension Rule {
  static let duplicateDomain = Rule(
    id: "duplicate-domain",
    severity: .warning,
    summary: "A tracking domain is listed twice.",
    explanation: """
      One entry for each host is enough; letter case doesn’t matter in host names.
      """,
    safeFix: "removes a domain that is an exact copy of another one in the list",
    sources: ["tracking-keys"],
    examples: [
      .shows(
        ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["ads.example.com", "«Ads.example.com»"]],
        fixed: ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["ads.example.com"]]),
      .shows(["NSPrivacyTrackingDomains": []]),
    ]
  ) { findings, context in
    guard let manifest = context.manifest else { return }
    let domains = manifest.hosts.possibleCopies(in: manifest.trackingDomains)
    reportCopies(of: domains, &findings, context) {
      let domain = TrackingDomain($0)
      return domain.faults == [.empty] ? nil : domain.comparable
    }
  }
}
