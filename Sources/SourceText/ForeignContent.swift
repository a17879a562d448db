/// What a file contains instead of its text.
public enum ForeignContent: Hashable, Sendable {
  /// Encrypted by git-crypt.
  case encrypted
  /// A pointer to a file in Git LFS.
  case pointer
  /// Binary data, such as an image.
  case data

  /// - Parameter text: The text of a file, however it was decoded.
  /// - Returns: Nil for a text, even a broken one.
  public init?(_ text: SourceText) {
    let bytes = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? text.bytes.dropFirst(3) : text.bytes[...]
    if bytes.starts(with: "\0GITCRYPT\0".utf8) {
      self = .encrypted
    } else if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
      self = .pointer
    } else {
      // One in ten random bytes is a control character; a text has none, or a few by accident.
      let head = bytes.prefix(4_096)
      let controls = head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }
      guard controls >= 16, controls * 25 > head.count else { return nil }
      self = .data
    }
  }
}
