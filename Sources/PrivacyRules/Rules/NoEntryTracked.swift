import Catalog
import PropertyList

extension Rule {
  static let noEntryTracked = Rule(
    id: "no-entry-tracked",
    severity: .information,
    summary: "Tracking is declared, but no collected data is used for it.",
    explanation: """
      Tracking needs data about people. If the manifest declares tracking, an entry should say which data it uses; \
      otherwise the store’s label won’t show it.
      """,
    sources: ["describing-data-use", "tracking-keys"],
    examples: [
      .shows(["NSPrivacyTracking": .marked(true), "NSPrivacyTrackingDomains": ["ads.example.com"]])
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking == true, let flag = manifest.root.value(.tracking),
      !manifest.dataTypes.contains(where: { $0.isUsedForTracking == true }),
      !context.tree.isBrokenDirectly(in: manifest.root.value)
    else { return }
    findings.report("Tracking is on, but no collected data type is marked as used for it", at: flag.range)
  }
}
