extension Rule {
  static let duplicateDomain = Rule(
    id: "duplicate-domain",
    severity: .warning,
    summary: "A tracking domain is listed twice.",
    explanation: """
      One entry for each host is enough; letter case doesn’t matter in host names.
      """,
    sources: ["tracking-keys"],
    examples: [
      .shows(
        "<key>NSPrivacyTracking</key>\n<true/>\n<key>NSPrivacyTrackingDomains</key>\n"
          + "<array>\n\t<string>ads.example.com</string>\n\t<string>«Ads.example.com»</string>\n</array>",
        fixed: "<key>NSPrivacyTracking</key>\n<true/>\n<key>NSPrivacyTrackingDomains</key>\n"
          + "<array>\n\t<string>ads.example.com</string>\n</array>",
        in: .root),
      .shows("<key>NSPrivacyTrackingDomains</key>\n<array/>", in: .root),
    ]
  ) { findings, context in
    guard let manifest = context.manifest else { return }
    let domains = manifest.hosts.possibleCopies(in: manifest.trackingDomains)
    reportCopies(of: domains, what: "one", &findings, context) {
      let domain = TrackingDomain($0)
      return domain.faults == [.empty] ? nil : domain.comparable
    }
  }
}
