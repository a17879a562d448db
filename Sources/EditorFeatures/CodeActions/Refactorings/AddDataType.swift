import Catalog
import PrivacyRules
import PropertyList

/// Adds an entry for a data type that the manifest doesn’t declare yet; nil if all are declared.
///
/// A choice inserts what it shows, so the choices are identifiers. What isn’t chosen stays a gap. A flag can’t be a
/// gap, so the title says how both flags are set.
func addDataType(_ site: RefactoringSite) -> CodeAction? {
  let catalog = site.catalog
  let declared = Set(site.manifest.dataTypes.compactMap { $0.meantType?.id })
  let types = catalog.dataTypes.filter { !declared.contains($0.id) }
  guard !types.isEmpty,
    let definition = catalog.key(.collectedDataTypes).flatMap(catalog.entryDefinition)
  else { return nil }
  var inner = Skeleton()
  var stops = 0
  for key in definition.keys where key.isRequired {
    stops += 1
    inner = inner + .leaf(.key, key.name)
    switch key.role {
    case .dataType: inner = inner + .leaf(.string, .stop(stops, placeholder: Gap.text, choices: types.map(\.id)))
    case .purposes:
      let purposes = catalog.purposes.mostUsualFirst.map(\.id)
      inner = inner + .container(.array, .leaf(.string, .stop(stops, placeholder: Gap.text, choices: purposes)))
    default: inner = inner + .boolean(false, stop: stops)
    }
  }
  guard let edit = site.adding(.container(.dict, inner), toArrayOf: .collectedDataTypes, in: site.manifest.root) else {
    return nil
  }
  return CodeAction(id: "add-data-type", title: "Add a data type… (not linked, not used for tracking)", [edit])
}
