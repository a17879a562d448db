import JSON

/// Words by what they tell about the code around them.
public struct SourceWords: Sendable {
  public enum Role: String, Sendable, CaseIterable {
    case testModule, systemModule, macModule, attributeReader, attributeSetter, attributesType, resourceReader,
      resourceValuesType,
      fileDateOwner, standardDefaults, suiteLabel, suiteAdder, domainMethod, domainLabel, storeLabel,
      managedConfiguration, previewMacro,
      previewType, unavailable, shownIn, sentIn, reportWord, eventTime, dateMaker, ownContainer, grantedFile,
      customKeyboard, writer, freeSpaceWord, appDelegateType, appType, sceneType, launchName, appearModifier,
      destination, runsNow,
      alertAction, button, alertButton, cancelStyle, wayOut, consent, secret, innocent, defaultsSetter,
      defaultsKeyLabel, truthType, fileWriter, fileWriteLabel, trackingStatus, authorized, localHost, localHostEnd,
      availability,
      imageSource, encrypted, activeName, choices, entryField
  }

  public let role: Role
  public let words: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]
}

/// In which builds a condition of `#if` holds.
public struct BuildCondition: Sendable {
  public enum Platform: String, Sendable, CaseIterable {
    case iOS, tvOS, watchOS, visionOS, macCatalyst
  }

  /// Flags and macros, or calls: “os(iOS)”; “os(*)” stands for all other arguments.
  public let names: [String]
  public let platforms: [Platform]
  /// Whether it holds in debug builds only, or only in others; nil for both.
  public let isDebug: Bool?
  /// Whether the macro is defined where it is 0, too.
  public let isAlwaysDefined: Bool
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]
}

/// An API that asks people, or that needs a purpose string.
public struct SourceCall: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case method, member, function, type, constant
    /// A type or a method that makes something.
    case creation
    /// A type that may need the keys, whatever code does with it: nothing is found, and nothing called needless.
    case mention
  }

  public enum Confidence: String, Sendable, CaseIterable {
    case certain, likely, possible
  }

  public enum Role: String, Sendable, CaseIterable {
    case trackingRequest, advertisingIdentifier, trackingStart
  }

  /// What an argument needs.
  public struct ByArgument: Sendable {
    public let arguments: [String]
    public let keys: [[String]]
  }

  /// The entry of an array or dictionary that the text of an argument names.
  public struct Entry: Sendable {
    public let key: String
    public let labels: [String]
    /// The entries; “%” stands for the text.
    public let forms: [String]
  }

  /// Methods, functions, types or constants; of an Objective-C selector the first part.
  public let names: [String]
  public let kind: Kind
  /// The types that have them.
  public let receivers: [String]
  /// The modules that a file imports which means these.
  public let frameworks: [String]
  /// Names of which one must be among the arguments; empty where none must.
  public let arguments: [String]
  /// The purpose strings that it needs: every one of the lists, of a list any.
  public let keys: [[String]]
  public let byArgument: [ByArgument]
  public let entry: Entry?
  /// Whether the names are too common to look for; the receivers are looked for instead.
  public let isCommon: Bool
  /// Whether the system may show its request.
  public let asks: Bool
  /// Whether the name alone tells.
  public let isDistinctive: Bool
  /// Names whose presence in the file makes this one needless.
  public let yieldsTo: [String]
  /// How sure it is at most.
  public let confidence: Confidence
  public let role: Role?
  /// Whether it counts only with an address in the local network.
  public let isForLocalHosts: Bool
  public let status: Catalog.Status
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]
}

/// Which reason fits what code does.
public struct ReasonEvidence: Sendable {
  public enum Role: String, Sendable, CaseIterable {
    case standardDefaults, groupDefaults, otherSuite, managedDefaults, elapsedTime, eventTime, uptimeReport, spaceCheck,
      spaceShown, spaceReport, ownFile, grantedFile, dateShown, customKeyboard, activeKeyboards
  }

  public let role: Role
  public let code: String
  /// What in the code speaks for it, as a sentence without its full stop.
  public let why: String
  /// Whether the code leaves no other reason open.
  public let isConclusive: Bool
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]
}

extension Catalog {
  /// The part of a category’s identifier that only it has: “UserDefaults”.
  public func shortName(ofCategory place: Int) -> String {
    guard categories.indices.contains(place), var shared = categories.first?.id else { return "" }
    for category in categories { shared = String(zip(shared, category.id).prefix { $0 == $1 }.map(\.0)) }
    return String(categories[place].id.dropFirst(shared.count))
  }
}

// MARK: - Decoding

extension SourceWords {
  init?(_ entry: inout EntryReader) {
    let role = entry.definedWord("role", of: .sourceRole, as: Role.self)
    _ = entry.string("summary")
    words = entry.nonEmptyStrings("words")
    sources = entry.readOrigin()
    guard let role else { return nil }
    self.role = role
  }
}

extension BuildCondition {
  init?(_ entry: inout EntryReader) {
    names = entry.nonEmptyStrings("names")
    platforms = entry.words("platforms", as: Platform.self)
    isDebug = entry.isGiven("debug") ? entry.bool("debug") : nil
    isAlwaysDefined = entry.bool("alwaysDefined", default: false)
    sources = entry.readOrigin()
  }
}

extension SourceCall {
  init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    names = entry.nonEmptyStrings("names")
    let kind = entry.word("kind", as: Kind.self)
    receivers = entry.strings("receivers")
    frameworks = entry.strings("frameworks")
    arguments = entry.strings("arguments")
    keys = entry.lists("keys") { notes.refer(to: .infoPlistKey, $0, at: $1) }
    byArgument = entry.optionalEntries("byArgument") { inner in
      let arguments = inner.nonEmptyStrings("arguments")
      return ByArgument(arguments: arguments, keys: inner.lists("keys") { notes.refer(to: .infoPlistKey, $0, at: $1) })
    }
    self.entry = entry.take("entry").map { value in
      EntryReader.read(value, notes) { inner in
        Entry(
          key: inner.string("key"), labels: inner.nonEmptyStrings("labels"), forms: inner.nonEmptyStrings("forms"))
      }
    }
    isCommon = entry.bool("common", default: false)
    asks = entry.bool("asks", default: false)
    isDistinctive = entry.bool("distinctive", default: false)
    yieldsTo = entry.strings("yieldsTo")
    confidence = entry.optionalWord("confidence", as: Confidence.self) ?? .certain
    role = entry.optionalWord("role", as: Role.self)
    isForLocalHosts = entry.bool("localHostsOnly", default: false)
    status = entry.word("status", as: Catalog.Status.self) ?? .recalled
    _ = entry.string("checked", form: "a day as YYYY-MM-DD", isDay)
    sources = entry.nonEmptyStrings("sources") { notes.refer(to: .source, $0, at: $1) }
    guard let kind else { return nil }
    self.kind = kind
  }
}

extension ReasonEvidence {
  init?(_ entry: inout EntryReader) {
    let notes = entry.notes
    let role = entry.definedWord("role", of: .evidenceRole, as: Role.self)
    code = entry.string("code") { notes.refer(to: .reason, $0, at: $1) }
    why = entry.string("why")
    isConclusive = entry.bool("conclusive", default: false)
    sources = entry.readOrigin()
    guard let role else { return nil }
    self.role = role
  }
}

extension EntryReader {
  /// Lists of strings in an array that may be left out.
  fileprivate mutating func lists(_ name: StaticString, _ note: (String, JSONValue) -> Void) -> [[String]] {
    guard let value = take(name) else { return [] }
    guard let elements = value.array else {
      notes.fault("“\(name)” must be an array of arrays", at: value.range.lowerBound)
      return []
    }
    return elements.map { element in
      (element.array ?? []).compactMap { inner in
        guard let text = text(inner, name) else { return nil }
        note(text, inner)
        return text
      }
    }
  }
}
