import Catalog
import PropertyList
import SourceText

extension Rule {
  static let invalidTrackingDomain = Rule(
    id: "invalid-tracking-domain",
    severity: .warning,
    summary: "A tracking domain is not a plain host name.",
    explanation: """
      The list contains host names, such as `ads.example.com`. A path, a query, a trailing slash or an empty string \
      makes the manifest invalid. A scheme, a port or a wildcard isn’t known to invalidate it, but no request ever \
      matches, so the entry does nothing.
      """,
    safeFix: """
      removes the scheme, whitespace, and a final slash or full stop from a host name, if the app asks to track or, where \
      that isn’t known, the manifest declares tracking
      """,
    sources: ["tn3181", "tracking-keys"],
    examples: [
      .shows(
        ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["«https://ads.example.com/v2/track»"]],
        fixed: ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["ads.example.com"]]),
      .fixes(
        """
        <key>NSPrivacyTracking</key>
        <false/>
        <key>NSPrivacyTrackingDomains</key>
        <array>
          - «<string></string>»
        </array>
        """, in: .root),
      .shows(["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["Ads.Example.com"]]),
    ]
  ) { findings, context in
    // `arePlainHosts` only saves time: it skips the long lists in which this rule, and no other, has nothing to report.
    guard let manifest = context.manifest, !manifest.hosts.arePlainHosts else { return }
    // For the fix only: it doesn’t add a host that is already listed.
    lazy var hosts = Set(manifest.trackingDomains.map { trimmingBlanks($0.string).lowercased() })
    // The system blocks a valid host until people allow tracking, which they can't in an app that never asks.
    lazy var mayTrack =
      context.knownTargets.isEmpty
      ? manifest.isTracking == true
      : context.catalog.purposeKey(.tracking).map { context.declares([$0.name]) } ?? false
    let hasName = manifest.trackingDomains.contains { !$0.trimmedString.isEmpty }
    for value in manifest.trackingDomains where !value.isPlainHost {
      let domain = TrackingDomain(value.string)
      if domain.faults.isEmpty { continue }
      let isEmpty = domain.faults == [.empty]
      // With tracking on and no other domain, the only mistake is that no domain is listed.
      if isEmpty, manifest.isTracking == true, !hasName { continue }
      var itms = domain.isInvalid ? "ITMS-91056" : ""
      if isEmpty, manifest.isTracking != true { itms = "ITMS-91064" }
      findings.report(
        isEmpty
          ? "An empty string counts as a tracking domain"
          : "\(quoted(value.string)) is not a plain host name: \(domain.description)",
        at: value.highlight, severity: domain.severity, itms: itms
      ) {
        if isEmpty {
          // Only an entry of an array can be removed.
          guard value.parent?.element == .array else { return [] }
          return [context.remove([value.range], title: "Remove the empty string", isPreferred: true)]
        }
        guard let host = domain.suggestion else { return [] }
        if hosts.contains(host.lowercased()), host.lowercased() != domain.comparable,
          value.parent?.element == .array
        {
          return [
            context.remove(
              [value.range], title: "Remove the duplicate \(quoted(host))", isPreferred: true)
          ]
        }
        return [context.change(value, to: host, isPreferred: true, isSafe: domain.suggestionIsSafe && mayTrack)]
      }
    }
  }
}
