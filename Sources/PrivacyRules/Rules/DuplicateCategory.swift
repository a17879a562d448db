import Catalog
import PropertyList

extension Rule {
  static let duplicateCategory = Rule(
    id: "duplicate-category",
    severity: .warning,
    summary: "An API category is declared twice.",
    explanation: """
      Use one entry for each category, with all its reasons. One manifest with a duplicate category is known to have \
      been rejected, but it had another mistake as well.
      """,
    safeFix: "removes an entry that is an exact copy of another one",
    sources: ["tn3183", "required-reason-article"],
    examples: [
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1") + "\n"
          + accessedAPIEntry("«NSPrivacyAccessedAPICategoryUserDefaults»", reasons: "1C8F.1"),
        fixed: accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1", "1C8F.1"),
        in: .accessedAPIs)
    ]
  ) { findings, context in
    let misplaced = context.manifest?.misplacedDictionaries ?? []
    let placed = (context.manifest?.accessedAPIs ?? []).filter { !misplaced.contains(ObjectIdentifier($0.entry)) }
    for (api, earlier) in placed.repetitions(by: { $0.namedCategory.map(ObjectIdentifier.init) }) {
      guard let identifier = api.identifier, let category = api.namedCategory else { continue }
      let related = earlier.identifier.map { [Diagnostic.Related(range: $0.highlight, message: "First here")] } ?? []
      findings.report(
        "\(category.title) are already declared", at: identifier.highlight, related: related
      ) {
        merge(api, into: earlier, context)
      }
    }
  }

  /// The fix that moves the reasons of a later entry into an earlier one for the same category, and removes the later
  /// entry.
  static func merge(_ api: AccessedAPI, into earlier: AccessedAPI, _ context: LintContext) -> [Fix] {
    var missing: [String] = []
    guard api.entry.value.parent?.element == .array,
      var edits = context.adding(api.reasons, to: earlier.reasons, of: .reasons, in: earlier.entry, missing: &missing)
    else { return [] }
    if !missing.isEmpty {
      edits.append(context.tree.appending(missing, to: earlier.entry.value, layout: context.layout))
    }
    let isCopy = api.entry.value.isIntactCopy(of: earlier.entry.value)
    let removal = context.tree.removing([api.entry.value.range])
    return [Fix(title: "Merge into the first entry", edits: edits + removal, isPreferred: true, isSafe: isCopy)]
  }
}
