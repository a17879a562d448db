/// Decompresses a deflate stream (RFC 1951) piece by piece. It keeps the last 32 KiB, which the stream may refer to, and the
/// output of the last call.
struct Inflater {
  private let source: any ByteSource
  private var sourcePlace = 0
  /// A piece of the compressed bytes, and the number of those that have been consumed.
  private var input: [UInt8] = []
  private var inputPlace = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var isPadded = false

  /// The last decompressed bytes.
  private(set) var output: [UInt8]
  /// The number of bytes in ``output``.
  private(set) var filled = 0
  /// The number of bytes decompressed so far.
  private(set) var position = 0
  /// Whether the stream has ended, either regularly or because it is damaged.
  private(set) var isDone = false
  private(set) var isDamaged = false

  private enum Block {
    case none
    /// An uncompressed block with this many bytes left.
    case stored(Int)
    case packed
  }
  private var block = Block.none
  private var isLastBlock = false
  private var blocks = 0
  private var lengths: HuffmanCode?
  private var distances: HuffmanCode?

  private static let window = 32 << 10
  /// The longest match.
  private static let longestCopy = 258
  /// The number of input bytes available at each step; twice as many zeros follow the end.
  private static let ahead = 16

  init(_ source: any ByteSource) {
    self.source = source
    // Often only the first bytes are needed.
    output = [UInt8](repeating: 0, count: 4 << 10)
  }

  /// Decompresses until a position is reached, the stream ends or the output is full. The result stays in ``output`` until
  /// the next call.
  mutating func unpack(to target: Int) {
    while !isDone, position < target {
      makeRoom(for: target - position)
      switch block {
      case .none:
        if isLastBlock { isDone = true } else { beginBlock() }
      case .stored(let count): copyStored(count, upTo: target)
      case .packed: unpackBlock(upTo: target)
      }
      if output.count - filled <= Self.longestCopy { return }
    }
  }

  /// Drops all but the window if the output is full, and enlarges the output for more than a few bytes.
  private mutating func makeRoom(for count: Int) {
    if output.count < 256 << 10, count > output.count - filled - Self.longestCopy {
      output += [UInt8](repeating: 0, count: (256 << 10) + Self.window - output.count)
    }
    guard output.count - filled <= Self.longestCopy else { return }
    let kept = min(filled, Self.window)
    output.withUnsafeMutableBufferPointer { [filled] buffer in
      for index in 0..<kept { buffer[index] = buffer[filled - kept + index] }
    }
    filled = kept
  }

  private mutating func fail() {
    isDone = true
    isDamaged = true
  }

  // MARK: - Bits

  /// Makes at least eight bytes of input available, with zeros after the end.
  private mutating func refill() {
    guard input.count - inputPlace < Self.ahead else { return }
    if inputPlace > 0 { input.removeFirst(inputPlace) }
    inputPlace = 0
    // Often only the first bytes of a stream are needed, so start with a small piece.
    let piece = sourcePlace == 0 ? 1 << 10 : 64 << 10
    let read = source.bytes(at: sourcePlace, count: piece)
    sourcePlace += read.count
    input += read
    if read.isEmpty {
      if isPadded { return fail() }
      isPadded = true
      input += [UInt8](repeating: 0, count: Self.ahead * 2)
    }
  }

  private mutating func need(_ count: Int) {
    if input.count - inputPlace < 8 { refill() }
    while bitCount < count, inputPlace < input.count {
      bits |= UInt64(input[inputPlace]) << UInt64(bitCount)
      inputPlace += 1
      bitCount += 8
    }
    if bitCount < count { fail() }
  }

  /// The next bits, up to 32.
  private mutating func take(_ count: Int) -> Int {
    need(count)
    guard bitCount >= count else { return 0 }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  /// Whether it has read beyond the end of the stream.
  private var isBehindEnd: Bool {
    isPadded && input.count - inputPlace + bitCount / 8 < Self.ahead * 2
  }

  // MARK: - Blocks

  private mutating func beginBlock() {
    isLastBlock = take(1) == 1
    // Building the codes of a block is expensive, and no compressor makes tiny blocks.
    blocks += 1
    if blocks > 4_096, blocks * 64 > position { return fail() }
    switch take(2) {
    case 0:
      _ = take(bitCount % 8)
      let count = take(16)
      guard take(16) == ~count & 0xFFFF, !isDone, !isBehindEnd else { return fail() }
      block = .stored(count)
    case 1:
      (lengths, distances) = (HuffmanCode.fixedLengths, HuffmanCode.fixedDistances)
      block = .packed
    case 2: readCodes()
    default: fail()
    }
  }

  /// Reads the codes of a block, which are compressed themselves.
  private mutating func readCodes() {
    let lengthCount = take(5) + 257
    let distanceCount = take(5) + 1
    let codeCount = take(4) + 4
    var codeLengths = [UInt8](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for place in order.prefix(codeCount) { codeLengths[place] = UInt8(take(3)) }
    guard lengthCount <= 286, let code = HuffmanCode(lengths: codeLengths[...]), !isDone else { return fail() }
    var all: [UInt8] = []
    while all.count < lengthCount + distanceCount {
      need(15)
      guard !isDone, let (symbol, length) = code.symbol(of: bits) else { return fail() }
      _ = take(length)
      switch symbol {
      case 0...15: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last else { return fail() }
        all += [UInt8](repeating: last, count: take(2) + 3)
      case 17: all += [UInt8](repeating: 0, count: take(3) + 3)
      default: all += [UInt8](repeating: 0, count: take(7) + 11)
      }
    }
    guard all.count == lengthCount + distanceCount, all[256] > 0, !isBehindEnd else { return fail() }
    lengths = HuffmanCode(lengths: all[..<lengthCount])
    distances = HuffmanCode(lengths: all[lengthCount...])
    guard lengths != nil, distances != nil else { return fail() }
    block = .packed
  }

  private mutating func copyStored(_ count: Int, upTo target: Int) {
    var left = min(count, output.count - filled, max(target - position, 1))
    let done = left
    while left > 0, !isDone {
      if inputPlace >= input.count { refill() }
      // The zeros behind the end are no part of the stream.
      let padding = isPadded ? Self.ahead * 2 : 0
      guard input.count - inputPlace + bitCount / 8 > padding, !isDone else { return fail() }
      if bitCount >= 8 {
        output[filled] = UInt8(take(8))
        (filled, position, left) = (filled + 1, position + 1, left - 1)
        continue
      }
      let part = min(left, input.count - inputPlace - padding)
      guard part > 0 else { return fail() }
      output.replaceSubrange(filled..<filled + part, with: input[inputPlace..<inputPlace + part])
      (filled, position, left, inputPlace) = (filled + part, position + part, left - part, inputPlace + part)
    }
    block = count > done ? .stored(count - done) : .none
  }

  private static let lengthBases: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases: [UInt16] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits: [UInt8] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]

  private enum Stop {
    case full, needsInput, endOfBlock, damaged
  }

  /// Decodes symbols until the block ends, the target is reached or the output is full.
  private mutating func unpackBlock(upTo target: Int) {
    guard let lengths, let distances else { return fail() }
    while !isDone {
      if input.count - inputPlace < Self.ahead { refill() }
      guard !isDone else { return }
      let end = min(output.count, filled + max(target - position, 1) + Self.longestCopy)
      switch decode(lengths, distances, end: end) {
      case .full: return
      case .needsInput: continue
      case .endOfBlock:
        block = .none
        return
      case .damaged: return fail()
      }
    }
  }

  /// The inner loop, on copies of the state. Every index is checked before use: the input has at least eight bytes at each
  /// step, the output has room for the longest match, and distances are compared with the size of the window.
  private mutating func decode(_ lengths: HuffmanCode, _ distances: HuffmanCode, end: Int) -> Stop {
    var (bits, bitCount, place, out) = (bits, bitCount, inputPlace, filled)
    let started = filled
    let mask = 1 << UInt64(HuffmanCode.lookupBits) - 1 as UInt64
    let stop: Stop = output.withUnsafeMutableBytes { output in
      input.withUnsafeBytes { input in
        lengths.lookup.withUnsafeBufferPointer { lengthLookup in
          distances.lookup.withUnsafeBufferPointer { distanceLookup in
            let last = input.count - 8
            // The zeros behind the end are no part of the stream.
            let lastBit = isPadded ? (input.count - Self.ahead * 2) * 8 : .max
            while true {
              guard out + Self.longestCopy <= end else { return .full }
              guard place <= last else { return .needsInput }
              // Refill with whole bytes to at least 56 bits; a length and a distance need at most 48.
              bits |=
                UInt64(littleEndian: input.loadUnaligned(fromByteOffset: place, as: UInt64.self)) << UInt64(bitCount)
              let added = (63 - bitCount) >> 3
              place += added
              bitCount += added * 8

              var entry = Int(lengthLookup[Int(bits & mask)])
              if entry == 0 {
                guard let (symbol, length) = lengths.symbol(of: bits) else { return .damaged }
                entry = symbol << 4 | length
              }
              bits >>= UInt64(entry & 15)
              bitCount -= entry & 15
              let symbol = entry >> 4
              guard place * 8 - bitCount <= lastBit else { return .damaged }
              if symbol < 256 {
                output[out] = UInt8(truncatingIfNeeded: symbol)
                out += 1
                continue
              }
              if symbol == 256 { return .endOfBlock }
              guard symbol - 257 < Self.lengthBases.count else { return .damaged }
              let lengthBits = Self.lengthBits[symbol - 257]
              let length = Int(Self.lengthBases[symbol - 257]) + Int(bits & (1 << UInt64(lengthBits) - 1))
              bits >>= UInt64(lengthBits)
              bitCount -= Int(lengthBits)

              entry = Int(distanceLookup[Int(bits & mask)])
              if entry == 0 {
                guard let (symbol, length) = distances.symbol(of: bits) else { return .damaged }
                entry = symbol << 4 | length
              }
              bits >>= UInt64(entry & 15)
              bitCount -= entry & 15
              guard entry >> 4 < Self.distanceBases.count else { return .damaged }
              let distanceBits = Self.distanceBits[entry >> 4]
              let distance = Int(Self.distanceBases[entry >> 4]) + Int(bits & (1 << UInt64(distanceBits) - 1))
              bits >>= UInt64(distanceBits)
              bitCount -= Int(distanceBits)
              guard distance <= out, place * 8 - bitCount <= lastBit else { return .damaged }
              if distance >= 8, out + length + 8 <= end {
                // Copies eight bytes at a time; the next symbols overwrite the excess.
                var copied = 0
                while copied < length {
                  let word = output.loadUnaligned(fromByteOffset: out - distance + copied, as: UInt64.self)
                  output.storeBytes(of: word, toByteOffset: out + copied, as: UInt64.self)
                  copied += 8
                }
              } else {
                for index in 0..<length { output[out + index] = output[out - distance + index] }
              }
              out += length
            }
          }
        }
      }
    }
    // The bits above the valid ones are read again.
    (self.bits, self.bitCount, inputPlace, filled) = (bits & (1 << UInt64(bitCount) - 1), bitCount, place, out)
    position += out - started
    return stop
  }
}

/// The content of a compressed entry. Going back decompresses it again, which happens only a few times.
public final class InflatedBytes: ByteSource {
  public let count: Int
  private let source: any ByteSource
  private var inflater: Inflater
  private var restarts = 0
  /// Whether the content ended early, was damaged or has a wrong checksum.
  public private(set) var isDamaged = false
  private let checksum: UInt32?
  private var sum = CRC32()
  /// The number of bytes in ``sum``.
  private var summed = 0

  private static let mostRestarts = 16

  /// - Parameters:
  ///   - count: The declared size, which is also the limit.
  ///   - checksum: The CRC-32 of the content; nil if unknown.
  public init(_ source: any ByteSource, count: Int, checksum: UInt32? = nil) {
    self.source = source
    self.count = count
    self.checksum = checksum
    inflater = Inflater(source)
    if count == 0 { checkSum() }
  }

  /// Decompresses the rest, so that ``isDamaged`` covers the whole content.
  public func readToEnd() {
    guard checksum != nil else { return }
    while inflater.position < count, !inflater.isDone { unpack(to: count) }
    if summed < count { isDamaged = true }
  }

  private func unpack(to target: Int) {
    let before = inflater.position
    inflater.unpack(to: min(target, count))
    // Add only bytes that aren’t in the sum yet and don’t exceed the declared size.
    guard checksum != nil, inflater.position > summed, before <= summed else { return }
    let end = inflater.filled - max(inflater.position - count, 0)
    let start = inflater.filled - (inflater.position - summed)
    guard start >= 0, start < end else { return }
    sum.add(inflater.output[start..<end])
    summed += end - start
    checkSum()
  }

  private func checkSum() {
    if let checksum, summed == count, sum.value != checksum { isDamaged = true }
  }

  public func bytes(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    if range.lowerBound < inflater.position - inflater.filled {
      guard restarts < Self.mostRestarts else { return [] }
      restarts += 1
      inflater = Inflater(source)
    }
    var result: [UInt8] = []
    while result.count < range.count {
      let next = range.lowerBound + result.count
      if next < inflater.position {
        let start = inflater.filled - (inflater.position - next)
        let part = min(range.count - result.count, inflater.filled - start)
        result += inflater.output[start..<start + part]
        continue
      }
      if inflater.isDone { break }
      unpack(to: range.upperBound)
    }
    if inflater.isDamaged || result.count < range.count { isDamaged = true }
    return result
  }
}
