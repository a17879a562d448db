import SourceText

// A text that was copied from another key.

extension EnglishReading {
  /// The other resource that the text asks for, and where; nil if it asks for the key's own, or for none.
  func wrongResource() -> (title: String, range: Range<Int>)? {
    guard let own = resource else { return nil }
    for place in tokens.indices where tokens[place].isWord {
      for other in wording.resources where other.title != own.title {
        let length = other.nameLength(analysis.words(from: place))
        guard length > 0, !areNeighbours(own, other) else { continue }
        let range = place..<place + length
        let text = tokens[range].map(\.lower).joined(separator: " ")
        // A word that both have tells nothing.
        if own.words.contains(text) || own.trivial.contains(text) || own.nameLength(analysis.words(from: place)) > 0 { continue }
        guard isAskedFor(range), !mentionsOwn(own, besides: other, range) else { continue }
        return (other.title, range)
      }
    }
    return nil
  }

  /// Resources that come together, so that a text about one may well speak of the other.
  private func areNeighbours(_ one: ResourceLexicon, _ other: ResourceLexicon) -> Bool {
    let pairs: [Set<String>] = [
      ["the microphone", "speech recognition"], ["the microphone", "Siri"], ["Siri", "speech recognition"],
      ["motion and fitness data", "health data"], ["the camera", "the main camera"], ["the microphone", "system audio"],
      ["the microphone", "audio in calls"], ["nearby devices", "Bluetooth"], ["nearby devices", "the local network"],
      ["identity documents", "financial data"], ["the surroundings", "the camera"], ["the surroundings", "the main camera"],
      ["hand movements", "the camera"], ["the media library", "Siri"], ["research sensors", "motion and fitness data"],
      ["files of a file provider", "the Documents folder"], ["calls", "the microphone"], ["critical messages", "calls"],
    ]
    return one.title == other.title || pairs.contains([one.title, other.title])
  }

  /// Whether access to some words is asked for, rather than their being mentioned.
  private func isAskedFor(_ range: Range<Int>) -> Bool {
    let nouns: Set<String> = ["access", "permission", "permissions", "authorization", "authorisation", "usage", "use"]
    // “location access”, “camera is used”.
    if let next = analysis.wordToken(range.upperBound), next.isWord {
      if nouns.contains(next.lower) { return true }
      if next.own.contains(.be), let verb = analysis.wordToken(analysis.skippingAdverbs(range.upperBound + 1, tokens.count)),
        ["used", "needed", "required", "accessed", "necessary", "requested"].contains(verb.lower)
      {
        return true
      }
    }
    // “access to your location”, “uses the microphone”.
    var index = range.lowerBound - 1
    while index >= 0, tokens[index].isWord,
      !tokens[index].own.isDisjoint(with: [.determiner, .device, .adverb]) || ["current", "precise", "exact", "approximate", "personal"].contains(tokens[index].lower)
        || tokens[index].lower == "of" && index > 0 && nouns.contains(tokens[index - 1].lower)
        || tokens[index].lower.hasSuffix("'s")
    {
      index -= 1
    }
    guard index >= 0, tokens[index].isWord else { return false }
    let before = tokens[index]
    if before.lower == "to" || before.lower == "for" {
      guard let noun = analysis.wordToken(index - 1) else { return false }
      return nouns.contains(noun.lower) || noun.isForm(of: ["access"])
    }
    return before.isForm(of: ["use", "access", "need", "require", "utilize", "request", "want", "enable", "read", "collect"])
      || nouns.contains(before.lower)
  }

  /// Whether the text speaks of the key's own resource too.
  private func mentionsOwn(_ own: ResourceLexicon, besides other: ResourceLexicon, _ range: Range<Int>) -> Bool {
    for place in tokens.indices where tokens[place].isWord && !range.contains(place) {
      if own.nameLength(analysis.words(from: place)) > 0 { return true }
      let token = tokens[place]
      let isOwn = own.words.contains(token.lower) || own.words.contains(token.entry.stem)
      // What the other resource makes by itself speaks for neither: photos are what a camera takes.
      if isOwn, !other.isTrivial(token), !other.words.contains(token.lower) { return true }
    }
    return false
  }
}
