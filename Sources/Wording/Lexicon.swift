import Catalog

/// The possible roles of a word in a sentence: the lists that contain it or its base form.
struct WordClass: ExpressibleByArrayLiteral, Hashable, Sendable {
  typealias Role = WordList.Role

  private var bits: UInt128 = 0

  init(_ role: Role) { bits = 1 &<< UInt128(role.rawValue) }

  init(arrayLiteral roles: Role...) {
    for role in roles { insert(role) }
  }

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ role: Role) { bits |= WordClass(role).bits }

  func contains(_ role: Role) -> Bool { bits & WordClass(role).bits != 0 }

  func isSuperset(of other: WordClass) -> Bool { bits & other.bits == other.bits }

  func isDisjoint(with other: WordClass) -> Bool { bits & other.bits == 0 }

  func union(_ other: WordClass) -> WordClass {
    var result = self
    result.bits |= other.bits
    return result
  }

  func subtracting(_ other: WordClass) -> WordClass {
    var result = self
    result.bits &= ~other.bits
    return result
  }

  /// Function words without content.
  static let structure: WordClass = [
    .determiner, .pronoun, .preposition, .conjunction, .subordinator, .adverb, .be, .auxiliary, .negation,
    .circumstance, .app, .device, .person,
  ]
  static let anyVerb: WordClass = [.verb, .nounOrVerb]
  /// Words that decide the meaning of a sentence by themselves, whatever their other roles.
  static let cues: WordClass = [
    .courtesy, .proximity, .guest, .guestAct, .sole, .sequence, .exception, .settings, .enableVerb, .switchVerb,
    .openVerb, .clauseVerb, .lockedThing, .purposeNoun, .price, .appNoun, .noteSpot, .marker, .filler, .disuse,
  ]
  /// What isn’t a word in a sentence.
  static let others: WordClass = [.ownName, .nameVariable, .nameVariablePart, .keyEnding, .pointer]
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
    /// Those that it has exactly as it is written, of ``WordClass/cues``.
    var cues: WordClass = []

    var any: WordClass { own.union(base) }
  }

  private let classes: [String: WordClass]
  private let cues: [String: WordClass]
  /// Phrases of several words by their first word, longest first.
  private let phrases: [String: [(words: [String], role: WordList.Role)]]
  /// Words for requests and words without content, for recognizing misspelled ones.
  let spellings: [String]

  init(_ english: Catalog.English) {
    var classes: [String: WordClass] = [:]
    var phrases: [String: [(words: [String], role: WordList.Role)]] = [:]
    var cues: [String: WordClass] = [:]
    classes.reserveCapacity(4096)
    for list in english.lists {
      if WordClass.others.contains(list.role) { continue }
      let isCue = WordClass.cues.contains(list.role)
      for word in list.words {
        if isCue {
          cues[word, default: []].insert(list.role)
        } else if word.utf8.contains(UInt8(ascii: " ")) {
          let parts = word.split(separator: " ").map(String.init)
          phrases[parts.first ?? "", default: []].append((parts, list.role))
        } else {
          classes[word, default: []].insert(list.role)
        }
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
  func cues(_ word: String) -> WordClass { cues[word] ?? [] }

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
  func knows(_ word: String) -> Bool { !entry(word).any.subtracting([.foreign]).isEmpty }

  /// The phrases that begin with a lower-case word, longest first.
  func phrases(_ first: String) -> [(words: [String], role: WordList.Role)] { phrases[first] ?? [] }

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
  /// Longest first.
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
}
