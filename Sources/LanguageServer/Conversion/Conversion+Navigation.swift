import EditorFeatures
import LanguageServerProtocol
import SourceText

extension Conversion {
  /// Places in the document and in other files of the project.
  func locations(_ found: [FilePlace]) -> [LSP.Location] {
    let own = found.filter { $0.path == nil }.flatMap { [$0.range.lower, $0.range.upper] }
    let map = PositionMap(own, in: text, encoding: encoding)
    return found.map { place in
      place.path.map { location(place.range, in: $0) } ?? LSP.Location(uri: uri, range: map.range(place.range))
    }
  }

  /// The change of all files that a new name asks for.
  func edit(of renaming: Renaming) -> LSP.WorkspaceEdit {
    var result = LSP.WorkspaceEdit(
      uri: uri, version: version, edits: edits(renaming.edits), isVersioned: client.documentChanges)
    result.others = others(renaming.otherFiles)
    return result
  }
}
