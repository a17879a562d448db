import Catalog

extension Rule {
  static let purposeKeyWithoutEffect = Rule(
    id: "purpose-key-without-effect",
    severity: .warning,
    summary: "A purpose key has no effect on the app’s platforms or in this kind of bundle.",
    explanation: """
      Not every system asks for every resource, and some keys work only in an app or only in a system extension. \
      Elsewhere the text is never shown.
      """,
    sources: ["info-plist-keys", "tn3179"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .fixes(
        """
        <key>LSMinimumSystemVersion</key>
        <string>13.0</string>
        - <key>«NSFaceIDUsageDescription»</key>
        - <string>This app uses Face ID to unlock your notes.</string>
        """, in: .root, path: "Info.plist"),
      .shows(
        """
        <key>LSMinimumSystemVersion</key>
        <string>13.0</string>
        <key>NSCameraUsageDescription</key>
        <string>This app uses your camera to scan receipts.</string>
        """, in: .root, path: "Info.plist"),
    ]
  ) { findings, context in
    for mention in context.mentions where !mention.isNamedText {
      // What is true of one place is not said of it for two reasons.
      guard let key = mention.key, !(key.place == .app && context.isForExtension(mention)) else { continue }
      // Apple's pages differ on where the key for the local network means anything.
      if key.role == .localNetwork, context.hasNoLocalNetworkPrivacy { continue }
      guard context.hasNoEffect(mention), let others = context.placesLike(mention, findings, dependsOnBuild: true)
      else {
        continue
      }
      let platforms = context.platforms(of: mention)
      let names = Platform.allCases.filter { platforms[$0] != nil }.map(\.rawValue)
      findings.report(
        "\(quoted(key.name)) has no effect on \(enumerated(names)); it is for "
          + enumerated(key.platforms.map(\.platform.rawValue)),
        at: mention.nameRange, related: others, tags: [.unnecessary]
      ) { context.removing(mention) }
    }
  }
}
