extension Rule {
  /// All rules, in the order in which findings at one place are shown.
  public static let all: [Rule] = sections.flatMap(\.rules)

  /// The rules for each kind of file, in the same order.
  static let byKind: [FileKind: [Rule]] = Dictionary(
    uniqueKeysWithValues: FileKind.allCases.map { kind in (kind, all.filter { $0.kinds.contains(kind) }) }
  )

  /// The same rules in sections, each with its group.
  public static let sections: [(group: RuleGroup, title: String, rules: [Rule])] = [
    (
      .syntax, "Syntax",
      [
        .malformedPropertyList,
        .unportableXML,
        .fileFormat,
        .tooLarge,
      ]
    ),
    (
      .manifest, "The manifest",
      [
        .notADictionary,
        .fileName,
        .nothingDeclared,
        .duplicateKey,
        .unknownKey,
        .misplacedKey,
        .wrongType,
        .missingKey,
        .emptyEntry,
      ]
    ),
    (
      .manifest, "Tracking",
      [
        .trackingWithoutDomains,
        .domainsWithoutTracking,
        .invalidTrackingDomain,
        .duplicateDomain,
        .trackedWhileTrackingIsOff,
        .noEntryTracked,
      ]
    ),
    (
      .manifest, "Collected data",
      [
        .missingCollectedDataTypes,
        .unknownDataType,
        .unknownPurpose,
        .noPurpose,
        .duplicateDataType,
        .duplicatePurpose,
        .advertisingWithDeviceID,
        .identityNotLinked,
      ]
    ),
    (
      .manifest, "Required reason APIs",
      [
        .emptyAccessedAPITypes,
        .unknownCategory,
        .unknownReason,
        .reasonOfAnotherCategory,
        .noReason,
        .sdkOnlyReason,
        .sdkWithoutManifest,
        .duplicateCategory,
        .duplicateReason,
      ]
    ),
    (
      .code, "Source code",
      [
        .undeclaredCategory,
        .unfittingReason,
        .unusedCategory,
        .eitherCategory,
        .manifestNotInBundle,
        .missingManifest,
        .missingPurposeString,
        .unusedPurposeString,
        .trackingBeforeRequest,
        .requestAtLaunch,
        .screenBeforeRequest,
        .secretInPlainStorage,
      ]
    ),
    (
      .code, "Built apps",
      [
        .uploadCheck
      ]
    ),
    (
      .purposeStrings, "Purpose strings",
      [
        .textInKey,
        .unknownPurposeKey,
        .purposeStringType,
        .emptyPurposeString,
        .deprecatedPurposeKey,
        .purposeKeyWithoutEffect,
        .locationAlwaysAlone,
        .backgroundModeWithoutPurposeString,
        .bonjourWithoutPurposeString,
        .localNetworkInExtension,
        .manifestKeyInInfoPlist,
        .entitlementInInfoPlist,
        .trackingWithoutPurposeString,
        .purposeStringWithoutTracking,
      ]
    ),
    (
      .wording, "The wording of purpose strings",
      [
        .placeholderText,
        .wrongResource,
        .incentiveOrThreat,
        .vaguePurpose,
        .barePurpose,
        .commandingText,
        .sameText,
      ]
    ),
    (
      .style, "The style of purpose strings",
      [
        .passiveVoice,
        .sentenceFragment,
        .missingFullStop,
        .sentenceCase,
        .extraWhitespace,
        .quotedText,
        .appNameInText,
        .severalSentences,
        .longText,
      ]
    ),
    (
      .syntax, "The syntax of other files",
      [
        .malformedFile
      ]
    ),
    (
      .translations, "Translations",
      [
        .emptyTranslation,
        .noSourceText,
        .missingTranslation,
        .translationWithoutOriginal,
        .untranslatedText,
        .translationVariables,
        .translationNotInBundle,
      ]
    ),
    (
      .entitlements, "Entitlements",
      [
        .entitlementWithoutPurposeString,
        .purposeStringWithoutEntitlement,
      ]
    ),
    // Last, since it depends on the findings of all other rules.
    (
      .comments, "Suppression comments",
      [
        .suppression
      ]
    ),
  ]

  private static let groupByID = Dictionary(
    sections.flatMap { section in section.rules.map { ($0.id, section.group) } },
    uniquingKeysWith: { first, _ in first })

  /// The rule’s group.
  public var group: RuleGroup { Self.groupByID[id] ?? .manifest }

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// Former ids and today’s. Entries are never removed, since settings and comments may use an old id.
  public static let formerIDs = [
    "domain-not-a-host": "invalid-tracking-domain",
    "malformed-strings": "malformed-file",
    "missing-end-mark": "missing-full-stop",
    "odd-blanks": "extra-whitespace",
  ]

  /// The rule with this id or former id; nil if there is none.
  public static func withID(_ id: String) -> Rule? {
    byID[id] ?? formerIDs[id].flatMap { byID[$0] }
  }

  /// Whether a rule has or had this id.
  public static func isKnown(_ id: String) -> Bool {
    withID(id) != nil
  }
}

/// A group of rules that settings can name.
public enum RuleGroup: String, Hashable, Sendable, CaseIterable {
  /// Whether the file can be read at all.
  case syntax
  /// What a privacy manifest declares.
  case manifest
  /// Purpose keys in Info.plist.
  case purposeStrings = "purpose-strings"
  /// The content of purpose strings.
  case wording
  /// The style of purpose strings.
  case style
  case translations
  case entitlements
  /// What source code does, compared with what the files declare.
  case code
  /// Suppression comments.
  case comments
}
