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
}
