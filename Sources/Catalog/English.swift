extension Catalog {
  /// English words by their role in a purpose string: everything that the wording rules know about the language.
  public struct English: Sendable {
    public let lists: [WordList]
    public let resources: [ResourceWords]
    /// In English and other languages.
    public let commonUses: [CommonUses]

    public init(lists: [WordList], resources: [ResourceWords], commonUses: [CommonUses] = []) {
      self.lists = lists
      self.resources = resources
      self.commonUses = commonUses
    }

    /// The words and phrases of all lists with this role, in lowercase.
    public func words(_ role: WordList.Role) -> [String] {
      lists.filter { $0.role == role }.flatMap(\.words)
    }
  }
}

/// Words with the same role in a sentence.
public final class WordList: Sendable {
  public enum Role: String, Sendable, CaseIterable {
    case determiner, pronoun, preposition, conjunction, subordinator, adverb, be, auxiliary, negation
    /// Pronouns and the like that can only be a subject.
    case subject
    /// Words of time and circumstance that say when, not what for.
    case circumstance
    /// Words for the app itself and the device it runs on.
    case app, device
    /// Whom a feature is for, such as “users”.
    case person
    /// Words that name no feature.
    case generic
    /// Words for code that an app is made of, such as “SDK”.
    case code
    /// Verbs and nouns that ask for access and say nothing else.
    case requestVerb, requestNoun
    /// Verbs for accessing a resource, and nouns for the permission.
    case accessVerb, accessNoun
    /// Verbs of asking, which are followed by “to” and the request.
    case askVerb
    /// Verbs of wanting and needing, which can’t be orders.
    case wishVerb
    /// Verbs that, with the resource as object, only mean access.
    case getVerb
    /// Verbs for handling people’s data: “share”, “sell”, “store”.
    case handlingVerb
    /// Verbs that name a feature only together with what they act on.
    case lightVerb
    /// Verbs that are a purpose for keys that only allow saving.
    case saveVerb
    /// Verbs whose object performs the following verb: “allow the app to…”.
    case letVerb
    /// Verbs for the alert’s appearance.
    case appearVerb
    /// Verbs that tell the user to grant access, whatever follows them.
    case orderVerb
    /// Verbs that tell the user to grant access, and the objects that most of them need.
    case grantVerb, grantObject
    /// Verbs that tell the user to grant access only after “please”.
    case useVerb
    /// Verbs for answering the alert, and the answers.
    case answerVerb, answer
    /// Verbs for declining.
    case refusalVerb
    /// Verbs in their base form.
    case verb
    /// Words that are both nouns and verbs, in their base form.
    case nounOrVerb
    /// Past participles without “-ed”.
    case irregularParticiple
    /// Participles that describe a state, not an action.
    case stateParticiple
    /// Participles that are passive even without “is”.
    case necessityParticiple
    /// Words that are nouns before another noun: “photo upload”.
    case compoundNoun
    /// The first parts of compounds, and last parts that add no meaning: “location-based”.
    case compoundStart
    case compoundEnd
    /// Nouns and adjectives that aren’t capitalized.
    case ordinary
    /// Names and terms that keep their capitals.
    case term
    /// Makers whose names begin the names of their products.
    case brand
    /// Words for a test, a demo or an example.
    case demonstration
    /// Whole texts that are placeholders.
    case placeholder
    /// The words of notes to the developer: verbs, their objects, and what comes after these.
    case noteVerb, noteNoun, noteEnd
    /// Words for giving consent.
    case consentWord
    /// Words of obligation, of declining, and of what won’t work.
    case obligation, refusal, loss
    /// Words of declining if consent follows.
    case condition
    /// Phrases that are pressure by themselves.
    case threat
    /// Verbs for getting something in return, and the rewards.
    case gainVerb, incentive
    /// Abbreviations with a full stop inside of a sentence, and titles before a name.
    case abbreviation, nameTitle
    /// Words that begin a sentence even without a space before them.
    case sentenceStart
    /// Words that builds add to an app’s name.
    case buildWord
    /// Short words of other languages in the Latin script.
    case foreign
    // Each word in the lists below decides the meaning of a sentence.
    /// Words of polite requests, which an order may follow.
    case courtesy
    /// Words for “only”.
    case sole
    /// Words before a main clause.
    case sequence
    /// Words that introduce an exception from a denial.
    case exception
    /// The place where permissions are changed.
    case settings
    /// Verbs that tell the user to grant access even without an object, and those that do so only with “on”.
    case enableVerb, switchVerb
    /// Verbs for unlocking, and things that are locked.
    case openVerb, lockedThing
    /// Nouns that begin a purpose after “in”: “in order to”.
    case purposeNoun
    /// Words after “free of” that mean a price: “free of charge”.
    case price
    /// Nouns after the name of an app.
    case appNoun
    /// Words in notes to the developer that say where the text goes.
    case noteSpot
    /// Capitalized marks of unfinished work, and words that don’t begin a message.
    case marker, filler
    /// Words that say by themselves that something isn’t used.
    case disuse
    // The lists below contain phrases or parts of words.
    /// What a text calls its own app.
    case ownName
    /// Variables for the app’s name, and lowercase parts of the names of other such variables.
    case nameVariable, nameVariablePart
    /// The lowercase suffixes of purpose keys.
    case keyEnding
    /// Prefixes of words that refer to translations: “localized”.
    case pointer
  }

  public let role: Role
  /// In lowercase; the words of a phrase are separated by single spaces.
  public let words: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .generic)
    _ = entry.string("summary")
    words = entry.nonEmptyStrings("words", .isLowerCase)
    sources = entry.origin()
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
    keys = entry.nonEmptyStrings("keys")
    names = entry.nonEmptyStrings("names", .isLowerCase)
    words = entry.strings("words", .isLowerCase)
    trivial = entry.nonEmptyStrings("trivial", .isLowerCase)
    isAddOnly = entry.bool("addOnly", default: false)
    isLock = entry.bool("lock", default: false)
    askedNames = entry.strings("askedNames")
    neighbours = entry.strings("neighbours")
    sources = entry.origin()
  }
}
