import EditorFeatures
import JSON
import LanguageServerProtocol

/// The requests about the structure of a document.
extension Server {
  func documentSymbols(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    inspect(params.uri) { snapshot, conversion in
      conversion.documentSymbols(
        EditorFeatures.documentSymbols(of: snapshot.document, catalog: snapshot.catalog))
    } ?? []
  }

  func foldingRanges(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    inspect(params.uri) { snapshot, conversion in
      conversion.foldingRanges(
        EditorFeatures.foldingRanges(
          of: snapshot.document, catalog: snapshot.catalog, options: Conversion.foldingOptions(for: client)))
    } ?? []
  }

  func selectionRanges(_ params: LSP.SelectionRangeParams) -> any JSONWritable {
    inspect(params.uri) { snapshot, conversion in
      let found = params.positions.map {
        EditorFeatures.selectionRanges(in: snapshot.document, at: conversion.offset($0))
      }
      return found.contains(where: \.isEmpty) ? nil : conversion.selectionRanges(found)
    }
  }

  func documentHighlights(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    inspect(params.uri) { snapshot, conversion in
      conversion.documentHighlights(
        EditorFeatures.documentHighlights(in: snapshot, at: conversion.offset(params.position)))
    } ?? []
  }

  func documentLinks(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    inspect(params.uri) { $1.documentLinks(EditorFeatures.documentLinks(in: $0)) } ?? []
  }

  func linkedEditingRanges(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    inspect(params.uri) { snapshot, conversion in
      EditorFeatures.linkedEditingRanges(in: snapshot.document, at: conversion.offset(params.position))
        .map(conversion.linkedEditingRanges)
    }
  }
}
