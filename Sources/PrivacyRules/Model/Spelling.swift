import SourceText

/// The most likely spelling of a text, from a list of names.
public struct Spelling: Hashable, Sendable {
  /// How the text differs from the name.
  public enum Difference: Hashable, Sendable {
    /// Leading or trailing whitespace.
    case blanks
    case letterCase
    /// Another known name for it: the label's words, the short form, a common misspelling.
    case otherName
    /// A few letters, or what all names begin and end with.
    case typo
    /// A few letters that may make another word: all other checks take the text for the name, but it isn’t corrected
    /// unasked.
    case likelyTypo
    /// More than that: only some words of the name, or words that people use for it.
    case related
  }

  public let name: String
  public let difference: Difference
  /// The other names that are equally near, in the vocabulary's order.
  public internal(set) var others: [String] = []

  /// All names that the text may mean, equally likely.
  public var candidates: [String] { [name] + others }

  /// Whether no other name is equally near.
  public var isOnlyCandidate: Bool { others.isEmpty }

  /// Whether all other checks can take the text for the name.
  public var isClear: Bool { isOnlyCandidate && difference != .related }
}

/// Names, prepared for finding the one that a text means.
///
/// What all names begin and end with doesn't help to tell them apart, so names are compared by what lies between. A
/// text may have the rest wrong, out of order, or not at all.
public struct Vocabulary: Sendable {
  /// A name and its alternatives.
  public struct Name: Sendable {
    let name: String
    /// Other names that mean exactly the same.
    let others: [String]
    /// Words that people use for it.
    let synonyms: [String]

    public init(_ name: String, others: [String] = [], synonyms: [String] = []) {
      self.name = name
      self.others = others
      self.synonyms = synonyms
    }
  }

  /// What surrounds the distinctive part of names.
  public struct Frame: Sendable {
    /// The exact prefix of all names; a text without it may be a short form.
    let prefix: String
    /// Words that may precede and follow the distinctive part, folded.
    let front: [[UInt8]]
    let back: [[UInt8]]
    /// Words that distinguish little anywhere, folded.
    let fillers: Set<[UInt8]>

    /// - Parameters:
    ///   - prefix: The prefix of all names.
    ///   - front: Texts whose words may also precede the distinctive part.
    ///   - back: A text whose words follow it.
    ///   - fillers: Words that distinguish little.
    public init(prefix: String = "", front: [String] = [], back: String = "", fillers: [String] = []) {
      self.prefix = prefix
      self.front = ([prefix] + front).flatMap(wordsOf).unique()
      self.back = wordsOf(back)
      self.fillers = Set(fillers.flatMap(wordsOf).map(stem))
    }
  }

  /// One way to say a name, without its surroundings.
  private struct Core: Sendable {
    /// The words as they are, and their letters.
    let texts: [[UInt8]]
    let letters: [UInt8]
    /// One bit for each letter that occurs.
    let set: UInt64
    /// The joined stems of the words, and the same without fillers.
    let stems: [UInt8]
    let distinctiveStems: [UInt8]
    /// Indices in ``Vocabulary/stems``: words and fillers.
    let words: [Int]
    let fillers: [Int]
    /// Whether the name itself says it, or another name that means the same, or a word that people use for it.
    let kind: Kind
    var isSynonym: Bool { kind == .synonym }

    enum Kind { case own, other, synonym }
  }

  private struct Entry: Sendable {
    let name: String
    let lowercased: String
    /// The name and the other names, folded.
    let folded: [[UInt8]]
    let cores: [Core]
  }

  private let entries: [Entry]
  private let frame: Frame
  private let prefix: [UInt8]
  /// All distinct word stems.
  private let stems: [[UInt8]]

  /// How many candidates are offered: a word that many names share identifies none.
  private static let mostCandidates = 4

  public init(_ names: [Name], in frame: Frame = Frame()) {
    self.frame = frame
    prefix = fold(frame.prefix)
    var places: [[UInt8]: Int] = [:]
    var stems: [[UInt8]] = []
    func place(_ stem: [UInt8]) -> Int {
      if let place = places[stem] { return place }
      places[stem] = stems.count
      stems.append(stem)
      return stems.count - 1
    }
    func core(_ text: String, _ kind: Core.Kind) -> Core? {
      let words = frame.distinctive(wordsOf(text))
      guard !words.isEmpty else { return nil }
      let letters = Array(words.joined())
      let stemmed = words.map(stem)
      let distinctive = frame.withoutFillers(stemmed)
      return Core(
        texts: words, letters: letters, set: letterSet(letters), stems: Array(stemmed.joined()),
        distinctiveStems: Array(distinctive.joined()), words: distinctive.map(place),
        fillers: stemmed.filter { !distinctive.contains($0) }.map(place), kind: kind)
    }
    let prefix = prefix
    entries = names.map { name in
      let own = fold(name.name)
      let short = !prefix.isEmpty && own.starts(with: prefix) ? [Array(own.dropFirst(prefix.count))] : []
      return Entry(
        name: name.name, lowercased: name.name.lowercased(), folded: [own] + short + name.others.map(fold),
        cores: [core(name.name, .own)].compactMap(\.self) + name.others.compactMap { core($0, .other) }
          + name.synonyms.compactMap { core($0, .synonym) })
    }
    self.stems = stems
  }

  public var names: [String] { entries.map(\.name) }

  /// The name that an unknown text can be taken for; nil if several are equally near.
  public func clearName(of text: String) -> String? {
    spelling(of: text).flatMap { $0.isClear ? $0.name : nil }
  }

  /// The spelling of a text; nil if it is right, empty, or unlike any name.
  public func spelling(of text: String) -> Spelling? {
    if let sure = sureSpelling(of: text) { return sure.name == text ? nil : sure }
    // A gap to fill in, “…”, is in thousands of places in a draft.
    guard text.utf8.contains(where: { isLetter($0) || isDigit($0) }) else { return nil }
    return sameWords(as: text) ?? nearSpelling(of: text)
  }

  /// The names with the distinctive words of a text, or with those words as a synonym.
  func sameWords(as text: String) -> Spelling? {
    guard let (words, _) = distinctiveWords(of: text) else { return nil }
    let letters = Array(words.joined())
    let stemmed = words.map(stem)
    let all = Array(stemmed.joined())
    let distinctive = Array(frame.withoutFillers(stemmed).joined())
    for (kind, difference) in [(Core.Kind.own, Spelling.Difference.typo), (.other, .otherName)] {
      if let same = spelling(difference, { $0.kind == kind && $0.letters == letters })
        ?? spelling(difference, { $0.kind == kind && $0.stems == all })
      {
        return same
      }
    }
    let related =
      spelling(.related) { $0.isSynonym && $0.stems == all }
      ?? spelling(.related) { !$0.isSynonym && $0.distinctiveStems == distinctive }
      ?? spelling(.related) { $0.isSynonym && $0.distinctiveStems == distinctive }
    return related.map { withNamesThatBegin(with: text, $0) }
  }

  /// Adds the names that begin with a text if there are several, since each may be meant.
  private func withNamesThatBegin(with text: String, _ spelling: Spelling) -> Spelling {
    let begun = entries.map(\.name).filter { $0.hasPrefix(text) }
    guard begun.count > 1 else { return spelling }
    let others = begun.filter { !spelling.candidates.contains($0) }
    return self.spelling(.related, spelling.candidates + others) ?? spelling
  }

  /// The names that differ from a text in a few letters or words.
  private func nearSpelling(of text: String) -> Spelling? {
    guard let (words, trimmed) = distinctiveWords(of: text) else { return nil }
    if words.isEmpty { return oneLetterOff(fold(trimmed)) }
    let stemmed = words.map(stem)
    let near = nearest(to: words)
    if let near, near.isSlip { return near.spelling }
    return related(to: stemmed, distinctive: frame.withoutFillers(stemmed)).map { withNamesThatBegin(with: text, $0) }
      ?? near?.spelling
      // A letter too many at the end of a word, or one too few, may look like another word.
      ?? oneLetterOff(fold(trimmed))
  }

  /// The distinctive words of a text, and the text without surrounding whitespace; nil if it can't be a name.
  private func distinctiveWords(of text: String) -> (words: [[UInt8]], trimmed: String)? {
    let trimmed = trimmingBlanks(text)
    guard !trimmed.isEmpty, text.utf8.count <= 120 else { return nil }
    let words = frame.distinctive(wordsOf(trimmed))
    return words.count > 12 ? nil : (words, trimmed)
  }

  /// The spelling of a text that is a name or another name for it, ignoring case, whitespace and punctuation.
  func sureSpelling(of text: String) -> Spelling? {
    let trimmed = trimmingBlanks(text)
    guard !trimmed.isEmpty, text.utf8.count <= 120 else { return nil }
    let lowercased = trimmed.lowercased()
    if let entry = entries.first(where: { $0.name == trimmed })
      ?? entries.first(where: { $0.lowercased == lowercased })
    {
      return Spelling(name: entry.name, difference: entry.name == trimmed ? .blanks : .letterCase)
    }
    let folded = fold(trimmed)
    guard let entry = entries.first(where: { $0.folded.contains(folded) }) else { return nil }
    // Without its whitespace it is the name, ignoring case.
    let isBlanks = String(text.filter { !$0.isWhitespace }).lowercased() == entry.lowercased
    return Spelling(name: entry.name, difference: isBlanks ? .blanks : .otherName)
  }

  /// The names that match a text exactly, apart from case, whitespace and punctuation, or that have it as a synonym.
  public func names(meantBy text: String) -> [String] {
    (sureSpelling(of: text) ?? sameWords(as: text))?.candidates ?? []
  }

  /// The distinctive part of a text, folded; empty if it has none.
  func distinctivePart(of text: String) -> [UInt8] {
    guard let (words, _) = distinctiveWords(of: text) else { return [] }
    return Array(frame.withoutFillers(words.map(stem)).joined())
  }

  /// The stems of the words of a text, without those that surround all names.
  func stems(of text: String) -> Set<[UInt8]> { Set(distinctiveWords(of: text)?.words.map(stem) ?? []) }

  /// Whether a name has this distinctive part.
  func hasName(distinctive part: [UInt8]) -> Bool {
    !part.isEmpty && entries.contains { $0.cores.contains { !$0.isSynonym && $0.distinctiveStems == part } }
  }

  /// Whether a whole text is a few letters away from a name.
  func isNearName(_ text: String) -> Bool {
    let folded = fold(text)
    let limit = Self.limit(folded.count)
    return entries.contains { entry in
      entry.folded.contains { editDistance(folded, $0, limit: limit) <= limit }
    }
  }

  /// How many letters may be wrong: fewer in a short text, which is soon near another word.
  private static func limit(_ count: Int) -> Int {
    count >= 14 ? 3 : count >= 9 ? 2 : count >= 4 ? 1 : 0
  }

  private func spelling(_ difference: Spelling.Difference, _ matches: (Core) -> Bool) -> Spelling? {
    spelling(difference, entries.filter { $0.cores.contains(where: matches) }.map(\.name))
  }

  private func spelling(_ difference: Spelling.Difference, _ names: [String]) -> Spelling? {
    guard let first = names.first, names.count <= Self.mostCandidates else { return nil }
    return Spelling(name: first, difference: difference, others: Array(names.dropFirst()))
  }

  /// The names that differ in the fewest letters.
  ///
  /// - Returns: Also whether they differ by slips of the keyboard: “Lead” isn’t “Head” with a slip, and “Read” isn’t “Add”.
  private func nearest(to words: [[UInt8]]) -> (spelling: Spelling, isSlip: Bool)? {
    let letters = Array(words.joined())
    let limit = Self.limit(letters.count)
    guard limit > 0 else { return nil }
    let set = letterSet(letters)
    var best = limit + 1
    var found: [(name: String, isSynonym: Bool, isSlip: Bool, isNear: Bool)] = []
    for entry in entries {
      var nearest = (distance: limit + 1, isSynonym: true, isSlip: false, isNear: false)
      for core in entry.cores {
        // Synonyms have to match more exactly, or there would be too many matches.
        let limit = core.isSynonym ? min(limit, 1) : limit
        // An edit changes at most two bits of the set, which rules out most names quickly.
        guard (set ^ core.set).nonzeroBitCount <= 2 * limit else { continue }
        let distance = editDistance(letters, core.letters, limit: limit)
        guard distance <= limit, distance <= nearest.distance else { continue }
        let isSlip = areSlips(words, of: core.texts)
        let isBetter = distance < nearest.distance || isSlip && !nearest.isSlip
        guard isBetter, isSlip || !core.isSynonym else { continue }
        // Two letters in a short word make another one.
        let isNear =
          distance == 1 || zip(words, core.texts).allSatisfy { $0 == $1 || min($0.count, $1.count) >= 5 }
        nearest = (distance, core.isSynonym, isSlip, isNear)
      }
      guard nearest.distance <= limit, nearest.distance <= best else { continue }
      if nearest.distance < best { found = [] }
      best = nearest.distance
      found.append((entry.name, nearest.isSynonym, nearest.isSlip, nearest.isNear))
    }
    let own = found.filter { !$0.isSynonym }
    if own.isEmpty { return spelling(.related, found.map(\.name)).map { ($0, true) } }
    let slips = own.filter(\.isSlip)
    if !slips.isEmpty { return spelling(.typo, slips.map(\.name)).map { ($0, true) } }
    let near = own.filter(\.isNear)
    return near.isEmpty ? nil : spelling(.likelyTypo, near.map(\.name)).map { ($0, false) }
  }

  /// The only name that is one letter away from a text. For names without a distinctive part, such as one that all
  /// others begin with.
  private func oneLetterOff(_ folded: [UInt8]) -> Spelling? {
    guard folded.count >= 4 else { return nil }
    let near = entries.filter { $0.folded.first.map { editDistance(folded, $0, limit: 1) <= 1 } ?? false }
    return near.count == 1 ? spelling(.typo, near.map(\.name)) : nil
  }

  /// The names that contain all words of a text, with the fewest others; otherwise the longest names contained in it.
  private func related(to all: [[UInt8]], distinctive: [[UInt8]]) -> Spelling? {
    guard distinctive.contains(where: { $0.count >= 3 }) else { return nil }
    /// For each word of the text, which stems of the names match.
    let matches = distinctive.map { word in stems.map { isSameWord(word, $0) } }
    var fewest = Int.max
    var found: [String] = []
    for entry in entries {
      var left = Int.max
      for core in entry.cores where !core.isSynonym {
        let words = core.words + core.fillers
        guard matches.allSatisfy({ match in words.contains { match[$0] } }) else { continue }
        left = min(left, core.words.count { word in !matches.contains { $0[word] } })
      }
      guard left < .max, left <= fewest else { continue }
      if left < fewest { found = [] }
      fewest = left
      found.append(entry.name)
    }
    // If most of a name is missing, any other name may be meant as well.
    if !found.isEmpty { return fewest <= distinctive.count ? spelling(.related, found) : nil }
    let present = all.map { word in stems.map { isSameWord(word, $0) } }
    var most = 1
    for entry in entries {
      for core in entry.cores where !core.isSynonym {
        let words = core.words + core.fillers
        guard words.count >= max(most, 2), words.allSatisfy({ word in present.contains { $0[word] } }) else { continue }
        if words.count > most { found = [] }
        most = words.count
        if found.last != entry.name { found.append(entry.name) }
      }
    }
    return spelling(.related, found)
  }
}

extension Vocabulary.Frame {
  /// The words without those that surround the distinctive part; empty if nothing is left.
  fileprivate func distinctive(_ words: [[UInt8]]) -> [[UInt8]] {
    var rest = words[...]
    while let word = rest.first, front.contains(where: { isLike(word, $0) }) { rest.removeFirst() }
    // “NSNFC”: in a run of capitals we can't see where a word ends.
    if rest.count == words.count, let first = front.first, let word = rest.first, word.starts(with: first),
      word.count >= first.count + 3
    {
      rest[rest.startIndex] = Array(word.dropFirst(first.count))
    }
    while let word = rest.last, back.contains(where: { isLike(word, $0) }) { rest.removeLast() }
    guard rest.count == 1, let run = rest.first else { return Array(rest) }
    let part = distinctivePart(ofRun: run)
    return part.isEmpty ? [] : [part]
  }

  /// The same for a run of letters without capitals.
  private func distinctivePart(ofRun letters: [UInt8]) -> [UInt8] {
    var part = letters[...]
    let start = fold(prefix)
    if start.count >= 8, part.count >= start.count - 2 {
      let cuts = (start.count - 2...min(start.count + 2, part.count)).map { cut in
        (cut: cut, distance: editDistance(Array(part.prefix(cut)), start, limit: 2))
      }
      if let best = cuts.min(by: { $0.distance < $1.distance }), best.distance <= 2 { part = part.dropFirst(best.cut) }
    } else if !back.isEmpty, part.starts(with: start) {
      part = part.dropFirst(start.count)
    }
    let end = Array(back.joined())
    if !end.isEmpty, part.count > end.count, part.suffix(end.count) == end[...] { part = part.dropLast(end.count) }
    return Array(part)
  }

  /// Whether a word is nearly one that surrounds names.
  private func isLike(_ word: [UInt8], _ known: [UInt8]) -> Bool {
    if word == known || stem(word) == stem(known) { return true }
    let limit = known.count >= 8 ? 2 : known.count >= 5 ? 1 : 0
    return limit > 0 && editDistance(word, known, limit: limit) <= limit
  }

  /// The stems without fillers, or all of them if there are only fillers.
  fileprivate func withoutFillers(_ stems: [[UInt8]]) -> [[UInt8]] {
    let distinctive = stems.filter { !fillers.contains($0) }
    return distinctive.isEmpty ? stems : distinctive
  }
}

/// Whether a text contains all words of a query, or longer words that begin with them, or the words without an ending:
/// “record” for “recorder”. An ending has a vowel, which tells “searchfs” apart.
public func hasWords(of query: String, _ text: String) -> Bool {
  let words = wordsOf(text).map(stem)
  let wanted = wordsOf(query).map(stem)
  return !wanted.isEmpty
    && wanted.allSatisfy { word in
      words.contains { known in
        if known == word || word.count >= 4 && known.starts(with: word) { return true }
        guard known.count >= 5, word.starts(with: known), word.count - known.count <= 3 else { return false }
        return word.dropFirst(known.count).contains { "aeiou".utf8.contains($0) }
      }
    }
}

/// Whether two texts differ only in case, whitespace, punctuation and plurals.
public func hasSameWords(_ a: String, _ b: String) -> Bool {
  let folded = fold(a)
  return !folded.isEmpty && (folded == fold(b) || wordsOf(a).map(stem) == wordsOf(b).map(stem))
}

/// Whether each of some words is the known one at its place, or a slip of it. In fewer or more words, a space or a capital
/// was left out or added.
private func areSlips(_ words: [[UInt8]], of known: [[UInt8]]) -> Bool {
  guard words.count == known.count else { return true }
  // A name of one short word has no other word that shows what is meant.
  let shortest = words.count == 1 ? 4 : 3
  return zip(words, known).allSatisfy { $0 == $1 || min($0.count, $1.count) >= shortest && isSlip($0, of: $1) }
}

/// Whether somebody may have mistyped a known word. In a short word, a letter in place of another mostly makes another word:
/// “course” and “coarse”, “save” and “share”.
private func isSlip(_ word: [UInt8], of known: [UInt8]) -> Bool {
  let shorter = min(word.count, known.count)
  let limit = shorter >= 9 ? 2 : 1
  guard editDistance(word, known, limit: limit) <= limit else { return false }
  return shorter >= 8 || word.first == known.first && (word.count != known.count || word.sorted() == known.sorted())
}

/// Whether two stems are the same, one is the start of the other, or the first is mistyped.
private func isSameWord(_ word: [UInt8], _ known: [UInt8]) -> Bool {
  if word == known { return true }
  guard word.count >= 4, known.count >= 4, word.first == known.first else { return false }
  if known.starts(with: word) { return true }
  if known.count >= 5, word.starts(with: known) { return word.count - known.count <= 3 }
  return word.count >= 5 && isSlip(word, of: known)
}

/// The words of a name or a text, folded. A capital begins a word; in a run of capitals, only the last one does, if a
/// lowercase letter follows: IP, Address. Anything but a letter, a digit or an apostrophe ends a word.
func wordsOf(_ text: String) -> [[UInt8]] {
  var words: [[UInt8]] = []
  var word: [UInt8] = []
  var last: Unicode.Scalar = " "
  let scalars = Array(text.unicodeScalars)
  for (place, scalar) in scalars.enumerated() {
    guard isNamePart(scalar) else {
      if scalar == "'" || scalar == "’" { continue }
      if !word.isEmpty { words.append(word) }
      word = []
      last = " "
      continue
    }
    if isCapital(scalar), !word.isEmpty {
      let next = scalars.dropFirst(place + 1).first
      let isBeforeSmall = next.map { ("a"..."z").contains($0) } ?? false
      // “IDs” is one word.
      let isPlural = next == "s" && !(scalars.dropFirst(place + 2).first.map { ("a"..."z").contains($0) } ?? false)
      if !isCapital(last) || (isBeforeSmall && !isPlural) {
        words.append(word)
        word = []
      }
    }
    appendFolded(scalar, to: &word)
    last = scalar
  }
  if !word.isEmpty { words.append(word) }
  return words
}

private func isCapital(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }

/// A folded word without its plural ending.
private func stem(_ word: [UInt8]) -> [UInt8] {
  guard word.count > 3, word.last == UInt8(ascii: "s"), word[word.count - 2] != UInt8(ascii: "s") else { return word }
  if word.count > 4, word.suffix(3) == Array("ies".utf8)[...] { return word.dropLast(3) + [UInt8(ascii: "y")] }
  return Array(word.dropLast())
}

/// One bit for each letter and digit in a folded text; all other bytes share one.
private func letterSet(_ folded: [UInt8]) -> UInt64 {
  var set: UInt64 = 0
  for byte in folded {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): set |= 1 << UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): set |= 1 << UInt64(26 + byte - UInt8(ascii: "0"))
    default: set |= 1 << 36
    }
  }
  return set
}
