import Catalog
import PropertyList
import SourceText

extension Rule {
  static let reasonOfAnotherCategory = Rule(
    id: "reason-of-another-category",
    severity: .error,
    itms: "ITMS-91055",
    summary: "A reason belongs to another category.",
    explanation: """
      Each code is approved for one category. Under another one it doesn’t count, and App Store Connect rejects the \
      upload.
      """,
    sources: ["required-reason-values", "tn3181", "tn3183"],
    examples: [
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryDiskSpace", reasons: "«CA92.1»"),
        fixed: accessedAPIEntry("NSPrivacyAccessedAPICategoryDiskSpace", reasons: "85F4.1"), in: .accessedAPIs)
    ]
  ) { findings, context in
    guard let manifest = context.manifest else { return }
    for api in manifest.accessedAPIs {
      // Of a category that two sides of a merge set, nobody knows yet which it will be.
      guard let category = api.category, let identifier = api.identifier,
        !context.conflicts.hunks.contains(where: { $0.range.touches(identifier.range) })
      else { continue }
      lazy var listed = Set(api.reasons.map(\.string))
      // The category is the mistake if all reasons belong to another one, which has no entry yet.
      lazy var meant = categoryOfAll(api, in: manifest, context)
      for (value, named) in zip(api.reasons, api.namedReasons) where named?.category !== category {
        let text = value.string
        guard let owner = named ?? context.meantOwner(of: text, in: api),
          owner.category.id != category.id
        else { continue }
        findings.report(
          "\(quoted(text)) is a reason for \(owner.category.title), not for \(category.title)", at: value.highlight
        ) {
          var fixes = context.reasonChoices(for: value, in: api, listed: listed)
          if let meant {
            let title = "Change the category to \(quoted(meant.title))"
            fixes.append(context.change(identifier, to: meant.id, title: title))
          }
          return fixes
        }
      }
    }
  }

  /// The category that all reasons of an entry belong to, if it has no entry yet.
  private static func categoryOfAll(
    _ api: AccessedAPI, in manifest: PrivacyManifest, _ context: LintContext
  ) -> APICategory? {
    let owners = zip(api.reasons, api.namedReasons).map { $1 ?? context.meantOwner(of: $0.string, in: api) }
    guard let category = owners.first.flatMap({ $0?.category }),
      !manifest.accessedAPIs.contains(where: { $0.category === category }),
      owners.allSatisfy({ $0.map { $0.category === category && context.mayDeclare($0.reason) } ?? false })
    else { return nil }
    return category
  }
}
