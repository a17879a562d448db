import Catalog
import PropertyList

extension Rule {
  static let emptyAccessedAPITypes = Rule(
    id: "empty-accessed-api-types",
    severity: .warning,
    summary: "The list of accessed API types is empty.",
    explanation: """
      Apple’s note on invalid manifests counts this empty array as a mistake, but many shipping SDKs have it. If you \
      use no required reason API, leave the key out.
      """,
    sources: ["tn3181"],
    examples: [
      .shows(
        ["NSPrivacyCollectedDataTypes": [], "NSPrivacyAccessedAPITypes": .marked([])],
        fixed: ["NSPrivacyCollectedDataTypes": []]),
      .shows(["NSPrivacyCollectedDataTypes": []]),
    ]
  ) { findings, context in
    // A misspelled key has its own finding.
    guard let field = context.manifest?.root.field(.accessedAPITypes), field.isExact, let key = field.key,
      let array = field.entry.value, array.element == .array, array.isEmptyContainer,
      !context.tree.isBroken(in: array.range),
      // Then the missing category is the finding.
      findings.isOff(.undeclaredCategory) || !(context.evidence?.lacksCategories ?? false)
    else { return }
    findings.report(
      "\(quoted(key.name)) must not be empty: list the APIs in use, or leave it out", at: array.range,
      tags: [.unnecessary]
    ) {
      let isUsed = context.evidence?.targets.contains { !$0.uses.isEmpty } ?? false
      return [context.remove(context.parts(of: field.entry), title: "Remove \(quoted(key.name))", isPreferred: !isUsed)]
    }
  }
}
