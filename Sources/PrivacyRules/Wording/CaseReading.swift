import SourceText

// Capitals where a sentence has none, and none where it has one.

extension EnglishReading {
  func wrongCase() -> [Wording.Finding] {
    var result: [Wording.Finding] = []
    var firsts: Set<Int> = []
    for sentence in analysis.sentences {
      let range = content(of: sentence)
      guard
        let first = range.first(where: {
          tokens[$0].isWord || tokens[$0].kind == .variable || tokens[$0].kind == .number
        })
      else { continue }
      firsts.insert(first)
      let token = tokens[first]
      // “iPhone”, “eBay”, a name, “e.g.” and a web address keep their small letter.
      guard token.isWord, !token.isCapitalized, !token.hasInnerCapital, !analysis.isName[first],
        let letter = token.text.first, letter.isLowercase, !token.text.utf8.contains(UInt8(ascii: "."))
      else { continue }
      // Only the first sentence, and those behind a mark: a list in lines may begin small.
      if first > 0, sentence.tokens.lowerBound > 0, tokens[sentence.tokens.lowerBound - 1].kind == .lineBreak {
        continue
      }
      let fixed = letter.uppercased() + token.text.dropFirst()
      result.append(Wording.Finding(.notSentenceCase(fixed), token.range, token.text))
    }
    let wrong = tokens.indices.filter { !firsts.contains($0) && hasWrongCapital($0, firsts) }
    if let first = wrong.first, let last = wrong.last {
      let start = isShouting ? firsts.min() ?? first : first
      let bytes = byteRange(start..<last + 1)
      var fixed = ""
      var offset = bytes.lower
      for place in start...last {
        let token = tokens[place]
        fixed += text.utf8Slice(ByteRange(offset, token.range.lower))
        if wrong.contains(place) {
          fixed += token.text.lowercased()
        } else if firsts.contains(place), token.isAllCaps, !isAcronym(token) {
          fixed += token.text.prefix(1) + token.text.dropFirst().lowercased()
        } else {
          fixed += token.text
        }
        offset = token.range.upper
      }
      result.append(Wording.Finding(.notSentenceCase(fixed), bytes, String(text.utf8Slice(bytes))))
    }
    return result
  }

  /// Whether the whole text is in capitals.
  private var isShouting: Bool {
    let words = tokens.filter { $0.isWord && $0.text.utf8.count > 1 }
    return words.count > 2 && words.allSatisfy(\.isAllCaps)
  }

  private func isAcronym(_ token: WordToken) -> Bool {
    token.own.contains(.term) || token.any.isEmpty && token.lower.utf8.count <= 5
  }

  /// Whether an ordinary word inside a sentence has a capital.
  private func hasWrongCapital(_ place: Int, _ firsts: Set<Int>) -> Bool {
    let token = tokens[place]
    guard token.isWord, token.isCapitalized, !analysis.isName[place], token.lower.utf8.count > 1 else { return false }
    let classes = token.any.subtracting([.term, .foreign])
    guard !classes.isEmpty else { return false }
    // “I'm”
    if token.lower.hasPrefix("i'") { return false }
    if token.isAllCaps {
      // “NOT” shouts; “AR”, “IT” and “US” are short for something.
      if token.lower.utf8.count <= 2 || token.own.contains(.term) { return false }
      if !isShouting, token.own.isDisjoint(with: WordClass.structure.union([.anyVerb, .requestNoun])),
        token.lower.utf8.count <= 4
      {
        return false
      }
      return !isInTerm(place)
    }
    if token.hasInnerCapital || isInTerm(place) || isQuoted(place) { return false }
    let before = place > 0 ? tokens[place - 1] : nil
    let after = analysis.wordToken(place + 1)
    // Behind a colon and in brackets a sentence may begin.
    if let before,
      before.kind == .pause && before.text == ":" || before.kind == .openBracket || before.kind == .lineBreak
        || before.kind == .endMark
    {
      return false
    }
    // “Code 128”, and “Walmart, Target and Costco”.
    if after?.kind == .number { return false }
    if let before, before.kind == .comma, place > 1, isProperName(tokens[place - 2], place - 2) { return false }
    if isInterfaceText(place) { return false }
    if let before, before.kind == .other, before.text == "<" || before.text == ">" || before.text == "→" {
      return false
    }
    // Beside a name the word is a part of it: “Bonjour Service”, “Acme App”.
    if before.map({ isProperName($0, place - 1) && !firsts.contains(place - 1) || analysis.isName[place - 1] }) ?? false
    {
      return false
    }
    if let before, firsts.contains(place - 1), before.isWord, before.any.isEmpty,
      !before.isAllCaps || before.lower.utf8.count > 4
    {
      return false
    }
    if after.map({ isProperName($0, place + 1) }) ?? false { return false }
    return true
  }

  /// Whether a token is a name that no list has.
  private func isProperName(_ token: WordToken, _ place: Int) -> Bool {
    if analysis.isName[place] { return true }
    guard token.isWord else { return false }
    if token.own.contains(.brand), token.isCapitalized { return true }
    return token.isCapitalized && token.any.isEmpty && !(token.isAllCaps && token.lower.utf8.count <= 4)
      || token.hasInnerCapital && token.any.isEmpty
  }

  /// Whether a place lies in a term that keeps its capitals.
  private func isInTerm(_ place: Int) -> Bool {
    for start in max(0, place - 3)...place {
      let length = analysis.phraseLength(at: start, .term)
      if length > 0, start + length > place { return true }
      // A resource may be written like the name of an app: “Photo Gallery”.
      if let length = wording.resourceNameLength(analysis, at: start), start + length > place { return true }
    }
    let token = tokens[place]
    return token.own.contains(.term) || token.lower.hasSuffix("'s") && token.entry.base.contains(.term)
  }

  /// Whether a word with a capital is one of several that name a choice or a part of the app: “choose Always Allow”,
  /// “the Night Sky view”.
  private func isInterfaceText(_ place: Int) -> Bool {
    var first = place
    while first > 0, tokens[first - 1].isWord, tokens[first - 1].isCapitalized { first -= 1 }
    if first > 0, ["choose", "select", "tap", "press", "click", "pick"].contains(tokens[first - 1].entry.stem) {
      return true
    }
    if first == 0, tokens[0].isForm(of: .grantVerb), place > 0,
      ["choose", "select", "tap", "press", "click", "pick"].contains(tokens[0].lower)
    {
      return true
    }
    var last = place
    while let next = analysis.wordToken(last + 1), next.isWord, next.isCapitalized { last += 1 }
    guard last > first, let next = analysis.wordToken(last + 1) else { return false }
    return ["feature", "mode", "screen", "tab", "button", "menu", "view", "widget", "option", "setting", "page"]
      .contains(
        next.lower)
  }

  private func isQuoted(_ place: Int) -> Bool {
    let opens = tokens[..<place].filter { $0.kind == .quote && $0.text != "'" && $0.text != "\u{2019}" }.count
    let closes = tokens[place...].contains { $0.kind == .quote }
    return opens % 2 == 1 && closes
  }
}
