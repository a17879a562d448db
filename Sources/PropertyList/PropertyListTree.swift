public import SourceText

/// A parsed XML property list. Any bytes give a tree; ``problems`` contains the mistakes.
///
/// Nodes are in one array in document order and refer to parent and next sibling by index, so a tree of any depth is
/// built, walked and freed without recursion. Plain text has no nodes: whitespace between elements has none, and the text
/// of a leaf is its ``Node/inner`` range.
public final class PropertyListTree: Sendable {
  public let text: SourceText
  /// In document order. The first is the document, which spans the whole text.
  public let nodes: [Node]
  /// In the order of their ranges.
  public let problems: [SyntaxProblem]
  /// The index of the root value; nil if there is none.
  let rootIndex: Int32?
  /// The edits that repair the text so that Apple’s parser reads this tree; empty if the text isn’t repaired.
  public let mending: [TextEdit]
  /// Where the tree differs from the text.
  public let unclear: [ByteRange]

  init(
    text: SourceText, nodes: [Node], problems: [SyntaxProblem], rootIndex: Int32?, mending: [TextEdit] = [],
    unclear: [ByteRange] = []
  ) {
    self.text = text
    self.nodes = nodes
    self.problems = problems
    self.rootIndex = rootIndex
    self.mending = mending
    self.unclear = unclear
  }

  /// The same tree without some problems.
  public func leavingOut(_ isLeftOut: (SyntaxProblem) -> Bool) -> PropertyListTree {
    PropertyListTree(text: text, nodes: nodes, problems: problems.filter { !isLeftOut($0) }, rootIndex: rootIndex)
  }

  /// The root value; nil if there is none.
  public var root: PropertyListValue? {
    rootIndex.map { PropertyListValue(tree: self, index: Int($0)) }
  }

  /// The last node that begins at or before an offset; this node or one around it contains the offset.
  public func lastNode(at offset: Int) -> Int {
    max(nodes.partitioningIndex { $0.range.lower > offset } - 1, 0)
  }

  /// The nodes that contain or touch an offset, from the document to the innermost.
  ///
  /// Between two adjacent siblings, the one that begins at the offset wins.
  public func path(at offset: Int) -> [Int] {
    var path: [Int] = []
    var index = Int32(lastNode(at: offset))
    while index >= 0 {
      let node = nodes[Int(index)]
      if node.range.touches(offset) { path.append(Int(index)) }
      index = node.parent
    }
    return path.reversed()
  }

  /// The next sibling of a node; nil if it is the last.
  public func nextSibling(of index: Int) -> Int? {
    let next = nodes[index].next
    return next >= 0 ? Int(next) : nil
  }

  /// The indices of the children of a node, in order.
  public func children(of index: Int) -> ChildSequence {
    ChildSequence(nodes: nodes, upcoming: nodes[index].firstChild)
  }

  public struct ChildSequence: Sequence, IteratorProtocol {
    let nodes: [Node]
    var upcoming: Int32

    public mutating func next() -> Int? {
      guard upcoming >= 0 else { return nil }
      let index = Int(upcoming)
      upcoming = nodes[index].next
      return index
    }
  }

  /// The problems that begin in a range or at its end, in order.
  public func problems(in range: ByteRange) -> ArraySlice<SyntaxProblem> {
    let first = problems.partitioningIndex { $0.range.lower >= range.lower }
    return problems[first..<max(first, problems.partitioningIndex { $0.range.lower > range.upper })]
  }

  /// Whether the syntax is broken anywhere in a range, so that its structure is unreliable.
  public func isBroken(in range: ByteRange) -> Bool {
    problems(in: range).contains { $0.severity == .refused }
  }
}

/// One node of a ``PropertyListTree``.
public struct Node: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    case document, element, comment, cdata, instruction, declaration, doctype
    /// An incomplete tag.
    case incompleteTag
  }

  public let kind: Kind
  /// The type of the element; ``Element/other`` for other nodes.
  public let element: Element
  /// Whether the element has an end tag or `/>`.
  public internal(set) var isClosed = false
  /// Whether the element is a self-closing tag.
  public let isSelfClosing: Bool
  /// Whether a leaf’s text contains markup or references, so that its bytes differ from its value.
  var hasMarkup = false
  /// The index of the parent; -1 for the document.
  public internal(set) var parent: Int32
  var firstChild: Int32 = -1
  var next: Int32 = -1
  private var lower: Int32
  private var upper: Int32
  private var innerLower: Int32
  private var innerUpper: Int32

  /// Makes a node from offsets that fit in 31 bits.
  @inline(__always)
  init(
    _ kind: Kind, _ element: Element, _ lower: Int, _ upper: Int, inner innerLower: Int, _ innerUpper: Int,
    parent: Int32, isSelfClosing: Bool = false, isClosed: Bool = false, hasMarkup: Bool = false
  ) {
    self.kind = kind
    self.element = element
    self.isSelfClosing = isSelfClosing
    self.isClosed = isClosed
    self.hasMarkup = hasMarkup
    self.parent = parent
    self.lower = Int32(truncatingIfNeeded: lower)
    self.upper = Int32(truncatingIfNeeded: upper)
    self.innerLower = Int32(truncatingIfNeeded: innerLower)
    self.innerUpper = Int32(truncatingIfNeeded: innerUpper)
  }

  /// The bytes of the node, including its tags.
  public internal(set) var range: ByteRange {
    get { ByteRange(Int(lower), Int(upper)) }
    set {
      lower = Int32(clamping: newValue.lower)
      upper = Int32(clamping: newValue.upper)
    }
  }

  /// The bytes between the tags, or between a comment’s delimiters. Empty for a self-closing tag.
  public internal(set) var inner: ByteRange {
    get { ByteRange(Int(innerLower), Int(innerUpper)) }
    set {
      innerLower = Int32(clamping: newValue.lower)
      innerUpper = Int32(clamping: newValue.upper)
    }
  }

  /// Sets the end of the element and marks it as closed.
  mutating func close(innerUpper: Int, upper: Int) {
    self.innerUpper = Int32(clamping: innerUpper)
    self.upper = Int32(clamping: upper)
    isClosed = true
  }

  /// The bytes of a leaf’s text if they are its value; nil if they contain markup or references.
  public var plainTextRange: ByteRange? { element.isLeaf && !hasMarkup ? inner : nil }

  /// The bytes of the start tag.
  public var startTag: ByteRange { ByteRange(Int(lower), isSelfClosing ? Int(upper) : Int(innerLower)) }

  /// The bytes of the end tag; nil if there is none.
  public var endTag: ByteRange? { isClosed && !isSelfClosing ? ByteRange(Int(innerUpper), Int(upper)) : nil }
}
