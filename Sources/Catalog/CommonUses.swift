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

  init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    let language = entry.word("language", as: Language.self)
    keys = entry.strings("keys") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    acts = entry.strings("acts") { notes.checkWord($0, at: $1) }
    words = entry.nonEmptyStrings("words") { notes.checkWord($0, at: $1) }
    sources = entry.readOrigin()
    guard let language else { return nil }
    self.language = language
  }
}
