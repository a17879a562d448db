import Catalog

/// The possible roles of a word in a sentence: the lists that contain it or its base form.
struct WordClass: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ role: WordList.Role) {
    // Roles after the last one here aren’t word classes.
    let place = WordList.Role.allCases.firstIndex(of: role) ?? 64
    self.init(rawValue: place < 64 ? 1 << UInt64(place) : 0)
  }

  static let determiner = WordClass(.determiner)
  static let pronoun = WordClass(.pronoun)
  static let subject = WordClass(.subject)
  static let preposition = WordClass(.preposition)
  static let conjunction = WordClass(.conjunction)
  static let subordinator = WordClass(.subordinator)
  static let adverb = WordClass(.adverb)
  static let be = WordClass(.be)
  static let auxiliary = WordClass(.auxiliary)
  static let negation = WordClass(.negation)
  static let circumstance = WordClass(.circumstance)
  static let app = WordClass(.app)
  static let device = WordClass(.device)
  static let person = WordClass(.person)
  static let generic = WordClass(.generic)
  static let code = WordClass(.code)
  static let requestVerb = WordClass(.requestVerb)
  static let requestNoun = WordClass(.requestNoun)
  static let accessVerb = WordClass(.accessVerb)
  static let accessNoun = WordClass(.accessNoun)
  static let askVerb = WordClass(.askVerb)
  static let wishVerb = WordClass(.wishVerb)
  static let getVerb = WordClass(.getVerb)
  static let lightVerb = WordClass(.lightVerb)
  static let saveVerb = WordClass(.saveVerb)
  static let letVerb = WordClass(.letVerb)
  static let appearVerb = WordClass(.appearVerb)
  static let orderVerb = WordClass(.orderVerb)
  static let grantVerb = WordClass(.grantVerb)
  static let grantObject = WordClass(.grantObject)
  static let useVerb = WordClass(.useVerb)
  static let answerVerb = WordClass(.answerVerb)
  static let answer = WordClass(.answer)
  static let refusalVerb = WordClass(.refusalVerb)
  static let verb = WordClass(.verb)
  static let nounOrVerb = WordClass(.nounOrVerb)
  static let irregularParticiple = WordClass(.irregularParticiple)
  static let stateParticiple = WordClass(.stateParticiple)
  static let necessityParticiple = WordClass(.necessityParticiple)
  static let compoundNoun = WordClass(.compoundNoun)
  static let compoundStart = WordClass(.compoundStart)
  static let compoundEnd = WordClass(.compoundEnd)
  static let ordinary = WordClass(.ordinary)
  static let term = WordClass(.term)
  static let brand = WordClass(.brand)
  static let demonstration = WordClass(.demonstration)
  static let placeholder = WordClass(.placeholder)
  static let noteVerb = WordClass(.noteVerb)
  static let noteNoun = WordClass(.noteNoun)
  static let noteEnd = WordClass(.noteEnd)
  static let consentWord = WordClass(.consentWord)
  static let obligation = WordClass(.obligation)
  static let condition = WordClass(.condition)
  static let refusal = WordClass(.refusal)
  static let loss = WordClass(.loss)
  static let threat = WordClass(.threat)
  static let gainVerb = WordClass(.gainVerb)
  static let handlingVerb = WordClass(.handlingVerb)
  static let incentive = WordClass(.incentive)
  static let abbreviation = WordClass(.abbreviation)
  static let nameTitle = WordClass(.nameTitle)
  static let sentenceStart = WordClass(.sentenceStart)
  static let buildWord = WordClass(.buildWord)
  static let foreign = WordClass(.foreign)

  /// Function words without content.
  static let structure: WordClass = [
    .determiner, .pronoun, .preposition, .conjunction, .subordinator, .adverb, .be, .auxiliary, .negation,
    .circumstance, .app, .device, .person,
  ]
  static let anyVerb: WordClass = [.verb, .nounOrVerb]
}

/// Words that decide the meaning of a sentence by themselves, whatever their other roles.
struct Cue: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ role: WordList.Role) {
    self.init(rawValue: Self.roles.firstIndex(of: role).map { 1 << UInt32($0) } ?? 0)
  }

  private static let roles: [WordList.Role] = [
    .courtesy, .sole, .sequence, .exception, .settings, .enableVerb, .switchVerb, .openVerb, .clauseVerb, .lockedThing,
    .purposeNoun, .price, .appNoun, .noteSpot, .marker, .filler, .disuse,
  ]

  static let courtesy = Cue(.courtesy)
  static let sole = Cue(.sole)
  static let sequence = Cue(.sequence)
  static let exception = Cue(.exception)
  static let settings = Cue(.settings)
  static let enableVerb = Cue(.enableVerb)
  static let switchVerb = Cue(.switchVerb)
  static let openVerb = Cue(.openVerb)
  static let clauseVerb = Cue(.clauseVerb)
  static let lockedThing = Cue(.lockedThing)
  static let purposeNoun = Cue(.purposeNoun)
  static let price = Cue(.price)
  static let appNoun = Cue(.appNoun)
  static let noteSpot = Cue(.noteSpot)
  static let marker = Cue(.marker)
  static let filler = Cue(.filler)
  static let disuse = Cue(.disuse)
}

/// The inflection of a word.
enum WordForm: Hashable, Sendable {
  case base
  /// With “-s”: a verb in the third person, or a plural.
  case s
  /// With “-ed”.
  case past
  /// With “-ing”.
  case gerund
}

/// The word lists, prepared for looking up words of a text.
struct Lexicon: Sendable {
  /// The roles of a word.
  struct Entry: Hashable, Sendable {
    /// The roles of the word itself.
    var own: WordClass = []
    /// The roles of its base form; the same if the word is one.
    var base: WordClass = []
    var stem: String
    var form = WordForm.base
    var cues: Cue = []

    var any: WordClass { own.union(base) }
  }

  private let classes: [String: WordClass]
  private let cues: [String: Cue]
  /// Phrases of several words by their first word, longest first.
  private let phrases: [String: [(words: [String], roles: WordClass)]]
  /// Words for requests and words without content, for recognizing misspelled ones.
  let spellings: [String]

  init(_ english: Catalog.English) {
    var classes: [String: WordClass] = [:]
    var phrases: [String: [(words: [String], roles: WordClass)]] = [:]
    var cues: [String: Cue] = [:]
    classes.reserveCapacity(4096)
    for list in english.lists {
      let cue = Cue(list.role)
      if !cue.isEmpty {
        for word in list.words { cues[word, default: []].insert(cue) }
        continue
      }
      let role = WordClass(list.role)
      if role.isEmpty { continue }
      for word in list.words {
        guard word.utf8.contains(UInt8(ascii: " ")) else {
          classes[word, default: []].insert(role)
          continue
        }
        let parts = word.split(separator: " ").map(String.init)
        phrases[parts.first ?? "", default: []].append((parts, role))
      }
    }
    self.classes = classes
    self.cues = cues
    self.phrases = phrases.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    spellings =
      english.words(.accessNoun).filter { $0.utf8.count > 5 } + english.words(.generic).filter { $0.utf8.count > 7 }
  }

  /// The roles of a lower-case word, without looking at its base form.
  func exact(_ word: String) -> WordClass { classes[word] ?? [] }

  /// What a lower-case word decides by itself.
  func cues(_ word: String) -> Cue { cues[word] ?? [] }

  /// The roles of a lower-case word, by itself or through its base form.
  func entry(_ word: String) -> Entry {
    let own = exact(word)
    for (stem, form) in Self.stems(of: word) {
      let base = exact(stem)
      // Inflected verbs need a verb as the base form; other words only have plurals.
      guard !base.isDisjoint(with: .anyVerb) || form == .s && !base.isEmpty else { continue }
      return Entry(own: own, base: base, stem: stem, form: form, cues: cues(word))
    }
    return Entry(own: own, base: own, stem: word, form: .base, cues: cues(word))
  }

  /// Whether a word, in any form, is in the English lists.
  func knows(_ word: String) -> Bool { !entry(word).any.subtracting(.foreign).isEmpty }

  /// The phrases that begin with a lower-case word, longest first.
  func phrases(_ first: String) -> [(words: [String], roles: WordClass)] { phrases[first] ?? [] }

  /// The possible base forms of a word, other than itself.
  static func stems(of word: String) -> [(stem: String, form: WordForm)] {
    let bytes = Array(word.utf8)
    let count = bytes.count
    guard count > 3 else { return [] }
    func ends(_ suffix: StaticString) -> Bool {
      let length = suffix.utf8CodeUnitCount
      guard count > length else { return false }
      return suffix.withUTF8Buffer { $0.elementsEqual(bytes[(count - length)...]) }
    }
    func cut(_ length: Int, _ ending: String = "") -> String {
      String(decoding: bytes[..<max(0, count - length)], as: UTF8.self) + ending
    }
    /// Without a doubled consonant before the ending: “scanned” comes from “scan”.
    func undoubled(_ length: Int) -> [String] {
      let place = count - length
      guard place >= 3, bytes[place - 1] == bytes[place - 2] else { return [] }
      return [cut(length + 1)]
    }
    if ends("'s") { return [(cut(2), .s)] }
    if ends("s'") { return [(cut(1), .s), (cut(2), .s)] }
    if ends("ies") { return [(cut(3, "y"), .s), (cut(1), .s)] }
    if ends("es") { return [(cut(1), .s), (cut(2), .s)] }
    if ends("s"), !ends("ss") { return [(cut(1), .s)] }
    if ends("ied") { return [(cut(3, "y"), .past)] }
    if ends("ed") { return [(cut(1), .past), (cut(2), .past)] + undoubled(2).map { ($0, .past) } }
    if ends("ing"), count > 4 {
      return [(cut(3), .gerund), (cut(3, "e"), .gerund)] + undoubled(3).map { ($0, .gerund) }
    }
    return []
  }
}

/// The words for one protected resource, prepared for lookup.
struct ResourceLexicon: Sendable {
  let title: String
  /// The names by their first word, longest first.
  private let namesByFirstWord: [String: [[String]]]
  let names: [[String]]
  let words: Set<String>
  let trivial: Set<String>
  let isAddOnly: Bool
  let isLock: Bool
  let askedNames: [String]
  let neighbours: [String]

  init(_ resource: ResourceWords) {
    title = resource.title
    names = resource.names.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    namesByFirstWord = Dictionary(grouping: names) { $0.first ?? "" }
    words = Set(resource.words)
    trivial = Set(resource.trivial)
    isAddOnly = resource.isAddOnly
    isLock = resource.isLock
    askedNames = resource.askedNames
    neighbours = resource.neighbours
  }

  func isTrivial(_ token: WordToken) -> Bool {
    trivial.contains(token.lower) || trivial.contains(token.entry.stem)
      || token.entry.form == .base && Lexicon.stems(of: token.lower).contains { trivial.contains($0.stem) }
  }

  /// The names that begin with a lower-case word, longest first.
  func names(_ first: String) -> [[String]] { namesByFirstWord[first] ?? [] }
}
