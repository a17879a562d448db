import PrivacyRules
import PropertyList
import SourceText

extension Document {
  /// The tree if its ranges are positions in the editor’s text; nil for a document that isn’t XML.
  var visibleTree: PropertyListTree? { hasPositions && hasTree ? tree : nil }
}

extension Snapshot {
  /// The manifest if its ranges are positions in the editor’s text; nil if the document has none.
  var visibleManifest: PrivacyManifest? { document.hasPositions ? linter.manifest(of: document) : nil }
}

/// Parts of a text in order, without those that begin before the previous one ends.
func withoutOverlaps<Part>(_ parts: [Part], _ range: KeyPath<Part, ByteRange>) -> [Part] {
  var end = 0
  return parts.sorted { $0[keyPath: range] < $1[keyPath: range] }.filter { part in
    guard part[keyPath: range].lower >= end else { return false }
    end = part[keyPath: range].upper
    return true
  }
}

extension PropertyListTree {
  /// The previous node with the same parent; nil if there is none.
  func previousSibling(of index: Int) -> Int? {
    guard nodes.indices.contains(index), index > 0 else { return nil }
    // In document order, the preceding node is the sibling, or the last node inside it.
    let parent = Int(nodes[index].parent)
    var at = index - 1
    while at > parent, Int(nodes[at].parent) != parent { at = Int(nodes[at].parent) }
    return at > parent ? at : nil
  }

  /// The key and value of which the element is one; nil if it is neither.
  func entry(of element: Int) -> (key: Int, value: Int?)? {
    let parent = Int(nodes[element].parent)
    guard parent >= 0, nodes[parent].element == .dict, nodes[element].kind == .element else { return nil }
    guard nodes[element].element != .key else { return (element, valueOfKey(element)) }
    var previous = previousSibling(of: element)
    while let at = previous {
      let node = nodes[at]
      if node.kind == .element {
        if node.element == .key { return valueOfKey(at) == element ? (at, element) : nil }
        // An unclosed leaf between a key and its value is being typed.
        guard node.element.isLeaf, !node.isClosed else { return nil }
      }
      previous = previousSibling(of: at)
    }
    return nil
  }

  private func valueOfKey(_ key: Int) -> Int? {
    var fragment: Int?
    var next = nextSibling(of: key)
    while let at = next {
      let node = nodes[at]
      if node.kind == .element {
        if node.element == .key { break }
        guard node.element.isLeaf, !node.isClosed else { return at }
        fragment = at
      }
      next = nextSibling(of: at)
    }
    return fragment
  }

  /// The range of the name in a tag; nil if there is none.
  func name(ofTag tag: ByteRange) -> ByteRange? {
    let bytes = text.bytes
    var lower = tag.lower + 1
    if lower < tag.upper, bytes[lower] == UInt8(ascii: "/") { lower += 1 }
    var upper = lower
    while upper < tag.upper, !isBlank(bytes[upper]), bytes[upper] != UInt8(ascii: ">"),
      bytes[upper] != UInt8(ascii: "/"), bytes[upper] != UInt8(ascii: "<")
    {
      upper += 1
    }
    return upper > lower ? ByteRange(lower, upper) : nil
  }

  /// The range of the declaration, instructions and document type before the first element; nil if there are none.
  var header: ByteRange? {
    var header: ByteRange?
    for child in children(of: 0) {
      let node = nodes[child]
      switch node.kind {
      case .declaration, .instruction, .doctype:
        header = ByteRange(header?.lower ?? node.range.lower, node.range.upper)
      case .comment: continue
      case .document, .element, .cdata, .incompleteTag: return header
      }
    }
    return header
  }
}
