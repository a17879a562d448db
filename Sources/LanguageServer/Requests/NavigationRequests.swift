import EditorFeatures
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

/// The requests that lead from a key to the other files of the project, and that name it anew in all of them.
extension Server {
  func definition(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri, sources: true),
      let conversion = conversion(for: params.uri, in: snapshot.project)
    else { return [LSP.Location]() }
    return conversion.locations(
      EditorFeatures.definition(in: snapshot, at: conversion.offset(params.position)))
  }

  func references(_ params: LSP.ReferenceParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri, sources: true),
      let conversion = conversion(for: params.uri, in: snapshot.project)
    else { return [LSP.Location]() }
    return conversion.locations(
      EditorFeatures.references(
        in: snapshot, at: conversion.offset(params.position), includesDeclarations: params.includeDeclaration))
  }

  /// So many places are spelt out in a message.
  private static let mostPlaces = 10

  func showUses(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard arguments.count == 1, let uri = arguments.first?["uri"]?.string,
      let position = arguments.first?["position"]
    else {
      throw LSP.ResponseError(.invalidParams, "“\(Command.showUses)” takes an object with “uri” and “position”")
    }
    let place = try LSP.Position(position)
    guard let snapshot = snapshot(of: uri), let conversion = conversion(for: uri, in: snapshot.project) else {
      throw LSP.ResponseError(.invalidParams, "“\(uri)” is not open")
    }
    let found = conversion.locations(
      EditorFeatures.uses(in: snapshot, at: conversion.offset(place)))
    let shown = found.prefix(Self.mostPlaces).map { location in
      "\(shortPath(DocumentURI(location.uri).path)):\(location.range.start.line + 1)"
    }
    let rest = found.count - shown.count
    let lines = [found.isEmpty ? "No uses found" : "Used in:"] + shown + (rest > 0 ? ["and \(rest) more"] : [])
    show(.info, lines.joined(separator: "\n"))
    return found
  }

  func prepareRename(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri),
      let range = EditorFeatures.renameRange(in: snapshot, at: conversion.offset(params.position))
    else { return LSP.Null() }
    return LSP.PrepareRenameResult(range: conversion.range(range), placeholder: snapshot.document.text[range])
  }

  func rename(_ params: LSP.RenameParams) throws(LSP.ResponseError) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri),
      let conversion = conversion(for: params.uri, in: snapshot.project)
    else { return LSP.Null() }
    let found: Renaming?
    do throws(RenamingRefusal) {
      found = try EditorFeatures.renaming(
        in: snapshot, at: conversion.offset(params.position), to: params.newName)
    } catch {
      throw LSP.ResponseError(.requestFailed, error.reason)
    }
    guard var found else { return LSP.Null() }
    found.otherFiles.removeAll { isForeign($0.path) }
    return conversion.edit(of: found)
  }
}
