import Catalog
import SourceText

// A text that was copied from another key.

extension EnglishReading {
  /// The other resource that the text asks for, and its place; nil if it asks for the key’s own, or for none.
  func wrongResource() -> (title: String, range: Range<Int>)? {
    guard let own = resource else { return nil }
    for place in tokens.indices where tokens[place].isWord {
      for (other, length) in wording.resourcesNamed(analysis, at: place) where other.title != own.title {
        let range = place..<place + length
        // “media library” may also mean photos.
        let name = tokens[range].map(\.lower).joined(separator: " ")
        guard !own.neighbours.contains(other.title), !own.words.contains(name) else { continue }
        let isPlain = isPlainlyAskedFor(range)
        guard isPlain || isAskedFor(range), !mentions(own, outside: range, namesOnly: isPlain) else { continue }
        return (other.title, range)
      }
      // “access to your photos”
      if let other = wording.resourceAskedFor(tokens[place].lower), other.title != own.title,
        !own.neighbours.contains(other.title), isPlainlyAskedFor(place..<place + 1),
        !mentions(own, outside: place..<place + 1, namesOnly: true)
      {
        return (other.title, place..<place + 1)
      }
    }
    return nil
  }

  /// Whether the text asks for the permission itself: “access to your location”, “location access”.
  private func isPlainlyAskedFor(_ range: Range<Int>) -> Bool {
    if let next = analysis.wordToken(range.upperBound), next.own.contains(.accessNoun) { return true }
    var index = range.lowerBound - 1
    while index > 0, tokens[index].own.contains(.determiner) { index -= 1 }
    return index > 0 && tokens[index].own.contains(.preposition) && tokens[index - 1].own.contains(.accessNoun)
  }

  /// Whether the text asks for some words, and doesn’t just mention them.
  private func isAskedFor(_ range: Range<Int>) -> Bool {
    // “camera is used”, “Location is tracked”, “The camera lets you…”.
    if let next = analysis.wordToken(range.upperBound), next.isWord {
      let verb = analysis.wordToken(analysis.skippingAdverbs(range.upperBound + 1, tokens.count))
      if next.own.contains(.be), let verb,
        verb.own.contains(.necessityParticiple) || verb.isVerb(.past) && verb.isForm(of: .getVerb)
      {
        return true
      }
      let isSubject = tokens[..<range.lowerBound].allSatisfy { $0.own.contains(.determiner) }
      if isSubject, next.isForm(of: .letVerb), next.isVerb(.s) { return true }
    }
    // “uses the microphone”, “Turn on location”; but “see its location” is about something else's.
    var index = range.lowerBound - 1
    while index >= 0, tokens[index].isWord, !tokens[index].isForm(of: .getVerb), !isOrderEnd(index),
      !tokens[index].own.isDisjoint(with: [.determiner, .device, .adverb, .generic])
        || tokens[index].lower.hasSuffix("'s")
    {
      if ["its", "his", "her", "their"].contains(tokens[index].lower) { return false }
      index -= 1
    }
    guard index >= 0, tokens[index].isWord else { return false }
    return tokens[index].own.contains(.accessNoun) || isOrderEnd(index)
      || tokens[index].isForm(of: .getVerb) && !tokens[index].isVerb(.gerund)
  }

  /// Whether a command such as “turn on” ends with the token at a place.
  private func isOrderEnd(_ place: Int) -> Bool { orders.contains { $0.upperBound == place + 1 } }

  /// Whether the text mentions a resource, by its names or also by related words.
  private func mentions(_ own: ResourceLexicon, outside range: Range<Int>, namesOnly: Bool) -> Bool {
    tokens.indices.contains { place in
      let token = tokens[place]
      guard token.isWord else { return false }
      let length = analysis.nameLength(of: own, at: place)
      // “camera roll” isn’t a camera.
      if range.overlaps(place..<place + max(1, length)) { return length > range.count }
      return length > 0
        || !namesOnly && (own.words.contains(token.lower) || own.words.contains(token.entry.stem))
    }
  }

  // MARK: What only another resource allows

  /// The resource that the text uses without asking for it, “Take a picture of the bag”, and the words for the use; nil
  /// where any other word may be about the key’s own resource, or where the text names several uses.
  func actOfOther() -> (title: String, range: Range<Int>)? {
    guard let own = resource, !own.hints.isEmpty else { return nil }
    for (sentence, shape) in zip(analysis.sentences, shapes) {
      for other in wording.resources
      where !other.acts.isEmpty && other.title != own.title && !own.neighbours.contains(other.title) {
        for act in other.acts {
          guard let range = place(of: act, other, own, in: sentence, shape), isOnlyAbout(range, act, own, other) else {
            continue
          }
          return (other.title, range)
        }
      }
    }
    return nil
  }

  /// The words of a sentence that say an act of another resource, from its verb to its object or to that resource’s name;
  /// nil if its main act is none.
  private func place(
    of act: (verb: String, object: [String]), _ other: ResourceLexicon, _ own: ResourceLexicon, in sentence: Sentence,
    _ shape: SentenceShape
  ) -> Range<Int>? {
    let end = analysis.wordsEnd(sentence)
    guard let verb = firstAct(in: content(of: sentence)), isForm(verb, of: act.verb) else { return nil }
    // “Your voice notes are recorded”
    if tokens[verb].isVerb(.past) {
      guard let last = act.object.last, verb > 0, tokens[verb - 1].own.contains(.be) else { return nil }
      let subject = content(of: sentence).lowerBound..<verb - 1
      guard let place = subject.first(where: { isForm($0, of: last) }),
        subject.allSatisfy({ $0 == place || isPartOfNoun($0) }), !isOfOwn(act.object, own)
      else { return nil }
      return place..<verb + 1
    }
    guard tokens[verb].isVerb(.base) || tokens[verb].isVerb(.s) || tokens[verb].isVerb(.gerund) else { return nil }
    var object = verb
    if !act.object.isEmpty {
      object += 1
      while object < end, !isObject(act.object, at: object) {
        guard isPartOfNoun(object) else { return nil }
        object += 1
      }
      object += act.object.count - 1
      guard object < end else { return nil }
      if !isOfOwn(act.object, own) { return verb..<object + 1 }
    }
    let name = nameBehind(object, end, other, isObjectNamed: !act.object.isEmpty)
    return name.map { verb..<$0.upperBound }
  }

  /// The first verb of a sentence behind the words of a request.
  private func firstAct(in range: Range<Int>) -> Int? {
    for place in range {
      let token = tokens[place]
      let isLead =
        !token.isWord || analysis.isName[place] || analysis.isAdverb(place)
        || !token.own.isDisjoint(with: WordClass.structure.union([.accessNoun, .necessityParticiple]))
        || token.isForm(of: .letVerb) || token.own.contains(.requestVerb) && !token.own.contains(.lightVerb)
        || token.isForm(of: .wishVerb) || analysis.isUnknownName(place) && place == range.lowerBound
      if isLead { continue }
      if token.isVerb(token.entry.form), !isSubject(place, range) { return place }
      // What comes before the verb is its subject: “Your photos are attached”.
      guard isSubject(place, range) else { return nil }
    }
    return nil
  }

  /// Whether a word is part of the subject of a passive: everything before it belongs to the noun.
  private func isSubject(_ place: Int, _ range: Range<Int>) -> Bool {
    guard let be = range.first(where: { tokens[$0].own.contains(.be) }), place < be,
      tokens[range.lowerBound].own.contains(.determiner)
    else { return false }
    return (range.lowerBound..<be).allSatisfy(isPartOfNoun)
  }

  private func isPartOfNoun(_ place: Int) -> Bool {
    let token = tokens[place]
    if token.kind == .number { return true }
    guard token.isWord else { return false }
    if token.own.contains(.determiner) { return true }
    return token.own.isDisjoint(with: WordClass.structure.subtracting([.person])) && !token.any.isEmpty
  }

  private func isForm(_ place: Int, of word: String) -> Bool {
    let token = tokens[place]
    return token.lower == word || token.entry.stem == word
      || Lexicon.stems(of: token.lower).contains { $0.stem == word }
  }

  private func isObject(_ words: [String], at place: Int) -> Bool {
    guard place + words.count <= tokens.count else { return false }
    return words.indices.allSatisfy { isForm(place + $0, of: words[$0]) }
  }

  /// Whether texts about the key’s own resource are about such a thing too.
  private func isOfOwn(_ object: [String], _ own: ResourceLexicon) -> Bool {
    object.contains { own.words.contains($0) || own.trivial.contains($0) || own.hints.contains($0) }
  }

  /// The name of a resource behind an object: “from your library”.
  private func nameBehind(_ object: Int, _ end: Int, _ other: ResourceLexicon, isObjectNamed: Bool) -> Range<Int>? {
    var place = object + 1
    while place < end, tokens[place].isWord, !tokens[place].own.contains(.conjunction) {
      let token = tokens[place]
      if token.own.contains(.subordinator)
        || token.lower == "to" && analysis.wordToken(place + 1)?.isVerb(.base) ?? false
      {
        return nil
      }
      guard ["from", "in", "into", "to", "with", "on"].contains(token.lower) else {
        place += 1
        continue
      }
      var name = place + 1
      // “from our gallery” isn’t about that of the device.
      guard !["our", "its", "his", "her", "their"].contains(analysis.wordToken(name)?.lower ?? "") else { return nil }
      while name < end,
        tokens[name].own.contains(.determiner) || tokens[name].own.contains(.device)
          || tokens[name].lower.hasSuffix("'s")
      { name += 1 }
      guard name < end else { return nil }
      let length = analysis.nameLength(of: other, at: name)
      if length > 0 { return name..<name + length }
      if isObjectNamed, other.words.contains(tokens[name].lower),
        analysis.endsNounPhrase(name + 1)
          || analysis.wordToken(name + 1)?.own.contains(.conjunction) ?? false
      {
        return name..<name + 1
      }
      place = name
    }
    return nil
  }

  /// Words that begin how or when something is done, which may be what the key’s own resource is for: “by whistling”.
  private static let means: Set<String> = [
    "with", "by", "via", "through", "when", "whenever", "while", "if",
  ]

  /// Whether no word of the text, apart from some, may be about the key’s own resource, or names another use.
  private func isOnlyAbout(
    _ range: Range<Int>, _ act: (verb: String, object: [String]), _ own: ResourceLexicon, _ other: ResourceLexicon
  ) -> Bool {
    let common = wording.commonUses.words(.en, key)?.own ?? []
    // What a picture shows may be anything.
    var isShown = false
    for place in tokens.indices {
      let token = tokens[place]
      if token.kind == .variable, !analysis.isName[place] { return false }
      guard token.isWord else {
        isShown = false
        continue
      }
      if token.lower == "of" {
        isShown = place > 0 && range.contains(place - 1) || place == range.upperBound
      } else if !token.own.isDisjoint(with: [.preposition, .conjunction, .subordinator, .be, .auxiliary]) {
        isShown = false
      }
      if token.lower == "or" || token.own.contains(.negation) { return false }
      if analysis.isName[place] { continue }
      if range.contains(place) {
        let isSaid =
          isForm(place, of: act.verb) || act.object.contains { isForm(place, of: $0) }
          || place + 3 >= range.upperBound
            && (other.words.contains(token.lower) || other.names.joined().contains(token.lower))
        if isSaid { continue }
      } else if Self.means.contains(token.lower) || token.isVerb(.gerund) && token.isForm(of: .accessVerb) {
        return false
      }
      let forms = [token.lower, token.entry.stem] + Lexicon.stems(of: token.lower).map(\.stem)
      if analysis.nameLength(of: own, at: place) > 0 || forms.contains(where: own.hints.contains)
        || forms.contains(where: { own.words.contains($0) || common.contains($0) }) && !isShared(forms, range)
      {
        return false
      }
      if token.any.isEmpty, !isShown, !(analysis.isUnknownName(place) && isSentenceStart(of: place)) { return false }
    }
    return true
  }

  /// Whether a word is one of those that the act already has: “it” for a photo.
  private func isShared(_ forms: [String], _ range: Range<Int>) -> Bool {
    range.contains { place in forms.contains { isForm(place, of: $0) } }
  }

  private func isSentenceStart(of place: Int) -> Bool {
    analysis.sentences.contains { content(of: $0).lowerBound == place }
  }
}
