import SourceText

/// How Apple's parser reads the text of numbers, dates and data.
enum ValueSyntax {
  /// An integer literal; Apple’s parser allows -2⁶³ to 2⁶⁴ - 1.
  struct WrittenInteger: Hashable, Sendable {
    var isNegative: Bool
    var magnitude: UInt64
  }

  /// Whitespace, a sign, whitespace, then decimal digits, or `0x` and hexadecimal digits. Nil for anything else.
  static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenInteger? {
    var at = range.lowerBound
    let end = range.upperBound
    func skipBlanks() { while at < end, isIntegerBlank(bytes, at, end) { at += 1 } }
    skipBlanks()
    guard at < end else { return nil }
    var isNegative = false
    if bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
      skipBlanks()
    }
    var isHexadecimal = false
    if at + 1 < end, bytes[at] == UInt8(ascii: "0"), bytes[at + 1] | 0x20 == UInt8(ascii: "x") {
      isHexadecimal = true
      at += 2
    }
    guard at < end else { return nil }
    var magnitude: UInt64 = 0
    while at < end {
      guard let digit = hexadecimalDigit(bytes[at]), isHexadecimal || digit < 10 else { return nil }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry, !isNegative || sum <= UInt64(Int64.max) + 1 else { return nil }
      magnitude = sum
      at += 1
    }
    return WrittenInteger(isNegative: isNegative, magnitude: magnitude)
  }

  /// Whether a text is a short run of decimal digits, and so certainly an integer.
  static func isPlainInteger(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard (1...18).contains(range.count) else { return false }
    for index in range where !isDigit(bytes[index]) { return false }
    return true
  }

  /// What Apple's parser skips before the digits, byte by byte.
  private static func isIntegerBlank(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
    let byte = bytes[at]
    if byte < 0x21 || (byte > 0x7E && byte < 0xA1) { return true }
    guard byte == 0xE2 || byte == 0xE3, at + 2 < end else { return false }
    let (second, third) = (bytes[at + 1], bytes[at + 2])
    if byte == 0xE3 { return second == 0x80 && third == 0x80 }
    // The lower bound is 80, not 0x80, in the original too.
    return second == 0x80 ? (80...0x8B).contains(third) || third == 0xAF : second == 0x81 && third == 0x9F
  }

  /// A decimal number with leading whitespace, or one of the words for infinity and NaN. Nil for anything else.
  static func real(_ bytes: [UInt8]) -> Double? {
    switch String(decoding: bytes.prefix(10).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self) {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    guard let start = startOfReal(bytes) else { return nil }
    var at = start
    func skipDigits() -> Bool {
      let first = at
      while at < bytes.count, isDigit(bytes[at]) { at += 1 }
      return at > first
    }
    func skipSign() {
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
    }
    skipSign()
    var hasDigits = skipDigits()
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      if skipDigits() { hasDigits = true }
    }
    guard hasDigits else { return nil }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      skipSign()
      guard skipDigits() else { return nil }
    }
    guard at == bytes.count else { return nil }
    var text = String(decoding: bytes[start...], as: UTF8.self)
    if text.hasSuffix(".") { text += "0" }
    return Double(text) ?? Double(text.replacingLonePoint)
  }

  /// The offset after the whitespace before a real; Apple’s parser accepts more kinds than XML.
  private static func startOfReal(_ bytes: [UInt8]) -> Int? {
    var offset = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x01..<0x21, 0x7F..<0xA1, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000:
        offset += UTF8.width(scalar)
      default: return offset
      }
    }
    return nil
  }

  /// `[-]Y…-MM-DDThh:mm:ssZ`. Apple’s parser counts digits and doesn’t check whether the day exists.
  static func isDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    let end = range.upperBound
    if at < end, bytes[at] == UInt8(ascii: "-") { at += 1 }
    while at < end, isDigit(bytes[at]) { at += 1 }
    guard end - at == 16, bytes[at] == UInt8(ascii: "-") else { return false }
    func arePair(_ offset: Int, before mark: UInt8) -> Bool {
      isDigit(bytes[at + offset]) && isDigit(bytes[at + offset + 1]) && bytes[at + offset + 2] == mark
    }
    return arePair(1, before: UInt8(ascii: "-")) && arePair(4, before: UInt8(ascii: "T"))
      && arePair(7, before: UInt8(ascii: ":")) && arePair(10, before: UInt8(ascii: ":"))
      && arePair(13, before: UInt8(ascii: "Z"))
  }

  enum DataVerdict {
    case clean
    /// A byte that is neither Base64 nor whitespace; Apple’s parser skips it.
    case odd
    /// A byte beyond ASCII.
    case refused
  }

  static func data(_ bytes: Span<UInt8>, _ range: Range<Int>) -> DataVerdict {
    // Without branches, so that the compiler can vectorize the loop.
    var digits = 0
    var odd: UInt8 = 0
    var high: UInt8 = 0
    let text = bytes.extracting(range)
    for index in text.indices {
      let byte = text[index]
      let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
      let isDigit: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 1 : 0
      let isMark: UInt8 =
        (byte == UInt8(ascii: "+") ? 1 : 0) | (byte == UInt8(ascii: "/") ? 1 : 0) | (byte == UInt8(ascii: "=") ? 1 : 0)
      let isBlank: UInt8 =
        (byte == 0x20 ? 1 : 0) | (byte == 0x09 ? 1 : 0) | (byte == 0x0A ? 1 : 0) | (byte == 0x0D ? 1 : 0)
      let counts = isLetter | isDigit | isMark
      digits &+= Int(counts)
      odd |= 1 ^ (counts | isBlank)
      high |= byte
    }
    if high >= 0x80 { return .refused }
    return odd == 0 && digits % 4 == 0 ? .clean : .odd
  }
}

extension String {
  /// Swift’s `Double` needs digits on both sides of a point, Apple’s parser only on one.
  fileprivate var replacingLonePoint: String {
    guard let point = firstIndex(of: ".") else { return self }
    let before = point == startIndex || !self[index(before: point)].isNumber ? "0" : ""
    let after = index(after: point)
    let behind = after == endIndex || !self[after].isNumber ? "0" : ""
    return self[..<point] + before + "." + behind + self[after...]
  }
}
