import JSON

extension PurposeKey {
  convenience init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    let name = entry.identifier("name", of: .infoPlistKey, form: "letters and digits", isIdentifier)
    let role = entry.optionalDefinedWord("role", of: .purposeRole, as: Role.self)
    let type = entry.word("type", as: InfoPlistValueType.self)
    let xcodeName = entry.optionalString("xcodeName")
    let title = entry.string("title")
    let resource = entry.string("resource")
    let summary = entry.string("summary")
    let texts = entry.strings("notes")
    let whenMissing = entry.optionalString("whenMissing")
    let platforms = entry.platforms()
    let successors = entry.strings("successors") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    let place = entry.optionalWord("place", as: Place.self) ?? .anywhere
    let family = entry.optionalWord("family", as: Family.self)
    let isAddOnly = entry.bool("addOnly", default: false)
    var skeleton: String?
    if let value = entry.take("skeleton") {
      skeleton = entry.text(value, "skeleton")
      if let skeleton, !hasOneBlank(skeleton) {
        notes.fault("“skeleton” must have “$0” once", at: value.range.lowerBound)
      }
    }
    // Neither makes sense without the other.
    let feature = skeleton == nil ? nil : entry.string("feature")
    let alert = entry.take("alert").map { EntryReader.read($0, notes, Alert.init) }
    let frameworks = entry.strings("frameworks")
    let calls = entry.take("calls").map { EntryReader.read($0, notes, readCalls) } ?? []
    let entitlements = entry.strings("entitlements") { notes.refer(to: .entitlement, $0, at: $1) }
    let related = entry.strings("related") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    let dataTypes = entry.strings("dataTypes") { notes.refer(to: .dataType, $0, at: $1) }
    let manifestKeys = entry.strings("manifestKeys") { notes.refer(to: .key, $0, at: $1) }
    let misspellings = entry.strings("misspellings") { notes.misspelling(of: .infoPlistKey, $0, at: $1) }
    let synonyms = entry.strings("synonyms")
    let provenance = Catalog.Provenance(&entry)
    guard let type else { return nil }
    self.init(
      name: name, role: role, type: type, xcodeName: xcodeName, title: title, resource: resource, summary: summary,
      notes: texts, whenMissing: whenMissing, platforms: platforms, isDeprecated: provenance.isDeprecated,
      successors: successors, place: place, family: family, isAddOnly: isAddOnly, skeleton: skeleton,
      feature: feature, alert: alert, frameworks: frameworks, calls: calls, entitlements: entitlements,
      related: related, dataTypes: dataTypes, manifestKeys: manifestKeys, misspellings: misspellings,
      synonyms: synonyms, provenance: provenance)
  }
}

extension PurposeKey.Alert {
  fileprivate init(_ entry: inout EntryReader) {
    title = entry.string("title")
    buttons = entry.nonEmptyStrings("buttons")
  }
}

/// The calls of a key: the names by language, and which of all of them are only recalled.
private func readCalls(_ entry: inout EntryReader) -> [PurposeKey.Call] {
  let notes = entry.notes
  let swift = entry.strings("swift")
  let objectiveC = entry.strings("objectiveC")
  let recalled = Set(
    entry.strings("recalled") { name, value in
      if !swift.contains(name), !objectiveC.contains(name) {
        notes.fault("“recalled” must hold names of calls, not “\(name)”", at: value.range.lowerBound)
      }
    })
  func calls(_ names: [String], _ language: PurposeKey.Call.Language) -> [PurposeKey.Call] {
    names.map { PurposeKey.Call(name: $0, language: language, status: recalled.contains($0) ? .recalled : .verified) }
  }
  return calls(swift, .swift) + calls(objectiveC, .objectiveC)
}

extension RelatedKey {
  convenience init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    let name = entry.identifier("name", of: .infoPlistKey, form: "letters and digits", isIdentifier)
    let role = entry.optionalDefinedWord("role", of: .relatedRole, as: Role.self)
    let type = entry.word("type", as: InfoPlistValueType.self)
    let title = entry.string("title")
    let summary = entry.string("summary")
    let texts = entry.strings("notes")
    let requires = entry.strings("requires") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    let isOffered = entry.bool("offered", default: false)
    let place = entry.optionalWord("place", as: PurposeKey.Place.self) ?? .anywhere
    let exampleElement = entry.optionalString("exampleElement")
    let provenance = Catalog.Provenance(&entry)
    guard let type else { return nil }
    self.init(
      name: name, role: role, type: type, title: title, summary: summary, notes: texts, requires: requires,
      isOffered: isOffered, place: place, exampleElement: exampleElement, provenance: provenance)
  }
}

extension BundleKey {
  convenience init?(_ entry: inout EntryReader) {
    let role = entry.definedWord("role", of: .bundleRole, as: Role.self)
    let name = entry.identifier("name", of: .infoPlistKey, form: "letters and digits", isIdentifier)
    let provenance = Catalog.Provenance(&entry)
    guard let role else { return nil }
    self.init(role: role, name: name, provenance: provenance)
  }
}

extension KeySuffix {
  convenience init?(_ entry: inout EntryReader) {
    let name = entry.string("name", form: "“-” or “~” and small letters") { text in
      let isMarked = text.hasPrefix("-") || text.hasPrefix("~")
      return isMarked && text.count > 1
        && text.utf8.dropFirst().allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    }
    let title = entry.string("title")
    let platforms = entry.words("platforms", as: Platform.self)
    let family = entry.optionalString("family")
    self.init(
      name: name, title: title, platforms: platforms, family: family, provenance: Catalog.Provenance(&entry))
  }
}

extension BackgroundMode {
  convenience init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    let name = entry.identifier("name", of: .backgroundMode, form: "one line") { !$0.utf8.contains(0x0A) }
    let purposeKeys = entry.nonEmptyStrings("purposeKeys") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    self.init(name: name, purposeKeys: purposeKeys, provenance: Catalog.Provenance(&entry))
  }
}

extension Entitlement {
  convenience init?(_ entry: inout EntryReader) {
    let name = entry.identifier("name", of: .entitlement, form: "words with full stops") { text in
      text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && text.utf8.contains(UInt8(ascii: "."))
    }
    let role = entry.optionalDefinedWord("role", of: .entitlementRole, as: Role.self)
    let type = entry.word("type", as: InfoPlistValueType.self)
    let title = entry.string("title")
    let summary = entry.string("summary")
    let texts = entry.strings("notes")
    let kind = entry.word("kind", as: Kind.self)
    let values = entry.strings("values")
    let platforms = entry.platforms()
    let needs = entry.optionalEntries("needs", Need.init)
    let isManagedByApple = entry.bool("managedByApple", default: false)
    let calls = entry.strings("calls")
    let provenance = Catalog.Provenance(&entry)
    guard let type, let kind else { return nil }
    self.init(
      name: name, role: role, type: type, title: title, summary: summary, notes: texts, kind: kind, values: values,
      platforms: platforms, needs: needs, isManagedByApple: isManagedByApple, calls: calls, provenance: provenance)
  }
}

extension Entitlement.Need {
  fileprivate init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    keys = entry.nonEmptyStrings("keys") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    let basis = entry.word("basis", as: Basis.self)
    value = entry.optionalString("value")
    status = entry.word("status", as: Catalog.Status.self) ?? .inferred
    condition = entry.optionalString("condition")
    guard let basis else { return nil }
    self.basis = basis
  }
}

/// The languages that end their sentences alike, which is how the schema groups them.
func readSentenceEnd(_ entry: inout EntryReader) -> [Language]? {
  // Says to the reader of the file what the languages have in common.
  _ = entry.string("title")
  let endMarks = Array(entry.optionalString("endMarks") ?? "")
  let provenance = Catalog.Provenance(&entry)
  return entry.entries("languages") { Language(&$0, endMarks: endMarks, provenance) }
}

extension Language {
  fileprivate convenience init(
    _ entry: inout EntryReader, endMarks: [Character], _ provenance: Catalog.Provenance
  ) {
    let notes = entry.notes
    let code = entry.identifier("code", of: .language, form: "letters and hyphens") { text in
      text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || isLetterOrDigit($0) }
    }
    let name = entry.string("name")
    let aliases = entry.strings("aliases") { notes.define(.language, $0, at: $1) }
    let isRightToLeft = entry.bool("rightToLeft", default: false)
    self.init(
      code: code, name: name, aliases: aliases, endMarks: endMarks, isRightToLeft: isRightToLeft,
      provenance: provenance)
  }
}

extension EntryReader {
  /// A role that an entry may have, which no other entry may give.
  fileprivate mutating func optionalDefinedWord<Word: RawRepresentable & CaseIterable>(
    _ name: StaticString, of kind: ReadingNotes.Kind, as type: Word.Type
  ) -> Word? where Word.RawValue == String {
    isGiven(name) ? definedWord(name, of: kind, as: type) : nil
  }

  /// What stands under “platforms” and “recalledPlatforms”: each a platform with the version it began in, or with two
  /// versions where a successor took over in the second, or alone where no version is known.
  fileprivate mutating func platforms() -> [Availability] {
    var result: [Availability] = []
    let notes = notes
    func read(_ text: String, _ value: JSONValue, _ status: Catalog.Status) {
      guard let availability = Availability(text, status) else {
        let form = "“platforms” must hold a platform and versions, such as “iOS 7.0” or “iOS 6.0–17.0”"
        return notes.fault(form, at: value.range.lowerBound)
      }
      if result.contains(where: { $0.platform == availability.platform }) {
        notes.fault("\(availability.platform.rawValue) is given twice", at: value.range.lowerBound)
      }
      result.append(availability)
    }
    _ = strings("platforms") { read($0, $1, .verified) }
    _ = strings("recalledPlatforms") { read($0, $1, .recalled) }
    return result
  }
}

extension Availability {
  fileprivate init?(_ text: String, _ status: Catalog.Status) {
    guard let platform = Platform.allCases.first(where: { text == $0.rawValue || text.hasPrefix("\($0.rawValue) ") })
    else { return nil }
    let versions = text.dropFirst(platform.rawValue.count + 1).split(separator: "–", omittingEmptySubsequences: false)
    guard versions.count <= 2 else { return nil }
    let numbers = versions.map { SystemVersion($0) }
    if numbers.contains(nil), text != platform.rawValue { return nil }
    self.init(
      platform: platform, introduced: numbers.first ?? nil, deprecated: numbers.count == 2 ? numbers[1] : nil,
      status: status)
  }
}

/// Whether a text has `$0` exactly once.
private func hasOneBlank(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  return bytes.indices.dropLast().filter { bytes[$0] == UInt8(ascii: "$") && bytes[$0 + 1] == UInt8(ascii: "0") }.count
    == 1
}
