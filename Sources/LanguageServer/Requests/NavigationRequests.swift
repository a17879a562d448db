import EditorFeatures
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

/// Requests that navigate from a key to other files of the project, or rename it in all of them.
extension Server {
  func definition(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    inspect(params.uri, sources: true, project: true) { snapshot, conversion in
      conversion.locations(EditorFeatures.definition(in: snapshot, at: conversion.offset(params.position)))
    } ?? []
  }

  func references(_ params: LSP.ReferenceParams) -> any JSONWritable {
    let place = params.place
    return inspect(place.uri, sources: true, project: true) { snapshot, conversion in
      conversion.locations(
        EditorFeatures.references(
          in: snapshot, at: conversion.offset(place.position), includesDeclarations: params.includeDeclaration))
    } ?? []
  }

  func showUses(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard arguments.count == 1, let uri = arguments.first?["uri"]?.string,
      let position = arguments.first?["position"]
    else {
      throw LSP.ResponseError(.invalidParams, "“\(Command.showUses)” takes an object with “uri” and “position”")
    }
    let place = try Position(position)
    let uses = inspect(uri, project: true) { snapshot, conversion in
      conversion.locations(EditorFeatures.uses(in: snapshot, at: conversion.offset(place)))
    }
    guard let found = uses else { throw LSP.ResponseError(.invalidParams, "“\(uri)” isn’t open") }
    show(.info, found.isEmpty ? "No uses found" : "Used in:", found) { location in
      "\(shortPath(DocumentURI(location.uri).path)):\(location.range.start.line + 1)"
    }
    return found
  }

  func prepareRename(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    inspect(params.uri) { snapshot, conversion in
      EditorFeatures.renameRange(in: snapshot, at: conversion.offset(params.position)).map { range in
        LSP.prepareRenameResult(conversion.range(range), placeholder: snapshot.document.text[range])
      }
    }
  }

  func rename(_ params: LSP.RenameParams) throws(LSP.ResponseError) -> any JSONWritable {
    do throws(RenamingRefusal) {
      return try inspect(params.place.uri, project: true) {
        (snapshot, conversion) throws(RenamingRefusal) -> LSP.Object? in
        let offset = conversion.offset(params.place.position)
        guard var found = try EditorFeatures.renaming(in: snapshot, at: offset, to: params.newName) else { return nil }
        found.otherFiles.removeAll { isForeign($0.path) }
        return conversion.workspaceEdit(conversion.edits(found.edits), found.otherFiles)
      }
    } catch {
      throw LSP.ResponseError(.requestFailed, error.reason)
    }
  }
}
