import Catalog

// Whether a text is English. A wrong yes is worse than a wrong no, since English rules make no sense in another
// language.

extension Wording {
  /// What the words of a text tell about its language.
  private struct Evidence {
    var words = 0
    /// English words, and those of them that English sentences are built with.
    var known = 0
    var structure = 0
    /// Short words of other languages, and words with letters that English has none of.
    var foreign = 0
    var accented = 0
    /// Lowercase words that are neither.
    var unknown = 0
    /// The share of letters that aren’t Latin.
    var letters = 0
    var otherLetters = 0
  }

  private func evidence(_ analysis: AnalyzedText) -> Evidence {
    var result = Evidence()
    for (place, token) in analysis.tokens.enumerated() where token.isWord {
      result.words += 1
      var isPlain = true
      for scalar in token.lower.unicodeScalars {
        result.letters += 1
        if scalar.value >= 0x80 { isPlain = false }
        // A sign of Chinese, Japanese or Korean is as much as a syllable.
        if scalar.value > 0x24F, scalar.properties.isAlphabetic {
          result.otherLetters += scalar.value >= 0x2E80 ? 3 : 1
        }
      }
      let classes = token.any
      if !isPlain {
        if classes.subtracting([.foreign]).isEmpty {
          if classes.isEmpty { result.accented += 1 } else { result.foreign += 1 }
        }
        continue
      }
      if token.own.contains(.foreign) {
        result.foreign += 1
      } else if !classes.isEmpty || resourceWords.contains(token.lower)
        || resourceNameLength(analysis, at: place) != nil
      {
        result.known += 1
        if !token.own.isDisjoint(with: [.determiner, .pronoun, .preposition, .conjunction, .be, .auxiliary]) {
          result.structure += 1
        }
      } else if !token.isCapitalized, !token.hasInnerCapital {
        result.unknown += 1
      }
    }
    return result
  }

  /// - Parameter isSaid: Whether the file declares that it’s English. Then little evidence is needed for it, and much
  ///   against it.
  func isEnglish(_ analysis: AnalyzedText, isSaid: Bool) -> Bool {
    let found = evidence(analysis)
    let (words, known) = (found.words, found.known)
    let foreign = found.foreign + found.accented
    guard words > 0, found.otherLetters * 4 < found.letters else { return false }
    if foreign > 0, foreign * 3 >= known { return false }
    // A function word of another language with words that aren’t English: “Giv app adgang til kamera for video”.
    if foreign > 0, found.unknown > 0, (foreign + found.unknown) * 2 >= known { return false }
    if words <= 3 { return isSaid ? foreign == 0 : known * 2 >= words && foreign == 0 }
    if known * 2 < words { return isSaid && known * 3 >= words && foreign == 0 && found.structure > 0 }
    return found.structure > 0 || known * 3 >= words * 2
  }

  /// Whether a text is plainly in another language than English, so that names in an English one aren’t enough for it. A
  /// text that may be English, but isn’t a sentence in it, is in the language of those beside it.
  ///
  /// - Parameter areOthers: Whether most of those beside it are in another language.
  public func isForeign(_ text: String, where areOthers: () -> Bool = { false }) -> Bool {
    let analysis = AnalyzedText(head(of: text), lexicon)
    let found = evidence(analysis)
    if isForeign(found) { return true }
    guard found.structure == 0 || found.foreign > 0 && !isEnglish(analysis, isSaid: false) else { return false }
    return areOthers()
  }

  /// Whether most of the first texts of a file are plainly in another language than English.
  public func areForeign(_ texts: some Sequence<String>) -> Bool {
    let found = texts.prefix(8).map { evidence(AnalyzedText(head(of: $0), lexicon)) }
    return found.count(where: isForeign) * 2 > found.count { $0.structure > 0 || isForeign($0) }
  }

  private func isForeign(_ found: Evidence) -> Bool {
    if found.otherLetters * 2 > found.letters { return true }
    if found.known == 0, found.accented + found.unknown > 1 { return true }
    // Without a word that English sentences are built with, English words may be those of another language.
    if found.structure == 0, found.foreign > 1 { return true }
    // “usa a câmera para a foto de perfil”: some short words are those of two languages.
    let others = found.foreign + found.accented + (found.accented > 0 ? found.unknown : 0)
    return found.foreign > 0 && others > found.known
  }
}
