import JSON

/// Apple’s rules as data, decoded from `schema/*.json`.
///
/// The entries that rules keep are classes, because copying a struct of ten strings costs ten reference counts.
///
/// No code contains Apple’s identifiers. If a rule needs a specific key, it looks it up by its ``ManifestKey/Role``.
public struct Catalog: Sendable {
  let parts: Parts

  /// A catalog whose parts are decoded when they are first used.
  ///
  /// - Parameter texts: Returns the JSON texts of a part, which may split a section between them. Tests have validated
  ///   them: what is missing or of another type than expected is read as an empty value.
  public init(texts: @escaping @Sendable (Part) -> [[UInt8]]) {
    parts = Parts { part in Content(Sections(texts(part))) }
  }

  /// Facts about the manifest file itself.
  public var manifest: Manifest { parts[.manifest].sections.manifest ?? .unknown }
  /// The dictionaries of a manifest, the root first.
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
  /// The guidelines, in the order of their identifiers.
  public var guidelines: [Guideline] { parts[.guidance].sections.guidelines }
  /// The mails of App Store Connect and messages of App Review: codes by number, then messages without one.
  public var storeMessages: [StoreMessage] { parts[.guidance].sections.storeMessages }
  /// The purpose string keys of Info.plist, the most used first.
  public var purposeKeys: [PurposeKey] { parts[.infoPlist].sections.purposeKeys }
  /// Other keys of Info.plist that matter for purpose strings.
  public var relatedKeys: [RelatedKey] { parts[.infoPlist].sections.relatedKeys }
  /// The keys of Info.plist that describe the bundle.
  public var bundleKeys: [BundleKey] { parts[.infoPlist].sections.bundleKeys }
  /// The background modes that usually need a purpose string.
  public var backgroundModes: [BackgroundMode] { parts[.infoPlist].sections.backgroundModes }
  /// The suffixes of Info.plist keys, the documented ones first.
  public var keySuffixes: [KeySuffix] { parts[.infoPlist].sections.keySuffixes }
  /// The entitlements that matter for privacy.
  public var entitlements: [Entitlement] { parts[.entitlements].sections.entitlements }
  /// The languages of translations, grouped by their end marks.
  public var languages: [Language] { parts[.languages].sections.languages }
  /// English words by their role in a purpose string.
  public var english: English {
    let sections = parts[.english].sections
    return English(
      lists: sections.wordLists, resources: sections.resourceWords, commonUses: sections.commonUses)
  }
  /// The SDKs on Apple’s list, in Apple’s order.
  public var sdks: [ListedSDK] { parts[.lookups].sections.sdks }
  /// The symbols in binaries that indicate the use of required reason APIs.
  public var linkedSymbols: [LinkedSymbol] { parts[.builtApps].sections.linkedSymbols }
  /// The suffixes of function names in older binaries: "$INODE64".
  public var symbolVariants: [String] { parts[.builtApps].sections.symbolVariants }
  /// Apple’s own libraries that ship inside of apps.
  public var systemLibraries: [SystemLibrary] { parts[.builtApps].sections.systemLibraries }
  /// The purpose strings that Apple’s mails are known to ask for because of linked symbols.
  public var mailedKeys: [MailedKey] { parts[.builtApps].sections.mailedKeys }
  /// The names that people mistake for Apple’s, with explanations.
  public var unlistedNames: [UnlistedName] { parts[.lookups].sections.unlistedNames }
  /// Words in source code, by their role.
  public var sourceWords: [SourceWords] { parts[.code].sections.sourceWords }
  /// The conditions of `#if`, and the builds in which they are true.
  public var buildConditions: [BuildCondition] { parts[.code].sections.buildConditions }
  /// The APIs that request permission or need a purpose string; the first match counts.
  public var sourceCalls: [SourceCall] { parts[.code].sections.sourceCalls }
  /// The reasons that fit what code does.
  public var reasonEvidence: [ReasonEvidence] { parts[.code].sections.reasonEvidence }
  /// The source documents of entries, by identifier.
  public var sources: [String: Source] { parts[.sources].sections.sources }

  /// The newest day on which any entry was checked against its source, as `YYYY-MM-DD`.
  public var date: String { Part.withProvenance.map { parts[$0].sections.newestDay }.max() ?? "" }

  /// How an entry is known.
  public enum Status: String, Sendable, CaseIterable {
    /// Read in its source.
    case verified
    /// Remembered from Apple’s documentation, not checked again; never enough for an error.
    case recalled
    /// Our own conclusion.
    case inferred
  }

  /// The sources of an entry and the day on which it was last checked.
  public struct Provenance: Sendable {
    public let status: Status
    /// Whether Apple has withdrawn it.
    public let isDeprecated: Bool
    /// As `YYYY-MM-DD`.
    public let checked: String
    /// Identifiers in ``Catalog/sources``.
    public let sources: [String]
    /// Apple's page about the entry.
    public let link: String

    /// - Parameter inherited: The link for an entry without its own.
    init(_ entry: inout EntryReader, link inherited: String = "") {
      status = entry.word("status", or: .recalled)
      isDeprecated = entry.bool("deprecated")
      checked = entry.string("checked")
      sources = entry.strings("sources")
      link = entry.optionalString("link") ?? inherited
      entry.newestDay = max(entry.newestDay, checked)
    }

    /// For a missing entry.
    fileprivate init() {
      (status, isDeprecated, checked, sources, link) = (.recalled, false, "", [], "")
    }
  }

  /// A document or other source of entries.
  public struct Source: Sendable {
    public let id: String
    public let title: String
    /// Nil if there is no page.
    public let link: String?

    init(_ entry: inout EntryReader) {
      id = entry.string("id")
      title = entry.string("title")
      link = entry.optionalString("link")
    }
  }

  /// Facts about the manifest as a file.
  public struct Manifest: Sendable {
    /// The exact name that the file must have in the bundle.
    public let fileName: String
    public let fileExtension: String
    public let provenance: Provenance
    /// What applies to all required reason APIs, in sentences for people.
    public let generalObligations: [String]
    /// Words in names that say little about their meaning.
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

/// A dictionary of the manifest and its keys.
public final class ManifestDictionary: Sendable {
  /// `root`, `collected-data-type` or `accessed-api-type`.
  public let id: String
  /// The name of such a dictionary: "data type entry".
  public let title: String
  /// In Apple's documented order.
  public let keys: [ManifestKey]

  init(_ entry: inout EntryReader) {
    id = entry.string("id")
    title = entry.string("title")
    keys = entry.entries("keys", ManifestKey.init)
  }

  /// The key with this name.
  public func key(named name: String) -> ManifestKey? {
    keys.first { $0.name == name }
  }
}

/// One key of the manifest.
public final class ManifestKey: Sendable {
  /// Identifies the key in code, which doesn’t contain its name.
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

    fileprivate init?(_ text: String) {
      switch text {
      case "boolean": self = .boolean
      case "string": self = .string
      case "array of strings": self = .arrayOfStrings
      case _ where text.hasPrefix("array of "):
        self = .arrayOfDictionaries(String(text.dropFirst("array of ".count)))
      default: return nil
      }
    }
  }

  public let role: Role
  public let name: String
  public let type: ValueType
  /// Whether every dictionary of its kind must have it.
  public let isRequired: Bool
  /// The name in Xcode’s property list editor.
  public let xcodeName: String
  /// The meaning of the key, in one short sentence.
  public let summary: String
  /// The meaning of an element, for arrays whose elements are not names; otherwise nil.
  public let elementSummary: String?
  /// What the key requires, as Markdown without headings; may be empty.
  public let details: String
  /// Misspellings seen in real files.
  public let misspellings: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .tracking)
    name = entry.string("name")
    type = ValueType(entry.string("type")) ?? .string
    isRequired = entry.bool("required")
    xcodeName = entry.string("xcodeName")
    summary = entry.string("summary")
    elementSummary = entry.optionalString("elementSummary")
    details = entry.optionalString("details") ?? ""
    misspellings = entry.strings("misspellings")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A kind of data that an app may collect.
public final class DataType: Sendable {
  public let id: String
  /// The name on the App Store label: "Email Address".
  public let displayName: String
  /// The group on the label: "Contact Info".
  public let labelCategory: String
  /// What counts as this type, in one short sentence.
  public let definition: String
  /// Whether it identifies a person, so that it is linked to them unless it is anonymized.
  public let isLinkedByNature: Bool
  public let details: String
  public let misspellings: [String]
  /// Other words for it: "Email".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id")
    displayName = entry.string("displayName")
    labelCategory = entry.string("labelCategory")
    definition = entry.string("definition")
    isLinkedByNature = entry.bool("linkedByNature")
    details = entry.optionalString("details") ?? ""
    misspellings = entry.strings("misspellings")
    synonyms = entry.strings("synonyms")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A card of the App Store label.
public final class LabelCard: Sendable {
  /// Identifies the card in code, by the data on it.
  public enum Role: String, Sendable, CaseIterable {
    case tracking, linked, notLinked
    /// The only card, if no data is collected.
    case notCollected
  }

  public let role: Role
  /// The title in the App Store.
  public let title: String
  /// A short title to show beside a data type: "Linked to You".
  public let shortTitle: String
  /// What it says about its data, in one short sentence.
  public let summary: String
  /// The drawing above the title, as SVG shapes on a 24 by 24 grid.
  public let shapes: String
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .notCollected)
    title = entry.string("title")
    shortTitle = entry.string("shortTitle")
    summary = entry.string("summary")
    shapes = entry.string("shapes")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A group of data types on the App Store label.
public final class LabelCategory: Sendable {
  public let name: String
  /// The name of the drawing beside it, and its SVG shapes on a 24 by 24 grid.
  public let icon: String
  public let shapes: String
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    icon = entry.string("icon")
    shapes = entry.string("shapes")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A use of collected data.
public final class Purpose: Sendable {
  public let id: String
  public let displayName: String
  public let definition: String
  /// The data types whose collection for this purpose usually means tracking.
  public let suggestsTrackingWith: [String]
  /// Whether it is the most common purpose, which is offered first.
  public let isMostUsual: Bool
  public let misspellings: [String]
  /// Other words for it: "Marketing".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id")
    displayName = entry.string("displayName")
    definition = entry.string("definition")
    suggestsTrackingWith = entry.strings("suggestsTrackingWith")
    isMostUsual = entry.bool("mostUsual")
    misspellings = entry.strings("misspellings")
    synonyms = entry.strings("synonyms")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A group of APIs that apps may use only for approved reasons.
public final class APICategory: Sendable {
  public let id: String
  /// "File timestamp APIs"
  public let title: String
  /// What these APIs reveal, in one short sentence.
  public let summary: String
  public let symbols: [APISymbol]
  /// In Apple's order.
  public let reasons: [Reason]
  /// Names in source code that are often mistaken for these APIs and need no declaration.
  public let notListed: [String]
  public let misspellings: [String]
  /// Other words for it: "Uptime".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id")
    title = entry.string("title")
    summary = entry.string("summary")
    misspellings = entry.strings("misspellings")
    synonyms = entry.strings("synonyms")
    let provenance = Catalog.Provenance(&entry)
    self.provenance = provenance
    reasons = entry.entries("reasons") { Reason(&$0, of: provenance) }
    symbols = entry.entries("symbols") { APISymbol(&$0, of: provenance) }
    notListed = entry.strings("notListed")
  }

  /// The reason with this code; nil if it is not in this category.
  public func reason(_ code: String) -> Reason? {
    reasons.first { $0.code == code }
  }
}

/// A function, type or constant of a required reason API.
public struct APISymbol: Sendable {
  /// As on Apple’s list: "statfs(_:_:)".
  public let name: String
  /// The kind of symbol: "c function".
  public let kind: String
  /// The spelling in Swift, with its type if it has one: "ProcessInfo.systemUptime". Nil if Swift doesn’t have the symbol;
  /// the same goes for the other languages.
  public let swift: String?
  public let objectiveC: String?
  /// The name of a C function, which is the same in Swift and Objective-C.
  public let c: String?
  /// The number of parameters of a C function; otherwise nil.
  public let parameters: Int?
  /// Whether a structure has the same name as the C function.
  public let isStructure: Bool
  /// How certain it is that the word in source code means this symbol: `high`, `medium` or `low`.
  public let confidence: String
  /// False for accessors that follow from a listed symbol.
  public let isListedByApple: Bool
  /// Has the category’s link unless the entry has its own.
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader, of category: Catalog.Provenance) {
    name = entry.string("name")
    kind = entry.string("kind")
    swift = entry.optionalString("swift")
    objectiveC = entry.optionalString("objectiveC")
    c = entry.optionalString("c")
    parameters = entry.take("parameters")?.int
    isStructure = entry.bool("structure")
    confidence = entry.optionalString("confidence") ?? "low"
    isListedByApple = entry.bool("listed", default: true)
    provenance = Catalog.Provenance(&entry, link: category.link)
  }
}

/// An approved reason for a category of APIs.
public final class Reason: Sendable {
  public let code: String
  /// A few words to show after the code: "only this app’s own data".
  public let shortMeaning: String
  /// One plain sentence.
  public let meaning: String
  /// Whether the information may be sent off the device, as a sentence.
  public let mayLeaveDevice: String
  /// Who may declare it, in words.
  public let audience: String
  /// Whether only the maker of a third-party SDK may declare it.
  public let isForSDKsOnly: Bool
  /// Whether React Native’s installer declares it in the manifest of every app.
  public let isAddedByTools: Bool
  /// Whether the user must consent first, as a sentence; nil if no consent is required.
  public let consent: String?
  /// Other requirements of the reason, as sentences.
  public let obligations: [String]
  /// Has the category’s link unless the entry has its own.
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader, of category: Catalog.Provenance) {
    code = entry.string("code")
    shortMeaning = entry.string("shortMeaning")
    meaning = entry.string("meaning")
    mayLeaveDevice = entry.string("mayLeaveDevice")
    audience = entry.string("audience")
    isForSDKsOnly = entry.bool("sdkOnly")
    isAddedByTools = entry.bool("addedByTools")
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
  /// The Info.plist keys to show it for; `*UsageDescription` stands for all purpose strings.
  public let infoPlistKeys: [String]
  public let manifestKeys: [String]
  public let dataTypes: [String]
  /// Names of ``APISymbol``s or of other APIs.
  public let apis: [String]
  /// The aspects of a purpose string’s wording that it is about; empty if it is about something else.
  public let topics: [Topic]
  /// Whether Apple’s current page still says it.
  public let isCurrent: Bool
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id")
    kind = entry.optionalString("kind") ?? "guideline"
    summary = entry.string("summary")
    infoPlistKeys = entry.strings("infoPlistKeys")
    manifestKeys = entry.strings("manifestKeys")
    dataTypes = entry.strings("dataTypes")
    apis = entry.strings("apis")
    topics = entry.words("topics")
    isCurrent = entry.bool("current", default: true)
    provenance = Catalog.Provenance(&entry)
  }

  /// An aspect of the wording of purpose strings, which links a rule to its guideline.
  public enum Topic: String, Sendable, CaseIterable {
    /// The text says concretely what the data is for.
    case purpose
    case activeVoice
    /// It doesn’t tell the user to grant access.
    case request
    case sentenceCase, endMark, completeSentence, length, appName
    /// It offers no reward and makes no threat.
    case pressure
    case plainWords
  }
}
