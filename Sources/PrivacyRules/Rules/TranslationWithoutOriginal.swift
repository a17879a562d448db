import BuildTargets
import Catalog
import PropertyList

extension Rule {
  static let translationWithoutOriginal = Rule(
    id: "translation-without-original",
    severity: .warning,
    itms: "ITMS-90683",
    summary: "A translation is for a purpose key that Info.plist doesn’t have.",
    explanation: """
      A translation replaces a text in Info.plist. If neither Info.plist nor a build setting has the key, the \
      translation is left over from an earlier version, or the key is missing: App Store Connect wants it in \
      Info.plist itself if code can reach the resource. If no supported system reads the key, remove the translation, \
      or rename it to the key that took its place.
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
      .fixes(
        """
        "NSCameraUsageDescription" = "Liest deine Belege ein.";
        - "«NSBluetoothPeripheralUsageDescription»" = "Findet dein Schloss.";
        + "NSBluetoothAlwaysUsageDescription" = "Findet dein Schloss.";
        """, in: .file, path: "de.lproj/InfoPlist.strings",
        beside: """
          --- Info.plist
          <key>NSBluetoothAlwaysUsageDescription</key>
          <string>This app uses Bluetooth to find your lock.</string>
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
    let all = context.knownTargets.flatMap { $0.files(.infoPlist) }
    // Xcode renames `AppPlist.strings`, which translates `App.plist` alone.
    let table = context.document.fileName.split(separator: ".").first ?? ""
    let own = all.filter { "\($0.document.fileName.split(separator: ".").first ?? "")Plist" == table }
    let plists = own.isEmpty ? all : own
    var told: Set<String> = []
    var missing: [NamedPlace] = []
    // Those that are dead are one mistake.
    var dead: [(why: String, place: NamedPlace)] = []
    for mention in context.mentions where mention.key != nil && !told.contains(mention.name) {
      guard !context.hasOriginal(of: mention) else { continue }
      told.insert(mention.name)
      guard let others = context.placesLike(mention, findings) else { continue }
      if let why = context.whyDead(mention) {
        let heirs = context.heirs(of: mention)
        if !heirs.isEmpty {
          findings.report(
            "\(quoted(mention.name)) has no effect \(why); the system reads \(list(heirs.map(\.name), "or"))",
            at: mention.nameRange, itms: "", related: others, tags: [.deprecated]
          ) {
            let suffix = context.catalog.suffixed(mention.name)?.suffix ?? ""
            let renames = heirs.compactMap { heir in
              context.renaming(
                mention.name, to: heir.name + suffix, isPreferred: heirs.count == 1 && context.declares([heir.name]))
            }
            return renames + context.removingEverywhere(mention)
          }
          continue
        }
        dead.append((why, (mention, others)))
        continue
      }
      missing.append((mention, others))
    }
    for (first, group) in context.joined(dead, by: { _ in true }, at: \.place.mention.nameRange, findings.rule) {
      let all = group.map(\.place)
      let (mention, others) = first.place
      let why = group.allSatisfy { $0.why == first.why } ? " " + first.why : ""
      let words = all.count == 1 ? "has no effect\(why); remove its" : "have no effect\(why); remove their"
      findings.report(
        "\(shortList(all.map(\.mention.name))) \(words) translations", at: mention.nameRange, itms: "",
        related: group.dropFirst().prefix(20).map {
          .init(
            range: $0.place.mention.nameRange,
            message: "\(quoted($0.place.mention.name)) has no effect \(why.isEmpty ? $0.why : "either")")
        } + others, tags: [.unnecessary]
      ) { context.removingEverywhere(all.map(\.mention), isPreferred: true) }
    }
    // A file with several such keys was never matched with Info.plist, which is one mistake. Of two keys, one that an
    // entitlement needs has to be added, and the other may be left over.
    let joined = missing.filter { one in
      one.mention === missing.first?.mention
        || !context.file.rulesLeftOut(at: one.mention.nameRange).contains(findings.rule.id)
    }
    let isOne = joined.count > 2 || joined.allSatisfy { context.entitlements(needing: $0.mention).isEmpty }
    for (mention, others) in missing {
      let isJoined = isOne && joined.contains { $0.mention === mention }
      if isJoined, mention !== joined.first?.mention { continue }
      let names = isJoined ? joined.map(\.mention.name) : [mention.name]
      let more = isJoined ? joined.dropFirst().prefix(20) : []
      let uses = context.uses(needing: names)
      // No email comes for what no code needs.
      let isUnneeded = names.allSatisfy { context.catalog.purposeKey($0).map(context.seemsUnneeded) ?? false }
      findings.report(
        "\(shortList(names)) \(names.count > 1 ? "are" : "is") missing in Info.plist; a translation alone doesn’t count",
        at: mention.nameRange, itms: isUnneeded ? "" : nil,
        related: plists.prefix(3).map { context.related(infoPlist: $0, "The key is missing here") }
          + uses.prefix(3).map(\.related) + context.entitlements(needing: mention).prefix(3)
          + more.map { .init(range: $0.mention.nameRange, message: "\(quoted($0.mention.name)) is missing, too") }
          + others
      ) {
        guard let key = mention.key, key.type == .string else { return context.removingEverywhere(mention) }
        // With the text of the development language if there is one.
        let text = context.translations.lazy.compactMap { $0.base(of: mention.name)?.string.text }.first
        let adding = context.adding(key, like: text)
        if !context.uses(needing: [mention.name]).isEmpty { return adding }
        let removing = context.removingEverywhere(mention)
        // If an entitlement needs the key, or the development language has a text, the original is missing and should
        // be added.
        let isNeeded = !context.entitlements(needing: mention).isEmpty || text != nil && !isUnneeded
        return isNeeded ? adding + removing : removing + adding
      }
    }
  }
}

extension LintContext {
  /// Why no system that the document’s targets support reads a key; nil if one does or may.
  func whyDead(_ mention: PurposeMention) -> String? {
    if hasNoEffect(mention) {
      return "on " + enumerated(Platform.allCases.filter { platforms[$0] != nil }.map(\.rawValue))
    }
    guard let key = mention.key, !mention.isNamedText, let age = deprecation(of: key) else { return nil }
    // If the app’s platforms aren’t known, a successor in Info.plist is enough.
    let isReplaced = platforms.isEmpty && (key.successors.isEmpty || declares(key.successors))
    return age.isOver || isReplaced ? age.since.map { "as of \($0)" } : nil
  }

  /// The successors of a key that no system reads, if translations have texts for it and none for the successors: those
  /// in Info.plist, otherwise all.
  fileprivate func heirs(of mention: PurposeMention) -> [PurposeKey] {
    guard let key = mention.key, !mention.isNamedText, !key.successors.isEmpty else { return [] }
    let platforms = platforms
    let heirs = key.successors.compactMap { catalog.purposeKey($0) }.filter { heir in
      heir.type == key.type && (platforms.isEmpty || platforms.keys.contains(where: heir.works))
        && !(deprecation(of: heir)?.isOver ?? false)
    }
    let names = Set(heirs.map(\.name))
    func lacksAll(_ mentions: [PurposeMention]) -> Bool { !mentions.contains { names.contains($0.baseName) } }
    let isLacking =
      lacksAll(mentions)
      || project.targets.contains { target in
        target.files.contains { other in
          other !== file && other.path != ownPath && other.isTranslation
            && !target.mentions(in: other, named: mention.name).isEmpty && lacksAll(target.mentions(in: other))
        }
      }
    guard isLacking else { return [] }
    let declared = heirs.filter { declares([$0.name]) }
    // A translation of what Info.plist lacks as well, and nothing needs, is left over.
    return declared.isEmpty ? heirs.filter { !entitlements(needing: $0).isEmpty } : declared
  }

  /// The document’s targets with what their code says.
  private var readTargets: [DeclaringTarget] {
    let names = Set(knownTargets.compactMap(\.name))
    return (evidence?.evidence.targets ?? []).filter { names.contains($0.build.name) }
  }

  /// Whether the code of the document’s targets was read, and nothing in it may need a key.
  fileprivate func seemsUnneeded(_ key: PurposeKey) -> Bool {
    let targets = readTargets
    return !targets.isEmpty && !targets.contains { $0.mayNeed(key, catalog) }
  }

  /// The uses in the document’s targets that need one of some keys, which Info.plist lacks.
  fileprivate func uses(needing names: [String]) -> [SourceEvidence.Use] {
    readTargets.flatMap { target in
      target.missingKeys.filter { $0.element == nil && $0.keys.contains(where: names.contains) }.compactMap(
        \.uses.first)
    }
  }

  /// The entitlements of the document’s targets that need a purpose key in Info.plist.
  fileprivate func entitlements(needing mention: PurposeMention) -> [Diagnostic.Related] {
    mention.key.map(entitlements) ?? []
  }

  private func entitlements(needing key: PurposeKey) -> [Diagnostic.Related] {
    knownTargets.flatMap { target in
      target.files(.entitlements).flatMap { file in
        (file.entitlements?.entries ?? []).compactMap { entry in
          let isNeeded = entry.entitlement.needs.contains { need in
            need.basis == .entitlement && need.condition == nil && need.keys.contains(key.name) && entry.brings(need)
          }
          return isNeeded ? related(file, entry.entry.key.highlight, "This entitlement needs it") : nil
        }
      }
    }
  }
}
