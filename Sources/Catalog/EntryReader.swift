import JSON

/// What the readers of all entries share: the faults so far, and which names are defined and referred to.
final class ReadingNotes {
  /// A kind of thing that has a name of its own.
  enum Kind: Int, CaseIterable {
    case source, dictionary, role, key, dataType, purpose, category, reason, api, guideline, labelCard, labelCategory
    case infoPlistKey, purposeRole, relatedRole, bundleRole, backgroundMode, entitlement, entitlementRole, language,
      storeMessage, sdk, sourceRole, evidenceRole

    /// As messages call it.
    var title: String {
      switch self {
      case .dataType: "data type"
      case .api: "API"
      case .labelCard: "label card"
      case .labelCategory: "label category"
      case .infoPlistKey: "Info.plist key"
      case .purposeRole: "role of a purpose string"
      case .relatedRole: "role of a related key"
      case .bundleRole: "role of a bundle key"
      case .backgroundMode: "background mode"
      case .sdk: "SDK"
      case .entitlementRole: "role of an entitlement"
      case .storeMessage: "store message"
      case .sourceRole: "role of words in source code"
      case .evidenceRole: "role of evidence"
      default: "\(self)"
      }
    }
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
  private(set) var faults: [(file: Int, offset: Int, message: String)] = []
  private var names: [Set<String>] = []
  private var references: [Mention] = []
  private var misspellings: [Mention] = []

  init(isChecking: Bool = true) {
    self.isChecking = isChecking
    if isChecking { names = Array(repeating: [], count: Kind.allCases.count) }
  }

  func fault(_ message: String, at offset: Int) {
    faults.append((file, offset, message))
  }

  /// Notes that there is a thing with this name; a second one of its kind is a fault.
  func define(_ kind: Kind, _ name: String, at value: JSONValue) {
    if isChecking, !names[kind.rawValue].insert(name).inserted {
      fault("The \(kind.title) “\(name)” is given twice", at: value.range.lowerBound)
    }
  }

  /// Notes that there is an API with this name. It may stand in several categories.
  func defineAPI(_ name: String) {
    if isChecking { names[Kind.api.rawValue].insert(name) }
  }

  /// Notes that a thing with this name must be defined somewhere in the catalog.
  func refer(to kind: Kind, _ name: String, at value: JSONValue) {
    guard isChecking else { return }
    references.append(Mention(kind: kind, name: name, file: file, offset: value.range.lowerBound))
  }

  func misspelling(of kind: Kind, _ name: String, at value: JSONValue) {
    guard isChecking else { return }
    misspellings.append(Mention(kind: kind, name: name, file: file, offset: value.range.lowerBound))
  }

  func isDefined(_ kind: Kind, _ name: String) -> Bool {
    isChecking && names[kind.rawValue].contains(name)
  }

  /// Compares what was referred to with what is defined; to be called when all files are read.
  func checkReferences() {
    for mention in references where !isDefined(mention.kind, mention.name) {
      faults.append((mention.file, mention.offset, "Unknown \(mention.kind.title) “\(mention.name)”"))
    }
    var seen: [Set<String>] = Array(repeating: [], count: Kind.allCases.count)
    for mention in misspellings {
      if isDefined(mention.kind, mention.name) {
        let article = mention.kind == .infoPlistKey || mention.kind == .entitlement ? "an" : "a"
        let message = "“\(mention.name)” is \(article) \(mention.kind.title) itself, so it’s not a misspelling"
        faults.append((mention.file, mention.offset, message))
      } else if !seen[mention.kind.rawValue].insert(mention.name).inserted {
        faults.append((mention.file, mention.offset, "The misspelling “\(mention.name)” is given twice"))
      }
    }
  }
}

/// Reads the members of one JSON object, each once. Whatever is missing or of the wrong kind is noted as a fault and
/// reads as something empty, so that one pass finds all faults.
struct EntryReader {
  let value: JSONValue
  let notes: ReadingNotes
  /// The members not read yet.
  private var members: [(name: JSONValue, value: JSONValue)]
  private let isObject: Bool

  private init(_ value: JSONValue, _ notes: ReadingNotes) {
    self.value = value
    self.notes = notes
    isObject = value.kind == .object
    members = value.members ?? []
    if !isObject { notes.fault("Expected an object, not \(value.kindTitle)", at: value.range.lowerBound) }
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
    if isObject { notes.fault("“\(name)” is missing", at: value.range.lowerBound) }
    return nil
  }

  mutating func string(_ name: StaticString) -> String {
    guard let value = require(name) else { return "" }
    return text(value, name) ?? ""
  }

  /// A string that is also noted somewhere else.
  mutating func string(_ name: StaticString, _ note: (String, JSONValue) -> Void) -> String {
    guard let value = require(name), let text = text(value, name) else { return "" }
    note(text, value)
    return text
  }

  mutating func optionalString(_ name: StaticString) -> String? {
    guard let value = take(name) else { return nil }
    return text(value, name)
  }

  mutating func bool(_ name: StaticString, default fallback: Bool) -> Bool {
    guard let value = take(name) else { return fallback }
    return bool(value, name)
  }

  mutating func bool(_ name: StaticString) -> Bool {
    guard let value = require(name) else { return false }
    return bool(value, name)
  }

  /// A number of things, nil where it is left out.
  mutating func optionalCount(_ name: StaticString) -> Int? {
    guard let value = take(name) else { return nil }
    if let count = value.int, count >= 0 { return count }
    notes.fault("“\(name)” must be a number without sign or fraction", at: value.range.lowerBound)
    return nil
  }

  /// A string that must have a certain form; `form` says which, for the message.
  mutating func string(_ name: StaticString, form: String, _ matches: (String) -> Bool) -> String {
    guard let value = require(name), let text = text(value, name) else { return "" }
    if notes.isChecking, !matches(text) { notes.fault("“\(name)” must be \(form)", at: value.range.lowerBound) }
    return text
  }

  /// One of a fixed set of words.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ name: StaticString, as: Word.Type) -> Word?
  where Word.RawValue == String {
    guard let value = require(name), let text = text(value, name) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
    notes.fault("“\(name)” must be one of \(known)", at: value.range.lowerBound)
    return nil
  }

  /// One of a fixed set of words; nil if the member is left out.
  mutating func optionalWord<Word: RawRepresentable & CaseIterable>(_ name: StaticString, as type: Word.Type) -> Word?
  where Word.RawValue == String {
    isGiven(name) ? word(name, as: type) : nil
  }

  /// Words of a fixed set in an array that may be left out.
  mutating func words<Word: RawRepresentable & CaseIterable>(_ name: StaticString, as type: Word.Type) -> [Word]
  where Word.RawValue == String {
    var result: [Word] = []
    let notes = notes
    _ = strings(name) { text, value in
      if let word = Word(rawValue: text) { return result.append(word) }
      let known = Word.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
      notes.fault("“\(name)” must hold some of \(known)", at: value.range.lowerBound)
    }
    return result
  }

  /// Whether the object has this member, and it was not read yet.
  func isGiven(_ name: StaticString) -> Bool {
    members.contains { $0.name.isString(name) }
  }

  /// One of a fixed set of words, which no other entry may give.
  mutating func definedWord<Word: RawRepresentable & CaseIterable>(
    _ name: StaticString, of kind: ReadingNotes.Kind, as type: Word.Type
  ) -> Word? where Word.RawValue == String {
    let place = members.first { $0.name.isString(name) }?.value
    guard let word = word(name, as: type), let place else { return nil }
    notes.define(kind, word.rawValue, at: place)
    return word
  }

  /// An identifier, which this entry defines.
  mutating func identifier(_ name: StaticString, of kind: ReadingNotes.Kind, form: String, _ matches: (String) -> Bool)
    -> String
  {
    guard let value = require(name), let text = text(value, name) else { return "" }
    if notes.isChecking, !matches(text) { notes.fault("“\(name)” must be \(form)", at: value.range.lowerBound) }
    notes.define(kind, text, at: value)
    return text
  }

  /// The strings of an array that may be left out. No string may be empty or repeated.
  mutating func strings(_ name: StaticString, _ note: (String, JSONValue) -> Void = { _, _ in }) -> [String] {
    guard let value = take(name) else { return [] }
    return strings(value, name, note)
  }

  mutating func nonEmptyStrings(_ name: StaticString, _ note: (String, JSONValue) -> Void = { _, _ in }) -> [String] {
    guard let value = require(name) else { return [] }
    let result = strings(value, name, note)
    if value.kind == .array, value.array?.isEmpty == true {
      notes.fault("“\(name)” must not be empty", at: value.range.lowerBound)
    }
    return result
  }

  /// The entries of an array that must be there, as `body` reads them.
  mutating func entries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry?) -> [Entry] {
    guard let value = require(name) else { return [] }
    return Self.entries(value, name, notes, body)
  }

  /// The entries of an array that may be left out.
  mutating func optionalEntries<Entry>(_ name: StaticString, _ body: (inout EntryReader) -> Entry?) -> [Entry] {
    guard let value = take(name) else { return [] }
    return Self.entries(value, name, notes, body)
  }

  /// The entries of an array, as `body` reads them.
  static func entries<Entry>(
    _ value: JSONValue, _ name: StaticString, _ notes: ReadingNotes, _ body: (inout EntryReader) -> Entry?
  ) -> [Entry] {
    guard let elements = value.array else {
      notes.fault("“\(name)” must be an array, not \(value.kindTitle)", at: value.range.lowerBound)
      return []
    }
    return elements.compactMap { read($0, notes, body) }
  }

  /// A string that is not empty; anything else is a fault.
  func text(_ value: JSONValue, _ name: StaticString) -> String? {
    guard let text = value.string else {
      notes.fault("“\(name)” must be a string, not \(value.kindTitle)", at: value.range.lowerBound)
      return nil
    }
    if text.isEmpty {
      notes.fault("“\(name)” must not be empty", at: value.range.lowerBound)
      return nil
    }
    return text
  }

  private func bool(_ value: JSONValue, _ name: StaticString) -> Bool {
    guard let bool = value.bool else {
      notes.fault("“\(name)” must be true or false, not \(value.kindTitle)", at: value.range.lowerBound)
      return false
    }
    return bool
  }

  private func strings(_ value: JSONValue, _ name: StaticString, _ note: (String, JSONValue) -> Void) -> [String] {
    guard let elements = value.array else {
      notes.fault("“\(name)” must be an array, not \(value.kindTitle)", at: value.range.lowerBound)
      return []
    }
    var result: [String] = []
    result.reserveCapacity(elements.count)
    var seen: Set<String> = []
    for element in elements {
      guard let text = element.string else {
        notes.fault("“\(name)” must hold strings, not \(element.kindTitle)", at: element.range.lowerBound)
        continue
      }
      if text.isEmpty {
        notes.fault("“\(name)” must not hold empty strings", at: element.range.lowerBound)
      } else if notes.isChecking, !seen.insert(text).inserted {
        notes.fault("“\(name)” holds “\(text)” twice", at: element.range.lowerBound)
      } else {
        result.append(text)
        note(text, element)
      }
    }
    return result
  }

  private func noteUnread() {
    guard !members.isEmpty else { return }
    let all = value.members ?? []
    for (name, _) in members {
      let text = name.string ?? ""
      let isRepeated = all.contains { $0.name.range.lowerBound < name.range.lowerBound && $0.name.string == text }
      notes.fault(isRepeated ? "“\(text)” is given twice" : "Unknown member “\(text)”", at: name.range.lowerBound)
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
