public import PrivacyRules
import PropertyList
public import SourceText

/// Ranges that are edited together.
public struct LinkedEditingRanges: Hashable, Sendable {
  /// The names in a start tag and in its end tag, which are equal.
  public var ranges: [ByteRange]
  /// A regular expression for the name while it is edited.
  public var wordPattern: String
}

/// The names in the two tags of an element, if the offset is in one of them; nil if it isn’t, or if the tags may not
/// belong together.
public func linkedEditingRanges(in document: Document, at offset: Int) -> LinkedEditingRanges? {
  guard let tree = document.visibleTree, case .tag(let index) = Cursor(tree, at: offset).place else { return nil }
  let node = tree.nodes[index]
  guard node.kind == .element, let endTag = node.endTag, let first = tree.name(ofTag: node.startTag),
    let second = tree.name(ofTag: endTag), first.touches(offset) || second.touches(offset),
    tree.text.slice(first).elementsEqual(tree.text.slice(second)), !tree.isPairInDoubt(index, named: tree.text[first])
  else { return nil }
  return LinkedEditingRanges(ranges: [first, second], wordPattern: "[A-Za-z_][A-Za-z0-9_.-]*")
}

extension PropertyListTree {
  /// Whether another end tag may belong to an element: a tag in between is wrong, or there is an extra one after it.
  fileprivate func isPairInDoubt(_ index: Int, named name: String) -> Bool {
    let range = nodes[index].range
    if problems(in: ByteRange(range.lower, range.upper - 1)).contains(where: { $0.kind.isAboutTags }) { return true }
    // An unclosed unknown element has only one problem, which is about its name.
    var inner = index + 1
    while inner < nodes.count, nodes[inner].range.lower < range.upper {
      if nodes[inner].kind == .element, !nodes[inner].isClosed { return true }
      inner += 1
    }
    let behind = ByteRange(range.upper, nodes[Int(nodes[index].parent)].range.upper)
    return problems(in: behind).contains { $0.kind == .unexpectedEndTag(name) }
  }
}

extension SyntaxProblem.Kind {
  fileprivate var isAboutTags: Bool {
    switch self {
    case .unclosedElement, .unexpectedEndTag, .mismatchedEndTag, .startTagForEndTag, .swappedEndTags, .incompleteTag,
      .malformedTag, .elementInText:
      true
    default: false
    }
  }
}
