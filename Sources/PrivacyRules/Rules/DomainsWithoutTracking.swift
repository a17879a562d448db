import Catalog
import PropertyList

extension Rule {
  static let domainsWithoutTracking = Rule(
    id: "domains-without-tracking",
    severity: .error,
    itms: "ITMS-91064",
    summary: "Tracking domains are listed while tracking is off.",
    explanation: """
      A list of tracking domains means that the app tracks, so the tracking flag must be true. Hosts that serve \
      something else don’t belong in the list: the system blocks every host in it until the person allows tracking.
      """,
    sources: ["tracking-keys", "tn3181", "tn3182"],
    examples: [
      .shows(
        ["NSPrivacyTracking": false, "«NSPrivacyTrackingDomains»": ["ads.example.com"]],
        fixed: ["NSPrivacyTracking": false]),
      .shows(["NSPrivacyTracking": false, "NSPrivacyTrackingDomains": []]),
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking != true, !context.isFlagUnclear,
      let field = manifest.root.field(.trackingDomains),
      // Empty strings have a rule of their own.
      manifest.trackingDomains.contains(where: { !$0.trimmedString.isEmpty })
    else { return }
    let flag = manifest.root.value(.tracking)
    // A flag that isn’t a Boolean has the wrong type, so its meaning is unknown.
    if let flag, flag.meantBool == nil { return }
    let name = quoted(context.catalog.name(.tracking))
    let related = flag.map { [Diagnostic.Related(range: $0.range, message: "Tracking is off here")] } ?? []
    findings.report("Tracking domains need \(name) to be true", at: field.entry.key.highlight, related: related) {
      var fixes = [context.remove(context.parts(of: field.entry), title: "Remove the tracking domains")]
      // With the flag turned on, some data type has to be used for tracking.
      if manifest.dataTypes.contains(where: { $0.isUsedForTracking == true }) {
        if let flag {
          fixes.append(Fix(title: "Set \(name) to true", edits: [context.setting(flag, to: true)]))
        } else if let key = context.catalog.key(.tracking) {
          let lines = context.skeleton(key, value: ["<true/>"])
          let edit = context.tree.appending(lines, to: manifest.root.value, layout: context.layout)
          fixes.append(Fix(title: "Set \(name) to true", edits: [edit]))
        }
      }
      return fixes
    }
  }
}
