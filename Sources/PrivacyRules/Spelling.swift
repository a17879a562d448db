/// What a text most likely means among names that exist.
public struct Spelling: Hashable, Sendable {
  /// How the text differs from the name.
  public enum Difference: Hashable, Sendable {
    /// White space before or behind.
    case blanks
    case letterCase
    /// A name known to stand for it: the label's words, the short form, a misspelling that was seen before.
    case otherName
    /// A few letters.
    case typo
    /// More than that: the names share words that no other name has.
    case related
  }

  public let name: String
  public let difference: Difference
  /// Whether no other name is as near.
  public let isOnlyCandidate: Bool

  /// Whether the text can be taken for the name in all else that is said.
  public var isClear: Bool { isOnlyCandidate && difference != .related }
}

/// Names that exist, made ready to find the one that a text means.
public struct Vocabulary: Sendable {
  struct Entry: Sendable {
    let name: String
    /// The letters of the name and of whatever else stands for it, folded.
    let folded: [[UInt8]]
    /// The same without what all names begin with, each with the set of its letters.
    let cores: [(letters: [UInt8], set: UInt64)]
    let lowercased: String
    /// The words of the name and of what else stands for it.
    let words: Set<String>
  }

  private let entries: [Entry]
  private let prefix: [UInt8]
  private let spelledPrefix: String

  /// - Parameters:
  ///   - names: The names, each with what else stands for it.
  ///   - prefix: What all the names begin with; a text without it may be a short form.
  public init(_ names: [(name: String, others: [String])], prefix: String = "") {
    let folded = fold(prefix)
    self.prefix = folded
    spelledPrefix = prefix
    entries = names.map { name, others in
      let own = fold(name)
      let short = own.starts(with: folded) ? [Array(own.dropFirst(folded.count))] : []
      let all = [own] + short + others.map(fold)
      let cores = all.map { name in
        let core = name.starts(with: folded) ? Array(name.dropFirst(folded.count)) : name
        return (core, letterSet(core))
      }
      let ownWords = words(of: String(name.dropFirst(name.hasPrefix(prefix) ? prefix.count : 0)))
      return Entry(
        name: name, folded: all, cores: cores, lowercased: name.lowercased(),
        words: Set(ownWords + others.flatMap(words)))
    }
  }

  public var names: [String] { entries.map(\.name) }

  /// What a text means; nil for one that is right, empty, or like none of the names.
  public func spelling(of text: String) -> Spelling? {
    let trimmed = trimmingBlanks(text)
    guard !trimmed.isEmpty, text.utf8.count <= 120 else { return nil }
    if trimmed != text, let entry = entries.first(where: { $0.name == trimmed }) {
      return Spelling(name: entry.name, difference: .blanks, isOnlyCandidate: true)
    }
    let lowercased = trimmed.lowercased()
    if let entry = entries.first(where: { $0.lowercased == lowercased }) {
      return entry.name == text
        ? nil : Spelling(name: entry.name, difference: .letterCase, isOnlyCandidate: true)
    }
    let folded = fold(trimmed)
    if let entry = entries.first(where: { $0.folded.contains(folded) }) {
      // Without its blanks it is the name, but for letter case.
      let isBlanks = String(text.filter { !$0.isWhitespace }).lowercased() == entry.lowercased
      return Spelling(name: entry.name, difference: isBlanks ? .blanks : .otherName, isOnlyCandidate: true)
    }
    return nearest(to: folded) ?? related(to: trimmed)
  }

  private func nearest(to folded: [UInt8]) -> Spelling? {
    let core = folded.starts(with: prefix) ? Array(folded.dropFirst(prefix.count)) : folded
    let limit = core.count >= 12 ? 3 : core.count >= 6 ? 2 : core.count >= 4 ? 1 : 0
    guard limit > 0 else { return folded.count > prefix.count && !prefix.isEmpty ? oneLetterOff(folded) : nil }
    let set = letterSet(core)
    var best = limit + 1
    var found: Entry?
    var isOnly = true
    for entry in entries {
      var distance = limit + 1
      for target in entry.cores {
        // An edit changes two letters of the set at most: most names are out of reach at a glance.
        guard (set ^ target.set).nonzeroBitCount <= 2 * limit else { continue }
        distance = min(distance, editDistance(core, target.letters, limit: limit))
      }
      if distance < best {
        best = distance
        found = entry
        isOnly = true
      } else if distance == best, distance <= limit {
        isOnly = false
      }
    }
    return found.map { Spelling(name: $0.name, difference: .typo, isOnlyCandidate: isOnly) }
  }

  /// The name that a text is with one letter more, less or other; nil if none or several are. For names of which hardly
  /// anything is their own, such as one that is the beginning of all others.
  private func oneLetterOff(_ folded: [UInt8]) -> Spelling? {
    let near = entries.filter { $0.folded.first.map { editDistance(folded, $0, limit: 1) <= 1 } ?? false }
    return near.count == 1 ? Spelling(name: near[0].name, difference: .typo, isOnlyCandidate: true) : nil
  }

  /// The name that shares more words with a text than any other does.
  private func related(to text: String) -> Spelling? {
    let start = text.lowercased().hasPrefix(spelledPrefix.lowercased()) ? spelledPrefix.count : 0
    let wanted = words(of: String(text.dropFirst(start))).filter { $0.count >= 4 }
    guard !wanted.isEmpty, wanted.count <= 8 else { return nil }
    var best = 0
    var found: [Entry] = []
    for entry in entries {
      let score = wanted.filter { word in
        entry.words.contains { $0 == word || ($0.count >= 4 && ($0.hasPrefix(word) || word.hasPrefix($0))) }
      }.count
      if score > best { found = [] }
      if score >= max(best, 1) {
        best = score
        found.append(entry)
      }
    }
    guard found.count == 1, let entry = found.first else { return nil }
    return Spelling(name: entry.name, difference: .related, isOnlyCandidate: true)
  }
}

/// A text without the white space around it.
func trimmingBlanks(_ text: String) -> String {
  var view = Substring(text)
  while let first = view.first, first.isWhitespace { view.removeFirst() }
  while let last = view.last, last.isWhitespace { view.removeLast() }
  return String(view)
}

/// The letters and digits of a text in lower case: what is left when case, blanks and punctuation do not count.
func fold(_ text: String) -> [UInt8] {
  var result: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.append(byte | 0x20)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: result.append(byte)
    default: break
    }
  }
  return result
}

/// The words of a name or a text in lower case: a capital letter begins one, and so does a letter behind anything else.
private func words(of text: String) -> [String] {
  var words: [String] = []
  var word = ""
  var last: Character = " "
  for character in text {
    let isLetter = character.isLetter
    if !isLetter || (character.isUppercase && !last.isUppercase) {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    if isLetter { word.append(character) }
    last = character
  }
  if !word.isEmpty { words.append(word.lowercased()) }
  return words
}

/// One bit for each letter and digit that occurs in a folded text; the rest share one.
private func letterSet(_ folded: [UInt8]) -> UInt64 {
  var set: UInt64 = 0
  for byte in folded {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): set |= 1 << UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): set |= 1 << UInt64(26 + byte - UInt8(ascii: "0"))
    default: set |= 1 << 36
    }
  }
  return set
}

/// The number of letters to insert, delete, replace or swap; `limit + 1` where it takes more than `limit`.
func editDistance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
  guard abs(a.count - b.count) <= limit else { return limit + 1 }
  if a == b { return 0 }
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + Array(repeating: limit + 1, count: b.count)
    var smallest = i
    for j in max(1, i - limit)...max(1, min(b.count, i + limit)) {
      var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
      row[j] = cost
      smallest = min(smallest, cost)
    }
    if smallest > limit { return limit + 1 }
    beforeLast = last
    last = row
  }
  return min(last[b.count], limit + 1)
}
