import Catalog
import PropertyList
import SourceText

extension Rule {
  static let unknownPurpose = Rule(
    id: "unknown-purpose",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A purpose isn’t on Apple’s list.",
    explanation: """
      Apple has a handful of purposes, each with one identifier. App Store Connect rejects free text, the names that \
      the store shows and empty strings.
      """,
    safeFix: "corrects the spelling if only one name can be meant",
    sources: ["purpose-values", "describing-data-use", "tn3184"],
    examples: [
      .shows(
        dataTypeEntry("NSPrivacyCollectedDataTypeCrashData", purposes: "«App functionality»"),
        fixed: dataTypeEntry(
          "NSPrivacyCollectedDataTypeCrashData", purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"),
        in: .dataTypes)
    ]
  ) { findings, context in
    for entry in context.manifest?.dataTypes ?? [] {
      guard entry.namedPurposes.contains(where: { $0 == nil }), context.swapped(entry) == nil else { continue }
      let listed = Set(entry.purposes.map(\.string))
      for value in entry.purposes where context.catalog.purpose(value.string) == nil {
        let text = value.string
        let isEmpty = trimmingBlanks(text).isEmpty
        let meaning = context.meaning(of: text, as: .purpose)
        let spelling = meaning.spelling
        findings.reportUnknown(
          text, context.message(about: text, meaning, as: .purpose), spelling, at: value.highlight
        ) {
          if isEmpty, entry.isUnnamed, entry.entry.value.parent?.element == .array {
            return [context.remove([entry.entry.value.range], title: "Remove this entry")]
          }
          let canGo = value.parent?.element == .array && entry.purposes.count > 1
          if isEmpty, canGo {
            return [context.remove([value.range], title: "Remove the empty purpose", isPreferred: true)]
          }
          if let spelling, spelling.isOnlyCandidate, listed.contains(spelling.name) {
            // The purpose is already listed; correcting the name would make a duplicate.
            let there = context.catalog.purpose(spelling.name)?.displayName ?? spelling.name
            let title = "Remove it, as \(quoted(there)) is listed"
            return canGo ? [context.remove([value.range], title: title, isPreferred: true)] : []
          }
          let near = context.respell(value, spelling, otherNamesAreSafe: context.isLabelName(text, spelling))
          // An empty text or a placeholder could become any purpose.
          guard near.isEmpty, isEmpty || Gap.isAll(of: text) else { return near }
          return context.offeredPurposes(for: entry.meantType)
            .filter { !listed.contains($0.id) }
            .map { context.change(value, to: $0.id, title: "Change to \(quoted($0.displayName)) (\($0.id))") }
        }
      }
    }
  }
}

extension LintContext {
  /// The purposes that a data type can have without causing another finding, most common first.
  func offeredPurposes(for type: DataType?) -> [Purpose] {
    let free = catalog.purposes.filter { purpose in
      guard let type, manifest?.isTracking != true else { return true }
      return !purpose.suggestsTrackingWith.contains(type.id)
    }
    return free.mostUsualFirst
  }
}
