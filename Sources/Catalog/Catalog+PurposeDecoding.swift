func readCalls(_ entry: inout EntryReader) -> [PurposeKey.Call] {
  let recalled = Set(entry.strings("recalled"))
  func calls(_ names: [String], _ language: PurposeKey.Call.Language) -> [PurposeKey.Call] {
    names.map { PurposeKey.Call(name: $0, language: language, status: recalled.contains($0) ? .recalled : .verified) }
  }
  return calls(entry.strings("swift"), .swift) + calls(entry.strings("objectiveC"), .objectiveC)
}

/// The languages with the same end marks, which is how the schema groups them.
func readSentenceEnd(_ entry: inout EntryReader) -> [Language] {
  let endMarks = Array(entry.optionalString("endMarks") ?? "")
  let provenance = Catalog.Provenance(&entry)
  return entry.entries("languages") { Language(&$0, endMarks: endMarks, provenance) }
}

extension EntryReader {
  /// The values of “platforms” and “recalledPlatforms”: platforms, each with the version that introduced the key, with a
  /// second version if a successor replaced it then, or without a version if it isn’t known.
  mutating func platforms() -> [Availability] {
    (strings("platforms") + strings("recalledPlatforms")).compactMap(Availability.init)
  }
}

extension Availability {
  fileprivate init?(_ text: String) {
    guard let platform = Platform.allCases.first(where: { text == $0.rawValue || text.hasPrefix("\($0.rawValue) ") })
    else { return nil }
    let versions = text.dropFirst(platform.rawValue.count + 1).split(separator: "–", omittingEmptySubsequences: false)
    guard versions.count <= 2 else { return nil }
    let numbers = versions.map { SystemVersion($0) }
    if numbers.contains(nil), text != platform.rawValue { return nil }
    self.init(
      platform: platform, introduced: numbers.first ?? nil, deprecated: numbers.count == 2 ? numbers[1] : nil)
  }
}
