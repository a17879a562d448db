import Catalog
import SourceText

/// A word, a mark or a variable in a text.
struct WordToken: Sendable {
  enum Kind: Hashable, Sendable {
    case word
    /// `$(PRODUCT_NAME)`, `%@`, `{AppName}`.
    case variable
    case number
    /// A full stop, question mark, exclamation mark or ellipsis.
    case endMark
    case comma
    /// Semicolon, colon, dash.
    case pause
    case openBracket, closeBracket
    case quote
    case lineBreak
    case other
  }

  let kind: Kind
  /// In UTF-8 bytes from the start of the text.
  let range: ByteRange
  /// As written.
  let text: String
  /// In lower case, with a plain apostrophe.
  let lower: String
  let entry: Lexicon.Entry
  /// Whether whitespace comes before it.
  let followsBlank: Bool

  var own: WordClass { entry.own }
  var any: WordClass { entry.any }
  var isWord: Bool { kind == .word }

  /// Whether it begins with a capital letter.
  let isCapitalized: Bool
  /// Whether it has several letters, all of them capitals.
  let isAllCaps: Bool
  /// Whether a capital follows a lower-case letter: “iPhone”, “YouTrack”.
  let hasInnerCapital: Bool

  /// Whether it can be a verb in this form.
  func isVerb(_ form: WordForm) -> Bool {
    entry.form == form && !entry.base.isDisjoint(with: .anyVerb)
  }

  /// Whether it can only be a verb in this form.
  func isOnlyVerb(_ form: WordForm) -> Bool {
    isVerb(form) && entry.base.isDisjoint(with: [.nounOrVerb, .ordinary]) && !own.contains(.ordinary)
  }

  /// Whether it can be a past participle.
  var isParticiple: Bool {
    guard !own.contains(.stateParticiple) else { return false }
    if own.contains(.irregularParticiple) || isVerb(.past) { return true }
    return lower.utf8.count > 5 && lower.hasSuffix("ed") && own.isEmpty
  }

  /// Whether it can follow an auxiliary.
  var isBaseOrParticiple: Bool { isVerb(.base) || isParticiple }

  /// Whether it’s exactly this word.
  func isCue(_ cue: WordList.Role) -> Bool { entry.cues.contains(cue) }

  /// Whether any form of it is in a list.
  func isForm(of role: WordList.Role) -> Bool {
    own.contains(role) || entry.base.contains(role)
  }
}

/// Whether a word consists of letters separated by full stops, or is a single letter: “U.S”, “J”.
private func isInitials(_ word: String) -> Bool {
  let parts = word.split(separator: ".", omittingEmptySubsequences: false)
  return parts.allSatisfy { $0.utf8.count == 1 } && word != "i" && word != "a"
}

/// The tokens of a text, in order, without whitespace.
func wordTokens(of text: String, _ lexicon: Lexicon) -> [WordToken] {
  let scalars = Array(text.unicodeScalars)
  var result: [WordToken] = []
  var offset = 0
  var index = 0
  var followsBlank = false

  func scalar(_ place: Int) -> Unicode.Scalar? { scalars.indices.contains(place) ? scalars[place] : nil }
  func isLetter(_ place: Int) -> Bool {
    scalar(place).map { isAlphabetic($0) || $0.value >= 0x300 && isMark($0) } ?? false
  }
  func isDigit(_ place: Int) -> Bool { scalar(place).map { $0.value >= 0x30 && $0.value <= 0x39 } ?? false }
  func isWordPart(_ place: Int) -> Bool { isLetter(place) || isDigit(place) || scalar(place) == "_" }

  func add(_ kind: WordToken.Kind, _ length: Int) {
    var token = ""
    var letters = 0
    var capitals = 0
    var hasInnerCapital = false
    var followsSmall = false
    let end = min(index + length, scalars.count)
    for place in index..<end {
      let scalar = scalars[place]
      token.unicodeScalars.append(scalar)
      guard kind == .word else { continue }
      if isUppercase(scalar) {
        letters += 1
        capitals += 1
        if followsSmall { hasInnerCapital = true }
        followsSmall = false
      } else if isAlphabetic(scalar) {
        letters += 1
        followsSmall = true
      } else {
        followsSmall = false
      }
    }
    let size = token.utf8.count
    let lower = kind == .word ? lowered(token) : token
    result.append(
      WordToken(
        kind: kind, range: ByteRange(offset, offset + size), text: token, lower: lower,
        entry: kind == .word ? lexicon.entry(lower) : Lexicon.Entry(stem: lower), followsBlank: followsBlank,
        isCapitalized: kind == .word && isUppercase(scalars[index]), isAllCaps: letters > 1 && letters == capitals,
        hasInnerCapital: hasInnerCapital))
    index = end
    offset += size
    followsBlank = false
  }

  while let current = scalar(index) {
    if current == "\n" || current == "\r" || current.value == 0x2028 || current.value == 0x2029 {
      add(.lineBreak, 1)
    } else if current == "\\", scalar(index + 1) == "n",
      !isLetter(index + 2) || isUppercase(scalar(index + 2)) || followsBlank
        || [.endMark, .comma].contains(result.last?.kind)
    {
      add(.lineBreak, 2)
    } else if isWhiteSpace(current) {
      offset += UTF8.width(current)
      index += 1
      followsBlank = true
    } else if let length = variableLength(scalars, index) {
      add(.variable, length)
    } else if isLetter(index) || isDigit(index) {
      var end = index + 1
      var hasLetter = isLetter(index)
      while let next = scalar(end) {
        if isWordPart(end) {
          hasLetter = hasLetter || isLetter(end)
        } else if isJoiner(next), isWordPart(end + 1) {
          if next == ".", isUppercase(scalar(end + 1)) {
            var last = end + 1
            while isLetter(last) { last += 1 }
            var word = ""
            for place in (end + 1)..<last { word.unicodeScalars.append(scalars[place]) }
            if lexicon.exact(word.lowercased()).contains(.sentenceStart) { break }
          }
        } else if next == "(", isLetter(end + 1), scalar(end + 2) == ")", isLetter(end + 3) {
          // `f(x)Wallet`
          end += 2
        } else {
          break
        }
        end += 1
      }
      add(hasLetter ? .word : .number, end - index)
    } else {
      add(markKind(current), 1)
    }
  }
  return result
}

/// A word in lower case, with a straight apostrophe.
private func lowered(_ word: String) -> String {
  if word.utf8.allSatisfy({ $0 < 0x80 }) {
    return String(decoding: word.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
  let lower = word.lowercased()
  guard lower.unicodeScalars.contains(where: { $0.value == 0x2019 || $0.value == 0x2018 }) else { return lower }
  var result = ""
  for scalar in lower.unicodeScalars {
    result.unicodeScalars.append(scalar.value == 0x2019 || scalar.value == 0x2018 ? "'" : scalar)
  }
  return result
}

// Nearly all letters are ASCII, and Unicode’s tables are slow.

private func isUppercase(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return false }
  return scalar.isASCII ? scalar.value >= 0x41 && scalar.value <= 0x5A : scalar.properties.isUppercase
}

private func isAlphabetic(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar.isASCII else { return scalar.properties.isAlphabetic }
  return scalar.value | 0x20 >= 0x61 && scalar.value | 0x20 <= 0x7A
}

func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
  scalar.isASCII ? scalar.value == 0x20 || scalar.value >= 9 && scalar.value <= 13 : scalar.properties.isWhitespace
}

/// Whether a scalar combines with the letter before it.
private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  // Variation selectors make emoji and belong to no letter.
  case .nonspacingMark, .spacingMark: scalar.value < 0xFE00 || scalar.value > 0xFE0F
  default: scalar.value == 0x200C || scalar.value == 0x200D
  }
}

/// Whether a scalar between two letters joins them into one word.
private func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "'", "\u{2019}", "-", "\u{2010}", "\u{2011}", "&", ".", "@": true
  default: false
  }
}

private func markKind(_ scalar: Unicode.Scalar) -> WordToken.Kind {
  if endMarks.contains(scalar) { return .endMark }
  switch scalar {
  case ",", "、", "،", "，": return .comma
  case ";", ":", "\u{2013}", "\u{2014}", "-", "/", "|", "؛", "：", "；": return .pause
  case "(", "[", "{", "（", "【": return .openBracket
  case ")", "]", "}", "）", "】": return .closeBracket
  case "\"", "'", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{201E}", "\u{201A}", "«", "»", "「", "」", "`":
    return .quote
  default: return .other
  }
}

/// The number of scalars of a variable that begins at a place; nil if there is none.
private func variableLength(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
  func scalar(_ place: Int) -> Unicode.Scalar? { scalars.indices.contains(place) ? scalars[place] : nil }
  func closed(by end: Unicode.Scalar, from first: Int) -> Int? {
    var place = first
    while let next = scalar(place), place - start < 120 {
      if next == end { return place - start + 1 }
      if next == "\n" { return nil }
      place += 1
    }
    return nil
  }
  switch scalars[start] {
  case "$":
    if scalar(start + 1) == "(" { return closed(by: ")", from: start + 2) }
    if scalar(start + 1) == "{" { return closed(by: "}", from: start + 2) }
    return nil
  case "%":
    var place = start + 1
    while let next = scalar(place), next == "$" || next.value >= 0x30 && next.value <= 0x39 { place += 1 }
    if let next = scalar(place), next == "@" || (next == "s" || next == "d") && !isLetterOrDigit(scalar(place + 1)) {
      return place - start + 1
    }
    return nil
  case "{":
    // “{AppName}”, “{{app}}”: gaps of a template.
    let inner = scalar(start + 1) == "{" ? 2 : 1
    guard let length = closed(by: "}", from: start + inner),
      !scalars[start..<start + length].contains(where: isWhiteSpace)
    else { return nil }
    return min(length + inner - 1, scalars.count - start)
  default: return nil
  }
}

private func isLetterOrDigit(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return false }
  return isAlphabetic(scalar) || scalar.value >= 0x30 && scalar.value <= 0x39
}

/// Sentence end marks of all languages.
let endMarks: Set<Unicode.Scalar> = [
  ".", "!", "?", "…", "。", "！", "？", "｡", "．", "۔", "؟", "।", "॥", "።", "፧", "։", "။", "។", "᙮", "།", "‼", "⁉", "⁇",
]

/// A sentence, as a range of tokens.
struct Sentence: Sendable {
  /// Includes the end marks.
  var tokens: Range<Int>
}

/// Whether the mark at a place follows a capitalized word that no list has.
private func endsStrangeName(_ tokens: [WordToken], _ mark: Int) -> Bool {
  guard mark > 0, !tokens[mark].followsBlank else { return false }
  let last = tokens[mark - 1]
  return last.isWord && last.isCapitalized && last.any.subtracting([.brand, .foreign]).isEmpty
}

/// The end marks among some tokens that are part of the app’s name, and where the name begins.
func marksInNames(_ tokens: [WordToken], _ names: [[WordToken]]) -> [Int: Int] {
  var result: [Int: Int] = [:]
  for name in names {
    for start in tokens.indices.dropLast(max(0, name.count - 1)) {
      let isHere = zip(name, tokens[start...]).enumerated().allSatisfy { distance, pair in
        pair.0.text == pair.1.text && (distance == 0 || pair.0.followsBlank == pair.1.followsBlank)
      }
      guard isHere else { continue }
      for place in start..<start + name.count where tokens[place].kind == .endMark { result[place] = start }
    }
  }
  return result
}

/// Whether the text behind a line break goes on in lower case, also as the next item of a list.
private func goesOn(_ tokens: [WordToken], behind place: Int) -> Bool {
  guard let next = tokens[(place + 1)...].firstIndex(where: { $0.kind != .lineBreak }) else { return false }
  let word = endOfItemMark(tokens, next) ?? next
  return word < tokens.count && tokens[word].isWord && !tokens[word].isCapitalized
}

/// The end of the mark of a list’s item that begins at a place, “1.”, “2)”, “•”; nil if none does.
private func endOfItemMark(_ tokens: [WordToken], _ place: Int) -> Int? {
  if tokens[place].kind == .pause || tokens[place].kind == .other { return place + 1 }
  guard tokens[place].kind == .number, tokens[place].text.utf8.count <= 2, place + 1 < tokens.count,
    !tokens[place + 1].followsBlank, [".", ")"].contains(tokens[place + 1].text)
  else { return nil }
  return place + 2
}

/// The sentences of some tokens, which end with an end mark or a line break, but not inside brackets.
///
/// - Parameter namesBefore: For end marks that are part of the app’s name, where the name begins.
func splitIntoSentences(_ tokens: [WordToken], namesBefore: [Int: Int] = [:]) -> [Sentence] {
  var result: [Sentence] = []
  var start = 0
  var depth = 0
  func close(at end: Int) {
    guard end > start else { return }
    let hasWords = tokens[start..<end].contains { $0.kind == .word || $0.kind == .variable || $0.kind == .number }
    let isBracketed = tokens[start].kind == .openBracket && !result.isEmpty
    if let last = result.last, !hasWords || isBracketed {
      result[result.count - 1].tokens = last.tokens.lowerBound..<end
    } else if hasWords {
      result.append(Sentence(tokens: start..<end))
    } else {
      // Marks before the first sentence belong to it.
      return
    }
    start = end
  }
  var place = 0
  while place < tokens.count {
    let token = tokens[place]
    switch token.kind {
    case .openBracket: depth += 1
    case .closeBracket: depth = max(0, depth - 1)
    // If the next line continues in lower case, the sentence was wrapped, or is a list.
    case .lineBreak where !goesOn(tokens, behind: place):
      depth = 0
      close(at: place + 1)
    case .endMark where depth == 0:
      var end = place + 1
      while end < tokens.count, tokens[end].kind == .endMark, !tokens[end].followsBlank { end += 1 }
      let isEllipsis = end - place > 1 && token.text == "." || token.text == "…"
      while end < tokens.count, tokens[end].kind == .quote || tokens[end].kind == .closeBracket,
        !tokens[end].followsBlank
      { end += 1 }
      let isAbbreviation =
        place > 0 && !token.followsBlank && tokens[place - 1].kind == .word && token.text == "."
        && (tokens[place - 1].own.contains(.abbreviation) || isInitials(tokens[place - 1].lower))
      let next = end < tokens.count ? tokens[end] : nil
      if let next {
        // “e.g. “ring twice””
        let first = next.kind == .quote && end + 1 < tokens.count ? tokens[end + 1] : next
        let isLower = first.isWord && !first.isCapitalized
        // “3.5”, “Go!Cam”
        let isNumbering = place > 0 && tokens[place - 1].kind == .number && !next.followsBlank
        let isInName = next.isWord && !next.followsBlank && (token.text == "!" || token.text == "?")
        // “for: 1. tickets, 2. menus”
        let isOfItem =
          isLower && place > 1 && endOfItemMark(tokens, place - 1) == end
          && [.lineBreak, .comma, .pause].contains(tokens[place - 2].kind)
        let isTitle =
          place > 0 && !token.followsBlank && token.text == "."
          && tokens[place - 1].own.contains(.nameTitle)
        // “Zilbo! scans tickets”, where “Zilbo!” is a name.
        let isOfName =
          isLower && (token.text == "!" || token.text == "?") && endsStrangeName(tokens, place)
          && next.own.isDisjoint(with: [.subject, .determiner])
          || namesBefore[place].map { isLower || $0 == start } ?? false
        if isTitle && next.isWord || isAbbreviation && isLower || isEllipsis && isLower || isNumbering || isInName
          || isOfName || isOfItem
        {
          place = end
          continue
        }
      }
      close(at: end)
      place = end
      continue
    default: break
    }
    place += 1
  }
  close(at: tokens.count)
  return result
}
