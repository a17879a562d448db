import PropertyList
import SourceText

/// What is under a cursor, from the tree and the bytes around the cursor.
///
/// Completion and hover both rely on this alone. It also works in broken documents, where an unclosed element extends
/// as far as the parser let it.
struct Cursor {
  enum Place {
    /// Nothing can be typed here, and nothing can be explained.
    case nowhere
    /// A file that is empty except for what is being typed.
    case blankFile(Fragment)
    /// Between the elements of a dictionary, an array, `<plist>` or the document itself.
    case gap(Gap)
    /// In the text of a leaf.
    case text(leaf: Int)
    /// In the beginning of an end tag; `element` is the innermost element that could end here.
    case halfEndTag(element: Int, Fragment)
    /// In a complete tag, or between the tags of a Boolean.
    case tag(element: Int)
  }

  /// Something that is half typed.
  struct Fragment {
    /// On one line, around the cursor; empty if nothing is typed.
    var range: ByteRange
    /// The part of it before the cursor.
    var typed: String
  }

  /// A place between elements.
  struct Gap {
    var container: Int
    /// The nodes before and after, of any kind.
    var previous: Int?
    var next: Int?
    var fragment: Fragment
  }

  let tree: PropertyListTree
  let offset: Int
  private(set) var place = Place.nowhere

  init(_ tree: PropertyListTree, at offset: Int) {
    self.tree = tree
    self.offset = min(max(offset, 0), tree.text.count)
    place = findPlace()
  }

  private func findPlace() -> Place {
    if let fragment = blankFileFragment() { return .blankFile(fragment) }
    let (index, child) = innermost()
    let node = tree.nodes[index]
    switch node.kind {
    case .comment, .instruction, .declaration, .doctype: return .nowhere
    case .document: return place(inGapOf: index, behind: child)
    case .cdata:
      let parent = Int(node.parent)
      return parent > 0 && tree.nodes[parent].element.isLeaf ? .text(leaf: parent) : .nowhere
    case .incompleteTag: return place(inHalfTag: index)
    case .element: return place(inElement: index, behind: child)
    }
  }

  // MARK: - The innermost node

  /// The innermost node that the cursor is in, and the last of its children that begins before the cursor.
  private func innermost() -> (node: Int, child: Int?) {
    var index = tree.lastNode(at: offset - 1)
    var child: Int?
    while index > 0, !holdsCursor(tree.nodes[index]) {
      child = index
      index = max(Int(tree.nodes[index].parent), 0)
    }
    return (index, child)
  }

  /// Whether the cursor is in a node that begins before it.
  private func holdsCursor(_ node: Node) -> Bool {
    let end = node.range.upper
    if offset < end { return true }
    switch node.kind {
    case .document: return true
    case .incompleteTag: return offset == end
    case .comment, .cdata: return offset == end && node.inner.upper == end
    case .instruction, .declaration, .doctype: return offset == end && byte(before: end) != UInt8(ascii: ">")
    case .element:
      guard !node.isClosed else { return false }
      if offset == end { return true }
      guard node.halfEndTag == nil else { return false }
      // The parser ends an unclosed element before the whitespace that precedes whatever ended it.
      let between = tree.text.slice(ByteRange(end, offset))
      if node.element.isLeaf { return between.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
      return node.element.isContainer && between.allSatisfy(isBlank)
    }
  }

  // MARK: - Places

  private func place(inElement index: Int, behind child: Int?) -> Place {
    let node = tree.nodes[index]
    if offset < node.startTag.upper { return .tag(element: index) }
    if let endTag = node.endTag, offset > endTag.lower { return .tag(element: index) }
    if let halfTag = node.halfEndTag, offset > halfTag.lower {
      return .halfEndTag(element: index, fragment(halfTag))
    }
    if node.element.isLeaf { return .text(leaf: index) }
    if node.element.isContainer { return place(inGapOf: index, behind: child) }
    return node.element.isBoolean ? .tag(element: index) : .nowhere
  }

  private func place(inGapOf container: Int, behind previous: Int?) -> Place {
    let gap = gap(in: container, behind: previous)
    guard let previous, tree.nodes[previous].kind == .incompleteTag else { return .gap(gap) }
    // Everything on the line after an incomplete tag, including spaces, is part of the tag.
    let tag = tree.nodes[previous].range
    guard tree.text.line(at: tag.lower) == tree.text.line(at: offset),
      !tree.text.slice(ByteRange(tag.upper, max(offset, tag.upper))).contains(where: isBracket)
    else { return .gap(gap) }
    return place(inHalfTag: previous, endingAt: max(gap.fragment.range.upper, offset))
  }

  private func place(inHalfTag index: Int, endingAt end: Int? = nil) -> Place {
    let node = tree.nodes[index]
    let parent = Int(node.parent)
    let fragment = fragment(ByteRange(node.range.lower, end ?? node.range.upper))
    let outer = tree.nodes[parent]
    let isEndTag = node.range.count > 1 && byte(before: node.range.lower + 2) == UInt8(ascii: "/")
    if isEndTag || outer.element.isLeaf { return .halfEndTag(element: parent, fragment) }
    guard parent == 0 || outer.element.isContainer else { return .nowhere }
    return .gap(
      Gap(
        container: parent, previous: tree.previousSibling(of: index), next: tree.nextSibling(of: index),
        fragment: fragment))
  }

  /// The gap around the cursor, with the text on the cursor’s line: text between elements is always something half
  /// typed.
  private func gap(in container: Int, behind previous: Int?) -> Gap {
    let node = tree.nodes[container]
    let next: Int?
    if let previous {
      next = tree.nextSibling(of: previous)
    } else {
      var children = tree.children(of: container)
      next = children.next()
    }
    let line = tree.text.contents(ofLine: tree.text.line(at: offset))
    let start = max(previous.map { tree.nodes[$0].range.upper } ?? node.inner.lower, line.lower, offset - 200)
    let end = min(next.map { tree.nodes[$0].range.lower } ?? max(node.inner.upper, offset), line.upper, offset + 200)

    // End tags that close nothing have no nodes, so their brackets also end the text.
    var lower = offset
    for index in stride(from: offset, to: min(start, offset), by: -1) {
      guard let byte = byte(before: index), !isBracket(byte) else { break }
      if !isBlank(byte) { lower = index - 1 }
    }
    var upper = offset
    for index in offset..<max(end, offset) {
      guard let byte = byte(before: index + 1), !isBracket(byte) else { break }
      // Text after the cursor only counts if the cursor touches it.
      if isBlank(byte), index == offset, lower == offset { break }
      if !isBlank(byte) { upper = index + 1 }
    }
    let typed = tree.text.withoutPartsOfCharacters(ByteRange(lower, upper), around: offset)
    return Gap(container: container, previous: previous, next: next, fragment: fragment(typed))
  }

  /// What is typed in a file without anything else; nil otherwise.
  private func blankFileFragment() -> Fragment? {
    guard tree.root == nil, tree.nodes.count <= 2 else { return nil }
    if tree.nodes.count == 2 {
      let node = tree.nodes[1]
      switch node.kind {
      case .incompleteTag: break
      case .declaration, .instruction, .doctype:
        if byte(before: node.range.upper) == UInt8(ascii: ">") { return nil }
      case .document, .element, .comment, .cdata: return nil
      }
    }
    let text = tree.text
    let start = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let typed = text.trimmed(ByteRange(start, text.count))
    guard !typed.isEmpty else { return Fragment(range: ByteRange(at: offset), typed: "") }
    // A longer text, or one with punctuation, is another format rather than a beginning.
    let isMarkup = text.bytes[typed.lower] == UInt8(ascii: "<")
    guard typed.count <= 64, isMarkup || text.slice(typed).allSatisfy({ isBlank($0) || isLetter($0) }),
      text.line(at: typed.lower) == text.line(at: typed.upper), typed.touches(offset)
    else { return nil }
    return fragment(typed)
  }

  private func fragment(_ range: ByteRange) -> Fragment {
    Fragment(range: range, typed: tree.text[ByteRange(range.lower, min(offset, range.upper))])
  }

  private func byte(before offset: Int) -> UInt8? {
    offset > 0 && offset <= tree.text.count ? tree.text.bytes[offset - 1] : nil
  }
}

extension Node {
  /// The incomplete end tag of the element; nil if it has a complete one, or none.
  var halfEndTag: ByteRange? {
    isClosed || inner.upper >= range.upper ? nil : ByteRange(inner.upper, range.upper)
  }
}

private func isBracket(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
}
