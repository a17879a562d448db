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
      defaultsKeyLabel, plainValue, fileWriter, fileWriteLabel, trackingStatus, authorized, localHost, localHostEnd,
      availability,
      imageSource, encrypted, activeName, choices, entryField, refused, secretHolder, unwrapper
  }

  public let role: Role
  public let words: [String]
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .innocent, .defines(.sourceRole))
    _ = entry.string("summary")
    words = entry.nonEmptyStrings("words")
    sources = entry.origin()
  }
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

  init(_ entry: inout EntryReader) {
    names = entry.nonEmptyStrings("names")
    platforms = entry.words("platforms")
    isDebug = entry.optionalBool("debug")
    isAlwaysDefined = entry.bool("alwaysDefined", default: false)
    sources = entry.origin()
  }
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
    /// What the text may end with that the entries don’t have.
    public let optionalEnd: String?
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
  /// Whether it counts only with an address on the local network.
  public let isForLocalHosts: Bool
  /// Whether a closure is all that it takes in Swift.
  public let takesHandlerAlone: Bool
  public let status: Catalog.Status
  /// Identifiers in ``Catalog/sources``.
  public let sources: [String]

  init(_ entry: inout EntryReader) {
    names = entry.nonEmptyStrings("names")
    kind = entry.word("kind", or: .mention)
    receivers = entry.strings("receivers")
    frameworks = entry.strings("frameworks")
    arguments = entry.strings("arguments")
    keys = entry.listsOfKeys()
    byArgument = entry.optionalEntries("byArgument") {
      ByArgument(arguments: $0.nonEmptyStrings("arguments"), keys: $0.listsOfKeys())
    }
    self.entry = entry.optionalEntry("entry") {
      Entry(
        key: $0.string("key"), labels: $0.nonEmptyStrings("labels"), forms: $0.nonEmptyStrings("forms"),
        optionalEnd: $0.optionalString("optionalEnd"))
    }
    isCommon = entry.bool("common", default: false)
    asks = entry.bool("asks", default: false)
    isDistinctive = entry.bool("distinctive", default: false)
    yieldsTo = entry.strings("yieldsTo")
    confidence = entry.optionalWord("confidence") ?? .certain
    role = entry.optionalWord("role")
    isForLocalHosts = entry.bool("localHostsOnly", default: false)
    takesHandlerAlone = entry.bool("handlerOnly", default: false)
    status = entry.word("status", or: .recalled)
    _ = entry.string("checked", form: .day)
    sources = entry.nonEmptyStrings("sources", .refersTo(.source))
  }
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

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .standardDefaults, .defines(.evidenceRole))
    code = entry.string("code", .refersTo(.reason))
    why = entry.string("why")
    isConclusive = entry.bool("conclusive", default: false)
    sources = entry.origin()
  }
}

extension Catalog {
  /// The part of a category’s identifier that only it has: “UserDefaults”.
  public func shortName(ofCategory place: Int) -> String {
    guard categories.indices.contains(place), var shared = categories.first?.id else { return "" }
    for category in categories { shared = String(zip(shared, category.id).prefix { $0 == $1 }.map(\.0)) }
    return String(categories[place].id.dropFirst(shared.count))
  }
}

extension EntryReader {
  /// The lists of keys of Info.plist in an array that may be left out.
  fileprivate mutating func listsOfKeys() -> [[String]] {
    guard let value = take("keys") else { return [] }
    guard let elements = value.array else {
      notes.fault("“keys” must be an array of arrays", at: value)
      return []
    }
    return elements.map { list in
      (list.array ?? []).compactMap { notes.text($0, "keys", .refersTo(.infoPlistKey)) }
    }
  }
}
