import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

extension Server {
  func format(_ params: LSP.DocumentFormattingParams) -> any JSONWritable {
    format(params, ranges: nil)
  }

  func formatRange(_ params: LSP.DocumentRangeFormattingParams) -> any JSONWritable {
    format(params.document, ranges: [params.range])
  }

  func formatRanges(_ params: LSP.DocumentRangesFormattingParams) -> any JSONWritable {
    format(params.document, ranges: params.ranges)
  }

  /// With more edits than this, one edit replaces the whole text they span: editors need minutes for a million edits.
  private static let mostFormattingEdits = 10_000

  /// Formats a document, or ranges of it. If that isn’t possible, there is no result, and the user is told why.
  private func format(_ params: LSP.DocumentFormattingParams, ranges: [LSP.Range]?) -> any JSONWritable {
    do throws(FormattingRefusal) {
      return try inspect(params.uri) {
        (snapshot, conversion) throws(FormattingRefusal) -> [LSP.Object]? in
        let edits = try formattingEdits(
          in: snapshot.document, ranges: ranges?.map { conversion.range($0) },
          options: Conversion.formattingOptions(params.options))
        documents[params.uri]?.formattingRefusal = nil
        guard edits.count > Self.mostFormattingEdits else { return conversion.edits(edits) }
        return conversion.edits([snapshot.document.text.merging(edits)])
      }
    } catch {
      report(error, of: params.uri)
      return LSP.Null()
    }
  }

  /// Reports why a document isn’t formatted: in the log whenever the reason changes, and in a message only the first
  /// time since formatting last worked. Format on save shouldn’t open a message on every save.
  private func report(_ refusal: FormattingRefusal, of uri: String) {
    guard let document = documents[uri] else { return }
    let line = refusal.offset.map { "line \(document.text.line(at: $0) + 1): " } ?? ""
    let words = "\(fileName(of: document.location.path)) is not formatted: \(line)\(refusal.reason)"
    guard document.formattingRefusal != words else { return }
    let message = LSP.showMessageParams(.warning, words)
    if document.formattingRefusal == nil { notify("window/showMessage", message) }
    notify("window/logMessage", message)
    documents[uri]?.formattingRefusal = words
  }

  /// Closes the tag or element that is being typed.
  ///
  /// The protocol doesn’t say where an insertion at the cursor leaves it. Neovim and Emacs leave it between the tags;
  /// VS Code puts it after the end tag, which our extension corrects.
  func formatOnType(_ params: LSP.DocumentOnTypeFormattingParams) -> any JSONWritable {
    inspect(params.place.uri) { snapshot, conversion in
      typingEdit(in: snapshot.document, at: conversion.offset(params.place.position), typed: params.character)
        .map { conversion.edits([$0]) }
    }
  }
}
