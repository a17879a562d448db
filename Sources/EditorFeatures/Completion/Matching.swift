/// What has been typed, compared with the names of things.
///
/// A client compares the text in an item's range with the item's filter text, each in its own way: by the beginning, by
/// letters in order, with or without regard to case. An item that was found by another of its names must pass all of
/// them, so its filter text is what has been typed, letter for letter, and the rest of the name that it begins.
struct Typed {
  /// The text before the cursor in the range that is replaced.
  let text: String
  private let folded: [UInt8]
  /// Whether it is the beginning of a start tag.
  private let isTag: Bool

  init(_ text: String) {
    self.text = text
    isTag = text.hasPrefix("<")
    folded = text.utf8.compactMap(EditorFeatures.folded)
  }

  var isEmpty: Bool { text.isEmpty }

  /// How well an item fits.
  struct Match {
    enum Rank: CaseIterable {
      /// What is typed is a name of the thing, in the singular or the plural.
      case isName
      case beginsName
      /// It begins a word that people use for the thing.
      case beginsWord
    }

    var rank: Rank
    var filterText: String
  }

  /// How an item with these names fits; nil if none of them begins so.
  ///
  /// - Parameters:
  ///   - words: What people call the thing, and other words that lead to it.
  ///   - tag: The element an item inserts whole, so that its tag is a name too.
  func match(_ names: [String], words: [String], tag: String?) -> Match? {
    guard let first = names.first else { return nil }
    if folded.isEmpty || isTag {
      if first.hasPrefix(text) { return Match(rank: .beginsName, filterText: first) }
      if let tag, "<\(tag)>".hasPrefix(text.lowercased()) {
        return Match(rank: .beginsName, filterText: text + "<\(tag)>".dropFirst(text.count) + first)
      }
      // Blanks alone, or a bare bracket where no tag is meant.
      if folded.isEmpty { return Match(rank: .beginsName, filterText: text + first) }
    }
    func best(_ names: some Sequence<String>, rank: Match.Rank) -> Match? {
      var result: Match?
      for name in names {
        for start in wordStarts(of: name) {
          guard let rest = rest(of: name[start...]) else { continue }
          let isWhole = start == name.startIndex && (rest.isEmpty || rest == "s")
          if isWhole { return Match(rank: .isName, filterText: text + rest) }
          if result == nil { result = Match(rank: rank, filterText: text + rest) }
        }
      }
      return result
    }
    let named = best(names, rank: .beginsName)
    if let named, named.rank == .isName { return named }
    // One letter begins too many words.
    guard folded.count > 1, let word = best(words, rank: .beginsWord) else { return named }
    return word.rank == .isName ? word : named ?? word
  }

  /// What is left of a name that begins with what is typed.
  private func rest(of name: Substring) -> Substring? {
    guard !name.isEmpty else { return nil }
    var matched = 0
    var index = name.utf8.startIndex
    while matched < folded.count {
      guard index < name.utf8.endIndex else { return nil }
      if let byte = EditorFeatures.folded(name.utf8[index]) {
        guard byte == folded[matched] else { return nil }
        matched += 1
      }
      index = name.utf8.index(after: index)
    }
    return name[index...]
  }

  /// Where the words of a name begin, its start first: behind a blank or a mark, and where capitals begin.
  private func wordStarts(of name: String) -> [String.Index] {
    var result = [name.startIndex]
    var last: Character = " "
    for index in name.indices.dropFirst() {
      last = name[name.index(before: index)]
      let isStart = !(last.isLetter || last.isNumber) || last.isLowercase && name[index].isUppercase
      if isStart, name[index].isLetter || name[index].isNumber { result.append(index) }
    }
    return result
  }
}

/// A letter in lower case or a digit; nil for what does not count in a comparison.
private func folded(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
  default: nil
  }
}

/// The names without what they all begin with, up to the start of a word: "EmailAddress".
func shortForms(of names: [String]) -> [String] {
  guard var prefix = names.first, names.count > 1 else { return names }
  for name in names {
    while !name.hasPrefix(prefix) { prefix.removeLast() }
  }
  // Back to where every name begins a word.
  while !prefix.isEmpty, !names.allSatisfy({ $0.dropFirst(prefix.count).first?.isUppercase ?? true }) {
    prefix.removeLast()
  }
  return names.map { String($0.dropFirst(prefix.count)) }
}
