import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Suppresses findings, each with a comment right before its element, with the cursor on the reason. An existing
/// comment there gets another rule.
///
/// Only the author knows the reason: until the gap is filled, the comment suppresses nothing.
func ignoreFindings(_ diagnostics: some Sequence<Diagnostic>, in document: Document) -> [CodeAction] {
  var result: [CodeAction] = []
  var places: SuppressionPlaces?
  var layout: Layout?
  for diagnostic in diagnostics {
    let found = places ?? SuppressionPlaces(document)
    places = found
    guard let place = found.place(for: diagnostic) else { continue }
    let style = layout ?? (document.isPropertyList ? Layout(of: document.tree) : Layout(ofLinesIn: document.text))
    layout = style
    let rules = ([diagnostic.rule] + diagnostic.alsoRules).joined(separator: ", ")
    let changes = edits(ignoring: rules, place, document, style)
    // One comment suppresses several findings of a rule in one element.
    if let index = result.firstIndex(where: { $0.snippets == changes || $0.edits == changes.map(\.plain) }) {
      result[index].diagnostics.append(diagnostic)
      continue
    }
    let title = "Ignore this finding (\(rules)): reason…"
    result.append(
      CodeAction(
        .quickFix, id: "ignore.\(diagnostic.rule).\(diagnostic.range.lower)", title: title, changes,
        diagnostics: [diagnostic]))
  }
  return result
}

private let reason = Template.Part.stop(1, placeholder: Gap.text)

private func edits(
  ignoring rule: String, _ place: SuppressionPlace, _ document: Document, _ layout: Layout
) -> [SnippetEdit] {
  switch place {
  case .before(let offset): [comment("privacy-lsp:ignore", rule, at: offset, document, layout)]
  case .beforeRoot(let offset): [comment("privacy-lsp:ignore-file", rule, at: offset, document, layout)]
  case .inComment(let rulesEnd, let reasonAt):
    if let reasonAt, reasonAt == rulesEnd {
      [SnippetEdit(ByteRange(at: rulesEnd), Template([.text(", \(rule): "), reason]))]
    } else {
      [SnippetEdit(ByteRange(at: rulesEnd), Template(", \(rule)"))]
        + (reasonAt.map { [SnippetEdit(ByteRange(at: $0), Template([.text(" "), reason]))] } ?? [])
    }
  }
}

private func comment(
  _ directive: String, _ rule: String, at offset: Int, _ document: Document, _ layout: Layout
) -> SnippetEdit {
  // In build settings, a comment ends with its line.
  let (opening, closing) =
    document.isPropertyList ? ("<!--", " -->") : document.kind == .buildSettings ? ("//", "") : ("/*", " */")
  let words = "\(opening) \(directive) \(rule): "
  let text = document.text
  let start = Int(text.lineStarts[text.line(at: offset)])
  let before = text.slice(ByteRange(start, offset))
  guard before.count < 4_096, before.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
    let behind = closing.isEmpty ? layout.lineEnd : closing
    return SnippetEdit(ByteRange(at: offset), Template([.text(words), reason, .text(behind)]))
  }
  // A line of its own, inserted at the start of the line: editors indent the last line of a snippet differently.
  let blanks = String(decoding: before, as: UTF8.self)
  return SnippetEdit(
    ByteRange(at: start), Template([.text(blanks + words), reason, .text("\(closing)\(layout.lineEnd)")]))
}
