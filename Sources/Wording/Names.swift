import Catalog
package import SourceText

// The app’s name in a text, which the alert already shows.

/// What an app is called, made ready to be found in many texts: a project may have thousands of both.
public struct AppNames: Sendable {
  let texts: [String]
  fileprivate let names: [AppName]
  /// The words of the names that have a mark, such as “Zilbo!”, which ends no sentence.
  let marked: [[WordToken]]

  /// - Parameter texts: What the app is called, in any spelling.
  public init(_ texts: [String], _ wording: Wording) {
    self.texts = texts
    names = texts.compactMap { name in
      // A name that is just “App” can’t be recognized, since any app is “this app”.
      name.unicodeScalars.contains("$") || fold(name) == wording.ownNoun ? nil : AppName(name, wording.lexicon)
    }
    marked =
      texts.filter { $0.unicodeScalars.contains(where: endMarks.contains) }
      .map { wordTokens(of: $0, wording.lexicon) }.filter { $0.first?.isWord ?? false }
  }
}

extension Wording {
  /// The places that name the app. Marks them in the analysis, so that they count as its subject.
  func namesOfApp(_ analysis: inout AnalyzedText, _ appNames: AppNames?, isEnglish: Bool) -> [Finding] {
    var result: [Finding] = []
    func add(_ range: Range<Int>, isCertain: Bool) {
      for place in range { analysis.isName[place] = true }
      guard let first = analysis.wordToken(range.lowerBound), let last = analysis.wordToken(range.upperBound - 1) else {
        return
      }
      let bytes = ByteRange(first.range.lower, last.range.upper)
      var words = ""
      for place in range {
        if place > range.lowerBound, analysis.tokens[place].followsBlank { words += " " }
        words += analysis.tokens[place].text
      }
      result.append(Finding(.namesApp(isCertain: isCertain), bytes, words))
    }
    let names = appNames?.names ?? []
    var place = 0
    while place < analysis.tokens.count {
      let token = analysis.tokens[place]
      if token.kind == .variable {
        if isNameVariable(token.text) { add(place..<place + 1, isCertain: true) }
        place += 1
        continue
      }
      if token.isWord || token.kind == .number,
        var length = names.compactMap({ $0.length(in: analysis, at: place) }).max()
      {
        // “Acme Wallet”, where the app goes by “Acme”.
        while analysis.goesOn(with: place + length, self) { length += 1 }
        add(place..<place + length, isCertain: true)
        place += length
        continue
      }
      place += 1
    }
    if isEnglish, result.isEmpty {
      for range in likelyNames(in: analysis) { add(range, isCertain: false) }
    }
    return result
  }

  /// Whether a build variable or a template’s placeholder is the app’s name.
  func isNameVariable(_ text: String) -> Bool {
    guard text.first == "$" || text.first == "{" else { return false }
    let letters = fold(text)
    // With “name” anywhere: PRODUCT_NAME, APP_DISPLAY_NAME, TARGET_NAME, EXECUTABLE_NAME.
    return nameVariables.contains(letters)
      || nameVariableParts.contains { part in letters.indices.contains { letters[$0...].starts(with: part) } }
  }

  /// Likely names of the app: capitalized words that aren’t English, as the subject.
  private func likelyNames(in analysis: AnalyzedText) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for sentence in analysis.sentences {
      let end = analysis.wordsEnd(sentence)
      var starts: [Int] = []
      for place in sentence.tokens where place < end {
        let before = place > sentence.tokens.lowerBound ? analysis.tokens[place - 1] : nil
        let isFirst = before == nil || before?.kind == .comma || before?.isWord == false
        let isObject = before.map { $0.isForm(of: .letVerb) } ?? false
        // “The Acme app needs…”, “so that Acme can…”
        let isBehindArticle = before?.lower == "the" && place == sentence.tokens.lowerBound + 1
        let isInResult =
          before?.lower == "so" || before?.lower == "that" && analysis.wordToken(place - 2)?.lower == "so"
        if isFirst || isObject || isBehindArticle || isInResult { starts.append(place) }
      }
      for start in starts {
        if let range = likelyName(in: analysis, at: start, end) ?? quotedName(in: analysis, at: start, end) {
          result.append(range)
        }
      }
    }
    return result
  }

  private func likelyName(in analysis: AnalyzedText, at start: Int, _ end: Int) -> Range<Int>? {
    let tokens = analysis.tokens
    var stop = start
    var isStrange = false
    while stop < end, stop - start < 5, tokens[stop].isWord || tokens[stop].kind == .number {
      let token = tokens[stop]
      let isKnown = token.kind == .number || resourceNameLength(analysis, at: stop) != nil || !token.any.isEmpty
      guard token.isCapitalized || token.hasInnerCapital || token.kind == .number,
        stop == start || token.own.isDisjoint(with: [.determiner, .auxiliary, .be])
      else { break }
      if stop == start, token.own.contains(.term) || resourceNameLength(analysis, at: stop) != nil { return nil }
      if !isKnown || token.hasInnerCapital, !token.lower.hasSuffix("ing"), !isNearResource(token) { isStrange = true }
      stop += 1
    }
    guard stop > start else { return nil }
    let next = analysis.skippingAdverbs(stop, end)
    guard next < end else { return nil }
    let verb = tokens[next]
    // “Birdwatchers can see”: an unlisted plural.
    if stop == start + 1, tokens[start].lower.hasSuffix("s"), !tokens[start].hasInnerCapital, !tokens[start].isAllCaps,
      !verb.isVerb(.s)
    {
      return nil
    }
    // “Export Acme photos to your library”
    if stop > start + 1, tokens[start].isVerb(.base), verb.isVerb(.s), verb.isForm(of: .ordinary),
      analysis.wordToken(next + 1)?.own.contains(.preposition) ?? false
    {
      return nil
    }
    guard isStrange else { return nil }
    if start > 0, tokens[start - 1].isForm(of: .letVerb) {
      return verb.lower == "to" || verb.isVerb(.base) ? start..<stop : nil
    }
    if start > 0, tokens[start - 1].lower == "the" { return tokens[stop].isCue(.appNoun) ? start..<stop : nil }
    // “Arrival times depend on”: the verb comes later.
    if let later = analysis.wordToken(next + 1), later.isOnlyVerb(.base), !verb.isOnlyVerb(.s) { return nil }
    let isVerb =
      verb.own.contains(.auxiliary) && !verb.own.contains(.pronoun) || verb.isVerb(.s)
      || verb.isVerb(.base) && verb.isForm(of: .askVerb)
    return isVerb ? start..<stop : nil
  }

  /// A name in quotation marks that asks, whatever its words mean: “Go” needs access to the camera. Words that aren’t all
  /// capitalized, or that say what to do, are a feature: “Profile photo”, “Scan Receipts”.
  private func quotedName(in analysis: AnalyzedText, at start: Int, _ end: Int) -> Range<Int>? {
    let tokens = analysis.tokens
    guard start < end, tokens[start].kind == .quote,
      let close = tokens[..<end].indices.first(where: { $0 > start && tokens[$0].kind == .quote }),
      let first = analysis.wordToken(start + 1), first.isCapitalized || first.hasInnerCapital,
      let verb = analysis.wordToken(close + 1),
      (start + 2..<close).allSatisfy({ place in
        let token = tokens[place]
        return !token.isWord || token.isCapitalized || token.hasInnerCapital
          || !token.own.isDisjoint(with: [.determiner, .preposition, .conjunction])
      })
    else { return nil }
    let isOrder =
      first.isVerb(.base) && first.any.isDisjoint(with: [.nounOrVerb, .ordinary, .term])
      || first.own.contains(.lightVerb) && first.isVerb(.base)
    if close > start + 2, isOrder { return nil }
    if start > 0, tokens[start - 1].isForm(of: .letVerb) { return verb.lower == "to" ? start + 1..<close : nil }
    let isFirst = analysis.sentences.contains { $0.tokens.lowerBound == start }
    let wishes = verb.own.contains(.auxiliary) && analysis.wordToken(close + 2)?.lower == "like"
    return isFirst && (wishes || verb.isForm(of: .askVerb) && verb.isVerb(.s)) ? start + 1..<close : nil
  }

  /// The replacement for the app’s name in an English text, and its range; nil if the sentence would have to be
  /// rewritten.
  package func withoutName(_ finding: Finding, in text: String) -> (range: ByteRange, replacement: String)? {
    var analysis = AnalyzedText(text, lexicon)
    guard isEnglish(analysis, isSaid: true) else { return nil }
    let places = analysis.tokens.indices.filter {
      analysis.tokens[$0].range.lower >= finding.range.lower && analysis.tokens[$0].range.upper <= finding.range.upper
    }
    guard let first = places.first, var last = places.last else { return nil }
    for place in places { analysis.isName[place] = true }
    // “Acme App”
    if analysis.wordToken(last + 1)?.isCue(.appNoun) ?? false { last += 1 }
    guard let next = analysis.wordToken(last + 1), next.isWord else { return nil }
    let isPossessive = analysis.tokens[last].lower.hasSuffix("'s")
    let isStart = analysis.sentences.contains { $0.tokens.lowerBound == first }
    let before = first > 0 ? analysis.tokens[first - 1] : nil
    var following = last + 1
    while following < analysis.tokens.count, analysis.isAdverb(following) { following += 1 }
    let verb = analysis.wordToken(following) ?? next
    let isVerb =
      verb.isVerb(.s) || !verb.own.isDisjoint(with: [.be, .auxiliary]) && !verb.own.contains(.pronoun)
    let isSubject = isStart || before.map { $0.kind == .comma || $0.own.contains(.subordinator) } ?? false
    let isObject = before.map { $0.isForm(of: .letVerb) } ?? false
    guard isSubject && (isVerb || isPossessive) || isObject && (next.lower == "to" || next.isVerb(.base)) else {
      return nil
    }
    let range = ByteRange(analysis.tokens[first].range.lower, analysis.tokens[last].range.upper)
    let name = isStart ? ownName.prefix(1).uppercased() + ownName.dropFirst() : ownName
    return (range, name + (isPossessive ? "’s" : ""))
  }

  /// Whether an unknown word is a misspelled name of the resource.
  func isNearResource(_ token: WordToken) -> Bool {
    guard token.any.isEmpty, token.lower.utf8.count >= 5 else { return false }
    let letters = Array(token.lower.utf8)
    let limit = letters.count >= 8 ? 2 : 1
    for resource in resources {
      for name in resource.names where name.count == 1 {
        guard let word = name.first, word.utf8.count >= 5, word.utf8.first == letters.first else { continue }
        if editDistance(letters, Array(word.utf8), limit: limit) <= limit { return true }
      }
    }
    return false
  }
}

extension AnalyzedText {
  /// Whether a word with a capital goes on with the name before it.
  fileprivate func goesOn(with place: Int, _ wording: Wording) -> Bool {
    guard let token = wordToken(place), token.isWord, token.isCapitalized, !token.isAllCaps, !token.isVerb(.s),
      tokens[place - 1].isWord, tokens[place - 1].isCapitalized, !tokens[place - 1].lower.hasSuffix("'s")
    else { return false }
    guard token.own.isDisjoint(with: WordClass.structure.union([.requestVerb, .requestNoun, .term])) else {
      return false
    }
    // “Save Acme Photos to your library”, but “Acme Photos needs…”
    let next = wordToken(place + 1)
    return wording.resourceNameLength(self, at: place) == nil || next?.lower == "to"
      || next.map { $0.isVerb(.s) || !$0.own.isDisjoint(with: [.auxiliary, .app]) } ?? false
  }
}

/// A name of the app, made ready to find it in a text.
private struct AppName {
  /// The letters of the name, and those without a build’s suffix such as “Example” or “Beta”.
  private let name: String
  private let spellings: [[UInt8]]
  /// Words of the name that are in no word list.
  private let rareWords: Set<String>
  /// Whether the name is a word that a text may use in its ordinary meaning.
  private let isOrdinary: Bool

  init?(_ name: String, _ lexicon: Lexicon) {
    let letters = fold(name)
    guard letters.count >= 2 else { return nil }
    let parts = name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    func isAddition(_ word: String) -> Bool { lexicon.exact(word).contains(.buildWord) }
    let core = parts.filter { !isAddition($0) }
    var spellings = [letters]
    if core.count < parts.count, !core.isEmpty {
      let short = fold(core.joined())
      if short.count >= 4 { spellings.append(short) }
    }
    self.name = name
    self.spellings = spellings
    // “Acme for Printly” isn’t called Printly.
    let own = core.prefix { !lexicon.exact($0).contains(.preposition) }
    rareWords = Set(own.filter { $0.utf8.count >= 6 && !lexicon.knows($0) })
    isOrdinary = parts.allSatisfy { lexicon.knows($0) || isAddition($0) }
  }

  /// Whether some words with the letters of the name are meant as it: they have its capitals, or are what acts. In the
  /// app “Tide Table”, “the tide table of the harbor” is about tides.
  private func isName(_ analysis: AnalyzedText, _ places: Range<Int>) -> Bool {
    let isLower = places.dropFirst().contains { place in
      let token = analysis.tokens[place]
      return token.isWord && !token.isCapitalized && !token.hasInnerCapital && !name.contains(token.text)
    }
    guard isLower else { return true }
    if analysis.tokens[places.upperBound - 1].lower.hasSuffix("'s") { return true }
    guard let next = analysis.wordToken(analysis.skippingAdverbs(places.upperBound, analysis.tokens.count)) else {
      return false
    }
    // “the Tide table app”
    if next.own.contains(.app) { return true }
    let isFirst = analysis.sentences.contains { $0.tokens.lowerBound == places.lowerBound }
    let before = isFirst ? nil : analysis.wordToken(places.lowerBound - 1)
    // “Allow Tide table to…”
    if let before, before.isForm(of: .letVerb) { return next.lower == "to" || next.isVerb(.base) }
    guard before.map({ $0.kind == .comma || $0.own.contains(.subordinator) }) ?? true else { return false }
    return next.isVerb(.s) || !next.own.isDisjoint(with: [.auxiliary, .be])
  }

  /// The number of tokens of the name at a place; nil if it isn’t there.
  func length(in analysis: AnalyzedText, at place: Int) -> Int? {
    var letters: [UInt8] = []
    var index = place
    var found: Int?
    while index < analysis.tokens.count, index - place < 8 {
      let token = analysis.tokens[index]
      guard
        token.isWord || token.kind == .number || index > place && [.pause, .other].contains(token.kind)
          // “Yo! Friends”
          || index > place && token.kind == .endMark && name.contains(token.text)
      else {
        break
      }
      letters += fold(token.text)
      // “Acme's”, but “Anna's Wallet” is called that.
      let isPossessive = token.lower.hasSuffix("'s") && spellings.contains(Array(letters.dropLast()))
      if token.kind != .endMark, isPossessive || spellings.contains(letters) {
        found = index - place + 1
        // “Zilbo!”
        if let mark = name.last, mark == "!" || mark == "?", let next = analysis.wordToken(index + 1),
          next.text == String(mark), !next.followsBlank, index + 2 < analysis.tokens.count
        {
          found = index - place + 2
        }
      }
      if letters.count > (spellings.first?.count ?? 0) { break }
      index += 1
    }
    let first = analysis.tokens[place]
    if let found {
      // In lower case, only a name that is written like that.
      let isWritten =
        first.isCapitalized || first.hasInnerCapital || first.kind == .number || found == 1 && first.text == name
        // No other word begins with a digit.
        || first.lower.utf8.first.map { $0 < UInt8(ascii: "a") } ?? false
      guard isWritten else { return nil }
      if !isName(analysis, place..<place + found) { return nil }
      if isOrdinary {
        // An app called “Camera” doesn’t make every camera its name.
        guard analysis.tokens[place..<place + found].allSatisfy({ $0.isCapitalized || !$0.isWord }) else { return nil }
        // Several capitalized words are the name in any position.
        if found > 1 { return found }
        let before = place > 0 ? analysis.tokens[place - 1] : nil
        let isFirst = before.map { $0.kind == .endMark || $0.kind == .comma || $0.kind == .lineBreak } ?? true
        if isFirst {
          guard let next = analysis.wordToken(place + 1) else { return nil }
          // “Garden can be seen” is about a garden, “Garden will show” about the app.
          let isActing =
            next.own.contains(.auxiliary) && !next.own.contains(.pronoun) && !first.own.contains(.term)
            && !first.lower.hasSuffix("s") && analysis.wordToken(place + 2).map { $0.isVerb(.base) } ?? false
          guard next.isVerb(.s) || next.lower == "would" || isActing || first.lower.hasSuffix("'s") else { return nil }
          return first.own.contains(.requestVerb) ? nil : found
        }
        if first.own.contains(.term) { return nil }
        if let before, before.own.contains(.determiner), !first.isCapitalized { return nil }
      }
      return found
    }
    if first.isCapitalized, rareWords.contains(first.lower) { return 1 }
    return nil
  }
}
