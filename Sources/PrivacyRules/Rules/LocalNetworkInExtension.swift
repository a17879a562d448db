import Catalog
import PropertyList

extension Rule {
  static let localNetworkInExtension = Rule(
    id: "local-network-in-extension",
    severity: .warning,
    summary: "An app extension has a key that works only in the app’s Info.plist.",
    explanation: """
      An extension shares its app’s local network permission. The system reads the text and the list of Bonjour \
      services from the app’s Info.plist and ignores those in the extension’s.
      """,
    sources: ["tn3179", "info-plist-keys"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .fixes(
        """
        <key>NSExtension</key>
        <dict>
          <key>NSExtensionPointIdentifier</key>
          <string>com.apple.widgetkit-extension</string>
        </dict>
        - <key>«NSLocalNetworkUsageDescription»</key>
        - <string>This app looks for your speakers to play music on them.</string>
        """, in: .root, path: "Info.plist"),
      .shows("This app looks for your speakers to play music on them.", for: "NSLocalNetworkUsageDescription"),
    ]
  ) { findings, context in
    if context.hasNoLocalNetworkPrivacy { return }
    for mention in context.mentions where context.infoPlist == nil && mention.key?.place == .app {
      guard context.isForExtension(mention), let others = context.placesLike(mention, findings) else { continue }
      findings.report(
        "\(quoted(mention.name)) has no effect in an app extension; it belongs in the app’s settings",
        at: mention.nameRange, related: others, tags: [.unnecessary]
      ) { context.removing(mention) }
    }
    guard context.isExtension, let plist = context.infoPlist else { return }
    let purposes = plist.purposes.filter { $0.key?.place == .app }.map(\.entry)
    let others = plist.relatedEntries.filter { $0.key.place == .app }.map(\.entry)
    for entry in purposes + others {
      findings.report(
        "\(quoted(entry.name)) has no effect in an app extension; it belongs in the app’s Info.plist",
        at: entry.key.highlight, tags: [.unnecessary]
      ) { [context.remove(context.parts(of: entry), title: "Remove \(quoted(entry.name))")] }
    }
  }
}
