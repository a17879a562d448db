import SourceText

/// One reading of one English text.
struct EnglishReading {
  let text: String
  let analysis: AnalyzedText
  let wording: Wording
  let resource: ResourceLexicon?
  let shapes: [SentenceShape]
  /// Where a person is told or begged to grant something.
  private(set) var orders: [Range<Int>] = []
  /// Another resource that the text asks for.
  private(set) var wrong: (title: String, range: Range<Int>)?

  init(text: String, analysis: AnalyzedText, wording: Wording, resource: ResourceLexicon?) {
    self.text = text
    self.analysis = analysis
    self.wording = wording
    self.resource = resource
    shapes = analysis.sentences.map(analysis.shape)
    orders = imperatives()
    wrong = wrongResource()
  }

  var lexicon: Lexicon { wording.lexicon }
  var tokens: [WordToken] { analysis.tokens }

  func findings() -> [Wording.Finding] {
    var result: [Wording.Finding] = []
    let purpose = purposeFinding()
    if let purpose { result.append(purpose) }
    if let order = orders.first {
      result.append(finding(.imperative(hasReason: purpose == nil), order))
    }
    result += passives()
    result += fragments()
    result += severalSentences()
    result += wrongCase()
    if let range = threat() {
      result.append(finding(.threat, range))
    } else if let range = incentive() {
      result.append(finding(.incentive, range))
    }
    if let wrong { result.append(finding(.wrongResource(wrong.title), wrong.range)) }
    return result
  }

  /// A finding on some tokens.
  func finding(_ kind: Wording.Kind, _ range: Range<Int>) -> Wording.Finding {
    let bytes = byteRange(range)
    return Wording.Finding(kind, bytes, String(text.utf8Slice(bytes)))
  }

  /// The bytes of some tokens, without what hangs behind them.
  func byteRange(_ range: Range<Int>) -> ByteRange {
    guard let first = analysis.wordToken(range.lowerBound), let last = analysis.wordToken(range.upperBound - 1) else {
      return ByteRange(0, 0)
    }
    return ByteRange(first.range.lower, max(first.range.lower, last.range.upper))
  }

  /// A sentence without marks around it.
  func content(of sentence: Sentence) -> Range<Int> {
    var start = sentence.tokens.lowerBound
    let end = analysis.wordsEnd(sentence)
    while start + 1 < end, [.lineBreak, .quote, .endMark].contains(tokens[start].kind) { start += 1 }
    return start..<max(start + 1, end)
  }

  // MARK: Passive

  /// The passive verbs of main clauses.
  private func passives() -> [Wording.Finding] {
    var result: [Wording.Finding] = []
    for (sentence, shape) in zip(analysis.sentences, shapes) {
      let end = analysis.wordsEnd(sentence)
      var found: Range<Int>?
      if let place = shape.shortPassive { found = place..<place + 1 }
      var index = sentence.tokens.lowerBound
      while found == nil, index < end {
        if let participle = participle(ofPassiveAt: index, end),
          shape.verb == index || !isInSideClause(index, sentence.tokens.lowerBound)
        {
          var start = index
          // “will be used”, “has been granted”.
          while start > sentence.tokens.lowerBound, tokens[start - 1].isWord,
            !tokens[start - 1].own.isDisjoint(with: [.auxiliary, .be, .negation]),
            !tokens[start - 1].own.contains(.pronoun),
            !tokens[start - 1].lower.contains("'") || tokens[start - 1].lower.hasSuffix("n't")
          {
            start -= 1
          }
          found = start..<participle + 1
        }
        index += 1
      }
      if let found { result.append(finding(.passive, found)) }
    }
    return result
  }

  /// The participle that makes a passive of the form of “to be” at a place.
  private func participle(ofPassiveAt place: Int, _ end: Int) -> Int? {
    let token = tokens[place]
    guard token.isWord else { return nil }
    let isBe = token.own.contains(.be) || ["it's", "that's", "they're", "there's"].contains(token.lower)
    guard isBe else { return nil }
    // “to be shown”, “without being asked”: no main verb.
    if token.lower == "be" || token.lower == "being", let before = place > 0 ? tokens[place - 1] : nil {
      if token.lower == "being", !before.own.contains(.be) { return nil }
      if token.lower == "be" {
        var index = place - 1
        while index >= 0, analysis.isAdverb(index) { index -= 1 }
        if index >= 0, tokens[index].lower == "to" {
          // “has to be”, “needs to be”
          guard index > 0, ["has", "have", "had", "needs", "need"].contains(tokens[index - 1].lower) else { return nil }
        }
      }
    }
    var index = place + 1
    var steps = 0
    while index < end, steps < 4, tokens[index].isWord, analysis.isAdverb(index) || tokens[index].lower == "also" {
      index += 1
      steps += 1
    }
    guard index < end, tokens[index].isWord, tokens[index].isParticiple else { return nil }
    let participle = tokens[index]
    // “is required” and “are used to” are; “is enabled” tells a state, but of a permission it is a passive too.
    if participle.isVerb(.base), !participle.own.contains(.irregularParticiple) { return nil }
    return index
  }

  /// Whether a place lies in a side clause: behind “that”, “when” and the like, with no comma between.
  private func isInSideClause(_ place: Int, _ start: Int) -> Bool {
    var index = place - 1
    var depth = 0
    while index >= start {
      let token = tokens[index]
      if token.kind == .closeBracket { depth += 1 }
      if token.kind == .openBracket {
        if depth == 0 { return false }
        depth -= 1
      }
      if depth == 0 {
        if token.kind == .comma || token.kind == .pause || token.kind == .quote { return false }
        if token.isWord, token.own.contains(.subordinator), token.lower != "as" {
          // “That is needed to…”, “This data is…”.
          if token.lower == "that", index == start { return false }
          if token.lower == "so", index == start { return false }
          if ["before", "after", "since"].contains(token.lower), index + 1 < place, !hasVerb(index + 1..<place) {
            return true
          }
          return true
        }
      }
      index -= 1
    }
    return false
  }

  private func hasVerb(_ range: Range<Int>) -> Bool { range.contains { tokens[$0].isVerb(.s) } }

  // MARK: Fragments and sentences

  private func fragments() -> [Wording.Finding] {
    // “Hi there!” is no sentence that could have been one.
    let places = shapes.indices.filter { place in
      self.content(of: analysis.sentences[place]).contains {
        tokens[$0].isWord && tokens[$0].own.isDisjoint(with: .adverb)
      }
    }
    guard let place = places.first(where: { shapes[$0].kind == .fragment }) else { return [] }
    // One is enough to say; the first sentence decides, and a fragment behind a full sentence is an afterthought.
    guard place == places.first else { return [] }
    let shape = shapes[place]
    let content = self.content(of: analysis.sentences[place])
    if let verb = shape.verb, shape.shortPassive == nil || shape.shortPassive == verb, content.contains(verb) {
      return [finding(.fragment, verb..<verb + 1)]
    }
    return [finding(.fragment, content)]
  }

  private func severalSentences() -> [Wording.Finding] {
    guard analysis.sentences.count > 1 else { return [] }
    let rest = analysis.sentences[1].tokens.lowerBound..<tokens.count
    let first = content(of: Sentence(tokens: rest)).lowerBound
    return [finding(.severalSentences(analysis.sentences.count), first..<tokens.count)]
  }

  // MARK: Orders

  private func imperatives() -> [Range<Int>] {
    var result: [Range<Int>] = []
    for (sentence, shape) in zip(analysis.sentences, shapes) {
      let end = analysis.wordsEnd(sentence)
      var places: [Int] = []
      if shape.kind == .baseForm, let verb = shape.verb { places.append(verb) }
      for place in sentence.tokens where place < end {
        if tokens[place].lower == "please" {
          let next = analysis.skippingAdverbs(place + 1, end)
          if next < end { places.append(next) }
        }
        // Behind a comma, “and”, a colon.
        if tokens[place].kind == .comma || tokens[place].kind == .pause || tokens[place].lower == "then",
          place + 1 < end,
          shape.start == place + 1
            || tokens[place].text != "/" && shape.kind == .statement && tokens[place + 1].own.contains(.grantVerb)
        {
          places.append(place + 1)
        }
      }
      for place in places.sorted() {
        if let stop = order(at: place, end) {
          let start = place > 0 && tokens[place - 1].lower == "please" ? place - 1 : place
          result.append(start..<stop)
          break
        }
      }
    }
    return result
  }

  /// The end of the words that order to grant something, if they begin at a place.
  private func order(at place: Int, _ end: Int) -> Int? {
    guard place < end else { return nil }
    let token = tokens[place]
    let isPlease = place > 0 && tokens[place - 1].lower == "please"
    func next(_ distance: Int = 1) -> WordToken? { place + distance < end ? tokens[place + distance] : nil }
    func isApp(_ index: Int) -> Bool {
      guard index < end else { return false }
      if analysis.isName[index] || tokens[index].kind == .variable { return true }
      if ["us", "me"].contains(tokens[index].lower) { return true }
      if tokens[index].own.contains(.app) { return true }
      return ["the", "this", "our", "your"].contains(tokens[index].lower) && index + 1 < end
        && (tokens[index + 1].own.contains(.app) || analysis.isName[index + 1])
    }
    /// Whether a permission or a resource stands close behind, before it is said what for.
    func grantsSomething(from first: Int) -> Bool {
      var index = first
      while index < end, index - first < 6 {
        let word = tokens[index]
        if word.kind != .word && word.kind != .variable && word.kind != .quote { break }
        if ["to", "so", "for", "with", "when", "in", "and", "by", "from"].contains(word.lower) { break }
        if ["access", "permission", "permissions", "authorization", "consent", "tracking", "usage"].contains(word.lower)
        {
          return true
        }
        if let length = wording.resourceNameLength(analysis, at: index) {
          // “Enable voice search”, “camera filters”: the name is part of another one.
          let after = index + length < end ? tokens[index + length] : nil
          return after.map {
            !$0.isWord
              || !$0.own.isDisjoint(with: [
                .preposition, .conjunction, .subordinator, .adverb, .requestNoun, .circumstance,
              ])
              || ["services", "service", "settings", "sharing", "sensor", "data", "feature"].contains($0.lower)
          } ?? true
        }
        index += 1
      }
      return false
    }
    switch token.lower {
    case "allow", "permit", "authorize", "authorise":
      guard let first = next() else { return place + 1 }
      // Who is allowed something by the app is no one who is asked for it.
      var person = place + 1
      while person + 1 < end, tokens[person].own.contains(.determiner) { person += 1 }
      let others: Set<String> = [
        "them", "anyone", "friend", "friends", "family", "everyone", "guests", "players", "drivers", "colleagues",
        "teammates", "followers", "neighbors", "neighbours", "doctors", "children", "parents", "students", "teachers",
      ]
      if first.own.contains(.person) || others.contains(tokens[person].lower) || tokens[person].own.contains(.person) {
        return nil
      }
      if first.isVerb(.gerund), !isPlease, !["accessing", "using", "tracking"].contains(first.lower) { return nil }
      return place + 1
    case "enable", "activate":
      if isPlease || grantsSomething(from: place + 1) || isApp(place + 1) && next(2) != nil { return place + 1 }
      return nil
    case "turn", "switch":
      guard let first = next() else { return nil }
      if first.lower == "on" || first.lower == "off" {
        return isPlease || grantsSomething(from: place + 2) ? place + 2 : nil
      }
      // “Turn location on”.
      for distance in 2...5 where next(distance)?.lower == "on" {
        return grantsSomething(from: place + 1) ? place + distance + 1 : nil
      }
      return nil
    case "grant": return place + 1
    case "give", "provide":
      if isApp(place + 1) || grantsSomething(from: place + 1) || isPlease { return place + 1 }
      return nil
    case "let":
      return isApp(place + 1) ? place + 1 : nil
    case "confirm", "accept", "approve", "agree", "consent":
      if isPlease { return place + 1 }
      for distance in 1...4 {
        if let word = next(distance),
          ["permission", "permissions", "access", "request", "prompt", "authorization", "consent", "terms", "this"]
            .contains(word.lower)
        {
          return place + 1
        }
      }
      return nil
    case "tap", "press", "click", "select", "choose", "hit", "say", "answer":
      for distance in 1...4 {
        guard let word = next(distance) else { break }
        if ["allow", "ok", "yes", "always", "accept", "continue", "agree", "okay"].contains(word.lower) {
          return place + distance + 1
        }
        if word.lower == "while", next(distance + 1)?.lower == "using" { return place + 1 }
      }
      return nil
    case "go", "open", "visit", "check":
      for distance in 1...6 where next(distance)?.lower == "settings" { return place + 1 }
      return nil
    case "do", "don't":
      let verb = analysis.skippingAdverbs(place + 1, end)
      guard verb < end,
        ["deny", "decline", "refuse", "block", "forget", "disable", "reject", "worry"].contains(tokens[verb].lower),
        tokens[verb].lower != "worry"
      else { return nil }
      return verb + 1
    case "make", "ensure":
      // “Make sure location is on.”
      if next()?.lower == "sure" || token.lower == "ensure" {
        return grantsSomething(from: place + 1) || isPlease ? place + 1 : nil
      }
      return nil
    case "share", "use", "unlock", "unblock", "set", "keep", "leave", "opt", "help", "sign", "log":
      return isPlease && token.lower != "sign" ? place + 1 : nil
    default:
      return nil
    }
  }
}
