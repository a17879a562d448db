import EditorFeatures
import JSON
import LanguageServerProtocol
import PrivacyRules
import PropertyList
import SourceText
import Workspace

/// Converts the results of features for one document to protocol types, and the client’s positions to byte offsets.
/// Only this type and its extensions, each in a file `Conversion+….swift`, convert between the two, or check which form
/// of results the client supports.
struct Conversion {
  let client: LSP.ClientCapabilities
  let encoding: PositionEncoding
  let uri: String
  let version: Int?
  let text: SourceText
  /// The other files that findings and edits may refer to.
  var project = Project()
  /// The source files with findings or uses.
  var sources: SourceIndex?
  /// Reads a file that is in neither of them.
  var readText: (String) -> SourceText? = { _ in nil }
  /// The open documents by path, with links resolved.
  var open: [String: (uri: String, version: Int?)] = [:]
  /// The URI of a file that isn’t open, from its path with links resolved.
  var uriOfFile: (String) -> String = DocumentURI.ofFile

  // MARK: - From the client

  func offset(_ position: Position) -> Int { text.offset(of: position, in: encoding) }

  func range(_ range: LSP.Range) -> ByteRange { Self.range(range, in: text, encoding) }

  /// The byte range of a range. The ends may be in the wrong order.
  static func range(_ range: LSP.Range, in text: SourceText, _ encoding: PositionEncoding) -> ByteRange {
    let start = text.offset(of: range.start, in: encoding)
    let end = text.offset(of: range.end, in: encoding)
    return ByteRange(min(start, end), max(start, end))
  }

  /// The client’s wishes for formatting; Xcode’s layout is the default.
  static func formattingOptions(_ wishes: LSP.FormattingOptions) -> PropertyListFormatter.Options {
    var result = PropertyListFormatter.Options()
    if wishes.insertSpaces == true {
      // Clamped to what editors use for indentation.
      result.indentation = String(repeating: " ", count: min(max(wishes.tabSize ?? 4, 1), 16))
    }
    result.trimsComments = wishes.trimTrailingWhitespace ?? result.trimsComments
    result.insertsFinalLineEnd = wishes.insertFinalNewline ?? result.insertsFinalLineEnd
    result.trimsFinalLineEnds = wishes.trimFinalNewlines ?? result.trimsFinalLineEnds
    return result
  }

  // MARK: - To the client

  func range(_ range: ByteRange) -> LSP.Range {
    positions(of: [range]).range(range)
  }

  /// The client’s positions of both ends of some ranges, computed in one pass over the text.
  func positions(of ranges: some Sequence<ByteRange>) -> PositionMap {
    var offsets: [Int] = []
    offsets.reserveCapacity(ranges.underestimatedCount * 2)
    for range in ranges {
      offsets.append(range.lower)
      offsets.append(range.upper)
    }
    return PositionMap(offsets, in: text, encoding: encoding)
  }

  func edits(_ edits: [TextEdit]) -> [LSP.Object] { edits.written(positions(of: edits.map(\.range))) }

  /// The edits of the document and of other files; the document is omitted if only others change.
  func workspaceEdit(_ edits: [LSP.Object], _ otherFiles: [FileEdits]) -> LSP.Object {
    let others = others(otherFiles)
    let documents = edits.isEmpty && !others.isEmpty ? others : [(uri, version, edits)] + others
    return LSP.workspaceEdit(documents, isVersioned: client.documentChanges)
  }

  func diagnostics(_ found: [Diagnostic]) -> [LSP.Object] {
    var ranges = found.map(\.range)
    if client.relatedInformationSupport {
      for diagnostic in found { ranges += diagnostic.related.filter { $0.path == nil }.map(\.range) }
    }
    let map = positions(of: ranges)
    return found.map { diagnostic($0, map) }
  }

  private func diagnostic(_ found: Diagnostic, _ map: PositionMap) -> LSP.Object {
    let severity: LSP.DiagnosticSeverity =
      switch found.severity {
      case .error: .error
      case .warning: .warning
      case .information: .information
      case .hint: .hint
      }
    let tags: [(Diagnostic.Tag, LSP.DiagnosticTag)] = [(.unnecessary, .unnecessary), (.deprecated, .deprecated)]
    let related = client.relatedInformationSupport ? found.related : []
    return LSP.diagnostic(
      range: map.range(found.range), severity, code: found.rule,
      codeDescription: client.codeDescriptionSupport ? found.link : nil, source: "privacy-lsp",
      message: client.markupMessageSupport
        ? LSP.markupContent(.markdown, EditorFeatures.markdown(message: found.message)) : found.message,
      tags: tags.filter { found.tags.contains($0) && client.diagnosticTagSupport.contains($1.rawValue) }.map(\.1),
      relatedInformation: related.map { related in
        let place =
          related.path.map { location(related.range, in: $0) }
          ?? LSP.Location(uri: uri, range: map.range(related.range))
        return ["location": place, "message": related.message]
      })
  }

  /// A range in another file of the project; the start of the file if its text isn’t available.
  func location(_ range: ByteRange, in path: String) -> LSP.Location {
    if let (start, end) = sources?.place(of: range, in: path) {
      return LSP.Location(uri: uri(ofFile: path), range: LSP.Range(start, end))
    }
    let start = Position(line: 0, character: 0)
    let document = document(at: path)
    guard document?.hasPositions ?? true, range.upper > 0, let found = document?.text ?? readText(path) else {
      return LSP.Location(uri: uri(ofFile: path), range: LSP.Range(start, start))
    }
    let (text, mark) = shownText(found, at: path)
    let shown = range.moved(by: -mark)
    let map = PositionMap([shown.lower, shown.upper], in: text, encoding: encoding)
    return LSP.Location(uri: uri(ofFile: path), range: map.range(shown))
  }

  /// Ranges in the document and in other files of the project.
  func locations(_ found: [FilePlace]) -> [LSP.Location] {
    let map = positions(of: found.filter { $0.path == nil }.map(\.range))
    return found.map { place in
      place.path.map { location(place.range, in: $0) } ?? LSP.Location(uri: uri, range: map.range(place.range))
    }
  }

  /// A file of the project, or one that was compared with sources.
  private func document(at path: String) -> Document? {
    project.file(at: path)?.document ?? sources?.document(at: path)
  }

  /// Edits of other files of the project. Files whose text isn’t available are omitted.
  func others(_ found: [FileEdits]) -> [LSP.DocumentEdits] {
    found.compactMap { file in
      guard let document = document(at: file.path), document.hasPositions else { return nil }
      let (text, mark) = shownText(document.text, at: file.path)
      let edits = file.edits.map { TextEdit($0.range.moved(by: -mark), $0.replacement) }
      let offsets = edits.flatMap { [$0.range.lower, $0.range.upper] }
      let map = PositionMap(offsets, in: text, encoding: encoding)
      return (uri(ofFile: file.path), open[file.path]?.version, edits.written(map))
    }
  }

  /// The text of a project’s file as the client sees it, and how many bytes of the file precede it: editors don’t count
  /// a byte order mark.
  private func shownText(_ text: SourceText, at path: String) -> (text: SourceText, mark: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard open[path] == nil, text.bytes.starts(with: mark) else { return (text, 0) }
    return (SourceText(Array(text.bytes.dropFirst(mark.count))), mark.count)
  }

  private func uri(ofFile path: String) -> String { open[path]?.uri ?? uriOfFile(path) }

  func hover(_ hover: Hover) -> LSP.Object {
    ["contents": Self.markup(hover.markdown, for: client), "range": range(hover.range)]
  }

  /// - Parameter cursor: The offset of the completion request.
  func completions(_ found: [Completion], at cursor: Int) -> [LSP.CompletionItem] {
    let map = positions(of: found.map(\.range))
    return found.compactMap { completion in
      let insertion = insertion(of: completion)
      guard client.completesInPlace || isRight(completion, insertion, withoutPlaces: cursor) else { return nil }
      let newText = insertion.text
      var item = LSP.CompletionItem(
        label: completion.label, sortText: Self.sortText(completion.order), filterText: completion.filterText,
        textEdit: LSP.textEdit(map.range(completion.range), newText))
      item.kind = kind(completion.kind)
      if completion.isDeprecated {
        item.hasDeprecatedTag = client.completionTagSupport.contains(1)
        item.deprecated = !item.hasDeprecatedTag && client.deprecatedSupport
      }
      if completion.kind == .reason, !client.labelDetailsSupport {
        // A code needs an explanation.
        item.label += " — \(completion.detail)"
      } else if !completion.detail.isEmpty {
        item.detail = completion.detail
        if client.labelDetailsSupport { item.labelDescription = completion.detail }
      }
      item.isSnippet = insertion.isSnippet
      // The text already has the file’s indentation; a client that adds its own would double it.
      item.insertTextModeIsAsIs = client.insertTextModeSupport && newText.utf8.contains(0x0A)
      item.additionalTextEdits = edits(completion.additionalEdits)
      if insertion.isSnippet, completion.isFollowedByList { item.command = client.suggestCommand }
      item.documentationID = completion.documentationID
      return item
    }
  }

  /// The text that an item inserts, in the form that the client supports.
  private func insertion(of completion: Completion) -> (text: String, isSnippet: Bool) {
    // Editors indent the lines of a snippet like the line it is inserted in, unless told not to.
    let indented =
      client.insertTextModeSupport || client.keepsIndentation
      ? completion.insertion : completion.insertion.withoutIndentation(completion.lineIndentation)
    let plainText = completion.insertion.plainText
    guard client.snippetSupport, var snippet = indented else { return (plainText, false) }
    guard snippet.hasStops || client.snippetsForSeveralLines && plainText.utf8.contains(0x0A) else {
      return (plainText, false)
    }
    if client.opensSnippetChoicesLate { snippet = snippet.withoutChoicesInTags }
    let text = snippet.snippet(withChoices: client.showsSnippetChoices)
    // Swift counts CR LF as one character.
    return (client.wantsLineFeedsInSnippets ? String(text.map { $0 == "\r\n" ? "\n" : $0 }) : text, true)
  }

  /// Whether an item is inserted correctly by a client that only replaces the text up to the cursor, and applies other
  /// edits to the changed line.
  private func isRight(
    _ completion: Completion, _ insertion: (text: String, isSnippet: Bool), withoutPlaces cursor: Int
  ) -> Bool {
    guard completion.range.upper <= cursor else { return false }
    if client.snippetsForSeveralLines, client.snippetSupport, !insertion.isSnippet, insertion.text.utf8.contains(0x0A) {
      return false
    }
    let line = text.contents(ofLine: text.line(at: cursor))
    return completion.additionalEdits.allSatisfy { $0.range.upper < line.lower || $0.range.lower > line.upper }
  }

  /// The first suitable kind that the client supports.
  private func kind(_ kind: Completion.Kind) -> LSP.CompletionItem.Kind? {
    let choices: [LSP.CompletionItem.Kind] =
      switch kind {
      case .key: [.property]
      case .dataType, .purpose, .category, .reason: [.enumMember, .value]
      case .boolean: [.keyword, .value]
      case .entry: [.structure, .snippet]
      case .file: [.file, .snippet]
      case .closingTag: [.text]
      }
    return choices.first { client.completionItemKindValueSet.contains($0.rawValue) }
  }

  /// A number as text that sorts in numeric order.
  private static func sortText(_ order: Int) -> String {
    let digits = String(max(order, 0))
    return String(repeating: "0", count: max(5 - digits.count, 0)) + digits
  }

  /// The documentation of a completion item in a format that the client supports.
  static func documentation(_ markdown: String, for client: LSP.ClientCapabilities) -> any JSONWritable & Sendable {
    guard let formats = client.documentationFormat else { return plainText(markdown: markdown) }
    if formats.first == .markdown { return LSP.markupContent(.markdown, markdown) }
    return LSP.markupContent(.plainText, plainText(markdown: markdown))
  }
}

extension PositionMap {
  func range(_ range: ByteRange) -> LSP.Range { LSP.Range(self[range.lower], self[range.upper]) }
}

extension [TextEdit] {
  fileprivate func written(_ positions: PositionMap) -> [LSP.Object] {
    map { LSP.textEdit(positions.range($0.range), $0.replacement) }
  }
}
