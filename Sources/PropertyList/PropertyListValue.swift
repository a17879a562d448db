public import SourceText

/// A value of a property list: a view of one element that is cheap to copy.
public struct PropertyListValue: Sendable {
  public let tree: PropertyListTree
  /// The element's place in ``PropertyListTree/nodes``.
  public let index: Int

  public init(tree: PropertyListTree, index: Int) {
    self.tree = tree
    self.index = index
  }

  public var node: Node { tree.nodes[index] }
  public var element: Element { node.element }

  /// The whole element, tags included.
  public var range: ByteRange { node.range }

  /// What to underline for the value: the text of a leaf, the start tag of a container with anything in it, else the
  /// whole element.
  public var highlight: ByteRange {
    if element.isLeaf { return textRange.isEmpty ? range : textRange }
    return element.isContainer && node.firstChild >= 0 ? node.startTag : range
  }

  /// The bytes between the tags; empty for a tag that closes itself.
  public var textRange: ByteRange { node.inner }

  /// The text of a leaf, references and CDATA sections resolved. Empty for anything else.
  public var string: String {
    guard element.isLeaf else { return "" }
    return String(decoding: stringBytes, as: UTF8.self)
  }

  private var stringBytes: [UInt8] {
    guard node.hasMarkup else { return Array(tree.text.slice(node.inner)) }
    var result: [UInt8] = []
    var at = node.inner.lower
    let text = tree.text
    for child in tree.children(of: index) {
      let node = tree.nodes[child]
      appendText(at, upTo: min(node.range.lower, self.node.inner.upper), of: text.bytes.span, to: &result)
      if node.kind == .cdata { result.append(contentsOf: tree.text.slice(node.inner)) }
      at = max(at, node.range.upper)
    }
    appendText(at, upTo: node.inner.upper, of: text.bytes.span, to: &result)
    return result
  }

  /// Appends a run of text with its references resolved; those that mean nothing stay as they are.
  private func appendText(_ start: Int, upTo end: Int, of bytes: Span<UInt8>, to result: inout [UInt8]) {
    var at = start
    while at < end {
      guard bytes[at] == UInt8(ascii: "&") else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let reference = Reference(in: bytes, at: at, before: end)
      if case .scalar(let scalar) = reference.meaning {
        result.append(contentsOf: String(scalar).utf8)
      } else {
        for index in reference.range.indices { result.append(bytes[index]) }
      }
      at = reference.range.upper
    }
  }

  /// The value of `<true/>` or `<false/>`, nil for anything else.
  public var bool: Bool? {
    switch element {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The elements of an array in order; empty for anything else.
  public var elements: [PropertyListValue] {
    guard element == .array else { return [] }
    return tree.children(of: index).compactMap { child in
      tree.nodes[child].kind == .element ? PropertyListValue(tree: tree, index: child) : nil
    }
  }

  /// The keys of a dictionary with their values, in order, duplicates kept; empty for anything else.
  public var entries: [PropertyListEntry] {
    guard element == .dict else { return [] }
    var result: [PropertyListEntry] = []
    var pending: PropertyListValue?
    for child in tree.children(of: index) where tree.nodes[child].kind == .element {
      let value = PropertyListValue(tree: tree, index: child)
      if value.element == .key {
        if let key = pending { result.append(PropertyListEntry(key: key, value: nil)) }
        pending = value
      } else if let key = pending {
        result.append(PropertyListEntry(key: key, value: value))
        pending = nil
      }
    }
    if let key = pending { result.append(PropertyListEntry(key: key, value: nil)) }
    return result
  }

  /// Whether this is an array or dictionary with nothing in it but white space and comments.
  public var isEmptyContainer: Bool {
    guard element == .dict || element == .array else { return false }
    return !tree.children(of: index).contains { tree.nodes[$0].kind == .element }
  }

  /// The value this one lies in, nil for the outermost.
  public var parent: PropertyListValue? {
    let parent = Int(node.parent)
    guard parent > 0, tree.nodes[parent].kind == .element, tree.nodes[parent].element != .plist else { return nil }
    return PropertyListValue(tree: tree, index: parent)
  }
}

/// A key of a dictionary and the value behind it.
public struct PropertyListEntry: Sendable {
  /// The `<key>` element.
  public let key: PropertyListValue
  /// Nil if the next thing is another key or the dictionary's end.
  public let value: PropertyListValue?

  /// The key's text.
  public var name: String { key.string }

  /// From the key's start tag to the value's end.
  public var range: ByteRange { ByteRange(key.range.lower, value?.range.upper ?? key.range.upper) }
}
