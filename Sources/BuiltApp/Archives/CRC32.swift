/// CRC-32 (ISO 3309), the checksum of ZIP entries.
struct CRC32 {
  private var state: UInt32 = .max
  /// Of the bytes that were added.
  var value: UInt32 { ~state }

  /// Tables for each byte, alone and followed by one to seven zero bytes.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { byte in
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      return value
    }
    for index in 256..<2_048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      bytes.withUnsafeBytes { bytes in
        var place = 0
        while place + 8 <= bytes.count {
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(state)
          state = 0
          for index in 0..<8 { state ^= tables[(7 - index) << 8 | Int(word >> UInt64(index * 8) & 0xFF)] }
          place += 8
        }
        while place < bytes.count {
          state = state >> 8 ^ tables[Int((state ^ UInt32(bytes[place])) & 0xFF)]
          place += 1
        }
      }
    }
    self.state = state
  }
}
