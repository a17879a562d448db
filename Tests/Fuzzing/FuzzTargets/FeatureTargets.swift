import EditorFeatures
import JSON
import PrivacyRules
import PropertyList
import SourceText

extension FuzzTarget {
  /// Every feature at places of any text of any kind.
  static let features = FuzzTarget(
    name: "features", longestInput: 3_072,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let places = [input.number(), input.number(), input.number()]
      let snapshot = snapshot(&input)
      let text = snapshot.document.text
      let offsets = [text.count] + places.map { boundary($0 % (text.count + 1), text) }
      try requireStructure(snapshot)
      for offset in offsets { try requireFeatures(snapshot, at: offset) }
    },
    seeds: featureSeeds)

  /// Completion at a place, accepted.
  static let completion = FuzzTarget(
    name: "completion", longestInput: 3_072,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let place = input.number()
      let snapshot = snapshot(&input)
      let text = snapshot.document.text
      let offset = boundary(place % (text.count + 1), text)
      let isInLineEnd =
        offset > 0 && offset < text.count && text.bytes[offset] == 0x0A && text.bytes[offset - 1] == 0x0D
      if isInLineEnd { return }
      let line = text.contents(ofLine: text.line(at: offset))
      for item in completions(in: snapshot, at: offset) {
        let what = "“\(item.label)” at \(offset)"
        try require(line.contains(item.range) && item.range.touches(offset), "\(what) is for \(item.range)")
        for template in Set([item.insertion.plainText, item.insertion.defaultText]) {
          let edits = [TextEdit(item.range, template)] + item.additionalEdits
          try requireEdits(edits, in: text, what)
          let after = Document(
            path: snapshot.document.path, kind: snapshot.document.kind, text: text.applying(edits))
          try require(
            refused(after) == 0 || isBroken(snapshot.document), "\(what) breaks the file:\n\(string(after.text))")
        }
      }
    },
    seeds: { files in
      files.flatMap { file -> [[UInt8]] in
        guard let kind = file.kind else { return [] }
        return [2, 3].map { part in
          let place = file.bytes.count / part
          return [UInt8(truncatingIfNeeded: place >> 8), UInt8(truncatingIfNeeded: place), kind.number] + file.bytes
        }
      }
    })

  /// The privacy label of several manifests, in each of its forms.
  static let label = FuzzTarget(
    name: "label", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      var sources: [PrivacyLabel.Source] = []
      repeat {
        let path = "\(sources.count)/PrivacyInfo.xcprivacy"
        let document = Document(path: path, kind: .privacyManifest, bytes: input.part())
        sources.append(linter.labelSource(document, shownAs: path))
      } while !input.isEmpty && sources.count < 4
      let label = linter.label(of: sources)
      try require(!label.text().isEmpty && !label.markdown.isEmpty && !label.message.isEmpty, "a form is empty")
      var json = JSONWriter()
      label.json.write(to: &json)
      try require(
        (try? JSONDocument.parse(json.bytes)) != nil, "no JSON: \(String(decoding: json.bytes, as: UTF8.self))")
      try require(!label.page.isEmpty, "there is no page")
    },
    seeds: { $0.bytes([.privacyManifest]) })

  /// What is formatted says the same, and is formatted.
  static let formatting = FuzzTarget(
    name: "formatting", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let choices = input.byte()
      let (from, to) = (input.number(), input.number())
      var options = PropertyListFormatter.Options()
      if choices & 1 != 0 { options.indentation = String(repeating: " ", count: max(choices >> 1 & 7, 1)) }
      options.trimsComments = choices & 16 != 0
      options.insertsFinalLineEnd = choices & 32 == 0
      options.trimsFinalLineEnds = choices & 64 == 0
      let document = Document(path: "/App/Info.plist", kind: .infoPlist, text: SourceText(input.text))
      let text = document.text
      guard let edits = try? formattingEdits(in: document, options: options) else { return }
      let after = try requireFormatting(document, edits, trimsComments: choices & 16 != 0)
      let second = (try? formattingEdits(in: after, options: options)) ?? [.insert("is refused", at: 0)]
      try require(second.isEmpty, "a second run changes \(second) of\n\(string(after.text))")
      let (lower, upper) = (min(from, to) % (text.count + 1), max(from, to) % (text.count + 1))
      let range = ByteRange(min(lower, upper), max(lower, upper))
      guard let some = try? formattingEdits(in: document, ranges: [range], options: options) else {
        throw Violation(words: "the range \(range) is refused, the whole file is not")
      }
      _ = try requireFormatting(document, some, trimsComments: choices & 16 != 0)
    },
    seeds: { files in files.propertyLists.map { [0, 0, 0, 0, 200] + $0 } })
}

@Sendable private func featureSeeds(_ files: [SeedFile]) -> [[UInt8]] {
  files.compactMap { file in
    guard let kind = file.kind else { return nil }
    let places = [file.bytes.count / 4, file.bytes.count / 2, file.bytes.count * 3 / 4]
    let numbers = places.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return numbers + [kind.number] + file.bytes
  }
}

/// Takes the kind, and all that is left for the document.
private func snapshot(_ input: inout Input) -> Snapshot {
  let (kind, path) = FileKind.numbered(input.byte())
  return Snapshot(document: Document(path: path, kind: kind, text: SourceText(input.text)), linter: linter)
}

// MARK: - Features that need no place

private func requireStructure(_ snapshot: Snapshot) throws(Violation) {
  let document = snapshot.document
  let text = document.text
  try requireSymbols(documentSymbols(of: document, catalog: snapshot.catalog), in: ByteRange(0, text.count), text)
  for wholeLines in [true, false] {
    let options = FoldingOptions(wholeLines: wholeLines, showsText: true)
    for fold in foldingRanges(of: document, catalog: snapshot.catalog, options: options) {
      try requirePlace(fold.range, in: text, "a fold")
      try require(
        fold.lines.lowerBound < fold.lines.upperBound && fold.lines.upperBound < text.lineCount,
        "a fold of \(fold.lines)")
    }
  }
  var end = 0
  for link in documentLinks(in: snapshot) {
    try requirePlace(link.range, in: text, "a link")
    try require(end <= link.range.lower && !link.range.isEmpty, "links overlap at \(link.range)")
    end = link.range.upper
  }
  end = 0
  for token in semanticTokens(in: snapshot) {
    try requirePlace(token.range, in: text, "a token")
    try require(end <= token.range.lower && !token.range.isEmpty, "tokens overlap at \(token.range)")
    try require(text.line(at: token.range.lower) == text.line(at: token.range.upper), "a token of two lines")
    end = token.range.upper
  }
  var last = 0
  for hint in inlayHints(in: snapshot, range: ByteRange(0, text.count)) {
    try requirePlace(ByteRange(at: hint.offset), in: text, "a hint")
    try require(hint.offset >= last && !hint.label.isEmpty, "hints are not in order at \(hint.offset)")
    last = hint.offset
  }
  for lens in codeLenses(in: snapshot) {
    try requirePlace(lens.range, in: text, "a lens")
    try require(!lens.title.isEmpty, "a lens without words")
    _ = findings(in: snapshot, at: lens.range.lower)
  }
  for symbol in workspaceSymbols(of: document, catalog: snapshot.catalog) {
    try requirePlace(symbol.range, in: text, "a symbol of the workspace")
  }
}

/// Outlines nest; walked without recursion, since they may nest deeply.
private func requireSymbols(_ roots: [DocumentSymbol], in whole: ByteRange, _ text: SourceText) throws(Violation) {
  var pending = [(roots, whole)]
  while let (symbols, outer) = pending.popLast() {
    var end = outer.lower
    for symbol in symbols {
      try requirePlace(symbol.range, in: text, "a symbol")
      try requirePlace(symbol.selection, in: text, "a symbol's name")
      try require(
        outer.contains(symbol.range) && symbol.range.contains(symbol.selection) && end <= symbol.range.lower,
        "the symbol “\(symbol.name)” at \(symbol.range) is out of place")
      try require(!symbol.name.isEmpty && !symbol.name.contains(where: \.isNewline), "the name “\(symbol.name)”")
      end = symbol.range.upper
      pending.append((symbol.children, symbol.range))
    }
  }
}

// MARK: - Features at a place

private func requireFeatures(_ snapshot: Snapshot, at offset: Int) throws(Violation) {
  let document = snapshot.document
  let text = document.text
  if let hover = hover(in: snapshot, at: offset) {
    try requirePlace(hover.range, in: text, "the hover at \(offset)")
    try require(hover.range.touches(offset) && !hover.markdown.isEmpty, "the hover at \(offset) is of \(hover.range)")
    _ = plainText(markdown: hover.markdown)
  }
  let steps = selectionRanges(in: document, at: offset)
  try require(steps.last == ByteRange(0, text.count), "the last step at \(offset) is not the document")
  for (inner, outer) in zip(steps, steps.dropFirst()) {
    try requirePlace(inner, in: text, "a step at \(offset)")
    try require(outer.contains(inner) && inner != outer, "the steps at \(offset) do not nest")
  }
  try require(steps.allSatisfy { $0.touches(offset) }, "the steps at \(offset) leave it")
  var last = ByteRange(at: 0)
  for highlight in documentHighlights(in: snapshot, at: offset) {
    try requirePlace(highlight.range, in: text, "a highlight at \(offset)")
    try require(highlight.range.lower >= last.upper && !highlight.range.isEmpty, "highlights at \(offset) overlap")
    last = highlight.range
  }
  for place in definition(in: snapshot, at: offset)
    + references(in: snapshot, at: offset, includesDeclarations: true)
  {
    try requirePlace(place.range, in: text, "a reference at \(offset)")
    try require(!place.range.isEmpty, "an empty reference at \(offset)")
  }
  if let name = renameRange(in: snapshot, at: offset) {
    try requirePlace(name, in: text, "the name at \(offset)")
    try require(name.touches(offset), "the name at \(offset) is \(name)")
    if let renaming = try? renaming(in: snapshot, at: offset, to: "NSOther") {
      try requireEdits(renaming.edits, in: text, "the new name at \(offset)")
    }
  }
  if let linked = linkedEditingRanges(in: document, at: offset) {
    for range in linked.ranges { try requirePlace(range, in: text, "a pair at \(offset)") }
    try require(
      linked.ranges.count == 2 && Set(linked.ranges.map { text[$0] }).count == 1
        && linked.ranges.contains { $0.touches(offset) }, "the pair at \(offset) is \(linked.ranges)")
  }
  for typed in [">", "/"] {
    if let edit = typingEdit(in: document, at: offset, typed: typed) {
      try requireEdits([edit], in: text, "what follows “\(typed)” at \(offset)")
    }
  }
  for action in codeActions(in: snapshot, range: ByteRange(at: offset)) {
    try requireEdits(action.edits, in: text, "“\(action.title)” at \(offset)")
    for snippet in action.snippets { try requirePlace(snippet.range, in: text, "“\(action.title)” at \(offset)") }
    let after = Document(path: document.path, kind: document.kind, text: text.applying(action.edits))
    try require(
      refused(after) == 0 || isBroken(document),
      "“\(action.title)” at \(offset) breaks the file:\n\(string(after.text))")
  }
}

// MARK: - Formatting

private func requireFormatting(
  _ document: Document, _ edits: [TextEdit], trimsComments: Bool
) throws(Violation) -> Document {
  try requireEdits(edits, in: document.text, "the layout")
  let after = Document(path: document.path, kind: document.kind, text: document.text.applying(edits))
  try require(
    contents(of: document.tree, trimsComments) == contents(of: after.tree, trimsComments),
    "something else is said in\n\(string(after.text))")
  return after
}

/// All that a property list says, in order: elements with their text, comments and the rest of the markup.
private func contents(of tree: PropertyListTree, _ trimsComments: Bool) -> [String] {
  var result: [String] = []
  var end = 0
  for node in tree.nodes.dropFirst() where node.range.lower >= end {
    let text = tree.text
    var words = "\(node.kind) \(node.element) in \(node.parent) "
    if node.kind != .element {
      words += trimsComments ? text[node.range].filter { !$0.isWhitespace } : text[node.range]
    } else if node.element == .data {
      words += text[node.inner].filter { !$0.isWhitespace }
    } else if node.element.isLeaf {
      words += text[node.inner]
    }
    if node.element.isLeaf { end = node.range.upper }
    result.append(words)
  }
  return result
}
