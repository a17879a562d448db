import JSON

func readCalls(_ entry: inout EntryReader) -> [PurposeKey.Call] {
  let notes = entry.notes
  let swift = entry.strings("swift")
  let objectiveC = entry.strings("objectiveC")
  let recalled = Set(
    entry.strings("recalled") { name, value in
      if !swift.contains(name), !objectiveC.contains(name) {
        notes.fault("“recalled” must hold names of calls, not “\(name)”", at: value)
      }
    })
  func calls(_ names: [String], _ language: PurposeKey.Call.Language) -> [PurposeKey.Call] {
    names.map { PurposeKey.Call(name: $0, language: language, status: recalled.contains($0) ? .recalled : .verified) }
  }
  return calls(swift, .swift) + calls(objectiveC, .objectiveC)
}

/// The languages with the same end marks, which is how the schema groups them.
func readSentenceEnd(_ entry: inout EntryReader) -> [Language] {
  // For people who read the file.
  _ = entry.string("title")
  let endMarks = Array(entry.optionalString("endMarks") ?? "")
  let provenance = Catalog.Provenance(&entry)
  return entry.entries("languages") { Language(&$0, endMarks: endMarks, provenance) }
}

extension EntryReader {
  /// The values of “platforms” and “recalledPlatforms”: platforms, each with the version that introduced the key, with a
  /// second version if a successor replaced it then, or without a version if it isn’t known.
  mutating func platforms() -> [Availability] {
    var result: [Availability] = []
    let notes = notes
    func read(_ text: String, _ value: JSONValue) {
      guard let availability = Availability(text) else {
        let form = "“platforms” must hold a platform and versions, such as “iOS 7.0” or “iOS 6.0–17.0”"
        return notes.fault(form, at: value)
      }
      if result.contains(where: { $0.platform == availability.platform }) {
        notes.fault("\(availability.platform.rawValue) is given twice", at: value)
      }
      result.append(availability)
    }
    _ = strings("platforms") { read($0, $1) }
    _ = strings("recalledPlatforms") { read($0, $1) }
    return result
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

/// Whether a text contains `$0` exactly once.
func hasOneBlank(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  return bytes.indices.dropLast().filter { bytes[$0] == UInt8(ascii: "$") && bytes[$0 + 1] == UInt8(ascii: "0") }.count
    == 1
}
