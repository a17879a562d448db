import SourceText

/// Writes an XML property list in Xcode’s layout: one line per element, one indentation per level below the root, empty
/// containers as a single tag.
public struct PropertyListWriter: Sendable {
  /// The most levels that Apple’s parser accepts in XML.
  static let deepest = 512
  /// The largest output in bytes, since sharing or indentation can multiply the size.
  static let largest = 64 << 20

  /// The output so far, in UTF-8.
  public private(set) var bytes: [UInt8]
  private let indentation: [UInt8]
  /// The open arrays and dictionaries.
  private var open: [Element] = []
  /// Whether the innermost is empty so far, and its tag has no `>` yet.
  private var isEmpty = false

  /// - Parameter indentation: The indentation of one level.
  public init(indentation: String = "\t") {
    self.indentation = Array(indentation.utf8)
    bytes = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8)
  }

  /// Begins a dictionary. Keys and values must alternate.
  public mutating func beginDictionary() { begin(.dict) }

  /// Begins an array.
  public mutating func beginArray() { begin(.array) }

  /// Ends the innermost array or dictionary.
  public mutating func end() {
    guard let element = open.popLast() else { return }
    if isEmpty {
      isEmpty = false
      bytes.append(contentsOf: "/>\n".utf8)
    } else {
      line { $0.append(contentsOf: "</\(element.name)>".utf8) }
    }
  }

  /// The number of open arrays and dictionaries.
  var depth: Int { open.count }

  /// Writes a key of a dictionary; its value must follow.
  public mutating func key(_ text: String) { leaf(.key, text) }

  /// Writes a string; characters that XML doesn’t allow become U+FFFD.
  public mutating func string(_ text: String) { leaf(.string, text) }

  /// Writes `<true/>` or `<false/>`.
  public mutating func boolean(_ value: Bool) {
    startContent()
    line { $0.append(contentsOf: (value ? "<true/>" : "<false/>").utf8) }
  }

  /// Writes an integer by its digits.
  public mutating func integer(_ digits: String) { leaf(.integer, digits) }

  /// Writes a number so that Apple’s parser reads the same value.
  public mutating func real(_ value: Double) {
    if value.isNaN {
      leaf(.real, "nan")
    } else if value.isInfinite {
      leaf(.real, value < 0 ? "-infinity" : "+infinity")
    } else {
      // Rounding functions would need the system’s math library, which users of this module may not link.
      let isWhole = value.magnitude < 1e15 && Double(Int64(value)) == value
      leaf(.real, isWhole ? "\(Int64(value))" : "\(value)")
    }
  }

  /// Writes a date from the seconds since the start of 2001, clamped to the range of dates.
  public mutating func date(secondsSince2001 seconds: Double) { leaf(.date, Self.text(ofDate: seconds)) }

  /// Writes data in Base64.
  public mutating func data(_ value: some Collection<UInt8>) { leaf(.data, Self.base64(value)) }

  /// Ends all open containers and the property list, and returns its text.
  public consuming func finished() -> String {
    while !open.isEmpty { end() }
    bytes.append(contentsOf: "</plist>\n".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Lines

  private mutating func begin(_ element: Element) {
    startContent()
    indent()
    bytes.append(contentsOf: "<\(element.name)".utf8)
    open.append(element)
    isEmpty = true
  }

  /// Ends the start tag of the innermost container before its first element.
  private mutating func startContent() {
    guard isEmpty else { return }
    isEmpty = false
    bytes.append(contentsOf: ">\n".utf8)
  }

  private mutating func leaf(_ element: Element, _ text: String) {
    startContent()
    line { bytes in
      bytes.append(contentsOf: "<\(element.name)>".utf8)
      bytes.append(contentsOf: escapedForXML(text, keepsLineEnds: false).utf8)
      bytes.append(contentsOf: "</\(element.name)>".utf8)
    }
  }

  private mutating func line(_ body: (inout [UInt8]) -> Void) {
    indent()
    body(&bytes)
    bytes.append(0x0A)
  }

  private mutating func indent() {
    for _ in open { bytes.append(contentsOf: indentation) }
  }

  // MARK: - Values

  private static func base64(_ data: some Collection<UInt8>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(data.count / 3 * 4 + 4)
    var group: UInt32 = 0
    var count = 0
    for byte in data {
      group = group << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        for shift: UInt32 in [18, 12, 6, 0] { result.append(digits[Int(group >> shift & 63)]) }
        group = 0
        count = 0
      }
    }
    if count > 0 {
      group <<= UInt32(8 * (3 - count))
      for index in 0..<4 {
        result.append(index <= count ? digits[Int(group >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func text(ofDate seconds: Double) -> String {
    // About years -9999 to 9999; NaN becomes the start of 2001.
    let limited = seconds.isNaN ? 0 : min(max(seconds, -3.7e11), 2.5e11)
    let cut = Int64(limited)
    let whole = Double(cut) > limited ? cut - 1 : cut
    let days = whole >= 0 ? whole / 86_400 : -((86_399 - whole) / 86_400)
    let second = whole - days * 86_400
    // Converts days to a civil date by counting from March 1 of year 0, so that leap days come last.
    let shifted = days + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value.magnitude)
      return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
  }
}
