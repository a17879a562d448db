import SourceText
import TestSupport
import Testing

@Suite struct DecodedFileTests {
  private static let text = "<?xml version=\"1.0\"?>\n<a>é € 😀 x</a>\r\n" + String(repeating: "aé€😀\n", count: 900)

  /// The text in an encoding, by the plainest means.
  private func bytes(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf8, .latin1: Array(text.utf8)
    case .utf8WithMark: [0xEF, 0xBB, 0xBF] + text.utf8
    case .utf16LittleEndian: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case .utf16BigEndian: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case .utf16LittleEndianWithoutMark: text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case .utf16BigEndianWithoutMark: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case .utf32LittleEndian:
      [0xFF, 0xFE, 0, 0]
        + text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (8 * $0) & 255) } }
    case .utf32BigEndian:
      [0, 0, 0xFE, 0xFF]
        + text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (24 - 8 * $0) & 255) } }
    }
  }

  @Test func everyEncodingComesAndGoes() {
    for encoding in TextEncoding.allCases where encoding != .latin1 {
      let onDisk = bytes(Self.text, encoding)
      let file = DecodedFile(onDisk)
      expectEqual(file.encoding, encoding)
      let mark = encoding == .utf8WithMark ? "\u{FEFF}" : ""
      expectEqual(String(decoding: file.text.bytes, as: UTF8.self), mark + Self.text, "\(encoding)")
      expectEqual(file.undecodable, [], "\(encoding)")
      expectEqual(file.encode(file.text), onDisk, "\(encoding)")
      expectEqual(file.count, onDisk.count)

      // Offsets on disk, character by character.
      var offset = mark.utf8.count
      var disk = bytes("", encoding).count
      for scalar in Self.text.unicodeScalars {
        expectEqual(file.diskOffset(of: offset), disk, "\(encoding) at \(offset)")
        let width = UTF8.width(scalar)
        if width > 1, encoding != .utf8, encoding != .utf8WithMark {
          expectEqual(file.diskOffset(of: offset + 1), disk, "\(encoding) inside the character at \(offset)")
        }
        offset += width
        disk += bytes(String(scalar), encoding).count - bytes("", encoding).count
      }
      expectEqual(file.diskOffset(of: offset), onDisk.count, "\(encoding) at the end")
      expectEqual(file.diskOffset(of: .max), onDisk.count)
      expectEqual(file.diskOffset(of: -1), bytes("", encoding).count - mark.utf8.count)
    }
  }

  @Test func latin1IsReadWhereItIsDeclared() {
    let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
    let onDisk = Array("\(head)<a>".utf8) + [0xE9, 0x20, 0xFF] + Array("</a>".utf8)
    let file = DecodedFile(onDisk)
    expectEqual(file.encoding, .latin1)
    expectEqual(String(decoding: file.text.bytes, as: UTF8.self), "\(head)<a>é ÿ</a>")
    expectEqual(file.encode(file.text), onDisk)
    expectEqual(file.diskOffset(of: file.text.count), onDisk.count)
    expectEqual(file.diskOffset(of: head.utf8.count + 3 + 2), head.utf8.count + 3 + 1)
    expectEqual(file.encode(SourceText("é€")), [0xE9] + Array("&#8364;".utf8))
  }

  @Test func encodingsAreRecognised() {
    let rows: [(bytes: [UInt8], encoding: TextEncoding)] = [
      ([], .utf8), ([0xEF, 0xBB], .utf8), ([0xEF, 0xBB, 0xBF], .utf8WithMark), ([0xFF, 0xFE], .utf16LittleEndian),
      ([0xFE, 0xFF, 0], .utf16BigEndian), ([0xFF, 0xFE, 0, 0], .utf16LittleEndian),
      ([0xFF, 0xFE, 0, 0, 0x3C], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF, 0], .utf32BigEndian),
      ([0x3C, 0, 0x3F, 0], .utf16LittleEndianWithoutMark), ([0, 0x3C, 0, 0x3F], .utf16BigEndianWithoutMark),
      ([0x3C, 0, 0x3F], .utf8), ([0, 0, 0, 0], .utf8), ([0xFF], .utf8),
      (Array("<?xml encoding='latin1'?>".utf8), .latin1), (Array(" <?xml encoding='latin1'?>".utf8), .utf8),
      (Array("<?xml encoding='utf-8'?>".utf8), .utf8), (Array("<?xml encoding='x'?>".utf8), .utf8),
    ]
    for (bytes, encoding) in rows { expectEqual(TextEncoding(of: bytes), encoding, "\(bytes)") }

    let names: [(String, DeclaredEncoding.Meaning?)] = [
      ("encoding=\"UTF-8\"", .utf8), ("encoding='utf8'", .utf8), ("encoding=\"us-ascii\"", .latin1),
      ("encoding=\"ISO-8859-15\"", .singleByte), ("encoding=\"windows-1252\"", .singleByte),
      ("encoding=\"GBK\"", .multiByte),
      ("encoding=\"UTF-16\"", .unusable), ("encoding=\"klingon\"", .unusable), ("encoding=\"\"", .unusable),
      ("encoding=\"ütf-8\"", .unusable), ("encoding=utf-8", nil), ("encoding = \"x\"", nil), ("encoding=\"utf-8", nil),
      ("", nil),
    ]
    for (declaration, meaning) in names {
      let bytes = Array("<?xml version=\"1.0\" \(declaration)?><plist>".utf8)[...]
      expectEqual(DeclaredEncoding(in: bytes.span)?.meaning, meaning, declaration)
    }
  }

  @Test func whatCannotBeDecodedIsMarked() {
    // Half a pair, a pair the wrong way round, half a unit at the end.
    let units: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x62, 0, 0x00, 0xDE, 0x3D, 0xD8, 0x63]
    let file = DecodedFile(units)
    expectEqual(String(decoding: file.text.bytes, as: UTF8.self), "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}")
    expectEqual(file.undecodable, [ByteRange(1, 4), ByteRange(5, 8), ByteRange(8, 11), ByteRange(11, 14)])
    expectEqual([0, 1, 4, 5, 8, 11, 14].map(file.diskOffset(of:)), [2, 4, 6, 8, 10, 12, 13])
    var random = SeededGenerator(seed: 6)
    let marks: [[UInt8]] = [
      [0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [],
    ]
    for _ in 0..<3_000 {
      let bytes =
        random.pick(marks) + (0..<random.below(24)).map { _ in UInt8(truncatingIfNeeded: random.next()) & 0xDF }
      let file = DecodedFile(bytes)
      var last = 0
      for offset in 0...file.text.count {
        let disk = file.diskOffset(of: offset)
        expectTrue(disk >= last && disk <= bytes.count, "\(bytes): \(offset) is \(disk) on disk")
        last = disk
      }
      if file.undecodable.isEmpty, file.encoding != .utf8 { expectEqual(file.encode(file.text), bytes) }
    }
  }
}
