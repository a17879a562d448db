import JSON

/// Reads the members of a JSON object, each once. What is missing or of another type reads as an empty value: tests check
/// the texts against their JSON Schemas.
struct EntryReader {
  /// The members that haven’t been read yet. They are mostly read in their order, so that removing them keeps the search
  /// short.
  private var members: [(name: JSONValue, value: JSONValue)]
  /// The newest day on which the object or an entry inside it was checked against its source; empty if there is none.
  var newestDay = ""

  init(_ value: JSONValue) {
    members = value.members ?? []
  }

  /// Reads another value with `body`.
  private mutating func read<Entry>(_ value: JSONValue, _ body: (inout EntryReader) -> Entry) -> Entry {
    var reader = EntryReader(value)
    let entry = body(&reader)
    newestDay = max(newestDay, reader.newestDay)
    return entry
  }

  /// Removes and returns the member with this name; nil if there is none or it was read before.
  mutating func take(_ name: StaticString) -> JSONValue? {
    guard let place = members.firstIndex(where: { $0.name.isString(name) }) else { return nil }
    return members.remove(at: place).value
  }

  mutating func string(_ name: StaticString) -> String {
    optionalString(name) ?? ""
  }

  mutating func optionalString(_ name: StaticString) -> String? {
    guard let text = take(name)?.string, !text.isEmpty else { return nil }
    return text
  }

  mutating func bool(_ name: StaticString, default fallback: Bool = false) -> Bool {
    optionalBool(name) ?? fallback
  }

  mutating func optionalBool(_ name: StaticString) -> Bool? {
    take(name)?.bool
  }

  /// A word of a fixed set.
  ///
  /// - Parameter fallback: The result for anything else.
  mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, or fallback: Word) -> Word {
    optionalWord(name) ?? fallback
  }

  /// A word that names a case.
  mutating func word<Word: CodingKey>(_ name: StaticString, or fallback: Word) -> Word {
    optionalString(name).flatMap(Word.init(stringValue:)) ?? fallback
  }

  mutating func optionalWord<Word: RawRepresentable<String>>(_ name: StaticString) -> Word? {
    optionalString(name).flatMap(Word.init(rawValue:))
  }

  /// An array of words of a fixed set.
  mutating func words<Word: RawRepresentable<String>>(_ name: StaticString) -> [Word] {
    strings(name).compactMap(Word.init(rawValue:))
  }

  /// The strings of an array that are not empty.
  mutating func strings(_ name: StaticString) -> [String] {
    optionalStrings(name) ?? []
  }

  mutating func optionalStrings(_ name: StaticString) -> [String]? {
    take(name).map { ($0.array ?? []).compactMap(\.string).filter { !$0.isEmpty } }
  }

  /// The entries of an array.
  mutating func entries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> [Entry] {
    (take(name)?.array ?? []).map { read($0, body) }
  }

  /// A nested object.
  mutating func optionalEntry<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> Entry? {
    take(name).map { read($0, body) }
  }
}
