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

  /// With more edits than this the text they span is replaced as a whole: an edit takes more room than the white space
  /// it sets right, and editors need minutes for a million of them.
  private static let mostFormattingEdits = 10_000

  /// Formats a document, or ranges of it. One that is not formatted has no result, and its user is told why.
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

  /// Says why a document is not formatted: where it can be read later each time that the reason is another one, and
  /// where it is seen only the first time since formatting went well. An editor that formats whenever it saves is not to
  /// bring up a window whenever it saves.
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

  /// Ends the tag or the element that is being typed.
  ///
  /// The protocol does not say where an insertion at the cursor leaves it. Neovim and Emacs leave it between the tags; VS
  /// Code puts it behind the end tag, which our extension sets right.
  func formatOnType(_ params: LSP.DocumentOnTypeFormattingParams) -> any JSONWritable {
    inspect(params.place.uri) { snapshot, conversion in
      typingEdit(in: snapshot.document, at: conversion.offset(params.place.position), typed: params.character)
        .map { conversion.edits([$0]) }
    }
  }
}
