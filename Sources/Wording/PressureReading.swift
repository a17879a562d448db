import Catalog
import SourceText

// Pressure and rewards for consent, which apps must not use.

extension EnglishReading {
  /// The words that pressure people into consent; nil if there are none.
  func threat() -> Range<Int>? {
    // “but you can type the code in”: nothing is lost.
    let hasOtherWay = tokens.indices.contains { place in
      ["can", "may", "could"].contains { analysis.has(["but", "you", $0], at: place) }
    }
    if hasOtherWay { return nil }
    if let range = analysis.first(.threat, in: tokens.indices) { return range }
    // “you have to give permission”, “location must be turned on”: an obligation to consent.
    for place in tokens.indices where tokens[place].isWord {
      let length = analysis.phraseLength(at: place, .obligation)
      guard length > 0, place == 0 || tokens[place - 1].own.isDisjoint(with: [.negation, .subordinator]) else {
        continue
      }
      let rest = place + length..<min(place + length + 4, tokens.count)
      if let consent = rest.first(where: { tokens[$0].isForm(of: .consentWord) }),
        !rest.prefix(while: { $0 < consent }).contains(where: { tokens[$0].lower == "to" })
      {
        return place..<place + length
      }
    }
    // “Without location the app cannot show stores.”: a loss and a refusal in the same sentence.
    for sentence in analysis.sentences {
      let range = content(of: sentence)
      guard let refusal = refusal(in: range) else { continue }
      for place in range where !refusal.contains(place) && tokens[place].isWord {
        let length = analysis.phraseLength(at: place, .loss)
        if length > 0, !isPromise(at: place + length, before: refusal) {
          return min(refusal.lowerBound, place)..<max(refusal.upperBound, place + length)
        }
      }
    }
    return nil
  }

  /// Whether a “will not” is a promise and not a loss: “… be shared without your permission”.
  private func isPromise(at place: Int, before refusal: Range<Int>) -> Bool {
    guard place < refusal.lowerBound, analysis.has(["your"], at: refusal.upperBound) else { return false }
    let verb = tokens[place..<refusal.lowerBound].first { $0.isWord && $0.own.isDisjoint(with: [.be, .adverb]) }
    return verb?.isForm(of: .handlingVerb) ?? false
  }

  /// The words of a sentence about refusing: “unless you allow”, “without access”.
  func refusal(in range: Range<Int>) -> Range<Int>? {
    for place in range where tokens[place].isWord {
      if let range = analysis.first(.refusal, in: place..<place + 1) { return range }
      if let range = refusedResource(at: place, range.upperBound) { return range }
      let length = analysis.phraseLength(at: place, .condition)
      guard length > 0 else { continue }
      // “without typing” is a convenience, and “if you don't know the way” isn’t a refusal.
      for near in place + length..<min(place + length + 5, range.upperBound) where tokens[near].isWord {
        if tokens[near].isForm(of: .consentWord) || tokens[near].own.contains(.accessNoun)
          || analysis.nameLength(of: resource, at: near) > 0
          || near == place + 1 && ["it", "this", "that"].contains(tokens[near].lower)
        {
          return place..<place + length
        }
      }
    }
    return nil
  }

  /// The words from a place on about a refused resource: “if camera access is denied”, “when location is
  /// turned off”, “with this permission rejected”.
  private func refusedResource(at place: Int, _ end: Int) -> Range<Int>? {
    guard ["if", "when", "with"].contains(tokens[place].lower) else { return nil }
    var isAskedFor = false
    var next = place + 1
    while next < min(place + 8, end), tokens[next].isWord {
      let token = tokens[next]
      let isRefused =
        token.isForm(of: .refusalVerb) || token.lower == "off" && tokens[next - 1].isForm(of: .consentWord)
      if isAskedFor, isRefused { return place..<next + 1 }
      if token.own.contains(.accessNoun) || analysis.nameLength(of: resource, at: next) > 0 { isAskedFor = true }
      next += 1
    }
    return nil
  }

  /// The words that offer a reward for consent; nil if there are none.
  func incentive() -> Range<Int>? {
    if let range = keepingFree() { return range }
    // What the app “enables you to” do isn’t a reward.
    guard tokens.contains(where: { $0.isForm(of: .consentWord) && !($0.isForm(of: .letVerb) && $0.isVerb(.s)) }) else {
      return nil
    }
    for place in tokens.indices where tokens[place].isWord {
      let length = analysis.phraseLength(at: place, .incentive)
      if length > 1 { return place..<place + length }
      guard tokens[place].isForm(of: .gainVerb) else { continue }
      // “get 20 free coins”
      for next in place + 1..<min(place + 6, max(place + 1, tokens.count)) {
        if !tokens[next].isWord && tokens[next].kind != .number || tokens[next].own.contains(.preposition) { break }
        if tokens[next].isForm(of: .incentive) { return place..<next + 1 }
      }
    }
    return nil
  }

  /// The words that make the app’s price depend on consent: “keep the app free”.
  private func keepingFree() -> Range<Int>? {
    for place in tokens.indices where tokens[place].isForm(of: .saveVerb) {
      var next = place + 1
      var isApp = false
      while let token = analysis.wordToken(next), token.isWord, next < place + 6 {
        if isApp, token.own.contains(.incentive) {
          // “free of spam”
          let isOfCharge =
            !analysis.has(["of"], at: next + 1) || analysis.wordToken(next + 2)?.isCue(.price) ?? false
          return isOfCharge ? place..<next + 1 : nil
        }
        let isName = analysis.isName[next] || token.any.isEmpty && (token.isCapitalized || token.hasInnerCapital)
        isApp = isName || token.isForm(of: .app) || token.isForm(of: .generic)
        guard isName || !token.any.isDisjoint(with: [.app, .generic, .ordinary, .determiner]) else { break }
        next += 1
      }
    }
    return nil
  }
}
