import Catalog
import SourceText

/// Small words that belong to the verb before them: “clock in”.
private let particles: Set<String> = ["up", "down", "out", "off", "on", "in"]

/// The kind of a sentence, as far as its first word and its finite verbs show.
struct SentenceShape: Sendable {
  enum Kind: Hashable, Sendable {
    /// A subject and a finite verb, or words that may be these.
    case statement
    /// Begins with the base form of a verb: “Scan your card.”
    case baseForm
    /// Without a subject or a finite verb.
    case fragment
  }

  var kind: Kind
  /// The main verb; in a fragment, the word that shows that it’s one.
  var verb: Int?
  /// The participle of a passive without its “is”: “Used to…”, “Access needed for…”.
  var shortPassive: Int?
  /// The finite verbs of main clauses.
  var mainVerbs: [Int] = []
}

/// A text with its tokens and sentences, and the places that name the app.
struct AnalyzedText: Sendable {
  let tokens: [WordToken]
  let sentences: [Sentence]
  let lexicon: Lexicon
  /// For each token, whether it’s part of the app’s name.
  var isName: [Bool]

  init(_ text: String, _ lexicon: Lexicon, names: AppNames? = nil) {
    tokens = wordTokens(of: text, lexicon)
    // Only a mark with something behind it may be one of a name.
    let mayHaveMarks = tokens.dropLast().contains { $0.kind == .endMark }
    sentences = splitIntoSentences(
      tokens, namesBefore: mayHaveMarks ? marksInNames(tokens, names?.marked ?? []) : [:])
    self.lexicon = lexicon
    isName = tokens.map { $0.kind == .variable }
  }

  func wordToken(_ place: Int) -> WordToken? { tokens.indices.contains(place) ? tokens[place] : nil }

  /// Whether a lower-case phrase begins at a place.
  func has(_ phrase: [String], at place: Int) -> Bool {
    guard place + phrase.count <= tokens.count else { return false }
    for (distance, word) in phrase.enumerated() where tokens[place + distance].lower != word { return false }
    return true
  }

  /// The number of words of the longest word or phrase with a role that begins at a place; 0 if there is none.
  func phraseLength(at place: Int, _ role: WordList.Role) -> Int {
    for phrase in lexicon.phrases(tokens[place].lower) where phrase.role == role {
      if has(phrase.words, at: place) { return phrase.words.count }
    }
    return tokens[place].own.contains(role) ? 1 : 0
  }

  /// The first word or phrase with a role in a range, as the range of its words.
  func first(_ role: WordList.Role, in places: Range<Int>) -> Range<Int>? {
    for place in places where tokens[place].isWord {
      let length = phraseLength(at: place, role)
      if length > 0 { return place..<place + length }
    }
    return nil
  }

  /// The number of words of the longest resource name that begins at a place; 0 if there is none.
  func nameLength(of resource: ResourceLexicon?, at place: Int) -> Int {
    resource?.names.first { has($0, at: place) }?.count ?? 0
  }

  /// The next place, from a place on, that isn’t an adverb or a negation.
  func skippingAdverbs(_ place: Int, _ end: Int) -> Int {
    var index = place
    while index < end, isAdverb(index) { index += 1 }
    return index
  }

  func isAdverb(_ place: Int) -> Bool {
    let token = tokens[place]
    guard token.isWord, !isName[place], token.own.isDisjoint(with: [.be, .auxiliary]) else { return false }
    return !token.own.isDisjoint(with: [.adverb, .negation])
      || token.lower.hasSuffix("ly") && token.any.subtracting([.generic]).isEmpty && !isInName(place)
  }

  /// Whether a capitalized word follows another one: “Go Jauntly”.
  private func isInName(_ place: Int) -> Bool {
    tokens[place].isCapitalized && (wordToken(place - 1)?.isCapitalized ?? false)
  }

  /// Whether the word at a place is capitalized, but not all capitals, and in no list.
  func isUnknownName(_ place: Int) -> Bool {
    guard let token = wordToken(place) else { return false }
    return token.isWord && token.isCapitalized && !token.isAllCaps && token.any.isEmpty
  }

  /// The end of a sentence’s words, without end marks.
  func wordsEnd(_ sentence: Sentence) -> Int {
    var end = sentence.tokens.upperBound
    while end > sentence.tokens.lowerBound, [.endMark, .lineBreak].contains(tokens[end - 1].kind) { end -= 1 }
    return end
  }

  /// Whether a noun phrase begins at a place: a determiner, a pronoun, a name or a noun.
  private func beginsNounPhrase(_ place: Int, _ end: Int) -> Bool {
    guard place < end, let token = wordToken(place) else { return false }
    if [.variable, .number, .quote].contains(token.kind) || isName[place] { return true }
    guard token.isWord, token.own.isDisjoint(with: [.preposition, .conjunction, .be, .auxiliary]) else { return false }
    return !token.own.isDisjoint(with: [.determiner, .pronoun, .app, .device, .person, .requestNoun, .ordinary, .term])
      || token.own.contains(.generic) && !token.isParticiple
      || token.isCapitalized || token.any.isEmpty || token.entry.form == .s && !token.entry.base.isEmpty
  }

  // MARK: Finite verbs

  /// Whether a word looks like a plural.
  private func isPlural(_ token: WordToken) -> Bool {
    token.entry.form == .s && !token.entry.base.isEmpty && !token.isOnlyVerb(.s)
      || token.any.isEmpty && token.lower.hasSuffix("s") || token.own.contains(.person) && token.own.contains(.subject)
  }

  /// Whether the word at a place is a finite verb, as far as its neighbors show. In doubt it is one, since a sentence
  /// with a verb has no finding.
  private func isFinite(_ place: Int, _ start: Int, _ end: Int) -> Bool {
    let token = tokens[place]
    if isName[place] || !token.isWord { return false }
    if token.own.contains(.be) { return !["be", "been", "being"].contains(token.lower) }
    if token.own.contains(.auxiliary) { return true }
    guard place > start else { return false }
    var before = place - 1
    while before > start, isAdverb(before) { before -= 1 }
    let last = tokens[before]
    // “A.C.M.E. uses…”, “Health+ uses…”, “75 Her uses…”
    let isEndOfInitials =
      last.kind == .endMark || last.text == "+" || last.isCapitalized && wordToken(before - 1)?.kind == .number
    // “when wait times drop”: the clause begins with its subject.
    if last.own.contains(.subordinator), last.own.isDisjoint(with: [.determiner, .pronoun]) { return false }
    // After these comes a noun, or one of several verbs, of which the first one counts.
    guard
      isName[before] || last.own.contains(.pronoun) || last.kind == .number || last.kind == .quote
        || last.isWord && last.own.isDisjoint(with: [.determiner, .preposition, .conjunction, .be, .auxiliary])
        || last.kind == .closeBracket || isEndOfInitials
    else { return false }
    let isSubjectPronoun = last.own.contains(.subject)
    // “We chart your steps”: after a pronoun at the start of a sentence comes its verb, even if the word has other
    // uses.
    if isSubjectPronoun, before == start, last.own.isDisjoint(with: [.determiner, .person]), !token.isVerb(.gerund),
      token.own.isDisjoint(with: [.determiner, .pronoun, .preposition, .conjunction, .subordinator, .person])
    {
      return true
    }
    // “To send you alerts”
    if last.lower == "you", token.isVerb(.s), !token.isOnlyVerb(.s) { return false }
    // “To send you push notifications”, but “To send pictures you scan tickets”
    if last.lower == "you", before > start, tokens[before - 1].isVerb(.base),
      tokens[before - 1].own.contains(.lightVerb),
      tokens[before - 1].own.isDisjoint(with: [.letVerb, .requestVerb]), token.isVerb(.base),
      !token.own.contains(.requestVerb), place + 1 < end, isPlural(tokens[place + 1])
    {
      return false
    }
    if isSubjectPronoun, token.isVerb(.base) || token.isVerb(.s) || token.isVerb(.past) || token.any.isEmpty {
      return true
    }
    // “animals that need help”
    if ["that", "which"].contains(last.lower), before > start, isPlural(tokens[before - 1]),
      token.isVerb(.base) || token.any.isEmpty && !token.isCapitalized, beginsNounPhrase(place + 1, end)
    {
      return true
    }
    if last.own.contains(.pronoun) { return token.isVerb(.s) }
    if wants(place, behind: before) { return true }
    if !isName[before], last.isOnlyVerb(.base) || last.own.contains(.askVerb) { return false }
    let isLast = place + 1 >= end || !tokens[place + 1].isWord && tokens[place + 1].kind != .variable
    // “Camera capture”, “ticket scans”.
    if isLast { return token.isOnlyVerb(.s) && place > start + 1 }
    let hasObject = beginsNounPhrase(place + 1, end)
    let isBehindName =
      isName[before] || isEndOfInitials || last.own.contains(.app) || last.isCapitalized && last.any.isEmpty
      // “With your location, Forecast Club shows…”
      || last.isCapitalized && before > start + 1 && tokens[before - 1].isCapitalized
        && tokens[before - 2].kind == .comma
    if token.isOnlyVerb(.s) { return true }
    // “Uploads photos that…”: a plural subject has no verb with “-s”.
    if before == start, token.isVerb(.s), token.isForm(of: .ordinary), last.isVerb(.s), !isName[before] { return false }
    // “to save pictures there”, “to read NDEF messages”: the object of an infinitive.
    var act = before
    while act > start,
      isName[act] || tokens[act].any.isEmpty && (tokens[act].isCapitalized || tokens[act].hasInnerCapital)
    {
      act -= 1
    }
    if act > start, tokens[act - 1].lower == "to", tokens[act].isVerb(.base) { return false }
    // “Export Acme photos to your library”
    if act == start, act < before, !isName[act], tokens[act].isVerb(.base), token.isForm(of: .ordinary),
      tokens[place + 1].own.contains(.preposition)
    {
      return false
    }
    if token.isVerb(.s) && isBehindName { return true }
    if token.isVerb(.s) || token.isVerb(.base) {
      if token.isOnlyVerb(.base) { return true }
      let next = tokens[place + 1]
      // “Campers photograph broken tents”, “The app looks for printers”, but “Uses photo albums”.
      let isFirstVerb = before == start && last.isVerb(.s) && last.isForm(of: .accessVerb)
      if isPlural(last), !isFirstVerb, token.isVerb(.base), !token.own.contains(.requestNoun) { return true }
      if token.isVerb(.s), before > start, tokens[before - 1].own.contains(.determiner), !isPlural(last) { return true }
      // “Reality shows directions”: of three nouns the middle one isn’t a plural.
      if token.isVerb(.s), !isPlural(last), isPlural(tokens[place + 1]), last.entry.form == .base { return true }
      if token.isForm(of: .requestVerb) { return hasObject || next.lower == "to" && !token.own.contains(.accessNoun) }
      // “travel time more accurately”
      if next.own.contains(.determiner), place + 2 < end, isAdverb(place + 2) { return false }
      return !next.own.isDisjoint(with: [.determiner, .pronoun])
        || hasObject && (isBehindName || last.any.isEmpty || token.isVerb(.s) && last.own.contains(.term))
    }
    // An unlisted verb: “The app dims your lights”, “The app requries access”, “Acme deskews pages”.
    guard token.lower.hasSuffix("s"), token.any.isEmpty || last.own.contains(.app) else { return false }
    return tokens[place + 1].own.contains(.determiner)
      || token.any.isEmpty && hasObject && (last.own.contains(.app) || isBehindName && !token.isCapitalized)
  }

  /// Whether the past form of a verb of wanting is what someone did, and no participle: “when the user wanted to share”,
  /// “riders asked to see”, but “contacts needed to find friends”.
  private func wants(_ place: Int, behind subject: Int) -> Bool {
    let (token, last) = (tokens[place], tokens[subject])
    guard token.isVerb(.past), token.isForm(of: .requestVerb) else { return false }
    let isPerson = last.isForm(of: .person) || last.own.contains(.subject)
    let isApp = isName[subject] || last.own.contains(.app)
    guard let next = wordToken(place + 1) else { return false }
    guard next.lower == "to" else {
      // “Buyers requested live video”, “The app required access”
      return (isPerson || isApp || last.any.isEmpty && isPlural(last)) && !endsShortPassive(place + 1)
    }
    return !isName[subject]
      && (isPerson
        || !token.own.contains(.necessityParticiple) && last.any.isDisjoint(with: [.accessNoun, .requestNoun]))
  }

  /// Whether a side clause begins at a place: “that”, “when” and the like with a subject behind them.
  private func beginsSideClause(_ place: Int, _ start: Int, _ end: Int) -> Bool {
    let token = tokens[place]
    guard token.own.contains(.subordinator), !isName[place], let next = wordToken(place + 1), place + 1 < end else {
      return false
    }
    // “so that”
    if token.lower == "so", next.lower == "that" { return false }
    if token.own.contains(.determiner) {
      // “by that”, “That is needed”.
      let last = place > start ? tokens[place - 1] : nil
      return last.map { !$0.own.contains(.preposition) } ?? false
    }
    if token.own.contains(.preposition) { return next.own.contains(.pronoun) }
    // “when recording is on”
    if next.isVerb(.gerund), place + 2 < end, let verb = wordToken(place + 2),
      !verb.own.isDisjoint(with: [.be, .auxiliary])
    {
      return true
    }
    // “when open”, “if needed”, “while driving”.
    return next.isWord && !next.isVerb(.gerund) && !next.isParticiple
      && next.own.isDisjoint(with: [.preposition, .circumstance, .generic]) || !next.isWord
      || next.own.contains(.pronoun)
  }

  /// The end of an infinitive’s verbs, given the place of its “to”: “to scan, upload and share”, “to let you choose”.
  private func infinitiveEnd(_ place: Int, _ end: Int) -> Int {
    var index = skippingAdverbs(place + 1, end)
    guard index < end else { return end }
    index += 1
    if index + 1 < end, tokens[index - 1].isForm(of: .letVerb), tokens[index].own.contains(.pronoun),
      tokens[index + 1].isVerb(.base)
    {
      index += 2
    }
    while index + 1 < end, tokens[index].own.contains(.conjunction) || tokens[index].kind == .comma,
      tokens[index + 1].isVerb(.base)
    {
      index += 2
    }
    return index
  }

  func closingBracket(_ open: Int, _ end: Int) -> Int {
    var depth = 0
    for index in open..<max(open, end) {
      if tokens[index].kind == .openBracket { depth += 1 }
      if tokens[index].kind == .closeBracket {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return end
  }

  /// The finite verbs of main clauses.
  private func mainVerbs(from start: Int, to end: Int) -> [Int] {
    var result: [Int] = []
    // The number of subordinate clauses that still need their verb, and the place of the last such verb.
    var pending = 0
    var side: Int?
    var isInSideClause = false
    // “In order to scan you…”, “Using the camera you can…”, but “Helping you scan…”
    let isGerund = tokens[start].isVerb(.gerund) && !(wordToken(start + 1)?.own.contains(.pronoun) ?? true)
    let isLead =
      (isGerund || !tokens[start].own.isDisjoint(with: [.preposition, .subordinator, .determiner]))
      && !tokens[start..<end].contains { $0.kind == .comma }
    var index = start
    while index < end {
      let token = tokens[index]
      if token.kind == .openBracket {
        index = closingBracket(index, end)
        continue
      }
      if token.kind == .comma || token.kind == .pause { (pending, isInSideClause) = (0, false) }
      if token.lower == "to" {
        let stop = infinitiveEnd(index, end)
        // “needs your location to ensure your ride is recorded”
        if !result.isEmpty, tokens[index..<stop].contains(where: { $0.isCue(.clauseVerb) }), beginsNounPhrase(stop, end)
        {
          pending += 1
        }
        index = stop
        continue
      }
      if beginsSideClause(index, start, end) {
        pending += 1
        isInSideClause = true
      } else if isInSideClause, !result.isEmpty, token.lower == "or", beginsNounPhrase(index + 1, end) {
        // “while you drive or the app is closed”
        pending += 1
      } else if index > start, ["you", "they"].contains(token.lower), tokens[index - 1].isWord,
        !isLead || tokens[start].own.contains(.determiner) && isPlural(tokens[index - 1])
          || lacksObject(index + 1, end),
        tokens[index - 1].own.isDisjoint(with: [.conjunction, .preposition, .subordinator, .adverb, .auxiliary, .be]),
        !tokens[index - 1].isVerb(.base) || tokens[index - 1].own.contains(.ordinary)
      {
        // “the stores you visit”
        pending += 1
      } else if isFinite(index, start, end) || side == index - 1 && !token.any.isDisjoint(with: .anyVerb) {
        side = pending > 0 ? index : nil
        if pending == 0 { result.append(index) } else { pending -= 1 }
        // An auxiliary and its verb count as one.
        if !token.own.isDisjoint(with: [.be, .auxiliary]) {
          let next = skippingAdverbs(index + 1, end)
          let isRest = token.own.contains(.be) ? \WordToken.isParticiple : \.isBaseOrParticiple
          // “is closed”
          if next < end, tokens[next][keyPath: isRest] || tokens[next].own.contains(.stateParticiple) { index = next }
          if side != nil { side = index }
        }
      }
      index += 1
    }
    return result
  }

  /// Whether the verb at a place has no object, as in “to find the people you mention”, but not “to send pictures you
  /// need the camera”.
  private func lacksObject(_ place: Int, _ end: Int) -> Bool {
    guard place < end, let verb = wordToken(place), !verb.isForm(of: .requestVerb), !verb.isForm(of: .grantVerb),
      verb.own.isDisjoint(with: [.be, .auxiliary, .wishVerb])
    else { return false }
    guard place + 1 < end, let next = wordToken(place + 1) else { return true }
    return next.own.contains(.preposition) && next.lower != "to"
  }

  // MARK: The shape

  func shape(of sentence: Sentence) -> SentenceShape {
    let end = wordsEnd(sentence)
    var start = sentence.tokens.lowerBound
    // Marks, and “Please”, “Also,”.
    while start + 1 < end, !isName[start],
      !tokens[start].isWord && tokens[start].kind != .number
        || tokens[start].own.contains(.adverb)
          && tokens[start].own.isDisjoint(with: [.pronoun, .preposition, .ordinary, .requestVerb, .subordinator])
    {
      start += 1
    }
    guard start < end else { return SentenceShape(kind: .fragment) }
    let verbs = mainVerbs(from: start, to: end)
    let first = tokens[start]
    func fragment(_ place: Int?, passive: Int? = nil) -> SentenceShape {
      SentenceShape(kind: .fragment, verb: place, shortPassive: passive, mainVerbs: verbs)
    }
    func baseForm(_ place: Int) -> SentenceShape { SentenceShape(kind: .baseForm, verb: place, mainVerbs: verbs) }
    let statement = verbs.first.map { SentenceShape(kind: .statement, verb: $0, mainVerbs: verbs) }
    if isName[start] || !first.isWord { return statement ?? fragment(nil, passive: shortPassive(from: start, end)) }
    let next = skippingAdverbs(start + 1, end)
    if verbs.first == start {
      // “May we…”, “Don't…”; but “Will be used…” has no subject.
      if first.own.contains(.subject) || first.lower.contains("'") || beginsNounPhrase(next, end) {
        return statement ?? baseForm(start)
      }
      return next < end && tokens[next].isVerb(.base) && first.lower == "do" ? baseForm(start) : fragment(start)
    }
    // “Please hit OK”
    let isAsked = start > sentence.tokens.lowerBound && tokens[start - 1].isCue(.courtesy)
    if first.lower == "be" || isAsked && first.isParticiple && !first.lower.hasSuffix("ed") { return baseForm(start) }
    if first.isVerb(.base), !isNounHere(start, end, verbs) {
      // “Need location” lacks “we”.
      return first.own.contains(.wishVerb) && (next >= end || !tokens[next].own.contains(.pronoun))
        ? fragment(start) : baseForm(start)
    }
    if first.isVerb(.s), first.own.isDisjoint(with: [.pronoun, .subordinator, .be, .auxiliary]) {
      let behind = wordToken(start + 1).flatMap { start + 1 < end ? $0 : nil }
      let isVerb =
        first.isOnlyVerb(.s) && verbs.first != start + 1
        // “Shows your friends and helps you meet”
        || behind?.own.contains(.determiner) ?? false
          && (start..<(verbs.first ?? start)).contains {
            tokens[$0].own.contains(.conjunction) && tokens[$0 + 1].isVerb(.s)
          }
        || statement == nil
          && (first.isForm(of: .requestVerb) || first.isForm(of: .grantVerb)
            || behind.map { $0.own.contains(.determiner) || isPlural($0) } ?? false)
      if isVerb { return fragment(start) }
    }
    if first.isParticiple, !first.isVerb(.base), next >= end || endsShortPassive(next) {
      return fragment(start, passive: start)
    }
    if let statement { return statement }
    if !first.own.isDisjoint(with: [.preposition, .subordinator]) {
      for place in start..<end
      where tokens[place].kind == .comma || tokens[place].isCue(.courtesy)
        || tokens[place].kind == .pause && tokens[place].text != "/"
      {
        let next = skippingAdverbs(place + 1, end)
        guard next + 1 < end, tokens[next].isWord else { continue }
        // “To tune a guitar, pluck a string”: an unlisted verb.
        let isUnlisted =
          tokens[next].any.isEmpty && !tokens[next].isCapitalized && !isPlural(tokens[next])
          && !tokens[next + 1].own.isDisjoint(with: [.determiner, .preposition])
        if isUnlisted
          || tokens[next].isVerb(.base)
            && (tokens[next].own.contains(.grantVerb) || beginsNounPhrase(next + 1, end))
        {
          return baseForm(next)
        }
      }
      return fragment(start)
    }
    // “No more typing: scan your card.”
    for place in start..<end where tokens[place].text == ":" {
      let next = skippingAdverbs(place + 1, end)
      if next < end, tokens[next].isVerb(.base) { return baseForm(next) }
    }
    // An unlisted verb: “Shake your phone to undo”, “Shout to jump”, “Clock in automatically”.
    if first.own.subtracting([.ordinary]).isEmpty, !first.lower.hasSuffix("ing"), start + 1 < end {
      let behind = tokens[start + 1]
      let isParticle =
        particles.contains(behind.lower) && start + 2 < end
        && !tokens[start + 2].own.isDisjoint(with: [.adverb, .subordinator])
      if isParticle || first.any.isEmpty && (behind.own.contains(.determiner) || behind.lower == "to") {
        return baseForm(start)
      }
    }
    if let verb = (start + 1..<max(start + 1, end - 1)).first(where: { mayBeFinite($0, start) }) {
      return SentenceShape(kind: .statement, verb: verb, mainVerbs: verbs)
    }
    return fragment(nil, passive: shortPassive(from: start, end))
  }

  /// Whether a word may be the verb of a sentence without a certain one, going by what follows: “Printers in your
  /// office show up here”, “Your diary stays locked”.
  private func mayBeFinite(_ place: Int, _ start: Int) -> Bool {
    let (last, token, next) = (tokens[place - 1], tokens[place], tokens[place + 1])
    guard token.isWord, last.isWord, next.isWord, !token.any.contains(.requestNoun),
      last.own.isDisjoint(with: [.determiner, .preposition, .conjunction]), !last.isVerb(.gerund),
      token.isVerb(.s) && !isPlural(last) && !last.isVerb(.s)
        || (token.isVerb(.base) || token.any.isEmpty) && tokens[start..<place].contains(where: isPlural)
    else { return false }
    return next.isParticiple || !next.own.isDisjoint(with: [.adverb, .subordinator, .stateParticiple])
      || particles.contains(next.lower) && next.lower != "in"
  }

  /// Whether the first word of a sentence, which can be a noun or a verb, is a noun: “Access to…”, “Search results
  /// are…”.
  private func isNounHere(_ place: Int, _ end: Int, _ verbs: [Int]) -> Bool {
    let token = tokens[place]
    guard !token.own.isDisjoint(with: [.nounOrVerb, .ordinary, .requestNoun]) else { return false }
    guard place + 1 < end else { return true }
    let next = tokens[place + 1]
    if !next.own.isDisjoint(with: [.determiner, .pronoun]) { return false }
    if let verb = verbs.first { return !tokens[place..<verb].contains { $0.kind == .comma } }
    if token.own.contains(.requestNoun) { return next.own.contains(.preposition) || next.isParticiple }
    // “Snap, crop and send it.”
    if next.kind == .comma, let last = (place..<end - 1).first(where: { tokens[$0].own.contains(.conjunction) }),
      tokens[last + 1].isVerb(.base), beginsNounPhrase(last + 2, end)
    {
      return false
    }
    // “Photo upload”: just two nouns.
    let behind = place + 2 < end ? wordToken(place + 2) : nil
    let endsPhrase = behind.map { !$0.isWord || !$0.own.isDisjoint(with: [.preposition, .subordinator]) } ?? true
    // “Search results”, but “Upload content to courses”.
    return next.lower == "of" || next.own.contains(.generic) && endsPhrase && !token.own.contains(.lightVerb)
      // “Photo taken by…”, but “Save edited collages”.
      || next.isParticiple && next.own.isEmpty && (endsPhrase || behind?.own.contains(.adverb) ?? false)
      || !next.isWord && next.kind != .variable && next.kind != .quote
      // “Photo upload”, but “Document damage to your car”.
      || token.own.contains(.compoundNoun) && next.own.isDisjoint(with: [.preposition, .adverb]) && !next.any.isEmpty
        && (next.entry.form != .s || next.isForm(of: .nounOrVerb))
  }

  /// Whether the words after a participle show that “is” is missing before it.
  private func endsShortPassive(_ place: Int) -> Bool {
    let next = tokens[place]
    return !next.isWord && next.kind != .variable
      || !next.own.isDisjoint(with: [.preposition, .subordinator, .circumstance])
  }

  /// The participle of a passive without “is”: “Camera access needed to…”.
  private func shortPassive(from start: Int, _ end: Int) -> Int? {
    for place in start + 1..<max(start + 1, end) {
      let token = tokens[place]
      if token.kind == .pause || token.own.contains(.subordinator)
        || token.own.contains(.preposition) && token.lower != "of" && token.lower != "to"
      {
        return nil
      }
      if token.own.contains(.necessityParticiple), place + 1 >= end || endsShortPassive(place + 1) { return place }
    }
    return nil
  }
}
