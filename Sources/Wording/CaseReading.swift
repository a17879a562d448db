import Catalog
import SourceText

// Capital letters within a sentence, and lower-case letters at its start. A word that may be a name keeps its capital.

extension EnglishReading {
  func wrongCase() -> [Wording.Finding] {
    var result: [Wording.Finding] = []
    var firsts: Set<Int> = []
    for sentence in analysis.sentences {
      guard
        let first = content(of: sentence).first(where: {
          tokens[$0].isWord || tokens[$0].kind == .variable || tokens[$0].kind == .number
        })
      else { continue }
      firsts.insert(first)
      let token = tokens[first]
      // “iPhone”, other names and web addresses keep their lower-case letter, and so does a list on separate lines.
      guard token.isWord, !token.isCapitalized, !token.hasInnerCapital, !analysis.isName[first],
        wording.knows(token), let letter = token.text.first, letter.isLowercase,
        !token.text.utf8.contains(UInt8(ascii: ".")),
        first == 0 || sentence.tokens.lowerBound == 0 || tokens[sentence.tokens.lowerBound - 1].kind != .lineBreak
      else { continue }
      let fixed = letter.uppercased() + token.text.dropFirst()
      result.append(Wording.Finding(.notSentenceCase(fixed), token.range, token.text))
    }
    return result + analysis.sentences.flatMap { wrongCapitals($0.tokens, firsts) }
  }

  /// The capitalized words of a sentence that can’t be names; those of a title are one finding.
  private func wrongCapitals(_ sentence: Range<Int>, _ firsts: Set<Int>) -> [Wording.Finding] {
    let menus = namesOfMenus(sentence)
    let capitals = sentence.filter { tokens[$0].isCapitalized && !firsts.contains($0) && !menus.contains($0) }
    guard !capitals.isEmpty else { return [] }
    let words = tokens[sentence].filter { $0.isWord && $0.text.utf8.count > 1 }
    let isShouting = words.count > 2 && words.allSatisfy(\.isAllCaps)
    // “Scan Tickets At The Door”: where nearly every word is capitalized, nouns aren’t names either.
    let small = sentence.filter {
      tokens[$0].isWord && !tokens[$0].isCapitalized && tokens[$0].own.isDisjoint(with: .structure)
    }
    let isTitle = small.isEmpty && capitals.allSatisfy { wording.knows(tokens[$0]) }
    let wrong = capitals.filter {
      mayNotBeCapital($0) && (isShouting || isTitle || isCertainlyWrong($0) || isInCommonCompound($0))
    }
    guard let first = wrong.first, let last = wrong.last else { return [] }
    if !isShouting, !isTitle {
      // Several words in capitals are emphasis, not slips: “ONLY to find your friends; it is NEVER stored”.
      let isEmphasis = tokens.count { $0.isAllCaps && $0.isWord && !$0.own.isEmpty } > 1
      let alone = wrong.filter { place in
        !tokens[place].isAllCaps
          || !isEmphasis
            && ![place - 1, place + 1].contains { near in
              analysis.wordToken(near).map { $0.isAllCaps && $0.text.utf8.count > 1 } ?? false && !wrong.contains(near)
            }
      }
      return alone.map {
        Wording.Finding(.notSentenceCase(tokens[$0].text.lowercased()), tokens[$0].range, tokens[$0].text)
      }
    }
    let start = isShouting ? sentence.first(where: firsts.contains) ?? first : first
    let bytes = byteRange(start..<last + 1)
    var fixed = ""
    var offset = bytes.lower
    for place in start...last {
      let token = tokens[place]
      fixed += text.utf8Slice(ByteRange(offset, token.range.lower))
      let isFirst = isShouting && firsts.contains(place)
      fixed +=
        isFirst
        ? token.text.prefix(1) + token.text.dropFirst().lowercased()
        : wrong.contains(place) ? token.text.lowercased() : token.text
      offset = token.range.upper
    }
    return [Wording.Finding(.notSentenceCase(fixed), bytes, String(text.utf8Slice(bytes)))]
  }

  /// The names of menus in a sentence: “… in System Settings › Privacy & Security › Calendars to see it”.
  private func namesOfMenus(_ sentence: Range<Int>) -> Range<Int> {
    guard let arrow = sentence.first(where: { ["›", "→", ">", "▸"].contains(tokens[$0].text) }),
      analysis.wordToken(arrow - 1)?.isCapitalized ?? false
    else { return 0..<0 }
    let end = (arrow..<sentence.upperBound).first {
      tokens[$0].isWord && (!tokens[$0].isCapitalized || !tokens[$0].own.isDisjoint(with: .structure))
    }
    return max(sentence.lowerBound, arrow - 2)..<(end ?? sentence.upperBound)
  }

  /// Whether a capitalized word within a sentence is in a list of words that aren’t names.
  private func mayNotBeCapital(_ place: Int) -> Bool {
    let token = tokens[place]
    guard token.isWord, !analysis.isName[place], token.lower.utf8.count > 1, !token.hasInnerCapital,
      !token.any.subtracting([.term, .foreign]).isEmpty, !token.lower.hasPrefix("i'"), !isInTerm(place),
      !isQuoted(place), !isOwnTerm(token)
    else { return false }
    // “…, The app never shares it”: two sentences joined by a comma.
    if place > 0, tokens[place - 1].kind == .comma, token.own.contains(.determiner) { return false }
    // “APIs”
    if token.text.hasSuffix("s"), token.text.dropLast().utf8.count > 1, token.text.dropLast().allSatisfy(\.isUppercase)
    {
      return false
    }
    // “Cash App”, “Example App requires”
    if token.own.contains(.app), let before = analysis.wordToken(place - 1), before.isCapitalized,
      before.own.isDisjoint(with: .structure), !before.isVerb(.gerund),
      isSentenceStart(place - 1) ? analysis.wordToken(place + 1)?.isVerb(.s) ?? false : !isInTerm(place - 1)
    {
      return false
    }
    if beginsSentence(place) { return false }
    // Two or three capitals are short for something.
    if token.isAllCaps,
      token.own.isDisjoint(with: WordClass.structure.union([.requestVerb])) || token.lower.utf8.count <= 2
    {
      return token.lower.utf8.count > 4
    }
    // After a colon, a bracket or an arrow, another sentence or a menu may begin.
    if place > 0, ![.word, .comma, .variable].contains(tokens[place - 1].kind), tokens[place - 1].text != "/",
      tokens[place - 1].text != "&"
    {
      return false
    }
    if isCertainlyWrong(place), !token.own.contains(.app) { return !isName(place - 1) }
    // Next to a name, a word is part of it: “Bonjour Service”, “Acme App”, “Code 128”.
    if analysis.wordToken(place + 1)?.kind == .number { return false }
    return !isName(place - 1) && !isName(place + 1)
  }

  /// Whether a capitalized word is never a name, whatever its neighbors: a function word, a verb, “App”, or a noun
  /// after “your” and before a lower-case word.
  private func isCertainlyWrong(_ place: Int) -> Bool {
    let token = tokens[place]
    let before = analysis.wordToken(place - 1)
    // “choose Always Allow”
    if before?.own.contains(.answerVerb) ?? false
      || before?.isCapitalized ?? false && tokens[0].own.contains(.answerVerb)
    {
      return false
    }
    let next = analysis.wordToken(place + 1)
    // “Customer Support Chat”
    if token.own.contains(.person), let next, next.isCapitalized, next.own.isDisjoint(with: .structure) { return false }
    if isInTitle(place) { return false }
    if !token.own.isDisjoint(with: WordClass.structure.subtracting([.circumstance, .device])) { return true }
    // “Location is Required”, “Camera Used to scan codes”
    if token.own.contains(.necessityParticiple),
      before?.own.contains(.be) ?? false || next?.own.contains(.preposition) ?? false
    {
      return true
    }
    // “Push to Talk”
    if before?.lower == "to", let first = analysis.wordToken(place - 2), first.isCapitalized,
      first.any.isDisjoint(with: [.requestVerb, .grantVerb, .letVerb])
    {
      return false
    }
    if token.own.contains(.requestNoun) {
      // “Access Key”
      if let next, next.isCapitalized, next.own.isDisjoint(with: WordClass.structure.union([.requestNoun])) {
        return false
      }
      // “Face ID Access”, but “a Quick Access button”: behind an ordinary word with a capital it may be part of a name.
      guard place > 1, let before, before.isCapitalized, before.isForm(of: .ordinary) else { return true }
      return isInTerm(place - 1)
    }
    let isBehindFirst = isSentenceStart(place - 1)
    let isAlone = !(next?.isCapitalized ?? false) && (isBehindFirst || !(before?.isCapitalized ?? false))
    // “to Record audio”, but “talk to Assist”
    let isLast = !(next?.isWord ?? false)
    if token.isVerb(.base), !isLast, before?.lower == "to" || isAlone && token.isOnlyVerb(.base) { return true }
    guard isAlone, let before else { return false }
    // “The app Connects to”
    if token.isOnlyVerb(.s), !before.own.isDisjoint(with: [.app, .subject]) { return true }
    // “This shows Hotels and bars”
    if before.isVerb(.s), before.isForm(of: .lightVerb), token.isForm(of: .ordinary), token.entry.form == .s,
      analysis.wordToken(place - 2).map({ !$0.own.isDisjoint(with: [.app, .pronoun]) }) ?? false
    {
      return true
    }
    // “for Video calls”, under the key of the camera
    if let next, !next.isCapitalized, next.isForm(of: .ordinary), next.entry.form == .s,
      !token.own.contains(.lightVerb), before.own.contains(.preposition) || before.isVerb(.base),
      resource.map({ $0.words.contains(token.lower) || $0.isTrivial(token) }) ?? false
    {
      return true
    }
    // “to scan Images”, “Scan Barcodes”, “For Tracking your mileage”
    let isInfinitive = analysis.wordToken(place - 2)?.lower == "to"
    if before.isVerb(.base),
      isInfinitive || before.own.contains(.lightVerb) || before.isOnlyVerb(.base) || isBehindFirst
    {
      return token.isForm(of: .ordinary) && token.entry.form == .s
    }
    if before.own.contains(.preposition), token.isVerb(.gerund) { return !isLast }
    guard before.own.contains(.determiner) else { return false }
    // “let your Circle know”: what knows is no thing, so the app calls a group so.
    if token.entry.form == .base, next?.isVerb(.base) ?? false,
      analysis.wordToken(place - 2)?.isForm(of: .letVerb) ?? false
    {
      return false
    }
    // “the Record button”, “a Path terminal”: behind an article and before a noun it may be a name.
    let isNoun = next.map { $0.entry.form == .base && ($0.isForm(of: .ordinary) || $0.isForm(of: .generic)) } ?? false
    return !(["the", "a", "an"].contains(before.lower) && isNoun)
  }

  /// Whether a small word joins capitalized ones to a title: “play Words With Friends”.
  private func isInTitle(_ place: Int) -> Bool {
    guard tokens[place].own.contains(.preposition) || tokens[place].own.contains(.conjunction),
      !tokens[place].own.contains(.subordinator), !isSentenceStart(place - 1)
    else { return false }
    return [place - 1, place + 1].allSatisfy { near in
      analysis.wordToken(near).map {
        $0.isWord && $0.isCapitalized && !$0.isAllCaps
          && $0.any.isDisjoint(with: WordClass.structure.union([.requestVerb, .requestNoun, .letVerb, .term]))
      } ?? false
    }
  }

  /// Whether a capitalized word is part of several everyday words between a preposition and a mark or the end: “for
  /// Augmented Reality.”, but “for Quick Scan receipts”.
  private func isInCommonCompound(_ place: Int) -> Bool {
    func isPart(_ place: Int) -> Bool {
      guard let token = analysis.wordToken(place), token.isWord, token.isCapitalized else { return false }
      return mayNotBeCapital(place) && token.any.isDisjoint(with: .structure)
    }
    var start = place
    while start > 0, isPart(start - 1) { start -= 1 }
    var end = place + 1
    while isPart(end) { end += 1 }
    return end - start > 1 && analysis.wordToken(start - 1)?.own.contains(.preposition) ?? false
      && !(analysis.wordToken(end)?.isWord ?? false)
  }

  /// Whether a word in the middle begins another sentence, whose full stop before it is missing: “… your profile For
  /// example, you can …”.
  private func beginsSentence(_ place: Int) -> Bool {
    guard let before = analysis.wordToken(place - 1), before.isWord, tokens[place].own.contains(.preposition),
      !tokens[place].own.contains(.subordinator),
      before.own.isDisjoint(with: [.conjunction, .subordinator, .preposition, .determiner])
    else { return false }
    return zip(analysis.sentences, shapes).contains { sentence, shape in
      sentence.tokens.contains(place) && shape.mainVerbs.contains { $0 < place }
        && shape.mainVerbs.contains { $0 > place }
    }
  }

  private func isSentenceStart(_ place: Int) -> Bool {
    analysis.sentences.contains { content(of: $0).lowerBound == place }
  }

  /// Whether the word at a place is a name that no list has.
  private func isName(_ place: Int) -> Bool {
    guard let token = analysis.wordToken(place) else { return false }
    if analysis.isName[place] { return true }
    guard token.isWord, token.isCapitalized || token.hasInnerCapital else { return false }
    return token.any.subtracting([.foreign]).isEmpty || token.hasInnerCapital || token.own.contains(.brand)
  }

  /// Whether a noun has a capital in another text of the app too, as what the app calls a thing of its own.
  private func isOwnTerm(_ token: WordToken) -> Bool {
    !ownTerms.isEmpty && ownTerms.contains(token.text) && token.isForm(of: .ordinary)
      && token.own.isDisjoint(with: .structure.union([.requestNoun]))
  }

  /// Whether a place lies in a term that keeps its capitals.
  private func isInTerm(_ place: Int) -> Bool {
    let token = tokens[place]
    for start in max(0, place - 3)...place {
      let length = max(analysis.phraseLength(at: start, .term), wording.resourceNameLength(analysis, at: start) ?? 0)
      if start + length > place { return true }
    }
    return token.lower.hasSuffix("'s") && token.entry.base.contains(.term)
  }

  private func isQuoted(_ place: Int) -> Bool {
    let opens = tokens[..<place].filter { $0.kind == .quote && $0.text != "'" && $0.text != "\u{2019}" }.count
    return opens % 2 == 1 && tokens[place...].contains { $0.kind == .quote }
  }
}
