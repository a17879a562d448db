import Catalog
import PropertyList

extension Rule {
  static let trackedWhileTrackingIsOff = Rule(
    id: "tracked-while-tracking-is-off",
    severity: .warning,
    summary: "An entry is used for tracking, but the manifest says that the app doesn’t track.",
    explanation: """
      The store’s label would list data used to track people, but the manifest denies tracking. One of the two is \
      wrong. Such manifests do ship, so App Store Connect accepts them.
      """,
    sources: ["describing-data-use", "tracking-keys", "manifest-survey"],
    examples: [
      .shows(
        dataTypeEntry(
          "NSPrivacyCollectedDataTypeDeviceID", tracking: .marked(true),
          purposes: "NSPrivacyCollectedDataTypePurposeAnalytics"),
        fixed: dataTypeEntry(
          "NSPrivacyCollectedDataTypeDeviceID", purposes: "NSPrivacyCollectedDataTypePurposeAnalytics"), in: .dataTypes),
      .shows("", in: .dataTypes),
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking != true, !context.isFlagUnclear else { return }
    let flag = manifest.root.value(.tracking)
    if let flag, flag.meantBool == nil { return }
    let related = flag.map { [Diagnostic.Related(range: $0.range, message: "Tracking is off here")] } ?? []
    for entry in manifest.dataTypes where entry.isUsedForTracking == true {
      guard let value = entry.entry.value(.usedForTracking) else { continue }
      let name = quoted(context.catalog.name(.tracking))
      findings.report("This entry is used for tracking, but \(name) is not true", at: value.range, related: related) {
        var fixes = [
          Fix(title: "Declare it as not used for tracking", edits: [context.setting(value, to: false)])
        ]
        // Without domains, turning the flag on would cause another finding.
        if let flag, manifest.trackingDomains.contains(where: { !$0.trimmedString.isEmpty }) {
          fixes.append(Fix(title: "Set \(name) to true", edits: [context.setting(flag, to: true)]))
        }
        return fixes
      }
    }
  }
}
