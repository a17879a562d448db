public import SourceText

/// A text whose places of interest are marked in it: `$0` is the cursor, `«…»` a range, `«1:…»` a range with a
/// number, and a line `--- path` begins a file. The marks themselves are not part of the text.
public struct MarkedText: Sendable {
  /// A range between guillemets.
  public struct Marked: Hashable, Sendable {
    /// The number in `«1:…»`, nil where there is none.
    public var number: Int?
    public var range: ByteRange
  }

  /// One file of a text.
  public struct File: Sendable {
    /// What stands behind `---`; empty for a text without such a line.
    public var path: String
    public var text: String
    /// The places of `$0`, in byte offsets.
    public var cursors: [Int]
    /// In the order of their opening marks; ranges may lie in each other.
    public var marked: [Marked]

    /// The first cursor, or the start of the text.
    public var cursor: Int { cursors.first ?? 0 }
    /// The marked ranges without numbers, then those with, by number.
    public var ranges: [ByteRange] {
      marked.filter { $0.number == nil }.map(\.range)
        + marked.filter { $0.number != nil }.sorted { ($0.number ?? 0) < ($1.number ?? 0) }.map(\.range)
    }
    public var source: SourceText { SourceText(text) }
    public var bytes: [UInt8] { Array(text.utf8) }
  }

  /// At least one.
  public let files: [File]

  public init(_ marked: String) {
    var files: [File] = []
    var path = ""
    var lines: [Substring] = []
    for line in marked.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") {
        if !lines.isEmpty || !path.isEmpty { files.append(Self.file(path, lines.joined(separator: "\n") + "\n")) }
        path = String(line.dropFirst(4))
        lines = []
      } else {
        lines.append(line)
      }
    }
    files.append(Self.file(path, lines.joined(separator: "\n")))
    self.files = files
  }

  /// The first file; the only one where the text has no `---` line.
  public var file: File { files.first ?? Self.file("", "") }
  public var text: String { file.text }
  public var source: SourceText { file.source }
  public var cursor: Int { file.cursor }
  public var ranges: [ByteRange] { file.ranges }

  /// The file with this path.
  public subscript(path: String) -> File? { files.first { $0.path == path } }

  /// A text with marks around these ranges: what a failed check prints.
  public static func marking(_ ranges: [ByteRange], in source: SourceText) -> String {
    // At one offset a range ends before the next begins, and an empty range stays together.
    var marks: [(offset: Int, order: Int, mark: String)] = []
    for range in ranges {
      marks.append((range.lower, range.isEmpty ? 1 : 2, "«"))
      marks.append((range.upper, range.isEmpty ? 1 : 0, "»"))
    }
    let ordered = marks.enumerated().sorted {
      ($0.element.offset, $0.element.order, $0.offset) < ($1.element.offset, $1.element.order, $1.offset)
    }
    var result: [UInt8] = []
    var copied = 0
    for (_, mark) in ordered {
      let offset = min(max(mark.offset, copied), source.count)
      result.append(contentsOf: source.bytes[copied..<offset])
      result.append(contentsOf: mark.mark.utf8)
      copied = offset
    }
    result.append(contentsOf: source.bytes[copied...])
    return String(decoding: result, as: UTF8.self)
  }

  private static func file(_ path: String, _ marked: String) -> File {
    let bytes = Array(marked.utf8)
    let opening = Array("«".utf8)
    let closing = Array("»".utf8)
    var text: [UInt8] = []
    var file = File(path: path, text: "", cursors: [], marked: [])
    var open: [Int] = []
    var at = 0
    while at < bytes.count {
      if bytes[at...].starts(with: opening) {
        at += opening.count
        var end = at
        while end < bytes.count, bytes[end] >= 0x30, bytes[end] <= 0x39 { end += 1 }
        var number: Int?
        if end > at, end < bytes.count, bytes[end] == UInt8(ascii: ":") {
          number = Int(String(decoding: bytes[at..<end], as: UTF8.self))
          at = end + 1
        }
        open.append(file.marked.count)
        file.marked.append(Marked(number: number, range: ByteRange(at: text.count)))
      } else if bytes[at...].starts(with: closing) {
        at += closing.count
        if let index = open.popLast() { file.marked[index].range.upper = text.count }
      } else if bytes[at...].starts(with: [UInt8(ascii: "$"), UInt8(ascii: "0")]) {
        at += 2
        file.cursors.append(text.count)
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    file.text = String(decoding: text, as: UTF8.self)
    return file
  }
}
