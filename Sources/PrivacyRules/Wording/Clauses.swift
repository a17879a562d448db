import SourceText

/// What a sentence is, as far as its first words and its main verb tell.
struct SentenceShape: Sendable {
  enum Kind: Hashable, Sendable {
    /// A subject and a finite verb.
    case statement
    /// Begins with the base form of a verb: “Scan your card.”
    case baseForm
    /// No subject, or no finite verb.
    case fragment
  }

  var kind: Kind
  /// Where the main clause begins: behind “To scan codes,” and the like.
  var start: Int
  /// The main verb; for a fragment the word that shows it to be one.
  var verb: Int?
  /// What stands before the main verb, without adverbs.
  var subject: Range<Int>?
  /// The participle of a passive that lost its “is”: “Used to…”, “Access needed for…”.
  var shortPassive: Int?
}

/// A text with its tokens and sentences, and what of it names the app.
struct AnalyzedText: Sendable {
  let tokens: [WordToken]
  let sentences: [Sentence]
  let lexicon: Lexicon
  /// For each token whether it is part of the app's name.
  var isName: [Bool]

  init(_ text: String, _ lexicon: Lexicon) {
    tokens = wordTokens(of: text, lexicon)
    sentences = PrivacyRules.sentences(of: tokens)
    self.lexicon = lexicon
    isName = tokens.map { $0.kind == .variable }
  }

  func wordToken(_ place: Int) -> WordToken? { tokens.indices.contains(place) ? tokens[place] : nil }

  /// Whether some lower-case words begin at a place.
  func has(_ phrase: [String], at place: Int) -> Bool {
    guard place + phrase.count <= tokens.count else { return false }
    for (distance, word) in phrase.enumerated() where tokens[place + distance].lower != word { return false }
    return true
  }

  /// How many words the longest phrase of a role has that begins at a place; 0 for none.
  func phraseLength(at place: Int, _ role: WordClass) -> Int {
    for phrase in lexicon.phrases(tokens[place].lower) where !phrase.roles.isDisjoint(with: role) {
      if has(phrase.words, at: place) { return phrase.words.count }
    }
    return 0
  }

  /// How many words the longest name of a resource has that begins at a place; 0 for none.
  func nameLength(of resource: ResourceLexicon?, at place: Int) -> Int {
    guard let resource else { return 0 }
    for name in resource.names(tokens[place].lower) where has(name, at: place) { return name.count }
    return 0
  }

  /// The next place that is no adverb or negation, from a place on.
  func skippingAdverbs(_ place: Int, _ end: Int) -> Int {
    var index = place
    while index < end, tokens[index].isWord, isAdverb(index) { index += 1 }
    return index
  }

  func isAdverb(_ place: Int) -> Bool {
    let token = tokens[place]
    guard token.isWord else { return false }
    if token.own.contains(.be) || token.own.contains(.auxiliary) { return false }
    return !token.own.isDisjoint(with: [.adverb, .negation])
      || token.lower.hasSuffix("ly") && token.lower != "reply"
        && token.lower != "only" && token.lower != "apply" && token.lower != "supply"
  }

  /// Whether a noun phrase begins at a place: with a determiner, a pronoun, a name, a resource.
  func beginsNounPhrase(_ place: Int) -> Bool {
    guard let token = wordToken(place) else { return false }
    if token.kind == .variable || token.kind == .number || token.kind == .quote || isName[place] { return true }
    guard token.isWord else { return false }
    return !token.own.isDisjoint(with: [.determiner, .pronoun, .app, .device, .person, .requestNoun, .circumstance])
      || token.isCapitalized || token.own.contains(.ordinary) || token.own.contains(.term)
      || token.entry.form == .s && !token.entry.base.isEmpty
  }

  // MARK: The main verb

  /// The finite verb of the clause that begins at a place; nil if it has none.
  func finiteVerb(from start: Int, to end: Int) -> Int? {
    plainVerb(from: start, to: end) ?? pluralVerb(from: start, to: end)
  }

  /// Whether a word looks like the plural of a noun.
  private func isPlural(_ token: WordToken) -> Bool {
    token.isWord && token.own.isDisjoint(with: WordClass.structure) && !token.lower.hasSuffix("ss")
      && (token.entry.form == .s && !token.isOnlyVerb(.s) || token.any.isEmpty && token.lower.hasSuffix("s"))
  }

  /// The verb of a plural subject, which looks like any other base form: “Games with friends need your network.”
  private func pluralVerb(from start: Int, to end: Int) -> Int? {
    var isPlural = false
    var index = start
    while index < end {
      let token = tokens[index]
      guard token.isWord else {
        if token.kind == .pause { return nil }
        index += 1
        continue
      }
      if index > start, token.isVerb(.base), isPlural {
        let last = tokens[index - 1]
        let isBehindNoun =
          last.isWord
          && last.own.isDisjoint(with: [.determiner, .preposition, .auxiliary, .conjunction, .subordinator])
          && last.lower != "to" && !["you", "we", "they", "i"].contains(last.lower)
        let next = wordToken(index + 1).flatMap { index + 1 < end ? $0 : nil }
        let hasObject =
          next.map {
            $0.isWord
              && (!$0.own.isDisjoint(with: [.determiner, .pronoun])
                || ["on", "in", "when", "while", "what", "where", "how", "whether", "who"].contains($0.lower)
                // “Hikers photograph broken signs”: behind a plural that no list has.
                || $0.lower == "only" && token.own.isDisjoint(with: .requestNoun)
                || index == start + 1 && last.any.isEmpty && $0.own.contains(.ordinary)
                || index == start + 1 && !last.own.contains(.term) && token.own.isDisjoint(with: .requestNoun)
                  && ($0.isParticiple || $0.entry.form == .s || $0.any.isEmpty && $0.lower.hasSuffix("s")))
          } ?? false
        if isBehindNoun, token.isOnlyVerb(.base) && next != nil || hasObject { return index }
      }
      if token.entry.form == .s, token.own.isDisjoint(with: [.be, .auxiliary, .pronoun]),
        !token.isOnlyVerb(.s) || index == start
      {
        isPlural = true
      }
      if token.lower == "and", index > start { isPlural = true }
      // A noun that no list has.
      if token.any.isEmpty, token.lower.hasSuffix("s"), !token.lower.hasSuffix("ss") { isPlural = true }
      if token.own.contains(.subordinator), !["that", "which", "who"].contains(token.lower) { return nil }
      index += 1
    }
    return nil
  }

  private func plainVerb(from start: Int, to end: Int) -> Int? {
    var skip = 0
    var index = start
    while index < end {
      let token = tokens[index]
      switch token.kind {
      case .openBracket:
        index = closingBracket(index, end)
        continue
      case .word: break
      case .pause where token.text != "/":
        if index > start { return nil }
      default:
        index += 1
        continue
      }
      let last = index > start ? tokens[index - 1] : nil
      if index > start, token.own.contains(.subordinator), !isName[index] {
        let isRelative = ["that", "which", "who", "whom", "whose", "where"].contains(token.lower)
        let isDeterminer =
          token.lower == "that" && last.map { !$0.own.isDisjoint(with: [.preposition, .subordinator]) } ?? false
        if !isDeterminer {
          guard isRelative || token.lower == "as" else { return nil }
          if isRelative { skip += 1 }
        }
        index += 1
        continue
      }
      // “the stores you visit”: a clause without its “that”.
      // The same of “helping you scan”, which lacks its subject.
      let isBehindFirst = last.map { isPlural($0) || $0.isVerb(.gerund) && $0.isForm(of: .letVerb) } ?? false
      if index > start + 1 || index == start + 1 && isBehindFirst,
        ["you", "we", "they"].contains(token.lower), let last, last.isWord,
        last.own.isDisjoint(with: [.conjunction, .preposition, .subordinator]), last.kind != .comma
      {
        skip += 1
        index += 1
        continue
      }
      if token.lower == "to" || token.lower == "for" || token.lower == "by" || token.lower == "of" {
        // What follows is no finite verb, whatever it is.
        index += 1
        if token.lower == "to" {
          index = skippingAdverbs(index, end)
          index += 1
          while index + 1 < end, !tokens[index].own.isDisjoint(with: .conjunction), tokens[index + 1].isVerb(.base),
            !startsSubject(index + 1)
          {
            index += 2
          }
        } else if index < end, tokens[index].isWord, tokens[index].own.isDisjoint(with: [.be, .auxiliary]) {
          index += 1
        }
        continue
      }
      if isFinite(index, start, end) {
        if skip == 0 { return index }
        skip -= 1
        // An auxiliary and its verb are one.
        if !token.own.isDisjoint(with: [.be, .auxiliary]) {
          index = skippingAdverbs(index + 1, end)
          continue
        }
      }
      index += 1
    }
    return nil
  }

  private func startsSubject(_ place: Int) -> Bool {
    guard let token = wordToken(place) else { return false }
    return token.own.contains(.pronoun)
  }

  /// Whether the word at a place is a finite verb, as far as its neighbours tell.
  private func isFinite(_ place: Int, _ start: Int, _ end: Int) -> Bool {
    let token = tokens[place]
    if isName[place] { return false }
    if token.own.contains(.be) { return !["be", "been", "being"].contains(token.lower) }
    if token.own.contains(.auxiliary) { return true }
    guard place > start else { return false }
    var before = place - 1
    while before > start, isAdverb(before), tokens[before].lower != "not" { before -= 1 }
    let last = tokens[before]
    let next = place + 1 < end ? place + 1 : nil
    // Behind these stands a noun.
    if last.isWord, !isName[before], !last.own.isDisjoint(with: [.determiner, .preposition, .conjunction]),
      last.own.isDisjoint(with: .pronoun)
    {
      return false
    }
    if last.kind == .comma || last.kind == .openBracket { return false }
    let isSubjectPronoun = last.own.contains(.pronoun) && !["us", "me", "him", "them", "her"].contains(last.lower)
    if token.isVerb(.base) {
      // Plural subjects, and the slip “This app need”.
      if ["we", "you", "they", "i", "who"].contains(last.lower) { return true }
      // “App need access”
      if before == start, last.own.contains(.app), last.isCapitalized, token.own.contains(.requestVerb), next != nil {
        return true
      }
      if isName[before] || last.own.contains(.app) && before > start {
        return !token.own.contains(.ordinary) || token.own.contains(.requestVerb)
      }
      if last.entry.form == .s, !last.entry.base.isEmpty || last.own.contains(.ordinary),
        next.map(beginsNounPhrase) ?? false
      {
        return !token.own.contains(.ordinary) || !tokens[place + 1].own.isDisjoint(with: [.determiner, .pronoun])
      }
      // “Drivers see…”, “Your children get…”, “The camera and microphone let…”
      let isPlural =
        last.entry.form == .s && !last.entry.base.isEmpty
        || ["people", "children", "men", "women"].contains(last.lower)
        || tokens[start..<before].contains { $0.lower == "and" }
          && next.map { tokens[$0].own.contains(.pronoun) } ?? false
      if isPlural, last.own.isDisjoint(with: .structure) || last.lower == "people", token.isOnlyVerb(.base) {
        return true
      }
      // “Photos from your library help…”
      let head = tokens[start]
      return token.isOnlyVerb(.base) && head.entry.form == .s && !head.entry.base.isEmpty && last.lower != "to"
        && last.kind != .comma
    }
    if token.isVerb(.s) {
      if token.isOnlyVerb(.s) { return true }
      if ["it", "this", "he", "she", "that", "which", "who"].contains(last.lower) || isName[before] { return true }
      // A capitalized word that no list has is a name: “Zulip uses”.
      if last.own.contains(.app) { return true }
      if last.isCapitalized, last.any.isEmpty { return true }
      // “This extension watches…”: behind “this” and a noun stands no plural.
      if before == start + 1, last.entry.form == .base, next != nil,
        ["this", "a", "an", "each", "every"].contains(tokens[start].lower)
          || tokens[start].lower == "the"
            && (next.map { !["of", "for", "and", "or"].contains(tokens[$0].lower) } ?? false)
      {
        return true
      }
      guard let next else { return false }
      let follower = tokens[next]
      if token.entry.base.contains(.requestVerb) || token.entry.base.contains(.grantVerb) {
        return isSubjectPronoun || beginsNounPhrase(next) || follower.lower == "to"
      }
      return !follower.own.isDisjoint(with: [.determiner, .pronoun]) && !isSubjectPronoun
    }
    // A verb that no list has: “The app dims your lights.”
    if token.any.isEmpty, token.lower.hasSuffix("s"),
      last.own.contains(.app) && before > start || ["it", "this"].contains(last.lower),
      next.map({ beginsNounPhrase($0) }) ?? false
    {
      return true
    }
    if token.isVerb(.past) {
      return ["we", "you", "they", "i", "he", "she", "it"].contains(last.lower) && token.own.isEmpty
    }
    return false
  }

  func closingBracket(_ open: Int, _ end: Int) -> Int {
    var depth = 0
    var index = open
    while index < end {
      if tokens[index].kind == .openBracket { depth += 1 }
      if tokens[index].kind == .closeBracket {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      index += 1
    }
    return end
  }

  // MARK: The shape

  /// Words that begin a phrase before the main clause.
  private static let leads: Set<String> = [
    "to", "for", "in", "if", "when", "while", "as", "since", "because", "once", "before", "after", "by", "with",
    "without", "so", "through", "via", "upon", "during", "at", "on", "from", "whenever", "where", "until", "unless",
    "although", "though", "based", "due", "during", "instead", "besides", "despite",
  ]

  func shape(of sentence: Sentence) -> SentenceShape {
    let end = wordsEnd(sentence)
    var start = sentence.tokens.lowerBound
    while start < end, !tokens[start].isWord, tokens[start].kind != .variable, tokens[start].kind != .number {
      start += 1
    }
    // “Please”, “Also,”, “Only for…”.
    while start + 1 < end,
      tokens[start].own.contains(.adverb) && !isName[start]
        && (tokens[start].own.isDisjoint(with: [
          .be, .auxiliary, .pronoun, .preposition, .ordinary, .requestVerb, .subordinator,
        ])
          || tokens[start].lower == "please")
        || tokens[start].kind == .comma || tokens[start].kind == .pause
    {
      // “Instead of typing…”
      if tokens[start].lower == "instead", tokens[start + 1].lower == "of" { break }
      start += 1
    }
    // “Please note that…”
    if start + 2 < end, tokens[start].lower == "note",
      tokens[start + 1].lower == "that" || tokens[start + 1].kind == .pause
    {
      start += 2
    }
    // “That way you can…”
    if start + 2 < end, ["this", "that"].contains(tokens[start].lower), tokens[start + 1].lower == "way",
      tokens[start + 2].own.contains(.pronoun)
    {
      start += 2
    }
    guard start < end else { return SentenceShape(kind: .fragment, start: sentence.tokens.lowerBound) }
    let first = tokens[start]
    if first.isWord, Self.leads.contains(first.lower), !isName[start] {
      if let main = mainClause(behindLeadAt: start, end) {
        var shape = clause(from: main, end)
        shape.start = main
        return shape
      }
      // “In-app calls are recorded” begins with no lead.
      if !["to", "for", "in", "if", "when", "while", "so", "because", "as", "by"].contains(first.lower),
        let verb = finiteVerb(from: start, to: end)
      {
        return SentenceShape(kind: .statement, start: start, verb: verb, subject: start..<verb)
      }
      return SentenceShape(kind: .fragment, start: start, verb: start)
    }
    return clause(from: start, end)
  }

  /// The end of a sentence without its end marks and closing brackets and quotes.
  func wordsEnd(_ sentence: Sentence) -> Int {
    var end = sentence.tokens.upperBound
    while end > sentence.tokens.lowerBound, tokens[end - 1].kind == .endMark || tokens[end - 1].kind == .lineBreak {
      end -= 1
    }
    return end
  }

  /// Where the main clause begins behind a phrase such as “To scan codes” that begins at a place.
  private func mainClause(behindLeadAt start: Int, _ end: Int) -> Int? {
    var index = start + 1
    while index < end {
      if tokens[index].kind == .comma || tokens[index].kind == .pause && tokens[index].text != "/" {
        var next = index + 1
        while next < end, isAdverb(next) || tokens[next].lower == "then" { next += 1 }
        if next < end, isMainStart(next, end, isAfterComma: true) { return next }
      }
      index += 1
    }
    // Without a comma: at “we”, “this app”, “please”.
    let isClause =
      tokens[start].own.contains(.subordinator) && !["as", "since", "before", "after"].contains(tokens[start].lower)
      && tokens[start].lower != "so"
    var toSkip = isClause ? 1 : 0
    index = start + 1
    while index < end {
      if tokens[index].lower == "please", isMainStart(index, end, isAfterComma: false) { return index }
      if isMainStart(index, end, isAfterComma: false, lead: tokens[start].lower) {
        if toSkip == 0 { return index }
        toSkip -= 1
      }
      index += 1
    }
    return nil
  }

  /// Whether a main clause begins at a place, with its subject and its verb.
  private func isMainStart(_ place: Int, _ end: Int, isAfterComma: Bool, lead: String = "") -> Bool {
    let token = tokens[place]
    let before = wordToken(place - 1)
    if token.lower == "please" {
      let next = skippingAdverbs(place + 1, end)
      return next < end && tokens[next].isVerb(.base)
    }
    if !isAfterComma, let before, before.isWord,
      !before.own.isDisjoint(with: [.subordinator, .conjunction, .determiner, .preposition]), before.lower != "this"
    {
      return false
    }
    if isAfterComma {
      let hasObject = wordToken(place + 1).map { place + 1 < end && $0.own.contains(.determiner) } ?? false
      if token.isVerb(.base), token.own.contains(.grantVerb) || token.isOnlyVerb(.base) || hasObject,
        !token.own.contains(.conjunction)
      {
        // A list goes on: “to scan, upload and share…”.
        let rest = commasAndConjunctions(from: place, end)
        return !rest
      }
      if token.own.contains(.conjunction) { return false }
      guard let verb = finiteVerb(from: place, to: end) else { return false }
      // No comma lies between subject and verb.
      return !tokens[place..<verb].contains { $0.kind == .comma } && verb > place
    }
    let isPlain = ["as", "in", "on", "with", "by", "at", "from", "via", "through"].contains(lead)
    let isSubject =
      ["we", "i", "it"].contains(token.lower) || isName[place] || isPlain && ["you", "they"].contains(token.lower)
      || ["this", "the", "our", "your"].contains(token.lower)
        && wordToken(place + 1).map { $0.own.contains(.app) || $0.own.contains(.requestNoun) } ?? false
      || token.own.contains(.app) && token.lower.hasPrefix("app")
        && before.map { $0.own.isDisjoint(with: [.determiner, .preposition]) } ?? true
    guard isSubject else { return false }
    var next = place + 1
    if ["this", "the", "our", "your"].contains(token.lower) { next += 1 }
    while next < end, isName[next] { next += 1 }
    next = skippingAdverbs(next, end)
    guard next < end else { return ["i'd", "we'd"].contains(token.lower) }
    let verb = tokens[next]
    return !verb.own.isDisjoint(with: [.be, .auxiliary]) || verb.isVerb(.s) || verb.isVerb(.base)
      || token.own.contains(.auxiliary)
  }

  /// Whether verbs in a row go on behind a place: “upload and share”, without a new clause.
  private func commasAndConjunctions(from place: Int, _ end: Int) -> Bool {
    var index = place + 1
    while index < end {
      if tokens[index].own.contains(.conjunction), tokens[index].lower != "plus", index + 1 < end,
        tokens[index + 1].isVerb(.base)
      {
        return !tokens[place].own.contains(.grantVerb)
      }
      index += 1
    }
    return false
  }

  /// The shape of a clause that begins at a place.
  private func clause(from start: Int, _ end: Int) -> SentenceShape {
    let first = tokens[start]
    func statement(_ verb: Int) -> SentenceShape {
      SentenceShape(kind: .statement, start: start, verb: verb, subject: start..<verb)
    }
    func fragment(_ place: Int?, passive: Int? = nil) -> SentenceShape {
      SentenceShape(kind: .fragment, start: start, verb: place, shortPassive: passive)
    }
    if first.lower == "please" {
      let next = skippingAdverbs(start + 1, end)
      guard next < end else { return fragment(start) }
      if tokens[next].isVerb(.base) {
        return SentenceShape(kind: .baseForm, start: next, verb: next)
      }
      return clause(from: next, end)
    }
    if isName[start] || first.kind == .variable {
      if let verb = finiteVerb(from: start, to: end) { return statement(verb) }
      return fragment(nil, passive: shortPassive(from: start, end))
    }
    // “Do not…”, “Don't…”.
    if ["do", "don't"].contains(first.lower), let next = wordToken(skippingAdverbs(start + 1, end)), next.isVerb(.base)
    {
      return SentenceShape(kind: .baseForm, start: start, verb: start)
    }
    if first.own.contains(.auxiliary) || first.own.contains(.be), first.own.isDisjoint(with: .pronoun),
      !first.lower.contains("'") || first.lower.hasSuffix("n't")
    {
      let next = skippingAdverbs(start + 1, end)
      // A question has its subject here; what has none has no subject at all.
      if next < end, beginsNounPhrase(next), first.lower != "must",
        !tokens[next].isVerb(.base) || tokens[next].own.contains(.pronoun)
      {
        return statement(start)
      }
      return fragment(start)
    }
    if first.own.contains(.auxiliary), first.lower.contains("'") { return statement(start) }
    if first.isVerb(.base), !isNounHere(start, end) {
      let isShort = ["need", "require", "want", "wish", "like", "would", "love"].contains(first.lower)
      // “Request camera access” lacks “we”; “Request a taxi” does not.
      let asksForAccess =
        ["request", "ask"].contains(first.lower)
        && tokens[start + 1..<min(start + 5, end)].contains { $0.own.contains(.accessNoun) }
      if isShort || asksForAccess {
        return fragment(start)
      }
      return SentenceShape(kind: .baseForm, start: start, verb: start)
    }
    // A verb that no list has: “Shake your phone to undo.”
    if first.any.isEmpty, first.isWord, first.isCapitalized, !first.hasInnerCapital, !first.isAllCaps,
      !first.lower.hasSuffix("ing"),
      let next = wordToken(start + 1), ["your", "a", "the", "an", "this", "these"].contains(next.lower)
    {
      return SentenceShape(kind: .baseForm, start: start, verb: start)
    }
    if let verb = verbBehindRelative(from: start, end) { return statement(verb) }
    if first.isVerb(.s), !first.own.contains(.pronoun), first.own.isDisjoint(with: .subordinator) {
      let next = wordToken(start + 1)
      let isVerb =
        first.isOnlyVerb(.s) || first.entry.base.contains(.requestVerb) || first.entry.base.contains(.grantVerb)
        || next.map { !$0.own.isDisjoint(with: [.determiner, .pronoun]) && !$0.own.contains(.subordinator) } ?? false
      // “Photos you choose appear in your album.”
      let isSubject = isPlural(first) && next.map { ["you", "we", "they"].contains($0.lower) } ?? false
      if isVerb, !isSubject, next?.own.isDisjoint(with: [.be, .auxiliary]) ?? true,
        next.map({
          $0.own.isDisjoint(with: [.preposition, .conjunction]) || $0.lower == "to" || $0.lower == "for"
            || $0.lower == "near"
        }) ?? true
      {
        return fragment(start)
      }
      if let verb = finiteVerb(from: start, to: end) { return statement(verb) }
      return fragment(nil, passive: shortPassive(from: start, end))
    }
    if first.isParticiple, first.isVerb(.past) || first.own.contains(.irregularParticiple), !first.isVerb(.base) {
      let next = wordToken(start + 1)
      let isPassive =
        next.map {
          !$0.isWord || !$0.own.isDisjoint(with: [.preposition, .subordinator, .adverb, .circumstance])
            || $0.lower == "to"
        } ?? true
      if isPassive { return fragment(start, passive: start) }
    }
    if let verb = finiteVerb(from: start, to: end) { return statement(verb) }
    // “Tickets, vouchers: the camera reads them all.”
    if let colon = (start..<end).first(where: { tokens[$0].kind == .pause && tokens[$0].text != "/" }), colon + 1 < end,
      let verb = finiteVerb(from: colon + 1, to: end)
    {
      return statement(verb)
    }
    // “No more typing: scan your card.”
    if let colon = (start..<end).first(where: { tokens[$0].text == ":" }), colon + 2 < end,
      tokens[colon + 1].isVerb(.base), tokens[colon + 2].own.contains(.determiner)
    {
      return SentenceShape(kind: .baseForm, start: colon + 1, verb: colon + 1)
    }
    if let verb = unlistedVerb(from: start, end) { return statement(verb) }
    return fragment(nil, passive: shortPassive(from: start, end))
  }

  /// The verb of a clause such as “This app charts your rides”, in which only the words around it tell that it is one.
  private func unlistedVerb(from start: Int, _ end: Int) -> Int? {
    guard start + 3 < end, tokens[start].own.contains(.determiner), tokens[start + 1].own.contains(.app) else {
      return nil
    }
    let next = skippingAdverbs(start + 2, end)
    guard next + 1 < end, tokens[next].isWord, tokens[next].lower.hasSuffix("s"), !tokens[next].lower.contains("'"),
      tokens[next + 1].own.contains(.determiner)
    else { return nil }
    return next
  }

  /// The verb of a clause such as “Photos you take appear in your diary”.
  private func verbBehindRelative(from start: Int, _ end: Int) -> Int? {
    guard start + 3 < end, tokens[start].isWord, ["you", "we"].contains(tokens[start + 1].lower),
      tokens[start + 2].isVerb(.base), tokens[start + 3].isOnlyVerb(.base)
    else { return nil }
    return start + 3
  }

  /// Whether the first word of a clause, a noun as well as a verb, is a noun here: “Access to…”, “Search results are…”.
  private func isNounHere(_ place: Int, _ end: Int) -> Bool {
    let token = tokens[place]
    guard !token.own.isDisjoint(with: [.nounOrVerb, .ordinary, .requestNoun]) else { return false }
    guard place + 1 < end else { return true }
    let next = tokens[place + 1]
    if !next.own.isDisjoint(with: [.be, .auxiliary]) { return true }
    // “Set up your router”, “Work out with friends”.
    if ["up", "out", "off", "away", "down"].contains(next.lower), token.own.contains(.nounOrVerb) { return false }
    if next.own.contains(.preposition), next.lower != "your" {
      // “Search for stores” orders, “Access to photos” names.
      let verbsWithPreposition = [
        "search", "look", "talk", "speak", "listen", "check", "sign", "log", "connect", "switch", "turn", "scan", "pay",
        "post", "chat", "play", "share", "walk", "record", "zoom", "back", "report", "try", "ride", "shop", "travel",
        "drive", "stand", "move", "tap", "stay", "exercise", "work",
      ]
      return next.lower == "of" || !verbsWithPreposition.contains(token.lower)
    }
    if !next.own.isDisjoint(with: [.determiner, .pronoun]) { return false }
    if [
      "feature", "features", "functionality", "function", "support", "required", "needed", "used", "purposes",
      "purpose", "usage", "access", "permission",
    ].contains(next.lower),
      token.own.contains(.nounOrVerb) || token.own.contains(.ordinary)
    {
      return
        !(["use", "enable", "allow", "grant", "need", "require", "request", "want", "ask"].contains(token.lower)
        && ["access", "permission"].contains(next.lower))
    }
    if next.kind == .endMark || next.kind == .comma && token.own.contains(.ordinary) { return false }
    if isOnlyNounLike(token), !["need", "require", "want"].contains(token.lower),
      let verb = finiteVerb(from: place, to: end), verb > place + 1
    {
      return true
    }
    if isOnlyNounLike(token), token.own.contains(.ordinary),
      !["need", "require", "want", "request", "ask"].contains(token.lower)
    {
      // “Contact sync”, “Photo upload”, “Voice search”: two nouns and nothing else.
      return token.own.contains(.compoundNoun)
    }
    return false
  }

  private func isOnlyNounLike(_ token: WordToken) -> Bool { token.own.contains(.nounOrVerb) }

  /// The participle of a passive without “is”: “Camera access needed to…”.
  private func shortPassive(from start: Int, _ end: Int) -> Int? {
    var index = start + 1
    while index < end {
      let token = tokens[index]
      if token.own.contains(.subordinator)
        || token.own.contains(.preposition) && token.lower != "of" && token.lower != "to"
        || token.kind == .pause
      {
        return nil
      }
      if token.own.contains(.necessityParticiple) {
        let next = wordToken(index + 1)
        if next.map({
          !$0.isWord || $0.lower == "to" || !$0.own.isDisjoint(with: [.preposition, .subordinator]) || index + 1 >= end
        }) ?? true {
          return index
        }
      }
      index += 1
    }
    return nil
  }
}
