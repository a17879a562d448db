public import SourceText

/// Something wrong with a text as a property list. Words for it are made elsewhere.
public struct SyntaxProblem: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    // Structure
    case unclosedElement(String)
    case unexpectedEndTag(String)
    case mismatchedEndTag(found: String, expected: String)
    case incompleteTag
    case unknownElement(String)
    case elementInText(String)
    case strayText
    case keyWithoutValue
    case valueWithoutKey
    case keyOutsideDictionary
    case noValue
    case secondValue
    case emptyFile
    case blankFile

    // Markup
    case unterminatedComment, unterminatedCDATA, unterminatedInstruction, unterminatedDoctype
    case commentInText
    case strayCDATA
    case unknownEntity(String)
    case invalidCharacterReference(String)
    case internalSubset
    case doubleHyphenInComment
    case contentBeforeDeclaration
    case contentAfterPlist
    case missingPlist

    // Bytes and values
    case invalidUTF8
    case declaredEncoding(String)
    case invalidInteger, invalidReal, invalidDate, invalidData
    case notEmptyBoolean
  }

  /// How Apple's parser takes it.
  public enum Severity: Sendable {
    /// Apple's parser refuses the file.
    case refused
    /// Apple's parser reads the file, strict XML parsers do not.
    case notPortable
    /// Everyone reads the file, yet it is wrong.
    case unclean
  }

  public var kind: Kind
  public var range: ByteRange
  public var severity: Severity

  public init(_ kind: Kind, _ range: ByteRange, _ severity: Severity = .refused) {
    self.kind = kind
    self.range = range
    self.severity = severity
  }
}
