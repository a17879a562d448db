import Catalog
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// The outline of a file that isn’t a property list: its texts by key. For an Xcode project, only the purpose strings
/// in build settings.
func projectFileSymbols(of document: Document, catalog: Catalog) -> [DocumentSymbol] {
  switch document.content {
  case .propertyList, .lockFile, .source: []
  case .strings(let table): symbols(of: table)
  case .stringCatalog(let catalog): symbols(of: catalog)
  case .buildConfiguration(let file): file.settings.prefix(mostSymbols).map { symbol(of: $0, name: $0.fullName) }
  case .xcodeProject(let project): symbols(of: project, catalog)
  }
}

/// The most symbols of a document; nobody reads more.
private let mostSymbols = 5_000

private func shown(_ name: String) -> String {
  let name = shortened(name)
  return name.isEmpty ? "“”" : name
}

private func symbols(of table: StringsTable) -> [DocumentSymbol] {
  table.entries.prefix(mostSymbols).map { entry in
    let target = entry.isShorthand ? entry.key : entry.value ?? entry.key
    return DocumentSymbol(
      name: shown(entry.key.value), detail: shortened(entry.value?.value ?? ""),
      kind: entry.value != nil ? .string : entry.other != nil ? .dictionary : .key, range: entry.range,
      selection: target.contentOrWhole)
  }
}

private func symbols(of catalog: StringCatalog) -> [DocumentSymbol] {
  var left = mostSymbols
  return catalog.entries.prefix(mostSymbols).map { entry in
    let languages = entry.localizations.prefix(max(left, 0))
    left -= 1 + languages.reduce(0) { $0 + $1.units.count }
    return DocumentSymbol(
      name: shown(entry.key.value), detail: shortened(entry.comment?.value ?? ""), kind: .dictionary,
      range: entry.range, selection: entry.key.contentOrWhole,
      children: languages.map(symbol))
  }
}

private func symbol(of localization: StringCatalog.Localization) -> DocumentSymbol {
  func selection(_ unit: StringCatalog.Unit?) -> ByteRange { (unit?.value ?? localization.language).contentOrWhole }
  var symbol = DocumentSymbol(
    name: shown(localization.language.value), detail: shortened(localization.unit?.value?.value ?? ""), kind: .string,
    range: localization.range, selection: selection(localization.unit))
  if localization.units.contains(where: { !$0.variation.isEmpty }) {
    symbol.kind = .dictionary
    symbol.children = localization.units.prefix(mostSymbols).map { unit in
      DocumentSymbol(
        name: shown(unit.variation.joined(separator: " ")), detail: shortened(unit.value?.value ?? ""), kind: .string,
        range: unit.range, selection: unit.value == nil ? unit.range : selection(unit))
    }
  }
  return symbol
}

private func symbols(of project: XcodeProject, _ catalog: Catalog) -> [DocumentSymbol] {
  let owners: [(name: String, configurations: [XcodeProject.Configuration])] =
    [("Project", project.configurations)] + project.targets.map { ($0.name, $0.configurations) }
  var result: [DocumentSymbol] = []
  for (name, configurations) in owners {
    for configuration in configurations {
      guard let range = configuration.settingsRange, result.count < mostSymbols else { continue }
      let children = configuration.settings.prefix(mostSymbols).compactMap { setting -> DocumentSymbol? in
        guard setting.name.hasPrefix(infoPlistSettingPrefix) else { return nil }
        let key = String(setting.name.dropFirst(infoPlistSettingPrefix.count))
        guard catalog.purposeKey(key) != nil, range.contains(setting.range) else { return nil }
        return symbol(of: setting, name: String(setting.fullName.dropFirst(infoPlistSettingPrefix.count)))
      }
      guard let first = children.first else { continue }
      result.append(
        DocumentSymbol(
          name: shown(name), detail: shortened(configuration.name), kind: .dictionary, range: range,
          selection: first.range, children: children))
    }
  }
  // In a broken file, targets may overlap.
  return withoutOverlaps(result, \.range)
}

private func symbol(of setting: BuildSetting, name: String) -> DocumentSymbol {
  let value = setting.values.first { !$0.content.isEmpty }?.content
  return DocumentSymbol(
    name: shown(name), detail: shortened(setting.value), kind: setting.values.isEmpty ? .key : .string,
    range: setting.range, selection: value ?? setting.nameRange)
}

extension WrittenText {
  /// The text between the quotes, or the quotes if it is empty.
  var contentOrWhole: ByteRange { content.isEmpty ? range : content }
}

extension BuildSetting {
  fileprivate var fullName: String { name + conditions.map { "[\($0)]" }.joined() }
}
