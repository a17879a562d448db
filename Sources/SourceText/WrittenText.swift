/// A quoted text in a file: its value, its range, and a mapping between offsets in the two.
///
/// Quotes and line ends in the text are often escaped, so the bytes of the file differ from those of the value.
/// Findings use offsets in the value, edits use offsets in the file.
public struct WrittenText: Hashable, Sendable {
  /// How a text is written in its file.
  public enum Notation: Hashable, Sendable {
    /// Literally, without escapes.
    case plain
    /// In an old-style property list, between these quotes; nil for an unquoted word.
    case openStep(quote: UInt8?)
    /// Between the quotes of JSON.
    case json
    /// Between the tags of XML.
    case xml
  }

  /// A part of the value and the file, up to where the next part begins.
  struct Piece: Hashable, Sendable {
    /// The offset in the value, with the escape flag in the highest bit. Packed because a file may consist of escapes.
    private let place: UInt32
    let source: Int32

    init(text: Int32, source: Int32, isEscape: Bool) {
      place = UInt32(truncatingIfNeeded: max(text, 0)) | (isEscape ? 1 << 31 : 0)
      self.source = source
    }

    var text: Int32 { Int32(truncatingIfNeeded: place & 0x7FFF_FFFF) }
    /// Whether this is an escape, which counts as one place whatever its length. Otherwise bytes map one to one.
    var isEscape: Bool { place >> 31 == 1 }
  }

  /// The text with its escapes resolved.
  public let value: String
  /// The bytes in the file, quotes included.
  public let range: ByteRange
  /// The bytes in the file between the quotes.
  public let content: ByteRange
  public let notation: Notation
  /// In order; empty if the bytes between the quotes are the value.
  let pieces: [Piece]

  /// A text without escapes.
  public init(_ value: String, range: ByteRange, content: ByteRange, notation: Notation) {
    self.value = value
    self.range = range
    self.content = content
    self.notation = notation
    pieces = []
  }

  init(_ value: String, range: ByteRange, content: ByteRange, notation: Notation, pieces: [Piece]) {
    self.value = value
    self.range = range
    self.content = content
    self.notation = notation
    self.pieces = pieces
  }

  /// The range in the file of a range of the value in UTF-8 bytes, which is clamped. A range that begins or ends in an
  /// escape includes the whole escape.
  public func sourceRange(of range: ByteRange) -> ByteRange {
    let lower = source(of: range.lower, isEnd: false)
    return ByteRange(lower, range.isEmpty ? lower : source(of: range.upper, isEnd: true))
  }

  private func source(of offset: Int, isEnd: Bool) -> Int {
    let offset = min(max(offset, 0), value.utf8.count)
    guard !pieces.isEmpty else { return min(content.lower + offset, content.upper) }
    // An end at the border of two parts belongs to the first.
    let index = last { isEnd && offset > 0 ? Int($0.text) < offset : Int($0.text) <= offset }
    let piece = pieces[index]
    if piece.isEscape {
      // An offset after the start of an escape is its end.
      let isBehind = offset > Int(piece.text) && (isEnd || offset == value.utf8.count)
      return isBehind ? end(of: index) : Int(piece.source)
    }
    return min(Int(piece.source) + offset - Int(piece.text), end(of: index))
  }

  private func end(of index: Int) -> Int {
    index + 1 < pieces.count ? Int(pieces[index + 1].source) : content.upper
  }

  /// The offset in the value, in UTF-8 bytes, of an offset in the file, which is clamped. An offset inside an escape is
  /// mapped to the start of the escape, one inside markup to the start of what follows.
  public func offset(ofSource offset: Int) -> Int {
    let offset = min(max(offset, content.lower), content.upper)
    guard !pieces.isEmpty else { return min(offset - content.lower, value.utf8.count) }
    let index = last { Int($0.source) <= offset }
    let piece = pieces[index]
    if offset == content.upper { return value.utf8.count }
    if piece.isEscape { return Int(piece.text) }
    // Markup between parts has no value: it maps to where the next part begins.
    let end = index + 1 < pieces.count ? Int(pieces[index + 1].text) : value.utf8.count
    return min(max(Int(piece.text) + offset - Int(piece.source), 0), end)
  }

  /// The index of the last piece of the prefix that satisfies a predicate.
  private func last(where holds: (Piece) -> Bool) -> Int {
    max(pieces.partitioningIndex { !holds($0) } - 1, 0)
  }

  /// The edit that replaces a range of the value.
  public func replacing(_ range: ByteRange, with replacement: String) -> TextEdit {
    if notation.needsQuotes(replacement) || notation.needsQuotes(value) {
      // An unquoted word can’t contain this text, so the whole of it is rewritten with quotes.
      let bytes = Array(value.utf8)
      let lower = min(max(range.lower, 0), bytes.count)
      let upper = min(max(range.upper, lower), bytes.count)
      let whole = String(decoding: bytes[..<lower] + Array(replacement.utf8) + bytes[upper...], as: UTF8.self)
      return TextEdit(self.range, notation.written(whole))
    }
    return TextEdit(sourceRange(of: range), notation.escaped(replacement))
  }

  /// The edit that replaces the whole value.
  public func setting(to replacement: String) -> TextEdit {
    replacing(ByteRange(0, value.utf8.count), with: replacement)
  }
}

extension WrittenText.Notation {
  /// A text escaped for this notation, without quotes.
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

  /// A text escaped for this notation, with quotes if it needs them.
  public func written(_ text: String) -> String {
    switch self {
    case .plain, .xml: escaped(text)
    case .openStep(quote: nil): needsQuotes(text) ? "\"\(escaped(text))\"" : text
    case .openStep(let quote?): "\(Unicode.Scalar(quote))\(escaped(text))\(Unicode.Scalar(quote))"
    case .json: "\"\(escaped(text))\""
    }
  }

  /// Whether this is an unquoted word and a text can’t be written without quotes.
  func needsQuotes(_ text: String) -> Bool {
    guard case .openStep(quote: nil) = self else { return false }
    return text.isEmpty || !text.utf8.allSatisfy(Self.isWordByte)
  }

  /// Whether a byte may be in an unquoted word of an old-style property list.
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

/// A text as the value of a setting in a configuration file. The value ends with its line or at `//`, so line ends
/// become spaces and an empty variable separates double slashes.
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

/// Builds a ``WrittenText`` from literal bytes and resolved escapes.
public struct WrittenTextBuilder: Sendable {
  private var bytes: [UInt8] = []
  private var pieces: [WrittenText.Piece] = []
  /// The high surrogate of an escape that waits for its low one, and the offset of the escape.
  private var high: (unit: UInt32, source: Int)?

  public init() {}

  /// Adds literal bytes.
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
    // Bytes that aren’t UTF-8 read as U+FFFD; a run of them counts as one escape.
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

  /// Adds an escape for a UTF-16 unit. A surrogate pair makes one character; a lone surrogate reads as U+FFFD.
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

  /// Adds an escape for a character.
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

  /// The finished text.
  public consuming func finish(range: ByteRange, content: ByteRange, notation: WrittenText.Notation) -> WrittenText {
    flush()
    return WrittenText(
      String(decoding: bytes, as: UTF8.self), range: range, content: content, notation: notation, pieces: pieces)
  }
}
