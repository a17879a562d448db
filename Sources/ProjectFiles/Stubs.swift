import JSON
import PropertyList
public import SourceText

extension StringCatalog {
  public static func parse(_ text: SourceText) -> StringCatalog {
    StringCatalog(
      text: text, json: (try? JSONDocument.parse(Array("null".utf8)))!, sourceLanguage: nil, version: nil, entries: [],
      problems: [])
  }
}
extension XcodeProject {
  public static func parse(_ text: SourceText) -> XcodeProject {
    XcodeProject(
      tree: OpenStepTree.parse(text), targets: [], configurations: [], knownRegions: [], developmentRegion: nil,
      variantGroups: [], files: [])
  }
}
extension BuildConfigurationFile {
  public static func parse(_ text: SourceText) -> BuildConfigurationFile {
    BuildConfigurationFile(text: text, settings: [], includes: [], comments: [], problems: [])
  }
}
