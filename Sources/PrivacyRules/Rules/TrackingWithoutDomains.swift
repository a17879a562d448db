import Catalog
import PropertyList

extension Rule {
  static let trackingWithoutDomains = Rule(
    id: "tracking-without-domains",
    severity: .error,
    itms: "ITMS-91064",
    summary: "Tracking is declared, but no domain is listed.",
    explanation: """
      If you declare tracking, you must list the hosts that are used for it, so that the system can block requests to \
      them until the person agrees. App Store Connect rejects one without the other.
      """,
    sources: ["tracking-keys", "tn3181", "tn3182"],
    examples: [
      .shows(
        ["NSPrivacyTracking": .marked(true), "NSPrivacyTrackingDomains": []],
        fixed: ["NSPrivacyTracking": false, "NSPrivacyTrackingDomains": []]),
      .shows(["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["ads.example.com"]]),
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking == true, let flag = manifest.root.value(.tracking),
      // A name that is being typed, or contains broken syntax, counts.
      !(manifest.root.value(.trackingDomains)?.holdsName ?? false),
      !context.tree.isBrokenDirectly(in: manifest.root.value), !manifest.root.mayBeTyped(.trackingDomains),
      // A list of the wrong type has its own finding.
      manifest.root.value(.trackingDomains).map({
        $0.element == .array && $0.elements.allNodesSatisfy { $0.element == .string }
      })
        ?? true
    else { return }
    let domains = quoted(context.catalog.name(.trackingDomains))
    findings.report("Tracking needs at least one domain in \(domains)", at: flag.range) {
      // Entries used for tracking would contradict the flag, so the fix changes them too.
      let tracked = manifest.dataTypes.compactMap {
        $0.isUsedForTracking == true ? $0.entry.value(.usedForTracking) : nil
      }
      var title = "Declare that nothing is used for tracking"
      if !tracked.isEmpty { title += ", here and in \(tracked.count) \(tracked.count == 1 ? "entry" : "entries")" }
      var edits = ([flag] + tracked).map { context.setting($0, to: false) }
      // An empty string would be an invalid domain once tracking is off.
      if let array = manifest.root.value(.trackingDomains), array.element == .array {
        edits += context.tree.removing(manifest.trackingDomains.map(\.range))
      }
      return [Fix(title: title, edits: edits)]
    }
  }
}

extension PropertyListValue {
  /// Whether this is a string with a name, or an array with such a string.
  fileprivate var holdsName: Bool {
    if element == .string { return !trimmedString.isEmpty }
    // Usually the first one decides, so no list of all elements is made.
    return element == .array
      && tree.children(of: index).contains {
        let child = PropertyListValue(tree: tree, index: $0)
        return child.element == .string && !child.trimmedString.isEmpty
      }
  }
}
