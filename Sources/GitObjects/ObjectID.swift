/// The id of an object in git: 20 bytes.
public struct ObjectID: Hashable, Sendable {
  let bytes: [UInt8]

  /// Nil unless there are 20 bytes.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 20 else { return nil }
    self.bytes = Array(bytes)
  }

  /// - Parameter hex: 40 hexadecimal digits.
  public init?(hex: some StringProtocol) {
    guard hex.utf8.count == 40 else { return nil }
    let digits = hex.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == 40 else { return nil }
    bytes = stride(from: 0, to: 40, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The id that a file with this content has.
  public init(ofFile content: [UInt8]) {
    bytes = sha1(Array("blob \(content.count)\0".utf8) + content)
  }

  /// 40 lowercase hexadecimal digits.
  public var hex: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0\(digits)" : digits
    }.joined()
  }
}
