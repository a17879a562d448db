import Catalog
import PropertyList

extension Rule {
  static let bonjourWithoutPurposeString = Rule(
    id: "bonjour-without-purpose-string",
    severity: .warning,
    summary: "Bonjour services are listed without a purpose string for the local network.",
    explanation: """
      An app that looks for services on the local network makes the system ask for permission. Without a purpose \
      string, the alert doesn’t say why.
      """,
    sources: ["tn3179", "info-plist-keys"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        ["«NSBonjourServices»": ["_music._tcp"]],
        fixed: [
          "NSBonjourServices": ["_music._tcp"],
          "NSLocalNetworkUsageDescription": "This app searches your local network to ….",
        ],
        path: "Info.plist"),
      .shows(["NSBonjourServices": ["_dartVmService._tcp"]], path: "Info.plist"),
      .shows(
        [
          "NSBonjourServices": ["_music._tcp"],
          "NSLocalNetworkUsageDescription": "This app looks for your speakers to play music on them.",
        ],
        path: "Info.plist"),
    ]
  ) { findings, context in
    guard let plist = context.infoPlist else { return }
    let platforms = context.platforms
    for (key, entry) in plist.relatedEntries where !key.requires.isEmpty {
      if key.role == .bonjourServices, context.hasNoLocalNetworkPrivacy { continue }
      // In an extension, the key itself is the mistake.
      guard !(context.isExtension && key.place == .app), !context.declares(key.requires),
        !context.isToldOfElsewhere(key.requires),
        let wanted = key.requires.first.flatMap({ context.catalog.purposeKey($0) })
      else { continue }
      // Flutter adds the purpose string itself, to debug builds.
      if let value = entry.value, value.element == .array,
        value.elements.allSatisfy({ key.debugElements.contains($0.trimmedString) })
      {
        continue
      }
      if !platforms.isEmpty, !platforms.keys.contains(where: wanted.works) { continue }
      findings.report(
        "\(quoted(key.name)) needs \(quoted(wanted.name)), which is missing", at: entry.key.highlight
      ) { context.adding(wanted, isPreferred: true) }
    }
  }
}
