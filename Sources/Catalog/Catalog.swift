import JSON

/// Apple's rules as data: what `schema/*.json` says, decoded.
///
/// The entries that rules hold on to are classes: a copy is then one count of references, where a value of ten texts
/// would be ten.
///
/// No code knows an identifier of Apple's by name. Where a rule must speak of one key, it asks for the key's
/// ``ManifestKey/Role``.
public struct Catalog: Sendable {
  let parts: Parts

  /// A catalog of what was read, all of it at hand.
  init(_ sections: Sections) {
    let content = Content(sections)
    parts = Parts { _ in content }
  }

  /// A catalog whose parts are decoded when they are first asked for.
  ///
  /// - Parameter texts: The JSON texts of a part, which a test has checked. One that cannot be read is left out.
  public init(texts: @escaping @Sendable (Part) -> [[UInt8]]) {
    parts = Parts { part in Content(Sections(checkedTexts: texts(part))) }
  }

  /// Facts about the manifest file itself.
  public var manifest: Manifest { parts[.manifest].sections.manifest ?? .unknown }
  /// The dictionaries a manifest is made of, the root first.
  public var dictionaries: [ManifestDictionary] { parts[.manifest].sections.dictionaries }
  /// The data types in Apple's order.
  public var dataTypes: [DataType] { parts[.manifest].sections.dataTypes }
  /// The purposes in Apple's order.
  public var purposes: [Purpose] { parts[.manifest].sections.purposes }
  /// The categories of required reason APIs in Apple's order.
  public var categories: [APICategory] { parts[.manifest].sections.categories }
  /// The cards of the App Store label in the store's order.
  public var labelCards: [LabelCard] { parts[.manifest].sections.labelCards }
  /// The groups of data types on the App Store label in the store's order.
  public var labelCategories: [LabelCategory] { parts[.manifest].sections.labelCategories }
  /// What the guidelines ask, in order of their identifiers.
  public var guidelines: [Guideline] { parts[.guidance].sections.guidelines }
  /// Mails of App Store Connect and messages of App Review: codes by number, then messages without one.
  public var storeMessages: [StoreMessage] { parts[.guidance].sections.storeMessages }
  /// The keys of Info.plist for protected resources, the most used first.
  public var purposeKeys: [PurposeKey] { parts[.infoPlist].sections.purposeKeys }
  /// Keys of Info.plist that matter to purpose strings.
  public var relatedKeys: [RelatedKey] { parts[.infoPlist].sections.relatedKeys }
  /// Keys of Info.plist that tell what is being built.
  public var bundleKeys: [BundleKey] { parts[.infoPlist].sections.bundleKeys }
  /// Background modes that make purpose strings likely.
  public var backgroundModes: [BackgroundMode] { parts[.infoPlist].sections.backgroundModes }
  /// What may stand behind the name of a key of Info.plist, the documented ones first.
  public var keySuffixes: [KeySuffix] { parts[.infoPlist].sections.keySuffixes }
  /// The entitlements that have to do with privacy.
  public var entitlements: [Entitlement] { parts[.entitlements].sections.entitlements }
  /// The languages that texts may be translated into, those that end their sentences alike together.
  public var languages: [Language] { parts[.languages].sections.languages }
  /// English words by what they do in a purpose string.
  public var english: English {
    let sections = parts[.english].sections
    return English(
      lists: sections.wordLists, resources: sections.resourceWords, commonUses: sections.commonUses)
  }
  /// The SDKs on Apple's list, in its order.
  public var sdks: [ListedSDK] { parts[.lookups].sections.sdks }
  /// What in a binary shows that it uses a required reason API.
  public var linkedSymbols: [LinkedSymbol] { parts[.builtApps].sections.linkedSymbols }
  /// What may follow the name of a function in older binaries: "$INODE64".
  public var symbolVariants: [String] { parts[.builtApps].sections.symbolVariants }
  /// Apple's own libraries that apps carry.
  public var systemLibraries: [SystemLibrary] { parts[.builtApps].sections.systemLibraries }
  /// Purpose strings that mails are known to ask for because of what code links.
  public var mailedKeys: [MailedKey] { parts[.builtApps].sections.mailedKeys }
  /// What people take for a name of Apple's, and why there is none.
  public var unlistedNames: [UnlistedName] { parts[.lookups].sections.unlistedNames }
  /// Words by what they tell about the source code around them.
  public var sourceWords: [SourceWords] { parts[.code].sections.sourceWords }
  /// In which builds conditions of `#if` hold.
  public var buildConditions: [BuildCondition] { parts[.code].sections.buildConditions }
  /// APIs that ask people, or that need a purpose string; the first that fits counts.
  public var sourceCalls: [SourceCall] { parts[.code].sections.sourceCalls }
  /// Which reason fits what code does.
  public var reasonEvidence: [ReasonEvidence] { parts[.code].sections.reasonEvidence }
  /// The source documents that entries name, by identifier.
  public var sources: [String: Source] { parts[.sources].sections.sources }

  /// The newest day on which any entry was checked against its source, as `YYYY-MM-DD`.
  public var date: String { Part.withProvenance.map { parts[$0].sections.newestDay }.max() ?? "" }

  /// How an entry came to be known.
  public enum Status: String, Sendable, CaseIterable {
    /// Read in a copy of its source.
    case verified
    /// Known from memory of Apple's documentation, not seen again; never the ground of an error.
    case recalled
    /// Our own conclusion.
    case inferred
  }

  /// Where an entry comes from and when it was last compared with it.
  public struct Provenance: Sendable {
    public let status: Status
    /// Whether Apple once listed it and has withdrawn it.
    public let isDeprecated: Bool
    /// As `YYYY-MM-DD`.
    public let checked: String
    /// Identifiers in ``Catalog/sources``.
    public let sources: [String]
    /// Apple's page about the entry.
    public let link: String

    /// - Parameter inherited: The link of an entry that has none of its own; nil if it must have one.
    init(_ entry: inout EntryReader, link inherited: String? = nil) {
      status = entry.word("status", or: .recalled)
      isDeprecated = entry.bool("deprecated", default: false)
      checked = entry.string("checked", form: .day)
      sources = entry.nonEmptyStrings("sources", .refersTo(.source))
      if inherited == nil, !entry.isGiven("link") { _ = entry.require("link") }
      link = entry.optionalLink(beginning: "https://developer.apple.com/") ?? inherited ?? ""
      entry.notes.newestDay = max(entry.notes.newestDay, checked)
    }

    /// That of an entry that there is not.
    fileprivate init() {
      (status, isDeprecated, checked, sources, link) = (.recalled, false, "", [], "")
    }
  }

  /// A document or a body of knowledge that entries were taken from.
  public struct Source: Sendable {
    public let id: String
    public let title: String
    /// Nil for what has no page of its own.
    public let link: String?

    init(_ entry: inout EntryReader) {
      id = entry.string("id", .defines(.source), form: .sourceID)
      title = entry.string("title")
      link = entry.optionalLink(beginning: "https://")
    }
  }

  /// What is known about the manifest as a file.
  public struct Manifest: Sendable {
    /// The exact name the file must have in the bundle.
    public let fileName: String
    public let fileExtension: String
    public let provenance: Provenance
    /// What is known about all required reason APIs, in words for people.
    public let generalObligations: [String]
    /// Words that tell little of what a name means.
    public let fillerWords: [String]

    init(_ entry: inout EntryReader) {
      fileName = entry.string("fileName")
      fileExtension = entry.string("fileExtension")
      generalObligations = entry.strings("generalObligations")
      fillerWords = entry.strings("fillerWords")
      provenance = Provenance(&entry)
    }

    static let unknown = Manifest()
    private init() {
      (fileName, fileExtension, provenance, generalObligations, fillerWords) = ("", "", Provenance(), [], [])
    }
  }
}

/// A dictionary of the manifest and the keys it may hold.
public final class ManifestDictionary: Sendable {
  /// `root`, `collected-data-type` or `accessed-api-type`.
  public let id: String
  /// What one such dictionary is, in a few words: "data type entry".
  public let title: String
  /// In Apple's documented order.
  public let keys: [ManifestKey]

  init(_ entry: inout EntryReader) {
    id = entry.string("id", .defines(.dictionary), form: .words)
    title = entry.string("title")
    keys = entry.entries("keys", ManifestKey.init)
  }

  /// The key with this exact name.
  public func key(named name: String) -> ManifestKey? {
    keys.first { $0.name == name }
  }
}

/// One key of the manifest.
public final class ManifestKey: Sendable {
  /// What the key is for, so that code can speak of it without spelling it.
  public enum Role: String, Sendable, CaseIterable {
    case tracking, trackingDomains, collectedDataTypes, accessedAPITypes
    case dataType, linked, usedForTracking, purposes
    case category, reasons
  }

  public enum ValueType: Hashable, Sendable {
    case boolean
    case string
    case arrayOfStrings
    /// An array of the dictionaries with this ``ManifestDictionary/id``.
    case arrayOfDictionaries(String)

    fileprivate init?(_ value: JSONValue, _ notes: ReadingNotes) {
      guard let text = notes.text(value, "type") else { return nil }
      switch text {
      case "boolean": self = .boolean
      case "string": self = .string
      case "array of strings": self = .arrayOfStrings
      case _ where text.hasPrefix("array of "):
        let id = String(text.dropFirst("array of ".count))
        notes.note(.refersTo(.dictionary), id, at: value)
        self = .arrayOfDictionaries(id)
      default:
        let known = "“boolean”, “string”, “array of strings”, or “array of” and a dictionary"
        notes.fault("“type” must be one of \(known)", at: value)
        return nil
      }
    }
  }

  public let role: Role
  public let name: String
  public let type: ValueType
  /// Whether every dictionary of its kind must have it.
  public let isRequired: Bool
  /// The name Xcode's property list editor shows.
  public let xcodeName: String
  /// What the key says, in one short sentence.
  public let summary: String
  /// What one element of an array means, where the elements are no names; nil elsewhere.
  public let elementSummary: String?
  /// What it obliges to, as Markdown without headings; may be empty.
  public let details: String
  /// Wrong spellings that were seen in real files.
  public let misspellings: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .tracking, .defines(.role))
    name = entry.string("name", .defines(.key), form: .identifier)
    type = entry.require("type").flatMap { ValueType($0, entry.notes) } ?? .string
    isRequired = entry.bool("required")
    xcodeName = entry.string("xcodeName")
    summary = entry.string("summary")
    elementSummary = entry.optionalString("elementSummary")
    details = entry.optionalString("details") ?? ""
    misspellings = entry.strings("misspellings", .misspells(.key))
    provenance = Catalog.Provenance(&entry)
  }
}

/// A kind of data that an app may collect.
public final class DataType: Sendable {
  public let id: String
  /// What the App Store label calls it: "Email Address".
  public let displayName: String
  /// The group it stands under in the label: "Contact Info".
  public let labelCategory: String
  /// What counts as this type, in one short sentence.
  public let definition: String
  /// Whether it names a person, so that it is linked to them unless it is made anonymous.
  public let isLinkedByNature: Bool
  public let details: String
  public let misspellings: [String]
  /// Words that people use for it: "Email".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id", .defines(.dataType), form: .identifier)
    displayName = entry.string("displayName")
    labelCategory = entry.string("labelCategory", .refersTo(.labelCategory))
    definition = entry.string("definition")
    isLinkedByNature = entry.bool("linkedByNature", default: false)
    details = entry.optionalString("details") ?? ""
    misspellings = entry.strings("misspellings", .misspells(.dataType))
    synonyms = entry.strings("synonyms")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A card of the App Store label.
public final class LabelCard: Sendable {
  /// Which data stands on the card, so that code can speak of it without spelling its title.
  public enum Role: String, Sendable, CaseIterable {
    case tracking, linked, notLinked
    /// The card that stands alone, where no data is collected.
    case notCollected
  }

  public let role: Role
  /// What the store calls it.
  public let title: String
  /// The same in the fewest words, to stand beside a data type: "Linked to You".
  public let shortTitle: String
  /// What it says of its data, in one short sentence.
  public let summary: String
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .notCollected, .defines(.labelCard))
    title = entry.string("title")
    shortTitle = entry.string("shortTitle")
    summary = entry.string("summary")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A group of data types on the App Store label.
public final class LabelCategory: Sendable {
  /// The drawing that stands beside the name.
  public enum Icon: String, Sendable, CaseIterable {
    case card, heart, wallet, pin, eye, people, picture, globe
    case magnifier, tag, bag, chart, gauge, room, figure, dots
  }

  public let name: String
  public let icon: Icon
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", .defines(.labelCategory), form: .line)
    icon = entry.word("icon", or: .dots)
    provenance = Catalog.Provenance(&entry)
  }
}

/// A use of collected data.
public final class Purpose: Sendable {
  public let id: String
  public let displayName: String
  public let definition: String
  /// The data types that, collected for this purpose, most often mean tracking.
  public let suggestsTrackingWith: [String]
  /// Whether it is the one that most entries have, and so the first to be offered.
  public let isMostUsual: Bool
  public let misspellings: [String]
  /// Words that people use for it: "Marketing".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id", .defines(.purpose), form: .identifier)
    displayName = entry.string("displayName")
    definition = entry.string("definition")
    suggestsTrackingWith = entry.strings("suggestsTrackingWith", .refersTo(.dataType))
    isMostUsual = entry.bool("mostUsual", default: false)
    misspellings = entry.strings("misspellings", .misspells(.purpose))
    synonyms = entry.strings("synonyms")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A group of APIs that may be used for approved reasons only.
public final class APICategory: Sendable {
  public let id: String
  /// "File timestamp APIs"
  public let title: String
  /// What these APIs reveal, in one short sentence.
  public let summary: String
  public let symbols: [APISymbol]
  /// In Apple's order.
  public let reasons: [Reason]
  /// Words in source code that are often taken for these APIs and need no declaration.
  public let notListed: [String]
  public let misspellings: [String]
  /// Words that people use for it: "Uptime".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id", .defines(.category), form: .identifier)
    title = entry.string("title")
    summary = entry.string("summary")
    misspellings = entry.strings("misspellings", .misspells(.category))
    synonyms = entry.strings("synonyms")
    let provenance = Catalog.Provenance(&entry)
    self.provenance = provenance
    reasons = entry.entries("reasons") { Reason(&$0, of: provenance) }
    var names: Set<String> = []
    symbols = entry.entries("symbols") { APISymbol(&$0, of: provenance, besides: &names) }
    notListed = entry.strings("notListed")
  }

  /// The reason with this exact code, nil if it is none of this category's.
  public func reason(_ code: String) -> Reason? {
    reasons.first { $0.code == code }
  }
}

/// A function, type or constant of a required reason API.
public struct APISymbol: Sendable {
  /// As Apple's list prints it: "statfs(_:_:)".
  public let name: String
  /// What kind of thing it is: "c function".
  public let kind: String
  public let framework: String
  /// The spelling in Swift, with its type where it has one: "ProcessInfo.systemUptime". Nil where Swift has no such
  /// symbol; the same holds for the other languages.
  public let swift: String?
  public let objectiveC: String?
  /// The name of a C function, which Swift and Objective-C spell the same.
  public let c: String?
  /// How many parameters a C function has; nil for everything else.
  public let parameters: Int?
  /// Whether a structure has the name of the C function.
  public let isStructure: Bool
  /// How sure a word in source code means this symbol: `high`, `medium` or `low`.
  public let confidence: String
  /// False for accessors that follow from a listed symbol.
  public let isListedByApple: Bool
  /// What to look out for, as a sentence.
  public let note: String?
  /// Its link is the category's unless the entry has one of its own.
  public let provenance: Catalog.Provenance

  private enum Confidence: String, CaseIterable {
    case high, medium, low
  }

  /// - Parameter names: The names of the symbols that the category has so far.
  init(_ entry: inout EntryReader, of category: Catalog.Provenance, besides names: inout Set<String>) {
    let written = entry.require("name")
    name = entry.notes.text(written, "name") ?? ""
    if let written, !name.isEmpty {
      entry.notes.defineAPI(name)
      if !names.insert(name).inserted {
        entry.notes.fault("The API “\(name)” is given twice in its category", at: written)
      }
    }
    kind = entry.string("kind")
    framework = entry.string("framework")
    swift = entry.optionalString("swift")
    objectiveC = entry.optionalString("objectiveC")
    c = entry.optionalString("c")
    parameters = entry.optionalCount("parameters")
    isStructure = entry.bool("structure", default: false)
    confidence = entry.word("confidence", or: Confidence.low).rawValue
    isListedByApple = entry.bool("listed", default: true)
    note = entry.optionalString("note")
    provenance = Catalog.Provenance(&entry, link: category.link)
  }
}

/// An approved reason for a category of APIs.
public final class Reason: Sendable {
  public let code: String
  /// A few words that fit behind the code: "only this app's own data".
  public let shortMeaning: String
  /// One plain sentence.
  public let meaning: String
  /// Whether what the API tells may be sent off the device, as a sentence.
  public let mayLeaveDevice: String
  /// Who may declare it, in words.
  public let audience: String
  /// True if only the maker of a third-party SDK may declare it.
  public let isForSDKsOnly: Bool
  /// Whether the person must agree first, as a sentence; nil if nothing is asked.
  public let consent: String?
  /// What else the reason demands, a sentence each.
  public let obligations: [String]
  /// Its link is the category's unless the entry has one of its own.
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader, of category: Catalog.Provenance) {
    code = entry.string("code", .defines(.reason), form: .reasonCode)
    shortMeaning = entry.string("shortMeaning")
    meaning = entry.string("meaning")
    mayLeaveDevice = entry.string("mayLeaveDevice")
    audience = entry.string("audience")
    isForSDKsOnly = entry.bool("sdkOnly", default: false)
    consent = entry.optionalString("consent")
    obligations = entry.strings("obligations")
    provenance = Catalog.Provenance(&entry, link: category.link)
  }
}

/// One piece of guidance about privacy, in our words.
public struct Guideline: Sendable {
  public let id: String
  public let summary: String
  /// `guideline`, `style`, `definition` or `review`.
  public let kind: String
  /// Where it is shown; a purpose string key may be `*UsageDescription` for all of them.
  public let infoPlistKeys: [String]
  public let manifestKeys: [String]
  public let dataTypes: [String]
  /// Names of ``APISymbol``s or of other APIs.
  public let apis: [String]
  /// What it asks of the wording of a purpose string; empty where it is about something else.
  public let topics: [Topic]
  /// False where Apple's current page no longer says it.
  public let isCurrent: Bool
  public let provenance: Catalog.Provenance

  private enum Kind: String, CaseIterable {
    case guideline, style, definition, review
  }

  init(_ entry: inout EntryReader) {
    let notes = entry.notes
    id = entry.string("id", .defines(.guideline), form: .guidelineID)
    kind = entry.word("kind", or: Kind.guideline).rawValue
    summary = entry.string("summary")
    infoPlistKeys = entry.strings("infoPlistKeys") { text, value in
      // A leading asterisk stands for all keys that end so.
      if !isIdentifier(text.hasPrefix("*") ? String(text.dropFirst()) : text) {
        notes.fault("“infoPlistKeys” must hold names of keys", at: value)
      }
    }
    manifestKeys = entry.strings("manifestKeys", .refersTo(.key))
    dataTypes = entry.strings("dataTypes", .refersTo(.dataType))
    apis = entry.strings("apis", .refersTo(.api))
    topics = entry.words("topics")
    isCurrent = entry.bool("current", default: true)
    provenance = Catalog.Provenance(&entry)
  }

  /// A side of the wording of purpose strings, so that a rule can point at the guidance it stands for.
  public enum Topic: String, Sendable, CaseIterable {
    /// Whether the text says what the data is for, plainly enough to picture it.
    case purpose
    case activeVoice
    /// No orders to grant something.
    case request
    case sentenceCase, endMark, completeSentence, length, appName
    /// No reward and no threat.
    case pressure
    case plainWords
  }
}
