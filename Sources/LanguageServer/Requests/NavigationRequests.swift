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
