import PrivacyRules
import SourceText

/// The bytes of a file and the text they hold.
struct SourceFile: Sendable {
  /// As on disk.
  let bytes: [UInt8]
  private let decoded: DecodedFile

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    decoded = DecodedFile(bytes)
  }

  /// As UTF-8.
  var text: SourceText { decoded.text }

  /// Whether the file is a binary property list, which holds no text.
  var isBinary: Bool { bytes.starts(with: "bplist".utf8) }

  /// The offset in ``bytes`` of an offset in ``text``.
  func diskOffset(of offset: Int) -> Int { decoded.diskOffset(of: offset) }

  /// Whether writing the text gives the bytes again. Where some of them are no characters, it cannot.
  var isWritable: Bool { decoded.undecodable.isEmpty && encode(text) == bytes }

  /// The bytes that hold another text in the same encoding.
  func encode(_ text: SourceText) -> [UInt8] { decoded.encode(text) }

  func document(path: String, kind: FileKind) -> Document {
    isBinary ? Document(path: path, kind: kind, binary: bytes) : Document(path: path, kind: kind, file: decoded)
  }
}

/// A file that was read once, for the targets that it is a part of and for its own findings.
struct ReadFile: Sendable {
  let source: SourceFile
  /// The document has the absolute path without links.
  let file: ProjectFile
}
