public import PrivacyRules
import PropertyList
public import SourceText

/// The edit that completes a tag or element being typed: the end tag after the `>` of a start tag, and the missing name
/// after `</`. Nil if nothing is missing. The cursor should stay before an inserted end tag, but go after a completed
/// one.
///
/// - Parameter offset: The byte offset after the typed character.
public func typingEdit(in document: Document, at offset: Int, typed: String) -> TextEdit? {
  guard let tree = document.visibleTree, let character = typed.utf8.first, typed.utf8.count == 1 else { return nil }
  let bytes = document.text.bytes
  // Some clients send the offset before the character.
  var offset = min(max(offset, 0), bytes.count)
  func isTyped(_ offset: Int) -> Bool { offset > 0 && offset <= bytes.count && bytes[offset - 1] == character }
  if !isTyped(offset) { offset += 1 }
  guard isTyped(offset) else { return nil }
  switch character {
  case UInt8(ascii: ">"): return endTag(in: tree, behind: offset)
  case UInt8(ascii: "/"):
    guard offset > 1, bytes[offset - 2] == UInt8(ascii: "<") else { return nil }
    return endTagName(in: tree, at: offset)
  default: return nil
  }
}

private func endTag(in tree: PropertyListTree, behind offset: Int) -> TextEdit? {
  let index = tree.lastNode(at: offset - 1)
  let node = tree.nodes[index]
  let bytes = tree.text.bytes
  guard node.kind == .element, !node.isSelfClosing, node.startTag.upper == offset, node.element != .other,
    node.startTag.count > 2, !isBlank(bytes[node.startTag.lower + 1]), !tree.isInLeaf(index)
  else { return nil }
  if let endTag = node.endTag {
    // An end tag that follows immediately belongs to this element. A later one may belong to an outer element that
    // lacks one.
    let between = bytes[offset..<endTag.lower]
    if between.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) || !tree.hasOpenAncestor(like: index) { return nil }
  } else if node.halfEndTag != nil {
    return nil
  }
  // A Boolean is empty, so its tag closes itself.
  if node.element.isBoolean { return .insert("/", at: offset - 1) }
  return .insert("</\(node.element.name)>", at: offset)
}

/// The rest of an end tag after `</`.
private func endTagName(in tree: PropertyListTree, at offset: Int) -> TextEdit? {
  guard case .halfEndTag(let index, let fragment) = Cursor(tree, at: offset).place, fragment.typed == "</" else {
    return nil
  }
  let name = tree.nodes[index].element.name
  guard tree.nodes[index].kind == .element, !name.isEmpty else { return nil }
  let rest = tree.text[ByteRange(offset, fragment.range.upper)].drop { $0 == " " || $0 == "\t" }
  switch rest {
  case "": return .insert(name + ">", at: offset)
  case ">": return .insert(name, at: offset)
  default: return nil
  }
}

extension PropertyListTree {
  /// Whether a node is in the text of a leaf.
  fileprivate func isInLeaf(_ index: Int) -> Bool {
    let parent = Int(nodes[index].parent)
    return parent > 0 && !nodes[parent].element.isContainer
  }

  /// Whether an outer element is of the same kind and lacks its end tag.
  fileprivate func hasOpenAncestor(like index: Int) -> Bool {
    var at = Int(nodes[index].parent)
    while at > 0 {
      if nodes[at].element == nodes[index].element, !nodes[at].isClosed { return true }
      at = Int(nodes[at].parent)
    }
    return false
  }
}
