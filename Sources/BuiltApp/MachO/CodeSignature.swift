/// The entitlements in a code signature.
public struct CodeSignature: Sendable {
  /// A value in DER entitlements.
  public indirect enum Value: Sendable {
    case boolean(Bool)
    case integer(Int64)
    case string(String)
    case array([Value])
    case dictionary([(key: String, value: Value)])
  }

  /// The entitlements as an XML property list; nil if the signature has none in this form.
  public internal(set) var xml: [UInt8]?
  /// The DER entitlements as a dictionary; nil if the signature has none.
  public internal(set) var binary: Value?
  /// Whether there is a signature at all.
  public internal(set) var isSigned = false

  init() {}

  /// The largest size of entitlements, in bytes; real ones have a few thousand.
  private static let largestBlob = 1 << 20

  /// Reads a signature from the part of a binary that its load command refers to.
  public init(_ source: some ByteSource) {
    // Its type, its size and the number of its parts; each part is a number and an offset.
    let head = source.bytes(at: 0, count: 12 + 8 * 64)
    guard head.bigEndian(UInt32.self, at: 0) == 0xFADE_0CC0, let count = head.bigEndian(UInt32.self, at: 8) else {
      return
    }
    isSigned = true
    for index in 0..<min(Int(count), 64) {
      guard let slot = head.bigEndian(UInt32.self, at: 12 + index * 8),
        let offset = head.bigEndian(UInt32.self, at: 16 + index * 8).map(Int.init)
      else { return }
      guard slot == 5 || slot == 7 else { continue }
      let start = source.bytes(at: offset, count: 8)
      guard let type = start.bigEndian(UInt32.self, at: 0),
        let size = start.bigEndian(UInt32.self, at: 4).map(Int.init), size > 8, size <= Self.largestBlob
      else { continue }
      let content = source.bytes(at: offset + 8, count: size - 8)
      switch (slot, type) {
      case (5, 0xFADE_7171): xml = content
      case (7, 0xFADE_7172):
        var reader = DERReader(content)
        binary = reader.entitlements()
      default: break
      }
    }
  }
}

/// Reads DER entitlements: a version and a dictionary, whose entries are pairs of a key and a value.
private struct DERReader {
  private let bytes: [UInt8]
  /// The number of values that may still be read.
  private var budget = 10_000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func entitlements() -> CodeSignature.Value? {
    guard let outer = element(in: 0..<bytes.count), outer.tag == 0x70,
      let version = element(in: outer.content), version.tag == 0x02,
      let dictionary = element(in: version.end..<outer.content.upperBound)
    else { return nil }
    return value(dictionary, depth: 0)
  }

  private struct Element {
    let tag: UInt8
    let content: Range<Int>
    var end: Int { content.upperBound }
  }

  private func element(in range: Range<Int>) -> Element? {
    guard range.count >= 2 else { return nil }
    let tag = bytes[range.lowerBound]
    var place = range.lowerBound + 1
    var size = Int(bytes[place])
    place += 1
    if size >= 0x80 {
      let digits = size & 0x7F
      guard digits >= 1, digits <= 4, digits <= range.upperBound - place else { return nil }
      size = bytes[place..<place + digits].reduce(0) { $0 << 8 | Int($1) }
      place += digits
    }
    guard size <= range.upperBound - place else { return nil }
    return Element(tag: tag, content: place..<place + size)
  }

  private func elements(in range: Range<Int>) -> [Element] {
    var result: [Element] = []
    var rest = range
    while let next = element(in: rest) {
      result.append(next)
      rest = next.end..<range.upperBound
    }
    return result
  }

  private mutating func value(_ element: Element, depth: Int) -> CodeSignature.Value? {
    budget -= 1
    guard depth < 32, budget > 0 else { return nil }
    switch element.tag {
    case 0x01: return .boolean(bytes[element.content].contains { $0 != 0 })
    case 0x02:
      guard (1...8).contains(element.content.count) else { return nil }
      let start: Int64 = bytes[element.content.lowerBound] & 0x80 == 0 ? 0 : -1
      return .integer(bytes[element.content].reduce(start) { $0 << 8 | Int64($1) })
    case 0x0C: return .string(String(decoding: bytes[element.content], as: UTF8.self))
    case 0x30: return .array(elements(in: element.content).compactMap { value($0, depth: depth + 1) })
    // A context-specific set, which is a dictionary.
    case 0xB0, 0x31:
      var entries: [(key: String, value: CodeSignature.Value)] = []
      for pair in elements(in: element.content) where pair.tag == 0x30 {
        guard let key = self.element(in: pair.content), key.tag == 0x0C,
          let held = self.element(in: key.end..<pair.content.upperBound), let value = value(held, depth: depth + 1)
        else { continue }
        entries.append((String(decoding: bytes[key.content], as: UTF8.self), value))
      }
      return .dictionary(entries)
    default: return nil
    }
  }
}
