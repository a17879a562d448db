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

  /// The filter text of an item with these names, nil if none of them begins so.
  ///
  /// - Parameter tag: The element an item inserts whole, so that its tag is a name too.
  func filterText(for names: [String], tag: String?) -> String? {
    guard let first = names.first else { return nil }
    if first.hasPrefix(text) { return first }
    if isTag, let tag, "<\(tag)>".hasPrefix(text.lowercased()) {
      return text + "<\(tag)>".dropFirst(text.count) + first
    }
    // Blanks alone, or a bare bracket where no tag is meant.
    if folded.isEmpty { return text + first }
    for name in names {
      if let rest = rest(of: name[...]) { return text + rest }
    }
    for name in names.dropFirst() {
      for start in wordStarts(of: name) {
        if let rest = rest(of: name[start...]) { return text + rest }
      }
    }
    return nil
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

  private func wordStarts(of name: String) -> [String.Index] {
    var result: [String.Index] = []
    var isBehindBlank = false
    for index in name.indices {
      if isBehindBlank { result.append(index) }
      isBehindBlank = name[index] == " "
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
