import Catalog
import PropertyList

extension Rule {
  static let manifestKeyInInfoPlist = Rule(
    id: "manifest-key-in-info-plist",
    severity: .warning,
    summary: "A privacy manifest key is in Info.plist.",
    explanation: """
      Nothing reads privacy declarations from Info.plist. Put them in a privacy manifest; until then, they count as \
      missing.
      """,
    sources: ["adding-a-manifest", "privacy-manifest-files"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        ["CFBundleName": "App", "«NSPrivacyTracking»": false],
        fixed: ["CFBundleName": "App"],
        path: "Info.plist"),
      .shows("Scans the code on your ticket.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    guard let root = context.tree.root, let definition = context.catalog.root else { return }
    let file = context.catalog.manifest.fileName
    for entry in root.entries where definition.key(named: entry.name) != nil {
      findings.report(
        "\(quoted(entry.name)) has no effect in Info.plist; it belongs in \(file)", at: entry.key.highlight
      ) {
        [context.remove(context.parts(of: entry), title: "Remove \(quoted(entry.name))")]
      }
    }
  }
}
