import SourceText

// Whether a text says what for. The request is cut off; what is left must name a feature, and one that not every app
// with the permission has.

extension EnglishReading {
  /// What the words of a sentence amount to.
  private struct Content {
    /// Words that name a feature.
    var concrete: [Int] = []
    /// Words that every app with the permission could say.
    var trivial: [Int] = []
    var generic: [Int] = []
    var light: [Int] = []
    /// Where what is left behind the request begins; nil if nothing is.
    var purpose: Int?
    var isDenial = false
    /// Whether it says what is not done.
    var isPromise = false

    /// Whether something is left once the request is cut off, if only an empty phrase.
    var hasPurpose: Bool { purpose != nil }
  }

  /// The finding about the purpose; nil for a text that names a feature.
  func purposeFinding() -> Wording.Finding? {
    // What a build setting says may be the purpose.
    if tokens.contains(where: { $0.kind == .variable && !wording.isNameVariable($0.text) }) { return nil }
    var contents: [Content] = []
    for (sentence, shape) in zip(analysis.sentences, shapes) {
      contents.append(content(of: sentence, shape))
    }
    let positive = contents.filter { !$0.isDenial && !$0.isPromise }
    if positive.contains(where: namesFeature) { return nil }
    guard let first = analysis.sentences.first else { return nil }
    let whole = content(of: first)
    if let place = contents.firstIndex(where: \.isDenial), !positive.contains(where: \.hasPurpose) {
      return finding(.noPurpose(isDenial: true), content(of: analysis.sentences[place]))
    }
    // A purpose that says nothing, if there is one; the request, if there is none.
    for (sentence, content) in zip(analysis.sentences, contents) where !content.isDenial && !content.isPromise {
      guard let start = content.purpose else { continue }
      let end = self.content(of: sentence).upperBound
      let isTautology =
        content.generic.filter { $0 >= start }.isEmpty && !content.trivial.filter { $0 >= start }.isEmpty
      return finding(.vague(tautologyOf: isTautology ? resource?.title : nil), min(start, end - 1)..<end)
    }
    return finding(.noPurpose(isDenial: false), whole)
  }

  private func namesFeature(_ content: Content) -> Bool {
    if !content.concrete.isEmpty { return true }
    guard let start = content.purpose else { return false }
    // “share these pictures”: an act that is not the permission's own, on something that is.
    let acts = content.light.filter { $0 >= start }
    let objects = content.trivial.filter { place in
      place >= start && !tokens[place].isOnlyVerb(tokens[place].entry.form) && !tokens[place].isVerb(.gerund)
    }
    return !acts.isEmpty && !objects.isEmpty
  }

  /// What a sentence says besides asking.
  private func content(of sentence: Sentence, _ shape: SentenceShape) -> Content {
    var result = Content()
    let range = content(of: sentence)
    let end = range.upperBound
    result.isDenial = isDenial(range, shape)
    result.isPromise = !result.isDenial && (isPromise(range, shape) || isAboutSettings(range))
    // The resource's own names, and who asks, say nothing.
    var isRequest = Array(repeating: false, count: tokens.count)
    var place = range.lowerBound
    while place < end {
      let length = analysis.nameLength(of: resource, at: place)
      if length > 0 { for part in place..<min(place + length, end) { isRequest[part] = true } }
      place += max(1, length)
    }
    for part in range where tokens[part].isWord && tokens[part].any.isEmpty && isNearResourceWord(tokens[part]) {
      isRequest[part] = true
    }
    if let wrong { for part in wrong.range { isRequest[part] = true } }
    for order in orders { for part in order where part < tokens.count { isRequest[part] = true } }
    markNames(range, shape, &isRequest)

    result.purpose = purposeStart(range, shape, isRequest)
    for place in range where tokens[place].isWord && !analysis.isName[place] {
      let token = tokens[place]
      if isRequest[place] { continue }
      let isBehind = result.purpose.map { place >= $0 } ?? false
      if resource?.isAddOnly ?? false, isBehind, token.isForm(of: .saveVerb) {
        result.concrete.append(place)
        continue
      }
      if let resource, resource.isTrivial(token), !(token.own.contains(.accessVerb) && !isBehind) {
        result.trivial.append(place)
        continue
      }
      let own = token.own
      let base = token.entry.base
      // “order” is a word of requests in “in order to” alone.
      if token.lower == "order", place > 0, tokens[place - 1].lower == "in" { continue }
      if token.lower == "note", place > 0, tokens[place - 1].lower == "please" { continue }
      if token.lower == "order" { result.concrete.append(place); continue }
      // “your runs” are no time at which the app runs.
      if token.entry.stem == "run" || token.lower == "run", place > 0 {
        let before = tokens[place - 1]
        let isPersonRunning =
          ["you", "they"].contains(before.lower)
          && !(analysis.wordToken(place + 1)?.own.contains(.determiner) ?? false)
        if before.own.contains(.determiner) && !before.own.contains(.pronoun) || isPersonRunning {
          result.concrete.append(place)
          continue
        }
      }
      if isParticleVerb(place, end) {
        result.concrete.append(place)
        continue
      }
      if !own.isDisjoint(with: .structure) { continue }
      if isEmptyCompound(token) {
        result.generic.append(place)
        continue
      }
      if base.contains(.app) || base.contains(.device) || base.contains(.person) { continue }
      if own.contains(.generic) || base.contains(.generic) && own.isDisjoint(with: .ordinary) {
        result.generic.append(place)
        continue
      }
      if own.contains(.requestVerb) || own.contains(.requestNoun) || base.contains(.requestVerb)
        || base.contains(.requestNoun)
      {
        continue
      }
      if isNounHere(place) {
        result.concrete.append(place)
        continue
      }
      if own.contains(.lightVerb) || base.contains(.lightVerb) && own.isDisjoint(with: .ordinary) {
        result.light.append(place)
        continue
      }
      if own.contains(.accessVerb) || base.contains(.accessVerb) { continue }
      if analysis.isAdverb(place), token.lower.hasSuffix("ly"), isGenericAdverb(token) {
        result.generic.append(place)
        continue
      }
      result.concrete.append(place)
    }
    return result
  }

  /// Whether a word that is a verb as well is a noun with another one before it: “voice search”.
  private func isNounHere(_ place: Int) -> Bool {
    let token = tokens[place]
    guard token.own.contains(.nounOrVerb), token.own.contains(.lightVerb), place > 0 else { return false }
    let before = tokens[place - 1]
    guard before.isWord, before.isVerb(.base) == false || before.own.contains(.ordinary) else { return false }
    return before.own.isDisjoint(with: WordClass.structure.union([.requestVerb, .requestNoun, .accessVerb]))
      && before.lower != "to" && !analysis.isAdverb(place - 1)
  }

  /// Whether a verb of no weight of its own has a particle that gives it one: “back up”, “pick you up”.
  private func isParticleVerb(_ place: Int, _ end: Int) -> Bool {
    guard ["back", "pick", "top", "look", "drop"].contains(tokens[place].entry.stem) else { return false }
    return (place + 1..<max(place + 1, min(place + 4, end))).contains { ["up", "off"].contains(tokens[$0].lower) }
  }

  /// “location-based” and “voice-related” say no more than the resource does.
  private func isEmptyCompound(_ token: WordToken) -> Bool {
    guard token.any.isEmpty, let hyphen = token.lower.firstIndex(of: "-") else { return false }
    let first = String(token.lower[..<hyphen])
    let second = token.lower[token.lower.index(after: hyphen)...]
    let isAboutResource =
      resource.map { $0.trivial.contains(first) || $0.words.contains(first) || !$0.names(first).isEmpty } ?? false
    return (isAboutResource || lexicon.exact(first).contains(.generic))
      && ["based", "related", "aware", "specific", "enabled", "powered", "dependent", "driven"].contains(second)
  }

  /// “securely” is as empty as “secure”.
  private func isGenericAdverb(_ token: WordToken) -> Bool {
    let stem = String(token.lower.dropLast(2))
    return [stem, stem + "e", stem.hasSuffix("i") ? String(stem.dropLast()) + "y" : stem, stem + "le"].contains {
      lexicon.exact($0).contains(.generic)
    }
  }

  /// A name of this resource with a slip in it.
  private func isNearResourceWord(_ token: WordToken) -> Bool {
    guard let resource, token.lower.utf8.count >= 5, !resource.isTrivial(token), !resource.words.contains(token.lower)
    else { return false }
    let letters = Array(token.lower.utf8)
    // “acces”, “permision”
    let request = ["access", "permission", "permissions", "authorization"]
    if request.contains(where: { editDistance(letters, Array($0.utf8), limit: 1) <= 1 }) { return true }
    return resource.names.contains { name in
      name.contains { word in
        word.utf8.count >= 5 && word.utf8.first == letters.first && lexicon.exact(word).isDisjoint(with: .structure)
          && editDistance(letters, Array(word.utf8), limit: word.utf8.count >= 9 ? 2 : 1)
            <= (word.utf8.count >= 9 ? 2 : 1)
      }
    }
  }

  /// Marks as part of the request whoever asks, by a name that nothing says is the app's.
  private func markNames(_ range: Range<Int>, _ shape: SentenceShape, _ isRequest: inout [Bool]) {
    if let subject = shape.subject, let verb = shape.verb, subject.lowerBound < subject.upperBound {
      let isAsking =
        tokens[verb].isForm(of: .askVerb) || tokens[verb].isForm(of: .getVerb)
        || tokens[verb].own.contains(.auxiliary)
      let isNamed = subject.allSatisfy { place in
        let token = tokens[place]
        if token.kind == .number || analysis.isName[place] || !token.isWord || token.any.isEmpty { return true }
        if !token.own.isDisjoint(with: [.determiner, .app, .adverb, .preposition]) { return true }
        // The first word has a capital in any case.
        return token.isCapitalized && (place > range.lowerBound || subject.count > 1)
      }
      // “This script”
      let isThis = subject.count == 2 && ["this", "that"].contains(tokens[subject.lowerBound].lower)
      // “The XYZ app”
      if isAsking, isNamed || isThis, subject.count <= 6,
        !subject.contains(where: { tokens[$0].own.contains(.subordinator) })
      {
        for place in subject { isRequest[place] = true }
      }
    }
    // “Allow Zulip to access…”
    for place in range.dropLast() where tokens[place].isForm(of: .letVerb) {
      var index = place + 1
      while index < range.upperBound, tokens[index].isCapitalized, tokens[index].isWord { index += 1 }
      if index > place + 1, index < range.upperBound,
        tokens[index].lower == "to" || tokens[index].own.contains(.accessVerb)
      {
        for part in place + 1..<index { isRequest[part] = true }
      }
    }
  }

  /// Where a sentence begins to say what for; nil if it only asks.
  private func purposeStart(_ range: Range<Int>, _ shape: SentenceShape, _ isRequest: [Bool]) -> Int? {
    let end = range.upperBound
    /// Whether a place has something worth reading behind it.
    func hasContent(from start: Int) -> Bool {
      var index = start
      while index < end {
        let token = tokens[index]
        if token.isWord, !isRequest[index], !analysis.isName[index] {
          let isAsking = !token.own.isDisjoint(with: [.requestVerb, .requestNoun, .accessVerb, .grantVerb])
          let isStructure = !token.own.isDisjoint(with: .structure)
          if !isStructure, !isAsking { return true }
        }
        index += 1
      }
      return false
    }
    // What describes a feature from its first word on.
    if shape.kind == .baseForm, let verb = shape.verb, !isRequest[verb],
      !tokens[verb].own.contains(.grantVerb) || !isOrder(verb),
      !tokens[verb].isForm(of: .askVerb), !tokens[verb].isForm(of: .getVerb), hasContent(from: verb)
    {
      return verb
    }
    if shape.kind == .statement, let verb = shape.verb, !isAskingVerb(verb, end), hasContent(from: verb) {
      let start = analysis.skippingAdverbs(verb, end)
      let first =
        tokens[start].own.isDisjoint(with: [.auxiliary, .be]) ? start : analysis.skippingAdverbs(start + 1, end)
      if first < end { return first }
    }
    var index = range.lowerBound
    while index < end {
      let token = tokens[index]
      let before = index > range.lowerBound ? tokens[index - 1] : nil
      switch token.lower {
      case "to":
        let verb = analysis.skippingAdverbs(index + 1, end)
        guard verb < end,
          tokens[verb].isVerb(.base) || tokens[verb].own.contains(.lightVerb) || tokens[verb].any.isEmpty
            || tokens[verb].lower == "be" || tokens[verb].own.contains(.accessVerb)
        else { break }
        if tokens[verb].lower == "be" {
          // “to be able to”
          break
        }
        if isChained(index, verb, range, before, isRequest) { break }
        if hasContent(from: verb) { return verb }
      case "for":
        // “access for the camera”, “permission for location”: what is asked for.
        if let before, before.own.contains(.accessNoun) || before.isForm(of: .askVerb), index + 1 < end {
          var next = index + 1
          while next < end, !tokens[next].own.isDisjoint(with: [.determiner]) || tokens[next].own.contains(.device) {
            next += 1
          }
          var after = next
          while after < end, isRequest[after] || tokens[after].own.contains(.accessNoun) { after += 1 }
          // “access for location features” is for features.
          let isWhole = after >= end || !tokens[after].isWord || !tokens[after].own.isDisjoint(with: .structure)
          if after > next, isWhole { break }
        }
        if index + 1 < end, hasContent(from: index + 1) { return index + 1 }
      case "so", "because", "since", "as", "while", "when", "whenever", "where", "by", "during", "which", "that", "in",
        "on", "with", "if":
        // These say when or how: a purpose only if they say more than that.
        if ["so", "because", "since"].contains(token.lower), hasContent(from: index + 1) {
          return index + 1
        }
      case "lets", "let", "allows", "enables", "helps", "letting", "allowing", "enabling", "helping":
        // “which lets you…”
        if index > range.lowerBound, hasContent(from: index + 1), shape.verb != index || token.entry.form != .base {
          return index
        }
        if index == range.lowerBound, token.entry.form == .s, hasContent(from: index + 1) { break }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether a verb such as “give” has the permission itself for its object.
  private func givesPermission(_ verb: Int, _ end: Int) -> Bool {
    (verb + 1..<min(verb + 5, max(verb + 1, end))).contains { tokens[$0].own.contains(.accessNoun) }
  }

  private func isOrder(_ verb: Int) -> Bool {
    orders.contains { $0.contains(verb) }
  }

  /// Whether the main verb at a place only asks for access, gets it, or says that it is needed.
  private func isAskingVerb(_ verb: Int, _ end: Int) -> Bool {
    var place = verb
    var steps = 0
    while place < end, steps < 6 {
      let token = tokens[place]
      if token.lower == "to" || !token.own.isDisjoint(with: [.auxiliary, .be]) || analysis.isAdverb(place) {
        // “we'd like to”, “will be”, “is”.
        place += 1
        steps += 1
        continue
      }
      break
    }
    guard place < end else { return true }
    let token = tokens[place]
    if !token.isWord { return true }
    if token.own.contains(.pronoun) || token.own.contains(.determiner) {
      // A question: “May I use…”.
      return true
    }
    if token.isForm(of: .askVerb) || token.isForm(of: .getVerb) {
      // What is got must be the resource itself: “reads the tags” of its own tells a feature where it is none.
      return true
    }
    if token.isParticiple && place > verb {
      // “is needed” asks; “are printed” tells what is done.
      let asking: WordClass = [.requestVerb, .accessVerb, .grantVerb, .necessityParticiple]
      return !token.any.isDisjoint(with: asking)
    }
    if token.isForm(of: .grantVerb), !token.isForm(of: .letVerb), givesPermission(place, end) { return true }
    // “is necessary”, “is important”.
    return !token.own.isDisjoint(with: .generic) && place > verb
  }

  /// Whether an infinitive is what is asked for rather than what for: “permission to record”, “would like to use”.
  private func isChained(_ place: Int, _ verb: Int, _ range: Range<Int>, _ before: WordToken?, _ isRequest: [Bool])
    -> Bool
  {
    guard let before else { return false }
    // “In order to”
    if before.lower == "order" { return isAccess(verb, range.upperBound, isRequest) }
    if before.own.contains(.accessNoun), before.lower != "use", before.lower != "usage" {
      // “permission to record audio” asks; “access to save your scans” tells.
      if before.lower == "access" { return isAccess(verb, range.upperBound, isRequest) }
      return !behindIsConcrete(verb, range.upperBound, isRequest)
    }
    return isAccess(verb, range.upperBound, isRequest)
  }

  /// Whether a verb and what follows is nothing but the access itself: “to use the camera”, “to get your location”.
  private func isAccess(_ verb: Int, _ end: Int, _ isRequest: [Bool]) -> Bool {
    let token = tokens[verb]
    guard token.own.contains(.accessVerb) || token.own.contains(.requestVerb) else { return false }
    var index = verb + 1
    while index < end {
      let word = tokens[index]
      if ["to", "for", "so", "because"].contains(word.lower) { break }
      if !word.isWord { index += 1; continue }
      if !isRequest[index], word.own.isDisjoint(with: WordClass.structure.union([.requestNoun, .accessVerb])) {
        // “to know your exact location”: what is said of the resource changes nothing.
        if resource?.isTrivial(word) ?? false || word.own.contains(.generic) && resourceFollows(index, end, isRequest) {
          index += 1
          continue
        }
        return false
      }
      index += 1
    }
    return true
  }

  private func resourceFollows(_ place: Int, _ end: Int, _ isRequest: [Bool]) -> Bool {
    (place..<min(place + 4, end)).contains { isRequest[$0] || (resource?.isTrivial(tokens[$0]) ?? false) }
  }

  private func behindIsConcrete(_ verb: Int, _ end: Int, _ isRequest: [Bool]) -> Bool {
    var index = verb
    while index < end {
      let token = tokens[index]
      if index > verb, ["to", "for", "so"].contains(token.lower) { return false }
      if token.isWord, !isRequest[index], !(resource?.isTrivial(token) ?? false), wording.isConcrete(token) {
        return true
      }
      index += 1
    }
    return false
  }

  /// Whether the main verb of a sentence is negated: “We never share your photos.”
  private func isPromise(_ range: Range<Int>, _ shape: SentenceShape) -> Bool {
    guard analysis.sentences.count > 1, let verb = shape.verb, shape.kind != .fragment || shape.verb == shape.start
    else {
      return false
    }
    return (max(range.lowerBound, verb - 1)..<min(verb + 3, range.upperBound)).contains {
      tokens[$0].own.contains(.negation)
    }
  }

  /// Whether a sentence besides others only says where one may think again: “You can change this in Settings.”
  private func isAboutSettings(_ range: Range<Int>) -> Bool {
    guard analysis.sentences.count > 1,
      range.contains(where: { ["settings", "preferences"].contains(tokens[$0].lower) })
    else { return false }
    return range.contains {
      ["change", "turn", "disable", "revoke", "enable", "adjust", "manage", "modify", "withdraw", "switch", "opt"]
        .contains(tokens[$0].entry.stem)
    }
  }

  /// Whether a sentence says that nothing is needed.
  private func isDenial(_ range: Range<Int>, _ shape: SentenceShape) -> Bool {
    let start = max(range.lowerBound, (shape.verb ?? shape.start) - 1)
    for place in start..<min(start + 6, range.upperBound) {
      let token = tokens[place]
      guard token.isWord, token.own.contains(.negation) else { continue }
      // “cannot be used without…” presses.
      if tokens[place..<range.upperBound].contains(where: { ["without", "unless"].contains($0.lower) }) { continue }
      // What went before has already said what for.
      if place > range.lowerBound,
        tokens[range.lowerBound..<place].contains(where: {
          ["to", "for", "so", "if", "when", "without"].contains($0.lower) || $0.kind == .comma
        })
      {
        continue
      }
      for next in place + 1..<min(place + 4, range.upperBound) where next < tokens.count {
        let word = tokens[next]
        if word.isForm(of: .getVerb) && !word.isForm(of: .appearVerb)
          || ["necessary", "any"].contains(word.lower) && next == place + 1
        {
          // “not only”, “not just”.
          if tokens[place + 1].lower == "only" || tokens[place + 1].lower == "just" { return false }
          // “You don't need to type your address.”
          if next + 2 < range.upperBound, tokens[next + 1].lower == "to",
            tokens[next + 2].own.isDisjoint(with: [.accessVerb, .be, .requestVerb])
          {
            return false
          }
          // “cannot be used without”, “does not use it unless”.
          if tokens[next..<range.upperBound].contains(where: { ["without", "unless", "until"].contains($0.lower) }) {
            return false
          }
          // “We do not use it for ads” is a promise, not a denial, if it says what it is not used for... with a purpose.
          return true
        }
        if word.isForm(of: .appearVerb),
          ["should", "shouldn't", "must", "will", "won't", "never"].contains(where: { word in
            (max(range.lowerBound, place - 2)...place).contains { tokens[$0].lower == word }
          })
        {
          return true
        }
      }
    }
    return false
  }
}
