/// One value of a ``JSONDocument``: a view that is cheap to copy.
public struct JSONValue: Sendable {
  public let document: JSONDocument
  let index: Int

  public enum Kind: UInt8, Sendable {
    case null, boolean, number, string, array, object
  }

  private var node: JSONNode { document.nodes[index] }

  public var kind: Kind { node.kind }

  /// The byte offsets of the value in its text, delimiters included.
  public var range: Range<Int> { Int(node.lower)..<Int(node.upper) }

  /// The bytes as they are in the text. Identifiers and numbers are echoed with these.
  public var spelling: ArraySlice<UInt8> { document.bytes[range] }

  public var isNull: Bool { node.kind == .null }

  /// Whether the value is missing; only in a text that was read tolerantly.
  public var isMissing: Bool { node.isMissing }

  /// Whether a string has its closing quote and a container its closing bracket; false only in a text that was
  /// read tolerantly.
  public var isClosed: Bool { node.isClosed }

  /// The bytes between the quotes of a string, nil for anything else.
  public var content: Range<Int>? {
    let node = node
    guard node.kind == .string else { return nil }
    if node.isMissing { return Int(node.lower)..<Int(node.lower) }
    let lower = Int(node.lower) + 1
    return lower..<max(lower, Int(node.upper) - (node.isClosed ? 1 : 0))
  }

  /// The value of `true` or `false`, nil for anything else.
  public var bool: Bool? {
    node.kind == .boolean ? document.bytes[Int(node.lower)] == UInt8(ascii: "t") : nil
  }

  /// The value of an integer that fits, nil for anything else. `1.0` and `1e3` count as integers.
  public var int: Int? {
    guard node.kind == .number else { return nil }
    let text = String(decoding: spelling, as: UTF8.self)
    if let value = Int(text) { return value }
    // Beyond 2^53, rounding could hide a fraction, so such spellings don’t count as integers.
    guard let value = Double(text), value.magnitude <= 0x1p53 else { return nil }
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
  }

  /// The value of a number, nil for anything else.
  public var double: Double? {
    guard node.kind == .number else { return nil }
    return Double(String(decoding: spelling, as: UTF8.self))
  }

  /// The value of a string, nil for anything else.
  public var string: String? {
    guard let content else { return nil }
    if node.isPlain { return String(decoding: document.bytes[content], as: UTF8.self) }
    return stringBytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The UTF-8 bytes of a string with its escapes resolved, nil for anything else. A lone surrogate reads as U+FFFD.
  public var stringBytes: [UInt8]? {
    guard let content else { return nil }
    if node.isPlain { return Array(document.bytes[content]) }
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    forEachPiece { piece in
      switch piece {
      case .verbatim(let range): result.append(contentsOf: document.bytes[range])
      case .escape(let scalar, _):
        if scalar.isASCII {
          result.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          result.append(contentsOf: String(scalar).utf8)
        }
      }
    }
    return result
  }

  /// A part of a string as written.
  public enum Piece: Hashable, Sendable {
    /// Literal bytes.
    case verbatim(Range<Int>)
    /// An escape, or two that make one character, and the offset where it begins.
    case escape(Unicode.Scalar, at: Int)
  }

  /// Calls `body` with each part of a string in order, and not at all for other values. A lone surrogate reads as
  /// U+FFFD. No array is built, because each line end of a long text is a part.
  public func forEachPiece(_ body: (Piece) -> Void) {
    guard let content, !content.isEmpty else { return }
    if node.isPlain { body(.verbatim(content)) } else { unescape(document.bytes, content, body) }
  }

  /// Whether this is a string with escapes.
  public var hasEscapes: Bool { node.kind == .string && !node.isPlain }

  /// Whether this is a string with exactly these UTF-8 bytes.
  public func isString(_ text: StaticString) -> Bool {
    guard node.kind == .string else { return false }
    guard node.isPlain, let content else { return string == text.description }
    // Most names differ in length already.
    guard content.count == text.utf8CodeUnitCount else { return false }
    let bytes = document.bytes
    return text.withUTF8Buffer { wanted in
      for offset in 0..<content.count where bytes[content.lowerBound + offset] != wanted[offset] { return false }
      return true
    }
  }

  /// The elements of an array, nil for anything else.
  public var array: [JSONValue]? {
    guard node.kind == .array else { return nil }
    var result: [JSONValue] = []
    var child = firstChild
    while let index = child {
      result.append(JSONValue(document: document, index: index))
      child = sibling(of: index)
    }
    return result
  }

  /// The members of an object in order, with duplicates; nil for anything else.
  public var members: [(name: JSONValue, value: JSONValue)]? { members(atMost: .max) }

  /// The first members of an object in order, at most `limit`; nil for anything else.
  public func members(atMost limit: Int) -> [(name: JSONValue, value: JSONValue)]? {
    guard node.kind == .object else { return nil }
    var result: [(name: JSONValue, value: JSONValue)] = []
    var child = firstChild
    while let name = child, let value = sibling(of: name), result.count < limit {
      result.append((JSONValue(document: document, index: name), JSONValue(document: document, index: value)))
      child = sibling(of: value)
    }
    return result
  }

  /// The value of the last member with this name; nil if there is none or this isn’t an object.
  public subscript(_ name: StaticString) -> JSONValue? {
    guard node.kind == .object else { return nil }
    var found: JSONValue?
    var child = firstChild
    while let key = child, let value = sibling(of: key) {
      if JSONValue(document: document, index: key).isString(name) {
        found = JSONValue(document: document, index: value)
      }
      child = sibling(of: value)
    }
    return found
  }

  private var firstChild: Int? {
    // A container is followed by its first child; the node after an empty container begins after its end.
    let next = index + 1
    guard next < document.nodes.count, document.nodes[next].lower < node.upper else { return nil }
    return next
  }

  private func sibling(of index: Int) -> Int? {
    let next = document.nodes[index].next
    return next == 0 ? nil : Int(next)
  }
}

/// Calls `body` with each part of a string.
private func unescape(_ bytes: [UInt8], _ range: Range<Int>, _ body: (JSONValue.Piece) -> Void) {
  var position = range.lowerBound
  while position < range.upperBound {
    guard bytes[position] == UInt8(ascii: "\\"), position + 1 < range.upperBound else {
      // Take the whole run up to the next escape: most text has few escapes.
      var end = position + 1
      while end < range.upperBound, bytes[end] != UInt8(ascii: "\\") { end += 1 }
      body(.verbatim(position..<end))
      position = end
      continue
    }
    let start = position
    position += 2
    switch bytes[position - 1] {
    case UInt8(ascii: "b"): body(.escape("\u{8}", at: start))
    case UInt8(ascii: "f"): body(.escape("\u{C}", at: start))
    case UInt8(ascii: "n"): body(.escape("\n", at: start))
    case UInt8(ascii: "r"): body(.escape("\r", at: start))
    case UInt8(ascii: "t"): body(.escape("\t", at: start))
    case UInt8(ascii: "u"):
      // Fewer than four digits were reported by the parser.
      guard position + 4 <= range.upperBound, var value = fourHexDigits(in: bytes, at: position) else {
        body(.escape("\u{FFFD}", at: start))
        continue
      }
      position += 4
      if (0xD800..<0xDC00).contains(value), position + 6 <= range.upperBound, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u"), let low = fourHexDigits(in: bytes, at: position + 2),
        (0xDC00..<0xE000).contains(low)
      {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        position += 6
      }
      body(.escape(Unicode.Scalar(value) ?? "\u{FFFD}", at: start))
    case let other where other < 0x80: body(.escape(Unicode.Scalar(other), at: start))
    default:
      // Not an escape; the character is literal.
      position -= 1
    }
  }
}
