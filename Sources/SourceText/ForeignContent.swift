/// What stands in a file in the place of its text.
public enum ForeignContent: Hashable, Sendable {
  /// What git-crypt made of it, which only those with the key can read.
  case encrypted
  /// The few lines that stand for a large file in Git LFS.
  case pointer
  /// Bytes of no text, such as those of a picture.
  case data

  /// - Parameter text: That of a file, however it was decoded.
  /// - Returns: Nil for what is a text, be it broken.
  public init?(_ text: SourceText) {
    let bytes = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? text.bytes.dropFirst(3) : text.bytes[...]
    if bytes.starts(with: "\0GITCRYPT\0".utf8) {
      self = .encrypted
    } else if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
      self = .pointer
    } else {
      // Of bytes at random every tenth is a control character; a text has none, or a few by accident.
      let head = bytes.prefix(4_096)
      let controls = head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }
      guard controls >= 16, controls * 25 > head.count else { return nil }
      self = .data
    }
  }
}
