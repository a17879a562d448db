/// The name of a git object: 20 bytes.
public struct ObjectID: Hashable, Sendable {
  let bytes: [UInt8]

  /// - Parameter bytes: Must be 20 bytes.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 20 else { return nil }
    self.bytes = Array(bytes)
  }

  /// - Parameter hex: Must be 40 digits.
  public init?(hex: some StringProtocol) {
    guard hex.utf8.count == 40 else { return nil }
    let digits = hex.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == 40 else { return nil }
    bytes = stride(from: 0, to: 40, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The name of the object for a file’s contents.
  public init(ofFile content: [UInt8]) {
    bytes = sha1(Array("blob \(content.count)\0".utf8) + content)
  }

  /// 40 lowercase digits.
  public var hex: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0\(digits)" : digits
    }.joined()
  }
}
