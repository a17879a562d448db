import JSON

/// Words in source code with the same role.
public struct SourceWords: Sendable {
  /// The raw values number the cases, for sets of them, and the coding keys name them as the schema does.
  public enum Role: Int, CodingKey, CaseIterable {
    case testModule, systemModule, macModule, attributeReader, attributeSetter, attributesType, resourceReader,
      resourceValuesType,
      fileDateOwner, standardDefaults, suiteLabel, suiteAdder, domainMethod, domainLabel, storeLabel,
      managedConfiguration, previewMacro,
      previewType, unavailable, shownIn, sentIn, reportWord, eventTime, dateMaker, ownContainer, grantedFile,
      customKeyboard, writer, capacityWord, freeSpaceWord, quietWord, appDelegateType, appType, sceneType, launchName,
      appearModifier,
      destination, runsNow,
      alertAction, button, alertButton, cancelStyle, wayOut, consent, secret, innocent, defaultsSetter,
      defaultsKeyLabel, plainValue, fileWriter, fileWriteLabel, trackingStatus, authorized, localHost,
      localHostEnd, availability, imageSource, encrypted, activeName, choices, alertModifier, entryField, refused,
      secretHolder, unwrapper, address, idMaker, idWord
  }

  public let role: Role
  public let words: [String]

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .innocent)
    words = entry.strings("words")
  }
}

/// A condition of `#if`, and the builds in which it is true.
public struct BuildCondition: Sendable {
  public enum Platform: String, Sendable, CaseIterable {
    case iOS, tvOS, watchOS, visionOS, macCatalyst
  }

  /// Flags and macros, or calls like “os(iOS)”; “os(*)” stands for all other arguments.
  public let names: [String]
  public let platforms: [Platform]
  /// Whether it is true only in debug builds, or only in other builds; nil for all builds.
  public let isDebug: Bool?
  /// Whether the macro is always defined, as 0 or 1.
  public let isAlwaysDefined: Bool

  init(_ entry: inout EntryReader) {
    names = entry.strings("names")
    platforms = entry.words("platforms")
    isDebug = entry.optionalBool("debug")
    isAlwaysDefined = entry.bool("alwaysDefined")
  }
}

/// An API that requests permission or needs a purpose string.
public struct SourceCall: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case method, member, function, type, constant
    /// An initializer or a factory method.
    case creation
    /// A type that may need the keys, depending on its use: missing keys aren’t reported, nor are the keys as unused.
    case mention
  }

  public enum Role: String, Sendable, CaseIterable {
    case trackingRequest, advertisingIdentifier, trackingStart, notificationRequest
  }

  /// The keys that certain arguments need.
  public struct ByArgument: Sendable {
    public let arguments: [String]
    public let keys: [[String]]
  }

  /// An element of an array or dictionary that an argument’s text requires.
  public struct Entry: Sendable {
    public let key: String
    public let labels: [String]
    /// The elements; “%” stands for the text.
    public let forms: [String]
    /// A suffix of the text that the elements may omit.
    public let optionalEnd: String?
  }

  /// The names of methods, functions, types or constants; for an Objective-C selector, its first part.
  public let names: [String]
  public let kind: Kind
  /// The types that have them.
  public let receivers: [String]
  /// The modules that a file must import for these to be meant.
  public let frameworks: [String]
  /// Names one of which must be among the arguments; empty if none is required.
  public let arguments: [String]
  /// Names that keep it from showing an alert if one is among the arguments.
  public let quietArguments: [String]
  /// The purpose strings that it needs: one key of each list.
  public let keys: [[String]]
  public let byArgument: [ByArgument]
  public let entry: Entry?
  /// Whether the names are too common to search for, so that the scanner searches for the receivers instead.
  public let isCommon: Bool
  /// Whether it may show the system’s permission alert.
  public let asks: Bool
  /// Whether the name alone is enough.
  public let isDistinctive: Bool
  /// Names that replace this one if they are in the same file.
  public let yieldsTo: [String]
  /// The highest confidence of a use.
  public let confidence: Confidence
  public let role: Role?
  /// Whether it counts only with a local network address.
  public let isForLocalHosts: Bool
  /// Whether its only argument in Swift is a closure.
  public let takesHandlerAlone: Bool

  init(_ entry: inout EntryReader) {
    names = entry.strings("names")
    kind = entry.word("kind", or: .mention)
    receivers = entry.strings("receivers")
    frameworks = entry.strings("frameworks")
    arguments = entry.strings("arguments")
    quietArguments = entry.strings("quietArguments")
    keys = entry.listsOfKeys()
    byArgument = entry.entries("byArgument") {
      ByArgument(arguments: $0.strings("arguments"), keys: $0.listsOfKeys())
    }
    self.entry = entry.optionalEntry("entry") {
      Entry(
        key: $0.string("key"), labels: $0.strings("labels"), forms: $0.strings("forms"),
        optionalEnd: $0.optionalString("optionalEnd"))
    }
    isCommon = entry.bool("common")
    asks = entry.bool("asks")
    isDistinctive = entry.bool("distinctive")
    yieldsTo = entry.strings("yieldsTo")
    confidence = entry.optionalWord("confidence") ?? .certain
    role = entry.optionalWord("role")
    isForLocalHosts = entry.bool("localHostsOnly")
    takesHandlerAlone = entry.bool("handlerOnly")
  }
}

/// A reason that fits what code does.
public struct ReasonEvidence: Sendable {
  public enum Role: String, Sendable, CaseIterable {
    case standardDefaults, groupDefaults, otherSuite, managedDefaults, elapsedTime, eventTime, uptimeReport, spaceCheck,
      spaceShown, spaceReport, ownFile, grantedFile, dateShown, customKeyboard, activeKeyboards
  }

  public let role: Role
  public let code: String
  /// The evidence, as a sentence without a full stop.
  public let why: String
  /// Whether no other reason fits.
  public let isConclusive: Bool

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .standardDefaults)
    code = entry.string("code")
    why = entry.string("why")
    isConclusive = entry.bool("conclusive")
  }
}

extension Catalog {
  /// A category’s identifier without the common prefix: “UserDefaults”.
  public func shortName(ofCategory place: Int) -> String {
    guard categories.indices.contains(place), var shared = categories.first?.id else { return "" }
    for category in categories { shared = String(zip(shared, category.id).prefix { $0 == $1 }.map(\.0)) }
    return String(categories[place].id.dropFirst(shared.count))
  }
}

extension EntryReader {
  /// An optional array of lists of Info.plist keys.
  fileprivate mutating func listsOfKeys() -> [[String]] {
    (take("keys")?.array ?? []).map { ($0.array ?? []).compactMap(\.string) }
  }
}
