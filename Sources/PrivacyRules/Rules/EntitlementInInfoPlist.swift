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
      .shows(["CFBundleName": "App"], path: "Info.plist"),
    ]
  ) { findings, context in
    // Names of entitlements contain dots; hardly any Info.plist key does.
    for entry in context.infoPlist?.root.entries ?? [] where entry.name.utf8.contains(UInt8(ascii: ".")) {
      guard context.catalog.entitlement(entry.name) != nil else { continue }
      findings.report(
        "\(quoted(entry.name)) has no effect in Info.plist; it belongs in the app’s .entitlements file",
        at: entry.key.highlight
      ) { [context.remove(context.parts(of: entry), title: "Remove \(quoted(entry.name))")] }
    }
  }
}
