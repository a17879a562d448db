import SourceText
import TestSupport
import Testing

/// What is searched eight bytes at a time is found where looking at one after the other finds it.
@Suite struct ByteWordsTests {
  @Test func searchesFindWhatEachByteSays() {
    var random = SeededGenerator(seed: 31)
    // Neighbours of what is sought, and bytes that differ from it in the highest bit alone.
    let alphabet: [UInt8] = [
      0x3C, 0x3B, 0x3D, 0xBC, 0x26, 0x25, 0x27, 0xA6, 0x5D, 0x5C, 0x5E, 0xDD, 0x2D, 0x2C, 0x2E, 0xAD, 0x0A, 0x0D, 0x0B,
      0x8A, 0x8D, 0x00, 0x80, 0xFF, 0x61, 0x7A, 0x60, 0x7B,
    ]
    for round in 0..<20_000 {
      // Mostly of what is not sought, so that a search gets far.
      let few = (0..<3).map { _ in random.pick(alphabet) }
      let bytes = (0..<random.below(40)).map { _ in random.once(in: 8) ? random.pick(alphabet) : random.pick(few) }
      let start = random.below(bytes.count + 1)
      let rest = bytes[start...]
      let slice = bytes[...]
      let span = slice.span
      let sought = random.pick(alphabet)
      let isSame =
        span.firstMarkup(from: start) == rest.firstIndex { [0x3C, 0x26, 0x5D].contains($0) } ?? bytes.count
        && span.firstIndex(of: sought, from: start) == rest.firstIndex(of: sought)
        && span.firstDoubleHyphen(from: start)
          == rest.indices.first { bytes[$0] == 0x2D && $0 + 1 < bytes.count && bytes[$0 + 1] == 0x2D }
      expectTrue(isSame, "round \(round): other places from \(start) on in \(bytes), sought \(sought)")

      var starts: [Int32] = [0]
      for (index, byte) in bytes.enumerated() {
        let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if (byte == 0x0A || byte == 0x0D) && !isPair { starts.append(Int32(index + 1)) }
      }
      expectEqual(SourceText(bytes).lineStarts, starts, "the lines of \(bytes)")
      guard span.hasWord(at: start) else { continue }
      let word = span.word(at: start)
      for place in 0..<8 {
        let byte = bytes[start + place]
        let bit = UInt64(0x80) << UInt64(8 * place)
        expectEqual(highBits(ofAllZerosIn: word) & bit != 0, byte == 0, "a zero \(byte)")
      }
    }
    let seven = [UInt8](repeating: 0, count: 7)[...]
    let nine = [UInt8](repeating: 0, count: 9)[...]
    expectTrue(!seven.span.hasWord(at: 0), "there are seven bytes only")
    expectTrue(!nine.span.hasWord(at: -1), "nothing stands before the start")
    expectTrue(!nine.span.hasWord(at: 2), "seven bytes stand there only")
  }
}
