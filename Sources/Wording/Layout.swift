package import Catalog
import SourceText

// Checks that need no word lists, so they apply to every language.

extension Wording {
  /// Findings about whitespace, length, sentences and the end mark.
  func layoutFindings(
    _ text: String, _ analysis: AnalyzedText, _ visible: ByteRange, _ language: Language, isEnglish: Bool
  ) -> [Finding] {
    var result = extraWhitespace(in: text, visible, analysis)
    let scalars = text.unicodeScalars.count
    let longest = isEnglish ? Self.longestText.english : Self.longestText.other
    if scalars > longest {
      let start = text.unicodeScalars.prefix(longest).reduce(0) { $0 + UTF8.width($1) }
      result.append(Finding(.tooLong(scalars), ByteRange(start, text.utf8.count)))
    }
    let endsWithSetting = analysis.tokens.last.map { $0.kind == .variable && !isNameVariable($0.text) } ?? false
    if !endsWithSetting, let range = missingFullStop(text, visible, language, isEnglish: isEnglish) {
      result.append(Finding(.noEndMark, range, String(text.utf8Slice(range))))
    }
    return result
  }

  /// In code points. A longer text looks like terms of use in an alert. Most languages need more room than English.
  static let longestText = (english: 150, other: 250)

  /// The last visible character, if an end mark is missing after it.
  private func missingFullStop(
    _ text: String, _ visible: ByteRange, _ language: Language, isEnglish: Bool
  ) -> ByteRange? {
    if language.usesEndMark == false { return nil }
    let scalars = Array(text.utf8Slice(visible).unicodeScalars)
    var place = scalars.count - 1
    func isClosing(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .closePunctuation, .finalPunctuation, .initialPunctuation: true
      default: scalar == "\"" || scalar == "'" || scalar.value == 0xFE0F || isBlank(scalar)
      }
    }
    // The mark may come before closing quotation marks and brackets.
    while place >= 0, isClosing(scalars[place]) { place -= 1 }
    guard place >= 0 else { return nil }
    let last = scalars[place]
    if endMarks.contains(last) || language.endMarks.contains(where: { $0.unicodeScalars.first == last }) { return nil }
    // A note in brackets after the sentence needs no mark of its own.
    if scalars[(place + 1)...].contains(where: { $0.properties.generalCategory == .closePunctuation }),
      let open = openingBracket(before: place, in: scalars),
      let before = scalars[..<open].last(where: { !isBlank($0) }), endMarks.contains(before)
    {
      return nil
    }
    if !isEnglish {
      // Scripts whose sentences end with a space or without a mark.
      if scalars.contains(where: isOfScriptWithoutMarks), language.usesEndMark == nil { return nil }
      // Armenian’s full stop looks like a colon and is often typed as one; a Greek question ends with a semicolon.
      if last == ":" && scalars.contains(where: { $0.value >= 0x530 && $0.value <= 0x58F })
        || last == ";" && scalars.contains(where: { $0.value >= 0x370 && $0.value <= 0x3FF })
      {
        return nil
      }
    }
    // The whole grapheme cluster.
    let slice = text.utf8Slice(visible)
    let size = slice.last.map { String($0).utf8.count } ?? 1
    return ByteRange(visible.upper - size, visible.upper)
  }

  /// The bracket that the next closing bracket after a place closes.
  private func openingBracket(before place: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var depth = 1
    for index in scalars[...place].indices.reversed() {
      switch scalars[index].properties.generalCategory {
      case .closePunctuation: depth += 1
      case .openPunctuation: depth -= 1
      default: break
      }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Thai, Lao, Tibetan, Myanmar and Khmer.
  private func isOfScriptWithoutMarks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true
    default: false
    }
  }

  private func extraWhitespace(in text: String, _ visible: ByteRange, _ analysis: AnalyzedText) -> [Finding] {
    var result: [Finding] = []
    let end = text.utf8.count
    if visible.lower > 0 { result.append(Finding(.extraWhitespace(.leading), ByteRange(0, visible.lower))) }
    if visible.upper < end { result.append(Finding(.extraWhitespace(.trailing), ByteRange(visible.upper, end))) }
    var offset = 0
    var start: Int?
    var kind: Blanks?
    var count = 0
    for scalar in text.unicodeScalars {
      let size = UTF8.width(scalar)
      defer { offset += size }
      guard offset >= visible.lower, offset < visible.upper else { continue }
      let isOdd =
        isBlank(scalar) && scalar.value != 0xA0 && scalar.value != 0x202F && scalar.value != 0x200D
        && scalar.value != 0x200C
      if isOdd {
        if start == nil { start = offset }
        count += 1
        switch scalar {
        case "\t": if kind != .lineBreak { kind = .tab }
        case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": kind = .lineBreak
        default: if kind == nil, count > 1 { kind = .double }
        }
      } else {
        if let first = start, let kind { result.append(Finding(.extraWhitespace(kind), ByteRange(first, offset))) }
        start = nil
        kind = nil
        count = 0
      }
    }
    for token in analysis.tokens
    where token.kind == .lineBreak && token.text.utf8.count == 2 && token.text.hasPrefix("\\") {
      result.append(Finding(.extraWhitespace(.literalLineBreak), token.range, token.text))
    }
    return result
  }
}

/// The end mark for a text: its language’s, or else its script’s.
package func endMark(for text: String, _ language: Language?) -> String {
  if let mark = language?.endMarks.first { return String(mark) }
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x9FFF: return "。"
    case 0x0900...0x097F, 0x0980...0x09FF: return "।"
    case 0x1200...0x137F: return "።"
    case 0x0530...0x058F: return "։"
    default: continue
    }
  }
  return "."
}
