/// A form that strings in the schema must have.
struct Form: Sendable {
  /// The name in messages.
  let title: String
  let matches: @Sendable (String) -> Bool

  init(_ title: String, _ matches: @escaping @Sendable (String) -> Bool) {
    self.title = title
    self.matches = matches
  }

  static let identifier = Form("letters and digits", isIdentifier)
  static let line = Form("one line") { !$0.utf8.contains(0x0A) }
  static let words = Form("one or more words with hyphens", isHyphenated)
  static let languageCode = Form("letters and hyphens", isHyphenated)
  static let dottedWords = Form("words with full stops") { text in
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && text.utf8.contains(UInt8(ascii: "."))
  }
  static let suffix = Form("“-” or “~” and small letters") { text in
    (text.hasPrefix("-") || text.hasPrefix("~")) && text.count > 1
      && text.utf8.dropFirst().allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
  }
  static let sourceID = Form("lower-case letters, digits and hyphens") { isHyphenated($0) && $0 == $0.lowercased() }
  static let guidelineID = Form("G and three digits") {
    $0.utf8.count == 4 && $0.utf8.first == UInt8(ascii: "G") && $0.utf8.dropFirst().allSatisfy(isDigit)
  }
  static let reasonCode = Form("four hexadecimal digits, a full stop and a digit, such as 1A2B.1", isReasonCode)
  static let packageURL = Form("a package URL in small letters") { $0.hasPrefix("pkg:") && $0 == $0.lowercased() }
  static let day = Form("a day as YYYY-MM-DD", isDay)
  static let time = Form("a year, month or day such as 2024-05") { text in
    switch text.utf8.count {
    case 4: isDay(text + "-01-01")
    case 7: isDay(text + "-01")
    default: isDay(text)
    }
  }
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

/// Whether a byte is an ASCII letter or digit.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
}

private func isHyphenated(_ text: String) -> Bool {
  text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
}

func isIdentifier(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy(isLetterOrDigit)
}

/// Four upper-case hexadecimal digits, a full stop and a digit.
private func isReasonCode(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count == 6, bytes[4] == UInt8(ascii: "."), isDigit(bytes[5]) else { return false }
  return bytes[0..<4].allSatisfy { isDigit($0) || ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "F")) }
}

/// A day of the calendar as `YYYY-MM-DD`.
private func isDay(_ text: String) -> Bool {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
    let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
  else { return false }
  let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return (1...lengths[month - 1]).contains(day)
}
