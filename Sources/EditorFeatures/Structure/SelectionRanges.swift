import JSON
public import PrivacyRules
import ProjectFiles
import PropertyList
public import SourceText

/// The ranges to which a selection at an offset expands: a word, the text, its element, the key with its value, the
/// contents of the dictionary, the dictionary, and so on to the whole document. Each contains the offset and the
/// previous range. There is at least one, but none for source code, where other servers know better.
public func selectionRanges(in document: Document, at offset: Int) -> [ByteRange] {
  if document.kind == .source { return [] }
  let text = document.text
  var steps = Steps(offset: min(max(offset, 0), text.count))
  if let tree = document.visibleTree {
    steps.add(tree)
  } else {
    steps.addProjectFile(document)
    let line = text.contents(ofLine: text.line(at: steps.offset))
    steps.add(text.word(at: steps.offset, in: line))
    steps.add(line)
  }
  steps.add(ByteRange(0, text.count))
  return steps.ranges.isEmpty ? [ByteRange(at: steps.offset)] : steps.ranges
}

private struct Steps {
  /// The most steps before the whole document.
  private static let most = 100
  /// A limit, because many positions may be requested in the same long run of whitespace.
  fileprivate static let mostBlanks = 10_000

  let offset: Int
  private(set) var ranges: [ByteRange] = []

  /// Adds a range if it is larger than the last one.
  mutating func add(_ range: ByteRange?) {
    guard let range, !range.isEmpty, range.touches(offset) else { return }
    if let last = ranges.last, !range.contains(last) || range == last { return }
    ranges.append(range)
  }

  mutating func add(_ tree: PropertyListTree) {
    var index = tree.lastNode(at: offset)
    var previous: Int?
    while index > 0, ranges.count < Self.most {
      if tree.nodes[index].range.touches(offset) { add(tree, index, behind: previous) }
      previous = index
      index = Int(tree.nodes[index].parent)
    }
  }

  /// - Parameter previous: The last child that begins before the offset.
  private mutating func add(_ tree: PropertyListTree, _ index: Int, behind previous: Int?) {
    let node = tree.nodes[index]
    let inner = tree.text.trimmed(node.inner, within: Self.mostBlanks)
    switch node.kind {
    case .document: break
    case .comment, .cdata:
      add(tree.text.word(at: offset, in: node.inner))
      add(inner)
      add(node.range)
    case .incompleteTag: add(node.range)
    case .instruction, .declaration, .doctype:
      add(node.range)
      add(tree.header)
    case .element:
      add(tree.name(ofTag: node.startTag))
      if let endTag = node.endTag { add(tree.name(ofTag: endTag)) }
      if node.element.isLeaf {
        add(tree.text.word(at: offset, in: node.inner))
        add(inner)
      } else {
        // Between a key and its value, the entry comes first.
        if ranges.isEmpty, let previous { addEntry(tree, of: previous) }
        if node.element.isContainer { add(inner) }
      }
      add(node.range)
      addEntry(tree, of: index)
    }
  }

  private mutating func addEntry(_ tree: PropertyListTree, of index: Int) {
    guard let entry = tree.entry(of: index), let value = entry.value else { return }
    add(ByteRange(tree.nodes[entry.key].range.lower, tree.nodes[value].range.upper))
  }
}

extension Steps {
  /// Adds the ranges in a file that isn’t a property list.
  fileprivate mutating func addProjectFile(_ document: Document) {
    switch document.content {
    case .propertyList, .lockFile, .source: break
    case .strings(let table): add(table.tree)
    case .xcodeProject(let project): add(project.tree)
    case .stringCatalog(let catalog): add(catalog.json, document.text)
    case .buildConfiguration(let file): add(file)
    }
  }

  private mutating func add(_ tree: OpenStepTree) {
    for comment in tree.comments(touching: offset) { add(comment.range, comment.content, tree.text) }
    for value in tree.path(at: offset).reversed() where ranges.count < Self.most {
      if value.kind == .dictionary, value.content == value.range {
        // Without braces, it is the document.
        continue
      }
      if value.kind == .string {
        add(tree.text.word(at: offset, in: value.content))
        add(value.content)
      } else {
        add(tree.text.trimmed(value.content, within: Self.mostBlanks))
      }
      add(value.range)
      add(value.entry?.range)
    }
  }

  private mutating func add(_ json: JSONDocument, _ text: SourceText) {
    for (name, value) in json.path(at: offset).reversed() where ranges.count < Self.most {
      for part in [name, value] {
        guard let part, let content = part.content.map({ ByteRange($0) }) else { continue }
        add(text.word(at: offset, in: content))
        add(content)
        add(ByteRange(part.range))
      }
      let range = ByteRange(value.range)
      if value.kind == .object || value.kind == .array, value.isClosed {
        add(text.trimmed(ByteRange(range.lower + 1, range.upper - 1), within: Self.mostBlanks))
      }
      add(range)
      if let name { add(ByteRange(name.range.lowerBound, max(name.range.upperBound, range.upper))) }
    }
  }

  private mutating func add(_ file: BuildConfigurationFile) {
    let line = file.text.contents(ofLine: file.text.line(at: offset))
    if let comment = file.comments.first(where: { $0.range.touches(offset) }) {
      add(comment.range, comment.content, file.text)
    }
    if let setting = file.settings.first(where: { $0.range.touches(offset) }) {
      for value in setting.values {
        add(file.text.word(at: offset, in: value.content))
        add(value.content)
        add(value.range)
      }
      add(setting.nameRange)
      add(setting.range)
    }
    add(file.text.word(at: offset, in: line))
    add(line)
  }

  private mutating func add(_ comment: ByteRange, _ content: ByteRange, _ text: SourceText) {
    add(text.word(at: offset, in: content))
    add(text.trimmed(content, within: Self.mostBlanks))
    add(comment)
  }
}

extension SourceText {
  /// The word at an offset in a range: letters, digits and joining punctuation. Nil if there is none, or it is very
  /// long.
  fileprivate func word(at offset: Int, in range: ByteRange) -> ByteRange? {
    guard range.touches(offset) else { return nil }
    let longest = 1_000
    var lower = offset
    while lower > range.lower, isPartOfWord(bytes[lower - 1]) {
      lower -= 1
      if offset - lower > longest { return nil }
    }
    var upper = offset
    while upper < range.upper, isPartOfWord(bytes[upper]) {
      upper += 1
      if upper - offset > longest { return nil }
    }
    // Punctuation at the end of a sentence isn’t part of the word.
    while upper > lower, isJoint(bytes[upper - 1]) { upper -= 1 }
    while lower < upper, isJoint(bytes[lower]) { lower += 1 }
    return upper > lower ? ByteRange(lower, upper) : nil
  }

  private func isPartOfWord(_ byte: UInt8) -> Bool {
    isJoint(byte) || isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "'")
  }
}
