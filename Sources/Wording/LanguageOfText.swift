// Whether a text is English. A wrong yes is worse than a wrong no, since English rules make no sense in another
// language.

extension Wording {
  /// - Parameter isSaid: Whether the file declares that it’s English. Then little evidence is needed for it, and much
  ///   against it.
  func isEnglish(_ analysis: AnalyzedText, isSaid: Bool) -> Bool {
    var words = 0
    var known = 0
    var structure = 0
    var foreign = 0
    var unknown = 0
    var letters = 0
    var otherLetters = 0
    for (place, token) in analysis.tokens.enumerated() where token.isWord {
      words += 1
      var isPlain = true
      for scalar in token.lower.unicodeScalars {
        letters += 1
        if scalar.value >= 0x80 { isPlain = false }
        // A sign of Chinese, Japanese or Korean is as much as a syllable.
        if scalar.value > 0x24F, scalar.properties.isAlphabetic { otherLetters += scalar.value >= 0x2E80 ? 3 : 1 }
      }
      let classes = token.any
      if !isPlain {
        foreign += classes.subtracting(.foreign).isEmpty ? 1 : 0
        continue
      }
      if token.own.contains(.foreign) {
        foreign += 1
      } else if !classes.isEmpty || resourceWords.contains(token.lower)
        || resourceNameLength(analysis, at: place) != nil
      {
        known += 1
        if !token.own.isDisjoint(with: [.determiner, .pronoun, .preposition, .conjunction, .be, .auxiliary]) {
          structure += 1
        }
      } else if !token.isCapitalized, !token.hasInnerCapital {
        unknown += 1
      }
    }
    guard words > 0, otherLetters * 4 < letters else { return false }
    if foreign > 0, foreign * 3 >= known { return false }
    // A function word of another language with words that aren’t English: “Giv app adgang til kamera for video”.
    if foreign > 0, unknown > 0, (foreign + unknown) * 2 >= known { return false }
    if words <= 3 { return isSaid ? foreign == 0 : known * 2 >= words && foreign == 0 }
    if known * 2 < words { return isSaid && known * 3 >= words && foreign == 0 && structure > 0 }
    return structure > 0 || known * 3 >= words * 2
  }
}
