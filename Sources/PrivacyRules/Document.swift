import JSON
public import PropertyList
public import SourceText

/// One version of a file: its name, its text and what the text parses to. Making one never fails.
public struct Document: Sendable {
  /// The path or the path part of the URI; only its last component has a meaning to most rules.
  public let path: String
  public let kind: FileKind
  public let text: SourceText
  /// The text as an XML property list, whatever it really is.
  public let tree: PropertyListTree

  public init(path: String, kind: FileKind, text: SourceText) {
    self.path = path
    self.kind = kind
    self.text = text
    tree = PropertyListTree.parse(text)
  }

  /// The last component of the path.
  public var fileName: Substring {
    path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
  }
}

extension Document {
  /// What the bytes are written in.
  public enum Format: Sendable {
    case xml, json, binary, openStep
  }

  public var format: Format { tree.isXML ? .xml : .json }

  /// The text without the white space around it.
  var trimmedRange: ByteRange {
    var lower = 0
    var upper = text.count
    while lower < upper, text.bytes[lower] <= 0x20 { lower += 1 }
    while upper > lower, text.bytes[upper - 1] <= 0x20 { upper -= 1 }
    return ByteRange(lower, upper)
  }
}

extension PropertyListTree {
  var isXML: Bool { text.bytes.first { $0 > 0x20 } != UInt8(ascii: "{") }
}
