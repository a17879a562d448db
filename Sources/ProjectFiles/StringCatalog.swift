public import JSON
public import SourceText

/// A string catalog (`.xcstrings`): texts in all languages in one JSON file. Any bytes give one.
public struct StringCatalog: Sendable {
  /// One text in one language, for all or for one case of a variation.
  public struct Unit: Sendable {
    /// What the text is for, from the outside in: `["plural", "one"]`, `["device", "iphone", "plural", "other"]`;
    /// empty for the text of all cases.
    public let variation: [String]
    /// The state: `new`, `translated`, `needs_review` and the like; nil where none is written.
    public let state: WrittenText?
    /// The text; nil where none is written.
    public let value: WrittenText?
    /// The bytes of the `stringUnit` member, its name included.
    public let range: ByteRange
  }

  /// The texts of one key in one language.
  public struct Localization: Sendable {
    /// The language's tag as it is written.
    public let language: WrittenText
    /// In the order of the file.
    public let units: [Unit]
    /// The bytes of the member, its name included.
    public let range: ByteRange
    /// The bytes of the object; empty where there is none.
    public let body: ByteRange

    /// The text of all cases, or of the first case there is.
    public var unit: Unit? { units.first { $0.variation.isEmpty } ?? units.first }
  }

  /// One key with its texts.
  public struct Entry: Sendable {
    public let key: WrittenText
    public let comment: WrittenText?
    /// `manual`, `stale`, `extracted_with_value` and the like.
    public let extractionState: WrittenText?
    /// False where the file says that the text is the same in all languages.
    public let shouldTranslate: Bool
    /// In the order of the file.
    public let localizations: [Localization]
    /// The bytes of the member, its name included.
    public let range: ByteRange
    /// The bytes of the object; empty where there is none.
    public let body: ByteRange
    /// The bytes of the object of languages; nil where there is none.
    public let localizationsBody: ByteRange?

    /// The last localization with this tag.
    public subscript(language: String) -> Localization? { localizations.last { $0.language.value == language } }
  }

  /// Something wrong with the file as JSON.
  public struct Problem: Hashable, Sendable {
    /// What is wrong, as a sentence without a full stop.
    public let message: String
    public let range: ByteRange
  }

  public let text: SourceText
  public let json: JSONDocument
  /// The language of the app's own texts; nil where the file names none.
  public let sourceLanguage: WrittenText?
  public let version: WrittenText?
  /// In the order of the file, duplicates kept.
  public let entries: [Entry]
  /// In the order of their ranges.
  public let problems: [Problem]
  /// Where reading ended before the end of the text, since there are too many values; nil where all were read.
  public let cut: Int?
}
