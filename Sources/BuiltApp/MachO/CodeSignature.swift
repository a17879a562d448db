/// A code signature.
public struct CodeSignature: Sendable {
  /// The entitlements as an XML property list; nil if there are none. Apple’s tools write them in DER too, never alone.
  public private(set) var entitlements: [UInt8]?

  init() {}

  /// The size limit for entitlements in bytes; real ones have a few thousand.
  private static let largestBlob = 1 << 20

  /// Reads a signature, at the range given by its load command.
  public init(_ source: some ByteSource) {
    // Type, size and number of parts; each part has a slot number and an offset.
    let head = source.bytes(at: 0, count: 12 + 8 * 64)
    guard head.bigEndian(UInt32.self, at: 0) == 0xFADE_0CC0, let count = head.bigEndian(UInt32.self, at: 8) else {
      return
    }
    for index in 0..<min(Int(count), 64) {
      guard let slot = head.bigEndian(UInt32.self, at: 12 + index * 8),
        let offset = head.bigEndian(UInt32.self, at: 16 + index * 8).map(Int.init)
      else { return }
      guard slot == 5 else { continue }
      let start = source.bytes(at: offset, count: 8)
      guard start.bigEndian(UInt32.self, at: 0) == 0xFADE_7171,
        let size = start.bigEndian(UInt32.self, at: 4).map(Int.init), size > 8, size <= Self.largestBlob
      else { continue }
      entitlements = source.bytes(at: offset + 8, count: size - 8)
    }
  }
}
