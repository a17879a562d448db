import BuildTargets
import Catalog
import PropertyList
import SourceText
import Wording

extension Rule {
  static let emptyPurposeString = Rule(
    id: "empty-purpose-string",
    severity: .warning,
    itms: "ITMS-90738",
    summary: "A purpose string is empty.",
    explanation: """
      The system shows the text when it asks for permission. If code or an entitlement uses the resource, App Store \
      Connect delivers the app and asks for a correction by email. Say in one sentence what the app does with the \
      resource, or remove the key if it does nothing. In an Xcode project where nothing else mentions the resource, \
      this is only information. A translation alone doesn’t count, but its text can be used.
      """,
    sources: ["github-threads", "protected-resources"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .shows(["NSCameraUsageDescription": .marked("")], path: "Info.plist"),
      .shows("«  »", for: "NSCameraUsageDescription"),
      .shows("INFOPLIST_KEY_«NSCameraUsageDescription» =", in: .file, path: "App.xcconfig"),
      .shows("This app uses your camera to scan receipts.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    lazy var overridden = context.overriddenSettings
    for string in context.purposeStrings where string.key != nil {
      // A key without an effect is told to be that.
      guard trimmingBlanks(string.text).isEmpty, !context.hasNoEffect(string.mention),
        string.mention.owner != nil || !overridden.contains(string.name),
        // A key that is to be removed takes its text with it.
        !context.isReplaced(string.mention) && !context.isDeprecatedAndUnused(string.mention)
          || findings.isOff(.deprecatedPurposeKey)
          || !context.isReported(.deprecatedPurposeKey, in: context.file, at: string.mention.nameRange),
        let copies = context.copies(of: string, findings)
      else { continue }
      let isSetting = context.document.kind == .buildSettings || context.document.kind == .xcodeProject
      let range = isSetting && string.highlight.isEmpty ? string.mention.nameRange : string.highlight
      let isUsed = context.mayUse(string.mention)
      let all = context.project.targets.filter { !$0.isTest && $0.concerns(string.mention) }
        .flatMap { $0.texts(named: string.name) }
      let translations = all.filter { $0.file.isTranslation }
      let isEmptyEverywhere = translations.allSatisfy { trimmingBlanks($0.string.text).isEmpty }
      // Code that wasn’t read, such as a library’s, may use it.
      let isKnown = isUsed || !context.isOfNoApp && !context.hasUnknownCode
      let isForMac =
        !context.platforms(of: string.mention).isEmpty
        && context.platforms(of: string.mention).keys.allSatisfy { $0 == .macOS }
      findings.report(
        isUsed || !isKnown
          ? "\(quoted(string.name)) is empty"
          : "\(quoted(string.name)) is empty, and nothing else here mentions \(string.resource)",
        at: range, severity: isUsed && !isForMac ? nil : .information,
        // No rejection is known for a text of whitespace only.
        itms: string.text.isEmpty ? nil : "",
        related: copies
          + (isEmptyEverywhere ? translations : []).prefix(20).map {
            context.related($0.file, $0.string.highlight, "Empty as well")
          }
      ) {
        // There are templates only for English.
        let isEnglish = Wording.Language(context.language(of: string)).isMaybeEnglish
        let writing = (isEnglish ? string.key?.textToComplete() : nil).map {
          Fix(title: "Write a text to fill in", snippets: [string.settingTemplate(to: $0)])
        }
        // What has been translated is a text to start with, and doesn’t count without the key.
        guard isEmptyEverywhere else {
          let fixes = [context.copyingTranslation(to: string), writing].compactMap(\.self)
          return isUsed || !isKnown ? fixes : fixes + context.removing(string.mention)
        }
        // Without the key, a call that needs it ends the app, and a system extension can’t be activated.
        let isCalledFor = string.key.map { key in
          context.call(needing: key) != nil || key.place == .systemExtension && context.mayNeed(key)
        }
        var removals =
          isCalledFor ?? false ? [] : context.removingEverywhere(string.mention, isPreferred: !isUsed && isKnown)
        if !isUsed, !isKnown { removals = removals.unlessNeeded }
        return isUsed || !isKnown ? [writing].compactMap(\.self) + removals : removals + [writing].compactMap(\.self)
      }
    }
  }
}

extension PurposeString {
  /// What the text is about: “your camera”.
  fileprivate var resource: String { key?.resource ?? "the resource" }
}

extension LintContext {
  /// The fix that gives an empty text that of the development language’s translation; nil if that is none to keep.
  fileprivate func copyingTranslation(to string: PurposeString) -> Fix? {
    for target in project.targets where !target.isTest && target.concerns(string.mention) {
      guard let (file, text) = target.translations.base(of: string.name), file.isTranslation,
        !trimmingBlanks(text.text).isEmpty, !text.mustBeRewritten(self), Self.variables(in: text.text).isEmpty
      else { continue }
      let language = target.developmentLanguage.map { "\(catalog.languageName($0)) " } ?? ""
      return Fix(title: "Use the \(language)text", edits: [string.setting(to: text.text)])
    }
    return nil
  }

  /// The names of the settings of the whole project that each target replaces by one of its own, in each configuration.
  fileprivate var overriddenSettings: Set<String> {
    let ofProject = mentions.filter { if case .buildSetting(nil, .some) = $0.place { true } else { false } }
    let targets = project.targets.filter { !$0.isTest }
    guard !ofProject.isEmpty, !targets.isEmpty else { return [] }
    let inherited = Set(purposeStrings.filter { trimmingBlanks($0.text) == "$(inherited)" }.map(\.mention.nameRange))
    let own = mentions.filter { !inherited.contains($0.nameRange) }.reduce(into: Set<OwnSetting>()) {
      $0.insert(OwnSetting(name: $1.name, place: $1.place))
    }
    return Dictionary(grouping: ofProject, by: \.name).filter { name, all in
      all.allSatisfy { mention in
        guard case .buildSetting(_, let configuration) = mention.place else { return false }
        return targets.allSatisfy { target in
          let place = PurposeMention.Place.buildSetting(target: target.identifier, configuration: configuration)
          return target.identifier != nil && own.contains(OwnSetting(name: name, place: place))
        }
      }
    }.reduce(into: []) { $0.insert($1.key) }
  }

  /// Whether a key is deprecated, and nothing suggests that the app uses the resource.
  fileprivate func isDeprecatedAndUnused(_ mention: PurposeMention) -> Bool {
    mention.key.map { deprecation(of: $0) != nil } ?? false && !mayUse(mention)
  }

  /// Whether anything apart from the empty text suggests that the app uses the resource. True if no Xcode project says
  /// which files belong together.
  fileprivate func mayUse(_ mention: PurposeMention) -> Bool {
    let targets = knownTargets.filter { $0.name != nil }
    guard !targets.isEmpty, let key = mention.key else { return true }
    if let evidence, evidence.targets.contains(where: { $0.mayNeed(key, catalog) }) { return true }
    let entitlements = Set(
      catalog.entitlements.filter { $0.needs.contains { $0.keys.contains(key.name) } }.map(\.name))
    return targets.contains { target in
      target.files.contains { file in
        file.entitlements?.entries.contains { entitlements.contains($0.entitlement.name) } ?? false
          || file.infoPlist?.asks(for: key, catalog) ?? false
          || target.purposeStrings(in: file).contains { text in
            // The same key in another configuration or language, or another key for the same resource.
            (text.name == key.name || key.family != nil && text.key?.family == key.family)
              && !trimmingBlanks(text.text).isEmpty
          }
      }
    }
  }
}

extension InfoPlist {
  /// Whether a background mode or another key of the file needs the purpose string.
  fileprivate func asks(for key: PurposeKey, _ catalog: Catalog) -> Bool {
    relatedEntries.contains { related, entry in
      related.requires.contains(key.name)
        || related.role == .backgroundModes
          && entry.value.map { value in
            value.meantStrings.contains { mode in
              catalog.backgroundMode(mode.trimmedString)?.purposeKeys.contains(key.name) ?? false
            }
          } ?? false
    }
  }
}

/// A build setting’s name, and where it is.
private struct OwnSetting: Hashable {
  let name: String
  let place: PurposeMention.Place
}
