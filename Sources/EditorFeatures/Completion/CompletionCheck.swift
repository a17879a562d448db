import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

extension Snapshot {
  /// The items that add no problems to the document and result in what their labels say.
  ///
  /// What is typed can be parsed in more than one way, and in a broken document, what surrounds a place may belong to
  /// something else. So each change is tried; items that differ only in words are tried once.
  func harmless(_ items: [Completion]) -> [Completion] {
    guard !items.isEmpty else { return [] }
    let before = Reading(document)
    var known: [Change: Bool] = [:]
    return items.filter { item in
      if isInTag(item.range.lower) { return false }
      let change = Change(item)
      if let isHarmless = known[change] { return isHarmless }
      var texts = [item.insertion.plainText]
      if item.insertion.plainAlternative != nil { texts.append(item.insertion.defaultText) }
      let isHarmless = texts.allSatisfy { leavesNothingWorse(item, inserting: $0, before) }
      known[change] = isHarmless
      return isHarmless
    }
  }

  /// Whether a place is after an incomplete tag: a tag that is inserted there would become a part of it.
  private func isInTag(_ offset: Int) -> Bool {
    guard case .propertyList = document.content, offset > 0 else { return false }
    let tree = document.tree
    let node = tree.nodes[tree.lastNode(at: offset - 1)]
    let tag = node.kind == .incompleteTag ? node.range : node.startTag
    guard node.kind == .incompleteTag || node.kind == .element, tag.count > 0, tag.upper <= offset else { return false }
    return !tree.text.slice(ByteRange(tag.upper - 1, offset)).contains(UInt8(ascii: ">"))
  }

  private func leavesNothingWorse(_ item: Completion, inserting inserted: String, _ before: Reading) -> Bool {
    let edits = [TextEdit(item.range, inserted)] + item.additionalEdits
    let after = Document(path: document.path, kind: document.kind, text: document.text.applying(edits))
    let shift = item.additionalEdits.filter { $0.range.upper <= item.range.lower }
      .reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
    let lower = item.range.lower + shift
    let reading = Reading(after)
    return reading.problems <= before.problems && reading.names >= before.names
      && after.says(item, in: ByteRange(lower, lower + inserted.utf8.count))
  }
}

/// How an item changes a text, apart from words.
private struct Change: Hashable {
  let kind: Completion.Kind
  let range: ByteRange
  let others: [ByteRange]
  let marks: [UInt8]

  init(_ item: Completion) {
    kind = item.kind
    range = item.range
    others = item.additionalEdits.map(\.range)
    var marks: [UInt8] = []
    func add(_ text: String) {
      for byte in text.utf8
      where byte < 0x20 || byte < 0x80 && !isLetter(byte) && !isDigit(byte) && byte != 0x20 && byte != UInt8(ascii: ".")
      {
        marks.append(byte)
      }
      marks.append(0)
    }
    add(item.insertion.plainText)
    add(item.insertion.defaultText)
    for edit in item.additionalEdits { add(edit.replacement) }
    self.marks = marks
  }
}

/// The number of problems and of keys in a document.
private struct Reading {
  let problems: Int
  let names: Int

  init(_ document: Document) {
    func refused(_ problems: [SyntaxProblem]) -> Int { problems.reduce(0) { $0 + ($1.severity == .refused ? 1 : 0) } }
    switch document.content {
    case .propertyList:
      problems = refused(document.tree.problems)
      names = document.tree.nodes.reduce(0) { $0 + ($1.element == .key ? 1 : 0) }
    case .strings(let table):
      problems = refused(table.problems)
      names = table.entries.count
    case .stringCatalog(let catalog):
      problems = catalog.problems.count
      names = catalog.entries.reduce(0) { $0 + 1 + $1.localizations.count }
    case .xcodeProject(let project):
      problems = refused(project.tree.problems)
      names = document.buildSettings.count
    case .buildConfiguration(let file):
      problems = file.problems.count
      names = file.settings.count
    case .lockFile, .source: (problems, names) = (0, 0)
    }
  }
}

extension Document {
  /// Whether an item’s insertion is parsed as what its label says.
  fileprivate func says(_ item: Completion, in place: ByteRange) -> Bool {
    func isNamed(_ written: WrittenText) -> Bool { place.contains(written.content) && written.value == item.label }
    switch content {
    case .propertyList: return tree.says(item, in: place)
    case .strings(let table): return table.entries.contains { isNamed($0.key) }
    case .stringCatalog(let catalog):
      return catalog.entries.contains { isNamed($0.key) || $0.localizations.contains { isNamed($0.language) } }
    case .xcodeProject, .buildConfiguration:
      return buildSettings.contains { place.contains($0.nameRange) && $0.name == item.label }
    case .lockFile, .source: return false
    }
  }
}

extension PropertyListTree {
  fileprivate func says(_ item: Completion, in place: ByteRange) -> Bool {
    if item.kind == .file { return root?.element == .dict }
    return nodes.indices.contains { index in
      let node = nodes[index]
      guard node.kind == .element, node.range.touches(place) else { return false }
      if item.kind == .closingTag { return node.endTag.map(place.contains) ?? false }
      // A tag by itself, or with a sentence to complete.
      if item.label.hasPrefix("<") {
        return place.contains(node.startTag) && item.label.dropFirst().hasPrefix(node.element.name)
      }
      guard node.element == (item.kind == .key ? .key : .string), node.isClosed, place.contains(node.inner) else {
        return false
      }
      return item.kind == .entry && node.inner.count > 0
        || PropertyListValue(tree: self, index: index).string == item.label
    }
  }
}
