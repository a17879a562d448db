/// A purpose string key of Info.plist, or one that goes with it.
public final class PurposeKey: Sendable {
  /// Identifies the key in code; most keys have none.
  public enum Role: String, Sendable, CaseIterable {
    case locationWhenInUse, locationAlwaysAndWhenInUse, locationAlways, location, locationForOneOccasion
    case localNetwork, tracking, camera, microphone, photoLibrary, clinicalRecords
  }

  /// Keys for the same kind of use, which may share one text.
  public enum Family: String, Sendable, CaseIterable {
    case location, bluetooth, calendars, reminders
  }

  /// The bundles in which the key works.
  public enum Place: String, Sendable, CaseIterable {
    case anywhere
    /// Only the app; the key does nothing in an extension.
    case app
    /// Only the system extension or driver, not the app that contains it.
    case systemExtension
  }

  /// The parts of the system’s alert around the text.
  public struct Alert: Sendable {
    /// The line above the text, in our words; `{app}` stands for the app’s name.
    public let title: String
    /// The buttons in the system’s order, two or three.
    public let buttons: [String]

    init(_ entry: inout EntryReader) {
      title = entry.string("title")
      buttons = entry.strings("buttons")
    }
  }

  /// An API that shows the alert, as code spells it.
  public struct Call: Sendable {
    public enum Language: String, Sendable {
      case swift, objectiveC
    }

    /// "AVCaptureDevice.requestAccess(for:completionHandler:)"
    public let name: String
    public let language: Language
    /// How the spelling is known.
    public let status: Catalog.Status
  }

  public let name: String
  public let role: Role?
  public let type: InfoPlistValueType
  /// The name in Xcode’s property list editor; nil if there is none.
  public let xcodeName: String?
  /// The resource as a heading: "Camera".
  public let title: String
  /// The resource within a text: "your camera".
  public let resource: String
  /// What the key protects, in one sentence.
  public let summary: String
  /// Anything else worth knowing, a sentence or two each.
  public let notes: [String]
  /// What happens if the key is missing, as a sentence; nil if unknown.
  public let whenMissing: String?
  /// Where the key works and since when; empty if Apple doesn’t say.
  public let platforms: [Availability]
  /// The platforms that take the key and show its text to nobody.
  public let hiddenOn: [Platform]
  /// Whether new apps should no longer use it, on any platform.
  public let isDeprecated: Bool
  /// The keys that replaced it, the likeliest first.
  public let successors: [String]
  public let place: Place
  /// The keys that may share one text; nil if the key needs its own text.
  public let family: Family?
  /// Whether the key only allows adding, so that naming the action is a purpose.
  public let isAddOnly: Bool
  /// A sentence with `$0` for what the app does: "This app uses your camera to $0."; nil if the value is not a text.
  public let skeleton: String?
  /// A feature that fits in the skeleton: "scan receipts and file them with your expenses".
  public let feature: String?
  /// Nil for keys without their own alert.
  public let alert: Alert?
  public let frameworks: [String]
  public let calls: [Call]
  /// The names of ``Entitlement``s for the same resource.
  public let entitlements: [String]
  /// The names of ``PurposeKey``s and ``RelatedKey``s that are often used together with it.
  public let related: [String]
  /// The identifiers of ``DataType``s that an app with this key may have to declare if data leaves the device.
  public let dataTypes: [String]
  /// The names of ``ManifestKey``s that go with it.
  public let manifestKeys: [String]
  /// Misspellings seen in real files.
  public let misspellings: [String]
  /// Other words for it: "Gallery".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    role = entry.optionalWord("role")
    type = entry.word("type", or: .string)
    xcodeName = entry.optionalString("xcodeName")
    title = entry.string("title")
    resource = entry.string("resource")
    summary = entry.string("summary")
    notes = entry.strings("notes")
    whenMissing = entry.optionalString("whenMissing")
    platforms = entry.platforms()
    hiddenOn = entry.words("hiddenOn")
    successors = entry.strings("successors")
    place = entry.optionalWord("place") ?? .anywhere
    family = entry.optionalWord("family")
    isAddOnly = entry.bool("addOnly")
    skeleton = entry.optionalString("skeleton")
    feature = entry.optionalString("feature")
    alert = entry.optionalEntry("alert", Alert.init)
    frameworks = entry.strings("frameworks")
    calls = entry.optionalEntry("calls", readCalls) ?? []
    entitlements = entry.strings("entitlements")
    related = entry.strings("related")
    dataTypes = entry.strings("dataTypes")
    manifestKeys = entry.strings("manifestKeys")
    misspellings = entry.strings("misspellings")
    synonyms = entry.strings("synonyms")
    provenance = Catalog.Provenance(&entry)
    isDeprecated = provenance.isDeprecated
  }

  /// Whether people read the value or texts in it; false for URLs and lists of names.
  public var isText: Bool {
    switch type {
    case .string, .dictionaryOfStrings, .dictionaryOfDescriptions: true
    default: false
    }
  }

  /// The skeleton with its feature: a good purpose string. Nil if the value is not a text.
  public var example: String? {
    guard let skeleton, let feature else { return nil }
    return replacing("$0", in: skeleton, with: feature)
  }

  /// The skeleton with a gap for the feature, or only the gap if the language is not English. Nil if the value is not a text.
  public func textToComplete(isEnglish: Bool = true) -> String? {
    skeleton.map { isEnglish ? replacing("$0", in: $0, with: Gap.text) : Gap.text }
  }

  /// Whether the key works on a platform; true if Apple doesn’t say. Keys for iOS work on iPadOS too, and keys for iOS and
  /// macOS work in Mac Catalyst apps.
  public func works(on platform: Platform) -> Bool {
    platforms.isEmpty || availability(on: platform) != nil
  }

  /// The availability of the key on a platform; nil if it doesn’t work there.
  public func availability(on platform: Platform) -> Availability? {
    if let own = platforms.first(where: { $0.platform == platform }) { return own }
    let others: [Platform] =
      switch platform {
      case .iPadOS: [.iOS]
      case .macCatalyst: [.iOS, .macOS]
      default: []
      }
    for other in others {
      if let found = platforms.first(where: { $0.platform == other }) { return found }
    }
    return nil
  }

  /// The line above the text in the alert, in our words.
  ///
  /// - Parameter app: The app’s display name.
  public func alertTitle(app: String) -> String? {
    alert.map { replacing("{app}", in: $0.title, with: app) }
  }
}

private func replacing(_ mark: String, in text: String, with replacement: String) -> String {
  var result = ""
  var rest = text[...]
  while let start = rest.firstIndex(where: { $0 == mark.first }) {
    let isMark = rest[start...].hasPrefix(mark)
    result += rest[..<start] + (isMark ? replacement[...] : rest[start...start])
    rest = rest[start...].dropFirst(isMark ? mark.count : 1)
  }
  return result + rest
}

/// Another key of Info.plist that matters for purpose strings.
public final class RelatedKey: Sendable {
  /// Identifies the key in code.
  public enum Role: String, Sendable, CaseIterable {
    case bonjourServices, backgroundModes, reducedAccuracy
  }

  public let name: String
  public let role: Role?
  public let type: InfoPlistValueType
  public let title: String
  /// The meaning of the key, in one sentence.
  public let summary: String
  /// Anything else worth knowing, a sentence or two each.
  public let notes: [String]
  /// The names of the ``PurposeKey``s that it requires.
  public let requires: [String]
  /// Whether it is about privacy, so that completion offers it.
  public let isOffered: Bool
  public let place: PurposeKey.Place
  /// An example of an array element: "_myapp._tcp"; nil for other types.
  public let exampleElement: String?
  /// Array elements that tools need in debug builds only: those of Flutter.
  public let debugElements: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    role = entry.optionalWord("role")
    type = entry.word("type", or: .string)
    title = entry.string("title")
    summary = entry.string("summary")
    notes = entry.strings("notes")
    requires = entry.strings("requires")
    isOffered = entry.bool("offered")
    place = entry.optionalWord("place") ?? .anywhere
    exampleElement = entry.optionalString("exampleElement")
    debugElements = entry.strings("debugElements")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A key of Info.plist that describes the bundle: names, languages, platforms.
public final class BundleKey: Sendable {
  public enum Role: String, Sendable, CaseIterable {
    /// The name under the icon.
    case displayName
    /// The short name.
    case name
    case executable, identifier, packageType
    /// The version that people see.
    case version
    /// The language of the texts in Info.plist.
    case developmentRegion
    /// The bundle’s list of languages.
    case localizations
    /// The dictionary that makes a bundle an app extension.
    case appExtension
    /// An array of platforms, written by Xcode.
    case supportedPlatforms
    /// The lowest version of iOS, tvOS, watchOS or visionOS.
    case minimumVersion
    /// The lowest version of macOS.
    case minimumMacVersion
    /// Present in apps for iPhone and iPad.
    case requiresIPhone
    /// An array of numbers for devices.
    case deviceFamily
    /// Present in watch apps.
    case watchApp
    /// Present in watch apps before watchOS 9.
    case watchKitApp
    /// The principal class of an AppKit app.
    case principalClass
  }

  public let role: Role
  public let name: String
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .name)
    name = entry.string("name")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A background mode and the purpose strings that it usually needs.
public final class BackgroundMode: Sendable {
  /// The value: "location".
  public let name: String
  /// The names of ``PurposeKey``s, one of which is expected.
  public let purposeKeys: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    purposeKeys = entry.strings("purposeKeys")
    provenance = Catalog.Provenance(&entry)
  }
}

/// The type of the value of an Info.plist key or an entitlement.
public enum InfoPlistValueType: String, Sendable, CaseIterable {
  case boolean, string, dictionary
  case arrayOfStrings = "array of strings"
  case arrayOfDictionaries = "array of dictionaries"
  /// Texts under names that the app chooses.
  case dictionaryOfStrings = "dictionary of strings"
  /// Dictionaries that each contain a text that people read.
  case dictionaryOfDescriptions = "dictionary of descriptions"
  /// A string that is a URL, not a text.
  case url
}
