import Catalog
import SourceText

/// The analysis of one English text.
struct EnglishReading {
  let text: String
  let analysis: AnalyzedText
  let wording: Wording
  let resource: ResourceLexicon?
  /// Words with a capital inside other texts of the app.
  let ownTerms: Set<String>
  let shapes: [SentenceShape]
  /// The places where the text tells or begs people to grant something.
  private(set) var orders: [Range<Int>] = []
  /// Another resource that the text asks for.
  private(set) var wrong: (title: String, range: Range<Int>)?

  init(text: String, analysis: AnalyzedText, wording: Wording, resource: ResourceLexicon?, ownTerms: Set<String> = []) {
    self.ownTerms = ownTerms
    self.text = text
    self.analysis = analysis
    self.wording = wording
    self.resource = resource
    shapes = analysis.sentences.map(analysis.shape)
    orders = imperatives()
    wrong = wrongResource()
  }

  var tokens: [WordToken] { analysis.tokens }

  func findings() -> [Wording.Finding] {
    var result: [Wording.Finding] = []
    let purpose = purposeFinding()
    if let purpose { result.append(purpose) }
    if let order = orders.first(where: { !isQuestion($0) }) {
      result.append(finding(.imperative(hasReason: purpose == nil), order))
    }
    result += passives()
    if let fragment = fragment() { result.append(fragment) }
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

  /// A finding for some tokens.
  func finding(_ kind: Wording.Kind, _ range: Range<Int>) -> Wording.Finding {
    let bytes = byteRange(range)
    return Wording.Finding(kind, bytes, String(text.utf8Slice(bytes)))
  }

  /// The bytes of some tokens, without trailing marks.
  func byteRange(_ range: Range<Int>) -> ByteRange {
    guard let first = analysis.wordToken(range.lowerBound), let last = analysis.wordToken(range.upperBound - 1) else {
      return ByteRange(0, 0)
    }
    return ByteRange(first.range.lower, max(first.range.lower, last.range.upper))
  }

  /// A sentence without surrounding marks.
  func content(of sentence: Sentence) -> Range<Int> {
    var start = sentence.tokens.lowerBound
    let end = analysis.wordsEnd(sentence)
    while start + 1 < end, [.lineBreak, .quote, .endMark].contains(tokens[start].kind) { start += 1 }
    return start..<max(start + 1, end)
  }

  // MARK: Passive

  /// The passive verbs of main clauses, one for each sentence.
  private func passives() -> [Wording.Finding] {
    zip(analysis.sentences, shapes).compactMap { sentence, shape in
      if let place = shape.shortPassive { return finding(.passive, place..<place + 1) }
      let end = analysis.wordsEnd(sentence)
      for verb in shape.mainVerbs {
        if let participle = participle(ofPassiveAt: verb, end) { return finding(.passive, verb..<participle + 1) }
      }
      return nil
    }
  }

  /// The participle that forms a passive with the finite verb at a place: “is used”, “will also be used”, “has to be
  /// granted”.
  private func participle(ofPassiveAt verb: Int, _ end: Int) -> Int? {
    var hasBe = false
    // “You asked to be notified” is what someone did.
    if tokens[verb].isForm(of: .requestVerb), tokens[verb].own.isDisjoint(with: [.be, .auxiliary]),
      isPerson(before: verb)
    {
      return nil
    }
    var next = verb
    for place in verb..<min(verb + 8, end) where place >= next {
      let token = tokens[place]
      guard token.isWord else { return nil }
      // “is by default stored”
      let adverbial = place > verb ? analysis.phraseLength(at: place, .adverb) : 0
      if adverbial > 1 {
        next = place + adverbial
        continue
      }
      if token.own.contains(.be) || ["it's", "that's", "they're"].contains(token.lower) {
        hasBe = true
      } else if hasBe, token.isParticiple {
        return token.isVerb(.base) && !token.own.contains(.irregularParticiple) ? nil : place
      } else if token.lower == "to" {
        // “has to be”, but not “be able to read”.
        if hasBe { return nil }
      } else if !analysis.isAdverb(place), !token.own.contains(.auxiliary),
        place > verb || !token.own.contains(.requestVerb) && !token.entry.base.contains(.requestVerb)
      {
        return nil
      }
    }
    return nil
  }

  /// Whether a person may be the subject of the verb at a place.
  private func isPerson(before verb: Int) -> Bool {
    var subject = verb - 1
    while subject > 0, analysis.isAdverb(subject) { subject -= 1 }
    guard let token = analysis.wordToken(subject), token.isWord, !analysis.isName[subject] else { return false }
    // “Riders asked to be told”, but “Photos need to be sorted”: things need, and only people ask.
    if token.entry.form == .s || token.any.isEmpty && token.lower.hasSuffix("s") {
      return !tokens[verb].isForm(of: .wishVerb)
    }
    // “It needs to be used”
    return token.isForm(of: .person) || token.own.contains(.subject) && !["it", "they"].contains(token.lower)
  }

  // MARK: Fragments and sentences

  /// A first sentence that isn’t complete. A fragment after a complete sentence is an afterthought.
  private func fragment() -> Wording.Finding? {
    // “Hi there!” isn’t an incomplete sentence.
    let first = shapes.indices.first { number in
      self.content(of: analysis.sentences[number]).contains {
        tokens[$0].isWord && (!tokens[$0].own.contains(.adverb) || tokens[$0].own.contains(.preposition))
      }
    }
    guard let place = first, shapes[place].kind == .fragment else { return nil }
    // “Lost your manual?” is a usual question.
    if tokens[analysis.sentences[place].tokens].contains(where: { $0.text == "?" }) { return nil }
    let shape = shapes[place]
    let content = self.content(of: analysis.sentences[place])
    if let verb = shape.verb, content.contains(verb) { return finding(.fragment, verb..<verb + 1) }
    return finding(.fragment, content)
  }

  private func severalSentences() -> [Wording.Finding] {
    guard analysis.sentences.count > 1 else { return [] }
    let rest = analysis.sentences[1].tokens.lowerBound..<tokens.count
    let first = content(of: Sentence(tokens: rest)).lowerBound
    return [finding(.severalSentences(analysis.sentences.count), first..<tokens.count)]
  }

  // MARK: Orders

  /// The words of each sentence that tell people to grant something.
  private func imperatives() -> [Range<Int>] {
    zip(analysis.sentences, shapes).compactMap { sentence, shape in
      let end = analysis.wordsEnd(sentence)
      for place in sentence.tokens.lowerBound..<end {
        let before = place > sentence.tokens.lowerBound ? tokens[place - 1] : nil
        var isPlease = false
        if tokens[place].isCue(.courtesy) {
          isPlease = true
        } else {
          // At the start, or after a comma, a colon or “then”.
          let isStart =
            shape.kind == .baseForm && shape.verb == place || before?.kind == .comma && !isListed(place, shape)
            || before?.kind == .pause && before?.text != "/" || before?.isCue(.sequence) ?? false
            || tokens[place].own.contains(.orderVerb) && isBehindLead(place, sentence)
            || tokens[place].lower == "don't" && place == content(of: sentence).lowerBound
          guard isStart else { continue }
        }
        let verb = isPlease ? analysis.skippingAdverbs(place, end) : place
        if let stop = order(at: verb, end, isPlease: isPlease) { return place..<stop }
      }
      return nil
    }
  }

  /// Whether a verb after a comma is one of several purposes: “uses your location to show tasks, enable…”.
  private func isListed(_ place: Int, _ shape: SentenceShape) -> Bool {
    guard let verb = shape.mainVerbs.first, verb < place, shape.kind == .statement else { return false }
    return (verb..<place).contains { tokens[$0].lower == "to" && analysis.wordToken($0 + 1)?.isVerb(.base) ?? false }
  }

  /// Whether some words are a question: “Allow Acme to use your camera?”.
  private func isQuestion(_ words: Range<Int>) -> Bool {
    analysis.sentences.contains { $0.tokens.overlaps(words) && tokens[$0.tokens].contains { $0.text == "?" } }
  }

  /// Whether a verb may begin the main clause after a phrase without a comma: “In order to pay allow…”.
  private func isBehindLead(_ place: Int, _ sentence: Sentence) -> Bool {
    let first = tokens[content(of: sentence).lowerBound]
    let last = tokens[max(0, place - 1)]
    return first.own.contains(.preposition) && place > sentence.tokens.lowerBound + 2 && last.isWord
      && last.own.isDisjoint(with: WordClass.structure.subtracting([.app, .device])) && last.entry.form != .s
  }

  /// The end of the words that tell people to grant something, if these begin at a place.
  private func order(at place: Int, _ end: Int, isPlease: Bool) -> Int? {
    guard place < end else { return nil }
    let verb = tokens[place]
    var stop = place + 1
    if ["do", "don't"].contains(verb.lower) {
      let next = analysis.skippingAdverbs(stop, end)
      return next < end && tokens[next].own.contains(.refusalVerb) ? next + 1 : nil
    }
    // “Be sure to allow”
    if verb.lower == "be", stop + 2 < end, tokens[stop].own.contains(.grantObject), tokens[stop + 1].lower == "to" {
      return order(at: stop + 2, end, isPlease: isPlease)
    }
    if stop < end, tokens[stop].lower == "on" { stop += 1 }
    if isPlease, verb.own.contains(.useVerb) { return stop }
    guard !verb.own.isDisjoint(with: [.grantVerb, .answerVerb]) else { return nil }
    // “Please check our privacy policy” doesn’t ask for a permission.
    if isPlease, verb.own.contains(.grantVerb) { return stop }
    if verb.own.contains(.orderVerb) {
      guard let next = analysis.wordToken(stop), stop < end else { return stop }
      // A third person whom the app lets do something isn’t told to grant it.
      let object = next.own.contains(.determiner) ? analysis.wordToken(stop + 1) ?? next : next
      if next.own.contains(.grantObject) { return stop }
      let isPlural = object.entry.form == .s && object.isForm(of: .ordinary) && object.isForm(of: .requestNoun) == false
      let isOther =
        next.isForm(of: .person) || object.isForm(of: .person) || next.lower == "them"
        || isPlural && !(resource?.words.contains(object.lower) ?? false)
          && wording.resourceNameLength(analysis, at: stop) == nil
        // “Allow your team to see the site”
        || next.own.contains(.determiner) && analysis.wordToken(stop + 2)?.lower == "to"
          && object.isForm(of: .ordinary)
          && object.any.isDisjoint(with: [.app, .device, .requestNoun, .grantObject, .generic, .person])
          && !(resource?.words.contains(object.lower) ?? false)
          && wording.resourceNameLength(analysis, at: stop + 1) == nil
      return isOther || next.isVerb(.gerund) && !next.isForm(of: .accessVerb) ? nil : stop
    }
    // “Enable to show your location”
    if stop < end, tokens[stop].lower == "to", verb.isCue(.enableVerb) { return stop }
    var index = stop
    while index < min(stop + 6, end) {
      let token = tokens[index]
      if verb.own.contains(.answerVerb) {
        let length = analysis.phraseLength(at: index, .answer)
        if length > 0 { return token.isCue(.settings) ? stop : index + length }
      } else if token.lower == "on", index > stop, !tokens[index - 1].isParticiple {
        return index + 1
      } else if !token.own.isDisjoint(with: [.preposition, .conjunction, .subordinator]) {
        return nil
      } else if token.own.contains(.grantObject) || token.own.contains(.app) || analysis.isName[index] {
        return stop
      } else if let length = wording.resourceNameLength(analysis, at: index) {
        // “Approve transactions” describes a use of Face ID.
        if resource?.isLock ?? false, analysis.nameLength(of: resource, at: index) == 0 { return nil }
        // “Enable voice search”: the resource’s name is part of another name.
        let after = analysis.wordToken(index + length)
        let isWhole =
          index + length >= end || after.map { !$0.isWord || !$0.own.isDisjoint(with: WordClass.structure) } ?? true
          || after.map { $0.isForm(of: .generic) || $0.own.contains(.grantObject) } ?? false
        let needsOn = verb.isCue(.switchVerb)
        // “Turn the camera on”
        if needsOn, index + length < end, after?.lower == "on" { return index + length + 1 }
        if isWhole || needsOn { return needsOn && stop == place + 1 ? nil : stop }
      }
      index += 1
    }
    return nil
  }
}
