public import SourceText

/// A value of a property list: a view of an element that is cheap to copy.
public struct PropertyListValue: Sendable {
  public let tree: PropertyListTree
  /// The element’s index in ``PropertyListTree/nodes``.
  public let index: Int

  public init(tree: PropertyListTree, index: Int) {
    self.tree = tree
    self.index = index
  }

  public var node: Node { tree.nodes[index] }
  public var element: Element { node.element }

  /// The whole element, including its tags.
  public var range: ByteRange { node.range }

  /// The range to underline: the text of a leaf, the start tag of a container that isn’t empty, or the whole element.
  public var highlight: ByteRange {
    if element.isLeaf { return textRange.isEmpty ? range : textRange }
    return element.isContainer && node.firstChild >= 0 ? node.startTag : range
  }

  /// The bytes between the tags; empty for a self-closing tag.
  public var textRange: ByteRange { node.inner }

  /// The text of a leaf with references and CDATA sections resolved; empty for containers.
  public var string: String {
    guard element.isLeaf else { return "" }
    return String(decoding: stringBytes, as: UTF8.self)
  }

  /// The bytes of a leaf’s text if they are its value; nil if they contain markup or references.
  public var plainTextRange: ByteRange? {
    node.plainTextRange
  }

  /// The text of a leaf with its position between the tags.
  public var written: WrittenText {
    guard element.isLeaf, node.hasMarkup else {
      return WrittenText(string, range: range, content: textRange, notation: .xml)
    }
    var builder = WrittenTextBuilder()
    let bytes = tree.text.bytes[...]
    Self.forEachPiece(of: node, in: tree.nodes, bytes.span) { piece in
      switch piece {
      case .verbatim(let range): builder.append(bytes[range], at: range.lowerBound)
      case .reference(let scalar, let offset): builder.append(escaped: scalar, at: offset)
      }
    }
    return builder.finish(range: range, content: textRange, notation: .xml)
  }

  private var stringBytes: [UInt8] {
    guard node.hasMarkup else { return Array(tree.text.slice(node.inner)) }
    let bytes = tree.text.bytes[...]
    return Self.text(of: index, nodes: tree.nodes, bytes.span)
  }

  /// The bytes of a leaf’s text with references and CDATA sections resolved.
  static func text(of index: Int, nodes: [Node], _ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(nodes[index].inner.count)
    forEachPiece(of: nodes[index], in: nodes, bytes) { piece in
      switch piece {
      case .verbatim(let range): for index in range { result.append(bytes[index]) }
      case .reference(let scalar, _): result.append(contentsOf: String(scalar).utf8)
      }
    }
    return result
  }

  /// A part of a leaf's text.
  private enum Piece {
    /// Literal bytes.
    case verbatim(Range<Int>)
    /// The character of a reference at an offset.
    case reference(Unicode.Scalar, at: Int)
  }

  /// Calls `body` with the parts of a leaf’s text, in order. Invalid references are literal.
  private static func forEachPiece(
    of leaf: Node, in nodes: [Node], _ bytes: Span<UInt8>, _ body: (Piece) -> Void
  ) {
    var at = leaf.inner.lower
    var child = leaf.firstChild
    while true {
      let part = child >= 0 ? nodes[Int(child)] : nil
      let end = min(part?.range.lower ?? leaf.inner.upper, leaf.inner.upper)
      var start = at
      while at < end {
        guard bytes[at] == UInt8(ascii: "&") else {
          at += 1
          continue
        }
        let reference = Reference(in: bytes, at: at, before: end)
        switch reference.meaning {
        case .scalar(let scalar), .forbidden(let scalar):
          if start < at { body(.verbatim(start..<at)) }
          body(.reference(scalar, at: at))
          start = reference.range.upper
        case .unknown, .invalid: break
        }
        at = max(reference.range.upper, at + 1)
      }
      if start < end { body(.verbatim(start..<end)) }
      guard let part else { return }
      if part.kind == .cdata { body(.verbatim(part.inner.indices)) }
      at = max(at, part.range.upper)
      child = part.next
    }
  }

  /// The value of `<true/>` or `<false/>`; otherwise nil.
  public var bool: Bool? {
    switch element {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The value of an `<integer>` that fits; otherwise nil.
  public var integer: Int64? {
    guard element == .integer else { return nil }
    let bytes = tree.text.bytes[...]
    guard let written = ValueSyntax.integer(bytes.span, node.inner.indices) else { return nil }
    guard written.isNegative else { return Int64(exactly: written.magnitude) }
    return written.magnitude == UInt64(Int64.max) + 1 ? Int64.min : Int64(exactly: written.magnitude).map { -$0 }
  }

  /// The value of a `<real>` or an `<integer>`; otherwise nil.
  public var real: Double? {
    if element == .real { return ValueSyntax.real(stringBytes) }
    guard element == .integer else { return nil }
    let bytes = tree.text.bytes[...]
    return ValueSyntax.integer(bytes.span, node.inner.indices).map { Double($0.magnitude) * ($0.isNegative ? -1 : 1) }
  }

  /// The elements of an array in order; empty for other types.
  public var elements: PropertyListElements {
    guard element == .array else { return PropertyListElements(tree: tree) }
    let nodes = tree.nodes
    let elements = tree.children(of: index).filter { nodes[$0].kind == .element }
    return PropertyListElements(tree: tree, nodes: elements.map { Int32(truncatingIfNeeded: $0) })
  }

  /// The keys of a dictionary with their values, in order, with duplicates; empty for other types.
  public var entries: [PropertyListEntry] {
    var result: [PropertyListEntry] = []
    forEachEntry { key, value in
      result.append(
        PropertyListEntry(
          key: PropertyListValue(tree: tree, index: key),
          value: value.map { PropertyListValue(tree: tree, index: $0) }))
    }
    return result
  }

  /// Calls `body` with the nodes of each key of a dictionary and of its value, in order, with duplicates.
  ///
  /// An unclosed leaf between a key and its value is being typed, and is ignored.
  public func forEachEntry(_ body: (_ key: Int, _ value: Int?) -> Void) {
    guard element == .dict else { return }
    var pending: Int?
    var child = node.firstChild
    while child >= 0 {
      let index = Int(child)
      let node = tree.nodes[index]
      child = node.next
      guard node.kind == .element, pending == nil || !isFragment(node, before: child) else { continue }
      if node.element == .key {
        if let key = pending { body(key, nil) }
        pending = index
      } else if let key = pending {
        body(key, index)
        pending = nil
      }
    }
    if let key = pending { body(key, nil) }
  }

  /// Whether a node is an unclosed leaf before another value.
  private func isFragment(_ node: Node, before next: Int32) -> Bool {
    guard !node.isClosed, node.element.isLeaf else { return false }
    var next = next
    while next >= 0 {
      let node = tree.nodes[Int(next)]
      if node.kind == .element { return node.element != .key }
      next = node.next
    }
    return false
  }

  /// Whether this is an array or dictionary that contains only whitespace and comments.
  public var isEmptyContainer: Bool {
    guard element == .dict || element == .array else { return false }
    return !tree.children(of: index).contains { tree.nodes[$0].kind == .element }
  }

  /// The container of this value; nil for the root.
  public var parent: PropertyListValue? {
    let parent = Int(node.parent)
    guard parent > 0, tree.nodes[parent].kind == .element, tree.nodes[parent].element != .plist else { return nil }
    return PropertyListValue(tree: tree, index: parent)
  }
}

/// Several elements of one property list, stored as indices, so that a hundred thousand need no reference counting.
public struct PropertyListElements: RandomAccessCollection, Sendable {
  public let tree: PropertyListTree
  /// The indices of the elements in ``PropertyListTree/nodes``.
  public let nodes: [Int32]

  public init(tree: PropertyListTree, nodes: [Int32] = []) {
    self.tree = tree
    self.nodes = nodes
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { nodes.count }
  public subscript(position: Int) -> PropertyListValue {
    PropertyListValue(tree: tree, index: Int(nodes[position]))
  }

  /// The elements whose nodes satisfy a predicate.
  public func filter(_ isIncluded: (Node) -> Bool) -> PropertyListElements {
    let all = tree.nodes
    return PropertyListElements(tree: tree, nodes: nodes.filter { isIncluded(all[Int($0)]) })
  }

  /// Whether all nodes satisfy a predicate.
  public func allNodesSatisfy(_ predicate: (Node) -> Bool) -> Bool {
    let all = tree.nodes
    return nodes.allSatisfy { predicate(all[Int($0)]) }
  }
}

/// A key of a dictionary and its value.
public struct PropertyListEntry: Sendable {
  /// The `<key>` element.
  public let key: PropertyListValue
  /// Nil if another key or the end of the dictionary follows.
  public let value: PropertyListValue?

  public init(key: PropertyListValue, value: PropertyListValue?) {
    self.key = key
    self.value = value
  }

  /// The text of the key.
  public var name: String { key.string }

  /// From the key's start tag to the value's end.
  public var range: ByteRange { ByteRange(key.range.lower, value?.range.upper ?? key.range.upper) }
}
