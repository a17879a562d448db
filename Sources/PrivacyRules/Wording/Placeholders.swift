import SourceText

// Texts that are no message: dots, a note to developers, the name of the setting, a cat on the keyboard.

extension Wording {
  /// The range of a text that stands in for one; nil for a message.
  func placeholder(
    in analysis: AnalyzedText, key: String, isEnglish: Bool, visible: ByteRange
  ) -> ByteRange? {
    let words = analysis.tokens.filter { $0.isWord || $0.kind == .number }
    let variables = analysis.tokens.filter { $0.kind == .variable }
    // Dots, dashes, emoji, the app's name alone.
    if words.isEmpty {
      return variables.isEmpty || variables.count == 1 && isNameVariable(variables[0].text) ? visible : nil
    }
    if words.allSatisfy({ $0.kind == .number }), variables.isEmpty { return visible }
    if isKeyName(words, key) { return visible }
    let text = words.map(\.lower).joined(separator: " ")
    if variables.isEmpty {
      if lexicon.placeholders.contains(text) { return visible }
      if isKeyboardMash(words) || isCutOff(words, analysis) { return visible }
    }
    // “This app uses your camera to ….”: what completion leaves to be told.
    if isEnglish, words.last?.lower == "to", endsWithDots(analysis) { return visible }
    // “<reason>”, “[Insert text]”, “YOUR_TEXT_HERE”.
    if isTemplate(analysis, words) { return visible }
    guard isEnglish || words.count <= 4 else { return nil }
    return isDemonstration(analysis, words) || isNote(words) ? visible : nil
  }

  /// Whether dots stand behind the last word.
  private func endsWithDots(_ analysis: AnalyzedText) -> Bool {
    let tail = analysis.tokens.reversed().prefix { !$0.isWord }
    return tail.contains { $0.text == "…" } || tail.filter { $0.text == "." }.count > 1
  }

  /// Whether the text is the key's name, or the title that Xcode shows for it.
  private func isKeyName(_ words: [WordToken], _ key: String) -> Bool {
    let letters = words.flatMap { fold($0.text) }
    if letters == fold(key) { return true }
    let whole = words.map(\.lower)
    let ending = ["usage", "description"]
    guard whole.suffix(2).elementsEqual(ending) || (whole.last?.hasSuffix("usagedescription") ?? false) else {
      return false
    }
    // “Camera usage description”, “Privacy - Camera Usage Description”, “NSCameraUsageDescription”.
    return whole.count <= 8
  }

  /// Whether no word is one: letters of one row, letters without a vowel, the same over and over.
  private func isKeyboardMash(_ words: [WordToken]) -> Bool {
    guard words.count <= 4 else { return false }
    return words.allSatisfy { token in
      token.kind == .number || !lexicon.knows(token.lower) && isMash(token)
    } && words.contains { $0.kind == .word }
  }

  private func isMash(_ token: WordToken) -> Bool {
    let letters = Array(token.lower.utf8)
    guard letters.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return false }
    if Set(letters).count == 1 { return letters.count > 1 || !token.isCapitalized }
    if letters.count < 3 { return false }
    let vowels = Set("aeiouy".utf8)
    if !letters.contains(where: vowels.contains), !(token.isAllCaps && letters.count <= 5) { return true }
    let home = Set("asdfghjkl".utf8)
    if letters.allSatisfy(home.contains), letters.count >= 3 { return true }
    for row in ["qwertyuiop", "zxcvbnm"] where letters.count >= 4 {
      if Array(row.utf8).starts(with: letters) { return true }
    }
    // “asdasd”, “blabla”.
    for length in 2...3 where letters.count >= length * 2 && letters.count % length == 0 {
      let first = letters[..<length]
      if stride(from: 0, to: letters.count, by: length).allSatisfy({ letters[$0..<$0 + length].elementsEqual(first) }) {
        return true
      }
    }
    var run = 0
    for letter in letters {
      run = vowels.contains(letter) ? 0 : run + 1
      if run >= 5 { return true }
    }
    return false
  }

  /// Whether a text of another script stops after a word or two.
  private func isCutOff(_ words: [WordToken], _ analysis: AnalyzedText) -> Bool {
    guard words.count == 1, let word = words.first, analysis.tokens.count == 1 else { return false }
    let scalars = word.text.unicodeScalars.count
    // A single letter or syllable, with or without “App” before it.
    let foreign = word.text.unicodeScalars.filter { $0.value > 0x2E80 }.count
    return scalars <= 1 || foreign > 0 && foreign <= 1
  }

  private func isTemplate(_ analysis: AnalyzedText, _ words: [WordToken]) -> Bool {
    let tokens = analysis.tokens
    if words.count == 1, let word = words.first, word.text.contains("_") { return true }
    guard let first = tokens.first, let last = tokens.last else { return false }
    let opens = first.kind == .openBracket || first.text == "<" || first.text == "{"
    let closes = last.kind == .closeBracket || last.text == ">" || last.text == "}"
    return opens && closes && words.count <= 8
  }

  /// Whether a text says only that it is a test, a demonstration or an example.
  private func isDemonstration(_ analysis: AnalyzedText, _ words: [WordToken]) -> Bool {
    guard let place = words.firstIndex(where: { $0.any.contains(.demonstration) }) else { return false }
    let lower = words.map(\.lower)
    func starts(_ phrases: [[String]]) -> Bool { phrases.contains { lower.starts(with: $0) } }
    // “This is an example of…”, “Example of…”: a note about the code.
    if starts([
      ["this", "is", "an", "example"], ["this", "is", "a", "sample"], ["this", "is", "a", "test"],
      ["this", "is", "a", "demo"], ["this", "is", "just"], ["this", "is", "only"], ["this", "is", "for"],
      ["an", "example", "of"], ["example", "of"], ["a", "sample"], ["example", "for"],
    ]) {
      return true
    }
    let concrete = words.filter { isConcrete($0) && !$0.any.contains(.demonstration) }
    // A request makes it a text, be it a bad one.
    if words.contains(where: { !$0.own.isDisjoint(with: [.pronoun, .auxiliary]) && $0.lower != "this" }) {
      return false
    }
    if words.contains(where: { $0.isForm(of: .askVerb) }) { return false }
    if words.contains(where: { ["access", "permission"].contains($0.lower) }), words.count > 4 { return false }
    if concrete.isEmpty { return true }
    let first = words[place]
    // “Test Voiceoverlay”, “Test for local auth”; but “Test your hearing”.
    if place == 0, ["test", "testing", "demo", "sample", "example"].contains(first.lower), words.count <= 4 {
      let next = words.count > 1 ? words[1] : nil
      return next.map { $0.own.isDisjoint(with: [.determiner, .pronoun]) } ?? true
    }
    // “For testing”, “Just a demo of XYZ”.
    if starts([
      ["for", "test"], ["for", "testing"], ["for", "demo"], ["just", "for"], ["only", "for"], ["just", "a"],
      ["only", "a"], ["used", "for", "testing"], ["for", "example"], ["for", "debugging"], ["for", "debug"],
    ]) {
      return concrete.count <= 1 && place <= 3
    }
    return false
  }

  /// Whether a text speaks to the developer, who should write another one.
  private func isNote(_ words: [WordToken]) -> Bool {
    let lower = words.map(\.lower)
    guard let first = lower.first else { return false }
    if ["todo", "fixme", "lorem", "xxx"].contains(first) { return true }
    // “Your message goes here”, “Reason why the app needs this”, “My custom camera prompt”.
    if words.count <= 8,
      lower.suffix(2).elementsEqual(["goes", "here"]) || lower.suffix(2).elementsEqual(["text", "here"])
    {
      return true
    }
    let rest = lower.first == "a" || lower.first == "the" ? lower.dropFirst() : lower[...]
    if let noun = rest.first, ["reason", "reasons", "purpose", "explanation", "description"].contains(noun),
      rest.count <= 9,
      let next = rest.dropFirst().first, ["why", "for", "to", "of", "that"].contains(next), rest.count > 2
    {
      return true
    }
    if words.count <= 6, lower.contains(where: { $0 == "custom" }),
      lower.last.map({ lexicon.exact($0).contains(.noteNoun) || $0 == "prompt" }) ?? false
    {
      return true
    }
    // “Why you need the camera”, which is no question.
    if first == "why", words.count > 1, words.count <= 9,
      words[1].own.contains(.pronoun) || words[1].own.contains(.determiner)
    {
      return true
    }
    guard lexicon.exact(first).contains(.noteVerb) else { return false }
    guard words.count <= 14 else { return false }
    for (place, word) in lower.enumerated() where place > 0 && lexicon.exact(word).contains(.noteNoun) {
      let rest = lower[(place + 1)...]
      if rest.isEmpty
        || ["here", "why", "for", "of", "that", "to", "explaining", "with", "string", "text", "message"].contains(
          rest.first ?? "")
      {
        // “Add a description for your photos” is a feature; “Add a description here” is a note.
        let isFeature =
          ["add", "write", "edit", "type", "send", "change"].contains(first)
          && ["to", "for", "of", "with"].contains(rest.first ?? "")
          && !rest.contains { lexicon.exact($0).contains(.accessNoun) }
        if !isFeature { return true }
      }
    }
    // “Explain why you need this.”
    return ["explain", "describe", "tell", "say", "specify", "state"].contains(first) && lower.contains { $0 == "why" }
  }

  /// Whether a word stands for a feature of one's own rather than for anything at all.
  func isConcrete(_ token: WordToken) -> Bool {
    guard token.isWord else { return false }
    return token.own.isDisjoint(
      with: WordClass.structure.union([.requestVerb, .requestNoun, .accessVerb, .generic, .lightVerb]))
      && token.entry.base.isDisjoint(with: [
        .requestVerb, .requestNoun, .accessVerb, .generic, .lightVerb, .app, .device, .person,
      ])
  }
}
