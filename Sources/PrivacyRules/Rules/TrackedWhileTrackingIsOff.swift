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
          "NSPrivacyCollectedDataTypeDeviceID", purposes: "NSPrivacyCollectedDataTypePurposeAnalytics"), in: .dataTypes)
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking != true, !context.isFlagUnclear else { return }
    let flag = manifest.root.value(.tracking)
    if let flag, flag.meantBool == nil { return }
    let related = flag.map { [Diagnostic.Related(range: $0.range, message: "Tracking is off here")] } ?? []
    let name = quoted(context.catalog.name(.tracking))
    let entries = manifest.dataTypes.filter { $0.isUsedForTracking == true }
    let values = entries.compactMap { $0.entry.value(.usedForTracking) }
    let likely = Set(
      entries.filter { !$0.purposesOfTracking.isEmpty }.compactMap { $0.entry.value(.usedForTracking)?.range })
    for (first, group) in context.joined(values, by: { _ in true }, at: \.range, findings.rule) {
      let others = group.dropFirst()
      let words = others.isEmpty ? "This entry is" : "\(group.count) entries are"
      findings.report(
        "\(words) used for tracking, but \(name) is not true", at: first.range,
        related: related + others.prefix(20).map { Diagnostic.Related(range: $0.range, message: "Used for tracking") }
      ) {
        var fixes: [Fix] = []
        // Advertising with the device’s identifier usually is tracking, so that this would be untrue.
        if !group.contains(where: { likely.contains($0.range) }) {
          fixes.append(
            Fix(
              title: others.isEmpty ? "Declare it as not used for tracking" : "Declare them as not used for tracking",
              edits: group.map { context.setting($0, to: false) }))
        }
        // Without domains, turning the flag on would cause another finding.
        if let flag, manifest.trackingDomains.contains(where: { !$0.trimmedString.isEmpty }) {
          fixes.append(Fix(title: "Set \(name) to true", edits: [context.setting(flag, to: true)]))
        }
        return fixes
      }
    }
  }
}
