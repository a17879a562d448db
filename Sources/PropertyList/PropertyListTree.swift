public import SourceText

/// A parsed XML property list. Any bytes at all give one; what is wrong with them stands in ``problems``.
///
/// Nodes lie in one array in document order and know their parent and next sibling by index, so that a tree of any
/// depth is built, walked and freed without recursion. Plain text has no nodes of its own: white space between
/// elements belongs to no one, and the text of a leaf is its ``Node/inner`` range.
public final class PropertyListTree: Sendable {
  public let text: SourceText
  /// In document order. The first is the document itself and spans the whole text.
  public let nodes: [Node]
  /// In the order of their ranges.
  public let problems: [SyntaxProblem]
  /// The index of the element that holds the property list's value; nil if there is none.
  let rootIndex: Int32?
  /// The edits after which Apple’s parser reads the text as this tree has it; empty where the tree is that of the text.
  public let mending: [TextEdit]
  /// Where the tree has something else than the text.
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

  /// The outermost value, nil if the document has none.
  public var root: PropertyListValue? {
    rootIndex.map { PropertyListValue(tree: self, index: Int($0)) }
  }

  /// The last node that begins at or before an offset; what holds the offset is that node or lies around it.
  public func lastNode(at offset: Int) -> Int {
    max(nodes.partitioningIndex { $0.range.lower > offset } - 1, 0)
  }

  /// The nodes that hold or touch an offset, the document first, the innermost last.
  ///
  /// Where an offset lies between two siblings that touch, the one that begins there wins.
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

  /// The node behind a node in the same parent, nil if it is the last.
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

  /// Whether the syntax is broken anywhere in a range: what hangs on its structure had better not be judged.
  public func isBroken(in range: ByteRange) -> Bool {
    problems(in: range).contains { $0.severity == .refused }
  }
}

/// One node of a ``PropertyListTree``.
public struct Node: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    case document, element, comment, cdata, instruction, declaration, doctype
    /// A tag of which only the beginning stands there.
    case incompleteTag
  }

  public let kind: Kind
  /// What the element is; ``Element/other`` for everything that is no element.
  public let element: Element
  /// Whether the element's end is written: an end tag, or `/>`.
  public internal(set) var isClosed = false
  /// Whether the element is one tag that closes itself.
  public let isSelfClosing: Bool
  /// Whether a leaf's text has markup or references in it, so that its bytes are not its value.
  var hasMarkup = false
  /// The index of the node this one lies in; -1 for the document.
  public internal(set) var parent: Int32
  var firstChild: Int32 = -1
  var next: Int32 = -1
  private var lower: Int32
  private var upper: Int32
  private var innerLower: Int32
  private var innerUpper: Int32

  /// A node of offsets that are known to fit, which those in a text with a tree do.
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

  /// The bytes of the node, its tags included.
  public internal(set) var range: ByteRange {
    get { ByteRange(Int(lower), Int(upper)) }
    set {
      lower = Int32(clamping: newValue.lower)
      upper = Int32(clamping: newValue.upper)
    }
  }

  /// The bytes between the tags, or between a comment's delimiters. Empty at the end of a tag that closes itself.
  public internal(set) var inner: ByteRange {
    get { ByteRange(Int(innerLower), Int(innerUpper)) }
    set {
      innerLower = Int32(clamping: newValue.lower)
      innerUpper = Int32(clamping: newValue.upper)
    }
  }

  /// Sets where the element ends and notes that its end is written.
  mutating func close(innerUpper: Int, upper: Int) {
    self.innerUpper = Int32(clamping: innerUpper)
    self.upper = Int32(clamping: upper)
    isClosed = true
  }

  /// The bytes of a leaf's text where they are its value as they stand, which they are without markup and references;
  /// nil otherwise.
  public var plainTextRange: ByteRange? { element.isLeaf && !hasMarkup ? inner : nil }

  /// The bytes of the start tag.
  public var startTag: ByteRange { ByteRange(Int(lower), isSelfClosing ? Int(upper) : Int(innerLower)) }

  /// The bytes of the end tag, nil if there is none.
  public var endTag: ByteRange? { isClosed && !isSelfClosing ? ByteRange(Int(innerUpper), Int(upper)) : nil }
}
