import Catalog
import JSON
public import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

extension Linter {
  /// The kind of a file by its content: by its top-level keys or its syntax. Nil if it is not a privacy file.
  ///
  /// - Parameter document: The file, read as a property list of any kind.
  public func kind(byContentOf document: Document) -> FileKind? {
    let names: [String]
    func isPurpose(_ name: String) -> Bool { catalog.purposeKey(name) != nil || name.hasSuffix("UsageDescription") }
    switch document.format {
    case .json:
      let members = (try? JSONDocument.parse(document.text.bytes))?.root.members ?? []
      names = members.compactMap(\.name.string)
      if Set(names).isSuperset(of: ["sourceLanguage", "strings"]) { return .stringCatalog }
    case .openStep: return kindOfText(document.text, isPurpose)
    case .unknown:
      if let kind = kindOfText(document.text, isPurpose) { return kind }
      names = document.tree.root?.entries.map(\.name) ?? []
    case .xml, .binary, .empty, .blank:
      names = document.tree.root?.entries.map(\.name) ?? []
    }
    // Every Info.plist has keys with this prefix, and other files don’t.
    if names.contains(where: { $0.hasPrefix("CFBundle") || $0.hasSuffix("UsageDescription") }) { return .infoPlist }
    let keys = catalog.root?.keys.map(\.name) ?? []
    if names.contains(where: keys.contains) { return .privacyManifest }
    return names.contains { catalog.entitlement($0) != nil } ? .entitlements : nil
  }

  /// The kind of a text without tags: an old-style property list or build settings.
  private func kindOfText(_ text: SourceText, _ isPurpose: (String) -> Bool) -> FileKind? {
    let project = XcodeProject.parse(text)
    if !project.targets.isEmpty { return .xcodeProject }
    let table = StringsTable.parse(text)
    let names = table.entries.map(\.key.value)
    let keys = catalog.root?.keys.map(\.name) ?? []
    if names.contains(where: keys.contains) { return .privacyManifest }
    // With braces around it, it is an old-style Info.plist rather than a table.
    let isWhole = table.tree.root.kind == .dictionary && text.bytes.first { $0 > 0x20 } == "{"
    if names.contains(where: { $0.hasPrefix("CFBundle") || isPurpose($0) }) {
      return isWhole ? .infoPlist : .stringsTable
    }
    if names.contains(where: { catalog.entitlement($0) != nil }) { return .entitlements }
    let settings = BuildConfigurationFile.parse(text).settings
    return settings.contains { $0.name.hasPrefix(infoPlistSettingPrefix) } ? .buildSettings : nil
  }
}
