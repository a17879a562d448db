import PrivacyRules
import SourceText

/// The bytes of a file and their text.
struct SourceFile: Sendable {
  let bytes: [UInt8]
  private let decoded: DecodedFile

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    decoded = DecodedFile(bytes)
  }

  var text: SourceText { decoded.text }

  /// Whether the file is a binary property list.
  var isBinary: Bool { bytes.starts(with: "bplist".utf8) }

  /// The offset in ``bytes`` of an offset in ``text``.
  func diskOffset(of offset: Int) -> Int { decoded.diskOffset(of: offset) }

  /// Whether encoding the text gives the same bytes. It doesn’t if some bytes are invalid.
  var isWritable: Bool { decoded.undecodable.isEmpty && encode(text) == bytes }

  /// Encodes a text as this file is encoded.
  func encode(_ text: SourceText) -> [UInt8] { decoded.encode(text) }

  func document(path: String, kind: FileKind) -> Document {
    isBinary ? Document(path: path, kind: kind, binary: bytes) : Document(path: path, kind: kind, file: decoded)
  }
}

/// A file that was read once, for its targets and for its own findings.
struct ReadFile: Sendable {
  let source: SourceFile
  /// The document has the absolute path without links.
  let file: ProjectFile
}
