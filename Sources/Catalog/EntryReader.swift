import JSON

/// What the readers of all entries share: the faults so far, and which names are defined and referred to.
final class ReadingNotes {
  /// A kind of thing that has a name of its own, as messages call it.
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

  /// What is noted of a string besides what it says.
  enum Note {
    case nothing
    /// There is a thing with this name; a second one of its kind is a fault.
    case defines(Kind)
    /// There must be a thing with this name somewhere in the catalog.
    case refersTo(Kind)
    /// There must be no thing with this name, and no other misspelling like it.
    case misspells(Kind)
    /// It is compared with lower-case words, and must be one.
    case isLowerCase
  }

  private struct Mention {
    var kind: Kind
    var name: String
    var file: Int
    var offset: Int
  }

  /// Whether names and forms are looked at. A text that was checked once is only read.
  let isChecking: Bool
  /// The place in the list of files of the text that is being read.
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

  /// Notes that there is an API with this name. It may stand in several categories.
  func defineAPI(_ name: String) {
    if isChecking { names[.api, default: []].insert(name) }
  }

  func isDefined(_ kind: Kind, _ name: String) -> Bool {
    names[kind]?.contains(name) ?? false
  }

  /// Compares what was referred to with what is defined; to be called when all files are read.
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

// Each reads nothing as nothing, and anything of another kind as a fault and nothing.
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

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue?, _ name: StaticString, _ note: Note
  ) -> Word? {
    guard let value, let text = text(value, name) else { return nil }
    guard let word = Word(rawValue: text) else {
      fault("“\(name)” must be one of \(listed(Word.self))", at: value)
      return nil
    }
    self.note(note, text, at: value)
    return word
  }

  fileprivate func listed<Word: RawRepresentable<String> & CaseIterable>(_ words: Word.Type) -> String {
    words.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
  }

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

  /// The entries of an array, as `body` reads them.
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

/// Reads the members of one JSON object, each once. Whatever is missing or of the wrong kind is noted as a fault and
/// reads as something empty, so that one pass finds all faults.
struct EntryReader {
  typealias Note = ReadingNotes.Note

  let value: JSONValue
  let notes: ReadingNotes
  /// The members not read yet.
  private var members: [(name: JSONValue, value: JSONValue)]

  private init(_ value: JSONValue, _ notes: ReadingNotes) {
    self.value = value
    self.notes = notes
    members = value.members ?? []
    if value.kind != .object { notes.fault("Expected an object, not \(value.kindTitle)", at: value) }
  }

  /// Lets `body` read the object, then notes the members it did not ask for.
  static func read<Result>(
    _ value: JSONValue, _ notes: ReadingNotes, _ body: (inout EntryReader) -> Result
  ) -> Result {
    var reader = EntryReader(value, notes)
    let result = body(&reader)
    reader.noteUnread()
    return result
  }

  /// The member with this name; nil if there is none, or if it was read before.
  mutating func take(_ name: StaticString) -> JSONValue? {
    guard let place = members.firstIndex(where: { $0.name.isString(name) }) else { return nil }
    return members.remove(at: place).value
  }

  /// The member with this name; a fault if there is none.
  mutating func require(_ name: StaticString) -> JSONValue? {
    if let value = take(name) { return value }
    if value.kind == .object { notes.fault("“\(name)” is missing", at: value) }
    return nil
  }

  /// Whether the object has this member, and it was not read yet.
  func isGiven(_ name: StaticString) -> Bool {
    members.contains { $0.name.isString(name) }
  }

  /// A string that is not empty and has a form.
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

  /// A number of things, nil where it is left out.
  mutating func optionalCount(_ name: StaticString) -> Int? {
    guard let value = take(name) else { return nil }
    if let count = value.int, count >= 0 { return count }
    notes.fault("“\(name)” must be a number without sign or fraction", at: value)
    return nil
  }

  /// One of a fixed set of words.
  ///
  /// - Parameter fallback: What anything else reads as.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString, or fallback: Word, _ note: Note = .nothing
  ) -> Word {
    notes.word(require(name), name, note) ?? fallback
  }

  /// One of a fixed set of words; nil if the member is left out.
  mutating func optionalWord<Word: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString, _ note: Note = .nothing
  ) -> Word? {
    notes.word(take(name), name, note)
  }

  /// Words of a fixed set in an array that may be left out.
  mutating func words<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString) -> [Word] {
    var result: [Word] = []
    let notes = notes
    _ = strings(name) { text, value in
      if let word = Word(rawValue: text) { return result.append(word) }
      notes.fault("“\(name)” must hold some of \(notes.listed(Word.self))", at: value)
    }
    return result
  }

  /// The strings of an array that may be left out. No string may be empty or repeated.
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

  /// The entries of an array that must be there, as `body` reads them.
  mutating func entries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> [Entry] {
    notes.entries(require(name), name, body)
  }

  /// The entries of an array that may be left out.
  mutating func optionalEntries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> [Entry] {
    notes.entries(take(name), name, body)
  }

  /// An object in this one that may be left out.
  mutating func optionalEntry<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry) -> Entry? {
    take(name).map { Self.read($0, notes, body) }
  }

  /// The address of a page that may be left out.
  ///
  /// - Parameter start: What it must begin with.
  mutating func optionalLink(beginning start: String) -> String? {
    guard let value = take("link"), let link = notes.text(value, "link") else { return nil }
    if !link.hasPrefix(start) { notes.fault("“link” must begin with \(start)", at: value) }
    return link
  }

  /// Reads how sure the entry is, from when and from where; nothing shows it.
  ///
  /// - Returns: The sources.
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
  /// What the value is, with its article.
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
