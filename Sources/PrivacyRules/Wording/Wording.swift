public import Catalog
public import SourceText

/// Reads purpose strings against the guidelines: pure functions of a text, with no model and no network.
///
/// Make one for a catalog and keep it. Of English it knows what the catalog's word lists say; other languages get the
/// rules that need no words.
public struct Wording: Sendable {
  /// Something about a text that is worth a word.
  public struct Finding: Hashable, Sendable {
    public let kind: Kind
    /// What to underline, in UTF-8 bytes from the start of the text; empty only for an empty text.
    public let range: ByteRange
    /// The words that are underlined, or those that the message needs.
    public let words: String

    public init(_ kind: Kind, _ range: ByteRange, _ words: String = "") {
      self.kind = kind
      self.range = range
      self.words = words
    }
  }

  /// What is wrong with a text.
  public enum Kind: Hashable, Sendable {
    /// Nothing but blanks. Such a text has no other finding.
    case empty
    /// No message but something that stands in for one. Such a text has no other finding.
    case placeholder
    /// Nothing says what for; with `isDenial`, the text says that nothing is needed.
    case noPurpose(isDenial: Bool)
    /// A purpose without a feature; with `resource`, one that every app with this permission has.
    case vague(tautologyOf: String?)
    case passive
    /// Someone is told to grant something; with a reason or without.
    case imperative(hasReason: Bool)
    case noEndMark
    /// A letter of the wrong case; the text with which the range should be replaced.
    case notSentenceCase(String)
    case fragment
    case severalSentences(Int)
    /// The number of code points.
    case tooLong(Int)
    /// The app's name, or what looks like one.
    case namesApp(isCertain: Bool)
    case incentive
    case threat
    /// The text is about this resource, which is not the key's.
    case wrongResource(String)
    case oddBlanks(Blanks)
  }

  /// Blanks that show badly.
  public enum Blanks: String, Hashable, Sendable {
    case leading, trailing, double, lineBreak, tab
    /// A backslash and an “n” where a line break was meant.
    case literalLineBreak
  }

  /// What is known about a text's language.
  public struct Language: Hashable, Sendable {
    /// The code, such as `en` or `pt-BR`; nil where nothing says it, and the text must.
    public let code: String?
    /// Whether sentences end with a mark; nil where nothing is known of the language.
    public let hasEndMarks: Bool?

    public init(_ code: String? = nil, hasEndMarks: Bool? = nil) {
      self.code = code
      self.hasEndMarks = hasEndMarks
    }
  }

  /// - Parameter english: The catalog's word lists.
  public init(_ english: Catalog.English) {
  }

  /// Everything there is to say about a text, in the order of the ranges.
  ///
  /// - Parameters:
  ///   - text: The text as the person sees it, without the escapes of its file.
  ///   - key: The name of the purpose key, without that of an entry inside it.
  ///   - appNames: What the app is called, in any spelling.
  public func findings(
    in text: String, key: String, appNames: [String] = [], language: Language = Language()
  ) -> [Finding] {
    []
  }

  /// Whether a text is English, as far as its words tell.
  public func isEnglish(_ text: String) -> Bool {
    false
  }
}
