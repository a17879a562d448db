import Catalog
import Wording

extension Rule {
  static let unknownPurposeKey = Rule(
    id: "unknown-purpose-key",
    severity: .warning,
    summary: "A key looks like a purpose key, but the system doesn’t recognize it.",
    explanation: """
      The system looks for a key’s exact name, letter for letter. Under any other name a purpose string does nothing: \
      the app crashes when it asks for the resource, or App Store Connect reports the real key as missing.
      """,
    safeFix: "corrects the spelling if only one name can be meant and no other file has the key",
    sources: ["info-plist-keys", "protected-resources"],
    kinds: [.infoPlist, .stringsTable, .stringCatalog, .xcodeProject, .buildSettings],
    examples: [
      .shows(
        ["«NSCameraUsageDescripton»": "This app uses your camera to scan receipts."],
        fixed: ["NSCameraUsageDescription": "This app uses your camera to scan receipts."],
        path: "Info.plist"),
      .shows(["«NSUserNotificationsUsageDescription»": "This app reminds you of bills."], path: "Info.plist"),
      .fixes(
        """
        - "«NScameraUsageDescription»" = "This app uses your camera to scan receipts.";
        + "NSCameraUsageDescription" = "This app uses your camera to scan receipts.";
        """, in: .file, path: "InfoPlist.strings"),
      .shows(
        "INFOPLIST_KEY_«NSPhotosUsageDescription» = This app adds your photos to its albums.", in: .file,
        path: "App.xcconfig"),
      .shows(["CFBundleName": "App"], path: "Info.plist"),
    ]
  ) { findings, context in
    for mention in context.mentions where mention.isSuspect {
      guard let others = context.placesLike(mention, findings) else { continue }
      let name = quoted(mention.name)
      let candidates = context.currentNames(meantBy: mention)
      // A key that doesn’t exist on the app’s platforms isn’t what the author meant.
      let spelling = candidates.isEmpty ? nil : mention.spelling
      let meant = spelling.map { _ in list(candidates, "or") }
      let unlisted = context.vocabularies.unlisted(mention.name, as: .purposeKey)
      // A setting may be that of another target or for some systems alone.
      let isOfBuild = context.document.kind == .xcodeProject || context.document.kind == .buildSettings
      let text = isOfBuild ? nil : context.string(of: mention)?.text
      let isThere =
        text != nil && !candidates.isEmpty
        && candidates.allSatisfy { name in
          context.mentions.contains { $0.name == name && context.string(of: $0)?.text == text }
        }
      let there = "\(list(candidates, "and")) \(candidates.count > 1 ? "are" : "is") there with the same text"
      let message =
        switch spelling?.difference {
        case .blanks: "\(name) has extra whitespace; \(isThere ? there : "the key is \(meant ?? "")")"
        case .letterCase where isThere: "\(name) differs from a key in letter case; \(there)"
        case .letterCase: "\(name) differs from the key \(meant ?? "") in letter case"
        case .some where isThere: "\(name) is not a key the system recognizes; \(there)"
        case .otherName, .typo, .likelyTypo, .related:
          "\(name) is not a key the system recognizes; did you mean \(meant ?? "")?"
        // The fix removes the key, so what to do instead is left to `explain`.
        case nil:
          unlisted.map { "\(name) has no effect: \($0.reason.prefix { $0 != ";" })" }
            ?? "\(name) is not a key the system recognizes"
        }
      // A permission that the code needs has no purpose string while the key is misspelled.
      let missing = context.evidence?.targets.lazy.flatMap(\.misspeltKeys).first { $0.keys.contains(mention.meantName) }
      let needed = context.document.kind == .infoPlist ? missing : nil
      findings.report(
        message, at: mention.nameRange, severity: needed?.severity,
        itms: needed?.severity == .error ? Rule.missingPurposeString.itms : nil,
        related: (needed?.uses.prefix(5).map(\.related) ?? []) + others
      ) {
        guard let spelling, !isThere else { return context.removing(mention) }
        // A known wrong name is a guess of the author’s, and replacing it is a guess too. If two keys mean the same
        // one, only the author knows which should count.
        let isSafe =
          spelling.isClear && ![.otherName, .likelyTypo].contains(spelling.difference)
          && candidates == spelling.candidates
          && !context.mentions.contains { $0.name != mention.name && $0.meantName == spelling.name }
        return candidates.compactMap {
          context.renaming(mention.name, to: $0, isPreferred: candidates.count == 1, isSafe: isSafe)
        }
      }
    }
  }
}

extension LintContext {
  /// The keys that a misspelled name may mean and that exist on the app’s platforms, or the successors of deprecated
  /// ones.
  fileprivate func currentNames(meantBy mention: PurposeMention) -> [String] {
    let platforms = platforms(of: mention)
    func works(_ name: String) -> Bool {
      guard !platforms.isEmpty, let key = catalog.purposeKey(name) else { return true }
      return platforms.keys.contains(where: key.works)
    }
    var names: [String] = []
    let text = mention.spelling?.difference == .related ? string(of: mention)?.text : nil
    for name in mention.spelling?.candidates ?? [] {
      // A few words of the name are no reason to suggest a key if the text is about something else.
      if let text,
        vocabularies.wording.isOfAnotherResource(
          text, than: name, needsNone: { vocabularies.unlisted($0, as: .purposeKey) != nil })
      {
        continue
      }
      let current =
        if let key = catalog.purposeKey(name), !key.successors.isEmpty, age(ofOld: key) != nil {
          key.successors
        } else {
          [name]
        }
      for name in current where !names.contains(name) && works(name) { names.append(name) }
    }
    return names
  }
}
