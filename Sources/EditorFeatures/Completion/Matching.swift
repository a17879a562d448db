import Catalog

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
    // What stands in a gap is anything’s place.
    folded = Gap.isAll(of: text) ? [] : text.utf8.compactMap(EditorFeatures.folded)
  }

  /// How well an item fits.
  struct Match {
    enum Rank: CaseIterable {
      /// What is typed is a name of the thing, in the singular or the plural.
      case isName
      case beginsName
      /// It begins a word that people use for the thing.
      case beginsWord
      /// It begins the tag of the element, which says nothing of what is in it.
      case beginsTag
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
    var tagged: Match?
    if folded.isEmpty || isTag {
      if first.hasPrefix(text) { return Match(rank: .beginsName, filterText: first) }
      if let tag, "<\(tag)>".hasPrefix(text.lowercased()) {
        tagged = Match(rank: .beginsTag, filterText: text + "<\(tag)>".dropFirst(text.count) + first)
        if folded.isEmpty { return tagged }
      }
      // Blanks alone, or a bare bracket where no tag is meant.
      if folded.isEmpty { return Match(rank: .beginsName, filterText: text + first) }
    }
    func best(_ names: some Sequence<String>, rank: Match.Rank) -> Match? {
      var result: Match?
      for var name in names {
        let isWhole = name.withUTF8 { name in
          for start in name.indices where Self.isWordStart(start, in: name) {
            guard let end = end(of: name[start...]) else { continue }
            let rest = name[end...]
            let isWhole = start == 0 && (rest.isEmpty || rest.elementsEqual("s".utf8))
            if isWhole || result == nil {
              result = Match(
                rank: isWhole ? .isName : rank, filterText: text + String(decoding: rest, as: UTF8.self))
            }
            if isWhole { return true }
          }
          return false
        }
        if isWhole { return result }
      }
      return result
    }
    let named = best(names, rank: .beginsName)
    if let named, named.rank == .isName { return named }
    // Other words don't outdo a tag, and one letter begins too many of them.
    if let tagged { return named ?? tagged }
    guard folded.count > 1, let word = best(words, rank: .beginsWord) else { return named }
    return word.rank == .isName ? word : named ?? word
  }

  /// Where what is typed ends in a name that begins with it, in bytes.
  private func end(of name: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var matched = 0
    var index = name.startIndex
    while matched < folded.count {
      guard index < name.endIndex else { return nil }
      if let byte = EditorFeatures.folded(name[index]) {
        guard byte == folded[matched] else { return nil }
        matched += 1
      }
      index += 1
    }
    return index
  }

  /// Whether a word of a name begins at a byte: at its start, behind a blank or a mark, and where capitals begin. Letters
  /// beyond ASCII begin none.
  private static func isWordStart(_ index: Int, in name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index > 0 else { return true }
    let (last, first) = (name[index - 1], name[index])
    guard first < 0x80, EditorFeatures.folded(first) != nil else { return false }
    let beginsCapitals = "a"..."z" ~= Unicode.Scalar(last) && "A"..."Z" ~= Unicode.Scalar(first)
    return beginsCapitals || EditorFeatures.folded(last) == nil
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
  guard let first = names.first, names.count > 1 else { return names }
  var count = names.reduce(first.utf8.count) { min($0, zip(first.utf8, $1.utf8).prefix(while: ==).count) }
  // Back to where every name begins a word.
  let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
  while count > 0, !names.allSatisfy({ $0.utf8.dropFirst(count).first.map(capitals.contains) ?? true }) { count -= 1 }
  return names.map { String(Substring($0.utf8.dropFirst(count))) }
}
