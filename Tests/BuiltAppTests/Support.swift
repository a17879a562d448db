import Foundation
import TestSupport

/// A folder of its own for a test.
func makeFolder() throws -> String {
  let path = "\(temporaryFolder)/privacy-lsp-built-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}

/// Changes that break binaries and archives: bits, bytes, numbers at their borders, parts that are cut, doubled or moved.
struct BinaryMutator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let numbers: [UInt64] = [
    0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF8, .max, 1 << 63,
    UInt64(Int64.max), 0x1000_0000, 16, 32, 4_096,
  ]

  mutating func mutate(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...random.below(3) where !bytes.isEmpty {
      // What is read lies mostly at the start and the end.
      let at =
        switch random.below(3) {
        case 0: random.below(min(bytes.count, 2_048))
        case 1: bytes.count - 1 - random.below(min(bytes.count, 4_096))
        default: random.below(bytes.count)
        }
      switch random.below(8) {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[at] ^= 1 << UInt8(random.below(8))
      case 2, 3, 4:
        let number = random.pick(Self.numbers)
        let size = random.pick([1, 2, 4, 8])
        let place = at - at % 4
        for index in 0..<size where place + index < bytes.count {
          bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(index * 8))
        }
      case 5: bytes.removeSubrange(at..<min(at + 1 + random.below(40), bytes.count))
      case 6: bytes.insert(contentsOf: Array(bytes[at..<min(at + 1 + random.below(40), bytes.count)]), at: at)
      default: bytes.removeSubrange(at...)
      }
    }
    return bytes
  }
}
