import JSON

extension WordList {
  convenience init?(_ entry: inout EntryReader) {
    let role = entry.word("role", as: Role.self)
    _ = entry.string("summary")
    let notes = entry.notes
    let words = entry.nonEmptyStrings("words") { notes.checkWord($0, at: $1) }
    let sources = entry.readOrigin()
    guard let role else { return nil }
    self.init(role: role, words: words, sources: sources)
  }
}

extension ResourceWords {
  convenience init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    let title = entry.string("title")
    let keys = entry.nonEmptyStrings("keys")
    let names = entry.nonEmptyStrings("names") { notes.checkWord($0, at: $1) }
    let words = entry.strings("words") { notes.checkWord($0, at: $1) }
    let trivial = entry.nonEmptyStrings("trivial") { notes.checkWord($0, at: $1) }
    let isAddOnly = entry.bool("addOnly", default: false)
    let isLock = entry.bool("lock", default: false)
    let askedNames = entry.strings("askedNames")
    let neighbours = entry.strings("neighbours")
    let sources = entry.readOrigin()
    self.init(
      title: title, keys: keys, names: names, words: words, trivial: trivial, isAddOnly: isAddOnly,
      isLock: isLock, askedNames: askedNames, neighbours: neighbours, sources: sources)
  }
}

extension EntryReader {
  /// Reads how sure the entry is, from when and from where; nothing shows it.
  ///
  /// - Returns: The sources.
  mutating func readOrigin() -> [String] {
    let notes = notes
    _ = word("status", as: Catalog.Status.self)
    _ = string("checked", form: "a day as YYYY-MM-DD", isDay)
    return nonEmptyStrings("sources") { notes.refer(to: .source, $0, at: $1) }
  }
}

extension ReadingNotes {
  /// A word that is compared with lower-case words must be one.
  func checkWord(_ word: String, at value: JSONValue) {
    if isChecking, word != word.lowercased() { fault("“\(word)” must be in lower case", at: value.range.lowerBound) }
  }
}
