import BuildTargets
import Catalog
import SourceText

extension Rule {
  static let purposeKeyWithoutEffect = Rule(
    id: "purpose-key-without-effect",
    severity: .warning,
    summary: "A purpose key has no effect on the app’s platforms, in this kind of bundle or in build settings.",
    explanation: """
      Not every system asks for every resource, and some keys work only in an app or only in a system extension. \
      Elsewhere the text is never shown. Xcode adds build settings such as `INFOPLIST_KEY_NSCameraUsageDescription` \
      to Info.plist only where `GENERATE_INFOPLIST_FILE` is `YES`.
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
    // The targets of a project may all have the key.
    var dead: [(key: PurposeKey, isAlone: Bool, places: [NamedPlace])] = []
    for mention in context.mentions where !mention.isNamedText {
      // One finding a place: the other rule has the key that works only in apps.
      guard let key = mention.key, !(key.place == .app && context.isForExtension(mention)) else { continue }
      // Apple’s pages disagree on where the local network key has an effect.
      if key.role == .localNetwork, context.hasNoLocalNetworkPrivacy { continue }
      guard context.hasNoEffect(mention), let others = context.placesLike(mention, findings, dependsOnBuild: true)
      else {
        continue
      }
      let ignoring = context.targetsIgnoring(mention)
      guard ignoring.isEmpty else {
        report(key, mention, ignoredBy: ignoring, others, &findings, context)
        continue
      }
      // A comment at the first speaks for all, one at another place for that alone.
      let group = dead.firstIndex { $0.key.name == key.name && !$0.isAlone }
      let isAlone = group != nil && context.file.rulesLeftOut(at: mention.nameRange).contains(findings.rule.id)
      if let same = group, !isAlone {
        dead[same].places.append((mention, others))
      } else {
        dead.append((key, isAlone, [(mention, others)]))
      }
    }
    for (key, _, places) in dead {
      guard let (mention, others) = places.first else { continue }
      let platforms = places.map { context.platforms(of: $0.mention) }
      let names = Platform.allCases.filter { platform in platforms.contains { $0[platform] != nil } }
      findings.report(
        "\(quoted(key.name)) has no effect on \(enumerated(names.map(\.rawValue))); it is for "
          + enumerated(key.platforms.map(\.platform.rawValue)),
        at: mention.nameRange,
        related: (others
          + places.dropFirst().prefix(20).flatMap { place in
            [context.related(context.file, place.mention.nameRange, "The same key")] + place.others
          }).unique(),
        tags: [.unnecessary]
      ) { context.removingEverywhere(places.map(\.mention)) }
    }
  }

  /// Reports a build setting that Xcode doesn’t add to Info.plist, unless the key is there anyway.
  private static func report(
    _ key: PurposeKey, _ mention: PurposeMention, ignoredBy targets: [Target], _ others: [Diagnostic.Related],
    _ findings: inout Findings, _ context: LintContext
  ) {
    let plists = targets.flatMap { $0.files(.infoPlist) }
    guard !plists.isEmpty, plists.allSatisfy({ file in !file.mentions.contains { $0.meantName == mention.meantName } })
    else { return }
    // A permission that the code needs has no purpose string.
    let needed = context.evidence?.targets.lazy.flatMap(\.misspeltKeys).first { $0.keys.contains(mention.name) }
    findings.report(
      "\(quoted(key.name)) has no effect: \(BuildSettingName.generatesInfoPlist) isn’t YES", at: mention.nameRange,
      severity: needed?.severity, itms: needed?.severity == .error ? Rule.missingPurposeString.itms : nil,
      related: (needed?.uses.prefix(5).map(\.related) ?? []) + others
    ) {
      plists.count > 1
        ? [] : context.adding(key, like: context.string(of: mention)?.text, to: targets, isPreferred: true)
    }
  }
}
