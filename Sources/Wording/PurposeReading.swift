import Catalog
import SourceText

// Whether a text names a purpose. The request is removed; the rest must name a feature that not every app with the
// permission has. An unknown word counts as a feature.

extension EnglishReading {
  /// The content of a sentence.
  private struct Content {
    /// The start of what is left after the request; nil if nothing is.
    var purpose: Int?
    /// Whether it names a feature.
    var isConcrete = false
    /// Whether only words for the resource are left.
    var isTautology = false
    /// Whether it says that nothing is needed.
    var isDenial = false
    /// Whether it says what isn’t done, or how to change one’s mind.
    var isAside = false
  }

  /// The finding about the purpose; nil for a text that names a feature.
  func purposeFinding() -> Wording.Finding? {
    // A build setting may contain the purpose.
    if tokens.contains(where: { $0.kind == .variable && !wording.isNameVariable($0.text) }) { return nil }
    let isByGuest = zip(analysis.sentences, shapes).contains { sentence, shape in
      shape.verb != nil && analysis.isByGuest(content(of: sentence))
    }
    if isByGuest { return nil }
    let contents = zip(analysis.sentences, shapes).map(content)
    // Behind a denial, what a library would need isn’t a purpose.
    let isDenied = contents.contains(where: \.isDenial)
    let isPurposeful = zip(analysis.sentences, contents).contains { sentence, content in
      content.isConcrete && !content.isDenial && !content.isAside && !(isDenied && namesCode(in: sentence.tokens))
    }
    if isPurposeful { return nil }
    var vague: Wording.Finding?
    for (sentence, content) in zip(analysis.sentences, contents) where !content.isAside {
      let range = self.content(of: sentence)
      if content.isDenial {
        return finding(.denial(namesCode: namesCode(in: tokens.startIndex..<tokens.endIndex)), range)
      }
      guard vague == nil, let start = content.purpose else { continue }
      vague = finding(
        .vague(isTautology: content.isTautology),
        min(start, range.upperBound - 1)..<range.upperBound)
    }
    if let vague { return vague }
    return analysis.sentences.first.map { finding(.noPurpose, content(of: $0)) }
  }

  private func content(of sentence: Sentence, _ shape: SentenceShape) -> Content {
    var result = Content()
    let range = content(of: sentence)
    let isRequest = request(in: range)
    result.isDenial = isDenial(range, shape)
    result.isAside = !result.isDenial && analysis.sentences.count > 1 && isAside(range, shape)
    let start = purposeStart(range, shape, isRequest)
    var generic = 0
    var trivial = 0
    var objects = 0
    var acts = 0
    for place in range where tokens[place].isWord {
      let token = tokens[place]
      let isBehind = start.map { place >= $0 } ?? false
      if isRequest[place - range.lowerBound] {
        // “save new contacts”
        if isBehind, acts > 0, analysis.nameLength(of: resource, at: place) > 0 { objects += 1 }
        continue
      }
      // “…, never shared with anyone”, but “your location, not your contacts, to find stores”
      if let start, place > start, [.comma, .pause].contains(tokens[place - 1].kind), token.own.contains(.negation),
        token.lower != "without"
      {
        break
      }
      // “reads your heart rate”: the requested data isn’t a purpose.
      if !isBehind, resource?.words.contains(token.lower) ?? false, shape.verb.map({ $0 < place }) ?? true,
        isObject(place, of: range)
      {
        continue
      }
      switch meaning(of: place, isBehind: isBehind) {
      case .none: continue
      case .concrete: result.isConcrete = true
      // “allow you to share”: a helping verb isn’t an object.
      case .generic: generic += token.isOnlyVerb(token.entry.form) ? 0 : 1
      case .trivial:
        trivial += isBehind ? 1 : 0
        if isBehind, !token.isVerb(.base), !token.own.contains(.generic) { objects += 1 }
      case .act:
        acts += isBehind ? 1 : 0
        if isBehind, resource?.isAddOnly ?? false, token.isForm(of: .saveVerb) { result.isConcrete = true }
      }
      if result.purpose == nil, isBehind { result.purpose = start }
    }
    // An act that not every app with the permission performs, on the resource: “upload these pictures”.
    if acts > 0, generic == 0 || objects > 0 { result.isConcrete = true }
    result.isTautology = generic == 0 && trivial > 0
    return result
  }

  /// Whether the word at a place is the object of a request before it.
  private func isObject(_ place: Int, of range: Range<Int>) -> Bool {
    var isObject = false
    for index in range.prefix(while: { $0 < place }) {
      let token = tokens[index]
      if !token.any.isDisjoint(with: [.accessNoun, .accessVerb, .askVerb]) {
        isObject = true
      } else if token.isVerb(.base), !token.own.contains(.accessVerb), tokens[max(0, index - 1)].lower == "to" {
        // “need to scan a code”
        return false
      }
    }
    return isObject
  }

  /// Whether some words name a feature.
  func saysSomething(in range: Range<Int>) -> Bool {
    range.contains { tokens[$0].isWord && meaning(of: $0, isBehind: true) == .concrete }
  }

  private enum Meaning { case none, concrete, generic, trivial, act }

  /// What a word says about a feature.
  private func meaning(of place: Int, isBehind: Bool) -> Meaning {
    let token = tokens[place]
    if analysis.isName[place] {
      // “connect to your Acme devices”, “sync your Acme calendar”, “see who’s already on Acme”
      let next = analysis.wordToken(place + 1)
      let isOfThing =
        next.map { $0.isForm(of: .device) || analysis.nameLength(of: resource, at: place + 1) > 0 } ?? false
      return isBehind && (isOfThing || isNamedObject(place) || analysis.isJoined(place)) ? .concrete : .none
    }
    // “when using Acme”
    if place > 1, analysis.isUnknownName(place), tokens[place - 1].isVerb(.gerund),
      tokens[place - 1].isForm(of: .accessVerb),
      ["when", "while"].contains(tokens[place - 2].lower)
    {
      return .none
    }
    // “your runs” aren’t the times when the app runs, “order food” isn’t part of “in order to”, and “while you run” is
    // about the user.
    if token.own.contains(.circumstance), !token.any.isDisjoint(with: .anyVerb), place > 0,
      ["you", "your"].contains(tokens[place - 1].lower),
      !(analysis.wordToken(place + 1)?.own.contains(.determiner) ?? false)
    {
      return .concrete
    }
    // “please note”
    if place > 0, tokens[place - 1].isCue(.courtesy) { return .none }
    if resource?.isLock ?? false, opensApp(place) || isOpened(place) { return .concrete }
    if isBehind, let resource, analysis.isThingHandled(place, resource) { return .concrete }
    // “customer support”: words without content of their own.
    if isBehind, token.own.contains(.compoundStart) || token.any.contains(.generic) || token.own.contains(.person),
      analysis.phraseLength(at: place, .compoundStart) > 1
    {
      return .concrete
    }
    // “search the local network for a client configuration”
    if isBehind, isSearchedFor(place) { return .concrete }
    // “your gaming experience”, “during certain tasks”
    if (max(0, place - 1)...place).contains(where: { analysis.phraseLength(at: $0, .generic) > max(1, place - $0) }) {
      return .generic
    }
    // “a background image”, but “the background location”.
    if token.own.contains(.compoundStart), token.own.contains(.circumstance), let resource,
      isCompoundStart(place, resource), analysis.nameLength(of: resource, at: place + 1) == 0
    {
      return .concrete
    }
    if token.isCue(.purposeNoun) { return place > 0 && tokens[place - 1].lower == "in" ? .none : .concrete }
    if isBehind, token.own.contains(.person), isNearby(place) { return .concrete }
    if !token.own.isDisjoint(with: .structure) || token.entry.base.isDisjoint(with: [.app, .device, .person]) == false {
      return .none
    }
    // “devices you paired” and “the people you mention” say which ones.
    if isBehind, place > 1, ["you", "they"].contains(tokens[place - 1].lower),
      tokens[place - 2].entry.form == .s && !tokens[place - 2].isForm(of: .generic)
        || tokens[place - 2].own.contains(.person),
      !tokens[place - 2].isForm(of: .letVerb), token.isVerb(.base) || token.isVerb(.past) || token.any.isEmpty,
      !token.isForm(of: .requestVerb), !token.isForm(of: .generic) || token.isForm(of: .lightVerb)
    {
      return .concrete
    }
    if let resource {
      if resource.isAddOnly, token.isForm(of: .saveVerb) {
        // “photo add permission”, “add only”
        let next = analysis.wordToken(place + 1)
        return next?.own.contains(.accessNoun) ?? false || next?.isCue(.sole) ?? false ? .trivial : .act
      }
      if resource.isTrivial(token) {
        // “save this image”
        let isThis = place > 0 && ["this", "these"].contains(tokens[place - 1].lower)
        return isThis && token.own.isDisjoint(with: [.requestNoun, .generic]) ? .concrete : .trivial
      }
      if isEmptyCompound(token, resource) {
        // “goal-related events” says which ones, “context-based features” doesn’t.
        return isCompoundStart(place, resource) && !names(String(token.lower.prefix { $0 != "-" }), resource)
          ? .concrete : .generic
      }
      if token.own.contains(.compoundStart), isCompoundStart(place, resource) { return .concrete }
    }
    if analysis.isAdverb(place) { return .none }
    // “events you select”
    if place > 0, tokens[place - 1].lower == "you", token.isVerb(.base), token.own.contains(.lightVerb),
      !token.own.contains(.requestVerb)
    {
      return .concrete
    }
    if !token.any.isDisjoint(with: [.requestVerb, .requestNoun, .accessNoun, .accessVerb]) { return .none }
    if token.isForm(of: .letVerb) || !isBehind && token.isForm(of: .grantVerb) { return .none }
    if token.isForm(of: .demonstration) { return .generic }
    if token.own.contains(.generic) || token.entry.base.contains(.generic) && !token.own.contains(.ordinary) {
      return .generic
    }
    if token.isForm(of: .lightVerb) {
      // “voice search”, “image editing”: a noun after another one. “recorded videos” says which ones.
      let last = place > 0 ? tokens[place - 1] : nil
      let isNoun =
        (token.any.contains(.nounOrVerb) || token.isVerb(.gerund))
        && last.map {
          $0.isWord && $0.own.isDisjoint(with: WordClass.structure) && !$0.isOnlyVerb(.base)
            && !$0.isForm(of: .getVerb) && !$0.isForm(of: .askVerb)
            || token.isVerb(.s) && $0.isVerb(.base)
        } ?? false
      let isWhich =
        token.isVerb(.past) && (analysis.wordToken(place + 1).map { resource?.isTrivial($0) ?? false } ?? false)
      // “check in at work”, but “look in the folder”
      let isPhrasal =
        ["in", "out"].contains(analysis.wordToken(place + 1)?.lower ?? "") && analysis.endsNounPhrase(place + 2)
      return isNoun || isWhich || isPhrasal ? .concrete : .act
    }
    return .concrete
  }

  /// Whether a word for people is about those close by: “nearby customers”, “users near you”, but not “show you nearby
  /// places”.
  private func isNearby(_ place: Int) -> Bool {
    guard place > 0, !["you", "yourself"].contains(tokens[place].lower) else { return false }
    if tokens[place - 1].isCue(.proximity) { return true }
    guard let next = analysis.wordToken(place + 1), next.isCue(.proximity) else { return false }
    return next.own.contains(.preposition) || analysis.endsNounPhrase(place + 2)
  }

  /// Marks the words that name the resource, the asker, and the request itself.
  private func request(in range: Range<Int>) -> [Bool] {
    var result = Array(repeating: false, count: range.count)
    func mark(_ places: Range<Int>) {
      for place in places.clamped(to: range) { result[place - range.lowerBound] = true }
    }
    var place = range.lowerBound
    while place < range.upperBound {
      let length = analysis.nameLength(of: resource, at: place)
      mark(place..<place + length)
      place += max(1, length)
    }
    for place in range where tokens[place].isWord && tokens[place].any.isEmpty && isNearResource(tokens[place]) {
      mark(place..<place + 1)
    }
    for code in code(in: range) { mark(code) }
    // “Required by Apple” says who asks, not what for.
    for place in range.dropLast()
    where tokens[place].own.contains(.necessityParticiple) && tokens[place + 1].lower == "by" {
      var end = place + 2
      while end < range.upperBound, tokens[end].isWord,
        tokens[end].isCapitalized || isProperName(end) || tokens[end].own.contains(.determiner)
      {
        end += 1
      }
      mark(place..<end)
    }
    if let wrong { mark(wrong.range) }
    for order in orders {
      mark(order)
      // “enable access in Settings”
      if range.contains(order.lowerBound) {
        for place in range where place >= order.upperBound && tokens[place].isCue(.settings) {
          mark(place..<place + 1)
        }
      }
    }
    // “The XYZ app needs…”, “Allow Zulip to access…”: the asker, by a name that isn’t known to be the app’s.
    for place in range {
      let token = tokens[place]
      guard token.isForm(of: .askVerb) || token.isForm(of: .getVerb) || token.own.contains(.auxiliary) else { continue }
      // “Can Zulip use…?”
      if place == range.lowerBound, token.own.contains(.auxiliary) { continue }
      var first = place
      while first > range.lowerBound,
        isNameLike(first - 1) || analysis.isAdverb(first - 1)
          // “Acme Companion needs…”
          || tokens[first - 1].isCapitalized && first - 1 > range.lowerBound && isNameLike(first - 2)
          || token.isVerb(.gerund) && tokens[first - 1].own.contains(.be)
          // “The guest app is requesting…”
          || tokens[first].own.contains(.app) && tokens[first - 1].isForm(of: .ordinary)
      {
        first -= 1
      }
      // “Collages use…”: a plural can’t be the app.
      if first + 1 == place, token.isVerb(.base), tokens[first].lower.hasSuffix("s"), !analysis.isName[first] { break }
      if first == range.lowerBound || !tokens[first - 1].isWord || !tokens[first - 1].own.isDisjoint(with: .structure) {
        mark(first..<place)
      }
      break
    }
    for place in range where tokens[place].isForm(of: .letVerb) {
      var last = place + 1
      while last < range.upperBound, isNameLike(last) { last += 1 }
      if last < range.upperBound, tokens[last].lower == "to" { mark(place + 1..<last) }
    }
    return result
  }

  /// The words for the app’s code and what the app does with it: “contains third-party libraries”.
  private func code(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var place = range.lowerBound
    while place < range.upperBound {
      var length = analysis.phraseLength(at: place, .code)
      guard tokens[place].isWord, length > 0, analysis.nameLength(of: resource, at: place) == 0 else {
        place += 1
        continue
      }
      var start = place
      // “the Facebook SDK”, “our advertising SDK”
      while start > range.lowerBound,
        isProperName(start - 1) || tokens[start - 1].own.contains(.ordinary) && !tokens[place].own.contains(.ordinary)
      {
        start -= 1
      }
      while place + length < range.upperBound {
        let more = analysis.phraseLength(at: place + length, .code)
        if more == 0 { break }
        length += more
      }
      let end = min(place + length, range.upperBound)
      // “Library” alone may also be one with books.
      if end - start > 1 || !tokens[place].own.contains(.ordinary) {
        var verb = start - 1
        while verb > range.lowerBound, tokens[verb].own.contains(.determiner) { verb -= 1 }
        let isObject = verb > range.lowerBound && (tokens[verb].isVerb(.base) || tokens[verb].isVerb(.s))
        result.append((isObject ? verb : start)..<end)
      }
      place = end
    }
    return result
  }

  /// Whether a word is part of a name: capitalized within a sentence, or the app’s.
  private func isProperName(_ place: Int) -> Bool {
    let token = tokens[place]
    return analysis.isName[place]
      || token.isWord && token.any.subtracting([.brand, .term, .foreign]).isEmpty
        && (token.isCapitalized || token.hasInnerCapital)
  }

  /// Whether a word may be part of a name: capitalized, or in no list.
  private func isNameLike(_ place: Int) -> Bool {
    let token = tokens[place]
    return analysis.isName[place] || token.kind == .number || token.isWord && token.any.isEmpty
      || token.own.contains(.app)
  }

  /// The place where a sentence begins to say what for; nil if it only asks.
  private func purposeStart(_ range: Range<Int>, _ shape: SentenceShape, _ isRequest: [Bool]) -> Int? {
    let end = range.upperBound
    // “Uploading pictures”: without a request, everything is the purpose.
    if shape.kind == .fragment, range.allSatisfy({ tokens[$0].any.isDisjoint(with: [.requestVerb, .requestNoun]) }) {
      return range.lowerBound + (tokens[range.lowerBound].own.contains(.preposition) ? 1 : 0)
    }
    // “Use for adding events”
    let first = range.lowerBound
    if first + 2 < end, tokens[first].isVerb(.base), tokens[first].isForm(of: .accessVerb),
      analysis.wordToken(first + 1)?.lower == "for"
    {
      return first + 2
    }
    // “Uploading pictures requires access”
    if let verb = shape.verb, tokens[verb].isForm(of: .askVerb), tokens[range.lowerBound].isVerb(.gerund),
      !tokens[range.lowerBound].isForm(of: .accessVerb)
    {
      return range.lowerBound
    }
    if let verb = shape.verb, shape.kind != .fragment, !isNegated(verb, range),
      !orders.contains(where: { $0.contains(verb) }),
      !asks(verb, end)
    {
      return analysis.skippingAdverbs(verb, end)
    }
    for place in range where place + 1 < end {
      let token = tokens[place]
      var before = place - 1
      while before >= range.lowerBound, analysis.isAdverb(before), !tokens[before].isCue(.purposeNoun) { before -= 1 }
      let last = before >= range.lowerBound ? tokens[before] : nil
      let isAskedFor =
        last.map {
          $0.isForm(of: .askVerb) && !$0.isVerb(.past)
            || $0.own.contains(.accessNoun) && !$0.own.contains(.accessVerb)
        } ?? false
      switch token.lower {
      case "to":
        var verb = analysis.skippingAdverbs(place + 1, end)
        // “allows a picture to be saved”
        if verb + 1 < end, tokens[verb].lower == "be", tokens[verb + 1].isParticiple,
          (range.lowerBound..<place).contains(where: { tokens[$0].isForm(of: .letVerb) })
        {
          verb += 1
        }
        guard verb < end, tokens[verb].isBaseOrParticiple || tokens[verb].any.isEmpty else { continue }
        // With add-only access, “wants to save” is a purpose, while “permission to save” only asks; “needs this
        // permission to” is one with any access.
        if resource?.isAddOnly ?? false, tokens[verb].isForm(of: .saveVerb),
          last.map({ $0.isForm(of: .wishVerb) || $0.lower == "like" }) ?? false
        {
          return verb
        }
        if before > range.lowerBound, last?.own.contains(.accessNoun) ?? false, tokens[before - 1].lower == "this" {
          return verb
        }
        if resource?.isAddOnly ?? false, tokens[verb].isForm(of: .saveVerb), last?.own.contains(.accessNoun) ?? false {
          continue
        }
        // “would like to take pictures”, “permission to record” and “to use the camera” only ask.
        // “If you want to share pictures” is a purpose.
        let isWishOfPerson =
          before > range.lowerBound + 1 && tokens[before - 1].lower == "you"
          && tokens[before - 2].own.contains(.subordinator)
        // “wants to send pictures” and “permission to find and connect to devices” name an act that the permission
        // alone doesn’t allow.
        let isJoined = analysis.wordToken(verb + 1)?.own.contains(.conjunction) ?? false
        let isAct = isOwnAct(verb) || isJoined && isOwnAct(verb + 2)
        if isAskedFor && !isWishOfPerson && !isAct || isOrdered(before) { continue }
        if tokens[verb].isForm(of: .accessVerb), isOnlyAccess(verb + 1, end, range, isRequest) { continue }
        return verb
      case "for":
        if isAskedFor || last?.own.contains(.requestVerb) ?? false, isOnlyAccess(place + 1, end, range, isRequest) {
          continue
        }
        return place + 1
      case "so", "because", "since", "when", "which", "that":
        return place + 1
      // “required if you want to share routes”
      case "if" where place > range.lowerBound:
        return place + 1
      default:
        if token.isForm(of: .letVerb), place > range.lowerBound, last?.lower != "you",
          !orders.contains(where: { $0.contains(place) })
        {
          return place
        }
      }
    }
    return nil
  }

  /// Whether a verb names an act of the app’s own, beyond what the permission allows.
  private func isOwnAct(_ place: Int) -> Bool {
    guard let verb = analysis.wordToken(place), verb.isVerb(.base), verb.own.contains(.lightVerb) else { return false }
    return verb.own.isDisjoint(with: [.accessVerb, .requestVerb]) && !(resource?.isTrivial(verb) ?? false)
  }

  /// Whether the words before a place are told to do something: “Allow this app to…”.
  private func isOrdered(_ place: Int) -> Bool {
    orders.contains {
      $0.upperBound <= place + 1
        && ($0.upperBound..<place + 1).allSatisfy {
          isNameLike($0) || tokens[$0].own.contains(.determiner) || tokens[$0].lower == "us"
        }
    }
  }

  /// Whether a verb such as “use” is followed only by the resource.
  private func isOnlyAccess(_ start: Int, _ end: Int, _ range: Range<Int>, _ isRequest: [Bool]) -> Bool {
    for place in start..<max(start, end) {
      let token = tokens[place]
      if ["to", "for", "so", "because"].contains(token.lower) { return true }
      guard token.isWord, !isRequest[place - range.lowerBound] else { continue }
      if ![Meaning.none, .trivial].contains(meaning(of: place, isBehind: true)) { return false }
    }
    return true
  }

  /// Whether the main verb at a place only asks for access, gets it, or says that it’s needed.
  private func asks(_ verb: Int, _ end: Int) -> Bool {
    for place in verb..<min(verb + 6, end) {
      let token = tokens[place]
      if !token.isWord || analysis.isAdverb(place) || token.lower == "to"
        || !token.own.isDisjoint(with: [.auxiliary, .be, .pronoun, .determiner])
      {
        continue
      }
      if token.isForm(of: .askVerb) || token.isForm(of: .getVerb) || token.isForm(of: .necessityParticiple) {
        return true
      }
      // “give permission”, “do you allow us to use”, “is necessary”
      if token.isForm(of: .grantVerb) {
        if tokens[max(0, place - 1)].lower == "you", token.isForm(of: .letVerb) { return true }
        return tokens[place..<min(place + 5, end)].contains { $0.own.contains(.accessNoun) }
          && !token.isForm(of: .letVerb)
      }
      return place > verb && token.own.contains(.generic) && tokens[verb].own.contains(.be)
    }
    return true
  }

  /// Whether a verb at a place opens the app itself: “access your app with”.
  private func opensApp(_ place: Int) -> Bool {
    guard wording.lexicon.cues(tokens[place].entry.stem).contains(.openVerb) else { return false }
    var object = place + 1
    // “access to the app”
    if tokens[place].own.contains(.accessNoun), analysis.wordToken(object)?.lower == "to" { object += 1 }
    while analysis.wordToken(object)?.own.contains(.determiner) ?? false { object += 1 }
    guard object < tokens.count, tokens[object].isForm(of: .app) || analysis.isName[object] else { return false }
    return analysis.endsNounPhrase(object + 1)
  }

  /// Whether a generic word is what is opened: “open the safe with”.
  private func isOpened(_ place: Int) -> Bool {
    tokens[place].isCue(.lockedThing) && place > 0 && tokens[place - 1].own.contains(.determiner)
      && analysis.endsNounPhrase(place + 1)
  }

  /// Whether the app’s name is what the text is about, as a noun with an article and more: “to fetch the current UV Index”.
  private func isNamedObject(_ place: Int) -> Bool {
    guard tokens[place].kind != .variable, !tokens[place].lower.hasSuffix("'s") else { return false }
    var (first, end) = (place, place + 1)
    while first > 0, analysis.isName[first - 1] { first -= 1 }
    while end < tokens.count, analysis.isName[end] { end += 1 }
    // “the Acme server”
    guard analysis.endsNounPhrase(end) else { return false }
    var before = first - 1
    while before > 0, tokens[before].own.contains(.circumstance) || tokens[before].isForm(of: .generic) { before -= 1 }
    return before > 0 && before < first - 1 && tokens[before].own.contains(.determiner)
  }

  /// Whether a generic word with one for a person or thing before it is what the resource is searched for. Alone, either
  /// would say nothing.
  private func isSearchedFor(_ place: Int) -> Bool {
    guard place > 3, tokens[place].isForm(of: .generic), let resource,
      tokens[place - 1].any.contains(.person), tokens[place - 1].entry.form == .base,
      tokens[place - 1].own.isDisjoint(with: [.subject, .pronoun])
    else { return false }
    var before = place - 2
    while before > 1, tokens[before].own.contains(.determiner) { before -= 1 }
    guard before > 1, tokens[before].lower == "for" else { return false }
    // “search the local network”
    guard
      let name = (1..<before).last(where: { analysis.nameLength(of: resource, at: $0) == before - $0 })
    else { return false }
    var verb = name - 1
    while verb > 0, tokens[verb].own.contains(.determiner) { verb -= 1 }
    return tokens[verb].isVerb(.base) && resource.isTrivial(tokens[verb])
  }

  /// Whether a word says what kind of the resource’s data it is: “product photos”, “photos of your products”.
  private func isCompoundStart(_ place: Int, _ resource: ResourceLexicon) -> Bool {
    if let next = analysis.wordToken(place + 1), resource.isTrivial(next), next.isForm(of: .ordinary) { return true }
    var before = place - 1
    while before > 0, tokens[before].own.contains(.determiner) { before -= 1 }
    return before > 0 && tokens[before].lower == "of" && resource.isTrivial(tokens[before - 1])
  }

  /// “location-based” and “voice-related” add nothing to the resource.
  private func isEmptyCompound(_ token: WordToken, _ resource: ResourceLexicon) -> Bool {
    guard token.any.isEmpty, let hyphen = token.lower.firstIndex(of: "-") else { return false }
    let first = String(token.lower[..<hyphen])
    let second = String(token.lower[token.lower.index(after: hyphen)...])
    return (names(first, resource) || wording.lexicon.exact(first).contains(.generic))
      && wording.lexicon.exact(second).contains(.compoundEnd)
  }

  /// Whether a word is for the resource itself, or for what every app does with it.
  private func names(_ word: String, _ resource: ResourceLexicon) -> Bool {
    resource.trivial.contains(word) || resource.names.contains { $0.first == word }
  }

  /// Whether an unlisted word is the key’s name, or a misspelled word for the resource or a request.
  private func isNearResource(_ token: WordToken) -> Bool {
    if wording.isKeyName(token.lower) { return true }
    guard let resource, token.lower.utf8.count >= 5 else { return false }
    let letters = Array(token.lower.utf8)
    return [Array(resource.names.joined()), Array(resource.trivial), wording.lexicon.spellings].joined().contains {
      word in
      guard word.utf8.count >= 5, word.utf8.first == letters.first else { return false }
      let limit = min(word.utf8.count, letters.count) >= 9 ? 2 : 1
      return editDistance(letters, Array(word.utf8), limit: limit) <= limit
    }
  }

  // MARK: Sentences about what isn’t done

  /// Whether an additional sentence says what isn’t done, or how to change one’s mind: “We never share your photos”,
  /// “You can change this in Settings”.
  private func isAside(_ range: Range<Int>, _ shape: SentenceShape) -> Bool {
    // “Without access, you can’t scan tickets” says what for.
    if let verb = shape.verb, isNegated(verb, range) { return refusal(in: range) == nil }
    return range.contains { tokens[$0].isCue(.settings) }
      && (tokens[range.lowerBound].lower == "you" || shape.kind == .baseForm)
  }

  func isNegated(_ verb: Int, _ range: Range<Int>) -> Bool {
    (max(range.lowerBound, verb - 1)..<min(verb + 3, range.upperBound)).contains {
      tokens[$0].own.contains(.negation) && tokens[$0].lower != "without"
    }
  }
}

extension AnalyzedText {
  /// Whether a sentence is about what runs in the app, whose reasons the app can’t know: “A program running in Acme would
  /// like to use your camera”, “Websites you visit may ask for your location”.
  func isByGuest(_ range: Range<Int>) -> Bool {
    guard let first = wordToken(range.lowerBound) else { return false }
    // “This app” is the one that asks, “an app” is another.
    let isAny = ["a", "an", "any", "some"].contains(first.lower)
    let place = range.lowerBound + (isAny ? 1 : 0)
    guard let noun = wordToken(place), noun.isCue(.guest) || isAny && noun.own.contains(.app),
      let next = wordToken(place + 1)
    else { return false }
    return next.isCue(.guestAct) || next.lower == "you"
  }

  /// Whether a device is the object of what the permission allows, “find this phone”; but not “pair your device” where
  /// the resource is other devices.
  func isThingHandled(_ place: Int, _ resource: ResourceLexicon) -> Bool {
    let token = tokens[place]
    guard token.isForm(of: .device), !token.lower.hasSuffix("'s"), !resource.isTrivial(token) else { return false }
    let next = wordToken(place + 1)
    // “find your phones and tablets”, but “see your device and location”
    let isJoined = next?.own.contains(.conjunction) ?? false && wordToken(place + 2)?.isForm(of: .device) ?? false
    guard isJoined || next?.isVerb(.gerund) ?? false || endsNounPhrase(place + 1) else { return false }
    var verb = place - 1
    while verb > 0, tokens[verb].own.contains(.determiner) || tokens[verb].own.contains(.device) { verb -= 1 }
    guard verb >= 0 else { return false }
    // “read your device”, “at your device”
    guard tokens[verb].isVerb(.base), resource.isTrivial(tokens[verb]),
      tokens[verb].own.isDisjoint(with: [.preposition, .accessVerb, .requestVerb])
    else { return false }
    // The person finds it: “help you track and find this device”, “so that you can find this phone”. What the app does
    // with “your device” is what it may do with the resource.
    var subject = verb - 1
    while subject >= 0,
      tokens[subject].isVerb(.base) || !tokens[subject].own.isDisjoint(with: [.conjunction, .auxiliary])
    {
      if tokens[subject].own.contains(.pronoun) { break }
      subject -= 1
    }
    return subject >= 0 && tokens[subject].lower == "you"
  }

  /// Whether somebody is said to use the app that a name means: “who’s already on Acme”.
  func isJoined(_ place: Int) -> Bool {
    place > 1 && tokens[place - 1].lower == "on"
      && tokens[max(0, place - 4)..<(place - 1)].contains { ["who", "who's"].contains($0.lower) }
  }

  func endsNounPhrase(_ place: Int) -> Bool {
    guard let next = wordToken(place), next.isWord else { return true }
    return !next.own.isDisjoint(with: [.preposition, .subordinator, .adverb])
  }
}
