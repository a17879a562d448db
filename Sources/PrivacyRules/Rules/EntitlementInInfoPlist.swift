import Catalog
import PropertyList

extension Rule {
  static let entitlementInInfoPlist = Rule(
    id: "entitlement-in-info-plist",
    severity: .warning,
    summary: "An entitlement is in Info.plist.",
    explanation: """
      Entitlements are signed into the app from a separate file, which a build setting names. Nothing reads them from \
      Info.plist, so the app doesn’t get what they allow.
      """,
    sources: ["entitlement-pages"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        ["CFBundleName": "App", "«com.apple.developer.healthkit»": true],
        fixed: ["CFBundleName": "App"],
        path: "Info.plist"),
      .shows(
        ["CFBundleName": "App", "«com.apple.developer.healthkit»": true, "com.apple.developer.homekit": true],
        fixed: ["CFBundleName": "App"],
        path: "Info.plist"),
      .shows(["CFBundleName": "App"], path: "Info.plist"),
    ]
  ) { findings, context in
    // Names of entitlements contain dots; hardly any Info.plist key does.
    let entries = (context.infoPlist?.root.entries ?? []).filter { entry in
      entry.name.utf8.contains(UInt8(ascii: ".")) && context.catalog.entitlement(entry.name) != nil
    }
    guard let first = entries.first else { return }
    let others = entries.dropFirst()
    let name = quoted(first.name) + (others.isEmpty ? "" : " and \(others.count) more")
    findings.report(
      others.isEmpty
        ? "\(name) has no effect in Info.plist; it belongs in the app’s .entitlements file"
        : "\(name) belong in the .entitlements file, not in Info.plist", at: first.key.highlight,
      related: others.prefix(20).map { .init(range: $0.key.highlight, message: "\(quoted($0.name)) too") }
    ) {
      [context.remove(entries.flatMap { context.parts(of: $0) }, title: "Remove \(name)")]
    }
  }
}
