import Catalog

extension Rule {
  static let unknownTranslation = Rule(
    id: "translation-without-original",
    severity: .warning,
    itms: "ITMS-90683",
    summary: "A translation is for a purpose key that Info.plist doesn’t have.",
    explanation: """
      A translation replaces a text in Info.plist. If neither Info.plist nor a build setting has the key, the \
      translation is left over from an earlier version, or the key is missing: App Store Connect wants it in \
      Info.plist itself if code can reach the resource.
      """,
    sources: ["github-threads", "info-plist-keys", "framework-pages"],
    kinds: [.stringsTable, .stringCatalog],
    examples: [
      .fixes(
        """
        "NSCameraUsageDescription" = "Liest deine Belege ein.";
        - "«NSMicrophoneUsageDescription»" = "Nimmt deine Notizen auf.";
        """, in: .file, path: "de.lproj/InfoPlist.strings",
        beside: """
          --- Info.plist
          <key>NSCameraUsageDescription</key>
          <string>This app scans receipts.</string>
          """),
      .shows(
        "Liest deine Belege ein.", for: "NSCameraUsageDescription", translatedTo: "de",
        beside: """
          --- Info.plist
          <key>NSCameraUsageDescription</key>
          <string>This app scans receipts.</string>
          """),
    ]
  ) { findings, context in
    let plists = context.knownTargets.flatMap { $0.files(.infoPlist) }
    var told: Set<String> = []
    for mention in context.mentions where mention.key != nil && !told.contains(mention.name) {
      guard !context.hasOriginal(of: mention) else { continue }
      told.insert(mention.name)
      guard let others = context.placesLike(mention, findings) else { continue }
      findings.report(
        "\(quoted(mention.name)) is missing in Info.plist; a translation alone doesn’t count",
        at: mention.nameRange,
        related: plists.prefix(3).map { context.related(infoPlist: $0, "The key is missing here") } + others
      ) {
        guard let key = mention.key, key.type == .string else { return context.removingEverywhere(mention) }
        // With the text of the development language where there is one.
        let text = context.translations.lazy.compactMap { $0.base(of: mention.name)?.string.text }.first
        let adding = context.adding(key, like: text)
        let removing = context.removingEverywhere(mention)
        // What an entitlement asks for, or has a text to be translated, is missing there, and not too much here.
        return context.isNeeded(key) || text != nil ? adding + removing : removing + adding
      }
    }
  }
}

extension LintContext {
  /// Whether an entitlement of the document's targets needs a purpose key in Info.plist.
  fileprivate func isNeeded(_ key: PurposeKey) -> Bool {
    knownTargets.contains { target in
      target.files(.entitlements).contains { file in
        file.entitlements?.entries.contains { entry in
          entry.entitlement.needs.contains { need in
            need.basis == .entitlement && need.condition == nil && need.keys.contains(key.name) && entry.brings(need)
          }
        } ?? false
      }
    }
  }
}
