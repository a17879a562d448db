import EditorFeatures
import LanguageServerProtocol
import PrivacyRules
import SourceText
import Workspace

/// Turns what the features say of one document into what the client takes, and what the client says into byte offsets.
/// Nothing but this type and its extensions, each in a file `Conversion+….swift`, turns types of one into types of the
/// other, or looks at what the client announced for the form of results.
struct Conversion {
  let client: LSP.ClientCapabilities
  let encoding: PositionEncoding
  let uri: String
  let version: Int?
  let text: SourceText
  /// The files that findings and edits may speak of besides the document.
  var project = Project()
  /// Places in source code, and what was compared with it.
  var sources: SourceIndex?
  /// Reads a file that neither has.
  var readText: (String) -> SourceText? = { _ in nil }
  /// The documents that are open, by their paths without links.
  var open: [String: (uri: String, version: Int?)] = [:]
  /// The URI of a file that is not open, from its path without links.
  var uriOfFile: (String) -> String = DocumentURI.ofFile

  // MARK: - From the client

  static func position(_ position: LSP.Position) -> Position {
    Position(line: position.line, character: position.character)
  }

  func offset(_ position: LSP.Position) -> Int {
    text.offset(of: Self.position(position), in: encoding)
  }

  /// A range the wrong way round is turned.
  func range(_ range: LSP.Range) -> ByteRange {
    let start = offset(range.start)
    let end = offset(range.end)
    return ByteRange(min(start, end), max(start, end))
  }

  // MARK: - To the client

  func range(_ range: ByteRange) -> LSP.Range {
    positions(of: [range]).range(range)
  }

  /// The client's positions of both ends of some ranges, found in one pass over the text.
  func positions(of ranges: some Sequence<ByteRange>) -> PositionMap {
    var offsets: [Int] = []
    offsets.reserveCapacity(ranges.underestimatedCount * 2)
    for range in ranges {
      offsets.append(range.lower)
      offsets.append(range.upper)
    }
    return PositionMap(offsets, in: text, encoding: encoding)
  }

  func edits(_ edits: [TextEdit]) -> [LSP.TextEdit] {
    let map = positions(of: edits.map(\.range))
    return edits.map { LSP.TextEdit(range: map.range($0.range), newText: $0.replacement) }
  }

  func diagnostics(_ found: [Diagnostic]) -> [LSP.Diagnostic] {
    var ranges = found.map(\.range)
    if client.relatedInformationSupport {
      for diagnostic in found { ranges += diagnostic.related.filter { $0.path == nil }.map(\.range) }
    }
    let map = positions(of: ranges)
    return found.map { diagnostic($0, map) }
  }

  private func diagnostic(_ found: Diagnostic, _ map: PositionMap) -> LSP.Diagnostic {
    let severity: LSP.Diagnostic.Severity =
      switch found.severity {
      case .error: .error
      case .warning: .warning
      case .information: .information
      case .hint: .hint
      }
    var result = LSP.Diagnostic(
      range: map.range(found.range), severity: severity, code: found.rule, source: "privacy-lsp",
      message: found.message)
    if client.markupMessageSupport { result.markdown = EditorFeatures.markdown(message: found.message) }
    if client.codeDescriptionSupport { result.codeDescription = found.link }
    for tag in [Diagnostic.Tag.unnecessary, .deprecated] where found.tags.contains(tag) {
      let tag: LSP.Diagnostic.Tag = tag == .unnecessary ? .unnecessary : .deprecated
      if client.diagnosticTagSupport.contains(tag.rawValue) { result.tags.append(tag) }
    }
    if client.relatedInformationSupport {
      result.relatedInformation = found.related.map { related in
        let location =
          if let path = related.path {
            location(related.range, in: path)
          } else {
            LSP.Location(uri: uri, range: map.range(related.range))
          }
        return LSP.Diagnostic.RelatedInformation(location: location, message: related.message)
      }
    }
    return result
  }

  /// A place in another file of the project; where its text is not at hand, its start.
  func location(_ range: ByteRange, in path: String) -> LSP.Location {
    if let (start, end) = sources?.place(of: range, in: path) {
      let range = LSP.Range(
        LSP.Position(line: start.line, character: start.character),
        LSP.Position(line: end.line, character: end.character))
      return LSP.Location(uri: uri(ofFile: path), range: range)
    }
    let start = LSP.Range(LSP.Position(line: 0, character: 0), LSP.Position(line: 0, character: 0))
    let document = document(at: path)
    guard document?.hasPositions ?? true, range.upper > 0, let found = document?.text ?? readText(path) else {
      return LSP.Location(uri: uri(ofFile: path), range: start)
    }
    let (text, mark) = shownText(found, at: path)
    let shown = range.moved(by: -mark)
    let map = PositionMap([shown.lower, shown.upper], in: text, encoding: encoding)
    return LSP.Location(uri: uri(ofFile: path), range: map.range(shown))
  }

  /// A file of the project, or one that was compared with sources.
  private func document(at path: String) -> Document? {
    project.file(at: path)?.document ?? sources?.document(at: path)
  }

  /// Edits of other files of the project; those whose text is not at hand are left out.
  func others(_ found: [FileEdits]) -> [LSP.WorkspaceEdit.Other] {
    found.compactMap { file in
      guard let document = document(at: file.path), document.hasPositions else { return nil }
      let (text, mark) = shownText(document.text, at: file.path)
      let edits = file.edits.map { TextEdit($0.range.moved(by: -mark), $0.replacement) }
      let offsets = edits.flatMap { [$0.range.lower, $0.range.upper] }
      let map = PositionMap(offsets, in: text, encoding: encoding)
      return LSP.WorkspaceEdit.Other(
        uri: uri(ofFile: file.path), version: open[file.path]?.version,
        edits: edits.map { LSP.TextEdit(range: map.range($0.range), newText: $0.replacement) })
    }
  }

  /// The text of a file of the project as the client counts places in it, and how many bytes of the file stand before
  /// it: an editor that opens a file keeps its byte order mark to itself.
  private func shownText(_ text: SourceText, at path: String) -> (text: SourceText, mark: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard open[path] == nil, text.bytes.starts(with: mark) else { return (text, 0) }
    return (SourceText(Array(text.bytes.dropFirst(mark.count))), mark.count)
  }

  private func uri(ofFile path: String) -> String { open[path]?.uri ?? uriOfFile(path) }

  func hover(_ hover: Hover) -> LSP.Hover {
    let contents: LSP.MarkupContent =
      client.hoverContentFormat.first == .markdown
      ? LSP.MarkupContent(.markdown, hover.markdown)
      : LSP.MarkupContent(.plainText, plainText(markdown: hover.markdown))
    return LSP.Hover(contents: contents, range: range(hover.range))
  }

  /// - Parameter cursor: The offset that completion was asked for at.
  func completions(_ found: [Completion], at cursor: Int) -> [LSP.CompletionItem] {
    let map = positions(of: found.map(\.range))
    return found.compactMap { completion in
      let insertion = insertion(of: completion)
      guard client.completesInPlace || isRight(completion, insertion, withoutPlaces: cursor) else { return nil }
      let newText = insertion.text
      var item = LSP.CompletionItem(
        label: completion.label, sortText: Self.sortText(completion.order), filterText: completion.filterText,
        textEdit: LSP.TextEdit(range: map.range(completion.range), newText: newText))
      item.kind = kind(completion.kind)
      if completion.isDeprecated {
        item.hasDeprecatedTag = client.completionTagSupport.contains(1)
        item.deprecated = !item.hasDeprecatedTag && client.deprecatedSupport
      }
      if completion.kind == .reason, !client.labelDetailsSupport {
        // A code says nothing by itself.
        item.label += " — \(completion.detail)"
      } else if !completion.detail.isEmpty {
        item.detail = completion.detail
        if client.labelDetailsSupport { item.labelDescription = completion.detail }
      }
      item.isSnippet = insertion.isSnippet
      // The text has the file's own indentation already; a client that adds its own would double it.
      item.insertTextModeIsAsIs = client.insertTextModeSupport && newText.utf8.contains(0x0A)
      item.additionalTextEdits = edits(completion.additionalEdits)
      if insertion.isSnippet, completion.isFollowedByList { item.command = client.suggestCommand }
      item.documentationID = completion.documentationID
      return item
    }
  }

  /// What an item inserts, as the client takes it.
  private func insertion(of completion: Completion) -> (text: String, isSnippet: Bool) {
    // Editors indent the lines of a snippet like the one it goes into, unless they can be told not to.
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
    // A line end of two bytes is one character.
    return (client.wantsLineFeedsInSnippets ? String(text.map { $0 == "\r\n" ? "\n" : $0 }) : text, true)
  }

  /// Whether an item comes out right where only the text up to the cursor is replaced, and other edits are made in the
  /// changed line.
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

  /// The first kind that fits and that the client knows.
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

  /// A number that sorts as text.
  private static func sortText(_ order: Int) -> String {
    let digits = String(max(order, 0))
    return String(repeating: "0", count: max(5 - digits.count, 0)) + digits
  }

  static func documentation(_ markdown: String, for client: LSP.ClientCapabilities) -> LSP.Documentation {
    guard let formats = client.documentationFormat else { return .string(plainText(markdown: markdown)) }
    if formats.first == .markdown { return .markup(LSP.MarkupContent(.markdown, markdown)) }
    return .markup(LSP.MarkupContent(.plainText, plainText(markdown: markdown)))
  }
}

extension PositionMap {
  func range(_ range: ByteRange) -> LSP.Range {
    let start = self[range.lower]
    let end = self[range.upper]
    return LSP.Range(
      LSP.Position(line: start.line, character: start.character), LSP.Position(line: end.line, character: end.character)
    )
  }
}
