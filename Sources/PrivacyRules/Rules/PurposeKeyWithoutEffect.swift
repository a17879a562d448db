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
      .shows(
        [
          "LSMinimumSystemVersion": "13.0",
          "«NSFaceIDUsageDescription»": "This app uses Face ID to unlock your notes.",
        ],
        fixed: ["LSMinimumSystemVersion": "13.0"],
        path: "Info.plist"),
      .shows(
        [
          "LSMinimumSystemVersion": "13.0",
          "NSCameraUsageDescription": "This app uses your camera to scan receipts.",
        ],
        path: "Info.plist"),
    ]
  ) { findings, context in
    for mention in context.mentions where !mention.isNamedText {
      // One finding a place: the other rule has the key that works only in apps.
      guard let key = mention.key, !(key.place == .app && context.isForExtension(mention)) else { continue }
      // Apple’s pages disagree on where the local network key has an effect.
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
      ) { context.removingEverywhere(mention) }
    }
  }
}
