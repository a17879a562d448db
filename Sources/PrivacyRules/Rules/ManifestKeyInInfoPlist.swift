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
    let entries = root.entries.filter { definition.key(named: $0.name) != nil }
    guard let first = entries.first else { return }
    let others = entries.dropFirst()
    let name = quoted(first.name) + (others.isEmpty ? "" : " and \(others.count) more")
    findings.report(
      others.isEmpty
        ? "\(name) has no effect in Info.plist; it belongs in \(file)"
        : "\(name) have no effect in Info.plist; they belong in \(file)",
      at: first.key.highlight, related: others.map { .init(range: $0.key.highlight, message: "Here as well") }
    ) {
      [context.remove(entries.flatMap { context.parts(of: $0) }, title: "Remove \(name)")]
    }
  }
}
