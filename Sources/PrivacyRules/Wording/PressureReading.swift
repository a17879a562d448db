import SourceText

// Consent is asked for, never bought and never wrung out of anyone.

extension EnglishReading {
  /// The words that press a person to consent; nil if none do.
  func threat() -> Range<Int>? {
    for place in tokens.indices {
      let length = analysis.phraseLength(at: place, .threat)
      // “If you don't know the way” speaks of no consent.
      let last = tokens[max(place, place + length - 1)].lower
      let isCondition = tokens[place].lower == "if" && ["don't", "not"].contains(last)
      if length > 0, isAboutConsent(from: place + length, behind: isCondition ? "must" : last) {
        return place..<place + length
      }
      if tokens[place].own.contains(.threat) { return place..<place + 1 }
    }
    // “Without location the app cannot show stores.”
    for sentence in analysis.sentences {
      let range = content(of: sentence)
      guard let condition = range.first(where: { isThere(.condition, at: $0) }) else { continue }
      // “without typing” is a convenience; “without access” is a condition.
      if tokens[condition].lower == "without" {
        let near = range.filter { $0 > condition && $0 <= condition + 5 }
        let isCondition = near.contains { place in
          ["access", "permission", "permissions", "it", "this", "these", "authorization", "consent"].contains(
            tokens[place].lower)
            || analysis.nameLength(of: resource, at: place) > 0
        }
        if !isCondition { continue }
      }
      guard let loss = range.first(where: { isThere(.loss, at: $0) }) else { continue }
      return min(condition, loss)..<max(condition, loss) + 1
    }
    return nil
  }

  /// Whether “you must”, “unless you” and the like go on with consent: one may have to be of age as well.
  private func isAboutConsent(from place: Int, behind last: String) -> Bool {
    guard last == "must" || last == "to" || last == "you" else { return true }
    return tokens[min(place, tokens.count)..<min(place + 4, tokens.count)].contains {
      $0.isForm(of: .consentWord) || $0.own.contains(.accessNoun)
        || ["give", "provide", "permit", "on"].contains($0.lower)
    }
  }

  /// The words that offer something for consent; nil if none do.
  func incentive() -> Range<Int>? {
    guard tokens.contains(where: { $0.isForm(of: .consentWord) }) else { return nil }
    for place in tokens.indices {
      let length = analysis.phraseLength(at: place, .incentive)
      if length > 0 { return place..<place + length }
      guard tokens[place].isForm(of: .gainVerb) else { continue }
      for next in place + 1..<min(place + 6, tokens.count) where next < tokens.count {
        if !tokens[next].isWord, tokens[next].kind != .number { break }
        if ["to", "for", "by"].contains(tokens[next].lower), next > place + 1 { break }
        if isReward(tokens[next]) { return place..<next + 1 }
      }
    }
    return nil
  }

  /// Whether a word or a phrase of a list begins at a place.
  private func isThere(_ role: WordClass, at place: Int) -> Bool {
    tokens[place].own.contains(role) || analysis.phraseLength(at: place, role) > 0
  }

  private func isReward(_ token: WordToken) -> Bool {
    token.isForm(of: .incentive)
  }
}
