import Catalog

// Whether a text says that the resource isn’t used: “Not used”, “The app never records sound”.

extension EnglishReading {
  /// Whether a sentence says that nothing is needed.
  func isDenial(_ range: Range<Int>, _ shape: SentenceShape) -> Bool {
    if isShortDenial(range) { return true }
    guard let act = deniedAct(range, shape) else { return false }
    if leavesOtherUses(act) { return false }
    if namesCode(in: act + 1..<range.upperBound) { return true }
    // “This should not happen, if it does…”
    let end = tokens[act].isForm(of: .appearVerb) ? range.first { $0 > act && tokens[$0].kind == .comma } : nil
    if (range.lowerBound..<(end ?? range.upperBound)).contains(where: isException) { return false }
    if end != nil { return true }
    // “…, but finds faces”: the other half says what for.
    let turn = (act..<range.upperBound).first { tokens[$0].lower == "but" || tokens[$0].kind == .pause }
    return turn.map { !saysSomething(in: $0..<range.upperBound) } ?? true
  }

  /// Whether a denied act is one of several: “It helps us to count your steps. It is not used to track you.”
  private func leavesOtherUses(_ act: Int) -> Bool {
    func namesAct(_ place: Int) -> Bool {
      guard analysis.wordToken(place)?.lower == "to", let verb = analysis.wordToken(place + 1) else { return false }
      return verb.isVerb(.base) && !verb.isForm(of: .accessVerb)
    }
    return namesAct(act + 1)
      && analysis.sentences.contains { !$0.tokens.contains(act) && $0.tokens.contains(where: namesAct) }
  }

  /// Whether a word introduces an exception, and not another noun: “in apps or websites”.
  private func isException(_ place: Int) -> Bool {
    guard tokens[place].isCue(.exception) else { return false }
    guard tokens[place].lower == "or", let next = analysis.wordToken(place + 1) else { return true }
    // “does not request or use it” denies both.
    if next.isVerb(.base), next.isForm(of: .getVerb) { return false }
    return !next.own.isDisjoint(with: [.pronoun, .determiner]) || next.isVerb(.base)
  }

  /// Whether some words speak of code that the app is made of: “a linked SDK”.
  func namesCode(in range: Range<Int>) -> Bool {
    range.contains { place in
      analysis.phraseLength(at: place, .code) > 0 && !(resource?.words.contains(tokens[place].lower) ?? false)
        && !(resource?.names.contains { $0.contains(tokens[place].lower) } ?? false)
    }
  }

  /// “Not used by this app”, “Camera is unused”, “No camera access needed”: what comes before are words for the
  /// resource, and what follows says nothing.
  private func isShortDenial(_ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    var isNegated = false
    while place < range.upperBound {
      let token = tokens[place]
      let length = analysis.nameLength(of: resource, at: place)
      if length > 0 {
        place += length
        continue
      }
      if token.isCue(.disuse) { break }
      if isNegated, token.isParticiple && isDeniable(place) || token.lower == "in" { break }
      if token.own.contains(.negation), token.lower != "without" {
        isNegated = true
      } else if !isOfResource(place),
        token.own.isDisjoint(with: [.be, .auxiliary, .adverb, .determiner])
      {
        return false
      }
      place += 1
    }
    guard place < range.upperBound else { return false }
    // “Not in use”
    if tokens[place].lower == "in" {
      guard analysis.wordToken(place + 1)?.own.contains(.accessNoun) ?? false else { return false }
      place += 1
    }
    if leavesOtherUses(place) { return false }
    let rest = min(place + 1, range.upperBound)..<range.upperBound
    if rest.contains(where: { tokens[$0].isCue(.exception) }) { return false }
    return namesCode(in: rest) || !saysSomething(in: rest)
  }

  /// The word for what the main clause of a sentence denies: “does not use”, “has no use for”.
  private func deniedAct(_ range: Range<Int>, _ shape: SentenceShape) -> Int? {
    guard let verb = shape.verb else { return nil }
    var isNegated = false
    for place in max(range.lowerBound, verb - 1)..<min(verb + 6, range.upperBound) {
      let token = tokens[place]
      // What cannot be done is no denial.
      if token.lower.hasPrefix("can") || token.lower.hasPrefix("could") { return nil }
      if token.own.contains(.negation) {
        if tokens[verb].isForm(of: .getVerb), place > verb { return verb }
        isNegated = true
      } else if isNegated, token.isWord,
        token.own.isDisjoint(with: [.be, .auxiliary, .adverb])
      {
        return denies(place, verb, range) ? place : nil
      } else if [.comma, .pause].contains(token.kind) {
        return nil
      } else if !isNegated, place > verb, token.own.isDisjoint(with: [.be, .auxiliary, .adverb]) {
        return nil
      }
    }
    return nil
  }

  /// Whether a word behind a negation denies the use of the resource.
  private func denies(_ place: Int, _ verb: Int, _ range: Range<Int>) -> Bool {
    let token = tokens[place]
    let next = analysis.wordToken(place + 1)
    // “You don't need to type your address.”
    if next?.lower == "to", let act = analysis.wordToken(place + 2), !act.isForm(of: .accessVerb) { return false }
    // “This alert should not show up”, but “Your photos should never appear twice”
    let isExpected =
      ["should", "shouldn't", "never"].contains(tokens[verb].lower)
      && !tokens[range.lowerBound..<verb].contains { resource?.words.contains($0.lower) ?? false }
    // “does not write any data”
    if token.isForm(of: .lightVerb), next?.lower == "any" || next?.lower == "anything" { return true }
    // “is never updated”, “but never writes to”: what the permission is for.
    if analysis.sentences.count == 1, token.isForm(of: .lightVerb), resource?.isTrivial(token) ?? false {
      // “is never changed, but shown beside your tasks”
      let rest = place..<range.upperBound
      return namesCode(in: rest)
        || !rest.contains {
          [.comma, .pause].contains(tokens[$0].kind)
            || tokens[$0].own.contains(.conjunction) && tokens[$0].lower != "or"
        }
    }
    return token.isForm(of: .getVerb) || token.isForm(of: .appearVerb) && isExpected
      // “Scanning will not work” says what is lost, and not what is left alone.
      || token.own.contains(.generic) && place > verb && !["will", "won't"].contains(tokens[verb].lower)
  }

  /// Whether a word stands for the resource, or for the permission.
  private func isOfResource(_ place: Int) -> Bool {
    let token = tokens[place]
    return !token.any.isDisjoint(with: [.accessNoun, .requestNoun, .generic])
      || resource?.words.contains(token.lower) ?? false
  }

  /// Whether a participle behind a negation denies: “not used”, “nothing is written”.
  private func isDeniable(_ place: Int) -> Bool {
    !tokens[place].own.isDisjoint(with: [.necessityParticiple, .irregularParticiple])
      || tokens[place].isForm(of: .getVerb)
      || tokens[place].isForm(of: .lightVerb) && (resource?.isTrivial(tokens[place]) ?? false)
  }
}
