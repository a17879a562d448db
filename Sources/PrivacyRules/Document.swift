public import PropertyList
public import SourceText

/// One version of a file: its name, its text and what the text parses to. Making one never fails.
public struct Document: Sendable {
  /// The path or the path part of the URI; only its last component has a meaning to most rules.
  public let path: String
  public let kind: FileKind
  /// The text. For a binary property list it is the XML that says the same, which no one can see.
  public let text: SourceText
  public let format: PropertyListFormat
  /// The text as an XML property list, whatever it really is.
  public let tree: PropertyListTree
  /// Why a binary property list cannot be read; nil for one that can, and for text.
  public let binaryFailure: BinaryPropertyList.Failure?

  /// A document of a text, as an editor has it.
  public init(path: String, kind: FileKind, text: SourceText) {
    self.path = path
    self.kind = kind
    self.text = text
    // Of a binary file an editor shows what is left of it, and the first bytes always are.
    let format =
      text.bytes.starts(with: "bplist".utf8) ? PropertyListFormat.binary : PropertyListFormat.detect(text)
    self.format = format
    // Only XML has a tree: what looks like tags in another format is something else.
    let encoding = DeclaredEncoding.claimsWideUnits(text) ? TextEncoding.utf16LittleEndian : .utf8
    tree = PropertyListTree.parse(format.isXML ? text : SourceText(""), encoding: encoding)
    binaryFailure = nil
  }

  /// A document of a file that was read from disk, in whatever encoding.
  public init(path: String, kind: FileKind, file: DecodedFile) {
    self.path = path
    self.kind = kind
    text = file.text
    let format = PropertyListFormat.detect(file.text)
    self.format = format
    tree = format.isXML ? PropertyListTree.parse(file) : PropertyListTree.parse(SourceText(""))
    binaryFailure = nil
  }

  /// A document of the bytes of a binary property list.
  public init(path: String, kind: FileKind, binary bytes: [UInt8]) {
    self.path = path
    self.kind = kind
    format = .binary
    switch BinaryPropertyList.xml(bytes) {
    case .success(let xml):
      text = SourceText(xml)
      binaryFailure = nil
    case .failure(let failure):
      text = SourceText("")
      binaryFailure = failure
    }
    tree = PropertyListTree.parse(text)
  }

  /// A document of the bytes of a file: a binary property list, or text in whatever encoding.
  public init(path: String, kind: FileKind, bytes: [UInt8]) {
    if PropertyListFormat.detect(bytes) == .binary {
      self.init(path: path, kind: kind, binary: bytes)
    } else {
      self.init(path: path, kind: kind, file: DecodedFile(bytes))
    }
  }

  /// The last component of the path.
  public var fileName: Substring {
    path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
  }

  /// Whether ranges are places in the file; those of a binary property list are not.
  public var hasPositions: Bool { format != .binary }

  /// Whether the tree says what the file says: it is XML, or was made from a binary property list.
  package var hasTree: Bool {
    format.isXML || format == .binary && tree.root != nil
  }

  /// The text without a byte order mark and the white space around it.
  var trimmedRange: ByteRange {
    var lower = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var upper = text.count
    while lower < upper, text.bytes[lower] <= 0x20 { lower += 1 }
    while upper > lower, text.bytes[upper - 1] <= 0x20 { upper -= 1 }
    return ByteRange(lower, upper)
  }
}

extension PropertyListFormat {
  /// Whether a text is to be read as XML, be it broken.
  fileprivate var isXML: Bool {
    switch self {
    case .xml, .empty, .blank, .unknown: true
    case .binary, .json, .openStep: false
    }
  }
}
