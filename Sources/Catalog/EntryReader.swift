import JSON

/// The shared state of all entry readers: the faults, and the names that are defined and referred to.
final class ReadingNotes {
  /// A namespace, as messages call it.
  enum Kind: String {
    case source, dictionary, role, key, purpose, category, reason, guideline, entitlement, language
    case dataType = "data type"
    case api = "API"
    case labelCard = "label card"
    case labelCategory = "label category"
    case infoPlistKey = "Info.plist key"
    case purposeRole = "role of a purpose string"
    case relatedRole = "role of a related key"
    case bundleRole = "role of a bundle key"
    case backgroundMode = "background mode"
    case entitlementRole = "role of an entitlement"
    case storeMessage = "store message"
    case sdk = "SDK"
    case sourceRole = "role of words in source code"
    case evidenceRole = "role of evidence"
  }

  /// How a string is validated.
  enum Note {
    case nothing
    /// Defines a name, which must be unique.
    case defines(Kind)
    /// Refers to a name, which must be defined in the catalog.
    case refersTo(Kind)
    /// A misspelling, which must be unique and not a defined name.
    case misspells(Kind)
    /// Must be lowercase.
    case isLowerCase
  }

  private struct Mention {
    var kind: Kind
    var name: String
    var file: Int
    var offset: Int
  }

  /// Whether to validate names and forms. False for the embedded texts, which tests have validated.
  let isChecking: Bool
  /// The index of the file that is being read.
  var file = 0
  /// The newest day on which an entry was checked against its source.
  var newestDay = ""
  private(set) var faults: [(file: Int, offset: Int, message: String)] = []
  private var names: [Kind: Set<String>] = [:]
  private var references: [Mention] = []
  private var misspellings: [Mention] = []

  init(isChecking: Bool = true) {
    self.isChecking = isChecking
  }

  func fault(_ message: String, at offset: Int) {
    faults.append((file, offset, message))
  }

  func fault(_ message: String, at value: JSONValue) {
    fault(message, at: value.range.lowerBound)
  }

  func note(_ note: Note, _ name: String, at value: JSONValue) {
    guard isChecking else { return }
    func mention(_ kind: Kind) -> Mention {
      Mention(kind: kind, name: name, file: file, offset: value.range.lowerBound)
    }
    switch note {
    case .nothing: break
    case .defines(let kind):
      if !names[kind, default: []].insert(name).inserted {
        fault("The \(kind.rawValue) “\(name)” is given twice", at: value)
      }
    case .refersTo(let kind): references.append(mention(kind))
    case .misspells(let kind): misspellings.append(mention(kind))
    case .isLowerCase:
      if name != name.lowercased() { fault("“\(name)” must be in lower case", at: value) }
    }
  }

  /// Defines an API. Its name may occur in several categories.
  func defineAPI(_ name: String) {
    if isChecking { names[.api, default: []].insert(name) }
  }

  func isDefined(_ kind: Kind, _ name: String) -> Bool {
    names[kind]?.contains(name) ?? false
  }

  /// Checks all references. Call this after all files have been read.
  func checkReferences() {
    for mention in references where !isDefined(mention.kind, mention.name) {
      faults.append((mention.file, mention.offset, "Unknown \(mention.kind.rawValue) “\(mention.name)”"))
    }
    var seen: [Kind: Set<String>] = [:]
    for mention in misspellings {
      if isDefined(mention.kind, mention.name) {
        let article = mention.kind == .infoPlistKey || mention.kind == .entitlement ? "an" : "a"
        let message = "“\(mention.name)” is \(article) \(mention.kind.rawValue) itself, so it’s not a misspelling"
        faults.append((mention.file, mention.offset, message))
      } else if !seen[mention.kind, default: []].insert(mention.name).inserted {
        faults.append((mention.file, mention.offset, "The misspelling “\(mention.name)” is given twice"))
      }
    }
  }
}

// MARK: - Values

// Each returns nil for a missing value, and records a fault and returns nil for a value of another type.
extension ReadingNotes {
  func text(_ value: JSONValue?, _ name: StaticString, _ note: Note = .nothing, form: Form? = nil) -> String? {
    guard let value else { return nil }
    guard let text = value.string else {
      fault("“\(name)” must be a string, not \(value.kindTitle)", at: value)
      return nil
    }
    if text.isEmpty {
      fault("“\(name)” must not be empty", at: value)
      return nil
    }
    if isChecking, let form, !form.matches(text) { fault("“\(name)” must be \(form.title)", at: value) }
    self.note(note, text, at: value)
    return text
  }

  func bool(_ value: JSONValue?, _ name: StaticString) -> Bool? {
    guard let value else { return nil }
    if let bool = value.bool { return bool }
    fault("“\(name)” must be true or false, not \(value.kindTitle)", at: value)
    return nil
  }

  func word<Word: CaseIterable>(
    _ value: JSONValue?, _ name: StaticString, _ note: Note, _ word: (String) -> Word?,
    spelled spelling: (Word) -> String
  ) -> Word? {
    guard let value, let text = text(value, name) else { return nil }
    guard let word = word(text) else {
      fault("“\(name)” must be one of \(listed(Word.allCases.map(spelling)))", at: value)
      return nil
    }
    self.note(note, text, at: value)
    return word
  }

  fileprivate func listed(_ words: [String]) -> String { words.map { "“\($0)”" }.joined(separator: ", ") }

  /// The strings of an array. No string may be empty or repeated.
  func strings(
    _ value: JSONValue?, _ name: StaticString, _ note: Note = .nothing,
    _ body: (String, JSONValue) -> Void = { _, _ in }
  ) -> [String] {
    var result: [String] = []
    var seen: Set<String> = []
    for element in elements(value, name) {
      guard let text = element.string else {
        fault("“\(name)” must hold strings, not \(element.kindTitle)", at: element)
        continue
      }
      if text.isEmpty {
        fault("“\(name)” must not hold empty strings", at: element)
      } else if isChecking, !seen.insert(text).inserted {
        fault("“\(name)” holds “\(text)” twice", at: element)
      } else {
        result.append(text)
        self.note(note, text, at: element)
        body(text, element)
      }
    }
    return result
  }

  /// Reads the entries of an array with `body`.
  func entries<Entry>(
    _ value: JSONValue?, _ name: StaticString, _ body: (inout EntryReader) -> Entry
  ) -> [Entry] {
    elements(value, name).map { EntryReader.read($0, self, body) }
  }

  private func elements(_ value: JSONValue?, _ name: StaticString) -> [JSONValue] {
    guard let value else { return [] }
    if let elements = value.array { return elements }
    fault("“\(name)” must be an array, not \(value.kindTitle)", at: value)
    return []
  }
}

// MARK: - Entries

/// Reads the members of a JSON object, each once. Missing members and those of the wrong type are recorded as faults and
/// read as empty values, so that one pass finds all faults.
struct EntryReader {
  typealias Note = ReadingNotes.Note

  let value: JSONValue
  let notes: ReadingNotes
  /// The members that haven’t been read yet.
  private var members: [(name: JSONValue, value: JSONValue)]

  private init(_ value: JSONValue, _ notes: ReadingNotes) {
    self.value = value
    self.notes = notes
    members = value.members ?? []
    if value.kind != .object { notes.fault("Expected an object, not \(value.kindTitle)", at: value) }
  }

  /// Reads the object with `body`, then records faults for the members that it didn’t read.
  static func read<Result>(
    _ value: JSONValue, _ notes: ReadingNotes, _ body: (inout EntryReader) -> Result
  ) -> Result {
    var reader = EntryReader(value, notes)
    let result = body(&reader)
    reader.noteUnread()
    return result
  }

  /// Removes and returns the member with this name; nil if there is none or it was read before.
  mutating func take(_ name: StaticString) -> JSONValue? {
    guard let place = members.firstIndex(where: { $0.name.isString(name) }) else { return nil }
    return members.remove(at: place).value
  }

  /// Like ``take(_:)``, but records a fault if there is none.
  mutating func require(_ name: StaticString) -> JSONValue? {
    if let value = take(name) { return value }
    if value.kind == .object { notes.fault("“\(name)” is missing", at: value) }
    return nil
  }

  /// Whether the object has a member that hasn’t been read yet.
  func isGiven(_ name: StaticString) -> Bool {
    members.contains { $0.name.isString(name) }
  }

  /// A required string; must not be empty.
  mutating func string(_ name: StaticString, _ note: Note = .nothing, form: Form? = nil) -> String {
    notes.text(require(name), name, note, form: form) ?? ""
  }

  mutating func optionalString(_ name: StaticString, _ note: Note = .nothing, form: Form? = nil) -> String? {
    notes.text(take(name), name, note, form: form)
  }

  mutating func bool(_ name: StaticString) -> Bool {
    notes.bool(require(name), name) ?? false
  }

  mutating func bool(_ name: StaticString, default fallback: Bool) -> Bool {
    optionalBool(name) ?? fallback
  }

  mutating func optionalBool(_ name: StaticString) -> Bool? {
    notes.bool(take(name), name)
  }

  /// An optional count.
  mutating func optionalCount(_ name: StaticString) -> Int? {
    guard let value = take(name) else { return nil }
    if let count = value.int, count >= 0 { return count }
    notes.fault("“\(name)” must be a number without sign or fraction", at: value)
    return nil
  }

  /// A required word of a fixed set.
  ///
  /// - Parameter fallback: The result for anything else.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString, or fallback: Word, _ note: Note = .nothing
  ) -> Word {
    notes.word(require(name), name, note, Word.init(rawValue:), spelled: \.rawValue) ?? fallback
  }

  /// A required word that names a case.
  mutating func word<Word: CodingKey & CaseIterable>(
    _ name: StaticString, or fallback: Word, _ note: Note = .nothing
  ) -> Word {
    notes.word(require(name), name, note, Word.init(stringValue:), spelled: \.stringValue) ?? fallback
  }

  /// An optional word of a fixed set.
  mutating func optionalWord<Word: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString, _ note: Note = .nothing
  ) -> Word? {
    notes.word(take(name), name, note, Word.init(rawValue:), spelled: \.rawValue)
  }

  /// An optional array of words of a fixed set.
  mutating func words<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString) -> [Word] {
    var result: [Word] = []
    let notes = notes
    _ = strings(name) { text, value in
      if let word = Word(rawValue: text) { return result.append(word) }
      notes.fault("“\(name)” must hold some of \(notes.listed(Word.allCases.map(\.rawValue)))", at: value)
    }
    return result
  }

  /// An optional array of strings. No string may be empty or repeated.
  mutating func strings(
    _ name: StaticString, _ note: Note = .nothing, _ body: (String, JSONValue) -> Void = { _, _ in }
  ) -> [String] {
    notes.strings(take(name), name, note, body)
  }

  mutating func nonEmptyStrings(_ name: StaticString, _ note: Note = .nothing) -> [String] {
    guard let value = require(name) else { return [] }
    if value.array?.isEmpty ?? false { notes.fault("“\(name)” must not be empty", at: value) }
    return notes.strings(value, name, note)
  }

  /// A required array of entries.
  mutating func entries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> [Entry] {
    notes.entries(require(name), name, body)
  }

  /// An optional array of entries.
  mutating func optionalEntries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> [Entry] {
    notes.entries(take(name), name, body)
  }

  /// An optional nested object.
  mutating func optionalEntry<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> Entry? {
    take(name).map { Self.read($0, notes, body) }
  }

  /// The optional member “link”.
  ///
  /// - Parameter start: The required prefix.
  mutating func optionalLink(beginning start: String) -> String? {
    guard let value = take("link"), let link = notes.text(value, "link") else { return nil }
    if !link.hasPrefix(start) { notes.fault("“link” must begin with \(start)", at: value) }
    return link
  }

  /// Reads the status, the day and the sources of an entry without a link, and returns the sources.
  @discardableResult
  mutating func origin() -> [String] {
    _ = word("status", or: Catalog.Status.recalled)
    _ = string("checked", form: .day)
    return nonEmptyStrings("sources", .refersTo(.source))
  }

  private func noteUnread() {
    guard !members.isEmpty else { return }
    let all = value.members ?? []
    for (name, _) in members {
      let text = name.string ?? ""
      let isRepeated = all.contains { $0.name.range.lowerBound < name.range.lowerBound && $0.name.string == text }
      notes.fault(isRepeated ? "“\(text)” is given twice" : "Unknown member “\(text)”", at: name)
    }
  }
}

extension JSONValue {
  /// The type of the value with its article.
  fileprivate var kindTitle: String {
    switch kind {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
