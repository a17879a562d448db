import Catalog
import SourceText

// Texts that aren’t messages: dots, notes to developers, names of settings, random keys.

extension Wording {
  /// The range of a placeholder; nil for a message.
  func placeholder(in analysis: AnalyzedText, key: String, isEnglish: Bool, visible: ByteRange) -> ByteRange? {
    let words = analysis.tokens.filter { $0.isWord || $0.kind == .number }
    let variables = analysis.tokens.filter { $0.kind == .variable }
    // Dots, dashes, emoji, or just the app’s name.
    if words.isEmpty {
      guard let variable = variables.first?.text else { return visible }
      return variables.count == 1 && (isNameVariable(variable) || variable.first == "{") ? visible : nil
    }
    if variables.isEmpty, words.allSatisfy({ $0.kind == .number }) || isKeyboardMash(words) { return visible }
    // A single letter or syllable, with or without “App” before it.
    if analysis.tokens.count == 1, let word = words.first?.text.unicodeScalars,
      word.count == 1 || word.filter({ $0.value > 0x2E80 }).count == 1
    {
      return visible
    }
    // “This app uses your camera to ….”, “Camera for your...”, “Motion...”: the rest is missing.
    if isEnglish, endsWithDots(analysis), let last = words.last,
      Self.unfinished.contains(last.lower) || words.allSatisfy({ resourceNames.contains($0.lower) })
    {
      return visible
    }
    // A gap of our own with text around it.
    if analysis.tokens.suffix(2).map(\.text) == [Gap.text, "."] { return visible }
    // “Blah blah camera”
    if words.count > 1, words[0].lower == words[1].lower, words[0].own.contains(.placeholder) { return visible }
    if isMarked(analysis) || words[0].isCue(.filler) && analysis.phraseLength(at: 0, .placeholder) > 1 {
      return visible
    }
    // “<reason>”, “[Insert text]”, “YOUR_TEXT_HERE”.
    if isTemplate(analysis, words) { return visible }
    if words.count <= 8, isKeyName(words.map(\.lower).joined()) || words.flatMap({ fold($0.text) }) == fold(key) {
      return visible
    }
    if isNoteToTranslators(analysis) || isSetting(analysis, words) || isNeverShown(analysis) { return visible }
    guard isEnglish || words.count <= 4 else { return nil }
    guard variables.allSatisfy({ isNameVariable($0.text) }) else { return nil }
    // “Please add a description”
    let note = words[0].isCue(.courtesy) && words.count > 1 ? Array(words.dropFirst()) : words
    return isNote(analysis, note) || isDemonstration(words) || isHeading(analysis) ? visible : nil
  }

  /// Words that no sentence ends with, not even an open-ended one like “photos and more...”.
  private static let unfinished: Set<String> = [
    "to", "for", "of", "with", "from", "by", "a", "an", "the", "your", "our", "my", "because", "since", "so", "that",
  ]

  /// Whether a text ends like the name of a purpose key: “NSCameraUsageDescription”, “Camera usage description”.
  func isKeyName(_ lower: String) -> Bool { keyEndings.contains(where: lower.hasSuffix) }

  /// Whether a text points to its translations: “[localized in strings file]”.
  package func pointsToTranslations(_ text: String) -> Bool {
    text.lowercased().split { !$0.isLetter }.contains { word in pointers.contains(where: word.hasPrefix) }
  }

  /// Whether a sentence has only words of notes, one of which points to the translations: “Non-localized value”, “See
  /// InfoPlist.strings”.
  private func isNoteToTranslators(_ analysis: AnalyzedText) -> Bool {
    analysis.sentences.contains { sentence in
      let words = analysis.tokens[sentence.tokens].filter { $0.isWord }
      if words.count == 1 { return pointsToTranslations(words[0].lower) }
      return words.contains { pointsToTranslations($0.lower) }
        && words.contains { !$0.own.isDisjoint(with: [.placeholder, .noteNoun]) || $0.lower.contains(".") }
        && words.allSatisfy {
          !$0.own.isDisjoint(with: [.placeholder, .noteNoun, .determiner, .preposition, .accessVerb])
            || pointsToTranslations($0.lower)
        }
    }
  }

  /// Whether a sentence says that the text should never be shown: “This message should never appear.”
  private func isNeverShown(_ analysis: AnalyzedText) -> Bool {
    zip(analysis.sentences, analysis.sentences.map(analysis.shape)).contains { sentence, shape in
      guard let verb = shape.verb, shape.kind == .statement, verb > sentence.tokens.lowerBound else { return false }
      let tokens = analysis.tokens[sentence.tokens]
      // “will not be shown to anyone” may be about the user’s data.
      guard tokens[verb].lower.hasPrefix("should") || tokens.contains(where: { $0.lower == "never" }) else {
        return false
      }
      return tokens[..<verb].allSatisfy { !$0.own.isDisjoint(with: [.determiner, .noteNoun]) }
        && tokens[..<verb].contains { $0.own.contains(.noteNoun) }
        && tokens[verb...].contains { $0.own.contains(.negation) }
        && tokens[verb...].first { $0.own.isDisjoint(with: [.auxiliary, .be, .negation, .adverb]) }?
          .isForm(of: .appearVerb) ?? false
    }
  }

  /// Whether a text is the name of a setting with its value: “Location Authorization - When in Use”.
  private func isSetting(_ analysis: AnalyzedText, _ words: [WordToken]) -> Bool {
    let tokens = analysis.tokens
    guard analysis.sentences.count == 1, tokens.first?.isWord ?? false, tokens.last?.isWord ?? false else {
      return false
    }
    var place = 0
    var hasValue = false
    while place < tokens.count {
      let token = tokens[place]
      let length = token.isWord ? analysis.phraseLength(at: place, .placeholder) : 0
      if place > 0, length > 1 || length > 0 && token.own.isSuperset(of: [.answer, .circumstance]), token.isCapitalized
      {
        hasValue = true
        place += length
      } else {
        let isOfName = token.own.contains(.accessNoun) || resourceNames.contains(token.lower)
        guard token.isWord ? isOfName : token.kind != .comma else { return false }
        place += 1
      }
    }
    return hasValue
  }

  /// Whether the text ends with dots.
  private func endsWithDots(_ analysis: AnalyzedText) -> Bool {
    let tail = analysis.tokens.reversed().prefix { !$0.isWord }
    return tail.contains { $0.text == "…" } || tail.filter { $0.text == "." }.count > 1
  }

  /// Whether no word is a real one: letters of one keyboard row, letters without a vowel, or repetitions.
  private func isKeyboardMash(_ words: [WordToken]) -> Bool {
    words.count <= 4 && words.allSatisfy { $0.kind == .number || !knows($0) && isMash($0) }
  }

  private func isMash(_ token: WordToken) -> Bool {
    let letters = Array(token.lower.utf8)
    guard letters.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return false }
    if Set(letters).count == 1 { return letters.count > 1 || !token.isCapitalized }
    if letters.count < 3 { return false }
    let vowels = Set("aeiouy".utf8)
    if !letters.contains(where: vowels.contains) { return !(token.isAllCaps && letters.count <= 5) }
    if letters.allSatisfy(Set("asdfghjkl".utf8).contains) { return true }
    if letters.count >= 4, ["qwertyuiop", "zxcvbnm"].contains(where: { Array($0.utf8).starts(with: letters) }) {
      return true
    }
    // “asdasd”, “blabla”.
    for length in 2...3 where letters.count >= length * 2 && letters.count % length == 0 {
      if zip(letters, letters.dropFirst(length)).allSatisfy(==) { return true }
    }
    return letters.split(whereSeparator: vowels.contains).contains { $0.count >= 5 }
  }

  /// Whether a text begins with a marker of unfinished work, “TODO: fill in”, “FIXME(anna): …”, or begins or ends with
  /// one in brackets: “[TBD] …”, “… (FIXME: shorten)”; but not “TODO lists”.
  func isMarked(_ analysis: AnalyzedText) -> Bool {
    let tokens = analysis.tokens
    func isOpen(_ place: Int) -> Bool { tokens[place].kind == .openBracket || tokens[place].text == "<" }
    func isClose(_ place: Int) -> Bool { tokens[place].kind == .closeBracket || tokens[place].text == ">" }
    func isMarker(_ place: Int, inBrackets: Bool) -> Bool {
      guard let marker = analysis.wordToken(place), marker.isAllCaps, marker.isCue(.marker), place + 1 < tokens.count
      else { return false }
      return [":", "("].contains(tokens[place + 1].text) || inBrackets && isClose(place + 1)
    }
    let start = tokens.indices.first { !isOpen($0) } ?? 0
    if isMarker(start, inBrackets: start > 0) { return true }
    guard let last = tokens.indices.last(where: { tokens[$0].kind != .endMark }), isClose(last),
      let open = tokens[..<last].indices.last(where: isOpen)
    else { return false }
    // “(XXX: shorten)”, but not a size, “(XXX:large)”
    return isMarker(open + 1, inBrackets: true)
      && (isClose(open + 2) || analysis.wordToken(open + 3)?.followsBlank ?? false)
  }

  func isTemplate(_ analysis: AnalyzedText, _ words: [WordToken]) -> Bool {
    // “camera_usage”, “permission.camera.text”.
    if words.count == 1, words[0].text.utf8.contains(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }) {
      return true
    }
    if hasBlank(analysis) { return true }
    guard let first = analysis.tokens.first, let last = analysis.tokens.last else { return false }
    return (first.kind == .openBracket || first.text == "<") && (last.kind == .closeBracket || last.text == ">")
      && (words.count <= 8 || first.text == "[")
  }

  /// Whether a text has a blank to fill in: “We need the camera for [reason].”, “The app uses the camera to XXX”.
  private func hasBlank(_ analysis: AnalyzedText) -> Bool {
    let tokens = analysis.tokens
    if let last = tokens.last(where: \.isWord), last.isAllCaps, last.isCue(.marker) { return true }
    // “xxxxx requires access to the microphone”
    if tokens.contains(where: {
      $0.isWord && $0.lower.utf8.count > 3 && $0.lower.utf8.allSatisfy { $0 == UInt8(ascii: "x") }
    }) {
      return true
    }
    for open in tokens.indices where tokens[open].text == "[" || tokens[open].text == "<" {
      let end = tokens[open].text == "[" ? "]" : ">"
      guard let close = tokens[open...].firstIndex(where: { $0.text == end }), close > open + 1 else { continue }
      // A blank names what to write there; “[optional]” is a remark.
      let inside = tokens[open + 1..<close]
      if inside.contains(where: { !$0.own.isDisjoint(with: [.noteNoun, .app]) || $0.isCue(.marker) }),
        inside.allSatisfy({ $0.isWord && !$0.own.isDisjoint(with: Self.insideBlanks) })
      {
        return true
      }
    }
    return false
  }

  /// Words that say what to write in a blank: “[Insert your reason here]”, “[specific purpose]”.
  private static let insideBlanks: WordClass = [
    .noteVerb, .noteNoun, .noteEnd, .placeholder, .determiner, .app, .generic,
  ]

  /// Whether a text says before a colon that it’s a test, a demonstration or an example.
  private func isHeading(_ analysis: AnalyzedText) -> Bool {
    analysis.wordToken(1)?.kind == .pause && analysis.tokens[0].own.contains(.demonstration)
  }

  /// Whether a text is one identifier: “yourWording”; but “iCloud” is a name.
  private func isCode(_ words: [WordToken]) -> Bool {
    guard words.count == 1, let word = words.first, word.hasInnerCapital, !word.isCapitalized else { return false }
    return word.text.prefix { $0.isLowercase }.count > 2
  }

  /// Whether a text has only words of notes to developers: “Your usage description here”, “TODO: explain why”.
  private func isNote(_ analysis: AnalyzedText, _ words: [WordToken]) -> Bool {
    let phrase = analysis.phraseLength(at: 0, .placeholder)
    if words.allSatisfy({ !$0.own.isDisjoint(with: [.placeholder, .determiner]) })
      && words.contains(where: { $0.own.contains(.placeholder) })
      // “When in use”, “When in use description”
      || phrase > 0 && words.dropFirst(phrase).allSatisfy({ $0.own.contains(.noteNoun) }) || isCode(words)
    {
      return true
    }
    // “Reason why we need this”, “Why is the camera used?”; but a question with an answer is a message.
    if analysis.sentences.count == 1, let why = words.firstIndex(where: { $0.own.contains(.noteEnd) }), why <= 6,
      words.count > why + 1,
      words.count <= 9 || why == 0 || words[..<why].contains(where: { $0.own.contains(.noteNoun) }),
      !words[why + 1].own.isDisjoint(with: [.pronoun, .determiner, .be, .auxiliary, .app]),
      words[..<why].allSatisfy({ $0.isForm(of: .noteVerb) || !$0.own.isDisjoint(with: Self.besideNotes) })
    {
      return true
    }
    // “Reason for using Bluetooth that people understand”
    let noun = words[0].own.contains(.determiner) ? 1 : 0
    if analysis.sentences.count == 1, words.count > noun + 2, words[noun].own.contains(.noteNoun),
      words[noun + 1].lower == "for", words[noun + 2].isVerb(.gerund), words[noun + 2].isForm(of: .accessVerb),
      !words.contains(where: { $0.own.contains(.be) }), !analysis.tokens.contains(where: { $0.kind == .pause })
    {
      return true
    }
    // “Reason we need this”, but “The reason we need this is to…”.
    if analysis.sentences.count == 1, words.count > noun + 2, words[noun].own.contains(.noteNoun),
      !words[noun].isVerb(.base), !words[noun + 1].own.isDisjoint(with: [.subject, .determiner, .app]),
      words.contains(where: { $0.isForm(of: .askVerb) }), !words.contains(where: { $0.own.contains(.be) })
    {
      return true
    }
    if words.count > noun + 1, words[noun].own.contains(.noteNoun) {
      // “Text shown to users when the app asks”
      let rest = words.dropFirst(noun + 2).prefix(3)
      let isShown =
        rest.first?.lower == "to" && rest.contains { $0.own.contains(.person) }
        || rest.first?.own.contains(.subordinator) ?? false
      if isShown, words[noun + 1].isParticiple,
        analysis.sentences.first.map({ analysis.shape(of: $0).kind }) == .fragment
      {
        return true
      }
      // “Message to user”, “Your message to the user when the camera is used”, “Description to user - camera”
      let person = words.count > noun + 2 && words[noun + 2].own.contains(.determiner) ? noun + 3 : noun + 2
      if words[noun + 1].lower == "to", words.count > person, words[person].own.contains(.person),
        words.count == person + 1 || words[person + 1].own.contains(.subordinator)
          || analysis.wordToken(person + 1)?.kind == .pause
      {
        return true
      }
    }
    // “This is a placeholder”, “This is a description of why the camera is used”
    if words.count > 2, words[0].lower == "this", words[1].own.contains(.be) {
      let noun = words[2].own.contains(.determiner) ? 3 : 2
      if words.count > noun, words[noun].own.isSuperset(of: [.placeholder, .noteNoun]),
        words.count == noun + 1 || ["of", "that", "why"].contains(words[noun + 1].lower)
      {
        return true
      }
    }
    // “Change this to your own text”
    if words.count > 2, words[0].own.contains(.noteVerb), words[1].lower == "this",
      words.contains(where: { $0.own.contains(.noteNoun) }),
      words.allSatisfy({ !$0.own.isDisjoint(with: Self.insideBlanks.union([.preposition])) })
    {
      return true
    }
    guard words.count <= 9 else { return false }
    // “We need to say something useful here”
    if let last = words.last, last.isCue(.noteSpot),
      let verb = words.lastIndex(where: { $0.own.contains(.noteVerb) && $0.isVerb(.base) }), verb + 2 < words.count,
      words[verb + 1..<words.count - 1].allSatisfy({ !$0.own.isDisjoint(with: [.noteNoun, .determiner, .generic]) })
    {
      return true
    }
    let hasSpot = words.contains { $0.isCue(.noteSpot) }
    // “Camera access message”
    let endsWithCore = words.last?.own.contains(.noteNoun) ?? false && !words[0].own.contains(.accessVerb)
    // “Reason for camera access”, “Give a reason”; but “Add a description to photos”.
    let beginsWithCore =
      words.prefix(3).contains {
        $0.own.contains(.noteNoun) && !$0.own.contains(.ordinary) && !$0.isVerb(.base)
      }
      // “Purpose for using the calendar”, “Our message for the camera”
      || words.count > noun + 1 && words[noun].own.contains(.noteNoun)
        && (noun > 0 && !words.contains { $0.own.contains(.subject) } || !words[0].isVerb(.base))
        && ["of", "for"].contains(words[noun + 1].lower)
      // “Add a description for background location usage”
      || words.count > 3 && words[0].own.contains(.noteVerb)
        && words[1...2].contains { $0.own.contains(.noteNoun) }
        && words[2...3].contains { $0.lower == "for" } && words.contains { $0.own.contains(.accessNoun) }
    var hasCore = false
    for token in words {
      if token.own.contains(.noteNoun) {
        hasCore = true
      } else if token.own.isDisjoint(with: [.noteVerb, .noteEnd, .placeholder, .determiner]),
        !hasSpot && !beginsWithCore || token.own.isDisjoint(with: [.preposition, .pronoun, .circumstance, .adverb]),
        !resourceWords.contains(token.lower), !endsWithCore && !beginsWithCore || !token.own.contains(.accessNoun),
        !beginsWithCore
          || !(token.isVerb(.gerund) && (token.isForm(of: .accessVerb) || token.isForm(of: .requestVerb))),
        resourceNames.contains(token.lower) == false
      {
        return false
      }
    }
    // “Write a message” may be a feature, but not “Write your message here”.
    // “Message contacts” isn’t a note either.
    let isAct =
      words[0].own.contains(.noteNoun) && words[0].isVerb(.base)
      && (words.count == 2 || words.count > 2 && words[1].own.contains(.determiner))
    return hasCore
      && (!words[0].own.contains(.noteVerb) || hasSpot || beginsWithCore || words.count == 2
        || endsWithCore && words[0].own.contains(.determiner))
      && !(isAct && !words[1].own.contains(.noteNoun))
  }

  /// What may come before the “why” of a note, besides its verb.
  private static let besideNotes: WordClass = [.noteNoun, .determiner, .preposition, .person]

  /// Whether a text says only that it’s a test, a demonstration or an example.
  private func isDemonstration(_ words: [WordToken]) -> Bool {
    guard let place = words.firstIndex(where: { $0.isForm(of: .demonstration) }) else { return false }
    // “Testing the camera integration”
    if words[0].isVerb(.gerund), place == 0,
      words.dropFirst().allSatisfy({
        !$0.own.isDisjoint(with: [.determiner, .generic]) || resourceNames.contains($0.lower)
      })
    {
      return true
    }
    // “Test the camera”
    if place == 0, words.count > 1,
      words.dropFirst().allSatisfy({ $0.lower == "the" || resourceNames.contains($0.lower) })
    {
      return true
    }
    // “Demonstrate choosing an image”: what the demo does.
    if words[place].isOnlyVerb(.base), place + 1 < words.count, words[place + 1].isVerb(.gerund) { return false }
    // “This is an example of using the module”, “Test for local auth”; but “Test your hearing”.
    if words[..<place].allSatisfy({ !$0.own.isDisjoint(with: [.determiner, .be, .adverb]) }) {
      let next = words.count > place + 1 ? words[place + 1] : nil
      if place > 1 && next?.isForm(of: .demonstration) ?? true || words.count <= 4 || next?.lower == "of" {
        return next.map { $0.own.isDisjoint(with: [.determiner, .pronoun]) } ?? true
      }
    }
    // “Sandbox is using…”: the name of an app.
    if place == 0, !words[0].isVerb(.gerund), words.count > 2, words[1].own.contains(.be), words[2].isVerb(.gerund) {
      return false
    }
    let isAsking = words.contains {
      $0.own.contains(.subject) || $0.isForm(of: .askVerb) || $0.isVerb(.s) && $0.isForm(of: .getVerb)
        || !$0.own.isDisjoint(with: [.auxiliary, .necessityParticiple])
    }
    // “To share test results”
    let isActing = words.indices.contains { place in
      let token = words[place]
      return token.isVerb(.base) && token.own.contains(.lightVerb) && (place == 0 || words[place - 1].lower == "to")
        && token.own.isDisjoint(with: [.accessVerb, .requestVerb])
    }
    return !isAsking && !isActing && words.count <= 12
      && words.allSatisfy { !isConcrete($0) || $0.isForm(of: .demonstration) || resourceNames.contains($0.lower) }
      && !words.contains { $0.own.contains(.accessNoun) && words.count > 4 }
  }

  /// Whether a word may name a feature, and isn’t generic.
  private func isConcrete(_ token: WordToken) -> Bool {
    token.isWord
      && token.any.isDisjoint(
        with: WordClass.structure.union([.requestVerb, .requestNoun, .accessVerb, .generic, .lightVerb]))
  }

  /// Whether a word, in any form, is in a list.
  func knows(_ token: WordToken) -> Bool { !token.any.subtracting([.foreign]).isEmpty }
}
