/// An SDK on Apple's list of those that need a manifest of their own.
public struct ListedSDK: Sendable {
  /// As the list has it.
  public let name: String
  /// What packages and pods call it.
  public let otherNames: [String]
  /// The first version with a manifest, in words: "5.9.0"; nil where no version is known to have one.
  public let firstVersion: String?
  /// How sure that is.
  public let versionStatus: Catalog.Status
  /// The packages that carry it.
  public let packages: [ListedPackage]
  /// Names of classes that nothing else defines, as the Objective-C runtime spells them: “AFURLSessionManager”, and
  /// “_TtC9Alamofire7Session” for a class of Swift.
  public let classes: [String]
  /// What else to know, as a sentence.
  public let note: String?
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", .defines(.sdk), form: .line)
    otherNames = entry.strings("otherNames")
    let firstVersion = entry.optionalString("firstVersion")
    self.firstVersion = firstVersion
    packages = entry.optionalEntries("packages") { ListedPackage(&$0, firstVersion: firstVersion) }
    versionStatus = entry.word("versionStatus", or: .recalled)
    classes = entry.strings("classes").map { name in
      let parts = name.split(separator: ".")
      guard parts.count == 2 else { return name }
      return "_TtC" + parts.map { "\($0.utf8.count)\($0)" }.joined()
    }
    note = entry.optionalString("note")
    provenance = Catalog.Provenance(&entry)
  }
}

/// What people take for a name of Apple's, and why there is none.
public struct UnlistedName: Sendable {
  /// Where people write it.
  public enum Place: String, Sendable, CaseIterable {
    case dataType = "data type"
    case purpose
    case category
    case purposeKey = "purpose key"
    case sdk = "listed SDK"
  }

  public let place: Place
  /// As people would type it, without what surrounds it: "Push Notifications".
  public let names: [String]
  /// Why there is no such name, as a sentence without its full stop.
  public let reason: String
  /// What may be meant instead; empty where nothing is needed.
  public let choices: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    place = entry.word("place", or: .sdk)
    names = entry.nonEmptyStrings("names")
    reason = entry.string("reason")
    let kind: ReadingNotes.Kind =
      switch place {
      case .dataType: .dataType
      case .purpose: .purpose
      case .category: .category
      case .purposeKey: .infoPlistKey
      case .sdk: .sdk
      }
    choices = entry.strings("choices", .refersTo(kind))
    provenance = Catalog.Provenance(&entry)
  }
}
