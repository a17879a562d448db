/// A file on disk, decoded to UTF-8.
public struct DecodedFile: Sendable {
  public let encoding: TextEncoding
  /// The text. A UTF-8 byte order mark is kept, any other is removed.
  public let text: SourceText
  /// The replacement characters for undecodable bytes: half a surrogate pair, half a unit. At most a thousand.
  public let undecodable: [ByteRange]
  /// The size on disk, in bytes.
  public let count: Int
  /// Pairs of offsets in the text and on disk, one for about every 1,024 bytes of text.
  private let marks: [(text: Int, disk: Int)]

  /// Decodes a file; this always succeeds.
  public init(_ bytes: [UInt8]) {
    encoding = TextEncoding(of: bytes)
    count = bytes.count
    guard encoding.unitSize > 1 || encoding == .latin1 else {
      text = SourceText(bytes)
      undecodable = []
      marks = []
      return
    }
    var decoder = Decoder(encoding: encoding)
    decoder.decode(bytes)
    text = SourceText(decoder.text)
    undecodable = decoder.undecodable
    marks = decoder.marks
  }

  /// The offset on disk for a byte offset in the text, which is clamped; inside a character, the start of the
  /// character.
  public func diskOffset(of offset: Int) -> Int {
    let offset = min(max(offset, 0), text.count)
    guard !marks.isEmpty else { return offset }
    var (at, disk) = marks[max(marks.partitioningIndex { $0.text > offset } - 1, 0)]
    while at < offset {
      let length = text.sequenceLength(at: at)
      if at + length > offset { break }
      at += length
      disk += size(ofSequence: length)
    }
    return min(disk, count)
  }

  private func size(ofSequence length: Int) -> Int {
    switch encoding.unitSize {
    case 1: 1
    case 2: length == 4 ? 4 : 2
    default: 4
    }
  }

  /// Encodes another text in this file's encoding. In Latin-1, unsupported characters become references.
  public func encode(_ text: SourceText) -> [UInt8] {
    switch encoding {
    case .utf8, .utf8WithMark: return text.bytes
    case .latin1:
      var result: [UInt8] = []
      result.reserveCapacity(text.count)
      for scalar in String(decoding: text.bytes, as: UTF8.self).unicodeScalars {
        if let byte = UInt8(exactly: scalar.value) {
          result.append(byte)
        } else {
          result.append(contentsOf: "&#\(scalar.value);".utf8)
        }
      }
      return result
    default: break
    }
    var result = encoding.mark
    result.reserveCapacity(text.count * encoding.unitSize + 4)
    let isLittleEndian = encoding.isLittleEndian
    let decoded = String(decoding: text.bytes, as: UTF8.self)
    let size = encoding.unitSize
    func append(_ unit: UInt32) {
      for index in 0..<size {
        result.append(UInt8(truncatingIfNeeded: unit >> UInt32(8 * (isLittleEndian ? index : size - 1 - index))))
      }
    }
    if size == 2 {
      for unit in decoded.utf16 { append(UInt32(unit)) }
    } else {
      for scalar in decoded.unicodeScalars { append(scalar.value) }
    }
    return result
  }
}

/// Converts units of one to four bytes to UTF-8.
private struct Decoder {
  let encoding: TextEncoding
  var text: [UInt8] = []
  var undecodable: [ByteRange] = []
  /// The limit for ``undecodable``; a file of broken characters has millions.
  private static let mostUndecodable = 1_000
  var marks: [(text: Int, disk: Int)] = []

  mutating func decode(_ bytes: [UInt8]) {
    let size = encoding.unitSize
    let isLittleEndian = encoding.isLittleEndian
    var at = encoding.mark.count
    text.reserveCapacity(bytes.count)
    marks.append((0, at))
    func unit(_ offset: Int) -> UInt32 {
      var value: UInt32 = 0
      for index in 0..<size { value = value << 8 | UInt32(bytes[offset + (isLittleEndian ? size - 1 - index : index)]) }
      return value
    }
    while at + size <= bytes.count {
      if let last = marks.last, text.count >= last.text + 1_024 { marks.append((text.count, at)) }
      let value = unit(at)
      at += size
      if size == 2, (0xD800..<0xDC00).contains(value), at + 2 <= bytes.count, (0xDC00..<0xE000).contains(unit(at)) {
        append(Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (unit(at) - 0xDC00)))
        at += 2
      } else {
        append(Unicode.Scalar(value))
      }
    }
    if at < bytes.count { append(nil) }
  }

  private mutating func append(_ scalar: Unicode.Scalar?) {
    guard let scalar else {
      if undecodable.count < Self.mostUndecodable { undecodable.append(ByteRange(text.count, text.count + 3)) }
      text.append(contentsOf: [0xEF, 0xBF, 0xBD])
      return
    }
    if scalar.value < 0x80 {
      text.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
