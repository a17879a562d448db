/// A Huffman code of a deflate stream.
struct HuffmanCode {
  /// The number of bits in the lookup table; longer codes are rare.
  static let lookupBits = 10

  /// By the next bits: the symbol and, in the low four bits, the length of its code; 0 for longer and invalid codes.
  private(set) var lookup = [UInt16](repeating: 0, count: 1 << lookupBits)
  /// The number of codes of each length, and the symbols in the order of their codes.
  private(set) var counts = [Int](repeating: 0, count: 16)
  private(set) var symbols: [UInt16]

  /// - Parameter lengths: The length of each symbol’s code in bits, up to 15; 0 for a symbol without one.
  /// - Returns: Nil if the lengths are invalid.
  init?(lengths: ArraySlice<UInt8>) {
    symbols = Array(repeating: 0, count: lengths.count)
    for length in lengths { counts[Int(length & 15)] += 1 }
    counts[0] = 0
    // Each bit doubles the number of codes. Only a code with a single symbol may be incomplete.
    var open = 1
    for length in 1...15 {
      open = open * 2 - counts[length]
      guard open >= 0 else { return nil }
    }
    let used = counts.reduce(0, +)
    guard open == 0 || used <= 1 else { return nil }

    var next = [Int](repeating: 0, count: 17)
    var place = [Int](repeating: 0, count: 17)
    for length in 1...15 {
      next[length + 1] = (next[length] + counts[length]) << 1
      place[length + 1] = place[length] + counts[length]
    }
    for (symbol, length) in zip(0..., lengths) where length > 0 {
      let length = Int(length & 15)
      let code = next[length]
      next[length] += 1
      symbols[place[length]] = UInt16(symbol)
      place[length] += 1
      guard length <= Self.lookupBits else { continue }
      // The first bit of a code is the lowest bit of the stream.
      var reversed = 0
      for bit in 0..<length where code & 1 << bit != 0 { reversed |= 1 << (length - 1 - bit) }
      let entry = UInt16(symbol) << 4 | UInt16(length)
      for index in stride(from: reversed, to: 1 << Self.lookupBits, by: 1 << length) { lookup[index] = entry }
    }
  }

  /// The symbol at the start of some bits and the length of its code; nil for an invalid code.
  func symbol(of bits: UInt64) -> (symbol: Int, length: Int)? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      code |= Int(bits >> UInt64(length - 1) & 1)
      let count = counts[length]
      if code - count < first { return (Int(symbols[index + code - first]), length) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  /// The fixed codes of deflate.
  static let fixedLengths = HuffmanCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 as UInt8 }[...])
  static let fixedDistances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 32)[...])
}
