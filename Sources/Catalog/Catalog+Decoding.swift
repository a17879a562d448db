import JSON

extension Catalog {
  /// A text that holds some or all sections of a catalog.
  public struct File: Sendable {
    /// What faults in the text are reported with; a path will do.
    public let name: String
    /// The text as UTF-8.
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Decodes a catalog from one text. Sections that it lacks are empty.
  public static func decode(_ bytes: [UInt8]) throws(InvalidCatalog) -> Catalog {
    try decode([File(name: "", bytes: bytes)])
  }

  /// Decodes a catalog from several texts; a section may be spread over them.
  ///
  /// - Parameter isComplete: Whether the texts must say what `manifest` is and give a key for every role.
  /// - Throws: All faults of all texts, in order.
  public static func decode(_ files: [File], isComplete: Bool = false) throws(InvalidCatalog) -> Catalog {
    let notes = ReadingNotes()
    var sections = Sections()
    var isWhole = true
    for (place, file) in files.enumerated() {
      notes.file = place
      do {
        let document = try JSONDocument.parse(file.bytes)
        sections.read(document.root, notes)
      } catch {
        notes.fault(error.message, at: error.offset)
        isWhole = false
      }
    }
    // A text that cannot be read takes what it defines with it; to call all of that unknown would bury its own fault.
    if isWhole {
      notes.checkReferences()
      if isComplete { sections.checkCompleteness(notes) }
    }
    guard notes.faults.isEmpty else {
      // A catalog without any file has no place to report at; its faults are then of a file without a name.
      let sorted = notes.faults.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) }
      throw InvalidCatalog(
        faults: sorted.map { fault in
          let name = files.indices.contains(fault.file) ? files[fault.file].name : ""
          return InvalidCatalog.Fault(file: name, offset: fault.offset, message: fault.message)
        })
    }
    return Catalog(sections)
  }
}

extension Catalog.Provenance {
  /// - Parameter inherited: The link of an entry that has none of its own; nil if it must have one.
  init(_ entry: inout EntryReader, link inherited: String? = nil) {
    let notes = entry.notes
    status = entry.word("status", as: Catalog.Status.self) ?? .recalled
    isDeprecated = entry.bool("deprecated", default: false)
    checked = entry.string("checked", form: "a day as YYYY-MM-DD", isDay)
    sources = entry.nonEmptyStrings("sources") { notes.refer(to: .source, $0, at: $1) }
    let own: JSONValue? = inherited == nil ? entry.require("link") : entry.take("link")
    if let own {
      link = entry.text(own, "link") ?? ""
      if !link.isEmpty, !link.hasPrefix("https://developer.apple.com/") {
        notes.fault("“link” must begin with https://developer.apple.com/", at: own.range.lowerBound)
      }
    } else {
      link = inherited ?? ""
    }
  }
}

extension Catalog.Source {
  init?(_ entry: inout EntryReader) {
    id = entry.identifier("id", of: .source, form: "lower-case letters, digits and hyphens") {
      $0.utf8.allSatisfy { isLetterOrDigit($0) && !isUpperCase($0) || $0 == UInt8(ascii: "-") }
    }
    title = entry.string("title")
    if let value = entry.take("link") {
      link = entry.text(value, "link")
      if let link, !link.hasPrefix("https://") {
        entry.notes.fault("“link” must begin with https://", at: value.range.lowerBound)
      }
    } else {
      link = nil
    }
  }
}

extension Catalog.Manifest {
  init(_ entry: inout EntryReader) {
    fileName = entry.string("fileName")
    fileExtension = entry.string("fileExtension")
    generalObligations = entry.strings("generalObligations")
    fillerWords = entry.strings("fillerWords")
    provenance = Catalog.Provenance(&entry)
  }
}

extension ManifestKey.ValueType {
  init?(_ value: JSONValue, _ entry: EntryReader) {
    let text = entry.text(value, "type")
    switch text {
    case "boolean": self = .boolean
    case "string": self = .string
    case "array of strings": self = .arrayOfStrings
    case .some(let text) where text.hasPrefix("array of "):
      let id = String(text.dropFirst("array of ".count))
      entry.notes.refer(to: .dictionary, id, at: value)
      self = .arrayOfDictionaries(id)
    case .some:
      let known = "“boolean”, “string”, “array of strings”, or “array of” and a dictionary"
      entry.notes.fault("“type” must be one of \(known)", at: value.range.lowerBound)
      return nil
    case nil: return nil
    }
  }
}

extension APISymbol {
  private enum Confidence: String, CaseIterable {
    case high, medium, low
  }

  /// - Parameter names: The names of the symbols that the category has so far.
  init?(_ entry: inout EntryReader, of category: Catalog.Provenance, besides names: inout Set<String>) {
    if let value = entry.require("name"), let text = entry.text(value, "name") {
      name = text
      entry.notes.defineAPI(text)
      if !names.insert(text).inserted {
        entry.notes.fault("The API “\(text)” is given twice in its category", at: value.range.lowerBound)
      }
    } else {
      name = ""
    }
    kind = entry.string("kind")
    framework = entry.string("framework")
    swift = entry.optionalString("swift")
    objectiveC = entry.optionalString("objectiveC")
    c = entry.optionalString("c")
    parameters = entry.optionalCount("parameters")
    isStructure = entry.bool("structure", default: false)
    confidence = (entry.word("confidence", as: Confidence.self) ?? .low).rawValue
    isListedByApple = entry.bool("listed", default: true)
    note = entry.optionalString("note")
    provenance = Catalog.Provenance(&entry, link: category.link)
  }
}

extension Guideline {
  private enum Kind: String, CaseIterable {
    case guideline, style, definition, review
  }

  init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    id = entry.identifier("id", of: .guideline, form: "G and three digits") {
      $0.utf8.count == 4 && $0.utf8.first == UInt8(ascii: "G") && $0.utf8.dropFirst().allSatisfy(isDigit)
    }
    kind = (entry.word("kind", as: Kind.self) ?? .guideline).rawValue
    summary = entry.string("summary")
    infoPlistKeys = entry.strings("infoPlistKeys") { text, value in
      // A leading asterisk stands for all keys that end so.
      if !isIdentifier(text.hasPrefix("*") ? String(text.dropFirst()) : text) {
        notes.fault("“infoPlistKeys” must hold names of keys", at: value.range.lowerBound)
      }
    }
    manifestKeys = entry.strings("manifestKeys") { notes.refer(to: .key, $0, at: $1) }
    dataTypes = entry.strings("dataTypes") { notes.refer(to: .dataType, $0, at: $1) }
    apis = entry.strings("apis") { notes.refer(to: .api, $0, at: $1) }
    topics = entry.words("topics", as: Topic.self)
    isCurrent = entry.bool("current", default: true)
    provenance = Catalog.Provenance(&entry)
  }
}

extension OtherAPI {
  init?(_ entry: inout EntryReader) {
    name = entry.string("name")
    framework = entry.optionalString("framework")
    entry.notes.defineAPI(name)
  }
}

// MARK: - Forms of strings

private func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

private func isUpperCase(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
}

func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || isUpperCase(byte & 0xDF)
}

func isIdentifier(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy(isLetterOrDigit)
}

/// Four upper-case hexadecimal digits, a full stop and a digit.
func isReasonCode(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count == 6, bytes[4] == UInt8(ascii: "."), isDigit(bytes[5]) else { return false }
  return bytes[0..<4].allSatisfy { isDigit($0) || ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "F")) }
}

/// A day of the calendar as `YYYY-MM-DD`.
func isDay(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
  func number(_ digits: Range<Int>) -> Int? {
    var result = 0
    for byte in bytes[digits] {
      guard isDigit(byte) else { return nil }
      result = result * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return result
  }
  guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), (1...12).contains(month) else {
    return false
  }
  let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return (1...lengths[month - 1]).contains(day)
}
