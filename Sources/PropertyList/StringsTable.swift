public import SourceText

/// A table of localized strings in the old style: `"key" = "text";`. Any bytes give a table.
///
/// It is read like in Apple’s parser, and continues with recovery where Apple’s parser stops.
public struct StringsTable: Sendable {
  /// A key with its text.
  public struct Entry: Sendable {
    /// The key as written.
    public let key: WrittenText
    /// The text; nil if it is missing or not a string. For `key;` it is the key.
    public let value: WrittenText?
    /// The bytes from the key to the semicolon, or to the last token of the entry.
    public let range: ByteRange
    /// Whether it is `key;`, so that the key is its own text.
    public let isShorthand: Bool
    /// The value if it isn’t a string: a dictionary, an array or data.
    public let other: OpenStepValue?
    /// Whether Apple’s parser doesn’t read it, because it silently stops before it.
    public let isUnread: Bool
    /// The comments between the previous entry and this one.
    public let comments: [OpenStepComment]
  }

  public let tree: OpenStepTree
  /// The format by how the file begins. The file may also be an XML or binary property list, which has no entries here.
  public let format: PropertyListFormat
  /// In the order of the file, with duplicate keys; the last one counts.
  public let entries: [Entry]
  /// In the order of their ranges.
  public let problems: [SyntaxProblem]

  public let text: SourceText
  /// Where reading stopped because there are too many entries; nil if all were read.
  public let cut: Int?
  /// The most entries to read. A table for Info.plist has dozens.
  static let mostEntries = 20_000

  /// Parses the text of a document.
  public static func parse(_ text: SourceText) -> StringsTable {
    StringsTable(text, problems: [])
  }

  /// Parses a file in any encoding.
  public static func parse(_ file: DecodedFile) -> StringsTable {
    var problems = file.undecodable.map { SyntaxProblem(.undecodable, $0, .notPortable) }
    switch file.encoding {
    case .utf16LittleEndianWithoutMark, .utf16BigEndianWithoutMark:
      problems.append(SyntaxProblem(.missingByteOrderMark, ByteRange(at: 0)))
    default: break
    }
    return StringsTable(file.text, problems: problems)
  }

  private init(_ text: SourceText, problems: [SyntaxProblem]) {
    self.text = text
    format = Self.format(of: text)
    // Other formats have their own parsers.
    let isTable = format != .xml && format != .binary
    tree = OpenStepTree.parse(isTable ? text : SourceText(""), isTable: true)
    var cut = tree.cut
    entries = Self.entries(of: tree, &cut)
    self.cut = cut
    // An empty table is valid, even without any bytes.
    let found = problems + tree.problems.filter { $0.kind != .emptyFile }
    self.problems = found.sorted { $0.range < $1.range }
  }

  /// The format of the file: an old-style table unless its beginning shows another format.
  public static func format(of text: SourceText) -> PropertyListFormat {
    if text.bytes.starts(with: "bplist".utf8) { return .binary }
    let found = PropertyListFormat.detect(text)
    switch found {
    case .empty, .blank: return found
    case .xml:
      let bytes = text.bytes[...]
      var at = Lexer.hasByteOrderMark(bytes.span) ? 3 : 0
      while at < bytes.count, isBlank(bytes[at]) { at += 1 }
      let isMerge = bytes[at...].starts(with: "<<<<<<<".utf8)
      return at < bytes.count && bytes[at] == UInt8(ascii: "<") && !isMerge ? .xml : .openStep
    default: return .openStep
    }
  }

  private static func entries(of tree: OpenStepTree, _ cut: inout Int?) -> [Entry] {
    var entries: [Entry] = []
    var end = 0
    for entry in tree.root.entries {
      if entries.count == mostEntries {
        cut = entry.range.lower
        break
      }
      let range = entry.range
      guard let key = entry.key.written else { continue }
      let value = entry.value
      let text = entry.isShorthand ? key : value?.written
      entries.append(
        Entry(
          key: key, value: text, range: range, isShorthand: entry.isShorthand,
          other: text == nil ? value : nil, isUnread: range.lower >= tree.unreadFrom ?? .max,
          comments: Array(tree.comments(in: ByteRange(end, range.lower)))))
      end = range.upper
    }
    return entries
  }

  /// The entry that counts for a key: the last one that Apple’s parser reads.
  public subscript(key: String) -> Entry? {
    entries.last { !$0.isUnread && $0.key.value == key } ?? entries.last { $0.key.value == key }
  }

  /// The entry that contains or touches an offset, without the comments before it.
  public func entry(at offset: Int) -> Entry? {
    var index = entries.partitioningIndex { $0.range.upper >= offset }
    // Of two adjacent entries, the one that begins there.
    if index + 1 < entries.count, entries[index + 1].range.lower <= offset { index += 1 }
    return index < entries.count && entries[index].range.touches(offset) ? entries[index] : nil
  }
}
