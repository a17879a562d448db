import Catalog
import PrivacyRules
import PropertyList

/// Adds a purpose to an entry for a data type, one that it doesn’t have yet; nil if it has all.
func declarePurpose(_ entry: CollectedDataType, _ site: RefactoringSite) -> CodeAction? {
  let present = Set(entry.purposes.map(\.string))
  let purposes = site.catalog.purposes.filter { !present.contains($0.id) }.mostUsualFirst
  guard !purposes.isEmpty,
    let edit = site.adding(
      .leaf(.string, .stop(1, placeholder: Gap.text, choices: purposes.map(\.id))), toArrayOf: .purposes,
      in: entry.entry)
  else { return nil }
  return CodeAction(id: "declare-purpose", title: "Declare purpose…", [edit])
}
