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
    // Keys of one resource, which all targets of a project may have.
    var dead: [(key: PurposeKey, place: NamedPlace, systems: [Platform])] = []
    var ignored: [IgnoredSetting] = []
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
        if let setting = setting(key, (mention, others), ignoredBy: ignoring, context) { ignored.append(setting) }
        continue
      }
      let platforms = context.platforms(of: mention)
      dead.append((key, (mention, others), Platform.allCases.filter { platforms[$0] != nil }))
    }
    report(ignored, &findings, context)
    // Of one key, the systems of all targets are named; several keys are without effect on the same ones.
    let systemsOfKey = Dictionary(grouping: dead, by: \.key.name).mapValues { all in
      Platform.allCases.filter { platform in all.contains { $0.systems.contains(platform) } }
    }
    func systems(_ key: PurposeKey) -> [Platform] { systemsOfKey[key.name] ?? [] }
    // Many are the keys of a target for another system, copied at once.
    let copied = Dictionary(
      grouping: dead.filter { context.heirs(of: $0.key, on: systems($0.key)).isEmpty }, by: { systems($0.key) }
    ).filter { Set($0.value.map(\.key.name)).count > 3 }.mapValues { Set($0.map(\.key.name)) }
    let groups = context.joined(
      dead,
      by: { place in
        let isCopied = copied[systems(place.key)]?.contains(place.key.name) ?? false
        return [isCopied ? "" : place.key.family?.rawValue ?? place.key.name]
          + systems(place.key).map(\.rawValue)
      },
      at: \.place.mention.nameRange, findings.rule)
    for (first, group) in groups {
      let (key, place, _) = first
      let mentions = group.map(\.place.mention)
      let systems = systemsOfKey[key.name] ?? []
      let names = group.map(\.key.name).unique()
      let heirs = context.heirs(of: key, on: systems)
      let others = Set(group.map { $0.key.platforms.map(\.platform) })
      let instead =
        heirs.isEmpty
        ? (names.count == 1 ? "it is for " : "they are for ")
          + (others.count == 1 ? enumerated(key.platforms.map(\.platform.rawValue)) : "other systems")
        : "the system reads \(list(heirs.map(\.name), "or"))"
      findings.report(
        shortList(names) + (names.count == 1 ? " has" : " have")
          + " no effect on \(enumerated(systems.map(\.rawValue))); \(instead)",
        at: place.mention.nameRange,
        related: (place.others
          + group.dropFirst().prefix(20).flatMap { other in
            let words = other.key.name == key.name ? "The same key" : "\(quoted(other.key.name)) has no effect either"
            return [context.related(context.file, other.place.mention.nameRange, words)] + other.place.others
          }).unique(),
        tags: [.unnecessary]
      ) {
        heirs.compactMap { context.renaming(place.mention.name, to: $0.name, isPreferred: heirs.count == 1) }
          + context.removingEverywhere(mentions)
      }
    }
  }

  /// A build setting that Xcode doesn’t add to Info.plist; nil if the key is there anyway.
  private static func setting(
    _ key: PurposeKey, _ place: NamedPlace, ignoredBy targets: [Target], _ context: LintContext
  ) -> IgnoredSetting? {
    let mention = place.mention
    let plists = targets.flatMap { $0.files(.infoPlist) }
    guard !plists.isEmpty, plists.allSatisfy({ file in !file.mentions.contains { $0.meantName == mention.meantName } })
    else { return nil }
    // A permission that the code needs has no purpose string.
    let needed = context.evidence?.targets.lazy.flatMap(\.misspeltKeys).first { $0.keys.contains(mention.name) }
    // An empty text is none to keep.
    let texts = targets.flatMap { $0.texts(named: mention.name) }.filter { !$0.file.isTranslation }.map(\.string.text)
    let text = ([context.string(of: mention)?.text].compactMap(\.self) + texts).first { !trimmingBlanks($0).isEmpty }
    return IgnoredSetting(
      key: key, place: place, targets: targets, text: text, severity: needed?.severity,
      uses: needed?.uses.prefix(5).map(\.related) ?? [], hasOnePlist: plists.count == 1)
  }

  /// Reports the settings that Xcode doesn’t add to Info.plist. Those of the same targets are one mistake, unless code
  /// needs the key.
  private static func report(_ ignored: [IgnoredSetting], _ findings: inout Findings, _ context: LintContext) {
    let groups = context.joined(
      ignored,
      by: { setting in
        let name = setting.severity == nil ? "" : setting.key.name
        return [name, "\(setting.isDead)"] + setting.targets.compactMap(\.identifier)
      },
      at: \.place.mention.nameRange, findings.rule, firstSpeaksForAll: false)
    for (first, all) in groups {
      let names = all.map(\.key.name).unique()
      let others = all.dropFirst().prefix(20).flatMap { other in
        let isSame = other.key.name == first.key.name
        let words = isSame ? "The same key" : "\(quoted(other.key.name)) has no effect either"
        return [context.related(context.file, other.place.mention.nameRange, words)] + other.place.others
      }
      findings.report(
        shortList(names) + (names.count == 1 ? " has" : " have")
          + " no effect: \(BuildSettingName.generatesInfoPlist) isn’t YES",
        at: first.place.mention.nameRange,
        severity: first.isDead ? .information : first.severity,
        itms: first.severity == .error ? Rule.missingPurposeString.itms : nil,
        related: (first.uses + first.place.others + others).unique()
      ) {
        if first.isDead { return context.removingEverywhere(all.map(\.place.mention)) }
        guard first.hasOnePlist else { return [] }
        let isEnglish = context.project.isDevelopedInEnglish(beside: context.file)
        let entries = names.compactMap { name in
          all.first { $0.key.name == name }
            .map { ($0.key, $0.text ?? $0.key.textToComplete(isEnglish: isEnglish) ?? "") }
        }
        let text = first.text == nil ? "a text to fill in" : "its existing text"
        return context.adding(entries, to: first.targets, isPreferred: true) { file in
          entries.count == 1
            ? "Add \(quoted(first.key.name)) to \(file) with \(text)"
            : "Add all \(entries.count) to \(file) with their existing texts"
        }
      }
    }
  }
}

/// A purpose string in a build setting that Xcode doesn’t add to Info.plist.
private struct IgnoredSetting {
  let key: PurposeKey
  let place: NamedPlace
  let targets: [Target]
  /// Nil for an empty one.
  let text: String?
  /// The severity for a key that code needs; nil if none does.
  let severity: Severity?
  /// Where code needs it.
  let uses: [Diagnostic.Related]
  let hasOnePlist: Bool

  /// Whether there is nothing to keep, and nothing needs it.
  var isDead: Bool { text == nil && severity == nil }
}

extension LintContext {
  /// The keys of the same resource that work on some systems, if no target has any of them.
  fileprivate func heirs(of key: PurposeKey, on systems: [Platform]) -> [PurposeKey] {
    guard let family = key.family else { return [] }
    let found = catalog.purposeKeys.filter { other in
      other.family == family && other.type == key.type
        && systems.allSatisfy { other.works(on: $0) && other.availability(on: $0)?.deprecated == nil }
    }
    return declares(found.map(\.name)) ? [] : found
  }
}
