import Catalog
import PrivacyRules
import PropertyList

/// Adds an entry for a category of required reason APIs that the manifest doesn’t declare yet, categories used in code
/// first. With tab stops, it is one action in which to choose the category, otherwise one action per category. The
/// reason is a gap: completion there offers the category’s reasons and explains them.
func addRequiredReasonAPIs(_ site: RefactoringSite) -> [CodeAction] {
  let declared = Set(site.manifest.accessedAPIs.compactMap { $0.category?.id })
  let undeclared = site.catalog.categories.filter { !declared.contains($0.id) }
  let used = undeclared.filter { !(site.snapshot.evidence?.uses(of: .categories([$0.id])) ?? []).isEmpty }
  let categories = used + undeclared.filter { category in !used.contains { $0 === category } }
  guard let definition = site.catalog.key(.accessedAPITypes).flatMap(site.catalog.entryDefinition), !categories.isEmpty
  else { return [] }
  func action(_ id: String, _ title: String, _ category: Skeleton, _ audience: CodeAction.Audience) -> CodeAction? {
    var inner = Skeleton()
    for key in definition.keys where key.isRequired {
      inner = inner + .leaf(.key, key.name)
      inner =
        inner + (key.role == .category ? category : .container(.array, .leaf(.string, .stop(2, placeholder: Gap.text))))
    }
    let edit = site.adding(.container(.dict, inner), toArrayOf: .accessedAPITypes, in: site.manifest.root)
    var action = edit.map { CodeAction(id: id, title: title, [$0]) }
    action?.audience = audience
    return action
  }
  let title = "Add a required reason API"
  let choice = Skeleton.leaf(.string, .stop(1, placeholder: Gap.text, choices: categories.map(\.id)))
  let chosen = categories.map { category in
    action(
      "add-category.\(category.id)", "\(title): \(category.shortTitle)", .leaf(.string, category.id), .withoutStops)
  }
  return ([action("add-category", "\(title)…", choice, .withStops)] + chosen).compactMap(\.self)
}

extension APICategory {
  /// The title without the suffix that all have: “User defaults”.
  fileprivate var shortTitle: String {
    let end = " APIs"
    return title.hasSuffix(end) ? String(title.dropLast(end.count)) : title
  }
}
