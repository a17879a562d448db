import JSON

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
