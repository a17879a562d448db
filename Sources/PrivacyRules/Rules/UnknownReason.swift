import Catalog
import PropertyList
import SourceScan
import SourceText

extension Rule {
  static let unknownReason = Rule(
    id: "unknown-reason",
    severity: .error,
    itms: "ITMS-91055",
    summary: "A reason isn’t on Apple’s list for its category.",
    explanation: """
      A reason is a code of four characters, a dot and a version, exactly as on Apple’s list. App Store Connect \
      rejects an explanation, a code in lowercase or one without its version.
      """,
    safeFix: "removes whitespace around a code, or corrects its letter case",
    sources: ["required-reason-values", "tn3181", "tn3183"],
    examples: [
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "«ca92.1»"),
        fixed: accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs)
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] {
      guard api.namedReasons.contains(where: { $0 == nil }) else { continue }
      let listed = Set(api.reasons.map(\.string))
      for (value, named) in zip(api.reasons, api.namedReasons) where named == nil {
        let text = value.string
        guard context.meantOwner(of: text, in: api) == nil else { continue }
        let vocabulary =
          api.category.flatMap { context.vocabularies.reasons(of: $0.id) } ?? context.vocabularies.reasons
        let spelling = vocabulary.spelling(of: text)
        let isEmpty = trimmingBlanks(text).isEmpty
        let message =
          isEmpty
          ? "The reason is empty"
          : Gap.isAll(of: text)
            ? "\(quoted(text)) marks a gap: choose a reason"
            : context.otherKind(of: text, except: .reason).map { "\(quoted(text)) is \($0), not a reason" }
              ?? unknown(
                text,
                api.category.map { "\(quoted(text)) is not a reason for \($0.title)" }
                  ?? "Unknown reason \(quoted(text))",
                spelling)
        findings.report(message, at: value.highlight) {
          let canGo = value.parent?.element == .array && api.reasons.count > 1
          if isEmpty, canGo {
            return [context.remove([value.range], title: "Remove the empty reason", isPreferred: true)]
          }
          if let spelling, spelling.isOnlyCandidate, listed.contains(spelling.name) {
            let title = "Remove it, as \(spelling.name) is listed"
            return canGo ? [context.remove([value.range], title: title, isPreferred: true)] : []
          }
          let near = context.respell(value, spelling, otherNamesAreSafe: true, typosAreSafe: false)
          return near.isEmpty ? context.reasonChoices(for: value, in: api, listed: listed) : near
        }
      }
    }
  }
}

extension LintContext {
  /// The category and reason that a misspelled code clearly means, if the category isn’t the entry’s; otherwise nil.
  func meantOwner(of text: String, in api: AccessedAPI) -> (category: APICategory, reason: Reason)? {
    guard let category = api.category else { return nil }
    // A code without its version is clear, even if a code of this category is similar.
    if let sure = vocabularies.reasons.sureSpelling(of: text), let owner = catalog.reason(sure.name) {
      return owner.category.id == category.id ? nil : owner
    }
    guard vocabularies.reasons(of: category.id)?.spelling(of: text) == nil,
      let spelling = vocabularies.reasons.spelling(of: text), ![.typo, .likelyTypo].contains(spelling.difference)
    else { return nil }
    return catalog.reason(spelling.name).flatMap { $0.category.id == category.id ? nil : $0 }
  }

  /// Whether the file’s target may declare a reason, as far as known.
  func mayDeclare(_ reason: Reason) -> Bool {
    !reason.isForSDKsOnly || product == .library
  }

  /// A fix for each unlisted reason of the entry’s category, since the author has to choose; those that the code
  /// suggests come first.
  ///
  /// - Parameter listed: The texts of all reasons of the entry.
  func reasonChoices(for value: PropertyListValue, in api: AccessedAPI, listed: Set<String>) -> [Fix] {
    guard let category = api.category else { return [] }
    let codes = evidence?.suggestedReasons(for: category).map(\.code) ?? []
    let suggested = codes.compactMap { code in category.reasons.first { $0.code == code } }
    return (suggested + category.reasons.filter { !codes.contains($0.code) })
      .filter { !listed.contains($0.code) && mayDeclare($0) }
      .map { change(value, to: $0.code, title: "Change to \($0.code): \($0.shortMeaning)") }
  }
}
