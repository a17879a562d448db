import SourceText

// Consent is asked for, never bought and never wrung out of anyone.

extension EnglishReading {
  /// The words that press a person to consent; nil if none do.
  func threat() -> Range<Int>? {
    for place in tokens.indices {
      let length = lexicon.phraseLength(analysis.words(from: place, limit: 8), .threat)
      if length > 0 { return place..<place + length }
      if tokens[place].own.contains(.threat) { return place..<place + 1 }
    }
    // “Without location the app cannot show stores.”
    let conditions: [[String]] = [
      ["without"], ["otherwise"], ["unless"], ["if", "you", "do", "not"], ["if", "you", "don't"], ["if", "you", "deny"],
      ["if", "you", "decline"], ["if", "you", "refuse"], ["if", "not"],
    ]
    let losses: [[String]] = [
      ["cannot"], ["can't"], ["can", "not"], ["won't"], ["will", "not"], ["not", "be", "able"], ["unable"], ["unavailable"],
      ["impossible"], ["not", "work"], ["doesn't", "work"], ["not", "possible"], ["lose"], ["limited"], ["disabled"],
      ["not", "available"], ["fail"], ["useless"],
    ]
    for sentence in analysis.sentences {
      let range = content(of: sentence)
      guard let condition = range.first(where: { place in conditions.contains { analysis.has($0, at: place) } }) else { continue }
      // “without typing” is a convenience; “without access” is a condition.
      if tokens[condition].lower == "without" {
        let near = range.filter { $0 > condition && $0 <= condition + 5 }
        let isCondition = near.contains { place in
          ["access", "permission", "permissions", "it", "this", "these", "authorization", "consent"].contains(tokens[place].lower)
            || (resource?.nameLength(analysis.words(from: place)) ?? 0) > 0
        }
        if !isCondition { continue }
      }
      guard let loss = range.first(where: { place in losses.contains { analysis.has($0, at: place) } }) else { continue }
      return min(condition, loss)..<max(condition, loss) + 1
    }
    return nil
  }

  /// The words that offer something for consent; nil if none do.
  func incentive() -> Range<Int>? {
    let cues: Set<String> = ["allow", "enable", "grant", "accept", "agree", "consent", "permission", "share", "opt", "turn", "tracking", "track", "activate"]
    guard tokens.contains(where: { $0.isForm(of: cues) }) else { return nil }
    let getting: Set<String> = ["get", "earn", "receive", "win", "unlock", "collect", "give", "offer", "reward", "gain", "claim", "enjoy", "obtain"]
    for place in tokens.indices {
      let length = lexicon.phraseLength(analysis.words(from: place), .incentive)
      if length > 0 { return place..<place + length }
      guard tokens[place].isForm(of: getting) else { continue }
      for next in place + 1..<min(place + 6, tokens.count) where next < tokens.count {
        if !tokens[next].isWord, tokens[next].kind != .number { break }
        if ["to", "for", "by"].contains(tokens[next].lower), next > place + 1 { break }
        if isReward(tokens[next]) { return place..<next + 1 }
      }
    }
    return nil
  }

  private func isReward(_ token: WordToken) -> Bool {
    lexicon.exact(token.lower).contains(.incentive) || lexicon.exact(token.entry.stem).contains(.incentive)
  }
}
