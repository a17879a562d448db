import Catalog
import PropertyList

extension Rule {
  static let trackingWithoutPurposeString = Rule(
    id: "tracking-without-purpose-string",
    severity: .warning,
    summary: "The manifest declares tracking, but Info.plist has no text to ask for it.",
    explanation: """
      An app that tracks must first ask through App Tracking Transparency, and the alert needs a text. Without it, the \
      app crashes when it asks, and without asking it must not track.
      """,
    sources: ["tracking-keys", "info-plist-keys"],
    kinds: [.privacyManifest],
    examples: [
      .shows(
        ["NSPrivacyTracking": .marked(true), "NSPrivacyTrackingDomains": ["ads.example.com"]],
        beside: """
          --- Info.plist
          <key>CFBundlePackageType</key>
          <string>APPL</string>
          """),
      .shows(
        ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["ads.example.com"]],
        beside: """
          --- Info.plist
          <key>CFBundlePackageType</key>
          <string>APPL</string>
          <key>NSUserTrackingUsageDescription</key>
          <string>This app shares your activity with advertisers to show ads that fit.</string>
          """),
    ]
  ) { findings, context in
    guard context.manifest?.isTracking == true, context.project.product != .library,
      let value = context.manifest?.root.value(.tracking)
    else { return }
    let targets = context.knownTargets.filter { $0.product == .app || $0.product == .unknown }
    guard !targets.isEmpty, let key = context.catalog.purposeKey(.tracking), !context.declares([key.name]) else {
      return
    }
    let plists = targets.flatMap { $0.files(.infoPlist) }
    findings.report(
      "The app tracks, but \(quoted(key.name)) is missing in Info.plist", at: value.highlight,
      related: plists.prefix(3).map { context.related(infoPlist: $0, "The purpose string is missing here") }
    ) { context.adding(key, isPreferred: true) }
  }
}
