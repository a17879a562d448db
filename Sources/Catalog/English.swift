extension Catalog {
  /// English words by what they do in a purpose string: all that the analysis of wording knows of the language.
  public struct English: Sendable {
    /// The words of each list.
    public let lists: [WordList]
    /// The words of each protected resource.
    public let resources: [ResourceWords]
    /// What any app could say, in other languages too.
    public let commonUses: [CommonUses]

    public init(lists: [WordList], resources: [ResourceWords], commonUses: [CommonUses] = []) {
      self.lists = lists
      self.resources = resources
      self.commonUses = commonUses
    }

    /// The words and phrases of all lists with this role, in lower case.
    public func words(_ role: WordList.Role) -> [String] {
      lists.filter { $0.role == role }.flatMap(\.words)
    }
  }
}

/// Words that do the same in a sentence.
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
    /// Verbs for getting at a resource, and nouns that stand for the permission.
    case accessVerb, accessNoun
    /// Verbs that ask: what follows their “to” is what is asked for.
    case askVerb
    /// Verbs of wanting and needing, which nobody can be told to do.
    case wishVerb
    /// Verbs of which the resource is the object when nothing but access is meant.
    case getVerb
    /// Verbs for what is done with what people own: “share”, “sell”, “store”.
    case handlingVerb
    /// Verbs that name a feature only together with what they act on.
    case lightVerb
    /// Verbs that are a purpose where nothing but saving is allowed.
    case saveVerb
    /// Verbs whose object does what follows: “allow the app to…”.
    case letVerb
    /// Verbs for the alert's coming up.
    case appearVerb
    /// Verbs that order to grant something, whatever follows them.
    case orderVerb
    /// Verbs that order to grant something, and what has to follow most of them.
    case grantVerb, grantObject
    /// Verbs that order to grant something only behind “please”.
    case useVerb
    /// Verbs for answering the alert, and the answers.
    case answerVerb, answer
    /// Verbs for declining.
    case refusalVerb
    /// Verbs in their base form.
    case verb
    /// Words that are nouns as well as verbs, in their base form.
    case nounOrVerb
    /// Past participles that are not formed with “-ed”.
    case irregularParticiple
    /// Participles that say how something is, not what is done to it.
    case stateParticiple
    /// Participles that make a passive even without “is”.
    case necessityParticiple
    /// Words that are nouns where another noun follows: “photo upload”.
    case compoundNoun
    /// How a compound ends that says no more than its first word: “location-based”.
    case compoundStart
    case compoundEnd
    /// Nouns and adjectives that need no capital.
    case ordinary
    /// Names and terms that keep their capitals.
    case term
    /// Makers whose names begin those of their products.
    case brand
    /// Words that say that something is a test, a demonstration or an example.
    case demonstration
    /// Whole texts that stand in for one.
    case placeholder
    /// The words of notes to the developer: how they begin, what they ask for, and what follows that.
    case noteVerb, noteNoun, noteEnd
    /// Words that speak of giving consent.
    case consentWord
    /// Words that oblige to what follows, speak of declining, and say what will not be.
    case obligation, refusal, loss
    /// Words that speak of declining where consent follows.
    case condition
    /// Phrases that put pressure on someone by themselves.
    case threat
    /// Verbs for getting something in return, and what one gets.
    case gainVerb, incentive
    /// Abbreviations that end with a full stop inside a sentence, and those that a name follows.
    case abbreviation, nameTitle
    /// Words that begin a sentence even where no blank stands before them.
    case sentenceStart
    /// Words that builds add to an app's name.
    case buildWord
    /// Small words of other languages that use the Latin script.
    case foreign
    // Each word of the lists below decides what a sentence says, whatever else it is.
    /// Words of asking politely, behind which an order may stand.
    case courtesy
    /// Words that say that nothing else is meant.
    case sole
    /// Words behind which a main clause begins.
    case sequence
    /// Words that take something out of a denial.
    case exception
    /// Where permissions are changed.
    case settings
    /// Verbs that order to grant something even without an object, and those that order only with “on”.
    case enableVerb, switchVerb
    /// Verbs for opening what is locked, and things that are.
    case openVerb, lockedThing
    /// Nouns that begin a purpose behind “in”: “in order to”.
    case purposeNoun
    /// What “free of” makes no price: “free of charge”.
    case price
    /// Nouns behind the name of an app.
    case appNoun
    /// Words of notes to the developer that say where the text goes.
    case noteSpot
    /// Capitals that mark unfinished work, and words that begin no message.
    case marker, filler
    /// Words that say by themselves that something isn’t used.
    case disuse
    // The lists below are of more or less than a word.
    /// What a text calls the app it belongs to.
    case ownName
    /// Variables that stand for the app's name, and what the names of others like them contain, in lower-case letters.
    case nameVariable, nameVariablePart
    /// How the names of purpose keys end, in lower case.
    case keyEnding
    /// How words begin that point to the translations: “localized”.
    case pointer
  }

  public let role: Role
  /// In lower case; a phrase has single blanks.
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

/// How people speak of a protected resource.
public final class ResourceWords: Sendable {
  /// What messages call it: “the camera”.
  public let title: String
  /// The purpose keys that protect it.
  public let keys: [String]
  /// Names that mean this resource and no other, in lower case.
  public let names: [String]
  /// Other words that a text about it may have.
  public let words: [String]
  /// What every app with the permission does: saying only this is no purpose of one's own.
  public let trivial: [String]
  /// Whether saving is itself a purpose, since nothing else is allowed.
  public let isAddOnly: Bool
  /// Whether it opens what is locked, so that opening the app is a purpose.
  public let isLock: Bool
  /// Words that mean this resource where access to them is asked for, and may mean others elsewhere: “photos”.
  public let askedNames: [String]
  /// The titles of resources that a text about this one may well speak of too.
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
