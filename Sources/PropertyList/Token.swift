public import SourceText

/// The element names of a property list.
public enum Element: UInt8, Sendable, CaseIterable {
  case plist, dict, array, key, string, data, date, `true`, `false`, integer, real
  /// Any other name; nothing but the source says which.
  case other

  /// The name as it stands in a tag, empty for ``other``.
  public var name: String {
    switch self {
    case .plist: "plist"
    case .dict: "dict"
    case .array: "array"
    case .key: "key"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .true: "true"
    case .false: "false"
    case .integer: "integer"
    case .real: "real"
    case .other: ""
    }
  }

  /// Whether the element holds other elements rather than text.
  public var isContainer: Bool { self == .dict || self == .array || self == .plist }

  /// Whether the element holds text.
  public var isLeaf: Bool {
    switch self {
    case .key, .string, .data, .date, .integer, .real: true
    default: false
    }
  }

  public var isBoolean: Bool { self == .true || self == .false }

  /// The element with this name, in exactly this letter case.
  init(named name: Span<UInt8>, in range: Range<Int>) {
    func matches(_ word: StaticString) -> Bool {
      guard word.utf8CodeUnitCount == range.count else { return false }
      return word.withUTF8Buffer { buffer in
        for index in 0..<buffer.count where buffer[index] != name[range.lowerBound + index] { return false }
        return true
      }
    }
    guard !range.isEmpty else {
      self = .other
      return
    }
    // The first letter leaves at most four candidates.
    switch name[range.lowerBound] {
    case UInt8(ascii: "s") where matches("string"): self = .string
    case UInt8(ascii: "k") where matches("key"): self = .key
    case UInt8(ascii: "d"):
      if matches("dict") {
        self = .dict
      } else if matches("data") {
        self = .data
      } else {
        self = matches("date") ? .date : .other
      }
    case UInt8(ascii: "a") where matches("array"): self = .array
    case UInt8(ascii: "t") where matches("true"): self = .true
    case UInt8(ascii: "f") where matches("false"): self = .false
    case UInt8(ascii: "i") where matches("integer"): self = .integer
    case UInt8(ascii: "r") where matches("real"): self = .real
    case UInt8(ascii: "p") where matches("plist"): self = .plist
    default: self = .other
    }
  }
}

/// A piece of the source. The tokens of a text lie end to end and cover it whole.
public struct Token: Sendable {
  public enum Kind: Sendable {
    case byteOrderMark
    case text
    case startTag
    /// A start tag that closes itself.
    case emptyTag
    case endTag
    /// The beginning of a start tag, or a lone `<`: no `>` comes before the next tag.
    case incompleteStartTag
    /// The beginning of an end tag.
    case incompleteEndTag
    case comment
    case cdata
    /// `<?xml …?>`
    case declaration
    case processingInstruction
    case doctype
  }

  public var kind: Kind
  public var range: ByteRange
  /// The name in a tag, empty elsewhere.
  public var name: ByteRange
  /// What the name means.
  public var element: Element
  /// False for a comment, CDATA section, instruction or document type without its end, and for a start tag that lacks
  /// nothing but its `>`.
  public var isTerminated: Bool
  /// Whether a tag has a blank before its name, or behind its name something that belongs there in no tag.
  public var isMalformed = false
  /// Whether a text holds `&` or `]`.
  var isSpecial = false
}
