extension Rule {
  /// Every rule, in the order in which findings at one place are shown.
  public static let all: [Rule] = groups.flatMap(\.rules)

  /// The rules that look at each kind of file, in the same order.
  static let byKind: [FileKind: [Rule]] = Dictionary(
    uniqueKeysWithValues: FileKind.allCases.map { kind in (kind, all.filter { $0.kinds.contains(kind) }) })

  /// The same rules under headings.
  public static let groups: [(title: String, rules: [Rule])] = [
    (
      "The file",
      [
        .malformedPropertyList,
        .unportableXML,
        .fileFormat,
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
      "Tracking",
      [
        .trackingWithoutDomains,
        .domainsWithoutTracking,
        .domainNotAHost,
        .duplicateDomain,
        .trackedWhileTrackingIsOff,
        .noEntryTracked,
      ]
    ),
    (
      "Collected data",
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
      "Required reason APIs",
      [
        .emptyAccessedAPITypes,
        .unknownCategory,
        .unknownReason,
        .reasonOfAnotherCategory,
        .noReason,
        .sdkOnlyReason,
        .duplicateCategory,
        .duplicateReason,
      ]
    ),
    (
      "Purpose strings",
      [
        .textInKey,
        .unknownPurposeKey,
        .purposeStringType,
        .emptyPurposeString,
        .deprecatedPurposeKey,
        .purposeKeyWithoutEffect,
        .locationAlwaysAlone,
        .backgroundModeWithoutPurpose,
        .bonjourWithoutPurpose,
        .localNetworkInExtension,
        .manifestKeyInInfoPlist,
        .entitlementInInfoPlist,
        .trackingWithoutPurpose,
        .purposeWithoutTracking,
      ]
    ),
    (
      "The wording of purpose strings",
      [
        .placeholderText,
        .vaguePurpose,
        .barePurpose,
        .commandingText,
        .incentiveOrThreat,
        .wrongResource,
        .passiveVoice,
        .sentenceFragment,
        .missingEndMark,
        .sentenceCase,
        .oddBlanks,
        .quotedText,
        .appNameInText,
        .severalSentences,
        .longText,
        .sameText,
      ]
    ),
    (
      "Translations",
      [
        .malformedStrings,
        .emptyTranslation,
        .noSourceText,
        .missingTranslation,
        .unknownTranslation,
        .untranslatedText,
        .translationVariables,
      ]
    ),
    (
      "Entitlements",
      [
        .entitlementWithoutPurpose,
        .purposeWithoutEntitlement,
      ]
    ),
    // Last, since it speaks of what the others found
    (
      "Comments that leave findings out",
      [
        .suppression
      ]
    ),
  ]

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// The rule with this id.
  public static func withID(_ id: String) -> Rule? {
    byID[id]
  }

  /// Whether an id is a rule's.
  public static func isKnown(_ id: String) -> Bool {
    byID[id] != nil
  }
}
