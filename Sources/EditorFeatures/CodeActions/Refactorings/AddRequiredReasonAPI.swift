public import Catalog
import PrivacyRules
import PropertyList

/// Adds an entry for a category of required reason APIs: one action for each that the manifest does not declare yet.
///
/// A snippet's choices are inserted as they are shown, so they are the codes alone. What they mean is told beside them:
/// the action's ``CodeAction/topic`` lets a client be shown the meanings of the category's reasons as it chooses.
func addRequiredReasonAPIs(_ site: RefactoringSite) -> [CodeAction] {
  let catalog = site.catalog
  let declared = Set(site.manifest.accessedAPIs.compactMap { $0.category?.id })
  guard let definition = catalog.key(.accessedAPITypes).flatMap(catalog.entryDefinition) else { return [] }
  return catalog.categories.filter { !declared.contains($0.id) }.compactMap { category in
    // A reason that only an SDK may give is never the one to begin with.
    let reasons = category.reasons.filter { !$0.isForSDKsOnly } + category.reasons.filter(\.isForSDKsOnly)
    var inner = Skeleton()
    for key in definition.keys where key.isRequired {
      inner = inner + .leaf(.key, key.name)
      if key.role == .category {
        inner = inner + .leaf(.string, category.id)
      } else {
        inner =
          inner + .container(.array, .leaf(.string, .stop(1, placeholder: Gap.text, choices: reasons.map(\.code))))
      }
    }
    guard let edit = site.adding(.container(.dict, inner), toArrayOf: .accessedAPITypes, in: site.manifest.root)
    else { return nil }
    var action = CodeAction(
      id: "add-category.\(category.id)", title: "Add a required reason API: \(category.shortTitle)", [edit])
    action.topic = category.id
    return action
  }
}

/// The reasons of a category with what each means, on one line; nil for what is no category.
public func meanings(ofReasonsFor category: String, catalog: Catalog) -> String? {
  catalog.category(category).map { category in
    let reasons = category.reasons.map { "\($0.code): \($0.shortMeaning)" }
    return "\(category.shortTitle) — " + reasons.joined(separator: "; ")
  }
}

extension APICategory {
  /// The title without the word that all of them end with: "User defaults".
  fileprivate var shortTitle: String {
    let end = " APIs"
    return title.hasSuffix(end) ? String(title.dropLast(end.count)) : title
  }
}
