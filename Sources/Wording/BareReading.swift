import Catalog
import SourceText

// Whether a text names only a use that any app with the permission could name, such as “to scan QR codes”. All words of
// such uses are removed; if any word is left, including an unknown one, the rule stays silent.

/// The words of common uses, prepared for lookup.
struct CommonUseWords: Sendable {
  struct Words: Sendable {
    var acts: Set<String> = []
    /// All words for a key, and those that are listed only for this key.
    var words: Set<String> = []
    var own: Set<String> = []
    /// Those of several words.
    var phrases: [[String]] = []
  }

  /// The words by language, then by key, including those that add nothing under any key.
  private var lists: [CommonUses.Language: [String: Words]] = [:]

  init(_ uses: [CommonUses]) {
    for use in uses {
      let common = uses.filter { $0.language == use.language && $0.keys.isEmpty }.flatMap(\.words)
      for key in use.keys {
        lists[use.language, default: [:]][key, default: Words()].acts.formUnion(use.acts)
        lists[use.language, default: [:]][key, default: Words()].words.formUnion(use.words + common)
        lists[use.language, default: [:]][key, default: Words()].own.formUnion(use.words)
        lists[use.language, default: [:]][key, default: Words()].phrases += use.words.map {
          $0.split(separator: " ").map(String.init)
        }.filter { $0.count > 1 }
      }
    }
  }

  /// The words for a key; nil if none are listed.
  func words(_ language: CommonUses.Language, _ key: String) -> Words? { lists[language]?[key] }
}

extension Wording {
  /// With this many acts a text is detailed enough, however common each of them is.
  private static let enoughActs = 3
  /// In Unicode scalars. A longer text is more than one bare clause.
  private static let longestBareText = 200

  /// Whether an English text names only a common use.
  func isBare(_ analysis: AnalyzedText, key: String) -> Bool {
    guard let common = commonUses.words(.en, key),
      !analysis.sentences.contains(where: { analysis.isByGuest($0.tokens) })
    else { return false }
    let resource = resource(of: key)
    var acts: Set<String> = []
    // The objects of the last act and of those before it, apart from the resource.
    var objects: Set<String> = []
    var earlier: Set<String> = []
    var place = 0
    while place < analysis.tokens.count {
      let token = analysis.tokens[place]
      defer { place += 1 }
      if token.kind == .number || token.kind == .variable && !isNameVariable(token.text) { return false }
      if analysis.isName[place], analysis.isJoined(place) { return false }
      // “send a picture to our support”, “import pictures into your albums”
      if analysis.phraseLength(at: place, .compoundStart) > 1 || isDestination(place, analysis) { return false }
      // “bar codes”
      if let length = common.phrases.first(where: { analysis.has($0, at: place) })?.count {
        place += length - 1
        continue
      }
      // “connect to your Zandra”
      if isOwnThing(place, analysis, resource, acts) { continue }
      guard token.isWord, !analysis.isName[place] else { continue }
      let length = analysis.nameLength(of: resource, at: place)
      if length > 0 {
        place += length - 1
        continue
      }
      // “find this phone”
      if let resource, analysis.isThingHandled(place, resource) { return false }
      let forms = [token.lower, token.entry.stem] + Lexicon.stems(of: token.lower).map(\.stem)
      if let act = forms.first(where: common.acts.contains) {
        if acts.insert(act).inserted {
          earlier.formUnion(objects)
          objects = []
        }
        continue
      }
      if resource?.isTrivial(token) ?? false { continue }
      if let word = forms.last(where: common.words.contains) {
        if common.own.contains(word) { objects.insert(word) }
        // “record messages and make calls”
        if !earlier.isEmpty, !objects.isEmpty, earlier.isDisjoint(with: objects) { return false }
        continue
      }
      // A denial or a promise is a detail.
      if token.own.contains(.negation) { return false }
      if !token.own.isDisjoint(with: Self.frame) {
        if beginsRelativeClause(place, analysis) { return false }
        continue
      }
      if !token.own.isDisjoint(with: WordClass.structure.subtracting([.app, .device])) { return false }
      if token.own.contains(.compoundStart) { return false }
      if !token.any.isDisjoint(with: Self.sayNothing) { continue }
      // Who asks isn’t a detail, but a destination or a tool is: “upload to Mastodon”.
      if analysis.isUnknownName(place), isLikelyApp(place, analysis) { continue }
      return false
    }
    return acts.count < Self.enoughActs
  }

  /// Whether an unknown name is probably the app’s, going by its position: at the start, after “allow”, or before “app”
  /// or a verb.
  private func isLikelyApp(_ place: Int, _ analysis: AnalyzedText) -> Bool {
    var first = place
    while first > 0, analysis.isUnknownName(first - 1) { first -= 1 }
    var end = place + 1
    while analysis.isUnknownName(end) { end += 1 }
    if let next = analysis.wordToken(end), next.own.contains(.app) || next.own.contains(.auxiliary) { return true }
    guard let before = analysis.wordToken(first - 1) else { return true }
    return [.endMark, .lineBreak].contains(before.kind) || before.isForm(of: .grantVerb)
      || before.own.contains(.subordinator)
  }

  /// Whether “into” begins a phrase for another place than the app at a place in a text.
  private func isDestination(_ place: Int, _ analysis: AnalyzedText) -> Bool {
    guard analysis.tokens[place].lower == "into" else { return false }
    var noun = place + 1
    while let token = analysis.wordToken(noun), token.own.contains(.determiner) { noun += 1 }
    guard let token = analysis.wordToken(noun), token.isWord, !analysis.isName[noun] else { return false }
    return token.own.isDisjoint(with: [.app, .device]) && token.isForm(of: .ordinary)
  }

  /// Whether a name is that of the thing that the app is made for. Where the resource is other devices, it says no more
  /// than “your device”.
  private func isOwnThing(
    _ place: Int, _ analysis: AnalyzedText, _ resource: ResourceLexicon?, _ acts: Set<String>
  ) -> Bool {
    guard let resource, resource.trivial.contains(where: { lexicon.exact($0).contains(.device) }), !acts.isEmpty,
      analysis.isUnknownName(place),
      analysis.wordToken(place - 1)?.lower == "your",
      analysis.wordToken(place - 2)?.own.contains(.preposition) ?? false
        || analysis.wordToken(place - 2)?.isVerb(.base) ?? false
    else { return false }
    guard let next = analysis.wordToken(place + 1) else { return true }
    return next.kind == .endMark
  }

  /// Function words without content. The list of common uses has the others.
  private static let frame: WordClass = [.determiner, .subject, .be, .auxiliary, .conjunction]

  /// Whether a clause about the noun before a place begins there: “devices you own”, “a picture that others see”.
  private func beginsRelativeClause(_ place: Int, _ analysis: AnalyzedText) -> Bool {
    guard place > 0, let next = analysis.wordToken(place + 1) else { return false }
    let (last, token) = (analysis.tokens[place - 1], analysis.tokens[place])
    if token.lower == "that" {
      // “ads that are relevant to you” are relevant ads.
      let isPredicate = next.own.contains(.be) && analysis.wordToken(place + 2)?.isVerb(.gerund) == false
      return last.lower != "so" && !isPredicate
    }
    guard token.own.contains(.subject), last.isWord, last.own.isDisjoint(with: [.subordinator, .adverb, .auxiliary]),
      last.isForm(of: .ordinary) || !last.own.isDisjoint(with: [.person, .device]), !last.isForm(of: .letVerb)
    else { return false }
    return next.isVerb(.base) || next.isVerb(.past) || next.own.contains(.auxiliary)
  }

  private static let sayNothing: WordClass = [
    .app, .device, .requestVerb, .requestNoun, .accessVerb, .grantVerb, .letVerb, .generic,
  ]

  /// Whether a text in another language names only a common use. Chinese, Japanese and Korean words need no spaces.
  func isBareInOtherLanguage(_ text: String, key: String, appNames: [String]) -> Bool {
    let runs = Self.runs(of: text)
    guard !runs.isEmpty, text.unicodeScalars.count <= Self.longestBareText else { return false }
    let names = Set(appNames.flatMap(Self.runs).map { String(String.UnicodeScalarView($0)) })
    if let language = Self.languageOfScript(text) {
      guard let words = commonUses.words(language, key)?.words.union(names) else { return false }
      let longest = words.lazy.map(\.unicodeScalars.count).max() ?? 0
      return runs.allSatisfy { Self.isMade($0, of: words, longest: longest) }
    }
    return [CommonUses.Language.de, .es, .fr, .it, .pt, .ru].contains { language in
      guard let words = commonUses.words(language, key)?.words else { return false }
      return runs.allSatisfy { run in
        let word = String(String.UnicodeScalarView(run))
        return words.contains(word) || names.contains(word)
      }
    }
  }

  /// The language of a text, going by its script; nil for other scripts.
  private static func languageOfScript(_ text: String) -> CommonUses.Language? {
    var hasHan = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xAC00...0xD7A3: return .ko
      case 0x3041...0x30FF: return .ja
      case 0x4E00...0x9FFF: hasHan = true
      default: break
      }
    }
    return hasHan ? .zh : nil
  }

  /// The runs of letters and digits in a text in lower case, without variables.
  private static func runs(of text: String) -> [[Unicode.Scalar]] {
    var runs: [[Unicode.Scalar]] = [[]]
    var isVariable = false
    var before: Unicode.Scalar = " "
    for scalar in text.lowercased().unicodeScalars {
      if before == "$", scalar == "(" || scalar == "{" { isVariable = true }
      if !isVariable, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        runs[runs.count - 1].append(scalar)
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
      if scalar == ")" || scalar == "}" { isVariable = false }
      before = scalar
    }
    return runs.filter { !$0.isEmpty }
  }

  /// Whether a run is a sequence of these words.
  private static func isMade(_ run: [Unicode.Scalar], of words: Set<String>, longest: Int) -> Bool {
    var ends = Array(repeating: false, count: run.count + 1)
    ends[0] = true
    for start in run.indices where ends[start] {
      var word = ""
      for end in start..<min(start + longest, run.count) {
        word.unicodeScalars.append(run[end])
        if words.contains(word) { ends[end + 1] = true }
      }
    }
    return ends[run.count]
  }

  // MARK: - Defaults of tools

  /// Whether a text without a purpose is what tools insert if the app has no text: “Allow Tide to access your photos”.
  /// App Review’s automated check rejects it.
  package func isToolDefault(_ text: String, key: String) -> Bool {
    let analysis = AnalyzedText(head(of: text), lexicon)
    let tokens = analysis.tokens.filter { $0.isWord || $0.kind == .variable || $0.kind == .number }
    guard let first = tokens.first, first.isWord, first.isForm(of: .letVerb), analysis.sentences.count == 1,
      let to = tokens.firstIndex(where: { $0.lower == "to" }), (2...6).contains(to), to + 1 < tokens.count,
      tokens[to + 1].own.contains(.accessVerb) || tokens[to + 1].isForm(of: .requestVerb)
    else { return false }
    let isForApp = tokens[1..<to].allSatisfy { token in
      token.kind != .word || token.isCapitalized || !token.own.isDisjoint(with: [.determiner, .app])
    }
    let words = Set((resource(of: key)?.names ?? []).flatMap(\.self))
    return isForApp
      && tokens[(to + 2)...].allSatisfy { words.contains($0.lower) || $0.own.contains(.determiner) }
  }

  /// Whether a placeholder is certain: no letters, the key’s own name, or a template’s gap.
  package func isPlaceholderBeyondDoubt(_ text: String, key: String) -> Bool {
    let analysis = AnalyzedText(head(of: text), lexicon)
    let words = analysis.tokens.filter { $0.isWord || $0.kind == .number }
    guard let first = words.first else { return true }
    return trimmingBlanks(text) == key || isTemplate(analysis, words) || isMarked(analysis)
      || first.isCue(.filler)
  }
}
