import EditorFeatures
import JSON
import LanguageServerProtocol

/// The requests about the structure of a document. Of one that is not open, not ours or too large there is nothing to
/// say, and no error in asking.
extension Server {
  func documentSymbols(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri) else {
      return [LSP.DocumentSymbol]()
    }
    return conversion.documentSymbols(EditorFeatures.documentSymbols(of: snapshot.document, catalog: snapshot.catalog))
  }

  func foldingRanges(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri) else {
      return [LSP.FoldingRange]()
    }
    return conversion.foldingRanges(
      EditorFeatures.foldingRanges(
        of: snapshot.document, catalog: snapshot.catalog, options: Conversion.foldingOptions(for: client)))
  }

  func selectionRanges(_ params: LSP.SelectionRangeParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri) else {
      return LSP.Null()
    }
    let found = params.positions.map {
      EditorFeatures.selectionRanges(in: snapshot.document, at: conversion.offset($0))
    }
    return found.contains(where: \.isEmpty) ? LSP.Null() : conversion.selectionRanges(found)
  }

  func documentHighlights(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri) else {
      return [LSP.DocumentHighlight]()
    }
    return conversion.documentHighlights(
      EditorFeatures.documentHighlights(in: snapshot, at: conversion.offset(params.position)))
  }

  func documentLinks(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri) else {
      return [LSP.DocumentLink]()
    }
    return conversion.documentLinks(EditorFeatures.documentLinks(in: snapshot))
  }

  func linkedEditingRanges(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri), let conversion = conversion(for: params.uri),
      let found = EditorFeatures.linkedEditingRanges(
        in: snapshot.document, at: conversion.offset(params.position))
    else { return LSP.Null() }
    return conversion.linkedEditingRanges(found)
  }
}
