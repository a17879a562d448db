/// A value that can write itself as JSON.
public protocol JSONWritable {
  func write(to json: inout JSONWriter)
}

/// A value that writes itself as an object.
public protocol JSONObjectWritable: JSONWritable {
  /// Writes the members, each with its name.
  func writeMembers(to json: inout JSONWriter)
}

extension JSONObjectWritable {
  public func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }
}

/// An object: its members in order. Those that are nil are left out.
public struct JSONObject: JSONObjectWritable, ExpressibleByDictionaryLiteral, Sendable {
  public typealias Member = any JSONWritable & Sendable

  private let write: @Sendable (inout JSONWriter) -> Void

  /// An object that a function writes, for those that come by the thousands: they take half the memory of members.
  public init(_ write: @escaping @Sendable (inout JSONWriter) -> Void) { self.write = write }

  public init(_ members: [(String, Member?)]) {
    self.init { json in
      for (name, value) in members {
        if let value { json.member(name, value) }
      }
    }
  }

  public init(dictionaryLiteral members: (String, Member?)...) { self.init(members) }

  public static func + (first: JSONObject, second: JSONObject) -> JSONObject {
    JSONObject { json in
      first.write(&json)
      second.write(&json)
    }
  }

  public func writeMembers(to json: inout JSONWriter) { write(&json) }
}

/// The value `null`.
public struct JSONNull: JSONWritable, Sendable {
  public init() {}

  public func write(to json: inout JSONWriter) { json.null() }
}

/// Writes a JSON text from start to end, with commas and escapes. Compact by default.
public struct JSONWriter: Sendable {
  /// What has been written so far, UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private var afterName = false
  private var depth = 0
  private let indents: Bool

  /// - Parameters:
  ///   - indented: Whether to write one value per line, with two spaces per level, for people to read.
  ///   - depth: The nesting level if the result will be part of another text.
  public init(indented: Bool = false, depth: Int = 0) {
    indents = indented
    self.depth = depth
  }

  public mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// Writes an object whose members `body` writes, with ``name(_:)`` before each.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array whose elements `body` writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes a member's name; a value must follow.
  public mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if indents { bytes.append(0x20) }
    needsComma = false
    afterName = true
  }

  /// Writes a member.
  public mutating func member(_ name: String, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member if there is a value.
  public mutating func member(_ name: String, ifPresent value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes a member whose value `body` writes as an object.
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    object(body)
  }

  /// Writes a member whose value `body` writes as an array.
  public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    array(body)
  }

  /// Writes a string with its escapes.
  public mutating func string(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  /// Writes `null`.
  public mutating func null() {
    raw("null".utf8)
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    raw((value ? "true" : "false").utf8)
  }

  /// Writes a whole number.
  public mutating func int(_ value: Int) {
    raw(String(value).utf8)
  }

  /// An object on lines of its own, for people to read.
  public static func indented(_ object: JSONObject, depth: Int = 0) -> [UInt8] {
    var json = JSONWriter(indented: true, depth: depth)
    object.write(to: &json)
    return json.bytes
  }

  /// Writes bytes that already are a JSON value.
  public mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  private mutating func container(_ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(opening)
    needsComma = false
    depth += 1
    body(&self)
    depth -= 1
    if needsComma { breakLine() }
    bytes.append(closing)
    needsComma = true
  }

  private mutating func separate() {
    if afterName {
      afterName = false
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard indents else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      var run = 0
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C, byte != 0x23 { continue }
        if byte < 0x20 || byte == 0x22 || byte == 0x5C {
          bytes.append(contentsOf: buffer[run..<(index - 1)])
          escape(byte)
        } else if let (unit, length) = steering(buffer[(index - 1)...]) {
          bytes.append(contentsOf: buffer[run..<(index - 1)])
          escape(unit: unit)
          index += length - 1
        } else {
          continue
        }
        run = index
      }
      bytes.append(contentsOf: buffer[run...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.removeLast()
      escape(unit: UInt16(byte))
    }
  }

  private mutating func escape(unit: UInt16) {
    bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// The unit at the start of a text that is valid in JSON but would control whatever prints it: a control character, a
  /// bidirectional control, or the start of a build service’s command such as `##[error]`.
  ///
  /// - Returns: Its UTF-16 unit and how many bytes it has; nil for anything else.
  private func steering(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (unit: UInt16, length: Int)? {
    guard let first = text.first else { return nil }
    let next = text.dropFirst()
    switch first {
    case UInt8(ascii: "#"):
      guard next.first == first else { return nil }
      let word = next.drop { $0 == first }.drop {
        $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
      }
      return word.first == UInt8(ascii: "[") ? (UInt16(first), 1) : nil
    case 0x7F: return (0x7F, 1)
    case 0xC2, 0xD8:
      guard let second = next.first else { return nil }
      let unit = UInt16(first & 0x1F) << 6 | UInt16(second & 0x3F)
      return unit < 0xA0 || unit == 0x061C ? (unit, 2) : nil
    case 0xE2:
      guard next.count >= 2, let second = next.first, let third = next.dropFirst().first else { return nil }
      let unit = 0x2000 | UInt16(second & 0x3F) << 6 | UInt16(third & 0x3F)
      switch unit {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (unit, 3)
      default: return nil
      }
    default: return nil
    }
  }
}

extension String: JSONWritable {
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONWritable {
  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: JSONWritable {
  public func write(to json: inout JSONWriter) { json.int(self) }
}

extension JSONValue: JSONWritable {
  /// Writes the value as it is spelled in its document.
  public func write(to json: inout JSONWriter) { json.raw(spelling) }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to json: inout JSONWriter) {
    // By index: the runtime would have to create the iterator’s type.
    json.array { json in
      for index in 0..<count { self[index].write(to: &json) }
    }
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes the value, or null.
  public func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }

}

extension Optional where Wrapped: JSONWritable & Sendable {
  /// The value for a member that is null instead of missing.
  public var orNull: JSONObject.Member {
    if let self { self } else { JSONNull() }
  }
}
