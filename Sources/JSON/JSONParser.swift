/// The reader behind ``JSONDocument``: one pass over the bytes, with a stack of its own.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var nodes: [JSONNode] = []
  /// The open containers: index of the node, and of the last child linked into it.
  private var open: [(container: Int32, last: Int32)] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private enum Expectation {
    case value, valueOrEnd, name, nameOrEnd, commaOrEnd
  }

  mutating func parse() throws(JSONError) -> [JSONNode] {
    guard bytes.count < Int(Int32.max) else { throw JSONError("The text is larger than 2 GB", at: 0) }
    nodes.reserveCapacity(bytes.count / 16 + 1)
    var expected = Expectation.value
    while true {
      skipWhiteSpace()
      guard position < bytes.count else { throw JSONError("The text ends too early", at: position) }
      let byte = bytes[position]
      switch expected {
      case .value, .valueOrEnd:
        if byte == UInt8(ascii: "]"), expected == .valueOrEnd {
          close()
        } else {
          expected = try readValue(startingWith: byte)
          if expected != .commaOrEnd { continue }
        }
      case .name, .nameOrEnd:
        if byte == UInt8(ascii: "}"), expected == .nameOrEnd {
          close()
        } else {
          guard byte == UInt8(ascii: "\"") else { throw JSONError("A member name in quotes is expected", at: position) }
          try readString()
          skipWhiteSpace()
          guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            throw JSONError("A colon is expected after the member name", at: position)
          }
          position += 1
          expected = .value
          continue
        }
      case .commaOrEnd:
        let isObject = open.last.map { nodes[Int($0.container)].kind == .object } ?? false
        switch byte {
        case UInt8(ascii: ","):
          position += 1
          expected = isObject ? .name : .value
          continue
        case UInt8(ascii: "}") where isObject: close()
        case UInt8(ascii: "]") where !isObject: close()
        default:
          throw JSONError("A comma or the end of the \(isObject ? "object" : "array") is expected", at: position)
        }
      }
      if open.isEmpty { break }
      expected = .commaOrEnd
    }
    skipWhiteSpace()
    guard position == bytes.count else { throw JSONError("Nothing may follow the value", at: position) }
    return nodes
  }

  private mutating func close() {
    position += 1
    if let top = open.popLast() { nodes[Int(top.container)].upper = Int32(position) }
  }

  /// Adds a node that begins at `lower` and links it behind its elder sibling.
  private mutating func add(_ kind: JSONNode.Kind, from lower: Int, isPlain: Bool = true) {
    let index = Int32(nodes.count)
    nodes.append(JSONNode(kind: kind, isPlain: isPlain, lower: Int32(lower), upper: Int32(position)))
    if let top = open.indices.last {
      if open[top].last != 0 { nodes[Int(open[top].last)].next = index }
      open[top].last = index
    }
  }

  private mutating func readValue(startingWith byte: UInt8) throws(JSONError) -> Expectation {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      add(isObject ? .object : .array, from: position)
      open.append((Int32(nodes.count - 1), 0))
      position += 1
      return isObject ? .nameOrEnd : .valueOrEnd
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try readWord("true", .true)
    case UInt8(ascii: "f"): try readWord("false", .false)
    case UInt8(ascii: "n"): try readWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    default: throw JSONError("A value is expected", at: position)
    }
    return .commaOrEnd
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func readWord(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONError) {
    let lower = position
    let length = word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { buffer in
      position + length <= bytes.count && bytes[position..<position + length].elementsEqual(buffer)
    }
    guard matches else { throw JSONError("A value is expected", at: position) }
    position += length
    add(kind, from: lower)
  }

  private mutating func readNumber() throws(JSONError) {
    let lower = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let integerStart = position
    try skipDigits()
    if bytes[integerStart] == UInt8(ascii: "0"), position > integerStart + 1 {
      throw JSONError("A number does not begin with 0", at: integerStart)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try skipDigits()
    }
    add(.number, from: lower)
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    if position == start { throw JSONError("A digit is expected", at: position) }
  }

  private mutating func readString() throws(JSONError) {
    let lower = position
    var isPlain = true
    position += 1
    while true {
      guard position < bytes.count else { throw JSONError("The string does not end", at: lower) }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        add(.string, from: lower, isPlain: isPlain)
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        try skipEscape()
      case 0..<0x20: throw JSONError("A control character in a string must be escaped", at: position)
      case 0x20..<0x80: position += 1
      default:
        let length = lengthOfUTF8Sequence(in: bytes.span, at: position)
        guard length > 0 else { throw JSONError("These bytes are not UTF-8", at: position) }
        position += length
      }
    }
  }

  private mutating func skipEscape() throws(JSONError) {
    guard position + 1 < bytes.count else { throw JSONError("The string does not end", at: position) }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      guard fourHexDigits(in: bytes, at: position + 2) != nil else {
        throw JSONError("Four hexadecimal digits are expected after \\u", at: position)
      }
      position += 6
    default: throw JSONError("This escape is not known", at: position)
    }
  }
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

/// The value of the four hexadecimal digits at `offset`, nil if they are not there.
func fourHexDigits(in bytes: [UInt8], at offset: Int) -> UInt32? {
  guard offset + 4 <= bytes.count else { return nil }
  var value: UInt32 = 0
  for byte in bytes[offset..<offset + 4] {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
    default: return nil
    }
  }
  return value
}

/// The length of the well-formed UTF-8 sequence at `offset`, 0 if there is none.
public func lengthOfUTF8Sequence(in bytes: Span<UInt8>, at offset: Int) -> Int {
  func isTrail(_ index: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
    offset + index < bytes.count && range.contains(bytes[offset + index])
  }
  switch bytes[offset] {
  case 0..<0x80: return 1
  case 0xC2...0xDF: return isTrail(1) ? 2 : 0
  case 0xE0: return isTrail(1, 0xA0...0xBF) && isTrail(2) ? 3 : 0
  case 0xED: return isTrail(1, 0x80...0x9F) && isTrail(2) ? 3 : 0
  case 0xE1...0xEF: return isTrail(1) && isTrail(2) ? 3 : 0
  case 0xF0: return isTrail(1, 0x90...0xBF) && isTrail(2) && isTrail(3) ? 4 : 0
  case 0xF4: return isTrail(1, 0x80...0x8F) && isTrail(2) && isTrail(3) ? 4 : 0
  case 0xF1...0xF3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : 0
  default: return 0
  }
}
