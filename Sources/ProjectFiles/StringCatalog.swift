public import JSON
public import SourceText

/// A string catalog (`.xcstrings`): the texts in all languages in one JSON file. Any bytes give one.
public struct StringCatalog: Sendable {
  /// A text in a language, for all cases or for one case of a variation.
  public struct Unit: Sendable {
    /// The case, from the outside in: `["plural", "one"]`, `["device", "iphone", "plural", "other"]`; empty for the text for
    /// all cases.
    public let variation: [String]
    /// The state: `new`, `translated`, `needs_review` and the like; nil if there is none.
    public let state: WrittenText?
    /// The text; nil if there is none.
    public let value: WrittenText?
    /// The bytes of the `stringUnit` member, including its name.
    public let range: ByteRange
  }

  /// The texts of a key in a language.
  public struct Localization: Sendable {
    /// The language tag as written.
    public let language: WrittenText
    /// In the order of the file.
    public let units: [Unit]
    /// The bytes of the member, including its name.
    public let range: ByteRange
    /// The bytes of the object; empty if there is none.
    public let body: ByteRange

    /// The text of all cases, or else of the first case.
    public var unit: Unit? { units.first { $0.variation.isEmpty } ?? units.first }
  }

  /// A key with its texts.
  public struct Entry: Sendable {
    public let key: WrittenText
    public let comment: WrittenText?
    /// False if the file says that the text is the same in all languages.
    public let shouldTranslate: Bool
    /// In the order of the file.
    public let localizations: [Localization]
    /// The bytes of the member, including its name.
    public let range: ByteRange
    /// The bytes of the object; empty if there is none.
    public let body: ByteRange
    /// The bytes of the object of languages; nil if there is none.
    public let localizationsBody: ByteRange?

    /// The last localization with a language tag.
    public subscript(language: String) -> Localization? { localizations.last { $0.language.value == language } }
  }

  /// A JSON syntax error.
  public struct Problem: Hashable, Sendable {
    /// What is wrong: a sentence without its full stop.
    public let message: String
    public let range: ByteRange
  }

  public let text: SourceText
  public let json: JSONDocument
  /// The source language; nil if it is missing.
  public let sourceLanguage: WrittenText?
  /// In the order of the file, with duplicates.
  public let entries: [Entry]
  /// In the order of their ranges.
  public let problems: [Problem]
  /// Where reading stopped because there are too many values; nil if all were read.
  public let cut: Int?
}
