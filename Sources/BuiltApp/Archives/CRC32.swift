/// The checksum of ZIP entries: CRC-32 as in ISO 3309.
struct CRC32 {
  private var state: UInt32 = .max
  /// The checksum of the bytes added so far.
  var value: UInt32 { ~state }

  private static let table: [UInt32] = (0..<256).map { byte in
    var value = UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    return value
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = state >> 8 ^ table[Int((state ^ UInt32(byte)) & 0xFF)] }
    }
    self.state = state
  }
}
