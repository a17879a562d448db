public import SourceText

/// A parsed old-style property list, such as `project.pbxproj` or a table of strings. Any bytes give a tree; ``problems``
/// contains the mistakes.
///
/// Nodes are in one array in document order and refer to parent and next sibling by index, so a tree of any depth is
/// built, walked and freed without recursion. A dictionary entry is a node for the key, followed by one for the value.
public final class OpenStepTree: Sendable {
  public let text: SourceText
  let nodes: [OpenStepNode]
  /// In document order.
  public let comments: [OpenStepComment]
  /// In the order of their ranges. One of them is marked as refused exactly when Apple’s parser refuses the text.
  public let problems: [SyntaxProblem]
  /// Where Apple’s parser silently stops; nil if it reads to the end.
  public let unreadFrom: Int?
  /// Where the tree ends before the text, because there are too many values; nil if it is complete.
  public let cut: Int?

  init(
    text: SourceText, nodes: [OpenStepNode], comments: [OpenStepComment], problems: [SyntaxProblem], unreadFrom: Int?,
    cut: Int? = nil
  ) {
    self.cut = cut
    self.text = text
    self.nodes = nodes
    self.comments = comments
    self.problems = problems
    self.unreadFrom = unreadFrom
  }

  /// A tree with an empty dictionary, for a text in another notation.
  package convenience init(withoutValues text: SourceText) {
    let root = OpenStepNode(kind: .dictionary, hasBraces: false, parent: -1, lower: 0, upper: 0)
    self.init(text: text, nodes: [root], comments: [], problems: [], unreadFrom: nil)
  }

  /// The number of values and keys.
  public var count: Int { nodes.count }

  /// The root value; an empty dictionary if the text has none.
  public var root: OpenStepValue { OpenStepValue(tree: self, index: 0) }

  /// Parses any text.
  public static func parse(_ text: SourceText) -> OpenStepTree {
    parse(text, isTable: false)
  }

  /// - Parameter isTable: Whether the text must be a dictionary, in braces or without.
  static func parse(_ text: SourceText, isTable: Bool) -> OpenStepTree {
    let bytes = text.bytes[...]
    var parser = OpenStepTreeParser(isTable: isTable)
    return parser.parse(text, bytes.span)
  }

  /// The values and keys that contain or touch an offset, the outermost first.
  public func path(at offset: Int) -> [OpenStepValue] {
    var path: [OpenStepValue] = []
    var index = max(nodes.partitioningIndex { $0.lower > offset } - 1, 0)
    while index >= 0, index < nodes.count {
      if nodes[index].range.touches(offset) { path.append(OpenStepValue(tree: self, index: index)) }
      index = Int(nodes[index].parent)
    }
    return path.reversed()
  }

  /// The dictionaries and arrays in document order.
  public var containers: some Sequence<OpenStepValue> {
    nodes.indices.lazy.filter { self.nodes[$0].kind == .dictionary || self.nodes[$0].kind == .array }.map {
      OpenStepValue(tree: self, index: $0)
    }
  }

  /// The strings that span several lines, in document order.
  public var longStrings: some Sequence<OpenStepValue> {
    nodes.indices.lazy.filter { self.nodes[$0].kind == .string && self.nodes[$0].upper - self.nodes[$0].lower > 2 }.map
    {
      OpenStepValue(tree: self, index: $0)
    }
  }

  /// The comment that contains or touches an offset; of two, the one that begins there.
  public func comments(touching offset: Int) -> [OpenStepComment] {
    let last = comments[..<comments.partitioningIndex { $0.range.lower > offset }].last
    return last.map { $0.range.touches(offset) ? [$0] : [] } ?? []
  }

  /// The comments that are completely within a range.
  public func comments(in range: ByteRange) -> ArraySlice<OpenStepComment> {
    let start = comments.partitioningIndex { $0.range.lower >= range.lower }
    var end = max(start, comments.partitioningIndex { $0.range.lower >= range.upper })
    if end > start, comments[end - 1].range.upper > range.upper { end -= 1 }
    return comments[start..<end]
  }
}

/// A comment of an old-style property list.
public struct OpenStepComment: Hashable, Sendable {
  /// The bytes including the delimiters.
  public let range: ByteRange
  /// The bytes between the delimiters, or after the slashes.
  public let content: ByteRange
  /// Whether it is `// …`.
  public let isLine: Bool
}

/// One node of an ``OpenStepTree``.
struct OpenStepNode: Sendable {
  var kind: OpenStepValue.Kind
  /// The quotation mark of a string; 0 for a word.
  var quote: UInt8 = 0
  /// Whether the closing mark or bracket is there.
  var isClosed = true
  var hasEscape = false
  var isKey = false
  /// For a key: whether its value is the next node.
  var hasValue = false
  /// For a key: whether its entry ends with a semicolon.
  var hasSemicolon = false
  /// For a key: whether an equals sign follows it.
  var hasEquals = false
  /// For a dictionary: whether it has braces.
  var hasBraces = true
  /// The index of its container; -1 for the root.
  var parent: Int32
  var firstChild: Int32 = -1
  /// The index of the next key in the same dictionary, or element in the same array.
  var next: Int32 = -1
  private var storedLower: Int32
  private var storedUpper: Int32
  private var storedEntryUpper: Int32 = 0

  init(
    kind: OpenStepValue.Kind, isClosed: Bool = true, hasBraces: Bool = true, parent: Int32, lower: Int, upper: Int
  ) {
    self.kind = kind
    self.isClosed = isClosed
    self.hasBraces = hasBraces
    self.parent = parent
    storedLower = Int32(clamping: lower)
    storedUpper = Int32(clamping: upper)
  }

  var lower: Int { Int(storedLower) }

  var upper: Int {
    get { Int(storedUpper) }
    set { storedUpper = Int32(clamping: newValue) }
  }

  /// For a key: the end of its entry.
  var entryUpper: Int {
    get { Int(storedEntryUpper) }
    set { storedEntryUpper = Int32(clamping: newValue) }
  }

  var range: ByteRange { ByteRange(lower, upper) }
}

/// A value or key of an ``OpenStepTree``: a view that is cheap to copy.
public struct OpenStepValue: Sendable {
  public enum Kind: UInt8, Sendable {
    case dictionary, array, string, data
  }

  public let tree: OpenStepTree
  let index: Int

  private var node: OpenStepNode { tree.nodes[index] }

  public var kind: Kind { node.kind }
  /// The bytes with brackets or quotation marks.
  public var range: ByteRange { node.range }
  /// The bytes between brackets or quotation marks.
  public var content: ByteRange {
    let node = node
    switch node.kind {
    case .string:
      guard node.quote != 0 else { return node.range }
      return ByteRange(node.lower + 1, node.upper - (node.isClosed ? 1 : 0))
    case .dictionary where !node.hasBraces: return node.range
    default: return ByteRange(min(node.lower + 1, node.upper), node.upper - (node.isClosed ? 1 : 0))
    }
  }
  /// Whether the closing bracket or quotation mark is there. True for words.
  public var isClosed: Bool { node.isClosed }

  /// The value of a string; otherwise nil.
  public var string: String? {
    let node = node
    guard node.kind == .string else { return nil }
    return node.hasEscape ? written?.value : tree.text[content]
  }

  /// A string as written; nil for other types.
  public var written: WrittenText? {
    let node = node
    guard node.kind == .string else { return nil }
    let content = content
    let notation = WrittenText.Notation.openStep(quote: node.quote == 0 ? nil : node.quote)
    if !node.hasEscape {
      let value = tree.text[content]
      // Invalid UTF-8 makes the text longer.
      if value.utf8.count == content.count {
        return WrittenText(value, range: node.range, content: content, notation: notation)
      }
    }
    let bytes = tree.text.bytes
    return OpenStepEscapes.resolve(bytes, range: node.range, content: content, notation: notation)
  }

  /// Whether this is a string with exactly this value.
  public func isString(_ other: StaticString) -> Bool {
    let node = node
    guard node.kind == .string else { return false }
    guard !node.hasEscape else { return string == other.description }
    let content = content
    // Most names already differ in length.
    guard content.count == other.utf8CodeUnitCount else { return false }
    let slice = tree.text.slice(content)
    return other.withUTF8Buffer { slice.elementsEqual($0) }
  }

  /// The entries of a dictionary in order, with duplicates; empty for other types.
  public var entries: Entries {
    Entries(keys: Elements(tree: tree, upcoming: node.kind == .dictionary ? node.firstChild : -1))
  }

  /// The elements of an array; empty for other types.
  public var elements: Elements {
    Elements(tree: tree, upcoming: node.kind == .array ? node.firstChild : -1)
  }

  /// The value of the last entry with this key; nil if there is none.
  public subscript(key: StaticString) -> OpenStepValue? {
    var found: OpenStepEntry?
    for entry in entries where entry.key.isString(key) { found = entry }
    return found?.value
  }

  /// The entry of which this is the key or the value; nil for array elements and the root.
  public var entry: OpenStepEntry? {
    if node.isKey { return OpenStepEntry(key: self) }
    guard index > 0, tree.nodes[index - 1].isKey, tree.nodes[index - 1].hasValue else { return nil }
    return OpenStepEntry(key: OpenStepValue(tree: tree, index: index - 1))
  }

  public struct Entries: Sequence, IteratorProtocol {
    var keys: Elements

    public mutating func next() -> OpenStepEntry? { keys.next().map { OpenStepEntry(key: $0) } }
  }

  public struct Elements: Sequence, IteratorProtocol {
    let tree: OpenStepTree
    var upcoming: Int32

    public mutating func next() -> OpenStepValue? {
      guard upcoming >= 0 else { return nil }
      let value = OpenStepValue(tree: tree, index: Int(upcoming))
      upcoming = tree.nodes[Int(upcoming)].next
      return value
    }
  }
}

/// A dictionary entry: a key and usually a value.
public struct OpenStepEntry: Sendable {
  public let key: OpenStepValue

  private var node: OpenStepNode { key.tree.nodes[key.index] }

  /// The value after the equals sign; nil if there is none.
  public var value: OpenStepValue? {
    node.hasValue ? OpenStepValue(tree: key.tree, index: key.index + 1) : nil
  }
  /// The bytes from the key to the semicolon, or to the last token of the entry.
  public var range: ByteRange { ByteRange(node.lower, max(node.entryUpper, node.upper)) }
  /// Whether it is `key;`, which means the key itself.
  public var isShorthand: Bool { !node.hasEquals && !node.hasValue && node.hasSemicolon }
}

/// The escapes of old-style strings, as in Apple’s parser.
enum OpenStepEscapes {
  static func resolve(
    _ bytes: [UInt8], range: ByteRange, content: ByteRange, notation: WrittenText.Notation
  ) -> WrittenText {
    var builder = WrittenTextBuilder()
    var at = content.lower
    var verbatim = at
    while at < content.upper {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < content.upper else {
        at += 1
        continue
      }
      builder.append(bytes[verbatim..<at], at: verbatim)
      let start = at
      at += 1
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        var code: UInt8 = 0
        let limit = min(at + 3, content.upper)
        while at < limit, (0x30...0x37).contains(bytes[at]) {
          code = code << 3 &+ (bytes[at] - 0x30)
          at += 1
        }
        builder.append(escape: UInt32(nextStep(code)), at: start)
      case UInt8(ascii: "U"):
        at += 1
        var unit: UInt32 = 0
        let limit = min(at + 4, content.upper)
        while at < limit, let digit = hexadecimalDigit(bytes[at]) {
          unit = unit << 4 | UInt32(digit)
          at += 1
        }
        builder.append(escape: unit, at: start)
      default:
        if let unit = control(byte) {
          builder.append(escape: unit, at: start)
          at += 1
        } else if byte < 0x80 {
          builder.append(escape: UInt32(byte), at: start)
          at += 1
        }
      // Before any other character, the backslash is ignored.
      }
      verbatim = at
    }
    builder.append(bytes[verbatim..<max(verbatim, content.upper)], at: verbatim)
    return builder.finish(range: range, content: content, notation: notation)
  }

  private static func control(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "a"): 0x07
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "v"): 0x0B
    default: nil
    }
  }

  /// The character for a byte in the NeXTSTEP character set, which octal escapes use; 0 if there is none.
  private static func nextStep(_ byte: UInt8) -> UInt16 {
    byte < 0x80 ? UInt16(byte) : upperHalf[Int(byte - 0x80)]
  }

  private static let upperHalf: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB,
    0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3,
    0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022, 0x201A, 0x201E, 0x201D, 0x00BB,
    0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
    0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA,
    0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0x0000, 0x0000,
  ]
}
