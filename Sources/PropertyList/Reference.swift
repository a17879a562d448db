import SourceText

/// An `&…;` in text. Only the five predefined entities and numbers mean anything: nothing is ever looked up.
struct Reference {
  enum Meaning {
    case scalar(Unicode.Scalar)
    /// A name nobody defined, or no reference at all: a bare ampersand.
    case unknown
    /// A number that is no character.
    case invalid
  }

  let meaning: Meaning
  /// From the ampersand to the semicolon, or the ampersand alone where there is none.
  let range: ByteRange

  /// - Parameter end: The end of the run of text; a reference does not reach beyond it.
  init(in bytes: Span<UInt8>, at start: Int, before end: Int) {
    var upper = start + 1
    // The longest thing to recognise is a number with some leading zeros.
    let limit = min(end, start + 32)
    while upper < limit, bytes[upper] != UInt8(ascii: ";"), bytes[upper] != UInt8(ascii: "&"), !isBlank(bytes[upper]) {
      upper += 1
    }
    guard upper < limit, bytes[upper] == UInt8(ascii: ";") else {
      meaning = .unknown
      range = ByteRange(start, start + 1)
      return
    }
    range = ByteRange(start, upper + 1)
    func isNamed(_ word: StaticString) -> Bool {
      upper - start - 1 == word.utf8CodeUnitCount && Lexer.matches(word, in: bytes, at: start + 1)
    }
    if bytes[start + 1] == UInt8(ascii: "#") {
      meaning = Self.number(in: bytes, start + 2..<upper).map(Meaning.scalar) ?? .invalid
    } else if isNamed("lt") {
      meaning = .scalar("<")
    } else if isNamed("gt") {
      meaning = .scalar(">")
    } else if isNamed("amp") {
      meaning = .scalar("&")
    } else if isNamed("apos") {
      meaning = .scalar("'")
    } else if isNamed("quot") {
      meaning = .scalar("\"")
    } else {
      meaning = .unknown
    }
  }

  private static func number(in bytes: Span<UInt8>, _ range: Range<Int>) -> Unicode.Scalar? {
    var at = range.lowerBound
    let isHexadecimal = at < range.upperBound && bytes[at] == UInt8(ascii: "x")
    if isHexadecimal { at += 1 }
    guard at < range.upperBound else { return nil }
    var value: UInt32 = 0
    while at < range.upperBound {
      let digit: UInt32
      switch bytes[at] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(bytes[at] - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal: digit = UInt32(bytes[at] - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F") where isHexadecimal: digit = UInt32(bytes[at] - UInt8(ascii: "A") + 10)
      default: return nil
      }
      value = value * (isHexadecimal ? 16 : 10) + digit
      guard value <= 0x10FFFF else { return nil }
      at += 1
    }
    return Unicode.Scalar(value)
  }
}
