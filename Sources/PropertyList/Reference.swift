import SourceText

extension SyntaxProblem {
  /// The names of the entities that a property list may use, without their signs.
  public static let entityNames = Reference.entities.map { "\($0.name)" }
}

/// An `&…;` in text. Only the five predefined entities and character references are resolved.
struct Reference {
  enum Meaning {
    case scalar(Unicode.Scalar)
    /// A number that is a character for Apple’s parser, but not in XML.
    case forbidden(Unicode.Scalar)
    /// An unknown name, or a bare ampersand.
    case unknown
    /// A number that isn’t a character.
    case invalid
  }

  fileprivate static let entities: [(name: StaticString, scalar: Unicode.Scalar)] = [
    ("lt", "<"), ("gt", ">"), ("amp", "&"), ("apos", "'"), ("quot", "\""),
  ]

  let meaning: Meaning
  /// From the ampersand to the semicolon. Without a semicolon: to the end of a known name or number, or only the ampersand.
  let range: ByteRange

  /// - Parameter end: The end of the run of text; a reference does not reach beyond it.
  init(in bytes: Span<UInt8>, at start: Int, before end: Int) {
    var upper = start + 1
    // The longest reference to recognize is a number of eight digits; longer ones are only underlined.
    let limit = min(end, start + 32)
    if upper < limit, bytes[upper] == UInt8(ascii: "#") { upper += 1 }
    while upper < limit, Self.isNameByte(bytes[upper]) { upper += 1 }
    let isTerminated = upper < limit && bytes[upper] == UInt8(ascii: ";")
    let name = start + 1..<upper
    var named: Unicode.Scalar?
    for (word, scalar) in Self.entities where name.count == word.utf8CodeUnitCount && bytes.has(word, at: start + 1) {
      named = scalar
    }
    let isNumber = !name.isEmpty && bytes[start + 1] == UInt8(ascii: "#")
    guard isTerminated else {
      let isKnown = named != nil || (isNumber && name.count > 1)
      meaning = isNumber && name.count > 1 ? .invalid : .unknown
      range = ByteRange(start, isKnown ? upper : start + 1)
      return
    }
    range = ByteRange(start, upper + 1)
    if let named {
      meaning = .scalar(named)
    } else if isNumber {
      meaning = Self.number(in: bytes, start + 2..<upper)
    } else {
      meaning = .unknown
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "_-.:".utf8.contains(byte) || byte >= 0x80
  }

  /// Apple’s parser reads up to eight digits, and no digits as zero.
  private static func number(in bytes: Span<UInt8>, _ range: Range<Int>) -> Meaning {
    var at = range.lowerBound
    let isHexadecimal = at < range.upperBound && bytes[at] == UInt8(ascii: "x")
    if isHexadecimal { at += 1 }
    guard range.upperBound - at <= 8 else { return .invalid }
    let isEmpty = at == range.upperBound
    var value: UInt64 = 0
    while at < range.upperBound {
      guard let digit = hexadecimalDigit(bytes[at]), isHexadecimal || digit < 10 else { return .invalid }
      value = value * (isHexadecimal ? 16 : 10) + UInt64(digit)
      at += 1
    }
    guard let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: min(value, UInt64(UInt32.max)))) else {
      return .invalid
    }
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: return .scalar(scalar)
    case 0..<0x20, 0xFFFE, 0xFFFF: return .forbidden(scalar)
    default: return isEmpty ? .forbidden(scalar) : .scalar(scalar)
    }
  }
}

/// The value of a hexadecimal digit in either case; nil for other bytes.
func hexadecimalDigit(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
  default: nil
  }
}
