import Catalog
import PropertyList

extension Rule {
  static let purposeStringWithoutTracking = Rule(
    id: "purpose-string-without-tracking",
    severity: .hint,
    summary: "Info.plist has a text that asks to track, but the manifest says that the app doesn’t.",
    explanation: """
      Either the app never asks and the text is left over, or the manifest is missing a declaration. Libraries may ask \
      on their own, so this is your decision.
      """,
    sources: ["tracking-keys", "info-plist-keys"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        [
          "«NSUserTrackingUsageDescription»": "This app shares your activity with advertisers to show ads that fit."
        ],
        path: "Info.plist",
        beside: """
          --- PrivacyInfo.xcprivacy
          <key>NSPrivacyTracking</key>
          <false/>
          """),
      .shows(
        "This app shares your activity with advertisers to show ads that fit.", for: "NSUserTrackingUsageDescription"),
    ]
  ) { findings, context in
    guard let key = context.catalog.purposeKey(.tracking),
      let mention = context.mentions.first(where: { $0.name == key.name })
    else { return }
    let manifests = context.project.targets.flatMap { $0.files(.privacyManifest) }
    guard !manifests.isEmpty, manifests.allSatisfy({ $0.manifest.map { $0.declaresNoTracking } ?? false }) else {
      return
    }
    let related = manifests.prefix(3).compactMap { file -> Diagnostic.Related? in
      guard let manifest = file.manifest else { return nil }
      let value = manifest.root.value(.tracking)
      return context.related(
        file, value?.highlight ?? manifest.root.value.node.startTag, "The manifest declares no tracking")
    }
    findings.report(
      "\(quoted(key.name)) asks to track, but the privacy manifest declares no tracking", at: mention.nameRange,
      related: related)
  }
}

extension PrivacyManifest {
  /// Whether neither the flag nor an entry says that data is used for tracking.
  fileprivate var declaresNoTracking: Bool {
    isTracking != true && !dataTypes.contains { $0.isUsedForTracking == true }
  }
}
