/// Words for uses of a resource that any app could claim, in one language. App Review rejects texts that say nothing else.
public final class CommonUses: Sendable {
  public enum Language: String, Sendable, CaseIterable {
    case de, en, es, fr, it, ja, ko, pt, ru, zh
  }

  public let language: Language
  /// The purpose keys of the resource; empty for words that say nothing for any key.
  public let keys: [String]
  /// Verbs in their base form, in lowercase; empty for languages other than English.
  public let acts: [String]
  /// All other words, in lowercase.
  public let words: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    language = entry.word("language", or: .en)
    keys = entry.strings("keys")
    acts = entry.strings("acts")
    words = entry.strings("words")
    sources = entry.strings("sources")
  }
}
