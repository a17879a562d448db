/// One value of a ``JSONDocument``: a view that is cheap to copy.
public struct JSONValue: Sendable {
  public let document: JSONDocument
  let index: Int

  public enum Kind: Sendable {
    case null, boolean, number, string, array, object
  }

  private var node: JSONNode { document.nodes[index] }

  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The byte offsets of the value in its text, delimiters included.
  public var range: Range<Int> { Int(node.lower)..<Int(node.upper) }

  /// The bytes as they stand in the text; what an identifier or a number is echoed with.
  public var spelling: ArraySlice<UInt8> { document.bytes[range] }

  public var isNull: Bool { node.kind == .null }

  /// The value of `true` or `false`, nil for anything else.
  public var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The value of a number without fraction that fits, nil for anything else. `1.0` and `1e3` count as integers.
  public var int: Int? {
    guard node.kind == .number else { return nil }
    let text = String(decoding: spelling, as: UTF8.self)
    if let value = Int(text) { return value }
    // Beyond 2^53 a fraction could hide in the rounding, so such spellings are no integers here.
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
    guard node.kind == .string else { return nil }
    if node.isPlain {
      return String(decoding: document.bytes[range.lowerBound + 1..<range.upperBound - 1], as: UTF8.self)
    }
    return stringBytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The UTF-8 bytes of a string with its escapes resolved, nil for anything else. A lone surrogate reads as U+FFFD.
  public var stringBytes: [UInt8]? {
    guard node.kind == .string else { return nil }
    let inner = range.lowerBound + 1..<range.upperBound - 1
    if node.isPlain { return Array(document.bytes[inner]) }
    return unescape(document.bytes, inner)
  }

  /// Whether this is a string with exactly these UTF-8 bytes.
  public func isString(_ text: StaticString) -> Bool {
    guard node.kind == .string else { return false }
    guard node.isPlain else { return string == text.description }
    return text.withUTF8Buffer { document.bytes[range.lowerBound + 1..<range.upperBound - 1].elementsEqual($0) }
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

  /// The members of an object in their order, duplicates kept, nil for anything else.
  public var members: [(name: JSONValue, value: JSONValue)]? {
    guard node.kind == .object else { return nil }
    var result: [(name: JSONValue, value: JSONValue)] = []
    var child = firstChild
    while let name = child, let value = sibling(of: name) {
      result.append((JSONValue(document: document, index: name), JSONValue(document: document, index: value)))
      child = sibling(of: value)
    }
    return result
  }

  /// The value of the last member with this name; nil if there is none or this is no object.
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
    // A container's first child follows it at once; an empty container's next node begins behind its end.
    let next = index + 1
    guard next < document.nodes.count, document.nodes[next].lower < node.upper else { return nil }
    return next
  }

  private func sibling(of index: Int) -> Int? {
    let next = document.nodes[index].next
    return next == 0 ? nil : Int(next)
  }
}

private func unescape(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(range.count)
  var position = range.lowerBound
  while position < range.upperBound {
    let byte = bytes[position]
    guard byte == UInt8(ascii: "\\"), position + 1 < range.upperBound else {
      // Copy the run up to the next escape at once: texts of documents are mostly plain.
      var end = position + 1
      while end < range.upperBound, bytes[end] != UInt8(ascii: "\\") { end += 1 }
      result.append(contentsOf: bytes[position..<end])
      position = end
      continue
    }
    position += 2
    switch bytes[position - 1] {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      var value = fourHexDigits(in: bytes, at: position) ?? 0xFFFD
      position += 4
      if (0xD800..<0xDC00).contains(value), position + 6 <= range.upperBound, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u"), let low = fourHexDigits(in: bytes, at: position + 2),
        (0xDC00..<0xE000).contains(low)
      {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        position += 6
      }
      let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      result.append(contentsOf: String(scalar).utf8)
    case let other: result.append(other)
    }
  }
  return result
}
