package import SourceText

/// The element names of a property list.
public enum Element: UInt8, Sendable, CaseIterable {
  case plist, dict, array, key, string, data, date, `true`, `false`, integer, real
  /// Any other name.
  case other

  private static let names = allCases.map { $0 == .other ? "" : "\($0)" }

  /// The name in tags; empty for ``other``.
  public var name: String { Self.names[Int(rawValue)] }

  /// Whether the element contains other elements.
  public var isContainer: Bool { self == .dict || self == .array || self == .plist }

  /// Whether the element contains text.
  public var isLeaf: Bool {
    switch self {
    case .key, .string, .data, .date, .integer, .real: true
    default: false
    }
  }

  public var isBoolean: Bool { self == .true || self == .false }

  /// The element with this name, in exactly this case.
  init(named name: Span<UInt8>, in range: Range<Int>) {
    // Names have at most seven letters, so they fit in one number; a leading one marks the length.
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

/// A token of XML. The tokens of a text cover it without gaps.
package struct Token: Sendable {
  package enum Kind: Sendable {
    case byteOrderMark
    case text
    case startTag
    /// A self-closing tag.
    case emptyTag
    case endTag
    /// An incomplete start tag, or a lone `<`: there is no `>` before the next tag.
    case incompleteStartTag
    /// An incomplete end tag.
    case incompleteEndTag
    case comment
    case cdata
    /// `<?xml …?>`
    case declaration
    case processingInstruction
    case doctype
  }

  package var kind: Kind
  package var range: ByteRange
  /// The name in a tag; empty for other tokens.
  package var name: ByteRange
  /// The element with this name.
  package var element: Element
  /// False for an unterminated comment, CDATA section, instruction or document type, and for a start tag that lacks only its
  /// `>`.
  package var isTerminated: Bool
  /// Whether a tag has a space before its name, or something after its name that doesn’t belong in a tag.
  package var isMalformed = false
  /// Whether a text contains `&` or `]`.
  var isSpecial = false
}
