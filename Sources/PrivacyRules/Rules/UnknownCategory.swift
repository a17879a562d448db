import Catalog
import PropertyList
import SourceText

extension Rule {
  static let unknownCategory = Rule(
    id: "unknown-category",
    severity: .error,
    itms: "ITMS-91054",
    summary: "An API category isn’t on Apple’s list.",
    explanation: """
      Each category has one long identifier. Xcode’s editor shows short names, which App Store Connect rejects. A \
      permission such as the camera isn’t a category: its text belongs in Info.plist.
      """,
    safeFix: "corrects the spelling if only one name can be meant",
    sources: ["required-reason-values", "tn3181", "tn3183"],
    examples: [
      .shows(
        accessedAPIEntry("«User Defaults»", reasons: "CA92.1"),
        fixed: accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs)
    ]
  ) { findings, context in
    guard let manifest = context.manifest else { return }
    lazy var declared = Dictionary(
      firstOf: manifest.accessedAPIs.compactMap { api in api.category.map { ($0.id, api) } })
    for api in manifest.accessedAPIs {
      guard let identifier = api.identifier, api.namedCategory == nil else { continue }
      let text = identifier.string
      // The reasons suggest a category if they all belong to one.
      let owners = api.reasons.compactMap { context.catalog.reason($0.string)?.category }
      let owner = owners.first.flatMap { first in owners.allSatisfy { $0.id == first.id } ? first : nil }
      var meaning = context.meaning(of: text, as: .category)
      // They say more than a few words that the name shares with another category.
      if let owner, let near = meaning.spelling, near.difference == .related, !near.candidates.contains(owner.id) {
        meaning = .unknown
      }
      let spelling = meaning.spelling
      var message = context.message(about: text, meaning, as: .category)
      if case .unknown = meaning, let owner,
        let reason = api.reasons.first(where: {
          context.catalog.reason($0.string) != nil
        })
      {
        message += "; its reason \(reason.string) is one for \(owner.title)"
      }
      findings.report(message, at: identifier.highlight) {
        if let spelling, spelling.isOnlyCandidate, let earlier = declared[spelling.name], earlier !== api {
          // Spelled right, it would be a duplicate.
          return Rule.merge(api, into: earlier, context)
        }
        let near = context.respell(identifier, spelling, otherNamesAreSafe: true)
        if !near.isEmpty { return near }
        // A permission has no category, whatever the reasons are.
        if case .permission = meaning { return [] }
        if let owner {
          if declared[owner.id] != nil { return [] }
          let title = "Change to \(quoted(owner.id)), the category of its reasons"
          return [context.change(identifier, to: owner.id, title: title)]
        }
        return context.catalog.categories
          .filter { declared[$0.id] == nil && owners.isEmpty }
          .map { context.change(identifier, to: $0.id) }
      }
    }
  }
}
