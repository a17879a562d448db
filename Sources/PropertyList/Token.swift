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
    // Names are at most seven letters: behind a one, which keeps zeros apart from nothing, they are one number.
    guard range.count <= 7, range.count >= 3 else {
      self = .other
      return
    }
    var word: UInt64 = 1
    for index in range { word = word << 8 | UInt64(name[index]) }
    switch word {
    case 0x01_73_74_72_69_6E_67: self = .string
    case 0x01_6B_65_79: self = .key
    case 0x01_64_69_63_74: self = .dict
    case 0x01_61_72_72_61_79: self = .array
    case 0x01_74_72_75_65: self = .true
    case 0x01_66_61_6C_73_65: self = .false
    case 0x01_70_6C_69_73_74: self = .plist
    case 0x01_69_6E_74_65_67_65_72: self = .integer
    case 0x01_72_65_61_6C: self = .real
    case 0x01_64_61_74_61: self = .data
    case 0x01_64_61_74_65: self = .date
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
