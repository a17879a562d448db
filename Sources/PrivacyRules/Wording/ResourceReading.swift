import SourceText

// A text that was copied from another key.

extension EnglishReading {
  /// The other resource that the text asks for, and where; nil if it asks for the key's own, or for none.
  func wrongResource() -> (title: String, range: Range<Int>)? {
    guard let own = resource else { return nil }
    for place in tokens.indices where tokens[place].isWord {
      for (other, length) in wording.resourcesNamed(analysis, at: place) where other.title != own.title {
        let range = place..<place + length
        guard !own.neighbours.contains(other.title), isAskedFor(range), !mentionsOwn(own) else { continue }
        return (other.title, range)
      }
    }
    return nil
  }

  /// Whether access to some words is asked for, rather than their being mentioned.
  private func isAskedFor(_ range: Range<Int>) -> Bool {
    // “location access”, “camera is used”.
    if let next = analysis.wordToken(range.upperBound), next.isWord {
      if next.own.contains(.accessNoun) { return true }
      let verb = analysis.wordToken(analysis.skippingAdverbs(range.upperBound + 1, tokens.count))
      if next.own.contains(.be), verb?.own.contains(.necessityParticiple) ?? false { return true }
    }
    // “access to your location”, “uses the microphone”.
    var index = range.lowerBound - 1
    while index >= 0, tokens[index].isWord, !tokens[index].isForm(of: .getVerb),
      !tokens[index].own.isDisjoint(with: [.determiner, .device, .adverb, .generic])
        || tokens[index].lower.hasSuffix("'s")
        || tokens[index].own.contains(.preposition) && index > 0 && tokens[index - 1].own.contains(.accessNoun)
    {
      index -= 1
    }
    guard index >= 0, tokens[index].isWord else { return false }
    return tokens[index].own.contains(.accessNoun)
      || tokens[index].isForm(of: .getVerb) && !tokens[index].isVerb(.gerund)
  }

  /// Whether the text speaks of the key's own resource too.
  private func mentionsOwn(_ own: ResourceLexicon) -> Bool {
    tokens.indices.contains { place in
      let token = tokens[place]
      return token.isWord
        && (analysis.nameLength(of: own, at: place) > 0 || own.words.contains(token.lower)
          || own.words.contains(token.entry.stem))
    }
  }
}
