/// A text as written in a file: its value, its place, and how offsets in the value map to the file.
///
/// Quotation marks and line ends are often escaped, so the bytes in the file differ from the text. Findings use offsets
/// in the text, edits use the file's; this converts between them.
public struct WrittenText: Hashable, Sendable {
  /// How a text is written in its file.
  public enum Notation: Hashable, Sendable {
    /// As it is, without escapes.
    case plain
    /// In an old-style property list: in these quotation marks, or a word without any if nil.
    case openStep(quote: UInt8?)
    /// In the quotation marks of JSON.
    case json
    /// Between XML tags.
    case xml
  }

  /// A part of the text and of the file, up to the start of the next one.
  struct Piece: Hashable, Sendable {
    let text: Int32
    let source: Int32
    /// Whether this is an escape, which counts as one place however long it is; otherwise bytes correspond one to one.
    let isEscape: Bool
  }

  /// The text's value, in UTF-8.
  public let value: String
  /// The range in the file, including quotation marks.
  public let range: ByteRange
  /// The range between the quotation marks.
  public let content: ByteRange
  public let notation: Notation
  /// In order; empty if the content is the text. A single piece may also cover all of it.
  let pieces: [Piece]

  /// A text without escapes.
  public init(_ value: String, range: ByteRange, content: ByteRange, notation: Notation) {
    self.init(value, range: range, content: content, notation: notation, pieces: [])
  }

  init(_ value: String, range: ByteRange, content: ByteRange, notation: Notation, pieces: [Piece]) {
    self.value = value
    self.range = range
    self.content = content
    self.notation = notation
    self.pieces = pieces
  }

  /// The range in the file for a range of the text, in bytes of UTF-8 and clamped. It includes an escape at either end
  /// completely.
  public func sourceRange(of range: ByteRange) -> ByteRange {
    let lower = source(of: range.lower, isEnd: false)
    return ByteRange(lower, range.isEmpty ? lower : source(of: range.upper, isEnd: true))
  }

  private func source(of offset: Int, isEnd: Bool) -> Int {
    let offset = min(max(offset, 0), value.utf8.count)
    guard !pieces.isEmpty else { return min(content.lower + offset, content.upper) }
    // The end of a part belongs to the part before it.
    let index = last { isEnd && offset > 0 ? Int($0.text) < offset : Int($0.text) <= offset }
    let piece = pieces[index]
    if piece.isEscape {
      // After the last part is the end.
      let isBehind = offset > Int(piece.text) && (isEnd || offset == value.utf8.count)
      return isBehind ? end(of: index) : Int(piece.source)
    }
    return min(Int(piece.source) + offset - Int(piece.text), end(of: index))
  }

  private func end(of index: Int) -> Int {
    index + 1 < pieces.count ? Int(pieces[index + 1].source) : content.upper
  }

  /// The last piece that satisfies a predicate; those that do must come first.
  private func last(where holds: (Piece) -> Bool) -> Int {
    max(pieces.partitioningIndex { !holds($0) } - 1, 0)
  }

  /// The edit that replaces a range of the text.
  public func replacing(_ range: ByteRange, with replacement: String) -> TextEdit {
    if notation.needsQuotes(replacement) || notation.needsQuotes(value) {
      // A word can't contain such text without quotation marks, so replace all of it.
      let bytes = Array(value.utf8)
      let lower = min(max(range.lower, 0), bytes.count)
      let upper = min(max(range.upper, lower), bytes.count)
      let whole = String(decoding: bytes[..<lower] + Array(replacement.utf8) + bytes[upper...], as: UTF8.self)
      return TextEdit(self.range, notation.written(whole))
    }
    return TextEdit(sourceRange(of: range), notation.escaped(replacement))
  }

  /// The edit that replaces the whole text.
  public func setting(to replacement: String) -> TextEdit {
    replacing(ByteRange(0, value.utf8.count), with: replacement)
  }
}

extension WrittenText.Notation {
  /// A text escaped for use between the quotation marks.
  public func escaped(_ text: String) -> String {
    switch self {
    case .plain: return escapedForSettings(text)
    case .xml: return escapedForXML(text)
    case .openStep(quote: nil) where !needsQuotes(text): return text
    case .openStep, .json: break
    }
    var quote: Unicode.Scalar = "\""
    if case .openStep(let own?) = self { quote = Unicode.Scalar(own) }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case quote, "\\":
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += (self == .json ? "\\u" : "\\U") + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text as written in the file, with quotation marks if needed.
  public func written(_ text: String) -> String {
    switch self {
    case .plain, .xml: escaped(text)
    case .openStep(quote: nil): needsQuotes(text) ? "\"\(escaped(text))\"" : text
    case .openStep(let quote?): "\(Unicode.Scalar(quote))\(escaped(text))\(Unicode.Scalar(quote))"
    case .json: "\"\(escaped(text))\""
    }
  }

  /// Whether a text can't be written as a word without quotation marks, as this one is.
  func needsQuotes(_ text: String) -> Bool {
    guard case .openStep(quote: nil) = self else { return false }
    return text.isEmpty || !text.utf8.allSatisfy(Self.isWordByte)
  }

  /// Whether a byte is allowed in a word without quotation marks in an old-style property list.
  public static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// A text as the value of a setting in a configuration file. A value ends with its line or at the slashes of a comment,
/// so an empty variable separates slashes.
private func escapedForSettings(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar == "/", result.last == "/" { result.append(contentsOf: "$()".unicodeScalars) }
    switch scalar.value {
    case 0x0A where result.last == " ": break
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
    default: result.append(scalar)
    }
  }
  return String(result)
}

/// Builds a text while its escapes are resolved.
public struct WrittenTextBuilder: Sendable {
  private var bytes: [UInt8] = []
  private var pieces: [WrittenText.Piece] = []
  /// The first half of a surrogate pair from an escape, and the offset of the escape.
  private var high: (unit: UInt32, source: Int)?

  public init() {}

  /// Appends verbatim bytes.
  ///
  /// - Parameter source: Their offset in the file.
  public mutating func append(_ verbatim: ArraySlice<UInt8>, at source: Int) {
    guard !verbatim.isEmpty else { return }
    flush()
    note(source, isEscape: false)
    guard String(decoding: verbatim, as: UTF8.self).utf8.count != verbatim.count else {
      bytes.append(contentsOf: verbatim)
      return
    }
    // Invalid UTF-8 reads as U+FFFD; consecutive invalid bytes are one place.
    var parser = Unicode.UTF8.ForwardParser()
    var rest = verbatim.makeIterator()
    var at = source
    var isVerbatim = true
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar):
        if !isVerbatim { note(at, isEscape: false) }
        isVerbatim = true
        bytes.append(contentsOf: scalar)
        at += scalar.count
      case .error(let length):
        if isVerbatim { note(at, isEscape: true) }
        isVerbatim = false
        append(nil)
        at += length
      case .emptyInput: return
      }
    }
  }

  /// Appends the UTF-16 unit of an escape. Two halves of a surrogate pair make one character; a lone one reads as
  /// U+FFFD.
  public mutating func append(escape unit: UInt32, at source: Int) {
    if let first = high, (0xDC00..<0xE000).contains(unit) {
      high = nil
      note(first.source, isEscape: true)
      append(Unicode.Scalar(0x10000 + (first.unit - 0xD800) << 10 + (unit - 0xDC00)))
      return
    }
    flush()
    if (0xD800..<0xDC00).contains(unit) {
      high = (unit, source)
      return
    }
    note(source, isEscape: true)
    append(Unicode.Scalar(unit))
  }

  /// Appends the character of an escape.
  public mutating func append(escaped scalar: Unicode.Scalar, at source: Int) {
    flush()
    note(source, isEscape: true)
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar?) {
    if let scalar, scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
    }
  }

  private mutating func flush() {
    guard let first = high else { return }
    high = nil
    note(first.source, isEscape: true)
    append(nil)
  }

  private mutating func note(_ source: Int, isEscape: Bool) {
    pieces.append(
      WrittenText.Piece(text: Int32(clamping: bytes.count), source: Int32(clamping: source), isEscape: isEscape))
  }

  /// The text with its place in the file.
  public consuming func finish(range: ByteRange, content: ByteRange, notation: WrittenText.Notation) -> WrittenText {
    flush()
    return WrittenText(
      String(decoding: bytes, as: UTF8.self), range: range, content: content, notation: notation, pieces: pieces)
  }
}
