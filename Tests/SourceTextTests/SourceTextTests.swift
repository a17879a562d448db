import SourceText
import TestSupport
import Testing

@Suite struct SourceTextTests {
  private static let sources = [
    "", "\n", "\r", "\r\n", "\n\r", "a", "a\n", "a\r\nb", "a\rb\nc\r\n\r\n", "é\n€\n😀x\n", "\u{FEFF}a\u{2028}b",
    "a\u{301}\n",
    "😀😀\r😀", "👩‍👩‍👧‍👦\r\nx",
  ]

  /// Line starts by the plainest means.
  private func lineStarts(_ bytes: [UInt8]) -> [Int32] {
    var starts: [Int32] = [0]
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
      if bytes[index] == 0x0A || bytes[index] == 0x0D { starts.append(Int32(index + 1)) }
      index += 1
    }
    return starts
  }

  @Test func positionsAreCountedInEachEncoding() {
    for source in Self.sources {
      let text = SourceText(source)
      expectEqual(text.lineStarts, lineStarts(text.bytes), source.debugDescription)
      var line = 0
      var units = (utf8: 0, utf16: 0, utf32: 0)
      var offset = 0
      let scalars = Array(source.unicodeScalars)
      func check() {
        for (encoding, character) in [
          (PositionEncoding.utf8, units.utf8), (.utf16, units.utf16), (.utf32, units.utf32),
        ] {
          let position = Position(line: line, character: character)
          expectEqual(text.position(at: offset, in: encoding), position, "\(source.debugDescription) at \(offset)")
          expectEqual(text.offset(of: position, in: encoding), offset, "\(source.debugDescription) at \(position)")
        }
      }
      for (index, scalar) in scalars.enumerated() {
        // Between CR and LF there is no position a client could name.
        let isInsideLineEnd = scalar == "\n" && index > 0 && scalars[index - 1] == "\r"
        if !isInsideLineEnd { check() }
        offset += UTF8.width(scalar)
        units = (units.utf8 + UTF8.width(scalar), units.utf16 + UTF16.width(scalar), units.utf32 + 1)
        let endsLine = scalar == "\n" || (scalar == "\r" && (index + 1 == scalars.count || scalars[index + 1] != "\n"))
        if endsLine {
          line += 1
          units = (0, 0, 0)
        }
      }
      check()
    }
  }

  @Test func placesThatAreNoneAreClamped() {
    let text = SourceText("a😀b\r\ncd")
    let rows: [(line: Int, character: Int, encoding: PositionEncoding, offset: Int)] = [
      (0, 2, .utf16, 1), (0, 2, .utf32, 5), (0, 2, .utf8, 1), (0, 4, .utf8, 1), (0, 5, .utf8, 5), (0, 99, .utf16, 6),
      (0, 99, .utf8, 6), (0, .max, .utf32, 6), (1, 9, .utf16, 10), (2, 0, .utf16, 10), (.max, .max, .utf16, 10),
      (-1, 5, .utf16, 0), (.min, .min, .utf8, 0), (1, -1, .utf16, 8), (1, .min, .utf32, 8), (0, 1 << 31, .utf16, 6),
      (1 << 31, 0, .utf16, 10),
    ]
    for (line, character, encoding, offset) in rows {
      let position = Position(line: line, character: character)
      expectEqual(text.offset(of: position, in: encoding), offset, "\(position) in \(encoding)")
    }
    expectEqual(text.position(at: 3, in: .utf16), Position(line: 0, character: 1))
    expectEqual(text.position(at: -5, in: .utf16), Position(line: 0, character: 0))
    expectEqual(text.position(at: .max, in: .utf16), Position(line: 1, character: 2))
    expectEqual(text[ByteRange(-5, 400)], "a😀b\r\ncd")
    expectEqual(text[ByteRange(4, 2)], "")
    expectEqual(text.contents(ofLine: 0), ByteRange(0, 6))
    expectEqual(text.contents(ofLine: -1), ByteRange(at: 10))
    expectEqual(text.contents(ofLine: 7), ByteRange(at: 10))
    expectEqual(text.line(at: 400), 1)
  }

  @Test func bytesThatAreNoTextHavePositionsToo() {
    var random = SeededGenerator(seed: 2)
    let alphabet: [UInt8] = [0x61, 0x0A, 0x0D, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0x80]
    for _ in 0..<2_000 {
      let text = SourceText((0..<random.below(20)).map { _ in random.pick(alphabet) })
      for encoding in PositionEncoding.allCases {
        var last = Position(line: 0, character: 0)
        for offset in 0...text.count {
          let position = text.position(at: offset, in: encoding)
          expectTrue(last <= position, "\(text.bytes) goes back at \(offset)")
          last = position
          let back = text.offset(of: position, in: encoding)
          expectTrue(back <= offset && offset - back < 4, "\(text.bytes): \(offset) comes back as \(back)")
        }
      }
    }
  }

  @Test func editsKeepLinesRight() {
    var random = SeededGenerator(seed: 4)
    let pieces = ["", "a", "\n", "\r", "\r\n", "é", "x\ny", "\r\r", "😀", "\n\n\n", "abc"].map { Array($0.utf8) }
    for _ in 0..<400 {
      var text = SourceText((0..<random.below(12)).flatMap { _ in random.pick(pieces) })
      var plain = text.bytes
      for _ in 0..<12 {
        let lower = random.below(plain.count + 1)
        let upper = lower + random.below(min(6, plain.count - lower + 1))
        let replacement = random.pick(pieces) + random.pick(pieces)
        let before = plain
        plain.replaceSubrange(lower..<upper, with: replacement)
        text.replace(ByteRange(lower, upper), with: replacement)
        let fresh = SourceText(plain)
        guard text.bytes == plain, text.lineStarts == fresh.lineStarts else {
          Issue.record("\(before) with \(lower)..<\(upper) replaced by \(replacement) has lines \(text.lineStarts)")
          return
        }
      }
    }
    var text = SourceText("ab\ncd")
    text.replace(ByteRange(-3, 1), with: Array("x".utf8))
    text.replace(ByteRange(4, 99), with: Array("\r".utf8))
    text.replace(ByteRange(50, 60), with: Array("!".utf8))
    expectEqual(String(decoding: text.bytes, as: UTF8.self), "xb\nc\r!")
    expectEqual(text.lineStarts, [0, 3, 5])
  }

  @Test func editsTogetherSpeakOfTheTextBefore() {
    let rows: [(edits: [TextEdit], result: String)] = [
      ([], "abcdef"), ([.insert("x", at: 0), .insert("y", at: 6)], "xabcdefy"),
      ([.insert("x", at: 3), .insert("y", at: 3)], "abcxydef"),
      ([.delete(ByteRange(1, 3)), .insert("x", at: 4)], "adxef"),
      ([.insert("x", at: 4), .delete(ByteRange(1, 3))], "adxef"),
      ([TextEdit(ByteRange(0, 4), "x"), TextEdit(ByteRange(2, 5), "y")], "xef"),
      ([.insert("x", at: 1), TextEdit(ByteRange(1, 2), "y")], "axycdef"),
      ([TextEdit(ByteRange(4, 99), "z"), .insert("w", at: -4)], "wabcdz"),
    ]
    for (edits, result) in rows {
      expectEqual(String(decoding: SourceText("abcdef").applying(edits).bytes, as: UTF8.self), result, "\(edits)")
    }
  }

  @Test func editsMergedAreTheEdits() {
    let text = SourceText("abcdefgh")
    let rows: [[TextEdit]] = [
      [], [TextEdit(ByteRange(2, 4), "xyz")],
      [.insert("1", at: 0), TextEdit(ByteRange(1, 2), ""), .insert("2", at: 8)],
      [TextEdit(ByteRange(3, 5), "é"), TextEdit(ByteRange(5, 6), "")], [.insert("a", at: 4), .insert("b", at: 4)],
      [TextEdit(ByteRange(6, 99), "z")],
    ]
    for edits in rows {
      let merged = text.merging(edits)
      expectEqual(text.applying([merged]).bytes, text.applying(edits).bytes, "\(edits)")
      if let first = edits.first { expectEqual(merged.range.lower, first.range.lower, "\(edits)") }
    }
  }

  @Test func positionsOfManyOffsetsAreThoseOfEach() {
    var random = SeededGenerator(seed: 4)
    // Some are no characters: half a one, a stray byte of one, a byte of Latin-1.
    let pieces: [[UInt8]] =
      ["a", "é", "\u{1F600}", "\n", "\r\n", "\r", "語"].map { Array($0.utf8) } + [[0xF0, 0x9F], [0x80], [0xE9], [0xFF]]
    for _ in 0..<600 {
      let text = SourceText((0..<random.below(40)).flatMap { _ in random.pick(pieces) })
      let offsets = (0..<20).map { _ in random.below(text.count + 5) - 2 }
      for encoding in PositionEncoding.allCases {
        let map = PositionMap(offsets, in: text, encoding: encoding)
        for offset in offsets {
          expectEqual(map[offset], text.position(at: offset, in: encoding), "\(text.bytes) \(offset) \(encoding)")
        }
      }
    }
  }

  @Test func aHundredThousandPlacesInOneLongLineTakeNoTime() {
    let text = SourceText(String(repeating: "é", count: 500_000))
    let time = ProcessorClock().measure {
      let map = PositionMap((0..<100_000).map { $0 * 10 }, in: text, encoding: .utf16)
      expectEqual(map[999_990].character, 499_995)
    }
    expectTrue(time < .seconds(5), "it took \(time)")
  }
}
