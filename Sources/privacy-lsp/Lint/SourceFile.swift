import PrivacyRules
import SourceText

/// The bytes of a file and the text they hold.
struct SourceFile: Sendable {
  /// As on disk.
  let bytes: [UInt8]
  /// As UTF-8.
  let text: SourceText

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    text = SourceText(bytes)
  }

  /// The offset in ``bytes`` of an offset in ``text``.
  func diskOffset(of offset: Int) -> Int { offset }

  /// The bytes that hold another text in the same encoding.
  func encode(_ text: SourceText) -> [UInt8] { text.bytes }

  func document(path: String, kind: FileKind) -> Document {
    Document(path: path, kind: kind, text: text)
  }
}
