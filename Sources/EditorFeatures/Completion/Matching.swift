import Catalog

/// What is typed, compared with the names of items.
///
/// Each client compares the text in an item’s range with the item’s filter text in its own way: by prefix, by letters
/// in order, case-sensitive or not. To pass any of them, the filter text of an item that matches by another name is
/// exactly what is typed, followed by the rest of the name.
struct Typed {
  /// The text between the start of the range and the cursor.
  let text: String
  private let folded: [UInt8]
  /// Whether it begins a start tag.
  private let isTag: Bool

  init(_ text: String) {
    self.text = text
    isTag = text.hasPrefix("<")
    // A gap’s placeholder matches everything.
    folded = Gap.isAll(of: text) ? [] : text.utf8.compactMap(EditorFeatures.folded)
  }

  /// How well an item matches.
  struct Match {
    enum Rank: CaseIterable {
      /// What is typed is a name, in singular or plural.
      case isName
      case beginsName
      /// It is a prefix of a word for the item.
      case beginsWord
      /// It is a prefix of the element’s tag, which doesn’t say what is inside.
      case beginsTag
    }

    var rank: Rank
    var filterText: String
  }

  /// How well an item with some names matches; nil if it doesn’t.
  ///
  /// - Parameters:
  ///   - words: Other words for the item.
  ///   - tag: The element that the item inserts, whose tag is a name too.
  func match(_ names: [String], words: [String], tag: String?) -> Match? {
    guard let first = names.first else { return nil }
    var tagged: Match?
    if folded.isEmpty || isTag {
      if first.hasPrefix(text) { return Match(rank: .beginsName, filterText: first) }
      if let tag, "<\(tag)>".hasPrefix(text.lowercased()) {
        tagged = Match(rank: .beginsTag, filterText: text + "<\(tag)>".dropFirst(text.count) + first)
        if folded.isEmpty { return tagged }
      }
      // Only whitespace, or a bracket where no tag is meant.
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
    // A tag beats other words, and a single letter matches too many of them.
    if let tagged { return named ?? tagged }
    guard folded.count > 1, let word = best(words, rank: .beginsWord) else { return named }
    return word.rank == .isName ? word : named ?? word
  }

  /// The end of what is typed in a name that begins with it, in bytes; nil if it doesn’t.
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

  /// Whether a word of a name begins at a byte: at its start, after whitespace or punctuation, and at a capital after a
  /// small letter; never at a letter beyond ASCII.
  private static func isWordStart(_ index: Int, in name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index > 0 else { return true }
    let (last, first) = (name[index - 1], name[index])
    guard first < 0x80, EditorFeatures.folded(first) != nil else { return false }
    let beginsCapitals = "a"..."z" ~= Unicode.Scalar(last) && "A"..."Z" ~= Unicode.Scalar(first)
    return beginsCapitals || EditorFeatures.folded(last) == nil
  }
}

/// A letter in lower case or a digit; nil for characters that comparisons ignore.
private func folded(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
  default: nil
  }
}

/// The names without their common prefix, up to the start of a word: “EmailAddress”.
func shortForms(of names: [String]) -> [String] {
  guard let first = names.first, names.count > 1 else { return names }
  var count = names.reduce(first.utf8.count) { min($0, zip(first.utf8, $1.utf8).prefix(while: ==).count) }
  // Back to where a word begins in every name.
  let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
  while count > 0, !names.allSatisfy({ $0.utf8.dropFirst(count).first.map(capitals.contains) ?? true }) { count -= 1 }
  return names.map { String(Substring($0.utf8.dropFirst(count))) }
}
