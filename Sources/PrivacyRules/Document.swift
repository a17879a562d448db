public import SourceText

/// One version of a file: its name, its text and what the text parses to. Making one never fails.
public struct Document: Sendable {
  /// The path or the path part of the URI; only its last component has a meaning to rules.
  public let path: String
  public let kind: FileKind
  public let text: SourceText

  public init(path: String, kind: FileKind, text: SourceText) {
    self.path = path
    self.kind = kind
    self.text = text
  }
}
