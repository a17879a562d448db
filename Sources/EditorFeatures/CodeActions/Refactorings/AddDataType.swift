import Catalog
import PrivacyRules
import PropertyList

/// Adds an entry for a data type that the manifest does not declare yet; nil where all are declared.
///
/// A snippet shows its choices as they are inserted, so they are the identifiers. Without snippets the entry is for the
/// first of them and says what is usual for it: an entry with gaps would be refused, a whole one is read and changed.
func addDataType(_ site: RefactoringSite) -> CodeAction? {
  let catalog = site.catalog
  let declared = Set(site.manifest.dataTypes.compactMap { $0.meantType?.id })
  let types = catalog.dataTypes.filter { !declared.contains($0.id) }
  guard let first = types.first,
    let definition = catalog.key(.collectedDataTypes).flatMap(catalog.entryDefinition)
  else { return nil }
  var inner = Skeleton()
  var stops = 0
  for key in definition.keys where key.isRequired {
    stops += 1
    inner = inner + .leaf(.key, key.name)
    switch key.role {
    case .dataType: inner = inner + .leaf(.string, .stop(stops, choices: types.map(\.id)))
    case .linked: inner = inner + .boolean(first.isLinkedByNature, stop: stops)
    case .purposes:
      let purposes = catalog.purposes.mostUsualFirst.map(\.id)
      inner = inner + .container(.array, .leaf(.string, .stop(stops, choices: purposes)))
    default: inner = inner + .boolean(false, stop: stops)
    }
  }
  guard let edit = site.adding(.container(.dict, inner), toArrayOf: .collectedDataTypes, in: site.manifest.root) else {
    return nil
  }
  return CodeAction(id: "add-data-type", title: "Add a data type…", [edit], choice: first.displayName)
}
