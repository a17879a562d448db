import Catalog
import PropertyList

extension Rule {
  static let noEntryTracked = Rule(
    id: "no-entry-tracked",
    severity: .information,
    summary: "Tracking is declared, and no collected data is used for it.",
    explanation: """
      Tracking works with data about people. If the manifest says that it happens, one of the entries should say with \
      what, or the label in the store will not show it.
      """,
    sources: ["describing-data-use", "tracking-keys"],
    examples: [
      .shows(
        "<key>NSPrivacyTracking</key>\n«<true/>»\n<key>NSPrivacyTrackingDomains</key>\n"
          + "<array>\n\t<string>ads.example.com</string>\n</array>", in: .root),
      .shows("<key>NSPrivacyTracking</key>\n<false/>", in: .root),
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking == true, let flag = manifest.root.value(.tracking),
      !manifest.dataTypes.contains(where: { $0.isUsedForTracking == true }),
      !context.tree.isBrokenDirectly(in: manifest.root.value)
    else { return }
    findings.report("No entry of the collected data is marked as used for tracking", at: flag.range)
  }
}
