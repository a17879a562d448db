import BuildTargets
import Catalog
import PropertyList
import SourceScan
import SourceText
import Wording

extension Rule {
  static let deprecatedPurposeKey = Rule(
    id: "deprecated-purpose-key",
    severity: .warning,
    summary: "A purpose key is deprecated.",
    explanation: """
      Newer systems ignore the old key and read the text under a new one. Keep the old key only while the app supports \
      systems that need it.
      """,
    sources: ["info-plist-keys", "protected-resources"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .shows(
        ["«NSCalendarsUsageDescription»": "This app adds your bookings to your calendar."],
        fixed: [
          "NSCalendarsUsageDescription": "This app adds your bookings to your calendar.",
          "NSCalendarsFullAccessUsageDescription": "This app adds your bookings to your calendar.",
        ],
        path: "Info.plist"),
      .shows(
        [
          "NSBluetoothPeripheralUsageDescription": "This app uses Bluetooth to find your lock.",
          "NSBluetoothAlwaysUsageDescription": "This app uses Bluetooth to find your lock.",
        ],
        path: "Info.plist"),
    ]
  ) { findings, context in
    if context.showsNoAlert { return }
    var useless: [UselessKey] = []
    for mention in context.mentions where !mention.isNamedText {
      // A key for other platforms has its own finding.
      guard let key = mention.key, !context.hasNoEffect(mention), let age = context.age(ofOld: key),
        let others = context.placesLike(
          mention, findings, dependsOnBuild: true,
          isLike: { target in
            context.deprecation(of: key, on: target.platforms) == age
              && key.successors.allSatisfy { context.declares([$0]) == target.has($0) }
          })
      else { continue }
      // App Review has refused Mac Catalyst apps that lacked a key of the Mac.
      if context.platforms[.macCatalyst] != nil, key.availability(on: .macOS).map({ $0.deprecated == nil }) ?? false {
        continue
      }
      let string = context.string(of: mention)
      let successors = context.inOrderOfUse(key.successors.compactMap { context.catalog.purposeKey($0) })
      let given = successors.map(\.name).filter { context.declares($0, besides: mention) }
      let isReplaced = !given.isEmpty
      if isReplaced || successors.isEmpty {
        if let since = age.since { useless.append((mention, key, since, given, others)) }
        continue
      }
      // Code that needs the new key asks for it, with the old one’s text.
      if context.isToldThatCodeLacks(successors.map(\.name), findings) { continue }
      let isUseless = string.map { $0.tellsNothing(context) && !context.mayNeed(key) } ?? false
      // That a text denies the use is told with the same fix.
      if isUseless, let string, context.isDeniedUse(string) { continue }
      let since = age.since.map { "as of \($0) " } ?? ""
      findings.report(
        "\(quoted(key.name)) is deprecated; \(since)the system reads \(list(successors.map(\.name), "or"))",
        at: mention.nameRange, related: others, tags: [.deprecated]
      ) {
        guard let successor = successors.first else { return [] }
        // “Not used” is no text for another key.
        if isUseless { return context.removingEverywhere(mention) }
        if context.knowsNoUse(of: key) { return context.removingEverywhere([mention], isPreferred: true) }
        // Where all code was read, or asks for less, nothing needs the key; else it may be a library that does.
        let isUnseen = context.evidence.map { !$0.targets.isEmpty } ?? false && !context.mayNeed(key)
        let asksForLess = context.asksForLess(than: successors.map(\.name))
        let isUnneeded = isUnseen && !context.hasUnknownCode || asksForLess
        var fixes: [Fix] = []
        if !age.isOver, context.infoPlist != nil, successor.type == .string, let text = string?.text,
          !trimmingBlanks(text).isEmpty
        {
          for (index, successor) in successors.enumerated() where successor.type == .string {
            var added = context.adding(successor, like: text, isPreferred: index == 0 && !isUnneeded)
            for place in added.indices { added[place].title = "Add \(quoted(successor.name)) with the same text" }
            fixes += added
          }
        }
        // While a supported system reads the old key, the app needs both.
        for successor in successors where successor.type == key.type && !age.isNeeded {
          let suffix = context.catalog.suffixed(mention.name)?.suffix ?? ""
          let rename = context.renaming(
            mention.name, to: successor.name + suffix, isPreferred: fixes.isEmpty && !isUnneeded)
          if let rename { fixes.append(rename) }
        }
        guard isUnneeded || isUnseen else { return fixes }
        let removal = context.removingEverywhere(mention)
        return isUnneeded ? removal + fixes : fixes + removal.unlessNeeded
      }
    }
    // Several targets of a project have one mistake.
    let groups = context.joined(
      useless, by: { [$0.key.name] + $0.given }, at: { $0.mention.nameRange }, findings.rule, firstSpeaksForAll: false)
    for (first, all) in groups {
      let (mention, key, since, given, others) = first
      let instead = given.isEmpty ? "" : "; remove it, as \(list(given)) \(given.count > 1 ? "are" : "is") there"
      let more = all.dropFirst().flatMap {
        [Diagnostic.Related(range: $0.mention.nameRange, message: "The same key")] + $0.others
      }
      findings.report(
        "\(quoted(key.name)) has no effect as of \(since), and the app supports nothing older\(instead)",
        at: mention.nameRange, related: others + more, tags: [.deprecated, .unnecessary]
      ) { context.removingEverywhere(all.map(\.mention), isPreferred: true) }
    }
  }
}

/// A key that no supported system reads, with the successors that its target has and the other places of the same entry.
private typealias UselessKey = (
  mention: PurposeMention, key: PurposeKey, since: String, given: [String], others: [Diagnostic.Related]
)

extension LintContext {
  /// Whether a key is in the Info.plist of each target that has a mention’s.
  fileprivate func declares(_ name: String, besides mention: PurposeMention) -> Bool {
    let targets = project.targets.filter { !$0.isTest && $0.concerns(mention) }
    guard declares([name]), document.kind == .xcodeProject, !targets.isEmpty else { return declares([name]) }
    return targets.allSatisfy { $0.has(name) }
  }

  /// Whether it is told of a text that it denies the use.
  fileprivate func isDeniedUse(_ string: PurposeString) -> Bool {
    reviewedTexts.contains { text in
      text.string.highlight == string.highlight && text.deniesUse
    } && !isOfNoApp && isReported(.vaguePurpose, in: file, at: string.highlight)
  }

  /// The keys, with one that covers everything the code asks for first.
  fileprivate func inOrderOfUse(_ keys: [PurposeKey]) -> [PurposeKey] {
    guard keys.count > 1, let targets = evidence?.targets else { return keys }
    let names = keys.map(\.name)
    var asked: Set<String> = []
    for target in targets {
      for call in target.callsWithExtensions where call.counts {
        guard case .permission(let lists) = call.use.kind else { continue }
        // The first key of a call asks for no more than the call needs. For a call on older systems, that’s the old
        // key.
        asked.formUnion(lists.compactMap(\.first).filter(names.contains))
      }
    }
    guard asked.count == 1, let best = keys.first(where: { asked.contains($0.name) }) else { return keys }
    return [best] + keys.filter { $0.name != best.name }
  }

  /// Since when a key has been deprecated.
  struct Age: Equatable {
    /// The system and its version, for a message.
    var since: String?
    /// Whether no system that the app supports still needs the key.
    var isOver: Bool
    /// Whether one surely does, as its version is known.
    var isNeeded = false
  }

  /// Nil for a key that isn’t deprecated on a platform of the document’s targets, or that older systems may still need
  /// beside its successor.
  func age(ofOld key: PurposeKey) -> Age? {
    guard let age = deprecation(of: key) else { return nil }
    let isReplaced = key.successors.isEmpty || declares(key.successors)
    return isReplaced && !(age.isOver && age.since != nil) ? nil : age
  }

  /// Whether no supported system reads the key and nothing has to replace it.
  func isReplaced(_ mention: PurposeMention) -> Bool {
    guard let key = mention.key, !mention.isNamedText, key.successors.isEmpty || declares(key.successors) else {
      return false
    }
    return age(ofOld: key) != nil
  }

  /// Since when a key has been deprecated, whether or not it has a successor; nil if it isn’t.
  func deprecation(of key: PurposeKey) -> Age? { deprecation(of: key, on: platforms) }

  fileprivate func deprecation(of key: PurposeKey, on platforms: [Platform: SystemVersion?]) -> Age? {
    // An old key counts until it has a successor.
    func end(of known: Availability) -> SystemVersion? {
      let successors = key.successors.compactMap { catalog.purposeKey($0)?.availability(on: known.platform) }
      return known.deprecated.map { max($0, successors.compactMap(\.introduced).min() ?? $0) }
    }
    guard !platforms.isEmpty else {
      guard key.isDeprecated else { return nil }
      let first = key.platforms.first { $0.deprecated != nil }
      return Age(since: first.map { words(for: $0.platform, end(of: $0)) }, isOver: false)
    }
    var since: String?
    var isOver = true
    var isNeeded = false
    for platform in Platform.allCases {
      guard let lowest = platforms[platform], let known = key.availability(on: platform) else { continue }
      guard let end = end(of: known) else { return nil }
      if since == nil { since = words(for: platform, end) }
      isOver = isOver && (lowest.map { $0 >= end } ?? false)
      isNeeded = isNeeded || (lowest.map { $0 < end } ?? false)
    }
    if let since { return Age(since: since, isOver: isOver, isNeeded: isNeeded) }
    return key.isDeprecated ? Age(since: nil, isOver: false) : nil
  }
}

extension Target {
  /// Whether the target itself has a key, other than in translations.
  fileprivate func has(_ name: String) -> Bool {
    files.contains { !$0.isTranslation && !mentions(in: $0, named: name).isEmpty }
  }
}
