import SourceText

// A text that was copied from another key.

extension EnglishReading {
  /// The other resource that the text asks for, and where; nil if it asks for the key's own, or for none.
  func wrongResource() -> (title: String, range: Range<Int>)? {
    guard let own = resource else { return nil }
    for place in tokens.indices where tokens[place].isWord {
      for (other, length) in wording.resourcesNamed(analysis, at: place) where other.title != own.title {
        guard !areNeighbours(own, other) else { continue }
        let range = place..<place + length
        let text = tokens[range].map(\.lower).joined(separator: " ")
        // A word that both have tells nothing.
        if own.words.contains(text) || own.trivial.contains(text) || analysis.nameLength(of: own, at: place) > 0 {
          continue
        }
        guard isAskedFor(range), !mentionsOwn(own, besides: other, range) else { continue }
        return (other.title, range)
      }
    }
    return nil
  }

  /// Resources that come together, so that a text about one may well speak of the other.
  private func areNeighbours(_ one: ResourceLexicon, _ other: ResourceLexicon) -> Bool {
    return one.title == other.title || one.neighbours.contains(other.title)
  }

  /// Whether access to some words is asked for, rather than their being mentioned.
  private func isAskedFor(_ range: Range<Int>) -> Bool {
    // “location access”, “camera is used”.
    if let next = analysis.wordToken(range.upperBound), next.isWord {
      if next.own.contains(.accessNoun) { return true }
      if next.own.contains(.be),
        let verb = analysis.wordToken(analysis.skippingAdverbs(range.upperBound + 1, tokens.count)),
        verb.own.contains(.necessityParticiple) || verb.lower == "necessary"
      {
        return true
      }
    }
    // “access to your location”, “uses the microphone”.
    var index = range.lowerBound - 1
    while index >= 0, tokens[index].isWord,
      !tokens[index].own.isDisjoint(with: [.determiner, .device, .adverb])
        || ["current", "precise", "exact", "approximate", "personal"].contains(tokens[index].lower)
        || tokens[index].lower == "of" && index > 0 && tokens[index - 1].own.contains(.accessNoun)
        || tokens[index].lower.hasSuffix("'s")
    {
      index -= 1
    }
    guard index >= 0, tokens[index].isWord else { return false }
    let before = tokens[index]
    if before.lower == "to" || before.lower == "for" {
      guard let noun = analysis.wordToken(index - 1) else { return false }
      return noun.own.contains(.accessNoun) || noun.isForm(of: .accessVerb)
    }
    // “They see your screen” asks for nothing.
    return before.isForm(of: .getVerb) && before.entry.stem != "see" || before.lower.hasPrefix("enabl")
      || before.own.contains(.accessNoun)
  }

  /// Whether the text speaks of the key's own resource too.
  private func mentionsOwn(_ own: ResourceLexicon, besides other: ResourceLexicon, _ range: Range<Int>) -> Bool {
    for place in tokens.indices where tokens[place].isWord && !range.contains(place) {
      if analysis.nameLength(of: own, at: place) > 0 { return true }
      let token = tokens[place]
      let isOwn = own.words.contains(token.lower) || own.words.contains(token.entry.stem)
      // What the other resource makes by itself speaks for neither: photos are what a camera takes.
      if isOwn, !other.isTrivial(token), !other.words.contains(token.lower) { return true }
    }
    return false
  }
}
