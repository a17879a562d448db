public import SourceText

/// A syntax problem of a property list. Messages are made elsewhere.
public struct SyntaxProblem: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    // Structure
    case unclosedElement(String)
    case unexpectedEndTag(String)
    case mismatchedEndTag(found: String, expected: String)
    /// A start tag in an element of the same name, instead of its end tag.
    case startTagForEndTag(String)
    /// Two end tags in the wrong order; the range covers both.
    case swappedEndTags(first: String, second: String)
    case incompleteTag
    /// A missing tag at the start of the range.
    case missingTag(String)
    /// Something that should be another tag.
    case brokenTag(found: String, wanted: String)
    /// A duplicated line.
    case doubledLine
    /// The first key of an entry, before which another entry should have ended.
    case runTogether
    /// Two lines in the wrong order.
    case swappedLines
    /// A tag with a space before its name, or with something after its name that doesn’t belong in a tag.
    case malformedTag
    case unknownElement(String)
    case elementInText(String)
    case strayText
    case keyWithoutValue
    case valueWithoutKey
    case keyOutsideDictionary
    case noValue
    case secondValue
    /// More than 512 levels of arrays and dictionaries.
    case nestedTooDeeply
    /// A `<plist>` inside another.
    case nestedPlist
    case emptyFile
    case blankFile

    // Markup
    case unterminatedComment, unterminatedCDATA, unterminatedInstruction, unterminatedDoctype
    case commentInText
    case strayCDATA
    case unknownEntity(String)
    case invalidCharacterReference(String)
    case internalSubset
    /// A document type inside the property list, or a second one.
    case misplacedDoctype
    /// `<!---->` before the first element: Apple’s parser looks for its end in the wrong place.
    case emptyCommentBeforeElement
    /// `]]>` in text, which strict parsers reject.
    case sectionEndInText
    case doubleHyphenInComment
    case contentBeforeDeclaration
    case contentAfterPlist
    case missingPlist

    // Bytes and values
    case invalidUTF8
    /// A control character or noncharacter, which XML doesn’t allow.
    case invalidCharacter
    /// UTF-16 without a byte order mark.
    case missingByteOrderMark
    /// UTF-16 or UTF-32 with an incomplete character.
    case undecodable
    /// More than 2 GB.
    case tooLarge
    case declaredEncoding(String)
    case invalidInteger, invalidReal, invalidDate, invalidData
    case notEmptyBoolean

    // The old style
    /// An unclosed bracket of the old style: `{`, `(` or `<`.
    case unclosedBracket(String)
    case unterminatedString
    case missingSemicolon, missingComma
    /// A key and a value without an equals sign between them.
    case missingEquals
    /// A string of several words without quotation marks.
    case missingQuotes
    /// An unescaped quotation mark in a quoted string.
    case unescapedQuote
    /// A merge conflict marker.
    case conflictMarker
    /// Something at which Apple’s parser silently stops.
    case contentNotRead
    /// A character in place of a key, a value or a closing bracket.
    case unexpectedCharacter(String)
    case invalidHexadecimalData
    /// Something after the root value of the old style.
    case contentAfterValue
  }

  /// How Apple’s parser treats it.
  public enum Severity: Sendable {
    /// Apple’s parser rejects the file.
    case refused
    /// Apple’s parser accepts the file, but strict XML parsers don’t.
    case notPortable
    /// All parsers accept the file, but it is wrong.
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
