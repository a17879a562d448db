extension Catalog {
  /// English words by their role in a purpose string: everything that the wording rules know about the language.
  public struct English: Sendable {
    public let lists: [WordList]
    public let resources: [ResourceWords]
    /// In English and other languages.
    public let commonUses: [CommonUses]

    /// The words and phrases of all lists with this role, in lowercase.
    public func words(_ role: WordList.Role) -> [String] {
      lists.filter { $0.role == role }.flatMap(\.words)
    }
  }
}

/// Words with the same role in a sentence.
public final class WordList: Sendable {
  /// What its words do in a sentence. The summary of each list in `schema/english.json` says it in words.
  ///
  /// The raw values number the cases, for sets of them, and the coding keys name them as the schema does.
  public enum Role: Int, CodingKey, CaseIterable {
    case determiner, pronoun, preposition, conjunction, subordinator, adverb, be, auxiliary, negation, subject
    case circumstance, app, device, person, generic, code, requestVerb, requestNoun, accessVerb, accessNoun
    case askVerb, wishVerb, getVerb, handlingVerb, lightVerb, saveVerb, letVerb, appearVerb, orderVerb
    case grantVerb, grantObject, useVerb, answerVerb, answer, refusalVerb, verb, nounOrVerb
    case irregularParticiple, stateParticiple, necessityParticiple, compoundNoun, compoundStart, compoundEnd
    case ordinary, term, brand, demonstration, placeholder, noteVerb, noteNoun, noteEnd, consentWord
    case obligation, refusal, loss, condition, threat, gainVerb, incentive, abbreviation, nameTitle
    case sentenceStart, buildWord, foreign, courtesy, sole, sequence, exception, settings, enableVerb
    case switchVerb, openVerb, clauseVerb, lockedThing, purposeNoun, price, appNoun, noteSpot, marker, filler, disuse
    case ownName, nameVariable, nameVariablePart, keyEnding, pointer, proximity, guest, guestAct
  }

  public let role: Role
  /// In lowercase; the words of a phrase are separated by single spaces.
  public let words: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .generic)
    words = entry.strings("words")
    sources = entry.strings("sources")
  }
}

/// The words for a protected resource.
public final class ResourceWords: Sendable {
  /// The name in messages: “the camera”.
  public let title: String
  /// The purpose keys that protect it.
  public let keys: [String]
  /// Names that mean only this resource, in lowercase.
  public let names: [String]
  /// Other words in texts about it.
  public let words: [String]
  /// What every app with the permission does, so it isn’t a purpose.
  public let trivial: [String]
  /// Whether only saving is allowed, so that saving is a purpose.
  public let isAddOnly: Bool
  /// Whether it unlocks something, so that opening the app is a purpose.
  public let isLock: Bool
  /// Words that mean this resource as the object of a request, and may mean others elsewhere: “photos”.
  public let askedNames: [String]
  /// The titles of resources that texts about this one often mention too.
  public let neighbours: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    title = entry.string("title")
    keys = entry.strings("keys")
    names = entry.strings("names")
    words = entry.strings("words")
    trivial = entry.strings("trivial")
    isAddOnly = entry.bool("addOnly")
    isLock = entry.bool("lock")
    askedNames = entry.strings("askedNames")
    neighbours = entry.strings("neighbours")
    sources = entry.strings("sources")
  }
}
