public import SourceText

/// Something wrong with a text as a property list. Words for it are made elsewhere.
public struct SyntaxProblem: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    // Structure
    case unclosedElement(String)
    case unexpectedEndTag(String)
    case mismatchedEndTag(found: String, expected: String)
    /// A start tag in the text of an element of its name, where that element's end tag was meant.
    case startTagForEndTag(String)
    /// Two end tags that stand in the wrong order; the range covers both.
    case swappedEndTags(first: String, second: String)
    case incompleteTag
    /// A tag that is gone, where the range begins.
    case missingTag(String)
    /// Something that was another tag before a slip.
    case brokenTag(found: String, wanted: String)
    /// A line that stands there twice.
    case doubledLine
    /// The first key of an entry that goes on where another should have ended.
    case runTogether
    /// Two lines that stand in the wrong order.
    case swappedLines
    /// A tag that is whole but for a blank before its name, or something behind its name that belongs in no tag.
    case malformedTag
    case unknownElement(String)
    case elementInText(String)
    case strayText
    case keyWithoutValue
    case valueWithoutKey
    case keyOutsideDictionary
    case noValue
    case secondValue
    /// More than 512 arrays and dictionaries in each other.
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
    /// `<!---->` before the first element: Apple's parser looks for its end in the wrong place.
    case emptyCommentBeforeElement
    /// `]]>` in text, which strict parsers refuse.
    case sectionEndInText
    case doubleHyphenInComment
    case contentBeforeDeclaration
    case contentAfterPlist
    case missingPlist

    // Bytes and values
    case invalidUTF8
    /// A control character or a code point that is none, which XML does not allow.
    case invalidCharacter
    /// UTF-16 without a byte order mark.
    case missingByteOrderMark
    /// UTF-16 or UTF-32 with half a character in it.
    case undecodable
    /// More than 2 GB.
    case tooLarge
    case declaredEncoding(String)
    case invalidInteger, invalidReal, invalidDate, invalidData
    case notEmptyBoolean

    // The old style
    /// A bracket of the old style, `{`, `(` or `<`, that is not closed.
    case unclosedBracket(String)
    case unterminatedString
    case missingSemicolon, missingComma
    /// A key and its value without the equals sign between them.
    case missingEquals
    /// A text of several words without quotation marks.
    case missingQuotes
    /// A quotation mark in a text between quotation marks.
    case unescapedQuote
    /// A line that two sides of a merge left there.
    case conflictMarker
    /// Something at which Apple's parser stops reading, without saying so.
    case contentNotRead
    /// A character where a key, a value or a closing bracket must stand.
    case unexpectedCharacter(String)
    case invalidHexadecimalData
    /// Something behind the outermost value of the old style.
    case contentAfterValue
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
