/// What any app could say that it uses a resource for, in one language: App Review refuses texts that say no more.
public final class CommonUses: Sendable {
  public enum Language: String, Sendable, CaseIterable {
    case en, ja, ko, zh
  }

  public let language: Language
  /// The purpose keys of the resource; empty for words that say nothing under any key.
  public let keys: [String]
  /// Verbs in their base form, in lower case; empty for languages other than English.
  public let acts: [String]
  /// All other words, in lower case.
  public let words: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    language = entry.word("language", or: .en)
    keys = entry.strings("keys", .refersTo(.infoPlistKey))
    acts = entry.strings("acts", .isLowerCase)
    words = entry.nonEmptyStrings("words", .isLowerCase)
    sources = entry.origin()
  }
}
