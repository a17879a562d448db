/// A key of Info.plist under which an app says why it wants a protected resource, or what belongs to such a key.
public final class PurposeKey: Sendable {
  /// What the key is for, where a rule must speak of one key; most keys have none.
  public enum Role: String, Sendable, CaseIterable {
    case locationWhenInUse, locationAlwaysAndWhenInUse, locationAlways, location, locationForOneOccasion
    case localNetwork, tracking, camera, microphone, photoLibrary, clinicalRecords
  }

  /// Keys that mostly speak of one use, so that one text may serve them all.
  public enum Family: String, Sendable, CaseIterable {
    case location, bluetooth, calendars, reminders
  }

  /// In which bundle the key works.
  public enum Place: String, Sendable, CaseIterable {
    case anywhere
    /// The app alone: in an extension the key does nothing.
    case app
    /// The system extension or driver alone, not the app that brings it.
    case systemExtension
  }

  /// What stands in the system's alert around the text.
  public struct Alert: Sendable {
    /// The line above the text, in our words; `{app}` stands for the app's name.
    public let title: String
    /// The buttons in the system's order, two or three.
    public let buttons: [String]

    init(_ entry: inout EntryReader) {
      title = entry.string("title")
      buttons = entry.nonEmptyStrings("buttons")
    }
  }

  /// An API that leads to the alert, as code spells it.
  public struct Call: Sendable {
    public enum Language: String, Sendable {
      case swift, objectiveC
    }

    /// "AVCaptureDevice.requestAccess(for:completionHandler:)"
    public let name: String
    public let language: Language
    /// How sure the spelling is.
    public let status: Catalog.Status
  }

  public let name: String
  /// Nil for the keys that no rule singles out.
  public let role: Role?
  public let type: InfoPlistValueType
  /// The name Xcode's property list editor shows; nil where it has none.
  public let xcodeName: String?
  /// The resource as a heading: "Camera".
  public let title: String
  /// The resource as a text may name it: "your camera".
  public let resource: String
  /// What the key protects, in one sentence.
  public let summary: String
  /// What else is worth knowing, a sentence or two each.
  public let notes: [String]
  /// What happens where the key is missing, as a sentence; nil where that is not known.
  public let whenMissing: String?
  /// Where the key works and since when; empty where Apple says nothing.
  public let platforms: [Availability]
  /// Whether new apps should no longer use it, on any platform.
  public let isDeprecated: Bool
  /// The keys that took its place, the likeliest first.
  public let successors: [String]
  /// In which bundle it works.
  public let place: Place
  /// Keys that may share one text; nil for a key that needs a text of its own.
  public let family: Family?
  /// Whether the key asks to add something and not to read, so that naming the act is a purpose.
  public let isAddOnly: Bool
  /// A sentence to fill in, `$0` standing for what the app does: "This app uses your camera to $0."; nil where the
  /// value is no text.
  public let skeleton: String?
  /// A feature that fits in the skeleton: "scan receipts and file them with your expenses".
  public let feature: String?
  /// Nil for keys that show no alert of their own.
  public let alert: Alert?
  public let frameworks: [String]
  public let calls: [Call]
  /// Names of ``Entitlement``s that open the same resource.
  public let entitlements: [String]
  /// Names of ``PurposeKey``s and ``RelatedKey``s that often stand beside it.
  public let related: [String]
  /// Identifiers of ``DataType``s that an app with this key may have to declare once data leaves the device.
  public let dataTypes: [String]
  /// Names of ``ManifestKey``s that go with it.
  public let manifestKeys: [String]
  /// Wrong spellings that were seen in real files.
  public let misspellings: [String]
  /// Words that people use for it: "Gallery".
  public let synonyms: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", .defines(.infoPlistKey), form: .identifier)
    role = entry.optionalWord("role", .defines(.purposeRole))
    type = entry.word("type", or: .string)
    xcodeName = entry.optionalString("xcodeName")
    title = entry.string("title")
    resource = entry.string("resource")
    summary = entry.string("summary")
    notes = entry.strings("notes")
    whenMissing = entry.optionalString("whenMissing")
    platforms = entry.platforms()
    successors = entry.strings("successors", .refersTo(.infoPlistKey))
    place = entry.optionalWord("place") ?? .anywhere
    family = entry.optionalWord("family")
    isAddOnly = entry.bool("addOnly", default: false)
    let written = entry.take("skeleton")
    skeleton = entry.notes.text(written, "skeleton")
    if let written, let skeleton, !hasOneBlank(skeleton) {
      entry.notes.fault("“skeleton” must have “$0” once", at: written)
    }
    // Neither makes sense without the other.
    feature = skeleton == nil ? nil : entry.string("feature")
    alert = entry.optionalEntry("alert", Alert.init)
    frameworks = entry.strings("frameworks")
    calls = entry.optionalEntry("calls", readCalls) ?? []
    entitlements = entry.strings("entitlements", .refersTo(.entitlement))
    related = entry.strings("related", .refersTo(.infoPlistKey))
    dataTypes = entry.strings("dataTypes", .refersTo(.dataType))
    manifestKeys = entry.strings("manifestKeys", .refersTo(.key))
    misspellings = entry.strings("misspellings", .misspells(.infoPlistKey))
    synonyms = entry.strings("synonyms")
    provenance = Catalog.Provenance(&entry)
    isDeprecated = provenance.isDeprecated
  }

  /// Whether people read the value, or the texts in it: false for an address and for lists of names.
  public var isText: Bool {
    switch type {
    case .string, .dictionaryOfStrings, .dictionaryOfDescriptions: true
    default: false
    }
  }

  /// The skeleton with its feature: a text as it should be. Nil where the value is no text.
  public var example: String? {
    guard let skeleton, let feature else { return nil }
    return replacing("$0", in: skeleton, with: feature)
  }

  /// A text that asks to be completed: the skeleton with a gap where the feature belongs, in a language other than
  /// English the gap alone. Nil where the value is no text.
  public func textToComplete(isEnglish: Bool = true) -> String? {
    skeleton.map { isEnglish ? replacing("$0", in: $0, with: Gap.text) : Gap.text }
  }

  /// Whether the key does something on a platform; true where Apple does not say on which it does. What holds for iOS
  /// holds for iPadOS too; an app for Mac Catalyst has what holds for iOS, and runs on macOS.
  public func works(on platform: Platform) -> Bool {
    platforms.isEmpty || availability(on: platform) != nil
  }

  /// What is known of the key on a platform; nil where it does nothing there.
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

  /// The line above the text in the alert, in our words and about as the system's.
  ///
  /// - Parameter app: The app's name as people see it.
  public func alertTitle(app: String) -> String? {
    alert.map { replacing("{app}", in: $0.title, with: app) }
  }
}

/// Puts a text in the place of a mark, wherever that stands.
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

/// A key of Info.plist that is no purpose string and matters to one, or to what a project is.
public final class RelatedKey: Sendable {
  /// What the key is for, so that code can speak of it without spelling it.
  public enum Role: String, Sendable, CaseIterable {
    case bonjourServices, backgroundModes, reducedAccuracy
  }

  public let name: String
  public let role: Role?
  public let type: InfoPlistValueType
  public let title: String
  /// What the key says, in one sentence.
  public let summary: String
  /// What else is worth knowing, a sentence or two each.
  public let notes: [String]
  /// Names of the ``PurposeKey``s that must be there with it.
  public let requires: [String]
  /// Whether it is about privacy, so that editors offer it.
  public let isOffered: Bool
  /// In which bundle it works.
  public let place: PurposeKey.Place
  /// One element of the array, to begin with: "_myapp._tcp"; nil elsewhere.
  public let exampleElement: String?
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", .defines(.infoPlistKey), form: .identifier)
    role = entry.optionalWord("role", .defines(.relatedRole))
    type = entry.word("type", or: .string)
    title = entry.string("title")
    summary = entry.string("summary")
    notes = entry.strings("notes")
    requires = entry.strings("requires", .refersTo(.infoPlistKey))
    isOffered = entry.bool("offered", default: false)
    place = entry.optionalWord("place") ?? .anywhere
    exampleElement = entry.optionalString("exampleElement")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A key of Info.plist that tells what is being built: names, languages, platforms.
public final class BundleKey: Sendable {
  public enum Role: String, Sendable, CaseIterable {
    /// The name under the icon.
    case displayName
    /// The short name.
    case name
    case executable, identifier, packageType
    /// The version that people see.
    case version
    /// The language the texts of Info.plist are in.
    case developmentRegion
    /// The list of languages the bundle says it has.
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
    /// An array of numbers: which devices.
    case deviceFamily
    /// Present in apps for the watch.
    case watchApp
    /// The same, before watchOS 9.
    case watchKitApp
    /// The class that an AppKit app starts with.
    case principalClass
  }

  public let role: Role
  public let name: String
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    role = entry.word("role", or: .name, .defines(.bundleRole))
    name = entry.string("name", .defines(.infoPlistKey), form: .identifier)
    provenance = Catalog.Provenance(&entry)
  }
}

/// A value of the list of background modes and the purpose strings that it makes likely.
public final class BackgroundMode: Sendable {
  /// The value: "location".
  public let name: String
  /// Names of the ``PurposeKey``s of which one is expected.
  public let purposeKeys: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", .defines(.backgroundMode), form: .line)
    purposeKeys = entry.nonEmptyStrings("purposeKeys", .refersTo(.infoPlistKey))
    provenance = Catalog.Provenance(&entry)
  }
}

/// The kind of value that a key of Info.plist or an entitlement takes.
public enum InfoPlistValueType: String, Sendable, CaseIterable {
  case boolean, string, dictionary
  case arrayOfStrings = "array of strings"
  case arrayOfDictionaries = "array of dictionaries"
  /// Texts under names of the app's own choice.
  case dictionaryOfStrings = "dictionary of strings"
  /// Dictionaries, each with a text in it that people read.
  case dictionaryOfDescriptions = "dictionary of descriptions"
  /// A string that is an address, not a text.
  case url
}
