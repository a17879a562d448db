/// SHA-1 (FIPS 180-4), which git uses for object names. It isn’t used for security here.
func sha1(_ bytes: [UInt8]) -> [UInt8] {
  var state: (UInt32, UInt32, UInt32, UInt32, UInt32) =
    (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
  var words = [UInt32](repeating: 0, count: 80)
  func take(_ block: ArraySlice<UInt8>) {
    var place = block.startIndex
    for index in 0..<16 {
      words[index] = block[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
      place += 4
    }
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = mixed << 1 | mixed >> 31
    }
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (function, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, (a << 5 | a >> 27) &+ function &+ e &+ constant &+ words[index])
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
  for start in stride(from: 0, to: bytes.count & ~63, by: 64) { take(bytes[start..<start + 64]) }
  // Padding: a one bit, zeros up to a whole block, and the number of bits.
  var rest = Array(bytes[(bytes.count & ~63)...]) + [0x80]
  while rest.count % 64 != 56 { rest.append(0) }
  for shift in stride(from: 56, through: 0, by: -8) {
    rest.append(UInt8(truncatingIfNeeded: (bytes.count &* 8) >> shift))
  }
  for start in stride(from: 0, to: rest.count, by: 64) { take(rest[start..<start + 64]) }
  return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
