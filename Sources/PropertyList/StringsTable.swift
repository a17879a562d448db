public import SourceText

/// A table of localized texts in the old style: `"key" = "text";`. Any bytes give one.
///
/// It reads what Apple's parser reads, in the same way, and goes on where Apple's parser gives up, as far as it can
/// tell what was meant.
public struct StringsTable: Sendable {
  /// One key with its text.
  public struct Entry: Sendable {
    /// The key with what is written of it.
    public let key: WrittenText
    /// The text; nil where none is written, or where something that is no text stands. For `key;` it is the key.
    public let value: WrittenText?
    /// The bytes from the key to the semicolon, or to the last there is.
    public let range: ByteRange
    /// Whether the key stands alone before its semicolon, and so is its own text.
    public let isShorthand: Bool
    /// The value where it is no text: a dictionary, an array or data.
    public let other: OpenStepValue?
    /// Whether Apple's parser never comes here: something before it ends the table without an error.
    public let isUnread: Bool
    /// The comments between the entry before and this one.
    public let comments: [OpenStepComment]
  }

  public let tree: OpenStepTree
  /// How the file begins. A file under this name may also be an XML or binary property list, which has no entries here.
  public let format: PropertyListFormat
  /// In the order of the file, with all that have one key; the last of them counts.
  public let entries: [Entry]
  /// In the order of their ranges.
  public let problems: [SyntaxProblem]

  public let text: SourceText
  /// Where reading ended before the end of the text, since there are too many entries; nil where all were read.
  public let cut: Int?
  /// No more entries are read. A table of the texts of Info.plist has dozens.
  static let mostEntries = 20_000

  /// Parses a text, as an editor has it.
  public static func parse(_ text: SourceText) -> StringsTable {
    StringsTable(text, problems: [])
  }

  /// Parses a file that was read from disk, in whatever encoding.
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
    // Whoever wants to read another format has better means.
    let isTable = format != .xml && format != .binary
    tree = OpenStepTree.parse(isTable ? text : SourceText(""), isTable: true)
    var cut = tree.cut
    entries = Self.entries(of: tree, &cut)
    self.cut = cut
    // A table without a text is fine, be it of no byte.
    let found = problems + tree.problems.filter { $0.kind != .emptyFile }
    self.problems = found.sorted { $0.range < $1.range }
  }

  /// What the file is: nothing but how it begins makes it anything else than a table in the old style.
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

  /// The entry that counts under a key: the last that Apple's parser reads.
  public subscript(key: String) -> Entry? {
    entries.last { !$0.isUnread && $0.key.value == key } ?? entries.last { $0.key.value == key }
  }

  /// The entry that holds or touches an offset, the comments before it left out.
  public func entry(at offset: Int) -> Entry? {
    var index = entries.partitioningIndex { $0.range.upper >= offset }
    // Of two that touch, the one that begins there.
    if index + 1 < entries.count, entries[index + 1].range.lower <= offset { index += 1 }
    return index < entries.count && entries[index].range.touches(offset) ? entries[index] : nil
  }
}
